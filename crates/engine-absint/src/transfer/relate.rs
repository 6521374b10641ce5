//! Relations between variables of a function, over packs of them.
//!
//! Relations speak of exact numbers: an expression counts only where the intervals of its parts tell that nothing wraps.

use crate::state::State;
use crate::state::bounds::bounds;
use crate::state::layout::Layout;
use crate::state::packs::{DEPTH, integer, local, mentioned};
use crate::state::relation::{Linear, Relation};
use crate::state::value::Value;
use crate::transfer::eval::View;
use crate::transfer::step::Stepper;
use std::rc::Rc;
use tribunal_base::Kleene;
use tribunal_domains::lattice::limits;
use tribunal_domains::{Interval, Lattice as _, Number};
use tribunal_engine::{Relation as Fact, Sum};
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, LocId, PlaceId, Ty, UnOp};

/// The condition that a number is made of, which is 0 where it does not hold.
fn truth(layout: &Layout<'_>, expr: ExprId, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    match (layout.ty(expr), &layout.program.exprs[expr]) {
        (Ty::Bool, _) => Some(expr),
        (Ty::Int(shape), Expr::Cast { arg, .. }) if 1 < shape.bits => truth(layout, *arg, depth),
        _ => None,
    }
}

fn is_within(range: Interval, shape: IntShape) -> bool {
    let (lo, hi) = limits(shape);
    lo <= range.lo && range.hi <= hi
}

/// An expression as a sum of variables, if it is exactly that.
fn linear(view: View<'_>, expr: ExprId, depth: u32) -> Option<Linear> {
    let depth = depth.checked_sub(1)?;
    let layout = view.layout;
    let shape = integer(layout.ty(expr))?;
    let range = |expr: ExprId| view.number(expr).hull();
    let constant = |it: ExprId| view.number(it).single().map(Linear::constant);
    let found = match layout.program.exprs[expr] {
        Expr::Load(place) => {
            let at = local(layout, place).and_then(|it| layout.related(it));
            at.map(Linear::of)
        }
        Expr::Cast { arg, .. } => integer(layout.ty(arg))
            .filter(|_| is_within(range(arg), shape))
            .and_then(|_| linear(view, arg, depth)),
        Expr::Unary(UnOp::Neg, arg) => {
            let it = range(arg);
            let negative = Interval::new(it.hi.checked_neg()?, it.lo.checked_neg()?)?;
            linear(view, arg, depth).filter(|_| is_within(negative, shape))?.times(-1)
        }
        Expr::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
            let (x, y) = (range(a), range(b));
            let (lo, hi) = match op {
                BinOp::Add => (x.lo.checked_add(y.lo)?, x.hi.checked_add(y.hi)?),
                _ => (x.lo.checked_sub(y.hi)?, x.hi.checked_sub(y.lo)?),
            };
            let (p, q) = (linear(view, a, depth), linear(view, b, depth));
            let (p, q) = p.zip(q).filter(|_| is_within(Interval { lo, hi }, shape))?;
            match op {
                BinOp::Add => p.plus(&q),
                _ => p.minus(&q),
            }
        }
        Expr::Binary(BinOp::Mul, a, b) => {
            let (factor, other) = match (range(a).single(), range(b).single()) {
                (Some(factor), _) => (factor, b),
                (None, Some(factor)) => (factor, a),
                (None, None) => return None,
            };
            let it = range(other);
            let (p, q) = (it.lo.checked_mul(factor)?, it.hi.checked_mul(factor)?);
            let product = Interval { lo: p.min(q), hi: p.max(q) };
            linear(view, other, depth).filter(|_| is_within(product, shape))?.times(factor)
        }
        _ => None,
    };
    found.or_else(|| constant(expr))
}

/// `a ≤ b - less`, as a sum that is not above zero.
fn at_most(a: &Linear, b: &Linear, less: i128) -> Option<Linear> {
    a.minus(b)?.plus(&Linear::constant(less))
}

impl Stepper<'_, '_> {
    /// What is known of sums once a value is assigned; `None` if nothing is but what is forgotten.
    pub(crate) fn related_after(
        &self,
        state: &State,
        place: PlaceId,
        value: ExprId,
    ) -> Option<Rc<Relation>> {
        let layout = self.layout;
        let cell = local(layout, place)?;
        let at = layout.related(cell)?;
        let shape = integer(layout.cell_ty(cell))?;
        let view = self.view(state);
        let sum = linear(view, value, DEPTH)?;
        if !is_within(view.number(value).hull(), shape)
            || (sum.terms.is_empty() && state.relation.is_none())
        {
            return None;
        }
        let pack = layout.pack_of(cell);
        let top = || Relation::top(layout.domain, pack.len());
        let before = state.relation.as_ref().map_or_else(top, |it| (**it).clone());
        let before = before.with_all(&bounds(layout, state, pack))?;
        before.assign(at, &sum).map(Rc::new)
    }

    /// The states in which relations between variables allow that a condition is what it is said to be; `None` if there are none.
    pub(crate) fn relate(&self, state: State, condition: ExprId, holds: bool) -> Option<State> {
        self.relate_within(state, condition, holds, DEPTH)
    }

