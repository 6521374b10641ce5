//! `tribunal check`

use std::time::Instant;

use anyhow::{Context, bail};
use tribunal_driver::certificate::store_certificate;
use tribunal_driver::harness::write_harnesses;
use tribunal_driver::matching::explain_matching;
use tribunal_driver::replay::{Origin, store_trace};
use tribunal_driver::{
    CheckOptions, Checked, Checkpoint, Errors, Formulas, Method, Order, Questions, Rung,
    SecondProofs, Translation, add_every_place, all_paths, check, check_distributed, checkpoint,
    front_end, load,
};
use tribunal_engine::Fairness;
use tribunal_ir::Program;
use tribunal_report::event::{Event, json_line};
use tribunal_report::matching::MatchingReport;
use tribunal_report::properties::PropertiesReport;
use tribunal_report::{
    Detail, Report, draw_matching, draw_properties, draw_report, draw_story, json,
};

use super::{Exit, complain, folding, peers, search, transformer, translation, write_file};
use crate::arguments::{Assurance, Check, EngineChoice, Granularity};
use crate::interrupt;
use crate::progress::{ProgressLine, Telling};
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Check) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let path = arguments.model.file.to_string_lossy();
    let questions = questions(arguments, &path)?;
    let mut translation = translation(&arguments.model);
    if !questions.texts.is_empty() {
        translation.formulas = Vec::new();
        translation.questions = questions;
    }
    let loaded = load(&path, &translation);
    if !arguments.is_json() {
        complain(&loaded.sources, &loaded.diagnostics);
    }
    let mut options = options(arguments, &translation)?;
    // To read the program takes time as well.
    options.limits.time = options.limits.time.map(|it| it.saturating_sub(start.elapsed()));
    let cluster = search::cluster(&arguments.search)?;
    let Some(program) = loaded.program else {
        if arguments.show_properties && arguments.is_json() {
            let report = PropertiesReport::empty(&path, &loaded.sources, &loaded.diagnostics);
            Stream::Out.write(&json(&report));
        } else if arguments.is_json() {
            let report = Report::empty(&path, &loaded.sources, &loaded.diagnostics);
            print(arguments, &report);
        }
        return Ok(Exit::Usage);
    };
    if arguments.show_properties {
        let report = PropertiesReport::of(&path, &program, &loaded.diagnostics);
        Stream::Out.write(&match arguments.output.json {
            true => json(&report),
            false => draw_properties(&report, Stream::Out.style(folding(arguments.output))),
        });
        return Ok(Exit::Success);
    }
    if !program.is_flat() && arguments.explain_matching {
        bail!("--explain-matching does not know C programs yet");
    }
    if arguments.explain_matching {
        explain(
            arguments,
            &program,
            MatchingReport::new(&path, &loaded.sources, &loaded.diagnostics),
        )?;
        return Ok(Exit::Success);
    }
    interrupt::listen();
    let mut line = ProgressLine::new(telling(arguments));
    let cancelled = &interrupt::CANCELLED;
    let mut checked = match cluster {
        None => check(program, &options, cancelled, &mut line)?,
        Some(_)
            if !matches!(method(arguments), Method::Auto)
                && method(arguments) != Method::only(Rung::EXPLICIT) =>
        {
            bail!("--hosts is for explicit searches")
        }
        Some(cluster) => {
            peers::silence();
            check_distributed(program, &options, cluster, cancelled, &mut line)?
        }
    };
    if arguments.all_errors {
        add_every_place(&mut checked, &options, cancelled);
    }
    if let Some(failure) = &checked.checkpoint_failure {
        Stream::Error.write(&format!("warning: the checkpoint was not written: {failure}\n"));
    }
    let mut report = Report::of(&checked.findings(&path, &loaded.diagnostics));
    if let Some(process @ 1..) = arguments.search.process
        && !arguments.is_json()
    {
        Stream::Out.write(&peers::share(process, &report));
        return Ok(Exit::of(report.verdict));
    }
    if let Some(folder) = &arguments.harness {
        let failure = || format!("cannot write to `{}`", folder.display());
        let written =
            write_harnesses(folder, &path, &translation, &checked).with_context(failure)?;
        report.harnesses = written.iter().map(|it| it.display().to_string()).collect();
    }
    show(arguments, &report);
    store(arguments, &path, &translation, &checked)?;
    certificate(arguments, &path, &translation, &checked)?;
    if !arguments.is_json() {
        for path in &report.harnesses {
            Stream::Out.write(&format!("harness: {path}\n"));
        }
    }
    // The process ends here: whoever still gives back memory elsewhere is not waited for.
    std::mem::forget(checked);
    Ok(Exit::of(report.verdict))
}

/// Tells what states are matched on.
fn explain(arguments: &Check, program: &Program, mut report: MatchingReport) -> anyhow::Result<()> {
    for matching in explain_matching(program, &arguments.property, fairness(arguments))? {
        report.add(program, &matching.properties, &matching.explanation);
    }
    Stream::Out.write(&if arguments.output.json {
        json(&report)
    } else {
        draw_matching(&report, Stream::Out.style(folding(arguments.output)))
    });
    Ok(())
}

