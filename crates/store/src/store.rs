//! The set itself.

use std::collections::BTreeMap;
use std::sync::Mutex;

/// A state in eight bytes. If [`Store::is_invertible`], it stands for exactly one state.
pub type Key = u64;

/// How states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Exactly, about ten bytes a state.
    Exact,
    /// Exactly, below five bytes a state, slower.
    Small,
    /// A fingerprint of 64 bits a state: some states may be taken for others.
    Compact,
    /// Some bits a state in one array of bits: some states may be taken for others.
    Bitstate {
        /// The size of the array.
        bits: u64,
        /// How many bits a state sets.
        hashes: u32,
        /// Chooses the hash functions: runs with different seeds omit different states.
        seed: u64,
    },
}

/// Which bits of a state vary, learned from a sample.
#[derive(Clone, Debug, Default)]
pub struct Packing;

impl Packing {
    /// Learns from some states.
    pub fn learn<'a>(samples: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let _ = samples.into_iter().count();
        Self
    }
}

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
    key: Key,
    full: bool,
}

#[derive(Debug, Default)]
struct Strings {
    numbers: BTreeMap<Vec<u8>, Key>,
    strings: Vec<Vec<u8>>,
    members: BTreeMap<Key, ()>,
}

/// A set of states, shared by threads.
#[derive(Debug)]
pub struct Store {
    kind: Kind,
    inner: Mutex<Strings>,
}

impl Store {
    /// An empty set that uses at most so many bytes.
    pub fn new(kind: Kind, packing: Packing, memory: Option<u64>) -> Self {
        let _ = (packing, memory);
        Self { kind, inner: Mutex::default() }
    }

    /// How many states there are. Exact when no session is inserting.
    pub fn len(&self) -> u64 {
        self.strings().members.len() as u64
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in use, tables included.
    pub fn memory(&self) -> u64 {
        self.strings().strings.iter().map(|it| 80 + 2 * it.len() as u64).sum()
    }

    /// Whether a key stands for exactly one state, which [`Session::load`] finds.
    pub fn is_invertible(&self) -> bool {
        matches!(self.kind, Kind::Exact | Kind::Small)
    }

    /// The share of the distinct states inserted that is expected to be taken for others: 0 in the exact kinds.
    pub fn omission(&self) -> f64 {
        0.0
    }

    /// A session for one thread.
    pub fn session(&self) -> Session<'_> {
        Session { store: self }
    }

    fn strings(&self) -> std::sync::MutexGuard<'_, Strings> {
        self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// What one thread needs to use a [`Store`].
#[derive(Debug)]
pub struct Session<'s> {
    store: &'s Store,
}

impl Session<'_> {
    /// A hint: the states prepared next are successors of this one.
    pub fn base(&mut self, key: Key) {
        let _ = key;
    }

    /// A hint: this thread will not use the session for some time.
    pub fn rest(&mut self) {}

    /// Makes a state ready and asks the memory for the place where it would lie.
    pub fn prepare(&mut self, state: &[u8]) -> Prepared {
        let mut strings = self.store.strings();
        let next = strings.strings.len() as Key;
        let key = *strings.numbers.entry(state.to_vec()).or_insert(next);
        if key == next {
            strings.strings.push(state.to_vec());
        }
        Prepared { key, full: false }
    }

    /// Adds a state.
    pub fn insert(&mut self, prepared: Prepared) -> Insertion {
        if prepared.full {
            return Insertion::Full;
        }
        match self.store.strings().members.insert(prepared.key, ()) {
            None => Insertion::New(prepared.key),
            Some(()) => Insertion::Known(prepared.key),
        }
    }

    /// Whether a state is there.
    pub fn contains(&mut self, prepared: Prepared) -> bool {
        self.store.strings().members.contains_key(&prepared.key)
    }

    /// The state that a key stands for, if the kind is invertible; otherwise nothing sensible.
    pub fn load(&mut self, key: Key, state: &mut Vec<u8>) {
        state.clear();
        state.extend_from_slice(&self.store.strings().strings[key as usize]);
    }
}

/// A set of states that numbers its members in order of arrival, shared by threads.
#[derive(Debug)]
pub struct Numbering {
    inner: Mutex<Strings>,
}

impl Numbering {
    /// An empty set that uses at most so many bytes.
    pub fn new(packing: Packing, memory: Option<u64>) -> Self {
        let _ = (packing, memory);
        Self { inner: Mutex::default() }
    }

    /// How many states there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.strings().strings.len()).unwrap_or(u32::MAX)
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in use, tables included.
    pub fn memory(&self) -> u64 {
        self.strings().strings.iter().map(|it| 80 + 2 * it.len() as u64).sum()
    }

    /// A session for one thread.
    pub fn session(&self) -> NumberingSession<'_> {
        NumberingSession { numbering: self }
    }

    fn strings(&self) -> std::sync::MutexGuard<'_, Strings> {
        self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// What one thread needs to use a [`Numbering`].
#[derive(Debug)]
pub struct NumberingSession<'s> {
    numbering: &'s Numbering,
}

impl NumberingSession<'_> {
    /// A hint: the states prepared next are successors of this one.
    pub fn base(&mut self, id: u32) {
        let _ = id;
    }

    /// A hint: this thread will not use the session for some time.
    pub fn rest(&mut self) {}

    /// Makes a state ready and asks the memory for the place where it would lie.
    pub fn prepare(&mut self, state: &[u8]) -> Prepared {
        let mut strings = self.numbering.strings();
        let next = strings.strings.len() as Key;
        let key = *strings.numbers.entry(state.to_vec()).or_insert(next);
        if key == next {
            strings.strings.push(state.to_vec());
        }
        Prepared { key, full: false }
    }

    /// Adds a state; its number and whether it is new, or nothing if there is no room.
    pub fn insert(&mut self, prepared: Prepared) -> Option<(u32, bool)> {
        let mut strings = self.numbering.strings();
        let new = strings.members.insert(prepared.key, ()).is_none();
        Some((u32::try_from(prepared.key).ok()?, new))
    }

    /// The number of a state that is there.
    pub fn find(&mut self, prepared: Prepared) -> Option<u32> {
        let strings = self.numbering.strings();
        strings.members.contains_key(&prepared.key).then_some(prepared.key as u32)
    }

    /// The state of this number.
    pub fn get(&mut self, id: u32, state: &mut Vec<u8>) {
        state.clear();
        state.extend_from_slice(&self.numbering.strings().strings[id as usize]);
    }
}
