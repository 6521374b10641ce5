//! Atomic control and indivisible steps.

use crate::explore::check;
use expect_test::expect;

#[test]
fn an_atomic_edge_keeps_control() {
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 atomic do x = 1
            l1 -> l2 do x = 2
            loc l2 end
        }
        process Q active 1 {
            l3 -> l4
            loc l4 end
        }",
        expect![[r#"
            0: x=0 P:0@l0 Q:1@l3
                Q:1 l3->l4 => 1
                P:0 l0->l1 => 2
            1: x=0 P:0@l0 Q:1@l4
                P:0 l0->l1 => 3
            2: x=1 P:0@l1 Q:1@l3 (P:0 only)
                P:0 l1->l2 => 4
            3: x=1 P:0@l1 Q:1@l4 (P:0 only)
                P:0 l1->l2 => 5
            4: x=2 P:0@l2 Q:1@l3
                Q:1 l3->l4 => 5
            5: x=2 P:0@l2 Q:1@l4 (end)
        "#]],
    );
}

#[test]
fn control_is_lost_where_the_process_is_blocked() {
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 atomic
            l1 -> l2 when x == 1
            loc l2 end
        }
        process Q active 1 {
            l3 -> l4 do x = 1
            loc l4 end
        }",
        expect![[r#"
            0: x=0 P:0@l0 Q:1@l3
                Q:1 l3->l4 => 1
                P:0 l0->l1 => 2
            1: x=1 P:0@l0 Q:1@l4
                P:0 l0->l1 => 3
            2: x=0 P:0@l1 Q:1@l3
                Q:1 l3->l4 => 4
            3: x=1 P:0@l1 Q:1@l4 (P:0 only)
                P:0 l1->l2 => 5
            4: x=1 P:0@l1 Q:1@l4
                P:0 l1->l2 => 5
            5: x=1 P:0@l2 Q:1@l4 (end)
        "#]],
    );
}

#[test]
fn timeout_does_not_keep_control() {
    check(
        "
        process P active 1 {
            l0 -> l1 atomic
            l1 -> l2 when timeout
            loc l2 end
        }
        process Q active 1 {
            l3 -> l4
            loc l4 end
        }",
        expect![[r#"
            0: P:0@l0 Q:1@l3
                Q:1 l3->l4 => 1
                P:0 l0->l1 => 2
            1: P:0@l0 Q:1@l4
                P:0 l0->l1 => 3
            2: P:0@l1 Q:1@l3
                Q:1 l3->l4 => 3
            3: P:0@l1 Q:1@l4
                P:0 l1->l2 => 4
            4: P:0@l2 Q:1@l4 (end)
        "#]],
    );
}

#[test]
fn an_indivisible_step_takes_the_first_enabled_edges() {
    check(
        "
        global x: i32
        process P active 1 {
            loc l1 indivisible
            l0 -> l1 do x = 5
            l1 -> l1 when x > 3 do x = x - 1
            l1 -> l2 else
            l1 -> l3
            loc l2 end
            loc l3 end
        }",
        expect![[r#"
            0: x=0 P:0@l0
                P:0 l0->l1, P:0 l1->l1, P:0 l1->l1, P:0 l1->l2 => 1
            1: x=3 P:0@l2 (end)
        "#]],
    );
}

#[test]
fn an_indivisible_step_may_end_in_atomic_control() {
    check(
        "
        process P active 1 {
            loc l1 indivisible
            l0 -> l1
            l1 -> l2 atomic
            l2 -> l3
            loc l3 end
        }
        process Q active 1 {
            l4 -> l5
            loc l5 end
        }",
        expect![[r#"
            0: P:0@l0 Q:1@l4
                Q:1 l4->l5 => 1
                P:0 l0->l1, P:0 l1->l2 => 2
            1: P:0@l0 Q:1@l5
                P:0 l0->l1, P:0 l1->l2 => 3
            2: P:0@l2 Q:1@l4 (P:0 only)
                P:0 l2->l3 => 4
            3: P:0@l2 Q:1@l5 (P:0 only)
                P:0 l2->l3 => 5
            4: P:0@l3 Q:1@l4
                Q:1 l4->l5 => 5
            5: P:0@l3 Q:1@l5 (end)
        "#]],
    );
}

#[test]
fn an_endless_indivisible_step_diverges() {
    check(
        "
        process P active 1 {
            loc l1 indivisible
            l0 -> l1
            l1 -> l1
        }",
        expect![[r#"
            0: P:0@l0
                diverges
        "#]],
    );
}

#[test]
fn a_blocked_indivisible_step_diverges() {
    check(
        "
        process P active 1 {
            loc l1 indivisible
            l0 -> l1
            l1 -> l2 when false
            loc l2 end
        }",
        expect![[r#"
            0: P:0@l0
                diverges
        "#]],
    );
}

#[test]
fn violations_inside_a_step_are_all_told() {
    check(
        "
        process P active 1 {
            loc l1 indivisible
            l0 -> l1 violates a \"first\" continue
            l1 -> l2 violates b \"second\" continue
            l2 -> l3
            loc l3 end
        }
        property a: unreachable
        property b: unreachable",
        expect![[r#"
            0: P:0@l0
                P:0 l0->l1, violates a, P:0 l1->l2, violates b => 1
            1: P:0@l2
                P:0 l2->l3 => 2
            2: P:0@l3 (end)
        "#]],
    );
}

#[test]
fn a_stopped_run_has_no_successors() {
    check(
        "
        process P active 1 {
            loc l1 indivisible
            l0 -> l1 violates a \"the worst\" stop
            l1 -> l2
            loc l2 end
        }
        process Q active 1 {
            l3 -> l4
            loc l4 end
        }
        property a: unreachable",
        expect![[r#"
            0: P:0@l0 Q:1@l3
                Q:1 l3->l4 => 1
                P:0 l0->l1, violates a => 2
            1: P:0@l0 Q:1@l4
                P:0 l0->l1, violates a => 3
            2: P:0@l1 Q:1@l3 (stopped)
            3: P:0@l1 Q:1@l4 (stopped)
        "#]],
    );
}

#[test]
fn timeout_keeps_its_value_during_a_step() {
    check(
        "
        process P active 1 {
            loc l1 indivisible
            loc l2 end
            loc l3 end
            l0 -> l1 when timeout
            l1 -> l2 when timeout
            l1 -> l3
        }",
        expect![[r#"
            0: P:0@l0
                P:0 l0->l1, P:0 l1->l2 => 1
            1: P:0@l2 (end)
        "#]],
    );
}
