//! Floats: rule E6 of `tribunal_ir::expr` as terms.

use crate::execute::expr::Class;
use crate::machine::{Machine, Unmodelled};
use crate::state::value::to_bits;
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
        let (value, name) = match op {
            UnOp::Neg => (format.neg(terms, a), "-"),
            UnOp::Sqrt => (format.sqrt(terms, MODE, a), "sqrt"),
            UnOp::Round(rounding) => {
                (format.round_to_integral(terms, mode(rounding), a), "nearbyint")
            }
            UnOp::Not | UnOp::BitNot => return Err(MISFIT),
        };
        self.note_float(value, |it| format!("{name}({})", it.float_text(shape, a)));
        Ok(value)
    }

    /// Remembers what a term is in C.
    fn note_float(&mut self, value: TermId, text: impl FnOnce(&Self) -> String) {
        /// Longer texts help nobody.
        const LONG: usize = 300;
        if self.names.is_empty() || self.float_texts.contains_key(&value) {
            return;
        }
        let is_constant =
            self.terms.as_bits(value).is_some() || self.terms.as_bool(value).is_some();
        let text = text(self);
        if !is_constant && text.len() < LONG {
            self.float_texts.insert(value, text);
        }
    }

    /// A float in C.
    fn float_text(&self, shape: FloatShape, term: TermId) -> String {
        if let Some(text) = self.float_texts.get(&term) {
            return text.clone();
        }
        let bits = self.terms.as_bits(term).and_then(|it| it.to_u128());
        match (bits, shape) {
            (Some(bits), FloatShape::Single) => format!("{:?}f", f32::from_bits(bits as u32)),
            (Some(bits), FloatShape::Double) => format!("{:?}", f64::from_bits(bits as u64)),
            _ => self.terms.show(term),
        }
    }

    /// An operator on two floats.
    pub(crate) fn float_binary(
        &mut self,
        op: BinOp,
        shape: FloatShape,
        a: TermId,
        b: TermId,
    ) -> Result {
        if op == BinOp::Ne {
            let equal = self.float_binary(BinOp::Eq, shape, a, b)?;
            return Ok(self.terms.not(equal));
        }
        let (format, terms) = (format(shape), &mut self.terms);
        let (value, sign) = match op {
            BinOp::Add => (format.add(terms, MODE, a, b), "+"),
            BinOp::Sub => (format.sub(terms, MODE, a, b), "-"),
            BinOp::Mul => (format.mul(terms, MODE, a, b), "*"),
            BinOp::Div => (format.div(terms, MODE, a, b), "/"),
            BinOp::Rem => (format.fmod(terms, a, b), "%"),
            BinOp::Eq => (format.eq(terms, a, b), "=="),
            BinOp::Lt => (format.lt(terms, a, b), "<"),
            BinOp::Le => (format.le(terms, a, b), "<="),
            _ => return Err(MISFIT),
        };
        self.note_float(value, |it| {
            let (left, right) = (it.float_text(shape, a), it.float_text(shape, b));
            // A constant stands on the right.
            match (it.terms.as_bits(a).is_some(), op) {
                (true, BinOp::Lt) => format!("({right} > {left})"),
                (true, BinOp::Le) => format!("({right} >= {left})"),
                (true, BinOp::Eq) => format!("({right} == {left})"),
                _ => format!("({left} {sign} {right})"),
            }
        });
        Ok(value)
    }

    /// Whether a float is not zero; a NaN is not.
    pub(crate) fn float_is_nonzero(&mut self, shape: FloatShape, a: TermId) -> Result {
        let zero = format(shape).is_zero(&mut self.terms, a);
        Ok(self.terms.not(zero))
    }

    /// A number as one of another class; at least one of them is a float.
    pub(crate) fn float_cast(&mut self, from: Class, to: Class, a: TermId) -> Result {
        let terms = &mut self.terms;
        let value = match (from, to) {
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
        };
        self.note_float(value, |it| {
            let inner = match from {
                Class::Float(shape) => it.float_text(shape, a),
                _ => it.terms.show(a),
            };
            match (from, to) {
                // C converts to the larger type by itself.
                (Class::Float(FloatShape::Single), Class::Float(_)) => inner,
                (_, Class::Float(FloatShape::Single)) => format!("(float)({inner})"),
                (_, Class::Float(FloatShape::Double)) => format!("(double)({inner})"),
                (_, Class::Float(_)) => format!("(long double)({inner})"),
                _ => format!("(int)({inner})"),
            }
        });
        Ok(value)
    }
}
