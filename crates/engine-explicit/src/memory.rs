//! Exhaustive search of programs with memory, calls and arbitrary values, on the states of the reference semantics.
//!
//! Such states have no fixed layout, so nothing is compiled. Between choices a run is simply followed; states
//! are stored only where it may go on in several ways, and at some heads of loops after that, so that a
//! deterministic program costs no memory however long it runs. That such a stretch goes round in a circle is found out
//! by comparing states at distances that double (R. P. Brent, An improved Monte Carlo factorization
//! algorithm, BIT 1980).
//!
//! Read `search` first, then `canonical` (which states are equal) and `choice` (which values are tried).

pub(crate) mod canonical;
pub(crate) mod choice;
mod search;
mod trace;

use crate::{Errors, undecided, without_search};
use canonical::Naming;
use search::{Ended, Search};
use tribunal_engine::{Context, Outcome, Proof, Reason, Remark, Task, Verdict};
use tribunal_ir::decisive::{assumptions, decisions};
use tribunal_ir::{Program, PropId, PropertyKind};

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
            None => Ok(Proof::Exhausted { states: outcome.statistics.states }),
            Some(gap) => Err(gap),
        },
        Ended::Because(reason) => Err(reason),
        Ended::Found | Ended::AddressSeen => Err(Reason::Stopped),
    };
    if rest.is_ok() {
        outcome.remarks = remarks(task.program, properties, &search);
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

/// What a complete search says little about: violations that no run comes near, assumptions that no run passes.
fn remarks(program: &Program, properties: &[PropId], search: &Search<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (edge, points) in decisions(program, &properties.iter().copied().collect()) {
        if !points.iter().any(|it| search.has_reached(*it)) {
            remarks.push(Remark::Unreached(edge));
        }
    }
    for edge in assumptions(program) {
        let (from, to) = (program.edges[edge].from, program.edges[edge].to);
        if search.has_reached(from) && !search.has_reached(to) {
            remarks.push(match search.ends {
                true => Remark::NeverPassed(edge),
                false => Remark::Contradiction(edge),
            });
        }
    }
    remarks
}
