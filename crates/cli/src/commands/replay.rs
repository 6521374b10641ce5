//! `tribunal replay`

use tribunal_driver::replay::{
    ModelText, Recalled, ReplayError, Replayed, read_trace, recall, replay,
};
use tribunal_report::draw_trace;
use tribunal_report::trace_file::TraceFile;

use super::tell::{Run, refuse, tell};
use super::{Exit, complain, folding};
use crate::arguments::Replay;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Replay) -> anyhow::Result<Exit> {
    let given = arguments.file.as_ref().map(|it| it.to_string_lossy());
    let (file, recalled, replayed) = match ready(arguments, given.as_deref()) {
        Ok(ready) => ready,
        Err(error) => return refuse(error, given.as_deref().unwrap_or(""), arguments.output.json),
    };
    let prepared = &recalled.prepared;
    if !arguments.output.json {
        complain(&prepared.program.sources, &prepared.diagnostics);
        show(arguments, &file, &recalled, &replayed);
    }
    let property = file.property.as_deref();
    let run = Run { seed: None, property, trace: replayed.trace, finding: replayed.finding };
    Ok(tell(prepared, run, arguments.output.json))
}

fn ready(
    arguments: &Replay,
    model: Option<&str>,
) -> Result<(TraceFile, Recalled, Replayed), ReplayError> {
    let file = read_trace(&arguments.trace)?;
    let recalled = recall(&file, model)?;
    let replayed = replay(&file, &recalled)?;
    Ok((file, recalled, replayed))
}

fn show(arguments: &Replay, file: &TraceFile, recalled: &Recalled, replayed: &Replayed) {
    if recalled.text == ModelText::Changed {
        Stream::Error.write("note: the model has changed since the trace was stored\n");
    }
    let model = &recalled.prepared.model;
    let title = match (&file.property, &file.options.ctl) {
        (Some(formula), Some(_)) => format!("{model}: a run about {formula}"),
        (Some(property), None) => format!("{model}: a run that violates {property}"),
        (None, _) => format!("{model}: the run of a simulation"),
    };
    Stream::Out.write(&format!("{title}: {}\n", replayed.trace.message));
    let style = Stream::Out.style(folding(arguments.output));
    Stream::Out.write(&draw_trace(&replayed.trace, style));
}