fn fairness(arguments: &Check) -> Fairness {
    if arguments.fair { Fairness::Weak } else { Fairness::None }
}

/// Who is asked.
fn method(arguments: &Check) -> Method {
    match arguments.search.engine {
        _ if !arguments.search.ladder.is_empty() => Method::Ladder(arguments.search.ladder.clone()),
        EngineChoice::Auto => Method::Auto,
        EngineChoice::Only(rung) => Method::only(rung),
    }
}

/// The formulas that are asked about the tree of runs, instead of the properties: those of linear temporal logic about a C program are about all runs.
fn questions(arguments: &Check, path: &str) -> anyhow::Result<Questions> {
    let linear = &arguments.model.translation.ltl;
    let in_scope = front_end(path).is_some_and(|it| it.formulas() == Formulas::InItsScope);
    let texts = match in_scope && !linear.is_empty() {
        true => linear.iter().map(|it| all_paths(it)).collect(),
        false => arguments.ctl.clone(),
    };
    if let Some(option) = unsuitable(arguments).filter(|_| !texts.is_empty()) {
        bail!("{option} cannot be used with formulas about a C program");
    }
    let granularity = arguments.granularity.map(|it| match it {
        Granularity::Statement => tribunal_ir::Granularity::Statement,
        Granularity::Global => tribunal_ir::Granularity::Global,
        Granularity::Marked => tribunal_ir::Granularity::Marked,
    });
    Ok(Questions { texts, granularity })
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
        (arguments.certificate.is_some(), "--certificate"),
    ];
    given.into_iter().find(|it| it.0).map(|it| it.1)
}

fn options(arguments: &Check, translation: &Translation) -> anyhow::Result<CheckOptions> {
    let asked = &translation.questions.texts;
    let errors = if arguments.all_errors { Errors::All } else { Errors::First };
    Ok(CheckOptions {
        properties: if asked.is_empty() { &arguments.property } else { asked }.clone(),
        fairness: fairness(arguments),
        method: method(arguments),
        engine: search::engine(&arguments.search, errors)?,
        then: search::storages(&arguments.search).split_off(1),
        transformer: transformer(arguments.search.transformer),
        swarm: arguments.search.swarm,
        reduction: search::reduction(&arguments.search),
        limits: search::limits(&arguments.search),
        checkpoint: checkpoint(arguments)?,
        second_proofs: match arguments.assurance {
            Some(Assurance::Trusted) => SecondProofs::Never,
            Some(Assurance::Checked) => SecondProofs::Always,
            None => SecondProofs::HalfTheCost,
        },
    })
}

/// Where the search is written down; the folder is made.
fn checkpoint(arguments: &Check) -> anyhow::Result<Option<Checkpoint>> {
    let Some(folder) = &arguments.checkpoint else { return Ok(None) };
    if arguments.search.swarm != 1 || search::order(&arguments.search) == Order::BreadthFirst {
        bail!("breadth-first searches and swarms cannot be written down");
    }
    if 1 < arguments.search.store.len() {
        bail!("a search that is written down keeps states in one way");
    }
    let checkpoint = Checkpoint { folder: folder.clone(), every: arguments.every };
    let command = checkpoint::Command {
        directory: std::env::current_dir()?,
        words: std::env::args().collect(),
    };
    // A command that is resumed stays what it was.
    if command.words.get(1).is_none_or(|it| it != "resume") {
        let failure = || format!("cannot write to `{}`", folder.display());
        checkpoint.prepare(&command).with_context(failure)?;
    }
    Ok(Some(checkpoint))
}

/// Prints a report for programs.
fn print(arguments: &Check, report: &Report) {
    Stream::Out.write(&if arguments.json_lines {
        json_line(&Event::Report { report })
    } else {
        json(report)
    });
}

/// How answers are told before all are there.
fn telling(arguments: &Check) -> Telling {
    match (arguments.json_lines, arguments.output.json) {
        (true, _) => Telling::JsonLines,
        (false, true) => Telling::Nothing,
        (false, false) => Telling::Lines,
    }
}

fn show(arguments: &Check, report: &Report) {
    if arguments.is_json() {
        return print(arguments, report);
    }
    let detail = match (arguments.quiet, arguments.explain) {
        (true, _) => Detail::Verdicts,
        (false, true) => Detail::Everything,
        (false, false) => Detail::Evidence,
    };
    let style = Stream::Out.style(folding(arguments.output));
    Stream::Out.write(&draw_report(report, detail, style));
    if arguments.explain {
        Stream::Out.write(&draw_story(report, style));
    }
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
    let origin = Origin { model, translation, fairness: fairness(arguments) };
    let file = store_trace(&origin, &checked.program, property, trace);
    write_file(path, &file.print())
}

/// Writes down why properties hold.
fn certificate(
    arguments: &Check,
    model: &str,
    translation: &Translation,
    checked: &Checked,
) -> anyhow::Result<()> {
    let Some(path) = &arguments.certificate else { return Ok(()) };
    let origin = Origin { model, translation, fairness: fairness(arguments) };
    write_file(path, &store_certificate(&origin, checked).print())
}
