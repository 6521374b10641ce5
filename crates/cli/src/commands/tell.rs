//! What `simulate` and `replay` say in the end.

use anyhow::bail;
use tribunal_driver::replay::ReplayError;
use tribunal_driver::{Finding, Prepared};
use tribunal_report::data::{RunReport, TraceReport};
use tribunal_report::json::RunOrigin;
use tribunal_report::{Truth, json};

use super::{Exit, complain};
use crate::terminal::Stream;

/// A run to tell of.
pub(super) struct Run<'a> {
    pub(super) seed: Option<u64>,
    pub(super) property: Option<&'a str>,
    pub(super) trace: TraceReport,
    pub(super) finding: Finding,
}

/// Prints a run as JSON if asked, and says how the command ends.
pub(super) fn tell(prepared: &Prepared, run: Run<'_>, as_json: bool) -> Exit {
    let (verdict, exit) = match run.finding {
        Finding::Nothing => (Truth::Maybe, Exit::Success),
        Finding::Violation => (Truth::False, Exit::Violation),
    };
    if as_json {
        let origin = RunOrigin {
            model: &prepared.model,
            seed: run.seed,
            property: run.property,
            sources: &prepared.program.sources,
            diagnostics: &prepared.diagnostics,
        };
        Stream::Out.write(&json(&RunReport::of(&origin, verdict, Some(run.trace))));
    }
    exit
}

/// Says why there is no run.
pub(super) fn refuse(error: ReplayError, model: &str, as_json: bool) -> anyhow::Result<Exit> {
    let refused = match error {
        ReplayError::Model(refused) => refused,
        ReplayError::Trace(why) => bail!(why),
    };
    if as_json {
        let (sources, diagnostics) = (&refused.sources, &refused.diagnostics[..]);
        let origin = RunOrigin { model, seed: None, property: None, sources, diagnostics };
        Stream::Out.write(&json(&RunReport::of(&origin, Truth::Maybe, None)));
    } else {
        complain(&refused.sources, &refused.diagnostics);
    }
    Ok(Exit::Usage)
}
