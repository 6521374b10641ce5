//! Floats as `printf` writes them, digit by digit, exactly: what is left out rounds to the nearest, half to even.

use num_bigint::BigUint;
use tribunal_ir::FloatShape;

/// What the bits of a float say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Nan,
    Infinite,
    /// `significand * 2^exponent`.
    Finite {
        significand: u128,
        exponent: i32,
    },
}

/// The sign, and the rest.
pub(crate) fn decode(shape: FloatShape, bits: i128) -> (bool, Kind) {
    let (exponent_bits, fraction_bits) = match shape {
        FloatShape::Single => (8, 23),
        FloatShape::Double => (11, 52),
        FloatShape::Extended => (15, 63),
        FloatShape::Quad => (15, 112),
    };
    let bits = bits.cast_unsigned();
    // The leading bit of the x87's significand is there, that of others is not.
    let explicit = u32::from(shape == FloatShape::Extended);
    let negative = bits >> (shape.bits() - 1) & 1 == 1;
    let biased = (bits >> (fraction_bits + explicit)) & ((1 << exponent_bits) - 1);
    let fraction = bits & ((1 << fraction_bits) - 1);
    let highest = (1 << exponent_bits) - 1;
    if biased == highest {
        return (negative, if fraction == 0 { Kind::Infinite } else { Kind::Nan });
    }
    let leading = if explicit == 1 { bits >> fraction_bits & 1 } else { u128::from(biased != 0) };
    let bias = (1 << (exponent_bits - 1)) - 1 + fraction_bits as i32;
    let exponent = i32::try_from(biased.max(1)).unwrap_or(0) - bias;
    (negative, Kind::Finite { significand: leading << fraction_bits | fraction, exponent })
}

/// A number that is not negative: `digits / 10^scale`.
pub(crate) struct Decimal {
    digits: BigUint,
    scale: usize,
}

/// Whether there is a point even where nothing follows it, and zeros at the end of `%g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Usual,
    Alternate,
}

impl Decimal {
    /// `significand * 2^exponent`.
    pub(crate) fn new(significand: u128, exponent: i32) -> Self {
        let digits = BigUint::from(significand);
        match u32::try_from(exponent) {
            Ok(exponent) => Self { digits: digits << exponent, scale: 0 },
            Err(_) => {
                let scale = exponent.unsigned_abs();
                Self { digits: digits * BigUint::from(5_u8).pow(scale), scale: scale as usize }
            }
        }
    }

    /// `%f`.
    pub(crate) fn fixed(&self, places: usize, form: Form) -> String {
        let (number, zeros) = match self.scale.checked_sub(places) {
            Some(surplus) => (divide(&self.digits, surplus), 0),
            None => (self.digits.clone(), places - self.scale),
        };
        let text = format!("{number}{}", "0".repeat(zeros));
        let text = format!("{text:0>width$}", width = places + 1);
        let (whole, rest) = text.split_at(text.len() - places);
        pointed(whole, rest, form)
    }

    /// The digits of `%e`, so many after the first, and the exponent.
    fn scientific(&self, places: usize) -> (String, i32) {
        let text = self.digits.to_string();
        let scale = i32::try_from(self.scale).unwrap_or(i32::MAX);
        let exponent = |length: usize| i32::try_from(length).unwrap_or(i32::MAX) - 1 - scale;
        if text == "0" {
            return ("0".repeat(places + 1), 0);
        }
        let Some(surplus) = text.len().checked_sub(places + 1) else {
            return (format!("{text:0<width$}", width = places + 1), exponent(text.len()));
        };
        let rounded = divide(&self.digits, surplus).to_string();
        // All nines become one and zeros.
        let carried = rounded.len() - (places + 1);
        (rounded[..=places].to_owned(), exponent(text.len() + carried))
    }

    /// `%e`: the exponent has a sign and at least two digits.
    pub(crate) fn exponential(&self, places: usize, form: Form) -> String {
        let (digits, exponent) = self.scientific(places);
        let (first, rest) = digits.split_at(1);
        format!("{}{}", pointed(first, rest, form), exponent_text(exponent))
    }

    /// `%g`: so many digits that count, in the shorter form, without zeros at the end.
    pub(crate) fn general(&self, digits: usize, form: Form) -> String {
        let count = digits.max(1);
        let exponent = self.scientific(count - 1).1;
        let last = i32::try_from(count).unwrap_or(i32::MAX) - 1;
        if -4 <= exponent && exponent <= last {
            let places = usize::try_from(last - exponent).unwrap_or(0);
            return trimmed(&self.fixed(places, form), form).to_owned();
        }
        let text = self.exponential(count - 1, form);
        let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
        format!("{}{exponent}", trimmed(digits, form))
    }
}

