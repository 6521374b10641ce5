//! `tribunal simulate`

use tribunal_driver::replay::{Origin, ReplayError, read_trace, recall, store_run};
use tribunal_driver::{Guide, Prepared, Random, Script, prepare, simulate};
use tribunal_engine::Step;
use tribunal_report::{Folding, StepReport, draw_ending, draw_step};

use super::tell::{Run, refuse, tell};
use super::{Exit, complain, translation, write_file};
use crate::arguments::Simulate;
use crate::interactive::Asking;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Simulate) -> anyhow::Result<Exit> {
    let model = arguments.model.file.to_string_lossy();
    let (prepared, script) = match ready(arguments, &model) {
        Ok(ready) => ready,
        Err(error) => return refuse(error, &model, arguments.json),
    };
    if !arguments.json {
        complain(&prepared.program.sources, &prepared.diagnostics);
    }
    let seed = (script.is_none() && !arguments.interactive).then_some(arguments.seed);
    let mut guide = guide(arguments, script.as_deref());
    let run = simulate(&prepared.program, &mut *guide, arguments.steps);
    if let Some(path) = &arguments.trace_out {
        let file = store_run(&Origin::of(&prepared), &prepared.program, &run.steps);
        write_file(path, &file.print())?;
    }
    if !arguments.json {
        let ending = draw_ending(&run.trace, Stream::Out.style(Folding::Middle));
        Stream::Out.write(&format!("{}\n{ending}", run.trace.message));
    }
    let run = Run { seed, property: None, trace: run.trace, finding: run.finding };
    Ok(tell(&prepared, run, arguments.json))
}

/// The program, and the steps to follow if a trace is given.
fn ready(arguments: &Simulate, model: &str) -> Result<(Prepared, Option<Vec<Step>>), ReplayError> {
    if let Some(path) = &arguments.trace {
        let recalled = recall(&read_trace(path)?, Some(model))?;
        return Ok((recalled.prepared, Some(recalled.steps)));
    }
    let prepared = prepare(model, translation(&arguments.model));
    prepared.map(|it| (it, None)).map_err(ReplayError::Model)
}

/// Who chooses.
fn guide<'a>(arguments: &Simulate, script: Option<&'a [Step]>) -> Box<dyn Guide + 'a> {
    let style = Stream::Out.style(Folding::Middle);
    let json = arguments.json;
    let told = move |number: usize, step: &StepReport| {
        if !json {
            Stream::Out.write(&draw_step(number, step, style));
        }
    };
    match script {
        Some(steps) => Box::new(Script::new(steps, told)),
        None if arguments.interactive => Box::new(Asking { style }),
        None => Box::new(Random::new(arguments.seed, told)),
    }
}
