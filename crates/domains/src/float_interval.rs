//! Floating-point numbers as intervals with sound rounding.
//!
//! Rounding to nearest is monotone, and so are the operations on reals: the rounded results at the ends bound all others (A. Miné: *Relational abstract
//! domains for the detection of floating-point run-time errors*. ESOP 2004, without the relations). Whether a value may be no number is known besides.

use crate::lattice::{Lattice, Thresholds};

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl Format {
    /// Rounds a result to the format. What is rounded to 53 bits first is right for sums, products, quotients and roots of 24 bits.
    fn round(self, value: f64) -> f64 {
        match self {
            #[expect(clippy::cast_possible_truncation, reason = "this is the rounding")]
            Self::Single => f64::from(value as f32),
            Self::Double => value,
        }
    }
}

/// A set of numbers of a format, never empty. Zeros of both signs go together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatInterval {
    /// The least and the greatest number, which may be infinite; `None` if it is no number for sure.
    ends: Option<(f64, f64)>,
    /// Whether it may be no number.
    may_be_nan: bool,
}

impl FloatInterval {
    /// All values.
    #[must_use]
    pub fn top() -> Self {
        Self { ends: Some((f64::NEG_INFINITY, f64::INFINITY)), may_be_nan: true }
    }

    /// One value.
    #[must_use]
    pub fn constant(value: f64) -> Self {
        // One zero for both.
        let value = value + 0.0;
        Self { ends: (!value.is_nan()).then_some((value, value)), may_be_nan: value.is_nan() }
    }

    /// The numbers between two; `None` if there are none.
    #[must_use]
    pub fn range(lo: f64, hi: f64) -> Option<Self> {
        (lo <= hi).then_some(Self { ends: Some((lo + 0.0, hi + 0.0)), may_be_nan: false })
    }

    /// The least and the greatest number.
    #[must_use]
    pub fn ends(&self) -> Option<(f64, f64)> {
        self.ends
    }

    /// Whether it may be no number.
    #[must_use]
    pub fn may_be_nan(&self) -> bool {
        self.may_be_nan
    }

    /// Whether a value may be among those.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        if value.is_nan() {
            return self.may_be_nan;
        }
        self.ends.is_some_and(|(lo, hi)| lo <= value && value <= hi)
    }

    /// The values of an operation on the ends, which bound all others if it is monotone in each operand.
    fn corners(self, other: Self, format: Format, operate: impl Fn(f64, f64) -> f64) -> Self {
        let (Some((a, b)), Some((c, d))) = (self.ends, other.ends) else {
            return Self { ends: None, may_be_nan: true };
        };
        let mut may_be_nan = self.may_be_nan || other.may_be_nan;
        let mut ends: Option<(f64, f64)> = None;
        for (x, y) in [(a, c), (a, d), (b, c), (b, d)] {
            let value = format.round(operate(x, y)) + 0.0;
            if value.is_nan() {
                may_be_nan = true;
            } else {
                let (lo, hi) = ends.unwrap_or((value, value));
                ends = Some((lo.min(value), hi.max(value)));
            }
        }
        Self { ends, may_be_nan }
    }

    /// Whether an infinity is among the values.
    fn has_infinity(self) -> bool {
        self.ends.is_some_and(|(lo, hi)| lo.is_infinite() || hi.is_infinite())
    }

    /// The negative.
    #[must_use]
    pub fn negate(self) -> Self {
        Self { ends: self.ends.map(|(lo, hi)| (-hi + 0.0, -lo + 0.0)), ..self }
    }

    /// The sum.
    #[must_use]
    pub fn add(self, other: Self, format: Format) -> Self {
        let sum = self.corners(other, format, |a, b| a + b);
        // Between an infinity and its opposite every finite number may be met, and the infinities themselves.
        if sum.may_be_nan && self.has_infinity() && other.has_infinity() {
            return Self { may_be_nan: true, ..self.hull_of_sum(other, sum) };
        }
        sum
    }

    /// What a sum of infinite intervals can be: the corners do not tell if some of them are no numbers.
    fn hull_of_sum(self, other: Self, sum: Self) -> Self {
        let is_point = |it: Self| it.ends.is_some_and(|(lo, hi)| lo.total_cmp(&hi).is_eq());
        match is_point(self) && is_point(other) {
            true => sum,
            false => Self::top(),
        }
    }

    /// The difference.
    #[must_use]
    pub fn sub(self, other: Self, format: Format) -> Self {
        self.add(other.negate(), format)
    }

    /// The product.
    #[must_use]
    pub fn mul(self, other: Self, format: Format) -> Self {
        // Zero times infinity is no number, wherever the two are.
        let has_zero = |it: Self| it.contains(0.0);
        if (self.has_infinity() && has_zero(other)) || (other.has_infinity() && has_zero(self)) {
            return Self::top();
        }
        self.corners(other, format, |a, b| a * b)
    }

    /// The quotient.
    #[must_use]
    pub fn div(self, other: Self, format: Format) -> Self {
        // The sign of a zero is not known, nor what infinities make of each other.
        if other.contains(0.0) || (self.has_infinity() && other.has_infinity()) {
            return Self::top();
        }
        self.corners(other, format, |a, b| a / b)
    }

    /// The square root.
    #[must_use]
    pub fn sqrt(self, format: Format) -> Self {
        let Some((lo, hi)) = self.ends else { return self };
        if hi < 0.0 {
            return Self { ends: None, may_be_nan: true };
        }
        let root = |it: f64| format.round(it.max(0.0).sqrt());
        Self { ends: Some((root(lo), root(hi))), may_be_nan: self.may_be_nan || lo < 0.0 }
    }

    /// The same value in another format.
    #[must_use]
    pub fn convert(self, format: Format) -> Self {
        let round = |it: f64| format.round(it);
        Self { ends: self.ends.map(|(lo, hi)| (round(lo), round(hi))), ..self }
    }

    /// The values for which `a < b` can hold, or `a ≤ b`: no value that is no number.
    #[must_use]
    pub fn refine_le(a: Self, b: Self) -> Option<(Self, Self)> {
        let ((a_lo, a_hi), (b_lo, b_hi)) = (a.ends?, b.ends?);
        Some((Self::range(a_lo, a_hi.min(b_hi))?, Self::range(b_lo.max(a_lo), b_hi)?))
    }
}

