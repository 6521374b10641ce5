//! Observation: a program tells where a run is, and what holds there, by assignments to variables that only the observer knows.
//!
//! The text of the program stays as it is. A [`Mark`] belongs to a place of its syntax, by span; the type checker puts the assignments there, and reads
//! expressions of the observer (*atoms*) in the scope of that place. What drives the program is a text of ours (the *harness*), which is read as if it
//! stood behind the first file.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_base::{Diagnostic, FileId, Sources, Span};
use tribunal_ir::VarId;
use tribunal_preprocess::{Preprocessed, Symbol};

use crate::ast::{self, DeclKind, Storage};
use crate::lexer;
use crate::parser::parse_expression;
use crate::probe::{ATOM, NODE, Piece, Rewritten, Text};
use crate::scope::end_of_atom;

/// A place of the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Point {
    /// Before a statement or declaration.
    Before(Span),
    /// Before a condition, or the step of a loop, is evaluated.
    At(Span),
    /// Before each round of a loop without a condition: of this statement.
    Round(Span),
    /// Where this statement returns, when the value is known.
    Leaving(Span),
    /// At this brace, which ends a function.
    End(Span),
}

/// What is told at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The number of the place.
    pub(crate) node: u32,
    /// The atoms, by number, that are evaluated; all others are false, if that is asked for.
    pub(crate) atoms: Vec<usize>,
    /// What becomes of the other atoms.
    pub(crate) others: Others,
}

/// What becomes of atoms that are not evaluated at a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Others {
    /// They keep their values.
    #[default]
    Kept,
    /// They are false.
    False,
}

/// What is observed of a program.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    pub(crate) marks: BTreeMap<Point, Vec<Mark>>,
    pub(crate) atoms: Vec<Piece>,
    /// Conditions in whose place others are evaluated.
    pub(crate) rewritten: Vec<Rewritten>,
    /// The definitions that the harness replaces, by their files.
    pub(crate) replaced: BTreeSet<(FileId, String)>,
    /// The name that atoms have for what a function returns, where no variable has it.
    pub(crate) result: Option<&'static str>,
}

/// A text of ours behind the first file.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    pub(crate) text: Text,
}

impl Harness {
    /// A harness of this text alone.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self { text: text.into() }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text.text
    }
}

/// The variables by which a program tells what is observed.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The number of the place.
    pub node: VarId,
    /// What holds there.
    pub atoms: Vec<VarId>,
    /// Where atoms have no meaning.
    pub misfits: Vec<Misfit>,
}

/// An atom that is wrong where it is to be evaluated.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// The number of the atom.
    pub atom: usize,
    /// The function around the place.
    pub function: String,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// An expression apart from the file that it belongs to.
#[derive(Debug)]
pub(crate) struct Apart {
    pub(crate) ast: ast::Unit,
    pub(crate) expr: ast::ExprId,
}

/// What is observed of one file, read.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) observation: &'a Observation,
    /// The atoms. Those of which nothing can be made here have been reported.
    pub(crate) atoms: Vec<Option<Apart>>,
    pub(crate) rewritten: BTreeMap<Span, Apart>,
    /// What the variables of the observer are called: the node, the atoms, those of rewritten conditions.
    pub(crate) names: Vec<Symbol>,
    /// What the value of a function is called.
    pub(crate) result: Option<Symbol>,
}

impl Observation {
    /// What the variables of the observer are called, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let atoms = (0..self.atoms.len()).map(|it| format!("{ATOM}{it}"));
        let remembered = self.rewritten.iter().flat_map(|it| it.variables.iter().cloned());
        std::iter::once(NODE.to_owned()).chain(atoms).chain(remembered)
    }

    /// Reads what is observed of a file.
    pub(crate) fn plan(
        &self,
        sources: &mut Sources,
        unit: &mut ast::Unit,
        preprocessed: &Preprocessed,
    ) -> (Plan<'_>, Vec<Diagnostic>) {
        let names = self.names().map(|it| unit.symbols.intern(&it)).collect();
        let result = self.result.map(|it| unit.symbols.intern(it));
        let file = Preprocessed { symbols: unit.symbols.clone(), ..preprocessed.clone() };
        let mut reader = Reader { file, types: typedefs(unit), diagnostics: Vec::new() };
        let atoms = self.atoms.iter().map(|it| reader.read(sources, &it.text, it.span)).collect();
        let mut rewritten = BTreeMap::new();
        for it in &self.rewritten {
            if let Some(apart) = reader.read(sources, &it.text, it.span) {
                rewritten.insert(it.span, apart);
            }
        }
        (Plan { observation: self, atoms, rewritten, names, result }, reader.diagnostics)
    }
}

/// Reads expressions with the macros and types of a file.
struct Reader {
    file: Preprocessed,
    types: Vec<Symbol>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn read(&mut self, sources: &mut Sources, text: &str, at: Span) -> Option<Apart> {
        let file = sources.add(EXPRESSION, text.to_owned());
        let mut read = self.file.continue_with(sources, file);
        let empty = read.symbols.intern("");
        let tokens = lexer::tokens(&read, empty);
        let types = self.types.iter().copied();
        let (ast, expr, problems) = parse_expression(&tokens, read.symbols, read.end, types);
        self.file.symbols = ast.symbols.clone();
        for mut it in read.diagnostics.into_iter().chain(problems) {
            end_of_atom(&mut it);
            self.diagnostics.push(moved(it, file, at));
        }
        Some(Apart { ast, expr: expr.ok()? })
    }
}

/// What expressions of the observer are called among the sources.
const EXPRESSION: &str = "<expression>";

/// A diagnostic about a file of its own as one about the place where the text stands.
fn moved(mut diagnostic: Diagnostic, file: FileId, at: Span) -> Diagnostic {
    for label in diagnostic.related.iter_mut().chain([&mut diagnostic.primary]) {
        if label.span.file == file {
            let place = |it: u32| (at.start + it).min(at.end);
            let (start, end) = (place(label.span.start), place(label.span.end));
            label.span = Span { file: at.file, start, end };
        }
    }
    diagnostic
}

/// A diagnostic about expressions of the observer as one about what the user wrote.
pub(crate) fn explained(
    diagnostic: Diagnostic,
    plan: &Plan<'_>,
    harness: Option<(FileId, &Harness)>,
) -> Diagnostic {
    let mut diagnostic = diagnostic;
    for (apart, piece) in plan.atoms.iter().zip(&plan.observation.atoms) {
        if let Some(apart) = apart {
            diagnostic = moved(diagnostic, apart.ast[apart.expr].span.file, piece.span);
        }
    }
    if let Some((file, harness)) = harness {
        for label in diagnostic.related.iter_mut().chain([&mut diagnostic.primary]) {
            if label.span.file == file
                && let Some(span) = harness.text.origin(label.span)
            {
                label.span = span;
            }
        }
    }
    diagnostic
}

/// The names of types of a file.
fn typedefs(unit: &ast::Unit) -> Vec<Symbol> {
    let mut found = Vec::new();
    for item in &unit.items {
        if let DeclKind::Variables { specifiers, declarators } = unit[*item].kind
            && unit[specifiers].storage == Some(Storage::Typedef)
        {
            let names = unit[declarators].iter().filter_map(|it| it.declarator.name);
            found.extend(names.map(|it| it.symbol));
        }
    }
    found
}
