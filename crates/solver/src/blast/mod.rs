//! From terms to clauses: each Bool becomes a literal, each bit-vector a word of literals.
//!
//! Arrays disappear: a read of a written array becomes a choice, a read of an array variable becomes a fresh word, and two reads
//! of one variable agree where their indices do (Ackermann, Solvable cases of the decision problem, 1954). When there are many
//! reads, further ones are deferred ([`arrays`]).

mod arrays;
mod gates;
mod words;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use self::gates::Gates;
use self::words::Word;
use crate::bits::Bits;
use crate::eval::{ArrayValue, Assignment, Value};
use crate::sat::{Literal, Sat};
use crate::term::{BinOp, Node, Overflow, Sort, TermId, Terms};

/// How many comparisons of indices are made before reads are deferred.
const EAGER: usize = 2_000;

/// How many terms are looked at between two questions whether to go on.
const STRIDE: u32 = 512;

/// What terms became.
pub(crate) struct Blaster {
    gates: Gates,
    literals: FxHashMap<TermId, Literal>,
    words: FxHashMap<TermId, Word>,
    /// Quotient and remainder, which share their clauses.
    quotients: FxHashMap<(Word, Word), (Word, Word)>,
    /// What reads of written arrays are equal to.
    lowered: FxHashMap<TermId, TermId>,
    /// Reads of array variables: index and element.
    reads: FxHashMap<TermId, Vec<(Word, Word)>>,
    /// Comparisons of indices that may still be made before reads are deferred.
    pub(crate) eager: usize,
    /// Reads whose words are fresh, until a lemma is needed.
    deferred: Vec<TermId>,
    is_deferred: FxHashSet<TermId>,
    /// Arrays that deferred reads may see, whose parts have words.
    arrays: FxHashSet<TermId>,
    /// Elements of array variables in the last model, if reads are deferred.
    elements: BTreeMap<(TermId, Bits), Bits>,
    /// The variables seen, in order.
    variables: Vec<TermId>,
    /// Whether some term became something weaker than itself.
    pub(crate) is_incomplete: bool,
}

impl Blaster {
    pub(crate) fn new(sat: Box<dyn Sat>) -> Self {
        Self {
            gates: Gates::new(sat),
            literals: FxHashMap::default(),
            words: FxHashMap::default(),
            quotients: FxHashMap::default(),
            lowered: FxHashMap::default(),
            reads: FxHashMap::default(),
            eager: EAGER,
            deferred: Vec::new(),
            is_deferred: FxHashSet::default(),
            arrays: FxHashSet::default(),
            elements: BTreeMap::new(),
            variables: Vec::new(),
            is_incomplete: false,
        }
    }

    pub(crate) fn sat(&self) -> &dyn Sat {
        self.gates.sat.as_ref()
    }

    pub(crate) fn sat_mut(&mut self) -> &mut dyn Sat {
        self.gates.sat.as_mut()
    }

    pub(crate) fn fresh(&mut self) -> Literal {
        self.gates.fresh()
    }

    pub(crate) fn clause(&mut self, clause: &[Literal]) {
        self.gates.clause(clause);
    }

    pub(crate) fn as_constant(&self, literal: Literal) -> Option<bool> {
        self.gates.as_constant(literal)
    }

    /// The literal of a Bool.
    pub(crate) fn literal(&mut self, terms: &mut Terms, term: TermId) -> Literal {
        self.define_all(terms, term, &mut || false);
        self.literals[&term]
    }

