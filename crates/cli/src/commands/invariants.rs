//! `tribunal invariants`

use tribunal_driver::{Limits, Refused, default_memory, prepare};
use tribunal_ir::LocId;
use tribunal_report::invariants::InvariantsReport;
use tribunal_report::{Folding, draw_invariants, json};

use super::{Exit, complain, translation};
use crate::arguments::Invariants;
use crate::interrupt;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Invariants) -> anyhow::Result<Exit> {
    let path = arguments.model.file.to_string_lossy();
    let prepared = match prepare(&path, translation(&arguments.model)) {
        Ok(prepared) => prepared,
        Err(refused) => return Ok(refuse(arguments, &path, &refused)),
    };
    let program = &prepared.program;
    interrupt::listen();
    let limits = Limits { time: arguments.time, memory: default_memory(), depth: u64::MAX };
    let found = tribunal_driver::invariants(program, &limits, &interrupt::CANCELLED, &mut ());
    let known = found.as_ref().ok().map(|it| |at: &[LocId]| it.at(program, at));
    let known = known.as_ref().map(|it| it as &tribunal_report::invariants::Knowledge<'_>);
    let report = InvariantsReport::of(&path, program, known, &prepared.diagnostics);
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(&program.sources, &prepared.diagnostics);
        let style = Stream::Out.style(Folding::Full);
        Stream::Out.write(&draw_invariants(&report, &program.sources, style));
        if let Err(reason) = &found {
            Stream::Error
                .write(&format!("nothing is known: {}\n", tribunal_report::because(reason)));
        }
    }
    Ok(if found.is_ok() { Exit::Success } else { Exit::Maybe })
}

fn refuse(arguments: &Invariants, path: &str, refused: &Refused) -> Exit {
    if arguments.json {
        let report = InvariantsReport::empty(path, &refused.sources, &refused.diagnostics);
        Stream::Out.write(&json(&report));
    } else {
        complain(&refused.sources, &refused.diagnostics);
    }
    Exit::Usage
}
