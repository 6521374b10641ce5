//! Carries a run of a slice over to the program that it was made from ([`tribunal_ir::pass::sequential`]).
//!
//! What holds of the slice holds of the program. A violation in the slice is one in the program unless a loop or recursion
//! that was dropped does not come to its end: its run is repeated on the program here, with 0 for every value that the slice does not choose.

use std::collections::VecDeque;
use tribunal_engine::{Context, End, Progress, Reason, Step, Trace};
use tribunal_exec::{Oracle, Script, apply_with, initial, steps};
use tribunal_ir::{Action, Content, EdgeId, IntShape, Program, PropId, Sliced};

/// How many steps may be taken where nothing that matters happens, before a loop is taken for endless.
const PATIENCE: u64 = 100_000;

/// The run of the program that a run of its slice stands for; `None` if it does not come to the violation.
///
/// # Errors
/// If a limit is reached.
pub(super) fn carry(
    program: &Program,
    slice: &Sliced,
    property: PropId,
    trace: &Trace,
    cx: &mut Context<'_>,
) -> Result<Option<Trace>, Reason> {
    let mut state = initial(program);
    let mut values = Values { chosen: Script::new(&trace.choices), asked: VecDeque::new() };
    let mut carried = Trace::new(Vec::new(), End::Violation);
    let most = PATIENCE + 100 * trace.steps.len() as u64;
    for depth in 0..most {
        cx.tick(|| Progress { depth, ..Progress::default() })?;
        let [step] = steps(program, &state)[..] else { return Ok(None) };
        values.asked = choices(program, slice, step.edge);
        let step = Step { partner: None, ..step };
        let Some((next, effects)) = apply_with(program, state, &step, &mut values) else {
            return Ok(None);
        };
        state = next;
        carried.steps.push(step);
        carried.choices.extend(effects.choices().cloned());
        if effects.violations().any(|(it, _)| it == property) {
            return Ok(Some(carried));
        }
    }
    Ok(None)
}

/// For each value that an edge leaves open, whether the slice chooses it.
fn choices(program: &Program, slice: &Sliced, edge: EdgeId) -> VecDeque<bool> {
    let is_open = |it: &Action| match it {
        Action::Havoc { .. } => true,
        Action::Allocate { object, .. } => program.objects[*object].content == Content::Arbitrary,
        _ => false,
    };
    let actions = program.edges[edge].actions.iter().enumerate();
    actions.filter(|it| is_open(it.1)).map(|(at, _)| slice.is_kept(edge, at)).collect()
}

/// Chooses what the slice has chosen, and 0 for what is not part of it.
struct Values<'a> {
    chosen: Script<'a>,
    asked: VecDeque<bool>,
}

impl Values<'_> {
    /// Whether the slice chooses the next value.
    fn is_chosen(&mut self) -> bool {
        self.asked.pop_front() == Some(true)
    }
}

impl Oracle for Values<'_> {
    fn value(&mut self, shape: IntShape) -> i128 {
        if self.is_chosen() { self.chosen.value(shape) } else { 0 }
    }

    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)> {
        if self.is_chosen() { self.chosen.bytes(size) } else { Vec::new() }
    }
}
