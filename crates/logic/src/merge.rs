//! States merged one pair at a time, as long as the language stays.
//!
//! Simulation merges states for a local reason. S. Gurumurthy, R. Bloem, F. Somenzi: *Fair simulation minimization*, CAV 2002,
//! merge first and then check, by fair simulation, that nothing was added. Here the check is exact: a merger
//! can only add words, and the automaton of the negated formula knows which words must not be added. A merger is
//! not made if it would make searches harder, which a smaller automaton would not make up for.

use crate::automaton::{Automaton, Marks};
use crate::bdd::Bdds;
use crate::buchi::{Buchi, Strength, to_buchi};
use crate::disjoint::are_disjoint;
use crate::reduce::reduce_states;

/// Pairs of transitions looked at in all, over all mergers tried.
const MAX_STEPS: usize = 1 << 18;

/// Merges states of a state-based automaton while it accepts nothing that `complement` accepts.
pub(crate) fn merge(automaton: &mut Automaton, complement: &Automaton, bdds: &mut Bdds) {
    let mut steps = 0;
    while let Some(smaller) = first_merger(automaton, complement, bdds, &mut steps) {
        *automaton = smaller;
    }
}

/// The first merger of two states that keeps the language, reduced.
fn first_merger(
    automaton: &Automaton,
    complement: &Automaton,
    bdds: &mut Bdds,
    steps: &mut usize,
) -> Option<Automaton> {
    let difficulty_before = difficulty(automaton, bdds)?;
    for second in 1..automaton.states.len() {
        for first in 0..second {
            let mut candidate = merged(automaton, first, second);
            *steps += candidate.n_transitions() * complement.n_transitions();
            if MAX_STEPS < *steps {
                return None;
            }
            if are_disjoint(&candidate, complement, bdds) {
                reduce_states(&mut candidate, bdds);
                if difficulty(&candidate, bdds)? <= difficulty_before {
                    return Some(candidate);
                }
            }
        }
    }
    None
}

/// How hard searches with the automaton are: by the acceptance condition, then by nondeterminism.
fn difficulty(automaton: &Automaton, bdds: &mut Bdds) -> Option<(Strength, bool)> {
    let buchi: Buchi = to_buchi(automaton, bdds).ok()?;
    Some((buchi.strength(), !buchi.is_deterministic()))
}

/// The automaton in which `first` does what `second` did, too.
fn merged(automaton: &Automaton, first: usize, second: usize) -> Automaton {
    let rename = |state: usize| if state == second { first } else { state };
    let mut result = automaton.clone();
    let moved = std::mem::take(&mut result.states[second]);
    let marks = moved.iter().chain(&result.states[first]).map(|it| it.marks);
    let marks = marks.fold(Marks::default(), Marks::union);
    result.states[first].extend(moved);
    for it in &mut result.states[first] {
        it.marks = marks;
    }
    for it in result.states.iter_mut().flatten() {
        it.target = rename(it.target);
    }
    result.initial = rename(result.initial);
    result.restrict(|_| true);
    result
}
