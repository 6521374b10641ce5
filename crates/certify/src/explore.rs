//! All states of a program that leaves no value open, by the reference semantics.

use rustc_hash::FxHashSet;
use tribunal_engine::{End, Step, Trace};
use tribunal_exec::{State, apply, initial, is_valid_end, steps};
use tribunal_ir::{Program, PropId, PropertyKind};

/// What came of it.
pub(crate) enum Explored {
    /// A run violates a property.
    Refuted(PropId, Trace),
    /// No state does, and these are all.
    All { states: u64 },
    /// There are more than could be visited.
    Some,
}

/// How many steps are taken between two questions whether to go on.
pub(crate) const PATIENCE: u64 = 1 << 8;

/// Visits states, breadth first, until so many steps were taken, or somebody says no. Each is shown to somebody.
pub(crate) fn explore(
    program: &Program,
    properties: &[PropId],
    most: u64,
    watch: &mut dyn FnMut(&State),
    go_on: &mut dyn FnMut() -> bool,
) -> Explored {
    let first = initial(program);
    // Each state with how it was reached first.
    let mut order: Vec<(State, Option<(usize, Step)>)> = vec![(first.clone(), None)];
    let mut seen: FxHashSet<State> = FxHashSet::default();
    seen.insert(first);
    let asks_ends = |it: &&PropId| program.props[**it].kind == PropertyKind::EndStates;
    let ends = properties.iter().find(asks_ends);
    let (mut at, mut left) = (0, most);
    while at < order.len() {
        let state = order[at].0.clone();
        watch(&state);
        let possible = steps(program, &state);
        if let (Some(property), true) = (ends, possible.is_empty())
            && !state.stopped
            && !is_valid_end(program, &state)
        {
            let steps = way(&order, at);
            return Explored::Refuted(*property, Trace::new(steps, End::Deadlock));
        }
        for step in possible {
            if left == 0 || left.is_multiple_of(PATIENCE) && !go_on() {
                return Explored::Some;
            }
            left -= 1;
            // An indivisible step may come to no end.
            let Some((next, effects)) = apply(program, &state, &step) else {
                return Explored::Some;
            };
            let violated =
                effects.violations().map(|(it, _)| it).find(|it| properties.contains(it));
            if let Some(property) = violated {
                let mut steps = way(&order, at);
                steps.push(step);
                return Explored::Refuted(property, Trace::new(steps, End::Violation));
            }
            if seen.insert(next.clone()) {
                order.push((next, Some((at, step))));
            }
        }
        at += 1;
    }
    Explored::All { states: order.len() as u64 }
}

/// The steps to a state.
fn way(order: &[(State, Option<(usize, Step)>)], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some((before, step)) = order[at].1 {
        steps.push(step);
        at = before;
    }
    steps.reverse();
    steps
}
