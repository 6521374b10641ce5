//! Floats taken apart: sign, exponent, and a significand whose highest bit is set.

use super::{Format, Leading};
use crate::term::{TermId, Terms};

/// A float taken apart. If it is a number other than 0, it is
/// `±significand * 2^(exponent - (width of the significand - 1))`, and the highest bit of the significand is set.
#[derive(Clone, Copy)]
pub(super) struct Unpacked {
    pub(super) is_nan: TermId,
    pub(super) is_infinite: TermId,
    pub(super) is_zero: TermId,
    pub(super) sign: TermId,
    pub(super) exponent: TermId,
    pub(super) significand: TermId,
}

impl Format {
    /// Takes a float apart. Subnormal numbers get a normal significand and a smaller exponent.
    pub(super) fn unpack(self, terms: &mut Terms, a: TermId) -> Unpacked {
        let (field, fraction, leading) = self.fields(terms, a);
        let width = self.exponent_width();
        let bias = self.exponent_constant(terms, self.bias(), width);
        let least = self.exponent_constant(terms, 1 - self.bias(), width);
        let wide = terms.zero_extend(field, width);
        let unbiased = terms.sub(wide, bias);
        let is_least = terms.is_zero(field);
        let exponent = terms.ite(is_least, least, unbiased);
        let leading = terms.bool_to_bits(leading, 1);
        let significand = terms.concat(leading, fraction);
        let (exponent, significand) = normalise(terms, exponent, significand);
        let is_zero = match self.leading {
            Leading::Implicit => self.is_zero(terms, a),
            Leading::Explicit => {
                let is_empty = terms.is_zero(significand);
                terms.and(is_least, is_empty)
            }
        };
        Unpacked {
            is_nan: self.is_nan(terms, a),
            is_infinite: self.is_infinite(terms, a),
            is_zero,
            sign: self.is_negative(terms, a),
            exponent,
            significand,
        }
    }
}

/// Shifts the significand to the left until its highest bit is set, and lowers the exponent by as much. A significand
/// of 0 stays, its exponent becomes smaller by its width or more.
pub(super) fn normalise(
    terms: &mut Terms,
    exponent: TermId,
    significand: TermId,
) -> (TermId, TermId) {
    let width = terms.width(significand);
    let stages = u32::BITS - (width - 1).leading_zeros();
    let mut significand = significand;
    let mut amount: Option<TermId> = None;
    for stage in (0..stages).rev() {
        let by = 1 << stage;
        let top = terms.extract(significand, width - 1, width - by);
        let is_empty = terms.is_zero(top);
        let shifted = shift_left(terms, significand, by);
        significand = terms.ite(is_empty, shifted, significand);
        let bit = terms.bool_to_bits(is_empty, 1);
        amount = Some(amount.map_or(bit, |upper| terms.concat(upper, bit)));
    }
    let Some(amount) = amount else { return (exponent, significand) };
    let amount = terms.zero_resize(amount, terms.width(exponent));
    (terms.sub(exponent, amount), significand)
}

/// The number shifted to the left by a constant less than its width.
pub(super) fn shift_left(terms: &mut Terms, a: TermId, by: u32) -> TermId {
    if by == 0 {
        return a;
    }
    let width = terms.width(a);
    let (rest, zeros) = (terms.extract(a, width - 1 - by, 0), terms.number(0, by));
    terms.concat(rest, zeros)
}

/// The number with `by` zeros appended.
pub(super) fn append_zeros(terms: &mut Terms, a: TermId, by: u32) -> TermId {
    if by == 0 {
        return a;
    }
    let zeros = terms.number(0, by);
    terms.concat(a, zeros)
}

/// The number shifted to the right by an unsigned amount; the lowest bit of the result is also set if a set bit was shifted out.
pub(super) fn shift_right_sticky(terms: &mut Terms, a: TermId, by: TermId) -> TermId {
    let (width, by_width) = (terms.width(a), terms.width(by));
    let stages = (u32::BITS - (width - 1).leading_zeros()).min(by_width);
    let mut lost = terms.truth(false);
    let mut result = a;
    for stage in 0..stages {
        let is_shifted = terms.bit(by, stage);
        let distance = 1 << stage;
        let (out, rest) =
            (terms.extract(result, distance - 1, 0), terms.extract(result, width - 1, distance));
        let is_lost = terms.is_nonzero(out);
        let is_lost = terms.and(is_shifted, is_lost);
        lost = terms.or(lost, is_lost);
        let shifted = terms.zero_extend(rest, width);
        result = terms.ite(is_shifted, shifted, result);
    }
    if stages < by_width {
        let far = terms.extract(by, by_width - 1, stages);
        let is_far = terms.is_nonzero(far);
        let is_lost = terms.is_nonzero(result);
        let is_lost = terms.and(is_far, is_lost);
        lost = terms.or(lost, is_lost);
        let zero = terms.number(0, width);
        result = terms.ite(is_far, zero, result);
    }
    let lost = terms.bool_to_bits(lost, width);
    terms.bit_or(result, lost)
}
