//! `tribunal unit`

use anyhow::{Context, anyhow};
use std::time::Duration;
use tribunal_driver::unit::coverage::{self, CoverageOptions, Criterion};
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::unit::{
    Allocation, ELEMENTS, MORE_ELEMENTS, Merging, Numbers, Options, Order, Path, Unit as Checked,
    prove_none, walk_by_hand,
};
use tribunal_driver::{
    CTranslation, DataModel, Dialect, Limits, Refused, Translation, UnitQuestion, default_memory,
    find_paths, prepare_unit,
};
use tribunal_ir::Overflow;
use tribunal_report::unit::{PathReport, UnitReport};
use tribunal_report::unit_coverage::GoalState;
use tribunal_report::{Folding, draw_coverage, draw_unit, json};

use super::{Exit, complain};
use crate::arguments::{self, Unit};
use crate::interactive::ByHand;
use crate::interrupt;
use crate::terminal::Stream;

/// How long one goal of coverage may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &Unit) -> anyhow::Result<Exit> {
    let path = arguments.file.to_string_lossy();
    let question = UnitQuestion {
        function: function(arguments).to_owned(),
        others: arguments.process.iter().skip(1).cloned().collect(),
        requires: arguments.requires.clone(),
        find: arguments.find.clone(),
        path: arguments.path.clone(),
        stubs: arguments.stub.clone(),
        stub_file: arguments.stubs.as_ref().map(|it| it.to_string_lossy().into_owned()),
        depth: arguments.depth,
        elements: arguments.elements.unwrap_or(ELEMENTS),
        allocation: match arguments.malloc_succeeds {
            true => Allocation::Succeeds,
            false => Allocation::MayFail,
        },
        numbers: if arguments.integers { Numbers::Integers } else { Numbers::Machine },
    };
    let translation = translation(arguments);
    let unit = match prepare_unit(&path, &translation, &question) {
        Ok(unit) => unit,
        Err(refused) => return Ok(refuse(arguments, &path, &refused)),
    };
    if arguments.interactive {
        return walk(&unit);
    }
    interrupt::listen();
    let limits = Limits { time: arguments.time, memory: default_memory(), depth: u64::MAX };
    if let Some(what) = &arguments.cover {
        return cover(arguments, &unit, &translation, (what, &question), limits);
    }
    let most = if arguments.all { usize::MAX } else { arguments.paths };
    let found =
        find_paths(&unit, options(arguments), most, &limits, &interrupt::CANCELLED, &mut ());
    let mut found = found.map_err(|it| anyhow!(it))?;
    prove_none(&unit, &mut found, &limits, &interrupt::CANCELLED);
    let mut report = unit.report(&found);
    write_tests(arguments, &unit, &translation, &found.paths, &mut report.paths)?;
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(&unit.program.sources, &unit.diagnostics);
        let folding = if arguments.full { Folding::Full } else { Folding::Middle };
        Stream::Out.write(&draw_unit(&report, Stream::Out.style(folding)));
    }
    Ok(match (report.paths.is_empty(), report.exhaustive) {
        (false, _) => Exit::Violation,
        (true, true) => Exit::Success,
        (true, false) => Exit::Maybe,
    })
}

/// The function, or the first of several.
fn function(arguments: &Unit) -> &str {
    arguments.function.as_ref().or(arguments.process.first()).map_or("", String::as_str)
}

