//! `tribunal unit`

use anyhow::anyhow;
use tribunal_driver::unit::{Merging, Options, Order, Unit as Checked, stroll};
use tribunal_driver::{
    CTranslation, DataModel, Dialect, Limits, Refused, Translation, UnitQuestion, default_memory,
    find_paths, prepare_unit,
};
use tribunal_ir::Overflow;
use tribunal_report::unit::UnitReport;
use tribunal_report::{Folding, draw_unit, json};

use super::{Exit, complain};
use crate::arguments::{self, Unit};
use crate::interactive::Strolling;
use crate::interrupt;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Unit) -> anyhow::Result<Exit> {
    let path = arguments.file.to_string_lossy();
    let question = UnitQuestion {
        function: arguments.function.clone(),
        requires: arguments.requires.clone(),
        find: arguments.find.clone(),
        path: arguments.path.clone(),
        stubs: arguments.stub.clone(),
        stub_file: arguments.stubs.as_ref().map(|it| it.to_string_lossy().into_owned()),
        depth: arguments.depth,
        elements: arguments.elements,
    };
    let unit = match prepare_unit(&path, &translation(arguments), &question) {
        Ok(unit) => unit,
        Err(refused) => return Ok(refuse(arguments, &path, &refused)),
    };
    if arguments.interactive {
        return walk(&unit);
    }
    interrupt::listen();
    let limits = Limits { time: arguments.time, memory: default_memory(), depth: u64::MAX };
    let most = if arguments.all { usize::MAX } else { arguments.paths };
    let found =
        find_paths(&unit, options(arguments), most, &limits, &interrupt::CANCELLED, &mut ());
    let found = found.map_err(|it| anyhow!(it))?;
    let report = unit.report(&found);
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

/// A walk by hand.
fn walk(unit: &Checked) -> anyhow::Result<Exit> {
    let style = Stream::Out.style(Folding::Middle);
    let mut asking = Strolling { style, count: 0 };
    stroll(unit, &mut asking).map_err(|it| anyhow!(it))?;
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
            UnitReport::empty(path, &arguments.function, &refused.sources, &refused.diagnostics);
        Stream::Out.write(&json(&report));
    } else {
        complain(&refused.sources, &refused.diagnostics);
    }
    Exit::Usage
}
