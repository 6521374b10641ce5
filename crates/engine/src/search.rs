//! What searches have in common: when they are over, and which questions need none.

use crate::certificate::Certificate;
use crate::context::Context;
use crate::task::{Outcome, Task};
use crate::trace::Trace;
use crate::verdict::{Reason, Verdict};
use tribunal_ir::{ProcessKind, Program, PropId, PropertyKind};

/// When a search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// When a violation of each property is known, or everything has been seen.
    First,
    /// When everything has been seen.
    All,
}

/// How many further traces of properties that failed are kept: each will be replayed.
pub const FURTHER_TRACES: usize = 100;

/// Whether what was not found has been settled by another engine meanwhile.
#[must_use]
pub fn is_over(found: &[(PropId, Option<Trace>)], errors: Errors, cx: &Context<'_>) -> bool {
    errors == Errors::First
        && found.iter().any(|it| it.1.is_some())
        && found.iter().all(|it| it.1.is_some() || cx.is_settled(it.0))
}

/// The properties of a task that are to be searched for, after the others were answered: of those that finite runs can violate, the edges alone may tell;
/// `refused` names the rest, of which nothing is known.
pub fn sift(task: &Task<'_>, refused: &str, outcome: &mut Outcome) -> Vec<PropId> {
    let program = task.program;
    let mut searched = Vec::new();
    for &property in task.properties {
        if !program.props[property].kind.is_safety() {
            let (what, span) = (refused.to_owned(), program.props[property].span);
            outcome.leave_open(&[property], &Reason::Unsupported { what, span });
        } else if let Some(verdict) = without_search(program, property) {
            outcome.verdicts.push((property, verdict));
        } else {
            searched.push(property);
        }
    }
    searched
}

/// What can be said of a safety property by looking at the edges alone.
#[must_use]
pub fn without_search(program: &Program, property: PropId) -> Option<Verdict> {
    if program.props[property].kind != PropertyKind::Unreachable {
        return None;
    }
    let violating = program.edges.values().filter(|edge| {
        edge.violates.as_ref().is_some_and(|violation| violation.property == property)
    });
    let (mut in_claims, mut in_program) = (None, false);
    for edge in violating {
        match program.procs[program.locs[edge.from].process].kind {
            ProcessKind::Ordinary | ProcessKind::Function => in_program = true,
            ProcessKind::Claim => in_claims = Some(edge.span),
        }
    }
    match (in_program, in_claims) {
        // No step of the program shows the move of a claim, so that no trace could end there.
        (_, Some(span)) => Some(Verdict::Maybe(Reason::Unsupported {
            what: "assertions in claims".into(),
            span: Some(span),
        })),
        (true, None) => None,
        (false, None) => Some(Verdict::True(Certificate::Absent)),
    }
}

/// Whether all of a program was translated.
///
/// # Errors
/// If not: what was not.
pub fn translated(program: &Program) -> Result<(), Reason> {
    match program.unsupported.first() {
        Some(it) => Err(Reason::Unsupported { what: it.what.clone(), span: Some(it.span) }),
        None => Ok(()),
    }
}
