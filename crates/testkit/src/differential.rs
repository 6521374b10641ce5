//! Compares tribunal with Spin on one model, and makes models on which they differ smaller.

use std::time::Duration;

use tribunal_base::Kleene;
use tribunal_driver::{Errors, Reduction};
use tribunal_ir::PropertyKind;

use crate::ours::{Refusal, Settings, Summary, read, run, safety};
use crate::spin::{self, Opinion, kind_of_error};

/// How a comparison came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Graph and verdicts are the same.
    Same,
    /// There is nothing to compare, and why.
    Incomparable(String),
    /// There is a difference.
    Different(String),
}

/// What Spin may spend on one model.
const PATIENCE: Duration = Duration::from_secs(20);

/// Larger graphs are not worth the time.
const MANY_STATES: u64 = 300_000;

/// Compares graph and verdicts of a model.
#[must_use]
pub fn compare(text: &str) -> Outcome {
    match spin::ask(text, PATIENCE) {
        Opinion::Refused(why) | Opinion::Died(why) => Outcome::Incomparable(first_line(&why)),
        Opinion::Searched { size, .. } if MANY_STATES < size.states => {
            Outcome::Incomparable("too many states".to_owned())
        }
        Opinion::Searched { size, errors } => {
            let ours = Ours::of(text);
            let summary = match &ours.safety {
                Ok(summary) => summary,
                Err(refusal) => return Outcome::Different(format!("we refuse: {refusal}")),
            };
            let differences: Vec<String> = [
                differing_errors(summary, &errors),
                differing_size(summary, size, &errors),
                differing_reduction(&ours),
                differing_formula(text, &ours),
            ]
            .into_iter()
            .flatten()
            .collect();
            if differences.is_empty() {
                Outcome::Same
            } else {
                Outcome::Different(differences.join("; "))
            }
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().find(|it| !it.trim().is_empty()).unwrap_or("").to_owned()
}

/// What we say.
struct Ours {
    safety: Result<Summary, Refusal>,
    /// With everything on.
    reduced: Option<Summary>,
}

impl Ours {
    fn of(text: &str) -> Self {
        let model = TemporaryModel::new(text);
        let settings = Settings::default();
        match read(&model.path, &settings) {
            Err(refusal) => Self { safety: Err(refusal), reduced: None },
            Ok(program) => {
                let properties: Vec<String> = program
                    .props
                    .values()
                    .filter(|it| it.kind != PropertyKind::NoNonProgressCycle)
                    .map(|it| it.name.clone())
                    .collect();
                let summary = run(program.clone(), safety(&program), &settings);
                let settings =
                    Settings { reduction: Reduction::Merge, errors: Errors::First, ..settings };
                let reduced = run(program, properties, &settings);
                Self { safety: Ok(summary), reduced: Some(reduced) }
            }
        }
    }
}

/// A model in the temporary directory, gone when it is dropped.
struct TemporaryModel {
    path: String,
}

impl TemporaryModel {
    fn new(text: &str) -> Self {
        let thread = format!("{:?}", std::thread::current().id());
        let number: String = thread.chars().filter(char::is_ascii_digit).collect();
        let name = format!("tribunal-model-{}-{number}.pml", std::process::id());
        let path = std::env::temp_dir().join(name).to_string_lossy().into_owned();
        std::fs::write(&path, text).expect("a model should be writable");
        Self { path }
    }
}

impl Drop for TemporaryModel {
    fn drop(&mut self) {
        // What is left behind in the temporary directory does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Kinds of errors that only one of the two reports.
fn differing_errors(summary: &Summary, errors: &[String]) -> Option<String> {
    let mut theirs: Vec<&str> = Vec::new();
    for error in errors {
        match kind_of_error(error) {
            Some(kind) => theirs.push(kind),
            None => return Some(format!("Spin says `{error}`, which has no name here")),
        }
    }
    if let Some(reason) = summary.unsettled() {
        return Some(format!("we do not know: {reason:?}"));
    }
    let missed = theirs.iter().find(|it| summary.verdict(it) != Some(Kleene::False));
    if let Some(missed) = missed {
        return Some(format!("we do not see that `{missed}` fails"));
    }
    // Spin ends at most of these errors, so it may not see others.
    let complete = theirs.iter().all(|it| ["assertions", "end-states"].contains(it));
    let surplus = summary.violated().find(|it| complete && !theirs.contains(it));
    surplus.map(|surplus| format!("we say that `{surplus}` fails"))
}

/// Whether the graphs differ in size. Where an error ends our runs but not Spin's, they may.
fn differing_size(summary: &Summary, size: crate::ours::Size, errors: &[String]) -> Option<String> {
    let harmless = |it: &String| matches!(kind_of_error(it), Some("assertions" | "end-states"));
    let ours = summary.size?;
    (errors.iter().all(harmless) && ours != size).then(|| format!("{ours}; Spin: {size}"))
}

/// Whether a reduction changes what we say.
fn differing_reduction(ours: &Ours) -> Option<String> {
    let (Ok(plain), Some(reduced)) = (&ours.safety, &ours.reduced) else { return None };
    let changed =
        plain.findings.iter().find(|it| reduced.verdict(&it.property) != Some(it.verdict))?;
    let reason = reduced.findings.iter().find(|it| it.property == changed.property);
    Some(format!(
        "`{}` is {:?}, with reduction {:?}",
        changed.property,
        changed.verdict,
        reason.map(|it| (&it.verdict, &it.reason))
    ))
}

/// Whether the verdicts on the formula `f` or on acceptance cycles differ.
fn differing_formula(text: &str, ours: &Ours) -> Option<String> {
    let reduced = ours.reduced.as_ref()?;
    let property = if text.contains("ltl f ") { "f" } else { "acceptance" };
    let verdict = reduced.verdict(property)?;
    let theirs = if property == "f" {
        spin::ask_claim(text, PATIENCE)?
    } else {
        spin::ask_acceptance(text, PATIENCE)?
    };
    let finding = reduced.findings.iter().find(|it| it.property == property);
    (verdict != theirs).then(|| {
        let reason = finding.and_then(|it| it.reason.as_ref());
        format!("`{property}` is {verdict:?} {reason:?}, Spin says {theirs:?}")
    })
}

/// Removes lines for as long as the models still differ.
#[must_use]
pub fn minimise(text: &str) -> String {
    let differs = |lines: &[&str]| matches!(compare(&lines.join("\n")), Outcome::Different(_));
    let mut lines: Vec<&str> = text.lines().collect();
    let mut chunk = lines.len() / 2;
    while 0 < chunk {
        let mut at = 0;
        while at < lines.len() {
            let end = (at + chunk).min(lines.len());
            let without: Vec<&str> = [&lines[..at], &lines[end..]].concat();
            if differs(&without) {
                lines = without;
            } else {
                at += chunk;
            }
        }
        chunk /= 2;
    }
    lines.join("\n") + "\n"
}
