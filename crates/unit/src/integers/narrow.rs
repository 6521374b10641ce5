//! Terms about integers in as few bits as they need, if inputs have no more than some.
//!
//! A sum has one bit more than its operands, a product as many as both: nothing wraps around, whatever the values. So a term says the same as the one that it is made of, of 128 bits, if that does not
//! wrap around, and has less to be decided.

use rustc_hash::FxHashMap;
use tribunal_solver::{BinOp, Bits, Node, TermId, Terms};

use super::linear::{WIDTH, constant, is_integer, parts};

/// Bools in as few bits as possible, where variables have so many; and that they do. `None` if some number needs too many bits.
pub(crate) fn narrowed(terms: &mut Terms, roots: &[TermId], bits: u32) -> Option<Vec<TermId>> {
    let mut becomes: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut question = Vec::new();
    for term in terms.subterms(roots) {
        let new = if is_integer(terms, term) {
            let new = integer(terms, term, bits, &becomes)?;
            if matches!(terms.node(term), Node::Variable(_)) {
                let whole = terms.sign_resize(new, WIDTH);
                question.push(terms.eq(term, whole));
            }
            new
        } else {
            truth(terms, term, &becomes).unwrap_or(term)
        };
        becomes.insert(term, new);
    }
    question.extend(roots.iter().map(|it| becomes[it]));
    Some(question)
}

/// A constant in as few bits as possible.
fn number(terms: &mut Terms, value: i128) -> TermId {
    let magnitude = if value < 0 { !value } else { value };
    terms.bits(Bits::signed(value, WIDTH - magnitude.leading_zeros() + 1))
}

/// Numbers in the same width, at least some.
fn widened(terms: &mut Terms, all: [TermId; 2], least: u32) -> [TermId; 2] {
    let width = all.iter().map(|it| terms.width(*it)).max().unwrap_or(0).max(least);
    all.map(|it| terms.sign_resize(it, width))
}

/// An integer; `None` if it needs too many bits.
fn integer(
    terms: &mut Terms,
    term: TermId,
    bits: u32,
    becomes: &FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    if let Some((operands, offset)) = parts(terms, term) {
        let mut total = number(terms, offset);
        for (operand, factor) in operands {
            let operand = becomes.get(&operand).copied()?;
            let product = match factor {
                1 => operand,
                _ => {
                    let factor = number(terms, factor);
                    multiplied(terms, operand, factor)?
                }
            };
            total = match constant(terms, total) {
                Some(0) => product,
                _ => added(terms, total, product)?,
            };
        }
        // What was cut off are signs, if it fits.
        return (terms.width(total) <= terms.width(term)).then_some(total);
    }
    let of = |it: TermId| becomes[&it];
    Some(match terms.node(term) {
        Node::Variable(_) => terms.extract(term, bits - 1, 0),
        Node::SignExtend(a, _) if terms.width(a) < WIDTH => a,
        Node::ZeroExtend(a, _) if terms.width(a) + 1 < WIDTH => {
            let width = terms.width(a) + 1;
            terms.zero_extend(a, width)
        }
        Node::Binary(BinOp::Mul, a, b) => multiplied(terms, of(a), of(b))?,
        Node::Binary(op @ (BinOp::Sdiv | BinOp::Srem), a, b) => {
            // The least number divided by -1 has one bit more.
            let least = terms.width(of(a)) + u32::from(op == BinOp::Sdiv);
            if WIDTH < least {
                return None;
            }
            let [a, b] = widened(terms, [of(a), of(b)], least);
            terms.binary(op, a, b)
        }
        Node::Binary(op @ (BinOp::And | BinOp::Or | BinOp::Xor), a, b) => {
            let [a, b] = widened(terms, [of(a), of(b)], 1);
            terms.binary(op, a, b)
        }
        Node::Ite(condition, a, b) => {
            let [a, b] = widened(terms, [of(a), of(b)], 1);
            terms.ite(of(condition), a, b)
        }
        _ => term,
    })
}

fn added(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a).max(terms.width(b)) + 1;
    let [a, b] = (width <= WIDTH).then(|| widened(terms, [a, b], width))?;
    Some(terms.add(a, b))
}

fn multiplied(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let width = terms.width(a) + terms.width(b);
    let [a, b] = (width <= WIDTH).then(|| widened(terms, [a, b], width))?;
    Some(terms.mul(a, b))
}

/// What is no integer; `None` if it stays as it is.
fn truth(terms: &mut Terms, term: TermId, becomes: &FxHashMap<TermId, TermId>) -> Option<TermId> {
    let of = |it: TermId| becomes[&it];
    let node = terms.node(term);
    Some(match node {
        Node::Eq(a, b) | Node::Slt(a, b) | Node::Ult(a, b) if is_integer(terms, a) => {
            let operands = widened(terms, [of(a), of(b)], 1);
            terms.rebuild(node, &operands)
        }
        Node::Not(_) | Node::And(..) | Node::Xor(..) | Node::Ite(..) => {
            let operands: Vec<TermId> = node.operands().map(of).collect();
            terms.rebuild(node, &operands)
        }
        _ => return None,
    })
}
