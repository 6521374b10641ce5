//! Sums and products.
//!
//! A difference is a sum with a negation; constants move outwards and are added up; summands that occur
//! with opposite signs cancel, if they are among the first few.

use crate::bits::Bits;
use crate::term::{BinOp, Node, Sort, TermId, Terms};

/// How many summands are looked at for cancellation, on each side.
const SUMMANDS: usize = 6;

impl Terms {
    /// Sum.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::add) {
            return result;
        }
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(bits) = self.as_bits(b) {
            if bits.is_zero() {
                return a;
            }
            if self.is_plain() {
                return self.intern(Node::Binary(BinOp::Add, a, b), Sort::BitVec(width));
            }
            match self.node(a) {
                Node::Binary(BinOp::Add, x, c) => {
                    if let Some(inner) = self.as_bits(c) {
                        let both = inner.add(bits);
                        let both = self.bits(both);
                        return self.add(x, both);
                    }
                }
                // `~x + c` is `(c - 1) - x`.
                Node::Complement(x) => {
                    let rest = bits.sub(&Bits::one(width));
                    let (x, rest) = (self.neg(x), self.bits(rest));
                    return self.add(x, rest);
                }
                _ => {}
            }
        }
        if self.is_plain() {
            return self.intern(Node::Binary(BinOp::Add, a, b), Sort::BitVec(width));
        }
        if let (Node::Neg(x), Node::Neg(y)) = (self.node(a), self.node(b)) {
            let sum = self.add(x, y);
            return self.neg(sum);
        }
        if let Some(result) = self.undo_division(a, b).or_else(|| self.undo_division(b, a)) {
            return result;
        }
        if let Some(result) = self.collect(BinOp::Add, a, b) {
            return result;
        }
        if let Some(result) = self.cancel(a, b) {
            return result;
        }
        if let Some(result) = self.assemble(a, b).or_else(|| self.assemble(b, a)) {
            return result;
        }
        self.intern(Node::Binary(BinOp::Add, a, b), Sort::BitVec(width))
    }

    /// `x / y * y + x % y` is `x`, and `x - x / y * y` is `x % y`, unless `y` is 0.
    fn undo_division(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (product, is_subtracted) = match self.node(b) {
            Node::Neg(product) => (product, true),
            _ => (b, false),
        };
        let Node::Binary(BinOp::Mul, p, q) = self.node(product) else { return None };
        for (quotient, divisor) in [(p, q), (q, p)] {
            let Node::Binary(op, x, y) = self.node(quotient) else { continue };
            let rest = match op {
                BinOp::Udiv => BinOp::Urem,
                BinOp::Sdiv => BinOp::Srem,
                _ => continue,
            };
            if y != divisor {
                continue;
            }
            let is_zero = self.is_zero(y);
            if is_subtracted && a == x {
                let rest = self.binary(rest, x, y);
                return Some(self.ite(is_zero, x, rest));
            }
            if !is_subtracted && self.node(a) == Node::Binary(rest, x, y) {
                let zero = self.number(0, self.width(x));
                return Some(self.ite(is_zero, zero, x));
            }
        }
        None
    }

    /// Difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.neg(b);
        self.add(a, b)
    }

    /// The first few summands with their factors.
    fn summands(&self, term: TermId) -> Vec<(TermId, Bits)> {
        let one = Bits::one(self.width(term));
        let mut open = vec![(term, one.clone())];
        let mut summands = Vec::new();
        while let Some((term, factor)) = open.pop() {
            let is_full = SUMMANDS <= open.len() + summands.len();
            match self.node(term) {
                Node::Binary(BinOp::Add, x, y) if !is_full => {
                    open.push((y, factor.clone()));
                    open.push((x, factor));
                }
                Node::Neg(x) => open.push((x, factor.neg())),
                Node::Binary(BinOp::Mul, x, c) if self.as_bits(c).is_some() => {
                    let c = self.as_bits(c).unwrap_or(&one);
                    summands.push((x, factor.mul(c)));
                }
                Node::Bits(constant) => {
                    summands.push((self.truth(true), factor.mul(self.bits_of(constant))));
                }
                _ => summands.push((term, factor)),
            }
        }
        summands
    }

    /// The sum, rebuilt, if a summand occurs on both sides.
    fn cancel(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let is_compound = |it: TermId| {
            matches!(self.node(it), Node::Binary(BinOp::Add | BinOp::Mul, ..) | Node::Neg(_))
        };
        if a != b && !is_compound(a) && !is_compound(b) {
            return None;
        }
        let (mut sum, right) = (self.summands(a), self.summands(b));
        let before = sum.len();
        for (term, factor) in right {
            match sum[..before].iter_mut().find(|it| it.0 == term) {
                Some((_, sum)) => *sum = sum.add(&factor),
                None => sum.push((term, factor)),
            }
        }
        let constant = self.truth(true);
        let both = self.summands(b).iter().any(|(term, _)| {
            *term != constant && sum[..before].iter().any(|(other, _)| other == term)
        });
        if !both {
            return None;
        }
        self.deeper(|terms| {
            let mut result = terms.number(0, terms.width(a));
            for (term, factor) in sum {
                let factor = terms.bits(factor);
                let product = if term == constant { factor } else { terms.mul(term, factor) };
                result = terms.add(result, product);
            }
            result
        })
    }

    /// Negation.
    pub fn neg(&mut self, a: TermId) -> TermId {
        if let Some(result) = self.fold_unary(a, Bits::neg) {
            return result;
        }
        if self.is_plain() {
            return self.intern(Node::Neg(a), self.sort(a));
        }
        match self.node(a) {
            Node::Neg(inner) => inner,
            Node::Complement(inner) => {
                let one = self.number(1, self.width(a));
                self.add(inner, one)
            }
            Node::Binary(BinOp::Add, x, y) => {
                self.neg_sum(x, y).unwrap_or_else(|| self.intern(Node::Neg(a), self.sort(a)))
            }
            Node::Binary(BinOp::Mul, x, y) => match self.as_bits(y) {
                Some(constant) => {
                    let constant = constant.neg();
                    let constant = self.bits(constant);
                    self.mul(x, constant)
                }
                None => self.intern(Node::Neg(a), self.sort(a)),
            },
            _ if self.width(a) == 1 => a,
            _ => self.intern(Node::Neg(a), self.sort(a)),
        }
    }

    /// The negation of `x + y`, if it can be had without an operator more.
    fn neg_sum(&mut self, x: TermId, y: TermId) -> Option<TermId> {
        match (self.as_bits(y).cloned(), self.node(x), self.node(y)) {
            (Some(constant), ..) => {
                let constant = self.bits(constant.neg());
                self.deeper(|terms| {
                    let x = terms.neg(x);
                    terms.add(x, constant)
                })
            }
            // `-(x - y)` is `y - x`.
            (_, Node::Neg(x), _) => self.deeper(|terms| terms.sub(x, y)),
            (_, _, Node::Neg(y)) => self.deeper(|terms| terms.sub(y, x)),
            _ => None,
        }
    }

    /// Product.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(result) = self.fold_binary(a, b, Bits::mul) {
            return result;
        }
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if self.is_plain() {
            return match self.as_bits(b) {
                Some(factor) if factor.is_zero() => b,
                Some(factor) if factor.is_one() => a,
                _ => self.intern(Node::Binary(BinOp::Mul, a, b), Sort::BitVec(width)),
            };
        }
        if let Some(factor) = self.as_bits(b).cloned() {
            return self.scale(a, b, &factor);
        }
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) => return self.mul(x, y),
            (Node::Neg(x), _) => {
                let product = self.mul(x, b);
                return self.neg(product);
            }
            (_, Node::Neg(y)) => {
                let product = self.mul(a, y);
                return self.neg(product);
            }
            _ => {}
        }
        if width == 1 {
            return self.bit_and(a, b);
        }
        if let Some(result) = self.collect(BinOp::Mul, a, b) {
            return result;
        }
        self.intern(Node::Binary(BinOp::Mul, a, b), Sort::BitVec(width))
    }

    /// Product with a constant.
    fn scale(&mut self, a: TermId, b: TermId, factor: &Bits) -> TermId {
        let width = factor.width();
        if factor.is_zero() {
            return b;
        }
        if factor.is_one() {
            return a;
        }
        match self.node(a) {
            Node::Neg(x) => {
                let factor = self.bits(factor.neg());
                return self.mul(x, factor);
            }
            Node::Binary(op @ (BinOp::Mul | BinOp::Add), x, c) => {
                if let Some(inner) = self.as_bits(c) {
                    let inner = inner.mul(factor);
                    let inner = self.bits(inner);
                    if op == BinOp::Mul {
                        return self.mul(x, inner);
                    }
                    // `(x + c) * d` is `x * d + c * d`: offsets of addresses come together.
                    let x = self.mul(x, b);
                    return self.add(x, inner);
                }
            }
            _ => {}
        }
        if factor.is_ones() {
            return self.neg(a);
        }
        if let Some(by) = factor.log2() {
            let rest = self.extract(a, width - 1 - by, 0);
            let zeros = self.number(0, by);
            return self.concat(rest, zeros);
        }
        self.intern(Node::Binary(BinOp::Mul, a, b), Sort::BitVec(width))
    }
}
