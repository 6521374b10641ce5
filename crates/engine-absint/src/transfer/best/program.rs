//! Best transformers of whole assignments and conditions, for programs that can wait: each is one formula over what is known of the variables before it.
//!
//! Intervals are too high a domain to be climbed model by model; their ends are found by bisection.

use super::{Unknown, abstracted, applied, at_most, number, within};
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::value::Value;
use crate::transfer::eval::View;
use std::collections::BTreeMap;
use std::rc::Rc;
use tribunal_base::Kleene;
use tribunal_domains::{Bits, Congruence, Interval, Lattice as _, Number, lattice::limits};
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Place, Ty, UnOp};
use tribunal_solver::{Answer, Solver, Sort, TermId, Terms};

use super::Representable as _;

/// How deep expressions may be nested before what is known of their parts is all that counts.
const DEPTH: u32 = 12;

/// Numbers with more bits are left alone.
const BITS: u16 = 64;

/// Up to so many bits remainders are cheap to ask for.
const NARROW: u16 = 16;

/// A formula in the making.
struct Translation<'a> {
    view: View<'a>,
    terms: Terms,
    /// What is known of the parts.
    known: Vec<TermId>,
    /// The variables, by the numbers of `Layout`.
    cells: BTreeMap<u32, (TermId, IntShape)>,
}

/// The shape of an expression that is a plain number.
fn plain(layout: &Layout<'_>, expr: ExprId) -> Option<IntShape> {
    match layout.ty(expr) {
        Ty::Float(_) | Ty::Pointer => None,
        ty => layout.program.shape_of_ty(ty).filter(|it| it.bits <= BITS),
    }
}

impl<'a> Translation<'a> {
    fn new(view: View<'a>) -> Self {
        Self { view, terms: Terms::new(), known: Vec::new(), cells: BTreeMap::new() }
    }

    /// A number of which it is known what it may be.
    fn leaf(&mut self, numbers: &Number, shape: IntShape) -> TermId {
        let it = self.terms.fresh("x", Sort::BitVec(shape.bits.into()));
        let parts: Vec<TermId> = (numbers.intervals().parts().iter())
            .map(|part| part.describes(&mut self.terms, it, shape))
            .collect();
        let within = self.terms.any(parts);
        self.known.push(within);
        let bits = numbers.bits().describes(&mut self.terms, it, shape);
        self.known.push(bits);
        let congruence = numbers.congruence();
        if congruence.modulus() != 1 && shape.bits <= NARROW {
            let congruent = congruence.describes(&mut self.terms, it, shape);
            self.known.push(congruent);
        }
        it
    }

    /// An expression as bits of its shape; `None` if it is not a plain number.
    fn term(&mut self, expr: ExprId, depth: u32) -> Option<TermId> {
        let layout = self.view.layout;
        let shape = plain(layout, expr)?;
        let width = u32::from(shape.bits);
        let found = depth.checked_sub(1).and_then(|depth| match layout.program.exprs[expr] {
            Expr::Const { value, .. } => Some(number(&mut self.terms, value, shape)),
            Expr::Load(place) => match layout.program.places[place] {
                Place::Var(var) => {
                    let cell = layout.scalar(var)?;
                    if let Some((known, _)) = self.cells.get(&cell) {
                        return Some(*known);
                    }
                    let numbers = self.view.number(expr);
                    let it = self.leaf(&numbers, shape);
                    self.cells.insert(cell, (it, shape));
                    Some(it)
                }
                _ => None,
            },
            Expr::Unary(op, arg) => {
                let arg = self.term(arg, depth)?;
                match op {
                    UnOp::Neg => Some(self.terms.neg(arg)),
                    UnOp::BitNot => Some(self.terms.bit_not(arg)),
                    UnOp::Not => {
                        let zero = self.terms.is_zero(arg);
                        Some(self.terms.bool_to_bits(zero, width))
                    }
                    UnOp::Sqrt | UnOp::Round(_) => None,
                }
            }
            Expr::Binary(op, a, b) => {
                let operands = plain(layout, a)?;
                let (x, y) = (self.term(a, depth)?, self.term(b, depth)?);
                if op == BinOp::Ne {
                    let differ = self.terms.ne(x, y);
                    return Some(self.terms.bool_to_bits(differ, width));
                }
                let it = applied(&mut self.terms, op, operands, x, y)?;
                match op.is_comparison() {
                    true => {
                        let holds = self.terms.is_nonzero(it);
                        Some(self.terms.bool_to_bits(holds, width))
                    }
                    false => Some(it),
                }
            }
            Expr::Ite(condition, a, b) => {
                let condition = self.term(condition, depth)?;
                let (a, b) = (self.term(a, depth)?, self.term(b, depth)?);
                let holds = self.terms.is_nonzero(condition);
                Some(self.terms.ite(holds, a, b))
            }
            Expr::Cast { to, arg } => {
                let from = plain(layout, arg)?;
                let arg = self.term(arg, depth)?;
                Some(match (layout.program.tys[to], from.signed) {
                    (Ty::Bool, _) => {
                        let holds = self.terms.is_nonzero(arg);
                        self.terms.bool_to_bits(holds, width)
                    }
                    (_, true) => self.terms.sign_resize(arg, width),
                    (_, false) => self.terms.zero_resize(arg, width),
                })
            }
            _ => None,
        });
        Some(found.unwrap_or_else(|| {
            let numbers = self.view.number(expr);
            self.leaf(&numbers, shape)
        }))
    }

