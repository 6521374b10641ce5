//! Which bits of a state vary, and how they are packed into a few words.
//!
//! The strings of one length that are *packed* in the same way form a class: outside a mask they all
//! agree with one of them, the reference. The bits under the mask, one after the other, are cut into
//! *chunks* of nearly the same width, at most [`CHUNK`] bits each. The frequent lengths have a second
//! class, whose mask has all bits: it takes what does not agree with the reference. What belongs to no
//! class, of whatever length, is cut into chunks as it is.

use std::collections::BTreeMap;

use crate::bits::{Bits, Task, ones, run};

/// The most bits of a chunk: two numbers of [`NUMBER`] bits.
pub(crate) const CHUNK: u32 = 2 * NUMBER;
/// The bits of the number of a chunk or of a pair of numbers. A chunk of so many bits is its own number.
pub(crate) const NUMBER: u32 = 30;

/// Classes whose states are packed, at most.
const PACKED: usize = 11;
/// Classes with a mask of all bits, at most.
const WIDE: usize = 3;

/// Which bits of a state vary, learned from a sample. Other states can be stored too, in more time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    pub(crate) classes: Vec<Class>,
}

/// Strings of one length that are packed in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) length: usize,
    /// A string by its words, the last one filled up with zeros, without the bits of the mask.
    pub(crate) reference: Vec<u64>,
    pub(crate) mask: Vec<u64>,
    pub(crate) shape: Shape,
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

    /// The width of a chunk.
    #[inline]
    pub(crate) fn width(&self, chunk: usize) -> u32 {
        if chunk + 1 == self.chunks { self.last } else { self.width }
    }
}

impl Packing {
    /// Learns from some states. The more of those to come look like them, the better.
    pub fn learn<'a>(samples: impl IntoIterator<Item = &'a [u8]>) -> Self {
        /// The states of one length: how many, the first one, and the bits in which others differ.
        struct Seen {
            states: usize,
            reference: Vec<u64>,
            mask: Vec<u64>,
        }
        let mut lengths: BTreeMap<usize, Seen> = BTreeMap::new();
        for sample in samples {
            let seen = lengths.entry(sample.len()).or_insert_with(|| Seen {
                states: 0,
                reference: words(sample).collect(),
                mask: vec![0; sample.len().div_ceil(8)],
            });
            seen.states += 1;
            for ((word, reference), mask) in words(sample).zip(&seen.reference).zip(&mut seen.mask)
            {
                *mask |= word ^ reference;
            }
        }
        let mut lengths: Vec<(usize, Seen)> = lengths.into_iter().collect();
        lengths.sort_by_key(|(length, seen)| (std::cmp::Reverse(seen.states), *length));
        lengths.truncate(PACKED);
        let wide: Vec<Class> =
            lengths.iter().take(WIDE).map(|&(length, _)| Class::wide(length)).collect();
        let packed = lengths
            .into_iter()
            .map(|(length, seen)| Class::new(length, &seen.reference, seen.mask));
        Self { classes: packed.chain(wide).collect() }
    }

    /// How many bits the states of a length are packed into, if there were any in the sample.
    pub fn bits(&self, length: usize) -> Option<usize> {
        self.classes.iter().find(|it| it.length == length).map(Class::bits)
    }

    /// Packs a state into chunks; its class, if it has one.
    #[inline]
    pub(crate) fn pack(&self, state: &[u8], chunks: &mut Vec<u64>) -> Option<usize> {
        run(Pack { packing: self, state, chunks })
    }
}

impl Class {
    pub(crate) fn new(length: usize, reference: &[u64], mask: Vec<u64>) -> Self {
        let bits = mask.iter().map(|it| it.count_ones() as usize).sum();
        let reference = reference.iter().zip(&mask).map(|(word, mask)| word & !mask).collect();
        Self { length, reference, mask, shape: Shape::new(bits) }
    }

    /// The class of all strings of a length.
    pub(crate) fn wide(length: usize) -> Self {
        let mask = words(&vec![u8::MAX; length]).collect();
        Self::new(length, &vec![0; length.div_ceil(8)], mask)
    }

    /// How many bits vary.
    fn bits(&self) -> usize {
        (self.shape.chunks - 1) * self.shape.width as usize + self.shape.last as usize
    }

    /// The string with these chunks.
    #[inline]
    pub(crate) fn unpack(&self, chunks: &[u64], state: &mut Vec<u8>) {
        run(Unpack { class: self, chunks, state });
    }
}

/// Cuts a string that has no class into chunks.
pub(crate) fn cut(state: &[u8], chunks: &mut Vec<u64>) -> Shape {
    let shape = Shape::new(state.len() * 8);
    let mut cutter = Cutter::new(shape, chunks);
    for word in words(state) {
        cutter.push(word, u64::BITS);
    }
    cutter.finish();
    // The last word was filled up.
    chunks.truncate(shape.chunks);
    shape
}

