//! From text to syntax tree.

use tribunal_base::{Diagnostic, FileId, Sources};
use tribunal_preprocess::{Files, Preprocessed, preprocess};

use crate::ast::Unit;
use crate::headers::Library;
use crate::options::Options;
use crate::predefined::predefined;
use crate::stack::with_deep_stack;
use crate::{lexer, parser};

/// Preprocesses and parses a file. The unit is whole only if no diagnostic is an error; what could not be read is an
/// [`crate::ast::DeclKind::Error`] or [`crate::ast::StmtKind::Error`] in it.
pub fn parse(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    options: &Options,
) -> (Unit, Vec<Diagnostic>) {
    let (unit, preprocessed) = parse_with_harness(sources, file, None, files, options);
    (unit, preprocessed.diagnostics)
}

/// The same of a file behind which another stands, with what is left of the preprocessed file: its macros and what is wrong.
pub(crate) fn parse_with_harness(
    sources: &mut Sources,
    file: FileId,
    harness: Option<FileId>,
    files: &dyn Files,
    options: &Options,
) -> (Unit, Preprocessed) {
    let library = Library { files, include: &options.include };
    let mut defines = predefined(options.data_model);
    defines.extend(options.defines.iter().cloned());
    let mut preprocessed = preprocess(sources, file, &library, &defines);
    let empty = preprocessed.symbols.intern("");
    let mut tokens = lexer::tokens(&preprocessed, empty);
    if let Some(harness) = harness {
        let behind = preprocessed.continue_with(sources, harness);
        tokens.tokens.pop();
        tokens.tokens.extend(lexer::tokens(&behind, empty).tokens);
        preprocessed.symbols = behind.symbols;
        preprocessed.diagnostics.extend(behind.diagnostics);
    }
    preprocessed.diagnostics.extend(tokens.pragmas.diagnostics.iter().cloned());
    preprocessed.tokens = Vec::new();
    let (symbols, end) = (std::mem::take(&mut preprocessed.symbols), preprocessed.end);
    let (unit, problems) = with_deep_stack(move || parser::parse(&tokens, symbols, end));
    preprocessed.diagnostics.extend(problems);
    (unit, preprocessed)
}
