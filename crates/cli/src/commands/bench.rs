//! `tribunal bench`

use std::time::Duration;

use anyhow::Context;
use tribunal_bench::{
    BenchOptions, Counts, LadderOptions, UnitBenchOptions, bench, bench_ladder, bench_unit,
    spin_version,
};
use tribunal_driver::{Limits, Method};
use tribunal_report::bench::csv;
use tribunal_report::{Folding, draw_bench, draw_ladder, draw_unit_bench, json};

use super::Exit;
use crate::arguments::{Bench, Language, Opponent};
use crate::interrupt;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Bench) -> anyhow::Result<Exit> {
    match (arguments.language, arguments.against) {
        (Language::Promela, Opponent::Spin) => {}
        (Language::Ladder, _) => return ladder(arguments),
        (Language::Unit, _) => return unit(arguments),
    }
    spin_version().map_err(anyhow::Error::msg).context("there is nothing to measure against")?;
    interrupt::listen();
    let options = BenchOptions {
        program: std::env::current_exe().context("this program does not find itself")?,
        measures: arguments.measure.clone(),
        runs: arguments.runs,
        min_states: arguments.min_states,
        time: arguments.time_limit,
        memory: arguments.memory,
        only: arguments.only.clone(),
        tables: arguments.tables,
        counts: if arguments.expected { Counts::Expected } else { Counts::Measured },
    };
    let folder = &arguments.folder;
    let report = bench(folder, &options, &interrupt::CANCELLED, &mut |measure, row| {
        let value = row.value.map_or("-".to_owned(), |it| format!("{it:.2}"));
        let note = row.note.as_deref().map_or(String::new(), |it| format!(" ({it})"));
        Stream::Error.write(&format!("{}: {} {value}{note}\n", row.model, measure.name()));
    });
    let report = report.with_context(|| format!("cannot measure `{}`", folder.display()))?;
    let text = if arguments.json {
        json(&report)
    } else if arguments.csv {
        csv(&report)
    } else {
        draw_bench(&report, Stream::Out.style(Folding::Middle))
    };
    Stream::Out.write(&text);
    Ok(Exit::Success)
}

/// What each rung settles.
fn ladder(arguments: &Bench) -> anyhow::Result<Exit> {
    interrupt::listen();
    let method = match arguments.ladder.as_slice() {
        [] => Method::Auto,
        rungs => Method::Ladder(rungs.to_vec()),
    };
    let limits =
        Limits { time: Some(arguments.time_limit), memory: arguments.memory, depth: u64::MAX };
    let options = LadderOptions { method, limits, only: arguments.only.clone() };
    let folder = &arguments.folder;
    let report = bench_ladder(folder, &options, &interrupt::CANCELLED, &mut |report| {
        let seconds = report.statistics.seconds;
        Stream::Error.write(&format!("{}: {seconds:.2} s\n", report.model));
    });
    let report = report.with_context(|| format!("cannot measure `{}`", folder.display()))?;
    Stream::Out.write(&match arguments.json {
        true => json(&report),
        false => draw_ladder(&report, Stream::Out.style(Folding::Middle)),
    });
    Ok(Exit::Success)
}

/// How long one goal of coverage may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How well the functions of C files are covered by generated tests.
fn unit(arguments: &Bench) -> anyhow::Result<Exit> {
    interrupt::listen();
    let limits =
        Limits { time: Some(arguments.time_limit), memory: arguments.memory, depth: u64::MAX };
    let options = UnitBenchOptions { patience: PATIENCE, limits, only: arguments.only.clone() };
    let folder = &arguments.folder;
    let report = bench_unit(folder, &options, &interrupt::CANCELLED, &mut |row| {
        Stream::Error.write(&format!("{}: {:.2} s\n", row.function, row.seconds));
    });
    let report = report.with_context(|| format!("cannot measure `{}`", folder.display()))?;
    Stream::Out.write(&match arguments.json {
        true => json(&report),
        false => draw_unit_bench(&report, Stream::Out.style(Folding::Middle)),
    });
    Ok(Exit::Success)
}
