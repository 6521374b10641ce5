//! The abstract state in which runs start, and variables that come alive.

use crate::state::State;
use crate::state::layout::Layout;
use crate::state::object::Object;
use crate::state::value::Value;
use crate::transfer::eval::View;
use crate::transfer::step::Stepper;
use std::rc::Rc;
use tribunal_domains::pointer::Key;
use tribunal_domains::{Number, Numeric as _};
use tribunal_ir::{Initially, IntShape, ProcId, Scope, Storage, VarId};

/// Objects with more first values than this are not known.
const FIRST_VALUES: usize = 200;

/// What is known before any process starts.
pub(crate) fn initial(layout: &Layout<'_>) -> State {
    let program = layout.program;
    let mut state = State::default();
    for (id, object) in program.objects.iter() {
        if object.storage != Storage::Static {
            continue;
        }
        let mut known = Object::new(Number::constant(object.size.into()), true);
        if FIRST_VALUES < object.init.len() {
            known.forget();
        }
        for &(offset, value) in object.init.iter().take(FIRST_VALUES) {
            if object.init.len() <= FIRST_VALUES {
                let number = View { layout, state: &State::default(), shared: None, memo: None }
                    .value(value);
                known.store(program, offset, layout.ty(value), number);
            }
        }
        state.objects.insert(Key::single(id).0, Rc::new(known));
    }
    let globals = || program.vars.ids().filter(|it| program.vars[*it].scope == Scope::Global);
    globals().for_each(|it| zero(layout, &mut state, it));
    for var in globals() {
        initialise(&mut Stepper { layout, shared: None }, &mut state, var);
    }
    state
}

/// Sets all scalars of a variable to zero.
fn zero(layout: &Layout<'_>, state: &mut State, var: VarId) {
    for cell in layout.cells(var) {
        let value = Rc::new(Value::zero(layout.cell_ty(cell)));
        let map = if layout.is_global(cell) { &mut state.globals } else { &mut state.locals };
        map.insert(cell, value);
    }
}

/// Gives a variable its first values.
fn initialise(stepper: &mut Stepper<'_, '_>, state: &mut State, var: VarId) {
    for initialiser in &stepper.layout.program.vars[var].init {
        let value = match initialiser.value {
            Initially::Value(expr) => stepper.view(state).value(expr),
            Initially::Channel(_) => {
                Value::Number(Number::range(1, 255).unwrap_or(Number::top(IntShape::U8)))
            }
        };
        stepper.assign(state, initialiser.place, value);
    }
}

/// Brings the variables of a process or function to life; parameters without an argument are 0.
pub(crate) fn enter(
    stepper: &mut Stepper<'_, '_>,
    state: &mut State,
    process: ProcId,
    args: &[Value],
) {
    let layout = stepper.layout;
    let process = &layout.program.procs[process];
    state.forget_memory();
    process.locals.iter().for_each(|it| zero(layout, state, *it));
    let (params, others) = process.locals.split_at(process.params);
    for (&param, arg) in params.iter().zip(args) {
        if let Some(cell) = layout.scalar(param) {
            let value = stepper.wrapped(arg.clone(), layout.cell_ty(cell));
            state.locals.insert(cell, Rc::new(value));
        }
    }
    for &var in others {
        initialise(stepper, state, var);
    }
}