    fn formula(&mut self) -> TermId {
        let known = std::mem::take(&mut self.known);
        self.terms.all(known)
    }
}

/// The least and the greatest value of a number in the models of what a solver was told; `None` if there is no model.
fn ends(
    solver: &mut Solver,
    terms: &mut Terms,
    it: TermId,
    shape: IntShape,
) -> Result<Option<Interval>, Unknown> {
    let value = |solver: &mut Solver, terms: &mut Terms| -> Result<i128, Unknown> {
        let bits = solver.value(terms, it).as_bits().to_u128().ok_or(Unknown)?;
        Ok(shape.wrap(bits.cast_signed()))
    };
    let some = match within(solver, terms, &[]) {
        Answer::Unsat => return Ok(None),
        Answer::Unknown => return Err(Unknown),
        Answer::Sat => value(solver, terms)?,
    };
    let (mut below, mut above) = limits(shape);
    let (mut least, mut most) = (some, some);
    while below < least {
        let middle = below + (least - below) / 2;
        let limit = number(terms, middle, shape);
        let is_less = at_most(terms, it, limit, shape);
        match within(solver, terms, &[is_less]) {
            Answer::Sat => least = value(solver, terms)?,
            Answer::Unsat => below = middle + 1,
            Answer::Unknown => return Err(Unknown),
        }
    }
    while most < above {
        let middle = above - (above - most) / 2;
        let limit = number(terms, middle, shape);
        let is_more = at_most(terms, limit, it, shape);
        match within(solver, terms, &[is_more]) {
            Answer::Sat => most = value(solver, terms)?,
            Answer::Unsat => above = middle - 1,
            Answer::Unknown => return Err(Unknown),
        }
    }
    Ok(Interval::new(least, most))
}

/// The best that can be known of an expression, given what is known of its variables one by one; `None` if it is not a plain number, or the solver gives up.
pub(crate) fn value(view: View<'_>, expr: ExprId) -> Option<Number> {
    let shape = plain(view.layout, expr)?;
    let usual = view.number(expr);
    // Nothing is better than one value, nor than what was known of a single variable.
    let is_simple = matches!(view.layout.program.exprs[expr], Expr::Const { .. } | Expr::Load(_));
    if is_simple || usual.single().is_some() {
        return Some(usual);
    }
    let mut translation = Translation::new(view);
    let it = translation.term(expr, DEPTH)?;
    let formula = translation.formula();
    let mut terms = translation.terms;
    let mut solver = Solver::new();
    solver.assert(&mut terms, formula);
    let hull = ends(&mut solver, &mut terms, it, shape).ok()??;
    let mut best = Number::range(hull.lo, hull.hi).and_then(|it| it.meet(&usual))?;
    if shape.bits <= NARROW
        && let Ok(Some(found)) = abstracted::<Congruence>(&mut terms, formula, &[(it, shape)])
    {
        best = best.with_congruence(found.first()?)?;
    }
    if let Ok(Some(found)) = abstracted::<Bits>(&mut terms, formula, &[(it, shape)]) {
        best = best.with_bits(found.first()?)?;
    }
    Some(best)
}

/// What is known best where a condition holds; `None` if it cannot.
pub(crate) fn assume(view: View<'_>, condition: ExprId) -> Option<State> {
    let state = view.state;
    if view.kleene(condition) == Kleene::True {
        return Some(state.clone());
    }
    let mut translation = Translation::new(view);
    let Some(holds) = translation.term(condition, DEPTH) else { return Some(state.clone()) };
    let known = translation.formula();
    let Translation { mut terms, cells, .. } = translation;
    let mut solver = Solver::new();
    let holds = terms.is_nonzero(holds);
    solver.assert(&mut terms, known);
    solver.assert(&mut terms, holds);
    match within(&mut solver, &mut terms, &[]) {
        Answer::Unsat => return None,
        Answer::Unknown => return Some(state.clone()),
        Answer::Sat => {}
    }
    let mut narrowed = state.clone();
    for (cell, (it, shape)) in cells {
        // Where one question is too dear, so are the others.
        let Ok(Some(hull)) = ends(&mut solver, &mut terms, it, shape) else { break };
        let known = view.cell(cell);
        let best = Number::range(hull.lo, hull.hi).zip(known.number());
        let Some(best) = best.and_then(|(it, known)| known.meet(&it)) else { continue };
        let is_global = view.layout.is_global(cell);
        let map = if is_global { &mut narrowed.globals } else { &mut narrowed.locals };
        map.insert(cell, Rc::new(Value::Number(best)));
    }
    Some(narrowed)
}
