//! Exhaustive search of programs with memory, calls and arbitrary values, on the states of the reference semantics.
//!
//! Such states have no fixed layout, so nothing is compiled. Between choices a run is simply followed; states
//! are stored only where it may go on in several ways, and at some heads of loops after that, so that a
//! deterministic program costs no memory however long it runs. That such a stretch goes round in a circle is found out
//! by comparing states at distances that double (R. P. Brent, An improved Monte Carlo factorization
//! algorithm, BIT 1980).
//!
//! Of several threads, one whose next step nobody else can see moves first (`private`).
//!
//! What has no memory in it after all, and whose arbitrary values are few or told apart by few comparisons (`classes`), is translated for the compiled search
//! (`flat`); where there are too many numbers for that, intervals of them may be few (`boxes`), also where a few objects are only handed on and freed (`tokens`). Where memory holds lists that grow without end, rows of nodes that are alike are one (`lists`).
//!
//! Read `search` first, then `canonical` (which states are equal) and `choice` (which values are tried).

mod boxes;
pub(crate) mod canonical;
pub(crate) mod choice;
pub(crate) mod classes;
mod flat;
mod intervals;
mod lists;
mod private;
mod search;
mod tokens;
mod trace;
mod uses;

pub use boxes::Boxes;
pub use lists::Lists;

use crate::{Code, Errors, Explicit, Order, undecided, without_search};
use canonical::Naming;
use flat::{Flat, Open, flatten};
use search::{Ended, Search};
use tribunal_base::Id;
use tribunal_engine::{Certificate, Context, Outcome, Reason, Remark, Task, Verdict};
use tribunal_ir::decisive::{assumptions, decisions};
use tribunal_ir::{LocId, Program, PropId, PropertyKind};

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) errors: Errors,
    /// How many steps it takes at most, and how many once there was a choice.
    pub(crate) steps: Option<Steps>,
}

/// The steps of a search that is to be short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) most: u64,
    pub(crate) after_choice: u64,
}

/// Settles the properties of a task that finite runs can violate.
pub(crate) fn settle(task: &Task<'_>, reach: Reach, cx: &mut Context<'_>) -> Outcome {
    let program = task.program;
    let mut outcome = Outcome::default();
    let mut searched = Vec::new();
    for &property in task.properties {
        match program.props[property].kind {
            PropertyKind::Unreachable | PropertyKind::EndStates => {
                match without_search(program, property) {
                    Some(verdict) => outcome.verdicts.push((property, verdict)),
                    None => searched.push(property),
                }
            }
            PropertyKind::NoAcceptanceCycle
            | PropertyKind::NoNonProgressCycle
            | PropertyKind::Ltl(_)
            | PropertyKind::Never(_) => {
                let what = "properties of infinite runs of a program with memory".to_owned();
                let span = program.props[property].span;
                undecided(&[property], &Reason::Unsupported { what, span }, &mut outcome);
            }
        }
    }
    if !searched.is_empty() {
        cx.phase("exploration");
        explore(task, &searched, reach, cx, &mut outcome);
    }
    let position = |property: PropId| task.properties.iter().position(|&it| it == property);
    outcome.verdicts.sort_by_key(|(property, _)| position(*property));
    outcome
}

fn explore(
    task: &Task<'_>,
    properties: &[PropId],
    reach: Reach,
    cx: &mut Context<'_>,
    outcome: &mut Outcome,
) {
    let is_flat = |it: &PropId| task.program.props[*it].kind == PropertyKind::Unreachable;
    if properties.iter().all(is_flat)
        && let Some(flat) = flatten(task.program, Open::Chosen)
    {
        return explore_flat(task.program, &flat, properties, reach, cx, outcome);
    }
    let mut search = Search::new(task.program, properties, reach, Naming::Canonical);
    let mut ended = search.run(cx);
    if let Ended::AddressSeen = ended {
        // What was taken for equal may not be.
        search = Search::new(task.program, properties, reach, Naming::Exact);
        ended = search.run(cx);
    }
    outcome.statistics = search.statistics();
    let rest = match ended {
        Ended::Complete => match search.gap.take() {
            None => Ok(Certificate::Exhausted { states: outcome.statistics.states }),
            Some(gap) => Err(gap),
        },
        Ended::Because(reason) => Err(reason),
        Ended::Found | Ended::AddressSeen => Err(Reason::Stopped),
    };
    if rest.is_ok() {
        outcome.remarks = remarks(task.program, properties, &search.reached, search.ends);
    }
    for (property, trace) in search.found {
        let verdict = match (trace, &rest) {
            (Some(trace), _) => Verdict::False(trace),
            (None, Ok(proof)) => Verdict::True(proof.clone()),
            (None, Err(reason)) => Verdict::Maybe(reason.clone()),
        };
        outcome.verdicts.push((property, verdict));
    }
    outcome.more_traces = search.more;
}

/// Searches the flat copy of a program. Short runs come first: there may be no end to the others.
fn explore_flat(
    program: &Program,
    flat: &Flat,
    properties: &[PropId],
    reach: Reach,
    cx: &mut Context<'_>,
    outcome: &mut Outcome,
) {
    // Machine code is not worth while for a short search.
    let code = if reach.steps.is_some() { Code::Interpreted } else { Code::Native };
    let (order, errors) = (Order::BreadthFirst, reach.errors);
    let engine = Explicit { order, errors, code, ..Explicit::default() };
    let mut found = Outcome::default();
    engine.reach(&flat.program, properties, &mut found, cx);
    for (property, verdict) in found.verdicts {
        let verdict = match verdict {
            Verdict::False(trace) => {
                flat.lift(program, property, &trace, cx).map_or_else(Verdict::Maybe, Verdict::False)
            }
            other => other,
        };
        outcome.verdicts.push((property, verdict));
    }
    for (property, trace) in found.more_traces {
        if let Ok(lifted) = flat.lift(program, property, &trace, cx) {
            outcome.more_traces.push((property, lifted));
        }
    }
    if let Some(unreached) = found.unreached {
        let reached = flat.reached(program, &unreached);
        // Whether it ends or goes on for ever makes no difference.
        outcome.remarks = remarks(program, properties, &reached, true);
    }
    outcome.statistics = found.statistics;
}

/// What a complete search says little about: violations that no run comes near, assumptions that no run passes.
fn remarks(program: &Program, properties: &[PropId], reached: &[bool], ends: bool) -> Vec<Remark> {
    let has_reached = |it: LocId| reached[it.index()];
    let mut remarks = Vec::new();
    for (edge, points) in decisions(program, &properties.iter().copied().collect()) {
        if !points.iter().any(|it| has_reached(*it)) {
            remarks.push(Remark::Unreached(edge));
        }
    }
    for edge in assumptions(program) {
        let (from, to) = (program.edges[edge].from, program.edges[edge].to);
        if has_reached(from) && !has_reached(to) {
            remarks.push(match ends {
                true => Remark::NeverPassed(edge),
                false => Remark::Contradiction(edge),
            });
        }
    }
    remarks
}
