//! How variables, channels and processes come alive.

use crate::eval::{View, evaluate};
use crate::memory::{Memory, Pointer};
use crate::place::address;
use crate::state::{Frame, FromPosition, Instance, Queue, State, Value};
use std::collections::BTreeMap;
use tribunal_ir::{Initially, PlaceId, ProcId, ProcessKind, Program, Scope, VarId};

/// The state in which every run starts: the globals come alive, then the active processes.
#[must_use]
pub fn initial(program: &Program) -> State {
    let mut state = State::default();
    let globals: Vec<VarId> =
        program.vars.ids().filter(|&var| program.vars[var].scope == Scope::Global).collect();
    for &var in &globals {
        state.globals.insert(var, Value::zero(program, program.vars[var].ty));
    }
    state.memory = Memory::initial(program);
    for (id, object) in program.objects.iter() {
        for &(offset, value) in &object.init {
            let start = Pointer { offset: offset.cast_signed(), ..Pointer::to_static(id) };
            let number = evaluate(first_view(program, &state, None), value);
            if let Some(ty) = program.ty_of(value) {
                state.memory.store(program, start, ty, number);
            }
        }
    }
    for &var in &globals {
        initialise(program, &mut state, None, var);
    }
    for (id, process) in program.procs.iter() {
        if process.kind == ProcessKind::Ordinary {
            for _ in 0..process.active {
                spawn(program, &mut state, id, &[], process.priority);
            }
        }
    }
    state
}

/// Starts a process and tells its index. Parameters without an argument are 0.
pub(crate) fn spawn(
    program: &Program,
    state: &mut State,
    id: ProcId,
    args: &[i128],
    priority: u8,
) -> u32 {
    let index = u32::from_position(state.processes.len());
    state.processes.push(Instance {
        process: id,
        location: program.procs[id].entry,
        locals: BTreeMap::new(),
        callers: Vec::new(),
        priority,
    });
    enter(program, state, index, args);
    index
}

/// Lets a process go on in a function.
pub(crate) fn call(
    program: &Program,
    state: &mut State,
    index: u32,
    function: ProcId,
    args: &[i128],
    result: Option<PlaceId>,
) {
    let instance = &mut state.processes[index as usize];
    let caller = Frame {
        process: instance.process,
        location: instance.location,
        locals: std::mem::take(&mut instance.locals),
        result,
    };
    instance.callers.push(caller);
    instance.process = function;
    instance.location = program.procs[function].entry;
    enter(program, state, index, args);
}

/// Brings the variables of the process or function that is about to start to life.
fn enter(program: &Program, state: &mut State, index: u32, args: &[i128]) {
    let instance = &mut state.processes[index as usize];
    let process = &program.procs[instance.process];
    let zero = |&var: &VarId| (var, Value::zero(program, program.vars[var].ty));
    instance.locals = process.locals.iter().map(zero).collect();
    let (params, others) = process.locals.split_at(process.params);
    for (&param, &arg) in params.iter().zip(args) {
        if let Some(shape) = program.shape(program.vars[param].ty) {
            instance.locals.insert(param, Value::Scalar(shape.wrap(arg)));
        }
    }
    for &var in others {
        initialise(program, state, Some(index), var);
    }
}

/// Gives a variable its first values.
fn initialise(program: &Program, state: &mut State, owner: Option<u32>, var: VarId) {
    for initialiser in &program.vars[var].init {
        let number = match initialiser.value {
            Initially::Value(expr) => evaluate(first_view(program, state, owner), expr),
            Initially::Channel(declaration) => {
                state.channels.push(Queue { declaration, creator: owner, messages: Vec::new() });
                u32::from_position(state.channels.len()).into()
            }
        };
        if let Some(place) = address(first_view(program, state, owner), initialiser.place) {
            place.write(program, state, number);
        }
    }
}

/// How an initialiser sees the state.
fn first_view<'a>(program: &'a Program, state: &'a State, owner: Option<u32>) -> View<'a> {
    View { process: owner, ..View::of_process(program, state, 0, false) }
}
