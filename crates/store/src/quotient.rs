//! An exact set of keys that keeps only what their places do not tell.
//!
//! A key is permuted; its upper part is the line where it belongs, and only the rest is kept, in slots of
//! as many bits as it takes: J. G. Cleary: *Compact hash tables using bidirectional linear probing*,
//! IEEE Transactions on Computers, 1984. Where Cleary's table keeps the keys of neighbouring places in
//! order, a slot tells here how many lines away from its own line it is, as in A. Poyias, R. Raman:
//! *Improved practical compact dynamic tries*, SPIRE 2015, so that nothing moves when a key is added; since
//! a line has dozens of slots, two bits are enough for that: the few keys that find three lines full are
//! kept aside.
//!
//! The numbers in a key are small as long as there are few nodes in the tree. A segment takes as many
//! bits for them as the largest needs, and is built anew when a larger one comes. The segment of a key
//! is told by its lowest bits combined with a hash value of the others, so that it does not depend on
//! these sizes and need not be kept. A segment has a lock.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use crate::bits::{ones, prefetch};
use crate::memory::{Budget, CELLS, Line, Lines};
use crate::mix::mix;
use crate::permutation::Permutation;
use crate::quiescence::{Quiescence, Reader, Shared, lock};
use crate::repack::Share;

const SEGMENT_BITS: u32 = 4;
const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// The lowest bits of a slot: zero if it is empty, else one more than the distance from its own line.
const DISTANCE_BITS: u32 = 2;
/// A key is less than so many lines away from its own.
const REACH: usize = ones(DISTANCE_BITS) as usize;

/// The bits of a line.
const LINE_BITS: u32 = u64::BITS * CELLS as u32;

/// A set of keys.
#[derive(Debug)]
pub(crate) struct Quotient {
    segments: [Shared<Slots>; SEGMENTS],
    states: Box<[Locked; SEGMENTS]>,
    budget: Arc<Budget>,
    quiescence: Arc<Quiescence>,
}

#[derive(Debug, Default)]
#[repr(align(128))]
struct Locked(Mutex<Contents>);

/// What is in a segment.
#[derive(Debug, Default)]
struct Contents {
    /// How many keys are in slots.
    keys: u64,
    /// The keys that find no slot.
    aside: BTreeSet<Parts>,
}

/// About as much a key takes that is kept aside.
const ASIDE: u64 = 32;

/// What became of a key to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    New,
    Known,
    Full,
}

/// A key in two parts, either of which is a small number most of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parts {
    pub(crate) high: u64,
    pub(crate) low: u64,
}

impl Parts {
    /// The segment, and what is left to be kept.
    #[inline]
    fn split(self) -> (usize, Self) {
        let rest = Self { high: self.high, low: self.low >> SEGMENT_BITS };
        ((self.low & ones(SEGMENT_BITS) ^ rest.blur()) as usize, rest)
    }

    /// Undoes [`split`](Self::split).
    fn join(segment: usize, rest: Self) -> Self {
        let low = rest.low << SEGMENT_BITS | segment as u64 ^ rest.blur();
        Self { high: rest.high, low }
    }

    #[inline]
    fn blur(self) -> u64 {
        mix(self.high.rotate_left(32) ^ self.low) >> (u64::BITS - SEGMENT_BITS)
    }
}

/// The slots of a segment.
#[derive(Debug)]
struct Slots {
    lines: Lines,
    layout: Layout,
    budget: Arc<Budget>,
}

/// How keys are kept in slots.
#[derive(Clone, Copy, Debug)]
struct Layout {
    lines: u64,
    high: u32,
    low: u32,
    permutation: Permutation,
    /// The bits of a key that its line does not tell.
    rest: u32,
    slots: u32,
}

impl Layout {
    fn new(lines: u64, high: u32, low: u32) -> Self {
        // At least so many bits that two of them choose nothing but the slot.
        let low = low.max(lines.ilog2() + 2);
        let bits = high + low;
        let rest = bits - lines.ilog2();
        let permutation = Permutation::new(bits);
        Self { lines, high, low, permutation, rest, slots: LINE_BITS / (rest + DISTANCE_BITS) }
    }

