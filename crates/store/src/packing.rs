//! Which bits of a state vary, and how they are packed into a few words.
//!
//! The strings of one length that are *packed* in the same way form a class: outside a mask they all
//! agree with one of them, the reference. The bits under the mask in which a string differs from the
//! reference, one after the other, are cut into *chunks* of nearly the same width, at most [`CHUNK`] bits
//! each. What room is left in the chunks is for bits that did not vary in the sample, but lie next to
//! those that did: the upper bits of counters, above all.
//!
//! The frequent lengths have a second class with more such bits, for states that differ from the
//! reference elsewhere, and a third one with all bits. Before all these, they may have one whose keys are
//! rows, see the modules `row` and `columns`.

use std::collections::BTreeMap;

use crate::bits::{Bits, Portable, Task, ones, run};
use crate::columns::columns;
use crate::row::{FEWEST, Row, rows};

/// The most bits of a chunk: two numbers of [`NUMBER`] bits.
pub(crate) const CHUNK: u32 = 2 * NUMBER;
/// The bits of the number of a chunk or of a pair of numbers. A chunk of so many bits is its own number.
pub(crate) const NUMBER: u32 = 30;

/// Lengths whose states are packed, at most.
const LENGTHS: usize = 6;
/// Those of them that have three classes, or four.
const FREQUENT: usize = 3;

/// Which bits of a state vary, learned from a sample. Other states can be stored too, in more time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    pub(crate) classes: Vec<Class>,
}

/// Strings of one length that are packed in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) length: usize,
    pub(crate) reference: Vec<u8>,
    /// The bits in which they differ.
    pub(crate) mask: Vec<u8>,
    /// Other bits in which they may differ.
    pub(crate) more: Vec<u8>,
    /// What to compare with the reference.
    words: Vec<Word>,
    /// Where the bits of the mask go.
    pieces: Vec<Piece>,
    /// Where the others go.
    more_pieces: Vec<Piece>,
    /// The chunks of the string of zeros, but for the bits of `more`, and where the pieces of each end.
    chunks: Vec<(u64, usize)>,
    pub(crate) shape: Shape,
    /// How the key is made of the chunks, if not by pairs.
    pub(crate) row: Option<Row>,
}

/// Eight bytes of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    offset: usize,
    reference: u64,
    /// The bits that agree with the reference.
    fixed: u64,
    /// The bits outside the mask that may differ from it.
    more: u64,
    /// Where its pieces end, and where those of `more` end.
    ends: [usize; 2],
}

/// Bits of eight bytes of a string that lie side by side in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    offset: usize,
    reference: u64,
    mask: u64,
    chunk: usize,
    shift: u32,
}

impl Piece {
    /// The bits of a word, where they belong in the chunk.
    #[inline(always)]
    fn part(&self, bits: impl Bits, word: u64) -> u64 {
        bits.gather(word, self.mask) << self.shift
    }
}

/// How many chunks there are and how wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) chunks: usize,
    /// The width of all but the last.
    pub(crate) width: u32,
    pub(crate) last: u32,
}

impl Shape {
    /// The shape for the bits of a mask.
    fn of(mask: &[u8]) -> Self {
        Self::new(size(mask))
    }

    /// The shape for so many bits, in chunks of one width.
    fn of_width(bits: usize, width: u32) -> Self {
        let chunks = bits.div_ceil(width.max(1) as usize).max(1);
        let last = (bits - (chunks - 1) * width as usize) as u32;
        Self { chunks, width, last }
    }

    /// How many bits there is room for beside these.
    fn room(&self) -> usize {
        (0..self.chunks).map(|it| self.spare(it) as usize).sum()
    }

    /// The shape for so many bits.
    pub(crate) fn new(bits: usize) -> Self {
        let chunks = bits.div_ceil(CHUNK as usize).max(1);
        let width = if bits > CHUNK as usize && bits <= (CHUNK + NUMBER) as usize {
            // One of the two is its own number.
            NUMBER
        } else {
            bits.div_ceil(chunks) as u32
        };
        let last = (bits - (chunks - 1) * width as usize) as u32;
        Self { chunks, width, last }
    }

    /// How many bits there is room for in a chunk beside its own.
    fn spare(&self, chunk: usize) -> u32 {
        let width = self.width(chunk);
        if self.chunks > 1 && width <= NUMBER { NUMBER - width } else { CHUNK - width }
    }

    /// The width of a chunk.
    #[inline]
    pub(crate) fn width(&self, chunk: usize) -> u32 {
        if chunk + 1 == self.chunks { self.last } else { self.width }
    }
}

