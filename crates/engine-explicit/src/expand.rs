//! The visible states that can follow on a visible state.
//!
//! States inside atomic sequences are passed through here and seen by nobody else; a sequence that
//! returns to one of its own states is not followed further. The counts are those of an unreduced
//! search by Spin: G. J. Holzmann: *The Spin Model Checker*, 2004, chapter 8.

use crate::model::Model;
use crate::moves::{Move, Visibility};
use crate::native::call::Air;
use crate::search::Interruption;
use crate::state::State;
use crate::step::Record;
use std::mem::swap;
use tribunal_engine::Reason;
use tribunal_ir::Program;

/// Which successor of a state one is: the same in every expansion of that state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The number of the first move.
    pub(crate) first: u32,
    /// Its number among the visible states that the first move can lead to.
    pub(crate) branch: u32,
}

/// What happens while a state is expanded.
pub(crate) trait Visitor {
    /// A step is about to be taken.
    fn tick(&mut self) -> Result<(), Interruption>;
    /// A step inside an atomic sequence was taken.
    fn atomic_step(&mut self);
    /// A step violates some property; these are the moves from the expanded state on.
    fn violation(&mut self, record: &Record, moves: &[Move]) -> Result<(), Interruption>;
    /// A visible state is reached by these moves.
    fn arrive(&mut self, state: &State, choice: Choice, moves: &[Move])
    -> Result<(), Interruption>;
}

/// Expands states one at a time.
#[derive(Debug)]
pub(crate) struct Expander<'a> {
    program: &'a Program,
    model: &'a Model,
    /// The state being expanded.
    pub(crate) state: State,
    /// Its moves.
    pub(crate) moves: Vec<Move>,
    /// What `timeout` is there.
    pub(crate) timeout: bool,
    /// What a step leads to.
    next: State,
    pub(crate) record: Record,
    atomic: Sequence,
    /// For each edge, whether taking it by one process may be a whole step to a visible state, done by one
    /// native function.
    plain: Vec<bool>,
    air: Air,
}

/// The atomic sequence being followed.
#[derive(Debug, Default)]
struct Sequence {
    /// The moves from the expanded state to the working state.
    taken: Vec<Move>,
    /// The states in between.
    passed: Vec<Passed>,
    /// How many of them are in use; the others keep their memory.
    length: usize,
    /// The moves not yet taken, those of each state after those of the one before.
    open: Vec<Move>,
}

/// A state inside an atomic sequence.
#[derive(Debug)]
struct Passed {
    state: State,
    /// Where its moves start in `open`.
    open: usize,
}

impl<'a> Expander<'a> {
    /// Starts at the initial state.
    pub(crate) fn new(program: &'a Program, model: &'a Model) -> Result<Self, Reason> {
        let state = model.initial().map_err(|obstacle| obstacle.reason(program))?;
        let mut expander = Self {
            program,
            model,
            next: state.clone(),
            state,
            moves: Vec::new(),
            timeout: false,
            record: Record::new(model),
            atomic: Sequence::default(),
            plain: plain(model),
            air: Air::default(),
        };
        expander.find_moves();
        Ok(expander)
    }

    /// Goes to a visible state that was stored.
    #[inline]
    pub(crate) fn enter(&mut self, matched: &[u8], unmatched: &[u8]) {
        self.state.restore(self.model, matched);
        if self.model.features.unmatched {
            self.state.restore_unmatched(unmatched);
        }
        self.find_moves();
    }

    /// Goes to the state that was reached last.
    pub(crate) fn advance(&mut self) {
        swap(&mut self.state, &mut self.next);
        self.find_moves();
    }

    fn find_moves(&mut self) {
        self.moves.clear();
        self.timeout = self.model.moves(&self.state, &mut self.moves);
    }

    /// Whether nothing can move here and something should.
    pub(crate) fn is_deadlocked(&self) -> bool {
        self.moves.is_empty() && !self.model.is_valid_end(&self.state)
    }