    /// The same, unless it is interrupted; what was done until then need not be done again.
    pub(crate) fn literal_unless(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Literal> {
        self.define_all(terms, term, interrupt);
        self.literals.get(&term).copied()
    }

    fn define_all(&mut self, terms: &mut Terms, term: TermId, interrupt: &mut dyn FnMut() -> bool) {
        let mut open = vec![term];
        let mut count = 0_u32;
        while let Some(&next) = open.last() {
            count += 1;
            if count.is_multiple_of(STRIDE) && interrupt() {
                return;
            }
            if self.is_done(next) {
                open.pop();
                continue;
            }
            let before = open.len();
            self.push_missing(terms, next, &mut open);
            if open.len() == before {
                self.define(terms, next);
                open.pop();
            }
        }
    }

    fn is_done(&self, term: TermId) -> bool {
        self.literals.contains_key(&term)
            || self.words.contains_key(&term)
            || self.arrays.contains(&term)
    }

    /// Pushes the terms that must be defined before `term`.
    fn push_missing(&mut self, terms: &mut Terms, term: TermId, open: &mut Vec<TermId>) {
        let node = terms.node(term);
        match node {
            Node::Select(array, index) if self.defers(terms, term, array) => {
                open.extend([array, index].into_iter().filter(|it| !self.is_done(*it)));
            }
            Node::Select(array, index) => match terms.node(array) {
                Node::Variable(_) => {
                    open.extend([index].into_iter().filter(|it| !self.is_done(*it)))
                }
                _ => {
                    let lowered = self.lower(terms, term, array, index);
                    open.extend([lowered].into_iter().filter(|it| !self.is_done(*it)));
                }
            },
            Node::Eq(a, _) if matches!(terms.sort(a), Sort::Array { .. }) => {}
            // A difference needs no negation of its own.
            Node::Binary(BinOp::Add, a, b) => {
                let operands = match difference(terms, a, b) {
                    Some((minuend, subtrahend)) => [minuend, subtrahend],
                    None => [a, b],
                };
                open.extend(operands.into_iter().filter(|it| !self.is_done(*it)));
            }
            _ => open.extend(node.operands().filter(|it| !self.is_done(*it))),
        }
    }

    /// Whether a read is deferred; decided when it is first met.
    fn defers(&mut self, terms: &Terms, term: TermId, array: TermId) -> bool {
        if self.lowered.contains_key(&term) || self.is_deferred.contains(&term) {
            return self.is_deferred.contains(&term);
        }
        let comparisons = match terms.node(array) {
            Node::Variable(_) => self.reads.get(&array).map_or(0, Vec::len),
            _ => 1,
        };
        let defers = self.eager < comparisons;
        if defers {
            self.is_deferred.insert(term);
        } else if !matches!(terms.node(array), Node::Variable(_)) {
            self.eager -= comparisons;
        }
        defers
    }

    /// What a read of an array that is not a variable is equal to, one step further in.
    fn lower(&mut self, terms: &mut Terms, term: TermId, array: TermId, index: TermId) -> TermId {
        if let Some(&known) = self.lowered.get(&term) {
            return known;
        }
        let lowered = match terms.node(array) {
            Node::Store(below, at, value) => {
                let is_here = terms.eq(at, index);
                let below = terms.select(below, index);
                terms.ite(is_here, value, below)
            }
            Node::Ite(condition, yes, no) => {
                let (yes, no) = (terms.select(yes, index), terms.select(no, index));
                terms.ite(condition, yes, no)
            }
            other => unreachable!("{other:?} should not be an array that is read"),
        };
        self.lowered.insert(term, lowered);
        lowered
    }

    fn define(&mut self, terms: &Terms, term: TermId) {
        match terms.sort(term) {
            Sort::Bool => {
                let literal = self.define_bool(terms, term);
                self.literals.insert(term, literal);
            }
            Sort::BitVec(width) => {
                let mut word = self.define_word(terms, term, width);
                self.settle_known(terms, term, &mut word);
                debug_assert_eq!(word.len(), width as usize, "{:?}", terms.node(term));
                self.words.insert(term, word);
            }
            Sort::Array { .. } => {
                if matches!(terms.node(term), Node::Variable(_)) {
                    self.note_array(term);
                }
                self.arrays.insert(term);
            }
        }
    }

    /// Puts constants where all values of a term have the same bit: what gates do not see of ranges.
    fn settle_known(&self, terms: &Terms, term: TermId, word: &mut Word) {
        let facts = terms.facts(term);
        if !facts.is_some() {
            return;
        }
        for (at, bit) in word.iter_mut().enumerate() {
            if facts.zeros >> at & 1 == 1 {
                *bit = self.gates.constant(false);
            } else if facts.ones >> at & 1 == 1 {
                *bit = self.gates.constant(true);
            }
        }
    }

    fn define_bool(&mut self, terms: &Terms, term: TermId) -> Literal {
        let Self { gates, literals, words, .. } = self;
        let literal = |it: TermId| literals[&it];
        let word = |it: TermId| words[&it].as_slice();
        match terms.node(term) {
            Node::Bool(value) => gates.constant(value),
            Node::Variable(_) => {
                self.variables.push(term);
                gates.fresh()
            }
            Node::Not(a) => !literal(a),
            Node::And(a, b) => gates.and(literal(a), literal(b)),
            Node::Xor(a, b) => gates.xor(literal(a), literal(b)),
            Node::Ite(condition, yes, no) => {
                gates.ite(literal(condition), literal(yes), literal(no))
            }
            Node::Eq(a, b) => match (words.get(&a), words.get(&b)) {
                (Some(a), Some(b)) => gates.eq_words(a, b),
                _ => {
                    // Equality of arrays may have either value.
                    self.is_incomplete = true;
                    gates.fresh()
                }
            },
            Node::Ult(a, b) => gates.ult_words(word(a), word(b)),
            Node::Slt(a, b) => gates.slt_words(word(a), word(b)),
            Node::Overflow(op, a, b) => {
                let (a, b) = (word(a), word(b));
                let (zero, one) = (gates.constant(false), gates.constant(true));
                match op {
                    Overflow::UnsignedAdd => gates.carries(a, b, zero).1,
                    Overflow::UnsignedSub => gates.ult_words(a, b),
                    Overflow::SignedAdd => {
                        let (into, out) = gates.carries(a, b, zero);
                        gates.xor(into, out)
                    }
                    Overflow::SignedSub => {
                        let (into, out) = gates.carries(a, &gates.not_word(b), one);
                        gates.xor(into, out)
                    }
                    Overflow::UnsignedMul => gates.unsigned_product_overflows(a, b),
                    Overflow::SignedMul => gates.signed_product_overflows(a, b),
                }
            }
            other => unreachable!("{other:?} should not be a Bool"),
        }
    }

    fn define_word(&mut self, terms: &Terms, term: TermId, width: u32) -> Word {
        let size = width as usize;
        let Self { gates, literals, words, .. } = self;
        let word = |it: TermId| words[&it].as_slice();
        match terms.node(term) {
            Node::Bits(constant) => {
                let bits = terms.bits_of(constant);
                (0..width).map(|at| gates.constant(bits.bit(at))).collect()
            }
            Node::Variable(_) => {
                self.variables.push(term);
                (0..width).map(|_| gates.fresh()).collect()
            }
            Node::Ite(condition, yes, no) => {
                gates.ite_word(literals[&condition], word(yes), word(no))
            }
            Node::Complement(a) => gates.not_word(word(a)),
            Node::Neg(a) => gates.neg_word(word(a)),
            Node::Binary(BinOp::Add, a, b) => match difference(terms, a, b) {
                Some((minuend, subtrahend)) => gates.sub_words(word(minuend), word(subtrahend)),
                None => gates.add_words(word(a), word(b), gates.constant(false)).0,
            },
            Node::Binary(op, a, b) => {
                let (a, b) = (word(a).to_vec(), word(b).to_vec());
                self.define_binary(op, &a, &b)
            }
            Node::Concat(high, low) => [word(low), word(high)].concat(),
            Node::Extract { high, low, of } => word(of)[low as usize..=high as usize].to_vec(),
            Node::ZeroExtend(a, _) => {
                let mut extended = word(a).to_vec();
                extended.resize(size, gates.constant(false));
                extended
            }
            Node::SignExtend(a, _) => {
                let mut extended = word(a).to_vec();
                extended.resize(size, extended[extended.len() - 1]);
                extended
            }
            Node::Select(..) if self.is_deferred.contains(&term) => {
                self.deferred.push(term);
                (0..width).map(|_| gates.fresh()).collect()
            }
            Node::Select(array, index) => match self.lowered.get(&term) {
                Some(lowered) => self.words[lowered].clone(),
                None => {
                    let index = word(index).to_vec();
                    self.read(array, index, size)
                }
            },
            other => unreachable!("{other:?} should not be a bit-vector"),
        }
    }

    fn define_binary(&mut self, op: BinOp, a: &[Literal], b: &[Literal]) -> Word {
        let gates = &mut self.gates;
        let sign = a[a.len() - 1];
        match op {
            BinOp::Add => unreachable!("sums should be defined before"),
            BinOp::Mul => gates.mul_words(a, b),
            BinOp::Shl => gates.shift_left(a, b),
            BinOp::Lshr => gates.shift_right(a, b, gates.constant(false)),
            BinOp::Ashr => gates.shift_right(a, b, sign),
            BinOp::And => gates.zip_words(a, b, Gates::and),
            BinOp::Or => gates.zip_words(a, b, Gates::or),
            BinOp::Xor => gates.zip_words(a, b, Gates::xor),
            BinOp::Udiv => self.divide(a, b).0,
            BinOp::Urem => self.divide(a, b).1,
            BinOp::Sdiv | BinOp::Srem => {
                let other = b[b.len() - 1];
                let [x, y] = [(a, sign), (b, other)].map(|(word, sign)| {
                    let negated = self.gates.neg_word(word);
                    self.gates.ite_word(sign, &negated, word)
                });
                let (quotient, rest) = self.divide(&x, &y);
                let gates = &mut self.gates;
                let (result, flips) = match op {
                    BinOp::Sdiv => (quotient, gates.xor(sign, other)),
                    _ => (rest, sign),
                };
                let negated = gates.neg_word(&result);
                gates.ite_word(flips, &negated, &result)
            }
        }
    }

    fn divide(&mut self, a: &[Literal], b: &[Literal]) -> (Word, Word) {
        let key = (a.to_vec(), b.to_vec());
        if let Some(known) = self.quotients.get(&key) {
            return known.clone();
        }
        let result = self.gates.divide_words(a, b);
        self.quotients.insert(key, result.clone());
        result
    }

    /// A read of an array variable.
    fn read(&mut self, array: TermId, index: Word, width: usize) -> Word {
        self.note_array(array);
        let reads = self.reads.entry(array).or_default();
        if let Some((_, known)) = reads.iter().find(|(other, _)| *other == index) {
            return known.clone();
        }
        let gates = &mut self.gates;
        let element: Word = (0..width).map(|_| gates.fresh()).collect();
        self.eager = self.eager.saturating_sub(reads.len());
        for (other, known) in reads.iter() {
            let is_same = gates.eq_words(&index, other);
            for (a, b) in element.iter().zip(known) {
                gates.clause(&[!is_same, !*a, *b]);
                gates.clause(&[!is_same, *a, !*b]);
            }
        }
        reads.push((index, element.clone()));
        element
    }

    /// Makes an array variable known.
    fn note_array(&mut self, array: TermId) {
        if !self.reads.contains_key(&array) {
            self.variables.push(array);
            self.reads.insert(array, Vec::new());
        }
    }

    /// The value of a literal in the model of the SAT solver.
    fn truth(&self, literal: Literal) -> bool {
        self.as_constant(literal).unwrap_or_else(|| self.sat().value(literal))
    }

    /// The value of a word in the model of the SAT solver.
    fn number(&self, word: &[Literal]) -> Bits {
        let mut bits: Option<Bits> = None;
        for chunk in word.chunks(64) {
            let mut value = 0_u128;
            for (at, bit) in chunk.iter().enumerate() {
                value |= u128::from(self.truth(*bit)) << at;
            }
            let chunk = Bits::new(value, u32::try_from(chunk.len()).expect("64 at most"));
            bits = Some(bits.map_or(chunk.clone(), |low| chunk.concat(&low)));
        }
        bits.expect("a word should have a bit")
    }

    /// The values of all variables seen, in the model of the SAT solver, after [`Blaster::refine`] found nothing to add.
    pub(crate) fn model(&self, terms: &Terms) -> Assignment {
        let mut assignment = Assignment::default();
        for &variable in &self.variables {
            let value = match terms.sort(variable) {
                Sort::Bool => Value::Bool(self.truth(self.literals[&variable])),
                Sort::BitVec(_) => Value::Bits(self.number(&self.words[&variable])),
                Sort::Array { index, element } => {
                    let reads = self.reads[&variable].iter();
                    let reads =
                        reads.map(|(index, element)| (self.number(index), self.number(element)));
                    let deferred =
                        self.elements.iter().filter(|((array, _), _)| *array == variable);
                    let deferred =
                        deferred.map(|((_, index), element)| (index.clone(), element.clone()));
                    let elements = reads.chain(deferred);
                    let (default, elements) = (Bits::zero(element), elements.collect());
                    Value::Array(ArrayValue { index, default, elements })
                }
            };
            assignment.set(variable, value);
        }
        assignment
    }
}

/// The difference that a sum is, if one of its terms is negated.
fn difference(terms: &Terms, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
    match (terms.node(a), terms.node(b)) {
        (_, Node::Neg(b)) => Some((a, b)),
        (Node::Neg(a), _) => Some((b, a)),
        _ => None,
    }
}
