//! What comparisons with constants say about each other: `x > 5` makes `x > 3` redundant and `x < 2` impossible.

use crate::term::{Node, TermId, Terms};

/// A term of at most 64 bits between bounds, as a signed and as an unsigned number; both hold.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    of: TermId,
    signed: (i128, i128),
    unsigned: (i128, i128),
}

impl Interval {
    /// Whether no value is in both.
    fn is_disjoint(&self, other: &Self) -> bool {
        let apart = |a: (i128, i128), b: (i128, i128)| a.1 < b.0 || b.1 < a.0;
        self.of == other.of
            && (apart(self.signed, other.signed) || apart(self.unsigned, other.unsigned))
    }

    /// Whether every value of this is one of the other.
    fn is_within(&self, other: &Self) -> bool {
        let within = |a: (i128, i128), b: (i128, i128)| b.0 <= a.0 && a.1 <= b.1;
        self.of == other.of
            && within(self.signed, other.signed)
            && within(self.unsigned, other.unsigned)
    }
}

impl Terms {
    /// Whether the two cannot both hold, by their intervals.
    pub(super) fn intervals_exclude(&self, a: Interval, b: TermId) -> bool {
        self.interval(b).is_some_and(|b| a.is_disjoint(&b))
    }

    /// Whether the first makes the second true, by their intervals.
    pub(super) fn interval_implies(&self, a: Interval, b: TermId) -> bool {
        if let Node::Not(inner) = self.node(b)
            && matches!(self.node(inner), Node::Eq(..))
        {
            return self.intervals_exclude(a, inner);
        }
        self.interval(b).is_some_and(|b| a.is_within(&b))
    }

    /// The interval that a comparison with a constant, or its negation, describes.
    pub(super) fn interval(&self, term: TermId) -> Option<Interval> {
        let (comparison, is_negated) = match self.node(term) {
            Node::Not(inner) => (inner, true),
            _ => (term, false),
        };
        let (a, b) = match self.node(comparison) {
            Node::Eq(a, b) if !is_negated => (a, b),
            Node::Ult(a, b) | Node::Slt(a, b) => (a, b),
            _ => return None,
        };
        let (of, constant, is_left) = match (self.as_bits(a), self.as_bits(b)) {
            (None, Some(constant)) => (a, constant, true),
            (Some(constant), None) => (b, constant, false),
            _ => return None,
        };
        let facts = self.facts(of);
        if !facts.is_some() {
            return None;
        }
        let mut signed = (i128::from(facts.smin), i128::from(facts.smax));
        let mut unsigned = (i128::from(facts.umin), i128::from(facts.umax));
        let (as_signed, as_unsigned) = (constant.to_i128()?, constant.to_u128()?.cast_signed());
        // `x < c`, `c < x`, or the negation of either.
        let cut = |range: &mut (i128, i128), bound: i128| match (is_left, is_negated) {
            (true, false) => range.1 = range.1.min(bound - 1),
            (true, true) => range.0 = range.0.max(bound),
            (false, false) => range.0 = range.0.max(bound + 1),
            (false, true) => range.1 = range.1.min(bound),
        };
        match self.node(comparison) {
            Node::Eq(..) => {
                signed = (as_signed, as_signed);
                unsigned = (as_unsigned, as_unsigned);
            }
            Node::Ult(..) => cut(&mut unsigned, as_unsigned),
            _ => cut(&mut signed, as_signed),
        }
        // Where a range does not cross the border of the signs, both readings agree.
        if 0 <= signed.0 {
            unsigned = (unsigned.0.max(signed.0), unsigned.1.min(signed.1));
        }
        if unsigned.1 < 1 << (facts.width - 1) {
            signed = (signed.0.max(unsigned.0), signed.1.min(unsigned.1));
        }
        Some(Interval { of, signed, unsigned })
    }
}
