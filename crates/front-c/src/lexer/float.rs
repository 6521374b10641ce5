//! The values of floating constants, correctly rounded (C11 §6.4.4.2, IEEE 754 round to nearest, ties to even).

/// The `double` nearest to a floating constant, which comes without its suffix.
pub fn round_to_f64(text: &str) -> f64 {
    match hexadecimal(text) {
        Some(value) => f64::from_bits(value.round(52, 11)),
        None => text.parse().unwrap_or(f64::NAN),
    }
}

/// The `float` nearest to a floating constant, which comes without its suffix.
pub fn round_to_f32(text: &str) -> f32 {
    match hexadecimal(text) {
        Some(value) => f32::from_bits(u32::try_from(value.round(23, 8)).unwrap_or(u32::MAX)),
        None => text.parse().unwrap_or(f32::NAN),
    }
}

/// `mantissa * 2^exponent`, and a little more if `sticky`.
struct Binary {
    mantissa: u64,
    exponent: i64,
    sticky: bool,
}

fn hexadecimal(text: &str) -> Option<Binary> {
    let rest = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let (digits, exponent) = rest.split_once(['p', 'P'])?;
    // What does not fit into an i32 is beyond every format.
    let clamp = if exponent.starts_with('-') { -1_000_000 } else { 1_000_000 };
    let mut value = Binary {
        mantissa: 0,
        exponent: exponent.parse::<i32>().map_or(clamp, i64::from),
        sticky: false,
    };
    let mut in_fraction = false;
    for digit in digits.chars() {
        let Some(digit) = digit.to_digit(16) else {
            in_fraction = true;
            continue;
        };
        if value.mantissa >> 60 == 0 {
            value.mantissa = value.mantissa << 4 | u64::from(digit);
            value.exponent -= if in_fraction { 4 } else { 0 };
        } else {
            value.sticky |= digit != 0;
            value.exponent += if in_fraction { 0 } else { 4 };
        }
    }
    Some(value)
}

impl Binary {
    /// The bits of the nearest number of an IEEE format.
    fn round(&self, mantissa_bits: u32, exponent_bits: u32) -> u64 {
        if self.mantissa == 0 {
            return 0;
        }
        let bias = (1i64 << (exponent_bits - 1)) - 1;
        let infinity = ((1u64 << exponent_bits) - 1) << mantissa_bits;
        // The leading bit is bit 63 from here on.
        let shift = self.mantissa.leading_zeros();
        let mantissa = u128::from(self.mantissa << shift);
        let leading = self.exponent - i64::from(shift) + 63;
        if bias < leading {
            return infinity;
        }
        // Below the least normal exponent, the format has fewer bits.
        let missing = (1 - bias - leading).clamp(0, 80);
        let kept_bits = i64::from(mantissa_bits) + 1 - missing;
        let dropped = 64 - kept_bits;
        let kept = if dropped < 128 { mantissa >> dropped } else { 0 };
        let rest = mantissa - (kept << dropped);
        let half = 1u128 << (dropped - 1);
        let up = half < rest || (rest == half && (self.sticky || kept & 1 == 1));
        let kept = u64::try_from(kept).unwrap_or(0) + u64::from(up);
        // A carry out of the mantissa adds one to the exponent, which is what the bits do by themselves.
        let exponent =
            if missing == 0 { u64::try_from(leading + bias - 1).unwrap_or(0) } else { 0 };
        ((exponent << mantissa_bits) + kept).min(infinity)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{round_to_f32, round_to_f64};

    #[test]
    fn hexadecimal_constants() {
        let cases = [
            ("0x1p0", 1.0),
            ("0x1.8p1", 3.0),
            ("0xA.8p-1", 5.25),
            ("0x0p5", 0.0),
            ("0x1p1023", f64::MAX / 2.0 + f64::MAX * f64::EPSILON / 4.0),
            ("0x1p1024", f64::INFINITY),
            ("0x1p-1074", f64::from_bits(1)),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1075", f64::from_bits(1)),
            ("0x1.fffffffffffff8p0", 2.0),
            ("0x1.00000000000008p0", 1.0),
            ("0x1.000000000000080000001p0", 1.0 + f64::EPSILON),
            ("0x1p99999999999", f64::INFINITY),
            ("0x1p-99999999999", 0.0),
        ];
        for (text, value) in cases {
            assert_eq!(round_to_f64(text), value, "{text}");
        }
        assert_eq!(round_to_f32("0x1.000001p0"), 1.0);
        assert_eq!(round_to_f32("0x1.000003p0"), 1.0 + 2.0 * f32::EPSILON);
        assert_eq!(round_to_f32("0.1"), 0.1f32);
    }

    proptest! {
        #[test]
        fn every_number_is_its_own_nearest(bits in any::<u64>()) {
            let mantissa = bits & ((1 << 52) - 1);
            let exponent = i64::try_from(bits >> 52 & 0x7ff).unwrap();
            prop_assume!(exponent != 0x7ff);
            let (mantissa, exponent) =
                if exponent == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, exponent - 1075) };
            let text = format!("0x{mantissa:x}p{exponent}");
            prop_assert_eq!(round_to_f64(&text).to_bits(), bits & (u64::MAX >> 1));
        }
    }
}
