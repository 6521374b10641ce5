//! Bit-vectors as polynomials: sums of products of terms that are not arithmetical themselves, modulo a power of two.
//!
//! A ring of numbers modulo 2^w is what machines compute in, so polynomial identities are identities of programs, and are decided by
//! comparing normal forms instead of circuits (N. Shekhar, P. Kalla & F. Enescu, Equivalence verification of polynomial datapaths using ideal membership testing, TCAD 2007).
//!
//! Law: for all values of the variables, the value of a term of w bits is that of its polynomial modulo 2^w, where an *atom*, a term of any width, counts as the
//! unsigned number that it is. Products that grow too large are atoms themselves: that loses identities, never the law.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::term::{BinOp, Node, Sort, TermId, Terms};

/// Polynomials have at most so many summands, of at most so many factors.
const MONOMIALS: usize = 400;
const DEGREE: usize = 12;

/// How deep terms are looked into (T4).
const DEPTH: u32 = 200;

/// A product of atoms, in order; 1 if there are none.
pub type Monomial = Vec<TermId>;

/// A polynomial over atoms, modulo `2^width`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    width: u32,
    /// Factors, none of them 0.
    terms: BTreeMap<Monomial, u128>,
}

impl Polynomial {
    /// 0, modulo `2^width`.
    ///
    /// # Panics
    /// If the width is 0 or above 128.
    #[must_use]
    pub fn zero(width: u32) -> Self {
        assert!((1..=128).contains(&width), "a polynomial should have 1 to 128 bits");
        Self { width, terms: BTreeMap::new() }
    }

    /// A number.
    #[must_use]
    pub fn constant(value: u128, width: u32) -> Self {
        Self::zero(width).with(Vec::new(), value)
    }

    /// A term as it is.
    #[must_use]
    pub fn atom(term: TermId, width: u32) -> Self {
        Self::zero(width).with(vec![term], 1)
    }

    fn with(mut self, monomial: Monomial, factor: u128) -> Self {
        self.add_monomial(monomial, factor);
        self
    }

    /// How many bits count.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Summands and their factors, in order.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, u128)> {
        self.terms.iter().map(|(monomial, factor)| (monomial, *factor))
    }

    /// The factor of a summand.
    #[must_use]
    pub fn factor(&self, monomial: &[TermId]) -> u128 {
        self.terms.get(monomial).copied().unwrap_or(0)
    }

    /// Whether it is 0 whatever the atoms are.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value, if that does not depend on atoms.
    #[must_use]
    pub fn as_constant(&self) -> Option<u128> {
        self.terms.keys().all(Vec::is_empty).then(|| self.factor(&[]))
    }

    /// The most factors of a summand.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    fn wrap(&self, number: u128) -> u128 {
        if self.width == 128 { number } else { number & ((1 << self.width) - 1) }
    }

    /// Adds a multiple of a product.
    pub fn add_monomial(&mut self, monomial: Monomial, factor: u128) {
        let sum = self.wrap(self.factor(&monomial).wrapping_add(factor));
        if sum == 0 {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
    }

    /// The sum with a multiple of another polynomial of the same width, or of a greater one.
    ///
    /// # Panics
    /// If the other one has fewer bits.
    #[must_use]
    pub fn plus(mut self, factor: u128, other: &Self) -> Self {
        assert!(self.width <= other.width, "what is added should have all the bits");
        for (monomial, value) in &other.terms {
            self.add_monomial(monomial.clone(), factor.wrapping_mul(*value));
        }
        self
    }

    /// The product with another polynomial of the same width; `None` if it is too large.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Self::zero(self.width);
        for (one, factor) in &self.terms {
            for (two, by) in &other.terms {
                let mut monomial = [one.as_slice(), two].concat();
                monomial.sort_unstable();
                product.add_monomial(monomial, factor.wrapping_mul(*by));
            }
            if MONOMIALS < product.terms.len() {
                return None;
            }
        }
        (product.degree() <= DEGREE).then_some(product)
    }

    /// The same with only the lowest bits.
    #[must_use]
    pub fn narrowed(&self, width: u32) -> Self {
        Self::zero(width).plus(1, self)
    }

    /// The polynomial times a power of two, in so many bits more.
    #[must_use]
    pub fn shifted(&self, by: u32) -> Self {
        let mut result = Self::zero(self.width + by);
        for (monomial, factor) in &self.terms {
            result.add_monomial(monomial.clone(), factor << by);
        }
        result
    }

    /// The polynomial with another in place of an atom; `None` if it is too large.
    #[must_use]
    pub fn replaced(&self, atom: TermId, by: &Self) -> Option<Self> {
        if self.terms.keys().all(|it| !it.contains(&atom)) {
            return Some(self.clone());
        }
        let by = by.narrowed(self.width);
        let mut result = Self::zero(self.width);
        for (monomial, factor) in &self.terms {
            let (these, rest): (Monomial, Monomial) = monomial.iter().partition(|it| **it == atom);
            let mut product = Self::zero(self.width).with(rest, *factor);
            for _ in these {
                product = product.times(&by)?;
            }
            result = result.plus(1, &product);
            if MONOMIALS < result.terms.len() {
                return None;
            }
        }
        Some(result)
    }
}