impl Packing {
    /// There are at most so many classes.
    pub(crate) const MOST_CLASSES: usize = LENGTHS + 3 * FREQUENT;

    /// Learns from some states. The more of those to come look like them, the better.
    pub fn learn<'a>(samples: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let samples: Vec<&[u8]> = samples.into_iter().collect();
        let mut learner = Learner::default();
        samples.iter().for_each(|it| learner.add(it));
        learner.finish(&|most, call| {
            let stride = samples.len().div_ceil(most.max(1)).max(1);
            samples.iter().step_by(stride).for_each(|it| call(it));
        })
    }

    /// The same, but no key is a row.
    pub(crate) fn without_rows(mut self) -> Self {
        self.classes.retain(|it| it.row.is_none());
        self
    }

    /// Whether the strings of a class are packed as tightly as those of their length can be.
    pub(crate) fn is_tight(&self, class: usize) -> bool {
        let length = |it: &Class| it.length;
        let first = self
            .classes
            .iter()
            .map(length)
            .position(|it| self.classes.get(class).is_some_and(|class| class.length == it));
        first == Some(class)
    }

    /// How many bits the states of a length are packed into, if there were any in the sample.
    pub fn bits(&self, length: usize) -> Option<usize> {
        self.classes.iter().find(|it| it.length == length).map(Class::bits)
    }

    /// Packs a state into chunks; its class, if it has one, from this one on.
    #[inline]
    pub(crate) fn pack(&self, first: usize, state: &[u8], chunks: &mut Vec<u64>) -> Option<usize> {
        let mut classes = (0..).zip(&self.classes).skip(first);
        let mut fits =
            |it: &(usize, &Class)| it.1.length == state.len() && it.1.pack(state, chunks);
        classes.find(|it| fits(it)).map(|it| it.0)
    }
}

/// What is known about the states of a sample so far.
#[derive(Debug, Default)]
pub(crate) struct Learner {
    lengths: BTreeMap<usize, Seen>,
}

/// The states of one length: how many, the first one, and the bits in which others differ.
#[derive(Debug)]
struct Seen {
    states: usize,
    reference: Vec<u8>,
    mask: Vec<u8>,
}

impl Learner {
    pub(crate) fn add(&mut self, sample: &[u8]) {
        let seen = self.lengths.entry(sample.len()).or_insert_with(|| Seen {
            states: 0,
            reference: sample.to_vec(),
            mask: vec![0; sample.len()],
        });
        seen.states += 1;
        for ((byte, reference), mask) in sample.iter().zip(&seen.reference).zip(&mut seen.mask) {
            *mask |= byte ^ reference;
        }
    }

    /// The packing for keys that are found fast, given how to see the same states once more.
    pub(crate) fn finish(self, again: Again<'_>) -> Packing {
        let lengths = self.most_frequent();
        let frequent = lengths.iter().take(FREQUENT).map(|(_, seen)| seen);
        let classes = rows(frequent.flat_map(Seen::row_classes).collect(), again);
        Self::with_pairs(classes, &lengths)
    }

    /// The packing for keys that take little memory.
    pub(crate) fn finish_small(self, again: Again<'_>) -> Packing {
        let lengths = self.most_frequent();
        let states: usize = lengths.iter().map(|(_, seen)| seen.states).sum();
        // The columns of states that are few take more memory than these.
        let frequent = lengths.iter().take(FREQUENT).filter(|(_, it)| it.states > states / 32);
        let classes = frequent.filter_map(|(_, it)| columns(&it.reference, &it.mask, again));
        Self::with_pairs(classes.collect(), &lengths)
    }

    /// The states of the most frequent lengths.
    fn most_frequent(self) -> Vec<(usize, Seen)> {
        let mut lengths: Vec<(usize, Seen)> = self.lengths.into_iter().collect();
        lengths.sort_by_key(|(length, seen)| (std::cmp::Reverse(seen.states), *length));
        lengths.truncate(LENGTHS);
        lengths
    }

    /// Adds the classes whose keys are pairs to those whose keys are rows.
    fn with_pairs(rows: Vec<Class>, lengths: &[(usize, Seen)]) -> Packing {
        let mut classes = rows;
        for (_, seen) in lengths {
            let room = Shape::of(&seen.mask).room();
            let more = beside(&seen.mask, room);
            classes.push(Class::new(&seen.reference, seen.mask.clone(), more));
        }
        for (_, seen) in lengths.iter().take(FREQUENT) {
            let mask = wider(&seen.mask, 4);
            let more = beside(&mask, Shape::of(&mask).room());
            classes.push(Class::new(&seen.reference, mask, more));
        }
        for (length, seen) in lengths.iter().take(FREQUENT) {
            classes.push(Class::new(&seen.reference, vec![u8::MAX; *length], vec![0; *length]));
        }
        Packing { classes }
    }
}

