//! Whether integers satisfy a condition.
//!
//! A condition that is linear, and holds for some integers, holds for some that are not large: a bound follows from its factors and numbers (von zur Gathen & Sieveking, A bound on solutions of linear
//! integer equalities and inequalities, Proceedings of the AMS 72, 1978). So it is decided by bits, in as many as the bound needs (Seshia & Bryant, Deciding quantifier-free Presburger formulas using
//! parameterized solution bounds, Logical Methods in Computer Science 1, 2005).
//!
//! Products and quotients of unknowns have no such bound. Values are looked for in few bits; that there are none is told if there are none whatever these
//! products and quotients are, as far as their signs and sizes follow from those of their operands. Else it is not known.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tribunal_engine::{Context, Reason};
use tribunal_engine_symbolic::steps::Steps;
use tribunal_solver::{Answer, BinOp, Node, Sort, TermId, Terms};

use super::linear::{Sum, WIDTH, constant, is_integer, parts, sum};
use super::narrow::narrowed;

/// Values are looked for in so many bits first.
const FEW: u32 = 14;
/// And at last, where there is no bound, in so many.
const MANY: u32 = 40;
/// Bounds of more bits are not tried.
const MOST: u32 = 100;

/// How much an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    Usual,
    Little,
}

/// Whether some integers make all of these Bools true; those that `is_natural` names have no signs.
pub(crate) fn is_possible(
    steps: &mut Steps<'_>,
    all: &[TermId],
    is_natural: &dyn Fn(&str) -> bool,
    patience: Patience,
    cx: &mut Context<'_>,
) -> Result<Answer, Reason> {
    let terms = steps.terms();
    let mut all = all.to_vec();
    all.extend(naturals(terms, &all, is_natural));
    let mut ask = |steps: &mut Steps<'_>, question: &[TermId], bits: u32, patience: Patience| {
        let Some(question) = narrowed(steps.terms(), question, bits) else {
            return Ok(Answer::Unknown);
        };
        match patience {
            Patience::Usual => steps.is_possible(&question, cx),
            Patience::Little => steps.is_possible_quickly(&question, cx),
        }
    };
    if ask(steps, &all, FEW, Patience::Little)? == Answer::Sat {
        return Ok(Answer::Sat);
    }
    let abstracted = Abstracted::of(steps.terms(), &all);
    let exact = abstracted.is_exact();
    if let Some(bits) = bound(steps.terms(), &abstracted.question) {
        let answer = ask(steps, &abstracted.question, bits, patience)?;
        if exact || answer == Answer::Unsat {
            return Ok(answer);
        }
    }
    match ask(steps, &all, MANY, Patience::Little)? {
        Answer::Sat => Ok(Answer::Sat),
        Answer::Unsat | Answer::Unknown => Ok(Answer::Unknown),
    }
}

/// That variables without signs are not negative.
fn naturals(terms: &mut Terms, all: &[TermId], is_natural: &dyn Fn(&str) -> bool) -> Vec<TermId> {
    let mut found = Vec::new();
    for term in terms.subterms(all) {
        if let Node::Variable(symbol) = terms.node(term)
            && is_integer(terms, term)
            && is_natural(&terms.symbol(symbol).name)
        {
            let zero = terms.number(0, WIDTH);
            found.push(terms.sle(zero, term));
        }
    }
    found
}

/// A question where unknowns stand for what is not linear.
struct Abstracted {
    question: Vec<TermId>,
    unknowns: FxHashMap<TermId, TermId>,
}

impl Abstracted {
    fn of(terms: &mut Terms, all: &[TermId]) -> Self {
        let mut unknowns = FxHashMap::default();
        let mut question = all.to_vec();
        for term in terms.subterms(all) {
            if is_integer(terms, term) && !is_linear(terms, term) {
                let unknown = terms.variable(&format!("integer {term:?}"), Sort::BitVec(WIDTH));
                unknowns.insert(term, unknown);
                question.extend(consequences(terms, term));
            }
        }
        for it in &mut question {
            *it = terms.substitute(*it, &unknowns);
        }
        Self { question, unknowns }
    }

    fn is_exact(&self) -> bool {
        self.unknowns.is_empty()
    }
}

/// Whether an integer is linear in its operands, or a choice between them, or divided by a number, or a character.
fn is_linear(terms: &Terms, term: TermId) -> bool {
    match terms.node(term) {
        Node::Variable(_) | Node::Ite(..) => true,
        Node::SignExtend(a, _) | Node::ZeroExtend(a, _) => {
            !terms.subterms(&[a]).iter().any(|it| is_integer(terms, *it))
        }
        Node::Binary(BinOp::Sdiv | BinOp::Srem, _, b) => {
            constant(terms, b).is_some_and(|it| it != 0)
        }
        _ => parts(terms, term).is_some(),
    }
}

