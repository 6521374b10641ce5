//! Whole numbers without a bound: small ones, which most are, in a machine word.

use num_bigint::BigInt;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Rem};

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    Small(i64),
    /// One that is not small.
    Large(Box<BigInt>),
}

impl Integer {
    pub(super) const ZERO: Self = Self::Small(0);
    pub(super) const ONE: Self = Self::Small(1);

    fn large(number: BigInt) -> Self {
        match i64::try_from(&number) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::Large(Box::new(number)),
        }
    }

    fn big(&self) -> BigInt {
        match self {
            Self::Small(number) => BigInt::from(*number),
            Self::Large(number) => (**number).clone(),
        }
    }

    /// The result of an operation that takes two small numbers to one of 128 bits.
    fn apply(
        &self,
        other: &Self,
        small: impl Fn(i128, i128) -> i128,
        large: impl Fn(BigInt, BigInt) -> BigInt,
    ) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => Self::from(small((*a).into(), (*b).into())),
            _ => Self::large(large(self.big(), other.big())),
        }
    }

    /// How many bits it takes.
    pub(super) fn bits(&self) -> u64 {
        match self {
            Self::Small(number) => u64::from(64 - number.unsigned_abs().leading_zeros()),
            Self::Large(number) => number.bits(),
        }
    }

    pub(super) fn is_negative(&self) -> bool {
        *self < Self::ZERO
    }

    /// The greatest common divisor, positive unless both are zero.
    pub(super) fn gcd(&self, other: &Self) -> Self {
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return Self::from(i128::from(a));
        }
        let (mut a, mut b) = (self.clone(), other.clone());
        while b != Self::ZERO {
            let rest = &a % &b;
            (a, b) = (b, rest);
        }
        if a.is_negative() { -&a } else { a }
    }
}

impl From<i128> for Integer {
    fn from(number: i128) -> Self {
        match i64::try_from(number) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::Large(Box::new(BigInt::from(number))),
        }
    }
}

impl TryFrom<&Integer> for i128 {
    type Error = ();

    fn try_from(number: &Integer) -> Result<Self, ()> {
        match number {
            Integer::Small(small) => Ok((*small).into()),
            Integer::Large(large) => Self::try_from(&**large).map_err(|_| ()),
        }
    }
}

impl TryFrom<&Integer> for i64 {
    type Error = ();

    fn try_from(number: &Integer) -> Result<Self, ()> {
        match number {
            Integer::Small(small) => Ok(*small),
            Integer::Large(_) => Err(()),
        }
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.cmp(b),
            _ => self.big().cmp(&other.big()),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Integer {
    type Output = Integer;

    fn add(self, other: Self) -> Integer {
        self.apply(other, |a, b| a + b, |a, b| a + b)
    }
}

impl Mul for &Integer {
    type Output = Integer;

    fn mul(self, other: Self) -> Integer {
        self.apply(other, |a, b| a * b, |a, b| a * b)
    }
}

/// Towards zero.
impl Div for &Integer {
    type Output = Integer;

    fn div(self, other: Self) -> Integer {
        self.apply(other, |a, b| a / b, |a, b| a / b)
    }
}

impl Rem for &Integer {
    type Output = Integer;

    fn rem(self, other: Self) -> Integer {
        self.apply(other, |a, b| a % b, |a, b| a % b)
    }
}

impl Neg for &Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        match self {
            Integer::Small(number) => Integer::from(-i128::from(*number)),
            Integer::Large(number) => Integer::large(-&**number),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(number) => number.fmt(f),
            Self::Large(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Integer;
    use num_bigint::BigInt;
    use proptest::prelude::{any, prop_assert_eq, prop_oneof, proptest};
    use proptest::strategy::Strategy;

    fn number() -> impl Strategy<Value = i128> {
        prop_oneof![any::<i128>(), any::<i64>().prop_map(i128::from), -9..9_i128]
    }

    proptest! {
        #[test]
        fn it_counts_like_any_other(x in number(), y in number()) {
            let (a, b) = (Integer::from(x), Integer::from(y));
            let (p, q) = (BigInt::from(x), BigInt::from(y));
            prop_assert_eq!((&a + &b).to_string(), (&p + &q).to_string());
            prop_assert_eq!((&a * &b).to_string(), (&p * &q).to_string());
            prop_assert_eq!((-&a).to_string(), (-&p).to_string());
            prop_assert_eq!(a.cmp(&b), p.cmp(&q));
            prop_assert_eq!(a == b, p == q);
            prop_assert_eq!(a.bits(), p.bits());
            if y != 0 {
                prop_assert_eq!((&a / &b).to_string(), (&p / &q).to_string());
                prop_assert_eq!((&a % &b).to_string(), (&p % &q).to_string());
                let divisor = a.gcd(&b);
                prop_assert_eq!(&a % &divisor, Integer::ZERO);
                prop_assert_eq!(&b % &divisor, Integer::ZERO);
            }
            // What has become small again is.
            prop_assert_eq!(&(&a * &b) + &-&(&a * &b), Integer::ZERO);
        }
    }
}