impl Lattice for FloatInterval {
    fn le(&self, other: &Self) -> bool {
        let is_inside = match (self.ends, other.ends) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((a, b)), Some((c, d))) => c <= a && b <= d,
        };
        is_inside && (!self.may_be_nan || other.may_be_nan)
    }

    fn join(&self, other: &Self) -> Self {
        let ends = match (self.ends, other.ends) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (a, b) => a.or(b),
        };
        Self { ends, may_be_nan: self.may_be_nan || other.may_be_nan }
    }

    /// An end that moves goes to the next power of two to the eighth, then to infinity (L4).
    fn widen(&self, newer: &Self, _: &Thresholds) -> Self {
        let joined = self.join(newer);
        let (Some((a, b)), Some((c, d))) = (self.ends, joined.ends) else { return joined };
        let lo = if c < a { -above(-c) } else { a };
        let hi = if b < d { above(d) } else { b };
        Self { ends: Some((lo, hi)), ..joined }
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        let ends = self.ends.zip(other.ends).map(|((a, b), (c, d))| (a.max(c), b.min(d)));
        let ends = ends.filter(|(lo, hi)| lo <= hi);
        let may_be_nan = self.may_be_nan && other.may_be_nan;
        (ends.is_some() || may_be_nan).then_some(Self { ends, may_be_nan })
    }
}

/// The next stop of a widening at a number or above: few, so that chains are short.
fn above(value: f64) -> f64 {
    const STOPS: [f64; 9] = [-1e30, -1e9, -1e3, -1.0, 0.0, 1.0, 1e3, 1e9, 1e30];
    STOPS.into_iter().find(|it| value <= *it).unwrap_or(f64::INFINITY)
}

