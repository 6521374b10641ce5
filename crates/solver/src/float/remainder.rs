//! Remainders of division: IEEE's, to the nearest quotient, and C's `fmod`, to the quotient towards 0. Both are exact.
//!
//! The exponents of the operands may lie thousands apart, so that dividing bit by bit would take thousands of steps. Instead the power of
//! two between them is computed modulo the divisor by repeated squaring, one step for each bit of the exponent.

use super::unpack::normalise;
use super::{Format, Rounding, Special, Unpacked};
use crate::bits::Bits;
use crate::term::{TermId, Terms};

impl Format {
    /// `a - n * b` where `n` is the integer next to `a / b`, the even one of two.
    pub fn remainder(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        self.rest(terms, a, b, Quotient::Nearest)
    }

    /// `a - n * b` where `n` is `a / b` without its fraction; with the sign of `a`.
    pub fn fmod(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        self.rest(terms, a, b, Quotient::TowardZero)
    }

    fn rest(self, terms: &mut Terms, a_bits: TermId, b_bits: TermId, quotient: Quotient) -> TermId {
        let (a, b) = (self.unpack(terms, a_bits), self.unpack(terms, b_bits));
        // Magnitudes in units of half the lowest bit of `b`: `|b|` is `2 s`, where `s` is its significand.
        let width = self.precision + 3;
        let distance = terms.sub(a.exponent, b.exponent);
        let one = terms.number(1, terms.width(distance));
        let distance = terms.add(distance, one);
        let zero = terms.number(0, terms.width(distance));
        let is_tiny = terms.slt(distance, zero);
        let leading = terms.bits(Bits::signed_min(self.precision));
        let single = terms.bit_or(b.significand, leading);
        let single = terms.zero_extend(single, width);
        let [one, two] = [1, 2].map(|it| terms.number(it, width));
        let double = terms.shl(single, one);
        let fourfold = terms.shl(single, two);
        // `|a|` modulo `2 |b|`: above `|b|` the quotient is odd.
        let power = self.power_of_two_modulo(terms, distance, fourfold);
        let significand = terms.zero_extend(a.significand, width);
        let rest = multiply_modulo(terms, significand, power, fourfold);
        let is_odd = terms.ule(double, rest);
        let less = terms.sub(rest, double);
        let rest = terms.ite(is_odd, less, rest);
        let (rest, sign) = match quotient {
            Quotient::TowardZero => (rest, a.sign),
            Quotient::Nearest => {
                let is_more = terms.ult(single, rest);
                let is_half = terms.eq(single, rest);
                let is_tie = terms.and(is_half, is_odd);
                let is_up = terms.or(is_more, is_tie);
                let less = terms.sub(double, rest);
                (terms.ite(is_up, less, rest), terms.xor(a.sign, is_up))
            }
        };
        let finite = self.exact(terms, sign, &b, rest, width);
        let is_zero = terms.is_zero(rest);
        let is_undefined = terms.or(a.is_infinite, b.is_zero);
        let is_nan = terms.any([a.is_nan, b.is_nan, is_undefined]);
        let never = terms.truth(false);
        // What is less than half of `b`, or has an infinite or no `b` to be compared with, stays.
        let stays = terms.any([is_tiny, a.is_zero, b.is_infinite]);
        let finite = terms.ite(stays, a_bits, finite);
        let moves = terms.not(stays);
        let is_zero = terms.and(is_zero, moves);
        let special = Special { is_nan, is_infinite: never, is_zero, sign, zero_sign: a.sign };
        self.choose(terms, &special, finite)
    }

    /// The float that is `rest` units of half the lowest bit of `b`.
    fn exact(
        self,
        terms: &mut Terms,
        sign: TermId,
        b: &Unpacked,
        rest: TermId,
        width: u32,
    ) -> TermId {
        let offset = i128::from(width) - 1 - i128::from(self.precision);
        let exponent_width = terms.width(b.exponent) + 1;
        let exponent = terms.sign_extend(b.exponent, exponent_width);
        let offset = self.exponent_constant(terms, offset, exponent_width);
        let exponent = terms.add(exponent, offset);
        let (exponent, significand) = normalise(terms, exponent, rest);
        self.round(terms, Rounding::TowardZero, sign, exponent, significand)
    }

    /// `2^power` modulo `modulus`, for a power that is not negative.
    fn power_of_two_modulo(self, terms: &mut Terms, power: TermId, modulus: TermId) -> TermId {
        let width = terms.width(modulus);
        let bits = self.exponent + 1 + u32::from(self.precision.ilog2() >= self.exponent);
        let one = terms.number(1, width);
        let mut result = one;
        for at in (0..bits.min(terms.width(power))).rev() {
            result = multiply_modulo(terms, result, result, modulus);
            let doubled = terms.shl(result, one);
            let less = terms.sub(doubled, modulus);
            let is_less = terms.ult(doubled, modulus);
            let doubled = terms.ite(is_less, doubled, less);
            let is_set = terms.bit(power, at);
            result = terms.ite(is_set, doubled, result);
        }
        result
    }
}

/// Which quotient a remainder belongs to.
#[derive(Clone, Copy)]
enum Quotient {
    Nearest,
    TowardZero,
}

/// `a * b` modulo `modulus`; all of one width.
fn multiply_modulo(terms: &mut Terms, a: TermId, b: TermId, modulus: TermId) -> TermId {
    let width = terms.width(modulus);
    let [a, b, modulus] = [a, b, modulus].map(|it| terms.zero_extend(it, 2 * width));
    let product = terms.mul(a, b);
    let rest = terms.urem(product, modulus);
    terms.extract(rest, width - 1, 0)
}
