//! Stored traces: writing them, and showing that they are still runs of their model.

use std::path::Path;

use tribunal_base::Kleene;
use tribunal_engine::{Chosen, End, Fairness, Step, Trace, Verdict};
use tribunal_front_promela::Dialect;
use tribunal_ir::{Overflow, Program, PropId};
use tribunal_report::data::TraceReport;
use tribunal_report::narrate::narrate;
use tribunal_report::trace_file::{
    FORMAT, FORMAT_VERSION, TraceChoices, TraceEnd, TraceFile, TraceOptions, compact, cycle_start,
    expand, hash,
};

use crate::ctl::{Asked, ask};
use crate::front::{c_translation, front_end_or_default};
use crate::prepare::{Prepared, Refused, prepare, prepare_ctl};
use crate::simulate::{Finding, Script, simulate};
use crate::translation::{CTranslation, Translation};

/// The file for a counterexample.
#[must_use]
pub fn store_trace(
    origin: &Origin<'_>,
    program: &Program,
    property: PropId,
    trace: &Trace,
) -> TraceFile {
    TraceFile {
        property: Some(program.props[property].name.clone()),
        end: TraceEnd::of(trace.end),
        cycle_start: cycle_start(trace),
        choices: TraceChoices::of(&trace.choices),
        ..store_run(origin, program, &trace.steps)
    }
}

/// The file for the run of a simulation.
#[must_use]
pub fn store_run(origin: &Origin<'_>, program: &Program, steps: &[Step]) -> TraceFile {
    TraceFile {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        model: origin.model.to_owned(),
        source_hash: hash(&program.sources),
        property: None,
        options: options_of(origin),
        end: TraceEnd::Stopped,
        cycle_start: None,
        steps: compact(steps),
        choices: TraceChoices::default(),
    }
}

/// All that shaped the translation.
pub(crate) fn options_of(origin: &Origin<'_>) -> TraceOptions {
    let translation = origin.translation;
    TraceOptions {
        defines: translation.defines.clone(),
        formulas: translation.formulas.clone(),
        spin_compatible: translation.dialect == Dialect::SpinCompatible,
        lossy: translation.overflow == Overflow::Lose,
        fair: origin.fairness == Fairness::Weak,
        c: front_end_or_default(origin.model).options(translation),
        ctl: None,
    }
}

/// How a stored run came about.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The path of the model.
    pub model: &'a str,
    /// How it was translated.
    pub translation: &'a Translation,
    /// Which infinite runs counted.
    pub fairness: Fairness,
}

impl<'a> Origin<'a> {
    /// The origin of a simulation's run.
    #[must_use]
    pub fn of(prepared: &'a Prepared) -> Self {
        Self {
            model: &prepared.model,
            translation: &prepared.translation,
            fairness: Fairness::None,
        }
    }
}

/// A stored run together with its program.
#[derive(Debug)]
pub struct Recalled {
    /// The model, translated as it was.
    pub prepared: Prepared,
    /// The steps.
    pub steps: Vec<Step>,
    /// What was chosen where the program leaves a value open.
    pub choices: Vec<Chosen>,
    /// Whether the model's text is the one the run was stored for.
    pub text: ModelText,
    /// The question that the run answers, if it is one of computation tree logic.
    asked: Option<Asked>,
}

/// Whether a model's text is the one a run was stored for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelText {
    /// It is.
    Unchanged,
    /// It has changed since.
    Changed,
}

/// Why a stored run cannot be shown.
#[derive(Debug)]
pub enum ReplayError {
    /// The model has errors.
    Model(Refused),
    /// The trace is not a run of the model, or does not show what it says.
    Trace(String),
}

/// Reads a trace file.
///
/// # Errors
/// If it cannot be read or is none.
pub fn read_trace(path: &Path) -> Result<TraceFile, ReplayError> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|it| ReplayError::Trace(format!("cannot read `{shown}`: {it}")))?;
    TraceFile::parse(&text).map_err(|it| ReplayError::Trace(format!("`{shown}`: {it}")))
}

/// How a model was translated that something is stored about.
pub(crate) fn translation_of(options: &TraceOptions) -> Result<Translation, ReplayError> {
    Ok(Translation {
        defines: options.defines.clone(),
        formulas: options.formulas.clone(),
        dialect: if options.spin_compatible { Dialect::SpinCompatible } else { Dialect::Tribunal },
        overflow: if options.lossy { Overflow::Lose } else { Overflow::Block },
        c: match &options.c {
            Some(c) => c_translation(c).map_err(ReplayError::Trace)?,
            None => CTranslation::default(),
        },
    })
}

