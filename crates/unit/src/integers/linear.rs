//! Sums of unknowns with factors, read from terms of 128 bits that stand for integers.

use std::collections::BTreeMap;

use tribunal_solver::{BinOp, Node, Sort, TermId, Terms};

/// How many bits stand for an integer.
pub(crate) const WIDTH: u32 = 128;

/// A sum of unknowns with factors, and a number. An unknown is a variable or a term that is not linear.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sum {
    pub(crate) factors: BTreeMap<TermId, i128>,
    pub(crate) number: i128,
}

impl Sum {
    pub(crate) fn of(number: i128) -> Self {
        Self { factors: BTreeMap::new(), number }
    }

    pub(crate) fn unknown(term: TermId) -> Self {
        Self { factors: BTreeMap::from([(term, 1)]), number: 0 }
    }

    /// This and some times another; `None` if a number gets too large.
    pub(crate) fn plus(&self, other: &Self, times: i128) -> Option<Self> {
        let mut sum = self.clone();
        sum.number = sum.number.checked_add(other.number.checked_mul(times)?)?;
        for (unknown, factor) in &other.factors {
            let entry = sum.factors.entry(*unknown).or_insert(0);
            *entry = entry.checked_add(factor.checked_mul(times)?)?;
        }
        sum.factors.retain(|_, it| *it != 0);
        Some(sum)
    }

    pub(crate) fn factor(&self, unknown: TermId) -> i128 {
        self.factors.get(&unknown).copied().unwrap_or(0)
    }

    /// The greatest number that divides all factors; 0 if there are none.
    pub(crate) fn common_factor(&self) -> i128 {
        self.factors.values().fold(0, |a, b| gcd(a, b.abs()))
    }
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Terms of so many bits, down from [`WIDTH`], stand for integers too: where simplification has cut what is all zeros, or all signs.
const NARROWEST: u32 = 101;

/// Whether a term stands for an integer.
pub(crate) fn is_integer(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort(term), Sort::BitVec(NARROWEST..=WIDTH))
}

/// The operands of a term that is linear in them, each with its factor, and a number; `None` for an unknown.
pub(crate) fn parts(terms: &Terms, term: TermId) -> Option<(Vec<(TermId, i128)>, i128)> {
    let number = |it: TermId| constant(terms, it);
    Some(match terms.node(term) {
        Node::Bits(_) => (Vec::new(), number(term)?),
        Node::Binary(BinOp::Add, a, b) => (vec![(a, 1), (b, 1)], 0),
        Node::Neg(a) => (vec![(a, -1)], 0),
        Node::Complement(a) => (vec![(a, -1)], -1),
        Node::Binary(BinOp::Mul, a, b) => match (number(a), number(b)) {
            (Some(factor), _) => (vec![(b, factor)], 0),
            (_, Some(factor)) => (vec![(a, factor)], 0),
            _ => return None,
        },
        Node::Binary(BinOp::Shl, a, b) => match number(b) {
            Some(by @ 0..=100) => (vec![(a, 1 << by)], 0),
            _ => return None,
        },
        Node::Extract { low: 0, of, .. } if is_integer(terms, term) => (vec![(of, 1)], 0),
        Node::SignExtend(a, _) if is_integer(terms, a) => (vec![(a, 1)], 0),
        // A shift, as terms spell it.
        Node::Concat(a, b) => match (terms.node(a), terms.as_bits(b)) {
            (Node::Extract { high, low: 0, of }, Some(zeros)) if zeros.is_zero() => {
                let by = zeros.width();
                if high + 1 + by != terms.width(of) || 100 < by {
                    return None;
                }
                (vec![(of, 1 << by)], 0)
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// Reads an integer; `None` if a number gets too large.
pub(crate) fn sum(terms: &Terms, term: TermId) -> Option<Sum> {
    let mut total = Sum::of(0);
    let mut open = vec![(term, 1_i128)];
    while let Some((term, times)) = open.pop() {
        match parts(terms, term) {
            Some((operands, number)) => {
                total = total.plus(&Sum::of(number), times)?;
                for (operand, factor) in operands {
                    open.push((operand, factor.checked_mul(times)?));
                }
            }
            None => total = total.plus(&Sum::unknown(term), times)?,
        }
    }
    Some(total)
}

pub(crate) fn constant(terms: &Terms, term: TermId) -> Option<i128> {
    terms.as_bits(term)?.to_i128()
}
