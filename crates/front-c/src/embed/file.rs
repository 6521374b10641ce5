//! The one C file that the pieces of a model make, and the way back from it to the model's text.

use std::fmt::Write;

use tribunal_base::{Diagnostic, FileId, Span};
use tribunal_ir::{IntShape, ProcId, ProcessKind, Program, Scope, Ty, TyId, Var};

use super::{Data, DataKind, Piece, Role, Text};
use crate::lower::{Names, StateName};

/// What Spin's verifiers include and declare before all else.
const PRELUDE: &str = "#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short ushort;
#define Printf printf
void __VERIFIER_assert(int);
";

/// The file.
pub(super) struct Assembly {
    pub(super) text: String,
    /// The names of the functions that each piece becomes.
    pub(super) functions: Vec<Vec<String>>,
    pub(super) names: Names,
    /// Starts of stretches of the text, and where these stand in the model.
    places: Vec<(usize, Span)>,
}

impl Assembly {
    pub(super) fn new(model: &Program, pieces: &[Piece], data: &[Data]) -> Self {
        let mut assembly = Self {
            text: String::new(),
            functions: vec![Vec::new(); pieces.len()],
            names: Names { globals: "now".to_owned(), ..Names::default() },
            places: Vec::new(),
        };
        assembly.text.push_str(PRELUDE);
        let of = |role: Role| (0..).zip(pieces).filter(move |(_, it)| it.role == role);
        for (_, piece) in of(Role::Declarations) {
            assembly.copy(&piece.text);
        }
        assembly.types(model);
        assembly.globals(model, data);
        assembly.locals(model, data);
        assembly.data(data);
        for (_, piece) in of(Role::Globals) {
            assembly.copy(&piece.text);
        }
        for (number, piece) in of(Role::Statement) {
            assembly.statement(number, piece);
        }
        for (number, piece) in of(Role::Expression) {
            assembly.expression(number, piece);
        }
        assembly
    }

    /// Text of the model, on lines of its own.
    fn copy(&mut self, text: &Text) {
        self.words(text);
        self.text.push('\n');
    }

    fn words(&mut self, text: &Text) {
        let start = self.text.len();
        self.places.extend(text.places.iter().map(|(at, span)| (start + at, *span)));
        // So directives are kept from Promela's preprocessor.
        self.text.push_str(&text.text.replace("\\#", " #"));
    }

    /// What follows belongs to this place.
    fn at(&mut self, span: Span) {
        self.places.push((self.text.len(), span));
    }

    fn types(&mut self, model: &Program) {
        for record in model.records.values() {
            let mut fields = String::new();
            for field in &record.fields {
                _ = write!(fields, " {};", declaration(model, field.ty, &field.name));
            }
            _ = writeln!(self.text, "struct {} {{{fields} }};", record.name);
        }
    }

    fn globals(&mut self, model: &Program, data: &[Data]) {
        self.text.push_str("struct State {\n unsigned char _nr_pr;\n");
        self.members(model, Scope::Global);
        for it in data.iter().filter(|it| it.kind == DataKind::Global) {
            self.at(it.span);
            self.words(&it.what);
            self.text.push_str(";\n");
        }
        self.text.push_str("} now;\n");
    }

    fn locals(&mut self, model: &Program, data: &[Data]) {
        for (id, process) in model.procs.iter().filter(|(_, it)| it.kind == ProcessKind::Ordinary) {
            let name = &process.name;
            _ = writeln!(self.text, "struct P{name} {{\n unsigned char _pid;");
            self.members(model, Scope::Local(id));
            let is_own = |it: &&Data| matches!(&it.kind, DataKind::Local(owner) if owner == name);
            for it in data.iter().filter(is_own) {
                self.at(it.span);
                self.words(&it.what);
                self.text.push_str(";\n");
                self.state(it, Some(id));
            }
            _ = writeln!(self.text, "}} *P{name};");
            self.names.processes.push((format!("P{name}"), id));
        }
    }