/// Makes the program of a stored run again, from the model at `model` or where the file says.
///
/// # Errors
/// If the model has errors or the steps are none of its program.
pub fn recall(file: &TraceFile, model: Option<&str>) -> Result<Recalled, ReplayError> {
    let model = model.unwrap_or(&file.model);
    let translation = translation_of(&file.options)?;
    let (prepared, asked) = match &file.options.ctl {
        None => (prepare(model, translation).map_err(ReplayError::Model)?, None),
        Some(stored) => {
            let (prepared, questions) =
                prepare_ctl(model, translation, &stored.formulas).map_err(ReplayError::Model)?;
            (prepared, Some(ask(stored, questions).map_err(ReplayError::Trace)?))
        }
    };
    let changed = hash(&prepared.program.sources) != file.source_hash;
    let text = if changed { ModelText::Changed } else { ModelText::Unchanged };
    let steps = expand(&prepared.program, &file.steps).map_err(|it| not_a_run(&it, text))?;
    let choices = file.choices.expand().map_err(ReplayError::Trace)?;
    Ok(Recalled { prepared, steps, choices, text, asked })
}

/// Shows a stored run, after checking that it is one and violates what it says.
///
/// # Errors
/// If it is not, or does not.
pub fn replay(file: &TraceFile, recalled: &Recalled) -> Result<Replayed, ReplayError> {
    let end = file.end().map_err(ReplayError::Trace)?;
    if let (Some(asked), Some(end)) = (&recalled.asked, end) {
        return answering(recalled, asked, end);
    }
    match (end, &file.property) {
        (Some(end), Some(name)) => certified(file, recalled, name, end),
        (None, _) | (_, None) => follow(recalled),
    }
}

/// A stored run that was checked.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The run.
    pub trace: TraceReport,
    /// Whether it shows something wrong.
    pub finding: Finding,
}

/// Shows a counterexample.
fn certified(
    file: &TraceFile,
    recalled: &Recalled,
    name: &str,
    end: End,
) -> Result<Replayed, ReplayError> {
    let program = &recalled.prepared.program;
    let refuse = |why: &str| not_a_run(why, recalled.text);
    let property = program.props.iter().find(|(_, it)| it.name == name).map(|(id, _)| id);
    let property =
        property.ok_or_else(|| refuse(&format!("the model has no property `{name}`")))?;
    let fairness = if file.options.fair { Fairness::Weak } else { Fairness::None };
    let (steps, choices) = (recalled.steps.clone(), recalled.choices.clone());
    let trace = Trace { steps, choices, end };
    tribunal_certify::check(program, property, fairness, &Verdict::False(trace.clone()))
        .map_err(|it| refuse(&it.to_string()))?;
    let trace = narrate(program, Some(property), &trace);
    Ok(Replayed { trace, finding: Finding::Violation })
}

/// Shows a run that answers a formula, or a part of an answer.
fn answering(recalled: &Recalled, asked: &Asked, end: End) -> Result<Replayed, ReplayError> {
    let program = &recalled.prepared.program;
    let (steps, choices) = (recalled.steps.clone(), recalled.choices.clone());
    let trace = Trace { steps, choices, end };
    let shows = asked.check(program, &trace).map_err(|it| not_a_run(&it, recalled.text))?;
    let finding = if shows == Kleene::False { Finding::Violation } else { Finding::Nothing };
    Ok(Replayed { trace: narrate(program, None, &trace), finding })
}

/// Follows the run of a simulation.
fn follow(recalled: &Recalled) -> Result<Replayed, ReplayError> {
    let mut script = Script::new(&recalled.steps, |_, _| {});
    let run = simulate(&recalled.prepared.program, &mut script, recalled.steps.len() as u64);
    if run.steps.len() < recalled.steps.len() {
        let why = format!("step {} cannot be taken", run.steps.len() + 1);
        return Err(not_a_run(&why, recalled.text));
    }
    Ok(Replayed { trace: run.trace, finding: run.finding })
}

fn not_a_run(why: &str, text: ModelText) -> ReplayError {
    ReplayError::Trace(match text {
        ModelText::Unchanged => why.to_owned(),
        ModelText::Changed => format!("{why}; the model has changed since the trace was stored"),
    })
}
