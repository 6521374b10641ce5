//! Calls of functions with contracts, which are not followed (see [`crate::induction::contract`]).

use crate::induction::Induction;
use crate::induction::candidate::Point;
use crate::induction::changes::Changes;
use crate::induction::contract::{Called, Contracts, Returned, result_type, slots};
use crate::machine::Machine;
use crate::state::value::Value;
use crate::state::{AnyCall, Call, State};
use crate::walk::cuts::CutPoints;
use std::collections::BTreeSet;
use std::rc::Rc;
use tribunal_base::Id;
use tribunal_ir::cfg::CallGraph;
use tribunal_ir::{EdgeId, IntShape, LocId, PlaceId, ProcId, Storage, Ty, VarId};
use tribunal_solver::Sort;

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

impl Induction {
    /// A function with a contract has been called: the state after the call. The bodies of the functions that it can lead to are added.
    pub(crate) fn apply(
        &mut self,
        machine: &mut Machine<'_>,
        mut state: State,
        edge: EdgeId,
        bodies: &mut Vec<(State, LocId)>,
    ) -> Option<(State, LocId)> {
        let frame = state.frames.pop()?;
        state.key.truncate(frame.start - 1);
        let (target, place) = frame.back?;
        let globals = state.globals.clone();
        let call = Rc::new(Call { function: frame.process, locals: frame.locals, globals });
        let around = state.frames.iter().rev().find_map(|it| it.any.clone());
        if let Some(supposed) = &mut self.supposed {
            supposed.prepare(machine, &self.contracts);
        }
        if self.counts(&state) {
            let path = machine.guards.all(state.guard);
            if let Some(supposed) = &mut self.supposed {
                let outer = around.as_ref().map_or(&call, |it| &it.outer);
                let called = Called { call: &call, outer };
                supposed.check(machine, Point::Entry(call.function), &called, path);
            }
            match around {
                Some(around) => self.call_inside(machine, &state, &call, &around)?,
                None => self.call_outside(machine, &state, edge, &call, bodies)?,
            }
        }
        self.skip(machine, &mut state, &call, place)?;
        Some((state, target))
    }

    /// What a call that is not followed leads to.
    fn skip(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        call: &Call,
        place: Option<PlaceId>,
    ) -> Option<()> {
        machine.loosen(state, &mut self.contracts.changes)?;
        let result = match result_type(machine, call.function) {
            Err(()) => return None,
            Ok(None) => None,
            Ok(Some(ty)) => Some((ty, machine.anything(ty))),
        };
        if let Some(supposed) = &mut self.supposed {
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
    fn call_inside(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        call: &Call,
        around: &AnyCall,
    ) -> Option<()> {
        let program = machine.program;
        let Contracts { changes, changing, .. } = &mut self.contracts;
        let is_local = |it| program.objects[it].storage == Storage::Automatic;
        if !machine.left_behind(state, &around.before).into_iter().all(is_local) {
            return None;
        }
        let mut seen = state.clone();
        seen.frames.truncate(around.before.frames.len());
        self.grown |= machine.changed(&seen, &around.before, changes)?;
        let first_new = machine.first_block + around.before.memory.len();
        let process = &program.procs[call.function];
        for &param in &process.locals[..process.params] {
            let is_handed_on = call.function == around.outer.function
                && call.is_alike(machine, &around.outer, param);
            if !is_handed_on {
                self.grown |= changing.insert(param);
            }
            for slot in slots(machine, param) {
                if let Some(Value::Pointer(pointer)) = call.locals.get(slot)
                    && !is_handed_on
                {
                    self.grown |= machine.add_targets(state, *pointer, changes, first_new)?;
                }
            }
        }
        Some(())
    }

    /// A call by anybody else: all functions that it can lead to are followed.
    fn call_outside(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        edge: EdgeId,
        call: &Rc<Call>,
        bodies: &mut Vec<(State, LocId)>,
    ) -> Option<()> {
        let program = machine.program;
        let mut functions = CallGraph::of(program).reached(call.function);
        functions.insert(call.function);
        functions.retain(|it| self.contracts.functions.contains(it));
        for function in functions {
            let Contracts { changes, changing, .. } = &mut self.contracts;
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
            if let Some(supposed) = &mut self.supposed {
                let point = Point::Entry(function);
                let given = supposed.given(machine, point, &Called { call: &own, outer: call });
                any.guard = machine.guards.and(&mut machine.terms, any.guard, given);
            }
            any.top_mut().any = Some(Rc::new(AnyCall { own, outer: Rc::clone(call), before }));
            bodies.push((any, program.procs[function].entry));
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
    pub(crate) fn conclude(&mut self, machine: &mut Machine<'_>, state: &State, any: &AnyCall) {
        match machine.conform(state, &any.before, &mut self.contracts.changes) {
            Some(grown) => self.grown |= grown,
            None => self.failed = true,
        }
        if let Some(supposed) = &mut self.supposed {
            let path = machine.guards.all(state.guard);
            let result = machine.returned;
            let returned = Returned { call: &any.own, globals: &state.globals, result };
            supposed.check(machine, Point::Exit(any.own.function), &returned, path);
        }
    }
}
