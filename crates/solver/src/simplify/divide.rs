//! Quotients and remainders. By zero, both are 0.

use crate::bits::Bits;
use crate::term::{BinOp, Node, Sort, TermId, Terms};

impl Terms {
    /// Unsigned quotient; 0 if the divisor is 0.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::udiv) {
            return result;
        }
        let width = self.same_width(a, b);
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Udiv, a, b), Sort::BitVec(width));
        }
        if let Some(divisor) = self.as_bits(b) {
            if divisor.is_zero() {
                return b;
            }
            if let Some(by) = divisor.log2() {
                let quotient = self.extract(a, width - 1, by);
                return self.zero_extend(quotient, width);
            }
        }
        if a == b {
            let nonzero = self.is_nonzero(a);
            return self.bool_to_bits(nonzero, width);
        }
        if self.is_below(a, b) {
            return self.number(0, width);
        }
        if let Some((x, y, _)) = self.narrow_unsigned(a, b) {
            let quotient = self.udiv(x, y);
            return self.zero_extend(quotient, width);
        }
        self.intern(Node::Binary(BinOp::Udiv, a, b), Sort::BitVec(width))
    }

    /// Unsigned remainder; 0 if the divisor is 0.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::urem) {
            return result;
        }
        let width = self.same_width(a, b);
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Urem, a, b), Sort::BitVec(width));
        }
        if let Some(divisor) = self.as_bits(b) {
            if divisor.is_zero() {
                return b;
            }
            match divisor.log2() {
                Some(0) => return self.number(0, width),
                Some(by) => {
                    let rest = self.extract(a, by - 1, 0);
                    return self.zero_extend(rest, width);
                }
                None => {}
            }
        }
        if a == b {
            return self.number(0, width);
        }
        if self.is_below(a, b) {
            return a;
        }
        if let Some((x, y, _)) = self.narrow_unsigned(a, b) {
            let rest = self.urem(x, y);
            return self.zero_extend(rest, width);
        }
        self.intern(Node::Binary(BinOp::Urem, a, b), Sort::BitVec(width))
    }

    /// Signed quotient, towards zero; 0 if the divisor is 0.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::sdiv) {
            return result;
        }
        let width = self.same_width(a, b);
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Sdiv, a, b), Sort::BitVec(width));
        }
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.udiv(a, b);
        }
        if let Some(divisor) = self.as_bits(b) {
            if divisor.is_zero() {
                return b;
            }
            if divisor.is_ones() {
                return self.neg(a);
            }
            if divisor.is_one() {
                return a;
            }
        }
        if a == b {
            let nonzero = self.is_nonzero(a);
            return self.bool_to_bits(nonzero, width);
        }
        self.intern(Node::Binary(BinOp::Sdiv, a, b), Sort::BitVec(width))
    }

    /// Signed remainder, with the sign of the dividend; 0 if the divisor is 0.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::srem) {
            return result;
        }
        let width = self.same_width(a, b);
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Srem, a, b), Sort::BitVec(width));
        }
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.urem(a, b);
        }
        if let Some(divisor) = self.as_bits(b)
            && (divisor.is_zero() || divisor.is_one() || divisor.is_ones())
        {
            return self.number(0, width);
        }
        if a == b {
            return self.number(0, width);
        }
        self.intern(Node::Binary(BinOp::Srem, a, b), Sort::BitVec(width))
    }

    /// Whether the first is below the second whatever their values, unsigned.
    fn is_below(&self, a: TermId, b: TermId) -> bool {
        let (a, b) = (self.facts(a), self.facts(b));
        a.is_some() && a.umax < b.umin
    }

    /// Whether the sign bit is known to be 0.
    pub(super) fn is_nonnegative(&self, a: TermId) -> bool {
        if let Some(bits) = self.as_bits(a) {
            return !bits.sign();
        }
        let facts = self.facts(a);
        matches!(self.node(a), Node::ZeroExtend(..)) || (facts.is_some() && 0 <= facts.smin)
    }

    /// Both numbers in fewer bits, if they are extended with zeros from fewer; and how many those are.
    pub(super) fn narrow_unsigned(
        &mut self,
        a: TermId,
        b: TermId,
    ) -> Option<(TermId, TermId, u32)> {
        let width = self.width(a);
        let needs = |terms: &Self, it: TermId| match terms.node(it) {
            Node::ZeroExtend(inner, _) => terms.width(inner),
            Node::Bits(constant) => {
                let bits = terms.bits_of(constant);
                (width - bits.leading_zeros()).max(1)
            }
            _ => width,
        };
        let needed = needs(self, a).max(needs(self, b));
        (needed < width)
            .then(|| (self.extract(a, needed - 1, 0), self.extract(b, needed - 1, 0), needed))
    }

    /// Both numbers in fewer bits, if they are extended with their signs, or zeros, from fewer.
    pub(super) fn narrow_signed(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId, u32)> {
        let width = self.width(a);
        let needs = |terms: &Self, it: TermId| match terms.node(it) {
            Node::SignExtend(inner, _) => terms.width(inner),
            Node::ZeroExtend(inner, _) => terms.width(inner) + 1,
            Node::Bits(constant) => {
                let bits = terms.bits_of(constant);
                let magnitude = if bits.sign() { bits.not() } else { bits.clone() };
                width - magnitude.leading_zeros() + 1
            }
            _ => width,
        };
        let needed = needs(self, a).max(needs(self, b));
        (needed < width)
            .then(|| (self.extract(a, needed - 1, 0), self.extract(b, needed - 1, 0), needed))
    }
}
