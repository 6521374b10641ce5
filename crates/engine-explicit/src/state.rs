//! The state that the search works on, in packed form, with an index of its processes and channels.
//!
//! **Invariants**
//! - I1. `processes` and `channels` are what a walk over the program counters in `matched` finds.
//! - I2. Without `Spawn` in the program, `matched` keeps its length: what a dead process leaves
//!   behind is zero. With it, there is nothing behind the region of the youngest process.

use crate::model::Model;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use tribunal_base::Id;
use tribunal_ir::ChanId;

/// A state in packed form that can be changed.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// What tells states apart.
    pub(crate) matched: Vec<u8>,
    /// The variables that do not.
    pub(crate) unmatched: Vec<u8>,
    pub(crate) processes: Vec<Instance>,
    pub(crate) channels: Vec<Queue>,
    /// The process that took an atomic edge just now. It keeps control if it can move.
    pub(crate) owner: Option<u16>,
    /// States with the same number here have the same `processes` and `channels`.
    index: Index,
}

/// Names what `State::processes` and `State::channels` hold. No part of the state: it says nothing new.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Index(u64);

impl Index {
    /// A number that was never there before.
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

/// A living process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instance {
    pub(crate) process: u32,
    /// Where its region starts, in bits.
    pub(crate) bit: usize,
    /// Where its unmatched region starts, in bits.
    pub(crate) unmatched_bit: usize,
}

/// A living channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Queue {
    pub(crate) declaration: u32,
    /// Where it starts, in bytes.
    pub(crate) byte: usize,
}

impl State {
    /// All globals zero, no process.
    pub(crate) fn empty(model: &Model) -> Self {
        let mut state = Self {
            matched: vec![0; model.globals.bytes as usize],
            unmatched: vec![0; model.globals.unmatched_bytes as usize],
            processes: Vec::new(),
            channels: Vec::new(),
            owner: None,
            index: Index::new(),
        };
        state.index(model);
        state
    }

    /// Becomes a state that was stored.
    #[inline]
    pub(crate) fn restore(&mut self, model: &Model, matched: &[u8]) {
        if model.features.dynamic {
            self.matched.clear();
            self.matched.extend_from_slice(matched);
            if !self.is_indexed(model) {
                self.index(model);
            }
        } else {
            self.matched.copy_from_slice(matched);
        }
    }

    /// Becomes equal to another state of the same program, in the memory it has.
    #[inline]
    pub(crate) fn assign(&mut self, model: &Model, other: &Self) {
        if model.features.dynamic {
            self.matched.clone_from(&other.matched);
            if self.index != other.index {
                self.processes.clone_from(&other.processes);
                self.channels.clone_from(&other.channels);
                self.index = other.index;
            }
        } else {
            self.matched.copy_from_slice(&other.matched);
        }
        if model.features.unmatched {
            self.unmatched.clone_from(&other.unmatched);
        }
        self.owner = other.owner;
    }

    /// Restores the variables that do not tell states apart.
    #[inline]
    pub(crate) fn restore_unmatched(&mut self, unmatched: &[u8]) {
        self.unmatched.clear();
        self.unmatched.extend_from_slice(unmatched);
    }

    /// Whether the index is that of the processes that are there (I1).
    fn is_indexed(&self, model: &Model) -> bool {
        let counter = |byte: usize| model.counter.read(&self.matched, byte * 8);
        let is_there = |it: &Instance| {
            let location = usize::try_from(counter(it.bit / 8) - 1).ok();
            location.is_some_and(|at| model.locations[at].process == it.process)
        };
        let (end, _) = self.end(model);
        end <= self.matched.len()
            && self.processes.iter().all(is_there)
            && (end == self.matched.len() || counter(end) == 0)
    }

