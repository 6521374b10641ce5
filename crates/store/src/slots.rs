//! Slots of as many bits as it takes to keep what the place of a number does not tell.
//!
//! A number is permuted; its upper part is the line where it belongs, and only the rest is kept. The slots of
//! a line are a ring; the search for a number begins somewhere in it, so that most searches are short.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::bits::{ones, prefetch};
use crate::memory::{Budget, CELLS, Line, Lines};
use crate::numerals::Numerals;
use crate::permutation::Permutation;

/// The lowest bits of a slot: zero if it is empty, else one more than the distance from its own line.
const DISTANCE_BITS: u32 = 2;
/// A number is less than so many lines away from its own.
const REACH: usize = ones(DISTANCE_BITS) as usize;

/// The bits of a line.
const LINE_BITS: u32 = u64::BITS * CELLS as u32;

/// An array of slots.
#[derive(Debug)]
pub(crate) struct Slots {
    lines: Lines,
    pub(crate) layout: Layout,
    budget: Arc<Budget>,
}

/// How numbers are kept in slots.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) numerals: Numerals,
    pub(crate) lines: u64,
    /// Of the numbers that are permuted.
    bits: u32,
    permutation: Permutation,
    /// The bits of a number that its line does not tell.
    rest: u32,
    /// The bits of a slot, and as many ones.
    width: u32,
    mask: u64,
    slots: u32,
}

/// An empty slot, and what belongs in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy {
    line: usize,
    slot: u32,
    content: u64,
}

/// Where a permuted number belongs.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: usize,
    /// The slot of the line where the search begins.
    start: u32,
    /// What is to be kept.
    kept: u64,
}

/// Where a number is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Search {
    Found,
    Vacant(Vacancy),
    /// Nowhere, and there is no slot for it.
    Crowded,
}

impl Layout {
    pub(crate) fn new(lines: u64, numerals: Numerals) -> Self {
        // At least so many bits that two of them choose nothing but the slot.
        let bits = numerals.bits().max(lines.ilog2() + 2);
        let rest = bits - lines.ilog2();
        let width = rest + DISTANCE_BITS;
        Self {
            numerals,
            lines,
            bits,
            permutation: Permutation::new(bits),
            rest,
            width,
            mask: ones(width),
            slots: LINE_BITS / width,
        }
    }

    /// With more numbers than this, the slots are too full.
    pub(crate) fn limit(&self) -> u64 {
        self.lines * u64::from(self.slots) * 7 / 8
    }

    /// Whether the same keys have the same permuted numbers.
    pub(crate) fn permutes_like(&self, other: &Self) -> bool {
        self.permutation == other.permutation && self.numerals == other.numerals
    }

    #[inline]
    pub(crate) fn permute(&self, number: u64) -> u64 {
        self.permutation.apply(number)
    }

    /// The key of a permuted number.
    pub(crate) fn key(&self, permuted: u64) -> u64 {
        self.numerals.decode(self.permutation.undo(permuted))
    }

    /// Where a permuted number belongs.
    ///
    /// The number, as a fraction, times the number of lines is the line and a fraction of it. The fractions for
    /// two numbers of one line differ by at least the number of lines, if their last bits are taken for units,
    /// so that some of these bits may go.
    #[inline]
    fn place(&self, permuted: u64) -> Place {
        let product = u128::from(permuted << (u64::BITS - self.bits)) * u128::from(self.lines);
        let fraction = product as u64;
        let start = u128::from(fraction) * u128::from(self.slots);
        Place {
            line: (product >> u64::BITS) as usize,
            start: (start >> u64::BITS) as u32,
            kept: fraction >> (u64::BITS - self.rest),
        }
    }

    /// The first permuted number of a line, and the lower part of its product.
    fn first(&self, line: usize) -> (u64, u64) {
        let start = (line as u128) << self.bits;
        let permuted = start.div_ceil(self.lines.into());
        (permuted as u64, (permuted * u128::from(self.lines) - start) as u64)
    }

    /// Undoes [`place`](Self::place), given the first number of the line.
    #[inline]
    fn displace(&self, first: (u64, u64), kept: u64) -> u64 {
        let least = kept << self.lines.ilog2();
        first.0 + least.saturating_sub(first.1).div_ceil(self.lines)
    }

