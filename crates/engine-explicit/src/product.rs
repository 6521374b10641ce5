//! The product of a program and a monitor, made on the fly.
//!
//! M. Y. Vardi, P. Wolper: *An automata-theoretic approach to automatic program verification*, LICS
//! 1986. The states inside atomic sequences are stored too, so that endless ones are explored once;
//! they do not count as states.

use crate::Storage;
use crate::eval::View;
use crate::model::Model;
use crate::monitor::{AtEnd, Monitor};
use crate::moves::{Move, Visibility};
use crate::search::Interruption;
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Obstacle, Record};
use crate::store::{Insertion, StateId, Store};
use crate::tag::{self, Tag};
use tribunal_engine::{Limit, Reason};
use tribunal_ir::Program;

/// The product of a program and a monitor, as far as it was explored.
#[derive(Debug)]
pub(crate) struct Product<'a> {
    program: &'a Program,
    model: &'a Model,
    pub(crate) monitor: Monitor,
    store: Store,
    /// For each stored state, whether it is accepting.
    accepting: Vec<bool>,
    /// The working state, and which stored one it is.
    state: State,
    current: Option<StateId>,
    /// Whether in some state the monitor could not move.
    pub(crate) monitor_blocked: bool,
    record: Record,
    statistics: Statistics,
    // Buffers.
    key: Vec<u8>,
    moves: Vec<Move>,
    targets: Vec<u16>,
}

/// A move of the monitor and one of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProductMove {
    /// `None`: the program has ended and its last state is repeated.
    pub(crate) step: Option<Move>,
    /// Where the monitor goes.
    target: u16,
    /// What `timeout` is.
    timeout: bool,
}

/// What can follow on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expansion {
    /// Moves.
    Moves,
    /// The monitor reaches its end, which is a violation.
    MonitorEnd,
}

impl<'a> Product<'a> {
    /// The product with its initial state.
    pub(crate) fn new(
        program: &'a Program,
        model: &'a Model,
        monitor: Monitor,
    ) -> Result<(Self, StateId), Reason> {
        let state = model.initial().map_err(|obstacle| obstacle.reason(program))?;
        let mut product = Self {
            program,
            model,
            monitor,
            store: Store::for_states(model, &state, tag::LENGTH),
            accepting: Vec::new(),
            state,
            current: None,
            monitor_blocked: false,
            record: Record::new(model),
            statistics: Statistics::default(),
            key: Vec::new(),
            moves: Vec::new(),
            targets: Vec::new(),
        };
        let initial = product.monitor.initial();
        let initial = product.arrive(Visibility::Visible, initial)?;
        product.statistics.transitions = 0;
        Ok((product, initial))
    }

    /// Whether passing through a state again and again is a violation.
    pub(crate) fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }

    pub(crate) fn memory(&self) -> usize {
        self.store.memory() + self.accepting.capacity()
    }

    /// What the exploration cost; depth and memory are for the search to tell.
    pub(crate) fn statistics(&self) -> Statistics {
        let state_bytes = self.store.average_length().saturating_sub(tag::LENGTH as u64);
        Statistics {
            state_bytes,
            table_bytes: self.store.memory() as u64,
            threads: 1,
            storage: Storage::Exact.name(),
            ..self.statistics
        }
    }

    /// Forgets what was counted since.
    pub(crate) fn set_statistics(&mut self, statistics: Statistics) {
        self.statistics = statistics;
    }

    /// Adds the moves of a state to a list, the first one last.
    pub(crate) fn expand(
        &mut self,
        state: StateId,
        moves: &mut Vec<ProductMove>,
    ) -> Result<Expansion, Interruption> {
        let at = self.load(state);
        self.moves.clear();
        let (visibility, timeout) = match self.model.settle(&mut self.state, &mut self.moves) {
            Visibility::Intermediate => (Visibility::Intermediate, false),
            Visibility::Visible => {
                (Visibility::Visible, self.model.moves(&self.state, &mut self.moves))
            }
        };
        self.targets.clear();
        if visibility == Visibility::Visible {
            let view = View::of_property(self.model, &self.state, timeout);
            let targets = self.monitor.targets(view, at, &mut self.targets);
            targets.map_err(|obstacle| obstacle.reason(self.program))?;
            self.monitor_blocked |= self.targets.is_empty();
        } else {
            self.targets.push(at);
        }
        if self.targets.iter().any(|&it| self.monitor.is_end(self.model, it)) {
            return Ok(Expansion::MonitorEnd);
        }
        for &target in self.targets.iter().rev() {
            if self.moves.is_empty() && self.monitor.at_end() == AtEnd::Stutters {
                moves.push(ProductMove { step: None, target, timeout });
            }
            let steps = self.moves.iter().rev();
            moves.extend(steps.map(|&step| ProductMove { step: Some(step), target, timeout }));
        }
        Ok(Expansion::Moves)
    }

    /// Where a move leads from a state; `None` if the run is over there.
    pub(crate) fn follow(
        &mut self,
        state: StateId,
        taken: ProductMove,
    ) -> Result<Option<StateId>, Interruption> {
        self.load(state);
        self.current = None;
        let Some(step) = taken.step else {
            self.record.edges.clear();
            return Ok(Some(self.arrive(Visibility::Visible, taken.target)?));
        };
        let done = self.model.take(&mut self.state, step, taken.timeout, &mut self.record);
        done.map_err(|obstacle: Obstacle| obstacle.reason(self.program))?;
        if self.record.stopped {
            return Ok(None);
        }
        self.moves.clear();
        let visibility = self.model.settle(&mut self.state, &mut self.moves);
        Ok(Some(self.arrive(visibility, taken.target)?))
    }

    /// The processes that moved in the move followed last.
    pub(crate) fn movers(&self) -> impl Iterator<Item = u16> {
        self.record.edges.iter().map(|&(process, _)| process)
    }

    /// Whether each process could move in a state, see [`Model::able`].
    pub(crate) fn able(&mut self, state: StateId, able: &mut Vec<bool>) {
        self.load(state);
        self.model.able(&self.state, able);
    }

    /// Makes a stored state the working state; tells where the monitor is.
    fn load(&mut self, state: StateId) -> u16 {
        let (matched, tag) = Tag::split(self.store.get(state));
        if self.current != Some(state) {
            self.state.restore(self.model, matched);
            self.state.owner = tag.owner;
            self.current = Some(state);
        }
        tag.automaton
    }

    /// Stores the working state.
    fn arrive(&mut self, visibility: Visibility, at: u16) -> Result<StateId, Reason> {
        let counts = u64::from(visibility == Visibility::Visible);
        self.statistics.transitions += counts;
        self.statistics.atomic_steps += 1 - counts;
        self.key.clear();
        self.key.extend_from_slice(&self.state.matched);
        self.key.extend_from_slice(&Tag { owner: self.state.owner, automaton: at }.bytes());
        let state = match self.store.insert(&self.key) {
            Insertion::Full => return Err(Reason::Budget(Limit::Memory)),
            Insertion::Known(state) => state,
            Insertion::New(state) => {
                self.statistics.states += counts;
                let accepting = self.monitor.is_accepting(self.model, &self.state, visibility, at);
                self.accepting.push(accepting);
                state
            }
        };
        self.current = Some(state);
        Ok(state)
    }
}
