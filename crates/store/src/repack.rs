//! Packs the states of a set anew, by several threads.

use std::ops::Range;
use std::thread;

use crate::Key;
use crate::packing::{Learner, Packing};
use crate::session::{Insertion, Prepared};
use crate::store::{Kind, Store};

/// A part of the states of a set: every so many segments, from this one on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl Share {
    /// All states.
    pub(crate) const ALL: Self = Self { number: 0, of: 1 };

    /// Whether the states of a segment belong to it.
    pub(crate) fn has(self, segment: usize) -> bool {
        segment % self.of == self.number
    }
}

/// A packing is learned from so many states, at most.
const LEARNED: usize = 1 << 15;
/// So many states are asked for before the first one is needed.
const AHEAD: usize = 16;

/// With so many states, better columns pay more than it takes to find them.
const MANY: Range<u64> = 1 << 16..1 << 18;

impl Store {
    /// Whether the states should be [`repacked`](Self::repacked): many are not like the sample, or there are more
    /// to learn from. Looks at all states.
    pub fn wants_repacking(&self) -> bool {
        let states = self.len();
        let has_columns = self.tree.packing.classes.iter().any(|it| it.row.is_some());
        let learns = MANY.contains(&states) || !has_columns && states < MANY.start;
        self.kind == Kind::Small && learns || self.unpacked() >= states / 16
    }

    /// The same states in a set whose packing is learned from them. Their keys are others there: to
    /// have the new key of a state, [`load`](crate::Session::load) it here, and prepare and insert it there. No
    /// session may be inserting meanwhile. Nothing if the kind is not invertible, or if there is no room.
    pub fn repacked(&self, memory: Option<u64>, threads: usize) -> Option<Self> {
        if !self.is_invertible() {
            return None;
        }
        let store = Self::try_new(self.kind, self.learned(), self.len(), memory)?;
        let copy = |number| self.copy(Share { number, of: threads.max(1) }, &store);
        let copied = thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads).map(|number| scope.spawn(move || copy(number))).collect();
            let own = copy(0);
            let join = |it: thread::ScopedJoinHandle<'_, bool>| {
                it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            others.into_iter().map(join).fold(own, |all, it| all & it)
        });
        copied.then_some(store)
    }

    /// The packing that suits the states.
    fn learned(&self) -> Packing {
        let mut learner = Learner::default();
        self.some(LEARNED, &mut |state| learner.add(state));
        let again = |most: usize, call: &mut dyn FnMut(&[u8])| self.some(most, call);
        match self.kind {
            Kind::Small => learner.finish_small(&again),
            _ => learner.finish(&again),
        }
    }

    /// Calls for some of the states, at most so many.
    fn some(&self, most: usize, call: &mut dyn FnMut(&[u8])) {
        let (mut session, mut state) = (self.session(), Vec::new());
        let stride = self.len().div_ceil(most.max(1) as u64).max(1);
        let mut number = 0u64;
        self.for_each(Share::ALL, |key| {
            if number.is_multiple_of(stride) {
                session.load(key, &mut state);
                call(&state);
            }
            number += 1;
        });
    }

    /// Adds a share of the states to another set; false if it is full.
    fn copy(&self, share: Share, store: &Self) -> bool {
        let mut old = self.session();
        let mut new = if share.of == 1 { store.only_session() } else { store.session() };
        let (mut state, mut full) = (Vec::new(), false);
        let mut batch: Vec<Key> = Vec::with_capacity(AHEAD);
        let mut prepared: Vec<Prepared> = Vec::with_capacity(AHEAD);
        let mut flush = |batch: &mut Vec<Key>| {
            for key in batch.drain(..) {
                old.load(key, &mut state);
                prepared.push(new.prepare(&state));
            }
            for prepared in prepared.drain(..) {
                full |= new.insert(prepared) == Insertion::Full;
            }
        };
        self.for_each(share, |key| {
            self.tree.expect(key);
            batch.push(key);
            if batch.len() == AHEAD {
                flush(&mut batch);
            }
        });
        flush(&mut batch);
        !full
    }
}
