//! Integers without widths (`DataModel::Integers`): 128 bits stand for them, and whoever runs the program picks values that are small enough for that.
//!
//! Where a program asks for the bits of a number, which has none, a run cannot be followed: it ends at the boundary, as with what is not supported. So it does where a number does not fit the character
//! that it is converted to. What bits mean is said by arithmetic where it can be: a shift by a constant is a product or a quotient, `x & 7` is a remainder. Characters keep their
//! eight bits, so bits of them are there.

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Ty};

use super::Lowering;
use super::check::Check;
use crate::hir::{BinaryOp, DataModel};

/// The shape of an integer without a width.
const SHAPE: IntShape = IntShape { bits: 128, signed: true };

impl Lowering<'_> {
    /// Whether integers have no widths.
    pub(super) fn has_integers(&self) -> bool {
        self.unit.types.model() == DataModel::Integers
    }

    /// An operator on bits, by arithmetic if possible.
    pub(super) fn bits_of_integers(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> ExprId {
        let ty = self.program.int_ty(SHAPE);
        let (a, b) = match (op, self.constant(a)) {
            (BinaryOp::And, Some(_)) => (b, a),
            _ => (a, b),
        };
        let power = match (op, self.constant(b)) {
            (BinaryOp::And, Some(mask @ 0..)) => mask.checked_add(1).filter(|it| it & mask == 0),
            (BinaryOp::ShiftLeft | BinaryOp::ShiftRight, Some(by @ 0..=126)) => Some(1_i128 << by),
            _ => None,
        };
        let Some(power) = power else {
            let direct = match op {
                BinaryOp::And => Some(BinOp::And),
                BinaryOp::Or => Some(BinOp::Or),
                BinaryOp::Xor => Some(BinOp::Xor),
                _ => None,
            };
            return match direct.filter(|_| self.is_small(a) && self.is_small(b)) {
                Some(op) => self.binary(op, a, b),
                None => {
                    let what = match op {
                        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                            "a shift by a number that is not constant, of an integer without a width"
                        }
                        _ => "the bits of an integer without a width",
                    };
                    self.unsupported(what, span);
                    a
                }
            };
        };
        let power = self.number(power, ty);
        if op == BinaryOp::ShiftLeft {
            return self.binary(BinOp::Mul, a, power);
        }
        let a = self.keep(a);
        let (quotient, rest) =
            (self.binary(BinOp::Div, a, power), self.binary(BinOp::Rem, a, power));
        let zero = self.number(0, ty);
        let negative = self.binary(BinOp::Lt, rest, zero);
        let (other, plain) = if op == BinaryOp::ShiftRight {
            let one = self.number(1, ty);
            (self.binary(BinOp::Sub, quotient, one), quotient)
        } else {
            (self.binary(BinOp::Add, rest, power), rest)
        };
        self.ite(negative, other, plain)
    }

    /// Ends a run where a number does not fit the character that it becomes.
    pub(super) fn check_character(
        &mut self,
        arg: ExprId,
        from: IntShape,
        to: IntShape,
        span: Span,
    ) {
        let home = self.program.int_ty(from);
        let bits = to.bits - u16::from(to.signed);
        let greatest = (1_i128 << bits) - 1;
        let least = if to.signed { -greatest - 1 } else { 0 };
        let (least, greatest) = (self.number(least, home), self.number(greatest, home));
        let (below, above) =
            (self.binary(BinOp::Lt, arg, least), self.binary(BinOp::Lt, greatest, arg));
        let lost = self.either(below, above);
        let message = "a number that does not fit the character it becomes";
        self.check(Check::Unsupported, lost, message, span);
    }

    /// Whether a number is a constant, or has the bits of a character.
    fn is_small(&self, value: ExprId) -> bool {
        match self.program.exprs[value] {
            Expr::Const { .. } => true,
            Expr::Cast { arg, .. } => match self.program.ty_of(arg) {
                Some(Ty::Int(shape)) => shape.bits < SHAPE.bits,
                other => other == Some(Ty::Bool),
            },
            _ => false,
        }
    }
}
