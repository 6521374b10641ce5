//! Sets of static variables, small enough to have two for every function of a large program.

use tribunal_base::Id as _;

use crate::hir::{Unit, VarId};

/// The numbers of the variables that can be in sets.
#[derive(Debug)]
pub(super) struct Numbering {
    numbers: Vec<Option<usize>>,
    variables: Vec<VarId>,
}

impl Numbering {
    pub(super) fn new(unit: &Unit, is_member: impl Fn(VarId) -> bool) -> Self {
        let mut variables = Vec::new();
        let ids = (0..unit.variables.len()).map(VarId::from_index);
        let mut number = |it: VarId| {
            is_member(it).then(|| {
                variables.push(it);
                variables.len() - 1
            })
        };
        Self { numbers: ids.map(&mut number).collect(), variables }
    }

    pub(super) fn has(&self, variable: VarId) -> bool {
        self.numbers[variable.index()].is_some()
    }

    /// The variables of a set.
    pub(super) fn of<'a>(&'a self, set: &'a Set) -> impl Iterator<Item = VarId> + 'a {
        let words = set.words.iter().enumerate();
        words.flat_map(move |(index, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| self.variables[64 * index + bit])
        })
    }
}

/// A set; words at its end that are 0 are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// Adds a variable, if it is one that can be in sets.
    pub(super) fn insert(&mut self, numbering: &Numbering, variable: VarId) {
        if let Some(number) = numbering.numbers[variable.index()] {
            self.grow(number / 64 + 1);
            self.words[number / 64] |= 1 << (number % 64);
        }
    }

    pub(super) fn absorb(&mut self, other: &Self) {
        self.grow(other.words.len());
        for (own, more) in self.words.iter_mut().zip(&other.words) {
            *own |= more;
        }
    }

    fn grow(&mut self, length: usize) {
        if self.words.len() < length {
            self.words.resize(length, 0);
        }
    }
}
