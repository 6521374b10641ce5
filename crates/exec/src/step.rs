//! What a step does to a state.
//!
//! Three things `tribunal_ir::edge` leaves open are settled so: where a rendezvous brings both
//! processes to indivisible locations, the sender goes on first; inside an indivisible step the
//! first of several partners is taken; `timeout` keeps, during the whole step, the value it had
//! before.

use crate::effects::{Effects, Event};
use crate::enabled::{Choice, choices_inside};
use crate::eval::View;
use crate::oracle::Oracle;
use crate::state::{Message, State};
use crate::successors::is_mover;
use tribunal_base::Span;
use tribunal_engine::Step;
use tribunal_ir::{Action, Control, EdgeId, Program, Then};

/// An indivisible step that does not come to an end: it takes more than [`LONGEST_STEP`] edges, or
/// is blocked on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverges {
    /// The first edge of the step.
    pub edge: EdgeId,
    /// Where it starts.
    pub span: Span,
}

/// How many edges a step may take.
pub const LONGEST_STEP: usize = 1 << 20;

/// The state after a step that is enabled under this `timeout`, and what else happens.
///
/// # Errors
/// If the step does not come to an end.
pub fn take(
    program: &Program,
    state: State,
    timeout: bool,
    step: &Step,
    oracle: &mut dyn Oracle,
) -> Result<(State, Effects), Diverges> {
    let mut run = Run {
        program,
        state: State { exclusive: None, ..state },
        timeout,
        effects: Effects::default(),
        in_the_air: Vec::new(),
        oracle,
    };
    let endless = Diverges { edge: step.edge, span: program.edges[step.edge].span };

    let mut involved = run.choose(step.process, Choice { edge: step.edge, partner: step.partner });
    let mut length = 1;
    while let Some(&process) = involved.iter().find(|&&it| run.must_go_on(it)) {
        let Some(&choice) = choices_inside(run.view(process)).first() else { return Err(endless) };
        involved.extend(run.choose(process, choice).into_iter().skip(1));
        length += 1;
        if length > LONGEST_STEP {
            return Err(endless);
        }
    }

    let Run { mut state, effects, .. } = run;
    state.exclusive = involved.last().copied().filter(|&heir| {
        let last_edge = effects.edges().rfind(|&(process, _)| process == heir);
        let atomic = last_edge.is_some_and(|(_, edge)| program.edges[edge].atomic);
        // `timeout` does not keep control: it is asked for when everything else is blocked.
        atomic && !state.stopped && is_mover(program, &state, false, heir)
    });
    Ok((state, effects))
}

/// A step in the making.
pub(crate) struct Run<'a, 'o> {
    pub(crate) program: &'a Program,
    pub(crate) state: State,
    pub(crate) timeout: bool,
    pub(crate) effects: Effects,
    /// The message that is handed over at a rendezvous.
    pub(crate) in_the_air: Message,
    /// Decides what the program leaves open.
    pub(crate) oracle: &'o mut dyn Oracle,
}

impl Run<'_, '_> {
    pub(crate) fn view(&self, process: u32) -> View<'_> {
        View::of_process(self.program, &self.state, process, self.timeout)
    }

    /// Whether a process is where a step may not end.
    fn must_go_on(&self, process: u32) -> bool {
        let location = self.state.process(process.into()).map(|it| it.location);
        !self.state.stopped
            && location.is_some_and(|it| self.program.locs[it].control == Control::Indivisible)
    }

    /// Takes the edges of a choice and tells who moved: the process, then its partner.
    fn choose(&mut self, process: u32, choice: Choice) -> Vec<u32> {
        self.pass(process, choice.edge);
        let Some((partner, edge)) = choice.partner else { return vec![process] };
        self.pass(partner, edge);
        vec![process, partner]
    }

    /// Takes one edge.
    fn pass(&mut self, process: u32, id: EdgeId) {
        let edge = &self.program.edges[id];
        self.effects.events.push(Event::Edge { process, edge: id });
        if let Some(violation) = &edge.violates {
            let property = violation.property;
            self.effects.events.push(Event::Violation { property, edge: id });
            self.state.stopped |= violation.then == Then::Stop;
        }
        // A call remembers where to come back to; a return overwrites it.
        let jumps =
            matches!(edge.actions.last(), Some(Action::Call { .. } | Action::Return { .. }));
        if jumps {
            self.state.processes[process as usize].location = edge.to;
        }
        for action in &edge.actions {
            self.perform(process, action);
        }
        if !jumps && edge.actions.first() != Some(&Action::Exit) {
            self.state.processes[process as usize].location = edge.to;
        }
    }
}