/// `%a` without its sign and `0x`: so many digits after the point, or as many as there are.
pub(crate) fn hexadecimal(
    shape: FloatShape,
    significand: u128,
    exponent: i32,
    places: Option<usize>,
    form: Form,
) -> String {
    // How many bits stand behind the first digit.
    let behind: u32 = match shape {
        FloatShape::Single => 24,
        FloatShape::Double => 52,
        FloatShape::Extended => 60,
        FloatShape::Quad => 112,
    };
    let significand = if shape == FloatShape::Single { significand << 1 } else { significand };
    let exponent = if shape == FloatShape::Single { exponent - 1 } else { exponent };
    let most = (behind / 4) as usize;
    let mut number = significand;
    if let Some(places) = places.filter(|it| *it < most) {
        let surplus = 4 * (most - places) as u32;
        let rest = number & ((1 << surplus) - 1);
        number >>= surplus;
        let half = 1 << (surplus - 1);
        if half < rest || half == rest && number & 1 == 1 {
            number += 1;
        }
        number <<= surplus;
    }
    let digits = format!("{:0>most$x}", number & ((1 << behind) - 1));
    let rest = match places {
        Some(places) => format!("{digits:0<places$}")[..places].to_owned(),
        None => digits.trim_end_matches('0').to_owned(),
    };
    let mut exponent = if significand == 0 { 0 } else { exponent + behind as i32 };
    let mut first = number >> behind;
    // The first digit carried.
    if first == 16 {
        (first, exponent) = (1, exponent + 4);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let first = format!("{first:x}");
    format!("{}p{sign}{}", pointed(&first, &rest, form), exponent.unsigned_abs())
}

/// A number divided by a power of ten, rounded.
fn divide(number: &BigUint, power: usize) -> BigUint {
    if power == 0 {
        return number.clone();
    }
    let divisor = BigUint::from(10_u8).pow(u32::try_from(power).unwrap_or(u32::MAX));
    let (quotient, rest) = (number / &divisor, number % &divisor);
    let twice = rest << 1_u8;
    if twice > divisor || twice == divisor && quotient.bit(0) { quotient + 1_u8 } else { quotient }
}

fn pointed(whole: &str, rest: &str, form: Form) -> String {
    let point = if rest.is_empty() && form == Form::Usual { "" } else { "." };
    format!("{whole}{point}{rest}")
}

fn trimmed(text: &str, form: Form) -> &str {
    match form {
        Form::Usual if text.contains('.') => text.trim_end_matches('0').trim_end_matches('.'),
        _ => text,
    }
}

fn exponent_text(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:0>2}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::{Decimal, Form, Kind, decode, hexadecimal};
    use tribunal_ir::FloatShape;

    fn decimal(number: f64) -> Decimal {
        match decode(FloatShape::Double, number.to_bits().into()).1 {
            Kind::Finite { significand, exponent } => Decimal::new(significand, exponent),
            Kind::Nan | Kind::Infinite => unreachable!("the numbers here are finite"),
        }
    }

    #[test]
    fn floats_are_shown_as_by_printf() {
        let told = [1.5, 0.0001, 0.00001, 100_000.0, 1e6, 0.1, 999_999.5]
            .map(|it| decimal(it).general(6, Form::Usual));
        assert_eq!(told, ["1.5", "0.0001", "1e-05", "100000", "1e+06", "0.1", "1e+06"]);
        assert_eq!(decimal(1234.5).exponential(2, Form::Usual), "1.23e+03");
        assert_eq!(decimal(9.995).exponential(1, Form::Usual), "1.0e+01");
        assert_eq!(decimal(0.0).general(6, Form::Alternate), "0.00000");
        assert_eq!(decimal(2.5).fixed(0, Form::Alternate), "2.");
        assert_eq!(decimal(0.05).fixed(20, Form::Usual), "0.05000000000000000278");
    }

    #[test]
    fn floats_have_hexadecimal_digits() {
        let told = |number: f64, places| match decode(FloatShape::Double, number.to_bits().into()).1
        {
            Kind::Finite { significand, exponent } => {
                hexadecimal(FloatShape::Double, significand, exponent, places, Form::Usual)
            }
            Kind::Nan | Kind::Infinite => unreachable!("the numbers here are finite"),
        };
        assert_eq!(told(1.0, None), "1p+0");
        assert_eq!(told(0.1, None), "1.999999999999ap-4");
        assert_eq!(told(0.0, None), "0p+0");
        assert_eq!(told(1.999, Some(1)), "2.0p+0");
        assert_eq!(told(5e-324, None), "0.0000000000001p-1022");
    }
}
