//! Constants: bit-vectors of any width, with the arithmetic of the terms.
//!
//! All arithmetic is modulo `2^width`. Up to 128 bits a constant is one machine number; wider ones,
//! which the circuits for floats need, are big integers.
//!
//! - B1. Division or remainder by zero yields 0; otherwise signed ones truncate towards zero. (The
//!   circuits and the simplifier follow; SMT-LIB decides otherwise, and [`crate::smtlib`] translates.)
//! - B2. A shift by the width or more shifts everything out: 0, or copies of the sign for `ashr`.

use std::fmt;

use num_bigint::BigUint;

/// A bit-vector constant. Those of one width are ordered as unsigned numbers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    width: u32,
    value: Value,
}

/// `Small` exactly if the width is at most 128. No bit at or above the width is set.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Value {
    Small(u128),
    Wide(BigUint),
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl Bits {
    /// The number modulo `2^width`.
    ///
    /// # Panics
    /// If the width is 0.
    #[must_use]
    pub fn new(value: u128, width: u32) -> Self {
        assert!(0 < width, "a bit-vector should have a bit");
        if width <= 128 {
            Self { width, value: Value::Small(value & mask(width)) }
        } else {
            Self { width, value: Value::Wide(BigUint::from(value)) }
        }
    }

    /// The signed number modulo `2^width`.
    #[must_use]
    pub fn signed(value: i128, width: u32) -> Self {
        if width <= 128 || 0 <= value {
            Self::new(value.cast_unsigned(), width)
        } else {
            Self::new(value.unsigned_abs(), width).neg()
        }
    }

    /// The bits of `value` below `width`.
    fn big(value: BigUint, width: u32) -> Self {
        if width <= 128 {
            let digits = value.to_u64_digits();
            let digit = |at: usize| u128::from(digits.get(at).copied().unwrap_or(0));
            return Self::new(digit(0) | digit(1) << 64, width);
        }
        let value = if u64::from(width) < value.bits() {
            value & ((BigUint::from(1_u8) << width) - 1_u8)
        } else {
            value
        };
        Self { width, value: Value::Wide(value) }
    }

    fn to_big(&self) -> BigUint {
        match &self.value {
            Value::Small(value) => BigUint::from(*value),
            Value::Wide(value) => value.clone(),
        }
    }

    /// 0.
    #[must_use]
    pub fn zero(width: u32) -> Self {
        Self::new(0, width)
    }

    /// 1.
    #[must_use]
    pub fn one(width: u32) -> Self {
        Self::new(1, width)
    }

    /// All bits set.
    #[must_use]
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }

    /// Only bit `at` set.
    #[must_use]
    pub fn power(at: u32, width: u32) -> Self {
        assert!(at < width, "the bit should exist");
        if width <= 128 {
            Self::new(1 << at, width)
        } else {
            Self::big(BigUint::from(1_u8) << at, width)
        }
    }

    /// The smallest signed number.
    #[must_use]
    pub fn signed_min(width: u32) -> Self {
        Self::power(width - 1, width)
    }

    /// The largest signed number.
    #[must_use]
    pub fn signed_max(width: u32) -> Self {
        Self::signed_min(width).not()
    }

    /// The number of bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number, if it is below `2^128`.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.value {
            Value::Small(value) => Some(*value),
            Value::Wide(value) => u128::try_from(value).ok(),
        }
    }

    /// The number read as a signed one, if the width is at most 128.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.value {
            Value::Small(value) => {
                let shift = 128 - self.width;
                Some((value << shift).cast_signed() >> shift)
            }
            Value::Wide(_) => None,
        }
    }

    /// The bit of weight `2^at`; 0 beyond the width.
    #[must_use]
    pub fn bit(&self, at: u32) -> bool {
        match &self.value {
            Value::Small(value) => at < 128 && value >> at & 1 == 1,
            Value::Wide(value) => value.bit(u64::from(at)),
        }
    }

    /// The bit of the highest weight.
    #[must_use]
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether no bit is set.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Value::Small(value) => *value == 0,
            Value::Wide(value) => *value == BigUint::ZERO,
        }
    }

    /// Whether this is 1.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Whether all bits are set.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        match &self.value {
            Value::Small(value) => *value == mask(self.width),
            Value::Wide(value) => value.count_ones() == u64::from(self.width),
        }
    }

    /// The exponent, if this is a power of two.
    #[must_use]
    pub fn log2(&self) -> Option<u32> {
        let is_power = match &self.value {
            Value::Small(value) => value.is_power_of_two(),
            Value::Wide(value) => value.count_ones() == 1,
        };
        is_power.then(|| self.trailing_zeros())
    }

    /// The number of zeros below the lowest bit set; the width if there is none.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        match &self.value {
            Value::Small(value) => value.trailing_zeros().min(self.width),
            Value::Wide(value) => value
                .trailing_zeros()
                .map_or(self.width, |it| u32::try_from(it).expect("widths fit")),
        }
    }

    /// The number of zeros above the highest bit set; the width if there is none.
    #[must_use]
    pub fn leading_zeros(&self) -> u32 {
        match &self.value {
            Value::Small(value) => value.leading_zeros() - (128 - self.width),
            Value::Wide(value) => self.width - u32::try_from(value.bits()).expect("widths fit"),
        }
    }

    fn zip(
        &self,
        other: &Self,
        small: impl FnOnce(u128, u128) -> u128,
        wide: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> Self {
        assert_eq!(self.width, other.width, "operands should be of one width");
        match (&self.value, &other.value) {
            (Value::Small(left), Value::Small(right)) => {
                Self::new(small(*left, *right), self.width)
            }
            (Value::Wide(left), Value::Wide(right)) => Self::big(wide(left, right), self.width),
            _ => unreachable!("equal widths should be represented alike"),
        }
    }

    /// Complement of every bit.
    #[must_use]
    pub fn not(&self) -> Self {
        match &self.value {
            Value::Small(value) => Self::new(!value, self.width),
            Value::Wide(value) => {
                let ones = (BigUint::from(1_u8) << self.width) - 1_u8;
                Self::big(ones ^ value, self.width)
            }
        }
    }

    /// Negation.
    #[must_use]
    pub fn neg(&self) -> Self {
        self.not().add(&Self::one(self.width))
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, u128::wrapping_add, |left, right| left + right)
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.zip(other, u128::wrapping_mul, |left, right| left * right)
    }

    /// Unsigned quotient (B1).
    #[must_use]
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::zero(self.width);
        }
        self.zip(other, |left, right| left / right, |left, right| left / right)
    }

    /// Unsigned remainder (B1).
    #[must_use]
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::zero(self.width);
        }
        self.zip(other, |left, right| left % right, |left, right| left % right)
    }

    /// The distance from 0 of the signed number.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// Signed quotient (B1).
    #[must_use]
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.abs().udiv(&other.abs());
        if self.sign() == other.sign() { quotient } else { quotient.neg() }
    }

    /// Signed remainder, with the sign of the dividend (B1).
    #[must_use]
    pub fn srem(&self, other: &Self) -> Self {
        let rest = self.abs().urem(&other.abs());
        if self.sign() { rest.neg() } else { rest }
    }

    /// The amount of a shift, at most the width (B2).
    fn amount(&self, by: &Self) -> u32 {
        let by = by.to_u128().unwrap_or(u128::MAX);
        u32::try_from(by).map_or(self.width, |it| it.min(self.width))
    }

    /// Shift to the left (B2).
    #[must_use]
    pub fn shl(&self, by: &Self) -> Self {
        match self.amount(by) {
            by if by == self.width => Self::zero(self.width),
            by => match &self.value {
                Value::Small(value) => Self::new(value << by, self.width),
                Value::Wide(value) => Self::big(value << by, self.width),
            },
        }
    }

    /// Shift to the right with zeros (B2).
    #[must_use]
    pub fn lshr(&self, by: &Self) -> Self {
        match self.amount(by) {
            by if by == self.width => Self::zero(self.width),
            by => match &self.value {
                Value::Small(value) => Self::new(value >> by, self.width),
                Value::Wide(value) => Self::big(value >> by, self.width),
            },
        }
    }

    /// Shift to the right with copies of the sign (B2).
    #[must_use]
    pub fn ashr(&self, by: &Self) -> Self {
        if self.sign() { self.not().lshr(by).not() } else { self.lshr(by) }
    }

    /// Bitwise conjunction.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |left, right| left & right, |left, right| left & right)
    }

    /// Bitwise disjunction.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |left, right| left | right, |left, right| left | right)
    }

    /// Bitwise exclusive disjunction.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |left, right| left ^ right, |left, right| left ^ right)
    }

    /// `self` above `low`.
    #[must_use]
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        match (&self.value, &low.value) {
            (Value::Small(high), Value::Small(low_value)) if width <= 128 => {
                Self::new(high << low.width | low_value, width)
            }
            _ => Self::big((self.to_big() << low.width) | low.to_big(), width),
        }
    }

    /// The bits from `high` down to `low`.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Self {
        assert!(low <= high && high < self.width, "the bits should exist");
        let width = high - low + 1;
        match &self.value {
            Value::Small(value) => Self::new(value >> low, width),
            Value::Wide(value) => Self::big(value >> low, width),
        }
    }

    /// The same unsigned number in at least as many bits.
    #[must_use]
    pub fn zero_extend(&self, width: u32) -> Self {
        assert!(self.width <= width, "extension should not narrow");
        match &self.value {
            Value::Small(value) => Self::new(*value, width),
            Value::Wide(value) => Self { width, value: Value::Wide(value.clone()) },
        }
    }

    /// The same signed number in at least as many bits.
    #[must_use]
    pub fn sign_extend(&self, width: u32) -> Self {
        if self.sign() { self.not().zero_extend(width).not() } else { self.zero_extend(width) }
    }

    /// Unsigned comparison.
    #[must_use]
    pub fn ult(&self, other: &Self) -> bool {
        assert_eq!(self.width, other.width, "operands should be of one width");
        match (&self.value, &other.value) {
            (Value::Small(left), Value::Small(right)) => left < right,
            _ => self.to_big() < other.to_big(),
        }
    }

    /// Signed comparison.
    #[must_use]
    pub fn slt(&self, other: &Self) -> bool {
        if self.sign() == other.sign() { self.ult(other) } else { self.sign() }
    }

    /// Digits of the unsigned number in base ten.
    #[must_use]
    pub fn to_decimal(&self) -> String {
        self.to_big().to_string()
    }

    /// Digits of the signed number in base ten.
    #[must_use]
    pub fn to_signed_decimal(&self) -> String {
        if self.sign() { format!("-{}", self.abs().to_big()) } else { self.to_decimal() }
    }
}

