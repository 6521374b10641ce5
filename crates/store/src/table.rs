//! A hash table of words that threads share and that grows in parts.
//!
//! - **Cells.** A cell is zero or holds a word that never changes. A word is a fraction of one, binary:
//!   its upper bits say where in the array it belongs, so that moving to a larger array goes through
//!   both arrays from the front to the back. Sizes need not be powers of two.
//! - **Probing** goes by cache lines: the line where the word belongs, then the next ones. With eight
//!   cells a line, most searches end in the first even if seven of eight cells are taken. D. E. Knuth:
//!   *The Art of Computer Programming*, volume 3, §6.4, table 4.
//! - **Insertion** is one compare-and-swap of an empty cell. A. Laarman, J. van de Pol, M. Weber:
//!   *Boosting multi-core reachability performance with shared hash tables*, FMCAD 2010.
//! - **Growth.** The table has segments, chosen by the first bits of the hash value, which need not be
//!   kept. Who finds one too full moves it to a larger array, while the others work on: they find
//!   what is there. The mover marks the empty cells as *frozen*; who meets one waits for the new array.
//!   What is in a cell stays there, so that taken cells need no mark. The old array is freed when
//!   nobody reads it any more. The segments start at different sizes, not to grow at the same time.
//! - **Generations.** All segments that have grown so many times share one mapping, so that there are
//!   large pages under all but small tables: without them, half of the time goes into translating
//!   addresses. What is not used yet, or not any more, of a mapping takes no memory.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use crate::bits::prefetch;
use crate::memory::{Budget, CELLS, Lines, Part};
use crate::mix::scale;
use crate::quiescence::{Quiescence, Reader, Shared, lock};
use crate::repack::Share;
use crate::scan::Found;

/// The bits of the hash value that choose the segment.
pub(crate) const SEGMENT_BITS: u32 = 3;

const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// A cell without a word.
const EMPTY: u64 = 0;
/// Every word in a cell has this bit.
pub(crate) const TAKEN: u64 = 1;
/// A cell that will never hold a word: its segment is moving.
const FROZEN: u64 = 2;
/// The rest of the word will follow at once.
pub(crate) const BUSY: u64 = 4;
/// The lowest bits of a word are for these marks.
pub(crate) const MARKS: u32 = 3;

/// A word is at most so many lines away from where it belongs.
const REACH: usize = 64;

/// A shared hash table of words.
#[derive(Debug)]
pub(crate) struct Table {
    segments: [Shared<Array>; SEGMENTS],
    growths: Box<[Growth; SEGMENTS]>,
    /// The mappings that are in use, by their generations.
    mappings: Mutex<Vec<(u32, Weak<Lines>)>>,
    /// The bits of a word that say where it belongs.
    place: u64,
    budget: Arc<Budget>,
    quiescence: Arc<Quiescence>,
}

#[derive(Debug)]
struct Array {
    lines: Part,
    generation: u32,
    /// With more words than this, it is too full.
    limit: u64,
    /// A session tells how many words it has added after so many.
    stride: u16,
    budget: Arc<Budget>,
}

/// What the threads that add words to a segment share.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Growth {
    /// How many words there are, apart from those not told yet.
    words: AtomicU64,
    moving: Mutex<()>,
}

/// What a session knows about a table: the words it added and has not told of yet.
#[derive(Debug)]
pub(crate) struct Tally([u16; SEGMENTS]);

impl Default for Tally {
    fn default() -> Self {
        Self([0; SEGMENTS])
    }
}

/// What became of a word to be added.
#[derive(Debug)]
pub(crate) enum Claim<'r> {
    /// This one is there.
    Found(u64),
    /// It was added, here.
    Added(&'r AtomicU64),
    /// There is no room for it.
    Full,
}

impl Array {
    fn new(lines: Part, generation: u32, budget: &Arc<Budget>) -> Self {
        let words = lines.len() * CELLS;
        Self {
            lines,
            generation,
            // Of eight cells, seven.
            limit: words as u64 * 7 / 8,
            stride: u16::try_from(words / 256).unwrap_or(u16::MAX).clamp(1, 64),
            budget: Arc::clone(budget),
        }
    }

    /// Where the words of a place belong.
    #[inline]
    fn home(&self, place: u64) -> usize {
        scale(place, self.lines.len() as u64) as usize
    }

    /// The line after a line.
    #[inline]
    fn after(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() { 0 } else { line + 1 }
    }

    /// How many lines a word may be away from where it belongs.
    #[inline]
    fn reach(&self) -> usize {
        self.lines.len().min(REACH)
    }
}

/// How many lines a segment has in a generation, and how many the segments before it have.
///
/// The sizes of the segments are spread over one step of growth, which is by three eighths.
fn size(generation: u32, segment: usize) -> (usize, usize) {
    let lines = |segment: usize| {
        let first = 8 + segment * 3 / SEGMENTS;
        (0..generation)
            .fold(first, |lines, _| lines.saturating_add(lines / 8 * 3 + lines % 8 * 3 / 8))
    };
    let before = (0..segment).fold(0usize, |sum, it| sum.saturating_add(lines(it)));
    (lines(segment), before)
}

