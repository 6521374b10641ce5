//! Gives engines the form of programs that they ask for ([`Form`]), and carries back what they find.

use tribunal_engine::{Basis, Context, Description, Engine, Form, Outcome, Reason, Task};
use tribunal_ir::pass::sequential;
use tribunal_ir::{Program, PropId, Shape};

use crate::carry;

/// An engine that is asked about the form of a program that it wants. Questions that are lost on the way back are asked of the program itself.
pub struct InForm<'a>(pub &'a dyn Engine);

impl Engine for InForm<'_> {
    fn describe(&self) -> Description {
        self.0.describe()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        self.0.supports(program, property)
    }

    fn answers(&self, shape: Shape) -> bool {
        self.0.answers(shape)
    }

    fn basis(&self, program: &Program, property: PropId) -> Basis {
        self.0.basis(program, property)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let made = match self.0.form() {
            Form::AsItIs => None,
            // A formula about the tree of runs may look at any state.
            Form::Sliced if !task.parted().1.is_empty() => None,
            Form::Sliced => sequential::slice(task.program, task.properties),
        };
        let Some(made) = made else { return self.0.run(task, cx) };
        let mut outcome = self.0.run(&Task { program: &made.program, ..*task }, cx);
        let lost = carry::outcome(task.program, &made, &mut outcome, cx);
        if !lost.is_empty() {
            let whole = self.0.run(&Task { properties: &lost, ..*task }, cx);
            outcome.verdicts.retain(|it| !lost.contains(&it.0));
            outcome.verdicts.extend(whole.verdicts);
            outcome.sort(task.properties);
            outcome.statistics = whole.statistics;
        }
        outcome
    }
}
