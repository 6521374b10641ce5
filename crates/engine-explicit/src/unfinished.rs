//! Which states are unfinished: waiting or on the stack of some thread, for the proviso of the reduction.
//!
//! One thread keeps the set. Several share an array of counters, chosen by hash values: a state whose
//! counter is zero is finished; one whose counter is not may be finished as well, which costs a reduction
//! but loses nothing.
//!
//! # Why the proviso holds with several threads
//! A state that is not expanded fully must have a successor that comes before it in some well-founded
//! order (`stubborn`). A thread finishes a state when all states that it pushed above it are finished.
//! If it gave one of them to another thread, the state and those below it are never finished. The order:
//! finished states come before all others, the earlier the sooner; of the others, those that are stored
//! later come first. A successor that is new, and so pushed here, is finished before its parent, or
//! neither of them ever is, if it is not; in that case it is stored later. A successor that is finished when it is
//! met comes before the parent in any case. These two are what the proviso asks for.
//!
//! A state is counted before it is stored, so that whoever finds it in the table sees its counter.

use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicU8, Ordering};
use tribunal_store::Key;

/// A counter with this value counts no more, in either direction.
const STUCK: u8 = u8::MAX;

/// The unfinished states of several threads, and maybe some others.
#[derive(Debug)]
pub(crate) struct Counters {
    counters: Box<[AtomicU8]>,
}

impl Counters {
    /// For a search that has stored so many states and will store some times as many.
    pub(crate) fn new(states: u64) -> Self {
        let size = (states.saturating_mul(16)).clamp(1 << 16, 1 << 26).next_power_of_two();
        Self { counters: (0..size).map(|_| AtomicU8::new(0)).collect() }
    }

    #[inline]
    fn counter(&self, key: Key) -> &AtomicU8 {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.counters[usize::try_from(hash).unwrap_or(0) & (self.counters.len() - 1)]
    }

    #[inline]
    pub(crate) fn add(&self, key: Key) {
        let up = |it: u8| (it != STUCK).then(|| it + 1);
        let _: Result<u8, u8> =
            self.counter(key).fetch_update(Ordering::AcqRel, Ordering::Acquire, up);
    }

    #[inline]
    pub(crate) fn remove(&self, key: Key) {
        let down = |it: u8| (it != STUCK).then(|| it.saturating_sub(1));
        let _: Result<u8, u8> =
            self.counter(key).fetch_update(Ordering::AcqRel, Ordering::Acquire, down);
    }

    #[inline]
    fn may_hold(&self, key: Key) -> bool {
        self.counter(key).load(Ordering::Acquire) != 0
    }

    pub(crate) fn memory(&self) -> u64 {
        self.counters.len() as u64
    }
}

/// What a thread knows of the states that are unfinished.
#[derive(Debug)]
pub(crate) enum Unfinished<'a> {
    /// Nothing.
    Unknown,
    /// All of them are its own.
    Own(FxHashSet<Key>),
    /// Those of all threads, roughly.
    Shared(&'a Counters),
}

impl Unfinished<'_> {
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// Whether a state that is stored is known to be finished.
    #[inline]
    pub(crate) fn is_finished(&self, key: Key) -> bool {
        match self {
            Self::Unknown => false,
            Self::Own(path) => !path.contains(&key),
            Self::Shared(counters) => !counters.may_hold(key),
        }
    }

    /// A state is about to be stored.
    #[inline]
    pub(crate) fn announce(&self, key: Key) {
        if let Self::Shared(counters) = self {
            counters.add(key);
        }
    }

    /// Somebody else had stored it.
    #[inline]
    pub(crate) fn withdraw(&self, key: Key) {
        if let Self::Shared(counters) = self {
            counters.remove(key);
        }
    }

    /// A state is on the stack of this thread.
    #[inline]
    pub(crate) fn push(&mut self, key: Key) {
        if let Self::Own(path) = self {
            path.insert(key);
        }
    }

    /// A state is finished.
    #[inline]
    pub(crate) fn finish(&mut self, key: Key) {
        match self {
            Self::Unknown => {}
            Self::Own(path) => _ = path.remove(&key),
            Self::Shared(counters) => counters.remove(key),
        }
    }

    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Own(path) => path.capacity() * 9,
            Self::Unknown | Self::Shared(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Counters, Unfinished};

    #[test]
    fn what_is_counted_is_unfinished() {
        let counters = Counters::new(1);
        let mut states = Unfinished::Shared(&counters);
        assert!(states.is_finished(7));
        states.announce(7);
        states.announce(7);
        states.withdraw(7);
        assert!(!states.is_finished(7));
        states.finish(7);
        assert!(states.is_finished(7));
    }

    #[test]
    fn a_counter_that_is_full_stays_so() {
        let counters = Counters::new(1);
        (0..300).for_each(|_| counters.add(7));
        (0..300).for_each(|_| counters.remove(7));
        assert!(!Unfinished::Shared(&counters).is_finished(7));
    }
}
