//! What actions do to abstract states.

use crate::settings::Transformer;
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::memo::Memo;
use crate::state::object::{Object, size_of, width};
use crate::state::shared::Shared;
use crate::state::value::Value;
use crate::transfer::best::program as best;
use crate::transfer::eval::View;
use crate::transfer::refine::Refiner;
use std::rc::Rc;
use tribunal_base::Kleene;
use tribunal_domains::pointer::{Key, Pointers, Target};
use tribunal_domains::{Lattice as _, Number, Numeric as _};
use tribunal_ir::{
    Action, BinOp, Content, EdgeId, Expr, ExprId, Guard, ObjectId, Pattern, Place, PlaceId,
    Storage, Ty,
};

/// Changes states.
pub(crate) struct Stepper<'a, 's> {
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) shared: Option<&'s mut Shared>,
}

impl<'a> Stepper<'a, '_> {
    pub(crate) fn view<'v>(&'v self, state: &'v State) -> View<'v> {
        View {
            layout: self.layout,
            state,
            shared: self.shared.as_ref().map(|it| &it.cells),
            memo: None,
        }
    }

    fn refiner<'r>(&'r self, memo: &'r Memo) -> Refiner<'r> {
        Refiner { layout: self.layout, shared: self.shared.as_ref().map(|it| &it.cells), memo }
    }

    /// The states in which an edge may be taken, as far as its guard tells; `None` if there are none.
    pub(crate) fn enabled(&self, state: &State, edge: EdgeId) -> Option<State> {
        let program = self.layout.program;
        let memo = Memo::default();
        let refiner = self.refiner(&memo);
        let from = program.edges[edge].from;
        match program.edges[edge].guard {
            Guard::When(condition) => {
                let once = refiner.assume(state, condition, true)?;
                let once = self.assumed(self.relate(once, condition, true)?, condition)?;
                // What the last part of a conjunction tells may tell more about the first.
                match program.exprs[condition] {
                    Expr::Binary(BinOp::And, ..) => refiner.assume(&once, condition, true),
                    _ => Some(once),
                }
            }
            // At a rendezvous, the other edges that receive are all that counts.
            Guard::Else if program.edges[edge].receives().is_some() => Some(state.clone()),
            Guard::Else => {
                // None of those before can be taken; one that may block tells nothing.
                let before = program.locs[from].out.iter().take_while(|it| **it != edge);
                let mut state = state.clone();
                for earlier in before.map(|it| &program.edges[*it]) {
                    if may_block(earlier.actions.first()) {
                        continue;
                    }
                    match earlier.guard {
                        Guard::When(condition) => {
                            state = refiner.assume(&state, condition, false)?;
                            state = self.relate(state, condition, false)?;
                        }
                        Guard::Else => return None,
                    }
                }
                Some(state)
            }
        }
    }

    /// What is assigned.
    fn assigned(&self, state: &State, value: ExprId) -> Value {
        let view = self.view(state);
        let best = match self.layout.transformer {
            Transformer::Usual => None,
            Transformer::Best => best::value(view, value).map(Value::Number),
        };
        best.unwrap_or_else(|| view.value(value))
    }

    /// What is known where a condition holds, of what is known already because of it.
    fn assumed(&self, state: State, condition: ExprId) -> Option<State> {
        match self.layout.transformer {
            Transformer::Usual => Some(state),
            Transformer::Best => best::assume(self.view(&state), condition),
        }
    }

    /// A value as a type keeps it.
    pub(crate) fn wrapped(&self, value: Value, ty: Ty) -> Value {
        match (&value, ty, self.layout.program.shape_of_ty(ty)) {
            (Value::Pointer(_), Ty::Pointer, _) => value,
            (Value::Number(number), _, Some(shape)) if ty != Ty::Pointer => {
                Value::Number(number.wrap(shape))
            }
            _ => Value::top(self.layout.program, ty),
        }
    }

    /// Does an action that is neither a call nor a return.
    pub(crate) fn perform(&mut self, state: &mut State, action: &Action) {
        match action {
            Action::Assign { place, value } => {
                let related = self.related_after(state, *place, *value);
                let value = self.assigned(state, *value);
                self.assign(state, *place, value);
                if let Some(relation) = related {
                    state.relation = Some(relation);
                }
            }
            Action::Havoc { place } => self.havoc(state, *place),
            Action::Allocate { object, size, place } => {
                self.allocate(state, *object, *size, *place)
            }
            Action::Release { pointer } => {
                let pointers = self.view(state).pointers(*pointer);
                self.release(state, &pointers);
            }
            Action::Copy { to, from, size } => self.copy(state, *to, *from, *size),
            Action::Fill { to, byte, size } => self.fill(state, *to, *byte, *size),
            Action::Receive { patterns, .. } => {
                for pattern in patterns {
                    if let Pattern::Store(place) = *pattern {
                        self.havoc(state, place);
                    }
                }
            }
            Action::Spawn { result, .. } => {
                if let Some(place) = *result {
                    self.havoc(state, place);
                }
            }
            Action::Call { .. }
            | Action::Return { .. }
            | Action::Send { .. }
            | Action::Exit
            | Action::SetPriority { .. }
            | Action::Print { .. } => {}
        }
    }

    fn havoc(&mut self, state: &mut State, place: PlaceId) {
        let program = self.layout.program;
        let ty = program.ty_of_place(place).map_or(Ty::Bool, |it| program.tys[it]);
        self.assign(state, place, Value::top(program, ty));
    }

    /// Stores a value at a place.
    pub(crate) fn assign(&mut self, state: &mut State, place: PlaceId, value: Value) {
        let program = self.layout.program;
        if let Place::Deref { pointer, ty } = program.places[place] {
            let ty = program.tys[ty];
            let pointers = self.view(state).pointers(pointer);
            let value = self.wrapped(value, ty);
            return self.write(state, &pointers, ty, &value);
        }
        if let Some(cell) = self.layout.only_cell(place) {
            return self.assign_cell(state, cell, value, Kleene::True);
        }
        let Some(spots) = self.view(state).spots(place) else { return };
        let is_certain = Kleene::from(spots.is_exact && !spots.may_miss);
        for cell in spots.cells {
            self.assign_cell(state, cell, value.clone(), is_certain);
        }
    }

    /// Stores a value in a scalar, for certain or maybe.
    fn assign_cell(&mut self, state: &mut State, cell: u32, value: Value, is_certain: Kleene) {
        let written = self.wrapped(value, self.layout.cell_ty(cell));
        let is_global = self.layout.is_global(cell);
        state.forget_by(self.layout, cell);
        if let (Some(at), Some(relation)) = (self.layout.related(cell), &state.relation) {
            state.relation = Some(Rc::new(relation.forget(at)));
        }
        if let Some(shared) = self.shared.as_mut().filter(|_| is_global) {
            shared.add(self.layout, cell, &written);
        }
        let both = match is_certain {
            Kleene::True => written,
            Kleene::False | Kleene::Maybe => self.view(state).cell(cell).join(&written),
        };
        let map = if is_global { &mut state.globals } else { &mut state.locals };
        // What is there already stays shared.
        if map.get(cell).is_none_or(|it| **it != both) {
            map.insert(cell, Rc::new(both));
        }
    }

    /// The one object and offset that pointers are certain to have, where an access of so many bytes works.
    fn certain(&self, state: &State, pointers: &Pointers, bytes: u64) -> Option<(Key, u64)> {
        let (Target::Object(key), offset) = pointers.only()? else { return None };
        let object = state.object(*key).filter(|_| key.is_single())?;
        let is_there = object.alive & object.has(offset, bytes);
        (is_there == Kleene::True).then_some(())?;
        Some((*key, u64::try_from(offset.single()?).ok()?))
    }

    /// Stores a scalar through pointers: M4.
    fn write(&mut self, state: &mut State, pointers: &Pointers, ty: Ty, value: &Value) {
        let program = self.layout.program;
        if self.shared.is_some() {
            return; // Nothing is known of memory.
        }
        self.forget_written(state, pointers, Some(width(program, ty)));
        if let Some((key, at)) = self.certain(state, pointers, width(program, ty)) {
            return state.change(key, |it| it.store(program, at, ty, value.clone()));
        }
        self.weakly(state, pointers, |object, offset| {
            object.store_weakly(program, offset, ty, value)
        });
    }

    /// Changes every object that pointers may have, with the offsets; nothing is known of any object afterwards if they may have any.
    fn weakly(
        &self,
        state: &mut State,
        pointers: &Pointers,
        change: impl Fn(&mut Object, &Number),
    ) {
        match pointers.targets() {
            Some(targets) => {
                for (target, offset) in targets {
                    if let Target::Object(key) = target {
                        state.change(*key, |it| change(it, offset));
                    }
                }
            }
            None => self.each_object(state, Object::forget),
        }
    }

    fn each_object(&self, state: &mut State, change: impl Fn(&mut Object)) {
        let mut keys = Vec::new();
        state.objects.for_each(&mut |key, _| keys.push(Key(key)));
        keys.into_iter().for_each(|key| state.change(key, &change));
    }

    fn allocate(&mut self, state: &mut State, object: ObjectId, size: ExprId, place: PlaceId) {
        let key = Key::single(object);
        let size = size_of(&self.view(state).number(size));
        if self.shared.is_none() {
            state.forget_memory();
            state.age(self.layout, key);
            let zero = self.layout.program.objects[object].content == Content::Zero;
            state.objects.insert(key.0, Rc::new(Object::new(size, zero)));
            state.allocated.insert(key.0, Rc::new(Kleene::True));
            self.assign(state, place, Value::Pointer(Pointers::to(Target::Object(key))));
        } else {
            self.havoc(state, place);
        }
    }

    fn release(&self, state: &mut State, pointers: &Pointers) {
        if self.shared.is_some() {
            return;
        }
        state.forget_memory();
        let program = self.layout.program;
        let is_static = |key: Key| program.objects[key.declaration()].storage == Storage::Static;
        if let Some((Target::Object(key), _)) = pointers.only()
            && key.is_single()
        {
            if !is_static(*key) {
                state.change(*key, |it| it.alive = Kleene::False);
            }
            return;
        }
        let mut keys = Vec::new();
        match pointers.targets() {
            Some(targets) => keys.extend(targets.iter().filter_map(|it| match it.0 {
                Target::Object(key) => Some(key),
                Target::Nothing | Target::Function(_) => None,
            })),
            None => state.objects.for_each(&mut |key, _| keys.push(Key(key))),
        }
        for key in keys.into_iter().filter(|it| !is_static(*it)) {
            state.change(key, |it| it.alive = it.alive & Kleene::Maybe);
        }
    }

    fn copy(&mut self, state: &mut State, to: ExprId, from: ExprId, size: ExprId) {
        if self.shared.is_some() {
            return;
        }
        let view = self.view(state);
        let (to, from, size) = (view.pointers(to), view.pointers(from), view.number(size));
        let bytes = size.single().map(|it| u64::try_from(it).unwrap_or(0));
        if bytes == Some(0) {
            return;
        }
        self.forget_written(state, &to, bytes);
        if let Some(bytes) = bytes
            && let Some((target, at)) = self.certain(state, &to, bytes)
            && let Some((source, start)) = self.certain(state, &from, bytes)
            && let Some(source) = state.object(source).cloned()
        {
            return state.change(target, |it| it.copy(at, &source, start, bytes));
        }
        self.weakly(state, &to, |it, _| it.forget());
    }

    fn fill(&mut self, state: &mut State, to: ExprId, byte: ExprId, size: ExprId) {
        if self.shared.is_some() {
            return;
        }
        let view = self.view(state);
        let (to, byte, size) = (view.pointers(to), view.number(byte), view.number(size));
        let bytes = size.single().map(|it| u64::try_from(it).unwrap_or(0));
        if bytes == Some(0) {
            return;
        }
        self.forget_written(state, &to, bytes);
        if let Some(bytes) = bytes
            && let Some((target, at)) = self.certain(state, &to, bytes)
        {
            let byte = byte.single().map(|it| it.to_le_bytes()[0]);
            return state.change(target, |it| it.fill(at, at + bytes, byte));
        }
        self.weakly(state, &to, |it, _| it.forget());
    }
}

/// Whether an action may have to wait.
pub(crate) fn may_block(action: Option<&Action>) -> bool {
    matches!(action, Some(Action::Send { .. } | Action::Receive { .. } | Action::Exit))
}
