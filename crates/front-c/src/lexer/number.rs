//! Integer and floating constants (C11 §6.4.4.1, §6.4.4.2), with GNU's binary and imaginary ones.

use crate::ast::{FloatSuffix, FloatType, IntegerLiteral, IntegerWidth, Radix};

/// A preprocessing number that is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number<'a> {
    Integer(IntegerLiteral),
    Float { text: &'a str, suffix: FloatSuffix, imaginary: bool },
}

/// The constant that `text` spells, or what is wrong with it.
pub(crate) fn number(text: &str) -> Result<Number<'_>, String> {
    let bytes = text.as_bytes();
    let hexadecimal = matches!(bytes, [b'0', b'x' | b'X', ..]);
    let is_float = if hexadecimal {
        bytes.iter().any(|it| b".pP".contains(it))
    } else {
        bytes.iter().any(|it| b".eE".contains(it))
    };
    if is_float { float(text, hexadecimal) } else { integer(text, bytes) }
}

fn integer<'a>(text: &str, bytes: &[u8]) -> Result<Number<'a>, String> {
    let (radix, base, start) = match bytes {
        [b'0', b'x' | b'X', ..] => (Radix::Hexadecimal, 16, 2),
        [b'0', b'b' | b'B', ..] => (Radix::Binary, 2, 2),
        [b'0', b'0'..=b'9', ..] => (Radix::Octal, 8, 1),
        _ => (Radix::Decimal, 10, 0),
    };
    let mut value = 0u64;
    let mut at = start;
    while let Some(digit) = bytes.get(at).and_then(|&it| char::from(it).to_digit(base.max(10))) {
        if base <= digit {
            return Err(format!(
                "`{}` is no digit of an octal or binary number",
                char::from(bytes[at])
            ));
        }
        value = value
            .checked_mul(u64::from(base))
            .and_then(|it| it.checked_add(u64::from(digit)))
            .ok_or_else(|| format!("`{text}` does not fit into 64 bits"))?;
        at += 1;
    }
    if at == start && start == 2 {
        return Err(format!("`{text}` has no digits"));
    }
    let (suffix, imaginary) = without_imaginary(&text[at..]);
    let wrong = || format!("`{}` is no suffix of an integer", &text[at..]);
    let unsigned = suffix.bytes().filter(|it| b"uU".contains(it)).count();
    let longs = suffix.trim_matches(['u', 'U']);
    let width = match longs {
        "" => IntegerWidth::Int,
        "l" | "L" => IntegerWidth::Long,
        "ll" | "LL" => IntegerWidth::LongLong,
        _ => return Err(wrong()),
    };
    if 1 < unsigned || longs.len() + unsigned != suffix.len() {
        return Err(wrong());
    }
    Ok(Number::Integer(IntegerLiteral { value, radix, unsigned: unsigned == 1, width, imaginary }))
}

/// The suffix without GNU's `i` or `j`, which stands first or last.
fn without_imaginary(suffix: &str) -> (&str, bool) {
    const MARK: [char; 4] = ['i', 'I', 'j', 'J'];
    match suffix.strip_suffix(MARK).or_else(|| suffix.strip_prefix(MARK)) {
        Some(rest) => (rest, true),
        None => (suffix, false),
    }
}

