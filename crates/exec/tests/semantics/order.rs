//! The order of successors, and `apply`.

use crate::explore::program;
use tribunal_exec::{apply, can_move, initial, successors};

#[test]
fn the_youngest_process_comes_first_and_edges_in_list_order() {
    let program = program(
        "
        process P active 2 {
            l0 -> l1
            l0 -> l2
            loc l1 end
            loc l2 end
        }",
    );
    let steps = successors(&program, &initial(&program)).expect("steps end");
    let order: Vec<_> =
        steps.iter().map(|(step, ..)| (step.process, program.edges[step.edge].to)).collect();
    let targets: Vec<_> = program.edges.values().map(|it| it.to).collect();
    assert_eq!(order, [(1, targets[0]), (1, targets[1]), (0, targets[0]), (0, targets[1])]);
}

#[test]
fn apply_takes_exactly_the_steps_there_are() {
    let program = program(
        "
        channel c[0] of u8
        global c: chan = new c
        process S active 1 {
            l0 -> l1 do c ! 1
            loc l1 end
        }
        process R active 1 {
            l2 -> l3 do c ? 1
            l2 -> l4 do c ? 2
            loc l3 end
            loc l4 end
        }",
    );
    let state = initial(&program);
    let steps = successors(&program, &state).expect("steps end");
    let [(step, next, effects)] = &steps[..] else { panic!("there should be one step") };
    assert_eq!(apply(&program, &state, step), Some((next.clone(), effects.clone())));
    assert_eq!(apply(&program, next, step), None);

    let mut alone = *step;
    alone.partner = None;
    assert_eq!(apply(&program, &state, &alone), None);

    let mut mismatched = *step;
    mismatched.partner = program.edges.ids().nth(2).map(|edge| (1, edge));
    assert_eq!(apply(&program, &state, &mismatched), None);
}

#[test]
fn being_able_to_move_ignores_control_and_priority() {
    let program = program(
        "
        scheduling priority
        channel c[0] of u8
        global c: chan = new c
        process P active 1 priority 9 {
            l0 -> l1 atomic
            l1 -> l2
            loc l2 end
        }
        process S active 1 {
            l3 -> l4 do c ! 1
            loc l4 end
        }
        process R active 1 {
            l5 -> l6 do c ? 1
            loc l6 end
        }
        process Q active 1 {
            l7 -> l8 do c ? 2
            loc l8 end
        }",
    );
    let state = initial(&program);
    let (_, state, _) = successors(&program, &state).expect("steps end").remove(0);
    assert_eq!(state.exclusive, Some(0));
    let able: Vec<bool> = (0..5).map(|process| can_move(&program, &state, process)).collect();
    assert_eq!(able, [true, true, true, false, false]);
}
