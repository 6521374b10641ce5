//! Stored traces: writing them, and showing that they are still runs of their model.

use std::path::Path;

use tribunal_base::Kleene;
use tribunal_certify::ctl::shown_by;
use tribunal_engine::{Chosen, End, Fairness, Step, Trace, Verdict};
use tribunal_front_promela::Dialect;
use tribunal_ir::{Granularity, Overflow, Program, PropId, PropertyKind};
use tribunal_report::data::TraceReport;
use tribunal_report::narrate::narrate;
use tribunal_report::trace_file::{
    FORMAT, FORMAT_VERSION, TraceChoices, TraceCtl, TraceEnd, TraceFile, TraceOptions, compact,
    cycle_start, expand, hash,
};

use crate::formulas::Questions;
use crate::front::{c_translation, front_end_or_default};
use crate::prepare::{Prepared, Refused, prepare};
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
    let mut file = TraceFile {
        property: Some(program.props[property].name.clone()),
        end: TraceEnd::of(trace.end),
        cycle_start: cycle_start(trace),
        choices: TraceChoices::of(&trace.choices),
        ..store_run(origin, program, &trace.steps)
    };
    if let (Some(asked), PropertyKind::Branching { granularity, .. }) =
        (&mut file.options.ctl, program.props[property].kind)
    {
        let texts = &origin.translation.questions.texts;
        asked.formula = texts.iter().position(|it| *it == program.props[property].name);
        asked.granularity = Some(granularity.name().to_owned());
        let shows = shown_by(program, property, trace).unwrap_or(Kleene::Maybe);
        asked.shows = Some(value_name(shows).to_owned());
    }
    file
}

fn value_name(it: Kleene) -> &'static str {
    match it {
        Kleene::True => "true",
        Kleene::False => "false",
        Kleene::Maybe => "maybe",
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
        ctl: questions_of(&translation.questions),
    }
}

fn questions_of(asked: &Questions) -> Option<TraceCtl> {
    (!asked.texts.is_empty()).then(|| TraceCtl {
        formulas: asked.texts.clone(),
        granularity: asked.granularity.map(|it| it.name().to_owned()),
        formula: None,
        shows: None,
    })
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
        questions: options.ctl.as_ref().map_or_else(|| Ok(Questions::default()), questions)?,
        dialect: if options.spin_compatible { Dialect::SpinCompatible } else { Dialect::Tribunal },
        overflow: if options.lossy { Overflow::Lose } else { Overflow::Block },
        c: match &options.c {
            Some(c) => c_translation(c).map_err(ReplayError::Trace)?,
            None => CTranslation::default(),
        },
    })
}

fn questions(stored: &TraceCtl) -> Result<Questions, ReplayError> {
    let granularity = |name: &String| {
        let found = Granularity::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| ReplayError::Trace(format!("`{name}` does not say which states count")))
    };
    let granularity = stored.granularity.as_ref().map(granularity).transpose()?;
    Ok(Questions { texts: stored.formulas.clone(), granularity })
}

/// Makes the program of a stored run again, from the model at `model` or where the file says.
///
/// # Errors
/// If the model has errors or the steps are none of its program.
pub fn recall(file: &TraceFile, model: Option<&str>) -> Result<Recalled, ReplayError> {
    let model = model.unwrap_or(&file.model);
    let translation = translation_of(&file.options)?;
    let prepared = prepare(model, translation).map_err(ReplayError::Model)?;
    let changed = hash(&prepared.program.sources) != file.source_hash;
    let text = if changed { ModelText::Changed } else { ModelText::Unchanged };
    let steps = expand(&prepared.program, &file.steps).map_err(|it| not_a_run(&it, text))?;
    let choices = file.choices.expand().map_err(ReplayError::Trace)?;
    Ok(Recalled { prepared, steps, choices, text })
}

/// Shows a stored run, after checking that it is one and violates what it says.
///
/// # Errors
/// If it is not, or does not.
pub fn replay(file: &TraceFile, recalled: &Recalled) -> Result<Replayed, ReplayError> {
    let end = file.end().map_err(ReplayError::Trace)?;
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
    let property = program.property(name);
    let property =
        property.ok_or_else(|| refuse(&format!("the model has no property `{name}`")))?;
    let fairness = if file.options.fair { Fairness::Weak } else { Fairness::None };
    let (steps, choices) = (recalled.steps.clone(), recalled.choices.clone());
    let trace = Trace { steps, choices, end };
    if program.props[property].kind.is_branching() {
        let shows = shown_by(program, property, &trace).map_err(|it| refuse(&it.to_string()))?;
        return answering(file, recalled, shows, &trace);
    }
    tribunal_certify::check(program, property, fairness, &Verdict::False(trace.clone()))
        .map_err(|it| refuse(&it.to_string()))?;
    let trace = narrate(program, Some(property), &trace);
    Ok(Replayed { trace, finding: Finding::Violation })
}

/// Shows a run that answers a formula, or a part of an answer, if it still shows what it did.
fn answering(
    file: &TraceFile,
    recalled: &Recalled,
    shows: Kleene,
    trace: &Trace,
) -> Result<Replayed, ReplayError> {
    let shown = file.options.ctl.as_ref().and_then(|it| it.shows.as_deref());
    if shown != Some(value_name(shows)) {
        return Err(not_a_run("the run does not show what it did", recalled.text));
    }
    let finding = if shows == Kleene::False { Finding::Violation } else { Finding::Nothing };
    Ok(Replayed { trace: narrate(&recalled.prepared.program, None, trace), finding })
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
