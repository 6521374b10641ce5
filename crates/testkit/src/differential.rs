//! Compares tribunal with Spin on one model, and makes models on which they differ smaller.

use std::time::Duration;

use tribunal_base::Kleene;
use tribunal_driver::{Errors, Reduction};
use tribunal_engine::{End, Fairness, Reason};
use tribunal_ir::PropertyKind;

use crate::ours::{Settings, Size, Summary, read, run, safety};
use crate::spin::{self, Opinion, Question, kind_of_error};

/// How a comparison came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Graph and verdicts are the same.
    Same,
    /// There is nothing to compare, and why.
    Incomparable(String),
    /// There is a difference.
    Different(Difference),
}

/// A difference between tribunal and Spin, or between tribunal and itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub aspect: Aspect,
    /// How, for people.
    pub how: String,
}

/// What may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Whether the model is accepted.
    Acceptance,
    /// The errors of finite runs.
    Errors,
    /// The number of states and transitions.
    Size,
    /// Our verdicts with and without reduction.
    Reduction,
    /// The verdict about infinite runs.
    Liveness,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.how)
    }
}

/// What Spin may spend on one model.
const PATIENCE: Duration = Duration::from_secs(8);

/// Larger graphs are not worth the time.
const MANY_STATES: u64 = 200_000;

/// Compares graph and verdicts of a model.
#[must_use]
pub fn compare(text: &str) -> Outcome {
    let (size, errors) = match spin::ask(text, PATIENCE) {
        Opinion::Refused(why) | Opinion::Died(why) => {
            return Outcome::Incomparable(last_error(&why));
        }
        Opinion::Searched { size, .. } if MANY_STATES < size.states => {
            return Outcome::Incomparable("too many states".to_owned());
        }
        // The vector of states was too long for it.
        Opinion::Searched { errors, .. } if errors.iter().any(|it| it == "aborting") => {
            return Outcome::Incomparable("too many processes".to_owned());
        }
        Opinion::Searched { size, errors } => (size, errors),
    };
    let ours = match Ours::of(text) {
        Ok(ours) => ours,
        Err(why) => return different(Aspect::Acceptance, format!("we refuse: {why}")),
    };
    if matches!(ours.plain.unsettled(), Some(Reason::Budget(_))) {
        return Outcome::Incomparable("too many states for us".to_owned());
    }
    let found = differing_errors(&ours.plain, &errors)
        .map(|how| (Aspect::Errors, how))
        .or_else(|| Some((Aspect::Size, differing_size(&ours.plain, size, &errors)?)))
        .or_else(|| Some((Aspect::Reduction, differing_reduction(&ours)?)))
        .or_else(|| Some((Aspect::Liveness, differing_liveness(text, &ours)?)));
    found.map_or(Outcome::Same, |(aspect, how)| different(aspect, how))
}

fn different(aspect: Aspect, how: String) -> Outcome {
    Outcome::Different(Difference { aspect, how })
}

/// The line that tells most.
fn last_error(text: &str) -> String {
    let error = text.lines().rfind(|it| it.contains("rror"));
    error.or_else(|| text.lines().last()).unwrap_or("").to_owned()
}

/// What we say.
struct Ours {
    /// The whole graph, without reduction; finite runs only.
    plain: Summary,
    /// All verdicts, with reduction.
    reduced: Summary,
    /// The same where only weakly fair runs count.
    fair: Summary,
}

