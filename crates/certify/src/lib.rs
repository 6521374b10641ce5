//! Believes no engine: replays every counterexample on the reference semantics and judges, from
//! the definitions alone, whether the run it describes violates the property.
//!
//! This crate shares no code with any engine. It stands on `tribunal-exec`, which says what a step
//! is, and on the direct semantics of temporal logic in `tribunal_logic::lasso`; no automaton made
//! from a formula is involved.

mod claim;
mod cycle;
mod replay;
mod temporal;

use replay::Replay;
use tribunal_engine::{Assurance, End, Fairness, Proof, Trace, Verdict};
use tribunal_ir::{ProcessKind, Program, PropId, PropertyKind};

/// Evidence that does not show what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// What is wrong with it: lower case, no full stop.
    pub why: String,
}

impl Rejected {
    pub(crate) fn because(why: impl Into<String>) -> Self {
        Self { why: why.into() }
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Rejected {}

/// Checks the evidence of a verdict on a property, where only runs that are fair count.
///
/// # Errors
/// If the evidence does not support the verdict.
pub fn check(
    program: &Program,
    property: PropId,
    fairness: Fairness,
    verdict: &Verdict,
) -> Result<Assurance, Rejected> {
    if let Verdict::Maybe(_) = verdict {
        return Ok(Assurance::Trusted);
    }
    if let Some(unsupported) = program.unsupported.first() {
        let what = &unsupported.what;
        return Err(Rejected::because(format!("the program was not translated: {what}")));
    }
    match verdict {
        Verdict::Maybe(_) | Verdict::True(Proof::Exhausted { .. }) => Ok(Assurance::Trusted),
        Verdict::True(Proof::Absent) => check_absent(program, property),
        Verdict::True(_) => Err(Rejected::because("the proof is of an unknown kind")),
        Verdict::False(trace) => check_trace(program, property, fairness, trace),
    }
}

/// Checks that nothing in the program could ever violate the property.
fn check_absent(program: &Program, property: PropId) -> Result<Assurance, Rejected> {
    let possible = match program.props[property].kind {
        PropertyKind::Unreachable => program
            .edges
            .values()
            .any(|edge| edge.violates.as_ref().is_some_and(|it| it.property == property)),
        PropertyKind::NoAcceptanceCycle => program
            .locs
            .values()
            .any(|it| it.marks.accept && program.procs[it.process].kind == ProcessKind::Ordinary),
        PropertyKind::EndStates
        | PropertyKind::NoNonProgressCycle
        | PropertyKind::Ltl(_)
        | PropertyKind::Never(_) => true,
    };
    if possible {
        return Err(Rejected::because("the program can violate the property"));
    }
    Ok(Assurance::Checked)
}

/// Checks that a trace is a run of the program and violates the property.
fn check_trace(
    program: &Program,
    property: PropId,
    fairness: Fairness,
    trace: &Trace,
) -> Result<Assurance, Rejected> {
    let replay = Replay::new(program, trace)?;
    match (program.props[property].kind, trace.end) {
        (PropertyKind::Unreachable, End::Violation) => replay.ends_in_violation_of(property)?,
        (PropertyKind::EndStates, End::Deadlock) => replay.ends_in_deadlock()?,
        (PropertyKind::NoAcceptanceCycle, End::Cycle { back_to }) => {
            let lasso = replay.cycle(back_to, fairness)?;
            cycle::has_acceptance(program, &lasso)?;
        }
        (PropertyKind::NoNonProgressCycle, End::Cycle { back_to }) => {
            let lasso = replay.cycle(back_to, fairness)?;
            cycle::has_no_progress(program, &lasso)?;
        }
        (PropertyKind::Ltl(formula), End::Cycle { back_to }) => {
            temporal::violates(program, replay.cycle(back_to, fairness)?, formula)?;
        }
        (PropertyKind::Ltl(formula), End::Stutter) => {
            temporal::violates(program, replay.stutter()?, formula)?;
        }
        (PropertyKind::Never(process), End::Cycle { back_to }) => {
            claim::accepts(program, replay.cycle(back_to, fairness)?, process)?;
        }
        (PropertyKind::Never(process), End::Stutter) => {
            claim::accepts(program, replay.stutter()?, process)?;
        }
        (PropertyKind::Never(process), End::ClaimEnd) => {
            claim::reaches_end(program, &replay, process)?;
        }
        (
            PropertyKind::Unreachable
            | PropertyKind::EndStates
            | PropertyKind::NoAcceptanceCycle
            | PropertyKind::NoNonProgressCycle
            | PropertyKind::Ltl(_)
            | PropertyKind::Never(_),
            End::Violation | End::Deadlock | End::Cycle { .. } | End::Stutter | End::ClaimEnd,
        ) => {
            return Err(Rejected::because("a run that ends so cannot violate such a property"));
        }
    }
    Ok(Assurance::Checked)
}
