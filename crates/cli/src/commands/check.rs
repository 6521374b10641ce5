//! `tribunal check`

use tribunal_driver::replay::{Origin, store_trace};
use tribunal_driver::{CheckOptions, Checked, Errors, Translation, check, load};
use tribunal_engine::Fairness;
use tribunal_report::{Detail, Report, draw_report, json};

use super::{Exit, complain, folding, search, translation, write_file};
use crate::arguments::{Check, EngineChoice};
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Check) -> anyhow::Result<Exit> {
    let path = arguments.model.file.to_string_lossy();
    let translation = translation(&arguments.model.translation);
    let loaded = load(&path, &translation);
    if !arguments.output.json {
        complain(&loaded.sources, &loaded.diagnostics);
    }
    let options = options(arguments)?;
    let Some(program) = loaded.program else {
        if arguments.output.json {
            let report = Report::empty(&path, &loaded.sources, &loaded.diagnostics);
            Stream::Out.write(&json(&report));
        }
        return Ok(Exit::Usage);
    };
    interrupt::listen();
    let mut line = ProgressLine::new();
    let checked = match arguments.search.engine {
        EngineChoice::Explicit => check(program, &options, &interrupt::CANCELLED, &mut line)?,
    };
    let report = Report::of(&checked.findings(&path, &loaded.diagnostics));
    show(arguments, &report);
    store(arguments, &path, &translation, &checked)?;
    Ok(Exit::of(report.verdict))
}

fn options(arguments: &Check) -> anyhow::Result<CheckOptions> {
    let errors = if arguments.all_errors { Errors::All } else { Errors::First };
    Ok(CheckOptions {
        properties: arguments.property.clone(),
        fairness: if arguments.fair { Fairness::Weak } else { Fairness::None },
        engine: search::engine(&arguments.search, errors)?,
        swarm: arguments.search.swarm,
        reduction: search::reduction(&arguments.search),
        limits: search::limits(&arguments.search),
    })
}

fn show(arguments: &Check, report: &Report) {
    if arguments.output.json {
        return Stream::Out.write(&json(report));
    }
    let detail = if arguments.quiet { Detail::Verdicts } else { Detail::Everything };
    let style = Stream::Out.style(folding(arguments.output));
    Stream::Out.write(&draw_report(report, detail, style));
}

fn store(
    arguments: &Check,
    model: &str,
    translation: &Translation,
    checked: &Checked,
) -> anyhow::Result<()> {
    let (Some(path), Some((property, trace))) = (&arguments.trace_out, checked.first_trace())
    else {
        return Ok(());
    };
    let fairness = if arguments.fair { Fairness::Weak } else { Fairness::None };
    let origin = Origin { model, translation, fairness };
    let file = store_trace(&origin, &checked.program, property, trace);
    write_file(path, &file.print())
}
