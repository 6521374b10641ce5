//! Stored runs that answer formulas.

use tribunal_base::Kleene;
use tribunal_certify::ctl::{Question, judge};
use tribunal_engine::Trace;
use tribunal_ir::{Granularity, Program, Visibility};
use tribunal_report::trace_file::{TraceChoices, TraceCtl, TraceEnd, TraceFile, cycle_start};

use super::{CtlChecked, CtlQuestion};
use crate::replay::{Origin, store_run};

/// A question that a stored run answers.
#[derive(Debug)]
pub(crate) struct Asked {
    question: CtlQuestion,
    granularity: Granularity,
    /// What the run alone shows.
    shows: Kleene,
}

fn granularity_name(it: Granularity) -> &'static str {
    match it {
        Granularity::Statement => "statement",
        Granularity::Global => "global",
        Granularity::Marked => "marked",
    }
}

fn value_name(it: Kleene) -> &'static str {
    match it {
        Kleene::True => "true",
        Kleene::False => "false",
        Kleene::Maybe => "maybe",
    }
}

/// The file for the first run that was found; `None` if none was.
#[must_use]
pub fn store_ctl(
    origin: &Origin<'_>,
    checked: &CtlChecked,
    questions: &[CtlQuestion],
) -> Option<TraceFile> {
    let mut answers = checked.answers.iter().enumerate();
    let (formula, trace) = answers.find_map(|(number, it)| Some((number, it.trace.as_ref()?)))?;
    let question = &questions[formula];
    let shows = judged(&checked.program, question, checked.granularity, trace).ok()?;
    let mut file = TraceFile {
        property: Some(question.text.clone()),
        end: TraceEnd::of(trace.end),
        cycle_start: cycle_start(trace),
        choices: TraceChoices::of(&trace.choices),
        ..store_run(origin, &checked.program, &trace.steps)
    };
    file.options.ctl = Some(TraceCtl {
        formulas: questions.iter().map(|it| it.text.clone()).collect(),
        formula,
        granularity: granularity_name(checked.granularity).to_owned(),
        shows: value_name(shows).to_owned(),
    });
    Some(file)
}

fn judged(
    program: &Program,
    question: &CtlQuestion,
    granularity: Granularity,
    trace: &Trace,
) -> Result<Kleene, String> {
    let visibility = Visibility::new(program, granularity);
    let (formula, atoms) = (&question.formula, &question.atoms[..]);
    judge(Question { program, visibility: &visibility, formula, atoms }, trace)
        .map_err(|it| it.to_string())
}

/// The question of a stored run, among those that the program was made with.
pub(crate) fn ask(stored: &TraceCtl, mut questions: Vec<CtlQuestion>) -> Result<Asked, String> {
    let all = [Granularity::Statement, Granularity::Global, Granularity::Marked];
    let granularity = all.into_iter().find(|it| granularity_name(*it) == stored.granularity);
    let values = [Kleene::True, Kleene::False, Kleene::Maybe];
    let shows = values.into_iter().find(|it| value_name(*it) == stored.shows);
    let missing = || "the question of the run is not understood".to_owned();
    if questions.len() <= stored.formula {
        return Err(missing());
    }
    Ok(Asked {
        question: questions.swap_remove(stored.formula),
        granularity: granularity.ok_or_else(missing)?,
        shows: shows.ok_or_else(missing)?,
    })
}

impl Asked {
    /// Checks that a run of the program still shows what it did, and tells what that is.
    pub(crate) fn check(&self, program: &Program, trace: &Trace) -> Result<Kleene, String> {
        let shows = judged(program, &self.question, self.granularity, trace)?;
        match shows == self.shows {
            true => Ok(shows),
            false => Err("the run does not show what it did".to_owned()),
        }
    }
}
