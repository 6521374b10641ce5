//! Cycles judged by the marks of the locations they pass.

use crate::Rejected;
use crate::replay::{Lasso, ensure};
use tribunal_exec::State;
use tribunal_ir::{Marks, Program};

/// The marks of all the locations where processes are.
pub(crate) fn marks_of(program: &Program, state: &State) -> Vec<Marks> {
    state.processes.iter().map(|it| program.locs[it.location].marks).collect()
}

/// Checks that the cycle passes through an accept-marked location.
pub(crate) fn has_acceptance(lasso: &Lasso<Vec<Marks>>) -> Result<(), Rejected> {
    let accepts = lasso.cycle.iter().flatten().any(|marks| marks.accept);
    ensure(accepts, "no state of the cycle is marked as accepting")
}

/// Checks that the cycle avoids all progress-marked locations.
pub(crate) fn has_no_progress(lasso: &Lasso<Vec<Marks>>) -> Result<(), Rejected> {
    let progresses = lasso.cycle.iter().flatten().any(|marks| marks.progress);
    ensure(!progresses, "a state of the cycle is marked as progress")
}
