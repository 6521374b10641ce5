//! Runs that show the answer to a formula of computation tree logic.
//!
//! What follows from one run whatever else the program does is found by taking the run for a structure of which the rest is not known
//! ([`follows_from`]): nothing of the search that found the run is believed. Where a run is not enough, the labelling of the states is checked ([`check_labelling`]).

mod labelling;

pub use labelling::check_labelling;

use crate::Rejected;
use crate::replay::{Replay, ensure};
use tribunal_base::Kleene;
use tribunal_engine::{End, Trace};
use tribunal_exec::{State, evaluate_atom, is_blocked};
use tribunal_ir::{ExprId, Program, Visibility};
use tribunal_logic::ctl::Formula;
use tribunal_logic::ctl::explain::follows_from;

/// A formula about a program.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The program.
    pub program: &'a Program,
    /// Which states are seen.
    pub visibility: &'a Visibility,
    /// The formula.
    pub formula: &'a Formula,
    /// Its atoms, in order: `Bool` expressions.
    pub atoms: &'a [ExprId],
}

/// What a run alone tells about a formula.
///
/// # Errors
/// If it is no run of the program.
pub fn judge(question: Question<'_>, trace: &Trace) -> Result<Kleene, Rejected> {
    let Question { program, visibility, formula, atoms } = question;
    let holds = |state: &State| -> Vec<bool> {
        atoms.iter().map(|it| evaluate_atom(program, state, *it)).collect()
    };
    // What holds in the states that are seen, each with the number of steps before it.
    let mut seen: Vec<(usize, Vec<bool>)> = Vec::new();
    let mut is_news = true;
    let mut before_cycle = None;
    let back_to = match trace.end {
        End::Cycle { back_to } => Some(back_to),
        _ => None,
    };
    let last = Replay { program, trace }.run(|number, state, effects| {
        is_news |= effects.edges().any(|(process, edge)| {
            let at = state.process(process.into()).map(|it| it.location);
            visibility.is_seen(edge, at.unwrap_or(program.edges[edge].to))
        });
        if is_news && state.is_seen() {
            seen.push((number, holds(state)));
            is_news = false;
        }
        if back_to == Some(number) {
            before_cycle = Some(state.clone());
        }
        Ok(())
    })?;
    let mut states: Vec<Vec<bool>> = seen.iter().map(|(_, it)| it.clone()).collect();
    let mut returns = None;
    let rests = match (trace.end, back_to) {
        (End::Cycle { .. }, Some(back_to)) => {
            let is_same = before_cycle.is_some_and(|it| it.matches(&last, program));
            ensure(is_same, "the state after the cycle is not the one before it")?;
            returns = seen.iter().position(|(number, _)| back_to < *number);
            returns.is_none()
        }
        (End::Stutter, _) => {
            let is_over = last.stopped || is_blocked(program, &last);
            ensure(is_over, "a process can still move at the end")?;
            true
        }
        _ => false,
    };
    if let (true, Some(staying)) = (rests, states.last().cloned()) {
        returns = Some(states.len());
        states.push(staying);
    }
    let values: Vec<Vec<bool>> =
        (0..atoms.len()).map(|atom| states.iter().map(|it| it[atom]).collect()).collect();
    Ok(follows_from(formula, states.len(), returns, &values))
}
