//! From a path to a program: its front end is found, reads it, and translates it.

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_ir::{Program, check_made};
use tribunal_portfolio::crash::guarded;

use crate::formulas::load_with;
use crate::front::{FRONT_ENDS, Scope, Translated, front_end, front_end_or_default};
use crate::translation::Translation;

/// A file that was read and, if it has no errors, translated.
#[derive(Debug)]
pub struct Loaded {
    /// The program, unless there are errors.
    pub program: Option<Program>,
    /// What names mean in it, if formulas are read after it.
    pub scope: Option<Box<dyn Scope>>,
    /// All texts that were read.
    pub sources: Sources,
    /// What is wrong with them, and what else is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and translates a file, with the formulas that are asked about it. Whatever is wrong is told by diagnostics.
#[must_use]
pub fn load(path: &str, translation: &Translation) -> Loaded {
    let asked = &translation.questions;
    match asked.texts.is_empty() {
        true => load_alone(path, translation),
        false => load_with(path, translation, asked),
    }
}

/// Reads and translates a file without such formulas.
pub(crate) fn load_alone(path: &str, translation: &Translation) -> Loaded {
    let mut sources = Sources::default();
    let front = front_end_or_default(path);
    let file = match front.open(&mut sources, path, translation) {
        Ok(file) => file,
        Err(error) => {
            return Loaded { program: None, scope: None, sources, diagnostics: vec![*error] };
        }
    };
    let mut diagnostics = Vec::new();
    if front_end(path).is_none() {
        diagnostics.push(assumed(file));
    }
    let translated = guarded(|| {
        let translated = front.translate(&mut sources, file, translation);
        translated.program.iter().for_each(|it| check_made(it, front.files()));
        translated
    });
    let Translated { program, scope, diagnostics: found } = translated.unwrap_or_else(|message| {
        Translated { program: None, scope: None, diagnostics: vec![crash(file, &message)] }
    });
    diagnostics.extend(found);
    let broken = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let program = program.filter(|_| !broken);
    let scope = scope.filter(|_| program.is_some());
    let program = program.map(|it| Program { sources: sources.clone(), ..it });
    Loaded { program, scope, sources, diagnostics }
}

fn assumed(file: FileId) -> Diagnostic {
    let mut note = Diagnostic::warning(
        "assumed-promela",
        Span::new(file, 0, 0),
        "the ending of the file's name tells no language; it is read as Promela",
    )
    .help(endings());
    note.severity = Severity::Note;
    note
}

/// Which endings of names tell which language.
fn endings() -> String {
    let mut told = String::new();
    for front in FRONT_ENDS {
        let (last, others) = front.endings().split_last().unwrap_or((&"", &[]));
        told.push_str(if told.is_empty() { "" } else { ", " });
        let end = if told.is_empty() { "end in" } else { "in" };
        told.push_str(&format!("{} {end} ", front.files()));
        told.extend(others.iter().map(|it| format!(".{it} ")));
        told.push_str(if others.is_empty() { "." } else { "or ." });
        told.push_str(last);
    }
    told
}

fn crash(file: FileId, message: &str) -> Diagnostic {
    let text = format!("tribunal failed while translating this file: {message}");
    Diagnostic::error("internal-error", Span::new(file, 0, 0), text)
        .help("this is a fault of tribunal, please report it with the model")
}

#[cfg(test)]
mod tests {
    #[test]
    fn endings_are_told() {
        let told = "Promela files end in .pml .prom .promela .pr .spin or .p, C files in .c .i or .h, IR text in .ir";
        assert_eq!(super::endings(), told);
    }
}
