//! A trace, repeated step by step on the reference semantics.

use crate::Rejected;
use crate::cycle::{Lasso, is_fair};
use tribunal_engine::{Fairness, Trace};
use tribunal_exec::{Effects, State, apply, initial, is_blocked, is_valid_end};
use tribunal_ir::{Program, PropId};

/// The run of a trace.
pub(crate) struct Replay<'a> {
    program: &'a Program,
    /// The initial state and the one after each step.
    pub(crate) states: Vec<State>,
    /// What happened during each step.
    effects: Vec<Effects>,
}

impl<'a> Replay<'a> {
    /// Repeats the steps of a trace; an error if one of them cannot be taken.
    pub(crate) fn new(program: &'a Program, trace: &Trace) -> Result<Self, Rejected> {
        let mut state = initial(program);
        let mut replay = Self { program, states: vec![state.clone()], effects: Vec::new() };
        for (number, step) in (1..).zip(&trace.steps) {
            let Some((next, effects)) = apply(program, &state, step) else {
                return Err(Rejected::because(format!(
                    "step {number} cannot be taken: process {} has no such move there",
                    step.process
                )));
            };
            state = next;
            replay.states.push(state.clone());
            replay.effects.push(effects);
        }
        Ok(replay)
    }

    pub(crate) fn last(&self) -> &State {
        self.states.last().expect("a run has at least its initial state")
    }

    pub(crate) fn is_blocked(&self) -> bool {
        is_blocked(self.program, self.last())
    }

    pub(crate) fn ends_in_violation_of(&self, property: PropId) -> Result<(), Rejected> {
        let violated = self
            .effects
            .last()
            .is_some_and(|effects| effects.violations().any(|(violated, _)| violated == property));
        ensure(violated, "the last step does not violate the property")
    }

    pub(crate) fn ends_in_deadlock(&self) -> Result<(), Rejected> {
        ensure(!self.last().stopped, "the run stops at an error, which is no deadlock")?;
        ensure(self.is_blocked(), "a process can still move at the end")?;
        ensure(
            !is_valid_end(self.program, self.last()),
            "every process is where it may stop at the end",
        )
    }

    /// The infinite run that goes round and round from step `back_to` on.
    pub(crate) fn cycle(&self, back_to: usize, fairness: Fairness) -> Result<Lasso<'_>, Rejected> {
        let steps = self.effects.len();
        ensure(back_to < steps, "the cycle has no steps")?;
        ensure(
            self.last().matches(&self.states[back_to], self.program),
            "the state after the cycle is not the one before it",
        )?;
        let lasso = Lasso::new(&self.states[..steps], back_to);
        match fairness {
            Fairness::None => {}
            Fairness::Weak => is_fair(self.program, &lasso, &self.effects[back_to..])?,
        }
        Ok(lasso)
    }

    /// The infinite run that stays in its last state.
    pub(crate) fn stutter(&self) -> Result<Lasso<'_>, Rejected> {
        ensure(self.is_blocked(), "a process can still move at the end")?;
        Ok(Lasso::new(&self.states, self.states.len() - 1))
    }
}

/// Rejects the evidence unless the condition holds.
pub(crate) fn ensure(condition: bool, otherwise: &str) -> Result<(), Rejected> {
    if condition { Ok(()) } else { Err(Rejected::because(otherwise)) }
}
