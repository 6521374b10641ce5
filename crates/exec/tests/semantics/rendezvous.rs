//! Handing a message over.

use crate::explore::check;
use expect_test::expect;

#[test]
fn both_processes_move_in_one_step() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        global log: i32
        process S active 1 {
            l0 -> l1 do c ! 300; log = log * 10 + 1
            loc l1 end
        }
        process R active 1 {
            var x: i32
            l2 -> l3 do c ? x; log = log * 10 + 2
            loc l3 end
        }",
        expect![[r#"
            0: log=0 c=[] R:1.x=0 S:0@l0 R:1@l2
                S:0 l0->l1, sends [44] on 1, R:1 l2->l3, receives [44] on 1 => 1
            1: log=12 c=[] R:1.x=44 S:0@l1 R:1@l3 (end)
        "#]],
    );
}

#[test]
fn neither_side_moves_alone() {
    check(
        "
        channel c[0] of u8
        channel d[0] of u8
        global c: chan = new c
        global d: chan = new d
        process S active 1 {
            l0 -> l1 do c ! 1
            loc l1 end
        }
        process R active 1 {
            l2 -> l3 do d ? _
            l2 -> l4 do c ? 2
            loc l3 end
            loc l4 end
        }",
        expect![[r#"
            0: c=[] d=[] S:0@l0 R:1@l2 (deadlock)
        "#]],
    );
}

#[test]
fn partners_are_tried_from_the_youngest() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process R active 2 {
            l0 -> l1 do c ? _
            l0 -> l2 do c ? 1
            loc l1 end
            loc l2 end
        }
        process S active 1 {
            l3 -> l4 do c ! 1
            loc l4 end
        }",
        expect![[r#"
            0: c=[] R:0@l0 R:1@l0 S:2@l3
                S:2 l3->l4, sends [1] on 1, R:1 l0->l1, receives [1] on 1 => 1
                S:2 l3->l4, sends [1] on 1, R:1 l0->l2, receives [1] on 1 => 2
                S:2 l3->l4, sends [1] on 1, R:0 l0->l1, receives [1] on 1 => 3
                S:2 l3->l4, sends [1] on 1, R:0 l0->l2, receives [1] on 1 => 4
            1: c=[] R:0@l0 R:1@l1 S:2@l4 (deadlock)
            2: c=[] R:0@l0 R:1@l2 S:2@l4 (deadlock)
            3: c=[] R:0@l1 R:1@l0 S:2@l4 (deadlock)
            4: c=[] R:0@l2 R:1@l0 S:2@l4 (deadlock)
        "#]],
    );
}

#[test]
fn the_receiver_may_take_over_control() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 atomic do c ! 1
            l1 -> l2
            loc l2 end
        }
        process R active 1 {
            l3 -> l4 atomic do c ? 1
            l4 -> l5
            loc l5 end
        }",
        expect![[r#"
            0: c=[] S:0@l0 R:1@l3
                S:0 l0->l1, sends [1] on 1, R:1 l3->l4, receives [1] on 1 => 1
            1: c=[] S:0@l1 R:1@l4 (R:1 only)
                R:1 l4->l5 => 2
            2: c=[] S:0@l1 R:1@l5
                S:0 l1->l2 => 3
            3: c=[] S:0@l2 R:1@l5 (end)
        "#]],
    );
}

#[test]
fn the_sender_does_not_keep_control() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 atomic do c ! 1
            l1 -> l2
            loc l2 end
        }
        process R active 1 {
            l3 -> l4 do c ? 1
            l4 -> l5
            loc l5 end
        }",
        expect![[r#"
            0: c=[] S:0@l0 R:1@l3
                S:0 l0->l1, sends [1] on 1, R:1 l3->l4, receives [1] on 1 => 1
            1: c=[] S:0@l1 R:1@l4
                R:1 l4->l5 => 2
                S:0 l1->l2 => 3
            2: c=[] S:0@l1 R:1@l5
                S:0 l1->l2 => 4
            3: c=[] S:0@l2 R:1@l4
                R:1 l4->l5 => 4
            4: c=[] S:0@l2 R:1@l5 (end)
        "#]],
    );
}

