//! Closed intervals of real numbers, with or without ends: convex polyhedra in one dimension.
//!
//! The domain on which R. Bagnara, P. Hill and E. Zaffanella explain their widenings of powersets (*Widening operators for
//! powerset domains*, VMCAI 2004), with the standard widening of polyhedra and its certificate.

use crate::lattice::{Lattice, Thresholds};
use crate::powerset::Certified;

/// All real numbers between two integers; without an end where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extended {
    /// The least number.
    pub lo: Option<i64>,
    /// The greatest number.
    pub hi: Option<i64>,
}

impl Extended {
    /// The numbers between two.
    #[must_use]
    pub fn new(lo: i64, hi: i64) -> Self {
        Self { lo: Some(lo), hi: Some(hi) }
    }

    fn starts_before(self, other: Self) -> bool {
        self.lo.is_none_or(|mine| other.lo.is_some_and(|theirs| mine <= theirs))
    }

    fn ends_after(self, other: Self) -> bool {
        self.hi.is_none_or(|mine| other.hi.is_some_and(|theirs| theirs <= mine))
    }
}

impl Lattice for Extended {
    fn le(&self, other: &Self) -> bool {
        other.starts_before(*self) && other.ends_after(*self)
    }

    fn join(&self, other: &Self) -> Self {
        Self {
            lo: self.lo.and_then(|mine| Some(mine.min(other.lo?))),
            hi: self.hi.and_then(|mine| Some(mine.max(other.hi?))),
        }
    }

    /// An end that moves is given up (L4).
    fn widen(&self, newer: &Self, _: &Thresholds) -> Self {
        Self {
            lo: self.lo.filter(|_| self.starts_before(*newer)),
            hi: self.hi.filter(|_| self.ends_after(*newer)),
        }
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        let lo = self.lo.into_iter().chain(other.lo).max();
        let hi = self.hi.into_iter().chain(other.hi).min();
        let is_empty = lo.zip(hi).is_some_and(|(lo, hi)| hi < lo);
        (!is_empty).then_some(Self { lo, hi })
    }
}

impl Certified for Extended {
    /// How many dimensions are missing, and how many half-lines it is the intersection of.
    type Certificate = (u8, u8);

    fn certificate(&self) -> (u8, u8) {
        let is_point = self.lo.is_some() && self.lo == self.hi;
        (is_point.into(), u8::from(self.lo.is_some()) + u8::from(self.hi.is_some()))
    }

    /// The smallest closed interval around what is left.
    fn subtract(&self, other: &Self) -> Self {
        match (self.lo == other.lo, self.hi == other.hi) {
            (true, false) => Self { lo: other.hi.or(self.lo), hi: self.hi },
            (false, true) => Self { lo: self.lo, hi: other.lo.or(self.hi) },
            _ => *self,
        }
    }
}

impl std::fmt::Display for Extended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.lo, self.hi) {
            (Some(lo), Some(hi)) if lo == hi => write!(f, "{lo}"),
            (Some(lo), Some(hi)) => write!(f, "[{lo}, {hi}]"),
            (Some(lo), None) => write!(f, "[{lo}, ∞)"),
            (None, Some(hi)) => write!(f, "(-∞, {hi}]"),
            (None, None) => f.write_str("(-∞, ∞)"),
        }
    }
}
