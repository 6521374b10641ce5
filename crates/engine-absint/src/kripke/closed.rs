//! A circle of abstract states as a run that comes again to where it was.

use super::Walk;
use tribunal_engine::{End, Trace};
use tribunal_exec::{Script, apply_with, initial};
use tribunal_ir::Program;

/// How often a circle of abstract states is passed in search of a state that comes again.
const ROUNDS: usize = 64;

/// The run that a walk is, with its circle closed; `None` if no state comes again in time.
pub(super) fn closed(program: &Program, walk: Walk) -> Option<Trace> {
    let Walk { mut trace, circle } = walk;
    let Some((steps, choices)) = circle else { return Some(trace) };
    let mut script = Script::new(&trace.choices);
    let mut state = initial(program);
    for step in &trace.steps {
        state = apply_with(program, state, step, &mut script)?.0;
    }
    let mut known = vec![(trace.steps.len(), state.clone())];
    for _ in 0..ROUNDS {
        let mut script = Script::new(&choices);
        for step in &steps {
            state = apply_with(program, state, step, &mut script)?.0;
        }
        trace.steps.extend(&steps);
        trace.choices.extend(choices.iter().cloned());
        if let Some((back_to, _)) = known.iter().find(|(_, it)| it.matches(&state, program)) {
            return Some(Trace { end: End::Cycle { back_to: *back_to }, ..trace });
        }
        known.push((trace.steps.len(), state.clone()));
    }
    None
}
