//! Values as C writes them.

use tribunal_engine::{Relation, Sum};
use tribunal_ir::{FloatShape, IntShape, Program, Ty, TyId, VarId};

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

/// A relation between variables as a condition; `None` if C has no words for it, or not all of them can be seen.
pub(super) fn relation(
    program: &Program,
    is_visible: &impl Fn(VarId) -> bool,
    told: &Relation,
) -> Option<String> {
    let sum = |it: &Sum| sum(program, is_visible, it);
    match told {
        Relation::AtMostZero(it) => Some(format!("{} <= 0", sum(it)?)),
        Relation::Zero(it) => Some(format!("{} == 0", sum(it)?)),
        Relation::Multiple { of, sum: it } => Some(format!("({}) % {of}LL == 0", sum(it)?)),
        Relation::Vanishes { bits, products } => vanishes(program, is_visible, *bits, products),
        Relation::NotNull(var) => {
            is_visible(*var).then(|| format!("{} != 0", program.vars[*var].name))
        }
        Relation::Any(all) => {
            let each = all.iter().map(|it| relation(program, is_visible, it));
            Some(format!("({})", each.collect::<Option<Vec<String>>>()?.join(" || ")))
        }
    }
}

/// A sum that cannot overflow in C.
fn sum(program: &Program, is_visible: &impl Fn(VarId) -> bool, sum: &Sum) -> Option<String> {
    let mut largest = sum.constant.checked_abs()?;
    let mut text = format!("{}LL", sum.constant);
    for (factor, var) in &sum.terms {
        let shape = program.shape(program.vars[*var].ty).filter(|it| it.bits <= 32)?;
        largest = largest.checked_add(factor.checked_abs()?.checked_mul(1 << shape.bits)?)?;
        if !is_visible(*var) || i128::from(i64::MAX) < largest {
            return None;
        }
        text.push_str(&format!(" + {factor}LL * {}", program.vars[*var].name));
    }
    Some(text)
}

/// That a sum of products is 0 in so many bits, in unsigned arithmetic, which wraps as it should.
fn vanishes(
    program: &Program,
    is_visible: &impl Fn(VarId) -> bool,
    bits: u32,
    products: &[(i128, Vec<VarId>)],
) -> Option<String> {
    let mut text = Vec::new();
    for (factor, vars) in products {
        let mut parts = vec![format!("{}ULL", *factor as u64)];
        for var in vars {
            program.shape(program.vars[*var].ty).filter(|it| it.bits <= 64)?;
            parts.push(is_visible(*var).then(|| program.vars[*var].name.clone())?);
        }
        text.push(parts.join(" * "));
    }
    let sum = text.join(" + ");
    match bits {
        64 => Some(format!("{sum} == 0")),
        1..64 => Some(format!("({sum}) % {}ULL == 0", 1_u64 << bits)),
        _ => None,
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
