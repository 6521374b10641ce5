//! Buffered channels.

use crate::explore::check;
use expect_test::expect;

#[test]
fn messages_come_out_in_the_order_they_went_in() {
    check(
        "
        channel c[2] of u8, bool
        global c: chan = new c
        process P active 1 {
            var x: u8
            l0 -> l1 do c ! 1, true
            l1 -> l2 do c ! 2
            l2 -> l3 do c ! 3, true
            l2 -> l4 do c ? x, _
            loc l3 end
            loc l4 end
        }",
        expect![[r#"
            0: c=[] P:0.x=0 P:0@l0
                P:0 l0->l1, sends [1, 1] on 1 => 1
            1: c=[(1, true)] P:0.x=0 P:0@l1
                P:0 l1->l2, sends [2, 0] on 1 => 2
            2: c=[(1, true), (2, false)] P:0.x=0 P:0@l2
                P:0 l2->l4, receives [1, 1] on 1 => 3
            3: c=[(2, false)] P:0.x=1 P:0@l4 (end)
        "#]],
    );
}

#[test]
fn a_sorted_send_compares_before_it_wraps() {
    check(
        "
        channel c[3] of u8
        global c: chan = new c
        process P active 1 {
            l0 -> l1 do c !! 100
            l1 -> l2 do c !! 300
            l2 -> l3 do c !! 50
            loc l3 end
        }",
        expect![[r#"
            0: c=[] P:0@l0
                P:0 l0->l1, sends [100] on 1 => 1
            1: c=[100] P:0@l1
                P:0 l1->l2, sends [44] on 1 => 2
            2: c=[100, 44] P:0@l2
                P:0 l2->l3, sends [50] on 1 => 3
            3: c=[50, 100, 44] P:0@l3 (end)
        "#]],
    );
}

#[test]
fn a_sorted_send_compares_all_fields() {
    check(
        "
        channel c[3] of u8, u8
        global c: chan = new c
        process P active 1 {
            l0 -> l1 do c !! 1, 256
            l1 -> l2 do c !! 1, 1
            l2 -> l3 do c !! 1, 0
            loc l3 end
        }",
        expect![[r#"
            0: c=[] P:0@l0
                P:0 l0->l1, sends [1, 0] on 1 => 1
            1: c=[(1, 0)] P:0@l1
                P:0 l1->l2, sends [1, 1] on 1 => 2
            2: c=[(1, 0), (1, 1)] P:0@l2
                P:0 l2->l3, sends [1, 0] on 1 => 3
            3: c=[(1, 0), (1, 0), (1, 1)] P:0@l3 (end)
        "#]],
    );
}

#[test]
fn a_match_is_not_wrapped() {
    check(
        "
        channel c[1] of u8
        global c: chan = new c
        process P active 1 {
            l0 -> l1 do c ! 256
            l1 -> l2 do c ? 256
            l1 -> l3 do c ? 0
            loc l2 end
            loc l3 end
        }",
        expect![[r#"
            0: c=[] P:0@l0
                P:0 l0->l1, sends [0] on 1 => 1
            1: c=[0] P:0@l1
                P:0 l1->l3, receives [0] on 1 => 2
            2: c=[] P:0@l3 (end)
        "#]],
    );
}

#[test]
fn a_front_receive_looks_at_the_first_message_only() {
    check(
        "
        channel c[2] of u8
        global c: chan = new c
        process P active 1 {
            l0 -> l1 do c ! 1
            l1 -> l2 do c ! 2
            l2 -> l3 do c ? 2
            loc l3 end
        }",
        expect![[r#"
            0: c=[] P:0@l0
                P:0 l0->l1, sends [1] on 1 => 1
            1: c=[1] P:0@l1
                P:0 l1->l2, sends [2] on 1 => 2
            2: c=[1, 2] P:0@l2 (deadlock)
        "#]],
    );
}

#[test]
fn a_random_receive_takes_the_first_match() {
    check(
        "
        channel c[3] of u8, u8
        global c: chan = new c
        process P active 1 {
            var x: u8
            loc l1 indivisible
            loc l2 indivisible
            l0 -> l1 do c ! 1, 5
            l1 -> l2 do c ! 2, 6
            l2 -> l3 do c ! 2, 7
            l3 -> l4 do c ?? 2, x
            loc l4 end
        }",
        expect![[r#"
            0: c=[] P:0.x=0 P:0@l0
                P:0 l0->l1, sends [1, 5] on 1, P:0 l1->l2, sends [2, 6] on 1, P:0 l2->l3, sends [2, 7] on 1 => 1
            1: c=[(1, 5), (2, 6), (2, 7)] P:0.x=0 P:0@l3
                P:0 l3->l4, receives [2, 6] on 1 => 2
            2: c=[(1, 5), (2, 7)] P:0.x=6 P:0@l4 (end)
        "#]],
    );
}

#[test]
fn a_copy_leaves_the_message() {
    check(
        "
        channel c[2] of u8
        global c: chan = new c
        process P active 1 {
            var x: u8
            loc l1 indivisible
            l0 -> l1 do c ! 1
            l1 -> l2 do c ! 2
            l2 -> l3 do c ?? <x>
            loc l3 end
        }",
        expect![[r#"
            0: c=[] P:0.x=0 P:0@l0
                P:0 l0->l1, sends [1] on 1, P:0 l1->l2, sends [2] on 1 => 1
            1: c=[1, 2] P:0.x=0 P:0@l2
                P:0 l2->l3, copies [1] on 1 => 2
            2: c=[1, 2] P:0.x=1 P:0@l3 (end)
        "#]],
    );
}

#[test]
fn a_lossy_send_to_a_full_channel_loses_the_message() {
    check(
        "
        channel c[1] of u8
        global c: chan = new c
        process P active 1 {
            l0 -> l1 do lossy c ! 1
            l1 -> l2 do lossy c ! 2
            loc l2 end
        }",
        expect![[r#"
            0: c=[] P:0@l0
                P:0 l0->l1, sends [1] on 1 => 1
            1: c=[1] P:0@l1
                P:0 l1->l2, loses [2] on 1 => 2
            2: c=[1] P:0@l2 (end)
        "#]],
    );
}

#[test]
fn stores_are_done_in_order_after_all_matches() {
    check(
        "
        channel c[1] of u8, u8, u8
        global c: chan = new c
        process P active 1 {
            var i: u8
            var a: [u8; 3]
            l0 -> l1 do c ! 2, 9, 0
            l1 -> l2 do c ? i, a[i], eval(i)
            loc l2 end
        }",
        expect![[r#"
            0: c=[] P:0.i=0 P:0.a[0]=0 P:0.a[1]=0 P:0.a[2]=0 P:0@l0
                P:0 l0->l1, sends [2, 9, 0] on 1 => 1
            1: c=[(2, 9, 0)] P:0.i=0 P:0.a[0]=0 P:0.a[1]=0 P:0.a[2]=0 P:0@l1
                P:0 l1->l2, receives [2, 9, 0] on 1 => 2
            2: c=[] P:0.i=2 P:0.a[0]=0 P:0.a[1]=0 P:0.a[2]=9 P:0@l2 (end)
        "#]],
    );
}

#[test]
fn channels_can_be_asked_about() {
    check(
        "
        channel c[2] of u8, bool
        global c: chan = new c
        global none: chan
        global facts: [i32; 10]
        process P active 1 {
            loc l1 indivisible
            loc l2 indivisible
            l0 -> l1 do c ! 1, false
            l1 -> l2 do c ! 2, true
            l2 -> l3 do facts[0] = len(c); facts[1] = capacity(c); facts[2] = arity(c); facts[3] = poll(c ? 1) as i32; facts[4] = poll(c ? 2) as i32; facts[5] = poll(c ?? 2) as i32; facts[6] = len(none) + capacity(none) + arity(none); facts[7] = poll(none ? _) as i32
            loc l3 end
        }",
        expect![[r#"
            0: none=0 facts[0]=0 facts[1]=0 facts[2]=0 facts[3]=0 facts[4]=0 facts[5]=0 facts[6]=0 facts[7]=0 facts[8]=0 facts[9]=0 c=[] P:0@l0
                P:0 l0->l1, sends [1, 0] on 1, P:0 l1->l2, sends [2, 1] on 1, P:0 l2->l3 => 1
            1: none=0 facts[0]=2 facts[1]=2 facts[2]=2 facts[3]=1 facts[4]=0 facts[5]=1 facts[6]=0 facts[7]=0 facts[8]=0 facts[9]=0 c=[(1, false), (2, true)] P:0@l3 (end)
        "#]],
    );
}

#[test]
fn nothing_can_be_sent_to_a_dead_channel() {
    check(
        "
        global none: chan
        process P active 1 {
            l0 -> l1 do lossy none ! 1
            l0 -> l2 do none ? _
            loc l1 end
            loc l2 end
        }",
        expect![[r#"
            0: none=0 P:0@l0 (deadlock)
        "#]],
    );
}
