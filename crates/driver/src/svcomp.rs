//! Tasks of the competition on software verification (SV-COMP): its properties, its answers, its witnesses.
//!
//! The rules are those of <https://sv-comp.sosy-lab.org>; the witnesses are written by [`tribunal_report::witness`].

mod property;
mod time;

pub use property::{Goal, Specification, UnknownProperty};

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tribunal_base::{Diagnostic, Sources};
use tribunal_engine::{Certificate, Fairness, Said, Trace, Verdict};
use tribunal_engine_explicit::Explicit;
use tribunal_front_c::DataModel;
use tribunal_front_c::lower::{Allocation, Bounds, Check, Checks, Choices, Errors};
use tribunal_front_promela::Dialect;
use tribunal_ir::{AssumptionKind, Overflow, Program, PropId};
use tribunal_report::{Report, Truth, sha256, witness};

use crate::load::load;
use crate::translation::{CTranslation, Translation};
use tribunal_portfolio::check::{CheckOptions, Checked, Method, check};
use tribunal_portfolio::limits::{Limits, Spectator};
use tribunal_portfolio::reduction::Reduction;

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The program.
    pub file: PathBuf,
    /// The property.
    pub specification: Specification,
    /// The sizes of the basic types.
    pub data_model: DataModel,
    /// What may be spent.
    pub limits: Limits,
}

/// The answer as the competition wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The property holds.
    True,
    /// It does not: which part of it.
    False(&'static str),
    /// Not known.
    Unknown,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False(part) => write!(f, "false({part})"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

/// What came of a task.
#[derive(Debug)]
pub struct Ruling {
    /// The answer.
    pub answer: Answer,
    /// Why, for people; one line each.
    pub because: Vec<String>,
    /// The witness, unless the answer is unknown.
    pub witness: Option<String>,
    /// The texts of the program.
    pub sources: Sources,
    /// Messages about it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Decides a task.
#[must_use]
pub fn decide(task: &Task, cancelled: &AtomicBool, spectator: &mut dyn Spectator) -> Ruling {
    let unknown = |because: String, sources, diagnostics| Ruling {
        answer: Answer::Unknown,
        because: vec![because],
        witness: None,
        sources,
        diagnostics,
    };
    if let Some(goal) = task.specification.goals.iter().find(|it| it.checks().is_none()) {
        let because = format!("{} is not checked", goal.name());
        return unknown(because, Sources::default(), Vec::new());
    }
    let path = task.file.to_string_lossy().into_owned();
    let loaded = load(&path, &translation(&task.specification, task.data_model));
    let Some(program) = loaded.program else {
        let because = "the program cannot be translated".to_owned();
        return unknown(because, loaded.sources, loaded.diagnostics);
    };
    let options = options(task.limits);
    let Ok(checked) = check(program, &options, cancelled, spectator) else {
        let because = "the program has no properties".to_owned();
        return unknown(because, loaded.sources, loaded.diagnostics);
    };
    let report = Report::of(&checked.findings(&path, &loaded.diagnostics));
    let mut because: Vec<String> = Vec::new();
    let mut answer = answer(task, &checked);
    for property in report.properties.iter().filter(|it| it.verdict != Truth::True) {
        let place = property.place.as_ref().map(|it| format!("{}:{}: ", it.file, it.line));
        let place = place.unwrap_or_default();
        because.push(format!("{place}{}: {}", property.name, property.reason));
    }
    if answer == Answer::True {
        for it in &checked.program.assumptions {
            if is_private(it.kind) {
                answer = Answer::Unknown;
                because.push(format!("true only under an assumption: {}", it.what));
            } else if it.kind.is_needed() {
                because.push(format!("assumed: {}", it.what));
            }
        }
    }
    let witness = write_witness(task, &path, &checked, &answer);
    let Checked { program: Program { sources, .. }, .. } = checked;
    Ruling { answer, because, witness, sources, diagnostics: loaded.diagnostics }
}

/// How a program is checked for the competition.
pub(crate) fn options(limits: Limits) -> CheckOptions {
    CheckOptions {
        method: Method::Auto,
        properties: Vec::new(),
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_engine_absint::Transformer::Usual,
        swarm: 1,
        reduction: Reduction::FULL,
        limits,
        checkpoint: None,
        second_proofs: tribunal_portfolio::SecondProofs::HalfTheCost,
    }
}

/// What the competition does not assume.
fn is_private(kind: AssumptionKind) -> bool {
    use AssumptionKind::{Addresses, Environment, Order};
    matches!(kind, Order | Addresses | Environment)
}

/// How the competition wants a program to be read.
pub(crate) fn translation(specification: &Specification, data_model: DataModel) -> Translation {
    let mut checks = vec![Check::Unsupported];
    let mut errors = Errors::default();
    for goal in &specification.goals {
        checks.extend(goal.checks().unwrap_or_default());
        if let Goal::UnreachCall(function) = goal {
            errors = Errors::Calls(function.clone());
        }
    }
    Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: crate::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation {
            data_model,
            entry: specification.entry.clone(),
            choices: Choices {
                checks: checks.into_iter().collect::<Checks>(),
                errors,
                // The competition's rules speak of objects, and grant any allocation.
                bounds: Bounds::Object,
                allocation: Allocation::Granted,
                ..Choices::default()
            },
            ..CTranslation::default()
        },
    }
}

/// The verdicts on the checks, as one answer.
fn answer(task: &Task, checked: &Checked) -> Answer {
    let name = |property: PropId| checked.program.props[property].name.as_str();
    for goal in &task.specification.goals {
        let mut failed =
            checked.answers.iter().filter(|it| matches!(it.verdict, Verdict::False(_)));
        if failed.any(|it| goal.is_violated_by(name(it.property))) {
            return Answer::False(goal.name());
        }
    }
    let is_true = |it: &tribunal_engine::Answer| matches!(it.verdict, Verdict::True(_));
    if checked.answers.iter().all(is_true) { Answer::True } else { Answer::Unknown }
}

fn write_witness(task: &Task, path: &str, checked: &Checked, answer: &Answer) -> Option<String> {
    let hash = sha256(&std::fs::read(Path::new(path)).ok()?);
    let files = [(path.to_owned(), hash)];
    let time = time::now();
    let about = witness::Task {
        files: &files,
        specification: &task.specification.text,
        data_model: match task.data_model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 | DataModel::Integers => "LP64",
        },
        creation_time: &time,
    };
    match answer {
        Answer::Unknown => None,
        Answer::True => Some(witness::correctness(&about, &checked.program, &heads(checked))),
        Answer::False(part) => {
            let trace = trace_of(task, checked, part)?;
            witness::violation(&about, &checked.program, trace)
        }
    }
}

/// What inductions say of the heads of loops.
fn heads(checked: &Checked) -> Said {
    let mut found = Said::new();
    for answer in &checked.answers {
        if let Verdict::True(Certificate::Inductive { heads, .. }) = &answer.verdict {
            for (head, said) in heads.iter() {
                let all = found.entry(*head).or_default();
                let new = said.iter().filter(|it| !all.contains(it)).cloned();
                let new: Vec<_> = new.collect();
                all.extend(new);
            }
        }
    }
    found
}

fn trace_of<'a>(task: &Task, checked: &'a Checked, part: &str) -> Option<&'a Trace> {
    let goal = task.specification.goals.iter().find(|it| it.name() == part)?;
    checked.answers.iter().find_map(|it| match &it.verdict {
        Verdict::False(trace) if goal.is_violated_by(&checked.program.props[it.property].name) => {
            Some(trace)
        }
        _ => None,
    })
}
