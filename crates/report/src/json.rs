//! Reports as JSON, and the small reports besides that of `check`.

use serde::Serialize;
use tribunal_base::{Diagnostic, Sources};

use crate::data::{
    CONTRACT, DiagnosticReport, IrReport, RunReport, TOOL, TraceReport, Truth, VERSION,
};
use crate::words;

/// A report as JSON text.
#[must_use]
pub fn json(report: &impl Serialize) -> String {
    // Reports are plain data with names as keys: this cannot fail.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}

/// Why a command came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorReport {
    /// `tribunal`.
    pub tool: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What is wrong with the arguments or the input.
    pub error: String,
}

impl ErrorReport {
    /// The report about a command that came to nothing.
    #[must_use]
    pub fn of(error: String) -> Self {
        Self { tool: TOOL, version: VERSION, error }
    }
}

/// What a run is about.
#[derive(Clone, Copy, Debug)]
pub struct RunOrigin<'a> {
    /// The path of the model.
    pub model: &'a str,
    /// The seed of a random run.
    pub seed: Option<u64>,
    /// The property that a stored trace violates.
    pub property: Option<&'a str>,
    /// The texts of the model.
    pub sources: &'a Sources,
    /// Messages about them.
    pub diagnostics: &'a [Diagnostic],
}

impl RunReport {
    /// The report about a run, or about the lack of one.
    #[must_use]
    pub fn of(origin: &RunOrigin<'_>, verdict: Truth, trace: Option<TraceReport>) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: origin.model.to_owned(),
            seed: origin.seed,
            property: origin.property.map(str::to_owned),
            verdict,
            trace,
            output: None,
            exit_status: None,
            diagnostics: diagnostics(origin.sources, origin.diagnostics),
        }
    }
}

impl IrReport {
    /// The report about a translation.
    #[must_use]
    pub fn of(model: &str, ir: Option<String>, sources: &Sources, found: &[Diagnostic]) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            ir,
            diagnostics: diagnostics(sources, found),
        }
    }
}

fn diagnostics(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<DiagnosticReport> {
    diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect()
}