    /// Takes the move of this number in every way.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        first: u32,
        visitor: &mut impl Visitor,
    ) -> Result<(), Interruption> {
        let step = self.moves[first as usize];
        visitor.tick()?;
        self.next.assign(self.model, &self.state);
        if self.take_plain(step) {
            return visitor.arrive(&self.next, Choice { first, branch: 0 }, &[step]);
        }
        self.take(step, self.timeout)?;
        if !self.model.features.atomic && !self.record.violated {
            let choice = Choice { first, branch: 0 };
            return visitor.arrive(&self.next, choice, &[step]);
        }
        self.atomic.taken.clear();
        self.atomic.taken.push(step);
        self.atomic.length = 0;
        self.atomic.open.clear();
        let mut choice = Choice { first, branch: 0 };
        self.settle(&mut choice, visitor)?;
        while 0 < self.atomic.length {
            let top = &self.atomic.passed[self.atomic.length - 1];
            if self.atomic.open.len() <= top.open {
                self.atomic.length -= 1;
                continue;
            }
            let Some(step) = self.atomic.open.pop() else { break };
            visitor.tick()?;
            self.next.assign(self.model, &top.state);
            self.atomic.taken.truncate(self.atomic.length);
            self.atomic.taken.push(step);
            self.take(step, false)?;
            self.settle(&mut choice, visitor)?;
        }
        Ok(())
    }

    /// Takes a step that is no more than one native function; false, and nothing has happened, if it is
    /// not such.
    #[inline]
    fn take_plain(&mut self, step: Move) -> bool {
        if !self.plain[step.edge as usize] || step.partner().is_some() {
            return false;
        }
        let Some(native) = self.model.native() else { return false };
        let (next, air) = (&mut self.next, &mut self.air);
        let process = step.process.into();
        let chain = native.effect(self.model, next, self.timeout, air, step.edge, process);
        let Some(chain) = chain else { return false };
        if !chain.is_whole() {
            next.assign(self.model, &self.state);
            return false;
        }
        self.record.reached[step.edge as usize] = true;
        for &edge in &chain.edges {
            self.record.reached[edge as usize] = true;
        }
        next.owner = None;
        true
    }

    #[inline]
    fn take(&mut self, step: Move, timeout: bool) -> Result<(), Reason> {
        let taken = self.model.take(&mut self.next, step, timeout, &mut self.record);
        taken.map_err(|obstacle| obstacle.reason(self.program))
    }

    /// Deals with the state just reached.
    fn settle(
        &mut self,
        choice: &mut Choice,
        visitor: &mut impl Visitor,
    ) -> Result<(), Interruption> {
        if self.record.violated {
            visitor.violation(&self.record, &self.atomic.taken)?;
        }
        if self.record.stopped {
            return Ok(());
        }
        let open = self.atomic.open.len();
        match self.model.settle(&mut self.next, &mut self.atomic.open) {
            Visibility::Visible => {
                visitor.arrive(&self.next, *choice, &self.atomic.taken)?;
                choice.branch += 1;
            }
            Visibility::Intermediate => {
                visitor.atomic_step();
                if self.atomic.has_passed(&self.next) {
                    self.atomic.open.truncate(open);
                } else {
                    // The first move is taken first, that is, lies last.
                    self.atomic.open[open..].reverse();
                    self.atomic.pass(self.model, &self.next, open);
                }
            }
        }
        Ok(())
    }
}

fn plain(model: &Model) -> Vec<bool> {
    let is_plain = |edge| model.native().is_some_and(|it| it.is_whole(edge));
    (0..).zip(&model.edges).map(|(edge, _)| is_plain(edge)).collect()
}

impl Sequence {
    fn has_passed(&self, state: &State) -> bool {
        let mut passed = self.passed[..self.length].iter().map(|it| &it.state);
        passed.any(|it| it.owner == state.owner && it.matched == state.matched)
    }

    fn pass(&mut self, model: &Model, state: &State, open: usize) {
        match self.passed.get_mut(self.length) {
            Some(passed) => {
                passed.state.assign(model, state);
                passed.open = open;
            }
            None => self.passed.push(Passed { state: state.clone(), open }),
        }
        self.length += 1;
    }
}
