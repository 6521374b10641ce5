//! Büchi automata with accepting states, ready for a search.

use tribunal_base::{Arena, Id, ids};

use crate::TooLarge;
use crate::automaton::Automaton;
use crate::bdd::Bdds;
use crate::guard::{Guard, Valuation};
use crate::lasso::Lasso;
use tribunal_base::graph::components;

ids! {
    /// A state of an automaton.
    StateId = "q";
}

/// A Büchi automaton. A run is accepting if it visits accepting states infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buchi {
    /// Where runs start.
    pub initial: StateId,
    /// The states; each can be reached and, but for an initial state without edges, has an accepting run.
    pub states: Arena<StateId, State>,
}

/// A state with the edges that leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Whether it is accepting.
    pub accepting: bool,
    /// In a fixed order.
    pub edges: Vec<Edge>,
}

/// An edge, taken on the letters that its guard matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Never false.
    pub guard: Guard,
    /// Where it leads.
    pub target: StateId,
}

/// How hard it is to find an accepting run in a product with the automaton: easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Accepting states accept every word: reaching one is enough.
    Terminal,
    /// No cycle has both accepting and other states: any cycle of accepting states is accepting.
    Weak,
    /// Neither: cycles through accepting states must be looked for.
    Strong,
}

impl Buchi {
    /// What kind of search the automaton needs.
    pub fn strength(&self) -> Strength {
        if self.is_terminal() {
            Strength::Terminal
        } else if self.is_weak() {
            Strength::Weak
        } else {
            Strength::Strong
        }
    }

    /// Whether each accepting state accepts every word: it and its successors loop under any letter.
    pub fn is_terminal(&self) -> bool {
        self.states.values().filter(|state| state.accepting).all(|state| {
            state.edges.iter().any(|edge| edge.guard.is_true())
                && state.edges.iter().all(|edge| self.states[edge.target].accepting)
        })
    }

    /// Whether the states of each cycle are all accepting or all not.
    pub fn is_weak(&self) -> bool {
        let successors: Vec<Vec<usize>> = self
            .states
            .values()
            .map(|state| state.edges.iter().map(|edge| edge.target.index()).collect())
            .collect();
        let found = components(&successors);
        self.states.iter().all(|(source, state)| {
            state.edges.iter().all(|edge| {
                found.of[source.index()] != found.of[edge.target.index()]
                    || state.accepting == self.states[edge.target].accepting
            })
        })
    }

    /// Whether no letter leads from a state to two.
    pub fn is_deterministic(&self) -> bool {
        self.states.values().all(|state| {
            state.edges.iter().enumerate().all(|(index, edge)| {
                state.edges[..index].iter().all(|other| !edge.guard.intersects(&other.guard))
            })
        })
    }

    /// Whether the word is accepted. Straight from the definition.
    pub fn accepts_lasso(&self, lasso: &Lasso) -> bool {
        let start = (0, self.initial);
        let is_accepting = |&(_, state): &(usize, StateId)| self.states[state].accepting;
        let reachable = self.reachable(lasso, self.successors(lasso, start));
        // The start itself is on a cycle exactly if it can be reached again.
        reachable
            .into_iter()
            .filter(is_accepting)
            .any(|node| self.reachable(lasso, self.successors(lasso, node)).contains(&node))
    }

    fn successors(
        &self,
        lasso: &Lasso,
        (position, state): (usize, StateId),
    ) -> Vec<(usize, StateId)> {
        let letter: &Valuation = &lasso.letters()[position];
        let edges = self.states[state].edges.iter().filter(|edge| edge.guard.matches(letter));
        edges.map(|edge| (lasso.successor(position), edge.target)).collect()
    }

    fn reachable(&self, lasso: &Lasso, from: Vec<(usize, StateId)>) -> Vec<(usize, StateId)> {
        let mut seen = vec![false; lasso.letters().len() * self.states.len()];
        let mut found = Vec::new();
        let mut pending = from;
        while let Some(node) = pending.pop() {
            let (position, state) = node;
            let index = position * self.states.len() + state.index();
            if !std::mem::replace(&mut seen[index], true) {
                found.push(node);
                pending.extend(self.successors(lasso, node));
            }
        }
        found
    }
}

/// A state-based automaton with its labels written out.
pub(crate) fn to_buchi(automaton: &Automaton, bdds: &mut Bdds) -> Result<Buchi, TooLarge> {
    let mut states = Arena::default();
    for (state, transitions) in automaton.states.iter().enumerate() {
        let mut edges = Vec::with_capacity(transitions.len());
        for it in transitions {
            let guard = bdds.cover(it.label).ok_or(TooLarge)?;
            edges.push(Edge { guard, target: StateId::from_index(it.target) });
        }
        states.push(State { accepting: automaton.is_accepting(state), edges });
    }
    Ok(Buchi { initial: StateId::from_index(automaton.initial), states })
}
