//! Search for a fair accepting cycle by strongly connected components.
//!
//! J.-M. Couvreur: *On-the-fly verification of linear temporal logic*, FM 1999, on the components of
//! H. N. Gabow: *Path-based depth-first search for strong and biconnected components*, IPL 2000. Weak
//! fairness is generalised acceptance with one set per process: it moves in the step, or cannot move
//! in the state. The sets not yet met by a component are kept as the set of *needy* processes: those
//! that could move in all its states and have moved in none of its steps. A process that is not alive
//! somewhere in the component cannot move there.

use crate::path::{Path, ending, lasso};
use crate::product::{Expansion, Product, ProductMove};
use crate::search::{Coverage, Interruption};
use crate::statistics::Statistics;
use crate::store::StateId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::mem::size_of;
use tribunal_engine::{Context, Progress, Trace};

/// Searches a product; what it finds is in `found`.
pub(crate) struct FairSearch<'p, 'a> {
    product: &'p mut Product<'a>,
    path: Path,
    /// The states whose component is not complete, in the order they were found.
    live: Vec<StateId>,
    /// For each state its position in `live` plus one, 0 if it is new, or [`DEAD`].
    order: Vec<u32>,
    /// The components found so far on the path, from the first to the last.
    roots: Vec<Component>,
    pub(crate) found: Option<Trace>,
    pub(crate) coverage: Coverage,
    depth: u64,
}

/// The order of a state whose component is complete.
const DEAD: u32 = u32::MAX;

/// A part of a strongly connected component: the live states from its root to the next root.
#[derive(Clone, Debug)]
struct Component {
    /// The order of its first state.
    root: u32,
    accepting: bool,
    needy: Processes,
    /// Who moved in the step that led to it from the component before.
    arrived_by: Processes,
}

/// A set of process indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Processes {
    words: SmallVec<[u64; 2]>,
}

impl Processes {
    fn insert(&mut self, process: usize) {
        if self.words.len() <= process / 64 {
            self.words.resize(process / 64 + 1, 0);
        }
        self.words[process / 64] |= 1 << (process % 64);
    }

    fn contains(&self, process: usize) -> bool {
        self.words.get(process / 64).is_some_and(|word| word >> (process % 64) & 1 == 1)
    }

