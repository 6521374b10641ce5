//! An exact set of keys that keeps only what their places do not tell.
//!
//! A key becomes a number of as few bits as possible (module `numerals`), whose upper part is its place, and
//! only the rest is kept (module `slots`): J. G. Cleary: *Compact hash tables using bidirectional linear
//! probing*, IEEE Transactions on Computers, 1984. Where Cleary's table keeps the keys of neighbouring places
//! in order, a slot tells here how many lines away from its own line it is, as in A. Poyias, R. Raman:
//! *Improved practical compact dynamic tries*, SPIRE 2015, so that nothing moves when a key is added; since
//! a line has dozens of slots, two bits are enough for that: the few keys that find three lines full are
//! kept aside.
//!
//! The keys of each class have a table of their own, so that those with large numbers do not widen the
//! slots of the others. A table has segments, each with a lock, that grow one at a time.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use crate::Key;
use crate::bits::ones;
use crate::memory::{Budget, Lines};
use crate::numerals::{Field, Numerals, Splitter};
use crate::quiescence::{Quiescence, Reader, Shared, lock};
use crate::repack::Share;
use crate::slots::{Layout, Search, Slots};
use crate::tree::{CLASSES, ROOT, Tree};

const SEGMENT_BITS: u32 = 4;
const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// A set of keys.
#[derive(Debug)]
pub(crate) struct Quotient {
    /// A table for each class, from its first key on; nothing if there was no memory for it.
    classes: [OnceLock<Option<Keys>>; CLASSES],
    /// The fields of the keys of each class.
    fields: Vec<Vec<Field>>,
    budget: Arc<Budget>,
    quiescence: Arc<Quiescence>,
}

/// What became of a key to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    New,
    Known,
    Full,
}

impl Quotient {
    /// An empty set of the keys of a tree.
    pub(crate) fn new(tree: &Tree, budget: &Arc<Budget>, quiescence: &Arc<Quiescence>) -> Self {
        Self {
            classes: [const { OnceLock::new() }; CLASSES],
            fields: (0..CLASSES).map(|class| tree.fields(class)).collect(),
            budget: Arc::clone(budget),
            quiescence: Arc::clone(quiescence),
        }
    }

    /// The class of a key, and the rest.
    #[inline]
    fn split(key: Key) -> (usize, Key) {
        ((key >> ROOT) as usize % CLASSES, key & ones(ROOT))
    }

    #[inline]
    fn table(&self, class: usize) -> Option<&Keys> {
        self.classes[class].get().and_then(Option::as_ref)
    }

    #[inline]
    pub(crate) fn prefetch(&self, reader: &Reader, key: Key) {
        let (class, rest) = Self::split(key);
        if let Some(table) = self.table(class) {
            table.prefetch(reader, rest);
        }
    }

    pub(crate) fn contains(&self, reader: &Reader, key: Key) -> bool {
        let (class, rest) = Self::split(key);
        self.table(class).is_some_and(|it| it.contains(reader, rest))
    }

    /// Adds a key.
    #[inline]
    pub(crate) fn insert(&self, reader: &Reader, key: Key) -> Placement {
        let (class, rest) = Self::split(key);
        let table = self.classes[class]
            .get_or_init(|| Keys::new(&self.fields[class], &self.budget, &self.quiescence));
        table.as_ref().map_or(Placement::Full, |it| it.insert(reader, rest))
    }

    /// Calls for every key of a share.
    pub(crate) fn for_each(&self, reader: &Reader, share: Share, mut call: impl FnMut(Key)) {
        for class in 0..CLASSES {
            if let Some(table) = self.table(class) {
                table.for_each(reader, share, |rest| call((class as u64) << ROOT | rest));
            }
        }
    }
}

/// The keys of one class.
#[derive(Debug)]
struct Keys {
    splitter: Splitter,
    segments: [Shared<Slots>; SEGMENTS],
    states: Box<[Locked; SEGMENTS]>,
    budget: Arc<Budget>,
    quiescence: Arc<Quiescence>,
}

#[derive(Debug, Default)]
#[repr(align(128))]
struct Locked(Mutex<Contents>);

/// What is in a segment.
#[derive(Debug, Default)]
struct Contents {
    /// How many keys are in slots.
    keys: u64,
    /// The keys that find no slot.
    aside: BTreeSet<Key>,
}

/// About as much a key takes that is kept aside.
const ASIDE: u64 = 24;

impl Keys {
    fn new(fields: &[Field], budget: &Arc<Budget>, quiescence: &Arc<Quiescence>) -> Option<Self> {
        let segment = |number: usize| {
            // From 4 to 5 lines, not to grow at the same time.
            let lines = 4 + number as u64 * 2 / SEGMENTS as u64;
            let layout = Layout::new(lines, Numerals::new(fields));
            budget.force(Lines::bytes(layout.lines as usize));
            Some(Shared::new(quiescence, Box::new(Slots::new(layout, budget)?)))
        };
        Some(Self {
            splitter: Splitter::new(fields, SEGMENT_BITS),
            segments: (0..SEGMENTS).map(segment).collect::<Option<Vec<_>>>()?.try_into().ok()?,
            states: Box::new(std::array::from_fn(|_| Locked::default())),
            budget: Arc::clone(budget),
            quiescence: Arc::clone(quiescence),
        })
    }

    #[inline]
    fn prefetch(&self, reader: &Reader, key: Key) {
        let (segment, rest) = self.splitter.split(key);
        self.segments[segment].get(reader).prefetch(rest);
    }

