//! `tribunal check --ctl`

use tribunal_driver::replay::Origin;
use tribunal_driver::{CtlOptions, check_ctl, load_ctl, store_ctl};
use tribunal_engine::Fairness;
use tribunal_report::{Report, json};

use super::{Exit, check, complain, search, transformer, translation, write_file};
use crate::arguments::{Check, Granularity};
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Check) -> anyhow::Result<Exit> {
    let path = arguments.model.file.to_string_lossy();
    let translation = translation(&arguments.model);
    let loaded = load_ctl(&path, &translation, &arguments.ctl);
    if !arguments.output.json {
        complain(&loaded.sources, &loaded.diagnostics);
    }
    let Some((program, questions)) = loaded.program else {
        if arguments.output.json {
            let report = Report::empty(&path, &loaded.sources, &loaded.diagnostics);
            Stream::Out.write(&json(&report));
        }
        return Ok(Exit::Usage);
    };
    let options = CtlOptions {
        granularity: arguments.granularity.map(granularity),
        transformer: transformer(arguments.search.transformer),
        limits: search::limits(&arguments.search),
    };
    interrupt::listen();
    let mut line = ProgressLine::new();
    let checked = check_ctl(program, &questions, &options, &interrupt::CANCELLED, &mut line);
    let report = Report::of_ctl(&checked.findings(&path, &loaded.diagnostics));
    check::show(arguments, &report);
    if let Some(file) = &arguments.trace_out {
        let origin = Origin { model: &path, translation: &translation, fairness: Fairness::None };
        if let Some(stored) = store_ctl(&origin, &checked, &questions) {
            write_file(file, &stored.print())?;
        }
    }
    Ok(Exit::of(report.verdict))
}

fn granularity(it: Granularity) -> tribunal_ir::Granularity {
    match it {
        Granularity::Statement => tribunal_ir::Granularity::Statement,
        Granularity::Global => tribunal_ir::Granularity::Global,
        Granularity::Marked => tribunal_ir::Granularity::Marked,
    }
}