    fn intersect(&mut self, other: &Self) {
        self.words.truncate(other.words.len());
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    fn subtract(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    fn unite(&mut self, other: &Self) {
        self.words.resize(self.words.len().max(other.words.len()), 0);
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    fn first(&self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.words[word].trailing_zeros() as usize)
    }
}

impl FromIterator<usize> for Processes {
    fn from_iter<I: IntoIterator<Item = usize>>(processes: I) -> Self {
        let mut set = Self::default();
        processes.into_iter().for_each(|process| set.insert(process));
        set
    }
}

impl<'p, 'a> FairSearch<'p, 'a> {
    pub(crate) fn new(product: &'p mut Product<'a>) -> Self {
        Self {
            product,
            path: Path::default(),
            live: Vec::new(),
            order: Vec::new(),
            roots: Vec::new(),
            found: None,
            coverage: Coverage::Full,
            depth: 0,
        }
    }

    /// Searches. Interrupted with `Found` if there is a fair accepting cycle.
    pub(crate) fn run(
        &mut self,
        initial: StateId,
        cx: &mut Context<'_>,
    ) -> Result<(), Interruption> {
        let limit = usize::try_from(cx.budget().depth).unwrap_or(usize::MAX);
        self.enter(initial, Processes::default())?;
        while let Some(state) = self.path.top() {
            cx.tick(|| self.progress())?;
            let Some(taken) = self.path.next_move() else {
                self.leave(state);
                continue;
            };
            let Some(target) = self.product.follow(state, taken)? else { continue };
            let moved: Processes = self.product.movers().map(usize::from).collect();
            match self.order(target) {
                0 if limit < self.path.len() => self.coverage = Coverage::Truncated,
                0 => self.enter(target, moved)?,
                DEAD => {}
                order => {
                    let statistics = self.product.statistics();
                    if let Some(root) = self.merge(order, &moved) {
                        self.found = Some(self.counterexample(root, cx)?);
                        self.product.set_statistics(statistics);
                        return Err(Interruption::Found);
                    }
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, state: StateId, arrived_by: Processes) -> Result<(), Interruption> {
        self.live.push(state);
        let root = u32::try_from(self.live.len()).expect("states have 32-bit numbers");
        if self.order.len() <= state as usize {
            self.order.resize(state as usize + 1, 0);
        }
        self.order[state as usize] = root;
        let accepting = self.product.is_accepting(state);
        let needy = self.able(state);
        self.roots.push(Component { root, accepting, needy, arrived_by });
        let expansion = self.path.push(state, self.product)?;
        self.depth = self.depth.max(self.path.len() as u64 - 1);
        match expansion {
            Expansion::Moves => Ok(()),
            Expansion::MonitorEnd => {
                self.found = Some(ending(self.path.taken(self.path.len())));
                Err(Interruption::Found)
            }
        }
    }

    /// The processes that could move in a state.
    fn able(&mut self, state: StateId) -> Processes {
        let mut able = Vec::new();
        self.product.able(state, &mut able);
        able.iter().enumerate().filter(|(_, able)| **able).map(|(process, _)| process).collect()
    }

    /// Leaves a state all of whose moves are made. If it is the root of its component, the component
    /// is complete and has no fair accepting cycle.
    fn leave(&mut self, state: StateId) {
        self.path.pop();
        if self.roots.last().is_some_and(|it| it.root == self.order[state as usize]) {
            self.roots.pop();
            let first = self.order[state as usize] as usize - 1;
            for state in self.live.drain(first..) {
                self.order[state as usize] = DEAD;
            }
        }
    }

    /// A step leads back to a live state: all components from there on are one. Returns the root of
    /// that if it has a fair accepting cycle.
    fn merge(&mut self, order: u32, moved: &Processes) -> Option<u32> {
        let (mut accepting, mut needy, mut movers) = (false, None, moved.clone());
        while let Some(top) = self.roots.pop_if(|top| order < top.root) {
            accepting |= top.accepting;
            match &mut needy {
                None => needy = Some(top.needy),
                Some(needy) => Processes::intersect(needy, &top.needy),
            }
            movers.unite(&top.arrived_by);
        }
        let top = self.roots.last_mut().expect("a live state should belong to a component");
        top.accepting |= accepting;
        if let Some(needy) = needy {
            top.needy.intersect(&needy);
        }
        top.needy.subtract(&movers);
        (top.accepting && top.needy.first().is_none()).then_some(top.root)
    }

    fn order(&self, state: StateId) -> u32 {
        self.order.get(state as usize).copied().unwrap_or(0)
    }

    fn progress(&self) -> Progress {
        let statistics = self.statistics();
        Progress {
            states: statistics.states,
            transitions: statistics.transitions,
            depth: self.path.len() as u64,
            memory_bytes: statistics.memory_bytes,
        }
    }

    /// What the search cost.
    pub(crate) fn statistics(&self) -> Statistics {
        let memory = self.product.memory()
            + self.path.memory()
            + (self.live.capacity() + self.order.capacity()) * size_of::<u32>()
            + self.roots.capacity() * size_of::<Component>();
        Statistics { depth: self.depth, memory_bytes: memory as u64, ..self.product.statistics() }
    }
}

/// The counterexample.
impl FairSearch<'_, '_> {
    /// A run to the root of the last component and then round through a witness of each set.
    fn counterexample(&mut self, root: u32, cx: &mut Context<'_>) -> Result<Trace, Interruption> {
        let start = self.live[root as usize - 1];
        let position = self.path.position(start).expect("a root should be on the path");
        let prefix: Vec<ProductMove> = self.path.taken(position).collect();

        let (mut cycle, mut state) = (Vec::new(), start);
        let mut needy = self.able(start);
        let mut accepting = self.product.is_accepting(start);
        loop {
            let goal = match needy.first() {
                _ if !accepting => Goal::Accepting,
                Some(process) => Goal::Fair(process),
                None if state == start && !cycle.is_empty() => return Ok(lasso(&prefix, &cycle)),
                None => Goal::State(start),
            };
            for (taken, moved, target) in self.walk(root, state, goal, cx)? {
                cycle.push(taken);
                state = target;
                accepting |= self.product.is_accepting(state);
                needy.subtract(&moved);
                needy.intersect(&self.able(state));
            }
        }
    }

    /// A shortest walk of at least one step to a goal, within the last component.
    fn walk(
        &mut self,
        root: u32,
        from: StateId,
        goal: Goal,
        cx: &mut Context<'_>,
    ) -> Result<Vec<(ProductMove, Processes, StateId)>, Interruption> {
        let mut origins: FxHashMap<StateId, (StateId, ProductMove, Processes)> =
            FxHashMap::default();
        let mut waiting = VecDeque::from([from]);
        let mut moves = Vec::new();
        while let Some(state) = waiting.pop_front() {
            moves.clear();
            self.product.expand(state, &mut moves)?;
            for &taken in moves.iter().rev() {
                cx.tick(|| self.progress())?;
                let Some(target) = self.product.follow(state, taken)? else { continue };
                if !(root..DEAD).contains(&self.order(target)) {
                    continue;
                }
                let moved: Processes = self.product.movers().map(usize::from).collect();
                let reached = match goal {
                    Goal::Accepting => self.product.is_accepting(target),
                    Goal::State(wanted) => target == wanted,
                    Goal::Fair(process) => {
                        moved.contains(process) || !self.able(target).contains(process)
                    }
                };
                if reached {
                    let mut walk = vec![(taken, moved, target)];
                    let mut state = state;
                    while let Some((origin, taken, moved)) = origins.remove(&state) {
                        walk.push((taken, moved, state));
                        state = origin;
                    }
                    walk.reverse();
                    return Ok(walk);
                }
                if target != from && !origins.contains_key(&target) {
                    origins.insert(target, (state, taken, moved));
                    waiting.push_back(target);
                }
            }
        }
        unreachable!("a component should have a witness of each of its sets")
    }
}

/// What a walk looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// An accepting state.
    Accepting,
    /// A step in which the process moves, or a state where it cannot.
    Fair(usize),
    /// This state.
    State(StateId),
}
