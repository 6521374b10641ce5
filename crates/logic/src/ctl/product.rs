//! Which states have a path that satisfies a formula of linear temporal logic: a structure runs together with the formula's automaton.
//!
//! E. A. Emerson, C.-L. Lei: *Modalities for model checking: branching time logic strikes back*, Science of Computer Programming 1987: a state formula under a path quantifier
//! is a proposition to the path formula, and a search for an accepting run decides it (M. Vardi, P. Wolper: *An automata-theoretic approach to automatic program verification*,
//! LICS 1986).
//!
//! Three-valued, there are two products: of the certain transitions, where the literals of the automaton certainly hold, and of the possible ones, where
//! they may. An accepting run of the first is one of every program that the structure stands for; if the second has none, no program has.
//!
//! Each node of a product has a rank, which makes it easy to check what is said of it. Where there is an accepting run, it falls on the way to the next accepting node.
//! Where there is none, it never rises, and falls after every accepting node.

use tribunal_base::Id as _;

use super::Relation;
use crate::buchi::{Buchi, StateId};
use crate::guard::{Guard, Literal};
use crate::ltl::AtomId;
use tribunal_base::graph::{Components, UNSEEN, components_from};

/// A product of a structure and an automaton, and where it has accepting runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    automaton: Buchi,
    /// By node.
    fates: Vec<Fate>,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nobody has asked.
    Unknown,
    /// An accepting run starts here.
    Alive {
        /// How far it is at least to the next accepting node with such a run.
        rank: u32,
    },
    /// None does.
    Dead {
        /// The number of its component.
        rank: u32,
    },
}

/// A state of the structure and one of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node {
    /// The state of the structure.
    pub state: usize,
    /// That of the automaton.
    pub at: StateId,
}

/// Where an automaton looks when it reads a state.
pub trait Letters {
    /// Whether a proposition of the path formula can be taken to be so in a state.
    fn holds(&self, state: usize, literal: Literal) -> bool;
}

impl<F: Fn(usize, Literal) -> bool> Letters for F {
    fn holds(&self, state: usize, literal: Literal) -> bool {
        self(state, literal)
    }
}

/// Whether a guard matches what is read in a state.
fn matches(guard: &Guard, letters: &dyn Letters, state: usize) -> bool {
    guard.cubes.iter().any(|cube| cube.literals().all(|it| letters.holds(state, it)))
}

/// More than any distance, and more than there are nodes.
const FAR: u32 = u32::MAX;

impl Product {
    /// The product of a relation between so many states, whose runs begin anywhere; `None` if it is too large.
    pub(super) fn new(
        automaton: Buchi,
        relation: &Relation,
        states: usize,
        letters: &dyn Letters,
    ) -> Option<Self> {
        let nodes = states.checked_mul(automaton.states.len())?;
        u32::try_from(nodes).ok().filter(|it| *it < FAR)?;
        let mut product = Self { automaton, fates: Vec::new() };
        let graph = Graph { product: &product, relation, letters };
        product.fates = graph.fates(states);
        Some(product)
    }

    fn width(&self) -> usize {
        self.automaton.states.len()
    }

    fn index(&self, node: Node) -> usize {
        node.state * self.width() + node.at.index()
    }

    fn node(&self, index: usize) -> Node {
        Node { state: index / self.width(), at: StateId::from_index(index % self.width()) }
    }

    /// Where a run starts that begins in a state.
    #[must_use]
    pub fn start(&self, state: usize) -> Node {
        Node { state, at: self.automaton.initial }
    }

    /// Whether a run accepts that comes here again and again.
    #[must_use]
    pub fn is_accepting(&self, node: Node) -> bool {
        self.automaton.states[node.at].accepting
    }

    /// What is known of a node.
    #[must_use]
    pub fn fate(&self, node: Node) -> Fate {
        self.fates[self.index(node)]
    }

    /// Whether some path from a state satisfies the formula.
    #[must_use]
    pub fn has_path(&self, state: usize) -> bool {
        matches!(self.fate(self.start(state)), Fate::Alive { .. })
    }

    /// All nodes with a state.
    pub fn nodes_of(&self, state: usize) -> impl Iterator<Item = Node> + use<> {
        (0..self.width()).map(move |it| Node { state, at: StateId::from_index(it) })
    }