    fn relate_within(
        &self,
        state: State,
        condition: ExprId,
        holds: bool,
        depth: u32,
    ) -> Option<State> {
        let Some(depth) = depth.checked_sub(1) else { return Some(state) };
        match self.layout.program.exprs[condition] {
            Expr::Unary(UnOp::Not, arg) => self.relate_within(state, arg, !holds, depth),
            Expr::Cast { arg, .. } => match truth(self.layout, arg, depth) {
                Some(arg) => self.relate_within(state, arg, holds, depth),
                None => Some(state),
            },
            Expr::Binary(op @ (BinOp::And | BinOp::Or), a, b)
                if self.layout.ty(a) == Ty::Bool && (op == BinOp::And) == holds =>
            {
                let state = self.relate_within(state, a, holds, depth)?;
                self.relate_within(state, b, holds, depth)
            }
            Expr::Binary(BinOp::And | BinOp::Or, a, b) if self.layout.ty(a) == Ty::Bool => {
                // One of the two is as it is said to be.
                let can = |it: ExprId| self.view(&state).kleene(it) != Kleene::from(!holds);
                match (can(a), can(b)) {
                    (false, false) => None,
                    (false, true) => self.relate_within(state, b, holds, depth),
                    (true, false) => self.relate_within(state, a, holds, depth),
                    (true, true) => {
                        let left = self.relate_within(state.clone(), a, holds, depth);
                        let right = self.relate_within(state.clone(), b, holds, depth);
                        match (left, right) {
                            (None, None) => None,
                            (Some(one), None) | (None, Some(one)) => Some(one),
                            (Some(_), Some(_)) => Some(state),
                        }
                    }
                }
            }
            Expr::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) => {
                self.compare(state, op, (a, b), holds)
            }
            _ => Some(state),
        }
    }

    fn compare(
        &self,
        mut state: State,
        op: BinOp,
        (a, b): (ExprId, ExprId),
        holds: bool,
    ) -> Option<State> {
        let layout = self.layout;
        let view = self.view(&state);
        let Some((x, y)) = linear(view, a, DEPTH).zip(linear(view, b, DEPTH)) else {
            return Some(state);
        };
        let mut cells = Vec::new();
        mentioned(layout, a, DEPTH, &mut cells);
        mentioned(layout, b, DEPTH, &mut cells);
        let cell = cells.into_iter().find(|it| layout.related(*it).is_some());
        let is_constant = x.terms.is_empty() && y.terms.is_empty();
        let Some(cell) = cell.filter(|_| !is_constant) else { return Some(state) };
        let pack = layout.pack_of(cell);
        let (below, above) = (at_most(&x, &y, 0), at_most(&y, &x, 0));
        let (strictly_below, strictly_above) = (at_most(&x, &y, 1), at_most(&y, &x, 1));
        let new: Vec<Option<Linear>> = match (op, holds) {
            (BinOp::Lt, true) => vec![strictly_below],
            (BinOp::Lt, false) => vec![above],
            (BinOp::Le, true) => vec![below],
            (BinOp::Le, false) => vec![strictly_above],
            (BinOp::Eq, true) | (BinOp::Ne, false) => vec![below, above],
            // They differ: one of them is less.
            _ => vec![],
        };
        let top = || Relation::top(layout.domain, pack.len());
        let known = state.relation.as_ref().map_or_else(top, |it| (**it).clone());
        let mut all = bounds(layout, &state, pack);
        all.extend(new.iter().flatten().cloned());
        let mut relation = known.with_all(&all)?;
        if new.is_empty()
            && let Some(either) = at_most(&x, &y, 1).zip(at_most(&y, &x, 1))
        {
            relation = relation.with_either(either)?;
        }
        for (cell, (lo, hi)) in pack.iter().zip(relation.ranges()) {
            let (Some(lo), Some(hi)) = (lo, hi) else { continue };
            if let Some(Value::Number(number)) = state.locals.get(*cell).map(|it| &**it) {
                let hull = number.hull();
                if hull.lo < lo || hi < hull.hi {
                    let smaller = number.meet(&Number::range(lo, hi)?)?;
                    state.locals.insert(*cell, Rc::new(Value::Number(smaller)));
                }
            }
        }
        state.relation = Some(Rc::new(relation));
        Some(state)
    }
}

/// What is known of sums of variables at a location.
pub(crate) fn relations(layout: &Layout<'_>, location: LocId, state: &State) -> Vec<Fact> {
    let Some(relation) = &state.relation else { return Vec::new() };
    let pack = layout.pack(layout.process(location));
    let fact = |sum: Linear| {
        let term = |(variable, factor): (usize, i128)| (factor, layout.owner(pack[variable]));
        let mut terms: Vec<_> = sum.terms.into_iter().map(term).collect();
        terms.sort_by_key(|it| it.1);
        Fact::AtMostZero(Sum { terms, constant: sum.constant })
    };
    relation.sums().into_iter().map(fact).collect()
}
