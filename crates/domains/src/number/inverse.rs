//! Operations backwards: what the operands can be, given the result.
//!
//! F. Benhamou, F. Goualard, L. Granvilliers, J.-F. Puget: *Revising hull and box consistency*. ICLP 1999.

use super::Number;
use crate::interval::Interval;
use crate::lattice::{Lattice, Numeric, limits};
use tribunal_ir::{BinOp, IntShape, UnOp};

impl Number {
    /// What the operand of an operator can be, given the result; `None` if there is nothing.
    #[must_use]
    pub fn unary_operand(op: UnOp, shape: IntShape, a: &Self, result: &Self) -> Option<Self> {
        match op {
            // Their own inverses.
            UnOp::Neg | UnOp::BitNot => a.meet(&Self::unary(op, shape, result)),
            UnOp::Not => match result.single() {
                Some(0) => a.without(0),
                Some(_) => a.meet(&Self::constant(0)),
                None => Some(a.clone()),
            },
            UnOp::Sqrt | UnOp::Round(_) => Some(a.clone()),
        }
    }

    /// What both operands of an operator can be, given the result; `None` if there is nothing.
    #[must_use]
    pub fn binary_operands(
        op: BinOp,
        shape: IntShape,
        (a, b): (&Self, &Self),
        result: &Self,
    ) -> Option<(Self, Self)> {
        let same = || Some((a.clone(), b.clone()));
        match op {
            // Modular arithmetic: a sum is undone by a difference, whether it wraps or not.
            BinOp::Add => Some((
                a.meet(&Self::binary(BinOp::Sub, shape, result, b))?,
                b.meet(&Self::binary(BinOp::Sub, shape, result, a))?,
            )),
            BinOp::Sub => Some((
                a.meet(&Self::binary(BinOp::Add, shape, result, b))?,
                b.meet(&Self::binary(BinOp::Sub, shape, a, result))?,
            )),
            BinOp::Xor => Some((
                a.meet(&Self::binary(BinOp::Xor, shape, result, b))?,
                b.meet(&Self::binary(BinOp::Xor, shape, result, a))?,
            )),
            BinOp::Mul if Self::fits(op, shape, a, b) => {
                Some((factor(a, b, result)?, factor(b, a, result)?))
            }
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => match result.single() {
                Some(0) => {
                    let (op, swap) = match op {
                        BinOp::Eq => (BinOp::Ne, false),
                        BinOp::Ne => (BinOp::Eq, false),
                        BinOp::Lt => (BinOp::Le, true),
                        _ => (BinOp::Lt, true),
                    };
                    if swap {
                        Self::refine(op, shape, b, a).map(|(b, a)| (a, b))
                    } else {
                        Self::refine(op, shape, a, b)
                    }
                }
                Some(_) => Self::refine(op, shape, a, b),
                None => same(),
            },
            BinOp::AddOverflows | BinOp::SubOverflows if result.single() == Some(0) => {
                let (lo, hi) = limits(shape);
                if shape.bits > 64 {
                    return same();
                }
                let (x, y) = (a.hull(), b.hull());
                // lo <= a + b <= hi, or lo <= a - b <= hi.
                let (for_a, for_b) = if op == BinOp::AddOverflows {
                    ((lo - y.hi, hi - y.lo), (lo - x.hi, hi - x.lo))
                } else {
                    ((lo + y.lo, hi + y.hi), (x.lo - hi, x.hi - lo))
                };
                Some((a.within(for_a)?, b.within(for_b)?))
            }
            BinOp::MulOverflows if result.single() == Some(0) && shape.bits <= 64 => {
                let bounded = |it: &Self, other: &Self| match quotients(shape, other.hull()) {
                    Some(range) => it.within(range),
                    None => Some(it.clone()),
                };
                Some((bounded(a, b)?, bounded(b, a)?))
            }
            _ => same(),
        }
    }

    /// What a number can be, given what it is after it was wrapped to a shape.
    #[must_use]
    pub fn wrap_operand(&self, to: IntShape, result: &Self) -> Option<Self> {
        let (lo, hi) = limits(to);
        let Interval { lo: least, hi: greatest } = self.hull();
        if lo <= least && greatest <= hi { self.meet(result) } else { Some(self.clone()) }
    }

    fn within(&self, (lo, hi): (i128, i128)) -> Option<Self> {
        Self { intervals: self.intervals.within(Interval::new(lo, hi)?)?, ..self.clone() }.reduced()
    }
}

/// What a factor can be if the product is one of the numbers of a shape and the other factor, which is never 0, is in an interval.
fn quotients(shape: IntShape, other: Interval) -> Option<(i128, i128)> {
    let (lo, hi) = limits(shape);
    // The other factor that is nearest to 0 leaves most room; the limits are not on the same side of 0.
    if 0 < other.lo {
        Some((lo / other.lo, hi / other.lo))
    } else if other.hi < 0 {
        Some((hi / other.hi, lo / other.hi))
    } else {
        None
    }
}

/// What a factor of an exact product can be, if the other one is a positive constant.
fn factor(a: &Number, b: &Number, product: &Number) -> Option<Number> {
    let Some(by) = b.single().filter(|it| *it > 0) else { return Some(a.clone()) };
    let Interval { lo, hi } = product.hull();
    // The quotients, rounded into the interval.
    a.within((lo.div_euclid(by) + i128::from(lo.rem_euclid(by) != 0), hi.div_euclid(by)))
}
