//! What each action does to a symbolic state.

use crate::execute::expr::term;
use crate::machine::{Choice, Chosen, Machine, Unmodelled};
use crate::state::State;
use crate::state::value::Value;
use tribunal_base::Id;
use tribunal_ir::{Action, Content, EdgeId, IntShape, LocId, Origin, PlaceId, Ty};
use tribunal_solver::Sort;

/// What follows an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next action, or the target of the edge.
    Target,
    /// The entry of a function that was called.
    Call,
    /// Where a function that was called has returned to.
    Return(LocId),
    /// Nothing: the process has ended.
    End,
}

impl Machine<'_> {
    /// Does the actions of an edge.
    pub(crate) fn perform(&mut self, state: &mut State, id: EdgeId) -> Result<Next, Unmodelled> {
        for action in &self.program.edges[id].actions {
            match self.act(state, id, action)? {
                Next::Target => {}
                other => return Ok(other),
            }
        }
        Ok(Next::Target)
    }

    /// Does one action of an edge.
    pub(crate) fn act(
        &mut self,
        state: &mut State,
        id: EdgeId,
        action: &Action,
    ) -> Result<Next, Unmodelled> {
        match action {
            Action::Assign { place, value } => {
                let from = self.ty_of(*value);
                let value = self.evaluate(state, *value)?;
                self.set(state, *place, from, value)?;
            }
            Action::Havoc { place } => {
                let ty = self.ty_of_place(*place);
                let value = self.havoc(state, *place, ty);
                self.set(state, *place, ty, value)?;
            }
            Action::Allocate { object, size, place } => {
                let size = term(self.evaluate(state, *size)?);
                let size = self.size(size);
                let number = self.bring_to_life(state, *object, size);
                if self.program.objects[*object].content == Content::Arbitrary {
                    let when = self.guards.all(state.guard);
                    let what = Chosen::Bytes(number);
                    self.choices.push(Choice { when, what, place: None });
                }
                let pointer = self.start_of(number);
                self.set(state, *place, Ty::Pointer, Value::Pointer(pointer))?;
            }
            Action::Release { pointer } => {
                let pointer = self.used(state, *pointer)?;
                self.release(state, pointer);
            }
            Action::Copy { to, from, size } => {
                let (to, from) = (self.used(state, *to)?, self.used(state, *from)?);
                let size = term(self.evaluate(state, *size)?);
                self.copy(state, to, from, size)?;
            }
            Action::Fill { to, byte, size } => {
                let to = self.used(state, *to)?;
                let byte = term(self.evaluate(state, *byte)?);
                let size = term(self.evaluate(state, *size)?);
                self.fill(state, to, byte, size)?;
            }
            Action::Call { process, args, result } => {
                let mut values = Vec::with_capacity(args.len());
                for &arg in args {
                    values.push((self.ty_of(arg), self.evaluate(state, arg)?));
                }
                state.key.push(u32::try_from(id.index()).unwrap_or(u32::MAX));
                let target = self.program.edges[id].to;
                self.enter(state, *process, values, Some((target, *result)))?;
                return Ok(Next::Call);
            }
            Action::Return { value } => {
                let Some((target, result)) = state.top().back else { return Ok(Next::Target) };
                let value = match value {
                    Some(it) => Some((self.ty_of(*it), self.evaluate(state, *it)?)),
                    None => None,
                };
                if let Some(frame) = state.frames.pop() {
                    for entry in &frame.loops {
                        entry.left.set(Some(state.key[entry.at]));
                    }
                    state.key.truncate(frame.start - 1);
                }
                self.returned = value;
                if let (Some(place), Some((from, value))) = (result, value) {
                    self.set(state, place, from, value)?;
                }
                return Ok(Next::Return(target));
            }
            Action::Exit => return Ok(Next::End),
            Action::Print { .. } => {}
            Action::Send { .. } | Action::Receive { .. } => return Err(Unmodelled("a channel")),
            Action::Spawn { process, args, result, priority: _ } => {
                let mut values = Vec::with_capacity(args.len());
                for &arg in args {
                    values.push((self.ty_of(arg), self.evaluate(state, arg)?));
                }
                let index = state.threads.len();
                self.spawn(state, *process, values)?;
                if let Some(place) = result {
                    let ty = Ty::Int(IntShape::I32);
                    let index = self.number(index as i128, ty);
                    self.set(state, *place, ty, index)?;
                }
            }
            Action::SetPriority { .. } => return Err(Unmodelled("priorities")),
        }
        Ok(Next::Target)
    }

    /// What an arbitrary value is called, if anybody cares.
    fn name(&self, place: PlaceId) -> String {
        if self.names.is_empty() {
            return "any".to_owned();
        }
        match self.program.origin(place) {
            Origin::Input { name, .. } => {
                self.names.get(name).cloned().unwrap_or_else(|| format!("{name}()"))
            }
            Origin::Uninitialised { name, .. } => format!("uninitialised {name}"),
            Origin::Nameless => "any".to_owned(),
        }
    }

    /// Any value of a type.
    fn havoc(&mut self, state: &State, place: PlaceId, ty: Ty) -> Value {
        let when = self.guards.all(state.guard);
        let name = self.name(place);
        let shape = self.program.shape_of_ty(ty).unwrap_or(IntShape::BOOL);
        let (value, chosen) = match ty {
            Ty::Bool => {
                let truth = self.terms.fresh(&name, Sort::Bool);
                (Value::Term(truth), truth)
            }
            Ty::Pointer => {
                let number = self.terms.fresh(&name, Sort::BitVec(64));
                let is_object = self.terms.fresh("object", Sort::Bool);
                (Value::Pointer(self.bare(number, is_object)), number)
            }
            _ => {
                let number = self.terms.fresh(&name, Sort::BitVec(shape.bits.into()));
                (Value::Term(number), number)
            }
        };
        let what = Chosen::Value(chosen, shape);
        self.choices.push(Choice { when, what, place: Some(place) });
        value
    }
}
