//! Intervals: all numbers from one to another.
//!
//! An operation is done on exact numbers first and brought back into the range of its type by [`Interval::wrapped`], which
//! may break an interval into two pieces. Numbers are those that `tribunal_ir::IntShape::wrap` keeps; unsigned ones of 128 bits,
//! which are kept as signed ones, are handled as far as they are below 2^127.

use crate::lattice::{Lattice, Numeric, Thresholds, limits};
use smallvec::{SmallVec, smallvec};
use tribunal_ir::{BinOp, IntShape, UnOp};

/// All numbers from `lo` to `hi`; `lo <= hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub lo: i128,
    /// The greatest.
    pub hi: i128,
}

/// A few intervals.
pub(crate) type Pieces = SmallVec<[Interval; 2]>;

/// Operations on exact numbers; `None` if 128 bits are not enough.
impl Interval {
    /// The interval between two numbers; `None` if there is nothing in between.
    #[must_use]
    pub fn new(lo: i128, hi: i128) -> Option<Self> {
        (lo <= hi).then_some(Self { lo, hi })
    }

    /// Its only number, if it has one.
    #[must_use]
    pub fn single(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn has(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// All numbers of a shape.
    #[must_use]
    pub fn of(shape: IntShape) -> Self {
        let (lo, hi) = limits(shape);
        Self { lo, hi }
    }

    fn hull(numbers: [Option<i128>; 4]) -> Option<Self> {
        let [a, b, c, d] = numbers;
        let (a, b, c, d) = (a?, b?, c?, d?);
        Some(Self { lo: a.min(b).min(c).min(d), hi: a.max(b).max(c).max(d) })
    }

    fn corners(self, other: Self, op: impl Fn(i128, i128) -> Option<i128>) -> Option<Self> {
        let at = |a, b| op(a, b);
        Self::hull([
            at(self.lo, other.lo),
            at(self.lo, other.hi),
            at(self.hi, other.lo),
            at(self.hi, other.hi),
        ])
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self { lo: self.lo.checked_add(other.lo)?, hi: self.hi.checked_add(other.hi)? })
    }

    fn minus(self, other: Self) -> Option<Self> {
        Some(Self { lo: self.lo.checked_sub(other.hi)?, hi: self.hi.checked_sub(other.lo)? })
    }

    fn times(self, other: Self) -> Option<Self> {
        self.corners(other, i128::checked_mul)
    }

    /// The numbers that are less than 0, those that are 0, those that are greater.
    fn signs(self) -> [Option<Self>; 3] {
        let part = |lo: i128, hi: i128| Self::new(self.lo.max(lo), self.hi.min(hi));
        [part(i128::MIN, -1), part(0, 0), part(1, i128::MAX)]
    }

    /// Quotients towards zero; by zero they are 0 (E1).
    fn quotients(self, other: Self) -> Option<Pieces> {
        let [below, zero, above] = other.signs();
        let mut pieces: Pieces = zero.into_iter().collect();
        for divisor in [below, above].into_iter().flatten() {
            pieces.push(self.corners(divisor, i128::checked_div)?);
        }
        Some(pieces)
    }

    /// Remainders with the sign of the dividend; by zero they are 0 (E1).
    fn remainders(self, other: Self) -> Self {
        if let Some(divisor) = other.single().filter(|it| *it > 0)
            && self.lo / divisor == self.hi / divisor
            && (self.lo < 0) == (self.hi < 0)
        {
            return Self { lo: self.lo % divisor, hi: self.hi % divisor };
        }
        if 0 < other.lo && -other.lo < self.lo && self.hi < other.lo {
            return self;
        }
        let greatest = other.lo.unsigned_abs().max(other.hi.unsigned_abs()).saturating_sub(1);
        let greatest = i128::try_from(greatest).unwrap_or(i128::MAX);
        Self { lo: self.lo.clamp(-greatest, 0), hi: self.hi.clamp(0, greatest) }
    }

    /// The least number of bits, besides the sign, that all numbers of both fit into.
    fn magnitude(self, other: Self) -> u32 {
        let bits = |it: i128| 128 - if it < 0 { !it } else { it }.leading_zeros();
        bits(self.lo).max(bits(self.hi)).max(bits(other.lo)).max(bits(other.hi))
    }

    /// What any bitwise operator yields, roughly.
    fn bitwise(self, other: Self, op: BinOp) -> Self {
        if let (Some(a), Some(b)) = (self.single(), other.single()) {
            let value = match op {
                BinOp::And => a & b,
                BinOp::Or => a | b,
                _ => a ^ b,
            };
            return Self { lo: value, hi: value };
        }
        let bits = self.magnitude(other);
        let hi = if bits == 127 { i128::MAX } else { (1 << bits) - 1 };
        let natural = |it: Self| 0 <= it.lo;
        match op {
            BinOp::And if natural(self) && natural(other) => {
                Self { lo: 0, hi: self.hi.min(other.hi) }
            }
            BinOp::And if natural(self) => Self { lo: 0, hi: self.hi },
            BinOp::And if natural(other) => Self { lo: 0, hi: other.hi },
            BinOp::Or if natural(self) && natural(other) => {
                // No bit of an or comes from nowhere.
                Self { lo: self.lo.max(other.lo), hi: hi.min(self.hi.saturating_add(other.hi)) }
            }
            _ if natural(self) && natural(other) => Self { lo: 0, hi },
            _ => Self { lo: !hi, hi },
        }
    }

    /// By how much a shift counts (E2).
    fn shifts(self, bits: i128) -> Self {
        match self.single() {
            Some(count) => {
                let count = count.rem_euclid(bits);
                Self { lo: count, hi: count }
            }
            None if 0 <= self.lo && self.hi < bits => self,
            None => Self { lo: 0, hi: bits - 1 },
        }
    }
}

/// Operations on the numbers of machines.
impl Interval {
    /// Exact numbers brought into the range of a shape; two pieces if they go past its end.
    #[must_use]
    pub(crate) fn wrapped(self, shape: IntShape) -> Pieces {
        let range = Self::of(shape);
        if shape.bits == 128 || (range.lo <= self.lo && self.hi <= range.hi) {
            return smallvec![self];
        }
        let size = 1i128.checked_shl(shape.bits.into()).filter(|it| *it > 0);
        let length = self.hi.checked_sub(self.lo);
        match (size, length) {
            (Some(size), Some(length)) if length < size - 1 => {
                let (lo, hi) = (shape.wrap(self.lo), shape.wrap(self.hi));
                if lo <= hi {
                    smallvec![Self { lo, hi }]
                } else {
                    smallvec![Self { lo: range.lo, hi }, Self { lo, hi: range.hi }]
                }
            }
            _ => smallvec![range],
        }
    }

