//! The commands, and what they share.

pub(crate) mod automaton;
pub(crate) mod bench;
pub(crate) mod certify;
pub(crate) mod check;
pub(crate) mod invariants;
pub(crate) mod ir;
mod peers;
pub(crate) mod replay;
pub(crate) mod resume;
pub(crate) mod run;
mod search;
pub(crate) mod simulate;
pub(crate) mod slice;
pub(crate) mod svcomp;
mod tell;
pub(crate) mod unit;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use tribunal_base::{Diagnostic, Sources};
use tribunal_driver::{
    Allocation, Bounds, CTranslation, Choices, DataModel, Dialect, LoopContracts, Questions,
    Reduction, Translation, Unwinding,
};
use tribunal_ir::Overflow;
use tribunal_report::{Folding, Truth, draw_diagnostics};

use crate::arguments;
use crate::terminal::Stream;

/// How the command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything asked for is true, or was done.
    Success,
    /// Something is false.
    Violation,
    /// The usage or the input is wrong.
    Usage,
    /// Not known.
    Maybe,
}

impl Exit {
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }

    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Violation => 1,
            Self::Usage => 2,
            Self::Maybe => 3,
        }
    }

    /// What the verdict of a check means.
    pub(crate) fn of(verdict: Truth) -> Self {
        match verdict {
            Truth::True => Self::Success,
            Truth::False => Self::Violation,
            Truth::Maybe => Self::Maybe,
        }
    }
}

/// What the arguments say about the translation.
fn translation(model: &arguments::Model) -> Translation {
    let it = &model.translation;
    let more = model.more.iter().map(|it| it.to_string_lossy().into_owned());
    Translation {
        defines: it.defines.clone(),
        formulas: Translation::name_formulas(&it.ltl),
        questions: Questions::default(),
        dialect: if it.spin_compatible { Dialect::SpinCompatible } else { Dialect::Tribunal },
        overflow: if it.lossy { Overflow::Lose } else { Overflow::Block },
        c: CTranslation { files: more.collect(), ..c_translation(&it.c) },
    }
}

fn c_translation(it: &arguments::C) -> CTranslation {
    let allocation = if it.malloc_may_fail { Allocation::MayFail } else { Allocation::Succeeds };
    CTranslation {
        files: Vec::new(),
        include: it.include.clone(),
        preprocessor: it.cpp.clone(),
        data_model: match it.data_model {
            arguments::DataModel::Ilp32 => DataModel::Ilp32,
            arguments::DataModel::Lp64 => DataModel::Lp64,
        },
        entry: it.entry.clone(),
        choices: Choices {
            checks: it.checks.clone().unwrap_or_default(),
            allocation,
            bounds: match it.bounds {
                arguments::Bounds::Array => Bounds::Array,
                arguments::Bounds::Object => Bounds::Object,
            },
            replaced: it.replace.clone(),
            unwinding: Unwinding { every: it.unwind, loops: it.unwindset.clone() },
            loops: match it.apply_loop_contracts {
                true => LoopContracts::Applied,
                false => LoopContracts::Ignored,
            },
            ..Choices::default()
        },
    }
}

fn reduction(it: arguments::Reduce) -> Reduction {
    match it {
        arguments::Reduce::None => Reduction::NONE,
        arguments::Reduce::Merge => Reduction::MERGE,
        arguments::Reduce::Full => Reduction::FULL,
    }
}

/// Draws diagnostics on the standard error stream.
fn complain(sources: &Sources, diagnostics: &[Diagnostic]) {
    let style = Stream::Error.style(Folding::Middle);
    Stream::Error.write(&draw_diagnostics(sources, diagnostics, style));
}

fn folding(output: arguments::Output) -> Folding {
    if output.full_trace { Folding::Full } else { Folding::Middle }
}

fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

/// What assignments and conditions do to what is known.
fn transformer(it: arguments::Transformer) -> tribunal_driver::Transformer {
    match it {
        arguments::Transformer::Usual => tribunal_driver::Transformer::Usual,
        arguments::Transformer::Best => tribunal_driver::Transformer::Best,
    }
}