impl Drop for Array {
    fn drop(&mut self) {
        self.budget.give_back(Lines::bytes(self.lines.len()));
    }
}

impl Table {
    /// An empty table of words whose place is given by these bits.
    pub(crate) fn new(
        place: u64,
        budget: &Arc<Budget>,
        quiescence: &Arc<Quiescence>,
    ) -> Option<Self> {
        Self::with_room(0, place, budget, quiescence)
    }

    /// The same, with room for so many words before it grows.
    pub(crate) fn with_room(
        words: u64,
        place: u64,
        budget: &Arc<Budget>,
        quiescence: &Arc<Quiescence>,
    ) -> Option<Self> {
        let holds = |generation: &u32| {
            let lines = size(*generation, SEGMENTS).1;
            (lines as u64).saturating_mul(CELLS as u64) * 3 / 4 >= words
        };
        let generation = (0..).find(holds).unwrap_or(0);
        let lines = size(generation, SEGMENTS).1;
        if generation == 0 {
            budget.force(Lines::bytes(lines));
        } else if !budget.take(Lines::bytes(lines)) {
            return None;
        }
        let mapping = Arc::new(Lines::new(lines)?);
        let segment = |number: usize| {
            let (lines, start) = size(generation, number);
            let part = Part::new(Arc::clone(&mapping), start, lines)?;
            Some(Shared::new(quiescence, Box::new(Array::new(part, generation, budget))))
        };
        let segments = (0..SEGMENTS).map(segment).collect::<Option<Vec<_>>>()?.try_into().ok()?;
        Some(Self {
            segments,
            growths: Box::new(std::array::from_fn(|_| Growth::default())),
            mappings: Mutex::new(vec![(generation, Arc::downgrade(&mapping))]),
            place,
            budget: Arc::clone(budget),
            quiescence: Arc::clone(quiescence),
        })
    }

    #[inline]
    fn segment(hash: u64) -> usize {
        (hash >> (64 - SEGMENT_BITS)) as usize
    }

    /// Asks for the memory where words of this hash value are.
    #[inline]
    pub(crate) fn prefetch(&self, reader: &Reader, hash: u64) {
        let array = self.segments[Self::segment(hash)].get(reader);
        let place = hash << SEGMENT_BITS & self.place;
        prefetch(&array.lines[array.home(place)]);
    }

    /// Whether a word is where those of its hash value belong. If not, it may be elsewhere.
    #[inline]
    pub(crate) fn holds(&self, reader: &Reader, hash: u64, word: u64) -> bool {
        let array = self.segments[Self::segment(hash)].get(reader);
        let line = &array.lines[array.home(hash << SEGMENT_BITS & self.place)].0;
        Found::new(line, word, !0).is_some()
    }