/// What follows from an integer that is not linear.
fn consequences(terms: &mut Terms, term: TermId) -> Vec<TermId> {
    let zero = terms.number(0, WIDTH);
    let Node::Binary(op, a, b) = terms.node(term) else { return Vec::new() };
    let mut found = Vec::new();
    match op {
        BinOp::Mul => {
            let ends = [a, b].map(|it| terms.is_zero(it));
            let (end, is_zero) = (terms.or(ends[0], ends[1]), terms.is_zero(term));
            let differs = terms.xor(end, is_zero);
            found.push(terms.not(differs));
            let [first, second, own] = [a, b, term].map(|it| terms.slt(it, zero));
            let signs = terms.xor(first, second);
            let wrong = terms.xor(signs, own);
            let right = terms.not(wrong);
            found.push(terms.or(is_zero, right));
        }
        BinOp::Srem | BinOp::Sdiv => {
            // Neither is farther from zero than the first operand; a remainder is on its side, and nearer to zero than the second.
            let (high, low) = (magnitude(terms, a), magnitude(terms, term));
            found.push(terms.sle(low, high));
            if op == BinOp::Srem {
                let (negative, own) = (terms.slt(a, zero), terms.slt(term, zero));
                let differs = terms.xor(negative, own);
                let same = terms.not(differs);
                let is_zero = terms.is_zero(term);
                found.push(terms.or(is_zero, same));
                let (by, by_zero) = (magnitude(terms, b), terms.is_zero(b));
                let near = terms.slt(low, by);
                found.push(terms.or(by_zero, near));
            }
        }
        _ => {}
    }
    found
}

fn magnitude(terms: &mut Terms, term: TermId) -> TermId {
    let zero = terms.number(0, WIDTH);
    let (negative, other) = (terms.slt(term, zero), terms.neg(term));
    terms.ite(negative, other, term)
}

/// A row of a system of inequations: factors of unknowns, and a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    factors: BTreeMap<Unknown, i128>,
    number: i128,
}

/// An unknown of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unknown {
    Term(TermId),
    /// What a division by a number leaves, or yields, beside the term.
    Beside(TermId),
}

impl Row {
    /// Rows with a common factor say the same, rounded, without it.
    fn of(sum: &Sum) -> Self {
        let by = sum.common_factor().max(1);
        let factors = sum.factors.iter().map(|(it, factor)| (Unknown::Term(*it), factor / by));
        Self { factors: factors.collect(), number: sum.number / by }
    }

    /// Twice the binary logarithm of its norm, rounded up.
    fn norm(&self) -> u32 {
        let squares = self.factors.values().map(|it| it.unsigned_abs().saturating_pow(2));
        logarithm(squares.fold(0, u128::saturating_add).saturating_sub(1))
    }
}

/// In how many bits integers are that satisfy linear conditions, if any do; `None` if that is too many.
///
/// All conditions, each this way or that, are rows of a system of inequations over the unknowns. Some solution has no component beyond (n + 1) times the largest
/// subdeterminant, which Hadamard's inequation bounds.
fn bound(terms: &Terms, question: &[TermId]) -> Option<u32> {
    let mut rows: BTreeSet<Row> = BTreeSet::new();
    for term in terms.subterms(question) {
        match terms.node(term) {
            Node::Eq(a, b) | Node::Slt(a, b) | Node::Ult(a, b) if is_integer(terms, a) => {
                let (a, b) = (sum(terms, a)?, sum(terms, b)?);
                rows.insert(Row::of(&a.plus(&b, -1)?));
                if matches!(terms.node(term), Node::Ult(..)) {
                    rows.extend([a, b].iter().map(Row::of));
                }
            }
            Node::Ite(_, a, b) if is_integer(terms, term) => {
                for it in [a, b] {
                    rows.insert(Row::of(&Sum::unknown(term).plus(&sum(terms, it)?, -1)?));
                }
            }
            Node::Binary(BinOp::Sdiv | BinOp::Srem, a, b) if is_integer(terms, term) => {
                let (a, by) = (Row::of(&sum(terms, a)?), constant(terms, b)?);
                let mut whole = a.clone();
                whole.factors.extend([(Unknown::Term(term), by), (Unknown::Beside(term), 1)]);
                let rest = Row { factors: [(Unknown::Beside(term), 1)].into(), number: by };
                rows.extend([a, whole, rest]);
            }
            Node::SignExtend(a, _) | Node::ZeroExtend(a, _) if is_integer(terms, term) => {
                let number = 1 << terms.width(a).min(126);
                rows.insert(Row { factors: [(Unknown::Term(term), 1)].into(), number });
            }
            _ => {}
        }
    }
    let unknowns: BTreeSet<Unknown> =
        rows.iter().flat_map(|it| it.factors.keys().copied()).collect();
    let count = unknowns.len();
    let largest = rows.iter().map(|it| it.number.unsigned_abs()).max().unwrap_or(0);
    let mut norms: Vec<u32> = rows.iter().map(Row::norm).collect();
    norms.sort_unstable_by(|a, b| b.cmp(a));
    let product = norms.iter().take(count).sum::<u32>().div_ceil(2);
    let places = 2 * logarithm(count as u128 + 2);
    // A condition and its negation differ by one; and there is a sign.
    let bits = product + places + logarithm(largest.saturating_add(2)) + 2;
    // Few different ones, so that questions share their parts.
    let bits = bits.next_multiple_of(16);
    (bits <= MOST).then_some(bits)
}

/// How many bits a number needs.
fn logarithm(number: u128) -> u32 {
    128 - number.leading_zeros()
}
