//! Depth-first search for violations that a finite run shows: edges that violate a property, and
//! states where nothing can move and something should.
//!
//! Only visible states are stored. States inside atomic sequences live on the stack alone; a sequence
//! that returns to one of its own states is not followed further. The counts are those of an
//! unreduced search by Spin: G. J. Holzmann: *The Spin Model Checker*, 2004, chapter 8.

use crate::findings::Findings;
use crate::model::Model;
use crate::moves::{Move, NOBODY, Visibility};
use crate::search::{Coverage, Interruption, Search, unless_found};
use crate::state::State;
use crate::step::Record;
use crate::store::{Insertion, StateId, Store, hash};
use std::mem::size_of;
use tribunal_engine::{Context, Limit, Progress, Reason, Statistics, Step};
use tribunal_ir::Program;

/// Searches the whole program.
pub(crate) fn depth_first(
    program: &Program,
    model: &Model,
    findings: &mut Findings<'_>,
    cx: &mut Context<'_>,
) -> Search {
    let state = match model.initial() {
        Ok(state) => state,
        Err(obstacle) => return Search::impossible(obstacle.reason(program)),
    };
    let mut search = DepthFirst {
        model,
        store: Store::for_states(model, &state, 0),
        state,
        record: Record::new(model),
        frames: Vec::new(),
        moves: Vec::new(),
        aside: Vec::new(),
        inner: Vec::new(),
        segments: Vec::new(),
        statistics: Statistics::default(),
        coverage: Coverage::Full,
    };
    let result = search.run(program, findings, cx);
    let progress = search.progress();
    let statistics = Statistics {
        states: progress.states,
        memory_bytes: progress.memory_bytes,
        state_bytes: search.store.average_length(),
        ..search.statistics
    };
    Search::ended(result, search.coverage, search.record.reached, statistics)
}

/// A depth-first search under way.
struct DepthFirst<'a> {
    model: &'a Model,
    state: State,
    store: Store,
    record: Record,
    frames: Vec<Frame>,
    moves: Vec<Move>,
    /// The bytes of states on the stack that are not in the store.
    aside: Vec<u8>,
    /// The hash values of the states on the stack that are inside atomic sequences.
    inner: Vec<u64>,
    /// For each visible state on the stack, the length of `inner` when it got there.
    segments: Vec<u32>,
    statistics: Statistics,
    coverage: Coverage,
}

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where its bytes start in `aside`: the unmatched ones, and all of an unstored state.
    aside: usize,
    /// [`UNSTORED`] for a state inside an atomic sequence.
    state: StateId,
    /// Where its moves start in `moves`; those not yet taken are there, last first.
    moves: u32,
    /// The move that led on from here.
    taken: Move,
    /// What `timeout` is here.
    timeout: bool,
}

/// No state has this number.
const UNSTORED: StateId = StateId::MAX;