impl Ours {
    fn of(text: &str) -> Result<Self, String> {
        let model = TemporaryModel::new(text);
        let time = Duration::from_secs(30);
        let settings = Settings { time, memory: 1 << 30, ..Settings::default() };
        let program = read(&model.path, &settings).map_err(|it| it.to_string())?;
        let properties: Vec<String> = program
            .props
            .values()
            .filter(|it| it.kind != PropertyKind::NoNonProgressCycle)
            .map(|it| it.name.clone())
            .collect();
        let plain = run(program.clone(), safety(&program), &settings);
        let settings = Settings { reduction: Reduction::FULL, errors: Errors::First, ..settings };
        let reduced = run(program.clone(), properties.clone(), &settings);
        let settings = Settings { fairness: Fairness::Weak, ..settings };
        Ok(Self { plain, reduced, fair: run(program, properties, &settings) })
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

/// Kinds of errors after which Spin goes on as if nothing had happened, and so do we.
const HARMLESS: [&str; 2] = ["assertions", "end-states"];

/// Kinds of errors that only one of the two reports.
fn differing_errors(ours: &Summary, errors: &[String]) -> Option<String> {
    if let Some(reason) = ours.unsettled() {
        return Some(format!("we do not know: {reason:?}"));
    }
    let mut theirs: Vec<&str> = Vec::new();
    for error in errors {
        match kind_of_error(error) {
            Some(kind) => theirs.push(kind),
            None => return Some(format!("Spin says `{error}`, which has no name here")),
        }
    }
    // After other errors Spin's runs go on without a meaning, or end the search.
    let complete = theirs.iter().all(|it| HARMLESS.contains(it));
    let missed = theirs
        .iter()
        .find(|it| ours.verdict(it) != Some(Kleene::False) && (complete || !HARMLESS.contains(it)));
    if let Some(missed) = missed {
        return Some(format!("we do not see that `{missed}` fails"));
    }
    let surplus = ours.violated().find(|it| complete && !theirs.contains(it));
    surplus.map(|surplus| format!("we say that `{surplus}` fails"))
}

/// Whether the graphs differ in size. Where an error ends our runs but not Spin's, they may.
fn differing_size(ours: &Summary, theirs: Size, errors: &[String]) -> Option<String> {
    let harmless = |it: &String| kind_of_error(it).is_some_and(|it| HARMLESS.contains(&it));
    let ours = ours.size?;
    let differ = errors.iter().all(harmless) && ours != theirs;
    differ.then(|| format!("{ours}; Spin: {theirs}"))
}

/// Whether a reduction changes what we say.
fn differing_reduction(ours: &Ours) -> Option<String> {
    let verdict = |name: &str| ours.reduced.verdict(name);
    let changed =
        ours.plain.findings.iter().find(|it| verdict(&it.property) != Some(it.verdict))?;
    let reduced = ours.reduced.findings.iter().find(|it| it.property == changed.property);
    let (name, plain) = (&changed.property, changed.verdict);
    Some(format!("`{name}` is {plain:?}, with reduction {reduced:?}"))
}

/// Whether the verdicts on the formula `f`, the claim or acceptance cycles differ.
fn differing_liveness(text: &str, ours: &Ours) -> Option<String> {
    let of = |findings: &Summary, name: &str| {
        findings.findings.iter().find(|it| it.property == name).cloned()
    };
    let name =
        ["f", "never", "acceptance"].into_iter().find(|it| of(&ours.reduced, it).is_some())?;
    let question = if name == "acceptance" { Question::Acceptance } else { Question::Claim };
    let theirs = spin::ask_cycles(text, question, PATIENCE);
    let pairs = [
        ("all", of(&ours.reduced, name)?, theirs.all),
        ("fair", of(&ours.fair, name)?, theirs.fair),
    ];
    pairs.into_iter().find_map(|(runs, ours, theirs)| {
        // With fairness, Spin misses runs that end while the claim goes through several states.
        if runs == "fair" && ours.end == Some(End::Stutter) {
            return None;
        }
        let theirs = theirs.filter(|it| *it != ours.verdict)?;
        Some(format!("on {runs} runs we say {ours:?}, Spin says {theirs:?}"))
    })
}

/// Removes lines for as long as the models still differ in the same aspect.
#[must_use]
pub fn minimise(text: &str, aspect: Aspect) -> String {
    let differs = |lines: &[&str]| match compare(&lines.join("\n")) {
        Outcome::Different(difference) => difference.aspect == aspect,
        Outcome::Same | Outcome::Incomparable(_) => false,
    };
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
