//! What is known at each line of a source, as text beside it and as JSON.

mod proof;

pub use proof::{CountReport, Doubt, DoubtReport, Kind, ProofReport, Proved, relation};

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::{Diagnostic, FileId, Sources};
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Edge, Expr, Guard, LocId, ProcId, Program, VarId};

use crate::data::{CONTRACT, DiagnosticReport, TOOL, VERSION};
use crate::style::{Role, Style};
use crate::words;

/// What `tribunal invariants` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InvariantsReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model.
    pub model: String,
    /// Whether the analysis came to its end; if not, nothing is known.
    pub complete: bool,
    /// The lines where statements start, file by file.
    pub lines: Vec<LineReport>,
    /// What was proved again, if somebody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// What is known whenever control is at a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineReport {
    /// The path of the file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The process or function.
    pub function: String,
    /// Whether a run may come there.
    pub reached: bool,
    /// What is known of variables, by name.
    pub known: Vec<KnownReport>,
    /// How variables are related.
    pub relations: Vec<String>,
}

/// What is known of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownReport {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub value: String,
}

/// What is known at a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineKnowledge {
    /// What is known of variables.
    pub variables: Vec<(VarId, String)>,
    /// How variables are related.
    pub relations: Vec<String>,
}

/// What is known at some locations; `None` if no run comes there.
pub type Knowledge<'a> = dyn Fn(&[LocId]) -> Option<LineKnowledge> + 'a;

impl InvariantsReport {
    /// The report about a program, where `known` tells what is known whenever control is at some locations.
    #[must_use]
    pub fn of(
        model: &str,
        program: &Program,
        known: Option<&Knowledge<'_>>,
        diagnostics: &[Diagnostic],
    ) -> Self {
        let mut report = Self::empty(model, &program.sources, diagnostics);
        if let Some(known) = known {
            report.complete = true;
            let mentioned = mentioned(program);
            for ((file, line, process), locations) in lines(program) {
                let values = known(&locations);
                let is_interesting = |var: VarId| {
                    let name = &program.vars[var].name;
                    mentioned.contains(&(process, var)) && !name.starts_with(['%', '&'])
                };
                let is_reached = values.is_some();
                let LineKnowledge { variables, relations } = values.unwrap_or_default();
                let shown = variables.iter().filter(|it| is_interesting(it.0));
                report.lines.push(LineReport {
                    file: program.sources.path(file).to_owned(),
                    line,
                    function: program.procs[process].name.clone(),
                    reached: is_reached,
                    known: shown
                        .map(|(var, value)| KnownReport {
                            name: program.vars[*var].name.clone(),
                            value: value.clone(),
                        })
                        .collect(),
                    relations,
                });
            }
        }
        report
    }

    /// The report about a model that has errors.
    #[must_use]
    pub fn empty(model: &str, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            complete: false,
            lines: Vec::new(),
            proof: None,
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }
}

/// The variables that each process mentions.
fn mentioned(program: &Program) -> BTreeSet<(ProcId, VarId)> {
    let mut found = BTreeSet::new();
    for edge in program.edges.values() {
        let process = program.locs[edge.from].process;
        let mut walk = Walk::new(program, |used| {
            if let Use::Read(place) | Use::Write(place) = used
                && let Root::Own(var) = program.root(place)
            {
                found.insert((process, var));
            }
        });
        walk.edge(edge);
    }
    found
}

/// The locations before statements, by file and line; files that are not the user's are left out.
fn lines(program: &Program) -> BTreeMap<(FileId, u32, ProcId), Vec<LocId>> {
    let mut found: BTreeMap<(FileId, u32, ProcId), Vec<LocId>> = BTreeMap::new();
    let files = program.sources.files().filter(|(_, path, _)| !path.starts_with('<'));
    let shown: BTreeSet<FileId> = files.map(|(id, ..)| id).collect();
    // Edges that do nothing join what belongs to different statements.
    let does_something = |edge: &Edge| {
        let is_free = match edge.guard {
            Guard::When(condition) => matches!(program.exprs[condition], Expr::Const { .. }),
            Guard::Else => false,
        };
        !is_free || !edge.actions.is_empty()
    };
    for edge in program.edges.values().filter(|it| does_something(it)) {
        if edge.span.start < edge.span.end && shown.contains(&edge.span.file) {
            let line = program.sources.line_column(edge.span).line;
            let process = program.locs[edge.from].process;
            let all = found.entry((edge.span.file, line, process)).or_default();
            if !all.contains(&edge.from) {
                all.push(edge.from);
            }
        }
    }
    found
}

/// Draws the source, with what is known below each line.
#[must_use]
pub fn draw_invariants(report: &InvariantsReport, sources: &Sources, style: Style) -> String {
    let mut out = String::new();
    for (_, path, text) in sources.files() {
        let mut known = report.lines.iter().filter(|it| it.file == path).peekable();
        if known.peek().is_none() {
            continue;
        }
        let by_line = known.fold(BTreeMap::<u32, Vec<&LineReport>>::new(), |mut all, it| {
            all.entry(it.line).or_default().push(it);
            all
        });
        out.push_str(&format!("{}\n", style.paint(Role::Heading, path)));
        for (number, line) in (1..).zip(text.lines()) {
            out.push_str(&format!("{number:>5}  {line}\n"));
            let indent = line.len() - line.trim_start().len();
            for note in by_line.get(&number).into_iter().flatten() {
                if let Some(text) = describe(note) {
                    let margin = " ".repeat(7 + indent);
                    out.push_str(&format!("{margin}{}\n", style.paint(Role::Faint, &text)));
                }
            }
        }
    }
    out
}

fn describe(note: &LineReport) -> Option<String> {
    if !note.reached {
        return Some("| no run comes here".to_owned());
    }
    let known = note.known.iter().map(|it| format!("{}: {}", it.name, it.value));
    let known: Vec<String> = known.chain(note.relations.iter().cloned()).collect();
    (!known.is_empty()).then(|| format!("| {}", known.join("; ")))
}
