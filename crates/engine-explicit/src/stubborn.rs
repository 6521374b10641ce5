//! Partial-order reduction: which of the moves of a state suffice.

use crate::model::Model;
use crate::moves::Move;
use crate::state::State;
use tribunal_ir::{Program, PropId};

/// What is known about the dependencies between the moves of a program.
#[derive(Debug)]
pub(crate) struct Stubborn;

/// Working memory of one thread.
#[derive(Debug, Default)]
pub(crate) struct Scratch;

/// The moves that suffice.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice<'s> {
    /// No fewer than all.
    All,
    /// These, by their positions.
    Some(&'s [u16]),
}

impl Stubborn {
    /// Analyses a program with a view to some properties.
    pub(crate) fn new(_: &Program, _: &Model, _: &[PropId]) -> Self {
        Self
    }

    /// Which of all the moves of a visible state suffice.
    pub(crate) fn choose<'s>(&self, _: &State, moves: &[Move], _: &'s mut Scratch) -> Choice<'s> {
        if moves.is_empty() { Choice::Some(&[]) } else { Choice::All }
    }
}
