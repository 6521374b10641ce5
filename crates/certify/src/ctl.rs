//! Evidence about formulas of computation tree logic: runs that show the answer, and labels.
//!
//! What follows from one run whatever else the program does is found by taking the run for a structure of which the rest is not known
//! ([`follows_from`]): nothing of the search that found the run is believed. Where a run is not enough, the labelling of the states is checked ([`check_labelling`]).

mod labelling;

pub use labelling::check_labelling;

use crate::Rejected;
use crate::replay::{Replay, ensure};
use tribunal_base::Kleene;
use tribunal_engine::{Assurance, Certificate, End, Trace, Verdict};
use tribunal_exec::{State, evaluate_atom, is_blocked};
use tribunal_ir::{ExprId, Granularity, Program, PropId, Visibility};
use tribunal_logic::ctl::explain::follows_from;
use tribunal_logic::ctl::{Branching, Formula, Labelled};

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

/// Checks the evidence of a verdict on a formula about the tree of runs.
///
/// # Errors
/// If the evidence does not support the verdict.
pub fn check(
    program: &Program,
    property: PropId,
    verdict: &Verdict,
) -> Result<Assurance, Rejected> {
    let value = verdict.kleene();
    let opposite = |shown: Kleene| shown != Kleene::Maybe && shown != value;
    match verdict {
        Verdict::Maybe(_) => Ok(Assurance::Trusted),
        Verdict::False(run)
        | Verdict::True(Certificate::Run(run))
        | Verdict::Refuted(Certificate::Run(run)) => {
            let shown = shown_by(program, property, run)?;
            ensure(!opposite(shown), "a run of the program shows the opposite")?;
            ensure(shown == value, "the run does not show it, whatever else the program does")?;
            Ok(Assurance::Checked)
        }
        Verdict::True(Certificate::Labelling { labelled, run, .. })
        | Verdict::Refuted(Certificate::Labelling { labelled, run, .. }) => {
            let Labelled { formula, structure, labelling } = &**labelled;
            let (_, asked) = asked(program, property)?;
            ensure(*formula == asked.formula, "these are the labels of another formula")?;
            check_labelling(formula, structure, labelling)?;
            ensure(labelled.value() == value, "the labels say something else")?;
            let shown = run.iter().map(|it| shown_by(program, property, it)).next();
            let shown = shown.unwrap_or(Ok(Kleene::Maybe))?;
            ensure(!opposite(shown), "a run of the program shows the opposite")?;
            Ok(if shown == value { Assurance::Checked } else { Assurance::Trusted })
        }
        Verdict::True(Certificate::Absent) | Verdict::Refuted(Certificate::Absent) => {
            Err(Rejected::because("no statement of the program violates a formula"))
        }
        // A proof about a program that looks at its own states, or several answers.
        Verdict::True(_) | Verdict::Refuted(_) => Ok(Assurance::Trusted),
    }
}

/// The same verdict by a run alone, if that is enough: the one of its evidence, or none but the first state.
pub fn by_run(program: &Program, property: PropId, verdict: Verdict) -> Verdict {
    let Some(certificate) = verdict.certificate() else { return verdict };
    let run = certificate.run().cloned().unwrap_or_else(|| Trace::new(Vec::new(), End::Path));
    match (shown_by(program, property, &run), verdict.kleene()) {
        (Ok(Kleene::True), Kleene::True) => Verdict::True(Certificate::Run(run)),
        (Ok(Kleene::False), Kleene::False) => Verdict::False(run),
        _ => verdict,
    }
}

/// What a run alone tells about a property, which is a formula about the tree of runs.
///
/// # Errors
/// If it is no run of the program.
pub fn shown_by(program: &Program, property: PropId, run: &Trace) -> Result<Kleene, Rejected> {
    let (granularity, Branching { formula, atoms }) = asked(program, property)?;
    let visibility = Visibility::new(program, granularity);
    let question = Question { program, visibility: &visibility, formula: &formula, atoms: &atoms };
    judge(question, run)
}

fn asked(program: &Program, property: PropId) -> Result<(Granularity, Branching), Rejected> {
    let asked = tribunal_logic::ctl::asked(program, &[property]).pop();
    let found = asked.and_then(|(granularity, mut it)| Some((granularity, it.pop()?.1)));
    found.ok_or_else(|| Rejected::because("the property is no formula about the tree of runs"))
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
