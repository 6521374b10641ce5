//! Carries a run of a flat program over to the program that it was made from.
//!
//! The original has one process and takes the only step that it can, except where it may rest: there the flat program tells which edge is taken, and the values that it chooses.

use crate::choice::Inquirer;
use tribunal_base::Id;
use tribunal_engine::{Context, End, Progress, Reason, Step, Trace};
use tribunal_exec::{Enabled, enabled, initial, take};
use tribunal_ir::{Flattened, Program, PropId};

/// The run of the original that makes the same choices, up to the violation of a property; `None` if there is none.
///
/// # Errors
/// If a limit is reached, or a loop is found to be endless.
pub(super) fn carry(
    program: &Program,
    from: &Flattened,
    property: PropId,
    flat: &Trace,
    cx: &mut Context<'_>,
) -> Result<Option<Trace>, Reason> {
    let mut trace = Trace::new(Vec::new(), End::Violation);
    let mut chosen = flat.steps.iter();
    let mut state = initial(program);
    loop {
        cx.tick(Progress::default)?;
        let Enabled { steps, timeout } = enabled(program, &state);
        let Some(at) = state.processes.first().map(|it| it.location) else { return Ok(None) };
        let (edge, values) = if from.is_rest[at.index()] {
            let taken = chosen.next().and_then(|it| from.edges[it.edge.index()].as_ref());
            let Some((edge, values)) = taken else { return Ok(None) };
            (*edge, values.as_slice())
        } else {
            let Some(edge) = steps.first().map(|it| it.edge) else { return Ok(None) };
            (edge, from.fixed.get(&edge).map_or(&[][..], Vec::as_slice))
        };
        let step = Step { process: 0, edge, partner: None };
        if !steps.contains(&step) {
            return Ok(None);
        }
        let taken = take(program, state, timeout, &step, &mut Inquirer::new(values));
        let (next, effects) = taken.map_err(|it| Reason::Diverges { span: it.span })?;
        trace.steps.push(step);
        trace.choices.extend(effects.choices().cloned());
        if effects.violations().any(|(it, _)| it == property) {
            return Ok(Some(trace));
        }
        if next.stopped {
            return Ok(None);
        }
        state = next;
    }
}