impl std::fmt::Display for FloatInterval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.ends, self.may_be_nan) {
            (None, _) => f.write_str("no number"),
            (Some((lo, hi)), false) => write!(f, "[{lo}, {hi}]"),
            (Some((lo, hi)), true) => write!(f, "[{lo}, {hi}] or no number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FloatInterval, Format};
    use crate::lattice::{Lattice as _, Thresholds};
    use proptest::prelude::{Just, Strategy, any, prop, prop_assert, proptest};
    use proptest::prop_oneof;

    #[test]
    fn rounding_is_that_of_the_format() {
        let tenth = FloatInterval::constant(f64::from(0.1f32));
        let sum = tenth.add(tenth, Format::Single).add(tenth, Format::Single);
        assert!(sum.contains(f64::from(0.1f32 + 0.1f32 + 0.1f32)));
        assert!(!sum.contains(f64::from(0.1f32) * 3.0));
        let (zero, one) = (FloatInterval::constant(0.0), FloatInterval::constant(1.0));
        assert_eq!(one.div(zero, Format::Double), FloatInterval::top());
        assert!(FloatInterval::constant(-1.0).sqrt(Format::Double).may_be_nan());
    }

    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![
            (-9..9i8).prop_map(f64::from),
            any::<f64>(),
            any::<f32>().prop_map(f64::from),
            Just(f64::INFINITY),
            Just(f64::NEG_INFINITY),
            Just(f64::NAN),
            Just(-0.0),
            Just(f64::MAX),
            Just(f64::MIN_POSITIVE),
        ]
    }

    fn numbers() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(number(), 1..4)
    }

    fn of(numbers: &[f64]) -> FloatInterval {
        let all = numbers.iter().map(|it| FloatInterval::constant(*it));
        all.reduce(|a, b| a.join(&b)).expect("there should be a number")
    }

    proptest! {
        #[test]
        fn the_laws_hold(a in numbers(), b in numbers(), c in numbers()) {
            let (x, y, z) = (of(&a), of(&b), of(&c));
            let (join, wide) = (x.join(&y), x.widen(&y, &Thresholds::default()));
            prop_assert!(x.le(&x));
            prop_assert!(!(x.le(&y) && y.le(&z)) || x.le(&z));
            prop_assert!(!(x.le(&y) && y.le(&x)) || x == y);
            prop_assert!(x.le(&join) && y.le(&join) && x.le(&wide) && y.le(&wide));
            for value in a.iter().chain(&b) {
                prop_assert!(join.contains(*value));
                if x.contains(*value) && y.contains(*value) {
                    prop_assert!(x.meet(&y).is_some_and(|it| it.contains(*value)));
                }
            }
        }

        #[test]
        fn operations_lose_nothing(a in numbers(), b in numbers()) {
            let (x, y) = (of(&a), of(&b));
            for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (*p, *q))) {
                prop_assert!(x.add(y, Format::Double).contains(p + q), "{} + {}", p, q);
                prop_assert!(x.sub(y, Format::Double).contains(p - q), "{} - {}", p, q);
                prop_assert!(x.mul(y, Format::Double).contains(p * q), "{} * {}", p, q);
                prop_assert!(x.div(y, Format::Double).contains(p / q), "{} / {}", p, q);
                prop_assert!(x.sqrt(Format::Double).contains(p.sqrt()), "sqrt {}", p);
                prop_assert!(x.negate().contains(-p));
                if p <= q {
                    let refined = FloatInterval::refine_le(x, y);
                    prop_assert!(refined.is_some_and(|it| it.0.contains(p) && it.1.contains(q)));
                }
            }
        }

        #[test]
        fn operations_of_single_precision_lose_nothing(a in prop::collection::vec(any::<f32>(), 1..4), b in prop::collection::vec(any::<f32>(), 1..4)) {
            let of = |numbers: &[f32]| of(&numbers.iter().map(|it| f64::from(*it)).collect::<Vec<_>>());
            let (x, y) = (of(&a), of(&b));
            for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (*p, *q))) {
                prop_assert!(x.add(y, Format::Single).contains((p + q).into()));
                prop_assert!(x.mul(y, Format::Single).contains((p * q).into()));
                prop_assert!(x.div(y, Format::Single).contains((p / q).into()));
                prop_assert!(x.sqrt(Format::Single).contains(p.sqrt().into()));
            }
        }

        #[test]
        fn widenings_stop(all in prop::collection::vec(number(), 20..60)) {
            let (mut now, mut steps) = (FloatInterval::constant(0.0), 0);
            for value in all {
                let newer = now.join(&FloatInterval::constant(value));
                if !newer.le(&now) {
                    now = now.widen(&newer, &Thresholds::default());
                    prop_assert!(newer.le(&now));
                    steps += 1;
                }
            }
            prop_assert!(steps < 24, "{steps} steps");
        }
    }
}
