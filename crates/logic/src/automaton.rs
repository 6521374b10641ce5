//! Transition-based generalised Büchi automata, as the constructions of this crate work on them.
//!
//! A run is accepting if it takes transitions with each mark infinitely often. Labels are Boolean
//! functions, owned by a [`Bdds`] that goes along. A Büchi automaton with accepting states is
//! the case of one mark, on all transitions that leave an accepting state.

use crate::bdd::{Bdd, Bdds};
use tribunal_base::graph::{Components, components};

/// A set of acceptance marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks(u128);

/// There are at most this many marks.
pub(crate) const MAX_MARKS: usize = u128::BITS as usize;

impl Marks {
    /// The set of the first `count` marks; there are at most 128.
    pub fn first(count: usize) -> Self {
        Self(if count == MAX_MARKS { u128::MAX } else { (1 << count) - 1 })
    }

    /// The set of one mark.
    pub fn one(mark: usize) -> Self {
        Self(1 << mark)
    }

    /// The marks of either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The marks of both.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The marks of `self` that `other` has not.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether `other` has all marks of `self`.
    pub fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the mark is there.
    pub fn contains(self, mark: usize) -> bool {
        self.0 >> mark & 1 == 1
    }

    /// The marks, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_MARKS).filter(move |&mark| self.contains(mark))
    }
}

/// A transition, kept with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Transition {
    pub(crate) target: usize,
    pub(crate) marks: Marks,
    pub(crate) label: Bdd,
}

/// A generalised Büchi automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub(crate) initial: usize,
    /// The transitions that leave each state.
    pub(crate) states: Vec<Vec<Transition>>,
    pub(crate) n_marks: usize,
}

impl Automaton {
    /// All marks.
    pub(crate) fn all_marks(&self) -> Marks {
        Marks::first(self.n_marks)
    }

    pub(crate) fn n_transitions(&self) -> usize {
        self.states.iter().map(Vec::len).sum()
    }

    /// Whether acceptance can be told by states: one mark, on all or none of the transitions of each.
    pub(crate) fn is_state_based(&self) -> bool {
        let agree = |it: &Vec<Transition>| it.windows(2).all(|it| it[0].marks == it[1].marks);
        self.n_marks == 1 && self.states.iter().all(agree)
    }

    /// Whether the state of a state-based automaton is accepting.
    pub(crate) fn is_accepting(&self, state: usize) -> bool {
        self.states[state].first().is_some_and(|it| it.marks.contains(0))
    }

    /// The components of the graph of the transitions that `keep` selects.
    pub(crate) fn components_of(&self, keep: impl Fn(usize, &Transition) -> bool) -> Components {
        let successors: Vec<Vec<usize>> = self
            .states
            .iter()
            .enumerate()
            .map(|(source, transitions)| {
                let kept = transitions.iter().filter(|it| keep(source, it));
                kept.map(|it| it.target).collect()
            })
            .collect();
        components(&successors)
    }

    pub(crate) fn components(&self) -> Components {
        self.components_of(|_, _| true)
    }

    /// The marks that occur inside each component, `None` for components without a transition inside.
    pub(crate) fn marks_inside(&self, components: &Components) -> Vec<Option<Marks>> {
        let mut inside: Vec<Option<Marks>> = vec![None; components.count];
        for (source, transitions) in self.states.iter().enumerate() {
            let component = components.of[source];
            for it in transitions.iter().filter(|it| components.of[it.target] == component) {
                let marks = inside[component].unwrap_or_default();
                inside[component] = Some(marks.union(it.marks));
            }
        }
        inside
    }

    /// Unites the labels of transitions that are otherwise equal, drops those that cannot be taken,
    /// and sorts the rest.
    pub(crate) fn unite_parallel(&mut self, bdds: &mut Bdds) {
        for transitions in &mut self.states {
            transitions.sort_unstable();
            let mut united: Vec<Transition> = Vec::with_capacity(transitions.len());
            for &it in transitions.iter().filter(|it| it.label != Bdd::FALSE) {
                match united.last_mut() {
                    Some(last) if (last.target, last.marks) == (it.target, it.marks) => {
                        last.label = bdds.or(last.label, it.label);
                    }
                    _ => united.push(it),
                }
            }
            *transitions = united;
        }
    }

    /// Keeps the states that `keep` selects and the transitions between them, and numbers them in the
    /// order of a breadth-first search. The initial state stays in any case; the unreachable go.
    pub(crate) fn restrict(&mut self, keep: impl Fn(usize) -> bool) {
        let mut new_name = vec![None; self.states.len()];
        new_name[self.initial] = Some(0);
        let mut order = vec![self.initial];
        let mut next = 0;
        while next < order.len() {
            let source = order[next];
            next += 1;
            for it in self.states[source].iter().filter(|it| keep(source) && keep(it.target)) {
                if new_name[it.target].is_none() {
                    new_name[it.target] = Some(order.len());
                    order.push(it.target);
                }
            }
        }
        self.states = order
            .iter()
            .map(|&source| {
                let kept = self.states[source].iter().filter(|it| keep(source) && keep(it.target));
                kept.filter_map(|it| Some(Transition { target: new_name[it.target]?, ..*it }))
                    .collect()
            })
            .collect();
        self.initial = 0;
    }
}
