//! Coverage of functions by generated tests, as text and as JSON.

use serde::Serialize;
use tribunal_base::{Diagnostic, Sources};

use crate::data::DiagnosticReport;
use crate::style::{Role, Style};
use crate::unit::{PathReport, TestOutcome, UnitHeader, draw_path};
use crate::words;

/// What is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// Every statement.
    Statement,
    /// Every outcome of every decision.
    Branch,
    /// Every condition of every decision, deciding with either value (masking MC/DC).
    Mcdc,
    /// Sequences of places, passed in order.
    Sequence,
}

impl Criterion {
    fn plural(self) -> &'static str {
        match self {
            Self::Statement => "statements",
            Self::Branch => "branches",
            Self::Mcdc => "deciding values of conditions",
            Self::Sequence => "sequences",
        }
    }
}

/// What came of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalState {
    /// A path passes it.
    Covered,
    /// It can be passed, but the function does not return then.
    NoReturn,
    /// Nothing passes it: a proof.
    Unreachable,
    /// Not known.
    Open,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalReport {
    /// The line of the statement or condition.
    pub line: u32,
    /// What stands there.
    pub text: String,
    /// The value by which a condition decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decides: Option<bool>,
    /// The line where a branch leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_text: Option<String>,
    /// What came of it.
    pub state: GoalState,
    /// The numbers of the tests that pass it, counted from 1.
    pub tests: Vec<usize>,
}

/// What `tribunal unit --cover` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoverageReport {
    /// Who says it, and about what.
    #[serde(flatten)]
    pub header: UnitHeader,
    /// What is to be covered.
    pub criterion: Criterion,
    /// The goals, in the order of the source.
    pub goals: Vec<GoalReport>,
    /// The paths that cover them, each with its test.
    pub tests: Vec<PathReport>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

impl CoverageReport {
    /// A report without goals.
    #[must_use]
    pub fn empty(
        model: &str,
        function: &str,
        criterion: Criterion,
        sources: &Sources,
        diagnostics: &[Diagnostic],
    ) -> Self {
        Self {
            header: UnitHeader::new(model, function),
            criterion,
            goals: Vec::new(),
            tests: Vec::new(),
            assumptions: Vec::new(),
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }

    /// How many goals have come to this.
    #[must_use]
    pub fn count(&self, state: GoalState) -> usize {
        self.goals.iter().filter(|it| it.state == state).count()
    }

    /// How many tests have come to this.
    #[must_use]
    pub fn tests_that_are(&self, outcome: TestOutcome) -> usize {
        let tests = self.tests.iter().filter_map(|it| it.test.as_ref());
        tests.filter(|it| it.outcome == outcome).count()
    }
}

/// Draws the tests, and the goals that are not covered.
#[must_use]
pub fn draw_coverage(report: &CoverageReport, style: Style) -> String {
    let mut out = String::new();
    for (number, path) in (1..).zip(&report.tests) {
        out.push_str(&draw_path(number, path, style));
    }
    for goal in report.goals.iter().filter(|it| it.state != GoalState::Covered) {
        let (role, what) = match goal.state {
            GoalState::Unreachable => (Role::Good, "proved unreachable"),
            GoalState::NoReturn => (Role::Unsure, "reached, but the function does not return then"),
            GoalState::Covered | GoalState::Open => (Role::Unsure, "not known"),
        };
        let to = match (&goal.to, &goal.to_text, goal.decides) {
            (Some(line), Some(text), _) => format!(" to line {line}: {text}"),
            (_, _, Some(value)) => format!(", {value}, decides"),
            _ => String::new(),
        };
        let text = format!("{what}: line {}: {}{to}\n", goal.line, goal.text);
        out.push_str(&style.paint(role, &text));
    }
    for assumption in &report.assumptions {
        out.push_str(&format!("assumed: {assumption}\n"));
    }
    let covered = report.count(GoalState::Covered);
    let unreachable = report.count(GoalState::Unreachable);
    let coverable = report.goals.len() - unreachable;
    let mut text = format!("{covered} of {coverable} {} covered", report.criterion.plural());
    if unreachable != 0 {
        let how = if report.assumptions.is_empty() { "" } else { " under these assumptions" };
        text.push_str(&format!(", {unreachable} more proved unreachable{how}"));
    }
    let role = if covered == coverable { Role::Good } else { Role::Unsure };
    text.push_str(&format!("; {}", tests(report.tests.len())));
    if report.tests.iter().any(|it| it.test.is_some()) {
        text.push_str(&format!(", {} good", report.tests_that_are(TestOutcome::Good)));
    }
    out.push_str(&format!("{}\n", style.paint(role, &text)));
    out
}

fn tests(count: usize) -> String {
    if count == 1 { "1 test".to_owned() } else { format!("{count} tests") }
}

/// What `tribunal bench unit` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitBenchReport {
    /// The folder.
    pub folder: String,
    /// The functions.
    pub rows: Vec<UnitBenchRow>,
    /// What was compared with, or why nothing was.
    pub against: String,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UnitBenchRow {
    /// The file.
    pub file: String,
    /// The function.
    pub function: String,
    /// How many branches it has.
    pub branches: usize,
    /// How many are covered.
    pub covered: usize,
    /// How many are proved unreachable.
    pub unreachable: usize,
    /// How many tests there are.
    pub tests: usize,
    /// How many of them compile, hold, and take their paths.
    pub good: usize,
    /// Seconds.
    pub seconds: f64,
    /// What another tool covers, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<f64>,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// Draws what was measured.
#[must_use]
pub fn draw_unit_bench(report: &UnitBenchReport, style: Style) -> String {
    let header = format!(
        "{:<34} {:>8} {:>8} {:>11} {:>6} {:>5} {:>9}",
        "function", "branches", "covered", "unreachable", "tests", "good", "seconds"
    );
    let mut out = format!("{}\n", style.paint(Role::Heading, &header));
    let mut total = UnitBenchRow { function: "all".to_owned(), ..UnitBenchRow::default() };
    for row in &report.rows {
        out.push_str(&draw_row(row));
        total.branches += row.branches;
        total.covered += row.covered;
        total.unreachable += row.unreachable;
        total.tests += row.tests;
        total.good += row.good;
        total.seconds += row.seconds;
    }
    out.push_str(&style.paint(Role::Heading, &draw_row(&total)));
    let coverable = total.branches - total.unreachable;
    let percent = 100.0 * total.covered as f64 / coverable.max(1) as f64;
    let count = report.rows.len();
    let functions = if count == 1 { "function" } else { "functions" };
    out.push_str(&format!(
        "{count} {functions}: {percent:.1} % of the branches that are not proved unreachable are covered\n{}\n",
        report.against
    ));
    out
}

fn draw_row(row: &UnitBenchRow) -> String {
    let name = match row.file.rsplit_once('/') {
        Some((_, file)) => format!("{file}:{}", row.function),
        None if row.file.is_empty() => row.function.clone(),
        None => format!("{}:{}", row.file, row.function),
    };
    if let Some(why) = &row.refused {
        return format!("{name:<34} {why}\n");
    }
    let other = row.other.map_or(String::new(), |it| format!("  {it:.0} %"));
    format!(
        "{name:<34} {:>8} {:>8} {:>11} {:>6} {:>5} {:>9.2}{other}\n",
        row.branches, row.covered, row.unreachable, row.tests, row.good, row.seconds
    )
}