/// `5:8` for 5 in eight bits.
impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.to_decimal(), self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    type Operator = (&'static str, fn(&Bits, &Bits) -> Bits, fn(i128, i128, i128) -> i128);

    /// The operators beside their plain definition on (unsigned left, unsigned right, modulus).
    const OPERATORS: [Operator; 14] = [
        ("add", Bits::add, |a, b, _| a + b),
        ("sub", Bits::sub, |a, b, _| a - b),
        ("mul", Bits::mul, |a, b, _| a * b),
        ("udiv", Bits::udiv, |a, b, _| if b == 0 { 0 } else { a / b }),
        ("urem", Bits::urem, |a, b, _| if b == 0 { 0 } else { a % b }),
        ("sdiv", Bits::sdiv, |a, b, m| if b == 0 { 0 } else { signed(a, m) / signed(b, m) }),
        ("srem", Bits::srem, |a, b, m| if b == 0 { 0 } else { signed(a, m) % signed(b, m) }),
        ("shl", Bits::shl, |a, b, m| if m <= 1 << b.min(20) { 0 } else { a << b }),
        ("lshr", Bits::lshr, |a, b, _| a >> b.min(64)),
        ("ashr", Bits::ashr, |a, b, m| signed(a, m) >> b.min(64)),
        ("and", Bits::and, |a, b, _| a & b),
        ("or", Bits::or, |a, b, _| a | b),
        ("xor", Bits::xor, |a, b, _| a ^ b),
        (
            "slt",
            |a, b| Bits::new(u128::from(a.slt(b)), a.width()),
            |a, b, m| i128::from(signed(a, m) < signed(b, m)),
        ),
    ];

    fn signed(value: i128, modulus: i128) -> i128 {
        if value * 2 < modulus { value } else { value - modulus }
    }

    #[test]
    fn small_widths_obey_the_definitions() {
        for width in 1..=5 {
            let modulus = 1_i128 << width;
            for (name, operator, definition) in OPERATORS {
                for (a, b) in (0..modulus).flat_map(|a| (0..modulus).map(move |b| (a, b))) {
                    let left = Bits::new(a.cast_unsigned(), width);
                    let result = operator(&left, &Bits::new(b.cast_unsigned(), width));
                    let expected = definition(a, b, modulus).rem_euclid(modulus);
                    assert_eq!(
                        result.to_u128(),
                        Some(expected.cast_unsigned()),
                        "{a} {name} {b} ({width})"
                    );
                }
            }
        }
    }

    /// Numbers of 6 bits, extended as the operator reads them, behave in 150 bits as they do in 100.
    #[test]
    fn wide_numbers_behave_like_narrow_ones() {
        for (name, operator, _) in OPERATORS {
            let extend = match name {
                "udiv" | "urem" | "lshr" => Bits::zero_extend,
                _ => Bits::sign_extend,
            };
            for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (a, b))) {
                let [left, right] = [a, b].map(|it| Bits::new(it, 6));
                let narrow = operator(&extend(&left, 100), &extend(&right, 100));
                let wide = operator(&extend(&left, 150), &extend(&right, 150));
                assert_eq!(narrow, wide.extract(99, 0), "{a} {name} {b}");
            }
        }
    }

    #[test]
    fn concatenation_and_extraction_are_inverse() {
        for (high, low) in [(3, 5), (100, 28), (100, 29), (120, 130), (1, 128)] {
            let (a, b) = (Bits::ones(high).sub(&Bits::one(high)), Bits::new(0x1234_5678_9abc, low));
            let both = a.concat(&b);
            assert_eq!((both.extract(high + low - 1, low), both.extract(low - 1, 0)), (a, b));
        }
    }

    #[test]
    fn numbers_print() {
        assert_eq!(Bits::signed(-3, 200).to_signed_decimal(), "-3");
        assert_eq!(Bits::ones(8).to_decimal(), "255");
        assert_eq!(format!("{:?}", Bits::signed(-1, 4)), "15:4");
        assert_eq!((Bits::power(150, 160).log2(), Bits::zero(9).trailing_zeros()), (Some(150), 9));
        assert_eq!(Bits::one(140).leading_zeros(), 139);
    }
}
