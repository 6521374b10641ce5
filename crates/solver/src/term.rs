//! Terms: hash-consed, simplified as they are built, numbered so that operands come first.
//!
//! [`Terms`] owns them all and has a constructor for every operator; the constructors live in
//! [`crate::simplify`]. Equal terms have equal ids, and what a constructor returns need not have the
//! operator asked for.
//!
//! - T1. The operands of a term have smaller ids.
//! - T2. Only these operators are stored: `or`, `implies`, `ule`, `sub` and the like are spelled with others.
//! - T3. Operands of commutative operators are ordered by id, constants last.
//! - T4. No recursion over terms is deeper than a constant: terms may be chains of millions.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use tribunal_base::{Arena, Id, Interner};

use crate::bits::Bits;
use crate::facts::Facts;

tribunal_base::ids! {
    /// A term of some [`Terms`].
    TermId = "t";
    /// A constant wider than a Bool.
    ConstId = "c";
    /// A declared variable.
    SymbolId = "v";
}

/// What a term ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// True and false.
    Bool,
    /// Bit-vectors of a width of at least 1.
    BitVec(u32),
    /// Total functions from bit-vectors to bit-vectors.
    Array {
        /// The width of the arguments.
        index: u32,
        /// The width of the results.
        element: u32,
    },
}

/// Operators on two bit-vectors of one width that yield a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinOp {
    /// Sum.
    Add,
    /// Product.
    Mul,
    /// Unsigned quotient; 0 if the divisor is 0.
    Udiv,
    /// Unsigned remainder; 0 if the divisor is 0.
    Urem,
    /// Signed quotient, towards zero; 0 if the divisor is 0.
    Sdiv,
    /// Signed remainder, with the sign of the dividend; 0 if the divisor is 0.
    Srem,
    /// Shift to the left; 0 if by the width or more.
    Shl,
    /// Shift to the right with zeros; 0 if by the width or more.
    Lshr,
    /// Shift to the right with copies of the sign.
    Ashr,
    /// Bitwise conjunction.
    And,
    /// Bitwise disjunction.
    Or,
    /// Bitwise exclusive disjunction.
    Xor,
}

impl BinOp {
    /// Whether the operands can be exchanged.
    #[must_use]
    pub fn is_commutative(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor)
    }

    /// The operator on constants.
    #[must_use]
    pub fn apply(self, left: &Bits, right: &Bits) -> Bits {
        match self {
            Self::Add => left.add(right),
            Self::Mul => left.mul(right),
            Self::Udiv => left.udiv(right),
            Self::Urem => left.urem(right),
            Self::Sdiv => left.sdiv(right),
            Self::Srem => left.srem(right),
            Self::Shl => left.shl(right),
            Self::Lshr => left.lshr(right),
            Self::Ashr => left.ashr(right),
            Self::And => left.and(right),
            Self::Or => left.or(right),
            Self::Xor => left.xor(right),
        }
    }
}

/// Operations whose exact result may not fit the width of their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Overflow {
    /// Sum of unsigned numbers.
    UnsignedAdd,
    /// Difference of unsigned numbers.
    UnsignedSub,
    /// Product of unsigned numbers.
    UnsignedMul,
    /// Sum of signed numbers.
    SignedAdd,
    /// Difference of signed numbers.
    SignedSub,
    /// Product of signed numbers.
    SignedMul,
}

impl Overflow {
    /// Whether the exact result on these constants does not fit.
    #[must_use]
    pub fn apply(self, left: &Bits, right: &Bits) -> bool {
        let width = left.width();
        let is_signed = matches!(self, Self::SignedAdd | Self::SignedSub | Self::SignedMul);
        let widen = |it: &Bits| {
            if is_signed { it.sign_extend(2 * width + 1) } else { it.zero_extend(2 * width + 1) }
        };
        let (left, right) = (widen(left), widen(right));
        let exact = match self {
            Self::UnsignedAdd | Self::SignedAdd => left.add(&right),
            Self::UnsignedSub | Self::SignedSub => left.sub(&right),
            Self::UnsignedMul | Self::SignedMul => left.mul(&right),
        };
        widen(&exact.extract(width - 1, 0)) != exact
    }
}