/// Calls for some of the states, at most so many.
pub(crate) type Again<'a> = &'a dyn Fn(usize, &mut dyn FnMut(&[u8]));

impl Seen {
    /// Classes whose keys may be rows: the states in words as they lie in memory, and the bits that vary in
    /// fewer chunks.
    fn row_classes(&self) -> Vec<Class> {
        if Shape::of(&self.mask).chunks == 1 {
            return Vec::new();
        }
        let class = |mask: Vec<u8>, shape| {
            let more = vec![0; mask.len()];
            Class::with_shape(&self.reference, mask, more, shape)
        };
        let length = self.reference.len();
        let words = Shape::of_width(8 * length, u64::BITS);
        let mask = wider(&self.mask, 2 * FEWEST);
        let bits = size(&mask);
        let fewer =
            (FEWEST..words.chunks).map(|it| Shape::of_width(bits, bits.div_ceil(it) as u32));
        let fewer = fewer.filter(|it| it.width <= u64::BITS).map(|it| class(mask.clone(), it));
        [class(vec![u8::MAX; length], words)].into_iter().chain(fewer).collect()
    }
}

/// How many bits a mask has.
pub(crate) fn size(mask: &[u8]) -> usize {
    mask.iter().map(|it| it.count_ones() as usize).sum()
}

impl Class {
    pub(crate) fn new(reference: &[u8], mask: Vec<u8>, more: Vec<u8>) -> Self {
        let shape = Shape::of(&mask);
        Self::with_shape(reference, mask, more, shape)
    }

    /// The same in chunks of some shape.
    fn with_shape(reference: &[u8], mask: Vec<u8>, more: Vec<u8>, shape: Shape) -> Self {
        Self::with_widths(reference, mask, more, shape, |it| shape.width(it))
    }

    /// The same in chunks of some widths.
    fn with_widths(
        reference: &[u8],
        mask: Vec<u8>,
        more: Vec<u8>,
        shape: Shape,
        width: impl Fn(usize) -> u32,
    ) -> Self {
        let length = reference.len();
        let (mut words, mut pieces, mut more_pieces) = (Vec::new(), Vec::new(), Vec::new());
        let (mut filled, mut extra) = ((0, 0), (0, 0));
        for start in (0..length).step_by(8) {
            // The last eight bytes may overlap those before, but do not count what these count.
            let offset = start.min(length.saturating_sub(8));
            let own = !0 << (8 * (start - offset));
            let own = if length < 8 { own & ones(8 * length as u32) } else { own };
            let (mut varies, mut may) = (word(&mask, offset) & own, word(&more, offset) & own);
            may &= !varies;
            let reference = word(reference, offset);
            let mut fixed = own & !varies;
            let mut allowed = 0;
            // The first bits of the rest that there is room for.
            let take = |rest: &mut u64, at: (usize, u32), room: u32, shift: u32| -> (u32, Piece) {
                let taken = rest.count_ones().min(room - at.1);
                let mask = Portable.scatter(ones(taken), *rest);
                *rest &= !mask;
                (taken, Piece { offset, reference, mask, chunk: at.0, shift: shift + at.1 })
            };
            while varies != 0 {
                let room = width(filled.0);
                if filled.1 == room {
                    filled = (filled.0 + 1, 0);
                } else {
                    let (taken, piece) = take(&mut varies, filled, room, 0);
                    filled.1 += taken;
                    pieces.push(piece);
                }
            }
            while may != 0 && extra.0 < shape.chunks {
                let room = shape.spare(extra.0);
                if extra.1 == room {
                    extra = (extra.0 + 1, 0);
                } else {
                    let (taken, piece) = take(&mut may, extra, room, shape.width(extra.0));
                    extra.1 += taken;
                    allowed |= piece.mask;
                    more_pieces.push(piece);
                }
            }
            fixed &= !allowed;
            let ends = [pieces.len(), more_pieces.len()];
            words.push(Word { offset, reference, fixed, more: allowed, ends });
        }
        let chunk = |number| {
            let end = pieces.partition_point(|it: &Piece| it.chunk <= number);
            let own = pieces[..end].iter().filter(|it| it.chunk == number);
            (own.fold(0, |sum, it| sum | it.part(Portable, it.reference)), end)
        };
        let chunks = (0..shape.chunks).map(chunk).collect();
        let reference = reference.to_vec();
        let row = None;
        Self { length, reference, mask, more, words, pieces, more_pieces, chunks, shape, row }
    }

