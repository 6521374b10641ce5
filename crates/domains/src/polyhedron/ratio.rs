//! Fractions.

use super::is_negative;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    above: BigInt,
    /// Positive.
    below: BigInt,
}

impl Ratio {
    pub(super) fn zero() -> Self {
        Self::whole(BigInt::ZERO)
    }

    pub(super) fn whole(number: BigInt) -> Self {
        Self { above: number, below: BigInt::from(1) }
    }

    fn new(above: BigInt, below: BigInt) -> Self {
        let divisor = gcd(above.clone(), below.clone());
        match divisor == BigInt::from(1) {
            true => Self { above, below },
            false => Self { above: above / &divisor, below: below / divisor },
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.above == BigInt::ZERO
    }

    pub(super) fn is_positive(&self) -> bool {
        BigInt::ZERO < self.above
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        let above = &self.above * &other.below + &other.above * &self.below;
        Self::new(above, &self.below * &other.below)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        Self::new(&self.above * &other.above, &self.below * &other.below)
    }

    /// One by a fraction that is not zero.
    pub(super) fn inverse(&self) -> Self {
        match is_negative(&self.above) {
            true => Self { above: -&self.below, below: -&self.above },
            false => Self { above: self.below.clone(), below: self.above.clone() },
        }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.above * &other.below).cmp(&(&other.above * &self.below))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest common divisor, positive unless both are zero.
pub(super) fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if is_negative(&a) { -a } else { a }
}
