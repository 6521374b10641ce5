//! The path that a depth-first search of a product is on.

use crate::moves::Move;
use crate::product::{Expansion, Product, ProductMove};
use crate::search::Interruption;
use crate::store::StateId;
use std::mem::size_of;
use tribunal_engine::{End, Step, Trace};

/// A path of states with the moves that are still to be made from each.
#[derive(Debug, Default)]
pub(crate) struct Path {
    frames: Vec<Frame>,
    moves: Vec<ProductMove>,
}

/// A state on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    state: StateId,
    /// Where its moves start; those still to be made are there, last first.
    moves: usize,
    /// The move that led on from here.
    taken: Option<ProductMove>,
}

impl Path {
    /// How many states are on the path.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    pub(crate) fn memory(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>()
            + self.moves.capacity() * size_of::<ProductMove>()
    }

    /// The last state.
    pub(crate) fn top(&self) -> Option<StateId> {
        self.frames.last().map(|frame| frame.state)
    }

    /// Goes on to a state and adds its moves.
    pub(crate) fn push(
        &mut self,
        state: StateId,
        product: &mut Product<'_>,
    ) -> Result<Expansion, Interruption> {
        self.frames.push(Frame { state, moves: self.moves.len(), taken: None });
        product.expand(state, &mut self.moves)
    }

    /// The next move to be made from the last state.
    pub(crate) fn next_move(&mut self) -> Option<ProductMove> {
        let frame = self.frames.last_mut()?;
        if self.moves.len() <= frame.moves {
            return None;
        }
        frame.taken = self.moves.pop();
        frame.taken
    }

    /// Leaves the last state.
    pub(crate) fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.moves.truncate(frame.moves);
        }
    }

    /// The position of a state.
    pub(crate) fn position(&self, state: StateId) -> Option<usize> {
        self.frames.iter().rposition(|frame| frame.state == state)
    }

    /// The moves from the first `length` states on the path.
    pub(crate) fn taken(&self, length: usize) -> impl Iterator<Item = ProductMove> {
        self.frames[..length].iter().filter_map(|frame| frame.taken)
    }
}

/// The run that makes some moves, on whose last state the monitor reaches its end.
pub(crate) fn ending(moves: impl Iterator<Item = ProductMove>) -> Trace {
    let steps = moves.filter_map(|it| it.step).map(Move::step).collect();
    Trace::new(steps, End::ClaimEnd)
}

/// The run that makes some moves and then others for ever.
pub(crate) fn lasso(prefix: &[ProductMove], cycle: &[ProductMove]) -> Trace {
    let steps = |moves: &[ProductMove]| -> Vec<Step> {
        moves.iter().filter_map(|it| it.step).map(Move::step).collect()
    };
    let (mut run, cycle) = (steps(prefix), steps(cycle));
    if cycle.is_empty() {
        return Trace::new(run, End::Stutter);
    }
    let back_to = run.len();
    run.extend(cycle);
    Trace::new(run, End::Cycle { back_to })
}
