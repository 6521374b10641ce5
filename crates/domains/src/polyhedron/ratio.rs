//! Fractions.

use super::integer::Integer;
use std::cmp::Ordering;

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    above: Integer,
    /// Positive.
    below: Integer,
}

impl Ratio {
    pub(super) fn zero() -> Self {
        Self::whole(Integer::ZERO)
    }

    pub(super) fn whole(number: Integer) -> Self {
        Self { above: number, below: Integer::ONE }
    }

    fn new(above: Integer, below: Integer) -> Self {
        let divisor = above.gcd(&below);
        match divisor == Integer::ONE {
            true => Self { above, below },
            false => Self { above: &above / &divisor, below: &below / &divisor },
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.above == Integer::ZERO
    }

    pub(super) fn is_positive(&self) -> bool {
        Integer::ZERO < self.above
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        if self.below == other.below {
            let above = &self.above + &other.above;
            return match self.below == Integer::ONE {
                true => Self::whole(above),
                false => Self::new(above, self.below.clone()),
            };
        }
        let above = &(&self.above * &other.below) + &(&other.above * &self.below);
        Self::new(above, &self.below * &other.below)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        let above = &self.above * &other.above;
        match self.below == Integer::ONE && other.below == Integer::ONE {
            true => Self::whole(above),
            false => Self::new(above, &self.below * &other.below),
        }
    }

    /// One by a fraction that is not zero.
    pub(super) fn inverse(&self) -> Self {
        match self.above.is_negative() {
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
