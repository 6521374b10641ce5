//! Rules M1 to M6: objects, pointers, bytes and addresses.

use crate::run::{check_end, check_end_with};
use expect_test::expect;
use tribunal_engine::Chosen;

#[test]
fn m3_scalars_lie_in_little_endian_order() {
    check_end(
        r#"
        object o: static size 48
        global bytes: [u8; 4]
        global middle: u16
        global three: u24
        global signed: i8
        global wide: u128
        global half: u64
        global small: i32
        global single: f32
        global extended: f80
        global quad: f128
        process P active 1 {
            l0 -> l1 do memory(object(o), u32) = 67305985
            l1 -> l2 do bytes[0] = memory(object(o), u8); bytes[1] = memory(advance(object(o), 1), u8)
            l2 -> l3 do bytes[2] = memory(advance(object(o), 2), u8); bytes[3] = memory(advance(object(o), 3), u8)
            l3 -> l4 do middle = memory(advance(object(o), 1), u16); three = memory(advance(object(o), 1), u24)
            l4 -> l5 do memory(advance(object(o), 8), u8) = 200; signed = memory(advance(object(o), 8), i8)
            l5 -> l6 do memory(advance(object(o), 16), i128) = -2i128; wide = memory(advance(object(o), 16), u128)
            l6 -> l7 do half = memory(advance(object(o), 24), u64); small = memory(advance(object(o), 16), i32)
            l7 -> l8 do memory(advance(object(o), 3), f32) = 1 as f32; single = memory(advance(object(o), 3), f32)
            l8 -> l9 do memory(advance(object(o), 1), f80) = 3 as f80; extended = memory(advance(object(o), 1), f80)
            l9 -> l10 do memory(advance(object(o), 32), f128) = 5 as f128; quad = memory(advance(object(o), 32), f128)
            loc l10 end
        }"#,
        expect![[r#"
            bytes[0]=1
            bytes[1]=2
            bytes[2]=3
            bytes[3]=4
            middle=770
            three=262914
            signed=-56
            wide=340282366920938463463374607431768211454
            half=18446744073709551615
            small=-2
            single=1.0
            extended=3.0
            quad=5.0
        "#]],
    );
}

#[test]
fn m3_what_is_stored_is_cut_to_the_width_of_the_place() {
    check_end(
        r#"
        object o: static size 4
        global byte: u8
        global next: u8
        process P active 1 {
            l0 -> l1 do memory(object(o), u8) = 513; byte = memory(object(o), u8); next = memory(advance(object(o), 1), u8)
            loc l1 end
        }"#,
        expect![[r#"
            byte=1
            next=0
        "#]],
    );
}

#[test]
fn m3_a_pointer_copied_byte_by_byte_is_still_that_pointer() {
    check_end(
        r#"
        object from: static size 8
        object to: static size 8
        object target: static size 4
        object gone: dynamic
        global dead: pointer
        global copied: pointer
        global by_numbers: pointer
        global swapped: bool
        global i: i64
        process P active 1 {
            l0 -> l1 do dead = allocate gone(4); release(dead); memory(object(from), pointer) = dead
            l1 -> l1 when i < 8 do copy_bytes(advance(object(to), 7 - i), advance(object(from), 7 - i), 1); i = i + 1
            l1 -> l2 when i == 8 do copied = memory(object(to), pointer); i = 0
            l2 -> l3 do memory(object(from), pointer) = advance(object(target), 2)
            l3 -> l3 when i < 8 do memory(advance(object(to), i), u8) = memory(advance(object(from), i), u8); i = i + 1
            l3 -> l4 when i == 8 do by_numbers = memory(object(to), pointer)
            l4 -> l5 do copy_bytes(object(to), advance(object(from), 1), 1); swapped = memory(object(to), pointer) == by_numbers
            loc l5 end
        }"#,
        expect![[r#"
            dead=&gone (dead)
            copied=&gone (dead)
            by_numbers=&target + 2
            swapped=false
            i=8
        "#]],
    );
}

#[test]
fn m4_a_pointer_that_is_partly_overwritten_is_a_number() {
    check_end(
        r#"
        object cell: static size 8
        object target: static size 4
        object gone: dynamic
        global before: u64
        global same_number: bool
        global found_again: pointer
        global dead: pointer
        global dead_number: bool
        global bare: pointer
        process P active 1 {
            l0 -> l1 do memory(object(cell), pointer) = advance(object(target), 3); before = memory(object(cell), u64)
            l1 -> l2 do same_number = before == advance(object(target), 3) as u64
            l2 -> l3 do memory(object(cell), u8) = memory(object(cell), u8); found_again = memory(object(cell), pointer)
            l3 -> l4 do dead = allocate gone(4); memory(object(cell), pointer) = dead; release(dead)
            l4 -> l5 do dead_number = memory(object(cell), u64) == dead as u64
            l5 -> l6 do memory(object(cell), u8) = memory(object(cell), u8); bare = memory(object(cell), pointer)
            loc l6 end
        }"#,
        expect![[r#"
            before=65555
            same_number=true
            found_again=&target + 3
            dead=&gone (dead)
            dead_number=true
            bare=0x10020
        "#]],
    );
}

#[test]
fn m4_outside_living_objects_there_is_nothing() {
    check_end(
        r#"
        object o: static size 4 = { 0: -1 }
        object gone: automatic
        global dead: pointer
        global read: [u32; 8] = { [0..8] = 7u32 }
        global inside: u32
        global dead_byte: u8 = 7
        global kept: u32
        process P active 1 {
            l0 -> l1 do dead = allocate gone(4); memory(dead, u32) = 5u32; release(dead)
            l1 -> l2 do read[0] = memory(advance(object(o), 1), u32); read[1] = memory(advance(object(o), -1), u32)
            l2 -> l3 do read[2] = memory(advance(object(o), 4), u32); read[3] = memory(null, u32); read[4] = memory(dead, u32)
            l3 -> l4 do read[5] = memory(function(f), u32); read[6] = memory(70000u64 as pointer, u32)
            l4 -> l5 do read[7] = memory(advance(object(o), 9223372036854775807), u32); dead_byte = memory(dead, u8)
            l5 -> l6 do memory(advance(object(o), 1), u32) = 0u32; memory(advance(object(o), -1), u32) = 0u32; memory(dead, u32) = 3u32
            l6 -> l7 do memory(null, u32) = 0u32; memory(function(f), u8) = 0u8; kept = memory(object(o), u32)
            l7 -> l8 do inside = memory(advance(object(o), 2), u16) as u32
            loc l8 end
        }
        function f() { loc l9 }"#,
        expect![[r#"
            dead=&gone (dead)
            read[0]=0
            read[1]=0
            read[2]=0
            read[3]=0
            read[4]=0
            read[5]=0
            read[6]=0
            read[7]=0
            inside=65535
            dead_byte=0
            kept=4294967295
        "#]],
    );
}

#[test]
fn m1_the_dead_do_not_come_back() {
    check_end(
        r#"
        object fixed: static size 4
        object cell: automatic align 4
        object heap: dynamic
        global a: pointer
        global b: pointer
        global c: pointer
        global is_new: bool
        global sizes: [i64; 3]
        global alive: [bool; 3]
        global known: [bool; 4]
        global fixed_alive: bool
        process P active 1 {
            l0 -> l1 do a = allocate heap(3); release(advance(a, 1)); b = allocate heap(3); c = allocate cell(-1)
            l1 -> l2 do is_new = !same_object(a, b) && a != b; release(a)
            l2 -> l3 do sizes[0] = object_size(a); sizes[1] = object_size(b); sizes[2] = object_size(c)
            l3 -> l4 do alive[0] = is_alive(a); alive[1] = is_alive(b); alive[2] = is_alive(c)
            l4 -> l5 do known[0] = has_object(a); known[1] = has_object(null); known[2] = has_object(5u64 as pointer); known[3] = has_object(b)
            l5 -> l6 do release(null); release(object(fixed)); fixed_alive = is_alive(object(fixed))
            loc l6 end
        }"#,
        expect![[r#"
            a=&heap#1 (dead)
            b=&heap#2
            c=&cell
            is_new=true
            sizes[0]=3
            sizes[1]=3
            sizes[2]=0
            alive[0]=false
            alive[1]=true
            alive[2]=true
            known[0]=true
            known[1]=false
            known[2]=false
            known[3]=true
            fixed_alive=true
        "#]],
    );
}

#[test]
fn m2_pointers_are_objects_with_offsets() {
    check_end(
        r#"
        object o: static size 4 readonly
        object w: static size 4
        object heap: dynamic
        object local: automatic
        global p: pointer
        global q: pointer
        global offsets: [i64; 5]
        global writable: [bool; 4]
        global dynamic: [bool; 3]
        global same: [bool; 4]
        global null_number: u128 = null as u128
        global nothing: pointer = pointer::0
        global fourth: pointer = pointer::18446744073709551620
        global f_is_not_null: bool = function(f) != null && function(f) as bool && !(null as bool)
        global functions_differ: bool = function(f) != function(g)
        process P active 1 {
            l0 -> l1 do p = allocate heap(8); q = allocate local(8)
            l1 -> l2 do offsets[0] = offset(advance(p, -3)); offsets[1] = offset(null); offsets[2] = offset(advance(null, 9))
            l2 -> l3 do offsets[3] = offset(advance(advance(p, 5), -5)); offsets[4] = offset(function(f))
            l3 -> l4 do writable[0] = is_writable(object(o)); writable[1] = is_writable(object(w)); writable[2] = is_writable(null); writable[3] = is_writable(p)
            l4 -> l5 do dynamic[0] = is_dynamic(p); dynamic[1] = is_dynamic(q); dynamic[2] = is_dynamic(object(o))
            l5 -> l6 do same[0] = same_object(p, advance(p, 99)); same[1] = same_object(p, q); same[2] = same_object(null, advance(null, 4)); same[3] = same_object(object(o), null)
            loc l6 end
        }
        function f() { loc l7 }
        function g() { loc l8 }"#,
        expect![[r#"
            p=&heap
            q=&local
            offsets[0]=-3
            offsets[1]=0
            offsets[2]=9
            offsets[3]=0
            offsets[4]=0
            writable[0]=false
            writable[1]=true
            writable[2]=false
            writable[3]=true
            dynamic[0]=true
            dynamic[1]=false
            dynamic[2]=false
            same[0]=true
            same[1]=false
            same[2]=true
            same[3]=false
            null_number=0
            nothing=NULL
            fourth=&o + 4
            f_is_not_null=true
            functions_differ=true
        "#]],
    );
}

#[test]
fn m5_what_happened_to_be_there_is_not_initialised() {
    check_end_with(
        r#"
        object heap: dynamic arbitrary
        object zero: dynamic
        global p: pointer
        global q: pointer
        global found: u32
        global before: bool
        global partly: [bool; 5]
        global after: bool
        global copied: bool
        global zeros: bool
        process P active 1 {
            l0 -> l1 do p = allocate heap(4); q = allocate zero(4); found = memory(p, u32)
            l1 -> l2 do before = is_initialised(p, 4); zeros = is_initialised(q, 4); memory(advance(p, 1), u16) = 0u16
            l2 -> l3 do partly[0] = is_initialised(p, 4); partly[1] = is_initialised(advance(p, 1), 2); partly[2] = is_initialised(advance(p, 3), 1)
            l3 -> l4 do partly[3] = is_initialised(advance(p, 2), 9); partly[4] = is_initialised(advance(p, -2), 3)
            l4 -> l5 do copy_bytes(q, p, 4); copied = is_initialised(q, 4); fill_bytes(p, 0, 4); after = is_initialised(p, 4)
            loc l5 end
        }"#,
        &[Chosen::Bytes(vec![(0, 1), (3, 255), (9, 7)])],
        expect![[r#"
            p=&heap
            q=&zero
            found=4278190081
            before=false
            partly[0]=false
            partly[1]=true
            partly[2]=false
            partly[3]=false
            partly[4]=false
            after=true
            copied=false
            zeros=true
        "#]],
    );
}

#[test]
fn m6_addresses_are_aligned_and_do_not_meet() {
    check_end(
        r#"
        object a: static size 3 align 1
        object b: static size 4 align 64
        object heap: dynamic align 32
        global p: pointer
        global q: pointer
        global aligned: bool
        global apart: bool
        global order: [bool; 4]
        global equal: [bool; 3]
        process P active 1 {
            l0 -> l1 do p = allocate heap(5); q = allocate heap(0)
            l1 -> l2 do aligned = object(b) as u64 % 64 == 0 && p as u64 % 32 == 0 && q as u64 % 32 == 0
            l2 -> l3 do apart = advance(object(a), 3) as u64 < object(b) as u64 && advance(p, 5) as u64 < q as u64
            l3 -> l4 do order[0] = object(a) < object(b); order[1] = p < advance(p, -1); order[2] = p <= p; order[3] = null < function(f)
            l4 -> l5 do equal[0] = advance(p, 5) == q; equal[1] = p == advance(advance(p, 2), -2); equal[2] = advance(object(a), 3) == object(b)
            loc l5 end
        }
        function f() { loc l6 }"#,
        expect![[r#"
            p=&heap#1
            q=&heap#2
            aligned=true
            apart=true
            order[0]=true
            order[1]=false
            order[2]=true
            order[3]=true
            equal[0]=false
            equal[1]=true
            equal[2]=false
        "#]],
    );
}

#[test]
fn m6_numbers_become_pointers_where_objects_are() {
    check_end(
        r#"
        object a: static size 3
        object heap: dynamic
        global p: pointer
        global inside: pointer
        global end: pointer
        global before: bool
        global dead: bool
        global small: pointer = 0i32 as pointer
        global negative: pointer = -1i32 as pointer
        global function_again: pointer
        global cut: bool
        process P active 1 {
            l0 -> l1 do inside = (advance(object(a), 2) as u64) as pointer; end = (advance(object(a), 3) as i64) as pointer
            l1 -> l2 do before = has_object((advance(object(a), -1) as u64) as pointer); p = allocate heap(4); release(p)
            l2 -> l3 do dead = has_object((p as u64) as pointer); function_again = (function(f) as u64) as pointer
            l3 -> l4 do cut = object(a) as u8 as u64 == object(a) as u64 % 256
            loc l4 end
        }
        function f() { loc l6 }"#,
        expect![[r#"
            p=&heap (dead)
            inside=&a + 2
            end=&a + 3
            before=false
            dead=false
            small=NULL
            negative=0xffffffffffffffff
            function_again=&f
            cut=true
        "#]],
    );
}

#[test]
fn pointers_can_take_four_bytes() {
    check_end(
        r#"
        pointer_bytes 4
        object cell: static size 8 = { 0: object(cell), 4: advance(object(cell), 4) }
        global first: pointer
        global second: pointer
        global number: u32
        global high: pointer = 4294967297u64 as pointer
        process P active 1 {
            l0 -> l1 do first = memory(object(cell), pointer); second = memory(advance(object(cell), 4), pointer)
            l1 -> l2 do number = memory(advance(object(cell), 4), u32) - object(cell) as u32
            loc l2 end
        }"#,
        expect![[r#"
            first=&cell
            second=&cell + 4
            number=4
            high=0x1
        "#]],
    );
}

#[test]
fn static_objects_have_first_values() {
    check_end(
        r#"
        object text: static size 4 readonly = { 0: i8 "ab\u{ff}\0" }
        object table: static size 24 = { 0: object(text), 8: function(f), 16: 7u16, 20: f32::1065353216 }
        global last: i8
        global pointers: [pointer; 2]
        global gap: u16
        global seven: u16
        global one: f32
        process P active 1 {
            l0 -> l1 do last = memory(advance(object(text), 2), i8); pointers[0] = memory(object(table), pointer)
            l1 -> l2 do pointers[1] = memory(advance(object(table), 8), pointer); seven = memory(advance(object(table), 16), u16)
            l2 -> l3 do gap = memory(advance(object(table), 18), u16); one = memory(advance(object(table), 20), f32)
            loc l3 end
        }
        function f() { loc l9 }"#,
        expect![[r#"
            last=-1
            pointers[0]=&text
            pointers[1]=&f
            gap=0
            seven=7
            one=1.0
        "#]],
    );
}

#[test]
fn bytes_are_copied_and_filled_all_or_none() {
    check_end(
        r#"
        object o: static size 8 = { 0: u8 "abcdefgh" }
        object small: static size 2
        global moved: u64
        global back: u64
        global unchanged: [bool; 4]
        global filled: u64
        process P active 1 {
            l0 -> l1 do copy_bytes(advance(object(o), 2), object(o), 6); moved = memory(object(o), u64)
            l1 -> l2 do copy_bytes(object(o), advance(object(o), 2), 6); back = memory(object(o), u64)
            l2 -> l3 do copy_bytes(object(small), object(o), 3); unchanged[0] = memory(object(small), u16) == 0
            l3 -> l4 do copy_bytes(object(o), object(small), 3); unchanged[1] = memory(object(o), u64) == back
            l4 -> l5 do fill_bytes(advance(object(o), 6), 1, 3); unchanged[2] = memory(object(o), u64) == back
            l5 -> l6 do fill_bytes(object(o), 1, -1); copy_bytes(object(o), object(small), 0); unchanged[3] = memory(object(o), u64) == back
            l6 -> l7 do fill_bytes(advance(object(o), 1), 255, 2); filled = memory(object(o), u64)
            loc l7 end
        }"#,
        expect![[r#"
            moved=7378413942531514977
            back=7378416150178390625
            unchanged[0]=true
            unchanged[1]=true
            unchanged[2]=true
            unchanged[3]=true
            filled=7378416150188654433
        "#]],
    );
}

#[test]
fn the_heap_tells_what_is_lost() {
    check_end(
        r#"
        object heap: dynamic
        object local: automatic
        object table: static size 8
        global p: pointer
        global in_use: [bool; 3]
        global lost: [bool; 5]
        process P active 1 {
            var q: pointer
            l0 -> l1 do in_use[0] = heap_in_use; p = allocate local(8); in_use[1] = heap_in_use; p = null
            l1 -> l2 do q = allocate heap(8); lost[0] = heap_lost; in_use[2] = heap_in_use
            l2 -> l3 do memory(object(table), pointer) = advance(q, 99); q = null; lost[1] = heap_lost
            l3 -> l4 do release(memory(object(table), pointer)); lost[2] = heap_lost || heap_in_use
            l4 -> l5 do q = allocate heap(8); memory(q, pointer) = q; lost[3] = heap_lost; q = null; lost[4] = heap_lost
            loc l5 end
        }"#,
        expect![[r#"
            p=NULL
            in_use[0]=false
            in_use[1]=false
            in_use[2]=true
            lost[0]=false
            lost[1]=false
            lost[2]=false
            lost[3]=false
            lost[4]=true
        "#]],
    );
}

#[test]
fn pointers_in_arrays_records_callers_and_objects_are_not_lost() {
    check_end(
        r#"
        object heap: dynamic
        object table: static size 8
        record R { p: [pointer; 2] }
        global r: R
        global p: pointer
        global lost: [bool; 4]
        process P active 1 {
            var q: pointer
            l0 -> l1 do r.p[1] = allocate heap(8); lost[0] = heap_lost
            l1 -> l2 do p = allocate heap(8); memory(r.p[1], pointer) = p; memory(object(table), pointer) = r.p[1]; p = null; r.p[1] = null; lost[1] = heap_lost
            l2 -> l3 do q = allocate heap(8)
            l3 -> l4 do lost[2] = call f()
            l4 -> l5 do q = null; lost[3] = heap_lost
            loc l5 end
        }
        function f() { l6 -> l6 do return heap_lost }"#,
        expect![[r#"
            r.p[0]=NULL
            r.p[1]=NULL
            p=NULL
            lost[0]=false
            lost[1]=false
            lost[2]=false
            lost[3]=true
        "#]],
    );
}

#[test]
fn m6_objects_do_not_lie_where_functions_are() {
    let functions: String =
        (0..5000).map(|it| format!("function f{it}() {{ loc l{it} }}\n")).collect();
    check_end(
        &format!(
            "object o: static size 4
             global again: pointer = (object(o) as u64) as pointer
             global last: pointer = (function(f4999) as u64) as pointer
             {functions}"
        ),
        expect![[r#"
            again=&o
            last=&f4999
        "#]],
    );
}
