//! Kleene's strong three-valued logic.
//!
//! S. C. Kleene: *Introduction to Metamathematics*, 1952, §64.

use std::ops::{BitAnd, BitOr, Not};

/// A truth value that may be unknown. The order is the truth order: `False < Maybe < True`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kleene {
    /// Certainly false.
    False,
    /// Not known.
    Maybe,
    /// Certainly true.
    True,
}

impl From<bool> for Kleene {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl BitAnd for Kleene {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.min(other)
    }
}

impl BitOr for Kleene {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.max(other)
    }
}

impl Not for Kleene {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Maybe => Self::Maybe,
            Self::True => Self::False,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kleene::{self, False, Maybe, True};

    #[test]
    fn de_morgan_holds() {
        for a in [False, Maybe, True] {
            for b in [False, Maybe, True] {
                assert_eq!(!(a & b), !a | !b);
            }
        }
    }

    #[test]
    fn refines_two_valued_logic() {
        for a in [false, true] {
            for b in [false, true] {
                assert_eq!(Kleene::from(a) & Kleene::from(b), Kleene::from(a && b));
                assert_eq!(Kleene::from(a) | Kleene::from(b), Kleene::from(a || b));
            }
        }
    }
}
