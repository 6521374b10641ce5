//! Büchi automata with several acceptance marks on edges, ready for a search that can use them.

use tribunal_base::{Arena, Id};

use crate::TooLarge;
use crate::automaton::{Automaton, Marks};
use crate::bdd::Bdds;
use crate::buchi::StateId;
use crate::guard::Guard;
use crate::lasso::Lasso;
use tribunal_base::graph::components;

/// A generalised Büchi automaton with marks on edges. A run is accepting if it takes edges with each
/// mark infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generalised {
    /// Where runs start.
    pub initial: StateId,
    /// The edges of each state.
    pub states: Arena<StateId, Vec<MarkedEdge>>,
    /// The number of marks; with none, every infinite run is accepting.
    pub n_marks: usize,
}

/// An edge with acceptance marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedEdge {
    /// Never false.
    pub guard: Guard,
    /// The marks it carries.
    pub marks: Marks,
    /// Where it leads.
    pub target: StateId,
}

impl Generalised {
    /// Whether the word is accepted: whether a component of the product can be reached that has a cycle and all marks.
    pub fn accepts_lasso(&self, lasso: &Lasso) -> bool {
        let n_states = self.states.len();
        let node = |position: usize, state: StateId| position * n_states + state.index();
        let mut successors: Vec<Vec<usize>> = Vec::new();
        let mut marks: Vec<Vec<Marks>> = Vec::new();
        for (position, letter) in lasso.letters().iter().enumerate() {
            for edges in self.states.values() {
                let taken = edges.iter().filter(|edge| edge.guard.matches(letter));
                let taken: Vec<&MarkedEdge> = taken.collect();
                let next = lasso.successor(position);
                successors.push(taken.iter().map(|edge| node(next, edge.target)).collect());
                marks.push(taken.iter().map(|edge| edge.marks).collect());
            }
        }
        let mut reached = vec![false; successors.len()];
        let mut pending = vec![node(0, self.initial)];
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                pending.extend(&successors[at]);
            }
        }
        let graph = components(&successors);
        let mut inside: Vec<Option<Marks>> = vec![None; graph.count];
        for at in (0..successors.len()).filter(|&at| reached[at]) {
            for (&target, &marks) in successors[at].iter().zip(&marks[at]) {
                if graph.of[at] == graph.of[target] {
                    let component = &mut inside[graph.of[at]];
                    *component = Some(component.unwrap_or_default().union(marks));
                }
            }
        }
        inside.contains(&Some(Marks::first(self.n_marks)))
    }
}

/// A generalised automaton with its labels written out.
pub(crate) fn to_generalised(
    automaton: &Automaton,
    bdds: &mut Bdds,
) -> Result<Generalised, TooLarge> {
    let mut states = Arena::default();
    for transitions in &automaton.states {
        let mut edges = Vec::with_capacity(transitions.len());
        for it in transitions {
            let guard = bdds.cover(it.label).ok_or(TooLarge)?;
            let target = StateId::from_index(it.target);
            edges.push(MarkedEdge { guard, marks: it.marks, target });
        }
        states.push(edges);
    }
    Ok(Generalised {
        initial: StateId::from_index(automaton.initial),
        states,
        n_marks: automaton.n_marks,
    })
}
