//! IEEE 754 arithmetic as bit-vector terms, for any format.
//!
//! A float is a bit-vector that holds its encoding; a [`Format`] says which, and has the operations. The circuits
//! follow Brain, Schanda & Sun, Building better bit-blasting for floating-point problems, TACAS 2019: operands are unpacked,
//! the exact result is computed as far as rounding can tell, and one function rounds and packs. On constants everything folds.
//!
//! - F1. An operation whose result is not a number yields the quiet NaN with sign and payload 0. Operations that
//!   only look at or copy encodings ([`Format::neg`], [`Format::abs`], [`Format::min`], …) keep what they are given.
//! - F2. In the extended format of the x87, whose significand has its leading bit in the encoding, values are
//!   80 bits: sign, exponent, leading bit, fraction. Results are encoded as the processor does; an operand whose exponent is 0 and
//!   whose leading bit is 1 is the number that the exponent 1 would make of it; an operand whose exponent is not 0 and whose leading bit is 0
//!   is not a number.
//! - F3. Conversion to an integer that cannot hold the rounded number yields 0 and says so.
//!
//! Exceptions and traps do not exist.

mod arithmetic;
mod compare;
mod convert;
mod remainder;
mod round;
mod unpack;

use crate::bits::Bits;
use crate::term::{TermId, Terms};

pub use convert::Integer;
use unpack::Unpacked;

/// How a result between two floats is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rounding {
    /// To the nearest, and of two equally near to the even one.
    #[default]
    NearestEven,
    /// To the nearest, and of two equally near to the one farther from 0.
    NearestAway,
    /// To the next above.
    TowardPositive,
    /// To the next below.
    TowardNegative,
    /// To the next towards 0.
    TowardZero,
}

impl Rounding {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::NearestEven,
        Self::NearestAway,
        Self::TowardPositive,
        Self::TowardNegative,
        Self::TowardZero,
    ];
}

/// Where the leading bit of the significand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Leading {
    /// It follows from the exponent.
    Implicit,
    /// It is stored (F2).
    Explicit,
}

/// How floats are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Bits of the exponent.
    exponent: u32,
    /// Bits of the significand, the leading one among them.
    precision: u32,
    leading: Leading,
}

impl Format {
    /// Half precision.
    pub const BINARY16: Self = Self::new(5, 11);
    /// `float`.
    pub const BINARY32: Self = Self::new(8, 24);
    /// `double`.
    pub const BINARY64: Self = Self::new(11, 53);
    /// `__float128`, and `long double` on some machines.
    pub const BINARY128: Self = Self::new(15, 113);
    /// `long double` on x86 (F2).
    pub const X87: Self = Self { exponent: 15, precision: 64, leading: Leading::Explicit };

    /// An interchange format with that many bits for the exponent and the significand, the leading bit of which is not stored but counted.
    ///
    /// # Panics
    /// If there are fewer than two of either.
    #[must_use]
    pub const fn new(exponent: u32, precision: u32) -> Self {
        assert!(2 <= exponent && 2 <= precision, "a format should have normal numbers");
        Self { exponent, precision, leading: Leading::Implicit }
    }

