//! What states are matched on, in the terms of the source.

use serde::Serialize;
use tribunal_base::{Diagnostic, Sources};
use tribunal_ir::pass::influence::{Cause, Explanation, Point};
use tribunal_ir::{Program, PropId, PropertyKind, Scope, VarId};

use crate::data::{CONTRACT, DiagnosticReport, TOOL, VERSION};
use crate::narrate::statement_text;
use crate::style::{Role, Style};
use crate::words;

/// What `tribunal check --explain-matching` has to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchingReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model.
    pub model: String,
    /// One entry for each search.
    pub searches: Vec<SearchMatchingReport>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// What the states of one search are matched on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchMatchingReport {
    /// The properties of the search.
    pub properties: Vec<String>,
    /// The analysis, by its name in the paper: `IA1` to `IA4`.
    pub analysis: &'static str,
    /// Globals that are visible everywhere.
    pub always: Vec<VisibleReport>,
    /// Globals that are visible nowhere.
    pub never: Vec<String>,
    /// The points of control.
    pub points: Vec<PointReport>,
}

/// A point of control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointReport {
    /// The process.
    pub process: String,
    /// The line of the statement that comes next.
    pub line: Option<u32>,
    /// That statement.
    pub text: String,
    /// Variables that tell states apart here.
    pub visible: Vec<VisibleReport>,
    /// Variables that do not.
    pub hidden: Vec<String>,
}

/// A variable that tells states apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VisibleReport {
    /// The variable.
    pub variable: String,
    /// Why it is needed.
    pub why: String,
}

impl MatchingReport {
    /// The report about a model.
    #[must_use]
    pub fn new(model: &str, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            searches: Vec::new(),
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }

    /// Adds what the states of a search are matched on.
    pub fn add(&mut self, program: &Program, properties: &[PropId], explanation: &Explanation) {
        let visible = |(var, cause): &(VarId, Cause)| VisibleReport {
            variable: program.vars[*var].name.clone(),
            why: why(program, *cause),
        };
        self.searches.push(SearchMatchingReport {
            properties: properties.iter().map(|it| program.props[*it].name.clone()).collect(),
            analysis: analysis(program, properties),
            always: explanation.always.iter().map(visible).collect(),
            never: explanation.never.iter().map(|it| program.vars[*it].name.clone()).collect(),
            points: explanation.points.iter().map(|it| point(program, it, visible)).collect(),
        });
    }
}

/// The weakest analysis of the paper that keeps these properties.
fn analysis(program: &Program, properties: &[PropId]) -> &'static str {
    let kinds = || properties.iter().map(|it| program.props[*it].kind);
    let is_safety = |it| matches!(it, PropertyKind::Unreachable | PropertyKind::EndStates);
    let has_globals = program.vars.values().any(|it| it.scope == Scope::Global);
    if !kinds().all(is_safety) {
        "IA4"
    } else if has_globals {
        "IA3"
    } else if kinds().any(|it| it == PropertyKind::Unreachable) {
        "IA2"
    } else {
        "IA1"
    }
}

fn point(
    program: &Program,
    point: &Point,
    visible: impl Fn(&(VarId, Cause)) -> VisibleReport,
) -> PointReport {
    let location = &program.locs[point.location];
    let next = location.out.first();
    let span = next.map_or(location.span, |it| program.edges[*it].span);
    PointReport {
        process: program.procs[point.process].name.clone(),
        line: words::place(&program.sources, span).map(|it| it.line),
        text: next
            .map_or_else(String::new, |it| words::one_line(&statement_text(program, *it), 40)),
        visible: point.visible.iter().map(visible).collect(),
        hidden: point.hidden.iter().map(|it| program.vars[*it].name.clone()).collect(),
    }
}

fn why(program: &Program, cause: Cause) -> String {
    match cause {
        Cause::Statement(edge) => {
            let place = words::place(&program.sources, program.edges[edge].span);
            let text = words::one_line(&statement_text(program, edge), 40);
            place.map_or_else(|| format!("`{text}`"), |it| format!("line {}: `{text}`", it.line))
        }
        Cause::Property(property) => format!("property {}", program.props[property].name),
        Cause::Others => "others may read it at any time".to_owned(),
    }
}

/// Draws what states are matched on.
#[must_use]
pub fn draw_matching(report: &MatchingReport, style: Style) -> String {
    let mut out = String::new();
    for search in &report.searches {
        let title = format!("matching for {} ({})", search.properties.join(", "), search.analysis);
        out.push_str(&format!("{}\n", style.paint(Role::Heading, &title)));
        for it in &search.always {
            out.push_str(&format!("  everywhere: {} ({})\n", it.variable, it.why));
        }
        if !search.never.is_empty() {
            out.push_str(&format!("  nowhere: {}\n", search.never.join(", ")));
        }
        for point in &search.points {
            let line = point.line.map_or_else(String::new, |it| format!(":{it}"));
            let hidden = point.hidden.join(", ");
            let hidden = if hidden.is_empty() { hidden } else { format!("  hidden: {hidden}") };
            out.push_str(&format!("  {}{line} before `{}`{hidden}\n", point.process, point.text));
            for it in &point.visible {
                out.push_str(&format!("    {} is visible: {}\n", it.variable, it.why));
            }
        }
    }
    out
}
