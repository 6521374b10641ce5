//! The whole way from text to program.

use tribunal_base::{Diagnostic, FileId, Severity, Sources};
use tribunal_ir::Program;
use tribunal_preprocess::Files;

use crate::lower::lower;
use crate::{Options, parse};

/// A model that has been compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The program, if there was no error.
    pub program: Option<Program>,
    /// Errors and warnings, in the order they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a model: reads it with all that it includes, and the formulas of the options.
pub fn compile(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    options: &Options,
) -> Compiled {
    let mut parsed = parse(sources, file, files, &options.defines);
    let mut diagnostics = std::mem::take(&mut parsed.diagnostics);
    let mut formulas = Vec::new();
    for (name, text) in &options.formulas {
        let (formula, faults) = parsed.formula(sources, &format!("<{name}>"), text);
        diagnostics.extend(faults);
        formulas.extend(formula.map(|it| (name.clone(), it)));
    }
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Compiled { program: None, diagnostics };
    }
    let (program, faults) = lower(&parsed, sources.clone(), options, &formulas);
    diagnostics.extend(faults);
    Compiled { program, diagnostics }
}
