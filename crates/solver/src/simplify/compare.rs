//! Equality and order.
//!
//! Only `==` and `<` are stored. What a comparison with a constant says is said of the innermost term: `x + 1 == 5` is `x == 4`.

use crate::bits::Bits;
use crate::term::{BinOp, Node, Sort, TermId, Terms};

impl Terms {
    /// Equality, of any sort.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.sort(a), self.sort(b), "operands should be of one sort");
        if a == b {
            return self.truth(true);
        }
        if self.sort(a) == Sort::Bool {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        let (a, b) = self.ordered(a, b);
        if self.as_bits(a).is_some() || self.facts(a).is_disjoint(self.facts(b)) {
            // Two different constants, or values that never meet.
            return self.truth(false);
        }
        let result = match self.as_bits(b).cloned() {
            _ if self.is_plain() => None,
            Some(constant) => self.eq_constant(a, b, &constant),
            None => self.eq_terms(a, b),
        };
        result.unwrap_or_else(|| self.intern(Node::Eq(a, b), Sort::Bool))
    }

    /// Inequality, of any sort.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Rules for `a == constant`.
    fn eq_constant(&mut self, a: TermId, b: TermId, constant: &Bits) -> Option<TermId> {
        let width = constant.width();
        // A single bit is compared with 1.
        if width == 1 && constant.is_zero() && !matches!(self.node(a), Node::Ite(..)) {
            let one = self.number(1, 1);
            return Some(self.ne(a, one));
        }
        let (inner, value) = match self.node(a) {
            Node::Binary(BinOp::Add, x, c) => match self.as_bits(c) {
                Some(c) => (x, constant.sub(c)),
                // `x - y == 0` is `x == y`.
                None if constant.is_zero() => {
                    return match (self.node(x), self.node(c)) {
                        (Node::Neg(x), _) => Some(self.eq(x, c)),
                        (_, Node::Neg(y)) => Some(self.eq(x, y)),
                        _ => None,
                    };
                }
                None => return None,
            },
            Node::Binary(BinOp::Xor, x, c) => match self.as_bits(c) {
                Some(c) => (x, constant.xor(c)),
                None if constant.is_zero() => return Some(self.eq(x, c)),
                None => return None,
            },
            Node::Binary(BinOp::Mul, x, c) => {
                let factor = self.as_bits(c)?;
                if !factor.bit(0) {
                    return None;
                }
                (x, constant.mul(&inverse(factor)))
            }
            Node::Neg(x) => (x, constant.neg()),
            Node::Complement(x) => (x, constant.not()),
            Node::ZeroExtend(x, _) => {
                let own = self.width(x);
                let low = constant.extract(own - 1, 0);
                if low.zero_extend(width) != *constant {
                    return Some(self.truth(false));
                }
                (x, low)
            }
            Node::SignExtend(x, _) => {
                let own = self.width(x);
                let low = constant.extract(own - 1, 0);
                if low.sign_extend(width) != *constant {
                    return Some(self.truth(false));
                }
                (x, low)
            }
            Node::Concat(high, low) => {
                let border = self.width(low);
                let (above, below) =
                    (constant.extract(width - 1, border), constant.extract(border - 1, 0));
                let (above, below) = (self.bits(above), self.bits(below));
                return self.deeper(|terms| {
                    let low = terms.eq(low, below);
                    if terms.as_bool(low) == Some(false) {
                        return low;
                    }
                    let high = terms.eq(high, above);
                    terms.and(high, low)
                });
            }
            Node::Ite(condition, yes, no) => {
                // A branch that is a constant decides its side.
                if self.as_bits(yes).is_none() && self.as_bits(no).is_none() {
                    return None;
                }
                return self.deeper(|terms| {
                    let (yes, no) = (terms.eq(yes, b), terms.eq(no, b));
                    terms.ite(condition, yes, no)
                });
            }
            _ => return None,
        };
        let value = self.bits(value);
        self.deeper(|terms| terms.eq(inner, value))
    }

