//! The set of states itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Key;
use crate::memory::Budget;
use crate::packing::Packing;
use crate::quiescence::Quiescence;
use crate::session::Session;
use crate::table::{SEGMENT_BITS, TAKEN, Table};
use crate::tree::Tree;

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

/// A set of states, shared by threads.
#[derive(Debug)]
pub struct Store {
    pub(crate) kind: Kind,
    pub(crate) tree: Tree,
    pub(crate) roots: Table,
    pub(crate) members: AtomicU64,
    pub(crate) budget: Arc<Budget>,
    pub(crate) quiescence: Arc<Quiescence>,
}

impl Store {
    /// An empty set that uses at most so many bytes.
    ///
    /// # Panics
    /// If the system has no memory at all.
    pub fn new(kind: Kind, packing: Packing, memory: Option<u64>) -> Self {
        let budget = Budget::new(memory);
        let quiescence = Arc::default();
        let tree = Tree::new(packing, &budget, &quiescence);
        let roots = Table::new(!0 << SEGMENT_BITS, &budget, &quiescence);
        Self {
            kind,
            tree: tree.expect("there should be memory for an empty tree"),
            roots: roots.expect("there should be memory for an empty table"),
            members: AtomicU64::new(0),
            budget,
            quiescence,
        }
    }

    /// How many states there are: those of all sessions that are at rest or gone, at least.
    pub fn len(&self) -> u64 {
        self.members.load(Ordering::Acquire)
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in use, tables included.
    pub fn memory(&self) -> u64 {
        self.budget.used()
    }

    /// How states are kept.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether a key stands for exactly one state, which [`Session::load`] finds.
    pub fn is_invertible(&self) -> bool {
        matches!(self.kind, Kind::Exact | Kind::Small)
    }

    /// The share of the distinct states inserted that is expected to be taken for others: 0 in the
    /// exact kinds.
    pub fn omission(&self) -> f64 {
        0.0
    }

    /// A session for one thread.
    pub fn session(&self) -> Session<'_> {
        Session::new(self)
    }
}

/// The word that stands for a hash value in the table of roots: all bits that do not choose the segment.
#[inline]
pub(crate) fn root_word(hash: u64) -> u64 {
    hash << SEGMENT_BITS | TAKEN
}

/// In place of a key if there is no room for the state.
pub(crate) const NO_KEY: Key = Key::MAX;
