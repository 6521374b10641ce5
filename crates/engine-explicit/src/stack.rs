//! The stack of a depth-first search: 16 bytes for each state, growing on demand.
//!
//! The topmost states that wait are opened together, a *batch*, and all their successors are pushed
//! together: a *group*, of which each member knows its parent in the batch. So the stack is, from the
//! bottom to the top, states that wait and then an open batch, again and again, and the path to a state
//! goes through one member of each batch.

use crate::checkpoint::{load_number, save_number};
use crate::expand::Choice;
use std::io::{self, Read, Write};
use std::ops::Range;
use tribunal_store::Key;

/// The states that are being or will be expanded.
#[derive(Debug)]
pub(crate) struct Stack {
    entries: Vec<Entry>,
    /// How many batches are open.
    open: usize,
    /// Below this, no entry waits.
    shared: usize,
    /// Where the entries given to other threads end.
    given: usize,
    /// The states themselves, where they cannot be made from their keys.
    states: Option<Vec<u8>>,
}

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Its key; or where it starts in `states`.
    reference: u64,
    /// Which successor it is of its parent in the open batch below. The highest bits of the first move tell
    /// its `Stage`, whether it is the lowest of its batch, and which member the parent is.
    choice: Choice,
}

/// How far the search is with a state on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It has not been expanded.
    Waiting,
    /// Its successors are being searched.
    Open,
    /// Another thread took it over.
    Given,
    /// The search stopped while it was being expanded, which must be done again.
    Again,
}

/// In what way a thread is done with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    /// All that was pushed above it is finished.
    Finished,
    /// Another thread searches something that was pushed above it.
    Abandoned,
    /// Another thread took it over.
    Given,
}

/// How many states are opened together at most.
pub(crate) const BATCH: usize = 1 << PARENT_BITS;

/// Where the two bits of the stage are, in the number of the first move.
const STAGE: u32 = 30;
/// The lowest entry of a batch has this bit.
const LOWEST: u32 = 1 << 29;
/// Where the parent is, as its distance from the topmost member of its batch.
const PARENT: u32 = LOWEST.trailing_zeros() - PARENT_BITS;
const PARENT_BITS: u32 = 4;

impl Entry {
    fn stage(self) -> Stage {
        match self.choice.first >> STAGE {
            0 => Stage::Waiting,
            1 => Stage::Open,
            2 => Stage::Given,
            _ => Stage::Again,
        }
    }

    fn set_stage(&mut self, stage: Stage) {
        let bits: u32 = match stage {
            Stage::Waiting => 0,
            Stage::Open => 1,
            Stage::Given => 2,
            Stage::Again => 3,
        };
        self.choice.first = self.choice.first & ((1 << STAGE) - 1) | bits << STAGE;
    }

    /// Whether it is a member of an open batch.
    fn is_open(self) -> bool {
        matches!(self.stage(), Stage::Open | Stage::Again)
    }

    fn is_lowest(self) -> bool {
        self.choice.first & LOWEST != 0
    }

    fn parent(self) -> usize {
        (self.choice.first >> PARENT) as usize % BATCH
    }

    fn choice(self) -> Choice {
        Choice { first: self.choice.first & ((1 << PARENT) - 1), ..self.choice }
    }
}

/// How a state is kept while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// By its key, which it can be made from.
    Key,
    /// As it is: its key cannot be inverted, or it has variables that do not tell states apart.
    State,
}

/// A waiting state: its key, or itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waiting<'a> {
    Key(Key),
    State(&'a [u8]),
}

