//! From text to syntax tree.

use tribunal_base::{Diagnostic, FileId, Sources};
use tribunal_preprocess::{Files, preprocess};

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
    let library = Library { files, include: &options.include };
    let mut defines = predefined(options.data_model);
    defines.extend(options.defines.iter().cloned());
    let mut preprocessed = preprocess(sources, file, &library, &defines);
    let empty = preprocessed.symbols.intern("");
    let tokens = lexer::tokens(&preprocessed, empty);
    let mut diagnostics = std::mem::take(&mut preprocessed.diagnostics);
    diagnostics.extend(tokens.pragmas.diagnostics.iter().cloned());
    let (symbols, end) = (preprocessed.symbols, preprocessed.end);
    let (unit, problems) = with_deep_stack(move || parser::parse(&tokens, symbols, end));
    diagnostics.extend(problems);
    (unit, diagnostics)
}