    /// Bits of an encoded float.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self.leading {
            Leading::Implicit => self.exponent + self.precision,
            Leading::Explicit => self.exponent + self.precision + 1,
        }
    }

    /// Bits of the exponent.
    #[must_use]
    pub const fn exponent_bits(self) -> u32 {
        self.exponent
    }

    /// Bits of the significand, the leading one among them.
    #[must_use]
    pub const fn precision(self) -> u32 {
        self.precision
    }

    /// What is added to an exponent to encode it; also the largest exponent.
    fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Bits that hold every exponent, and sums and differences of three of them.
    fn exponent_width(self) -> u32 {
        self.exponent.max(u32::BITS - self.precision.leading_zeros() + 1) + 3
    }

    fn exponent_constant(self, terms: &mut Terms, value: i128, width: u32) -> TermId {
        terms.bits(Bits::signed(value, width))
    }

    /// The encoding of a sign bit, an exponent and a fraction.
    fn encode(self, terms: &mut Terms, sign: TermId, exponent: TermId, fraction: TermId) -> TermId {
        let significand = match self.leading {
            Leading::Implicit => fraction,
            Leading::Explicit => {
                let is_normal = terms.is_nonzero(exponent);
                let leading = terms.bool_to_bits(is_normal, 1);
                terms.concat(leading, fraction)
            }
        };
        let sign = terms.bool_to_bits(sign, 1);
        let upper = terms.concat(sign, exponent);
        terms.concat(upper, significand)
    }

    /// The NaN that operations yield (F1).
    pub fn nan(self, terms: &mut Terms) -> TermId {
        let exponent = terms.bits(Bits::ones(self.exponent));
        let fraction = terms.bits(Bits::signed_min(self.precision - 1));
        let positive = terms.truth(false);
        self.encode(terms, positive, exponent, fraction)
    }

    /// Infinity with the sign.
    pub fn infinity(self, terms: &mut Terms, sign: TermId) -> TermId {
        let exponent = terms.bits(Bits::ones(self.exponent));
        let fraction = terms.number(0, self.precision - 1);
        self.encode(terms, sign, exponent, fraction)
    }

    /// 0 with the sign.
    pub fn zero(self, terms: &mut Terms, sign: TermId) -> TermId {
        let (exponent, fraction) =
            (terms.number(0, self.exponent), terms.number(0, self.precision - 1));
        self.encode(terms, sign, exponent, fraction)
    }

    /// The sign bit.
    pub fn is_negative(self, terms: &mut Terms, a: TermId) -> TermId {
        terms.bit(a, self.width() - 1)
    }

    /// The exponent and the fraction as encoded, and the leading bit.
    fn fields(self, terms: &mut Terms, a: TermId) -> (TermId, TermId, TermId) {
        assert_eq!(terms.width(a), self.width(), "the float should be of this format");
        let fraction = terms.extract(a, self.precision - 2, 0);
        let top = self.width() - 2;
        let exponent = terms.extract(a, top, top + 1 - self.exponent);
        let leading = match self.leading {
            Leading::Implicit => terms.is_nonzero(exponent),
            Leading::Explicit => terms.bit(a, self.precision - 1),
        };
        (exponent, fraction, leading)
    }

    /// Whether this is not a number.
    pub fn is_nan(self, terms: &mut Terms, a: TermId) -> TermId {
        let (exponent, fraction, leading) = self.fields(terms, a);
        let is_special = self.is_special(terms, exponent);
        let has_payload = terms.is_nonzero(fraction);
        match self.leading {
            Leading::Implicit => terms.and(is_special, has_payload),
            Leading::Explicit => {
                let has_payload = terms.and(is_special, has_payload);
                let nonzero = terms.is_nonzero(exponent);
                let unset = terms.not(leading);
                let is_unnormal = terms.and(nonzero, unset);
                terms.or(has_payload, is_unnormal)
            }
        }
    }

    fn is_special(self, terms: &mut Terms, exponent: TermId) -> TermId {
        let ones = terms.bits(Bits::ones(self.exponent));
        terms.eq(exponent, ones)
    }

    /// Whether this is one of the infinities.
    pub fn is_infinite(self, terms: &mut Terms, a: TermId) -> TermId {
        let (exponent, fraction, leading) = self.fields(terms, a);
        let is_special = self.is_special(terms, exponent);
        let is_bare = terms.is_zero(fraction);
        let is_bare = terms.and(is_special, is_bare);
        terms.and(is_bare, leading)
    }

    /// Whether this is neither infinite nor a NaN.
    pub fn is_finite(self, terms: &mut Terms, a: TermId) -> TermId {
        let (is_nan, is_infinite) = (self.is_nan(terms, a), self.is_infinite(terms, a));
        let either = terms.or(is_nan, is_infinite);
        terms.not(either)
    }

    /// Whether this is one of the zeros.
    pub fn is_zero(self, terms: &mut Terms, a: TermId) -> TermId {
        let magnitude = terms.extract(a, self.width() - 2, 0);
        terms.is_zero(magnitude)
    }

    /// Whether this is a number with a full significand.
    pub fn is_normal(self, terms: &mut Terms, a: TermId) -> TermId {
        let is_finite = self.is_finite(terms, a);
        let (.., leading) = self.fields(terms, a);
        terms.and(is_finite, leading)
    }

    /// Whether this is a number below the normal ones, but not 0.
    pub fn is_subnormal(self, terms: &mut Terms, a: TermId) -> TermId {
        let (exponent, fraction, leading) = self.fields(terms, a);
        let (least, some) = (terms.is_zero(exponent), terms.is_nonzero(fraction));
        let unset = terms.not(leading);
        terms.all([least, unset, some])
    }

    /// The float with the opposite sign, NaN or not.
    pub fn neg(self, terms: &mut Terms, a: TermId) -> TermId {
        let sign = terms.bits(Bits::signed_min(self.width()));
        terms.bit_xor(a, sign)
    }

    /// The float with a positive sign, NaN or not.
    pub fn abs(self, terms: &mut Terms, a: TermId) -> TermId {
        let magnitude = terms.extract(a, self.width() - 2, 0);
        terms.zero_extend(magnitude, self.width())
    }

    /// The float `a` with the sign of `b`.
    pub fn copy_sign(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let top = self.width() - 1;
        let (sign, magnitude) = (terms.extract(b, top, top), terms.extract(a, top - 1, 0));
        terms.concat(sign, magnitude)
    }

    /// NaN where `is_nan`, infinity where `is_infinite`, 0 where `is_zero`, otherwise `finite`; the first that applies.
    fn choose(self, terms: &mut Terms, special: &Special, finite: TermId) -> TermId {
        let (nan, infinity) = (self.nan(terms), self.infinity(terms, special.sign));
        let zero = self.zero(terms, special.zero_sign);
        let number = terms.ite(special.is_zero, zero, finite);
        let number = terms.ite(special.is_infinite, infinity, number);
        terms.ite(special.is_nan, nan, number)
    }
}

/// Which results are not computed but known.
struct Special {
    is_nan: TermId,
    is_infinite: TermId,
    is_zero: TermId,
    /// Of an infinite result.
    sign: TermId,
    /// Of a result that is 0.
    zero_sign: TermId,
}
