//! Recursion without a bound: contracts.
//!
//! Hoare, Procedures and parameters: an axiomatic approach, 1971: to prove something of a recursive function, its calls inside of
//! its own body may be supposed to do what is to be proved. A contract of a function is what its arguments and the global variables satisfy whenever it is called,
//! and what they and the result satisfy whenever it returns. Candidates for both are found by `clauses` and filtered by `houdini`, as for loops.
//!
//! A call of such a function is not followed:
//!
//! - That the contract's first part holds is to be checked.
//! - All that the functions may change becomes arbitrary, as does the result, as far as the contract's second part allows.
//! - If the call is not made by such a function itself, not even indirectly, the body of each function that it can lead to is followed, too, from any state in
//!   which it could be called: what the functions change is arbitrary, as are arguments, as far as the contract's first part allows. Where it
//!   returns, the second part is to be checked, and the path ends.
//!
//! Law: consider a run up to its first violation, and in it the calls and returns of these functions in the order of time. Each call satisfies the first part of
//! the contract and each return the second: the steps since the call around it, or since the start of the program, are among those that were followed, since
//! everything that came back in between did what was supposed, by induction. So violations, too, are found where they are. Nothing is said of calls
//! that do not return: for safety that is not needed (partial correctness).
//!
//! What the functions change is found by trying, as for loops (`induction`): where one returns, or calls one, what differs from the state in which it
//! was called is made arbitrary. An argument that is handed on as it is keeps its value. What a function makes, it may keep while it calls others if it is a local
//! variable that they cannot know of; a result that is a pointer, or memory that stays, makes the attempt fail.

use crate::induction::Changes;
use crate::induction::houdini::Point;
use crate::induction::relation::{Valuation, number_shape};
use crate::machine::Machine;
use crate::state::pages::Pages;
use crate::state::value::Value;
use crate::state::{Frame, State};
use crate::walk::Explorer;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tribunal_base::Id;
use tribunal_ir::{Action, EdgeId, IntShape, PlaceId, ProcId, Program, Scope, Storage, Ty, VarId};
use tribunal_solver::Sort;

/// The functions that are treated so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contracts {
    /// The functions.
    pub(crate) functions: BTreeSet<ProcId>,
    /// What they change.
    pub(crate) changes: Changes,
    /// Parameters that are not always handed on as they are.
    pub(crate) changing: BTreeSet<VarId>,
}

/// A call: the variables of the function at first, and the global ones.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) function: ProcId,
    locals: Pages<Value>,
    globals: Pages<Value>,
}

/// A call that stands for all that a call from outside may lead to.
#[derive(Clone)]
pub(crate) struct AnyCall {
    own: Call,
    /// The call from outside.
    outer: Rc<Call>,
    /// The state before it.
    before: Rc<State>,
}

/// What the result of a function is called in relations: variables beyond those of the program.
pub(crate) fn result(program: &Program) -> VarId {
    VarId::from_index(program.vars.len())
}

/// What a variable is called as it was earlier: at a return, a global variable when the function was called; at a call, any when the function was called
/// from outside.
pub(crate) fn earlier(program: &Program, var: VarId) -> VarId {
    VarId::from_index(program.vars.len() + 1 + var.index())
}

/// What relations speak of.
enum Meaning {
    Result,
    Earlier(VarId),
    Now(VarId),
}

fn meaning(program: &Program, var: VarId) -> Meaning {
    match var.index().checked_sub(program.vars.len()) {
        None => Meaning::Now(var),
        Some(0) => Meaning::Result,
        Some(after) => Meaning::Earlier(VarId::from_index(after - 1)),
    }
}

impl Call {
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        let slot = machine.layout.slot(var);
        match machine.program.vars[var].scope {
            Scope::Global => self.globals.get(slot).copied(),
            Scope::Local(process) if process == self.function => self.locals.get(slot).copied(),
            Scope::Local(_) => None,
        }
    }
}

/// A call, and the call from outside that has led to it.
struct Called<'c> {
    call: &'c Call,
    outer: &'c Call,
}

