//! States as a few bits each in one array of bits.
//!
//! G. J. Holzmann: *An analysis of bitstate hashing*, Formal Methods in System Design, 1998. The places
//! of the bits of a state follow from two hash values by enhanced double hashing: P. C. Dillinger,
//! P. Manolios: *Bloom filters in probabilistic verification*, FMCAD 2004.

use std::sync::atomic::Ordering;

use crate::bits::prefetch;
use crate::memory::{Budget, CELLS, Lines};
use crate::mix::scale;

/// An array of bits.
#[derive(Debug)]
pub(crate) struct Bitstate {
    pub(crate) lines: Lines,
    hashes: u32,
}

impl Bitstate {
    /// An array of about so many bits, or fewer if there is no memory for them.
    pub(crate) fn new(bits: u64, hashes: u32, budget: &Budget) -> Option<Self> {
        let mut wanted = bits.div_ceil(512).max(1);
        loop {
            let lines = usize::try_from(wanted).unwrap_or(usize::MAX / 512);
            let bytes = Lines::bytes(lines);
            if wanted == 1 {
                budget.force(bytes);
            }
            if wanted == 1 || budget.take(bytes) {
                if let Some(lines) = Lines::new(lines) {
                    return Some(Self { lines, hashes: hashes.max(1) });
                }
                budget.give_back(bytes);
            }
            if wanted == 1 {
                return None;
            }
            wanted = wanted.div_ceil(2);
        }
    }

    /// How many bits there are.
    pub(crate) fn bits(&self) -> u64 {
        self.lines.len() as u64 * 512
    }

    /// The places of the bits of a state.
    fn places(&self, first: u64, second: u64) -> impl Iterator<Item = (usize, usize, u64)> {
        let (mut place, mut step) = (first, second);
        (0..u64::from(self.hashes)).map(move |number| {
            let bit = scale(place, self.bits());
            place = place.wrapping_add(step);
            step = step.wrapping_add(number);
            ((bit / 512) as usize, (bit / 64) as usize % CELLS, 1 << (bit % 64))
        })
    }

    #[inline]
    pub(crate) fn prefetch(&self, first: u64, second: u64) {
        for (line, _, _) in self.places(first, second) {
            prefetch(&self.lines[line]);
        }
    }

    /// Sets the bits of a state; whether one of them was not set. If two threads do so at the same time,
    /// it may be new for both.
    #[inline]
    pub(crate) fn insert(&self, first: u64, second: u64) -> bool {
        let mut new = false;
        for (line, cell, bit) in self.places(first, second) {
            let cell = &self.lines[line].0[cell];
            if cell.load(Ordering::Relaxed) & bit == 0 {
                new |= cell.fetch_or(bit, Ordering::Relaxed) & bit == 0;
            }
        }
        new
    }

    /// Whether the bits of a state are set.
    pub(crate) fn contains(&self, first: u64, second: u64) -> bool {
        self.places(first, second)
            .all(|(line, cell, bit)| self.lines[line].0[cell].load(Ordering::Relaxed) & bit != 0)
    }

    /// The probability that a new state is taken for a known one when there are so many.
    pub(crate) fn collision(&self, members: f64) -> f64 {
        let hashes = f64::from(self.hashes);
        (1.0 - (-hashes * members / self.bits() as f64).exp()).powf(hashes)
    }
}