    /// Finds a word with this hash value that agrees with another one under a mask and is confirmed.
    #[inline]
    pub(crate) fn find(
        &self,
        reader: &Reader,
        hash: u64,
        like: u64,
        mask: u64,
        confirm: impl Fn(&AtomicU64) -> bool,
    ) -> Option<u64> {
        let segment = Self::segment(hash);
        'moved: loop {
            let array = self.segments[segment].get(reader);
            let mut at = array.home(hash << SEGMENT_BITS & self.place);
            for _ in 0..array.reach() {
                let line = &array.lines[at].0;
                let found = Found::new(line, like, mask);
                if let Some(cell) = found.cells().map(|it| &line[it]).find(|it| confirm(it)) {
                    return Some(cell.load(Ordering::Acquire));
                }
                match found.vacant(line) {
                    None => at = array.after(at),
                    Some((_, FROZEN)) => {
                        self.wait(segment);
                        continue 'moved;
                    }
                    Some(_) => return None,
                }
            }
            return None;
        }
    }

    /// Finds a word with this hash value that agrees with a new one under a mask and is confirmed, or
    /// else adds the new one, which must have the hash value and [`TAKEN`]. Who adds a word must
    /// [`count`](Self::count) it as soon as it is not [`BUSY`].
    #[inline]
    pub(crate) fn claim<'r>(
        &'r self,
        reader: &'r Reader,
        hash: u64,
        new: u64,
        mask: u64,
        confirm: impl Fn(&AtomicU64) -> bool,
    ) -> Claim<'r> {
        let segment = Self::segment(hash);
        'moved: loop {
            let array = self.segments[segment].get(reader);
            let mut at = array.home(hash << SEGMENT_BITS & self.place);
            let mut tries = array.reach();
            while tries > 0 {
                let line = &array.lines[at].0;
                let found = Found::new(line, new, mask);
                if let Some(cell) = found.cells().map(|it| &line[it]).find(|it| confirm(it)) {
                    return Claim::Found(cell.load(Ordering::Acquire));
                }
                match found.vacant(line) {
                    None => {
                        at = array.after(at);
                        tries -= 1;
                    }
                    Some((_, FROZEN)) => {
                        self.wait(segment);
                        continue 'moved;
                    }
                    Some((cell, EMPTY)) if reader.alone => {
                        cell.store(new, Ordering::Release);
                        return Claim::Added(cell);
                    }
                    Some((cell, _)) => {
                        let (order, failed) = (Ordering::AcqRel, Ordering::Relaxed);
                        if cell.compare_exchange(EMPTY, new, order, failed).is_ok() {
                            return Claim::Added(cell);
                        }
                        // Somebody else took the cell, maybe for the same word: look again.
                    }
                }
            }
            if !self.grow(segment, array, reader) {
                return Claim::Full;
            }
        }
    }

    /// Counts a word that was added, and makes the table grow if there are too many.
    #[inline]
    pub(crate) fn count(&self, reader: &Reader, tally: &mut Tally, hash: u64) {
        let segment = Self::segment(hash);
        let array = self.segments[segment].get(reader);
        let added = &mut tally.0[segment];
        *added += 1;
        if *added >= array.stride {
            let added = std::mem::take(added).into();
            let words = self.growths[segment].words.fetch_add(added, Ordering::Relaxed) + added;
            if words > array.limit {
                // If there is no memory for that, the array may become fuller yet.
                self.grow(segment, array, reader);
            }
        }
    }

    /// Tells of the words that were added.
    pub(crate) fn settle(&self, tally: &mut Tally) {
        for (growth, added) in self.growths.iter().zip(&mut tally.0) {
            growth.words.fetch_add(std::mem::take(added).into(), Ordering::Relaxed);
        }
    }

    /// Waits until a segment has moved.
    #[cold]
    fn wait(&self, segment: usize) {
        drop(lock(&self.growths[segment].moving));
    }

    /// Makes a segment larger, unless it is not the one seen any more. False if there is no memory.
    #[cold]
    fn grow(&self, segment: usize, seen: &Array, reader: &Reader) -> bool {
        let _moving = lock(&self.growths[segment].moving);
        if !std::ptr::eq(self.segments[segment].get(reader), seen) {
            return true;
        }
        let mut generation = seen.generation;
        loop {
            generation += 1;
            let Some(array) = self.allocate(generation, segment) else { return false };
            if self.moved(seen, &array, reader) {
                self.segments[segment].replace(Box::new(array));
                return true;
            }
        }
    }

    fn allocate(&self, generation: u32, segment: usize) -> Option<Array> {
        let (lines, start) = size(generation, segment);
        let bytes = Lines::bytes(lines);
        if !self.budget.take(bytes) {
            self.quiescence.collect();
            if !self.budget.take(bytes) {
                return None;
            }
        }
        let mapping = self.mapping(generation);
        let part = mapping.and_then(|it| Part::new(it, start, lines));
        if part.is_none() {
            self.budget.give_back(bytes);
        }
        part.map(|it| Array::new(it, generation, &self.budget))
    }

    /// The mapping of a generation.
    fn mapping(&self, generation: u32) -> Option<Arc<Lines>> {
        let mut mappings = lock(&self.mappings);
        mappings.retain(|(_, mapping)| mapping.strong_count() > 0);
        let known = mappings.iter().find(|(number, _)| *number == generation);
        if let Some(mapping) = known.and_then(|(_, mapping)| mapping.upgrade()) {
            return Some(mapping);
        }
        let mapping = Arc::new(Lines::new(size(generation, SEGMENTS).1)?);
        mappings.push((generation, Arc::downgrade(&mapping)));
        Some(mapping)
    }

    /// Moves all words, and freezes the empty cells if anybody else could take them. False if a word would be
    /// too far from its place.
    fn moved(&self, old: &Array, new: &Array, reader: &Reader) -> bool {
        // How many cells of each line are taken: the new array itself is only written to.
        let mut taken = vec![0u8; new.lines.len()];
        for cell in old.lines.iter().flat_map(|line| &line.0) {
            let mut word = cell.load(Ordering::Acquire);
            if word == EMPTY && reader.alone {
                continue;
            }
            if word == EMPTY {
                match cell.compare_exchange(EMPTY, FROZEN, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => continue,
                    Err(now) => word = now,
                }
            }
            while word & BUSY != 0 {
                std::hint::spin_loop();
                word = cell.load(Ordering::Acquire);
            }
            if word & TAKEN == 0 {
                continue;
            }
            let mut at = new.home(word & self.place);
            let mut tries = new.reach();
            while usize::from(taken[at]) == CELLS {
                (at, tries) = (new.after(at), tries - 1);
                if tries == 0 {
                    return false;
                }
            }
            new.lines[at].0[usize::from(taken[at])].store(word, Ordering::Relaxed);
            taken[at] += 1;
        }
        true
    }

    /// Calls for every word of a share, with the first bits of its hash value. What is added meanwhile may
    /// or may not be seen.
    pub(crate) fn for_each(&self, reader: &Reader, share: Share, mut call: impl FnMut(u64, u64)) {
        for (number, segment) in self.segments.iter().enumerate().filter(|it| share.has(it.0)) {
            let first = (number as u64) << (64 - SEGMENT_BITS);
            for cell in segment.get(reader).lines.iter().flat_map(|line| &line.0) {
                let word = cell.load(Ordering::Acquire);
                if word & TAKEN != 0 && word & BUSY == 0 {
                    call(first, word);
                }
            }
        }
    }
}