    fn fits(&self, rest: Parts) -> bool {
        rest.high <= ones(self.high) && rest.low <= ones(self.low)
    }

    /// With more keys than this, the slots are too full.
    fn limit(&self) -> u64 {
        self.lines * u64::from(self.slots) * 7 / 8
    }

    fn bits(&self) -> u32 {
        self.high + self.low
    }

    #[inline]
    fn permute(&self, rest: Parts) -> u64 {
        self.permutation.apply(rest.high << self.low | rest.low)
    }

    fn unpermute(&self, permuted: u64) -> Parts {
        let key = self.permutation.undo(permuted);
        Parts { high: key >> self.low, low: key & ones(self.low) }
    }

    /// The line where a permuted key belongs, and what is to be kept of it.
    ///
    /// The key times the number of lines has the line in its upper part. The lower parts of two keys of
    /// one line differ by at least the number of lines, so that some of their bits may go.
    #[inline]
    fn place(&self, permuted: u64) -> (usize, u64) {
        let product = u128::from(permuted) * u128::from(self.lines);
        let line = (product >> self.bits()) as usize;
        (line, (product as u64 & ones(self.bits())) >> self.lines.ilog2())
    }

    /// The first permuted key of a line, and the lower part of its product.
    fn first(&self, line: usize) -> (u64, u64) {
        let start = (line as u128) << self.bits();
        let permuted = start.div_ceil(self.lines.into());
        (permuted as u64, (permuted * u128::from(self.lines) - start) as u64)
    }

    /// Undoes [`place`](Self::place), given the first key of the line.
    #[inline]
    fn displace(&self, first: (u64, u64), kept: u64) -> u64 {
        let least = kept << self.lines.ilog2();
        first.0 + least.saturating_sub(first.1).div_ceil(self.lines)
    }

    /// The content of a slot.
    #[inline]
    fn get(&self, line: &Line, slot: u32) -> u64 {
        let width = self.rest + DISTANCE_BITS;
        let bit = slot * width;
        let (cell, shift) = ((bit / 64) as usize, bit % 64);
        let mut content = line.0[cell].load(Ordering::Relaxed) >> shift;
        if shift + width > 64 {
            content |= line.0[cell + 1].load(Ordering::Relaxed) << (64 - shift);
        }
        content & ones(width)
    }

    /// Fills an empty slot.
    #[inline]
    fn set(&self, line: &Line, slot: u32, content: u64) {
        let width = self.rest + DISTANCE_BITS;
        let bit = slot * width;
        let (cell, shift) = ((bit / 64) as usize, bit % 64);
        let join = |cell: usize, bits: u64| {
            let cell = &line.0[cell];
            cell.store(cell.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
        };
        join(cell, content << shift);
        if shift + width > 64 {
            join(cell + 1, content >> (64 - shift));
        }
    }
}

impl Slots {
    fn new(layout: Layout, budget: &Arc<Budget>) -> Option<Self> {
        let lines = Lines::new(usize::try_from(layout.lines).ok()?)?;
        Some(Self { lines, layout, budget: Arc::clone(budget) })
    }

    /// Finds a key or an empty slot for it.
    #[inline]
    fn find(&self, rest: Parts) -> Result<(), Option<(usize, u32, u64)>> {
        let layout = &self.layout;
        let (home, kept) = layout.place(layout.permute(rest));
        let mut line = home;
        for distance in 1..=REACH as u64 {
            let wanted = kept << DISTANCE_BITS | distance;
            for slot in 0..layout.slots {
                match layout.get(&self.lines[line], slot) {
                    0 => return Err(Some((line, slot, wanted))),
                    content if content == wanted => return Ok(()),
                    _ => {}
                }
            }
            line = if line + 1 == self.lines.len() { 0 } else { line + 1 };
        }
        Err(None)
    }

