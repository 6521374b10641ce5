//! Breadth-first search for violations that a finite run shows: its counterexamples take as few steps
//! as any.
//!
//! States inside atomic sequences are stored too, marked by their owner, since steps inside them
//! count. Equal ones are merged, so that there may be fewer transitions than in `reach`; the visible
//! states are the same.

use crate::Storage;
use crate::findings::Findings;
use crate::model::Model;
use crate::moves::{Move, Visibility};
use crate::search::{Coverage, Interruption, Search, unless_found};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Record;
use crate::store::{Insertion, StateId, Store};
use crate::tag::{self, Tag};
use std::collections::VecDeque;
use std::mem::size_of;
use tribunal_engine::{Context, Limit, Progress, Reason, Step};
use tribunal_ir::Program;

/// Searches the whole program.
pub(crate) fn breadth_first(
    program: &Program,
    model: &Model,
    findings: &mut Findings,
    cx: &mut Context<'_>,
) -> Search {
    let initial = match model.initial() {
        Ok(state) => state,
        Err(obstacle) => return Search::impossible(obstacle.reason(program)),
    };
    let mut search = BreadthFirst {
        program,
        model,
        store: Store::for_states(model, &initial, tag::LENGTH),
        initial: initial.clone(),
        state: initial,
        record: Record::new(model),
        origins: Vec::new(),
        unmatched: VecDeque::new(),
        key: Vec::new(),
        statistics: Statistics::default(),
    };
    let mut coverage = Coverage::Full;
    let result = search.run(findings, cx, &mut coverage);
    let statistics = Statistics {
        memory_bytes: search.memory(),
        state_bytes: search.store.average_length(),
        table_bytes: search.store.memory() as u64,
        threads: 1,
        storage: Storage::Exact.name(),
        ..search.statistics
    };
    Search::ended(result, coverage, search.record.reached, statistics)
}

/// A breadth-first search under way.
struct BreadthFirst<'a> {
    program: &'a Program,
    model: &'a Model,
    initial: State,
    state: State,
    store: Store,
    record: Record,
    /// Where each state but the first was reached from.
    origins: Vec<Origin>,
    /// The unmatched variables of the states that wait.
    unmatched: VecDeque<Vec<u8>>,
    key: Vec<u8>,
    statistics: Statistics,
}

/// How a state was reached first.
#[derive(Clone, Copy, Debug)]
struct Origin {
    state: StateId,
    /// Which of the moves of that state it was.
    choice: u32,
}

