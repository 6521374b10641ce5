//! A trace, repeated step by step on the reference semantics.
//!
//! Runs can be long and states large, so no run is kept: whoever judges one says what to remember
//! of each state.

use crate::Rejected;
use crate::fairness::Movement;
use tribunal_engine::{End, Fairness, Trace};
use tribunal_exec::{Effects, Script, State, apply_with, initial, is_blocked, is_valid_end};
use tribunal_ir::{Program, PropId};

/// The run of a trace.
pub(crate) struct Replay<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a Trace,
}

/// What is remembered of an infinite run: of the states of a prefix, then for ever of those of a
/// cycle, which is not empty.
pub(crate) struct Lasso<Memory> {
    pub(crate) prefix: Vec<Memory>,
    pub(crate) cycle: Vec<Memory>,
}

impl Replay<'_> {
    /// Repeats the steps of the trace, shows each state with its number and with what happened in
    /// the step to it, and hands back the last one. An error if a step cannot be taken.
    pub(crate) fn run(
        &self,
        mut each: impl FnMut(usize, &State, &Effects) -> Result<(), Rejected>,
    ) -> Result<State, Rejected> {
        let mut state = initial(self.program);
        let mut script = Script::new(&self.trace.choices);
        each(0, &state, &Effects::default())?;
        for (number, step) in (1..).zip(&self.trace.steps) {
            let taken = apply_with(self.program, state, step, &mut script);
            let Some((next, effects)) = taken else {
                return Err(Rejected::because(format!(
                    "step {number} cannot be taken: process {} has no such move there",
                    step.process
                )));
            };
            state = next;
            each(number, &state, &effects)?;
        }
        Ok(state)
    }

    /// Checks that the last step violates a property.
    pub(crate) fn ends_in_violation_of(&self, property: PropId) -> Result<(), Rejected> {
        let mut violated = false;
        self.run(|_, _, effects| {
            violated = effects.violations().any(|(it, _)| it == property);
            Ok(())
        })?;
        ensure(violated, "the last step does not violate the property")
    }

    /// Checks that the last state is a deadlock.
    pub(crate) fn ends_in_deadlock(&self) -> Result<(), Rejected> {
        let last = self.run(|_, _, _| Ok(()))?;
        ensure(!last.stopped, "the run stops at an error, which is no deadlock")?;
        ensure(is_blocked(self.program, &last), "a process can still move at the end")?;
        let valid = is_valid_end(self.program, &last);
        ensure(!valid, "every process is where it may stop at the end")
    }

    /// What is remembered of each state of the finite run, and whether it ends there: it cannot go
    /// on, and did not stop at an error, which would make it no run at all.
    pub(crate) fn finite<Memory>(
        &self,
        remember: impl Fn(&State) -> Result<Memory, Rejected>,
    ) -> Result<(Vec<Memory>, bool), Rejected> {
        let mut memories = Vec::new();
        let last = self.run(|_, state, _| {
            memories.push(remember(state)?);
            Ok(())
        })?;
        Ok((memories, !last.stopped && is_blocked(self.program, &last)))
    }

    /// What is remembered of an infinite run, which has a cycle or stutters at its end.
    pub(crate) fn infinite<Memory>(
        &self,
        end: End,
        fairness: Fairness,
        remember: impl Fn(&State) -> Result<Memory, Rejected>,
    ) -> Result<Lasso<Memory>, Rejected> {
        match end {
            End::Cycle { back_to } => self.cycle(back_to, fairness, remember),
            End::Stutter => self.stutter(remember),
            End::Violation | End::Deadlock | End::ClaimEnd | End::Path => {
                Err(Rejected::unsuitable())
            }
        }
    }

    /// What is remembered of the infinite run that stays in its last state.
    fn stutter<Memory>(
        &self,
        remember: impl Fn(&State) -> Result<Memory, Rejected>,
    ) -> Result<Lasso<Memory>, Rejected> {
        let (mut prefix, ended) = self.finite(remember)?;
        ensure(ended, "a process can still move at the end, or the run stops at an error")?;
        let cycle = prefix.pop().into_iter().collect();
        Ok(Lasso { prefix, cycle })
    }

    /// What is remembered of the infinite run that goes round and round from step `back_to` on.
    pub(crate) fn cycle<Memory>(
        &self,
        back_to: usize,
        fairness: Fairness,
        remember: impl Fn(&State) -> Result<Memory, Rejected>,
    ) -> Result<Lasso<Memory>, Rejected> {
        let steps = self.trace.steps.len();
        ensure(back_to < steps, "the cycle has no steps")?;
        let mut lasso = Lasso { prefix: Vec::new(), cycle: Vec::new() };
        let mut before_cycle = None;
        let mut movement = Movement::default();
        let last = self.run(|number, state, effects| {
            if number < back_to {
                lasso.prefix.push(remember(state)?);
                return Ok(());
            }
            if number == back_to {
                before_cycle = Some(state.clone());
            } else {
                movement.note_step(effects);
            }
            if number < steps {
                lasso.cycle.push(remember(state)?);
                if fairness == Fairness::Weak {
                    movement.note_state(self.program, state);
                }
            }
            Ok(())
        })?;
        ensure(
            before_cycle.is_some_and(|it| it.matches(&last, self.program)),
            "the state after the cycle is not the one before it",
        )?;
        match fairness {
            Fairness::None => {}
            Fairness::Weak => movement.is_fair()?,
        }
        Ok(lasso)
    }
}

impl<Memory> Lasso<Option<Memory>> {
    /// The run without the states of which nothing is remembered.
    pub(crate) fn seen(self) -> Result<Lasso<Memory>, Rejected> {
        let prefix = self.prefix.into_iter().flatten().collect();
        let cycle: Vec<Memory> = self.cycle.into_iter().flatten().collect();
        ensure(!cycle.is_empty(), "the whole cycle is inside an atomic sequence")?;
        Ok(Lasso { prefix, cycle })
    }
}

/// Rejects the evidence unless the condition holds.
pub(crate) fn ensure(condition: bool, otherwise: &str) -> Result<(), Rejected> {
    if condition { Ok(()) } else { Err(Rejected::because(otherwise)) }
}