/// Covers the function.
fn cover(
    arguments: &Unit,
    unit: &Checked,
    translation: &Translation,
    (what, question): (&arguments::Cover, &UnitQuestion),
    limits: Limits,
) -> anyhow::Result<Exit> {
    let (criterion, sequences) = match what {
        arguments::Cover::Statement => (Criterion::Statement, Vec::new()),
        arguments::Cover::Branch => (Criterion::Branch, Vec::new()),
        arguments::Cover::Mcdc => (Criterion::Mcdc, Vec::new()),
        arguments::Cover::Sequence(places) => (Criterion::Sequence, vec![places.clone()]),
        arguments::Cover::Sequences(file) => {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read `{}`", file.display()))?;
            let lines = text.lines().filter(|it| !it.trim().is_empty());
            (Criterion::Sequence, lines.map(arguments::sequence).collect())
        }
    };
    let options = CoverageOptions {
        criterion,
        sequences,
        repeat: arguments.repeat,
        more_elements: arguments.elements.is_none().then_some(MORE_ELEMENTS),
        patience: PATIENCE,
        limits,
    };
    let covered =
        coverage::cover_function(unit, translation, question, &options, &interrupt::CANCELLED);
    let mut covered = covered.map_err(|it| anyhow!(it))?;
    let unit = covered.larger.as_deref().unwrap_or(unit);
    write_tests(arguments, unit, translation, &covered.paths, &mut covered.report.tests)?;
    let report = covered.report;
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(&unit.program.sources, &unit.diagnostics);
        let folding = if arguments.full { Folding::Full } else { Folding::Middle };
        Stream::Out.write(&draw_coverage(&report, Stream::Out.style(folding)));
    }
    let is_settled = report.count(GoalState::Open) == 0;
    Ok(if is_settled { Exit::Success } else { Exit::Maybe })
}

/// Writes a test for each path, if that is wanted.
fn write_tests(
    arguments: &Unit,
    unit: &Checked,
    translation: &Translation,
    paths: &[Path],
    reports: &mut [PathReport],
) -> anyhow::Result<()> {
    let Some(folder) = &arguments.tests else { return Ok(()) };
    let options = TestOptions {
        folder: folder.clone(),
        framework: match arguments.framework {
            arguments::Framework::Plain => Framework::Plain,
            arguments::Framework::Unity => Framework::Unity,
            arguments::Framework::Cmocka => Framework::Cmocka,
        },
    };
    let problem = || format!("cannot write to `{}`", folder.display());
    let mut generator = Generator::new(unit, translation, &options).with_context(problem)?;
    for (path, report) in paths.iter().zip(reports) {
        report.test = Some(generator.write(path, &interrupt::CANCELLED).with_context(problem)?);
    }
    Ok(())
}

/// A walk by hand.
fn walk(unit: &Checked) -> anyhow::Result<Exit> {
    let style = Stream::Out.style(Folding::Middle);
    let mut asking = ByHand { style, count: 0 };
    walk_by_hand(unit, &mut asking).map_err(|it| anyhow!(it))?;
    Ok(Exit::Success)
}

fn options(arguments: &Unit) -> Options {
    Options {
        repeat: arguments.repeat,
        order: match arguments.search {
            arguments::UnitSearch::Breadth => Order::Breadth,
            arguments::UnitSearch::Depth => Order::Depth,
        },
        merging: match arguments.merge {
            arguments::Merge::Auto => Merging::Auto,
            arguments::Merge::Always => Merging::Always,
            arguments::Merge::Never => Merging::Never,
        },
    }
}

fn translation(arguments: &Unit) -> Translation {
    let more = arguments.more.iter().map(|it| it.to_string_lossy().into_owned());
    Translation {
        defines: arguments.defines.clone(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation {
            files: more.collect(),
            include: arguments.include.clone(),
            data_model: match arguments.data_model {
                arguments::DataModel::Ilp32 => DataModel::Ilp32,
                arguments::DataModel::Lp64 => DataModel::Lp64,
            },
            ..CTranslation::default()
        },
    }
}

fn refuse(arguments: &Unit, path: &str, refused: &Refused) -> Exit {
    if arguments.json {
        let report =
            UnitReport::empty(path, function(arguments), &refused.sources, &refused.diagnostics);
        Stream::Out.write(&json(&report));
    } else {
        complain(&refused.sources, &refused.diagnostics);
    }
    Exit::Usage
}
