//! All reductions of an automaton, repeated as long as they help.

use crate::automaton::Automaton;
use crate::bdd::Bdds;
use crate::marks::{Transient, canonicalise, canonicalise_states, trim};
use crate::simulation::{self, Direction};

/// Reduces a generalised automaton; the language stays.
pub(crate) fn reduce(automaton: &mut Automaton, bdds: &mut Bdds) {
    repeat(automaton, |automaton| {
        for transient in [Transient::Marked, Transient::Unmarked] {
            for direction in [Direction::Forward, Direction::Backward] {
                trim(automaton);
                canonicalise(automaton, transient);
                simulation::reduce(automaton, bdds, direction);
            }
        }
        trim(automaton);
    });
}

/// Reduces a state-based automaton, which stays one.
pub(crate) fn reduce_states(automaton: &mut Automaton, bdds: &mut Bdds) {
    repeat(automaton, |automaton| {
        for transient in [Transient::Marked, Transient::Unmarked] {
            for direction in [Direction::Forward, Direction::Backward] {
                trim(automaton);
                canonicalise_states(automaton, transient);
                simulation::reduce(automaton, bdds, direction);
            }
        }
        trim(automaton);
        canonicalise_states(automaton, Transient::Unmarked);
    });
}

/// Repeats until the automaton stops getting smaller.
fn repeat(automaton: &mut Automaton, mut step: impl FnMut(&mut Automaton)) {
    let size = |it: &Automaton| (it.states.len(), it.n_transitions(), it.n_marks);
    loop {
        let before = size(automaton);
        step(automaton);
        if before <= size(automaton) {
            return;
        }
    }
}
