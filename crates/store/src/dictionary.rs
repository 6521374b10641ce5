//! Numbers words in order of arrival, for threads that share the numbers.
//!
//! The words lie in an array by their numbers; a [`Table`] whose words are pieces of hash values with
//! numbers finds them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::bits::prefetch;
use crate::memory::{Budget, CELLS, Lines};
use crate::mix::mix;
use crate::quiescence::{Quiescence, Reader};
use crate::table::{BUSY, Claim, MARKS, SEGMENT_BITS, TAKEN, Table, Tally};

/// Words with numbers.
#[derive(Debug)]
pub(crate) struct Dictionary {
    table: Table,
    /// Array `k` has `FIRST << k` words; what is not used yet takes no memory.
    arrays: [OnceLock<Lines>; ARRAYS],
    next: AtomicU64,
    /// There are fewer numbers than this.
    limit: u64,
    budget: Arc<Budget>,
}

const FIRST_BITS: u32 = 9;
const FIRST: u64 = 1 << FIRST_BITS;
const ARRAYS: usize = (u32::BITS - FIRST_BITS) as usize + 1;

/// Where the number is in a word of the table; above it there is a piece of the hash value.
const NUMBER: u32 = MARKS;
const PIECE: u64 = !0 << (NUMBER + u32::BITS);
/// In the place of a number if there was no room for the word.
const NONE: u32 = u32::MAX;

impl Dictionary {
    /// An empty dictionary with room for so many words, less than 2³².
    pub(crate) fn new(
        limit: u64,
        budget: &Arc<Budget>,
        quiescence: &Arc<Quiescence>,
    ) -> Option<Self> {
        Some(Self {
            table: Table::new(PIECE, budget, quiescence)?,
            arrays: [const { OnceLock::new() }; ARRAYS],
            next: AtomicU64::new(0),
            limit: limit.min(u64::from(NONE)),
            budget: Arc::clone(budget),
        })
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> u64 {
        self.next.load(Ordering::Acquire).min(self.limit)
    }

    /// Whether there are no numbers left: no other word will ever have one.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.next.load(Ordering::Acquire) >= self.limit
    }

    /// The word of a number that was handed out.
    #[inline]
    pub(crate) fn word(&self, number: u32) -> u64 {
        self.cell(number).map_or(0, |it| it.load(Ordering::Acquire))
    }

    #[inline]
    fn cell(&self, number: u32) -> Option<&AtomicU64> {
        let (array, line, cell) = place(number);
        Some(&self.arrays[array].get()?.get(line)?.0[cell])
    }

    /// Asks for the memory of the word of a number, if there is one.
    #[inline]
    pub(crate) fn expect(&self, number: u32) {
        if let Some(cell) = self.cell(number) {
            prefetch(cell);
        }
    }

    /// Asks for the memory where a word would be found.
    #[inline]
    pub(crate) fn prefetch(&self, reader: &Reader, word: u64) {
        self.table.prefetch(reader, mix(word));
    }

    /// The number of a word that is there.
    #[inline]
    pub(crate) fn find(&self, reader: &Reader, word: u64) -> Option<u32> {
        let hash = mix(word);
        let like = hash << SEGMENT_BITS & PIECE | TAKEN;
        let found = self.table.find(reader, hash, like, PIECE | TAKEN, |it| self.is(word, it));
        found.map(number)
    }

    /// The number of a word, and whether it is new. Nothing if there is no room.
    #[inline]
    pub(crate) fn number(
        &self,
        reader: &Reader,
        tally: &mut Tally,
        word: u64,
    ) -> Option<(u32, bool)> {
        if self.is_full() {
            return self.find(reader, word).map(|it| (it, false));
        }
        let hash = mix(word);
        let new = hash << SEGMENT_BITS & PIECE | TAKEN;
        let claim =
            self.table.claim(reader, hash, new | BUSY, PIECE | TAKEN, |it| self.is(word, it));
        match claim {
            Claim::Found(entry) => Some((number(entry), false)),
            Claim::Added(cell) => {
                let fresh = self.append(word);
                let number = fresh.unwrap_or(NONE);
                cell.store(new | u64::from(number) << NUMBER, Ordering::Release);
                self.table.count(reader, tally, hash);
                fresh.map(|it| (it, true))
            }
            Claim::Full => None,
        }
    }

    /// Whether an entry of the table with the right piece of the hash value stands for a word.
    #[inline]
    fn is(&self, word: u64, cell: &AtomicU64) -> bool {
        let mut entry = cell.load(Ordering::Acquire);
        while entry & BUSY != 0 {
            std::hint::spin_loop();
            entry = cell.load(Ordering::Acquire);
        }
        let number = number(entry);
        number != NONE && self.word(number) == word
    }

    /// Gives a word the next number.
    #[cold]
    fn append(&self, word: u64) -> Option<u32> {
        let mut next = self.next.load(Ordering::Relaxed);
        loop {
            // The array takes memory as it fills.
            let bytes = if next.is_multiple_of(FIRST) { FIRST * 8 } else { 0 };
            if next >= self.limit || !self.budget.take(bytes) {
                return None;
            }
            let (order, relaxed) = (Ordering::AcqRel, Ordering::Relaxed);
            match self.next.compare_exchange_weak(next, next + 1, order, relaxed) {
                Ok(_) => break,
                Err(now) => next = now,
            }
            self.budget.give_back(bytes);
        }
        let number = u32::try_from(next).ok()?;
        let (array, line, cell) = place(number);
        let slot = &self.arrays[array];
        if slot.get().is_none() {
            let lines = Lines::new((FIRST as usize) << array >> CELLS.trailing_zeros())?;
            // If another thread was first, its array is as good.
            let _ = slot.set(lines);
        }
        slot.get()?.get(line)?.0[cell].store(word, Ordering::Release);
        Some(number)
    }

    /// Tells of the words that were added.
    pub(crate) fn settle(&self, tally: &mut Tally) {
        self.table.settle(tally);
    }
}

#[inline]
fn number(entry: u64) -> u32 {
    (entry >> NUMBER) as u32
}

/// The array, line and cell of a number.
#[inline]
fn place(number: u32) -> (usize, usize, usize) {
    let shifted = u64::from(number) + FIRST;
    let array = shifted.ilog2() - FIRST_BITS;
    let offset = (shifted - (FIRST << array)) as usize;
    (array as usize, offset / CELLS, offset % CELLS)
}
