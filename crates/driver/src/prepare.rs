//! A model ready to run: loaded, and free of what cannot be run.

use tribunal_base::{Diagnostic, Sources};
use tribunal_ir::Program;

use crate::load::{Translation, load};

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
    let loaded = load(model, &translation);
    let (sources, mut diagnostics) = (loaded.sources, loaded.diagnostics);
    let missing = loaded.program.iter().flat_map(|it| &it.unsupported).map(|it| {
        let message = format!("{} is not supported yet", it.what);
        Diagnostic::error("unsupported", it.span, message)
    });
    diagnostics.extend(missing);
    match loaded.program {
        Some(program) if program.unsupported.is_empty() => {
            Ok(Prepared { model: model.to_owned(), translation, program, diagnostics })
        }
        Some(_) | None => Err(Refused { sources, diagnostics }),
    }
}
