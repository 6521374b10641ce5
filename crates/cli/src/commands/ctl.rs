//! `tribunal check --ctl`, and `--ltl` of C programs.

use anyhow::bail;
use tribunal_driver::replay::Origin;
use tribunal_driver::{CtlOptions, Translation, check_ctl, load_ctl, store_ctl};
use tribunal_engine::Fairness;
use tribunal_report::Report;

use super::{Exit, check, complain, search, transformer, translation, write_file};
use crate::arguments::{Check, Granularity};
use crate::interrupt;
use crate::progress::ProgressLine;

/// Checks formulas of computation tree logic.
pub(crate) fn run(arguments: &Check, formulas: &[String]) -> anyhow::Result<Exit> {
    if let Some(option) = unsuitable(arguments) {
        bail!("{option} cannot be used with formulas about a C program");
    }
    let path = arguments.model.file.to_string_lossy();
    let translation = Translation { formulas: Vec::new(), ..translation(&arguments.model) };
    let loaded = load_ctl(&path, &translation, formulas);
    if !arguments.is_json() {
        complain(&loaded.sources, &loaded.diagnostics);
    }
    let Some((program, questions)) = loaded.program else {
        if arguments.is_json() {
            let report = Report::empty(&path, &loaded.sources, &loaded.diagnostics);
            check::print(arguments, &report);
        }
        return Ok(Exit::Usage);
    };
    let options = CtlOptions {
        granularity: arguments.granularity.map(granularity),
        method: check::method(arguments),
        transformer: transformer(arguments.search.transformer),
        limits: search::limits(&arguments.search),
    };
    interrupt::listen();
    let mut line = ProgressLine::new(check::telling(arguments));
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

/// An option that formulas of linear temporal logic cannot have here. (The arguments see to those of computation tree logic.)
fn unsuitable(arguments: &Check) -> Option<&'static str> {
    let given = [
        (!arguments.property.is_empty(), "--property"),
        (arguments.fair, "--fair"),
        (arguments.checkpoint.is_some(), "--checkpoint"),
        (arguments.search.hosts.is_some(), "--hosts"),
        (arguments.harness.is_some(), "--harness"),
        (arguments.explain_matching, "--explain-matching"),
    ];
    given.into_iter().find(|it| it.0).map(|it| it.1)
}

fn granularity(it: Granularity) -> tribunal_ir::Granularity {
    match it {
        Granularity::Statement => tribunal_ir::Granularity::Statement,
        Granularity::Global => tribunal_ir::Granularity::Global,
        Granularity::Marked => tribunal_ir::Granularity::Marked,
    }
}
