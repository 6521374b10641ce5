//! Kripke structures, exact or with transitions that are certain and others that are only possible.
//!
//! K. G. Larsen, B. Thomsen: *A modal process logic*, LICS 1988. A state stands for one or more states of a program. A transition of
//! `must` says that each of these has a successor among those of the other; every successor of any of them is
//! covered by a transition of `may`.

use std::sync::Arc;
use tribunal_base::Kleene;

/// A relation between states, from both sides. Copies have it in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    after: Arc<Table>,
    before: Arc<Table>,
}

/// Lists of states, one for each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Table {
    fn of<'a>(states: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone + 'a) -> Self {
        let mut starts = vec![0_u32; states + 1];
        for (from, _) in pairs.clone() {
            starts[from as usize + 1] += 1;
        }
        for at in 0..states {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[states] as usize];
        for (from, to) in pairs {
            let at = &mut next[from as usize];
            targets[*at as usize] = to;
            *at += 1;
        }
        Self { starts, targets }
    }

    fn of_state(&self, state: usize) -> &[u32] {
        &self.targets[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

impl Relation {
    /// The relation with these successors of each state.
    #[must_use]
    pub fn new(successors: &[Vec<u32>]) -> Self {
        let pairs =
            (0_u32..).zip(successors).flat_map(|(from, all)| all.iter().map(move |to| (from, *to)));
        Self::of(successors.len(), pairs)
    }

    /// The relation of these pairs of so many states.
    #[must_use]
    pub fn of_pairs(states: usize, pairs: &[(u32, u32)]) -> Self {
        Self::of(states, pairs.iter().copied())
    }

    fn of<'a>(states: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone + 'a) -> Self {
        let before = Table::of(states, pairs.clone().map(|(from, to)| (to, from)));
        Self { after: Arc::new(Table::of(states, pairs)), before: Arc::new(before) }
    }

    /// The successors of a state.
    #[must_use]
    pub fn after(&self, state: usize) -> &[u32] {
        self.after.of_state(state)
    }

    /// Its predecessors.
    #[must_use]
    pub fn before(&self, state: usize) -> &[u32] {
        self.before.of_state(state)
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.after.targets.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.after.targets.is_empty()
    }
}

/// A Kripke structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The possible transitions; every state has one.
    pub may: Relation,
    /// Those that are certain; `None` if all are.
    pub must: Option<Relation>,
    /// For each atom, what is known of it in each state.
    pub atoms: Vec<Vec<Kleene>>,
    /// How many states there are.
    pub states: usize,
}

impl Structure {
    /// The same structure with some of its atoms.
    #[must_use]
    pub fn about(&self, atoms: std::ops::Range<usize>) -> Self {
        Self { atoms: self.atoms[atoms].to_vec(), ..self.clone() }
    }

    /// The certain transitions.
    #[must_use]
    pub fn must(&self) -> &Relation {
        self.must.as_ref().unwrap_or(&self.may)
    }
}
