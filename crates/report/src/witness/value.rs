//! Values as C writes them.

use tribunal_ir::{FloatShape, IntShape, Program, Ty, TyId};

/// That the result of a call is a value; `None` if C has no words for it.
pub(super) fn constraint(program: &Program, ty: TyId, value: i128) -> Option<String> {
    if let Ty::Float(shape) = program.tys[ty]
        && is_nan(shape, value)
    {
        return Some("\\result != \\result".to_owned());
    }
    Some(format!("\\result == {}", literal(program, ty, value)?))
}

/// A value as a constant expression.
pub(super) fn literal(program: &Program, ty: TyId, value: i128) -> Option<String> {
    match program.tys[ty] {
        Ty::Bool => Some(value.to_string()),
        Ty::Float(shape) => float(shape, value),
        Ty::Int(shape) if shape.bits <= 64 => Some(integer(shape, value)),
        _ => (value == 0).then(|| "0".to_owned()),
    }
}

fn integer(shape: IntShape, value: i128) -> String {
    let wide = 32 < shape.bits;
    match (shape.signed, wide) {
        (true, true) if value == i128::from(i64::MIN) => format!("(-{}LL - 1)", i64::MAX),
        (true, true) => format!("{value}LL"),
        (true, false) if value == i128::from(i32::MIN) => format!("(-{} - 1)", i32::MAX),
        (true, false) => value.to_string(),
        (false, true) => format!("{value}ULL"),
        (false, false) if shape.bits == 32 => format!("{value}U"),
        (false, false) => value.to_string(),
    }
}

fn is_nan(shape: FloatShape, bits: i128) -> bool {
    match shape {
        FloatShape::Single => f32::from_bits(bits as u32).is_nan(),
        FloatShape::Double => f64::from_bits(bits as u64).is_nan(),
        FloatShape::Extended | FloatShape::Quad => false,
    }
}

fn float(shape: FloatShape, bits: i128) -> Option<String> {
    match shape {
        FloatShape::Single => {
            let value = f32::from_bits(bits as u32);
            value.is_finite().then(|| format!("{value:?}f"))
        }
        FloatShape::Double => {
            let value = f64::from_bits(bits as u64);
            value.is_finite().then(|| format!("{value:?}"))
        }
        FloatShape::Extended | FloatShape::Quad => None,
    }
}