    /// The content of a slot.
    #[inline]
    fn get(&self, line: &Line, slot: u32) -> u64 {
        let bit = slot * self.width;
        let (cell, shift) = ((bit / 64) as usize, bit % 64);
        let lower = line.0[cell % CELLS].load(Ordering::Relaxed) >> shift;
        // A slot that ends in the last cell does not need another one.
        let upper = line.0[(cell + 1) % CELLS].load(Ordering::Relaxed);
        (lower | upper << 1 << (63 - shift)) & self.mask
    }

    /// Fills an empty slot.
    #[inline]
    fn set(&self, line: &Line, slot: u32, content: u64) {
        let bit = slot * self.width;
        let (cell, shift) = ((bit / 64) as usize, bit % 64);
        let join = |cell: usize, bits: u64| {
            let cell = &line.0[cell];
            cell.store(cell.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
        };
        join(cell, content << shift);
        if shift + self.width > 64 {
            join(cell + 1, content >> (64 - shift));
        }
    }
}

impl Slots {
    /// Empty slots, whose memory was taken from the budget and is given back in the end.
    pub(crate) fn new(layout: Layout, budget: &Arc<Budget>) -> Option<Self> {
        let lines = Lines::new(usize::try_from(layout.lines).ok()?)?;
        Some(Self { lines, layout, budget: Arc::clone(budget) })
    }

    /// Asks for the memory where a key would lie.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        if let Some(number) = self.layout.numerals.encode(key) {
            prefetch(&self.lines[self.layout.place(self.layout.permute(number)).line]);
        }
    }

    /// Finds a permuted number or an empty slot for it.
    #[inline]
    pub(crate) fn find(&self, permuted: u64) -> Search {
        let layout = &self.layout;
        let Place { mut line, start, kept } = layout.place(permuted);
        for distance in 1..=REACH as u64 {
            let wanted = kept << DISTANCE_BITS | distance;
            let cells = &self.lines[line];
            let mut slot = start;
            loop {
                match layout.get(cells, slot) {
                    0 => return Search::Vacant(Vacancy { line, slot, content: wanted }),
                    content if content == wanted => return Search::Found,
                    _ => {}
                }
                slot = if slot + 1 == layout.slots { 0 } else { slot + 1 };
                if slot == start {
                    break;
                }
            }
            line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
        }
        Search::Crowded
    }

    /// Fills an empty slot.
    #[inline]
    pub(crate) fn fill(&self, vacancy: Vacancy) {
        self.layout.set(&self.lines[vacancy.line], vacancy.slot, vacancy.content);
    }

    /// Calls for every permuted number.
    pub(crate) fn for_each(&self, mut call: impl FnMut(u64)) {
        let count = self.lines.len();
        let mut firsts: [(u64, u64); REACH] =
            std::array::from_fn(|it| self.layout.first((count - it % count) % count));
        for (at, line) in self.lines.iter().enumerate() {
            if at > 0 {
                firsts.rotate_right(1);
                firsts[0] = self.layout.first(at);
            }
            for slot in 0..self.layout.slots {
                let content = self.layout.get(line, slot);
                if content != 0 {
                    let distance = (content & ones(DISTANCE_BITS)) as usize - 1;
                    call(self.layout.displace(firsts[distance], content >> DISTANCE_BITS));
                }
            }
        }
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        self.budget.give_back(Lines::bytes(self.lines.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Place};
    use crate::bits::ones;
    use crate::numerals::{Field, Numerals};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_can_be_undone(lines in 1..100_000u64, width in 1..57u32, number: u64) {
            let number = number & ones(width);
            let numerals = Numerals::new(&[Field { shift: 0, width }]).with(ones(width));
            let layout = Layout::new(lines, numerals);
            let permuted = layout.permute(number);
            let Place { line, start, kept } = layout.place(permuted);
            prop_assert!((line as u64) < lines && kept <= ones(layout.rest));
            prop_assert!(start < layout.slots);
            prop_assert_eq!(layout.displace(layout.first(line), kept), permuted);
            prop_assert_eq!(layout.key(permuted), number);
        }
    }
}
