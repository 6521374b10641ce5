//! What the threads of a nested search have found out about states, by their numbers.

use crate::checkpoint::{load_number, save_number};
use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// A colour that a state can have, for all threads to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Its outer search is done.
    Blue = 1,
    /// No accepting cycle can be reached from it.
    Red = 2,
}

/// The colours of all states. Room is made in chunks, each as large as all before it.
#[derive(Debug)]
pub(crate) struct Colours {
    chunks: [OnceLock<Box<[AtomicU8]>>; CHUNKS],
}

/// The first chunk has 2^FIRST states.
const FIRST: u32 = 12;
const CHUNKS: usize = (32 - FIRST + 1) as usize;

impl Colours {
    pub(crate) fn new() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS] }
    }

    #[inline]
    fn at(&self, state: u32) -> &AtomicU8 {
        let (chunk, start, length) = match (state >> FIRST).checked_ilog2() {
            None => (0, 0, 1 << FIRST),
            Some(level) => (level as usize + 1, 1 << (level + FIRST), 1 << (level + FIRST)),
        };
        let chunk =
            self.chunks[chunk].get_or_init(|| (0..length).map(|_| AtomicU8::new(0)).collect());
        &chunk[(state - start) as usize]
    }

    #[inline]
    pub(crate) fn has(&self, state: u32, colour: Colour) -> bool {
        self.at(state).load(Ordering::Acquire) & colour as u8 != 0
    }

    pub(crate) fn paint(&self, state: u32, colour: Colour) {
        self.at(state).fetch_or(colour as u8, Ordering::AcqRel);
    }

    /// All colours of a state.
    pub(crate) fn get(&self, state: u32) -> u8 {
        self.at(state).load(Ordering::Acquire)
    }

    /// Gives a state the colours that [`get`](Self::get) told.
    pub(crate) fn set(&self, state: u32, colours: u8) {
        self.at(state).store(colours, Ordering::Release);
    }

    /// The bytes in use.
    pub(crate) fn memory(&self) -> u64 {
        self.chunks.iter().filter_map(OnceLock::get).map(|it| it.len() as u64).sum()
    }
}

/// A set of states that one thread keeps for itself.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    words: Vec<u64>,
}

impl Marks {
    #[inline]
    pub(crate) fn has(&self, state: u32) -> bool {
        let word = self.words.get(state as usize / 64).copied().unwrap_or(0);
        word >> (state % 64) & 1 != 0
    }

    pub(crate) fn add(&mut self, state: u32) {
        let word = state as usize / 64;
        if self.words.len() <= word {
            self.words.resize((word + 1).next_power_of_two(), 0);
        }
        self.words[word] |= 1 << (state % 64);
    }

    pub(crate) fn remove(&mut self, state: u32) {
        if let Some(word) = self.words.get_mut(state as usize / 64) {
            *word &= !(1 << (state % 64));
        }
    }

    /// Writes it down.
    pub(crate) fn save(&self, output: &mut impl Write) -> io::Result<()> {
        save_number(self.words.len() as u64, output)?;
        self.words.iter().try_for_each(|&it| save_number(it, output))
    }

    /// Reads what was written down.
    pub(crate) fn load(input: &mut impl Read) -> io::Result<Self> {
        let length = load_number(input)?;
        let words = (0..length).map(|_| load_number(input)).collect::<io::Result<_>>()?;
        Ok(Self { words })
    }

    /// The bytes in use.
    pub(crate) fn memory(&self) -> usize {
        self.words.capacity() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Colours, Marks};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn states_do_not_share_colours(states in prop::collection::btree_set(0..100_000u32, 1..50)) {
            let (colours, mut marks) = (Colours::new(), Marks::default());
            for &state in &states {
                colours.paint(state, Colour::Red);
                marks.add(state);
            }
            for state in states.iter().flat_map(|it| [it.saturating_sub(1), *it, it + 1]) {
                prop_assert_eq!(colours.has(state, Colour::Red), states.contains(&state));
                prop_assert_eq!(marks.has(state), states.contains(&state));
                prop_assert!(!colours.has(state, Colour::Blue));
            }
            for &state in &states {
                marks.remove(state);
                prop_assert!(!marks.has(state));
            }
        }
    }
}
