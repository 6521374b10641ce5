//! `tribunal invariants`

use tribunal_driver::{
    Crowding, Detail, Joining, Limits, Refused, Round, Rounds, Settings, default_memory, prepare,
};
use tribunal_ir::{LocId, Program};
use tribunal_report::invariants::{InvariantsReport, ProofReport};
use tribunal_report::{Folding, draw_invariants, json};

use super::{Exit, complain, transformer, translation};
use crate::arguments::{Domain, Invariants, Join, Widening};
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
    let detail = if arguments.prove { Detail::Everything } else { Detail::Variables };
    let cancelled = &interrupt::CANCELLED;
    let found = tribunal_driver::invariants(program, settings, detail, &limits, cancelled, &mut ());
    let known = found.as_ref().ok().map(|it| |at: &[LocId]| it.at(program, at));
    let known = known.as_ref().map(|it| it as &tribunal_report::invariants::Knowledge<'_>);
    let mut report = InvariantsReport::of(&path, program, known, &prepared.diagnostics);
    if let (Ok(found), true) = (&found, arguments.prove) {
        let proved = found.proved(program, &limits, cancelled, &mut ());
        report.proof = Some(ProofReport::of(program, &proved));
    }
    if arguments.json {
        Stream::Out.write(&json(&report));
    } else {
        complain(&program.sources, &prepared.diagnostics);
        let style = Stream::Out.style(Folding::Full);
        Stream::Out.write(&draw_invariants(&report, &program.sources, style));
        if let Ok(found) = &found {
            Stream::Out.write(&told(program, found.rounds()));
        }
        if let Some(proof) = &report.proof {
            Stream::Out.write(&proof.draw());
        }
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
    let widening = match arguments.widening {
        Widening::Thresholds => tribunal_driver::Widening::Thresholds,
        Widening::Plain => tribunal_driver::Widening::Plain,
    };
    let joining = match arguments.join {
        Join::Nearest => Joining::Nearest,
        Join::All => Joining::All,
    };
    let usual = Settings::default();
    let most = arguments.intervals.unwrap_or(usual.crowding.most);
    Settings {
        // The first two rounds are the entry and the first join.
        delay: arguments.max_loop.map_or(usual.delay, |it| it.saturating_sub(2)),
        narrowing: arguments.narrowing.unwrap_or(usual.narrowing),
        related: if arguments.domain.is_some() { RELATED } else { 0 },
        domain,
        transformer: transformer(arguments.transformer),
        widening,
        crowding: Crowding { most, joining },
        rounds: if arguments.rounds { Rounds::All } else { Rounds::Last },
        ..usual
    }
}

/// What was known of variables at the heads of loops, round by round.
fn told(program: &Program, rounds: &[Round]) -> String {
    let mut told = String::new();
    for Round { head, number, known } in rounds {
        let line = program.sources.line_column(program.locs[*head].span).line;
        // Variables of the translation have names that the language does not.
        let known = known.iter().map(|it| (&program.vars[it.var].name, &it.text));
        let known = known.filter(|it| !it.0.starts_with('%'));
        let known: Vec<String> = known.map(|(name, text)| format!("{name}: {text}")).collect();
        told += &format!("line {line}, round {number} | {}\n", known.join("; "));
    }
    told
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
