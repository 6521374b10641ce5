//! Hash functions.

use crate::permutation::inverse;

/// A permutation of the words in which every bit of the outcome depends on every bit of the word.
///
/// Two rounds of xor-shift and multiplication, as in the final mix of MurmurHash3 (A. Appleby); the
/// constants are those that P. Evensen found ("Moremur", 2019).
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let mut word = word;
    word ^= word >> 27;
    word = word.wrapping_mul(MULTIPLIERS[0]);
    word ^= word >> 33;
    word = word.wrapping_mul(MULTIPLIERS[1]);
    word ^ word >> 27
}

/// The word that [`mix`] takes to this one.
pub(crate) fn unmix(mixed: u64) -> u64 {
    let mut word = unshift(mixed, 27);
    word = word.wrapping_mul(inverse(MULTIPLIERS[1]));
    word = unshift(word, 33);
    word = word.wrapping_mul(inverse(MULTIPLIERS[0]));
    unshift(word, 27)
}

const MULTIPLIERS: [u64; 2] = [0x3C79_AC49_2BA7_B653, 0x1C69_B3F7_4AC4_AE35];

/// Undoes `word ^ word >> shift`.
fn unshift(word: u64, shift: u32) -> u64 {
    let mut undone = word;
    let mut at = shift;
    while at < u64::BITS {
        undone = word ^ undone >> shift;
        at += shift;
    }
    undone
}

/// A hash value of a string of words; those with different seeds are independent.
///
/// A word is joined to the value so far before that is mixed: strings that differ in one word never
/// collide, and the difference of one word cannot be undone by a simple one of the next. The words take
/// turns in two values, since the processor can mix both at a time.
#[inline]
pub(crate) fn hash(words: &[u64], seed: u64) -> u64 {
    let mut values = [seed ^ words.len() as u64, !seed];
    let (pairs, last) = words.as_chunks::<2>();
    for pair in pairs {
        values[0] = mix(values[0] ^ pair[0]).wrapping_add(MULTIPLIERS[1]);
        values[1] = mix(values[1] ^ pair[1]).wrapping_add(MULTIPLIERS[0]);
    }
    for word in last {
        values[0] = mix(values[0] ^ word).wrapping_add(MULTIPLIERS[1]);
    }
    mix(mix(values[0]) ^ values[1])
}

/// The whole part of `fraction · 2⁻⁶⁴ · size`: spreads fractions of one over a size, keeping their order.
#[inline]
pub(crate) fn scale(fraction: u64, size: u64) -> u64 {
    ((u128::from(fraction) * u128::from(size)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::{hash, mix, scale, unmix};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn mixing_can_be_undone(word: u64) {
            prop_assert_eq!(unmix(mix(word)), word);
            prop_assert_eq!(mix(unmix(word)), word);
        }

        #[test]
        fn scaling_keeps_order(a: u64, b: u64, size in 1..u64::MAX) {
            prop_assert!(scale(a, size) < size);
            prop_assert_eq!(scale(a.min(b), size), scale(a, size).min(scale(b, size)));
        }
    }

    /// How many of the pairs (input bit, output bit) flip together in about half of the cases.
    fn avalanche(function: impl Fn(u64) -> u64) -> usize {
        let mut good = 0;
        for bit in 0..64 {
            let mut flips = [0u32; 64];
            for word in 0..1000u64 {
                let word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (word % 60);
                let difference = function(word) ^ function(word ^ 1 << bit);
                for (at, count) in flips.iter_mut().enumerate() {
                    *count += u32::from(difference >> at & 1 == 1);
                }
            }
            good += flips.iter().filter(|it| (400..600).contains(*it)).count();
        }
        good
    }

    #[test]
    fn every_bit_depends_on_every_bit() {
        assert_eq!(avalanche(mix), 64 * 64);
        assert_eq!(avalanche(|word| hash(&[1, word, 2], 7)), 64 * 64);
    }

    #[test]
    fn length_and_seed_count() {
        assert_ne!(hash(&[0; 3], 0), hash(&[0; 4], 0));
        assert_ne!(hash(&[0; 4], 0), hash(&[0; 4], 1));
        assert_ne!(hash(&[], 0), hash(&[0], 0));
    }
}
