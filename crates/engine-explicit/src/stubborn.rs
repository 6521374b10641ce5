//! Partial-order reduction: which of the moves of a state suffice.
//!
//! A. Valmari: *Stubborn sets for reduced state space generation*, APN 1989; A. Laarman, E. Pater, J.
//! van de Pol, M. Weber: *Guard-based partial-order reduction*, SPIN 2013 and STTT 2016.
//!
//! # Steps
//! A step is what the search sees as one: an edge with what follows on it in atomic and indivisible
//! sequences, or two edges that meet at a rendezvous with what follows on them. Two steps *accord* if
//! wherever both are possible, neither makes the other impossible, and their order does not matter.
//! Whether they do is approximated by what they touch (`access`, `reader`, `chain`), where the
//! index, the parameters and whatever else stays the same while a process lives count with their
//! values (`table`).
//!
//! # The set
//! A set of steps is *stubborn* in a state if some step of it is possible, and
//! - for each possible step of it, all steps that do not accord with it are in the set;
//! - for each impossible step of it, there is a reason why it is impossible, such that all steps that
//!   can do away with that reason are in the set (a necessary enabling set).
//!
//! Then no run that takes only steps outside of the set makes a step of it impossible, and taking the
//! step first leads to the same state. Sets are given by edges that leave the current locations: a
//! step of a process that is elsewhere is impossible for that reason, and what does away with it is
//! that the process moves on by an edge from where the step can be reached (`closure`). A rendezvous
//! is in the set if one of its two edges is.
//!
//! Since some step of the set stays possible, `timeout` stays false, and processes of lower priority
//! do not move until a step of the set has been taken. A state in which `timeout` is true is expanded
//! fully.
//!
//! # What the search must do
//! - *Finite runs* (assertions, end states, edges that are never taken). A state that is not expanded
//!   fully must have a successor that will be, or has been, expanded *and* comes before it in some
//!   well-founded order, or steps could be put off for ever: P. Godefroid: *Partial-Order Methods for
//!   the Verification of Concurrent Systems*, 1996. In a depth-first search the order is that in
//!   which states are left for good: one of the successors must be new or already left; neither on
//!   the path nor waiting to be expanded; with several threads see `unfinished`. In any other search, and in one
//!   that is resumed by several threads, one of the successors must be new: D. Bosnacki, G. J. Holzmann: *Improving Spin's partial-order
//!   reduction for breadth-first search*, SPIN 2005. Else the remaining moves are taken too.
//! - *Infinite runs*. Each cycle must have a state that is expanded fully: D. Peled: *Combining
//!   partial order reductions with on-the-fly model-checking*, FMSD 1996. When the outer search meets
//!   a state on its path, that state is expanded fully before it is left, or the one it came from
//!   is; the inner search takes the same moves as the outer one did: G. J. Holzmann, D. Peled, M.
//!   Yannakakis: *On nested depth first search*, SPIN 1996.
//! - In either case: if one of the chosen steps ends the run at an error, the remaining moves are
//!   taken too, since after that step nothing can follow.
//!
//! # What is not reduced
//! Formulas with `Next` and claims see every step. Fair runs are not preserved: a process that is
//! put off may be one that must move.

mod access;
mod bits;
mod chain;
mod closure;
mod count;
mod endings;
mod fixed;
mod guard;
mod lasting;
mod reader;
mod scalar;
mod statics;
mod table;
mod watch;

use crate::model::Model;
use crate::monitor::Monitor;
use crate::moves::Move;
use crate::state::State;
use access::Ways;
use bits::Set;
use closure::Work;
use statics::Statics;
use table::{Table, Workshop};
use tribunal_ir::{Program, PropId, PropertyKind};
use watch::Watched;

/// What is known about the dependencies between the moves of a program.
#[derive(Debug)]
pub(crate) struct Stubborn {
    statics: Statics,
    watched: Watched,
}

/// Working memory of one thread.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    ways: Ways,
    anybody: Vec<Set>,
    tables: Vec<Table>,
    /// For each process, which of the tables is its own.
    own: Vec<usize>,
    work: Work,
    chosen: Vec<u16>,
}

/// The moves that suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice<'s> {
    /// No fewer than all.
    All,
    /// These, by their positions, in order.
    Some(&'s [u16]),
}

impl Stubborn {
    /// For properties that a finite run can violate.
    pub(crate) fn for_finite_runs(model: &Model) -> Self {
        Self { statics: Statics::new(model), watched: Watched::Ends }
    }

    /// For a property of infinite runs; `None` if it may see every step.
    pub(crate) fn for_infinite_runs(
        program: &Program,
        model: &Model,
        property: PropId,
        monitor: &Monitor,
    ) -> Option<Self> {
        if let PropertyKind::Ltl(formula) = program.props[property].kind
            && watch::sees_every_step(program, formula)
        {
            return None;
        }
        let watched = match monitor {
            Monitor::Formula { atoms, .. } => Watched::Values(atoms.clone()),
            Monitor::Acceptance => Watched::Acceptance,
            Monitor::NonProgress => Watched::Progress,
            Monitor::Claim { .. } => return None,
        };
        Some(Self { statics: Statics::new(model), watched })
    }

    /// Which of all the moves of a visible state suffice.
    pub(crate) fn choose<'s>(
        &self,
        model: &Model,
        state: &State,
        moves: &[Move],
        scratch: &'s mut Scratch,
    ) -> Choice<'s> {
        let process = moves.first().map(|it| it.process);
        let alone = moves.iter().all(|it| Some(it.process) == process);
        if alone || model.features.timeout && model.timeout(state) {
            return Choice::All;
        }
        self.find_tables(model, state, scratch);
        let Scratch { tables, own, work, chosen, .. } = scratch;
        let closure = closure::Closure::new(model, &self.statics, state, tables, own, moves, work);
        let Some(closure) = closure else { return Choice::All };
        if closure.smallest(chosen) { Choice::Some(chosen) } else { Choice::All }
    }

    /// Finds or makes the tables of the processes of a state.
    fn find_tables(&self, model: &Model, state: &State, scratch: &mut Scratch) {
        let Scratch { ways, anybody, tables, own, .. } = scratch;
        if anybody.is_empty() {
            *anybody = table::anybody(model, &self.statics, state, ways);
        }
        let ready = self.statics.is_prepared(model, state);
        own.truncate(state.processes.len());
        for index in 0..state.processes.len() {
            let fits = |table: &usize| tables[*table].fits(model, state, index, ready);
            if own.get(index).is_some_and(fits) {
                continue;
            }
            let found = (0..tables.len()).rev().find(fits);
            let table = found.unwrap_or_else(|| {
                let (statics, watched) = (&self.statics, &self.watched);
                let mut workshop =
                    Workshop { model, statics, state, ready, ways, anybody, watched };
                tables.push(Table::new(&mut workshop, index));
                tables.len() - 1
            });
            if index < own.len() {
                own[index] = table;
            } else {
                own.push(table);
            }
        }
    }
}
