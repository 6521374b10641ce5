//! Which bits of a state vary, and how they are packed into a few words.
//!
//! The strings of one length that are *packed* in the same way form a class: outside a mask they all
//! agree with one of them, the reference. The bits under the mask, one after the other, are cut into
//! *chunks* of nearly the same width, at most [`CHUNK`] bits each. The frequent lengths have a second
//! class, whose mask has all bits: it takes what does not agree with the reference.

use std::collections::BTreeMap;

use crate::bits::{Bits, Portable, Task, ones, run};

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
    /// What all of them agree in, zero elsewhere.
    pub(crate) reference: Vec<u8>,
    /// The bits in which they differ.
    pub(crate) mask: Vec<u8>,
    /// What to compare with the reference.
    words: Vec<Word>,
    pieces: Vec<Piece>,
    pub(crate) shape: Shape,
}

/// Eight bytes of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    offset: usize,
    reference: u64,
    /// The bits that agree with the reference.
    fixed: u64,
}

/// Bits of eight bytes of a string that lie side by side in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    offset: usize,
    mask: u64,
    chunk: usize,
    shift: u32,
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
    /// There are at most so many classes.
    pub(crate) const MOST_CLASSES: usize = PACKED + WIDE;

    /// Learns from some states. The more of those to come look like them, the better.
    pub fn learn<'a>(samples: impl IntoIterator<Item = &'a [u8]>) -> Self {
        /// The states of one length: how many, the first one, and the bits in which others differ.
        struct Seen<'a> {
            states: usize,
            reference: &'a [u8],
            mask: Vec<u8>,
        }
        let mut lengths: BTreeMap<usize, Seen<'a>> = BTreeMap::new();
        for sample in samples {
            let mask = || vec![0; sample.len()];
            let seen = lengths.entry(sample.len()).or_insert_with(|| Seen {
                states: 0,
                reference: sample,
                mask: mask(),
            });
            seen.states += 1;
            for ((byte, reference), mask) in sample.iter().zip(seen.reference).zip(&mut seen.mask) {
                *mask |= byte ^ reference;
            }
        }
        let mut lengths: Vec<(usize, Seen<'a>)> = lengths.into_iter().collect();
        lengths.sort_by_key(|(length, seen)| (std::cmp::Reverse(seen.states), *length));
        lengths.truncate(PACKED);
        let wide: Vec<Class> =
            lengths.iter().take(WIDE).map(|&(length, _)| Class::wide(length)).collect();
        let packed = lengths.into_iter().map(|(_, seen)| Class::new(seen.reference, seen.mask));
        Self { classes: packed.chain(wide).collect() }
    }

    /// How many bits the states of a length are packed into, if there were any in the sample.
    pub fn bits(&self, length: usize) -> Option<usize> {
        self.classes.iter().find(|it| it.length == length).map(Class::bits)
    }

    /// Packs a state into chunks; its class, if it has one.
    #[inline]
    pub(crate) fn pack(&self, state: &[u8], chunks: &mut Vec<u64>) -> Option<usize> {
        for (number, class) in self.classes.iter().enumerate() {
            if class.has(state) {
                class.pack(state, chunks);
                return Some(number);
            }
        }
        None
    }
}

impl Class {
    pub(crate) fn new(reference: &[u8], mask: Vec<u8>) -> Self {
        let length = reference.len();
        let bits = mask.iter().map(|it| it.count_ones() as usize).sum();
        let reference: Vec<u8> = reference.iter().zip(&mask).map(|(it, mask)| it & !mask).collect();
        let shape = Shape::new(bits);
        let (mut words, mut pieces) = (Vec::new(), Vec::new());
        let (mut chunk, mut filled) = (0, 0);
        for start in (0..length).step_by(8) {
            // The last eight bytes may overlap those before, but do not count what these count.
            let offset = start.min(length.saturating_sub(8));
            let own = !0 << (8 * (start - offset));
            let own = if length < 8 { own & ones(8 * length as u32) } else { own };
            let mut rest = word(&mask, offset) & own;
            words.push(Word {
                offset,
                reference: word(&reference, offset) & own,
                fixed: !rest & own,
            });
            while rest != 0 {
                if filled == shape.width(chunk) {
                    (chunk, filled) = (chunk + 1, 0);
                }
                let taken = rest.count_ones().min(shape.width(chunk) - filled);
                let mask = Portable.scatter(ones(taken), rest);
                pieces.push(Piece { offset, mask, chunk, shift: filled });
                rest &= !mask;
                filled += taken;
            }
        }
        Self { length, reference, mask, words, pieces, shape }
    }

    /// The class of all strings of a length.
    pub(crate) fn wide(length: usize) -> Self {
        Self::new(&vec![0; length], vec![u8::MAX; length])
    }

    /// How many bits vary.
    fn bits(&self) -> usize {
        (self.shape.chunks - 1) * self.shape.width as usize + self.shape.last as usize
    }

    /// Whether a string belongs to the class.
    #[inline]
    fn has(&self, state: &[u8]) -> bool {
        state.len() == self.length && {
            let differs = |it: &Word| (word(state, it.offset) ^ it.reference) & it.fixed;
            self.words.iter().fold(0, |sum, it| sum | differs(it)) == 0
        }
    }

    /// The chunks of a string of the class.
    #[inline]
    pub(crate) fn pack(&self, state: &[u8], chunks: &mut Vec<u64>) {
        chunks.clear();
        chunks.resize(self.shape.chunks, 0);
        run(Pack { class: self, state, chunks });
    }

    /// The string with these chunks.
    #[inline]
    pub(crate) fn unpack(&self, chunks: &[u64], state: &mut Vec<u8>) {
        state.clear();
        state.extend_from_slice(&self.reference);
        run(Unpack { class: self, chunks, state });
    }
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
    type Output = ();

    #[inline(always)]
    fn run(self, bits: impl Bits) {
        for piece in &self.class.pieces {
            let gathered = bits.gather(word(self.state, piece.offset), piece.mask);
            self.chunks[piece.chunk] |= gathered << piece.shift;
        }
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
        for piece in &self.class.pieces {
            let scattered = bits.scatter(self.chunks[piece.chunk] >> piece.shift, piece.mask);
            let word = (word(self.state, piece.offset) | scattered).to_le_bytes();
            match self.state[piece.offset..].first_chunk_mut() {
                Some(bytes) => *bytes = word,
                None => {
                    let bytes = &mut self.state[piece.offset..];
                    bytes.copy_from_slice(&word[..bytes.len()]);
                }
            }
        }
    }
}