    /// A class of chunks of these widths that make a row, if that is possible.
    pub(crate) fn in_row(
        reference: &[u8],
        mask: Vec<u8>,
        widths: &[u32],
        row: Row,
    ) -> Option<Self> {
        let sound = widths.iter().all(|it| (1..=u64::BITS).contains(it))
            && widths.iter().map(|&it| it as usize).sum::<usize>() == size(&mask)
            && widths.len() == row.widths.len();
        // Only the tree of pairs needs to know how wide they are.
        let shape = Shape { chunks: widths.len(), width: 0, last: 0 };
        let more = vec![0; mask.len()];
        let class = || Self::with_widths(reference, mask, more, shape, |it| widths[it]);
        sound.then(|| class().with_row(row))
    }

    /// How wide the chunks are.
    pub(crate) fn widths(&self) -> Vec<u32> {
        let mut widths = vec![0; self.shape.chunks];
        self.pieces.iter().for_each(|it| widths[it.chunk] += it.mask.count_ones());
        widths
    }

    /// The same with a row.
    pub(crate) fn with_row(self, row: Row) -> Self {
        Self { row: Some(row), ..self }
    }

    /// The class of all strings of a length.
    pub(crate) fn wide(length: usize) -> Self {
        Self::new(&vec![0; length], vec![u8::MAX; length], vec![0; length])
    }

    /// How many bits vary.
    fn bits(&self) -> usize {
        size(&self.mask)
    }

    /// The chunks of a string of the right length; false if it does not belong to the class.
    #[inline]
    pub(crate) fn pack(&self, state: &[u8], chunks: &mut Vec<u64>) -> bool {
        if chunks.len() != self.shape.chunks {
            chunks.resize(self.shape.chunks, 0);
        }
        run(Pack { class: self, state, chunks })
    }

    /// The string with these chunks.
    #[inline]
    pub(crate) fn unpack(&self, chunks: &[u64], state: &mut Vec<u8>) {
        if state.len() != self.length {
            state.resize(self.length, 0);
        }
        run(Unpack { class: self, chunks, state });
    }
}

/// A mask with more bits: those that vary in many bytes, in every byte, if they are not more than fit so many
/// chunks; else those beside the bits that vary.
fn wider(mask: &[u8], chunks: usize) -> Vec<u8> {
    let bytes = mask.iter().filter(|it| **it != 0).count();
    let often = |bit: &u8| 4 * mask.iter().filter(|it| *it & bit != 0).count() > bytes;
    let column = (0..8).map(|it| 1 << it).filter(often).fold(0, |sum, bit| sum | bit);
    let everywhere: Vec<u8> = mask.iter().map(|it| it | column).collect();
    let room = (Shape::of(mask).chunks + 1) * CHUNK as usize;
    if Shape::of(&everywhere).chunks <= chunks {
        return everywhere;
    }
    mask.iter().zip(beside(mask, room)).map(|(mask, more)| mask | more).collect()
}

/// At most so many bits that are not in a mask, but near to bits that are. The nearest come first, and only
/// those above count.
pub(crate) fn beside(mask: &[u8], room: usize) -> Vec<u8> {
    let mut near = vec![0; mask.len()];
    let mut room = room;
    for distance in 1..16 {
        for bit in 0..(mask.len() * 8).saturating_sub(distance) {
            let (byte, one) = ((bit + distance) / 8, 1 << ((bit + distance) % 8));
            let is_new = (mask[byte] | near[byte]) & one == 0;
            if room > 0 && is_new && mask[bit / 8] >> (bit % 8) & 1 == 1 {
                near[byte] |= one;
                room -= 1;
            }
        }
    }
    near
}

/// Eight bytes of a string, filled up with zeros.
#[inline]
fn word(bytes: &[u8], offset: usize) -> u64 {
    match bytes[offset..].first_chunk() {
        Some(&word) => u64::from_le_bytes(word),
        None => {
            let mut word = [0; 8];
            word[..bytes.len() - offset].copy_from_slice(&bytes[offset..]);
            u64::from_le_bytes(word)
        }
    }
}

struct Pack<'a> {
    class: &'a Class,
    state: &'a [u8],
    chunks: &'a mut [u64],
}