/// The outermost operator of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// True or false.
    Bool(bool),
    /// A bit-vector constant.
    Bits(ConstId),
    /// A variable of any sort.
    Variable(SymbolId),
    /// Negation of a Bool.
    Not(TermId),
    /// Conjunction of Bools.
    And(TermId, TermId),
    /// Exclusive disjunction of Bools.
    Xor(TermId, TermId),
    /// The second operand if the first, a Bool, is true; else the third. Of any sort.
    Ite(TermId, TermId, TermId),
    /// Equality of bit-vectors or arrays; that of Bools is a negated [`Node::Xor`].
    Eq(TermId, TermId),
    /// Complement of every bit.
    Complement(TermId),
    /// Negation of a number.
    Neg(TermId),
    /// An operator on two bit-vectors.
    Binary(BinOp, TermId, TermId),
    /// Unsigned comparison.
    Ult(TermId, TermId),
    /// Signed comparison.
    Slt(TermId, TermId),
    /// Whether the exact result does not fit.
    Overflow(Overflow, TermId, TermId),
    /// The first operand above the second.
    Concat(TermId, TermId),
    /// The bits of a term from `high` down to `low`.
    Extract {
        /// The highest bit.
        high: u32,
        /// The lowest bit.
        low: u32,
        /// The term.
        of: TermId,
    },
    /// The same unsigned number in a larger width.
    ZeroExtend(TermId, u32),
    /// The same signed number in a larger width.
    SignExtend(TermId, u32),
    /// The element of an array at an index.
    Select(TermId, TermId),
    /// An array with the element at an index (the second operand) replaced (by the third).
    Store(TermId, TermId, TermId),
    /// The array over indices of the given width whose elements are all the same.
    ConstArray(TermId, u32),
}

impl Node {
    /// The operands, in order.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = TermId> + ExactSizeIterator {
        let (operands, n) = match self {
            Self::Bool(_) | Self::Bits(_) | Self::Variable(_) => ([TermId::from_index(0); 3], 0),
            Self::Not(a)
            | Self::Complement(a)
            | Self::Neg(a)
            | Self::Extract { of: a, .. }
            | Self::ZeroExtend(a, _)
            | Self::SignExtend(a, _)
            | Self::ConstArray(a, _) => ([a; 3], 1),
            Self::And(a, b)
            | Self::Xor(a, b)
            | Self::Eq(a, b)
            | Self::Binary(_, a, b)
            | Self::Ult(a, b)
            | Self::Slt(a, b)
            | Self::Overflow(_, a, b)
            | Self::Concat(a, b)
            | Self::Select(a, b) => ([a, b, b], 2),
            Self::Ite(a, b, c) | Self::Store(a, b, c) => ([a, b, c], 3),
        };
        (0..n).map(move |at: usize| operands[at])
    }
}

/// A declared variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// How it is shown.
    pub name: String,
    /// What it ranges over.
    pub sort: Sort,
}

/// The owner of all terms.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Arena<TermId, Node>,
    sorts: Arena<TermId, Sort>,
    facts: Arena<TermId, Facts>,
    known: HashTable<TermId>,
    constants: Arena<ConstId, Bits>,
    known_constants: FxHashMap<Bits, TermId>,
    symbols: Interner<SymbolId, Symbol>,
    /// How often each prefix of [`Terms::fresh`] was used.
    fresh: FxHashMap<String, u32>,
    /// What slices of terms became; slicing meets shared terms again and again.
    pub(crate) slices: FxHashMap<(TermId, u32, u32), TermId>,
    /// How deep the simplifier is in its own calls (T4).
    pub(crate) depth: u32,
    rules: Rules,
}

