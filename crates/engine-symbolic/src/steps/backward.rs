//! Path conditions backwards: the weakest precondition of a sequence of edges (Dijkstra, Guarded commands, nondeterminacy and formal derivation of
//! programs, CACM 1975).
//!
//! Starting from *true* behind the last edge, an assignment puts the value for the variable, a guard is added. Nothing is executed and no state is kept, so it is another
//! way to the condition that forward execution finds, and a check on it. Variables only: memory is not covered.

use crate::machine::{Machine, Unmodelled};
use crate::state::State;
use crate::state::pages::Pages;
use crate::state::value::Value;
use crate::steps::{Point, Steps};
use rustc_hash::FxHashMap;
use tribunal_base::Id;
use tribunal_ir::{Action, EdgeId, Guard, PlaceId, ProcId};
use tribunal_solver::{TermId, Terms};

/// What is replaced by what.
type Changes = FxHashMap<TermId, TermId>;

impl Steps<'_> {
    /// The condition under which a run from the start takes these edges. `inputs` are the values that it asks for, in order. The error says what is not
    /// covered.
    pub fn backward(
        &mut self,
        start: &Point,
        edges: &[EdgeId],
        inputs: &[TermId],
    ) -> Result<TermId, String> {
        let machine = self.machine();
        backward(machine, start.state(), edges, inputs).map_err(|it| it.0.to_owned())
    }
}

fn backward(
    machine: &mut Machine<'_>,
    start: &State,
    edges: &[EdgeId],
    inputs: &[TermId],
) -> Result<TermId, Unmodelled> {
    let program = machine.program;
    let results = results(machine, edges);
    let mut inputs = inputs.iter().rev();
    let mut condition = machine.terms.truth(true);
    for (at, &id) in edges.iter().enumerate().rev() {
        let edge = &program.edges[id];
        let process = program.locs[edge.from].process;
        let state = symbolic(machine, start, process)?;
        for action in edge.actions.iter().rev() {
            let changes = match action {
                Action::Havoc { .. } => {
                    let Some(&input) = inputs.next() else {
                        return Err(Unmodelled("more is asked for than was told"));
                    };
                    let changed = after(machine, &state, id, action)?;
                    let symbol = changes(&state, &changed, process)?;
                    symbol.into_keys().map(|it| (it, input)).collect()
                }
                Action::Call { process: callee, .. } => {
                    let called = after(machine, &state, id, action)?;
                    let inner = symbolic(machine, start, *callee)?;
                    let mut renamed = Changes::default();
                    let locals = called.top().locals.clone();
                    difference(&mut renamed, &inner.top().locals, &locals)?;
                    renamed
                }
                Action::Return { value } => {
                    let mut renamed = Changes::default();
                    if let (Some((caller, place)), Some(value)) = (results[at], value) {
                        let from = machine.ty_of(*value);
                        let value = machine.evaluate(&state, *value)?;
                        let outer = symbolic(machine, start, caller)?;
                        let mut stored = outer.clone();
                        machine.set(&mut stored, place, from, value)?;
                        renamed = changes(&outer, &stored, caller)?;
                    }
                    renamed
                }
                Action::Print { .. } => Changes::default(),
                Action::Assign { .. } => {
                    let changed = after(machine, &state, id, action)?;
                    changes(&state, &changed, process)?
                }
                _ => return Err(Unmodelled("memory")),
            };
            condition = machine.terms.substitute(condition, &changes);
        }
        let guard = guard(machine, &state, id)?;
        condition = machine.terms.and(guard, condition);
    }
    // What variables hold at first.
    let process = start.top().process;
    let state = symbolic(machine, start, process)?;
    let first = changes(&state, start, process)?;
    Ok(machine.terms.substitute(condition, &first))
}

/// For edges that return: who called, and where the result goes.
fn results(machine: &Machine<'_>, edges: &[EdgeId]) -> Vec<Option<(ProcId, PlaceId)>> {
    let program = machine.program;
    let mut calls = Vec::new();
    let returned = edges.iter().map(|&id| {
        let edge = &program.edges[id];
        match edge.actions.last() {
            Some(Action::Call { result, .. }) => {
                calls.push(result.map(|it| (program.locs[edge.from].process, it)));
                None
            }
            Some(Action::Return { .. }) => calls.pop().flatten(),
            _ => None,
        }
    });
    returned.collect()
}

/// A state in which every variable of a function, and every global one, holds a symbol of its own.
fn symbolic(machine: &mut Machine<'_>, like: &State, process: ProcId) -> Result<State, Unmodelled> {
    let mut state = like.clone();
    state.frames.clear();
    machine.enter(
        &mut state,
        process,
        Vec::new(),
        Some((machine.program.procs[process].entry, None)),
    )?;
    rename(&mut machine.terms, "global", &mut state.globals);
    let name = format!("local {}", process.index());
    rename(&mut machine.terms, &name, &mut state.top_mut().locals);
    Ok(state)
}

fn rename(terms: &mut Terms, name: &str, values: &mut Pages<Value>) {
    for at in 0..values.len() {
        if let Some(Value::Term(term)) = values.get(at).copied() {
            let sort = terms.sort(term);
            let symbol = terms.variable(&format!("{name} {at}"), sort);
            if let Some(place) = values.get_mut(at) {
                *place = Value::Term(symbol);
            }
        }
    }
}

/// The state after an action.
fn after(
    machine: &mut Machine<'_>,
    state: &State,
    edge: EdgeId,
    action: &Action,
) -> Result<State, Unmodelled> {
    let mut after = state.clone();
    let asked = machine.choices.len();
    machine.act(&mut after, edge, action)?;
    // Nothing is chosen here: the values are those of the run.
    machine.choices.truncate(asked);
    Ok(after)
}

/// By symbol, what another state holds instead.
fn changes(symbols: &State, other: &State, process: ProcId) -> Result<Changes, Unmodelled> {
    let mut found = Changes::default();
    difference(&mut found, &symbols.globals, &other.globals)?;
    if other.top().process == process {
        difference(&mut found, &symbols.top().locals, &other.top().locals)?;
    }
    Ok(found)
}

fn difference(
    found: &mut Changes,
    symbols: &Pages<Value>,
    other: &Pages<Value>,
) -> Result<(), Unmodelled> {
    for at in 0..symbols.len() {
        match (symbols.get(at), other.get(at)) {
            (Some(Value::Term(symbol)), Some(Value::Term(value))) if symbol != value => {
                found.insert(*symbol, *value);
            }
            (Some(Value::Pointer(a)), Some(Value::Pointer(b))) if a != b => {
                return Err(Unmodelled("a pointer"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// When an edge is taken.
fn guard(machine: &mut Machine<'_>, state: &State, id: EdgeId) -> Result<TermId, Unmodelled> {
    let program = machine.program;
    let edge = &program.edges[id];
    let mut earlier = machine.terms.truth(false);
    for &other in &program.locs[edge.from].out {
        let enabled = match program.edges[other].guard {
            Guard::When(condition) => machine.condition(state, condition)?,
            Guard::Else => machine.terms.not(earlier),
        };
        if other == id {
            return Ok(enabled);
        }
        earlier = machine.terms.or(earlier, enabled);
    }
    Err(Unmodelled("an edge from elsewhere"))
}
