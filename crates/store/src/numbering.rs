//! A set of states that numbers its members in order of arrival.
//!
//! For searches that keep something for every state, as the colours of a nested search: they keep it in
//! arrays of their own, by the numbers. The keys of the states are the words of a [`Dictionary`].

use std::sync::Arc;

use crate::dictionary::Dictionary;
use crate::memory::Budget;
use crate::mix::mix;
use crate::packing::Packing;
use crate::quiescence::{Quiescence, Reader};
use crate::session::{PAUSE, Prepared};
use crate::store::NO_KEY;
use crate::table::Tally;
use crate::tree::{Folder, Tree};

/// A set of states with numbers, shared by threads.
#[derive(Debug)]
pub struct Numbering {
    tree: Tree,
    keys: Dictionary,
    budget: Arc<Budget>,
    quiescence: Arc<Quiescence>,
}

impl Numbering {
    /// An empty set that uses at most so many bytes.
    ///
    /// # Panics
    /// If the system has no memory at all.
    pub fn new(packing: Packing, memory: Option<u64>) -> Self {
        let budget = Budget::new(memory);
        let quiescence = Arc::default();
        let tree = Tree::new(packing, &budget, &quiescence);
        let keys = Dictionary::new(u32::MAX.into(), &budget, &quiescence);
        Self {
            tree: tree.expect("there should be memory for an empty tree"),
            keys: keys.expect("there should be memory for an empty dictionary"),
            budget,
            quiescence,
        }
    }

    /// How many states there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.keys.len()).unwrap_or(u32::MAX)
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in use, tables included.
    pub fn memory(&self) -> u64 {
        self.budget.used()
    }

    /// A session for one thread.
    pub fn session(&self) -> NumberingSession<'_> {
        NumberingSession {
            numbering: self,
            reader: self.quiescence.reader(),
            folder: Folder::default(),
            tally: Tally::default(),
            until_pause: PAUSE,
        }
    }
}

/// What one thread needs to use a [`Numbering`].
#[derive(Debug)]
pub struct NumberingSession<'s> {
    numbering: &'s Numbering,
    reader: Reader,
    folder: Folder,
    tally: Tally,
    until_pause: u32,
}

impl NumberingSession<'_> {
    /// A hint: the states prepared next are successors of this one. [`get`](Self::get) implies it.
    #[inline]
    pub fn base(&mut self, id: u32) {
        let key = self.numbering.keys.word(id);
        self.folder.base(&self.numbering.tree, key);
    }

    /// Tells that this thread will not use the session for some time: others need not wait for it to free
    /// memory.
    pub fn rest(&mut self) {
        self.reader.rest();
    }

    /// Makes a state ready and asks the memory for the place where it would lie.
    #[inline]
    pub fn prepare(&mut self, state: &[u8]) -> Prepared {
        self.until_pause -= 1;
        if self.until_pause == 0 {
            self.until_pause = PAUSE;
            self.reader.pause();
        }
        self.reader.wake();
        let Self { numbering, reader, folder, .. } = self;
        let key = folder.fold(&numbering.tree, reader, state).unwrap_or(NO_KEY);
        numbering.keys.prefetch(reader, key);
        Prepared { key, hash: mix(key) }
    }

    /// Adds a state; its number and whether it is new, or nothing if there is no room.
    #[inline]
    pub fn insert(&mut self, prepared: Prepared) -> Option<(u32, bool)> {
        if prepared.key == NO_KEY {
            return None;
        }
        self.reader.wake();
        self.numbering.keys.number(&self.reader, &mut self.tally, prepared.key)
    }

    /// The number of a state that is there.
    #[inline]
    pub fn find(&mut self, prepared: Prepared) -> Option<u32> {
        self.reader.wake();
        self.numbering.keys.find(&self.reader, prepared.key)
    }

    /// The state of this number. It becomes the [`base`](Self::base).
    #[inline]
    pub fn get(&mut self, id: u32, state: &mut Vec<u8>) {
        self.folder.unfold(&self.numbering.tree, self.numbering.keys.word(id), state);
    }
}

impl Drop for NumberingSession<'_> {
    fn drop(&mut self) {
        self.numbering.keys.settle(&mut self.tally);
        self.folder.settle(&self.numbering.tree);
    }
}
