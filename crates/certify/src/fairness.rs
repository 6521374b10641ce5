//! Weak fairness of a cycle: every process that lives throughout it moves in it, or cannot move
//! somewhere in it.

use crate::Rejected;
use std::collections::BTreeSet;
use tribunal_exec::{Effects, State, can_move};
use tribunal_ir::Program;

/// What the processes do in a cycle.
#[derive(Default)]
pub(crate) struct Movement {
    /// Those that take an edge.
    moved: BTreeSet<u32>,
    /// Those that can move, and are alive, in every state so far; `None` before the first state.
    always_able: Option<BTreeSet<u32>>,
}

impl Movement {
    /// Takes down what happens in a step of the cycle.
    pub(crate) fn note_step(&mut self, effects: &Effects) {
        self.moved.extend(effects.edges().map(|(process, _)| process));
    }

    /// Takes down who can move in a state of the cycle.
    pub(crate) fn note_state(&mut self, program: &Program, state: &State) {
        let able = state.indices().filter(|&process| can_move(program, state, process));
        let able: BTreeSet<u32> = able.collect();
        self.always_able = Some(match self.always_able.take() {
            Some(before) => &before & &able,
            None => able,
        });
    }

    /// Checks that nobody who can always move never does.
    pub(crate) fn is_fair(&self) -> Result<(), Rejected> {
        let neglected = self.always_able.iter().flatten().find(|it| !self.moved.contains(it));
        let why = |process| {
            format!("the cycle is not fair: process {process} can always move and never does")
        };
        neglected.map_or(Ok(()), |process| Err(Rejected::because(why(process))))
    }
}
