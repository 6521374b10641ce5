//! The reduced product of interval sets, congruences and known bits: what the abstract interpreter knows of a number.
//!
//! P. Cousot, R. Cousot: *Systematic design of program analysis frameworks*. POPL 1979. Each part does an operation on its own; then they tell
//! each other what they found ([`Number::reduced`]). Order, joins and widenings go part by part, without that: a widening that is
//! reduced need not stop.

mod inverse;

use crate::bits::Bits;
use crate::congruence::Congruence;
use crate::interval::Interval;
use crate::intervals::Intervals;
use crate::lattice::{Lattice, Numeric, Thresholds, limits};
use tribunal_base::Kleene;
use tribunal_ir::{BinOp, IntShape, UnOp};

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    intervals: Intervals,
    congruence: Congruence,
    bits: Bits,
}

impl Number {
    /// The numbers from one to another; `None` if there are none.
    #[must_use]
    pub fn range(lo: i128, hi: i128) -> Option<Self> {
        let intervals = Intervals::from_interval(Interval::new(lo, hi)?);
        Self { intervals, congruence: Congruence::ANY, bits: Bits::ANY }.reduced()
    }

    /// A truth value.
    #[must_use]
    pub fn truth(value: Kleene) -> Self {
        match value {
            Kleene::True => Self::constant(1),
            Kleene::False => Self::constant(0),
            Kleene::Maybe => Self::top(IntShape::BOOL),
        }
    }

    /// What the numbers are as truth values.
    #[must_use]
    pub fn kleene(&self) -> Kleene {
        match (self.contains(0), self.single()) {
            (true, Some(_)) => Kleene::False,
            (true, None) => Kleene::Maybe,
            (false, _) => Kleene::True,
        }
    }

    /// Those that satisfy a congruence, too.
    #[must_use]
    pub fn with_congruence(&self, congruence: &Congruence) -> Option<Self> {
        let congruence = self.congruence.meet(congruence)?;
        Self { congruence, ..self.clone() }.reduced()
    }

    /// Those that have some bits, too.
    #[must_use]
    pub fn with_bits(&self, bits: &Bits) -> Option<Self> {
        Self { bits: self.bits.meet(bits)?, ..self.clone() }.reduced()
    }

    /// The bits they have.
    #[must_use]
    pub fn bits(&self) -> &Bits {
        &self.bits
    }

    /// The intervals they lie in.
    #[must_use]
    pub fn intervals(&self) -> &Intervals {
        &self.intervals
    }

    /// The congruence they satisfy.
    #[must_use]
    pub fn congruence(&self) -> Congruence {
        self.congruence
    }

    /// The smallest interval around them.
    #[must_use]
    pub fn hull(&self) -> Interval {
        self.intervals.hull()
    }

    /// The only number, if there is one.
    #[must_use]
    pub fn single(&self) -> Option<i128> {
        self.intervals.single()
    }

    /// Whether they may be all of the numbers of a shape.
    #[must_use]
    pub fn is_top(&self, shape: IntShape) -> bool {
        let (lo, hi) = limits(shape);
        self.hull() == Interval { lo, hi }
            && self.intervals.parts().len() == 1
            && self.congruence == Congruence::ANY
            && self.bits == Bits::top(shape)
    }

    /// The numbers that are not one given number.
    #[must_use]
    pub fn without(&self, value: i128) -> Option<Self> {
        Self { intervals: self.intervals.without(value)?, ..self.clone() }.reduced()
    }

    /// Those of the numbers that a shape has, where this is told at once: a widening may go beyond them.
    #[must_use]
    pub fn clamped(mut self, shape: IntShape) -> Self {
        if let Some(within) = self.intervals.within(Interval::of(shape)) {
            self.intervals = within;
        }
        self
    }

    /// The same numbers, with each part knowing what the others know; `None` if there turn out to be none.
    fn reduced(mut self) -> Option<Self> {
        if let Some(value) = self.intervals.single() {
            let is_possible = self.congruence.contains(value) && self.bits.contains(value);
            return is_possible.then(|| Self::constant(value));
        }
        // Each round makes an interval smaller or a modulus or the known bits greater; two are enough in practice.
        for _ in 0..2 {
            let (lo, hi) = self.bits.range();
            self.intervals = self.intervals.within(Interval { lo, hi })?;
            if self.congruence.modulus() != 1 {
                let Interval { lo, hi } = self.intervals.hull();
                // 128 bits may be too few to tell.
                let lo = self.congruence.at_least(lo).unwrap_or(lo);
                let hi = self.congruence.at_most(hi).unwrap_or(hi);
                self.intervals = self.intervals.within(Interval::new(lo, hi)?)?;
            }
            let Interval { lo, hi } = self.intervals.hull();
            if lo == hi {
                let is_possible = self.congruence.contains(lo) && self.bits.contains(lo);
                return is_possible.then(|| Self::constant(lo));
            }
            // The bits that both ends have in common, from the top on, and those that a remainder of a power of two tells.
            let common = (lo ^ hi).leading_zeros();
            let prefix = if common == 0 { 0 } else { u128::MAX << (128 - common) };
            self.bits = self.bits.meet(&Bits::new(prefix, lo.cast_unsigned()))?;
            let twos = self.congruence.modulus().trailing_zeros().min(127);
            if self.congruence.modulus() != 1 {
                let low = Bits::new((1 << twos) - 1, self.congruence.remainder().cast_unsigned());
                self.bits = self.bits.meet(&low)?;
            }
            let low = self.bits.known().trailing_ones().min(126);
            if low > 0 {
                let modulus: i128 = 1 << low;
                let remainder = (self.bits.ones() & (modulus - 1).cast_unsigned()).cast_signed();
                self.congruence = self.congruence.meet(&Congruence::new(modulus, remainder))?;
            }
        }
        Some(self)
    }