    /// Calls for every permuted key.
    fn for_each(&self, mut call: impl FnMut(u64)) {
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
                if content == 0 {
                    break;
                }
                let distance = (content & ones(DISTANCE_BITS)) as usize - 1;
                call(self.layout.displace(firsts[distance], content >> DISTANCE_BITS));
            }
        }
    }

    fn limit(&self) -> u64 {
        self.layout.limit()
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        self.budget.give_back(Lines::bytes(self.lines.len()));
    }
}

impl Quotient {
    pub(crate) fn new(budget: &Arc<Budget>, quiescence: &Arc<Quiescence>) -> Option<Self> {
        let segment = |number: usize| {
            // From 4 to 5 lines, not to grow at the same time.
            let layout = Layout::new(4 + number as u64 * 2 / SEGMENTS as u64, 0, 0);
            budget.force(Lines::bytes(layout.lines as usize));
            Some(Shared::new(quiescence, Box::new(Slots::new(layout, budget)?)))
        };
        Some(Self {
            segments: (0..SEGMENTS).map(segment).collect::<Option<Vec<_>>>()?.try_into().ok()?,
            states: Box::new(std::array::from_fn(|_| Locked::default())),
            budget: Arc::clone(budget),
            quiescence: Arc::clone(quiescence),
        })
    }

    #[inline]
    pub(crate) fn prefetch(&self, reader: &Reader, key: Parts) {
        let (segment, rest) = key.split();
        let slots = self.segments[segment].get(reader);
        if slots.layout.fits(rest) {
            prefetch(&slots.lines[slots.layout.place(slots.layout.permute(rest)).0]);
        }
    }

    pub(crate) fn contains(&self, reader: &Reader, key: Parts) -> bool {
        let (segment, rest) = key.split();
        let contents = lock(&self.states[segment].0);
        let slots = self.segments[segment].get(reader);
        match slots.layout.fits(rest).then(|| slots.find(rest)) {
            Some(Ok(())) => true,
            Some(Err(Some(_))) => false,
            Some(Err(None)) | None => contents.aside.contains(&rest),
        }
    }

    /// Adds a key.
    #[inline]
    pub(crate) fn insert(&self, reader: &Reader, key: Parts) -> Placement {
        let (segment, rest) = key.split();
        let mut contents = lock(&self.states[segment].0);
        let mut slots = self.segments[segment].get(reader);
        if contents.keys >= slots.limit() || !slots.layout.fits(rest) {
            // If there is no memory for that, there may be some for a key aside.
            self.grow(segment, slots, rest, &mut contents);
            slots = self.segments[segment].get(reader);
        }
        match slots.layout.fits(rest).then(|| slots.find(rest)) {
            Some(Ok(())) => Placement::Known,
            Some(Err(Some((line, slot, content)))) => {
                slots.layout.set(&slots.lines[line], slot, content);
                contents.keys += 1;
                Placement::New
            }
            Some(Err(None)) | None => {
                if contents.aside.contains(&rest) {
                    Placement::Known
                } else if self.budget.take(ASIDE) {
                    contents.aside.insert(rest);
                    Placement::New
                } else {
                    Placement::Full
                }
            }
        }
    }