    /// Rules for `a == b` where neither is a constant.
    fn eq_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) | (Node::Complement(x), Node::Complement(y)) => {
                Some(self.eq(x, y))
            }
            (Node::ZeroExtend(x, _), Node::ZeroExtend(y, _)) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zero_extend(x, width), self.zero_extend(y, width));
                Some(self.eq(x, y))
            }
            (Node::SignExtend(x, _), Node::SignExtend(y, _)) => {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, width), self.sign_extend(y, width));
                Some(self.eq(x, y))
            }
            (Node::Concat(x, low), Node::Concat(y, other))
                if self.width(low) == self.width(other) =>
            {
                self.deeper(|terms| {
                    let (low, high) = (terms.eq(low, other), terms.eq(x, y));
                    terms.and(high, low)
                })
            }
            (Node::Binary(BinOp::Xor, x, y), _) if x == b || y == b => {
                let rest = if x == b { y } else { x };
                Some(self.is_zero(rest))
            }
            (_, Node::Binary(BinOp::Xor, x, y)) if x == a || y == a => {
                let rest = if x == a { y } else { x };
                Some(self.is_zero(rest))
            }
            (Node::Ite(condition, yes, no), _) if yes == b || no == b => {
                self.eq_choice(condition, yes, no, b)
            }
            (_, Node::Ite(condition, yes, no)) if yes == a || no == a => {
                self.eq_choice(condition, yes, no, a)
            }
            (Node::Binary(BinOp::Add, ..), _) | (_, Node::Binary(BinOp::Add, ..)) => {
                self.eq_sums(a, b)
            }
            _ => None,
        }
    }

    /// `(condition ? yes : no) == b` where `b` is one of the branches.
    fn eq_choice(
        &mut self,
        condition: TermId,
        yes: TermId,
        no: TermId,
        b: TermId,
    ) -> Option<TermId> {
        self.deeper(|terms| {
            let (yes, no) = (terms.eq(yes, b), terms.eq(no, b));
            terms.ite(condition, yes, no)
        })
    }

    /// Equal summands on both sides are dropped.
    fn eq_sums(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let parts = |it: TermId| match self.node(it) {
            Node::Binary(BinOp::Add, x, y) => [Some(x), Some(y)],
            _ => [Some(it), None],
        };
        let (left, right) = (parts(a), parts(b));
        for (at, x) in left.into_iter().enumerate() {
            let Some(other) = right.iter().position(|y| x.is_some() && x == *y) else { continue };
            let zero = self.number(0, self.width(a));
            let (left, right) = (left[1 - at].unwrap_or(zero), right[1 - other].unwrap_or(zero));
            return self.deeper(|terms| terms.eq(left, right));
        }
        None
    }

    /// Whether the number is 0.
    pub fn is_zero(&mut self, a: TermId) -> TermId {
        let zero = self.number(0, self.width(a));
        self.eq(a, zero)
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if a == b {
            return self.truth(false);
        }
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return self.truth(x.ult(y));
        }
        if self.is_plain() {
            return self.intern(Node::Ult(a, b), Sort::Bool);
        }
        let (x, y) = (*self.facts(a), *self.facts(b));
        if x.is_some() && x.umax < y.umin {
            return self.truth(true);
        }
        if (x.is_some() && y.umax <= x.umin)
            || self.as_bits(b).is_some_and(Bits::is_zero)
            || self.as_bits(a).is_some_and(Bits::is_ones)
        {
            return self.truth(false);
        }
        if let Some(bound) = self.as_bits(b) {
            // Only one value is allowed, or only one is not.
            if x.is_some() && bound.to_u128() == Some(u128::from(x.umin) + 1) {
                let value = self.number(x.umin.into(), width);
                return self.eq(a, value);
            }
            if bound.is_one() {
                return self.is_zero(a);
            }
            if bound.is_ones() || (x.is_some() && bound.to_u128() == Some(x.umax.into())) {
                return self.ne(a, b);
            }
        }
        if let Some(bound) = self.as_bits(a) {
            if y.is_some() && bound.to_u128().map(|it| it + 1) == Some(y.umax.into()) {
                let value = self.number(y.umax.into(), width);
                return self.eq(b, value);
            }
            if bound.is_zero() || (y.is_some() && bound.to_u128() == Some(y.umin.into())) {
                return self.ne(a, b);
            }
        }
        if let Some(result) = self.push_comparison(a, b, Self::ult) {
            return result;
        }
        if let Some(result) = self.drop_offset(a, b, Reading::Unsigned) {
            return result;
        }
        match (self.node(a), self.node(b)) {
            (Node::Complement(x), Node::Complement(y)) => return self.ult(y, x),
            (Node::SignExtend(x, _), Node::SignExtend(y, _)) if self.width(x) == self.width(y) => {
                return self.ult(x, y);
            }
            (Node::Concat(x, low), Node::Concat(y, other)) if x == y => {
                return self.ult(low, other);
            }
            (Node::Concat(x, low), Node::Concat(y, other)) if low == other => {
                return self.ult(x, y);
            }
            _ => {}
        }
        if let Some((x, y, _)) = self.narrow_unsigned(a, b) {
            return self.ult(x, y);
        }
        self.intern(Node::Ult(a, b), Sort::Bool)
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.ult(b, a);
        self.not(above)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if a == b {
            return self.truth(false);
        }
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return self.truth(x.slt(y));
        }
        if self.is_plain() {
            return self.intern(Node::Slt(a, b), Sort::Bool);
        }
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.ult(a, b);
        }
        let (x, y) = (*self.facts(a), *self.facts(b));
        if x.is_some() {
            if x.smax < y.smin {
                return self.truth(true);
            }
            if y.smax <= x.smin {
                return self.truth(false);
            }
            if self.as_bits(b).is_some() && (y.smin == x.smax || y.smin - 1 == x.smin) {
                if y.smin == x.smax {
                    return self.ne(a, b);
                }
                let value = self.bits(Bits::signed(x.smin.into(), width));
                return self.eq(a, value);
            }
            if self.as_bits(a).is_some() && (x.smin == y.smin || x.smin + 1 == y.smax) {
                if x.smin == y.smin {
                    return self.ne(a, b);
                }
                let value = self.bits(Bits::signed(y.smax.into(), width));
                return self.eq(b, value);
            }
        }
        if let Some(result) = self.push_comparison(a, b, Self::slt) {
            return result;
        }
        if let Some(result) = self.drop_offset(a, b, Reading::Signed) {
            return result;
        }
        if let (Node::Complement(x), Node::Complement(y)) = (self.node(a), self.node(b)) {
            return self.slt(y, x);
        }
        if let Some((x, y, _)) = self.narrow_signed(a, b) {
            return self.slt(x, y);
        }
        self.intern(Node::Slt(a, b), Sort::Bool)
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.slt(b, a);
        self.not(above)
    }

    /// Compares the branches of a choice where a constant decides one of them.
    fn push_comparison(
        &mut self,
        a: TermId,
        b: TermId,
        compare: fn(&mut Self, TermId, TermId) -> TermId,
    ) -> Option<TermId> {
        let has_constant = |it: [TermId; 2]| it.into_iter().any(|it| self.as_bits(it).is_some());
        match (self.node(a), self.node(b)) {
            (Node::Ite(condition, yes, no), Node::Bits(_)) if has_constant([yes, no]) => self
                .deeper(|terms| {
                    let (yes, no) = (compare(terms, yes, b), compare(terms, no, b));
                    terms.ite(condition, yes, no)
                }),
            (Node::Bits(_), Node::Ite(condition, yes, no)) if has_constant([yes, no]) => self
                .deeper(|terms| {
                    let (yes, no) = (compare(terms, a, yes), compare(terms, a, no));
                    terms.ite(condition, yes, no)
                }),
            _ => None,
        }
    }

    /// `x + c < d` is `x < d - c` where neither side leaves the range.
    fn drop_offset(&mut self, a: TermId, b: TermId, reading: Reading) -> Option<TermId> {
        let split = |terms: &Self, it: TermId| {
            let Node::Binary(BinOp::Add, x, c) = terms.node(it) else { return None };
            Some((x, terms.as_bits(c)?.clone()))
        };
        let (is_left, (x, offset), other) = match (self.as_bits(a), self.as_bits(b)) {
            (None, Some(bound)) => (true, split(self, a)?, bound.clone()),
            (Some(bound), None) => (false, split(self, b)?, bound.clone()),
            _ => return None,
        };
        let facts = *self.facts(x);
        if !facts.is_some() {
            return None;
        }
        let width = facts.width;
        let (least, most, offset, bound) = match reading {
            Reading::Unsigned => (
                i128::from(facts.umin),
                i128::from(facts.umax),
                offset.to_u128()?.cast_signed(),
                other.to_u128()?.cast_signed(),
            ),
            Reading::Signed => {
                (facts.smin.into(), facts.smax.into(), offset.to_i128()?, other.to_i128()?)
            }
        };
        let fits = |value: i128| match reading {
            Reading::Unsigned => 0 <= value && value < 1 << width,
            Reading::Signed => -(1_i128 << (width - 1)) <= value && value < 1 << (width - 1),
        };
        if !fits(least + offset) || !fits(most + offset) || !fits(bound - offset) {
            return None;
        }
        let bound = self.bits(Bits::signed(bound - offset, width));
        let (a, b) = if is_left { (x, bound) } else { (bound, x) };
        Some(match reading {
            Reading::Unsigned => self.ult(a, b),
            Reading::Signed => self.slt(a, b),
        })
    }
}

/// How bits are read as a number.
#[derive(Clone, Copy)]
enum Reading {
    Unsigned,
    Signed,
}

/// The number whose product with an odd one is 1, by Newton's iteration: each step doubles the correct bits.
fn inverse(odd: &Bits) -> Bits {
    let width = odd.width();
    let two = Bits::new(2, width);
    let mut inverse = odd.clone();
    let mut correct = 3;
    while correct < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct *= 2;
    }
    inverse
}