impl Stack {
    pub(crate) fn new(keeping: Keeping) -> Self {
        let states = (keeping == Keeping::State).then(Vec::new);
        Self { entries: Vec::new(), open: 0, shared: 0, given: 0, states }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The length of the path.
    pub(crate) fn depth(&self) -> usize {
        self.open
    }

    /// The bytes in use.
    pub(crate) fn memory(&self) -> usize {
        let states = self.states.as_ref().map_or(0, Vec::capacity);
        self.entries.capacity() * size_of::<Entry>() + states
    }

    /// Adds a state that waits, with its parent: how many members of the topmost batch are above that.
    #[inline]
    pub(crate) fn push(&mut self, key: Key, state: &[u8], choice: Choice, parent: usize) {
        let reference = match &mut self.states {
            None => key,
            Some(states) => {
                let start = states.len() as u64;
                states.extend_from_slice(state);
                start
            }
        };
        let parent = u32::try_from(parent % BATCH).unwrap_or(0) << PARENT;
        let choice = Choice { first: choice.first | parent, ..choice };
        self.entries.push(Entry { reference, choice });
    }

    /// How far the search is with the topmost state.
    #[inline]
    pub(crate) fn stage(&self) -> Option<Stage> {
        Some(self.entries.last()?.stage())
    }

    /// Opens the topmost states, at most so many: where they are. If the search stopped while some were
    /// expanded, the same ones.
    #[inline]
    pub(crate) fn open(&mut self, most: usize) -> Range<usize> {
        let end = self.entries.len();
        let mut start = end;
        match self.stage() {
            Some(Stage::Waiting) => {
                let waits = |it: usize| self.entries[it].stage() == Stage::Waiting;
                while start > 0 && end - start < most.clamp(1, BATCH) && waits(start - 1) {
                    start -= 1;
                }
                self.entries[start].choice.first |= LOWEST;
                self.open += 1;
            }
            Some(Stage::Again) => start = self.lowest(end - 1),
            Some(Stage::Open | Stage::Given) | None => {}
        }
        self.entries[start..].iter_mut().for_each(|it| it.set_stage(Stage::Open));
        start..end
    }

    /// The lowest member of the batch of an open entry.
    fn lowest(&self, index: usize) -> usize {
        self.entries[..=index].iter().rposition(|it| it.is_lowest()).unwrap_or(0)
    }

    /// A state, by its place.
    #[inline]
    pub(crate) fn state(&self, index: usize) -> Waiting<'_> {
        let reference = self.entries[index].reference;
        let offset = |it: u64| usize::try_from(it).expect("a state should start in memory");
        match &self.states {
            None => Waiting::Key(reference),
            Some(states) => {
                let end =
                    self.entries.get(index + 1).map_or(states.len(), |it| offset(it.reference));
                Waiting::State(&states[offset(reference)..end])
            }
        }
    }

    /// In what way the thread is done with the topmost state.
    #[inline]
    pub(crate) fn departure(&self) -> Departure {
        match self.stage() {
            Some(Stage::Given) => Departure::Given,
            _ if self.entries.len() <= self.given => Departure::Abandoned,
            _ => Departure::Finished,
        }
    }

