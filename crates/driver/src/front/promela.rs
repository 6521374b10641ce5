//! Promela.

use tribunal_base::{FileId, Sources};
use tribunal_front_promela::Options;
use tribunal_portfolio::crash::guarded;

use super::{Formulas, FrontEnd, Translated, Units};
use crate::embedded::{FrontC, ModelFiles};
use crate::translation::Translation;

/// The front end of Promela.
#[derive(Debug)]
pub struct Promela;

impl FrontEnd for Promela {
    fn files(&self) -> &'static str {
        "Promela files"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["pml", "prom", "promela", "pr", "spin", "p"]
    }

    fn formulas(&self) -> Formulas {
        Formulas::WithTheProgram
    }

    fn units(&self) -> Units {
        Units::Processes
    }

    fn translate(
        &self,
        sources: &mut Sources,
        file: FileId,
        translation: &Translation,
    ) -> Translated {
        let options = Options {
            defines: translation.defines.clone(),
            formulas: translation.formulas.clone(),
            dialect: translation.dialect,
            overflow: translation.overflow,
        };
        let path = sources.path(file).to_owned();
        let mut c = FrontC { path: &path, translation: &translation.c };
        // Expressions of C may be deep.
        let compiled = tribunal_front_c::with_deep_stack(|| {
            tribunal_front_promela::compile_with(sources, file, &ModelFiles, &options, &mut c)
        });
        Translated { program: compiled.program, scope: None, diagnostics: compiled.diagnostics }
    }
}

/// The labels of the proctypes of a model; none if it cannot be read.
pub(crate) fn labels(path: &str, translation: &Translation) -> Vec<(String, Vec<String>)> {
    let mut sources = Sources::default();
    let Ok(file) = Promela.open(&mut sources, path, translation) else {
        return Vec::new();
    };
    let read = || {
        let parsed =
            tribunal_front_promela::parse(&mut sources, file, &ModelFiles, &translation.defines);
        tribunal_front_promela::labels(&parsed.model)
    };
    guarded(read).unwrap_or_default()
}
