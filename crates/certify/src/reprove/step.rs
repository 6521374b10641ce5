//! What edges do to a state.

use super::scene::{Scene, State, Value, plain};
use tribunal_ir::{
    Action, Edge, EdgeId, ExprId, Guard, Initially, Place, PlaceId, ProcId, Scope, Ty, VarId,
};
use tribunal_solver::TermId;

/// A value, and the type that it has, if it has one.
pub(crate) type Typed = (Value, Option<Ty>);

impl Scene<'_> {
    /// Takes an edge, up to a call or return at its end.
    pub(super) fn take(&mut self, state: &mut State, id: EdgeId) {
        self.guard(state, id);
        self.act(state, id);
    }

    /// Does what an edge does, up to a call or return at its end.
    pub(crate) fn act(&mut self, state: &mut State, id: EdgeId) {
        for action in &self.program.edges[id].actions {
            self.perform(state, action);
        }
    }

    /// Lets an edge be one that can be taken.
    pub(super) fn guard(&mut self, state: &mut State, id: EdgeId) {
        let guard = self.enabled(state, id);
        self.known.push(guard);
    }

    /// Whether an edge can be taken; a Bool.
    pub(crate) fn enabled(&mut self, state: &mut State, id: EdgeId) -> TermId {
        let program = self.program;
        let edge: &Edge = &program.edges[id];
        match edge.guard {
            Guard::When(condition) => self.truth(state, condition),
            Guard::Else => {
                let out = program.locs[edge.from].out.iter().take_while(|it| **it != id);
                let mut fails = Vec::new();
                for other in out {
                    if let Guard::When(condition) = program.edges[*other].guard {
                        let holds = self.truth(state, condition);
                        fails.push(self.terms.not(holds));
                    }
                }
                self.terms.all(fails)
            }
        }
    }

    fn perform(&mut self, state: &mut State, action: &Action) {
        match action {
            Action::Assign { place, value } => {
                let value = self.typed(state, *value);
                self.store(state, *place, Some(value));
            }
            Action::Havoc { place } => self.store(state, *place, None),
            Action::Allocate { object, size, place } => {
                let pointer = self.allocate(state, *object, *size);
                self.put(state, *place, pointer);
            }
            Action::Release { pointer } => {
                if let Some(pointer) = self.pointer(state, *pointer) {
                    self.release(state, pointer);
                }
            }
            Action::Copy { to, from, size } => {
                let pointers = self.pointer(state, *to).zip(self.pointer(state, *from));
                if let (Some((to, from)), Some(size)) = (pointers, self.bits(state, *size)) {
                    self.copy(state, to, from, size);
                }
            }
            Action::Fill { to, byte, size } => {
                let numbers = self.bits(state, *byte).zip(self.bits(state, *size));
                if let (Some(to), Some((byte, size))) = (self.pointer(state, *to), numbers) {
                    self.fill(state, to, byte, size);
                }
            }
            Action::Call { .. }
            | Action::Return { .. }
            | Action::Send { .. }
            | Action::Receive { .. }
            | Action::Spawn { .. }
            | Action::Exit
            | Action::SetPriority { .. }
            | Action::Print { .. } => {}
        }
    }

    /// The value of an expression, with its type.
    pub(crate) fn typed(&mut self, state: &mut State, expr: ExprId) -> Typed {
        (self.value(state, expr), self.program.ty_of(expr))
    }

    /// Stores a value, wrapped to the type of the place, or anything.
    pub(crate) fn store(&mut self, state: &mut State, place: PlaceId, value: Option<Typed>) {
        let program = self.program;
        let Some(ty) = program.ty_of_place(place).map(|it| program.tys[it]) else { return };
        let value = match value {
            None => self.fresh(ty),
            Some(value) => self.wrapped(value, ty),
        };
        self.put(state, place, value);
    }

    /// A value, wrapped to a type.
    pub(crate) fn wrapped(&mut self, (value, from): Typed, ty: Ty) -> Value {
        let program = self.program;
        let from = from.and_then(|it| plain(program, it));
        match (value, from.zip(plain(program, ty))) {
            (Value::Bits(bits), Some((from, to))) => Value::Bits(self.resized(bits, from, to)),
            (value, _) => value,
        }
    }

    /// Stores a value of the place's type. Elements of variables are not followed.
    fn put(&mut self, state: &mut State, place: PlaceId, value: Value) {
        match self.program.places[place] {
            Place::Var(var) => {
                state.vars.insert(var, value);
                state.memo.clear();
            }
            Place::Deref { pointer, ty } => {
                let ty = self.program.tys[ty];
                if let Some(pointer) = self.pointer(state, pointer) {
                    self.write(state, pointer, ty, value);
                }
            }
            Place::Index(..) | Place::Field(..) | Place::Remote { .. } => {
                self.is_coarse = true;
                state.memo.clear();
            }
        }
    }

    /// Variables come alive: all are 0, then they get their first values.
    pub(crate) fn enliven(&mut self, state: &mut State, vars: &[VarId]) {
        for &var in vars {
            let ty = self.program.tys[self.program.vars[var].ty];
            if self.program.shape_of_ty(ty).is_some() {
                let zero = self.zero(ty);
                state.vars.insert(var, zero);
            }
        }
        state.memo.clear();
        for initialiser in vars.iter().flat_map(|it| &self.program.vars[*it].init) {
            let value = match initialiser.value {
                Initially::Value(expr) => Some(self.typed(state, expr)),
                Initially::Channel(_) => None,
            };
            self.store(state, initialiser.place, value);
        }
    }

    /// The state in which a function begins.
    pub(crate) fn entering(&mut self, state: &State, function: ProcId, args: &[Typed]) -> State {
        let program = self.program;
        let is_global = |it: &VarId| program.vars[*it].scope == Scope::Global;
        let globals = state.vars.iter().filter(|it| is_global(it.0));
        let mut inside = State {
            vars: globals.map(|(var, it)| (*var, *it)).collect(),
            objects: state.objects.clone(),
            ..State::default()
        };
        let function = &program.procs[function];
        let (params, others) = function.locals.split_at(function.params);
        // Parameters without an argument are 0.
        self.enliven(&mut inside, params);
        for (param, arg) in params.iter().zip(args) {
            let value = self.wrapped(*arg, program.tys[program.vars[*param].ty]);
            inside.vars.insert(*param, value);
        }
        self.enliven(&mut inside, others);
        inside
    }
}