/// Polynomials of terms, remembered.
#[derive(Clone, Debug, Default)]
pub struct Polynomials {
    known: FxHashMap<TermId, Polynomial>,
}

impl Polynomials {
    /// The polynomial of a bit-vector; `None` if it has more than 128 bits.
    pub fn of(&mut self, terms: &Terms, term: TermId) -> Option<Polynomial> {
        match terms.sort(term) {
            Sort::BitVec(width) if width <= 128 => Some(self.within(terms, term, 0)),
            _ => None,
        }
    }

    fn within(&mut self, terms: &Terms, term: TermId, depth: u32) -> Polynomial {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let width = terms.width(term);
        let atom = || Polynomial::atom(term, width);
        if DEPTH <= depth {
            return atom();
        }
        let found = self.operator(terms, term, depth + 1);
        let found = found.filter(|it| it.terms.len() <= MONOMIALS).unwrap_or_else(atom);
        self.known.insert(term, found.clone());
        found
    }

    fn operator(&mut self, terms: &Terms, term: TermId, depth: u32) -> Option<Polynomial> {
        let width = terms.width(term);
        let zero = Polynomial::zero(width);
        match terms.node(term) {
            Node::Bits(constant) => {
                Some(Polynomial::constant(terms.bits_of(constant).to_u128()?, width))
            }
            Node::Neg(a) => Some(zero.plus(u128::MAX, &self.within(terms, a, depth))),
            Node::Complement(a) => {
                let ones = Polynomial::constant(u128::MAX, width);
                Some(ones.plus(u128::MAX, &self.within(terms, a, depth)))
            }
            Node::Binary(BinOp::Add, a, b) => {
                let a = self.within(terms, a, depth);
                Some(a.plus(1, &self.within(terms, b, depth)))
            }
            Node::Binary(BinOp::Mul, a, b) => {
                let a = self.within(terms, a, depth);
                a.times(&self.within(terms, b, depth))
            }
            Node::Binary(BinOp::Shl, a, by) => {
                let by = u32::try_from(terms.as_bits(by)?.to_u128()?).ok()?;
                let factor = if width <= by { 0 } else { 1_u128.checked_shl(by)? };
                Some(zero.plus(factor, &self.within(terms, a, depth)))
            }
            Node::Concat(high, low) => {
                let high = self.within(terms, high, depth).shifted(terms.width(low));
                Some(high.plus(1, &self.unsigned(terms, low, width)))
            }
            Node::ZeroExtend(a, _) => Some(self.unsigned(terms, a, width)),
            Node::Extract { high, low: 0, of } if terms.width(of) <= 128 => {
                // What is extended is as it was below.
                let of = match terms.node(of) {
                    Node::SignExtend(a, _) | Node::ZeroExtend(a, _) if high < terms.width(a) => a,
                    _ => of,
                };
                Some(self.within(terms, of, depth).narrowed(width))
            }
            _ => None,
        }
    }

    /// The number in a term, in more bits than it has.
    fn unsigned(&mut self, terms: &Terms, term: TermId, width: u32) -> Polynomial {
        match terms.as_bits(term).and_then(crate::Bits::to_u128) {
            Some(value) => Polynomial::constant(value, width),
            None => match terms.node(term) {
                Node::ZeroExtend(inner, _) => Polynomial::atom(inner, width),
                _ => Polynomial::atom(term, width),
            },
        }
    }
}
