//! Conversion between formats, from and to integers, and rounding to an integral float.

use super::round::is_rounded_up;
use super::unpack::{append_zeros, normalise, shift_right_sticky};
use super::{Format, Rounding, Special};
use crate::bits::Bits;
use crate::term::{TermId, Terms};

/// A float as an integer (F3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// The integer, 0 if it does not fit.
    pub value: TermId,
    /// Whether the rounded number fits the integer's width.
    pub fits: TermId,
}

impl Format {
    /// The float of format `to` next to `a`.
    pub fn convert(self, terms: &mut Terms, mode: Rounding, a: TermId, to: Self) -> TermId {
        if self == to {
            return a;
        }
        let a = self.unpack(terms, a);
        let finite = to.round(terms, mode, a.sign, a.exponent, a.significand);
        let special = Special {
            is_nan: a.is_nan,
            is_infinite: a.is_infinite,
            is_zero: a.is_zero,
            sign: a.sign,
            zero_sign: a.sign,
        };
        to.choose(terms, &special, finite)
    }

    /// The float next to an unsigned integer.
    pub fn of_unsigned(self, terms: &mut Terms, mode: Rounding, integer: TermId) -> TermId {
        let positive = terms.truth(false);
        self.of_magnitude(terms, mode, positive, integer)
    }

    /// The float next to a signed integer.
    pub fn of_signed(self, terms: &mut Terms, mode: Rounding, integer: TermId) -> TermId {
        let sign = terms.bit(integer, terms.width(integer) - 1);
        let negated = terms.neg(integer);
        let magnitude = terms.ite(sign, negated, integer);
        self.of_magnitude(terms, mode, sign, magnitude)
    }

    fn of_magnitude(
        self,
        terms: &mut Terms,
        mode: Rounding,
        sign: TermId,
        magnitude: TermId,
    ) -> TermId {
        let width = terms.width(magnitude);
        let is_zero = terms.is_zero(magnitude);
        let exponent_width = self.exponent_width().max(u32::BITS - width.leading_zeros() + 1);
        let exponent = self.exponent_constant(terms, i128::from(width - 1), exponent_width);
        let (exponent, significand) = normalise(terms, exponent, magnitude);
        let finite = self.round(terms, mode, sign, exponent, significand);
        let positive = terms.truth(false);
        let zero = self.zero(terms, positive);
        terms.ite(is_zero, zero, finite)
    }

    /// The magnitude rounded to an integer of `width` bits; the exponent must be at most `width - 1`.
    fn integral(
        self,
        terms: &mut Terms,
        mode: Rounding,
        a: &super::Unpacked,
        width: u32,
    ) -> TermId {
        // The significand with room for the integer above and one more bit to round below, shifted to its place.
        let size = width.max(self.precision) + 2;
        let significand = append_zeros(terms, a.significand, size - self.precision);
        // Its highest bit weighs 2^(size - 3) if it is not shifted: two bits remain below the point.
        let exponent_width = terms.width(a.exponent).max(u32::BITS - size.leading_zeros()) + 2;
        let exponent = terms.sign_extend(a.exponent, exponent_width);
        let most = self.exponent_constant(terms, i128::from(size) - 3, exponent_width);
        let distance = terms.sub(most, exponent);
        let shifted = shift_right_sticky(terms, significand, distance);
        let (kept, rest) = (terms.extract(shifted, size - 1, 2), terms.extract(shifted, 1, 0));
        let is_up = is_rounded_up(terms, mode, a.sign, kept, rest);
        // Rounding up may need one bit more.
        let kept = terms.zero_extend(kept, size);
        let up = terms.bool_to_bits(is_up, size);
        terms.add(kept, up)
    }

