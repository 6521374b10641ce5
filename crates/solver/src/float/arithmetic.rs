//! Sum, difference, product, quotient, product and sum, square root.

use super::unpack::{append_zeros, normalise, shift_left, shift_right_sticky};
use super::{Format, Rounding, Special, Unpacked};
use crate::bits::Bits;
use crate::term::{TermId, Terms};

impl Format {
    /// `a + b`.
    pub fn add(self, terms: &mut Terms, mode: Rounding, a: TermId, b: TermId) -> TermId {
        // The order does not matter (F1); choosing one makes equal sums equal terms.
        let (a, b) = (a.min(b), a.max(b));
        let (a, b) = (self.unpack(terms, a), self.unpack(terms, b));
        self.sum(terms, mode, &a, &b)
    }

    /// `a - b`.
    pub fn sub(self, terms: &mut Terms, mode: Rounding, a: TermId, b: TermId) -> TermId {
        let b = self.neg(terms, b);
        self.add(terms, mode, a, b)
    }

    /// The rounded sum of two numbers whose significands are of one width, any.
    fn sum(self, terms: &mut Terms, mode: Rounding, a: &Unpacked, b: &Unpacked) -> TermId {
        // The larger one first; a zero counts as smaller than everything.
        let is_exponent_below = terms.slt(a.exponent, b.exponent);
        let is_exponent_same = terms.eq(a.exponent, b.exponent);
        let is_significand_below = terms.ult(a.significand, b.significand);
        let is_below = terms.and(is_exponent_same, is_significand_below);
        let is_below = terms.or(is_exponent_below, is_below);
        let nonzero = terms.not(b.is_zero);
        let is_below = terms.and(is_below, nonzero);
        let is_swapped = terms.or(is_below, a.is_zero);
        let sign = terms.ite(is_swapped, b.sign, a.sign);
        let exponent = terms.ite(is_swapped, b.exponent, a.exponent);
        let small_exponent = terms.ite(is_swapped, a.exponent, b.exponent);
        let large = terms.ite(is_swapped, b.significand, a.significand);
        let small = terms.ite(is_swapped, a.significand, b.significand);
        // A zero's exponent says nothing; its significand is 0, so that any shift will do.

        // Three bits more are enough: two for the shift after a subtraction, one for all below.
        let large = append_zeros(terms, large, 3);
        let small = append_zeros(terms, small, 3);
        let distance = terms.sub(exponent, small_exponent);
        let small = shift_right_sticky(terms, small, distance);
        let width = terms.width(large) + 1;
        let (large, small) = (terms.zero_extend(large, width), terms.zero_extend(small, width));
        let is_difference = terms.xor(a.sign, b.sign);
        let negated = terms.neg(small);
        let small = terms.ite(is_difference, negated, small);
        let sum = terms.add(large, small);
        let is_cancelled = terms.is_zero(sum);
        let exponent_width = terms.width(exponent) + 1;
        let exponent = terms.sign_extend(exponent, exponent_width);
        let one = terms.number(1, exponent_width);
        let exponent = terms.add(exponent, one);
        let (exponent, sum) = normalise(terms, exponent, sum);
        let finite = self.round(terms, mode, sign, exponent, sum);

        let is_opposite = terms.and(a.is_infinite, b.is_infinite);
        let is_opposite = terms.and(is_opposite, is_difference);
        let is_nan = terms.any([a.is_nan, b.is_nan, is_opposite]);
        let is_infinite = terms.or(a.is_infinite, b.is_infinite);
        let infinite_sign = terms.ite(a.is_infinite, a.sign, b.sign);
        let cancelled_sign = terms.truth(mode == Rounding::TowardNegative);
        let zero_sign = terms.ite(is_difference, cancelled_sign, a.sign);
        let special =
            Special { is_nan, is_infinite, is_zero: is_cancelled, sign: infinite_sign, zero_sign };
        self.choose(terms, &special, finite)
    }

