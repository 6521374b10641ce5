//! Whether the exact result of an operation does not fit.

use crate::bits::Bits;
use crate::term::{Node, Overflow, Sort, TermId, Terms};

impl Terms {
    /// Whether the exact result of the operation on `a` and `b` does not fit their width.
    pub fn overflow(&mut self, op: Overflow, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return self.truth(op.apply(x, y));
        }
        let (a, b) = match op {
            Overflow::UnsignedSub => return self.ult(a, b),
            Overflow::SignedSub => (a, b),
            _ => self.ordered(a, b),
        };
        if self.is_plain() {
            return self.intern(Node::Overflow(op, a, b), Sort::Bool);
        }
        if self.never_overflows(op, a, b) {
            return self.truth(false);
        }
        if let Some(constant) = self.as_bits(b).cloned() {
            return self.overflow_constant(op, a, &constant);
        }
        if let (Overflow::SignedSub, Some(constant)) = (op, self.as_bits(a).cloned()) {
            return self.overflow_from(&constant, b);
        }
        self.intern(Node::Overflow(op, a, b), Sort::Bool)
    }

    /// Whether the ranges of the operands exclude an overflow.
    fn never_overflows(&self, op: Overflow, a: TermId, b: TermId) -> bool {
        let (x, y) = (self.facts(a), self.facts(b));
        if !x.is_some() {
            return false;
        }
        let most = i128::from(u64::MAX >> (64 - x.width));
        let (smin, smax) = (-(most >> 1) - 1, most >> 1);
        let pairs = |x: [i64; 2], y: [i64; 2]| x.map(|x| y.map(|y| (i128::from(x), i128::from(y))));
        let corners = pairs([x.smin, x.smax], [y.smin, y.smax]);
        let corners = corners.as_flattened();
        let fits = |exact: i128| smin <= exact && exact <= smax;
        match op {
            Overflow::UnsignedAdd => i128::from(x.umax) + i128::from(y.umax) <= most,
            Overflow::UnsignedSub => y.umax <= x.umin,
            Overflow::UnsignedMul => {
                u128::from(x.umax) * u128::from(y.umax) <= most.cast_unsigned()
            }
            Overflow::SignedAdd => corners.iter().all(|(x, y)| fits(x + y)),
            Overflow::SignedSub => corners.iter().all(|(x, y)| fits(x - y)),
            Overflow::SignedMul => corners.iter().all(|(x, y)| fits(x * y)),
        }
    }

    /// With a constant on the right an overflow is a matter of bounds.
    fn overflow_constant(&mut self, op: Overflow, a: TermId, constant: &Bits) -> TermId {
        let width = constant.width();
        let (least, most) = (Bits::signed_min(width), Bits::signed_max(width));
        if constant.is_zero() {
            return self.truth(false);
        }
        match op {
            Overflow::UnsignedAdd => {
                let bound = self.bits(constant.not());
                self.ult(bound, a)
            }
            Overflow::UnsignedSub => {
                let bound = self.bits(constant.clone());
                self.ult(a, bound)
            }
            Overflow::UnsignedMul => {
                let bound = self.bits(Bits::ones(width).udiv(constant));
                self.ult(bound, a)
            }
            Overflow::SignedAdd if constant.sign() => {
                let bound = self.bits(least.sub(constant));
                self.slt(a, bound)
            }
            Overflow::SignedAdd => {
                let bound = self.bits(most.sub(constant));
                self.slt(bound, a)
            }
            Overflow::SignedSub if constant.sign() => {
                let bound = self.bits(most.add(constant));
                self.slt(bound, a)
            }
            Overflow::SignedSub => {
                let bound = self.bits(least.add(constant));
                self.slt(a, bound)
            }
            Overflow::SignedMul if constant.is_ones() => {
                let least = self.bits(least);
                self.eq(a, least)
            }
            Overflow::SignedMul => {
                let (low, high) = if constant.sign() {
                    (most.sdiv(constant), least.sdiv(constant))
                } else {
                    (least.sdiv(constant), most.sdiv(constant))
                };
                let (low, high) = (self.bits(low), self.bits(high));
                let (below, above) = (self.slt(a, low), self.slt(high, a));
                self.or(below, above)
            }
        }
    }

    /// Whether `constant - b` overflows, signed.
    fn overflow_from(&mut self, constant: &Bits, b: TermId) -> TermId {
        let width = constant.width();
        if constant.sign() {
            let bound = self.bits(constant.sub(&Bits::signed_min(width)));
            self.slt(bound, b)
        } else {
            let bound = self.bits(constant.sub(&Bits::signed_max(width)));
            self.slt(b, bound)
        }
    }
}
