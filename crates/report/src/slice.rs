//! What a slice lacks, in the terms of the source.

use serde::Serialize;
use tribunal_base::{Diagnostic, Sources};
use tribunal_ir::pass::slice::Dropped;
use tribunal_ir::{Program, text};

use crate::data::{CONTRACT, DiagnosticReport, TOOL, VERSION};
use crate::narrate::statement_text;
use crate::style::{Role, Style};
use crate::words;

/// What `tribunal slice` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SliceReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model.
    pub model: String,
    /// The properties that the slice is for.
    pub properties: Vec<String>,
    /// The text form of the slice; absent if the model has errors.
    pub ir: Option<String>,
    /// What it lacks.
    pub dropped: Vec<DroppedReport>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// Something that a slice lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DroppedReport {
    /// `process`, `variable`, `field`, `statement` or `decision`.
    pub kind: &'static str,
    /// Its name, or the text of the statement.
    pub what: String,
    /// The process it belongs to, if it does to one.
    pub process: Option<String>,
    /// The path of the file.
    pub file: Option<String>,
    /// The line where it stands.
    pub line: Option<u32>,
    /// Why it does not matter.
    pub why: String,
}

impl SliceReport {
    /// The report about a slice of a program.
    #[must_use]
    pub fn of(
        model: &str,
        (program, sliced): (&Program, &Program),
        properties: Vec<String>,
        dropped: &[Dropped],
        diagnostics: &[Diagnostic],
    ) -> Self {
        Self {
            properties,
            ir: Some(text::print(sliced)),
            dropped: dropped.iter().map(|it| describe(program, *it)).collect(),
            ..Self::empty(model, &program.sources, diagnostics)
        }
    }

    /// The report about a model that has errors.
    #[must_use]
    pub fn empty(model: &str, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            properties: Vec::new(),
            ir: None,
            dropped: Vec::new(),
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }
}

/// What was dropped, counted by kind; empty if nothing was.
pub(crate) fn counts(dropped: &[Dropped]) -> String {
    let kind = |it: &Dropped| match it {
        Dropped::Process(_) => "process",
        Dropped::Variable(_) => "variable",
        Dropped::Field { .. } => "message field",
        Dropped::Statement(_) => "statement",
        Dropped::Decision { .. } => "decision",
    };
    let kinds = ["process", "variable", "message field", "statement", "decision"];
    let counted = kinds.into_iter().filter_map(|name| {
        let count = dropped.iter().filter(|it| kind(it) == name).count();
        match (count, name) {
            (0, _) => None,
            (2.., "process") => Some(format!("{count} processes")),
            _ => Some(words::counted(count as u64, name)),
        }
    });
    counted.collect::<Vec<_>>().join(", ")
}

/// Something that was dropped, in words.
fn describe(program: &Program, dropped: Dropped) -> DroppedReport {
    let process_of = |loc| program.procs[program.locs[loc].process].name.clone();
    let (kind, what, process, span, why) = match dropped {
        Dropped::Process(id) => {
            let process = &program.procs[id];
            let why = "neither changes nor delays anything that matters";
            ("process", process.name.clone(), None, process.span, why.to_owned())
        }
        Dropped::Variable(id) => {
            let var = &program.vars[id];
            let process = match var.scope {
                tribunal_ir::Scope::Global => None,
                tribunal_ir::Scope::Local(process) => Some(program.procs[process].name.clone()),
            };
            let why = "no condition that is left and no property depends on it";
            ("variable", var.name.clone(), process, var.span, why.to_owned())
        }
        Dropped::Field { channel, field } => {
            let declared = &program.channels[channel];
            let what = format!("{}, field {}", declared.name, field + 1);
            ("field", what, None, declared.span, "nobody looks at it".to_owned())
        }
        Dropped::Statement(id) => {
            let edge = &program.edges[id];
            let why = "does nothing but print or assign to variables that are dropped";
            let process = Some(process_of(edge.from));
            ("statement", statement_text(program, id), process, edge.span, why.to_owned())
        }
        Dropped::Decision { at, exit } => {
            let span = program.locs[at].span;
            let first = program.locs[at].out.first();
            let what = first.map_or_else(String::new, |it| statement_text(program, *it));
            let end = words::place(&program.sources, program.locs[exit].span);
            let until = end.map_or_else(String::new, |it| format!(" before line {}", it.line));
            let why = format!("whatever is chosen, nothing that matters happens{until}");
            ("decision", what, Some(process_of(at)), span, why)
        }
    };
    let place = words::place(&program.sources, span);
    DroppedReport {
        kind,
        what: words::one_line(&what, 60),
        process,
        file: place.as_ref().map(|it| it.file.clone()),
        line: place.map(|it| it.line),
        why,
    }
}

/// Draws what a slice lacks, then the slice.
#[must_use]
pub fn draw_slice(report: &SliceReport, style: Style) -> String {
    let for_these = report.properties.join(", ");
    let mut out = format!("{}\n", style.paint(Role::Heading, &format!("dropped for {for_these}")));
    if report.dropped.is_empty() {
        out.push_str("  nothing\n");
    }
    for it in &report.dropped {
        let line = it.line.map_or_else(String::new, |line| format!("{line}: "));
        let owner = it.process.as_ref().map_or_else(String::new, |it| format!(" of {it}"));
        out.push_str(&format!("  {line}{} `{}`{owner}: {}\n", it.kind, it.what, it.why));
    }
    if let Some(ir) = &report.ir {
        out.push_str(&format!("\n{}\n{ir}", style.paint(Role::Heading, "slice")));
    }
    out
}
