//! The whole way from text to program.

use tribunal_base::{Diagnostic, FileId, Severity, Sources};
use tribunal_ir::Program;
use tribunal_preprocess::Files;

use crate::embedded::ReadC;
use crate::lower::{C, Lowered, lower};
use crate::{Options, parse};

/// A model that has been compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The program, if there was no error.
    pub program: Option<Program>,
    /// Errors and warnings, in the order they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a model: reads it with all that it includes, and the formulas of the options. C in it is not supported.
pub fn compile(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    options: &Options,
) -> Compiled {
    compile_by(sources, file, files, options, None)
}

/// The same, where somebody reads the C in the model.
pub fn compile_with(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    options: &Options,
    c: &mut dyn ReadC,
) -> Compiled {
    compile_by(sources, file, files, options, Some(c))
}

fn compile_by(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    options: &Options,
    c: Option<&mut dyn ReadC>,
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
    let first = lower(&parsed, sources.clone(), options, &formulas, None);
    let (Some(c), Some(model), false) = (c, &first.program, first.embedded.is_empty()) else {
        diagnostics.extend(first.diagnostics);
        return Compiled { program: first.program, diagnostics };
    };
    let translated = c.read(sources, model, &first.embedded);
    diagnostics.extend(translated.diagnostics);
    let Some(guest) = &translated.program else {
        diagnostics.extend(first.diagnostics);
        return Compiled { program: None, diagnostics };
    };
    let c = C::new(guest, model, &first.embedded, &translated.functions);
    let Lowered { program, diagnostics: faults, .. } =
        lower(&parsed, sources.clone(), options, &formulas, Some(c));
    diagnostics.extend(faults);
    Compiled { program, diagnostics }
}
