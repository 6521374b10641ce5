//! Paths of a unit, as text and as JSON.

use serde::Serialize;
use tribunal_base::{Diagnostic, Sources};

use crate::data::{CONTRACT, DiagnosticReport, TOOL, VERSION};
use crate::style::{Folding, Role, Style};
use crate::words;

/// How reports about a function start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitHeader {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the file.
    pub model: String,
    /// The function.
    pub function: String,
}

impl UnitHeader {
    /// The start of a report about a function of a file.
    #[must_use]
    pub fn new(model: &str, function: &str) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            function: function.to_owned(),
        }
    }
}

/// What `tribunal unit` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitReport {
    /// Who says it, and about what.
    #[serde(flatten)]
    pub header: UnitHeader,
    /// The processes, if several functions run concurrently: a condition then allows its path, and the schedule decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<String>,
    /// How often nodes may be repeated.
    pub repeat: u32,
    /// The paths found, in order of length.
    pub paths: Vec<PathReport>,
    /// Whether there is no further path, however often nodes are repeated, but those that go round where nothing changes: a proof.
    pub exhaustive: bool,
    /// Whether the conditions of the paths cover all cases that the initial condition allows: a proof.
    pub covers_all: bool,
    /// How many paths were given up because nodes would be repeated too often.
    pub cut: usize,
    /// How many paths were left where they came back to a node and nothing had changed since.
    pub rounds: usize,
    /// What can go wrong on the way; such runs are not among the paths.
    pub faults: Vec<FaultReport>,
    /// Why something is not known.
    pub doubts: Vec<DoubtReport>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(it: &bool) -> bool {
    !it
}

/// A path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathReport {
    /// Its nodes.
    pub steps: Vec<PathStep>,
    /// When it is taken, in C, in terms of the inputs.
    pub condition: String,
    /// The same as conjuncts.
    pub conjuncts: Vec<String>,
    /// What else there is to say about the condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Whether it ends because nobody can move.
    #[serde(skip_serializing_if = "is_false")]
    pub deadlock: bool,
    /// Whether the condition is that of all paths that differ only where the query does not look.
    pub merged: bool,
    /// Values that drive the function down this path.
    pub inputs: Vec<InputReport>,
    /// The test that was generated for it, if any.
    pub test: Option<TestReport>,
}

/// A generated test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestReport {
    /// The file, if one was written.
    pub file: Option<String>,
    /// What came of it.
    pub outcome: TestOutcome,
    /// What else there is to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// What came of a generated test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestOutcome {
    /// It compiles, its assertions hold, and it takes its path.
    Good,
    /// It was not compiled and run.
    NotRun,
    /// It does not do what it should.
    Wrong,
    /// None could be written.
    None,
}

impl TestReport {
    /// The test in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let outcome = match self.outcome {
            TestOutcome::Good if self.file.as_ref().is_some_and(|it| it.ends_with(".trace")) => {
                "good: it is a run of its model, and takes this path"
            }
            TestOutcome::Good => "good: it passes, and takes this path",
            TestOutcome::NotRun => "not run",
            TestOutcome::Wrong => "wrong",
            TestOutcome::None => "none",
        };
        let file = self.file.as_ref().map_or(String::new(), |it| format!("{it}, "));
        let why = if self.why.is_empty() { String::new() } else { format!(": {}", self.why) };
        format!("{file}{outcome}{why}")
    }
}

/// A node of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// Its number in the flow chart.
    pub node: u32,
    /// The process that comes to it, if several functions run concurrently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process: Option<String>,
    /// The file, if it is a further one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The function.
    pub function: String,
    /// The line.
    pub line: u32,
    /// The labels before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// What stands there.
    pub text: String,
}

/// A value of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputReport {
    /// What it is called.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Something that can go wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultReport {
    /// What.
    pub what: String,
    /// The line.
    pub line: u32,
}

/// Something that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoubtReport {
    /// Why.
    pub what: String,
    /// The line, if there is one.
    pub line: Option<u32>,
}

