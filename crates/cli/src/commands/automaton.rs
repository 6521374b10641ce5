//! `tribunal automaton`

use tribunal_driver::automaton::translate;
use tribunal_report::data::AutomatonReport;
use tribunal_report::{Folding, draw_automaton, json};

use super::{Exit, complain};
use crate::arguments::Automaton;
use crate::terminal::Stream;

pub(crate) fn run(arguments: &Automaton) -> anyhow::Result<Exit> {
    let automaton = match translate(&arguments.formula) {
        Ok(automaton) => automaton,
        Err(broken) => {
            if arguments.json {
                let (sources, found) = (&broken.sources, &broken.diagnostics);
                let report = AutomatonReport::broken(&arguments.formula, sources, found);
                Stream::Out.write(&json(&report));
            } else {
                complain(&broken.sources, &broken.diagnostics);
            }
            return Ok(Exit::Usage);
        }
    };
    let text = if arguments.dot {
        automaton.dot()
    } else if arguments.never {
        automaton.never_claim()
    } else if arguments.json {
        json(&automaton.report())
    } else {
        draw_automaton(&automaton.report(), Stream::Out.style(Folding::Middle))
    };
    Stream::Out.write(&text);
    Ok(Exit::Success)
}