    /// The variables of the model in one scope, as members.
    fn members(&mut self, model: &Program, scope: Scope) {
        let mut known: Vec<&str> = Vec::new();
        let is_name = |it: &str| {
            it.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
                && !it.starts_with("_pid")
                && !it.starts_with("_nr_pr")
                && it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        };
        let vars = model.vars.values().filter(|it: &&Var| it.scope == scope && is_name(&it.name));
        for var in vars {
            if !known.contains(&var.name.as_str()) {
                known.push(&var.name);
                self.at(var.span);
                _ = writeln!(self.text, " {};", declaration(model, var.ty, &var.name));
            }
        }
    }

    /// Notes that a member is a variable of C, and tells the names of both.
    fn state(&mut self, data: &Data, owner: Option<ProcId>) {
        let member = declared_name(&data.what.text).to_owned();
        let number = self.names.states.len();
        let variable = format!("__tribunal_state{number}__{member}");
        self.names.states.push(StateName { member, owner, variable });
    }

    /// The variables that data is kept in.
    fn data(&mut self, data: &[Data]) {
        for it in data.iter().filter(|it| it.kind == DataKind::Global) {
            self.state(it, None);
        }
        let mut owned: Vec<&Data> = Vec::new();
        for (name, _) in &self.names.processes {
            let is_own = |it: &&Data| matches!(&it.kind, DataKind::Local(owner) if name.strip_prefix('P') == Some(owner));
            owned.extend(data.iter().filter(is_own));
        }
        let global = data.iter().filter(|it| it.kind == DataKind::Global);
        let all: Vec<&Data> = owned.into_iter().chain(global).collect();
        for (it, state) in all.into_iter().zip(self.names.states.clone()) {
            let StateName { member, owner, variable } = state;
            let pointer = |id: ProcId| {
                let known = self.names.processes.iter().find(|(_, it)| *it == id);
                known.map_or(String::new(), |(name, _)| format!("{name}->"))
            };
            let whole = owner.map_or("now.".to_owned(), pointer);
            self.at(it.span);
            _ = write!(self.text, "__typeof__({whole}{member}) {variable}");
            self.first(it);
        }
        for it in data.iter().filter(|it| it.kind == DataKind::Hidden) {
            self.at(it.span);
            self.words(&it.what);
            self.first(it);
        }
    }

    fn first(&mut self, data: &Data) {
        if let Some(first) = &data.first {
            self.text.push_str(" = ");
            self.words(first);
        }
        self.text.push_str(";\n");
    }

    fn precondition(&mut self, piece: &Piece, end: &str) {
        if let Some(precondition) = &piece.precondition {
            self.at(piece.span);
            self.text.push_str("__VERIFIER_assert(!!(");
            self.words(precondition);
            _ = write!(self.text, ")){end}");
        }
    }

    fn statement(&mut self, number: usize, piece: &Piece) {
        let name = format!("__tribunal_code{number}");
        self.at(piece.span);
        _ = write!(self.text, "void {name}(void) {{ ");
        self.precondition(piece, "; ");
        self.text.push('\n');
        self.copy(&piece.text);
        self.at(piece.span);
        self.text.push_str("}\n");
        self.functions[number].push(name);
    }

    fn expression(&mut self, number: usize, piece: &Piece) {
        for (kind, cast) in [("_Bool", ""), ("int", "(int)")] {
            let name = format!("__tribunal_{kind}{number}");
            self.at(piece.span);
            _ = write!(self.text, "{kind} {name}(void) {{ return (");
            self.precondition(piece, ", ");
            _ = writeln!(self.text, "{cast}(");
            self.copy(&piece.text);
            self.at(piece.span);
            self.text.push_str(")); }\n");
            self.functions[number].push(name);
        }
    }
}

