//! `tribunal slice`

use anyhow::bail;
use tribunal_driver::plan::select;
use tribunal_driver::{Refused, prepare};
use tribunal_ir::pass::{Runs, compact, slice};
use tribunal_ir::{Back, PropId};
use tribunal_report::slice::SliceReport;
use tribunal_report::{Folding, draw_slice, json};

use super::{Exit, complain, translation};
use crate::arguments::Slice;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Slice) -> anyhow::Result<Exit> {
    let path = arguments.model.file.to_string_lossy();
    let prepared = match prepare(&path, translation(&arguments.model)) {
        Ok(prepared) => prepared,
        Err(refused) => return Ok(refuse(arguments, &path, &refused)),
    };
    let program = &prepared.program;
    if !program.is_flat() {
        bail!(
            "only programs without memory, calls and floats can be sliced; C programs cannot yet"
        );
    }
    let properties: Vec<PropId> = select(program, &arguments.property)?;
    let runs = if arguments.fair { Runs::WeaklyFair } else { Runs::All };
    let sliced = slice::run(program, &properties, runs);
    let dropped = match &sliced.back {
        Back::Reduced(reduced) => reduced.dropped.as_slice(),
        _ => &[],
    };
    let sliced = compact::run(&sliced.program, &properties);
    let names = properties.iter().map(|it| program.props[*it].name.clone()).collect();
    let report = SliceReport::of(&path, (program, &sliced), names, dropped, &prepared.diagnostics);
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(&program.sources, &prepared.diagnostics);
        Stream::Out.write(&draw_slice(&report, Stream::Out.style(Folding::Full)));
    }
    Ok(Exit::Success)
}

fn refuse(arguments: &Slice, path: &str, refused: &Refused) -> Exit {
    if arguments.json {
        let report = SliceReport::empty(path, &refused.sources, &refused.diagnostics);
        Stream::Out.write(&json(&report));
    } else {
        complain(&refused.sources, &refused.diagnostics);
    }
    Exit::Usage
}
