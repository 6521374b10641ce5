//! Relations between variables of a function, over packs of them.
//!
//! A pack has the integer variables that are compared with or assigned from each other (B. Blanchet et al.: *A static analyzer for large safety-critical software*.
//! PLDI 2003). Relations speak of exact numbers: an expression counts only where the intervals of its parts tell that nothing wraps.

use crate::eval::View;
use crate::layout::Layout;
use crate::relation::{Linear, Relation};
use crate::state::State;
use crate::step::Stepper;
use crate::value::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::lattice::limits;
use tribunal_domains::{Interval, Lattice as _, Number};
use tribunal_engine::{Relation as Fact, Sum};
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, Guard, IntShape, LocId, Place, PlaceId, Scope, Ty, UnOp,
};

/// How deep expressions may be nested.
const DEPTH: u32 = 16;

/// The scalars of each function that are worth relating, most used first, and at most so many.
pub(crate) fn packs(layout: &Layout<'_>, most: usize) -> Vec<Vec<u32>> {
    let program = layout.program;
    let mut uses: Vec<BTreeMap<u32, usize>> = vec![BTreeMap::new(); program.procs.len()];
    if most < 2 {
        return vec![Vec::new(); program.procs.len()];
    }
    for edge in program.edges.values() {
        let own = &mut uses[layout.process(edge.from).index()];
        let mut note = |cells: Vec<u32>| {
            if 1 < cells.len() {
                cells.into_iter().for_each(|it| *own.entry(it).or_default() += 1);
            }
        };
        if let Guard::When(condition) = edge.guard {
            comparisons(layout, condition, DEPTH, &mut note);
        }
        for action in &edge.actions {
            if let Action::Assign { place, value } = action
                && let Some(cell) = local(layout, *place)
            {
                let mut cells = vec![cell];
                mentioned(layout, *value, DEPTH, &mut cells);
                cells.dedup();
                note(cells);
            }
        }
    }
    let pack = |uses: BTreeMap<u32, usize>| {
        let mut cells: Vec<(u32, usize)> = uses.into_iter().collect();
        cells.sort_by_key(|(cell, count)| (std::cmp::Reverse(*count), *cell));
        cells.truncate(most);
        cells.into_iter().map(|it| it.0).collect()
    };
    uses.into_iter().map(pack).collect()
}

/// The scalar of a local integer variable.
fn local(layout: &Layout<'_>, place: PlaceId) -> Option<u32> {
    let Place::Var(var) = layout.program.places[place] else { return None };
    let cell = layout.scalar(var)?;
    let is_local = matches!(layout.program.vars[var].scope, Scope::Local(_));
    (is_local && integer(layout.cell_ty(cell)).is_some()).then_some(cell)
}

/// The shape of an integer type whose numbers are kept as they are meant.
fn integer(ty: Ty) -> Option<IntShape> {
    match ty {
        Ty::Int(shape) if shape.bits <= 64 => Some(shape),
        _ => None,
    }
}

/// The variables in a sum.
fn mentioned(layout: &Layout<'_>, expr: ExprId, depth: u32, found: &mut Vec<u32>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match layout.program.exprs[expr] {
        Expr::Load(place) => found.extend(local(layout, place)),
        Expr::Cast { arg, .. } | Expr::Unary(UnOp::Neg, arg) => {
            mentioned(layout, arg, depth, found)
        }
        Expr::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => {
            mentioned(layout, a, depth, found);
            mentioned(layout, b, depth, found);
        }
        _ => {}
    }
}

/// The condition that a number is made of, which is 0 where it does not hold.
fn truth(layout: &Layout<'_>, expr: ExprId, depth: u32) -> Option<ExprId> {
    let depth = depth.checked_sub(1)?;
    match (layout.ty(expr), &layout.program.exprs[expr]) {
        (Ty::Bool, _) => Some(expr),
        (Ty::Int(shape), Expr::Cast { arg, .. }) if 1 < shape.bits => truth(layout, *arg, depth),
        _ => None,
    }
}

/// The variables in each comparison of a condition.
fn comparisons(layout: &Layout<'_>, expr: ExprId, depth: u32, note: &mut dyn FnMut(Vec<u32>)) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match layout.program.exprs[expr] {
        Expr::Unary(UnOp::Not, arg) | Expr::Cast { arg, .. } => {
            comparisons(layout, arg, depth, note);
        }
        Expr::Binary(BinOp::And | BinOp::Or, a, b) => {
            comparisons(layout, a, depth, note);
            comparisons(layout, b, depth, note);
        }
        Expr::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) => {
            let mut cells = Vec::new();
            mentioned(layout, a, depth, &mut cells);
            mentioned(layout, b, depth, &mut cells);
            note(cells);
        }
        _ => {}
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

/// What intervals know of the variables of a pack.
fn bounds(layout: &Layout<'_>, state: &State, pack: &[u32]) -> Vec<Linear> {
    let mut found = Vec::new();
    for (at, cell) in pack.iter().enumerate() {
        let (lo, hi) =
            match (state.locals.get(*cell).map(|it| &**it), integer(layout.cell_ty(*cell))) {
                (Some(Value::Number(number)), _) => (number.hull().lo, number.hull().hi),
                (_, Some(shape)) => limits(shape),
                _ => continue,
            };
        let variable = Linear::of(at);
        found.extend(variable.minus(&Linear::constant(hi)));
        found.extend(Linear::constant(lo).minus(&variable));
    }
    found
}

/// What intervals alone know of the pack of a function, of which one of two states has variables, for what is known of sums in another state: what is not known of
/// a variable there need not be known here.
pub(crate) fn lifted(
    layout: &Layout<'_>,
    state: &State,
    other: &State,
    known: &Relation,
) -> Option<Relation> {
    let mut cell = None;
    for map in [&state.locals, &other.locals] {
        let mut note = |at: u32, _: &Rc<Value>| {
            cell = cell.or_else(|| layout.related(at).map(|_| at));
        };
        map.for_each(&mut note);
    }
    let pack = layout.pack_of(cell?);
    let mut bounds = bounds(layout, state, pack);
    bounds.retain(|it| it.terms.iter().all(|it| known.mentions(it.0)));
    Relation::top(layout.domain, pack.len()).with_all(&bounds)
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
        self::mentioned(layout, a, DEPTH, &mut cells);
        self::mentioned(layout, b, DEPTH, &mut cells);
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
