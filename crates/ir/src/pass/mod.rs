//! Passes: programs made smaller without changing what holds of them.
//!
//! [`merge`] and [`dead_variables`] keep the answers to all of the program's properties; [`slice`] and
//! [`influence`] those to the properties at hand. None increases the number of states from
//! where a run goes on. They keep all ids: no location, edge or variable goes away, so a trace of
//! the reduced program names the same things. Its steps may be longer. [`compact`] makes a copy without
//! what is not used any more, to be shown. All take flat programs only ([`Program::is_flat`]), except [`sequential`], which slices
//! sequential programs with functions and memory.
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

use crate::program::Program;

/// What a pass does when it meets calls, memory or arbitrary values.
fn not_flat() -> ! {
    unreachable!("passes should be run on flat programs only")
}

/// What [`reduce`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    /// How many locations no step ends at any more.
    pub merged_locations: usize,
    /// Why no location could be merged, if something forbids it.
    pub obstacle: Option<Obstacle>,
    /// How many scalars are reset to 0 where they are dead, counted once for each edge.
    pub resets: usize,
    /// How many first values are dropped because nobody reads them.
    pub dropped_values: usize,
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
pub fn reduce(program: &mut Program) -> Reduction {
    reduce_for(program, Runs::All)
}

/// The same for other sets of runs.
pub fn reduce_for(program: &mut Program, runs: Runs) -> Reduction {
    let (merged_locations, obstacle) = match merge::run(program, runs) {
        Ok(count) => (count, None),
        Err(obstacle) => (0, Some(obstacle)),
    };
    let dead_variables::Outcome { resets, dropped_values } = dead_variables::run(program);
    Reduction { merged_locations, obstacle, resets, dropped_values }
}

#[cfg(test)]
mod tests;
