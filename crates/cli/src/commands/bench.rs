//! `tribunal bench`

use anyhow::Context;
use tribunal_driver::bench::{BenchOptions, Counts, bench, spin_version};
use tribunal_report::bench::csv;
use tribunal_report::{Folding, draw_bench, json};

use super::Exit;
use crate::arguments::{Bench, Language, Opponent};
use crate::interrupt;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Bench) -> anyhow::Result<Exit> {
    match (arguments.language, arguments.against) {
        (Language::Promela, Opponent::Spin) => {}
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
