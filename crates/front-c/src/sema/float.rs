//! Floating constants in the formats of the target, rounded to nearest, ties to even.

use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};
use std::cmp::Ordering;

use crate::hir::{BinaryOp, FloatKind};

/// Evaluates `$body` with `$F` the format of `$kind`.
macro_rules! with_format {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::Float16 => {
                type $F = Half;
                $body
            }
            FloatKind::Float => {
                type $F = Single;
                $body
            }
            FloatKind::Double => {
                type $F = Double;
                $body
            }
            FloatKind::LongDouble => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::Float128 => {
                type $F = Quad;
                $body
            }
        }
    };
}

/// The bits of a decimal or hexadecimal constant; none if it is malformed.
pub(crate) fn parse(text: &str, kind: FloatKind) -> Option<u128> {
    // A constant such as `0x1` without an exponent, or `1.`, is completed for the parser.
    let mut text = text.to_owned();
    if (text.starts_with("0x") || text.starts_with("0X")) && !text.contains(['p', 'P']) {
        text.push_str("p0");
    }
    with_format!(kind, F => F::from_str_r(&text, Round::NearestTiesToEven).ok().map(|it| it.value.to_bits()))
}

/// Arithmetic on two values of one format; none for operators that floats lack.
pub(crate) fn binary(op: BinaryOp, left: u128, right: u128, kind: FloatKind) -> Option<u128> {
    with_format!(kind, F => {
        let (left, right) = (F::from_bits(left), F::from_bits(right));
        let StatusAnd { value, .. } = match op {
            BinaryOp::Add => left + right,
            BinaryOp::Subtract => left - right,
            BinaryOp::Multiply => left * right,
            BinaryOp::Divide => left / right,
            _ => return None,
        };
        Some(value.to_bits())
    })
}

/// The value with the other sign.
pub(crate) fn negate(bits: u128, kind: FloatKind) -> u128 {
    with_format!(kind, F => (-F::from_bits(bits)).to_bits())
}

/// How two values compare; none if one is not a number.
pub(crate) fn compare(left: u128, right: u128, kind: FloatKind) -> Option<Ordering> {
    with_format!(kind, F => F::from_bits(left).partial_cmp(&F::from_bits(right)))
}

/// Whether the value is zero of either sign.
pub(crate) fn is_zero(bits: u128, kind: FloatKind) -> bool {
    with_format!(kind, F => F::from_bits(bits).is_zero())
}

/// The value in another format.
pub(crate) fn convert(bits: u128, from: FloatKind, to: FloatKind) -> u128 {
    with_format!(from, F => {
        let value = F::from_bits(bits);
        let mut loses = false;
        match to {
            FloatKind::Float16 => FloatConvert::<Half>::convert(value, &mut loses).value.to_bits(),
            FloatKind::Float => FloatConvert::<Single>::convert(value, &mut loses).value.to_bits(),
            FloatKind::Double => FloatConvert::<Double>::convert(value, &mut loses).value.to_bits(),
            FloatKind::LongDouble => FloatConvert::<X87DoubleExtended>::convert(value, &mut loses).value.to_bits(),
            FloatKind::Float128 => FloatConvert::<Quad>::convert(value, &mut loses).value.to_bits(),
        }
    })
}

/// The nearest value to an integer.
pub(crate) fn from_integer(value: i128, kind: FloatKind) -> u128 {
    with_format!(kind, F => F::from_i128(value).value.to_bits())
}

/// The nearest value to an unsigned integer.
pub(crate) fn from_unsigned(value: u128, kind: FloatKind) -> u128 {
    with_format!(kind, F => F::from_u128(value).value.to_bits())
}

/// The value without its fraction; none if it does not fit or is not a number.
pub(crate) fn to_integer(bits: u128, kind: FloatKind) -> Option<i128> {
    with_format!(kind, F => {
        let mut exact = false;
        let StatusAnd { status, value } = F::from_bits(bits).to_i128_r(128, Round::TowardZero, &mut exact);
        (!status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(value)
    })
}

/// Positive infinity.
pub(crate) fn infinity(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::INFINITY.to_bits())
}

/// A quiet NaN with a content.
pub(crate) fn nan(content: u128, kind: FloatKind) -> u128 {
    with_format!(kind, F => F::qnan(Some(content)).to_bits())
}

/// The content that a text stands for, as gcc reads it: a number in C, or nothing; the sign does not count.
pub(crate) fn content_of_nan(text: &str) -> Option<u128> {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (digits, base) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    match (text, digits.starts_with('+')) {
        ("", _) => Some(0),
        (_, true) => None,
        _ => u128::from_str_radix(digits, base).ok(),
    }
}
