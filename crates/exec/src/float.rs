//! Floating-point arithmetic: rule E6 of `tribunal_ir::expr`, on numbers kept as their bits.

use num_bigint::BigUint;
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use tribunal_ir::{FloatShape, IntShape, Rounding};

/// Evaluates an expression in which `$float` is the type that implements a shape.
macro_rules! with_float {
    ($shape:expr, $float:ident => $body:expr) => {
        match $shape {
            FloatShape::Single => {
                type $float = Single;
                $body
            }
            FloatShape::Double => {
                type $float = Double;
                $body
            }
            FloatShape::Extended => {
                type $float = X87DoubleExtended;
                $body
            }
            FloatShape::Quad => {
                type $float = Quad;
                $body
            }
        }
    };
}

/// An operation that yields a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

fn read<F: Float>(bits: i128) -> F {
    F::from_bits(bits.cast_unsigned())
}

/// The bits of a number; all NaNs are one.
fn write<F: Float>(number: F) -> i128 {
    let number = if number.is_nan() { F::NAN } else { number };
    number.to_bits().cast_signed()
}

pub(crate) fn operate(shape: FloatShape, operation: Operation, a: i128, b: i128) -> i128 {
    with_float!(shape, F => {
        let (a, b): (F, F) = (read(a), read(b));
        write(match operation {
            Operation::Add => (a + b).value,
            Operation::Sub => (a - b).value,
            Operation::Mul => (a * b).value,
            Operation::Div => (a / b).value,
            Operation::Rem => (a % b).value,
        })
    })
}

/// How two numbers compare; `None` if one is a NaN.
pub(crate) fn compare(shape: FloatShape, a: i128, b: i128) -> Option<std::cmp::Ordering> {
    with_float!(shape, F => read::<F>(a).partial_cmp(&read::<F>(b)))
}

/// The number with the other sign; of a NaN, too, as machines do.
pub(crate) fn negate(shape: FloatShape, a: i128) -> i128 {
    shape.shape().wrap(a ^ (1 << (shape.bits() - 1)))
}

pub(crate) fn round(shape: FloatShape, rounding: Rounding, a: i128) -> i128 {
    let mode = match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Zero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
    };
    with_float!(shape, F => write(read::<F>(a).round_to_integral(mode).value))
}

/// The square root, correctly rounded: that of an integer so large that the bits beyond the last
/// one kept only tell on which side of the middle it is.
pub(crate) fn sqrt(shape: FloatShape, a: i128) -> i128 {
    with_float!(shape, F => {
        let number: F = read(a);
        if number.is_nan() || number.is_negative() && !number.is_zero() {
            return write(F::NAN);
        }
        if number.is_zero() || number.is_infinite() {
            return write(number);
        }
        // number = integer * 2^exponent, with all bits of the significand in the integer.
        let exponent = number.ilogb() - (i32::try_from(F::PRECISION).unwrap_or(0) - 1);
        let exponent = exponent - exponent.rem_euclid(2);
        let integer = number.scalbn(-exponent).to_u128(128).value;
        let guard = 2 * (F::PRECISION + 2);
        let scaled = BigUint::from(integer) << guard;
        let root = scaled.sqrt();
        let exact = &root * &root == scaled;
        // The last bit is sticky.
        let mantissa = (root << 1u32) | BigUint::from(u8::from(!exact));
        let shift = exponent / 2 - i32::try_from(guard / 2).unwrap_or(0) - 1;
        let surplus = mantissa.bits().saturating_sub(127);
        let sticky = &mantissa & ((BigUint::from(1u8) << surplus) - 1u8) != BigUint::ZERO;
        let top = u128::try_from(mantissa >> surplus).unwrap_or(0) | u128::from(sticky);
        let surplus = i32::try_from(surplus).unwrap_or(0);
        write(F::from_u128(top).value.scalbn(shift + surplus))
    })
}

/// The integer of a shape that a float is truncated to; 0 if there is none.
pub(crate) fn to_int(shape: FloatShape, to: IntShape, a: i128) -> i128 {
    let width = usize::from(to.bits);
    with_float!(shape, F => {
        let number: F = read(a);
        if to.signed {
            let result = number.to_i128(width);
            if result.status.contains(rustc_apfloat::Status::INVALID_OP) { 0 } else { result.value }
        } else {
            let result = number.to_u128(width);
            let invalid = result.status.contains(rustc_apfloat::Status::INVALID_OP);
            if invalid { 0 } else { result.value.cast_signed() }
        }
    })
}

