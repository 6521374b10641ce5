//! C.

use tribunal_base::{Diagnostic, FileId, Sources, Span};
use tribunal_front_c::DataModel;
use tribunal_front_c::lower::{Allocation, Bounds, Checks, Choices, LoopContracts, Unwinding};
use tribunal_ir::{ExprId, Program};
use tribunal_report::trace_file::{TraceBounds, TraceC};

use super::{Formulas, FrontEnd, Scope, Translated, Units};
use crate::files::{Disk, bytes, failure};
use crate::translation::{CTranslation, Translation};

/// The front end of C.
#[derive(Debug)]
pub struct C;

impl FrontEnd for C {
    fn files(&self) -> &'static str {
        "C files"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["c", "i", "h"]
    }

    fn formulas(&self) -> Formulas {
        Formulas::InItsScope
    }

    fn units(&self) -> Units {
        Units::Functions
    }

    /// A file that was not preprocessed is given to the preprocessor that the user has chosen.
    fn read(&self, path: &str, translation: &Translation) -> Result<Vec<u8>, Box<Diagnostic>> {
        let CTranslation { preprocessor, include, .. } = &translation.c;
        match preprocessor {
            Some(command) if !path.ends_with(".i") => {
                crate::cpp::preprocess(command, path, &translation.defines, include)
                    .map(|it| {
                        crate::kept_lines::kept_lines(&String::from_utf8_lossy(&it)).into_bytes()
                    })
                    .map_err(|it| failure("preprocessor", it))
            }
            _ => bytes(path),
        }
    }

    fn translate(
        &self,
        sources: &mut Sources,
        file: FileId,
        translation: &Translation,
    ) -> Translated {
        let options = tribunal_front_c::Options {
            data_model: translation.c.data_model,
            // Another preprocessor has seen them.
            defines: match translation.c.preprocessor {
                Some(_) => Vec::new(),
                None => translation.defines.clone(),
            },
            include: translation.c.include.clone(),
        };
        let mut files = vec![file];
        let mut diagnostics: Vec<Diagnostic> = refuse_formulas(file, translation).collect();
        for path in &translation.c.files {
            match self.open(sources, path, translation) {
                Ok(file) => files.push(file),
                Err(error) => diagnostics.push(*error),
            }
        }
        let CTranslation { entry, choices, .. } = &translation.c;
        let compiled = tribunal_front_c::compile(sources, &files, &Disk, &options, entry, choices);
        diagnostics.extend(compiled.diagnostics);
        let scope = compiled.scope.map(|it| Box::new(it) as Box<dyn Scope>);
        Translated { program: compiled.program, scope, diagnostics }
    }

    fn options(&self, translation: &Translation) -> Option<TraceC> {
        let it = &translation.c;
        Some(TraceC {
            files: it.files.clone(),
            include: it.include.clone(),
            data_model: data_model_name(it.data_model).to_owned(),
            entry: it.entry.clone(),
            checks: it.choices.checks.iter().map(|it| it.name().to_owned()).collect(),
            malloc_may_fail: it.choices.allocation == Allocation::MayFail,
            bounds: match it.choices.bounds {
                Bounds::Array => TraceBounds::Array,
                Bounds::Object => TraceBounds::Object,
            },
            replaced: it.choices.replaced.clone(),
            unwind: it.choices.unwinding.every,
            unwindset: it.choices.unwinding.loops.clone(),
            loop_contracts: it.choices.loops == LoopContracts::Applied,
        })
    }
}

impl Scope for tribunal_front_c::Scope {
    fn keep_labels(&self, program: &mut Program) {
        Self::keep_labels(self, program);
    }

    fn parse_atom(
        &mut self,
        program: &mut Program,
        sources: &Sources,
        text: Span,
    ) -> Result<ExprId, Vec<Diagnostic>> {
        self.condition(program, sources, text)
    }
}

/// Formulas about C programs are read apart from them.
fn refuse_formulas(file: FileId, translation: &Translation) -> impl Iterator<Item = Diagnostic> {
    let first = translation.formulas.first();
    first.into_iter().map(move |(_, formula)| {
        let message = format!("the formula `{formula}` cannot be added to a C program here");
        Diagnostic::error("option-needs-promela", Span::new(file, 0, 0), message)
            .help("`tribunal check` takes --ltl and --ctl with C programs")
    })
}

fn data_model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
        DataModel::Integers => "integers",
    }
}

/// The translation that a stored trace tells.
pub(crate) fn c_translation(it: &TraceC) -> Result<CTranslation, String> {
    let models = [DataModel::Ilp32, DataModel::Lp64];
    let data_model = models.into_iter().find(|model| data_model_name(*model) == it.data_model);
    let checks = Checks::parse(&it.checks.join(","));
    let checks = checks.map_err(|it| format!("there is no check `{it}`"))?;
    let allocation = if it.malloc_may_fail { Allocation::MayFail } else { Allocation::Succeeds };
    Ok(CTranslation {
        files: it.files.clone(),
        include: it.include.clone(),
        data_model: data_model.ok_or_else(|| format!("`{}` is no data model", it.data_model))?,
        entry: it.entry.clone(),
        choices: Choices {
            checks,
            allocation,
            bounds: match it.bounds {
                TraceBounds::Array => Bounds::Array,
                TraceBounds::Object => Bounds::Object,
            },
            replaced: it.replaced.clone(),
            unwinding: Unwinding { every: it.unwind, loops: it.unwindset.clone() },
            loops: match it.loop_contracts {
                true => LoopContracts::Applied,
                false => LoopContracts::Ignored,
            },
            ..Choices::default()
        },
        ..CTranslation::default()
    })
}
