//! C inside a model of another language, as Spin has it: pieces of text that are put together to one C file, in which the
//! model's variables are members of structs.
//!
//! The file is, in this order: declarations (`c_decl`), the model's own types, the struct `now` with the global variables and a struct
//! for each process, data (`c_state`), functions and variables (global `c_code`), and one function for each statement and
//! expression. What the file says is told in terms of the model's own text ([`Text::places`]).

mod file;

use std::collections::BTreeMap;

use tribunal_base::{Diagnostic, Severity, Sources, Span};
use tribunal_ir::{ProcId, Program};
use tribunal_preprocess::Files;

use crate::compile::{Linked, link};
use crate::hir::Target;
use crate::lower::{Choices, Parts, lower_parts};
use crate::options::Options;
use crate::parse;
use crate::stack::with_deep_stack;

use file::Assembly;

/// A text, and where its words stand in the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The starts of words in the text, ascending, and where the words stand.
    pub places: Vec<(usize, Span)>,
}

/// A piece of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub role: Role,
    /// What must hold when it is executed.
    pub precondition: Option<Text>,
    /// The C.
    pub text: Text,
    /// Where it stands in the model.
    pub span: Span,
}

/// What a piece of C is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Declarations that come before the model's own.
    Declarations,
    /// Functions and variables that may mention the model's.
    Globals,
    /// Statements.
    Statement,
    /// An expression.
    Expression,
}

/// Data of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// What it is.
    pub kind: DataKind,
    /// A declaration without a semicolon, or an address.
    pub what: Text,
    /// What it holds at first.
    pub first: Option<Text>,
    /// Where it stands in the model.
    pub span: Span,
}

/// What data of C is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// A member of the global state.
    Global,
    /// A global variable under its own name.
    Hidden,
    /// A member of the state of the processes of this name.
    Local(String),
    /// A variable that is declared elsewhere: it is a part of the state anyway.
    Tracked,
}

/// The functions that a piece has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// None: it only declares.
    Nothing,
    /// A function of statements.
    Statement(ProcId),
    /// Functions that return the value of an expression.
    Expression {
        /// As a truth value.
        truth: ProcId,
        /// As an `int`.
        number: ProcId,
    },
}

/// The C of a model, translated.
#[derive(Debug)]
pub struct EmbeddedC {
    /// The declarations of the model and, as functions, the pieces; none if there are errors.
    pub program: Option<Program>,
    /// What has become of the pieces, if there is a program.
    pub codes: Vec<Code>,
    /// What is wrong with them, and what else is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Translates the C in a model. `model` has the variables, types and processes of the model; its steps do not matter. Included files
/// are looked for as from `path`.
pub fn embed(
    sources: &mut Sources,
    path: &str,
    disk: &dyn Files,
    (options, choices): (&Options, &Choices),
    model: &Program,
    (pieces, data): (&[Piece], &[Data]),
) -> EmbeddedC {
    let assembly = Assembly::new(model, pieces, data);
    let file = sources.add(format!("{path} (C)"), assembly.text.clone());
    let (ast, mut diagnostics) = parse(sources, file, disk, options);
    let target = Target { model: options.data_model, entry: String::new() };
    let Linked { mut unit, diagnostics: found, modelled, .. } =
        link(sources, disk, options, vec![ast], &target, &[]);
    diagnostics.extend(found);
    let mut known = BTreeMap::new();
    diagnostics = diagnostics
        .into_iter()
        .map(|it| assembly.in_the_model(file, it))
        // An expression is there twice.
        .filter(|it| known.insert((it.primary.span, it.message.clone()), ()).is_none())
        .collect();
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return EmbeddedC { program: None, codes: Vec::new(), diagnostics };
    }
    let functions: Vec<String> = assembly.functions.iter().flatten().cloned().collect();
    let Parts { mut program, functions: translated } = with_deep_stack(|| {
        lower_parts(&mut unit, choices, declarations(model), &assembly.names, &functions)
    });
    program.assumptions.extend(modelled);
    assembly.move_spans(file, &mut program);
    let mut translated = translated.into_iter().flatten();
    let codes = assembly.functions.iter().map(|names| match names.len() {
        1 => translated.next().map_or(Code::Nothing, Code::Statement),
        2 => match (translated.next(), translated.next()) {
            (Some(truth), Some(number)) => Code::Expression { truth, number },
            _ => Code::Nothing,
        },
        _ => Code::Nothing,
    });
    EmbeddedC { codes: codes.collect(), program: Some(program), diagnostics }
}

/// A model without its steps.
fn declarations(model: &Program) -> Program {
    let mut declarations = Program {
        tys: model.tys.clone(),
        records: model.records.clone(),
        enums: model.enums.clone(),
        channels: model.channels.clone(),
        vars: model.vars.clone(),
        procs: model.procs.clone(),
        ..Program::default()
    };
    for var in declarations.vars.values_mut() {
        var.init.clear();
    }
    for process in declarations.procs.values_mut() {
        process.provided = None;
    }
    declarations
}

#[cfg(test)]
mod tests {
    use super::{Data, Piece, Role, Text, embed};
    use crate::lower::Choices;
    use crate::options::Options;
    use tribunal_base::{FileId, Sources, Span};
    use tribunal_ir::Program;
    use tribunal_preprocess::NoFiles;

    fn piece(sources: &mut Sources, role: Role, text: &str) -> Piece {
        let file = sources.add("model.pml", text.to_owned());
        let span = Span::new(file, 0, text.len());
        let places = vec![(0, span)];
        Piece { role, precondition: None, text: Text { text: text.to_owned(), places }, span }
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands_in_the_model_and_once() {
        let mut sources = Sources::default();
        let pieces = [
            piece(&mut sources, Role::Declarations, "int f(int x);"),
            piece(&mut sources, Role::Expression, "f(unknown)"),
        ];
        let data: [Data; 0] = [];
        let options = (&Options::default(), &Choices::default());
        let model = Program::default();
        let embedded =
            embed(&mut sources, "model.pml", &NoFiles, options, &model, (&pieces, &data));
        assert!(embedded.program.is_none());
        let places: Vec<FileId> =
            embedded.diagnostics.iter().map(|it| it.primary.span.file).collect();
        assert_eq!(places, [pieces[1].span.file], "{:?}", embedded.diagnostics);
    }
}
