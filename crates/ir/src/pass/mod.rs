//! Passes: programs made smaller without changing what holds of them.
//!
//! [`merge`] and [`dead_variables`] keep the answers to all of the program's properties; [`slice`] and
//! [`influence`] those to the properties at hand. None increases the number of states from
//! where a run goes on. They keep all ids: no location, edge or variable goes away, so a trace of
//! the reduced program names the same things. Its steps may be longer. [`compact`] makes a copy without
//! what is not used any more, to be shown. All take flat programs only ([`Program::is_flat`]), except [`sequential`], which slices
//! sequential programs with functions and memory. Each tells the way back ([`Transformed`]).
//!
//! G. J. Holzmann: *The engineering of a model checker: the Gnu i-protocol case study
//! revisited*, SPIN 1999, reports what the first two are worth; Spin does them silently.

pub mod compact;
pub mod dead_variables;
mod feasible;
pub mod influence;
mod liveness;
pub mod merge;
mod observed;
pub mod sequential;
pub mod slice;

pub use observed::Obstacle;

use crate::program::{EdgeId, LocId, Program};
use crate::transformed::{Back, Transformed};
use slice::Dropped;

/// What a pass does when it meets calls, memory or arbitrary values.
fn not_flat() -> ! {
    unreachable!("passes should be run on flat programs only")
}

/// What passes did that keep ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reduced {
    /// How many locations no step ends at any more.
    pub merged_locations: usize,
    /// Why no location could be merged, if something forbids it.
    pub obstacle: Option<Obstacle>,
    /// How many scalars are reset to 0 where they are dead, counted once for each edge.
    pub resets: usize,
    /// How many first values are dropped because nobody reads them.
    pub dropped_values: usize,
    /// What a slice lacks, in the order of the program: processes, variables, message fields, statements, decisions.
    pub dropped: Vec<Dropped>,
    /// The locations from where one step leads to the exit of a bubble, whatever was there.
    pub shortened: Vec<LocId>,
}

impl Reduced {
    /// What both did, one after the other.
    pub(crate) fn and(mut self, last: Self) -> Self {
        self.merged_locations += last.merged_locations;
        self.obstacle = self.obstacle.or(last.obstacle);
        self.resets += last.resets;
        self.dropped_values += last.dropped_values;
        self.dropped.extend(last.dropped);
        self.shortened.extend(last.shortened);
        self
    }

    /// Whether an edge is as it is in the program before, apart from values that do not matter.
    pub(crate) fn is_whole(&self, program: &Program, edge: EdgeId) -> bool {
        let from = program.edges[edge].from;
        let process = program.locs[from].process;
        !self.shortened.contains(&from) && !self.dropped.contains(&Dropped::Process(process))
    }

    /// The program that was made.
    fn made(self, program: Program, maker: &str) -> Transformed {
        Transformed::new(program, Back::Reduced(self), maker)
    }
}

/// Which infinite runs count for the answers that are to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// All.
    All,
    /// Those that are weakly fair, too: where every process that can always move from some point on
    /// moves again and again.
    WeaklyFair,
}

/// Merges locations ([`merge`]), then resets dead variables ([`dead_variables`]), as far as all
/// properties of the program allow if all runs count.
#[must_use]
pub fn reduce(program: &Program) -> Transformed {
    reduce_for(program, Runs::All)
}

/// The same for other sets of runs.
#[must_use]
pub fn reduce_for(program: &Program, runs: Runs) -> Transformed {
    merge::run(program, runs).then(dead_variables::run)
}

#[cfg(test)]
mod tests;
