//! Known bits: for each bit of a number, whether it is known to be zero or one.

use crate::lattice::{Lattice, Numeric, Thresholds};
use tribunal_ir::{BinOp, IntShape, UnOp};

/// What is known about the 128 bits of a number as it is kept; beyond its width they repeat its sign, or are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The bits that are known.
    known: u128,
    /// The bits that are known to be one.
    ones: u128,
}

/// The bits of a width.
fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

impl Bits {
    /// Nothing is known.
    pub const ANY: Self = Self { known: 0, ones: 0 };

    /// What is known if these bits are known, and these of them are one.
    #[must_use]
    pub fn new(known: u128, ones: u128) -> Self {
        Self { known, ones: ones & known }
    }

    /// The bits that are known.
    #[must_use]
    pub fn known(self) -> u128 {
        self.known
    }

    /// The bits that are known to be one.
    #[must_use]
    pub fn ones(self) -> u128 {
        self.ones
    }

    /// The only number, if there is one.
    #[must_use]
    pub fn single(self) -> Option<i128> {
        (self.known == u128::MAX).then_some(self.ones.cast_signed())
    }

    /// The least and the greatest number.
    #[must_use]
    pub fn range(self) -> (i128, i128) {
        let sign = 1u128 << 127;
        let open = !self.known;
        // An open sign makes the least number negative, any other open bit the greatest greater.
        let lo = self.ones | (open & sign);
        let hi = self.ones | (open & !sign);
        (lo.cast_signed(), hi.cast_signed())
    }

    /// How many of the lowest bits are known, without a gap.
    fn low(self) -> u32 {
        self.known.trailing_ones()
    }

    fn zeros(self) -> u128 {
        self.known & !self.ones
    }

    /// What is known of a function of the low bits alone, if so many are known of both operands.
    fn of_low(low: u32, value: u128) -> Self {
        Self::new(mask(low), value)
    }

    /// A shift to the left by a constant.
    fn shl(self, count: u32) -> Self {
        Self::new((self.known << count) | mask(count), self.ones << count)
    }
}

impl Lattice for Bits {
    fn le(&self, other: &Self) -> bool {
        other.known & !self.known == 0 && (self.ones ^ other.ones) & other.known == 0
    }

    fn join(&self, other: &Self) -> Self {
        Self::new(self.known & other.known & !(self.ones ^ other.ones), self.ones)
    }

    /// There are finitely many bits to forget (L4).
    fn widen(&self, newer: &Self, _: &Thresholds) -> Self {
        self.join(newer)
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        let clash = (self.ones ^ other.ones) & self.known & other.known;
        (clash == 0).then(|| Self::new(self.known | other.known, self.ones | other.ones))
    }
}

impl Numeric for Bits {
    fn top(shape: IntShape) -> Self {
        if shape.signed || shape.bits == 128 {
            Self::ANY
        } else {
            Self::new(!mask(shape.bits.into()), 0)
        }
    }

    fn constant(value: i128) -> Self {
        Self::new(u128::MAX, value.cast_unsigned())
    }

    fn contains(&self, value: i128) -> bool {
        value.cast_unsigned() & self.known == self.ones
    }

    fn unary(op: UnOp, shape: IntShape, a: &Self) -> Self {
        match op {
            UnOp::BitNot => Self::new(a.known, !a.ones).wrap(shape),
            UnOp::Neg => Self::binary(BinOp::Sub, shape, &Self::constant(0), a),
            UnOp::Not => Self::new(!1, 0),
            UnOp::Sqrt | UnOp::Round(_) => Self::top(shape),
        }
    }

    fn binary(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Self {
        let truth = |value: bool| Self::constant(value.into());
        let low = a.low().min(b.low());
        let result = match op {
            BinOp::And => {
                let ones = a.ones & b.ones;
                Self::new(ones | a.zeros() | b.zeros(), ones)
            }
            BinOp::Or => {
                let ones = a.ones | b.ones;
                Self::new(ones | (a.zeros() & b.zeros()), ones)
            }
            BinOp::Xor => Self::new(a.known & b.known, a.ones ^ b.ones),
            BinOp::Add => Self::of_low(low, a.ones.wrapping_add(b.ones)),
            BinOp::Sub => Self::of_low(low, a.ones.wrapping_sub(b.ones)),
            BinOp::Mul => {
                // Trailing zeros add up.
                let zeros = a.zeros().trailing_ones() + b.zeros().trailing_ones();
                let product = Self::of_low(low, a.ones.wrapping_mul(b.ones));
                product.meet(&Self::new(mask(zeros), 0)).unwrap_or(product)
            }
            BinOp::Shl | BinOp::Shr => {
                let Some(count) = b.single() else { return Self::top(shape) };
                let Ok(count) = u32::try_from(count.rem_euclid(shape.bits.into())) else {
                    return Self::top(shape);
                };
                match op {
                    BinOp::Shl => a.shl(count),
                    // What is beyond the width of a wide natural number is not kept.
                    _ if !shape.signed => {
                        Self::new((a.known >> count) | !(u128::MAX >> count), a.ones >> count)
                    }
                    _ => {
                        let arithmetic = |it: u128| (it.cast_signed() >> count).cast_unsigned();
                        Self::new(arithmetic(a.known), arithmetic(a.ones))
                    }
                }
            }
            BinOp::Eq if a.meet(b).is_none() => return truth(false),
            BinOp::Ne if a.meet(b).is_none() => return truth(true),
            _ if op.is_comparison() => return Self::new(!1, 0),
            _ => return Self::top(shape),
        };
        result.wrap(shape)
    }

    fn wrap(&self, shape: IntShape) -> Self {
        let bits = u32::from(shape.bits);
        if bits == 128 {
            return *self;
        }
        let inside = mask(bits);
        let sign = 1u128 << (bits - 1);
        match shape.signed {
            false => Self::new(self.known | !inside, self.ones & inside),
            true if self.known & sign == 0 => Self::new(self.known & inside, self.ones),
            true if self.ones & sign == 0 => Self::new(self.known | !inside, self.ones & inside),
            true => Self::new(self.known | !inside, self.ones | !inside),
        }
    }

    fn refine(op: BinOp, _: IntShape, a: &Self, b: &Self) -> Option<(Self, Self)> {
        match op {
            BinOp::Eq => a.meet(b).map(|both| (both, both)),
            BinOp::Ne if a.single().is_some() && a == b => None,
            _ => Some((*a, *b)),
        }
    }
}
