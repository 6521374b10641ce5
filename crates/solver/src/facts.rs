//! What is known of all values of a term of at most 64 bits: some of its bits, and its unsigned and signed range.
//!
//! Facts are computed once, from those of the operands, and are what lets the simplifier decide comparisons, drop
//! overflow checks and narrow operations without looking into terms. Known bits of sums follow the carry computation
//! that LLVM's `KnownBits` made popular; the domains are combined as in a reduced product (Cousot & Cousot,
//! Systematic design of program analysis frameworks, POPL 1979).
//!
//! Law: every value of a term lies in its facts. (Facts decide comparisons, so `tests/all/simplify.rs` sees wrong ones as wrong values.)

use crate::term::{BinOp, Node, Sort, TermId, Terms};

/// Facts about a bit-vector term; those of other terms, and of wider ones, say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The number of bits; 0 if nothing is known.
    pub(crate) width: u32,
    /// Bits that are never set.
    pub(crate) zeros: u64,
    /// Bits that are always set.
    pub(crate) ones: u64,
    /// The least unsigned value.
    pub(crate) umin: u64,
    /// The greatest unsigned value.
    pub(crate) umax: u64,
    /// The least signed value.
    pub(crate) smin: i64,
    /// The greatest signed value.
    pub(crate) smax: i64,
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn sign_extend(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    (value << shift).cast_signed() >> shift
}

impl Facts {
    const NONE: Self = Self { width: 0, zeros: 0, ones: 0, umin: 0, umax: 0, smin: 0, smax: 0 };

    fn top(width: u32) -> Self {
        if !(1..=64).contains(&width) {
            return Self::NONE;
        }
        let umax = mask(width);
        let smax = (umax >> 1).cast_signed();
        Self { width, zeros: 0, ones: 0, umin: 0, umax, smin: -smax - 1, smax }
    }

    /// The facts about a term of which nothing is known.
    pub(crate) fn unknown(sort: Sort) -> Self {
        match sort {
            Sort::BitVec(width) => Self::top(width),
            Sort::Bool | Sort::Array { .. } => Self::NONE,
        }
    }

    /// Whether these facts may say something.
    pub(crate) fn is_some(&self) -> bool {
        0 < self.width
    }

    /// The only value, if there is only one.
    pub(crate) fn constant(&self) -> Option<u64> {
        (self.is_some() && self.umin == self.umax).then_some(self.umin)
    }