fn float(text: &str, hexadecimal: bool) -> Result<Number<'_>, String> {
    let bytes = text.as_bytes();
    let start = if hexadecimal { 2 } else { 0 };
    let is_digit = |it: &u8| if hexadecimal { it.is_ascii_hexdigit() } else { it.is_ascii_digit() };
    let count = |from: usize| bytes[from..].iter().take_while(|it| is_digit(it)).count();
    let whole = count(start);
    let mut at = start + whole;
    let mut digits = whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = count(at + 1);
        digits += fraction;
        at += 1 + fraction;
    }
    if digits == 0 {
        return Err(format!("`{text}` has no digits"));
    }
    let marks: &[u8] = if hexadecimal { b"pP" } else { b"eE" };
    if bytes.get(at).is_some_and(|it| marks.contains(it)) {
        let sign = usize::from(bytes.get(at + 1).is_some_and(|it| b"+-".contains(it)));
        let exponent = bytes[at + 1 + sign..].iter().take_while(|it| it.is_ascii_digit()).count();
        if exponent == 0 {
            return Err(format!("the exponent of `{text}` has no digits"));
        }
        at += 1 + sign + exponent;
    } else if hexadecimal {
        return Err(format!("the hexadecimal `{text}` needs an exponent, such as `p0`"));
    }
    let (suffix, imaginary) = without_imaginary(&text[at..]);
    let suffix = match suffix {
        "" => FloatSuffix::Double,
        "f" | "F" => FloatSuffix::Float,
        "l" | "L" => FloatSuffix::LongDouble,
        "f16" | "F16" => FloatSuffix::Other(FloatType::Float16),
        "f32" | "F32" => FloatSuffix::Other(FloatType::Float32),
        "f64" | "F64" => FloatSuffix::Other(FloatType::Float64),
        "f128" | "F128" | "q" | "Q" => FloatSuffix::Other(FloatType::Float128),
        "f32x" | "F32x" => FloatSuffix::Other(FloatType::Float32x),
        "f64x" | "F64x" | "w" | "W" => FloatSuffix::Other(FloatType::Float64x),
        _ => return Err(format!("`{suffix}` is no suffix of a floating number")),
    };
    Ok(Number::Float { text: &text[..at], suffix, imaginary })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Number, number};

    fn check(texts: &[&str], expected: Expect) {
        let line = |text: &&str| {
            let what = match number(text) {
                Ok(Number::Integer(it)) => {
                    let sign = if it.unsigned { "unsigned " } else { "" };
                    let part = if it.imaginary { " imaginary" } else { "" };
                    format!("{:?} {sign}{:?} {}{part}", it.radix, it.width, it.value)
                }
                Ok(Number::Float { text, suffix, imaginary }) => {
                    format!("{text} {suffix:?}{}", if imaginary { " imaginary" } else { "" })
                }
                Err(message) => message,
            };
            format!("{text}: {what}\n")
        };
        expected.assert_eq(&texts.iter().map(line).collect::<String>());
    }

    #[test]
    fn integers() {
        check(
            &[
                "0",
                "00",
                "017",
                "08",
                "0x",
                "0xFfuLL",
                "0b101",
                "0b12",
                "1lu",
                "1Ll",
                "1ulu",
                "2i",
                "7x",
                "18446744073709551615",
                "18446744073709551616",
            ],
            expect![[r#"
                0: Decimal Int 0
                00: Octal Int 0
                017: Octal Int 15
                08: `8` is no digit of an octal or binary number
                0x: `0x` has no digits
                0xFfuLL: Hexadecimal unsigned LongLong 255
                0b101: Binary Int 5
                0b12: `2` is no digit of an octal or binary number
                1lu: Decimal unsigned Long 1
                1Ll: `Ll` is no suffix of an integer
                1ulu: `ulu` is no suffix of an integer
                2i: Decimal Int 2 imaginary
                7x: `x` is no suffix of an integer
                18446744073709551615: Decimal Int 18446744073709551615
                18446744073709551616: `18446744073709551616` does not fit into 64 bits
            "#]],
        );
    }

    #[test]
    fn floats() {
        check(
            &[
                "1.",
                ".5f",
                "1e5",
                "1e+",
                "0x1p3",
                "0x1.8P-2F",
                "0x1.8",
                "1.5f128",
                "1.0iF",
                "1.0q",
                "1..2",
                "1.5x",
                "0x.p1",
                "09.5",
            ],
            expect![[r#"
                1.: 1. Double
                .5f: .5 Float
                1e5: 1e5 Double
                1e+: the exponent of `1e+` has no digits
                0x1p3: 0x1p3 Double
                0x1.8P-2F: 0x1.8P-2 Float
                0x1.8: the hexadecimal `0x1.8` needs an exponent, such as `p0`
                1.5f128: 1.5 Other(Float128)
                1.0iF: 1.0 Float imaginary
                1.0q: 1.0 Other(Float128)
                1..2: `.2` is no suffix of a floating number
                1.5x: `x` is no suffix of a floating number
                0x.p1: `0x.p1` has no digits
                09.5: 09.5 Double
            "#]],
        );
    }
}
