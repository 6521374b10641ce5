//! What a run has seen of memory that the program does not decide.
//!
//! Addresses and the first bytes of arbitrary objects are what the layout and the oracle make them. As long as
//! nobody looks at them, a run does not depend on them: a search may then take states for equal that differ
//! only there. Looking is noted here.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What has been looked at. All notes are equal: they say something about the past of a state.
#[derive(Debug, Default)]
pub struct Notes {
    addresses: AtomicBool,
    found: AtomicBool,
}

impl Notes {
    /// Whether something depended on where an object lies.
    #[must_use]
    pub fn has_seen_addresses(&self) -> bool {
        self.addresses.load(Relaxed)
    }

    /// Whether a byte was read that happened to be there (M5).
    #[must_use]
    pub fn has_seen_found_bytes(&self) -> bool {
        self.found.load(Relaxed)
    }

    pub(crate) fn address(&self) {
        self.addresses.store(true, Relaxed);
    }

    pub(crate) fn found_byte(&self) {
        self.found.store(true, Relaxed);
    }
}

impl Clone for Notes {
    fn clone(&self) -> Self {
        let copy = |it: &AtomicBool| AtomicBool::new(it.load(Relaxed));
        Self { addresses: copy(&self.addresses), found: copy(&self.found) }
    }
}

impl PartialEq for Notes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Notes {}

impl PartialOrd for Notes {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Notes {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Notes {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
