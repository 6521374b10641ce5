//! `tribunal invariants`

use tribunal_driver::{Limits, Refused, Settings, default_memory, prepare};
use tribunal_ir::LocId;
use tribunal_report::invariants::InvariantsReport;
use tribunal_report::{Folding, draw_invariants, json};

use super::{Exit, complain, translation};
use crate::arguments::{Domain, Invariants, Transformer};
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
    let settings = settings(arguments);
    let found =
        tribunal_driver::invariants(program, settings, &limits, &interrupt::CANCELLED, &mut ());
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

/// How many variables of a function are related to each other.
const RELATED: usize = 4;

fn settings(arguments: &Invariants) -> Settings {
    let domain = match arguments.domain {
        None | Some(Domain::Octagons) => tribunal_driver::Domain::Octagons,
        Some(Domain::Polyhedra) => tribunal_driver::Domain::Polyhedra,
        Some(Domain::Powersets) => tribunal_driver::Domain::Powersets,
    };
    let transformer = match arguments.transformer {
        Transformer::Usual => tribunal_driver::Transformer::Usual,
        Transformer::Best => tribunal_driver::Transformer::Best,
    };
    let related = if arguments.domain.is_some() { RELATED } else { 0 };
    Settings { related, domain, transformer, ..Settings::default() }
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
