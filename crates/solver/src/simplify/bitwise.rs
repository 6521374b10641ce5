//! Bitwise operators and shifts.

use crate::bits::Bits;
use crate::term::{BinOp, Node, Sort, TermId, Terms};

impl Terms {
    /// Complement of every bit.
    pub fn bit_not(&mut self, a: TermId) -> TermId {
        if let Some(result) = self.fold_unary(a, Bits::not) {
            return result;
        }
        match self.node(a) {
            Node::Complement(inner) => inner,
            // `~-x` is `x - 1`.
            Node::Neg(inner) if !self.is_plain() => {
                let one = self.number(1, self.width(inner));
                self.sub(inner, one)
            }
            _ => self.intern(Node::Complement(a), self.sort(a)),
        }
    }

    /// Bitwise conjunction.
    pub fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::and) {
            return result;
        }
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if self.node(a) == Node::Complement(b) || self.node(b) == Node::Complement(a) {
            return self.number(0, width);
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::And, a, b), Sort::BitVec(width));
        }
        if let Some(mask) = self.as_bits(b).cloned() {
            return self.mask(a, b, &mask);
        }
        if let Some(result) = self.collect(BinOp::And, a, b) {
            return result;
        }
        self.intern(Node::Binary(BinOp::And, a, b), Sort::BitVec(width))
    }

    /// Conjunction with a constant.
    fn mask(&mut self, a: TermId, b: TermId, mask: &Bits) -> TermId {
        let width = mask.width();
        if mask.is_zero() {
            return b;
        }
        if mask.is_ones() {
            return a;
        }
        let facts = *self.facts(a);
        if facts.is_some()
            && let Some(kept) = mask.to_u128()
        {
            // Bits that are 0 anyway need not be cleared.
            let kept = u64::try_from(kept).expect("at most 64 bits fit");
            if !facts.zeros & !kept & u64::MAX >> (64 - width) == 0 {
                return a;
            }
        }
        // A contiguous mask cuts out a piece.
        let (low, above) = (mask.trailing_zeros(), mask.leading_zeros());
        let high = width - 1 - above;
        if mask.extract(high, low).is_ones() {
            let piece = self.extract(a, high, low);
            let piece = if low == 0 {
                piece
            } else {
                let zeros = self.number(0, low);
                self.concat(piece, zeros)
            };
            return self.zero_extend(piece, width);
        }
        if let Node::Binary(BinOp::And, x, c) = self.node(a)
            && let Some(inner) = self.as_bits(c)
        {
            let both = inner.and(mask);
            let both = self.bits(both);
            return self.bit_and(x, both);
        }
        self.intern(Node::Binary(BinOp::And, a, b), Sort::BitVec(width))
    }

    /// Bitwise disjunction.
    pub fn bit_or(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::or) {
            return result;
        }
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if self.node(a) == Node::Complement(b) || self.node(b) == Node::Complement(a) {
            return self.bits(Bits::ones(width));
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Or, a, b), Sort::BitVec(width));
        }
        if let Some(bits) = self.as_bits(b) {
            if bits.is_zero() {
                return a;
            }
            if bits.is_ones() {
                return b;
            }
            let facts = self.facts(a);
            if facts.is_some() && bits.to_u128().is_some_and(|it| it & !u128::from(facts.ones) == 0)
            {
                return a;
            }
            if let Node::Binary(BinOp::Or, x, c) = self.node(a)
                && let Some(inner) = self.as_bits(c)
            {
                let both = inner.or(bits);
                let both = self.bits(both);
                return self.bit_or(x, both);
            }
        }
        if let Some(result) = self.assemble(a, b).or_else(|| self.assemble(b, a)) {
            return result;
        }
        if let Some(result) = self.collect(BinOp::Or, a, b) {
            return result;
        }
        self.intern(Node::Binary(BinOp::Or, a, b), Sort::BitVec(width))
    }

    /// `(x << n) | y`, or `+` or `^`, with `y` below `2^n` is a concatenation.
    pub(super) fn assemble(&mut self, upper: TermId, lower: TermId) -> Option<TermId> {
        let width = self.width(upper);
        // Only zeros below which bit?
        let (shifted, low) = match self.node(upper) {
            Node::ZeroExtend(inner, _) => (inner, self.zeros_below(inner)?),
            _ => (upper, self.zeros_below(upper)?),
        };
        let fits = match self.node(lower) {
            Node::ZeroExtend(inner, _) => self.width(inner) <= low,
            Node::Bits(constant) => width <= self.bits_of(constant).leading_zeros() + low,
            _ => false,
        } || {
            let facts = self.facts(lower);
            facts.is_some() && (64 <= low || facts.umax >> low == 0)
        };
        if !fits {
            return None;
        }
        let high = self.extract(shifted, self.width(shifted) - 1, low);
        let low = self.extract(lower, low - 1, 0);
        let both = self.concat(high, low);
        Some(self.zero_extend(both, width))
    }

    /// How many zeros a concatenation ends with, if it does.
    fn zeros_below(&self, term: TermId) -> Option<u32> {
        let Node::Concat(_, mut low) = self.node(term) else { return None };
        while let Node::Concat(_, lower) = self.node(low) {
            low = lower;
        }
        let zeros = self.as_bits(low)?.trailing_zeros();
        (0 < zeros).then_some(zeros)
    }

    /// Bitwise exclusive disjunction.
    pub fn bit_xor(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::xor) {
            return result;
        }
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.number(0, width);
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Xor, a, b), Sort::BitVec(width));
        }
        match (self.node(a), self.node(b)) {
            (Node::Complement(x), Node::Complement(y)) => return self.bit_xor(x, y),
            (Node::Complement(x), _) => {
                let inner = self.bit_xor(x, b);
                return self.bit_not(inner);
            }
            (_, Node::Complement(y)) => {
                let inner = self.bit_xor(a, y);
                return self.bit_not(inner);
            }
            _ => {}
        }
        if let Some(bits) = self.as_bits(b) {
            if bits.is_zero() {
                return a;
            }
            if bits.is_ones() {
                return self.bit_not(a);
            }
            if let Node::Binary(BinOp::Xor, x, c) = self.node(a)
                && let Some(inner) = self.as_bits(c)
            {
                let both = inner.xor(bits);
                let both = self.bits(both);
                return self.bit_xor(x, both);
            }
        }
        if let Node::Binary(BinOp::Xor, x, y) = self.node(a)
            && (x == b || y == b)
        {
            return if x == b { y } else { x };
        }
        if let Node::Binary(BinOp::Xor, x, y) = self.node(b)
            && (x == a || y == a)
        {
            return if x == a { y } else { x };
        }
        if let Some(result) = self.assemble(a, b).or_else(|| self.assemble(b, a)) {
            return result;
        }
        if let Some(result) = self.collect(BinOp::Xor, a, b) {
            return result;
        }
        self.intern(Node::Binary(BinOp::Xor, a, b), Sort::BitVec(width))
    }

    /// For an associative and commutative operator: moves constants outwards, and drops an operand
    /// that is there already where the operator is idempotent.
    pub(super) fn collect(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        let split = |terms: &Self, term| match terms.node(term) {
            Node::Binary(inner, x, y) if inner == op => Some((x, y, terms.as_bits(y).is_some())),
            _ => None,
        };
        for (one, other) in [(a, b), (b, a)] {
            let Some((x, y, is_constant)) = split(self, one) else { continue };
            if is_constant && self.as_bits(other).is_none() {
                let inner = self.binary(op, x, other);
                return Some(self.binary(op, inner, y));
            }
            if matches!(op, BinOp::And | BinOp::Or) && (x == other || y == other) {
                return Some(one);
            }
        }
        None
    }

    /// Shift to the left; 0 if by the width or more.
    pub fn shl(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.same_width(a, by);
        if let Some(result) = self.fold_binary(a, by, Bits::shl) {
            return result;
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Shl, a, by), Sort::BitVec(width));
        }
        if let Some(by) = self.as_bits(by) {
            return match self.shift_amount(by) {
                None => self.number(0, width),
                Some(by) => {
                    let factor = self.bits(Bits::power(by, width));
                    self.mul(a, factor)
                }
            };
        }
        if self.is_shifted_out(a, by) {
            return self.number(0, width);
        }
        self.intern(Node::Binary(BinOp::Shl, a, by), Sort::BitVec(width))
    }

    /// Shift to the right with zeros; 0 if by the width or more.
    pub fn lshr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.same_width(a, by);
        if let Some(result) = self.fold_binary(a, by, Bits::lshr) {
            return result;
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Lshr, a, by), Sort::BitVec(width));
        }
        if let Some(by) = self.as_bits(by) {
            return match self.shift_amount(by) {
                None => self.number(0, width),
                Some(by) => {
                    let rest = self.extract(a, width - 1, by);
                    self.zero_extend(rest, width)
                }
            };
        }
        if self.is_shifted_out(a, by) {
            return self.number(0, width);
        }
        self.intern(Node::Binary(BinOp::Lshr, a, by), Sort::BitVec(width))
    }

    /// Shift to the right with copies of the sign.
    pub fn ashr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.same_width(a, by);
        if let Some(result) = self.fold_binary(a, by, Bits::ashr) {
            return result;
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Ashr, a, by), Sort::BitVec(width));
        }
        if let Some(by) = self.as_bits(by) {
            let by = self.shift_amount(by).unwrap_or(width - 1);
            let rest = self.extract(a, width - 1, by);
            return self.sign_extend(rest, width);
        }
        let facts = self.facts(a);
        if facts.is_some() && 0 <= facts.smin {
            return self.lshr(a, by);
        }
        self.intern(Node::Binary(BinOp::Ashr, a, by), Sort::BitVec(width))
    }

    /// The amount, if it is below the width.
    fn shift_amount(&self, by: &Bits) -> Option<u32> {
        let amount = u32::try_from(by.to_u128()?).ok()?;
        (amount < by.width()).then_some(amount)
    }

    /// Whether nothing is left of a shift that fills with zeros.
    fn is_shifted_out(&self, a: TermId, by: TermId) -> bool {
        let facts = self.facts(by);
        self.as_bits(a).is_some_and(Bits::is_zero)
            || (facts.is_some() && u64::from(facts.width) <= facts.umin)
    }

    /// The width of both operands.
    pub(super) fn same_width(&self, a: TermId, b: TermId) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands should be of one width");
        width
    }
}
