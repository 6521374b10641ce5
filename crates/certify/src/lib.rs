//! Believes no engine: replays every counterexample on the reference semantics and judges, from
//! the definitions alone, whether the run it describes violates the property.
//!
//! No engine is called. Counterexamples stand on `tribunal-exec`, which says what a step is, and on the direct semantics of temporal logic in
//! `tribunal_logic::lasso`; no automaton made from a formula is involved. Proofs are checked with steps of this crate's own, over numbers and over formulas,
//! but with libraries that engines use as well: sets of numbers (`tribunal-domains`), terms and the SAT solver (`tribunal-solver`). A fault in one of those
//! could mislead an engine and this crate alike; random programs that are executed in full are there to find it.
//!
//! Certificates are checked where they say enough: [`judge`] takes what it can from those of an engine in the same process, [`check_certificates`] takes
//! those that come from elsewhere at their word.

mod certificate;
mod claim;
pub mod ctl;
mod explore;
mod fairness;
mod invariant;
mod judge;
mod marks;
mod purse;
mod replay;
mod reprove;
mod runs;
mod temporal;
mod trial;
mod truth;
mod values;

pub use certificate::{check_certificates, keep_inductive};
pub use invariant::{Claims, check_invariants};
pub use judge::{Ground, Judgement, judge};
pub use reprove::{Doubt, Unproved, reprove};
pub use trial::{Effort, Trial, trial};
pub use truth::is_true;

use marks::marks_of;
use replay::Replay;
use temporal::Temporal;
use tribunal_engine::{Assurance, Certificate, End, Fairness, Trace, Verdict};
use tribunal_exec::State;
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

    pub(crate) fn unsuitable() -> Self {
        Self::because("a run that ends so cannot violate such a property")
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
    if program.props[property].kind.is_branching() {
        return ctl::check(program, property, verdict);
    }
    match verdict {
        Verdict::Maybe(_)
        | Verdict::True(
            Certificate::Exhausted { .. }
            | Certificate::Unrolled { .. }
            | Certificate::Inductive { .. }
            | Certificate::Invariant { .. }
            | Certificate::Segments { .. },
        ) => Ok(Assurance::Trusted),
        Verdict::True(Certificate::Absent) => check_absent(program, property),
        Verdict::True(_) => Err(Rejected::because("the certificate is of an unknown kind")),
        Verdict::False(trace) => check_trace(program, property, fairness, trace),
        Verdict::Refuted(_) => Err(Rejected::because("no run violates the property")),
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
        _ => true,
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
    let replay = Replay { program, trace };
    let marks = |state: &State| Ok(state.is_seen().then(|| marks_of(program, state)));
    match (program.props[property].kind, trace.end) {
        (PropertyKind::Unreachable, End::Violation) => replay.ends_in_violation_of(property)?,
        (PropertyKind::EndStates, End::Deadlock) => replay.ends_in_deadlock()?,
        (PropertyKind::NoAcceptanceCycle, End::Cycle { back_to }) => {
            marks::has_acceptance(&replay.cycle(back_to, fairness, marks)?.seen()?)?;
        }
        (PropertyKind::NoNonProgressCycle, End::Cycle { back_to }) => {
            marks::has_no_progress(&replay.cycle(back_to, fairness, marks)?.seen()?)?;
        }
        (PropertyKind::Terminates, End::Cycle { back_to }) => {
            replay.cycle(back_to, fairness, |_| Ok(()))?;
        }
        (PropertyKind::Ltl(formula), end) => {
            let temporal = Temporal::new(program, formula)?;
            let letter = |state: &State| Ok(temporal.letter(program, state));
            temporal.fails_on(replay.infinite(end, fairness, letter)?)?;
        }
        (PropertyKind::Never(claim), End::ClaimEnd) => {
            let moves = |state: &State| claim::moves(program, claim, state);
            claim::reaches_end(program, claim, replay.finite(moves)?)?;
        }
        (PropertyKind::Never(claim), end) => {
            let moves = |state: &State| claim::moves(program, claim, state);
            claim::accepts(program, claim, replay.infinite(end, fairness, moves)?)?;
        }
        _ => return Err(Rejected::unsuitable()),
    }
    Ok(Assurance::Checked)
}
