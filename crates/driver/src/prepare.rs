//! A model ready to run: loaded, and free of what cannot be run.

use tribunal_base::{Diagnostic, Sources};
use tribunal_ir::Program;

use crate::load::{Loaded, load};
use crate::translation::Translation;

/// A model ready to run.
#[derive(Debug)]
pub struct Prepared {
    /// The path of the model.
    pub model: String,
    /// How it was translated.
    pub translation: Translation,
    /// The result.
    pub program: Program,
    /// Messages about the model; none is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// A model that cannot be run, and why.
#[derive(Debug)]
pub struct Refused {
    /// All texts that were read.
    pub sources: Sources,
    /// What is wrong with them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Prepares the model at a path.
///
/// # Errors
/// If it has errors, or uses something that is not supported.
pub fn prepare(model: &str, translation: Translation) -> Result<Prepared, Refused> {
    let Loaded { program, sources, diagnostics, .. } = load(model, &translation);
    let (program, diagnostics) = supported(program, sources, diagnostics)?;
    Ok(Prepared { model: model.to_owned(), translation, program, diagnostics })
}

/// A program that uses nothing that is not supported.
fn supported(
    program: Option<Program>,
    sources: Sources,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<(Program, Vec<Diagnostic>), Refused> {
    let missing = program.iter().flat_map(|it| &it.unsupported).map(|it| {
        let message = format!("{} is not supported yet", it.what);
        Diagnostic::error("unsupported", it.span, message)
    });
    diagnostics.extend(missing);
    match program {
        Some(program) if program.unsupported.is_empty() => Ok((program, diagnostics)),
        Some(_) | None => Err(Refused { sources, diagnostics }),
    }
}