/// How far terms are simplified when they are built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// By all rules.
    #[default]
    All,
    /// Operators on constants are applied, choices and slices resolved; nothing is rewritten, and nothing is known of the values of
    /// terms. This is for who doubts the rules.
    Few,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// No terms yet but true and false.
    #[must_use]
    pub fn new() -> Self {
        Self::with_rules(Rules::All)
    }

    /// The same, with the rules by which terms are simplified.
    #[must_use]
    pub fn with_rules(rules: Rules) -> Self {
        let mut terms = Self {
            nodes: Arena::default(),
            sorts: Arena::default(),
            facts: Arena::default(),
            known: HashTable::new(),
            constants: Arena::default(),
            known_constants: FxHashMap::default(),
            symbols: Interner::default(),
            fresh: FxHashMap::default(),
            slices: FxHashMap::default(),
            depth: 0,
            rules,
        };
        terms.intern(Node::Bool(false), Sort::Bool);
        terms.intern(Node::Bool(true), Sort::Bool);
        terms
    }

    /// The rules by which terms are simplified.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether terms are left as they are built, as far as possible.
    pub(crate) fn is_plain(&self) -> bool {
        self.rules == Rules::Few
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The outermost operator of a term.
    #[must_use]
    pub fn node(&self, term: TermId) -> Node {
        self.nodes[term]
    }

    /// What a term ranges over.
    #[must_use]
    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term]
    }

    /// The number of bits of a bit-vector term.
    ///
    /// # Panics
    /// If it is not of such a sort.
    #[must_use]
    pub fn width(&self, term: TermId) -> u32 {
        match self.sorts[term] {
            Sort::BitVec(width) => width,
            other => panic!("{term:?} should be a bit-vector, not {other:?}"),
        }
    }

    /// What is known of all values of a term.
    pub(crate) fn facts(&self, term: TermId) -> &Facts {
        &self.facts[term]
    }

    /// The least and the greatest unsigned value that a bit-vector of at most 64 bits can have, as far as is known.
    #[must_use]
    pub fn range(&self, term: TermId) -> Option<(u64, u64)> {
        let facts = self.facts(term);
        facts.is_some().then_some((facts.umin, facts.umax))
    }

    /// A variable's name and sort.
    #[must_use]
    pub fn symbol(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol]
    }

    /// The value of a constant.
    #[must_use]
    pub fn bits_of(&self, constant: ConstId) -> &Bits {
        &self.constants[constant]
    }

    /// The value of a term that is a bit-vector constant.
    #[must_use]
    pub fn as_bits(&self, term: TermId) -> Option<&Bits> {
        match self.nodes[term] {
            Node::Bits(constant) => Some(&self.constants[constant]),
            _ => None,
        }
    }

    /// The value of a term that is true or false.
    #[must_use]
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.nodes[term] {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The variable of this name and sort; the same one each time.
    pub fn variable(&mut self, name: &str, sort: Sort) -> TermId {
        if let Sort::BitVec(width) = sort {
            assert!(0 < width, "a bit-vector should have a bit");
        }
        let symbol = self.symbols.intern(Symbol { name: name.to_owned(), sort });
        self.intern(Node::Variable(symbol), sort)
    }

    /// A variable that was not there before: the prefix, an exclamation mark, a number.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> TermId {
        let count = self.fresh.entry(prefix.to_owned()).or_default();
        *count += 1;
        let name = format!("{prefix}!{count}");
        self.variable(&name, sort)
    }

    /// True or false.
    #[must_use]
    pub fn truth(&self, value: bool) -> TermId {
        TermId::from_index(usize::from(value))
    }

    /// A number modulo `2^width`.
    pub fn number(&mut self, value: u128, width: u32) -> TermId {
        self.bits(Bits::new(value, width))
    }

    /// A bit-vector constant.
    pub fn bits(&mut self, bits: Bits) -> TermId {
        if let Some(&known) = self.known_constants.get(&bits) {
            return known;
        }
        let sort = Sort::BitVec(bits.width());
        let constant = self.constants.push(bits.clone());
        let term = self.intern(Node::Bits(constant), sort);
        self.known_constants.insert(bits, term);
        term
    }

    /// The term with this operator. Only the simplifier calls it, when no rule is left.
    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        let hash = FxBuildHasher.hash_one(node);
        if let Some(&known) = self.known.find(hash, |&it| self.nodes[it] == node) {
            return known;
        }
        let is_constant = matches!(node, Node::Bits(_));
        let facts = if self.is_plain() && !is_constant {
            Facts::unknown(sort)
        } else {
            Facts::of(self, node, sort)
        };
        if let (Some(value), Sort::BitVec(width)) = (facts.constant(), sort)
            && !matches!(node, Node::Bits(_))
        {
            return self.number(value.into(), width);
        }
        let term = self.nodes.push(node);
        self.sorts.push(sort);
        self.facts.push(facts);
        let Self { known, nodes, .. } = self;
        known.insert_unique(hash, term, |&it| FxBuildHasher.hash_one(nodes[it]));
        term
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Node, Overflow, Sort, Terms};

    #[test]
    fn equal_terms_have_equal_ids() {
        let mut terms = Terms::new();
        let (x, again) =
            (terms.variable("x", Sort::BitVec(8)), terms.variable("x", Sort::BitVec(8)));
        let fresh = terms.fresh("x", Sort::BitVec(8));
        assert_eq!((x == again, x == fresh), (true, false));
        assert_eq!(terms.number(256 + 7, 8), terms.number(7, 8));
        assert_eq!(terms.node(terms.truth(true)), Node::Bool(true));
    }

    #[test]
    fn a_node_stays_small() {
        assert!(size_of::<Node>() <= 16);
    }

    #[test]
    fn overflow_is_about_the_exact_result() {
        let apply = |op: Overflow, a, b| op.apply(&Bits::signed(a, 8), &Bits::signed(b, 8));
        assert!(apply(Overflow::SignedAdd, 127, 1) && !apply(Overflow::UnsignedAdd, 127, 1));
        assert!(apply(Overflow::UnsignedSub, 1, 2) && !apply(Overflow::SignedSub, 1, 2));
        assert!(apply(Overflow::SignedMul, -128, -1) && !apply(Overflow::SignedMul, -128, 1));
        assert!(apply(Overflow::UnsignedMul, 16, 16) && !apply(Overflow::UnsignedMul, 16, 15));
    }
}
