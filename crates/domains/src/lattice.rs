//! What every domain is: an order, upper bounds, and a widening that lets no chain rise for ever.
//!
//! P. Cousot, R. Cousot: *Abstract interpretation: a unified lattice model for static analysis of programs by
//! construction or approximation of fixpoints*. POPL 1977.

use std::fmt::Debug;
use tribunal_ir::{BinOp, IntShape, UnOp};

/// A set of values, never empty.
///
/// # Laws
/// - L1. `le` is reflexive, transitive and antisymmetric.
/// - L2. `a.join(b)` is above both.
/// - L3. `a.widen(b)` is above both.
/// - L4. No chain `w = w.widen(..)` rises for ever.
/// - L5. `a.meet(b)` holds what both hold; nothing if that is nothing.
pub trait Lattice: Clone + PartialEq + Debug {
    /// Whether every value of `self` is known to be one of `other`.
    #[must_use]
    fn le(&self, other: &Self) -> bool;
    /// What holds the values of both.
    #[must_use]
    fn join(&self, other: &Self) -> Self;
    /// What holds the values of both, such that chains stop.
    #[must_use]
    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self;
    /// What holds the values that both have, if there are such.
    #[must_use]
    fn meet(&self, other: &Self) -> Option<Self>;
}

/// A set of numbers of a shape, as `tribunal_ir` keeps them.
///
/// # Laws
/// - N1. Whatever `a` and `b` hold, the result of an operation holds what the operation yields.
/// - N2. `refine` loses no pair for which the comparison holds.
pub trait Numeric: Lattice {
    /// All numbers of a shape.
    #[must_use]
    fn top(shape: IntShape) -> Self;
    /// One number.
    #[must_use]
    fn constant(value: i128) -> Self;
    /// Whether a number may be among the values.
    #[must_use]
    fn contains(&self, value: i128) -> bool;
    /// An operator on a number.
    #[must_use]
    fn unary(op: UnOp, shape: IntShape, a: &Self) -> Self;
    /// An operator on two numbers of a shape; comparisons yield 0 or 1.
    #[must_use]
    fn binary(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Self;
    /// Numbers wrapped to a shape.
    #[must_use]
    fn wrap(&self, shape: IntShape) -> Self;
    /// The values for which a comparison (`Eq`, `Ne`, `Lt`, `Le`) can hold.
    #[must_use]
    fn refine(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Option<(Self, Self)>;
}

/// Numbers at which a widening stops before it goes on to the limits of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// In ascending order, without repetition.
    numbers: Vec<i128>,
    pace: Pace,
}

/// How fast what changes is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Stop by stop; what has only finitely many steps may take them.
    Stepwise,
    /// There are no stops any more.
    Fast,
    /// All parts of what changes at once.
    AtOnce,
}

impl Thresholds {
    /// The limits of all common types, and these numbers.
    #[must_use]
    pub fn new(numbers: impl IntoIterator<Item = i128>) -> Self {
        let limits = [1, 8, 16, 32, 64, 128].into_iter().flat_map(|bits| {
            let signed = limits(IntShape { bits, signed: true });
            let unsigned = limits(IntShape { bits, signed: false });
            [signed.0, signed.1, unsigned.0, unsigned.1]
        });
        let mut numbers: Vec<i128> = numbers.into_iter().chain(limits).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Self { numbers, pace: Pace::Stepwise }
    }

    /// These numbers alone, in ascending order.
    #[must_use]
    pub fn of(numbers: Vec<i128>) -> Self {
        Self { numbers, pace: Pace::Stepwise }
    }

    /// No stops at all.
    #[must_use]
    pub fn none() -> Self {
        Self { numbers: Vec::new(), pace: Pace::Fast }
    }

    /// No stops, and of a product each part that changes is given up at once, gaps between intervals included, instead of becoming less and less.
    #[must_use]
    pub fn plain() -> Self {
        Self { numbers: Vec::new(), pace: Pace::AtOnce }
    }

    /// Whether what changes is given up at once.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.pace == Pace::AtOnce
    }

    /// Whether there are no stops any more, not even for what has only finitely many steps.
    #[must_use]
    pub fn are_over(&self) -> bool {
        self.pace != Pace::Stepwise
    }

    /// Whether there are no stops.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The next stop at a number or above.
    #[must_use]
    pub fn above(&self, number: i128) -> i128 {
        let at = self.numbers.partition_point(|it| *it < number);
        self.numbers.get(at).copied().unwrap_or(i128::MAX)
    }

    /// The next stop at a number or below.
    #[must_use]
    pub fn below(&self, number: i128) -> i128 {
        let at = self.numbers.partition_point(|it| *it <= number);
        at.checked_sub(1).map_or(i128::MIN, |it| self.numbers[it])
    }
}

impl Default for Thresholds {
    fn default() -> Self {
        Self::new([])
    }
}

/// The least and the greatest number of a shape, as they are kept.
#[must_use]
pub fn limits(shape: IntShape) -> (i128, i128) {
    let bits = u32::from(shape.bits);
    match (shape.signed, bits) {
        (_, 128) => (i128::MIN, i128::MAX),
        (true, _) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (false, 127) => (0, i128::MAX),
        (false, _) => (0, (1 << bits) - 1),
    }
}