    /// Whether no value of one is a value of the other.
    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.is_some()
            && other.is_some()
            && (self.ones & other.zeros != 0
                || self.zeros & other.ones != 0
                || self.umax < other.umin
                || other.umax < self.umin
                || self.smax < other.smin
                || other.smax < self.smin)
    }

    /// The greatest distance from 0 of a signed value.
    fn magnitude(&self) -> u64 {
        self.smin.unsigned_abs().max(self.smax.unsigned_abs())
    }

    /// The facts about `node`, whose operands are terms already.
    pub(crate) fn of(terms: &Terms, node: Node, sort: Sort) -> Self {
        let Sort::BitVec(width) = sort else { return Self::NONE };
        if 64 < width {
            return Self::NONE;
        }
        let of = |term: TermId| *terms.facts(term);
        let top = Self::top(width);
        let facts = match node {
            Node::Bits(constant) => match terms.bits_of(constant).to_u128() {
                Some(value) => {
                    let value = u64::try_from(value).expect("at most 64 bits fit");
                    Self { umin: value, umax: value, ..top }
                }
                None => top,
            },
            Node::Ite(_, a, b) => of(a).join(&of(b)),
            Node::Complement(a) => of(a).complement(),
            Node::Neg(a) => of(a).negate(),
            Node::Binary(op, a, b) => of(a).binary(op, &of(b)),
            Node::Concat(a, b) => of(a).concat(&of(b), top),
            Node::Extract { low, of: a, .. } => of(a).extract(low, top),
            Node::ZeroExtend(a, _) => {
                let a = of(a);
                let above = mask(width) & !mask(a.width);
                Self { zeros: a.zeros | above, ones: a.ones, umin: a.umin, umax: a.umax, ..top }
            }
            Node::SignExtend(a, _) => {
                let a = of(a);
                let extend = |bits: u64| sign_extend(bits, a.width).cast_unsigned() & mask(width);
                Self {
                    zeros: extend(a.zeros),
                    ones: extend(a.ones),
                    smin: a.smin,
                    smax: a.smax,
                    ..top
                }
            }
            _ => top,
        };
        facts.reduce()
    }

    /// Lets each kind of fact sharpen the others.
    fn reduce(mut self) -> Self {
        if !self.is_some() {
            return self;
        }
        let (width, all) = (self.width, mask(self.width));
        for _ in 0..2 {
            self.umin = self.umin.max(self.ones);
            self.umax = self.umax.min(all & !self.zeros);
            // A range that does not cross the border of the signs is the same to both readings.
            let border = 1 << (width - 1);
            if self.umax < border || border <= self.umin {
                self.smin = self.smin.max(sign_extend(self.umin, width));
                self.smax = self.smax.min(sign_extend(self.umax, width));
            }
            if 0 <= self.smin || self.smax < 0 {
                self.umin = self.umin.max(self.smin.cast_unsigned() & all);
                self.umax = self.umax.min(self.smax.cast_unsigned() & all);
            }
            debug_assert!(
                self.umin <= self.umax && self.smin <= self.smax,
                "a term should have a value"
            );
            // Bits above the highest one in which the ends of the range differ are known.
            let differing = self.umin ^ self.umax;
            let known = all & !(u64::MAX.checked_shr(differing.leading_zeros()).unwrap_or(0));
            self.ones |= self.umin & known;
            self.zeros |= !self.umin & known;
        }
        self
    }

    fn join(&self, other: &Self) -> Self {
        Self {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    fn complement(&self) -> Self {
        let all = mask(self.width);
        Self {
            width: self.width,
            zeros: self.ones,
            ones: self.zeros,
            umin: all - self.umax,
            umax: all - self.umin,
            smin: !self.smax,
            smax: !self.smin,
        }
    }

    fn negate(&self) -> Self {
        let one = Self { umin: 1, umax: 1, ..Self::top(self.width) }.reduce();
        let bits = self.complement().sum(&one);
        let mut facts = Self { zeros: bits.zeros, ones: bits.ones, ..Self::top(self.width) };
        if 0 < self.umin {
            let modulus = mask(self.width);
            (facts.umin, facts.umax) = (modulus - self.umax + 1, modulus - self.umin + 1);
        }
        if facts.smin < self.smin {
            (facts.smin, facts.smax) = (-self.smax, -self.smin);
        }
        facts
    }

    fn sum(&self, other: &Self) -> Self {
        let top = Self::top(self.width);
        let all = mask(self.width);
        let mut facts = top;
        let most = (all & !self.zeros).wrapping_add(all & !other.zeros);
        let least = self.ones.wrapping_add(other.ones);
        let carries = !(most ^ self.zeros ^ other.zeros) | (least ^ self.ones ^ other.ones);
        let known = (self.zeros | self.ones) & (other.zeros | other.ones) & carries & all;
        facts.zeros = !most & known;
        facts.ones = least & known;
        if let Some(umax) = self.umax.checked_add(other.umax)
            && umax <= all
        {
            (facts.umin, facts.umax) = (self.umin + other.umin, umax);
        }
        if let (Some(smin), Some(smax)) =
            (self.smin.checked_add(other.smin), self.smax.checked_add(other.smax))
            && top.smin <= smin
            && smax <= top.smax
        {
            (facts.smin, facts.smax) = (smin, smax);
        }
        facts
    }

    fn product(&self, other: &Self) -> Self {
        let top = Self::top(self.width);
        let mut facts = top;
        let zeros = self.trailing_zeros() + other.trailing_zeros();
        facts.zeros = mask(zeros.min(self.width));
        if let Some(umax) = self.umax.checked_mul(other.umax)
            && umax <= top.umax
        {
            (facts.umin, facts.umax) = (self.umin * other.umin, umax);
        }
        let corners = [self.smin, self.smax]
            .map(|a| [other.smin, other.smax].map(|b| i128::from(a) * i128::from(b)));
        let corners = corners.as_flattened();
        let (least, most) = (corners.iter().min(), corners.iter().max());
        if let (Some(&least), Some(&most)) = (least, most)
            && i128::from(top.smin) <= least
            && most <= i128::from(top.smax)
        {
            facts.smin = i64::try_from(least).expect("within the width");
            facts.smax = i64::try_from(most).expect("within the width");
        }
        facts
    }

    fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones().min(self.width)
    }

    fn binary(&self, op: BinOp, other: &Self) -> Self {
        let top = Self::top(self.width);
        match op {
            BinOp::Add => self.sum(other),
            BinOp::Mul => self.product(other),
            BinOp::Udiv => {
                let umin = if other.umin == 0 { 0 } else { self.umin / other.umax };
                Self { umin, umax: self.umax / other.umin.max(1), ..top }
            }
            BinOp::Urem => Self { umax: self.umax.min(other.umax.saturating_sub(1)), ..top },
            BinOp::Sdiv => {
                let bound = self.magnitude();
                if bound <= top.smax.unsigned_abs() {
                    let bound = bound.cast_signed();
                    Self { smin: -bound, smax: bound, ..top }
                } else {
                    top
                }
            }
            BinOp::Srem => {
                let bound = i64::try_from(other.magnitude().saturating_sub(1)).unwrap_or(i64::MAX);
                let smin = self.smin.min(0).max(bound.checked_neg().unwrap_or(i64::MIN));
                Self { smin, smax: self.smax.max(0).min(bound), ..top }
            }
            BinOp::Shl => Self { zeros: mask(self.trailing_zeros()), ..top },
            BinOp::Lshr => {
                let umax = u32::try_from(other.umin).ok().and_then(|by| self.umax.checked_shr(by));
                Self { umax: umax.unwrap_or(0), ..top }
            }
            BinOp::Ashr => {
                let smin = if 0 <= self.smin { 0 } else { self.smin };
                Self { smin, smax: if self.smax < 0 { -1 } else { self.smax }, ..top }
            }
            BinOp::And => Self {
                zeros: self.zeros | other.zeros,
                ones: self.ones & other.ones,
                umax: self.umax.min(other.umax),
                ..top
            },
            BinOp::Or => Self {
                zeros: self.zeros & other.zeros,
                ones: self.ones | other.ones,
                umin: self.umin.max(other.umin),
                ..top
            },
            BinOp::Xor => Self {
                zeros: (self.zeros & other.zeros) | (self.ones & other.ones),
                ones: (self.zeros & other.ones) | (self.ones & other.zeros),
                ..top
            },
        }
    }

    fn concat(&self, low: &Self, top: Self) -> Self {
        let by = low.width;
        Self {
            zeros: self.zeros << by | low.zeros,
            ones: self.ones << by | low.ones,
            umin: self.umin << by | low.umin,
            umax: self.umax << by | low.umax,
            ..top
        }
    }

    fn extract(&self, low: u32, top: Self) -> Self {
        if !self.is_some() {
            return top;
        }
        let all = mask(top.width);
        let mut facts =
            Self { zeros: self.zeros >> low & all, ones: self.ones >> low & all, ..top };
        if self.umax >> low <= all {
            (facts.umin, facts.umax) = (self.umin >> low, self.umax >> low);
        }
        if low == 0 && top.smin <= self.smin && self.smax <= top.smax {
            (facts.smin, facts.smax) = (self.smin, self.smax);
        }
        facts
    }
}
