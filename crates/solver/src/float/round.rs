//! Rounding and packing.

use super::unpack::{append_zeros, shift_right_sticky};
use super::{Format, Rounding};
use crate::bits::Bits;
use crate::term::{TermId, Terms};

impl Format {
    /// The float next to `±significand * 2^(exponent - (width of the significand - 1))`. The highest bit of the significand is set;
    /// its lowest bit may stand for all bits below, of which one is set.
    pub(super) fn round(
        self,
        terms: &mut Terms,
        mode: Rounding,
        sign: TermId,
        exponent: TermId,
        significand: TermId,
    ) -> TermId {
        let own = terms.width(significand);
        let size = own.max(self.precision + 2);
        let significand = append_zeros(terms, significand, size - own);
        let width = terms.width(exponent).max(self.exponent_width()) + 1;
        let exponent = terms.sign_extend(exponent, width);

        // Below the normal numbers the significand gives way.
        let least = self.exponent_constant(terms, 1 - self.bias(), width);
        let is_below = terms.slt(exponent, least);
        let distance = terms.sub(least, exponent);
        let zero = terms.number(0, width);
        let distance = terms.ite(is_below, distance, zero);
        let significand = shift_right_sticky(terms, significand, distance);

        let cut = size - self.precision;
        let kept = terms.extract(significand, size - 1, cut);
        let rest = terms.extract(significand, cut - 1, 0);
        let is_up = is_rounded_up(terms, mode, sign, kept, rest);

        // A carry out of the fraction is one into the exponent, also from the subnormal to the normal numbers.
        let bias = self.exponent_constant(terms, self.bias(), width);
        let biased = terms.add(exponent, bias);
        let field = terms.extract(biased, self.exponent - 1, 0);
        let none = terms.number(0, self.exponent);
        let field = terms.ite(is_below, none, field);
        let fraction = terms.extract(kept, self.precision - 2, 0);
        let magnitude = terms.concat(field, fraction);
        let up = terms.bool_to_bits(is_up, terms.width(magnitude));
        let magnitude = terms.add(magnitude, up);

        let most = self.exponent_constant(terms, self.bias(), width);
        let is_above = terms.slt(most, exponent);
        let huge = self.overflowed(terms, mode, sign);
        let magnitude = terms.ite(is_above, huge, magnitude);
        let top = self.exponent + self.precision - 2;
        let field = terms.extract(magnitude, top, self.precision - 1);
        let fraction = terms.extract(magnitude, self.precision - 2, 0);
        self.encode(terms, sign, field, fraction)
    }

    /// Exponent and fraction of what numbers too large become: infinity or the largest number.
    fn overflowed(self, terms: &mut Terms, mode: Rounding, sign: TermId) -> TermId {
        let width = self.exponent + self.precision - 1;
        let infinity = Bits::ones(self.exponent).concat(&Bits::zero(self.precision - 1));
        let largest = infinity.sub(&Bits::one(width));
        let (infinity, largest) = (terms.bits(infinity), terms.bits(largest));
        match mode {
            Rounding::NearestEven | Rounding::NearestAway => infinity,
            Rounding::TowardZero => largest,
            Rounding::TowardPositive => terms.ite(sign, largest, infinity),
            Rounding::TowardNegative => terms.ite(sign, infinity, largest),
        }
    }
}

/// Whether a magnitude of which `kept` is kept and `rest` is cut off is rounded away from 0.
pub(super) fn is_rounded_up(
    terms: &mut Terms,
    mode: Rounding,
    sign: TermId,
    kept: TermId,
    rest: TermId,
) -> TermId {
    let width = terms.width(rest);
    let is_half = terms.bit(rest, width - 1);
    let is_inexact = terms.is_nonzero(rest);
    match mode {
        Rounding::NearestEven => {
            let is_more = if width == 1 {
                terms.truth(false)
            } else {
                let below = terms.extract(rest, width - 2, 0);
                terms.is_nonzero(below)
            };
            let is_odd = terms.bit(kept, 0);
            let tips = terms.or(is_more, is_odd);
            terms.and(is_half, tips)
        }
        Rounding::NearestAway => is_half,
        Rounding::TowardPositive => {
            let positive = terms.not(sign);
            terms.and(positive, is_inexact)
        }
        Rounding::TowardNegative => terms.and(sign, is_inexact),
        Rounding::TowardZero => terms.truth(false),
    }
}
