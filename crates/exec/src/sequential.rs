//! Runs of sequential programs: one process that nobody starts, ends or waits for, so that a step is an
//! edge, taken in place.
//!
//! It is the same semantics, by the same code, without looking for other processes in every state.

use crate::effects::{Effects, Event};
use crate::enabled::first_choice;
use crate::eval::View;
use crate::init::initial;
use crate::oracle::Oracle;
use crate::state::{Instance, State, Value};
use crate::step::Run;
use tribunal_ir::{Action, EdgeId, Program, Then, VarId};

/// The one process.
const ALONE: u32 = 0;

/// Whether an action is about to be done, or was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// It is about to be done.
    Before,
    /// It was done.
    After,
}

/// Somebody who watches the actions of an edge.
pub type Watch<'a> = dyn FnMut(&State, &Action, Moment) + 'a;

/// A run of a sequential program.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    program: &'a Program,
    state: State,
    effects: Effects,
}

impl<'a> Walk<'a> {
    /// A run that is about to start; `None` if the program is not sequential.
    #[must_use]
    pub fn start(program: &'a Program) -> Option<Self> {
        let effects = Effects::default();
        program.is_sequential().then(|| Self { program, state: initial(program), effects })
    }

    /// Where the run is.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Gives a global variable a value.
    pub fn assign(&mut self, var: VarId, value: i128) {
        self.state.globals.insert(var, Value::Scalar(value));
    }

    /// The process. Together with [`Walk::enter`], this lets several ones take turns on the same globals and memory.
    #[must_use]
    pub fn instance(&self) -> Instance {
        self.state.processes[ALONE as usize].clone()
    }

    /// Puts another process in the place of the one that is there.
    pub fn enter(&mut self, instance: Instance) {
        self.state.processes[ALONE as usize] = instance;
    }

    /// How the process sees it.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View::of_process(self.program, &self.state, ALONE, false)
    }

    /// The first edge that can be taken: the only one, where the program leaves nothing but values open.
    #[must_use]
    pub fn next(&self) -> Option<EdgeId> {
        if self.state.stopped { None } else { first_choice(self.view()) }
    }

    /// Takes an edge that can be taken, and tells what happens.
    pub fn take(&mut self, edge: EdgeId, oracle: &mut dyn Oracle) -> &Effects {
        self.take_watched(edge, oracle, &mut |_, _, _| {})
    }

    /// The same, with somebody who watches each action.
    pub fn take_watched(
        &mut self,
        edge: EdgeId,
        oracle: &mut dyn Oracle,
        watch: &mut Watch<'_>,
    ) -> &Effects {
        let mut effects = std::mem::take(&mut self.effects);
        effects.events.clear();
        let state = std::mem::take(&mut self.state);
        let in_the_air = Vec::new();
        let mut run =
            Run { program: self.program, state, timeout: false, effects, in_the_air, oracle };
        pass(&mut run, edge, watch);
        let Run { state, effects, .. } = run;
        (self.state, self.effects) = (state, effects);
        &self.effects
    }
}

/// Takes one edge, and shows the state before and after each of its actions.
fn pass(run: &mut Run<'_, '_>, id: EdgeId, watch: &mut Watch<'_>) {
    let edge = &run.program.edges[id];
    run.effects.events.push(Event::Edge { process: ALONE, edge: id });
    if let Some(violation) = &edge.violates {
        let property = violation.property;
        run.effects.events.push(Event::Violation { property, edge: id });
        run.state.stopped |= violation.then == Then::Stop;
    }
    // A call remembers this place to come back to, and goes elsewhere, as does a return. Nothing in between looks at it.
    run.state.processes[ALONE as usize].location = edge.to;
    for action in &edge.actions {
        watch(&run.state, action, Moment::Before);
        run.perform(ALONE, action);
        watch(&run.state, action, Moment::After);
    }
}
