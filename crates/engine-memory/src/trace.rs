//! The run that led to a violation, taken again from the start.

use crate::private::Private;
use tribunal_engine::{Chosen, End, Step, Trace};
use tribunal_exec::{Enabled, enabled, initial, take};
use tribunal_ir::Program;
use tribunal_states::choice::Inquirer;

/// What was decided where a run could go on in several ways.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// How many steps were taken before.
    pub(crate) at: u64,
    /// The step taken.
    pub(crate) step: Step,
    /// The values chosen in it.
    pub(crate) script: Vec<i128>,
}

/// The run of so many steps with these decisions.
pub(crate) fn retrace(
    program: &Program,
    private: Option<&Private>,
    decisions: &[Decision],
    length: u64,
    end: End,
) -> Trace {
    let mut trace = Trace { steps: Vec::new(), choices: Vec::new(), end };
    let mut state = initial(program);
    let mut decisions = decisions.iter().peekable();
    for at in 0..length {
        let Enabled { mut steps, timeout } = enabled(program, &state);
        if let Some(private) = private {
            steps = private.choose(program, &state, steps);
        }
        let decision = decisions.next_if(|it| it.at == at);
        let script: &[i128] = decision.map_or(&[], |it| &it.script);
        let Some(step) = decision.map(|it| it.step).or(steps.first().copied()) else { break };
        let Ok((next, effects)) = take(program, state, timeout, &step, &mut Inquirer::new(script))
        else {
            break;
        };
        trace.steps.push(step);
        trace.choices.extend(effects.choices().cloned());
        state = next;
    }
    // What is missing at the end is 0.
    while trace.choices.last().is_some_and(is_zero) {
        trace.choices.pop();
    }
    trace
}

fn is_zero(chosen: &Chosen) -> bool {
    match chosen {
        Chosen::Value(value) => *value == 0,
        Chosen::Bytes(bytes) => bytes.is_empty(),
    }
}