/// The string with these chunks, which has no class.
pub(crate) fn join(length: usize, chunks: &[u64], state: &mut Vec<u8>) {
    let mut joiner = Joiner::new(Shape::new(length * 8), chunks);
    state.clear();
    while state.len() < length {
        let bytes = (length - state.len()).min(8);
        let word = joiner.pull(bytes as u32 * 8);
        state.extend_from_slice(&word.to_le_bytes()[..bytes]);
    }
}

/// A string by its words; the last one is filled up with zeros.
#[inline]
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (words, rest) = bytes.as_chunks::<8>();
    let last = (!rest.is_empty()).then(|| last_word(bytes, rest.len()));
    words.iter().map(|&it| u64::from_le_bytes(it)).chain(last)
}

#[inline]
fn last_word(bytes: &[u8], rest: usize) -> u64 {
    match bytes.last_chunk::<8>() {
        Some(&last) => u64::from_le_bytes(last) >> (64 - 8 * rest),
        None => {
            let mut last = [0; 8];
            last[..rest].copy_from_slice(bytes);
            u64::from_le_bytes(last)
        }
    }
}

struct Pack<'a> {
    packing: &'a Packing,
    state: &'a [u8],
    chunks: &'a mut Vec<u64>,
}

impl Task for Pack<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, bits: impl Bits) -> Option<usize> {
        'classes: for (number, class) in self.packing.classes.iter().enumerate() {
            if class.length != self.state.len() {
                continue;
            }
            let mut cutter = Cutter::new(class.shape, self.chunks);
            let masks = class.mask.iter().zip(&class.reference);
            for (word, (&mask, &reference)) in words(self.state).zip(masks) {
                if word & !mask != reference {
                    continue 'classes;
                }
                if mask != 0 {
                    cutter.push(bits.gather(word, mask), mask.count_ones());
                }
            }
            cutter.finish();
            return Some(number);
        }
        None
    }
}

struct Unpack<'a> {
    class: &'a Class,
    chunks: &'a [u64],
    state: &'a mut Vec<u8>,
}

impl Task for Unpack<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, bits: impl Bits) {
        let class = self.class;
        let mut joiner = Joiner::new(class.shape, self.chunks);
        self.state.resize(class.length, 0);
        let masks = class.mask.iter().zip(&class.reference);
        for (bytes, (&mask, &reference)) in self.state.chunks_mut(8).zip(masks) {
            let word = match mask {
                0 => reference,
                _ => bits.scatter(joiner.pull(mask.count_ones()), mask) | reference,
            };
            match bytes.as_mut_array::<8>() {
                Some(bytes) => *bytes = word.to_le_bytes(),
                None => bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]),
            }
        }
    }
}

/// Cuts bits into chunks.
struct Cutter<'a> {
    shape: Shape,
    chunks: &'a mut Vec<u64>,
    /// The bits that are in no chunk yet.
    bits: u128,
    count: u32,
}

impl<'a> Cutter<'a> {
    #[inline]
    fn new(shape: Shape, chunks: &'a mut Vec<u64>) -> Self {
        chunks.clear();
        Self { shape, chunks, bits: 0, count: 0 }
    }

    #[inline]
    fn push(&mut self, bits: u64, count: u32) {
        self.bits |= u128::from(bits) << self.count;
        self.count += count;
        loop {
            let width = self.shape.width(self.chunks.len());
            if self.count < width || self.chunks.len() == self.shape.chunks {
                break;
            }
            self.chunks.push(self.bits as u64 & ones(width));
            self.bits >>= width;
            self.count -= width;
        }
    }

    /// If there are no bits at all, there is one chunk all the same.
    #[inline]
    fn finish(&mut self) {
        if self.chunks.is_empty() {
            self.chunks.push(0);
        }
    }
}

/// Takes bits out of chunks.
struct Joiner<'a> {
    shape: Shape,
    chunks: &'a [u64],
    next: usize,
    bits: u128,
    count: u32,
}

impl<'a> Joiner<'a> {
    #[inline]
    fn new(shape: Shape, chunks: &'a [u64]) -> Self {
        Self { shape, chunks, next: 0, bits: 0, count: 0 }
    }

    #[inline]
    fn pull(&mut self, count: u32) -> u64 {
        while self.count < count {
            let Some(&chunk) = self.chunks.get(self.next) else { break };
            self.bits |= u128::from(chunk) << self.count;
            self.count += self.shape.width(self.next);
            self.next += 1;
        }
        let bits = self.bits as u64 & ones(count);
        self.bits >>= count;
        self.count = self.count.saturating_sub(count);
        bits
    }
}
