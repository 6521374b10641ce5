//! Direct simulation: states merged and transitions dropped.
//!
//! A state is simulated by another that can answer each of its transitions, letter by letter, with at
//! least the same marks, and so on from the targets. Mutually similar states are merged; a transition is
//! dropped if the same letters lead, with at least the same marks, to a state that simulates its
//! target. Forward after K. Etessami, G. Holzmann: *Optimizing Büchi automata*, CONCUR 2000, and F. Somenzi, R. Bloem:
//! *Efficient Büchi automata from LTL formulae*, CAV 2000; both directions, and that this may be done, in L. Clemente, R. Mayr:
//! *Advanced automata minimization*, POPL 2013.

use crate::automaton::{Automaton, Transition};
use crate::bdd::{Bdd, Bdds};
use tribunal_base::graph::components;

/// Above this many pairs of transitions, simulation takes too long.
const MAX_PAIRS: usize = 1 << 24;

/// Whether pasts or futures of states are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// Merges similar states and drops dominated transitions. Does nothing to a very large automaton.
pub(crate) fn reduce(automaton: &mut Automaton, bdds: &mut Bdds, direction: Direction) {
    automaton.unite_parallel(bdds);
    let n_transitions = automaton.n_transitions();
    if MAX_PAIRS / n_transitions.max(1) < n_transitions {
        return;
    }
    let mut arrows = match direction {
        Direction::Forward => automaton.states.clone(),
        Direction::Backward => reversed(&automaton.states),
    };
    let mut relation = Relation::full(arrows.len());
    if direction == Direction::Backward {
        // The past of the initial state includes the empty one.
        let initial = automaton.initial;
        relation.retain(|q, r| q != initial || r == initial);
        // Where acceptance is by state, merged states must agree on it.
        if automaton.is_state_based() {
            let accepting = |state| automaton.is_accepting(state);
            relation.retain(|q, r| accepting(q) == accepting(r));
        }
    }
    greatest_simulation(&arrows, bdds, &mut relation);

    let class: Vec<usize> = (0..arrows.len())
        .map(|q| (0..=q).find(|&r| relation.holds(q, r) && relation.holds(r, q)).unwrap_or(q))
        .collect();
    let mut merged: Vec<Vec<Transition>> = vec![Vec::new(); arrows.len()];
    for (q, outgoing) in arrows.iter().enumerate() {
        merged[class[q]]
            .extend(outgoing.iter().map(|it| Transition { target: class[it.target], ..*it }));
    }
    arrows = merged;
    for transitions in &mut arrows {
        drop_dominated(transitions, bdds, &relation);
    }
    automaton.states = match direction {
        Direction::Forward => arrows,
        Direction::Backward => reversed(&arrows),
    };
    automaton.initial = class[automaton.initial];
    automaton.restrict(|_| true);
    automaton.unite_parallel(bdds);
}

fn reversed(states: &[Vec<Transition>]) -> Vec<Vec<Transition>> {
    let mut incoming = vec![Vec::new(); states.len()];
    for (source, transitions) in states.iter().enumerate() {
        for it in transitions {
            incoming[it.target].push(Transition { target: source, ..*it });
        }
    }
    incoming
}

/// Which states simulate which.
struct Relation {
    n: usize,
    /// `rows[q * n + r]`: whether `r` may simulate `q`.
    rows: Vec<bool>,
}

impl Relation {
    fn full(n: usize) -> Self {
        Self { n, rows: vec![true; n * n] }
    }

    fn holds(&self, simulated: usize, by: usize) -> bool {
        self.rows[simulated * self.n + by]
    }

    fn retain(&mut self, keep: impl Fn(usize, usize) -> bool) {
        for index in 0..self.rows.len() {
            self.rows[index] = self.rows[index] && keep(index / self.n, index % self.n);
        }
    }
}

/// Shrinks the relation to the greatest simulation inside it.
fn greatest_simulation(arrows: &[Vec<Transition>], bdds: &mut Bdds, relation: &mut Relation) {
    // Successors first, so that most pairs are judged once, when the fate of their successors is known.
    let successors: Vec<Vec<usize>> =
        arrows.iter().map(|it| it.iter().map(|it| it.target).collect()).collect();
    let graph = components(&successors);
    let mut order: Vec<usize> = (0..arrows.len()).collect();
    order.sort_by_key(|&state| graph.of[state]);

    // The states that have lost simulating states since the last round.
    let mut shrunk = vec![true; arrows.len()];
    while shrunk.contains(&true) {
        let mut shrunk_now = vec![false; arrows.len()];
        for &q in &order {
            if !successors[q].iter().any(|&it| shrunk[it] || shrunk_now[it]) {
                continue;
            }
            for &r in &order {
                let fails = q != r
                    && relation.holds(q, r)
                    && !answers(&arrows[q], &arrows[r], bdds, relation);
                if fails {
                    relation.rows[q * relation.n + r] = false;
                    shrunk_now[q] = true;
                }
            }
        }
        shrunk = shrunk_now;
    }
}

/// Whether each transition is answered on each of its letters.
fn answers(
    challenges: &[Transition],
    answers: &[Transition],
    bdds: &mut Bdds,
    relation: &Relation,
) -> bool {
    challenges.iter().all(|challenge| {
        let good = answers.iter().filter(|answer| is_dominated(challenge, answer, relation));
        is_covered(challenge.label, good, bdds)
    })
}

fn is_dominated(worse: &Transition, better: &Transition, relation: &Relation) -> bool {
    worse.marks.is_subset_of(better.marks) && relation.holds(worse.target, better.target)
}

fn is_covered<'a>(label: Bdd, by: impl Iterator<Item = &'a Transition>, bdds: &mut Bdds) -> bool {
    remaining(label, by, bdds) == Bdd::FALSE
}

/// The letters of the label on which none of the transitions can be taken.
fn remaining<'a>(label: Bdd, by: impl Iterator<Item = &'a Transition>, bdds: &mut Bdds) -> Bdd {
    let mut rest = label;
    for it in by {
        if rest == Bdd::FALSE {
            break;
        }
        rest = bdds.minus(rest, it.label);
    }
    rest
}

/// Takes from each transition the letters on which another is better. Targets are representatives of
/// their classes, so that of two different transitions at most one dominates the other, or else
/// they are parallel with equal marks and not both needed.
fn drop_dominated(transitions: &mut Vec<Transition>, bdds: &mut Bdds, relation: &Relation) {
    transitions.sort_unstable();
    transitions.dedup();
    let all = transitions.clone();
    for (index, it) in transitions.iter_mut().enumerate() {
        let better = all.iter().enumerate().filter(|&(other, candidate)| {
            let parallel = (candidate.target, candidate.marks) == (it.target, it.marks);
            other != index && !parallel && is_dominated(it, candidate, relation)
        });
        it.label = remaining(it.label, better.map(|(_, candidate)| candidate), bdds);
    }
    transitions.retain(|it| it.label != Bdd::FALSE);
}
