//! Where the walk is cut: loops and calls that are not followed one iteration, or one call, after the other.
//!
//! At a cut point a state that stands for all in which a run can be there takes the place of those that were followed so far (R. W. Floyd,
//! *Assigning meanings to programs*, 1967). The walk asks here what is to happen; why that is sound, and what is supposed of such a state, is known to who cuts it.

use crate::machine::Machine;
use crate::state::{AnyCall, Loop, State};
use tribunal_ir::{EdgeId, LocId, ProcId, PropId};

/// What is to happen at loops and calls.
pub(crate) trait CutPoints {
    /// Whether runs are cut at the head of a loop.
    fn cuts(&self, head: LocId) -> bool;

    /// A state is at the head of a loop that is cut, in this iteration: the state that goes on there, if one does. Others that start there are added.
    fn enter(
        &mut self,
        machine: &mut Machine<'_>,
        state: State,
        iteration: u32,
        others: &mut Vec<State>,
    ) -> Option<State>;

    /// Whether a state that is back at the head of its loop goes round once more.
    fn goes_round(&mut self, machine: &mut Machine<'_>, state: &State, iteration: u32) -> bool;

    /// Whether an iteration is one of those that are known to be right: runs do not leave the loop there, and violate nothing.
    fn is_assumed(&self, entry: &Loop, key: &[u32]) -> bool;

    /// Whether a property is supposed to hold where violations do not count.
    fn supposes(&self, property: PropId) -> bool;

    /// Whether calls of a function are cut.
    fn cuts_calls(&self, function: ProcId) -> bool;

    /// Such a function has just been called over an edge: the state after the call, and where that is. Bodies that are to be followed, too, are added.
    fn call(
        &mut self,
        machine: &mut Machine<'_>,
        state: State,
        edge: EdgeId,
        bodies: &mut Vec<(State, LocId)>,
    ) -> Option<(State, LocId)>;

    /// A function that stands for any call has returned.
    fn returned(&mut self, machine: &mut Machine<'_>, state: &State, any: &AnyCall);

    /// Whether violations count where a state is.
    fn counts(&self, state: &State) -> bool {
        let mut loops = state.frames.iter().flat_map(|it| &it.loops);
        !loops.any(|it| self.is_assumed(it, &state.key))
    }
}

/// Everything is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uncut;

impl CutPoints for Uncut {
    fn cuts(&self, _: LocId) -> bool {
        false
    }

    fn enter(
        &mut self,
        _: &mut Machine<'_>,
        state: State,
        _: u32,
        _: &mut Vec<State>,
    ) -> Option<State> {
        Some(state)
    }

    fn goes_round(&mut self, _: &mut Machine<'_>, _: &State, _: u32) -> bool {
        true
    }

    fn is_assumed(&self, _: &Loop, _: &[u32]) -> bool {
        false
    }

    fn supposes(&self, _: PropId) -> bool {
        false
    }

    fn cuts_calls(&self, _: ProcId) -> bool {
        false
    }

    fn call(
        &mut self,
        _: &mut Machine<'_>,
        state: State,
        _: EdgeId,
        _: &mut Vec<(State, LocId)>,
    ) -> Option<(State, LocId)> {
        let entry = state.top().loc;
        Some((state, entry))
    }

    fn returned(&mut self, _: &mut Machine<'_>, _: &State, _: &AnyCall) {}

    fn counts(&self, _: &State) -> bool {
        true
    }
}
