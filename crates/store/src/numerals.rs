//! Keys as numbers whose digits have radices of their own.
//!
//! A key consists of *fields*, the numbers of its columns or nodes, and has room for more of them than there
//! are. As the digits of one number, whose radices are hardly larger than the largest digits seen, the fields
//! need fewer bits. When a larger digit comes, its radix grows, and all numbers change.

use crate::Key;
use crate::bits::ones;
use crate::mix::mix;

/// Some bits of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) shift: u32,
    pub(crate) width: u32,
}

impl Field {
    fn mask(self) -> u64 {
        ones(self.width)
    }
}

/// Tells the segment of a key by the lowest bits of one of its fields combined with a hash value of all others,
/// so that it does not depend on any radix and need not be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Splitter {
    shift: u32,
    mask: u64,
    bits: u32,
}

impl Splitter {
    /// For two to the power of `bits` segments, by the widest of the fields.
    pub(crate) fn new(fields: &[Field], bits: u32) -> Self {
        let widest = fields.iter().rev().copied().max_by_key(|it| it.width);
        let widest = widest.unwrap_or(Field { shift: 0, width: 0 });
        Self { shift: widest.shift, mask: widest.mask(), bits }
    }

    /// The segment, and what is left to be kept: the same key, but the field is shifted.
    #[inline]
    pub(crate) fn split(&self, key: Key) -> (usize, Key) {
        let digit = key >> self.shift & self.mask;
        let rest = self.replace(key, digit >> self.bits);
        ((digit & !(!0 << self.bits) ^ self.blur(rest)) as usize, rest)
    }

    /// Undoes [`split`](Self::split).
    pub(crate) fn join(&self, segment: usize, rest: Key) -> Key {
        let digit = rest >> self.shift & self.mask;
        self.replace(rest, digit << self.bits | segment as u64 ^ self.blur(rest))
    }

    #[inline]
    fn replace(&self, key: Key, digit: u64) -> Key {
        key & !(self.mask << self.shift) | digit << self.shift
    }

    #[inline]
    fn blur(&self, rest: Key) -> u64 {
        mix(rest) >> (u64::BITS - self.bits)
    }
}

/// A number for each key of which no digit is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numerals {
    digits: Box<[Digit]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    shift: u32,
    mask: u64,
    radix: u64,
    /// The product of the radices before.
    weight: u64,
}

impl Digit {
    #[inline]
    fn of(&self, key: Key) -> u64 {
        key >> self.shift & self.mask
    }

    /// Its next larger radix: one of four between two powers of two.
    fn larger(&self) -> u64 {
        rounded(self.radix + 1).min(self.most())
    }

    fn most(&self) -> u64 {
        self.mask + 1
    }
}

/// The least number with no ones below its first three bits that is not less than this one.
fn rounded(number: u64) -> u64 {
    let unit = 1 << (number.max(1).ilog2().saturating_sub(2));
    number.next_multiple_of(unit)
}

impl Numerals {
    /// Only the key of zeros has a number. The widths of the fields are less than 64 together.
    pub(crate) fn new(fields: &[Field]) -> Self {
        let digit = |it: &Field| Digit { shift: it.shift, mask: it.mask(), radix: 1, weight: 1 };
        Self { digits: fields.iter().map(digit).collect() }
    }

    /// The number of a key, if no digit is too large.
    #[inline]
    pub(crate) fn encode(&self, key: Key) -> Option<u64> {
        let (mut number, mut fits) = (0u64, true);
        for it in &self.digits {
            let digit = it.of(key);
            fits &= digit < it.radix;
            number = number.wrapping_add(digit.wrapping_mul(it.weight));
        }
        fits.then_some(number)
    }

    /// The key of a number.
    pub(crate) fn decode(&self, number: u64) -> Key {
        let (mut key, mut rest) = (0, number);
        for it in &self.digits {
            key |= (rest % it.radix) << it.shift;
            rest /= it.radix;
        }
        key
    }

    /// How many bits the numbers take.
    pub(crate) fn bits(&self) -> u32 {
        let last = self.digits.last().map_or(1, |it| it.weight * it.radix);
        last.next_power_of_two().ilog2()
    }

    /// The same with a number for this key, too, and for as many others as take no more bits.
    pub(crate) fn with(&self, key: Key) -> Self {
        let mut digits = self.digits.clone();
        let mut growing = Vec::new();
        for (at, it) in digits.iter_mut().enumerate() {
            let digit = it.of(key);
            if digit >= it.radix {
                it.radix = rounded(digit + 1).min(it.most());
                growing.push(at);
            }
        }
        let product = |digits: &[Digit]| digits.iter().map(|it| it.radix).product::<u64>();
        let most = product(&digits).next_power_of_two();
        // What has just grown will grow again.
        growing.extend((0..digits.len()).filter(|it| digits[*it].radix > 1));
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &at in &growing {
                let larger = digits[at].larger();
                if larger > digits[at].radix && product(&digits) / digits[at].radix * larger <= most
                {
                    digits[at].radix = larger;
                    changed = true;
                }
            }
        }
        let mut weight = 1;
        for it in &mut digits {
            it.weight = weight;
            weight *= it.radix;
        }
        Self { digits }
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Numerals, Splitter, rounded};
    use proptest::prelude::*;

    fn fields(widths: &[u32]) -> Vec<Field> {
        let mut shift = 0;
        let field = |&width: &u32| {
            let field = Field { shift, width };
            shift += width;
            field
        };
        widths.iter().map(field).collect()
    }

    fn keys() -> impl Strategy<Value = (Vec<u32>, Vec<u64>)> {
        let widths = prop_oneof![Just(vec![30, 30]), prop::collection::vec(1..=12u32, 1..5)];
        widths.prop_flat_map(|widths| {
            let digits: Vec<_> = widths.iter().map(|&it| 0..1u64 << it).collect();
            let key = digits.prop_map({
                let fields = fields(&widths);
                move |digits| digits.iter().zip(&fields).map(|(it, at)| it << at.shift).sum()
            });
            (Just(widths), prop::collection::vec(key, 1..8))
        })
    }

    proptest! {
        #[test]
        fn segments_can_be_undone((widths, keys) in keys()) {
            let splitter = Splitter::new(&fields(&widths), 4);
            for key in keys {
                let (segment, rest) = splitter.split(key);
                prop_assert!(segment < 16);
                prop_assert_eq!(splitter.join(segment, rest), key);
            }
        }

        #[test]
        fn all_keys_have_numbers_that_can_be_undone((widths, keys) in keys()) {
            let mut numerals = Numerals::new(&fields(&widths));
            for (count, &key) in keys.iter().enumerate() {
                numerals = numerals.with(key);
                prop_assert!(numerals.bits() <= widths.iter().sum());
                for &key in &keys[..=count] {
                    let number = numerals.encode(key).unwrap();
                    prop_assert!(number < 1 << numerals.bits());
                    prop_assert_eq!(numerals.decode(number), key);
                }
            }
        }
    }

    #[test]
    fn radices_are_hardly_larger_than_the_digits() {
        assert_eq!([1, 7, 8, 9, 15, 17, 35, 1000].map(rounded), [1, 7, 8, 10, 16, 20, 40, 1024]);
        let numerals = Numerals::new(&fields(&[20, 20, 20])).with(99 << 40 | 99 << 20 | 99);
        // A little more than a million numbers.
        assert_eq!(numerals.bits(), 21);
        assert_eq!(numerals.encode(1 << 19), None);
    }
}
