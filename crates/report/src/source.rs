//! Tells a run of a sequential program in terms of its source: one step for each line that is visited, with the values that it
//! changed, the calls and the loops around it. Of everything it tells whether the violation depends on it.
//!
//! What matters is the dynamic slice of the violation (H. Agrawal, J. R. Horgan: *Dynamic program slicing*, PLDI 1990): values, and
//! the branches that were taken on the way, as far as they led there.

mod access;
mod control;
mod fault;
mod lines;
mod name;
mod record;
mod value;

use tribunal_engine::{Chosen, Step};
use tribunal_exec::{Script, State, Walk};
use tribunal_ir::{EdgeId, Program, PropId};

use crate::data::TraceReport;
use crate::narrate::{standings, values};
use crate::trace_file::compact;
use record::Record;

/// So many steps at the end of a run are told, those before are only taken.
const TOLD: u64 = 50_000;

/// The way of a run.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// By these steps.
    Steps(&'a [Step]),
    /// By the only steps there are, so many of them.
    Only(u64),
}

impl Way<'_> {
    fn length(self) -> u64 {
        match self {
            Self::Steps(steps) => steps.len() as u64,
            Self::Only(length) => length,
        }
    }

    fn next(self, walk: &Walk<'_>, number: u64) -> Option<EdgeId> {
        match self {
            Self::Steps(steps) => steps.get(usize::try_from(number).ok()?).map(|it| it.edge),
            Self::Only(_) => walk.next(),
        }
    }
}

/// Tells a run that ends at the violation of a property; `None` if the program is not sequential. A way that is none of the program
/// is told as far as it goes.
#[must_use]
pub fn tell(
    program: &Program,
    property: Option<PropId>,
    choices: &[Chosen],
    way: Way<'_>,
) -> Option<TraceReport> {
    let mut walk = Walk::start(program)?;
    let mut script = Script::new(choices);
    let mut record = Record::new(program);
    let length = way.length();
    for number in 0..length {
        let Some(edge) = way.next(&walk, number) else { break };
        if walk.state().processes.first().map(|it| it.location) != Some(program.edges[edge].from) {
            break;
        }
        if number + TOLD < length {
            let effects = walk.take(edge, &mut script);
            record.skip(edge, effects);
        } else {
            record.look(walk.view(), edge);
            let mut watch = |state: &State, action: &_, moment| record.act(state, action, moment);
            let effects = walk.take_watched(edge, &mut script, &mut watch);
            record.settle(effects);
        }
    }
    let violation = record.violation(property);
    let steps = match way {
        Way::Steps(steps) => compact(steps),
        Way::Only(_) => compact(&[]),
    };
    let object = record.object();
    let (told, inputs, stack) = record.finish(walk.state());
    Some(TraceReport {
        end: "violation",
        message: violation.unwrap_or_else(|| "the last step violates it".to_owned()),
        cycle_start: None,
        steps: told,
        processes: standings(program, walk.state()),
        values: values(program, walk.state()),
        replay: steps,
        inputs,
        stack,
        object,
    })
}