#[test]
fn tiers_count_among_matching_receives() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 do c ! 1
            loc l1 end
        }
        process R active 1 {
            l2 -> l3 do c ? 2
            l2 -> l4 tier 1 do c ? 1
            l2 -> l5 tier 2 do c ? _
            loc l3 end
            loc l4 end
            loc l5 end
        }",
        expect![[r#"
            0: c=[] S:0@l0 R:1@l2
                S:0 l0->l1, sends [1] on 1, R:1 l2->l4, receives [1] on 1 => 1
            1: c=[] S:0@l1 R:1@l4 (end)
        "#]],
    );
}

#[test]
fn else_beside_a_send_depends_on_a_partner() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 do c ! 1
            l0 -> l2 else
            loc l1 end
            loc l2 end
        }
        process R active 1 {
            l3 -> l4
            l4 -> l5 do c ? _
            loc l5 end
        }",
        expect![[r#"
            0: c=[] S:0@l0 R:1@l3
                R:1 l3->l4 => 1
                S:0 l0->l2 => 2
            1: c=[] S:0@l0 R:1@l4
                S:0 l0->l1, sends [1] on 1, R:1 l4->l5, receives [1] on 1 => 3
            2: c=[] S:0@l2 R:1@l3
                R:1 l3->l4 => 4
            3: c=[] S:0@l1 R:1@l5 (end)
            4: c=[] S:0@l2 R:1@l4 (deadlock)
        "#]],
    );
}

#[test]
fn a_receive_does_not_disable_else() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 do c ! 1
            loc l1 end
        }
        process R active 1 {
            l2 -> l3 do c ? _
            l2 -> l4 else
            loc l3 end
            loc l4 end
        }",
        expect![[r#"
            0: c=[] S:0@l0 R:1@l2
                R:1 l2->l4 => 1
                S:0 l0->l1, sends [1] on 1, R:1 l2->l3, receives [1] on 1 => 2
            1: c=[] S:0@l0 R:1@l4 (deadlock)
            2: c=[] S:0@l1 R:1@l3 (end)
        "#]],
    );
}

#[test]
fn the_receiver_goes_on_if_its_step_is_indivisible() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 do c ! 7
            loc l1 end
        }
        process R active 1 {
            var x: u8
            loc l3 indivisible
            l2 -> l3 do c ? x
            l3 -> l4 do x = x + 1
            loc l4 end
        }",
        expect![[r#"
            0: c=[] R:1.x=0 S:0@l0 R:1@l2
                S:0 l0->l1, sends [7] on 1, R:1 l2->l3, receives [7] on 1, R:1 l3->l4 => 1
            1: c=[] R:1.x=8 S:0@l1 R:1@l4 (end)
        "#]],
    );
}

#[test]
fn where_both_go_on_the_sender_does_so_first() {
    check(
        "
        channel c[0] of u8
        global c: chan = new c
        global log: i32
        process S active 1 {
            loc l1 indivisible
            loc l2 end
            l0 -> l1 do c ! 7; log = log * 10 + 1
            l1 -> l2 do log = log * 10 + 3
        }
        process R active 1 {
            loc l4 indivisible
            loc l5 end
            l3 -> l4 do c ? _; log = log * 10 + 2
            l4 -> l5 do log = log * 10 + 4
        }",
        expect![[r#"
            0: log=0 c=[] S:0@l0 R:1@l3
                S:0 l0->l1, sends [7] on 1, R:1 l3->l4, receives [7] on 1, S:0 l1->l2, R:1 l4->l5 => 1
            1: log=1234 c=[] S:0@l2 R:1@l5 (end)
        "#]],
    );
}
