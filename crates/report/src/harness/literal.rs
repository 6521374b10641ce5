//! Types and values as C writes them.

use tribunal_exec::Pointer;
use tribunal_ir::{FloatShape, IntShape, Ty};

/// The name of a type that is passed like this one.
pub(super) fn type_name(ty: Ty) -> String {
    let integer = |shape: IntShape| {
        let name = match shape.bits {
            0..=8 => "char",
            9..=16 => "short",
            17..=32 => "int",
            33..=64 => "long long",
            _ => "__int128",
        };
        format!("{} {name}", if shape.signed { "signed" } else { "unsigned" })
    };
    match ty {
        Ty::Bool => "_Bool".to_owned(),
        Ty::Int(shape) => integer(shape),
        Ty::Float(FloatShape::Single) => "float".to_owned(),
        Ty::Float(FloatShape::Double) => "double".to_owned(),
        Ty::Float(FloatShape::Extended) => "long double".to_owned(),
        Ty::Float(FloatShape::Quad) => "_Float128".to_owned(),
        Ty::Pointer => "void *".to_owned(),
        Ty::Enum(_) | Ty::Channel | Ty::Array { .. } | Ty::Record(_) => "int".to_owned(),
    }
}

/// A value of a type.
pub(crate) fn literal(ty: Ty, value: i128) -> String {
    match ty {
        Ty::Float(shape) => float(shape, value),
        Ty::Pointer => match Pointer::from_number(value) {
            Pointer { object: 0, offset } => format!("(void *){offset:#x}"),
            // It pointed to an object of the run.
            Pointer { .. } => "(void *)0".to_owned(),
        },
        Ty::Int(IntShape { bits: 65.., .. }) => {
            let bits = value.cast_unsigned();
            let (high, low) = (bits >> 64, bits & u128::from(u64::MAX));
            format!("(__int128)((unsigned __int128){high}ull << 64 | {low}ull)")
        }
        Ty::Int(IntShape { signed: false, .. }) => format!("{value}ull"),
        _ if value == i128::from(i64::MIN) => format!("{}ll - 1", value + 1),
        _ => format!("{value}ll"),
    }
}

fn float(shape: FloatShape, value: i128) -> String {
    let special = |nan: bool, negative: bool| {
        let sign = if negative { "-" } else { "" };
        if nan { "__builtin_nan(\"\")".to_owned() } else { format!("{sign}__builtin_inf()") }
    };
    match shape {
        FloatShape::Single => match f32::from_bits(value as u32) {
            number if number.is_finite() => format!("{number:e}f"),
            number => special(number.is_nan(), number.is_sign_negative()),
        },
        FloatShape::Double => match f64::from_bits(value as u64) {
            number if number.is_finite() => format!("{number:e}"),
            number => special(number.is_nan(), number.is_sign_negative()),
        },
        FloatShape::Extended | FloatShape::Quad => {
            let bits = value.cast_unsigned();
            let fraction_bits = if shape == FloatShape::Extended { 64 } else { 112 };
            let fraction = bits & ((1 << fraction_bits) - 1);
            let exponent = i64::try_from(bits >> fraction_bits & 0x7fff).unwrap_or(0);
            let negative = bits >> (fraction_bits + 15) & 1 == 1;
            if exponent == 0x7fff {
                let is_infinite = fraction.trailing_zeros() + 1 >= fraction_bits;
                return special(!is_infinite, negative);
            }
            // The first bit of the significand is there in the one, and left out in the other.
            let (significand, below) = match shape {
                FloatShape::Extended => (fraction, 63),
                _ if exponent == 0 => (fraction, 112),
                _ => (fraction | 1 << 112, 112),
            };
            let sign = if negative { "-" } else { "" };
            let suffix = if shape == FloatShape::Extended { "L" } else { "f128" };
            format!("{sign}{significand:#x}p{}{suffix}", exponent.max(1) - 16383 - below)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::literal;
    use tribunal_ir::{FloatShape, IntShape, Ty};

    #[test]
    fn values_are_written_as_c_reads_them() {
        assert_eq!(literal(Ty::Int(IntShape::I32), -5), "-5ll");
        assert_eq!(literal(Ty::Int(IntShape::I64), i64::MIN.into()), "-9223372036854775807ll - 1");
        assert_eq!(literal(Ty::Int(IntShape::U8), 255), "255ull");
        let double = |it: f64| literal(Ty::Float(FloatShape::Double), it.to_bits().into());
        assert_eq!([double(-0.5), double(f64::INFINITY)], ["-5e-1", "__builtin_inf()"]);
        let one = 16383 << 64 | 1 << 63;
        assert_eq!(literal(Ty::Float(FloatShape::Extended), one), "0x8000000000000000p-63L");
    }
}