impl DepthFirst<'_> {
    fn run(
        &mut self,
        program: &Program,
        findings: &mut Findings<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Interruption> {
        let depth = usize::try_from(cx.budget().depth).unwrap_or(usize::MAX);
        self.arrive(findings)?;
        // Whether the working state is that of the topmost frame.
        let mut current = true;
        while let Some(frame) = self.frames.last_mut() {
            if self.moves.len() <= frame.moves as usize {
                self.leave();
                current = false;
                continue;
            }
            let Some(step) = self.moves.pop() else { break };
            frame.taken = step;
            let frame = *frame;
            cx.tick(|| self.progress())?;
            if !current {
                self.restore(frame);
            }
            current = false;
            let taken = self.model.take(&mut self.state, step, frame.timeout, &mut self.record);
            taken.map_err(|obstacle| obstacle.reason(program))?;
            if self.record.violated {
                let frames = &self.frames;
                unless_found(findings.step(&self.record, || steps(frames)))?;
            }
            if self.record.stopped {
                continue;
            }
            let moves = self.moves.len();
            let visibility = self.model.settle(&mut self.state, &mut self.moves);
            if depth < self.frames.len() {
                self.cut(visibility);
                self.moves.truncate(moves);
                continue;
            }
            current = match visibility {
                Visibility::Intermediate => self.enter_atomic(moves)?,
                Visibility::Visible => {
                    self.statistics.transitions += 1;
                    self.arrive(findings)?
                }
            };
        }
        Ok(())
    }

    /// Turns back from a state that is too far away.
    fn cut(&mut self, visibility: Visibility) {
        match visibility {
            Visibility::Visible if self.store.find(&self.state.matched).is_some() => {
                self.statistics.transitions += 1;
            }
            Visibility::Visible | Visibility::Intermediate => self.coverage = Coverage::Truncated,
        }
    }

    /// Deals with a visible state just reached; whether it is new.
    #[inline]
    fn arrive(&mut self, findings: &mut Findings<'_>) -> Result<bool, Interruption> {
        let state = match self.store.insert(&self.state.matched) {
            Insertion::Known(_) => return Ok(false),
            Insertion::New(state) => state,
            Insertion::Full => return Err(Reason::Budget(Limit::Memory).into()),
        };
        let moves = self.moves.len();
        let timeout = self.model.moves(&self.state, &mut self.moves);
        self.moves[moves..].reverse();
        if self.moves.len() == moves
            && findings.wants_deadlocks()
            && !self.model.is_valid_end(&self.state)
        {
            let frames = &self.frames;
            unless_found(findings.deadlock(|| steps(frames)))?;
        }
        if self.model.features.atomic {
            self.segments.push(offset(self.inner.len())?);
        }
        self.push(self.aside.len(), state, moves, timeout)?;
        self.aside.extend_from_slice(&self.state.unmatched);
        Ok(true)
    }

    /// Deals with a state inside an atomic sequence whose moves start at `moves`; whether the
    /// sequence has not been there before.
    fn enter_atomic(&mut self, moves: usize) -> Result<bool, Interruption> {
        self.statistics.atomic_steps += 1;
        let aside = self.aside.len();
        let length = offset(self.state.matched.len())?;
        self.aside.extend_from_slice(&length.to_le_bytes());
        self.aside.extend_from_slice(&self.state.owner.unwrap_or(NOBODY).to_le_bytes());
        self.aside.extend_from_slice(&self.state.matched);
        let hash = hash(&self.aside[aside..]);
        let first = self.segments.last().map_or(0, |&it| it as usize);
        if self.inner[first..].contains(&hash) && self.repeats(aside) {
            self.moves.truncate(moves);
            self.aside.truncate(aside);
            return Ok(false);
        }
        self.inner.push(hash);
        self.moves[moves..].reverse();
        self.push(aside, UNSTORED, moves, false)?;
        self.aside.extend_from_slice(&self.state.unmatched);
        Ok(true)
    }

    /// Whether the bytes set aside last are those of a state of the same atomic sequence.
    fn repeats(&self, aside: usize) -> bool {
        let (before, last) = self.aside.split_at(aside);
        let sequence = self.frames.iter().rev().take_while(|frame| frame.state == UNSTORED);
        sequence.into_iter().any(|frame| before[frame.aside..].starts_with(last))
    }

    fn push(
        &mut self,
        aside: usize,
        state: StateId,
        moves: usize,
        timeout: bool,
    ) -> Result<(), Interruption> {
        let frame = Frame { aside, state, moves: offset(moves)?, taken: Move::NONE, timeout };
        self.frames.push(frame);
        self.statistics.depth = self.statistics.depth.max(self.frames.len() as u64 - 1);
        Ok(())
    }

    /// Leaves the topmost state, all of whose moves are done.
    #[inline]
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.aside.truncate(frame.aside);
        if frame.state == UNSTORED {
            self.inner.pop();
        } else if self.model.features.atomic {
            self.segments.pop();
        }
    }

    #[inline]
    fn restore(&mut self, frame: Frame) {
        let mut aside = &self.aside[frame.aside..];
        if frame.state == UNSTORED {
            let (length, rest) = aside.split_first_chunk().unwrap_or((&[0; 4], &[]));
            let (matched, unmatched) = rest[2..].split_at(u32::from_le_bytes(*length) as usize);
            self.state.restore(self.model, matched);
            aside = unmatched;
        } else {
            self.state.restore(self.model, self.store.get(frame.state));
        }
        if self.model.features.unmatched {
            self.state.restore_unmatched(aside);
        }
    }

    fn progress(&self) -> Progress {
        let stack = self.frames.capacity() * size_of::<Frame>()
            + self.moves.capacity() * size_of::<Move>()
            + self.aside.capacity()
            + self.inner.capacity() * size_of::<u64>()
            + self.segments.capacity() * size_of::<u32>();
        Progress {
            states: self.store.len() as u64,
            transitions: self.statistics.transitions,
            depth: self.frames.len() as u64,
            memory_bytes: (self.store.memory() + stack) as u64,
        }
    }
}

/// The steps that led to the state now reached.
fn steps(frames: &[Frame]) -> Vec<Step> {
    frames.iter().map(|frame| frame.taken.step()).collect()
}

/// A position in a stack.
#[inline]
fn offset(position: usize) -> Result<u32, Reason> {
    u32::try_from(position).map_err(|_| Reason::Budget(Limit::Memory))
}
