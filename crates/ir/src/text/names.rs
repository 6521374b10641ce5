//! Names that tell things apart, made from the names in the source.
//!
//! Global variables, processes, enumerations and records share one namespace, which the locals of
//! each process extend. Labels, fields, variants, objects, channel declarations and properties
//! have their own. The second thing called `x` in a namespace is `x#2`. What is not a plain word,
//! or means something else to the parser, stands in backquotes.

use super::lexer::{float_shape, int_shape};
use crate::program::{Program, Scope};
use std::collections::HashMap;
use tribunal_base::Id;

/// Words that mean something where an expression or an action may start, or behind `return`.
const RESERVED: [&str; 30] = [
    "_",
    "allocate",
    "bool",
    "call",
    "chan",
    "copy_bytes",
    "entry",
    "exit",
    "false",
    "fill_bytes",
    "havoc",
    "heap_in_use",
    "heap_lost",
    "if",
    "label",
    "loc",
    "lossy",
    "new",
    "non_progress",
    "null",
    "print",
    "process_count",
    "release",
    "return",
    "run",
    "self",
    "timeout",
    "true",
    "var",
    "violates",
];

/// The spelling of everything that has a name, by index.
pub(super) struct Names {
    pub(super) vars: Vec<String>,
    pub(super) procs: Vec<String>,
    pub(super) enums: Vec<String>,
    pub(super) variants: Vec<Vec<String>>,
    pub(super) records: Vec<String>,
    pub(super) fields: Vec<Vec<String>>,
    pub(super) channels: Vec<String>,
    pub(super) objects: Vec<String>,
    pub(super) labels: Vec<String>,
    pub(super) props: Vec<String>,
}

impl Names {
    pub(super) fn new(program: &Program) -> Self {
        let mut top = Namespace::default();
        let mut locals: Vec<Namespace> = vec![];
        locals.resize_with(program.procs.len(), Namespace::default);
        let mut labels: Vec<Namespace> = vec![];
        labels.resize_with(program.procs.len(), Namespace::default);

        let globals = program.vars.values().filter(|it| it.scope == Scope::Global);
        let mut globals = globals
            .map(|it| top.add(&it.name, Position::Value))
            .collect::<Vec<String>>()
            .into_iter();
        let mut owner = |name: &String| top.add(name, Position::Owner);
        let procs = program.procs.values().map(|it| owner(&it.name)).collect();
        let enums = program.enums.values().map(|it| owner(&it.name)).collect();
        let records = program.records.values().map(|it| owner(&it.name)).collect();
        let mut vars = Vec::new();
        for var in program.vars.values() {
            vars.push(match var.scope {
                Scope::Global => globals.next().unwrap_or_default(),
                Scope::Local(process) => locals[process.index()].add_inside(&top, &var.name),
            });
        }
        Self {
            vars,
            procs,
            enums,
            variants: program
                .enums
                .values()
                .map(|it| distinct(it.variants.iter().map(|(name, _)| name)))
                .collect(),
            records,
            fields: program
                .records
                .values()
                .map(|it| distinct(it.fields.iter().map(|field| &field.name)))
                .collect(),
            objects: distinct(program.objects.values().map(|it| &it.name)),
            channels: distinct(program.channels.values().map(|it| &it.name)),
            labels: program
                .labels
                .values()
                .map(|it| labels[it.process.index()].add(&it.name, Position::Value))
                .collect(),
            props: distinct(program.props.values().map(|it| &it.name)),
        }
    }
}

/// Where a name is used.
#[derive(Clone, Copy)]
enum Position {
    /// In an expression, or where nothing else can stand.
    Value,
    /// As a type or before `::`, where `u8` means something else.
    Owner,
}

/// How often each name was given out.
#[derive(Default)]
struct Namespace {
    count: HashMap<String, u32>,
}

impl Namespace {
    fn add(&mut self, name: &str, position: Position) -> String {
        let count = self.count.entry(name.to_owned()).or_insert(0);
        *count += 1;
        spell(name, *count, position)
    }

    fn add_inside(&mut self, outer: &Self, name: &str) -> String {
        let seen_outside = outer.count.get(name).copied().unwrap_or(0);
        let count = self.count.entry(name.to_owned()).or_insert(seen_outside);
        *count += 1;
        spell(name, *count, Position::Value)
    }
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut namespace = Namespace::default();
    names.map(|it| namespace.add(it, Position::Value)).collect()
}

fn spell(name: &str, ordinal: u32, position: Position) -> String {
    let starts_well = name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
    let is_word = starts_well && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    let is_taken = RESERVED.contains(&name) || matches!(position, Position::Owner) && is_type(name);
    let word = if is_word && !is_taken { name.to_owned() } else { quote(name, '`') };
    if ordinal == 1 { word } else { format!("{word}#{ordinal}") }
}

/// Whether a word means something where a type or a layout may stand.
fn is_type(word: &str) -> bool {
    ["bytes", "pointer"].contains(&word) || int_shape(word).is_some() || float_shape(word).is_some()
}

/// A name that is not looked up.
pub(super) fn spell_once(name: &str) -> String {
    spell(name, 1, Position::Value)
}

/// The text in quotes.
pub(super) fn quote(text: &str, quote: char) -> String {
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            _ if c == quote => quoted.extend(['\\', c]),
            _ if c.is_control() => quoted.extend(c.escape_default()),
            _ => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}
