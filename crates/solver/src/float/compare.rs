//! Comparison. NaNs are unordered, the zeros equal.

use super::{Format, Leading};
use crate::term::{TermId, Terms};

impl Format {
    /// The encoding that the processor would have chosen (F2).
    fn canonical(self, terms: &mut Terms, a: TermId) -> TermId {
        match self.leading {
            Leading::Implicit => a,
            Leading::Explicit => {
                let (exponent, _, leading) = self.fields(terms, a);
                let is_least = terms.is_zero(exponent);
                let is_odd = terms.and(is_least, leading);
                let one = crate::bits::Bits::power(self.precision, self.width());
                let one = terms.bits(one);
                let moved = terms.bit_or(a, one);
                terms.ite(is_odd, moved, a)
            }
        }
    }

    /// Whether one of them is not a number.
    fn is_unordered(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.is_nan(terms, a), self.is_nan(terms, b));
        terms.or(a, b)
    }

    /// `a == b`.
    pub fn eq(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|it| self.canonical(terms, it));
        let is_unordered = self.is_unordered(terms, a, b);
        let (zero_a, zero_b) = (self.is_zero(terms, a), self.is_zero(terms, b));
        let both_zero = terms.and(zero_a, zero_b);
        let same = terms.eq(a, b);
        let equal = terms.or(same, both_zero);
        let ordered = terms.not(is_unordered);
        terms.and(ordered, equal)
    }

    /// `a < b`.
    pub fn lt(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|it| self.canonical(terms, it));
        let is_unordered = self.is_unordered(terms, a, b);
        let ordered = terms.not(is_unordered);
        // Encodings are signs and magnitudes, and magnitudes are ordered as numbers.
        let (sign_a, sign_b) = (self.is_negative(terms, a), self.is_negative(terms, b));
        let top = self.width() - 2;
        let [x, y] = [a, b].map(|it| terms.extract(it, top, 0));
        let (below, above) = (terms.ult(x, y), terms.ult(y, x));
        let same_sign = terms.ite(sign_a, above, below);
        let (zero_x, zero_y) = (terms.is_zero(x), terms.is_zero(y));
        let both_zero = terms.and(zero_x, zero_y);
        let some = terms.not(both_zero);
        let across = terms.and(sign_a, some);
        let differs = terms.xor(sign_a, sign_b);
        let less = terms.ite(differs, across, same_sign);
        terms.and(ordered, less)
    }

    /// `a <= b`.
    pub fn le(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let (less, equal) = (self.lt(terms, a, b), self.eq(terms, a, b));
        terms.or(less, equal)
    }

    /// The smaller one; the other if one is a NaN; `a` if they are equal.
    pub fn min(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let is_above = self.lt(terms, b, a);
        let is_nan = self.is_nan(terms, a);
        let takes_other = terms.or(is_nan, is_above);
        terms.ite(takes_other, b, a)
    }

    /// The larger one; the other if one is a NaN; `a` if they are equal.
    pub fn max(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let is_below = self.lt(terms, a, b);
        let is_nan = self.is_nan(terms, a);
        let takes_other = terms.or(is_nan, is_below);
        terms.ite(takes_other, b, a)
    }
}