    /// Makes room for more keys and for the numbers of one.
    #[cold]
    fn grow(&self, segment: usize, old: &Slots, rest: Parts, contents: &mut Contents) {
        let width = |number: u64| u64::BITS - number.leading_zeros();
        let high = old.layout.high.max(width(rest.high));
        let low = old.layout.low.max(width(rest.low));
        let mut layout = Layout::new(old.layout.lines, high, low);
        while layout.limit() < contents.keys + contents.keys / 6 + 8 {
            layout = Layout::new(layout.lines + layout.lines / 16 + 1, high, low);
        }
        let Some(slots) = self.allocate(layout) else { return };
        let mut aside = BTreeSet::new();
        let mut keys = 0;
        // How many slots of each line are taken.
        let mut taken = vec![0u16; slots.lines.len()];
        let mut add = |permuted: u64| {
            let (mut line, kept) = layout.place(permuted);
            for distance in 1..=REACH as u64 {
                let slot = u32::from(taken[line]);
                if slot < layout.slots {
                    layout.set(&slots.lines[line], slot, kept << DISTANCE_BITS | distance);
                    taken[line] += 1;
                    keys += 1;
                    return;
                }
                line = if line + 1 == taken.len() { 0 } else { line + 1 };
            }
            aside.insert(layout.unpermute(permuted));
        };
        if layout.permutation == old.layout.permutation && layout.low == old.layout.low {
            old.for_each(&mut add);
        } else {
            old.for_each(|it| add(layout.permute(old.layout.unpermute(it))));
        }
        for rest in std::mem::take(&mut contents.aside) {
            self.budget.give_back(ASIDE);
            add(layout.permute(rest));
        }
        self.budget.force(ASIDE * aside.len() as u64);
        *contents = Contents { keys, aside };
        self.segments[segment].replace(Box::new(slots));
    }

    fn allocate(&self, layout: Layout) -> Option<Slots> {
        let bytes = Lines::bytes(usize::try_from(layout.lines).ok()?);
        if !self.budget.take(bytes) {
            self.quiescence.collect();
            if !self.budget.take(bytes) {
                return None;
            }
        }
        let slots = Slots::new(layout, &self.budget);
        if slots.is_none() {
            self.budget.give_back(bytes);
        }
        slots
    }

    /// Calls for every key of a share.
    pub(crate) fn for_each(&self, reader: &Reader, share: Share, mut call: impl FnMut(Parts)) {
        for (segment, contents) in self.states.iter().enumerate().filter(|it| share.has(it.0)) {
            let contents = lock(&contents.0);
            let slots = self.segments[segment].get(reader);
            slots.for_each(|it| call(Parts::join(segment, slots.layout.unpermute(it))));
            contents.aside.iter().for_each(|&it| call(Parts::join(segment, it)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Parts, Placement, Quotient};
    use crate::bits::ones;
    use crate::memory::Budget;
    use crate::mix::mix;
    use crate::quiescence::{Quiescence, lock};
    use proptest::prelude::*;
    use std::sync::Arc;

    proptest! {
        #[test]
        fn segments_can_be_undone(high in 0..1u64 << 35, low in 0..1u64 << 30) {
            let parts = Parts { high, low };
            let (segment, rest) = parts.split();
            prop_assert_eq!(Parts::join(segment, rest), parts);
        }

        #[test]
        fn places_can_be_undone(lines in 1..100_000u64, high in 0..36u32, low in 0..25u32, key: u64) {
            let layout = Layout::new(lines, high, low);
            let rest = Parts { high: key >> 32 & ones(layout.high), low: key & ones(layout.low) };
            let permuted = layout.permute(rest);
            let (line, kept) = layout.place(permuted);
            prop_assert!((line as u64) < lines && kept <= ones(layout.rest));
            prop_assert_eq!(layout.displace(layout.first(line), kept), permuted);
            prop_assert_eq!(layout.unpermute(permuted), rest);
        }
    }

    #[test]
    fn few_keys_are_aside_and_they_are_small() {
        let (budget, quiescence) = (Budget::new(None), Arc::<Quiescence>::default());
        let set = Quotient::new(&budget, &quiescence).unwrap();
        let reader = quiescence.reader();
        let count = 300_000;
        for number in 0..count {
            let random = mix(number);
            let key = Parts { high: number >> 9, low: random >> 55 << 9 | number & 511 };
            assert_eq!(set.insert(&reader, key), Placement::New);
        }
        let aside: usize = set.states.iter().map(|it| lock(&it.0).aside.len()).sum();
        assert!(aside < count as usize / 200, "{aside}");
        drop(reader);
        assert!(budget.used() < count * 4, "{}", budget.used());
    }
}
