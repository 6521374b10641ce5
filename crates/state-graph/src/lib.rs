//! The whole state graph of a program, for logics that look at all ways on from a state.
//!
//! Which states count is the question's business ([`Visibility`]); the steps between two that do are one transition. A run that is not seen any more, since it ends
//! or goes round in unseen states, stays in the last state that was seen: such a state has a twin that only
//! leads to itself. A state of a sequential program that is stuck at an assumption does not exist, nor do those from
//! where all runs get stuck.
//!
//! States are those of the reference semantics, kept by their keys (`states::canonical`). All steps are taken once, whoever is seen; where there is only one thing to
//! do and nothing to be seen, several are one *leg* and the states in between are not kept. Read `steps` first (what follows a state), then `legs` (the graph of all that is
//! kept), `fold` (transitions between the states that are seen), `trace`, `settle` and `rounds` (answers to formulas).

mod fold;
mod legs;
mod rounds;
mod samples;
mod settle;
mod steps;
mod trace;

use legs::Legs;
pub use rounds::settle_further;
pub use settle::settle_near;
use steps::Halt;
use tribunal_engine::{Context, Reason, Statistics, Trace};
use tribunal_ir::{ExprId, Program, Visibility};
use tribunal_logic::ctl::{Path, Structure};
use tribunal_states::canonical::Naming;

/// A program that is watched.
#[derive(Clone, Copy, Debug)]
pub struct Watched<'a> {
    /// The program.
    pub program: &'a Program,
    /// Which states are seen.
    pub visibility: &'a Visibility,
    /// What is asked of them: `Bool` expressions.
    pub atoms: &'a [ExprId],
}

/// The states of a program that are seen. The first one is state 0.
pub struct StateGraph<'a> {
    watched: Watched<'a>,
    naming: Naming,
    legs: Legs,
    /// How many states are seen; those after them are twins.
    seen: usize,
    /// The states and transitions, with what is asked.
    pub structure: Structure,
    /// What it cost.
    pub statistics: Statistics,
    /// Why there may be more states and transitions.
    pub gap: Option<Reason>,
}

/// How far a program is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many states are seen at most.
    pub most: usize,
    /// Which come first.
    pub first: First,
}

/// Which states come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Those that short runs come to.
    Near,
    /// Those that follow the last one: long runs, that may come round.
    Next,
}

impl Extent {
    /// All states.
    pub const ALL: Self = Self { most: usize::MAX, first: First::Near };
}

/// Explores a program, as far as it is told to. If there is more, or something cannot be explored, that is a gap.
///
/// # Errors
/// If a limit is reached.
pub fn explore<'a>(
    watched: Watched<'a>,
    extent: Extent,
    cx: &mut Context<'_>,
) -> Result<StateGraph<'a>, Reason> {
    cx.phase("state graph");
    match build(watched, Naming::Canonical, extent, cx) {
        // What was taken for equal may not be.
        Err(Halt::AddressSeen) => build(watched, Naming::Exact, extent, cx),
        built => built,
    }
    .map_err(|halt| match halt {
        Halt::Because(reason) => reason,
        Halt::AddressSeen => {
            Reason::Unsupported { what: "a program that looks at addresses".to_owned(), span: None }
        }
    })
}

fn build<'a>(
    watched: Watched<'a>,
    naming: Naming,
    extent: Extent,
    cx: &mut Context<'_>,
) -> Result<StateGraph<'a>, Halt> {
    let legs::Found { legs, atoms, mut statistics, gap } = legs::find(watched, naming, extent, cx)?;
    let fold::Folded { structure, transitions } = fold::fold(&legs, atoms, cx)?;
    statistics.states = structure.states as u64;
    statistics.transitions = transitions;
    let seen = legs.seen.len();
    Ok(StateGraph { watched, naming, legs, seen, structure, statistics, gap })
}

impl StateGraph<'_> {
    /// The run along a path from the first state; `None` if it cannot be found again.
    #[must_use]
    pub fn trace(&self, path: &Path) -> Option<Trace> {
        trace::trace(self, path)
    }
}
