//! The text form of the program representation.

use tribunal_base::{Diagnostic, FileId, Sources, Span};
use tribunal_ir::Program;

use super::{Formulas, FrontEnd, Translated, Units};
use crate::translation::Translation;

/// The front end of IR text, which is taken as it is.
#[derive(Debug)]
pub(super) struct Ir;

impl FrontEnd for Ir {
    fn files(&self) -> &'static str {
        "IR text"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["ir"]
    }

    fn formulas(&self) -> Formulas {
        Formulas::Nobody
    }

    fn units(&self) -> Units {
        Units::Nothing
    }

    fn translate(
        &self,
        sources: &mut Sources,
        file: FileId,
        translation: &Translation,
    ) -> Translated {
        let (program, mut diagnostics) = tribunal_ir::text::parse(sources.text(file));
        diagnostics.extend(refuse_options(file, translation));
        diagnostics.extend(program.iter().flat_map(|it| ill_formed(file, it)));
        Translated { program, scope: None, diagnostics }
    }
}

/// What makes a program meaningless although its text can be read.
fn ill_formed(file: FileId, program: &Program) -> Vec<Diagnostic> {
    let problems = tribunal_ir::verify::verify(program).into_iter();
    problems.map(|it| Diagnostic::error("ill-formed", Span::new(file, 0, 0), it)).collect()
}

fn refuse_options(file: FileId, translation: &Translation) -> Vec<Diagnostic> {
    let refused = [
        (!translation.formulas.is_empty(), "a formula", "write it as a property in the file"),
        (!translation.defines.is_empty(), "a macro", "the text form has none"),
    ];
    let start = Span::new(file, 0, 0);
    let wanted = refused.iter().filter(|(given, _, _)| *given);
    wanted
        .map(|(_, what, help)| {
            let message = format!("{what} cannot be added to IR text");
            Diagnostic::error("option-needs-promela", start, message).help(*help)
        })
        .collect()
}
