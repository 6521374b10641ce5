//! What is known besides once a condition is known to hold, or not to hold: in variables, and in memory where it is certain which scalar was asked for.

use crate::state::State;
use crate::state::layout::Layout;
use crate::state::memo::Memo;
use crate::state::object::width;
use crate::state::value::Value;
use crate::transfer::eval::View;
use std::rc::Rc;
use tribunal_base::Kleene;
use tribunal_domains::pointer::{Pointers, Target};
use tribunal_domains::{Lattice as _, Map, Number, Numeric as _};
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Place, PlaceId, PointerQuery, Ty, UnOp};

/// How deep conditions may be nested before they are only evaluated.
const DEPTH: u32 = 64;

/// Refines states.
#[derive(Clone, Copy)]
pub(crate) struct Refiner<'a> {
    pub(crate) layout: &'a Layout<'a>,
    pub(crate) shared: Option<&'a Map<Value>>,
    pub(crate) memo: &'a Memo,
}

impl<'a> Refiner<'a> {
    fn view<'s>(self, state: &'s State) -> View<'s>
    where
        'a: 's,
    {
        View { layout: self.layout, state, shared: self.shared, memo: Some(self.memo.page(state)) }
    }

    /// The states where a condition is what it is said to be; `None` if there are none.
    pub(crate) fn assume(self, state: &State, condition: ExprId, holds: bool) -> Option<State> {
        match self.view(state).kleene(condition) {
            Kleene::Maybe => self.assume_within(state, condition, holds, DEPTH),
            known => (known == Kleene::from(holds)).then(|| state.clone()),
        }
    }

    fn assume_within(
        self,
        state: &State,
        condition: ExprId,
        holds: bool,
        depth: u32,
    ) -> Option<State> {
        let wanted = Kleene::from(holds);
        let Some(depth) = depth.checked_sub(1) else { return Some(state.clone()) };
        let again =
            |state: &State, expr: ExprId, holds| self.assume_within(state, expr, holds, depth);
        match self.layout.program.exprs[condition] {
            Expr::Unary(UnOp::Not, arg) => again(state, arg, !holds),
            Expr::Binary(op @ (BinOp::And | BinOp::Or), a, b) if self.layout.ty(a) == Ty::Bool => {
                // Both are what they have to be, or the first is not, or it is and the second is not.
                if (op == BinOp::And) == holds {
                    return again(&again(state, a, holds)?, b, holds);
                }
                let first = again(state, a, holds);
                let second = again(state, a, !holds).and_then(|it| again(&it, b, holds));
                self.either(first, second)
            }
            Expr::Ite(choice, a, b) => {
                let first = again(state, choice, true).and_then(|it| again(&it, a, holds));
                let second = again(state, choice, false).and_then(|it| again(&it, b, holds));
                self.either(first, second)
            }
            Expr::Binary(op, a, b) if self.layout.ty(a) == Ty::Pointer => {
                self.assume_pointers(state, op, a, b, holds)
            }
            Expr::Cast { arg, .. } if self.layout.ty(arg) == Ty::Pointer => {
                let pointers = self.view(state).pointers(arg);
                let kept = if holds { pointers.without_null() } else { pointers.only_null() };
                self.narrow(state, arg, &Value::Pointer(kept?))
            }
            Expr::Pointer(query, pointer) => self.assume_query(state, query, pointer, holds),
            _ => {
                let known = self.view(state).kleene(condition);
                if known != Kleene::Maybe {
                    return (known == wanted).then(|| state.clone());
                }
                self.narrow(state, condition, &Value::Number(Number::truth(wanted)))
            }
        }
    }

    fn either(self, first: Option<State>, second: Option<State>) -> Option<State> {
        match (first, second) {
            (Some(a), Some(b)) => Some(a.join(self.layout, &b)),
            (a, b) => a.or(b),
        }
    }

    fn assume_pointers(
        self,
        state: &State,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        holds: bool,
    ) -> Option<State> {
        let view = self.view(state);
        let (p, q) = (view.pointers(a), view.pointers(b));
        let known = view.compare(op, &p, &q);
        if known != Kleene::Maybe {
            return (known == Kleene::from(holds)).then(|| state.clone());
        }
        match (op, holds) {
            (BinOp::Eq, true) | (BinOp::Ne, false) => {
                let both = Value::Pointer(p.meet(&q)?);
                self.narrow(&self.narrow(state, a, &both)?, b, &both)
            }
            (BinOp::Eq, false) | (BinOp::Ne, true) => {
                let without = |state: &State, expr: ExprId, these: &Pointers, others: &Pointers| {
                    match *others == Pointers::null() {
                        true => self.narrow(state, expr, &Value::Pointer(these.without_null()?)),
                        false => Some(state.clone()),
                    }
                };
                without(&without(state, a, &p, &q)?, b, &q, &p)
            }
            _ => Some(state.clone()),
        }
    }

    fn assume_query(
        self,
        state: &State,
        query: PointerQuery,
        pointer: ExprId,
        holds: bool,
    ) -> Option<State> {
        let view = self.view(state);
        let pointers = view.pointers(pointer);
        let kept = pointers.keep(|target, offset| {
            let one = Pointers::To(vec![(target, offset.clone())]);
            let answer = view.ask(query, &one).kleene();
            (answer != Kleene::from(!holds)).then(|| offset.clone())
        })?;
        let mut state = self.narrow(state, pointer, &Value::Pointer(kept.clone()))?;
        // A single object is alive, or is not, from now on.
        if query == PointerQuery::IsAlive
            && let Some((Target::Object(key), _)) = kept.only()
            && key.is_single()
            && self.shared.is_none()
        {
            state.change(*key, |it| it.alive = Kleene::from(holds));
        }
        Some(state)
    }

    /// Whether an expression is made of conditions, for which [`Refiner::assume`] knows more.
    fn is_logical(self, expr: ExprId) -> bool {
        match self.layout.program.exprs[expr] {
            Expr::Unary(UnOp::Not, _) | Expr::Ite(..) | Expr::Pointer(..) => {
                self.layout.ty(expr) == Ty::Bool
            }
            Expr::Binary(BinOp::And | BinOp::Or, a, _) => self.layout.ty(a) == Ty::Bool,
            Expr::Binary(_, a, _) | Expr::Cast { arg: a, .. } => {
                self.layout.ty(expr) == Ty::Bool && self.layout.ty(a) == Ty::Pointer
            }
            _ => false,
        }
    }

    /// The states where the value of an expression is among some values.
    fn narrow(self, state: &State, expr: ExprId, to: &Value) -> Option<State> {
        let view = self.view(state);
        let same = || Some(state.clone());
        if let Some(holds) = to.number().and_then(Number::single).filter(|_| self.is_logical(expr))
        {
            return self.assume(state, expr, holds != 0);
        }
        match (&self.layout.program.exprs[expr], to) {
            (Expr::Const { value, .. }, Value::Number(to)) => {
                to.contains(*value).then(|| state.clone())
            }
            (Expr::Load(place), _) => self.narrow_place(state, *place, to),
            (Expr::Unary(op, arg), Value::Number(to)) => match self.layout.ty(*arg) {
                Ty::Float(_) | Ty::Pointer => same(),
                _ => {
                    let shape = self.layout.shape(*arg);
                    let arg_value = Number::unary_operand(*op, shape, &view.number(*arg), to)?;
                    self.narrow(state, *arg, &Value::Number(arg_value))
                }
            },
            (Expr::Binary(op, a, b), Value::Number(to)) => match self.layout.ty(*a) {
                Ty::Float(shape) => {
                    let holds = to.single().filter(|_| op.is_comparison());
                    let Some(holds) = holds else { return same() };
                    let operands = (&view.number(*a), &view.number(*b));
                    let (x, y) = crate::transfer::float::refine(*op, shape, holds != 0, operands)?;
                    let state = self.narrow(state, *a, &Value::Number(x))?;
                    self.narrow(&state, *b, &Value::Number(y))
                }
                Ty::Pointer => same(),
                _ => {
                    let shape = self.layout.shape(*a);
                    let operands = (&view.number(*a), &view.number(*b));
                    let (x, y) = Number::binary_operands(*op, shape, operands, to)?;
                    let state = self.narrow(state, *a, &Value::Number(x))?;
                    self.narrow(&state, *b, &Value::Number(y))
                }
            },
            (Expr::Cast { to: ty, arg }, Value::Number(to)) => {
                let (from, target) = (self.layout.ty(*arg), self.layout.program.tys[*ty]);
                let number = view.number(*arg);
                let operand = match (from, target) {
                    (Ty::Float(_) | Ty::Pointer, _) | (_, Ty::Float(_) | Ty::Pointer) => {
                        return same();
                    }
                    (_, Ty::Bool) => match to.kleene() {
                        Kleene::True => number.without(0)?,
                        Kleene::False => number.meet(&Number::constant(0))?,
                        Kleene::Maybe => return same(),
                    },
                    _ => number.wrap_operand(self.layout.program.shape_of_ty(target)?, to)?,
                };
                self.narrow(state, *arg, &Value::Number(operand))
            }
            (Expr::Cast { arg, .. }, Value::Pointer(_)) if self.layout.ty(*arg) == Ty::Pointer => {
                self.narrow(state, *arg, to)
            }
            (Expr::Advance { pointer, by }, Value::Pointer(to)) => {
                self.narrow_advance(state, *pointer, *by, to)
            }
            (Expr::Pointer(PointerQuery::Offset, pointer), Value::Number(to)) => {
                let kept = view.pointers(*pointer).keep(|_, offset| offset.meet(to))?;
                self.narrow(state, *pointer, &Value::Pointer(kept))
            }
            _ => same(),
        }
    }

    /// The same for a pointer that is moved.
    fn narrow_advance(
        self,
        state: &State,
        pointer: ExprId,
        by: ExprId,
        to: &Pointers,
    ) -> Option<State> {
        let view = self.view(state);
        let (base, distance) = (view.pointers(pointer), view.number(by));
        let Some(targets) = to.targets() else { return Some(state.clone()) };
        let difference = |a: &Number, b: &Number| Number::binary(BinOp::Sub, IntShape::I64, a, b);
        let kept = base.keep(|target, offset| {
            let (_, moved) = targets.iter().find(|it| it.0 == target)?;
            offset.meet(&difference(moved, &distance))
        })?;
        let state = self.narrow(state, pointer, &Value::Pointer(kept.clone()))?;
        // The distance leads from one of the offsets before to one of those after.
        let Some(starts) = kept.targets() else { return Some(state) };
        let distances = starts.iter().filter_map(|(target, offset)| {
            let (_, moved) = targets.iter().find(|it| it.0 == *target)?;
            Some(difference(moved, offset))
        });
        let possible = distances.reduce(|a, b| a.join(&b))?;
        self.narrow(&state, by, &Value::Number(distance.meet(&possible)?))
    }

    fn narrow_place(self, state: &State, place: PlaceId, to: &Value) -> Option<State> {
        let view = self.view(state);
        let program = self.layout.program;
        let mut changed = state.clone();
        if let Place::Deref { pointer, ty } = program.places[place] {
            let pointers = view.pointers(pointer);
            let ty = program.tys[ty];
            let value = view.load(place).meet(to)?;
            if self.shared.is_none()
                && let Some((Target::Object(key), offset)) = pointers.only()
                && let Some(at) = offset.single().and_then(|it| u64::try_from(it).ok())
                && key.is_single()
                && let Some(object) = state.object(*key)
                && (object.alive & object.has(offset, width(program, ty))) == Kleene::True
            {
                changed.change(*key, |it| it.store(program, at, ty, value));
            } else if self.shared.is_none() && value != view.load(place) {
                changed.note(self.layout, place, value);
            }
            return Some(changed);
        }
        let value = view.load(place).meet(to)?;
        if let Some(spots) = view.spots(place).filter(|it| it.is_exact && !it.may_miss)
            && let [cell] = spots.cells[..]
        {
            let map = if self.layout.is_global(cell) {
                &mut changed.globals
            } else {
                &mut changed.locals
            };
            map.insert(cell, Rc::new(value));
        }
        Some(changed)
    }
}
