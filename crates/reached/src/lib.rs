//! The reached-set algorithm: which states an analysis has come to, and whose successors it has still to find.
//!
//! D. Beyer, T. Henzinger, G. Théoduloz: *Configurable software verification*, CAV 2007 [@beyer07]. An analysis says what follows a state (*transfer*), when a
//! known state stands for a new one, too (*stop*), and which states are made one (*merge*); the rest is the same for all, and here. As in the paper's implementation the
//! reached set is parted: only states with the same key, such as a location, can be one. Unlike in the paper `stop` is asked before `merge`: of a state that is covered
//! already nothing has to be merged.
//!
//! Who keeps a worklist of its own, and why: the fixpoint of `engine-absint` follows a weak topological order and widens at the heads of its components; `engine-memory`
//! searches depth first along one run, since that is the counterexample; `engine-explicit` packs its states and shares them between threads; `engine-lists` folds a state by what was
//! learned since it was found, so that nobody knows before its turn which one it is.

use rustc_hash::FxHashMap;
use std::borrow::Borrow;
use std::collections::VecDeque;
use std::hash::Hash;

/// An analysis: what follows a state.
pub trait Analysis {
    /// Only states with the same key can be one.
    type Key: Eq + Hash;
    /// A state, with whatever is to be known of it.
    type State;
    /// Why it cannot go on.
    type Halt;

    /// Finds what follows a state, and [adds](Reached::add) it.
    ///
    /// # Errors
    /// If the analysis cannot go on.
    fn transfer(
        &mut self,
        from: u32,
        reached: &mut Reached<Self::Key, Self::State>,
    ) -> Result<(), Self::Halt>;
}

/// Which states are one: the operators of the paper.
pub trait Operators<S> {
    /// Whether a known state stands for a new one with the same key, too.
    fn stop(&self, new: &S, known: &S) -> bool;

    /// Lets the last state with the same key, of which there are so many, stand for a new one, too; or gives the new one back: it stays apart.
    fn merge(&self, new: S, _known: &mut S, _alike: usize) -> Option<S> {
        Some(new)
    }
}

/// Which of the states whose successors have to be found comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// That which has waited longest.
    First,
    /// That which was found last.
    Last,
}

/// The states that were reached, by numbers in the order in which they were found.
#[derive(Debug)]
pub struct Reached<K, S> {
    states: Vec<S>,
    /// The last state with each key.
    last: FxHashMap<K, u32>,
    /// For each state, the one before it with the same key.
    before: Vec<Option<u32>>,
    waiting: VecDeque<u32>,
    is_waiting: Vec<bool>,
}

impl<K, S> Default for Reached<K, S> {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            last: FxHashMap::default(),
            before: Vec::new(),
            waiting: VecDeque::new(),
            is_waiting: Vec::new(),
        }
    }
}

impl<K: Eq + Hash, S> Reached<K, S> {
    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// A state.
    #[must_use]
    pub fn state(&self, number: u32) -> &S {
        &self.states[number as usize]
    }

    /// A state, of which more is noted. Whoever makes it stand for more [revisits](Self::revisit) it.
    #[must_use]
    pub fn state_mut(&mut self, number: u32) -> &mut S {
        &mut self.states[number as usize]
    }

    /// All states.
    #[must_use]
    pub fn into_states(self) -> Vec<S> {
        self.states
    }

    /// Adds a state, unless it is covered, or merged; tells the number of the state that stands for it.
    pub fn add(&mut self, operators: &impl Operators<S>, key: K, state: S) -> u32 {
        let last = self.last.get(&key).copied();
        let mut alike = 0;
        let mut next = last;
        while let Some(number) = next {
            if operators.stop(&state, self.state(number)) {
                return number;
            }
            alike += 1;
            next = self.before[number as usize];
        }
        let Some(last) = last else { return self.push(key, state) };
        match operators.merge(state, self.state_mut(last), alike) {
            Some(state) => self.push(key, state),
            None => {
                self.revisit(last);
                last
            }
        }
    }

    /// The last state with a key of which something is so.
    pub fn find<Q>(&self, key: &Q, is_it: impl Fn(&S) -> bool) -> Option<u32>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let mut next = self.last.get(key).copied();
        while let Some(number) = next {
            if is_it(&self.states[number as usize]) {
                return Some(number);
            }
            next = self.before[number as usize];
        }
        None
    }

    /// Adds a state whatever there is.
    pub fn push(&mut self, key: K, state: S) -> u32 {
        let number = u32::try_from(self.states.len()).expect("states should have numbers");
        self.before.push(self.last.insert(key, number));
        self.states.push(state);
        self.is_waiting.push(true);
        self.waiting.push_back(number);
        number
    }

    /// Has the successors of a state found, again if they were before.
    pub fn revisit(&mut self, number: u32) {
        if !std::mem::replace(&mut self.is_waiting[number as usize], true) {
            self.waiting.push_back(number);
        }
    }

    /// The state whose successors are to be found next.
    pub fn next(&mut self, order: Order) -> Option<u32> {
        let number = match order {
            Order::First => self.waiting.pop_front(),
            Order::Last => self.waiting.pop_back(),
        }?;
        self.is_waiting[number as usize] = false;
        Some(number)
    }

    /// How many states wait for their successors to be found.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