/// The float nearest to an integer.
pub(crate) fn from_int(from: IntShape, shape: FloatShape, a: i128) -> i128 {
    with_float!(shape, F => write(if from.signed {
        F::from_i128(a).value
    } else {
        F::from_u128(a.cast_unsigned()).value
    }))
}

/// The float of another shape that is nearest.
pub(crate) fn convert(from: FloatShape, to: FloatShape, a: i128) -> i128 {
    fn between<F: FloatConvert<G>, G: Float>(bits: i128) -> i128 {
        write(read::<F>(bits).convert(&mut false).value)
    }
    with_float!(from, F => with_float!(to, G => between::<F, G>(a)))
}

/// Whether a float is not zero; a NaN is not.
pub(crate) fn is_nonzero(shape: FloatShape, a: i128) -> bool {
    with_float!(shape, F => !read::<F>(a).is_zero())
}

/// A float in decimal, as short as it can be told apart.
pub(crate) fn show(shape: FloatShape, a: i128) -> String {
    let double = f64::from_bits(convert(shape, FloatShape::Double, a).cast_unsigned() as u64);
    match shape {
        FloatShape::Single => {
            let single = u32::try_from(a).map_or(f32::NAN, f32::from_bits);
            format!("{single:?}")
        }
        FloatShape::Double | FloatShape::Extended | FloatShape::Quad => format!("{double:?}"),
    }
}

/// The float that a text stands for.
pub(crate) fn parse(shape: FloatShape, text: &str) -> Option<i128> {
    let double: f64 = text.parse().ok()?;
    Some(convert(FloatShape::Double, shape, double.to_bits().into()))
}

#[cfg(test)]
mod tests {
    use super::{
        FloatShape, IntShape, Operation, compare, convert, from_int, operate, sqrt, to_int,
    };
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn bits(number: f64) -> i128 {
        number.to_bits().into()
    }

    fn canonical(number: f64) -> i128 {
        if number.is_nan() { 0x7ff8_0000_0000_0000 } else { bits(number) }
    }

    proptest! {
        #[test]
        fn double_arithmetic_is_that_of_the_machine(a in any::<u64>(), b in any::<u64>()) {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            let ours = |operation| operate(FloatShape::Double, operation, bits(x), bits(y));
            prop_assert_eq!(ours(Operation::Add), canonical(x + y));
            prop_assert_eq!(ours(Operation::Sub), canonical(x - y));
            prop_assert_eq!(ours(Operation::Mul), canonical(x * y));
            prop_assert_eq!(ours(Operation::Div), canonical(x / y));
            prop_assert_eq!(ours(Operation::Rem), canonical(x % y));
            prop_assert_eq!(sqrt(FloatShape::Double, bits(x)), canonical(x.sqrt()));
            prop_assert_eq!(compare(FloatShape::Double, bits(x), bits(y)), x.partial_cmp(&y));
            let single = convert(FloatShape::Double, FloatShape::Single, bits(x));
            if !x.is_nan() {
                prop_assert_eq!(single, i128::from((x as f32).to_bits()));
            }
        }

        #[test]
        fn single_roots_are_those_of_the_machine(a in any::<u32>()) {
            let x = f32::from_bits(a);
            let root = x.sqrt();
            let root = if root.is_nan() { 0x7fc0_0000 } else { root.to_bits() };
            prop_assert_eq!(sqrt(FloatShape::Single, a.into()), i128::from(root));
        }

        #[test]
        fn integers_convert_as_on_the_machine(a in any::<i64>()) {
            let as_float = from_int(IntShape::I64, FloatShape::Double, a.into());
            prop_assert_eq!(as_float, bits(a as f64));
            prop_assert_eq!(to_int(FloatShape::Double, IntShape::I64, bits((a >> 11) as f64)), i128::from(a >> 11));
        }
    }

    #[test]
    fn what_does_not_fit_is_zero() {
        assert_eq!(to_int(FloatShape::Double, IntShape::I32, bits(3e9)), 0);
        assert_eq!(to_int(FloatShape::Double, IntShape::I32, bits(f64::NAN)), 0);
        assert_eq!(to_int(FloatShape::Double, IntShape::I32, bits(-2.9)), -2);
        assert_eq!(to_int(FloatShape::Double, IntShape::U8, bits(-0.5)), 0);
    }
}