impl BreadthFirst<'_> {
    fn run(
        &mut self,
        findings: &mut Findings,
        cx: &mut Context<'_>,
        coverage: &mut Coverage,
    ) -> Result<(), Interruption> {
        self.arrive(Origin { state: 0, choice: 0 }, Visibility::Visible)?;
        let mut moves = Vec::new();
        let mut unmatched = Vec::new();
        // States are numbered as they are found, so those of one depth follow each other.
        let (mut next, mut level_end) = (0, 1);
        while (next as usize) < self.store.len() {
            if next == level_end {
                if findings.is_over(cx) {
                    return Err(Interruption::Found);
                }
                if self.statistics.depth == cx.budget().depth {
                    *coverage = Coverage::Truncated;
                    break;
                }
                self.statistics.depth += 1;
                level_end = count(self.store.len())?;
            }
            if self.model.features.unmatched {
                unmatched = self.unmatched.pop_front().unwrap_or_default();
            }
            self.restore(next, &unmatched);
            moves.clear();
            let timeout = self.moves(&mut moves);
            if moves.is_empty()
                && findings.wants_deadlocks()
                && !self.model.is_valid_end(&self.state)
            {
                unless_found(findings.deadlock(|| self.steps(next, None)))?;
            }
            for (choice, &step) in (0..).zip(&moves) {
                cx.tick(|| self.progress())?;
                if 0 < choice {
                    self.restore(next, &unmatched);
                }
                self.take(step, timeout)?;
                if self.record.violated {
                    unless_found(findings.step(&self.record, || self.steps(next, Some(step))))?;
                }
                if !self.record.stopped {
                    let mut scratch = Vec::new();
                    let visibility = self.model.settle(&mut self.state, &mut scratch);
                    self.arrive(Origin { state: next, choice }, visibility)?;
                }
            }
            next += 1;
        }
        Ok(())
    }

    /// The moves of the working state; tells what `timeout` is.
    fn moves(&mut self, moves: &mut Vec<Move>) -> bool {
        match self.model.settle(&mut self.state, moves) {
            Visibility::Intermediate => false,
            Visibility::Visible => self.model.moves(&self.state, moves),
        }
    }

    fn take(&mut self, step: Move, timeout: bool) -> Result<(), Reason> {
        let taken = self.model.take(&mut self.state, step, timeout, &mut self.record);
        taken.map_err(|obstacle| obstacle.reason(self.program))
    }

    /// Deals with a state just reached.
    fn arrive(&mut self, origin: Origin, visibility: Visibility) -> Result<(), Reason> {
        let first = self.origins.is_empty();
        self.key.clear();
        self.key.extend_from_slice(&self.state.matched);
        self.key.extend_from_slice(&Tag { owner: self.state.owner, automaton: 0 }.bytes());
        match self.store.insert(&self.key) {
            Insertion::Known(_) => {}
            Insertion::Full => return Err(Reason::Budget(Limit::Memory)),
            Insertion::New(_) => {
                self.origins.push(origin);
                self.statistics.states += u64::from(visibility == Visibility::Visible);
                if self.model.features.unmatched {
                    self.unmatched.push_back(self.state.unmatched.clone());
                }
            }
        }
        if !first {
            match visibility {
                Visibility::Visible => self.statistics.transitions += 1,
                Visibility::Intermediate => self.statistics.atomic_steps += 1,
            }
        }
        Ok(())
    }

    fn restore(&mut self, state: StateId, unmatched: &[u8]) {
        let (matched, tag) = Tag::split(self.store.get(state));
        self.state.restore(self.model, matched);
        self.state.owner = tag.owner;
        if self.model.features.unmatched {
            self.state.restore_unmatched(unmatched);
        }
    }

    /// The steps that led to a state, and perhaps one more.
    fn steps(&self, mut state: StateId, last: Option<Move>) -> Vec<Step> {
        let mut choices = Vec::new();
        while state != 0 {
            let origin = self.origins[state as usize];
            choices.push(origin.choice);
            state = origin.state;
        }
        // The choices are repeated from the initial state on.
        let (mut state, mut record) = (self.initial.clone(), Record::new(self.model));
        let (mut steps, mut moves) = (Vec::new(), Vec::new());
        for choice in choices.into_iter().rev() {
            moves.clear();
            let timeout = match self.model.settle(&mut state, &mut moves) {
                Visibility::Intermediate => false,
                Visibility::Visible => self.model.moves(&state, &mut moves),
            };
            let step = moves[choice as usize];
            steps.push(step.step());
            let repeated = self.model.take(&mut state, step, timeout, &mut record);
            debug_assert_eq!(repeated, Ok(()), "a step should be possible again");
        }
        steps.extend(last.map(Move::step));
        steps
    }

    fn memory(&self) -> u64 {
        let waiting = if self.model.features.unmatched {
            self.unmatched.len() * (size_of::<Vec<u8>>() + self.state.unmatched.len())
        } else {
            0
        };
        let origins = self.origins.capacity() * size_of::<Origin>();
        (self.store.memory() + origins + waiting) as u64
    }

    fn progress(&self) -> Progress {
        Progress {
            states: self.statistics.states,
            transitions: self.statistics.transitions,
            depth: self.statistics.depth,
            memory_bytes: self.memory(),
        }
    }
}

fn count(states: usize) -> Result<u32, Reason> {
    u32::try_from(states).map_err(|_| Reason::Budget(Limit::Memory))
}
