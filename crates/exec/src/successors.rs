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
    let Enabled { steps, timeout } = enabled(program, state);
    let after = |step: Step| {
        let (next, effects) = take(program, state.clone(), timeout, &step, &mut Zeros)?;
        Ok((step, next, effects))
    };
    steps.into_iter().map(after).collect()
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
    let timeout = timeout(program, &state);
    if !state.indices().any(|it| it == step.process)
        || !steps_of(program, &state, timeout, step.process).contains(step)
    {
        return None;
    }
    take(program, state, timeout, step, oracle).ok()
}

/// All steps that can be taken in a state, in the order of [`successors`].
#[must_use]
pub fn steps(program: &Program, state: &State) -> Vec<Step> {
    enabled(program, state).steps
}

/// What can be done in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enabled {
    /// All steps that can be taken, in the order of [`successors`].
    pub steps: Vec<Step>,
    /// What `timeout` is.
    pub timeout: bool,
}

/// What can be done in a state.
#[must_use]
pub fn enabled(program: &Program, state: &State) -> Enabled {
    let steps = |timeout: bool| -> Vec<Step> {
        let processes = state.indices().rev();
        processes.flat_map(|process| steps_of(program, state, timeout, process)).collect()
    };
    // A step that can be taken while `timeout` is false makes it so.
    let without = steps(false);
    if !without.is_empty() {
        return Enabled { steps: without, timeout: false };
    }
    let timeout = timeout(program, state);
    Enabled { steps: if timeout { steps(true) } else { without }, timeout }
}

/// The steps that a process can begin.
fn steps_of(program: &Program, state: &State, timeout: bool, process: u32) -> Vec<Step> {
    let in_control = state.exclusive.is_none_or(|it| it == process);
    if state.stopped || !in_control || !is_allowed(program, state, timeout, process) {
        return Vec::new();
    }
    let choices = choices(View::of_process(program, state, process, timeout));
    let allowed = choices.iter().filter(|choice| {
        program.scheduling != Scheduling::Priority || is_foremost(state, choice, &choices)
    });
    allowed.map(|&Choice { edge, partner }| Step { process, edge, partner }).collect()
}

/// Whether no process can take a step while `timeout` is false.
#[must_use]
pub fn timeout(program: &Program, state: &State) -> bool {
    state.stopped || !state.indices().any(|process| is_able(program, state, false, process))
}

/// Whether a process has choices by rules S1 to S3.
fn is_able(program: &Program, state: &State, timeout: bool, process: u32) -> bool {
    !choices(View::of_process(program, state, process, timeout)).is_empty()
}

/// Whether a process can move by rules S1 to S4, whoever is in control.
pub(crate) fn is_mover(program: &Program, state: &State, timeout: bool, process: u32) -> bool {
    is_able(program, state, timeout, process) && is_allowed(program, state, timeout, process)
}

/// S4: whether no process of higher priority can move, whoever is in control.
fn is_allowed(program: &Program, state: &State, timeout: bool, process: u32) -> bool {
    let priority = |process: u32| state.processes[process as usize].priority;
    let is_rival = |rival: &u32| priority(*rival) > priority(process);
    program.scheduling != Scheduling::Priority
        || !state.indices().filter(is_rival).any(|rival| is_able(program, state, timeout, rival))
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

/// Whether every process is where it may stop, and what an end requires holds; or one is where it stops all.
#[must_use]
pub fn is_valid_end(program: &Program, state: &State) -> bool {
    let mut marks = state.processes.iter().map(|it| program.locs[it.location].marks);
    marks.clone().any(|it| it.halt)
        || marks.all(|it| it.end)
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