impl Task for Pack<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, bits: impl Bits) -> bool {
        let (mut differs, mut more) = (0, 0);
        for it in &self.class.words {
            let difference = word(self.state, it.offset) ^ it.reference;
            differs |= difference & it.fixed;
            more |= difference & it.more;
        }
        if differs != 0 {
            return false;
        }
        let mut start = 0;
        for (chunk, &(zero, end)) in self.chunks.iter_mut().zip(&self.class.chunks) {
            let pieces = &self.class.pieces[start..end];
            let part = |it: &Piece| it.part(bits, word(self.state, it.offset));
            *chunk = pieces.iter().fold(zero, |sum, it| sum ^ part(it));
            start = end;
        }
        if more != 0 {
            for piece in &self.class.more_pieces {
                let difference = word(self.state, piece.offset) ^ piece.reference;
                self.chunks[piece.chunk] |= piece.part(bits, difference);
            }
        }
        true
    }
}

struct Unpack<'a> {
    class: &'a Class,
    chunks: &'a [u64],
    state: &'a mut [u8],
}

impl Task for Unpack<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, bits: impl Bits) {
        let Class { words, pieces, more_pieces, shape, .. } = self.class;
        let upper = |(at, chunk): (usize, &u64)| chunk.checked_shr(shape.width(at)).unwrap_or(0);
        let more = self.chunks.iter().enumerate().fold(0, |sum, it| sum | upper(it)) != 0;
        let part =
            |piece: &Piece| bits.scatter(self.chunks[piece.chunk] >> piece.shift, piece.mask);
        // From the last one on, since it may overlap the one before, which knows better.
        for (at, it) in words.iter().enumerate().rev() {
            let starts = at.checked_sub(1).map_or([0, 0], |before| words[before].ends);
            let mut word = it.reference;
            for piece in &pieces[starts[0]..it.ends[0]] {
                word ^= part(piece);
            }
            if more {
                for piece in &more_pieces[starts[1]..it.ends[1]] {
                    word ^= part(piece);
                }
            }
            let word = word.to_le_bytes();
            match self.state[it.offset..].first_chunk_mut() {
                Some(bytes) => *bytes = word,
                None => {
                    let bytes = &mut self.state[it.offset..];
                    bytes.copy_from_slice(&word[..bytes.len()]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, NUMBER, Packing, Shape};
    use proptest::prelude::*;

    #[test]
    fn shapes() {
        let shape = |bits| {
            let Shape { chunks, width, last } = Shape::new(bits);
            (chunks, width, last)
        };
        assert_eq!(shape(0), (1, 0, 0));
        assert_eq!(shape(60), (1, 60, 60));
        assert_eq!(shape(61), (2, 30, 31));
        assert_eq!(shape(90), (2, 30, 60));
        assert_eq!(shape(91), (2, 46, 45));
        assert_eq!(shape(121), (3, 41, 39));
    }

    #[test]
    fn counters_may_go_on_counting() {
        let samples: Vec<[u8; 12]> =
            (0..200).map(|it| [7, 7, 7, it, 7, 7, 7, 7, 7, 7, it / 2, 9]).collect();
        let packing = Packing::learn(samples.iter().map(|it| &it[..]));
        assert_eq!(packing.bits(12), Some(15));
        assert_eq!(packing.bits(13), None);
        let mut chunks = Vec::new();
        // A bit that varied in no sample, but next to those that did, changes nothing.
        let state = [7, 7, 7, 250, 6, 7, 7, 7, 7, 7, 255, 9];
        assert_eq!((packing.pack(0, &state, &mut chunks), chunks.len()), (Some(0), 1));
        // One far away does.
        let state = [6, 7, 7, 250, 7, 7, 7, 7, 7, 7, 255, 9];
        assert_eq!((packing.pack(0, &state, &mut chunks), chunks.len()), (Some(1), 2));
        assert_eq!(packing.pack(0, &[0; 13], &mut chunks), None);
    }

    proptest! {
        #[test]
        fn packing_can_be_undone(
            samples in prop::collection::vec(prop::collection::vec(0..5u8, 37), 1..20),
            state in prop::collection::vec(0..9u8, 37),
        ) {
            let packing = Packing::learn(samples.iter().map(|it| &it[..]));
            let (mut chunks, mut unpacked) = (Vec::new(), Vec::new());
            for state in samples.iter().chain([&state]) {
                let number = packing.pack(0, state, &mut chunks).unwrap();
                let class = &packing.classes[number];
                for (at, &chunk) in chunks.iter().enumerate() {
                    let own = chunks.len() > 1 && class.shape.width(at) <= NUMBER;
                    let bits = if own { NUMBER } else { CHUNK };
                    prop_assert!(chunk >> bits == 0);
                }
                class.unpack(&chunks, &mut unpacked);
                prop_assert_eq!(&unpacked, state);
            }
        }
    }
}
