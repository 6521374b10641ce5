//! Integers: rules E1, E2 and E5 of `tribunal_ir::expr` as terms.

use crate::state::value::to_bits;
use tribunal_ir::{BinOp, IntShape};
use tribunal_solver::{Overflow, Sort, TermId, Terms};

/// An operator on two numbers of one shape; `None` if there is no such operator on integers.
pub(crate) fn binary(
    terms: &mut Terms,
    op: BinOp,
    shape: IntShape,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    if terms.sort(a) == Sort::Bool {
        match op {
            BinOp::And => return Some(terms.and(a, b)),
            BinOp::Or => return Some(terms.or(a, b)),
            BinOp::Xor | BinOp::Ne => return Some(terms.xor(a, b)),
            BinOp::Eq => return Some(terms.eq(a, b)),
            _ => {}
        }
    }
    let (a, b) = (to_bits(terms, a), to_bits(terms, b));
    let signed = shape.signed;
    Some(match op {
        BinOp::Add => terms.add(a, b),
        BinOp::Sub => terms.sub(a, b),
        BinOp::Mul => terms.mul(a, b),
        BinOp::Div if signed => terms.sdiv(a, b),
        BinOp::Div => terms.udiv(a, b),
        BinOp::Rem if signed => terms.srem(a, b),
        BinOp::Rem => terms.urem(a, b),
        BinOp::Shl => {
            let by = distance(terms, shape, b);
            terms.shl(a, by)
        }
        BinOp::Shr => {
            let by = distance(terms, shape, b);
            if signed { terms.ashr(a, by) } else { terms.lshr(a, by) }
        }
        BinOp::And => terms.bit_and(a, b),
        BinOp::Or => terms.bit_or(a, b),
        BinOp::Xor => terms.bit_xor(a, b),
        BinOp::Eq => terms.eq(a, b),
        BinOp::Ne => terms.ne(a, b),
        BinOp::Lt if signed => terms.slt(a, b),
        BinOp::Lt => terms.ult(a, b),
        BinOp::Le if signed => terms.sle(a, b),
        BinOp::Le => terms.ule(a, b),
        BinOp::AddOverflows if signed => terms.overflow(Overflow::SignedAdd, a, b),
        BinOp::AddOverflows => terms.overflow(Overflow::UnsignedAdd, a, b),
        BinOp::SubOverflows if signed => terms.overflow(Overflow::SignedSub, a, b),
        BinOp::SubOverflows => terms.overflow(Overflow::UnsignedSub, a, b),
        BinOp::MulOverflows if signed => terms.overflow(Overflow::SignedMul, a, b),
        BinOp::MulOverflows => terms.overflow(Overflow::UnsignedMul, a, b),
        BinOp::SameObject => return None,
    })
}

/// How far a shift by `b` goes: modulo the width (E2).
fn distance(terms: &mut Terms, shape: IntShape, b: TermId) -> TermId {
    let width = u32::from(shape.bits);
    if width.is_power_of_two() {
        let mask = terms.number(u128::from(width - 1), width);
        return terms.bit_and(b, mask);
    }
    // Wide enough for the width itself as a signed number.
    let wide = width + 9;
    let modulus = terms.number(width.into(), wide);
    let rest = if shape.signed {
        let number = terms.sign_extend(b, wide);
        let rest = terms.srem(number, modulus);
        let zero = terms.number(0, wide);
        let negative = terms.slt(rest, zero);
        let positive = terms.add(rest, modulus);
        terms.ite(negative, positive, rest)
    } else {
        let number = terms.zero_extend(b, wide);
        terms.urem(number, modulus)
    };
    terms.extract(rest, width - 1, 0)
}