    /// The states that this thread has to finish, from the bottom to the top.
    pub(crate) fn own_states(&self) -> impl Iterator<Item = Waiting<'_>> {
        let own = |it: &usize| self.entries[*it].stage() != Stage::Given;
        (0..self.entries.len()).filter(own).map(|it| self.state(it))
    }

    /// Leaves the topmost state.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some(entry) = self.entries.pop() else { return };
        if entry.is_open() && entry.is_lowest() {
            self.open -= 1;
        }
        if let Some(states) = &mut self.states {
            states.truncate(usize::try_from(entry.reference).unwrap_or(0));
        }
        self.shared = self.shared.min(self.entries.len());
        self.given = self.given.min(self.entries.len());
    }

    /// The choices that lead to the state at a place.
    pub(crate) fn path(&self, index: usize) -> Vec<Choice> {
        let mut path = Vec::new();
        let mut next = Some(index);
        while let Some(at) = next {
            let entry = self.entries[at];
            path.push(entry.choice());
            let start = if entry.is_open() { self.lowest(at) } else { at };
            let topmost = self.entries[..start].iter().rposition(|it| it.is_open());
            next = topmost.and_then(|it| it.checked_sub(entry.parent()));
        }
        path.reverse();
        path
    }

    /// All states, from the bottom to the top, by their keys or as they are.
    pub(crate) fn states(&self) -> impl Iterator<Item = Waiting<'_>> {
        (0..self.entries.len()).map(|it| self.state(it))
    }

    /// Replaces keys by those of another store.
    pub(crate) fn replace_keys(&mut self, other: &mut impl FnMut(Key) -> Key) {
        if self.states.is_none() {
            self.entries.iter_mut().for_each(|it| it.reference = other(it.reference));
        }
    }

    /// Remembers that the expansion of the topmost batch is not complete.
    pub(crate) fn interrupt(&mut self) {
        if let Some(topmost) = self.entries.iter().rposition(|it| it.is_open()) {
            let lowest = self.lowest(topmost);
            let batch = &mut self.entries[lowest..=topmost];
            batch.iter_mut().for_each(|it| it.set_stage(Stage::Again));
        }
    }

    /// Gives away waiting siblings, those nearest to the bottom, with the path to their parent. They
    /// stay where they are and are not expanded here.
    pub(crate) fn give(&mut self) -> Option<(Vec<Choice>, Self)> {
        let waits = |it: &Entry| it.stage() == Stage::Waiting;
        let first = self.shared + self.entries[self.shared..].iter().position(waits)?;
        self.shared = first;
        // What waits at the top is the thread's own next work.
        if !self.entries[first..].iter().any(|it| it.is_open()) {
            return None;
        }
        let parent = self.entries[first].parent();
        let siblings = |it: &&Entry| waits(it) && it.parent() == parent;
        let end = first + self.entries[first..].iter().take_while(siblings).count();
        let keeping = if self.states.is_some() { Keeping::State } else { Keeping::Key };
        let mut path = self.path(first);
        path.pop();
        let mut given = Self::new(keeping);
        for index in first..end {
            let choice = self.entries[index].choice();
            match self.state(index) {
                Waiting::Key(key) => given.push(key, &[], choice, 0),
                Waiting::State(state) => given.push(0, state, choice, 0),
            }
            self.entries[index].set_stage(Stage::Given);
        }
        (self.shared, self.given) = (end, end);
        Some((path, given))
    }

    /// Writes everything down.
    pub(crate) fn save(&self, output: &mut impl Write) -> io::Result<()> {
        save_number(self.entries.len() as u64, output)?;
        for entry in &self.entries {
            save_number(entry.reference, output)?;
            output.write_all(&entry.choice.first.to_le_bytes())?;
            output.write_all(&entry.choice.branch.to_le_bytes())?;
        }
        let states = self.states.as_deref().unwrap_or_default();
        save_number(states.len() as u64, output)?;
        output.write_all(states)
    }

    /// Reads what was written down.
    pub(crate) fn load(keeping: Keeping, input: &mut impl Read) -> io::Result<Self> {
        let mut stack = Self::new(keeping);
        for _ in 0..load_number(input)? {
            let reference = load_number(input)?;
            let (mut first, mut branch) = ([0; 4], [0; 4]);
            input.read_exact(&mut first)?;
            input.read_exact(&mut branch)?;
            let (first, branch) = (u32::from_le_bytes(first), u32::from_le_bytes(branch));
            stack.entries.push(Entry { reference, choice: Choice { first, branch } });
        }
        let length = load_number(input)?;
        let mut states = Vec::new();
        input.take(length).read_to_end(&mut states)?;
        let starts = stack.entries.iter().map(|it| it.reference);
        let sound = match &mut stack.states {
            None => states.is_empty(),
            Some(kept) => {
                let sound =
                    starts.clone().is_sorted() && starts.max().is_none_or(|it| it <= length);
                *kept = states;
                sound && kept.len() as u64 == length
            }
        };
        stack.open = stack.entries.iter().filter(|it| it.is_open() && it.is_lowest()).count();
        if sound { Ok(stack) } else { Err(io::ErrorKind::InvalidData.into()) }
    }
}
