//! The stack of a depth-first search: 16 bytes for each state, growing on demand.
//!
//! The successors of a state are pushed together and expanded from the last one on. So the *open*
//! entries, from the bottom to the top, are the path to the state expanded last, and the entries
//! between two of them are siblings that wait.

use crate::checkpoint::{load_number, save_number};
use crate::expand::Choice;
use std::io::{self, Read, Write};
use tribunal_store::Key;

/// The states that are being or will be expanded.
#[derive(Debug)]
pub(crate) struct Stack {
    entries: Vec<Entry>,
    open: usize,
    /// Below this, no entry waits.
    shared: usize,
    /// The states themselves, where they cannot be made from their keys.
    states: Option<Vec<u8>>,
}

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Its key; or where it starts in `states`.
    reference: u64,
    /// Which successor it is of the open state below; the highest two bits tell its `Stage`.
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

/// The two bits of the stage, in the number of the first move.
const SHIFT: u32 = 30;

impl Entry {
    fn stage(self) -> Stage {
        match self.choice.first >> SHIFT {
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
        self.choice.first = self.choice().first | bits << SHIFT;
    }

    /// Whether it is on the path.
    fn is_open(self) -> bool {
        matches!(self.stage(), Stage::Open | Stage::Again)
    }

    fn choice(self) -> Choice {
        Choice { first: self.choice.first & ((1 << SHIFT) - 1), ..self.choice }
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
        Self { entries: Vec::new(), open: 0, shared: 0, states }
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

    /// Adds a state that waits.
    #[inline]
    pub(crate) fn push(&mut self, key: Key, state: &[u8], choice: Choice) {
        let reference = match &mut self.states {
            None => key,
            Some(states) => {
                let start = states.len() as u64;
                states.extend_from_slice(state);
                start
            }
        };
        self.entries.push(Entry { reference, choice });
    }

    /// How far the search is with the topmost state.
    #[inline]
    pub(crate) fn stage(&self) -> Option<Stage> {
        Some(self.entries.last()?.stage())
    }

    /// Opens the topmost state.
    #[inline]
    pub(crate) fn open(&mut self) -> Option<Waiting<'_>> {
        let index = self.entries.len().checked_sub(1)?;
        if !self.entries[index].is_open() {
            self.open += 1;
        }
        self.entries[index].set_stage(Stage::Open);
        Some(self.state(index))
    }

    fn state(&self, index: usize) -> Waiting<'_> {
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

    /// Leaves the topmost state.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some(entry) = self.entries.pop() else { return };
        if entry.is_open() {
            self.open -= 1;
        }
        if let Some(states) = &mut self.states {
            states.truncate(usize::try_from(entry.reference).unwrap_or(0));
        }
        self.shared = self.shared.min(self.entries.len());
    }

    /// The choices that lead to the state expanded last.
    pub(crate) fn path(&self) -> Vec<Choice> {
        self.path_below(self.entries.len())
    }

    fn path_below(&self, index: usize) -> Vec<Choice> {
        self.entries[..index].iter().filter(|it| it.is_open()).map(|it| it.choice()).collect()
    }

    /// All states, from the bottom to the top, by their keys or as they are.
    pub(crate) fn states(&self) -> impl Iterator<Item = Waiting<'_>> {
        (0..self.entries.len()).map(|it| self.state(it))
    }

    /// Replaces keys by those of another store.
    pub(crate) fn replace_keys(&mut self, mut other: impl FnMut(Key) -> Key) {
        if self.states.is_none() {
            self.entries.iter_mut().for_each(|it| it.reference = other(it.reference));
        }
    }

    /// Remembers that the expansion of the last state on the path is not complete.
    pub(crate) fn interrupt(&mut self) {
        if let Some(entry) = self.entries.iter_mut().rev().find(|it| it.is_open()) {
            entry.set_stage(Stage::Again);
        }
    }

    /// Gives away the waiting siblings nearest to the bottom, with the path to their parent. They
    /// stay where they are and are not expanded here.
    pub(crate) fn give(&mut self) -> Option<(Vec<Choice>, Self)> {
        let waits = |it: &Entry| it.stage() == Stage::Waiting;
        let first = self.shared + self.entries[self.shared..].iter().position(waits)?;
        self.shared = first;
        // What waits at the top is the thread's own next work.
        let end = first + self.entries[first..].iter().position(|it| it.is_open())?;
        let keeping = if self.states.is_some() { Keeping::State } else { Keeping::Key };
        let mut given = Self::new(keeping);
        for index in first..end {
            if self.entries[index].stage() == Stage::Waiting {
                let choice = self.entries[index].choice();
                match self.state(index) {
                    Waiting::Key(key) => given.push(key, &[], choice),
                    Waiting::State(state) => given.push(0, state, choice),
                }
                self.entries[index].set_stage(Stage::Given);
            }
        }
        self.shared = end;
        Some((self.path_below(first), given))
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
        stack.open = stack.entries.iter().filter(|it| it.is_open()).count();
        if sound { Ok(stack) } else { Err(io::ErrorKind::InvalidData.into()) }
    }
}
