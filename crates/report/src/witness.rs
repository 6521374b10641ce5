//! Verification witnesses, version 2.0 of the exchange format: Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl & Strejček,
//! Software Verification Witnesses 2.0, SPIN 2024.
//!
//! A violation witness is a sequence of waypoints: the values that functions without a body return, then the place
//! of the violation. A correctness witness is a set of invariants of loops.

mod place;
pub mod read;
mod scope;
mod value;

use tribunal_base::Span;
use tribunal_engine::{Chosen, Said, Statement, Trace};
use tribunal_ir::{Action, Content, Edge, Place, Program, VarId};

use crate::sha256::sha256;
use place::{last_byte, statement_start};
use scope::is_visible;
use value::{constraint, literal, relation};

/// What a witness is about, and where it comes from.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The files of the program and their hashes.
    pub files: &'a [(String, String)],
    /// The property, as the competition writes it.
    pub specification: &'a str,
    /// `ILP32` or `LP64`.
    pub data_model: &'a str,
    /// When: ISO 8601.
    pub creation_time: &'a str,
}

/// A place in a witness.
struct Location<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
}

/// A function that was called returned a value.
struct Returned<'a> {
    location: Location<'a>,
    constraint: String,
}

/// The witness of a run that ends in a violation; `None` if the run has no place in the files of the task.
#[must_use]
pub fn violation(task: &Task<'_>, program: &Program, trace: &Trace) -> Option<String> {
    let returned = returned(task, program, trace);
    let last = trace.steps.iter().rev().map(|it| &program.edges[it.edge]);
    let mut targets = last.filter_map(|it| target(task, program, it));
    let target = targets.next()?;
    let mut content = String::from("  content:\n");
    for it in &returned {
        content.push_str("    - segment:\n        - waypoint:\n");
        content.push_str("            type: \"function_return\"\n            action: \"follow\"\n");
        content.push_str("            constraint:\n");
        content.push_str(&format!("              value: {}\n", quoted(&it.constraint)));
        content.push_str("              format: \"ext_c_expression\"\n");
        content.push_str(&location(&it.location, 12));
    }
    content.push_str("    - segment:\n        - waypoint:\n");
    content.push_str("            type: \"target\"\n            action: \"follow\"\n");
    content.push_str(&location(&target, 12));
    Some(entry("violation_sequence", task, &content))
}

/// The witness of a proof.
#[must_use]
pub fn correctness(task: &Task<'_>, program: &Program, heads: &Said) -> String {
    let mut items = String::new();
    for (at, said) in heads {
        let head = &program.locs[*at];
        let function = &program.procs[head.process].name;
        let Some(at) = locate(task, program, head.span, head.span.start, function) else {
            continue;
        };
        let is_visible = |var: VarId| is_visible(program, head.process, var, head.span);
        let fact = |it: &Statement| match it {
            Statement::Numbers(var, values) if is_visible(*var) => {
                let name = &program.vars[*var].name;
                let value = values.only()?;
                Some(format!("{name} == {}", literal(program, program.vars[*var].ty, value)?))
            }
            Statement::Related(it) => relation(program, &is_visible, it),
            _ => None,
        };
        let facts: Vec<String> = said.iter().filter_map(fact).collect();
        if facts.is_empty() {
            continue;
        }
        items.push_str("    - invariant:\n        type: \"loop_invariant\"\n");
        items.push_str(&location(&at, 8));
        items.push_str(&format!("        value: {}\n", quoted(&facts.join(" && "))));
        items.push_str("        format: \"c_expression\"\n");
    }
    let content = match items.as_str() {
        "" => "  content: []\n".to_owned(),
        _ => format!("  content:\n{items}"),
    };
    entry("invariant_set", task, &content)
}

/// The values that functions without a body return in a run.
fn returned<'a>(task: &Task<'_>, program: &'a Program, trace: &Trace) -> Vec<Returned<'a>> {
    let mut choices = trace.choices.iter();
    let mut found = Vec::new();
    for step in &trace.steps {
        let edge = &program.edges[step.edge];
        for action in &edge.actions {
            match action {
                Action::Havoc { place } => {
                    let shaped = program.ty_of_place(*place).and_then(|it| program.shape(it));
                    if shaped.is_none() {
                        continue;
                    }
                    if let (Some(Chosen::Value(value)), Place::Var(var)) =
                        (choices.next(), program.places[*place])
                    {
                        found.extend(of_call(task, program, edge, var, *value));
                    }
                }
                Action::Allocate { object, .. }
                    if program.objects[*object].content == Content::Arbitrary =>
                {
                    choices.next();
                }
                _ => {}
            }
        }
    }
    found
}

