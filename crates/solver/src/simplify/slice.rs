//! Parts of bit-vectors: concatenation, extraction, extension.
//!
//! Shifts by constants and products with powers of two are spelled with these, so that pieces find each
//! other again: bytes cut from a word and put together are the word.

use crate::term::{BinOp, Node, Sort, TermId, Terms};

impl Terms {
    /// `high` above `low`. Right-nested, zeros on top as an extension.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        if let Some(bits) = self.as_bits(high)
            && bits.is_zero()
        {
            return self.zero_extend(low, width);
        }
        if let Some(result) = self.fold_binary(high, low, |high, low| high.concat(low)) {
            return result;
        }
        match (self.node(high), self.node(low)) {
            (Node::Concat(top, middle), _) => {
                let rest = self.concat(middle, low);
                return self.concat(top, rest);
            }
            (Node::ZeroExtend(inner, _), _) => {
                let inner = self.concat(inner, low);
                return self.zero_extend(inner, width);
            }
            (Node::SignExtend(inner, _), _) => {
                let inner = self.concat(inner, low);
                return self.sign_extend(inner, width);
            }
            (_, Node::Concat(middle, bottom)) => {
                if let Some(joined) = self.join(high, middle) {
                    return self.concat(joined, bottom);
                }
            }
            (_, Node::ZeroExtend(inner, _)) if self.as_bits(high).is_some() => {
                // A constant above zeros is a longer constant.
                let zeros = self.number(0, low_width - self.width(inner));
                let constant = self.concat(high, zeros);
                return self.concat(constant, inner);
            }
            _ => {}
        }
        if let Some(joined) = self.join(high, low) {
            return joined;
        }
        self.intern(Node::Concat(high, low), Sort::BitVec(width))
    }

    /// Two neighbouring pieces of one term, or two constants, as one piece.
    fn join(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.as_bits(high), self.as_bits(low)) {
            let both = a.concat(b);
            return Some(self.bits(both));
        }
        let piece = |it: TermId| match self.node(it) {
            Node::Extract { high, low, of } => Some((of, high, low)),
            _ => None,
        };
        let (of, top, above) = piece(high)?;
        let (other, below, bottom) = piece(low)?;
        (of == other && above == below + 1).then(|| self.extract(of, top, bottom))
    }

    /// The bits from `high` down to `low`.
    pub fn extract(&mut self, of: TermId, high: u32, low: u32) -> TermId {
        let width = self.width(of);
        assert!(low <= high && high < width, "the bits should exist");
        if low == 0 && high == width - 1 {
            return of;
        }
        if let Some(result) = self.fold_unary(of, |bits| bits.extract(high, low)) {
            return result;
        }
        if let Some(&known) = self.slices.get(&(of, high, low)) {
            return known;
        }
        let result = self.deeper(|terms| terms.extract_inside(of, high, low));
        let Some(result) = result else {
            return self.intern(Node::Extract { high, low, of }, Sort::BitVec(high - low + 1));
        };
        self.slices.insert((of, high, low), result);
        result
    }

    /// Moves an extraction inwards where that is possible.
    fn extract_inside(&mut self, of: TermId, high: u32, low: u32) -> TermId {
        let width = high - low + 1;
        match self.node(of) {
            Node::Extract { low: by, of, .. } => self.extract(of, high + by, low + by),
            Node::Concat(top, bottom) => {
                let border = self.width(bottom);
                if high < border {
                    self.extract(bottom, high, low)
                } else if border <= low {
                    self.extract(top, high - border, low - border)
                } else {
                    let top = self.extract(top, high - border, 0);
                    let bottom = self.extract(bottom, border - 1, low);
                    self.concat(top, bottom)
                }
            }
            Node::ZeroExtend(inner, _) => {
                let border = self.width(inner);
                if border <= low {
                    self.number(0, width)
                } else {
                    let inner = self.extract(inner, high.min(border - 1), low);
                    self.zero_extend(inner, width)
                }
            }
            Node::SignExtend(inner, _) => {
                let border = self.width(inner);
                let inner = self.extract(inner, high.min(border - 1), low.min(border - 1));
                self.sign_extend(inner, width)
            }
            Node::Complement(inner) => {
                let inner = self.extract(inner, high, low);
                self.bit_not(inner)
            }
            Node::Neg(inner) if low == 0 => {
                let inner = self.extract(inner, high, low);
                self.neg(inner)
            }
            Node::Binary(op, a, b)
                if matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
                    || (low == 0 && matches!(op, BinOp::Add | BinOp::Mul)) =>
            {
                // The lower bits of sums and products depend on lower bits only.
                let (a, b) = (self.extract(a, high, low), self.extract(b, high, low));
                self.binary(op, a, b)
            }
            Node::Ite(condition, yes, no)
                if self.as_bits(yes).is_some() || self.as_bits(no).is_some() =>
            {
                let (yes, no) = (self.extract(yes, high, low), self.extract(no, high, low));
                self.ite(condition, yes, no)
            }
            _ => self.intern(Node::Extract { high, low, of }, Sort::BitVec(width)),
        }
    }

    /// The same unsigned number in `width` bits, at least as many as it has.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        let own = self.width(a);
        assert!(own <= width, "extension should not narrow");
        if own == width {
            return a;
        }
        if let Some(result) = self.fold_unary(a, |bits| bits.zero_extend(width)) {
            return result;
        }
        if let Node::ZeroExtend(inner, _) = self.node(a) {
            return self.zero_extend(inner, width);
        }
        self.intern(Node::ZeroExtend(a, width), Sort::BitVec(width))
    }

    /// The same signed number in `width` bits, at least as many as it has.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        let own = self.width(a);
        assert!(own <= width, "extension should not narrow");
        if own == width {
            return a;
        }
        if let Some(result) = self.fold_unary(a, |bits| bits.sign_extend(width)) {
            return result;
        }
        match self.node(a) {
            Node::SignExtend(inner, _) => return self.sign_extend(inner, width),
            Node::ZeroExtend(inner, _) => return self.zero_extend(inner, width),
            _ => {}
        }
        let facts = self.facts(a);
        if facts.is_some() && 0 <= facts.smin {
            return self.zero_extend(a, width);
        }
        self.intern(Node::SignExtend(a, width), Sort::BitVec(width))
    }

    /// The number cut to fewer bits, or extended with zeros.
    pub fn zero_resize(&mut self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) {
            self.extract(a, width - 1, 0)
        } else {
            self.zero_extend(a, width)
        }
    }

    /// The number cut to fewer bits, or extended with copies of its sign.
    pub fn sign_resize(&mut self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) {
            self.extract(a, width - 1, 0)
        } else {
            self.sign_extend(a, width)
        }
    }

    /// Whether bit `at` is set.
    pub fn bit(&mut self, a: TermId, at: u32) -> TermId {
        let bit = self.extract(a, at, at);
        let one = self.number(1, 1);
        self.eq(bit, one)
    }
}
