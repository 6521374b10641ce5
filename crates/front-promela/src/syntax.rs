//! From text to syntax tree: the entrance of lexer and parser.

use std::collections::BTreeSet;

use tribunal_base::{Diagnostic, FileId, Severity, Sources};
use tribunal_preprocess::{Extent, Files, Preprocessed, preprocess};

use crate::ast::{Ltl, Model};
use crate::lexer::{Names, scan};
use crate::parser;

/// A model that has been read.
#[derive(Debug)]
pub struct Parsed {
    /// The syntax tree. If there are errors, what is at fault is missing from it.
    pub model: Model,
    /// What is wrong with the text, in the order of reading.
    pub diagnostics: Vec<Diagnostic>,
    preprocessed: Preprocessed,
    names: Names,
}

/// Reads a model. `defines` are macros with their values, `files` what `#include` may find.
pub fn parse(
    sources: &mut Sources,
    file: FileId,
    files: &dyn Files,
    defines: &[(String, String)],
) -> Parsed {
    let mut preprocessed = preprocess(sources, file, files, defines);
    let mut diagnostics = std::mem::take(&mut preprocessed.diagnostics);
    // Half of a text would only bring faults that are not there.
    if preprocessed.extent == Extent::CutShort {
        return Parsed {
            model: Model::default(),
            diagnostics,
            preprocessed,
            names: Names::default(),
        };
    }
    let scanned = scan(&preprocessed);
    diagnostics.extend(scanned.hidden_macros(&preprocessed, sources));
    let parser::Outcome { value: model, names, symbols, diagnostics: faults } =
        parser::model(&preprocessed, scanned);
    diagnostics.extend(faults);
    preprocessed.symbols = symbols;
    Parsed { model, diagnostics, preprocessed, names }
}

impl Parsed {
    /// Reads a formula that is not part of the model, with the macros and names of the model. Its text becomes a
    /// source of its own, called `path`. `None` if there is an error.
    pub fn formula(
        &mut self,
        sources: &mut Sources,
        path: &str,
        text: &str,
    ) -> (Option<Ltl>, Vec<Diagnostic>) {
        let file = sources.add(path, text);
        let mut preprocessed = self.preprocessed.continue_with(sources, file);
        let mut diagnostics = std::mem::take(&mut preprocessed.diagnostics);
        if preprocessed.extent == Extent::CutShort {
            return (None, diagnostics);
        }
        let outcome = parser::formula(&preprocessed, scan(&preprocessed), self.names.clone());
        diagnostics.extend(outcome.diagnostics);
        self.names.remote_labels.extend(outcome.names.remote_labels);
        let faulty = diagnostics.iter().any(|it| it.severity == Severity::Error);
        (outcome.value.filter(|_| !faulty), diagnostics)
    }

    /// The labels that the model, and the formulas read so far, mention from outside their process.
    pub(crate) fn remote_labels(&self) -> &BTreeSet<String> {
        &self.names.remote_labels
    }
}