/// The way back.
impl Assembly {
    /// Where a stretch of the file stands in the model.
    fn place(&self, file: FileId, span: Span) -> Span {
        if span.file != file {
            return span;
        }
        let place = |at: usize| {
            let after = self.places.partition_point(|(start, _)| *start <= at);
            let place = after.checked_sub(1).map(|it| self.places[it].1);
            // What comes before all pieces is told at the first.
            place.or(self.places.first().map(|it| it.1))
        };
        let (start, end) = (span.start as usize, span.end as usize);
        match (place(start), place(end.saturating_sub(1).max(start))) {
            (Some(first), Some(last)) if first.file == last.file && first.start <= last.start => {
                first.to(last)
            }
            (Some(first), _) => first,
            (None, _) => span,
        }
    }

    pub(super) fn in_the_model(&self, file: FileId, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.primary.span = self.place(file, diagnostic.primary.span);
        for label in &mut diagnostic.related {
            label.span = self.place(file, label.span);
        }
        diagnostic
    }

    /// Data is known by its name in the model.
    fn rename(&self, name: &mut String) {
        let state = self.names.states.iter().find(|it| it.variable == *name);
        if let Some(state) = state {
            name.clone_from(&state.member);
        }
    }

    /// Tells all of a program in terms of the model.
    pub(super) fn move_spans(&self, file: FileId, program: &mut Program) {
        let place = |span: &mut Span| *span = self.place(file, *span);
        for var in program.vars.values_mut() {
            place(&mut var.span);
            self.rename(&mut var.name);
        }
        for object in program.objects.values_mut() {
            place(&mut object.span);
            self.rename(&mut object.name);
        }
        program.procs.values_mut().for_each(|it| place(&mut it.span));
        program.locs.values_mut().for_each(|it| place(&mut it.span));
        program.edges.values_mut().for_each(|it| place(&mut it.span));
        program.unsupported.iter_mut().for_each(|it| place(&mut it.span));
        program.assumptions.iter_mut().filter_map(|it| it.span.as_mut()).for_each(place);
    }
}

/// A variable of the model, as Spin declares it in C.
fn declaration(model: &Program, ty: TyId, name: &str) -> String {
    let scalar = |ty: Ty| -> Option<IntShape> { model.shape_of_ty(ty) };
    match model.tys[ty] {
        Ty::Record(record) => format!("struct {} {name}", model.records[record].name),
        Ty::Array { elem, len } => match (model.tys[elem], scalar(model.tys[elem])) {
            (_, Some(shape)) => format!("{} {name}[{len}]", container(shape)),
            (Ty::Record(record), None) => {
                format!("struct {} {name}[{len}]", model.records[record].name)
            }
            (_, None) => format!("int {name}[{len}]"),
        },
        ty => match scalar(ty) {
            Some(shape @ IntShape { bits: 8 | 16 | 32, .. }) => {
                format!("{} {name}", container(shape))
            }
            Some(shape) => format!("unsigned {name} : {}", shape.bits),
            None => format!("int {name}"),
        },
    }
}

/// The type of C that holds the numbers of a shape.
fn container(shape: IntShape) -> &'static str {
    match (shape.bits, shape.signed) {
        (..=8, false) => "unsigned char",
        (..=8, true) => "signed char",
        (..=16, false) => "unsigned short",
        (..=16, true) => "short",
        (_, false) => "unsigned int",
        (_, true) => "int",
    }
}

/// The name that a declaration declares: the last one before brackets and initialisers.
fn declared_name(declaration: &str) -> &str {
    let declarator = match declaration.find("(*") {
        Some(at) => declaration[at..].split(')').next().unwrap_or_default(),
        None => declaration.split(['[', '=', ':', '(']).next().unwrap_or_default(),
    };
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let declarator = declarator.trim_end_matches(|it| !is_word(it));
    let start = declarator.rfind(|it| !is_word(it)).map_or(0, |it| it + 1);
    &declarator[start..]
}

#[cfg(test)]
mod tests {
    use super::declared_name;

    #[test]
    fn the_name_of_a_declaration_is_found() {
        assert_eq!(declared_name("int x"), "x");
        assert_eq!(declared_name(" struct list *head "), "head");
        assert_eq!(declared_name("unsigned char a[3][4]"), "a");
        assert_eq!(declared_name("int (*handler)(int)"), "handler");
        assert_eq!(declared_name(""), "");
    }
}