impl UnitReport {
    /// A report without paths.
    #[must_use]
    pub fn empty(
        model: &str,
        function: &str,
        sources: &Sources,
        diagnostics: &[Diagnostic],
    ) -> Self {
        Self {
            header: UnitHeader::new(model, function),
            processes: Vec::new(),
            repeat: 0,
            paths: Vec::new(),
            exhaustive: false,
            covers_all: false,
            cut: 0,
            rounds: 0,
            faults: Vec::new(),
            doubts: Vec::new(),
            assumptions: Vec::new(),
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }
}

/// Draws the paths and what is known about others.
#[must_use]
pub fn draw_unit(report: &UnitReport, style: Style) -> String {
    let mut out = String::new();
    for (number, path) in (1..).zip(&report.paths) {
        out.push_str(&draw_path(number, path, style));
    }
    for fault in &report.faults {
        let text = format!("on the way: {} (line {})\n", fault.what, fault.line);
        out.push_str(&style.paint(Role::Unsure, &text));
    }
    for assumption in &report.assumptions {
        out.push_str(&format!("assumed: {assumption}\n"));
    }
    for doubt in &report.doubts {
        let line = doubt.line.map_or(String::new(), |it| format!(" (line {it})"));
        out.push_str(&style.paint(Role::Unsure, &format!("not known: {}{line}\n", doubt.what)));
    }
    out.push_str(&draw_summary(report, style));
    out
}

/// Draws a path.
#[must_use]
pub fn draw_path(number: usize, path: &PathReport, style: Style) -> String {
    let count = path.steps.len();
    let heading = format!("path {number}, {count} {}", if count == 1 { "node" } else { "nodes" });
    let mut out = format!("{}\n", style.paint(Role::Heading, &heading));
    let processes = || path.steps.iter().filter_map(|it| it.process.as_ref());
    let width = processes().map(|it| it.len()).max().unwrap_or(0);
    let place = |it: &PathStep| match &it.file {
        Some(file) => format!("{}:{}", file.rsplit('/').next().unwrap_or(file), it.line),
        None => it.line.to_string(),
    };
    let places = path.steps.iter().map(|it| place(it).len()).max().unwrap_or(0).max(4);
    const SHOWN: usize = 24;
    let is_folded = style.folding == Folding::Middle && SHOWN < count;
    for (at, step) in path.steps.iter().enumerate() {
        if is_folded && at == SHOWN / 2 {
            let text = format!("       … {} more\n", count - SHOWN);
            out.push_str(&style.paint(Role::Faint, &text));
        }
        if is_folded && (SHOWN / 2..count - SHOWN / 2).contains(&at) {
            continue;
        }
        let labels: String = step.labels.iter().map(|it| format!("{it}: ")).collect();
        let process = match &step.process {
            Some(process) => format!("{process:width$}  "),
            None => String::new(),
        };
        out.push_str(&format!("  {process}{:>places$}  {labels}{}\n", place(step), step.text));
    }
    if path.deadlock {
        out.push_str(&format!("        {}\n", style.paint(Role::Bad, "deadlock: nobody can move")));
    }
    let merged = if path.merged {
        "  (of all paths that differ only where the query does not look)"
    } else if processes().next().is_some() {
        "  (allows the path; the schedule decides)"
    } else {
        ""
    };
    out.push_str(&format!("  condition: {}{}\n", path.condition, style.paint(Role::Faint, merged)));
    for note in &path.notes {
        out.push_str(&style.paint(Role::Unsure, &format!("  note:      {note}\n")));
    }
    // What is behind pointers is shown if it matters.
    let is_shown = |it: &&InputReport| {
        !it.name.contains(['[', '>', '*', '.']) || path.condition.contains(&it.name)
    };
    let inputs =
        path.inputs.iter().filter(is_shown).map(|it| format!("{} = {}", it.name, it.value));
    let inputs: Vec<String> = inputs.collect();
    if !inputs.is_empty() {
        out.push_str(&format!("  inputs:    {}\n", inputs.join(", ")));
    }
    if let Some(test) = &path.test {
        out.push_str(&format!("  test:      {}\n", test.line()));
    }
    out.push('\n');
    out
}

fn draw_summary(report: &UnitReport, style: Style) -> String {
    let count = report.paths.len();
    let paths = if count == 1 { "1 path".to_owned() } else { format!("{count} paths") };
    let (role, text) = match (count, report.exhaustive) {
        (0, true) => (Role::Good, "proved: there is no such path".to_owned()),
        (0, false) => (
            Role::Unsure,
            format!(
                "no such path with nodes repeated up to {} times; there may be longer ones",
                report.repeat
            ),
        ),
        (_, true) if report.covers_all => (
            Role::Bad,
            format!("{paths}; proved: the conditions cover all cases, there is no further path"),
        ),
        (_, true) if 0 < report.rounds => {
            let but = "but those that go round where nothing changes";
            (Role::Bad, format!("{paths}; proved: there is no further path, {but}"))
        }
        (_, true) => (Role::Bad, format!("{paths}; proved: there is no further path")),
        (_, false) => (Role::Bad, format!("{paths}; there may be more")),
    };
    format!("{}\n", style.paint(role, &text))
}
