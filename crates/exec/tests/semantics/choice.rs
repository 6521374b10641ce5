//! Rules S1 and S3, and timeout.

use crate::explore::check;
use expect_test::expect;

#[test]
fn else_looks_at_earlier_edges_only() {
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 when x == 1
            l0 -> l2 else
            l0 -> l3 when x == 0
            loc l1 end
            loc l2 end
            loc l3 end
        }",
        expect![[r#"
            0: x=0 P:0@l0
                P:0 l0->l2 => 1
                P:0 l0->l3 => 2
            1: x=0 P:0@l2 (end)
            2: x=0 P:0@l3 (end)
        "#]],
    );
}

#[test]
fn else_is_disabled_by_an_earlier_edge() {
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 when x == 0
            l0 -> l2 else
            loc l1 end
            loc l2 end
        }",
        expect![[r#"
            0: x=0 P:0@l0
                P:0 l0->l1 => 1
            1: x=0 P:0@l1 (end)
        "#]],
    );
}

#[test]
fn else_is_enabled_where_an_earlier_action_is_blocked() {
    check(
        "
        channel c[1] of u8
        global c: chan = new c
        process P active 1 {
            var x: u8
            l0 -> l1 do c ? x
            l0 -> l2 else
            loc l1 end
            loc l2 end
        }",
        expect![[r#"
            0: c=[] P:0.x=0 P:0@l0
                P:0 l0->l2 => 1
            1: c=[] P:0.x=0 P:0@l2 (end)
        "#]],
    );
}

#[test]
fn lower_tiers_disable_higher_ones() {
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 when x == 1
            l0 -> l2 tier 1
            l0 -> l3 tier 1
            l0 -> l4 tier 2
            loc l1 end
            loc l2 end
            loc l3 end
            loc l4 end
        }",
        expect![[r#"
            0: x=0 P:0@l0
                P:0 l0->l2 => 1
                P:0 l0->l3 => 2
            1: x=0 P:0@l2 (end)
            2: x=0 P:0@l3 (end)
        "#]],
    );
}

#[test]
fn timeout_is_true_where_nothing_else_can_move() {
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 when timeout do x = 2
            loc l1 end
        }
        process Q active 1 {
            l2 -> l3 do x = 1
            loc l3 end
        }",
        expect![[r#"
            0: x=0 P:0@l0 Q:1@l2
                Q:1 l2->l3 => 1
            1: x=1 P:0@l0 Q:1@l3
                P:0 l0->l1 => 2
            2: x=2 P:0@l1 Q:1@l3 (end)
        "#]],
    );
}

#[test]
fn timeout_does_not_undo_a_deadlock() {
    check(
        "
        process P active 1 {
            l0 -> l1 when timeout && false
            loc l1 end
        }",
        expect![[r#"
            0: P:0@l0 (deadlock)
        "#]],
    );
}

#[test]
fn enabled_asks_for_a_process_as_if_it_were_alone() {
    // Nested questions are false, so each of the two is enabled only outside of the other.
    check(
        "
        global x: i32
        process P active 1 {
            l0 -> l1 when enabled(1)
            loc l1 end
        }
        process Q active 1 {
            l2 -> l3 when enabled(0)
            l2 -> l4 when x == 1
            loc l3 end
            loc l4 end
        }
        process R active 1 {
            l5 -> l6 do x = 1
            loc l6 end
        }",
        expect![[r#"
            0: x=0 P:0@l0 Q:1@l2 R:2@l5
                R:2 l5->l6 => 1
            1: x=1 P:0@l0 Q:1@l2 R:2@l6
                Q:1 l2->l4 => 2
                P:0 l0->l1 => 3
            2: x=1 P:0@l0 Q:1@l4 R:2@l6 (deadlock)
            3: x=1 P:0@l1 Q:1@l2 R:2@l6
                Q:1 l2->l4 => 4
            4: x=1 P:0@l1 Q:1@l4 R:2@l6 (end)
        "#]],
    );
}

#[test]
fn a_process_moves_only_while_it_is_provided_for() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        global p: bool
        process P active 1 provided p {
            loc l2 end
            l0 -> l1
            l0 -> l1 else
            l1 -> l2 do c ? 1
        }
        process Q active 1 {
            loc l5 end
            l3 -> l4 do p = true
            l4 -> l5 do c ! 1
            l4 -> l5 do p = false
        }",
        expect![[r#"
            0: p=false c=[] P:0@l0 Q:1@l3
                Q:1 l3->l4 => 1
            1: p=true c=[] P:0@l0 Q:1@l4
                Q:1 l4->l5 => 2
                P:0 l0->l1 => 3
            2: p=false c=[] P:0@l0 Q:1@l5 (deadlock)
            3: p=true c=[] P:0@l1 Q:1@l4
                Q:1 l4->l5, sends [1] on 1, P:0 l1->l2, receives [1] on 1 => 4
                Q:1 l4->l5 => 5
            4: p=true c=[] P:0@l2 Q:1@l5 (end)
            5: p=false c=[] P:0@l1 Q:1@l5 (deadlock)
        "#]],
    );
}

#[test]
fn inside_an_indivisible_step_provided_is_not_asked_again() {
    check(
        "
        global p: bool = true
        process P active 1 provided p {
            loc l1 indivisible
            loc l3 end
            l0 -> l1 do p = false
            l1 -> l2
            l2 -> l3
        }",
        expect![[r#"
            0: p=true P:0@l0
                P:0 l0->l1, P:0 l1->l2 => 1
            1: p=false P:0@l2 (deadlock)
        "#]],
    );
}

#[test]
fn an_end_may_have_a_requirement() {
    check(
        "
        end_requires x == 1
        global x: i32
        process P active 1 {
            loc l1 end
            l0 -> l1
            l0 -> l1 do x = 1
        }",
        expect![[r#"
            0: x=0 P:0@l0
                P:0 l0->l1 => 1
                P:0 l0->l1 => 2
            1: x=0 P:0@l1 (deadlock)
            2: x=1 P:0@l1 (end)
        "#]],
    );
}

#[test]
fn who_halts_lets_all_others_stop_where_they_are() {
    check(
        "
        global x: i32
        process P active 1 {
            loc l1 halt
            loc l2 end
            l0 -> l1
            l0 -> l2
        }
        process Q active 1 {
            l3 -> l4 when x == 1
            loc l4 end
        }",
        expect![[r#"
            0: x=0 P:0@l0 Q:1@l3
                P:0 l0->l1 => 1
                P:0 l0->l2 => 2
            1: x=0 P:0@l1 Q:1@l3 (end)
            2: x=0 P:0@l2 Q:1@l3 (deadlock)
        "#]],
    );
}
