//! The textual form of programs: complete, and meant to be read and written by people.
//!
//! `docs/book/src/ir.md` describes it with an example.
//!
//! # Laws
//! For every program `p` that `verify` accepts:
//! - L1. [`parse`] accepts `print(p)` without diagnostics.
//! - L2. `print(parse(print(p))) == print(p)`, but for the places in comments. So everything is
//!   kept except sources, spans and the numbering of edges, variables and interned entities.
//!   Locations keep their numbers.

mod lexer;
mod lower;
mod names;
mod parser;
mod print;
mod reader;
mod syntax;

pub use print::Printer;
pub use reader::Reader;

use crate::program::Program;
use tribunal_base::{Diagnostic, Severity};

/// The text of a program. Where the sources are known, comments tell the line each line is from.
#[must_use]
pub fn print(program: &Program) -> String {
    Printer::new(program).program()
}

/// The program of a text, if the text has no error.
///
/// The spans are places in `source` as file 0; the program's `sources` are empty. The program may
/// be ill-typed: see `verify`.
#[must_use]
pub fn parse(source: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let items = parser::parse(source, &mut diagnostics);
    let program = lower::lower(&items, &mut diagnostics);
    let has_error = diagnostics.iter().any(|it| it.severity == Severity::Error);
    ((!has_error).then_some(program), diagnostics)
}

#[cfg(test)]
mod tests;
