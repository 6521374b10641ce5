//! Infinite runs that are finite runs with a cycle at the end, and what can be said of the cycle.

use crate::Rejected;
use crate::replay::ensure;
use tribunal_exec::{Effects, State, can_move};
use tribunal_ir::{Marks, Program};

/// The run through the prefix and then for ever through the cycle, which is not empty.
pub(crate) struct Lasso<'a> {
    pub(crate) prefix: Vec<&'a State>,
    pub(crate) cycle: Vec<&'a State>,
}

impl<'a> Lasso<'a> {
    /// The run through all the states, whose last is followed by the one at `cycle_start` again.
    pub(crate) fn new(states: &'a [State], cycle_start: usize) -> Self {
        let (prefix, cycle) = states.split_at(cycle_start);
        Self { prefix: prefix.iter().collect(), cycle: cycle.iter().collect() }
    }

    /// What properties and claims see of the run.
    pub(crate) fn seen(mut self) -> Result<Self, Rejected> {
        self.prefix.retain(|state| state.is_seen());
        self.cycle.retain(|state| state.is_seen());
        ensure(!self.cycle.is_empty(), "the whole cycle is inside an atomic sequence")?;
        Ok(self)
    }

    /// Whether some process is, again and again, at a location with such marks.
    fn recurs(&self, program: &Program, marked: impl Fn(Marks) -> bool) -> bool {
        let mut processes = self.cycle.iter().flat_map(|state| &state.processes);
        processes.any(|it| marked(program.locs[it.location].marks))
    }
}

/// Checks that the cycle passes through an accept-marked location.
pub(crate) fn has_acceptance(program: &Program, lasso: &Lasso<'_>) -> Result<(), Rejected> {
    let accepts = lasso.recurs(program, |marks| marks.accept);
    ensure(accepts, "no state of the cycle is marked as accepting")
}

/// Checks that the cycle avoids all progress-marked locations.
pub(crate) fn has_no_progress(program: &Program, lasso: &Lasso<'_>) -> Result<(), Rejected> {
    let progresses = lasso.recurs(program, |marks| marks.progress);
    ensure(!progresses, "a state of the cycle is marked as progress")
}

/// Checks that every process that lives throughout the cycle moves in it or cannot move somewhere
/// in it. `effects` are those of the steps of the cycle.
pub(crate) fn is_fair(
    program: &Program,
    lasso: &Lasso<'_>,
    effects: &[Effects],
) -> Result<(), Rejected> {
    let alive = lasso.cycle.iter().map(|state| state.processes.len()).min().unwrap_or(0);
    for process in (0u32..).take(alive) {
        let moves = effects.iter().any(|it| it.edges().any(|(mover, _)| mover == process));
        let waits = lasso.cycle.iter().any(|state| !can_move(program, state, process));
        let why =
            format!("the cycle is not fair: process {process} can always move and never does");
        ensure(moves || waits, &why)?;
    }
    Ok(())
}