    /// Finds the processes and channels (I1).
    fn index(&mut self, model: &Model) {
        self.index = Index::new();
        self.processes.clear();
        self.channels.clear();
        self.index_channels(&model.globals.channels, 0);
        let mut byte = model.globals.bytes as usize;
        let mut unmatched_byte = model.globals.unmatched_bytes as usize;
        while byte < self.matched.len() {
            let counter = model.counter.read(&self.matched, byte * 8);
            let Some(location) = usize::try_from(counter - 1).ok() else { break };
            let process = model.locations[location].process;
            self.processes.push(Instance {
                process,
                bit: byte * 8,
                unmatched_bit: unmatched_byte * 8,
            });
            let region = &model.regions[process as usize];
            self.index_channels(&region.channels, byte);
            byte += region.bytes as usize;
            unmatched_byte += region.unmatched_bytes as usize;
        }
    }

    fn index_channels(&mut self, channels: &[(ChanId, u32)], start: usize) {
        self.channels.extend(channels.iter().map(|&(declaration, byte)| Queue {
            declaration: u32::try_from(declaration.index()).expect("an id should fit 32 bits"),
            byte: start + byte as usize,
        }));
    }

    /// Adds a process at its entry, all its variables zero; tells its index.
    pub(crate) fn add_process(&mut self, model: &Model, process: u32, priority: i64) -> usize {
        let region = &model.regions[process as usize];
        let (byte, unmatched_byte) = self.end(model);
        self.index = Index::new();
        self.processes.push(Instance { process, bit: byte * 8, unmatched_bit: unmatched_byte * 8 });
        let grown = self.matched.len().max(byte + region.bytes as usize);
        self.matched.resize(grown, 0);
        let grown = self.unmatched.len().max(unmatched_byte + region.unmatched_bytes as usize);
        self.unmatched.resize(grown, 0);
        self.index_channels(&region.channels, byte);
        let index = self.processes.len() - 1;
        self.set_location(model, index, model.processes[process as usize].entry);
        if let Some(bit) = model.priority {
            self.set_priority(index, bit, priority);
        }
        index
    }

    /// Where the region of the next process starts, in bytes of both parts.
    fn end(&self, model: &Model) -> (usize, usize) {
        match self.processes.last() {
            None => (model.globals.bytes as usize, model.globals.unmatched_bytes as usize),
            Some(youngest) => {
                let region = &model.regions[youngest.process as usize];
                (
                    youngest.bit / 8 + region.bytes as usize,
                    youngest.unmatched_bit / 8 + region.unmatched_bytes as usize,
                )
            }
        }
    }

    /// Removes the youngest process and its channels.
    pub(crate) fn remove_youngest(&mut self, model: &Model) {
        let Some(youngest) = self.processes.pop() else { return };
        self.index = Index::new();
        let region = &model.regions[youngest.process as usize];
        self.channels.truncate(self.channels.len() - region.channels.len());
        let (byte, unmatched_byte) = (youngest.bit / 8, youngest.unmatched_bit / 8);
        if model.features.spawn {
            self.matched.truncate(byte);
            self.unmatched.truncate(unmatched_byte);
        } else {
            self.matched[byte..byte + region.bytes as usize].fill(0);
            self.unmatched[unmatched_byte..].fill(0);
        }
    }

    /// The number of the location where a process is.
    #[inline]
    pub(crate) fn location(&self, model: &Model, process: usize) -> u32 {
        let counter = model.counter.read(&self.matched, self.processes[process].bit);
        u32::try_from(counter - 1).expect("I1: a living process should be somewhere")
    }

    #[inline]
    pub(crate) fn set_location(&mut self, model: &Model, process: usize, location: u32) {
        let bit = self.processes[process].bit;
        model.counter.write(&mut self.matched, bit, i64::from(location) + 1);
    }

    /// The priority of a process; the same for all if the program cannot tell.
    #[inline]
    pub(crate) fn priority(&self, model: &Model, process: usize) -> u8 {
        let at = |bit: u32| self.matched[(self.processes[process].bit + bit as usize) / 8];
        model.priority.map_or(0, at)
    }

    /// Changes the priority of a process that is kept at a bit of its region.
    pub(crate) fn set_priority(&mut self, process: usize, bit: u32, priority: i64) {
        let at = (self.processes[process].bit + bit as usize) / 8;
        self.matched[at] = priority.to_le_bytes()[0];
    }

    /// The living channel of this number; 0 is none.
    #[inline]
    pub(crate) fn channel(&self, number: i64) -> Option<Queue> {
        self.channels.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
    }
}
