//! Permutations of the numbers of so many bits.

use crate::bits::ones;

/// Takes numbers of some bits, at most 64, to others such that all bits count.
///
/// Multiplications by odd numbers take the lower bits to the upper ones, xor-shifts by half the bits the
/// upper to the lower ones; both can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Permutation {
    bits: u32,
}

const MULTIPLIERS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];

/// Their inverses modulo 2⁶⁴, and so modulo all smaller powers of two.
const INVERSES: [u64; 2] = [inverse(MULTIPLIERS[0]), inverse(MULTIPLIERS[1])];

impl Permutation {
    /// Of the numbers of at least two bits.
    pub(crate) fn new(bits: u32) -> Self {
        Self { bits: bits.clamp(2, 64) }
    }

    #[inline]
    pub(crate) fn apply(self, number: u64) -> u64 {
        let (all, half) = (ones(self.bits), self.bits.div_ceil(2));
        let mut number = number;
        for multiplier in MULTIPLIERS {
            number = number.wrapping_mul(multiplier) & all;
            number ^= number >> half;
        }
        number
    }

    #[inline]
    pub(crate) fn undo(self, number: u64) -> u64 {
        let (all, half) = (ones(self.bits), self.bits.div_ceil(2));
        let mut number = number;
        for inverse in INVERSES.into_iter().rev() {
            // Shifting by half of the bits or more is undone by itself.
            number ^= number >> half;
            number = number.wrapping_mul(inverse) & all;
        }
        number
    }
}

/// The inverse of an odd number modulo 2⁶⁴, by Newton's iteration.
pub(crate) const fn inverse(odd: u64) -> u64 {
    // Right in the lowest three bits; each step doubles their number.
    let mut inverse = odd;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::{Permutation, ones};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_can_be_undone(bits in 2..=64u32, number: u64) {
            let (number, permutation) = (number & ones(bits), Permutation::new(bits));
            let image = permutation.apply(number);
            prop_assert_eq!(image & !ones(bits), 0);
            prop_assert_eq!(permutation.undo(image), number);
            prop_assert_eq!(permutation.apply(permutation.undo(number)), number);
        }
    }

    #[test]
    fn neighbours_are_torn_apart() {
        // The upper bits of the images of 0..4096 of 40 bits fill 4096 places as if by chance.
        let permutation = Permutation::new(40);
        let places: std::collections::BTreeSet<u64> =
            (0..4096).map(|it| permutation.apply(it) >> 28).collect();
        assert!((2300..2900).contains(&places.len()), "{}", places.len());
    }
}
