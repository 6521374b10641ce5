use super::{parse, print};
use expect_test::{Expect, expect};

/// Parses, prints, and parses and prints again.
fn check(source: &str, expected: Expect) {
    let (program, diagnostics) = parse(source);
    assert_eq!(diagnostics, []);
    let printed = print(&program.expect("a text without errors should be a program"));
    expected.assert_eq(&printed);
    let (again, diagnostics) = parse(&printed);
    assert_eq!(diagnostics, []);
    assert_eq!(printed, print(&again.expect("L1")), "L2");
}

/// The diagnostics with the text they point at.
fn check_errors(source: &str, expected: Expect) {
    let (program, diagnostics) = parse(source);
    assert!(program.is_none());
    let lines = diagnostics.iter().map(|it| {
        let span = it.primary.span;
        let place = &source[span.start as usize..span.end as usize];
        let help = it.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        format!("{}: {:?}: {}{help}\n", it.code, place, it.message)
    });
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn a_whole_program() {
    check(
        r#"
        // A program with one of everything.
        scheduling priority
        end_requires len(c) == 0
        unsupported "c_code"
        enum mtype: u8 { ack = 1, nak = 2, nak = 3 }
        record Pair { left: u8, right: [mtype; 2] }
        channel q [2] of u8, mtype
        channel rendezvous [0]
        global x: u8 = 3
        global unmatched y: i32
        global c: chan = new q
        global many: [chan; 4] = { [0..3] = new q, [3] = new rendezvous }
        global pair: Pair = { .left = 7, .right[1] = mtype::ack }
        process P(a: u8, b: chan) active 2 priority 3 provided a == 1 {
            var x: i32 = 5
            label L at l1, l2
            label unused
            entry l1
            loc l0 end
            l1 -> l2 when a == 1 && y as u8 <= a do x = y
            l1 -> l2 atomic else do c ! x, mtype::ack
            loc l2 indivisible accept progress
            l2 -> l0 tier 1 when poll(c ?? _, mtype::ack) do c ? a, _
            l2 -> l0 tier 1 do exit
            l2 -> l0 tier 2 violates asserts "assertion violated" continue
        }
        claim N {
            l3 -> l4 when !P[1]@L || P[instance_of(P)]:x == -1
            loc l4 end accept
            l4 -> l4 when process_count > 2
        }
        property asserts: unreachable
        property deadlock: end_states
        property claim: never N
        property a: no_acceptance_cycle
        property n: no_non_progress_cycle
        property response: ltl G ({x == 1} -> F {y == 2 && pair.right[0] == mtype::0})
        "#,
        expect![[r#"
            scheduling priority
            end_requires len(c) == 0
            unsupported "c_code"
            enum mtype: u8 { ack = 1, nak = 2, nak#2 = 3 }
            record Pair { left: u8, right: [mtype; 2] }
            channel q [2] of u8, mtype
            channel rendezvous [0]
            global x: u8 = 3
            global unmatched y: i32
            global c: chan = new q
            global many: [chan; 4] = { [0..3] = new q, [3] = new rendezvous }
            global pair: Pair = { .left = 7, .right[1] = mtype::ack }

            process P(a: u8, b: chan) active 2 priority 3 provided a == 1 {
              var x#2: i32 = 5
              label L at l1, l2
              label unused
              entry l1
              loc l0 end
              l1 -> l2 when a == 1 && y as u8 <= a do x#2 = y
              l1 -> l2 atomic else do c ! x#2, mtype::ack
              loc l2 indivisible accept progress
              l2 -> l0 tier 1 when poll(c ?? _, mtype::ack) do c ? a, _
              l2 -> l0 tier 1 do exit
              l2 -> l0 tier 2 violates asserts "assertion violated" continue
            }

            claim N() {
              l3 -> l4 when !P[1]@L || P[instance_of(P)]:x#2 == -1
              loc l4 end accept
              l4 -> l4 when 2 < process_count
            }

            property asserts: unreachable
            property deadlock: end_states
            property claim: never N
            property a: no_acceptance_cycle
            property n: no_non_progress_cycle
            property response: ltl G (!{x == 1} || F {y == 2 && pair.right[0] == mtype::0})
        "#]],
    );
}

#[test]
fn every_action() {
    check(
        r#"
        channel q [1] of u8
        global c: chan = new q
        global a: [chan; 2]
        global x: u8
        process P(n: i32) {
            l0 -> l1 do x = 1; x = run P(1, 2); run P() priority x as i32; set_priority(self, 3)
            l1 -> l2 do lossy c !! x
            l2 -> l3 do lossy a[1] ! ()
            l3 -> l4 do c ?? <x, eval(x), 1, _>
            l4 -> l5 do (if x == 0 then c else a[0]) ? ()
            l5 -> l6 do a[0] ?? <>
            l6 -> l0 do print "a\"\n\u{1b}%d %%", x, n; print ""
        }
        "#,
        expect![[r#"
            channel q [1] of u8
            global c: chan = new q
            global a: [chan; 2]
            global x: u8

            process P(n: i32) {
              l0 -> l1 do x = 1; x = run P(1, 2); run P() priority x as i32; set_priority(self, 3)
              l1 -> l2 do lossy c !! x
              l2 -> l3 do lossy a[1] ! ()
              l3 -> l4 do c ?? <x, eval(x), 1, _>
              l4 -> l5 do (if x == 0 then c else a[0]) ? ()
              l5 -> l6 do a[0] ?? <>
              l6 -> l0 do print "a\"\n\u{1b}%d %%", x, n; print ""
            }
        "#]],
    );
}

#[test]
fn every_expression_with_its_precedence() {
    check(
        r#"
        global x: u8
        global y: u8
        global b: bool
        global c: chan
        process P() {
            l0 -> l0 do x = x + y * x - (x - y) % 3; x = (x + 1) * 2; x = x << 1 >> (y << 2)
            l0 -> l0 do x = x & y | x ^ ~y; x = (x | y) & -x; x = -(5u8); x = -5; x = -(-x)
            l0 -> l0 when (x < y) == b && !(b || !(!b)) && !(x == 1)
            l0 -> l0 when b & b | b && x > 3 && x >= 3
            l0 -> l0 do x = (x + 1) as i32 + 2; x = -x as i16 as u8; x = (1 + 2) as u8
            l0 -> l0 do x = 1u8 + 2; x = 1 + 2u8; x = 1i32 == 2u8; x = 5u8; x = 7u128 + 1i128
            l0 -> l0 do x = pc(0) + priority(self) + len(c) + capacity(c) + arity(c)
            l0 -> l0 when enabled(1) && timeout && non_progress && poll(c ? ()) && poll(c ?? x, eval(x + 1), 2)
            l0 -> l0 do x = if b then x else 1; x = (if b then 1 else 2) + 3; c = chan::0; b = bool::1
            l0 -> l0 do x = 340282366920938463463374607431768211455u128; x = -170141183460469231731687303715884105728i128
        }
        "#,
        expect![[r#"
            global x: u8
            global y: u8
            global b: bool
            global c: chan

            process P() {
              l0 -> l0 do x = x + y * x - (x - y) % 3; x = (x + 1) * 2; x = x << 1 >> (y << 2)
              l0 -> l0 do x = x & y | x ^ ~y; x = (x | y) & -x; x = -(5u8); x = -5; x = -(-x)
              l0 -> l0 when (x < y) == b && !(b || !(!b)) && !(x == 1)
              l0 -> l0 when (b && b || b) && 3 < x && 3 <= x
              l0 -> l0 do x = (x + 1) as i32 + 2; x = -x as i16 as u8; x = (1 + 2) as u8
              l0 -> l0 do x = 1u8 + 2u8; x = 1u8 + 2u8; x = 1i32 == 2u8; x = 5u8; x = 7u128 + 1i128
              l0 -> l0 do x = pc(0) + priority(self) + len(c) + capacity(c) + arity(c)
              l0 -> l0 when enabled(1) && timeout && non_progress && poll(c ? ()) && poll(c ?? x, eval(x + 1), 2)
              l0 -> l0 do x = (if b then x else 1); x = (if b then 1 else 2) + 3; c = chan::0; b = true
              l0 -> l0 do x = 340282366920938463463374607431768211455u128; x = -170141183460469231731687303715884105728i128
            }
        "#]],
    );
}

#[test]
fn strange_names_are_quoted_and_equal_names_counted() {
    check(
        r#"
        global `if`: u8
        global unmatched: u8
        global `two words`: u8
        global `two words`#2: u8
        global u8: u8
        enum `u16`: i8 { `a\`b` = -1 }
        process `u8`#2() {
            var `if`#2: `u16` = `u16`::`a\`b`
            var `if`#3: u8
            l0 -> l0 do `if` = `if`#2 as u8; `if`#3 = u8
        }
        process Q() {
            var `if`#2: u8
            l1 -> l1 do `u8`#2::`if`#3 = `if`#2
        }
        "#,
        expect![[r#"
            enum `u16`: i8 { `a\`b` = -1 }
            global `if`: u8
            global unmatched: u8
            global `two words`: u8
            global `two words`#2: u8
            global u8: u8

            process `u8`#2() {
              var `if`#2: `u16` = `u16`::`a\`b`
              var `if`#3: u8
              l0 -> l0 do `if` = `if`#2 as u8; `if`#3 = u8
            }

            process Q() {
              var `if`#2: u8
              l1 -> l1 do `u8`#2::`if`#3 = `if`#2
            }
        "#]],
    );
}

#[test]
fn formulas_group_to_the_right() {
    check(
        "global p: bool
         property a: ltl {p} U {p} U {p} && !{p} || X X {p} -> true R false
         property b: ltl ({p} || {p}) && ({p} && true) && !({p} U {p}) U {p}",
        expect![[r#"
            global p: bool

            property a: ltl !({p} U ({p} U {p}) && !{p} || X X {p}) || true R false
            property b: ltl ({p} || {p}) && ({p} && true) && !({p} U {p}) U {p}
        "#]],
    );
}

#[test]
fn locations_keep_their_numbers() {
    check(
        "process P { l2 -> l0 l0 -> l2 } process Q { loc l3 loc l1 }",
        expect![[r#"
            process P() {
              l0 -> l2
              l2 -> l0
            }

            process Q() {
              loc l1
              loc l3
            }
        "#]],
    );
}

#[test]
fn comments_tell_the_source_line() {
    let (program, _) = parse("global x: u8\nprocess P {\nl0 -> l1 do x = 1\nloc l1 end }");
    let mut program = program.expect("this should be a program");
    program.sources.add("model.ir", "global x: u8\nprocess P {\nl0 -> l1 do x = 1\nloc l1 end }");
    expect![[r#"
        global x: u8                                                 // model.ir:1

        process P() {                                                // model.ir:2
          l0 -> l1 do x = 1                                          // model.ir:3
          loc l1 end                                                 // model.ir:4
        }
    "#]]
    .assert_eq(&print(&program));
}

#[test]
fn objects_and_first_values() {
    check(
        r#"
        pointer_bytes 4
        enum bytes: u8 { a = 1 }
        object word: static size 4 align 4 layout i32 = { 0: -5 }
        object text: static size 6 readonly layout [i8 by 1] = { 0: i8 "h\"i\n\u{80}\0" }
        object text#2: static size 4 = { 0: 65u8, 1: 66u8, 2: 67i8, 3: 0u8 }
        object node: dynamic align 8 arbitrary layout { value at 0: u32, next at 4: pointer, kind at 8: `bytes`, `two words` at 9: [bytes by 3], none at 9: {} }
        object table: static size 16 = { 0: object(word), 4: advance(object(table), 4), 8: function(f), 12: null }
        object local: automatic arbitrary align 2 size 0
        function f() { loc l0 }
        "#,
        expect![[r#"
            pointer_bytes 4
            enum `bytes`: u8 { a = 1 }
            object word: static size 4 align 4 layout i32 = { 0: -5 }
            object text: static size 6 readonly layout [i8 by 1] = { 0: i8 "h\"i\n\u{80}\u{0}" }
            object text#2: static size 4 = { 0: u8 "AB", 2: 67i8, 3: 0u8 }
            object node: dynamic align 8 arbitrary layout { value at 0: u32, next at 4: pointer, kind at 8: `bytes`, `two words` at 9: [bytes by 3], none at 9: {} }
            object table: static size 16 = { 0: object(word), 4: advance(object(table), 4), 8: function(f), 12: null }
            object local: automatic align 2 arbitrary

            function f() {
              loc l0
            }
        "#]],
    );
}

#[test]
fn functions_and_memory_actions() {
    check(
        r#"
        object cell: automatic size 0 align 4 arbitrary layout i32
        object heap: dynamic
        global p: pointer
        global q: pointer
        global n: i64
        global b: u8
        global `loc`: u8
        function double(x: i32, y: f64) {
            var label#2: i32
            l0 -> l1 do x = x + x; return x
            l0 -> l1 do return
            l0 -> l1 do return violates bad "late" stop
            l0 -> l1 do return `loc`
            l0 -> l1 do return -x
            loc l1
            l1 -> l1 do return
        }
        process main() active 1 {
            var r: i32
            l2 -> l3 do p = allocate cell(4); q = allocate heap(n); havoc r; havoc memory(p, i32)
            l3 -> l4 do memory(q, pointer) = p; copy_bytes(p, q, 8i64); fill_bytes(p, 255, n); fill_bytes(p, b, 3)
            l4 -> l5 do release(p); r = call double(r, f64::0)
            l5 -> l2 do call double(1, 2 as f64)
        }
        property bad: unreachable
        "#,
        expect![[r#"
            object cell: automatic align 4 arbitrary layout i32
            object heap: dynamic
            global p: pointer
            global q: pointer
            global n: i64
            global b: u8
            global `loc`: u8

            function double(x: i32, y: f64) {
              var `label`: i32
              l0 -> l1 do x = x + x; return x
              l0 -> l1 do return
              l0 -> l1 do return violates bad "late" stop
              l0 -> l1 do return `loc`
              l0 -> l1 do return -x
              l1 -> l1 do return
            }

            process main() active 1 {
              var r: i32
              l2 -> l3 do p = allocate cell(4); q = allocate heap(n); havoc r; havoc memory(p, i32)
              l3 -> l4 do memory(q, pointer) = p; copy_bytes(p, q, 8); fill_bytes(p, 255, n); fill_bytes(p, b, 3)
              l4 -> l5 do release(p); r = call double(r, f64::0)
              l5 -> l2 do call double(1, 2 as f64)
            }

            property bad: unreachable
        "#]],
    );
}

#[test]
fn expressions_about_memory_and_floats() {
    check(
        r#"
        object cell: static size 4
        global p: pointer
        global n: i64
        global x: f32
        global i: i32
        global b: bool
        process P() {
            l0 -> l0 do p = advance(object(cell), 4); p = advance(p, n + 1); p = function(f); p = null; p = pointer::18446744073709551617
            l0 -> l0 do n = offset(p) + object_size(p); i = p as i32; p = 16u64 as pointer
            l0 -> l0 when is_alive(p) && has_object(p) && is_writable(p) && is_dynamic(p) && is_initialised(p, 4)
            l0 -> l0 when heap_in_use || heap_lost || same_object(p, null) || p == null || null != p
            l0 -> l0 when add_overflows(i, 1) || sub_overflows(1, i) || mul_overflows(n, 2) || add_overflows(1u8, 255u8)
            l0 -> l0 do x = sqrt(x) + round_even(x) * round_away(x) % round_zero(-x); x = round_down(x) - round_up(x)
            l0 -> l0 do x = f32::1065353216; i = reinterpret(x, i32); x = reinterpret(i, f32); x = (f64::1 as f32) / (f80::2 as f32)
            l0 -> l0 when memory(p, u8) < 3 && memory(advance(p, 8), f128) as bool && f128::340282366920938463463374607431768211455 as bool
        }
        function f() { loc l1 }
        "#,
        expect![[r#"
            object cell: static size 4
            global p: pointer
            global n: i64
            global x: f32
            global i: i32
            global b: bool

            process P() {
              l0 -> l0 do p = advance(object(cell), 4); p = advance(p, n + 1); p = function(f); p = null; p = pointer::18446744073709551617
              l0 -> l0 do n = offset(p) + object_size(p); i = p as i32; p = 16u64 as pointer
              l0 -> l0 when is_alive(p) && has_object(p) && is_writable(p) && is_dynamic(p) && is_initialised(p, 4)
              l0 -> l0 when heap_in_use || heap_lost || same_object(p, null) || p == null || null != p
              l0 -> l0 when add_overflows(i, 1) || sub_overflows(1, i) || mul_overflows(n, 2) || add_overflows(1u8, 255u8)
              l0 -> l0 do x = sqrt(x) + round_even(x) * round_away(x) % round_zero(-x); x = round_down(x) - round_up(x)
              l0 -> l0 do x = f32::1065353216; i = reinterpret(x, i32); x = reinterpret(i, f32); x = f64::1 as f32 / f80::2 as f32
              l0 -> l0 when memory(p, u8) < 3 && memory(advance(p, 8), f128) as bool && f128::340282366920938463463374607431768211455 as bool
            }

            function f() {
              loc l1
            }
        "#]],
    );
}

#[test]
fn errors_about_memory() {
    check_errors(
        r#"
        pointer_bytes 3
        object a: heap
        object b: static layout [u8]
        object d: static = { 0: u8 "☃", 1: u16 "ab" }
        object c: static size -1 layout nothing
        object c: automatic
        global p: pointer
        process P {
            l0 -> l0 do p = object(p); p = allocate x(1)
            l0 -> l0 do p = f(1)
            l0 -> l0 when release(p)
            l0 -> l0 do p = 3 + copy(1)
            l0 -> l0 do call g(); havoc 3
            l0 -> l0 do memory(p) = 3
        }
        "#,
        expect![[r#"
            ir-syntax: "heap": expected `static`, `automatic` or `dynamic`, found `heap`
            ir-syntax: "]": expected `by`, found `]`
            ir-syntax: "f": there is no function `f` in expressions (to call a function of the program, write the action `x = call f(…)`)
            ir-syntax: "release": there is no function `release` in expressions (`release` is an action and stands after `do`)
            ir-syntax: "copy": there is no function `copy` in expressions (to call a function of the program, write the action `x = call copy(…)`)
            ir-syntax: ")": expected `,`, found `)`
            ir-number-range: "3": a pointer takes 4 or 8 bytes
            ir-number-range: "-1": this number is out of range
            ir-unknown-name: "nothing": there is no type `nothing`
            ir-duplicate-name: "c": `c` is declared twice (write `c#2` for another one)
            ir-number-range: "u8 \"☃\"": `☃` does not fit in eight bits
            ir-syntax: "u16 \"ab\"": only a text of `u8` or `i8` can be written
            ir-unknown-name: "p": there is no object `p` (variables have no addresses; what is pointed to is declared by `object`)
            ir-unknown-name: "x": there is no object `x` (variables have no addresses; what is pointed to is declared by `object`)
            ir-unknown-name: "g": there is no process `g`
            ir-syntax: "3": expected a variable or a part of one
        "#]],
    );
}

#[test]
fn errors_are_all_reported() {
    check_errors(
        "global x: nothing
         global x: u8 = y
         global x: u8
         global z: u8 = 256u8
         process P {
            l0 -> l1 when x ==
            l0 -> l7 do x + 1; y = 2
            l0 -> l7 do x = z; y = Q[1]:x
            l0 -> l0 violates nothing \"\" stop
            loc l1 final
         }
         property p: ltl x
         property p: unreachable
         process Empty {}
         process R { l0 -> l0 do c ? [1] }",
        expect![[r#"
            ir-syntax: "l0": expected an expression, found `l0`
            ir-syntax: "+": expected `=`, `!` or `?`, found `+`
            ir-syntax: "final": expected a location such as `l0`, found `final`
            ir-syntax: "x": expected a formula; an expression in a formula stands in braces, found `x`
            ir-syntax: "[": expected an expression, found `[`
            ir-syntax: "": expected `}`, found the end
            ir-no-location: "Empty": this process has no location
            ir-unknown-name: "nothing": there is no type `nothing`
            ir-duplicate-name: "x": `x` is declared twice (write `x#2` for another one)
            ir-unknown-name: "y": there is no variable `y`
            ir-number-range: "256u8": this number does not fit its type
            ir-unknown-name: "l7": there is no location `l7` (a location that no edge leaves needs `loc l7`)
            ir-unknown-name: "y": there is no variable `y`
            ir-unknown-name: "Q": there is no process `Q`
            ir-unknown-name: "nothing": there is no property `nothing`
        "#]],
    );
}

#[test]
fn hostile_nesting_is_refused() {
    let deep =
        format!("process P {{ l0 -> l0 when {}true{} }}", "(".repeat(9999), ")".repeat(9999));
    let long = format!("process P {{ l0 -> l0 when true{} }}", " && true".repeat(9999));
    let bits = format!("process P {{ l0 -> l0 when {}true }}", "! ".repeat(9999));
    let formula = format!("property p: ltl {}true", "X ".repeat(9999));
    let ty = format!("global x: {}", "[".repeat(99999));
    let layout = format!("object o: static layout {}", "[".repeat(99999));
    for source in [deep, long, bits, formula, ty, layout] {
        let (program, diagnostics) = parse(&source);
        assert!(program.is_none());
        assert!(diagnostics[0].message.contains("nested too deeply"), "{diagnostics:?}");
    }
}

#[test]
fn nesting_within_the_limit_is_read() {
    let deep = format!("process P {{ l0 -> l0 when {}false{} }}", "(".repeat(250), ")".repeat(250));
    let long = format!("process P {{ l0 -> l0 when true{} }}", " && true".repeat(1000));
    for source in [deep, long] {
        let (program, diagnostics) = parse(&source);
        assert_eq!(diagnostics, []);
        assert!(print(&program.expect("this should be a program")).contains("when "));
    }
}
