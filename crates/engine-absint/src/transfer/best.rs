//! Best transformers by a solver: what is exactly known after an operation, for any domain without endless rising chains.
//!
//! T. Reps, M. Sagiv, G. Yorsh: *Symbolic implementation of the best transformer*. VMCAI 2004. To abstract a formula, take a model of it, join what describes
//! the model to the answer, and ask for a model that the answer does not describe yet; until there is none.
//!
//! | paper                | here                                   |
//! |----------------------|----------------------------------------|
//! | β                    | [`Representable::of_value`]            |
//! | γ̂                    | [`Representable::describes`]           |
//! | α̂                    | [`abstracted`]                         |
//! | α̂Post, Assume#       | [`abstracted`] of a formula that says so; [`binary`] and [`unary`] for operators |
//! | predicate abstraction| [`predicates`]                         |
//!
//! It is the yardstick for transformers written by hand: `cargo xtask transformers`. Programs can be analysed by it, too (`program`), if they are small or time is not.

pub(crate) mod program;

use tribunal_domains::{Bits, Congruence, Interval, Lattice, Numeric, Thresholds};
use tribunal_ir::{BinOp, IntShape, UnOp};
use tribunal_solver::{Answer, Limits, Solver, Sort, TermId, Terms};

/// A domain whose elements can be told to a solver.
pub trait Representable: Lattice {
    /// The element for one value.
    fn of_value(value: i128) -> Self;
    /// A Bool: whether a number of a shape is among the values.
    fn describes(&self, terms: &mut Terms, number: TermId, shape: IntShape) -> TermId;
}

/// One value, or any: the domain of constant propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flat {
    /// This value.
    Value(i128),
    /// Any value.
    Any,
}

impl Lattice for Flat {
    fn le(&self, other: &Self) -> bool {
        self == other || *other == Self::Any
    }

    fn join(&self, other: &Self) -> Self {
        if self == other { *self } else { Self::Any }
    }

    fn widen(&self, newer: &Self, _: &Thresholds) -> Self {
        self.join(newer)
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, it) | (it, Self::Any) => Some(*it),
            (a, b) => (a == b).then_some(*a),
        }
    }
}

/// A number of a shape as a term.
fn number(terms: &mut Terms, value: i128, shape: IntShape) -> TermId {
    terms.number(value.cast_unsigned() & mask(shape), shape.bits.into())
}

fn mask(shape: IntShape) -> u128 {
    u128::MAX >> (128 - u32::from(shape.bits))
}

fn at_most(terms: &mut Terms, a: TermId, b: TermId, shape: IntShape) -> TermId {
    if shape.signed { terms.sle(a, b) } else { terms.ule(a, b) }
}

impl Representable for Flat {
    fn of_value(value: i128) -> Self {
        Self::Value(value)
    }

    fn describes(&self, terms: &mut Terms, it: TermId, shape: IntShape) -> TermId {
        match self {
            Self::Any => terms.truth(true),
            Self::Value(value) => {
                let value = number(terms, *value, shape);
                terms.eq(it, value)
            }
        }
    }
}

impl Representable for Interval {
    fn of_value(value: i128) -> Self {
        Self::constant(value)
    }

    fn describes(&self, terms: &mut Terms, it: TermId, shape: IntShape) -> TermId {
        let Some(within) = self.meet(&Self::of(shape)) else { return terms.truth(false) };
        let (lo, hi) = (number(terms, within.lo, shape), number(terms, within.hi, shape));
        let (above, below) = (at_most(terms, lo, it, shape), at_most(terms, it, hi, shape));
        terms.and(above, below)
    }
}

impl Representable for Bits {
    fn of_value(value: i128) -> Self {
        Self::constant(value)
    }

    fn describes(&self, terms: &mut Terms, it: TermId, shape: IntShape) -> TermId {
        let width = u32::from(shape.bits);
        let known = terms.number(self.known() & mask(shape), width);
        let ones = terms.number(self.ones() & mask(shape), width);
        let masked = terms.bit_and(it, known);
        terms.eq(masked, ones)
    }
}

impl Representable for Congruence {
    fn of_value(value: i128) -> Self {
        Self::constant(value)
    }

    fn describes(&self, terms: &mut Terms, it: TermId, shape: IntShape) -> TermId {
        if let Some(value) = self.single() {
            return Flat::Value(value).describes(terms, it, shape);
        }
        // With twice the bits nothing wraps, and a modulus that does not fit leaves one value at most.
        let width = 2 * u32::from(shape.bits);
        let wide =
            if shape.signed { terms.sign_extend(it, width) } else { terms.zero_extend(it, width) };
        let modulus = terms.number(self.modulus().cast_unsigned(), width);
        let remainder = terms.number(self.remainder().cast_unsigned(), width);
        let difference = terms.sub(wide, remainder);
        let rest = terms.srem(difference, modulus);
        terms.is_zero(rest)
    }
}

/// The solver gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

