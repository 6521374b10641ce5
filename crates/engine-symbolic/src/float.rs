//! Floats: rule E6 of `tribunal_ir::expr` as terms.

use crate::expr::Class;
use crate::machine::{Machine, Unmodelled};
use crate::value::to_bits;
use tribunal_ir::{BinOp, FloatShape, UnOp};
use tribunal_solver::TermId;
use tribunal_solver::float::{Format, Rounding};

type Result = std::result::Result<TermId, Unmodelled>;

const MISFIT: Unmodelled = Unmodelled("an operator that does not fit its operands");

/// Arithmetic rounds so.
const MODE: Rounding = Rounding::NearestEven;

fn format(shape: FloatShape) -> Format {
    match shape {
        FloatShape::Single => Format::BINARY32,
        FloatShape::Double => Format::BINARY64,
        FloatShape::Extended => Format::X87,
        FloatShape::Quad => Format::BINARY128,
    }
}

fn mode(rounding: tribunal_ir::Rounding) -> Rounding {
    match rounding {
        tribunal_ir::Rounding::NearestEven => Rounding::NearestEven,
        tribunal_ir::Rounding::NearestAway => Rounding::NearestAway,
        tribunal_ir::Rounding::Zero => Rounding::TowardZero,
        tribunal_ir::Rounding::Down => Rounding::TowardNegative,
        tribunal_ir::Rounding::Up => Rounding::TowardPositive,
    }
}

impl Machine<'_> {
    /// An operator on one float.
    pub(crate) fn float_unary(&mut self, op: UnOp, shape: FloatShape, a: TermId) -> Result {
        let (format, terms) = (format(shape), &mut self.terms);
        Ok(match op {
            UnOp::Neg => format.neg(terms, a),
            UnOp::Sqrt => format.sqrt(terms, MODE, a),
            UnOp::Round(rounding) => format.round_to_integral(terms, mode(rounding), a),
            UnOp::Not | UnOp::BitNot => return Err(MISFIT),
        })
    }

    /// An operator on two floats.
    pub(crate) fn float_binary(
        &mut self,
        op: BinOp,
        shape: FloatShape,
        a: TermId,
        b: TermId,
    ) -> Result {
        let (format, terms) = (format(shape), &mut self.terms);
        Ok(match op {
            BinOp::Add => format.add(terms, MODE, a, b),
            BinOp::Sub => format.sub(terms, MODE, a, b),
            BinOp::Mul => format.mul(terms, MODE, a, b),
            BinOp::Div => format.div(terms, MODE, a, b),
            BinOp::Rem => format.fmod(terms, a, b),
            BinOp::Eq => format.eq(terms, a, b),
            BinOp::Ne => {
                let equal = format.eq(terms, a, b);
                terms.not(equal)
            }
            BinOp::Lt => format.lt(terms, a, b),
            BinOp::Le => format.le(terms, a, b),
            _ => return Err(MISFIT),
        })
    }

    /// Whether a float is not zero; a NaN is not.
    pub(crate) fn float_is_nonzero(&mut self, shape: FloatShape, a: TermId) -> Result {
        let zero = format(shape).is_zero(&mut self.terms, a);
        Ok(self.terms.not(zero))
    }

    /// A number as one of another class; at least one of them is a float.
    pub(crate) fn float_cast(&mut self, from: Class, to: Class, a: TermId) -> Result {
        let terms = &mut self.terms;
        Ok(match (from, to) {
            (Class::Float(from), Class::Float(to)) => {
                format(from).convert(terms, MODE, a, format(to))
            }
            (Class::Int(shape), Class::Float(to)) => {
                let bits = to_bits(terms, a);
                if shape.signed {
                    format(to).of_signed(terms, MODE, bits)
                } else {
                    format(to).of_unsigned(terms, MODE, bits)
                }
            }
            (Class::Float(from), Class::Int(shape)) => {
                let (mode, width) = (Rounding::TowardZero, shape.bits.into());
                if shape.signed {
                    format(from).to_signed(terms, mode, a, width).value
                } else {
                    format(from).to_unsigned(terms, mode, a, width).value
                }
            }
            _ => return Err(MISFIT),
        })
    }
}