    /// The same numbers, given that there are some: what was found out is sound, so the parts do not contradict each other.
    fn settled(self, shape: IntShape) -> Self {
        self.reduced().unwrap_or_else(|| Self::top(shape))
    }

    /// Whether no sum, difference or product of two numbers leaves the range of a shape.
    fn fits(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> bool {
        let overflow = match op {
            BinOp::Add => BinOp::AddOverflows,
            BinOp::Sub => BinOp::SubOverflows,
            BinOp::Mul => BinOp::MulOverflows,
            _ => return false,
        };
        Interval::binary(overflow, shape, &a.hull(), &b.hull()).single() == Some(0)
    }
}

impl Lattice for Number {
    fn le(&self, other: &Self) -> bool {
        self.intervals.le(&other.intervals)
            && self.congruence.le(&other.congruence)
            && self.bits.le(&other.bits)
    }

    fn join(&self, other: &Self) -> Self {
        Self {
            intervals: self.intervals.join(&other.intervals),
            congruence: self.congruence.join(&other.congruence),
            bits: self.bits.join(&other.bits),
        }
    }

    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        if thresholds.is_plain() && !newer.le(self) {
            let hull = self.hull().widen(&newer.hull(), thresholds);
            let is_multiple = newer.congruence.le(&self.congruence);
            return Self {
                intervals: Intervals::from_interval(hull),
                congruence: if is_multiple { self.congruence } else { Congruence::ANY },
                bits: if newer.bits.le(&self.bits) { self.bits } else { Bits::ANY },
            };
        }
        Self {
            intervals: self.intervals.widen(&newer.intervals, thresholds),
            congruence: self.congruence.widen(&newer.congruence, thresholds),
            bits: self.bits.widen(&newer.bits, thresholds),
        }
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        Self {
            intervals: self.intervals.meet(&other.intervals)?,
            congruence: self.congruence.meet(&other.congruence)?,
            bits: self.bits.meet(&other.bits)?,
        }
        .reduced()
    }
}

impl Numeric for Number {
    fn top(shape: IntShape) -> Self {
        Self {
            intervals: Intervals::top(shape),
            congruence: Congruence::ANY,
            bits: Bits::top(shape),
        }
    }

    fn constant(value: i128) -> Self {
        Self {
            intervals: Intervals::constant(value),
            congruence: Congruence::constant(value),
            bits: Bits::constant(value),
        }
    }

    fn contains(&self, value: i128) -> bool {
        self.intervals.contains(value)
            && self.congruence.contains(value)
            && self.bits.contains(value)
    }

    fn unary(op: UnOp, shape: IntShape, a: &Self) -> Self {
        Self {
            intervals: Intervals::unary(op, shape, &a.intervals),
            congruence: Congruence::unary(op, shape, &a.congruence),
            bits: Bits::unary(op, shape, &a.bits),
        }
        .settled(shape)
    }

    fn binary(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Self {
        if let (Some(x), Some(y)) = (a.single(), b.single())
            && let Some(value) =
                Interval::binary(op, shape, &Interval::constant(x), &Interval::constant(y)).single()
        {
            return Self::constant(value);
        }
        let congruence = if Self::fits(op, shape, a, b) {
            Congruence::without_wrapping(op, a.congruence, b.congruence)
        } else {
            Congruence::binary(op, shape, &a.congruence, &b.congruence)
        };
        let result = Self {
            intervals: Intervals::binary(op, shape, &a.intervals, &b.intervals),
            congruence,
            bits: Bits::binary(op, shape, &a.bits, &b.bits),
        };
        result.settled(if op.is_comparison() { IntShape::BOOL } else { shape })
    }

    fn wrap(&self, shape: IntShape) -> Self {
        let (lo, hi) = limits(shape);
        let Interval { lo: least, hi: greatest } = self.hull();
        if lo <= least && greatest <= hi {
            return self.clone();
        }
        Self {
            intervals: self.intervals.wrap(shape),
            congruence: self.congruence.wrap(shape),
            bits: self.bits.wrap(shape),
        }
        .settled(shape)
    }

    fn refine(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Option<(Self, Self)> {
        let intervals = Intervals::refine(op, shape, &a.intervals, &b.intervals)?;
        let congruence = Congruence::refine(op, shape, &a.congruence, &b.congruence)?;
        let bits = Bits::refine(op, shape, &a.bits, &b.bits)?;
        let left = Self { intervals: intervals.0, congruence: congruence.0, bits: bits.0 };
        let right = Self { intervals: intervals.1, congruence: congruence.1, bits: bits.1 };
        Some((left.reduced()?, right.reduced()?))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.intervals)?;
        match (self.congruence.modulus(), self.congruence.remainder()) {
            (0 | 1, _) => Ok(()),
            (modulus, remainder) => write!(f, ", {remainder} mod {modulus}"),
        }
    }
}