/// What a call returned, if the variable stands for the result of one.
fn of_call<'a>(
    task: &Task<'_>,
    program: &'a Program,
    edge: &Edge,
    var: VarId,
    value: i128,
) -> Option<Returned<'a>> {
    let variable = &program.vars[var];
    let parenthesis = end_of_call(program, var)?;
    let function = &program.procs[program.locs[edge.from].process].name;
    let location = locate(task, program, variable.span, parenthesis, function)?;
    let constraint = constraint(program, variable.ty, value)?;
    Some(Returned { location, constraint })
}

/// Where a run that takes an edge violates a property, as a witness tells it: line and column.
#[must_use]
pub fn place_of_violation(program: &Program, edge: &Edge) -> (u32, u32) {
    let start = statement_start(program.sources.text(edge.span.file), edge.span.start);
    let at = program.sources.line_column(Span { start, end: start, ..edge.span });
    (at.line, at.column)
}

/// Where the call ends whose result a variable stands for: line and column of the closing parenthesis.
#[must_use]
pub fn place_of_return(program: &Program, var: VarId) -> Option<(u32, u32)> {
    let end = end_of_call(program, var)?;
    let at = Span { start: end, end, ..program.vars[var].span };
    let at = program.sources.line_column(at);
    Some((at.line, at.column))
}

/// The byte of the closing parenthesis of the call whose result a variable stands for.
fn end_of_call(program: &Program, var: VarId) -> Option<u32> {
    let variable = &program.vars[var];
    let called = variable.name.strip_prefix('%').filter(|it| !it.is_empty())?;
    let is_call = program.sources.snippet(variable.span).starts_with(called);
    is_call.then(|| last_byte(&program.sources, variable.span, b')'))?
}

/// Where an edge goes wrong: the start of its statement or of the whole of its expression.
fn target<'a>(task: &Task<'_>, program: &'a Program, edge: &Edge) -> Option<Location<'a>> {
    let function = &program.procs[program.locs[edge.from].process].name;
    let path = program.sources.files().nth(edge.span.file.0 as usize)?.1;
    if !task.files.iter().any(|(it, _)| it == path) {
        return None;
    }
    let start = statement_start(program.sources.text(edge.span.file), edge.span.start);
    locate(task, program, edge.span, start, function)
}

/// A byte of one of the files of the task.
fn locate<'a>(
    task: &Task<'_>,
    program: &'a Program,
    span: Span,
    at: u32,
    function: &'a str,
) -> Option<Location<'a>> {
    let (_, path, _) = program.sources.files().nth(span.file.0 as usize)?;
    task.files.iter().find(|(it, _)| it == path)?;
    let at = program.sources.line_column(Span { start: at, end: at, ..span });
    Some(Location { file: path, line: at.line, column: at.column, function })
}

fn location(it: &Location<'_>, indent: usize) -> String {
    let space = " ".repeat(indent);
    format!(
        "{space}location:\n{space}  file_name: {}\n{space}  line: {}\n{space}  column: {}\n{space}  function: {}\n",
        quoted(it.file),
        it.line,
        it.column,
        quoted(it.function)
    )
}

fn entry(kind: &str, task: &Task<'_>, content: &str) -> String {
    let mut files = String::new();
    let mut hashes = String::new();
    for (path, hash) in task.files {
        files.push_str(&format!("        - {}\n", quoted(path)));
        hashes.push_str(&format!("        {}: {}\n", quoted(path), quoted(hash)));
    }
    let task_text = format!(
        "    task:\n      input_files:\n{files}      input_file_hashes:\n{hashes}      \
         specification: {}\n      data_model: {}\n      language: \"C\"\n",
        quoted(task.specification),
        quoted(task.data_model)
    );
    let time = task.creation_time;
    let uuid = uuid(&format!("{kind}{time}{task_text}{content}"));
    format!(
        "- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n    uuid: {}\n    creation_time: {}\n    \
         producer:\n      name: {}\n      version: {}\n{task_text}{content}",
        quoted(kind),
        quoted(&uuid),
        quoted(time),
        quoted(crate::data::TOOL),
        quoted(crate::data::VERSION)
    )
}

/// A name for a text that no other text has: version 8 of RFC 9562.
fn uuid(text: &str) -> String {
    let hash = sha256(text.as_bytes());
    format!(
        "{}-{}-8{}-a{}-{}",
        &hash[..8],
        &hash[8..12],
        &hash[13..16],
        &hash[17..20],
        &hash[20..32]
    )
}

/// A string as YAML writes it in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