/// A question may cost this many conflicts: beyond, the best description is not worth its price, and the usual one is sound.
const CONFLICTS: u64 = 10_000;

/// Asks a question, up to a price.
fn within(solver: &mut Solver, terms: &mut Terms, assumptions: &[TermId]) -> Answer {
    let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
    solver.check_within(terms, assumptions, limits)
}

/// The least description of some numbers in all models of a formula; `None` if it has no model. The number of questions is bounded by the height of the
/// domain.
///
/// # Errors
/// If the solver gives up.
pub fn abstracted<D: Representable>(
    terms: &mut Terms,
    formula: TermId,
    numbers: &[(TermId, IntShape)],
) -> Result<Option<Vec<D>>, Unknown> {
    let mut solver = Solver::new();
    solver.assert(terms, formula);
    let mut found: Option<Vec<D>> = None;
    loop {
        match within(&mut solver, terms, &[]) {
            Answer::Unsat => return Ok(found),
            Answer::Unknown => return Err(Unknown),
            Answer::Sat => {}
        }
        let mut model = Vec::new();
        for (term, shape) in numbers {
            let value = solver.value(terms, *term).as_bits().to_u128().ok_or(Unknown)?;
            model.push(D::of_value(shape.wrap(value.cast_signed())));
        }
        let all = match found {
            None => model,
            Some(old) => old.iter().zip(&model).map(|(a, b)| a.join(b)).collect(),
        };
        let mut described = Vec::new();
        for (element, (term, shape)) in all.iter().zip(numbers) {
            described.push(element.describes(terms, *term, *shape));
        }
        let described = terms.all(described);
        let other = terms.not(described);
        solver.assert(terms, other);
        found = Some(all);
    }
}

/// Of each predicate, whether it holds in all models of a formula, or in none; `None` if in some.
///
/// # Errors
/// If the solver gives up.
pub fn predicates(
    terms: &mut Terms,
    formula: TermId,
    predicates: &[TermId],
) -> Result<Vec<Option<bool>>, Unknown> {
    let mut solver = Solver::new();
    solver.assert(terms, formula);
    let mut found = Vec::new();
    for &predicate in predicates {
        let not = terms.not(predicate);
        let can_fail = within(&mut solver, terms, &[not]);
        let can_hold = within(&mut solver, terms, &[predicate]);
        found.push(match (can_fail, can_hold) {
            (Answer::Unknown, _) | (_, Answer::Unknown) => return Err(Unknown),
            (Answer::Unsat, _) => Some(true),
            (_, Answer::Unsat) => Some(false),
            (Answer::Sat, Answer::Sat) => None,
        });
    }
    Ok(found)
}

/// The operator as a term, if it is one that is measured: those with a plain counterpart among terms.
fn applied(terms: &mut Terms, op: BinOp, shape: IntShape, x: TermId, y: TermId) -> Option<TermId> {
    let truth = |terms: &mut Terms, it: TermId| Some(terms.bool_to_bits(it, shape.bits.into()));
    match op {
        BinOp::Add => Some(terms.add(x, y)),
        BinOp::Sub => Some(terms.sub(x, y)),
        BinOp::Mul => Some(terms.mul(x, y)),
        BinOp::And => Some(terms.bit_and(x, y)),
        BinOp::Or => Some(terms.bit_or(x, y)),
        BinOp::Xor => Some(terms.bit_xor(x, y)),
        BinOp::Eq => {
            let it = terms.eq(x, y);
            truth(terms, it)
        }
        BinOp::Le => {
            let it = at_most(terms, x, y, shape);
            truth(terms, it)
        }
        BinOp::Lt => {
            let it = at_most(terms, y, x, shape);
            let it = terms.not(it);
            truth(terms, it)
        }
        _ => None,
    }
}

/// The best that can be known of the result of an operator; `None` if it is not measured or the solver gives up. A truth is a number of the shape.
#[must_use]
pub fn binary<D: Representable>(op: BinOp, shape: IntShape, a: &D, b: &D) -> Option<D> {
    let mut terms = Terms::new();
    let sort = Sort::BitVec(shape.bits.into());
    let (x, y) = (terms.variable("x", sort), terms.variable("y", sort));
    let z = applied(&mut terms, op, shape, x, y)?;
    let (first, second) = (a.describes(&mut terms, x, shape), b.describes(&mut terms, y, shape));
    let formula = terms.and(first, second);
    abstracted(&mut terms, formula, &[(z, shape)]).ok()??.pop()
}

/// The same for an operator on one number.
#[must_use]
pub fn unary<D: Representable>(op: UnOp, shape: IntShape, a: &D) -> Option<D> {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::BitVec(shape.bits.into()));
    let z = match op {
        UnOp::Neg => terms.neg(x),
        UnOp::BitNot => terms.bit_not(x),
        _ => return None,
    };
    let formula = a.describes(&mut terms, x, shape);
    abstracted(&mut terms, formula, &[(z, shape)]).ok()??.pop()
}

#[cfg(test)]
mod tests;