    /// What an operator yields, in pieces.
    pub(crate) fn operate(op: BinOp, shape: IntShape, a: Self, b: Self) -> Pieces {
        let is_wide = shape.bits == 128 && !shape.signed;
        // What is kept is what is meant.
        let is_plain = !is_wide || (0 <= a.lo && 0 <= b.lo);
        let truth = |may: bool, may_not: bool| -> Pieces {
            smallvec![Self { lo: i128::from(!may_not), hi: i128::from(may) }]
        };
        let overflows = |exact: Option<Self>| {
            let range = Self::of(shape);
            let range = if is_wide { Self { lo: 0, ..range } } else { range };
            match exact {
                Some(it) if it.hi < range.lo || (range.hi < it.lo && !is_wide) => {
                    truth(true, false)
                }
                Some(it) if range.lo <= it.lo && it.hi <= range.hi => truth(false, true),
                _ => truth(true, true),
            }
        };
        let exact = match op {
            BinOp::Add => a.plus(b),
            BinOp::Sub => a.minus(b),
            BinOp::Mul => a.times(b),
            BinOp::And | BinOp::Or | BinOp::Xor => Some(a.bitwise(b, op)),
            BinOp::Shl => {
                let count = b.shifts(shape.bits.into());
                let power = |it: i128| if it < 127 { Some(1 << it) } else { None };
                match (power(count.lo), power(count.hi)) {
                    (Some(lo), Some(hi)) => a.times(Self { lo, hi }),
                    _ => None,
                }
            }
            BinOp::Eq => {
                return truth(a.lo <= b.hi && b.lo <= a.hi, a != b || a.single().is_none());
            }
            BinOp::Ne => {
                return truth(a != b || a.single().is_none(), a.lo <= b.hi && b.lo <= a.hi);
            }
            BinOp::Lt | BinOp::Le if !is_plain => return truth(true, true),
            BinOp::Lt => return truth(a.lo < b.hi, b.lo <= a.hi),
            BinOp::Le => return truth(a.lo <= b.hi, b.lo < a.hi),
            _ if !is_plain => match op.is_comparison() {
                true => return truth(true, true),
                false => None,
            },
            BinOp::AddOverflows => return overflows(a.plus(b)),
            BinOp::SubOverflows => return overflows(a.minus(b)),
            BinOp::MulOverflows => return overflows(a.times(b)),
            BinOp::Div => match a.quotients(b) {
                Some(pieces) => {
                    return pieces.into_iter().flat_map(|it| it.wrapped(shape)).collect();
                }
                None => None,
            },
            BinOp::Rem => Some(a.remainders(b)),
            BinOp::Shr => {
                let count = b.shifts(shape.bits.into());
                a.corners(count, |number, count| Some(number >> count))
            }
            BinOp::SameObject => return truth(true, true),
        };
        exact.map_or_else(|| smallvec![Self::of(shape)], |it| it.wrapped(shape))
    }