    /// The nodes that follow one.
    pub fn after(&self, node: Node, relation: &Relation, letters: &dyn Letters) -> Vec<Node> {
        let mut after = Vec::new();
        for edge in &self.automaton.states[node.at].edges {
            if matches(&edge.guard, letters, node.state) {
                let states = relation.after(node.state).iter();
                after.extend(states.map(|it| Node { state: *it as usize, at: edge.target }));
            }
        }
        after
    }

    /// The next node of an accepting run from a node with one.
    pub(super) fn next(
        &self,
        node: Node,
        relation: &Relation,
        letters: &dyn Letters,
    ) -> Option<Node> {
        let mut alive = self.after(node, relation, letters);
        alive.retain(|it| matches!(self.fate(*it), Fate::Alive { .. }));
        alive.into_iter().min_by_key(|it| match self.fate(*it) {
            Fate::Alive { rank } => rank,
            Fate::Dead { .. } | Fate::Unknown => FAR,
        })
    }
}

/// A product while it is explored.
struct Graph<'a> {
    product: &'a Product,
    relation: &'a Relation,
    letters: &'a dyn Letters,
}

impl Graph<'_> {
    fn fates(&self, states: usize) -> Vec<Fate> {
        let nodes = states * self.product.width();
        let starts = (0..states).map(|it| self.product.index(self.product.start(it)));
        let after = |node: usize| -> Vec<usize> {
            let after = self.product.after(self.product.node(node), self.relation, self.letters);
            after.into_iter().map(|it| self.product.index(it)).collect()
        };
        let Components { of: component, count } = components_from(nodes, starts, after);
        // Whether a component has an accepting run of its own, or leads to one that has.
        let mut is_alive = vec![false; count];
        // Those that lead nowhere else come first.
        let mut order: Vec<usize> = (0..nodes).filter(|it| component[*it] != UNSEEN).collect();
        order.sort_by_key(|it| component[*it]);
        let mut good = Vec::new();
        for same in order.chunk_by(|a, b| component[*a] == component[*b]) {
            let own = component[same[0]];
            let (mut is_cycle, mut is_accepting, mut leads_on) = (false, false, false);
            for &index in same {
                let node = self.product.node(index);
                is_accepting |= self.product.is_accepting(node);
                for next in self.product.after(node, self.relation, self.letters) {
                    let to = component[self.product.index(next)];
                    is_cycle |= to == own;
                    leads_on |= is_alive[to];
                }
            }
            if is_cycle && is_accepting {
                let accepts = |it: &&usize| self.product.is_accepting(self.product.node(**it));
                good.extend(same.iter().filter(accepts).copied());
                leads_on = true;
            }
            is_alive[own] = leads_on;
        }
        let distance = self.distances(nodes, &good);
        let fate = |index: usize| match component[index] {
            UNSEEN => Fate::Unknown,
            it if is_alive[it] => Fate::Alive { rank: distance[index] },
            // There are no more components than nodes.
            it => Fate::Dead { rank: u32::try_from(it).unwrap_or(FAR) },
        };
        (0..nodes).map(fate).collect()
    }

    /// How far it is from each node to one of these.
    fn distances(&self, nodes: usize, goals: &[usize]) -> Vec<u32> {
        let mut distance = vec![FAR; nodes];
        goals.iter().for_each(|it| distance[*it] = 0);
        let mut layer = goals.to_vec();
        let mut far = 0;
        while !layer.is_empty() {
            far += 1;
            let mut next = Vec::new();
            for &index in &layer {
                let Node { state, at } = self.product.node(index);
                for &before in self.relation.before(state) {
                    let before = before as usize;
                    for (from, it) in self.product.automaton.states.iter() {
                        let leads = it
                            .edges
                            .iter()
                            .any(|it| it.target == at && matches(&it.guard, self.letters, before));
                        let index = self.product.index(Node { state: before, at: from });
                        if leads && distance[index] == FAR {
                            distance[index] = far;
                            next.push(index);
                        }
                    }
                }
            }
            layer = next;
        }
        distance
    }
}

/// The number of the state formula that a proposition of a path formula stands for.
pub(super) fn operand(atom: AtomId) -> super::CtlId {
    super::CtlId::from_index(atom.index())
}