    /// The signed integer of `width` bits next to `a`.
    pub fn to_signed(self, terms: &mut Terms, mode: Rounding, a: TermId, width: u32) -> Integer {
        let a = self.unpack(terms, a);
        let (magnitude, is_small) = self.bounded(terms, mode, &a, width);
        let size = terms.width(magnitude);
        let least = terms.bits(Bits::power(width - 1, size));
        let (is_below, is_least) = (terms.ult(magnitude, least), terms.ule(magnitude, least));
        let is_in_range = terms.ite(a.sign, is_least, is_below);
        let fits = terms.and(is_small, is_in_range);
        let value = terms.extract(magnitude, width - 1, 0);
        let negated = terms.neg(value);
        let value = terms.ite(a.sign, negated, value);
        let zero = terms.number(0, width);
        Integer { value: terms.ite(fits, value, zero), fits }
    }

    /// The unsigned integer of `width` bits next to `a`.
    pub fn to_unsigned(self, terms: &mut Terms, mode: Rounding, a: TermId, width: u32) -> Integer {
        let a = self.unpack(terms, a);
        let (magnitude, is_small) = self.bounded(terms, mode, &a, width);
        let size = terms.width(magnitude);
        let bound = terms.bits(Bits::power(width, size));
        let (is_below, is_zero) = (terms.ult(magnitude, bound), terms.is_zero(magnitude));
        let is_in_range = terms.ite(a.sign, is_zero, is_below);
        let fits = terms.and(is_small, is_in_range);
        let value = terms.extract(magnitude, width - 1, 0);
        let zero = terms.number(0, width);
        Integer { value: terms.ite(fits, value, zero), fits }
    }

    /// The rounded magnitude, and whether it is that of a number below `2^width`, before rounding.
    fn bounded(
        self,
        terms: &mut Terms,
        mode: Rounding,
        a: &super::Unpacked,
        width: u32,
    ) -> (TermId, TermId) {
        let magnitude = self.integral(terms, mode, a, width);
        let zero = terms.number(0, terms.width(magnitude));
        let magnitude = terms.ite(a.is_zero, zero, magnitude);
        let exponent_width = terms.width(a.exponent).max(u32::BITS - width.leading_zeros() + 1);
        let exponent = terms.sign_extend(a.exponent, exponent_width);
        let bound = self.exponent_constant(terms, i128::from(width), exponent_width);
        let is_below = terms.slt(exponent, bound);
        let is_small = terms.or(is_below, a.is_zero);
        let is_special = terms.or(a.is_nan, a.is_infinite);
        let is_number = terms.not(is_special);
        (magnitude, terms.and(is_number, is_small))
    }

    /// The integral float next to `a`, with the sign of `a` if it is 0.
    pub fn round_to_integral(self, terms: &mut Terms, mode: Rounding, a: TermId) -> TermId {
        let unpacked = self.unpack(terms, a);
        let magnitude = self.integral(terms, mode, &unpacked, self.precision);
        let size = terms.width(magnitude);
        let width = terms.width(unpacked.exponent).max(u32::BITS - size.leading_zeros() + 1);
        let exponent = self.exponent_constant(terms, i128::from(size - 1), width);
        let (exponent, significand) = normalise(terms, exponent, magnitude);
        let finite = self.round(terms, mode, unpacked.sign, exponent, significand);
        let zero = self.zero(terms, unpacked.sign);
        let is_zero = terms.is_zero(magnitude);
        let is_zero = terms.or(is_zero, unpacked.is_zero);
        let small = terms.ite(is_zero, zero, finite);
        // From here on all floats are integral.
        let width = terms.width(unpacked.exponent);
        let bound = self.exponent_constant(terms, i128::from(self.precision) - 1, width);
        let is_small = terms.slt(unpacked.exponent, bound);
        let is_small = terms.or(is_small, unpacked.is_zero);
        let is_fraction = terms.not(unpacked.is_infinite);
        let is_small = terms.and(is_small, is_fraction);
        let number = terms.ite(is_small, small, a);
        let nan = self.nan(terms);
        terms.ite(unpacked.is_nan, nan, number)
    }
}