    /// What an operator yields, in pieces.
    pub(crate) fn operate_alone(op: UnOp, shape: IntShape, a: Self) -> Pieces {
        match op {
            UnOp::Not => {
                smallvec![Self { lo: (a.single() == Some(0)).into(), hi: a.has(0).into() }]
            }
            UnOp::Neg => match (a.hi.checked_neg(), a.lo.checked_neg()) {
                (Some(lo), Some(hi)) => Self { lo, hi }.wrapped(shape),
                _ => smallvec![Self::of(shape)],
            },
            UnOp::BitNot => Self { lo: !a.hi, hi: !a.lo }.wrapped(shape),
            UnOp::Sqrt | UnOp::Round(_) => smallvec![Self::of(shape)],
        }
    }

    /// The smallest interval that has all pieces.
    pub(crate) fn around(pieces: &[Self]) -> Option<Self> {
        let (first, rest) = pieces.split_first()?;
        Some(rest.iter().fold(*first, |all, it| all.join(it)))
    }
}

impl Lattice for Interval {
    fn le(&self, other: &Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    fn join(&self, other: &Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// A bound that moves goes on to the next of finitely many stops (L4).
    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        Self {
            lo: if newer.lo < self.lo { thresholds.below(newer.lo) } else { self.lo },
            hi: if self.hi < newer.hi { thresholds.above(newer.hi) } else { self.hi },
        }
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        Self::new(self.lo.max(other.lo), self.hi.min(other.hi))
    }
}

impl Numeric for Interval {
    fn top(shape: IntShape) -> Self {
        Self::of(shape)
    }

    fn constant(value: i128) -> Self {
        Self { lo: value, hi: value }
    }

    fn contains(&self, value: i128) -> bool {
        self.has(value)
    }

    fn unary(op: UnOp, shape: IntShape, a: &Self) -> Self {
        Self::around(&Self::operate_alone(op, shape, *a)).unwrap_or(Self::of(shape))
    }

    fn binary(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Self {
        Self::around(&Self::operate(op, shape, *a, *b)).unwrap_or(Self::of(shape))
    }

    fn wrap(&self, shape: IntShape) -> Self {
        Self::around(&self.wrapped(shape)).unwrap_or(Self::of(shape))
    }

    fn refine(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Option<(Self, Self)> {
        let is_plain = shape.bits < 128 || shape.signed || (0 <= a.lo && 0 <= b.lo);
        let without = |it: &Self, value: Option<i128>| match value {
            Some(value) if it.lo == value => Self::new(value.checked_add(1)?, it.hi),
            Some(value) if it.hi == value => Self::new(it.lo, value.checked_sub(1)?),
            _ => Some(*it),
        };
        match op {
            BinOp::Eq => a.meet(b).map(|both| (both, both)),
            BinOp::Ne => Some((without(a, b.single())?, without(b, a.single())?)),
            BinOp::Lt if is_plain => Some((
                Self::new(a.lo, a.hi.min(b.hi.checked_sub(1)?))?,
                Self::new(b.lo.max(a.lo.checked_add(1)?), b.hi)?,
            )),
            BinOp::Le if is_plain => {
                Some((Self::new(a.lo, a.hi.min(b.hi))?, Self::new(b.lo.max(a.lo), b.hi)?))
            }
            _ => Some((*a, *b)),
        }
    }
}
