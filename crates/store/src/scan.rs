//! One look at a cache line of words: which of them agree with a word, and which cell is vacant.
//!
//! Without a jump, since the processor could not guess where it goes.
#![allow(unsafe_code, reason = "a cache line is read by four instructions")]

use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory::CELLS;
use crate::table::TAKEN;

/// What one look at a line finds. The cells of a line are taken from the front to the back, so that
/// nothing is behind a cell that is not taken.
pub(crate) struct Found {
    /// Two bits for each cell, of which the lower one tells that it agrees.
    agreeing: u32,
    /// Likewise that it is not taken.
    vacant: u32,
}

/// The lower bits of all cells.
const EVERY: u32 = 0x5555;

impl Found {
    /// Compares the words of a line with another one under a mask.
    #[inline]
    pub(crate) fn new(line: &[AtomicU64; CELLS], like: u64, mask: u64) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            Self::at_once(line, like, mask)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            Self::one_by_one(line, like, mask)
        }
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn one_by_one(line: &[AtomicU64; CELLS], like: u64, mask: u64) -> Self {
        let (mut agreeing, mut vacant) = (0, 0);
        for (at, cell) in line.iter().enumerate() {
            let word = cell.load(Ordering::Acquire);
            agreeing |= u32::from((word ^ like) & mask == 0) << (2 * at);
            vacant |= u32::from(word & TAKEN == 0) << (2 * at);
        }
        Self { agreeing, vacant }
    }

    /// By the vector instructions that every such processor has.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn at_once(line: &[AtomicU64; CELLS], like: u64, mask: u64) -> Self {
        use std::arch::asm;
        use std::arch::x86_64::{
            __m128i, _mm_and_si128, _mm_cmpeq_epi32, _mm_movemask_epi8, _mm_packs_epi16,
            _mm_packs_epi32, _mm_set1_epi64x, _mm_setzero_si128, _mm_slli_epi32, _mm_xor_si128,
        };
        const { assert!(TAKEN == 1) };
        let (first, second, third, fourth): (__m128i, __m128i, __m128i, __m128i);
        // SAFETY: the four instructions read the line, which is as long and aligned; each of its words is
        // read as a whole and with the order of an acquiring load, as the processor reads all.
        unsafe {
            asm!(
                "movdqu {first}, [{line}]",
                "movdqu {second}, [{line} + 16]",
                "movdqu {third}, [{line} + 32]",
                "movdqu {fourth}, [{line} + 48]",
                line = in(reg) line.as_ptr(),
                first = out(xmm_reg) first,
                second = out(xmm_reg) second,
                third = out(xmm_reg) third,
                fourth = out(xmm_reg) fourth,
                options(nostack, preserves_flags, readonly),
            );
        }
        let (like, mask) = (like.cast_signed(), mask.cast_signed());
        // SAFETY: every processor of this architecture has the instructions.
        let (agreeing, taken) = unsafe {
            let (like, mask, zero) =
                (_mm_set1_epi64x(like), _mm_set1_epi64x(mask), _mm_setzero_si128());
            // Each half of a word becomes all ones or zeros, then one byte, then one bit.
            let equal = |pair: __m128i| {
                _mm_cmpeq_epi32(_mm_and_si128(_mm_xor_si128(pair, like), mask), zero)
            };
            let bits = |pairs: [__m128i; 4]| {
                let lower = _mm_packs_epi32(pairs[0], pairs[1]);
                let upper = _mm_packs_epi32(pairs[2], pairs[3]);
                _mm_movemask_epi8(_mm_packs_epi16(lower, upper)).cast_unsigned()
            };
            let pairs = [first, second, third, fourth];
            // The lowest bit becomes the sign, which packing keeps.
            (bits(pairs.map(equal)), bits(pairs.map(|it| _mm_slli_epi32::<31>(it))))
        };
        Self { agreeing: agreeing & agreeing >> 1 & EVERY, vacant: !taken & EVERY }
    }

    /// Whether some cell agrees.
    #[inline]
    pub(crate) fn is_some(&self) -> bool {
        self.agreeing != 0
    }

    /// The cells that agree.
    #[inline]
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> {
        let mut rest = self.agreeing;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let first = rest.trailing_zeros() as usize / 2;
                rest &= rest - 1;
                first % CELLS
            })
        })
    }

    /// The first cell that was not taken, and what is in it now.
    #[inline]
    pub(crate) fn vacant<'l>(&self, line: &'l [AtomicU64; CELLS]) -> Option<(&'l AtomicU64, u64)> {
        let first = self.vacant.trailing_zeros() as usize / 2;
        line.get(first).map(|cell| (cell, cell.load(Ordering::Acquire)))
    }
}

#[cfg(test)]
mod tests {
    use super::Found;
    use proptest::prelude::*;
    use std::sync::atomic::AtomicU64;

    proptest! {
        #[test]
        fn both_ways_agree(
            words in prop::array::uniform8(prop_oneof![Just(0u64), Just(2), 0..9u64, any::<u64>()]),
            like in prop_oneof![0..9u64, any::<u64>()],
            halves: (bool, bool),
        ) {
            let half = u64::from(u32::MAX);
            let mask = if halves.0 { half } else { 1 } | if halves.1 { !half } else { 1 };
            for like in words.into_iter().chain([like]) {
                let line = words.map(AtomicU64::new);
                let (one, other) = (Found::new(&line, like, mask), Found::one_by_one(&line, like, mask));
                prop_assert_eq!((one.agreeing, one.vacant), (other.agreeing, other.vacant));
                let agreeing: Vec<usize> = one.cells().collect();
                let expected = (0..8).filter(|&it| (words[it] ^ like) & mask == 0);
                prop_assert_eq!(agreeing, expected.collect::<Vec<_>>());
                let vacant = one.vacant(&line).map(|(cell, _)| std::ptr::from_ref(cell));
                let expected = line.iter().zip(words).find(|(_, it)| it & 1 == 0);
                prop_assert_eq!(vacant, expected.map(|(cell, _)| std::ptr::from_ref(cell)));
            }
        }
    }
}
