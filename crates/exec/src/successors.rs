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
    let Enabled { steps, timeout } = enabled(program, &state);
    if !steps.contains(step) {
        return None;
    }
    take(program, state, timeout, step, oracle).ok()
}

/// What can be done in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enabled {
    /// All steps that can be taken, in the order of [`successors`].
    pub steps: Vec<Step>,
    /// What `timeout` is.
    pub timeout: bool,
}

/// All steps that can be taken in a state, in the order of [`successors`].
#[must_use]
pub fn steps(program: &Program, state: &State) -> Vec<Step> {
    enabled(program, state).steps
}

/// What can be done in a state.
#[must_use]
pub fn enabled(program: &Program, state: &State) -> Enabled {
    if state.stopped {
        return Enabled { steps: Vec::new(), timeout: true };
    }
    let without = movers(program, state, false);
    let timeout = without.is_empty();
    let movers = if timeout { movers(program, state, true) } else { without };
    let in_control = |it: &Mover| state.exclusive.is_none_or(|process| process == it.process);
    let steps = movers.into_iter().filter(in_control).flat_map(|Mover { process, choices }| {
        let allowed = |choice: &&Choice| {
            program.scheduling != Scheduling::Priority || is_foremost(state, choice, &choices)
        };
        let step = |&Choice { edge, partner }: &Choice| Step { process, edge, partner };
        choices.iter().filter(allowed).map(step).collect::<Vec<_>>()
    });
    Enabled { steps: steps.collect(), timeout }
}

/// Whether no process can take a step while `timeout` is false.
#[must_use]
pub fn timeout(program: &Program, state: &State) -> bool {
    state.stopped || movers(program, state, false).is_empty()
}

/// A process that can move, and how.
pub(crate) struct Mover {
    /// Its index.
    pub(crate) process: u32,
    choices: Vec<Choice>,
}

/// The processes that can move by rules S1 to S4, whoever is in control, from the youngest to the
/// oldest.
pub(crate) fn movers(program: &Program, state: &State, timeout: bool) -> Vec<Mover> {
    let mover = |process: u32| {
        let choices = choices(View::of_process(program, state, process, timeout));
        (!choices.is_empty()).then_some(Mover { process, choices })
    };
    let mut able: Vec<Mover> = state.indices().rev().filter_map(mover).collect();
    if program.scheduling == Scheduling::Priority {
        let priority = |it: &Mover| state.processes[it.process as usize].priority;
        let highest = able.iter().map(priority).max();
        able.retain(|it| Some(priority(it)) == highest);
    }
    able
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