    /// `a * b`.
    pub fn mul(self, terms: &mut Terms, mode: Rounding, a: TermId, b: TermId) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        let (a, b) = (self.unpack(terms, a), self.unpack(terms, b));
        let product = self.product(terms, &a, &b);
        let finite = self.round(terms, mode, product.sign, product.exponent, product.significand);
        let Unpacked { is_nan, is_infinite, is_zero, sign, .. } = product;
        let special = Special { is_nan, is_infinite, is_zero, sign, zero_sign: sign };
        self.choose(terms, &special, finite)
    }

    /// The exact product, of twice the precision.
    fn product(self, terms: &mut Terms, a: &Unpacked, b: &Unpacked) -> Unpacked {
        let size = 2 * self.precision;
        let [x, y] = [a, b].map(|it| terms.zero_extend(it.significand, size));
        let product = terms.mul(x, y);
        let exponent = terms.add(a.exponent, b.exponent);
        // The product of two significands from 1 to below 2 is from 1 to below 4.
        let is_long = terms.bit(product, size - 1);
        let shifted = shift_left(terms, product, 1);
        let significand = terms.ite(is_long, product, shifted);
        let long = terms.bool_to_bits(is_long, terms.width(exponent));
        let exponent = terms.add(exponent, long);
        let is_zero = terms.or(a.is_zero, b.is_zero);
        let is_infinite = terms.or(a.is_infinite, b.is_infinite);
        let is_undefined = terms.and(is_zero, is_infinite);
        Unpacked {
            is_nan: terms.any([a.is_nan, b.is_nan, is_undefined]),
            is_infinite,
            is_zero,
            sign: terms.xor(a.sign, b.sign),
            exponent,
            significand,
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(self, terms: &mut Terms, mode: Rounding, a: TermId, b: TermId, c: TermId) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        let [a, b, mut c] = [a, b, c].map(|it| self.unpack(terms, it));
        let mut product = self.product(terms, &a, &b);
        // A zero's significand must be 0 for the sum.
        let nothing = terms.number(0, 2 * self.precision);
        product.significand = terms.ite(product.is_zero, nothing, product.significand);
        c.significand = append_zeros(terms, c.significand, self.precision);
        self.sum(terms, mode, &product, &c)
    }

    /// `a / b`.
    pub fn div(self, terms: &mut Terms, mode: Rounding, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.unpack(terms, a), self.unpack(terms, b));
        let precision = self.precision;
        // The quotient of two significands is from above 1/2 to below 2; two bits more than the precision.
        let size = 2 * precision + 2;
        let dividend = append_zeros(terms, a.significand, precision + 2);
        // The leading bit is set anyway where it matters; saying so keeps the divider small.
        let leading = terms.bits(Bits::signed_min(precision));
        let divisor = terms.bit_or(b.significand, leading);
        let divisor = terms.zero_extend(divisor, size);
        let (quotient, rest) = (terms.udiv(dividend, divisor), terms.urem(dividend, divisor));
        let quotient = terms.extract(quotient, precision + 2, 0);
        let is_inexact = terms.is_nonzero(rest);
        let sticky = terms.bool_to_bits(is_inexact, precision + 3);
        let quotient = terms.bit_or(quotient, sticky);
        let exponent = terms.sub(a.exponent, b.exponent);
        let is_long = terms.bit(quotient, precision + 2);
        let shifted = shift_left(terms, quotient, 1);
        let significand = terms.ite(is_long, quotient, shifted);
        let short = terms.not(is_long);
        let short = terms.bool_to_bits(short, terms.width(exponent));
        let exponent = terms.sub(exponent, short);
        let sign = terms.xor(a.sign, b.sign);
        let finite = self.round(terms, mode, sign, exponent, significand);

        let both_zero = terms.and(a.is_zero, b.is_zero);
        let both_infinite = terms.and(a.is_infinite, b.is_infinite);
        let is_nan = terms.any([a.is_nan, b.is_nan, both_zero, both_infinite]);
        let is_infinite = terms.or(a.is_infinite, b.is_zero);
        let is_zero = terms.or(a.is_zero, b.is_infinite);
        let special = Special { is_nan, is_infinite, is_zero, sign, zero_sign: sign };
        self.choose(terms, &special, finite)
    }

    /// The square root.
    pub fn sqrt(self, terms: &mut Terms, mode: Rounding, a: TermId) -> TermId {
        let a = self.unpack(terms, a);
        // An even exponent makes the root's exponent half of it: the radicand is from 1 to below 4.
        let is_odd = terms.bit(a.exponent, 0);
        let narrow = terms.zero_extend(a.significand, self.precision + 1);
        let doubled = shift_left(terms, narrow, 1);
        let radicand = terms.ite(is_odd, doubled, narrow);
        let one = terms.number(1, terms.width(a.exponent));
        let exponent = terms.ashr(a.exponent, one);
        let significand = self.root(terms, radicand);
        let finite = self.round(terms, mode, a.sign, exponent, significand);

        let nonzero = terms.not(a.is_zero);
        let is_negative = terms.and(a.sign, nonzero);
        let special = Special {
            is_nan: terms.or(a.is_nan, is_negative),
            is_infinite: a.is_infinite,
            is_zero: a.is_zero,
            sign: a.sign,
            zero_sign: a.sign,
        };
        self.choose(terms, &special, finite)
    }

    /// The root of a number from 1 to below 4 with `precision - 1` bits after the point, digit by digit as on paper; of two bits more than the
    /// precision, and one for what is left.
    fn root(self, terms: &mut Terms, radicand: TermId) -> TermId {
        let digits = self.precision + 2;
        // Pairs of binary digits, from the top; the first is the part before the point.
        let size = 2 * digits;
        let radicand = append_zeros(terms, radicand, size - (self.precision + 1));
        let width = digits + 2;
        let mut rest = terms.number(0, width);
        let mut root = terms.number(0, width);
        for digit in (0..digits).rev() {
            let pair = terms.extract(radicand, 2 * digit + 1, 2 * digit);
            let shifted = terms.extract(rest, width - 3, 0);
            rest = terms.concat(shifted, pair);
            let tail = terms.number(1, 2);
            let candidate = terms.extract(root, width - 3, 0);
            let candidate = terms.concat(candidate, tail);
            let fits = terms.ule(candidate, rest);
            let less = terms.sub(rest, candidate);
            rest = terms.ite(fits, less, rest);
            let upper = terms.extract(root, width - 2, 0);
            let bit = terms.bool_to_bits(fits, 1);
            root = terms.concat(upper, bit);
        }
        let root = terms.extract(root, digits - 1, 0);
        let is_inexact = terms.is_nonzero(rest);
        let sticky = terms.bool_to_bits(is_inexact, 1);
        terms.concat(root, sticky)
    }
}