impl Valuation for Called<'_> {
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        match meaning(machine.program, var) {
            Meaning::Result => None,
            Meaning::Earlier(var) => self.outer.value(machine, var),
            Meaning::Now(var) => self.call.value(machine, var),
        }
    }

    fn shape(&self, machine: &Machine<'_>, var: VarId) -> Option<IntShape> {
        match meaning(machine.program, var) {
            Meaning::Result => None,
            Meaning::Earlier(var) | Meaning::Now(var) => number_shape(machine.program, var),
        }
    }
}

/// A call and what has come of it.
struct Returned<'c> {
    call: &'c Call,
    globals: &'c Pages<Value>,
    result: Option<(Ty, Value)>,
}

impl Valuation for Returned<'_> {
    fn value(&self, machine: &Machine<'_>, var: VarId) -> Option<Value> {
        match meaning(machine.program, var) {
            Meaning::Result => self.result.map(|it| it.1),
            Meaning::Earlier(var) => self.call.value(machine, var),
            Meaning::Now(var) => match machine.program.vars[var].scope {
                Scope::Global => self.globals.get(machine.layout.slot(var)).copied(),
                Scope::Local(_) => self.call.value(machine, var),
            },
        }
    }

    fn shape(&self, machine: &Machine<'_>, var: VarId) -> Option<IntShape> {
        match meaning(machine.program, var) {
            Meaning::Result => result_shape(machine.program, self.result?.0),
            Meaning::Earlier(var) | Meaning::Now(var) => number_shape(machine.program, var),
        }
    }
}

/// The shape of results that are numbers.
pub(crate) fn result_shape(program: &Program, ty: Ty) -> Option<IntShape> {
    match ty {
        Ty::Bool | Ty::Int(_) => program.shape_of_ty(ty),
        _ => None,
    }
}

/// The functions that each function calls.
pub(crate) fn callees(program: &Program) -> BTreeMap<ProcId, BTreeSet<ProcId>> {
    let mut calls: BTreeMap<ProcId, BTreeSet<ProcId>> = BTreeMap::new();
    for edge in program.edges.values() {
        for action in &edge.actions {
            if let Action::Call { process, .. } = action {
                calls.entry(program.locs[edge.from].process).or_default().insert(*process);
            }
        }
    }
    calls
}

/// The functions that a function can come to call.
pub(crate) fn reached(
    calls: &BTreeMap<ProcId, BTreeSet<ProcId>>,
    start: ProcId,
) -> BTreeSet<ProcId> {
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(it) = open.pop() {
        for next in calls.get(&it).into_iter().flatten() {
            if seen.insert(*next) {
                open.push(*next);
            }
        }
    }
    seen
}

/// The recursive functions among those that have started.
pub(crate) fn recursive(program: &Program, frames: &[Frame]) -> BTreeSet<ProcId> {
    let calls = callees(program);
    let started = frames.iter().map(|it| it.process);
    started.filter(|it| reached(&calls, *it).contains(it)).collect()
}

/// The type of what a function returns: `Err` if there are several, or it is none that can be made arbitrary.
pub(crate) fn result_type(machine: &Machine<'_>, function: ProcId) -> Result<Option<Ty>, ()> {
    let program = machine.program;
    let mut found = None;
    for edge in program.edges.values().filter(|it| program.locs[it.from].process == function) {
        for action in &edge.actions {
            let Action::Return { value: Some(value) } = action else { continue };
            let ty = machine.ty_of(*value);
            if ty == Ty::Pointer || found.is_some_and(|it| it != ty) {
                return Err(());
            }
            found = Some(ty);
        }
    }
    Ok(found)
}

impl Machine<'_> {
    /// Any value of a type that is not a pointer.
    fn anything(&mut self, ty: Ty) -> Value {
        let sort = match ty {
            Ty::Bool => Sort::Bool,
            _ => Sort::BitVec(self.program.shape_of_ty(ty).unwrap_or(IntShape::BOOL).bits.into()),
        };
        Value::Term(self.terms.fresh("call", sort))
    }
}

