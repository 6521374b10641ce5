//! What the threads of a reachability search have in common.

use crate::findings::Findings;
use crate::model::Model;
use crate::pool::Pool;
use crate::stack::Keeping;
use crate::stubborn::Stubborn;
use crate::unfinished::Counters;
use crate::worker::Tally;
use crate::{Order, Storage};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tribunal_engine::Progress;
use tribunal_ir::Program;
use tribunal_store::Store;

/// What the threads of a search have in common.
pub(crate) struct Shared<'a> {
    pub(crate) program: &'a Program,
    pub(crate) model: &'a Model,
    pub(crate) store: Store,
    pub(crate) stubborn: Option<Stubborn>,
    pub(crate) order: Order,
    pub(crate) storage: Storage,
    pub(crate) keeping: Keeping,
    pub(crate) threads: usize,
    /// One thread searches, and all that waits is on its stack: a search that is resumed may have
    /// the stacks of several.
    pub(crate) knows_stack: bool,
    /// The states that several threads have not finished. A search that is resumed does not know them.
    pub(crate) unfinished: Option<Counters>,
    pub(crate) depth_limit: u64,
    /// When there are so many states, they may be packed better.
    pub(crate) repack_at: u64,
    pub(crate) wants_deadlocks: bool,
    pub(crate) pool: Pool,
    pub(crate) findings: Mutex<Findings>,
    pub(crate) stopped: AtomicBool,
    pub(crate) tallies: Vec<SharedTally>,
}

/// What one thread has counted, for all to see.
#[derive(Debug, Default)]
pub(crate) struct SharedTally {
    transitions: AtomicU64,
    memory: AtomicU64,
}

impl Shared<'_> {
    pub(crate) fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search of all threads.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.pool.close();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn set_tally(&self, thread: usize, tally: Tally) {
        self.tallies[thread].transitions.store(tally.transitions, Ordering::Relaxed);
        self.tallies[thread].memory.store(tally.memory, Ordering::Relaxed);
    }

    pub(crate) fn progress(&self) -> Progress {
        let sum = |part: fn(&SharedTally) -> &AtomicU64| -> u64 {
            self.tallies.iter().map(|it| part(it).load(Ordering::Relaxed)).sum()
        };
        Progress {
            states: self.store.len(),
            transitions: sum(|it| &it.transitions),
            depth: 0,
            memory_bytes: self.memory() + sum(|it| &it.memory),
        }
    }

    /// The bytes of what is shared.
    pub(crate) fn memory(&self) -> u64 {
        self.store.memory() + self.unfinished.as_ref().map_or(0, Counters::memory)
    }

    pub(crate) fn is_random(&self) -> bool {
        matches!(self.order, Order::Random { .. })
    }

    /// Puts moves into an order that depends on the seed and on how far the search is.
    pub(crate) fn shuffle(&self, moves: &mut [u32], salt: u64) {
        let Order::Random { seed } = self.order else { return };
        let mut random = seed ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for end in (2..=moves.len()).rev() {
            random = scrambled(random);
            let other = usize::try_from(random % end as u64).expect("an index should be small");
            moves.swap(end - 1, other);
        }
    }
}

/// One step of splitmix64 (G. Steele, D. Lea, C. Flood: *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014).
pub(crate) fn scrambled(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
