//! Deadlocks: states in which no thread can move, though the program may not stop there ([`PropertyKind::EndStates`]).
//!
//! States are merged where all threads are at the same positions, so the places of a state tell whether the program may stop there, and
//! guards alone whether somebody can move: a deadlock is a formula. It is asked for wherever it is to be decided which thread moves.
//!
//! Law: every deadlock is met there. A run to it is, up to the order of steps that nobody else can see, one that the walk follows (a persistent set
//! keeps all deadlocks: Godefroid, Partial-order methods for the verification of concurrent systems, LNCS 1032, 1996). In its
//! last state every thread is at a place that others can see, or stuck at another, where it was left behind. A program that has not started a thread yet decides
//! nothing; there it is asked at every place.

use crate::machine::{Unmodelled, Violation};
use crate::state::State;
use crate::walk::Explorer;
use crate::walk::cuts::CutPoints;
use std::collections::BTreeSet;
use tribunal_ir::{EdgeId, LocId, Program, PropId, PropertyKind, Scheduling};
use tribunal_solver::TermId;

/// Of some properties, those that ask for deadlocks, if they can be met by the walk.
pub(crate) fn asked(program: &Program, properties: &[PropId]) -> BTreeSet<PropId> {
    let is_plain = program.end_requires.is_none()
        && program.scheduling == Scheduling::Interleaving
        && program.edges.values().all(|it| !it.atomic);
    if !is_plain || !program.spawns() {
        return BTreeSet::new();
    }
    let asks = |it: &PropId| program.props[*it].kind == PropertyKind::EndStates;
    properties.iter().copied().filter(asks).collect()
}

impl<C: CutPoints> Explorer<'_, C> {
    /// Asks for a deadlock where it is to be decided which thread moves.
    pub(crate) fn look_for_deadlock(&mut self, state: &State, visit: u64) {
        let waiting = || state.threads.iter().flatten();
        let places = waiting().filter_map(|it| it.frames.last()).map(|it| it.loc).collect();
        if self.deadlocks.is_empty() || self.may_stop(places) {
            return;
        }
        let mut moves = Vec::new();
        for thread in 0..state.threads.len() {
            match self.moves(state, thread) {
                Ok(condition) => moves.push(condition),
                Err(gap) => return self.give_up(state, gap),
            }
        }
        self.note_deadlock(state, visit, moves);
    }

    /// Asks for a deadlock where there is one thread alone, with the edges that it may take.
    pub(crate) fn look_for_deadlock_alone(
        &mut self,
        state: &State,
        loc: LocId,
        visit: u64,
        branches: &[(EdgeId, TermId)],
    ) {
        if !self.deadlocks.is_empty() && state.threads.len() <= 1 && !self.may_stop(vec![loc]) {
            self.note_deadlock(state, visit, branches.iter().map(|it| it.1).collect());
        }
    }

    /// Whether the program may stop where its threads are.
    fn may_stop(&self, places: Vec<LocId>) -> bool {
        let mut marks = places.into_iter().map(|it| self.machine.program.locs[it].marks);
        marks.clone().any(|it| it.halt) || marks.all(|it| it.end)
    }

    /// When a thread that waits can move; a Bool.
    fn moves(&mut self, state: &State, thread: usize) -> Result<TermId, Unmodelled> {
        let mut next = state.clone();
        next.unpark(thread);
        let (function, loc) = (next.top().process, next.top().loc);
        let mut enabled: Vec<TermId> =
            self.branches(&next, loc)?.into_iter().map(|it| it.1).collect();
        let any = self.machine.terms.any(enabled.drain(..));
        Ok(match self.machine.program.procs[function].provided {
            Some(condition) => {
                let provided = self.machine.condition(&next, condition)?;
                self.machine.terms.and(provided, any)
            }
            None => any,
        })
    }

    fn note_deadlock(&mut self, state: &State, visit: u64, moves: Vec<TermId>) {
        let path = self.machine.guards.all(state.guard);
        let terms = &mut self.machine.terms;
        let any = terms.any(moves);
        let stuck = terms.not(any);
        let modelled = std::mem::take(&mut self.machine.modelled);
        let when = terms.all([path, stuck].into_iter().chain(modelled));
        if terms.as_bool(when) != Some(false) {
            for property in &self.deadlocks {
                let property = *property;
                self.machine.violations.push(Violation { property, when, visit, edge: None });
            }
        }
    }
}
