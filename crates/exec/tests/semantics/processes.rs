//! Birth and death, priorities, and what processes know of each other.

use crate::explore::check;
use expect_test::expect;

#[test]
fn only_the_youngest_can_exit() {
    check(
        "
        process P active 2 {
            loc l0 end
            l0 -> l0 do exit
        }",
        expect![[r#"
            0: P:0@l0 P:1@l0
                P:1 l0->l0 => 1
            1: P:0@l0
                P:0 l0->l0 => 2
            2: (end)
        "#]],
    );
}

#[test]
fn parameters_are_wrapped_before_locals_are_initialised() {
    check(
        "
        process P active 1 {
            var child: i32
            l0 -> l1 do child = run Q(300, self)
            loc l1 end
        }
        process Q(a: u8, parent: i32) {
            var b: i32 = (a as i32) + self * 1000
            loc l2 end
        }",
        expect![[r#"
            0: P:0.child=0 P:0@l0
                P:0 l0->l1 => 1
            1: P:0.child=1 Q:1.a=44 Q:1.parent=0 Q:1.b=1044 P:0@l1 Q:1@l2 (end)
        "#]],
    );
}

#[test]
fn channels_die_with_their_creator_and_numbers_are_used_again() {
    check(
        "
        channel c[1] of u8
        channel d[1] of u8
        global known: chan
        process P active 1 {
            l0 -> l1 do run Q()
            l1 -> l2 when process_count == 1 do known = known
            l2 -> l3 do run R()
            l3 -> l4 do known ! 5
            loc l4 end
        }
        process Q {
            var c: chan = new c
            l5 -> l6 do c ! 1; known = c
            l6 -> l6 do exit
        }
        process R {
            var d: chan = new d
            loc l7 end
        }",
        expect![[r#"
            0: known=0 P:0@l0
                P:0 l0->l1 => 1
            1: known=0 Q:1.c=[] P:0@l1 Q:1@l5
                Q:1 l5->l6, sends [1] on 1 => 2
            2: known=c Q:1.c=[1] P:0@l1 Q:1@l6
                Q:1 l6->l6 => 3
            3: known=1 P:0@l1
                P:0 l1->l2 => 4
            4: known=1 P:0@l2
                P:0 l2->l3 => 5
            5: known=d R:1.d=[] P:0@l3 R:1@l7
                P:0 l3->l4, sends [5] on 1 => 6
            6: known=d R:1.d=[5] P:0@l4 R:1@l7 (end)
        "#]],
    );
}

#[test]
fn processes_know_of_each_other() {
    check(
        "
        global facts: [i32; 8]
        process P active 1 {
            l0 -> l1 do facts[0] = self; facts[1] = process_count; facts[2] = instance_of(Q); facts[3] = instance_of(R); facts[4] = pc(1); facts[5] = Q[1]@here as i32; facts[6] = Q[0]@here as i32; facts[7] = pc(7)
            loc l1 end
        }
        process Q active 2 {
            label here at l3
            entry l3
            loc l2 end
            loc l3 end
        }
        process R {
            loc l4 end
        }",
        expect![[r#"
            0: facts[0]=0 facts[1]=0 facts[2]=0 facts[3]=0 facts[4]=0 facts[5]=0 facts[6]=0 facts[7]=0 P:0@l0 Q:1@l3 Q:2@l3
                P:0 l0->l1 => 1
            1: facts[0]=0 facts[1]=3 facts[2]=1 facts[3]=-1 facts[4]=2 facts[5]=1 facts[6]=0 facts[7]=0 P:0@l1 Q:1@l3 Q:2@l3 (end)
        "#]],
    );
}

#[test]
fn a_remote_variable_is_that_of_the_right_process() {
    check(
        "
        global facts: [i32; 3]
        process P active 1 {
            l0 -> l1 do facts[0] = Q[1]:x; facts[1] = Q[0]:x; facts[2] = Q[7]:x
            loc l1 end
        }
        process Q active 1 {
            var x: i32 = 42
            loc l2 end
        }",
        expect![[r#"
            0: facts[0]=0 facts[1]=0 facts[2]=0 Q:1.x=42 P:0@l0 Q:1@l2
                P:0 l0->l1 => 1
            1: facts[0]=42 facts[1]=0 facts[2]=0 Q:1.x=42 P:0@l1 Q:1@l2 (end)
        "#]],
    );
}

#[test]
fn under_priority_scheduling_only_the_highest_may_move() {
    check(
        "
        scheduling priority
        process P active 1 priority 1 {
            l0 -> l1
            loc l1 end
        }
        process Q active 1 priority 5 {
            l2 -> l3 do set_priority(self, 1)
            l3 -> l4
            loc l4 end
        }
        process R active 1 priority 9 {
            l5 -> l6 when false
            loc l6 end
        }",
        expect![[r#"
            0: P:0.priority=1 Q:1.priority=5 R:2.priority=9 P:0@l0 Q:1@l2 R:2@l5
                Q:1 l2->l3 => 1
            1: P:0.priority=1 Q:1.priority=1 R:2.priority=9 P:0@l0 Q:1@l3 R:2@l5
                Q:1 l3->l4 => 2
                P:0 l0->l1 => 3
            2: P:0.priority=1 Q:1.priority=1 R:2.priority=9 P:0@l0 Q:1@l4 R:2@l5
                P:0 l0->l1 => 4
            3: P:0.priority=1 Q:1.priority=1 R:2.priority=9 P:0@l1 Q:1@l3 R:2@l5
                Q:1 l3->l4 => 4
            4: P:0.priority=1 Q:1.priority=1 R:2.priority=9 P:0@l1 Q:1@l4 R:2@l5 (deadlock)
        "#]],
    );
}

#[test]
fn a_process_of_higher_priority_ends_atomic_control() {
    check(
        "
        scheduling priority
        global x: i32
        process P active 1 priority 1 {
            l0 -> l1 atomic do x = 1
            l1 -> l2
            loc l2 end
        }
        process Q active 1 priority 5 {
            l3 -> l4 when x == 1
            loc l4 end
        }",
        expect![[r#"
            0: x=0 P:0.priority=1 Q:1.priority=5 P:0@l0 Q:1@l3
                P:0 l0->l1 => 1
            1: x=1 P:0.priority=1 Q:1.priority=5 P:0@l1 Q:1@l3
                Q:1 l3->l4 => 2
            2: x=1 P:0.priority=1 Q:1.priority=5 P:0@l1 Q:1@l4
                P:0 l1->l2 => 3
            3: x=1 P:0.priority=1 Q:1.priority=5 P:0@l2 Q:1@l4 (end)
        "#]],
    );
}

#[test]
fn the_receiver_of_highest_priority_is_the_partner() {
    check(
        "
        scheduling priority
        channel c[0] of u8
        global c: chan = new c
        process S active 1 priority 5 {
            l0 -> l1 do c ! 1
            loc l1 end
        }
        process R active 1 priority 2 {
            l2 -> l3 do c ? _
            loc l3 end
        }
        process Q active 1 priority 1 {
            l4 -> l5 do c ? _
            loc l5 end
        }",
        expect![[r#"
            0: c=[] S:0.priority=5 R:1.priority=2 Q:2.priority=1 S:0@l0 R:1@l2 Q:2@l4
                S:0 l0->l1, sends [1] on 1, R:1 l2->l3, receives [1] on 1 => 1
            1: c=[] S:0.priority=5 R:1.priority=2 Q:2.priority=1 S:0@l1 R:1@l3 Q:2@l4 (deadlock)
        "#]],
    );
}