impl Explorer<'_> {
    /// Whether a function that has just been called is treated by its contract.
    pub(crate) fn has_contract(&self, state: &State) -> bool {
        let induction = self.induction.as_ref();
        induction.is_some_and(|it| it.contracts.functions.contains(&state.top().process))
    }

    /// A function with a contract has been called.
    pub(crate) fn call(&mut self, state: State, edge: EdgeId) {
        if self.call_or_fail(state, edge).is_none()
            && let Some(induction) = &mut self.induction
        {
            induction.failed = true;
        }
    }

    fn call_or_fail(&mut self, mut state: State, edge: EdgeId) -> Option<()> {
        let frame = state.frames.pop()?;
        state.key.truncate(frame.start - 1);
        let (target, place) = frame.back?;
        let globals = state.globals.clone();
        let call = Rc::new(Call { function: frame.process, locals: frame.locals, globals });
        let around = state.frames.iter().rev().find_map(|it| it.any.clone());
        let induction = self.induction.as_mut()?;
        if let Some(supposed) = &mut induction.supposed {
            supposed.prepare(&mut self.machine, &induction.contracts);
        }
        if self.counts(&state) {
            let path = self.machine.guards.all(state.guard);
            if let Some(supposed) = &mut self.induction.as_mut()?.supposed {
                let outer = around.as_ref().map_or(&call, |it| &it.outer);
                let called = Called { call: &call, outer };
                supposed.check(&mut self.machine, Point::Entry(call.function), &called, path);
            }
            match around {
                Some(around) => self.call_inside(&state, &call, &around)?,
                None => self.call_outside(&state, edge, &call)?,
            }
        }
        self.skip(&mut state, &call, place)?;
        self.come(state, edge, target);
        Some(())
    }

    /// What a call that is not followed leads to.
    fn skip(&mut self, state: &mut State, call: &Call, place: Option<PlaceId>) -> Option<()> {
        let machine = &mut self.machine;
        let induction = self.induction.as_mut()?;
        machine.loosen(state, &mut induction.contracts.changes)?;
        let result = match result_type(machine, call.function) {
            Err(()) => return None,
            Ok(None) => None,
            Ok(Some(ty)) => Some((ty, machine.anything(ty))),
        };
        if let Some(supposed) = &mut induction.supposed {
            let point = Point::Exit(call.function);
            let globals = state.globals.clone();
            let returned = Returned { call, globals: &globals, result };
            let given = supposed.given(machine, point, &returned);
            state.guard = machine.guards.and(&mut machine.terms, state.guard, given);
        }
        if let (Some(place), Some((ty, value))) = (place, result) {
            machine.path = machine.guards.all(state.guard);
            machine.set(state, place, ty, value).ok()?;
        }
        Some(())
    }

    /// A call by one of the functions: whether it is among those that are followed.
    fn call_inside(&mut self, state: &State, call: &Call, around: &AnyCall) -> Option<()> {
        let machine = &mut self.machine;
        let program = machine.program;
        let induction = self.induction.as_mut()?;
        let Contracts { changes, changing, .. } = &mut induction.contracts;
        let is_local = |it| program.objects[it].storage == Storage::Automatic;
        if !machine.left_behind(state, &around.before).into_iter().all(is_local) {
            return None;
        }
        let mut seen = state.clone();
        seen.frames.truncate(around.before.frames.len());
        induction.grown |= machine.changed(&seen, &around.before, changes)?;
        let first_new = machine.first_block + around.before.memory.len();
        let process = &program.procs[call.function];
        for &param in &process.locals[..process.params] {
            let is_handed_on = call.function == around.outer.function
                && call.is_alike(machine, &around.outer, param);
            if !is_handed_on {
                induction.grown |= changing.insert(param);
            }
            for slot in slots(machine, param) {
                if let Some(Value::Pointer(pointer)) = call.locals.get(slot)
                    && !is_handed_on
                {
                    induction.grown |= machine.add_targets(state, *pointer, changes, first_new)?;
                }
            }
        }
        Some(())
    }

    /// A call by anybody else: all functions that it can lead to are followed.
    fn call_outside(&mut self, state: &State, edge: EdgeId, call: &Rc<Call>) -> Option<()> {
        let program = self.machine.program;
        let mut functions = reached(&callees(program), call.function);
        functions.insert(call.function);
        functions.retain(|it| {
            self.induction.as_ref().is_some_and(|all| all.contracts.functions.contains(it))
        });
        for function in functions {
            let machine = &mut self.machine;
            let induction = self.induction.as_mut()?;
            let Contracts { changes, changing, .. } = &mut induction.contracts;
            // Pointers among the arguments may be handed on.
            let process = &program.procs[call.function];
            for &param in &process.locals[..process.params] {
                for slot in slots(machine, param) {
                    if let Some(Value::Pointer(pointer)) = call.locals.get(slot)
                        && (changing.contains(&param) || function != call.function)
                    {
                        machine.add_targets(state, *pointer, changes, usize::MAX)?;
                    }
                }
            }
            let mut any = state.clone();
            machine.loosen(&mut any, changes)?;
            let before = Rc::new(any.clone());
            // One number tells where, and of which function: the position of the call is taken already.
            let number = program.edges.len() + edge.index() * program.procs.len();
            any.key.push(u32::try_from(number + function.index()).ok()?);
            let back = Some((program.edges[edge].to, None));
            let args = Self::any_args(machine, &any, function, call, changes, changing)?;
            machine.enter(&mut any, function, args, back).ok()?;
            let globals = any.globals.clone();
            let own = Call { function, locals: any.top().locals.clone(), globals };
            if let Some(supposed) = &mut induction.supposed {
                let point = Point::Entry(function);
                let given = supposed.given(machine, point, &Called { call: &own, outer: call });
                any.guard = machine.guards.and(&mut machine.terms, any.guard, given);
            }
            any.top_mut().any = Some(Rc::new(AnyCall { own, outer: Rc::clone(call), before }));
            self.arrive(any, program.procs[function].entry);
        }
        Some(())
    }

    /// The arguments of any call of a function that a call from outside leads to.
    fn any_args(
        machine: &mut Machine<'_>,
        state: &State,
        function: ProcId,
        call: &Call,
        changes: &Changes,
        changing: &BTreeSet<VarId>,
    ) -> Option<Vec<(Ty, Value)>> {
        let program = machine.program;
        let process = &program.procs[function];
        let mut args = Vec::new();
        for &param in &process.locals[..process.params] {
            let ty = program.tys[program.vars[param].ty];
            if matches!(ty, Ty::Array { .. } | Ty::Record(_)) {
                return None;
            }
            let is_handed_on = function == call.function && !changing.contains(&param);
            let value = match ty {
                _ if is_handed_on => call.value(machine, param)?,
                Ty::Pointer => Value::Pointer(machine.any_target(state, changes)),
                _ => machine.anything(ty),
            };
            args.push((ty, value));
        }
        Some(args)
    }

    /// A function that stands for any call has returned.
    pub(crate) fn returned(&mut self, state: &State, any: &AnyCall) {
        let machine = &mut self.machine;
        let Some(induction) = &mut self.induction else { return };
        match machine.conform(state, &any.before, &mut induction.contracts.changes) {
            Some(grown) => induction.grown |= grown,
            None => induction.failed = true,
        }
        if let Some(supposed) = &mut induction.supposed {
            let path = machine.guards.all(state.guard);
            let result = machine.returned;
            let returned = Returned { call: &any.own, globals: &state.globals, result };
            supposed.check(machine, Point::Exit(any.own.function), &returned, path);
        }
    }
}

impl Call {
    /// Whether an argument is the same in two calls of a function.
    fn is_alike(&self, machine: &Machine<'_>, other: &Self, param: VarId) -> bool {
        slots(machine, param).all(|it| self.locals.get(it) == other.locals.get(it))
    }
}

fn slots(machine: &Machine<'_>, var: VarId) -> std::ops::Range<usize> {
    let start = machine.layout.slot(var);
    start..start + machine.layout.count(machine.program.vars[var].ty)
}
