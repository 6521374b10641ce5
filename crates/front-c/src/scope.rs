//! What the names of a program mean when it has been translated: expressions about it can still be read.
//!
//! An expression is read as if it stood at the end of the first file. Besides, `f::x` is the variable `x` of the function `f`.

mod local;

use std::collections::BTreeSet;

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_ir::{ExprId, Program};
use tribunal_preprocess::{Preprocessed, Symbols};

use crate::hir::{self, Origin, VarId};
use crate::lexer::{self, Tokens};
use crate::lower::{Choices, Finished};
use crate::parser::parse_expression;
use crate::sema::{Entity, Scopes, check_atom};
use crate::stack::with_deep_stack;
use local::Local;

/// What the parser comes to when the text is over.
const END: &str = "the end of the file";

/// What the names of a file mean.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) symbols: Symbols,
    pub(crate) scopes: Scopes,
}

/// What the names of a program mean, and where its variables are kept.
#[derive(Debug)]
pub struct Scope {
    unit: hir::Unit,
    names: Scopes,
    /// The first file, for its macros and symbols.
    file: Preprocessed,
    finished: Finished,
    choices: Choices,
}

impl Scope {
    pub(crate) fn new(
        unit: hir::Unit,
        names: Names,
        file: Preprocessed,
        finished: Finished,
        choices: &Choices,
    ) -> Self {
        let Names { symbols, scopes } = names;
        let file = Preprocessed { symbols, ..file };
        Self { unit, names: scopes, file, finished, choices: choices.clone() }
    }

    /// Makes the labels of the source labels of the program, so that expressions can ask for them.
    pub fn keep_labels(&self, program: &mut Program) {
        for label in &self.finished.labels {
            program.labels.push(label.clone());
        }
    }

    /// The variable of the program that holds a global variable, a number whose address nobody takes.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<tribunal_ir::VarId> {
        match self.names.lookup(self.file.symbols.find(name)?)? {
            Entity::Variable(variable) => self.finished.register(variable),
            _ => None,
        }
    }

    /// A condition about the program, of which this is the scope. It is the text at a place of `sources`. Arithmetic wraps; a condition without a value, such as a
    /// division by zero, is false, and so is one about a local variable that has got no value in a call of its function that is still running.
    ///
    /// # Errors
    /// Whatever is wrong with the text.
    pub fn condition(
        &mut self,
        program: &mut Program,
        sources: &Sources,
        at: Span,
    ) -> Result<ExprId, Vec<Diagnostic>> {
        with_deep_stack(|| self.read(program, sources, at))
    }

    fn read(
        &mut self,
        program: &mut Program,
        sources: &Sources,
        at: Span,
    ) -> Result<ExprId, Vec<Diagnostic>> {
        // The text alone, where it stands.
        let mut sources = sources.clone();
        let (start, end) = (at.start as usize, at.end as usize);
        let text = " ".repeat(start) + &sources.text(at.file)[start..end];
        let file = sources.add("<condition>", text);
        let read = self.parse(program, &mut sources, file);
        read.map_err(|mut found| {
            found.iter_mut().for_each(end_of_atom);
            let spans = found.iter_mut().flat_map(|it| {
                std::iter::once(&mut it.primary).chain(&mut it.related).map(|it| &mut it.span)
            });
            for span in spans.filter(|it| it.file == file) {
                // The end of the text is no place in it.
                let last = at.end.saturating_sub(1).max(at.start);
                let start = span.start.min(last);
                *span = Span { file: at.file, start, end: span.end.clamp(start, at.end) };
            }
            found
        })
    }

    fn parse(
        &mut self,
        program: &mut Program,
        sources: &mut Sources,
        file: FileId,
    ) -> Result<ExprId, Vec<Diagnostic>> {
        let mut text = self.file.continue_with(sources, file);
        let empty = text.symbols.intern("");
        let Tokens { tokens, pragmas } = lexer::tokens(&text, empty);
        let mut found = std::mem::take(&mut text.diagnostics);
        let (tokens, named) = local::join(tokens, &mut text.symbols);
        let tokens = Tokens { tokens, pragmas };
        let (ast, parsed, problems) =
            parse_expression(&tokens, text.symbols, text.end, self.names.types());
        found.extend(problems);
        let mut locals = Vec::new();
        for Local { symbol, function, name, span } in named {
            match self.local(ast.text(function), ast.text(name), span) {
                Ok(variable) => locals.push((symbol, variable, span)),
                Err(error) => found.push(*error),
            }
        }
        let parsed = parsed.ok().filter(|_| !is_wrong(&found));
        let Some(expression) = parsed else { return Err(found) };
        let (checked, problems) =
            check_atom(&ast, expression, &mut self.unit, &mut self.names, &locals);
        found.extend(problems.into_iter().map(|it| self.with_local_names(sources, it)));
        let checked = checked.ok().filter(|_| !is_wrong(&found));
        let Some(condition) = checked else { return Err(found) };
        let span = self.unit.exprs[condition].span;
        self.check_addresses(span)?;
        let is_automatic = |it: &VarId| {
            let storage = self.unit.variables[*it].storage;
            matches!(storage, hir::Storage::Automatic | hir::Storage::Parameter)
        };
        let locals: BTreeSet<VarId> = locals.iter().map(|it| it.1).filter(is_automatic).collect();
        if !locals.is_empty() && !program.is_sequential() {
            let message = "a local variable of a program with threads cannot be an atom";
            return Err(vec![Diagnostic::error("bad-atom", span, message)]);
        }
        let parts = (&self.unit, &self.choices);
        self.finished.condition(parts, program, condition, &locals).map_err(|it| {
            let message = format!("{} cannot be an atom", it.what);
            vec![Diagnostic::error("bad-atom", span, message)]
        })
    }

    /// Refuses addresses that the program has none for.
    fn check_addresses(&mut self, span: Span) -> Result<(), Vec<Diagnostic>> {
        let ids: Vec<VarId> = self.unit.variables.ids().collect();
        let without = |it: &VarId| {
            self.unit.variables[*it].address_taken && self.finished.is_in_a_register(*it)
        };
        let taken: Vec<VarId> = ids.into_iter().filter(without).collect();
        let mut found = Vec::new();
        for id in taken {
            let variable = &mut self.unit.variables[id];
            variable.address_taken = false;
            let message = format!("`{}` has no address: the program takes none", variable.name);
            found.push(Diagnostic::error("bad-atom", span, message));
        }
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    /// Tells how a local variable is written, where its name alone is not known.
    fn with_local_names(&self, sources: &Sources, it: Diagnostic) -> Diagnostic {
        if it.code != "undeclared-name" {
            return it;
        }
        let name = sources.snippet(it.primary.span);
        let is_it = |it: &&hir::Variable| it.name == name && it.origin == Origin::Declaration;
        let around = self.unit.variables.values().filter(is_it).find_map(|it| it.function);
        match (around, &it.help) {
            (Some(function), _) => {
                let function = &self.unit.functions[function].name;
                let help = format!("`{function}::{name}` is a local variable of `{function}`");
                it.help(help)
            }
            (None, Some(_)) => it,
            (None, None) => it.help(
                "a condition mentions global variables of the first file, and local ones as `f::x`",
            ),
        }
    }
}

/// Tells of the end of an atom what the parser says about that of a file.
pub(crate) fn end_of_atom(it: &mut Diagnostic) {
    if it.message.contains(END) {
        it.message = it.message.replace(END, "the end of the atom");
        it.help = None;
    }
}

fn is_wrong(found: &[Diagnostic]) -> bool {
    found.iter().any(|it| it.severity == Severity::Error)
}