/// Finds successors until no state waits for it.
///
/// # Errors
/// If the analysis cannot go on.
pub fn saturate<A: Analysis>(
    analysis: &mut A,
    reached: &mut Reached<A::Key, A::State>,
    order: Order,
) -> Result<(), A::Halt> {
    while let Some(number) = reached.next(order) {
        analysis.transfer(number, reached)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Analysis, Operators, Order, Reached, saturate};
    use proptest::prelude::{ProptestConfig, any, prop, proptest};
    use std::collections::BTreeSet;

    /// A graph of numbers. States are sets of those with the same remainder, as intervals.
    struct Graph {
        edges: Vec<(u8, u8)>,
        /// How many intervals with the same remainder are kept apart.
        apart: usize,
        transfers: usize,
    }

    type Interval = (u8, u8);

    impl Operators<Interval> for usize {
        fn stop(&self, new: &Interval, known: &Interval) -> bool {
            known.0 <= new.0 && new.1 <= known.1
        }

        fn merge(&self, new: Interval, known: &mut Interval, alike: usize) -> Option<Interval> {
            if alike < *self {
                return Some(new);
            }
            *known = (known.0.min(new.0), known.1.max(new.1));
            None
        }
    }

    impl Graph {
        fn has(state: Interval, number: u8) -> bool {
            number % 4 == state.0 % 4 && state.0 <= number && number <= state.1
        }
    }

    impl Analysis for Graph {
        type Key = u8;
        type State = Interval;
        type Halt = &'static str;

        fn transfer(
            &mut self,
            from: u32,
            reached: &mut Reached<u8, Interval>,
        ) -> Result<(), &'static str> {
            self.transfers += 1;
            let state = *reached.state(from);
            for (_, to) in self.edges.iter().filter(|it| Self::has(state, it.0)) {
                reached.add(&self.apart, to % 4, (*to, *to));
            }
            if self.transfers < 10_000 { Ok(()) } else { Err("no end") }
        }
    }

    fn reached(edges: &[(u8, u8)], apart: usize, order: Order) -> Vec<Interval> {
        let mut graph = Graph { edges: edges.to_vec(), apart, transfers: 0 };
        let mut reached = Reached::default();
        reached.add(&apart, 0, (0, 0));
        saturate(&mut graph, &mut reached, order).expect("it should come to an end");
        reached.into_states()
    }

    fn exactly(edges: &[(u8, u8)]) -> BTreeSet<u8> {
        let mut seen = BTreeSet::from([0]);
        loop {
            let next: BTreeSet<u8> =
                edges.iter().filter(|it| seen.contains(&it.0)).map(|it| it.1).collect();
            if next.is_subset(&seen) {
                return seen;
            }
            seen.extend(next);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn all_is_covered(
            edges in prop::collection::vec((0..32_u8, 0..32_u8), 0..60),
            apart in 1..4_usize,
            is_first in any::<bool>(),
        ) {
            let order = if is_first { Order::First } else { Order::Last };
            let exact = exactly(&edges);
            // Kept apart, states are what is reached, each once.
            let all: Vec<u8> = reached(&edges, usize::MAX, order).iter().map(|it| it.0).collect();
            assert_eq!(all.len(), exact.len());
            assert_eq!(all.into_iter().collect::<BTreeSet<u8>>(), exact);
            // Merged, they cover it, and there are only so many.
            let merged = reached(&edges, apart, order);
            assert!(merged.len() <= 4 * apart);
            assert!(exact.iter().all(|it| merged.iter().any(|state| Graph::has(*state, *it))));
        }
    }

    #[test]
    fn what_has_grown_is_visited_again_once() {
        let mut reached = Reached::default();
        assert_eq!(reached.add(&1_usize, 'k', (4, 4)), 0);
        assert_eq!(reached.next(Order::First), Some(0));
        assert_eq!(reached.add(&1_usize, 'k', (8, 8)), 0);
        assert_eq!(reached.add(&1_usize, 'k', (12, 12)), 0);
        assert_eq!(reached.add(&1_usize, 'l', (5, 5)), 1);
        assert_eq!((reached.len(), reached.waiting(), *reached.state(0)), (2, 2, (4, 12)));
        assert_eq!(reached.next(Order::Last), Some(1));
        assert_eq!((reached.next(Order::Last), reached.next(Order::Last)), (Some(0), None));
        assert_eq!(reached.find(&'k', |it| it.0 == 4), Some(0));
        assert_eq!(reached.find(&'k', |it| it.0 == 5), None);
    }
}
