//! The parser as a whole: trees, agreement with GCC, long and deep inputs, mutilated inputs.

mod dump;
mod faults;
mod gcc;
mod mutation;
mod size;
mod trees;

use std::fmt::Write as _;

use tribunal_base::{Diagnostic, Severity, Sources};
use tribunal_front_c::ast::Unit;
use tribunal_front_c::{Options, parse};
use tribunal_preprocess::NoFiles;

fn run(text: &str) -> (Sources, Unit, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("main.c", text);
    let (unit, diagnostics) = parse(&mut sources, file, &NoFiles, &Options::default());
    (sources, unit, diagnostics)
}

fn n_errors(diagnostics: &[Diagnostic]) -> usize {
    diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
}

/// The diagnostics, a line each.
fn tell(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for it in diagnostics {
        let at = sources.line_column(it.primary.span);
        let path = sources.path(it.primary.span.file);
        let help = it.help.as_deref().unwrap_or("");
        let _ = writeln!(
            out,
            "{path}:{}:{}: {:?}[{}]: {}\n  help: {help}",
            at.line, at.column, it.severity, it.code, it.message
        );
    }
    out
}
