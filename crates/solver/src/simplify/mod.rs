//! The constructors of terms. Each simplifies: what can be decided when a term is built never reaches the solver.
//!
//! Rules look at most a few operators deep and never make a term larger than what was asked for, up to
//! a constant; the few that walk along a chain count their depth (T4). The rules are those of
//! Brummayer & Biere, Local two-level and-inverter graph minimization without blowup, MEMICS 2006, for Bools,
//! and the usual ones of word-level simplifiers for bit-vectors; [`crate::facts`] adds what follows from known bits
//! and ranges.
//!
//! Law: a constructor's result has the value that the operator has on the values of the operands. (Checked against plain
//! definitions in `tests/all/simplify.rs`.)

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod divide;
mod interval;
mod overflow;
mod slice;

use crate::bits::Bits;
use crate::term::{BinOp, Node, TermId, Terms};

/// How far a rule walks along a chain of terms.
const DEPTH: u32 = 40;

impl Terms {
    /// Runs a rule that may call constructors that may run it again; `None` when that goes too deep.
    fn deeper(&mut self, rule: impl FnOnce(&mut Self) -> TermId) -> Option<TermId> {
        if DEPTH <= self.depth {
            return None;
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        Some(result)
    }

    /// The operator on two bit-vectors of one width. See [`BinOp`] for what it means; there is a
    /// constructor for each operator, too.
    pub fn binary(&mut self, op: BinOp, left: TermId, right: TermId) -> TermId {
        match op {
            BinOp::Add => self.add(left, right),
            BinOp::Mul => self.mul(left, right),
            BinOp::Udiv => self.udiv(left, right),
            BinOp::Urem => self.urem(left, right),
            BinOp::Sdiv => self.sdiv(left, right),
            BinOp::Srem => self.srem(left, right),
            BinOp::Shl => self.shl(left, right),
            BinOp::Lshr => self.lshr(left, right),
            BinOp::Ashr => self.ashr(left, right),
            BinOp::And => self.bit_and(left, right),
            BinOp::Or => self.bit_or(left, right),
            BinOp::Xor => self.bit_xor(left, right),
        }
    }

    /// The term with the operator of `node` on `operands`, simplified anew.
    ///
    /// # Panics
    /// If there are fewer operands than the operator has.
    pub fn rebuild(&mut self, node: Node, operands: &[TermId]) -> TermId {
        let (a, b) = (operands.first().copied(), operands.get(1).copied());
        let a = || a.expect("an operand");
        let b = || b.expect("a second operand");
        match node {
            Node::Bool(value) => self.truth(value),
            Node::Bits(constant) => self.bits(self.bits_of(constant).clone()),
            Node::Variable(symbol) => {
                let symbol = self.symbol(symbol).clone();
                self.variable(&symbol.name, symbol.sort)
            }
            Node::Not(_) => self.not(a()),
            Node::And(..) => self.and(a(), b()),
            Node::Xor(..) => self.xor(a(), b()),
            Node::Ite(..) => self.ite(a(), b(), operands[2]),
            Node::Eq(..) => self.eq(a(), b()),
            Node::Complement(_) => self.bit_not(a()),
            Node::Neg(_) => self.neg(a()),
            Node::Binary(op, ..) => self.binary(op, a(), b()),
            Node::Ult(..) => self.ult(a(), b()),
            Node::Slt(..) => self.slt(a(), b()),
            Node::Overflow(op, ..) => self.overflow(op, a(), b()),
            Node::Concat(..) => self.concat(a(), b()),
            Node::Extract { high, low, .. } => self.extract(a(), high, low),
            Node::ZeroExtend(_, width) => self.zero_extend(a(), width),
            Node::SignExtend(_, width) => self.sign_extend(a(), width),
            Node::Select(..) => self.select(a(), b()),
            Node::Store(..) => self.store(a(), b(), operands[2]),
            Node::ConstArray(_, index) => self.constant_array(index, a()),
        }
    }

    /// The branches of a choice between two constants.
    fn constant_choice(&self, term: TermId) -> Option<(TermId, Bits, Bits)> {
        let Node::Ite(condition, yes, no) = self.node(term) else { return None };
        Some((condition, self.as_bits(yes)?.clone(), self.as_bits(no)?.clone()))
    }

    /// Applies an operator on constants to a constant or to a choice between two.
    fn fold_unary(&mut self, term: TermId, apply: impl Fn(&Bits) -> Bits) -> Option<TermId> {
        if let Some(bits) = self.as_bits(term) {
            let result = apply(bits);
            return Some(self.bits(result));
        }
        let (condition, yes, no) = self.constant_choice(term)?;
        let (yes, no) = (self.bits(apply(&yes)), self.bits(apply(&no)));
        Some(self.ite(condition, yes, no))
    }

    /// Applies an operator on constants where one operand is a constant and the other a constant or
    /// a choice between two, or both are choices by the same condition.
    fn fold_binary(
        &mut self,
        left: TermId,
        right: TermId,
        apply: impl Fn(&Bits, &Bits) -> Bits,
    ) -> Option<TermId> {
        if let (Some(a), Some(b)) = (self.as_bits(left), self.as_bits(right)) {
            let result = apply(a, b);
            return Some(self.bits(result));
        }
        let (condition, yes, no) = match (self.node(left), self.node(right)) {
            (Node::Ite(..), Node::Bits(_)) => {
                let (condition, yes, no) = self.constant_choice(left)?;
                let other = self.as_bits(right)?;
                (condition, apply(&yes, other), apply(&no, other))
            }
            (Node::Bits(_), Node::Ite(..)) => {
                let (condition, yes, no) = self.constant_choice(right)?;
                let other = self.as_bits(left)?;
                (condition, apply(other, &yes), apply(other, &no))
            }
            (Node::Ite(one, ..), Node::Ite(other, ..)) if one == other => {
                let (condition, yes, no) = self.constant_choice(left)?;
                let (_, other_yes, other_no) = self.constant_choice(right)?;
                (condition, apply(&yes, &other_yes), apply(&no, &other_no))
            }
            _ => return None,
        };
        let (yes, no) = (self.bits(yes), self.bits(no));
        Some(self.ite(condition, yes, no))
    }

    /// The operands with a constant last, otherwise by id (T3).
    fn ordered(&self, left: TermId, right: TermId) -> (TermId, TermId) {
        let key = |it: TermId| (matches!(self.node(it), Node::Bits(_) | Node::Bool(_)), it);
        if key(right) < key(left) { (right, left) } else { (left, right) }
    }
}
