//! Calls, returns and arbitrary values.

use crate::explore::check;
use crate::run::{check_end, check_end_with};
use expect_test::expect;
use tribunal_engine::Chosen;

#[test]
fn functions_call_themselves() {
    check_end(
        r#"
        global result: u64
        global depth: u8
        function factorial(n: u64) {
            var rest: u64 = n - 1
            l0 -> l2 when n <= 1 do return 1u64
            l0 -> l1 when 1 < n do depth = depth + 1; rest = call factorial(rest)
            l1 -> l2 do return n * rest
            loc l2
        }
        process P active 1 {
            l3 -> l4 do result = call factorial(20u64)
            loc l4 end
        }"#,
        expect![[r#"
            result=2432902008176640000
            depth=19
        "#]],
    );
}

#[test]
fn arguments_and_results_are_wrapped() {
    check_end(
        r#"
        global narrow: u8
        global seen: u8
        function same(n: u8, more: i8) {
            l0 -> l0 do seen = n; return more as i32 + 300
        }
        process P active 1 {
            l1 -> l2 do narrow = call same(513, 255)
            loc l2 end
        }"#,
        expect![[r#"
            narrow=43
            seen=1
        "#]],
    );
}

#[test]
fn the_place_of_the_result_is_found_after_the_return() {
    check_end(
        r#"
        global i: i32
        global a: [u8; 3]
        function f() { l0 -> l0 do i = i + 1; return 9u8 }
        process P active 1 {
            l1 -> l2 do a[i] = call f()
            l2 -> l3 do call f()
            loc l3 end
        }"#,
        expect![[r#"
            i=2
            a[0]=0
            a[1]=9
            a[2]=0
        "#]],
    );
}

#[test]
fn a_return_without_a_value_leaves_the_result_alone() {
    check_end(
        r#"
        global x: u8 = 3
        function f() { l0 -> l0 do return }
        process P active 1 {
            l1 -> l2 do x = call f()
            loc l2 end
        }"#,
        expect![[r#"
            x=3
        "#]],
    );
}

#[test]
fn locals_are_new_at_each_call() {
    check_end(
        r#"
        global first: u8
        global second: u8
        function f() {
            var count: u8 = 1
            var twice: u8 = count + count
            l0 -> l1 do count = count + twice
            l1 -> l1 do return count
        }
        process P active 1 {
            l2 -> l3 do first = call f()
            l3 -> l4 do second = call f()
            loc l4 end
        }"#,
        expect![[r#"
            first=3
            second=3
        "#]],
    );
}

#[test]
fn automatic_objects_of_each_call_are_different() {
    check_end(
        r#"
        object cell: automatic align 4 arbitrary layout u32
        global sum: u32
        global last: pointer
        global all_dead: bool
        function f(n: u32, outer: pointer) {
            var own: pointer
            l0 -> l1 do own = allocate cell(4); memory(own, u32) = n; last = own
            l1 -> l2 when 0 < n do call f(n - 1, own)
            l1 -> l2 when n == 0
            l2 -> l3 do sum = sum * 10 + memory(own, u32); release(own)
            l3 -> l3 do return
        }
        process P active 1 {
            l4 -> l5 do call f(3u32, null)
            l5 -> l6 do all_dead = !is_alive(last)
            loc l6 end
        }"#,
        expect![[r#"
            sum=123
            last=&cell#4 (dead)
            all_dead=true
        "#]],
    );
}

#[test]
fn a_call_takes_steps_and_returns_to_the_target_of_its_edge() {
    check(
        "
        global x: u8
        function f(a: u8) {
            l0 -> l1 do x = a
            l1 -> l0 do return a + 1
        }
        process P active 1 {
            l2 -> l3 do x = call f(4u8)
            loc l3 indivisible
            l3 -> l4 do x = x + 10
            l4 -> l5 do return 3
            loc l5 end
        }",
        expect![[r#"
            0: x=0 P:0@l2
                P:0 l2->l3 => 1
            1: x=0 f:0.a=4 f:0@l0
                f:0 l0->l1 => 2
            2: x=4 f:0.a=4 f:0@l1
                f:0 l1->l0, f:0 l3->l4 => 3
            3: x=15 P:0@l4
                P:0 l4->l5 => 4
            4: x=15 P:0@l5 (end)
        "#]],
    );
}

#[test]
fn several_processes_are_in_the_same_function() {
    check(
        "
        global x: u8
        function f() {
            var n: u8 = x
            l0 -> l1 do x = n + 1; return
            loc l1
        }
        process P active 2 {
            l2 -> l3 do call f()
            loc l3 end
        }",
        expect![[r#"
            0: x=0 P:0@l2 P:1@l2
                P:1 l2->l3 => 1
                P:0 l2->l3 => 2
            1: x=0 f:1.n=0 P:0@l2 f:1@l0
                f:1 l0->l1 => 3
                P:0 l2->l3 => 4
            2: x=0 f:0.n=0 f:0@l0 P:1@l2
                P:1 l2->l3 => 4
                f:0 l0->l1 => 5
            3: x=1 P:0@l2 P:1@l3
                P:0 l2->l3 => 6
            4: x=0 f:0.n=0 f:1.n=0 f:0@l0 f:1@l0
                f:1 l0->l1 => 7
                f:0 l0->l1 => 8
            5: x=1 P:0@l3 P:1@l2
                P:1 l2->l3 => 9
            6: x=1 f:0.n=1 f:0@l0 P:1@l3
                f:0 l0->l1 => 10
            7: x=1 f:0.n=0 f:0@l0 P:1@l3
                f:0 l0->l1 => 11
            8: x=1 f:1.n=0 P:0@l3 f:1@l0
                f:1 l0->l1 => 11
            9: x=1 f:1.n=1 P:0@l3 f:1@l0
                f:1 l0->l1 => 10
            10: x=2 P:0@l3 P:1@l3 (end)
            11: x=1 P:0@l3 P:1@l3 (end)
        "#]],
    );
}

#[test]
fn havoc_stores_what_is_chosen() {
    check_end_with(
        r#"
        object o: static size 2
        global small: u2
        global signed: i8
        global truth: bool
        global float: f32
        global byte: u16
        global not_chosen: u8 = 7
        process P active 1 {
            l0 -> l1 do havoc small; havoc signed; havoc truth; havoc float
            l1 -> l2 do havoc memory(advance(object(o), 1), u8); byte = memory(object(o), u16); havoc not_chosen
            loc l2 end
        }"#,
        &[
            Chosen::Value(6),
            Chosen::Value(200),
            Chosen::Value(-1),
            Chosen::Value(0x4000_0000),
            Chosen::Value(1),
        ],
        expect![[r#"
            small=2
            signed=-56
            truth=true
            float=2.0
            byte=256
            not_chosen=0
        "#]],
    );
}
