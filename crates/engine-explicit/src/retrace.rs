//! From the choices of a search to the steps of a trace.

use crate::expand::{Choice, Expander, Visitor};
use crate::model::Model;
use crate::moves::Move;
use crate::search::Interruption;
use crate::state::State;
use crate::step::Record;
use tribunal_engine::Step;
use tribunal_ir::Program;

/// The steps from the initial state by some choices, and then by some moves.
pub(crate) fn steps(
    program: &Program,
    model: &Model,
    choices: impl IntoIterator<Item = Choice>,
    last: &[Move],
) -> Vec<Step> {
    let mut expander = Expander::new(program, model).expect("the search has been here");
    let mut steps = Vec::new();
    for wanted in choices {
        let mut capture = Capture { wanted, steps: &mut steps };
        let end = expander.follow(wanted.first, &mut capture);
        debug_assert_eq!(end, Err(Interruption::Found), "a choice should be possible again");
        expander.advance();
    }
    steps.extend(last.iter().map(|it| it.step()));
    steps
}

/// Waits for one of the successors.
struct Capture<'s> {
    wanted: Choice,
    steps: &'s mut Vec<Step>,
}

impl Visitor for Capture<'_> {
    fn tick(&mut self) -> Result<(), Interruption> {
        Ok(())
    }

    fn atomic_step(&mut self) {}

    fn violation(&mut self, _: &Record, _: &[Move]) -> Result<(), Interruption> {
        Ok(())
    }

    fn arrive(&mut self, _: &State, choice: Choice, moves: &[Move]) -> Result<(), Interruption> {
        if choice != self.wanted {
            return Ok(());
        }
        self.steps.extend(moves.iter().map(|it| it.step()));
        Err(Interruption::Found)
    }
}
