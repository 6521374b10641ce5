//! What all searches have in common: how they end and what they leave behind.

use crate::eval::View;
use crate::model::Model;
use crate::state::State;
use crate::statistics::Statistics;
use std::ops::ControlFlow;
use tribunal_engine::{Certificate, Limit, Reason};

/// Why a search stops before it has seen everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Interruption {
    /// It found what it was looking for.
    Found,
    /// It is time to write down what is known; then it goes on.
    Pause,
    /// It is time to see whether states can be packed better; then it goes on.
    Repack,
    /// It cannot go on.
    Because(Reason),
}

impl From<Reason> for Interruption {
    fn from(reason: Reason) -> Self {
        Self::Because(reason)
    }
}

/// Turns the end of a search into an interruption.
pub(crate) fn unless_found(flow: ControlFlow<()>) -> Result<(), Interruption> {
    if flow.is_break() { Err(Interruption::Found) } else { Ok(()) }
}

/// Whether a run was cut short for its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// No.
    Full,
    /// Yes.
    Truncated,
}

/// What a search leaves behind.
#[derive(Debug)]
pub(crate) struct Search {
    /// What is known of the properties that no run was seen to violate.
    pub(crate) rest: Result<Certificate, Reason>,
    /// Which edges were taken, if everything was seen.
    pub(crate) reached: Option<Vec<bool>>,
    pub(crate) statistics: Statistics,
}

impl Search {
    /// A search that did not even start.
    pub(crate) fn impossible(reason: Reason) -> Self {
        Self { rest: Err(reason), reached: None, statistics: Statistics::default() }
    }

    /// The end of a search.
    pub(crate) fn ended(
        result: Result<(), Interruption>,
        coverage: Coverage,
        reached: Vec<bool>,
        statistics: Statistics,
    ) -> Self {
        let rest = match (result, coverage) {
            (Ok(()), Coverage::Full) => match statistics.omission {
                Some(omission) => Err(Reason::Approximate { omission }),
                None => Ok(Certificate::Exhausted { states: statistics.states }),
            },
            (Ok(()), Coverage::Truncated) => Err(Reason::Budget(Limit::Depth)),
            (Err(Interruption::Found | Interruption::Pause | Interruption::Repack), _) => {
                Err(Reason::Stopped)
            }
            (Err(Interruption::Because(reason)), _) => Err(reason),
        };
        Self { reached: rest.is_ok().then_some(reached), rest, statistics }
    }
}

impl Model {
    /// Whether every process is where it may stop, and what an end requires holds, or one is where it
    /// stops all, in a state where nothing can move.
    pub(crate) fn is_valid_end(&self, state: &State) -> bool {
        let location = |it| &self.locations[state.location(self, it) as usize];
        let mut locations = (0..state.processes.len()).map(location);
        let view = View::of_property(self, state, true);
        locations.clone().any(|it| it.halt)
            || locations.all(|it| it.end)
                && self.end_requires.is_none_or(|condition| view.holds(condition))
    }
}
