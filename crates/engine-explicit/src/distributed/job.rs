//! What the workers of one process have in common.

use super::message::Halt;
use crate::model::Model;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tribunal_engine::{Errors, Progress, Reason};
use tribunal_ir::{Program, PropId};
use tribunal_store::Packing;

/// What the workers of one process have in common.
pub(crate) struct Job<'a> {
    pub(crate) program: &'a Program,
    pub(crate) model: &'a Model,
    pub(crate) properties: &'a [PropId],
    pub(crate) errors: Errors,
    pub(crate) packing: Packing,
    /// What the table of one worker may use.
    pub(crate) memory: u64,
    pub(crate) depth_limit: u64,
    /// What was sent to other processes so far.
    pub(crate) bytes: Arc<AtomicU64>,
    pub(crate) tallies: Vec<SharedTally>,
    pub(crate) signals: Signals,
}

/// What one worker has counted, for its process to see.
#[derive(Debug, Default)]
pub(crate) struct SharedTally {
    pub(crate) states: AtomicU64,
    pub(crate) transitions: AtomicU64,
    pub(crate) memory: AtomicU64,
}

/// How a process tells its workers to end.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    halted: AtomicBool,
    reason: Mutex<Option<Halt>>,
    abandoned: AtomicBool,
}

impl Job<'_> {
    /// How far the workers of this process are.
    pub(crate) fn progress(&self) -> Progress {
        let sum = |part: fn(&SharedTally) -> &AtomicU64| -> u64 {
            self.tallies.iter().map(|it| part(it).load(Ordering::Relaxed)).sum()
        };
        Progress {
            states: sum(|it| &it.states),
            transitions: sum(|it| &it.transitions),
            depth: 0,
            memory_bytes: sum(|it| &it.memory),
        }
    }
}

impl Signals {
    /// Ends the search in good order, everywhere.
    pub(crate) fn halt(&self, reason: Reason) {
        let mut known = self.reason.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert_with(|| reason.into());
        self.halted.store(true, Ordering::Release);
    }

    /// Why to end, if so.
    pub(crate) fn halted(&self) -> Option<Halt> {
        if !self.halted.load(Ordering::Acquire) {
            return None;
        }
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Another worker is gone: the others must not wait for it.
    pub(crate) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Release);
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Acquire)
    }
}
