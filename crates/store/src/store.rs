//! The set of states itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Key;
use crate::bitstate::Bitstate;
use crate::memory::Budget;
use crate::mix::unmix;
use crate::packing::Packing;
use crate::quiescence::Quiescence;
use crate::quotient::Quotient;
use crate::repack::Share;
use crate::session::Session;
use crate::table::{SEGMENT_BITS, TAKEN, Table};
use crate::tree::Tree;

/// How states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Exactly, about ten bytes a state.
    Exact,
    /// Exactly, two to five bytes a state where states are much alike, slower. The states are expected to be
    /// [repacked](Store::repacked) as soon as there are some thousands of them.
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
    pub(crate) set: Set,
    pub(crate) members: AtomicU64,
    pub(crate) budget: Arc<Budget>,
    pub(crate) quiescence: Arc<Quiescence>,
}

/// What the members are in.
#[derive(Debug)]
pub(crate) enum Set {
    /// All bits of a hash value, which tells the key in an exact kind.
    Table(Box<Table>),
    Quotient(Box<Quotient>),
    Bitstate(Bitstate),
}

impl Store {
    /// An empty set that uses at most so many bytes.
    ///
    /// # Panics
    /// If the system has no memory at all.
    pub fn new(kind: Kind, packing: Packing, memory: Option<u64>) -> Self {
        // Where the keys are kept by as many bits as they need, rows that are made for speed need too many.
        let packing = if kind == Kind::Small { packing.without_rows() } else { packing };
        Self::try_new(kind, packing, 0, memory).expect("there should be memory for an empty set")
    }

    /// The same with room for so many states, or nothing if there is not so much memory.
    pub(crate) fn try_new(
        kind: Kind,
        packing: Packing,
        states: u64,
        memory: Option<u64>,
    ) -> Option<Self> {
        let budget = Budget::new(memory);
        let quiescence = Arc::default();
        let tree = Tree::new(packing, &budget, &quiescence)?;
        let set = match kind {
            Kind::Exact | Kind::Compact => {
                let place = !0 << SEGMENT_BITS;
                Set::Table(Box::new(Table::with_room(states, place, &budget, &quiescence)?))
            }
            Kind::Small => Set::Quotient(Box::new(Quotient::new(&tree, &budget, &quiescence))),
            Kind::Bitstate { bits, hashes, .. } => {
                Set::Bitstate(Bitstate::new(bits, hashes, &budget)?)
            }
        };
        Some(Self { kind, tree, set, members: AtomicU64::new(0), budget, quiescence })
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
    ///
    /// A state is omitted with the probability that it is taken for one of those before, which the papers
    /// give: U. Stern, D. L. Dill: *Improved probabilistic verification by hash compaction*, CHARME 1995,
    /// and those in the module `bitstate`. How many states must have come until so many were stored
    /// follows from that. States that only omitted ones lead to are not counted.
    pub fn omission(&self) -> f64 {
        let members = self.len() as f64;
        match &self.set {
            Set::Table(_) if self.kind == Kind::Compact => members / 2f64.powi(65),
            Set::Table(_) | Set::Quotient(_) => 0.0,
            Set::Bitstate(bits) => {
                // The integral of 1 / (1 - probability), by the midpoints of steps.
                const STEPS: u32 = 1000;
                let came: f64 = (0..STEPS)
                    .map(|step| members * (f64::from(step) + 0.5) / f64::from(STEPS))
                    .map(|before| members / f64::from(STEPS) / (1.0 - bits.collision(before)))
                    .sum();
                if members == 0.0 { 0.0 } else { 1.0 - members / came }
            }
        }
    }

    /// How many states are not packed as tightly as those of the sample, which takes time and memory.
    /// Looks at all states.
    pub fn unpacked(&self) -> u64 {
        let mut unpacked = 0;
        if self.is_invertible() {
            self.for_each(Share::ALL, |key| unpacked += u64::from(!self.tree.is_tight(key)));
        }
        unpacked
    }

    /// Calls for every key, or fingerprint, of a share, if there are any.
    pub(crate) fn for_each(&self, share: Share, mut call: impl FnMut(Key)) {
        let reader = self.quiescence.reader();
        match &self.set {
            Set::Table(table) => table.for_each(&reader, share, |first, word| {
                let hash = hash_of(first, word);
                call(if self.is_invertible() { unmix(hash) } else { hash });
            }),
            Set::Quotient(set) => set.for_each(&reader, share, call),
            Set::Bitstate(_) => {}
        }
    }

    /// A session for one thread.
    pub fn session(&self) -> Session<'_> {
        Session::new(self)
    }

    /// The same for a thread that is the only one: as long as the session lives, no other session inserts
    /// anything, or states may be forgotten.
    pub fn only_session(&self) -> Session<'_> {
        Session::new(self).alone()
    }
}

/// The word that stands for a hash value in the table: all bits that do not choose the segment.
#[inline]
pub(crate) fn word(hash: u64) -> u64 {
    hash << SEGMENT_BITS | TAKEN
}

/// The hash value that a word of the table stands for, given its first bits.
fn hash_of(first: u64, word: u64) -> u64 {
    first | word >> SEGMENT_BITS
}

/// In place of a key if there is no room for the state.
pub(crate) const NO_KEY: Key = Key::MAX;
