//! From a model of the formula to a run of the program.
//!
//! The model says what is chosen where the program leaves something open; the run itself comes
//! from the reference semantics, which also tells whether it really violates the property.

use crate::machine::{Choice, Chosen, Machine, Violation};
use crate::walk::is_choice;
use std::collections::BTreeSet;
use tribunal_base::Id;
use tribunal_engine as engine;
use tribunal_engine::{Context, End, Progress, Reason, Step, Trace};
use tribunal_exec::{Script, State, apply_with, initial, steps};
use tribunal_ir::{IntShape, PropId};
use tribunal_solver::{Assignment, Bits, Value};

/// What the walk knows of threads.
#[derive(Clone, Copy)]
pub(crate) struct Schedule<'a> {
    /// Where others may move before a thread does, by location.
    pub(crate) visible: &'a [bool],
    /// Properties that are known to fail: a thread that would violate one lets the others move.
    pub(crate) broken: &'a BTreeSet<PropId>,
}

/// The run in which a violation happens. The inner error says why there is none: a fault of ours.
pub(crate) fn run(
    machine: &Machine<'_>,
    model: &mut Assignment,
    violation: Violation,
    schedule: Schedule<'_>,
    cx: &mut Context<'_>,
) -> Result<Result<Trace, String>, Reason> {
    let program = machine.program;
    let choices = choices(machine, model);
    let mut visits = machine.visits.iter();
    let mut state = initial(program);
    let mut script = Script::new(&choices);
    let mut taken = Vec::new();
    let mut made = Vec::new();
    let mut running = 0;
    // Whether it has been decided who takes the next step.
    let mut decided = false;
    loop {
        cx.tick(|| Progress { depth: taken.len() as u64, ..Progress::default() })?;
        if violation.edge.is_none() && steps(program, &state).is_empty() {
            return Ok(Ok(Trace { steps: taken, choices: made, end: End::Deadlock }));
        }
        let Some(process) = state.processes.get(running as usize) else {
            return Ok(Err("the run ends before the violation".to_owned()));
        };
        let own =
            |state: &State| steps(program, state).into_iter().find(|it| it.process == running);
        let location = process.location;
        let waits = own(&state).is_some_and(|it| {
            let violated = program.edges[it.edge].violates.as_ref().map(|it| it.property);
            violated.is_some_and(|it| it != violation.property && schedule.broken.contains(&it))
        });
        let is_seen = schedule.visible.get(location.index()).is_some_and(|it| *it);
        let is_decided = decided && !waits
            || state.processes.len() == 1
            || !is_seen && !waits && own(&state).is_some();
        if !is_decided {
            if waits && !is_seen && is_choice(program, location) {
                _ = visits.by_ref().find(|it| model.eval(&machine.terms, it.when).as_bool());
            }
            let here = visits.by_ref().find(|it| model.eval(&machine.terms, it.when).as_bool());
            let mut threads = here.into_iter().flat_map(|it| &it.threads);
            let next = threads.find(|(_, when)| model.eval(&machine.terms, *when).as_bool());
            let Some((next, _)) = next else {
                return Ok(Err("the run goes on where the formula does not".to_owned()));
            };
            running = *next as u32;
            decided = true;
            continue;
        }
        decided = false;
        let edge = if is_choice(program, location) {
            let here = visits.by_ref().find(|it| model.eval(&machine.terms, it.when).as_bool());
            let Some(visit) = here else {
                return Ok(Err("the run goes on where the formula does not".to_owned()));
            };
            if visit.number == violation.visit {
                violation.edge
            } else {
                let mut is_taken = |term| model.eval(&machine.terms, term).as_bool();
                let mut edges = visit.edges.iter().map(|(edge, when)| (*edge, is_taken(*when)));
                edges.find(|(_, taken)| *taken).map(|(edge, _)| edge)
            }
        } else {
            own(&state).map(|it| it.edge)
        };
        let Some(edge) = edge else {
            if !is_seen && 1 < state.processes.len() {
                continue; // It was left behind, where the others could still move.
            }
            return Ok(Err("the run is blocked before the violation".to_owned()));
        };
        let step = Step { process: running, edge, partner: None };
        let Some((next, effects)) = apply_with(program, state, &step, &mut script) else {
            return Ok(Err("the run cannot take the step that the formula takes".to_owned()));
        };
        state = next;
        taken.push(step);
        made.extend(effects.choices().cloned());
        if effects.violations().any(|(it, _)| it == violation.property) {
            return Ok(Ok(Trace { steps: taken, choices: made, end: End::Violation }));
        }
    }
}

/// All that a model chooses, in order.
pub(crate) fn choices(machine: &Machine<'_>, model: &mut Assignment) -> Vec<engine::Chosen> {
    let mut choices = Vec::new();
    for choice in &machine.choices {
        if model.eval(&machine.terms, choice.when).as_bool() {
            choices.push(chosen(machine, model, choice));
        }
    }
    choices
}

/// What a model chooses.
fn chosen(machine: &Machine<'_>, model: &mut Assignment, choice: &Choice) -> engine::Chosen {
    match choice.what {
        Chosen::Value(term, shape) => {
            let value = match model.eval(&machine.terms, term) {
                Value::Bool(truth) => truth.into(),
                Value::Bits(bits) => bits.to_u128().unwrap_or(0).cast_signed(),
                Value::Array(_) => 0,
            };
            engine::Chosen::Value(IntShape::wrap(shape, value))
        }
        Chosen::Bytes(object) => engine::Chosen::Bytes(found(machine, model, object)),
    }
}

/// The bytes that an object holds at first in a model, as far as they are not 0.
fn found(machine: &Machine<'_>, model: &mut Assignment, object: usize) -> Vec<(u64, u8)> {
    let object = &machine.objects[object];
    let number = |it: &Bits| it.to_u128().unwrap_or(0);
    let mut bytes = Vec::new();
    for (offset, byte) in &object.found {
        let value = model.eval(&machine.terms, *byte);
        bytes.push((*offset, number(value.as_bits()) as u8));
    }
    if let (Some(words), Some(word)) = (object.first, object.word) {
        let size = number(model.eval(&machine.terms, object.size).as_bits()) as u64;
        let words = model.eval(&machine.terms, words);
        for (index, element) in &words.as_array().elements {
            let (start, element) = ((number(index) as u64) << word, number(element));
            let in_word = (0..1 << word).map(|at| (start + at, (element >> (8 * at)) as u8));
            // Reads that did not happen may have been at any offset.
            bytes.extend(in_word.filter(|(offset, _)| *offset < size));
        }
    }
    bytes.retain(|(_, byte)| *byte != 0);
    bytes
}
