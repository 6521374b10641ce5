//! Which steps a program can take: rule S4, atomic control and timeout, on top of [`choices`].

use crate::effects::Effects;
use crate::enabled::{Choice, choices};
use crate::eval::{View, evaluate_atom};
use crate::oracle::{Oracle, Zeros};
use crate::state::State;
use crate::step::{Diverges, take};
use tribunal_engine::Step;
use tribunal_ir::{Program, Scheduling};

/// A step, the state after it and what else happens.
pub type Successor = (Step, State, Effects);

/// All steps that can be taken in a state, with what comes of them if all that is left open is 0: processes from the youngest to
/// the oldest, edges in the order of their location, partners from the youngest to the oldest.
///
/// # Errors
/// If one of them does not come to an end.
pub fn successors(program: &Program, state: &State) -> Result<Vec<Successor>, Diverges> {
    let timeout = timeout(program, state);
    let after = |step: Step| {
        let (next, effects) = take(program, state.clone(), timeout, &step, &mut Zeros)?;
        Ok((step, next, effects))
    };
    steps(program, state).into_iter().map(after).collect()
}

/// What comes of a step if all that is left open is 0; `None` if it cannot be taken or does not come
/// to an end.
#[must_use]
pub fn apply(program: &Program, state: &State, step: &Step) -> Option<(State, Effects)> {
    apply_with(program, state.clone(), step, &mut Zeros)
}

/// The same, with somebody to decide what is left open.
#[must_use]
pub fn apply_with(
    program: &Program,
    state: State,
    step: &Step,
    oracle: &mut dyn Oracle,
) -> Option<(State, Effects)> {
    if !steps(program, &state).contains(step) {
        return None;
    }
    let timeout = timeout(program, &state);
    take(program, state, timeout, step, oracle).ok()
}

/// All steps that can be taken in a state, in the order of [`successors`].
#[must_use]
pub fn steps(program: &Program, state: &State) -> Vec<Step> {
    if state.stopped {
        return Vec::new();
    }
    let timeout = timeout(program, state);
    let in_control = |process: &u32| state.exclusive.is_none_or(|it| it == *process);
    let movers = movers(program, state, timeout).into_iter().filter(in_control);
    let steps = movers.flat_map(|process| {
        let choices = choices(View::of_process(program, state, process, timeout));
        let allowed = choices.clone().into_iter().filter(move |choice| {
            program.scheduling != Scheduling::Priority || is_foremost(state, choice, &choices)
        });
        allowed.map(move |Choice { edge, partner }| Step { process, edge, partner })
    });
    steps.collect()
}

/// Whether no process can take a step while `timeout` is false.
#[must_use]
pub fn timeout(program: &Program, state: &State) -> bool {
    state.stopped || movers(program, state, false).is_empty()
}

/// The processes that can move by rules S1 to S4, whoever is in control, from the youngest to the
/// oldest.
pub(crate) fn movers(program: &Program, state: &State, timeout: bool) -> Vec<u32> {
    let able =
        |process: &u32| !choices(View::of_process(program, state, *process, timeout)).is_empty();
    let able: Vec<u32> = state.indices().rev().filter(able).collect();
    let priority = |process: u32| state.processes[process as usize].priority;
    let highest = able.iter().map(|&it| priority(it)).max();
    let allowed = |process: &u32| match program.scheduling {
        Scheduling::Interleaving => true,
        Scheduling::Priority => Some(priority(*process)) == highest,
    };
    able.into_iter().filter(allowed).collect()
}

/// S4 for the receiver at a rendezvous: no process of higher priority could receive instead.
fn is_foremost(state: &State, choice: &Choice, choices: &[Choice]) -> bool {
    let priority =
        |it: &Choice| it.partner.map(|(receiver, _)| state.processes[receiver as usize].priority);
    let rivals = choices.iter().filter(|it| it.edge == choice.edge);
    rivals.map(priority).max() == Some(priority(choice))
}

/// Whether no process can take a step.
#[must_use]
pub fn is_blocked(program: &Program, state: &State) -> bool {
    steps(program, state).is_empty()
}

/// Whether every process is where it may stop, and what an end requires holds.
#[must_use]
pub fn is_valid_end(program: &Program, state: &State) -> bool {
    state.processes.iter().all(|it| program.locs[it.location].marks.end)
        && program.end_requires.is_none_or(|it| evaluate_atom(program, state, it))
}

/// Whether a process could move if priorities and atomic control did not matter, alone or as a
/// partner at a rendezvous.
#[must_use]
pub fn can_move(program: &Program, state: &State, process: u32) -> bool {
    let timeout = timeout(program, state);
    let moves = |mover: u32| {
        choices(View::of_process(program, state, mover, timeout))
            .iter()
            .any(|choice| mover == process || choice.partner.is_some_and(|it| it.0 == process))
    };
    !state.stopped && state.indices().any(moves)
}