    fn contains(&self, reader: &Reader, key: Key) -> bool {
        let (segment, rest) = self.splitter.split(key);
        let contents = lock(&self.states[segment].0);
        match find(self.segments[segment].get(reader), rest) {
            Search::Found => true,
            Search::Vacant(_) => false,
            Search::Crowded => contents.aside.contains(&rest),
        }
    }

    #[inline]
    fn insert(&self, reader: &Reader, key: Key) -> Placement {
        let (segment, rest) = self.splitter.split(key);
        let mut contents = lock(&self.states[segment].0);
        let mut slots = self.segments[segment].get(reader);
        let number = slots.layout.numerals.encode(rest);
        let search = match number.filter(|_| contents.keys < slots.layout.limit()) {
            Some(number) => slots.find(slots.layout.permute(number)),
            None => {
                // If there is no memory for that, there may be some for a key aside.
                self.grow(segment, slots, rest, &mut contents);
                slots = self.segments[segment].get(reader);
                find(slots, rest)
            }
        };
        match search {
            Search::Found => Placement::Known,
            Search::Vacant(vacancy) => {
                slots.fill(vacancy);
                contents.keys += 1;
                Placement::New
            }
            Search::Crowded => {
                if contents.aside.contains(&rest) {
                    Placement::Known
                } else if self.budget.take(ASIDE) {
                    contents.aside.insert(rest);
                    Placement::New
                } else {
                    Placement::Full
                }
            }
        }
    }

    /// Makes room for more keys and for the digits of one.
    #[cold]
    fn grow(&self, segment: usize, old: &Slots, rest: Key, contents: &mut Contents) {
        let numerals = match old.layout.numerals.encode(rest) {
            Some(_) => old.layout.numerals.clone(),
            None => old.layout.numerals.with(rest),
        };
        let mut layout = Layout::new(old.layout.lines, numerals);
        while layout.limit() < contents.keys + contents.keys / 4 + 8 {
            layout = Layout::new(layout.lines + layout.lines / 16 + 1, layout.numerals);
        }
        let Some(slots) = self.allocate(layout) else { return };
        let mut aside = BTreeSet::new();
        let mut keys = 0;
        let mut add = |permuted: u64| match slots.find(permuted) {
            Search::Vacant(vacancy) => {
                slots.fill(vacancy);
                keys += 1;
            }
            Search::Found | Search::Crowded => {
                aside.insert(slots.layout.key(permuted));
            }
        };
        let permuted =
            |key: Key| slots.layout.numerals.encode(key).map(|it| slots.layout.permute(it));
        if slots.layout.permutes_like(&old.layout) {
            old.for_each(&mut add);
        } else {
            old.for_each(|it| permuted(old.layout.key(it)).into_iter().for_each(&mut add));
        }
        let mut large = Vec::new();
        for rest in std::mem::take(&mut contents.aside) {
            self.budget.give_back(ASIDE);
            match permuted(rest) {
                Some(permuted) => add(permuted),
                // It came when there was no memory for its digits.
                None => large.push(rest),
            }
        }
        aside.extend(large);
        self.budget.force(ASIDE * aside.len() as u64);
        *contents = Contents { keys, aside };
        self.segments[segment].replace(Box::new(slots));
    }

    fn allocate(&self, layout: Layout) -> Option<Slots> {
        let bytes = Lines::bytes(usize::try_from(layout.lines).ok()?);
        if !self.budget.take(bytes) {
            self.quiescence.collect();
            if !self.budget.take(bytes) {
                return None;
            }
        }
        let slots = Slots::new(layout, &self.budget);
        if slots.is_none() {
            self.budget.give_back(bytes);
        }
        slots
    }

    fn for_each(&self, reader: &Reader, share: Share, mut call: impl FnMut(Key)) {
        for (segment, contents) in self.states.iter().enumerate().filter(|it| share.has(it.0)) {
            let contents = lock(&contents.0);
            let slots = self.segments[segment].get(reader);
            slots.for_each(|it| call(self.splitter.join(segment, slots.layout.key(it))));
            contents.aside.iter().for_each(|&it| call(self.splitter.join(segment, it)));
        }
    }
}

/// Finds what is left of a key in a segment.
#[inline]
fn find(slots: &Slots, rest: Key) -> Search {
    match slots.layout.numerals.encode(rest) {
        Some(number) => slots.find(slots.layout.permute(number)),
        None => Search::Crowded,
    }
}

#[cfg(test)]
mod tests {
    use super::{Keys, Placement};
    use crate::memory::Budget;
    use crate::mix::mix;
    use crate::numerals::Field;
    use crate::quiescence::{Quiescence, lock};
    use std::sync::Arc;

    #[test]
    fn few_keys_are_aside_and_they_are_small() {
        let (budget, quiescence) = (Budget::new(None), Arc::<Quiescence>::default());
        let fields = [0, 30].map(|shift| Field { shift, width: 30 });
        let set = Keys::new(&fields, &budget, &quiescence).unwrap();
        let reader = quiescence.reader();
        let count = 300_000;
        for number in 0..count {
            let random = mix(number);
            let key = number >> 9 << 30 | random >> 55 << 9 | number & 511;
            assert_eq!(set.insert(&reader, key), Placement::New);
        }
        let aside: usize = set.states.iter().map(|it| lock(&it.0).aside.len()).sum();
        assert!(aside < count as usize / 200, "{aside}");
        drop(reader);
        assert!(budget.used() < count * 4, "{}", budget.used());
    }
}
