//! What one thread does with a set of states.

use std::sync::atomic::Ordering;

use crate::Key;
use crate::mix::{hash, mix};
use crate::quiescence::Reader;
use crate::quotient::Placement;
use crate::store::{Kind, NO_KEY, Set, Store, word};
use crate::table::{Claim, Tally};
use crate::tree::Folder;

/// What became of a state to be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// It is new.
    New(Key),
    /// It was there.
    Known(Key),
    /// It is new, and there is no room for it.
    Full,
}

/// A state that is ready to be inserted.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    pub(crate) key: Key,
    pub(crate) hash: u64,
}

impl Prepared {
    /// The key that the state has, or will have.
    #[inline]
    pub fn key(self) -> Key {
        self.key
    }
}

/// What one thread needs to use a [`Store`].
#[derive(Debug)]
pub struct Session<'s> {
    store: &'s Store,
    reader: Reader,
    folder: Folder,
    tally: Tally,
    /// The states added that the store does not count yet.
    members: u64,
    /// So many states may be prepared until the next pause.
    until_pause: u32,
}

/// After so many states a session lets go of what other threads may want to free.
pub(crate) const PAUSE: u32 = 256;

impl<'s> Session<'s> {
    pub(crate) fn new(store: &'s Store) -> Self {
        Self {
            store,
            reader: store.quiescence.reader(),
            folder: Folder::default(),
            tally: Tally::default(),
            members: 0,
            until_pause: PAUSE,
        }
    }

    /// Inserts without regard to others.
    pub(crate) fn alone(mut self) -> Self {
        self.reader.alone = true;
        self
    }

    /// A hint: the states prepared next are successors of this one. Only what differs from it is
    /// looked up. [`load`](Self::load) implies it.
    #[inline]
    pub fn base(&mut self, key: Key) {
        if self.store.is_invertible() {
            self.folder.base(&self.store.tree, key);
        }
    }

    /// Tells that this thread will not use the session for some time: others need not wait for it to free
    /// memory, and the states that it inserted count.
    pub fn rest(&mut self) {
        self.pause();
        self.reader.rest();
    }

    #[cold]
    fn pause(&mut self) {
        self.until_pause = PAUSE;
        self.reader.pause();
        self.store.members.fetch_add(std::mem::take(&mut self.members), Ordering::AcqRel);
    }

    /// Makes a state ready and asks the memory for the place where it would lie.
    #[inline]
    pub fn prepare(&mut self, state: &[u8]) -> Prepared {
        self.until_pause -= 1;
        if self.until_pause == 0 {
            self.pause();
        }
        self.reader.wake();
        let Self { store, reader, folder, .. } = self;
        match store.kind {
            Kind::Exact | Kind::Small => {
                let key = folder.fold(&store.tree, reader, state).unwrap_or(NO_KEY);
                self.ready(key, mix(key))
            }
            Kind::Compact => {
                let (class, chunks) = folder.pack(&store.tree, state);
                let key = hash(chunks, class).min(NO_KEY - 1);
                self.ready(key, key)
            }
            Kind::Bitstate { seed, .. } => {
                let (class, chunks) = folder.pack(&store.tree, state);
                let seed = mix(seed.wrapping_add(class));
                let key = hash(chunks, seed).min(NO_KEY - 1);
                let second = hash(chunks, !seed);
                self.ready(key, second)
            }
        }
    }

    /// Asks for the memory where a key would lie.
    #[inline]
    fn ready(&self, key: Key, hash: u64) -> Prepared {
        match &self.store.set {
            Set::Table(table) => table.prefetch(&self.reader, hash),
            Set::Quotient(set) => set.prefetch(&self.reader, key),
            Set::Bitstate(bits) => bits.prefetch(key, hash),
        }
        Prepared { key, hash }
    }

    /// Adds a state.
    #[inline]
    pub fn insert(&mut self, prepared: Prepared) -> Insertion {
        let Prepared { key, hash } = prepared;
        if key == NO_KEY {
            return Insertion::Full;
        }
        self.reader.wake();
        let placement = match &self.store.set {
            Set::Table(table) => match table.claim(&self.reader, hash, word(hash), !0, |_| true) {
                Claim::Found(_) => Placement::Known,
                Claim::Added(_) => {
                    table.count(&self.reader, &mut self.tally, hash);
                    Placement::New
                }
                Claim::Full => Placement::Full,
            },
            Set::Quotient(set) => set.insert(&self.reader, key),
            Set::Bitstate(bits) if bits.insert(key, hash) => Placement::New,
            Set::Bitstate(_) => Placement::Known,
        };
        match placement {
            Placement::New => {
                self.members += 1;
                Insertion::New(key)
            }
            Placement::Known => Insertion::Known(key),
            Placement::Full => Insertion::Full,
        }
    }

    /// Whether a state is there, as far as a short look tells: it does not know all. It takes no jump that
    /// the processor could not guess, so that several looks overlap.
    #[inline]
    pub fn is_known(&self, prepared: Prepared) -> bool {
        match &self.store.set {
            Set::Table(table) => table.holds(&self.reader, prepared.hash, word(prepared.hash)),
            Set::Quotient(_) | Set::Bitstate(_) => false,
        }
    }

    /// Whether a state is there.
    #[inline]
    pub fn contains(&mut self, prepared: Prepared) -> bool {
        let Prepared { key, hash } = prepared;
        self.reader.wake();
        key != NO_KEY
            && match &self.store.set {
                Set::Table(table) => {
                    table.find(&self.reader, hash, word(hash), !0, |_| true).is_some()
                }
                Set::Quotient(set) => set.contains(&self.reader, key),
                Set::Bitstate(bits) => bits.contains(key, hash),
            }
    }

    /// Asks the memory for what [`load`](Self::load) will need.
    #[inline]
    pub fn expect(&self, key: Key) {
        self.store.tree.expect(key);
    }

    /// The state that a key stands for, if the kind is invertible; otherwise nothing sensible. It becomes
    /// the [`base`](Self::base).
    #[inline]
    pub fn load(&mut self, key: Key, state: &mut Vec<u8>) {
        self.folder.unfold(&self.store.tree, key, state);
    }
}

impl Session<'_> {
    /// Adds a word to a dictionary of the tree: its number, and whether it is new.
    pub(crate) fn number(&mut self, dictionary: usize, word: u64) -> Option<(u32, bool)> {
        self.folder.number(&self.store.tree, &self.reader, dictionary, word)
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.pause();
        if let Set::Table(table) = &self.store.set {
            table.settle(&mut self.tally);
        }
        self.folder.settle(&self.store.tree);
    }
}
