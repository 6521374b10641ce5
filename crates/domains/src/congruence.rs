//! Congruences: the numbers with a given remainder.
//!
//! P. Granger: *Static analysis of arithmetical congruences*. International Journal of Computer Mathematics 30, 1989. On numbers of a machine, a
//! modulus survives a wrap-around only as far as it divides the number of values that the type has.

use crate::lattice::{Lattice, Numeric, Thresholds};
use tribunal_ir::{BinOp, IntShape, UnOp};

/// All numbers `remainder + n * modulus`; only the remainder itself if the modulus is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Congruence {
    /// Not negative.
    modulus: i128,
    /// From 0 to the modulus, unless that is 0.
    remainder: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

impl Congruence {
    /// All numbers.
    pub const ANY: Self = Self { modulus: 1, remainder: 0 };

    /// The numbers with a remainder.
    #[must_use]
    pub fn new(modulus: i128, remainder: i128) -> Self {
        match modulus {
            0 => Self { modulus, remainder },
            _ => Self { modulus, remainder: remainder.rem_euclid(modulus) },
        }
    }

    /// The modulus; 0 if there is only one number.
    #[must_use]
    pub fn modulus(self) -> i128 {
        self.modulus
    }

    /// The remainder.
    #[must_use]
    pub fn remainder(self) -> i128 {
        self.remainder
    }

    /// The only number, if there is one.
    #[must_use]
    pub fn single(self) -> Option<i128> {
        (self.modulus == 0).then_some(self.remainder)
    }

    /// The least of its numbers that is not below a bound; `None` if 128 bits are not enough.
    #[must_use]
    pub fn at_least(self, bound: i128) -> Option<i128> {
        match self.single() {
            Some(value) => (bound <= value).then_some(value),
            None => {
                let missing = self.remainder.checked_sub(bound)?.rem_euclid(self.modulus);
                bound.checked_add(missing)
            }
        }
    }

    /// The greatest of its numbers that is not above a bound.
    #[must_use]
    pub fn at_most(self, bound: i128) -> Option<i128> {
        match self.single() {
            Some(value) => (value <= bound).then_some(value),
            None => {
                let surplus = bound.checked_sub(self.remainder)?.rem_euclid(self.modulus);
                bound.checked_sub(surplus)
            }
        }
    }

    fn exact(op: BinOp, a: Self, b: Self) -> Option<Self> {
        match op {
            BinOp::Add => {
                let remainder = a.remainder.checked_add(b.remainder)?;
                Some(Self::new(gcd(a.modulus, b.modulus), remainder))
            }
            BinOp::Sub => {
                let remainder = a.remainder.checked_sub(b.remainder)?;
                Some(Self::new(gcd(a.modulus, b.modulus), remainder))
            }
            BinOp::Mul => {
                let product = |x: i128, y: i128| x.checked_mul(y);
                let modulus = gcd(product(a.modulus, b.modulus)?, product(a.modulus, b.remainder)?);
                let modulus = gcd(modulus, product(b.modulus, a.remainder)?);
                Some(Self::new(modulus, product(a.remainder, b.remainder)?))
            }
            _ => None,
        }
    }

    /// The sum, difference or product, where it is known that nothing wraps around.
    #[must_use]
    pub fn without_wrapping(op: BinOp, a: Self, b: Self) -> Self {
        Self::exact(op, a, b).unwrap_or(Self::ANY)
    }
}

impl Lattice for Congruence {
    fn le(&self, other: &Self) -> bool {
        match (self.modulus, other.modulus) {
            (_, 0) => self == other,
            (mine, theirs) => {
                mine % theirs == 0 && self.remainder.rem_euclid(theirs) == other.remainder
            }
        }
    }

    fn join(&self, other: &Self) -> Self {
        let Some(distance) = self.remainder.checked_sub(other.remainder) else { return Self::ANY };
        Self::new(gcd(gcd(self.modulus, other.modulus), distance), self.remainder)
    }

    /// A modulus has finitely many divisors (L4).
    fn widen(&self, newer: &Self, _: &Thresholds) -> Self {
        self.join(newer)
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        if let Some(value) = self.single() {
            return other.contains(value).then_some(*self);
        }
        if let Some(value) = other.single() {
            return self.contains(value).then_some(*other);
        }
        let common = gcd(self.modulus, other.modulus);
        if self.remainder.rem_euclid(common) != other.remainder.rem_euclid(common) {
            return None;
        }
        // The first number of the one, in steps, that the other has too; the finer one if that takes too long.
        let (fine, coarse) =
            if self.modulus < other.modulus { (other, self) } else { (self, other) };
        let steps = coarse.modulus / common;
        let Some(modulus) = fine.modulus.checked_mul(steps) else { return Some(*fine) };
        let found = (0..steps.min(1024)).find_map(|step| {
            let number = fine.remainder.checked_add(fine.modulus.checked_mul(step)?)?;
            coarse.contains(number).then_some(number)
        });
        Some(found.map_or(*fine, |it| Self::new(modulus, it)))
    }
}

impl Numeric for Congruence {
    fn top(_: IntShape) -> Self {
        Self::ANY
    }

    fn constant(value: i128) -> Self {
        Self { modulus: 0, remainder: value }
    }

    fn contains(&self, value: i128) -> bool {
        match self.modulus {
            0 => value == self.remainder,
            modulus => value.rem_euclid(modulus) == self.remainder,
        }
    }

    fn unary(op: UnOp, shape: IntShape, a: &Self) -> Self {
        match op {
            UnOp::Neg => Self::binary(BinOp::Sub, shape, &Self::constant(0), a),
            UnOp::BitNot => Self::binary(BinOp::Sub, shape, &Self::constant(-1), a).wrap(shape),
            UnOp::Not | UnOp::Sqrt | UnOp::Round(_) => Self::ANY,
        }
    }

    fn binary(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Self {
        let truth = |value: bool| Self::constant(value.into());
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => Self::without_wrapping(op, *a, *b).wrap(shape),
            BinOp::Shl if let Some(count) = b.single() => {
                let count = count.rem_euclid(shape.bits.into());
                if count < 126 {
                    Self::binary(BinOp::Mul, shape, a, &Self::constant(1 << count))
                } else {
                    Self::ANY
                }
            }
            BinOp::Eq if a.meet(b).is_none() => truth(false),
            BinOp::Ne if a.meet(b).is_none() => truth(true),
            _ => Self::ANY,
        }
    }

    fn wrap(&self, shape: IntShape) -> Self {
        if let Some(value) = self.single() {
            return Self::constant(shape.wrap(value));
        }
        // Wrapping adds a multiple of 2^bits: the part of the modulus that is a power of two survives, up to that.
        let twos = self.modulus.trailing_zeros().min(shape.bits.into()).min(126);
        Self::new(1 << twos, self.remainder)
    }

    fn refine(op: BinOp, _: IntShape, a: &Self, b: &Self) -> Option<(Self, Self)> {
        match op {
            BinOp::Eq => a.meet(b).map(|both| (both, both)),
            BinOp::Ne if a.single().is_some() && a == b => None,
            _ => Some((*a, *b)),
        }
    }
}
