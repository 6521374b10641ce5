//! From a generalised automaton to one with accepting states.
//!
//! A copy of a state remembers for which mark it waits; when the last has come the copy is
//! accepting and the count starts again. As in T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček: *Compositional
//! approach to suspension and other improvements to LTL translation*, SPIN 2013, section 4: each component has its own
//! marks in its own order, components without accepting or without rejecting cycles are not
//! copied, several marks are passed in one step, and copies visited only once on the way in are left out.

use crate::automaton::{Automaton, Marks, Transition};
use tribunal_base::graph::components;

/// Orders of marks that are tried in a component are at most those of this many marks.
const MAX_PERMUTED: usize = 4;

/// A state-based automaton for the same language. The marks of the given one are canonical.
pub(crate) fn degeneralise(automaton: &Automaton) -> Automaton {
    let graph = automaton.components();
    let inside = automaton.marks_inside(&graph);
    let all = automaton.all_marks();
    let mut by_component: Vec<Vec<usize>> = vec![Vec::new(); graph.count];
    for (state, &component) in graph.of.iter().enumerate() {
        by_component[component].push(state);
    }
    let unfoldings: Vec<Unfolding> = by_component
        .iter()
        .enumerate()
        .map(|(component, states)| match inside[component] {
            Some(marks) if marks == all => unfold_best(automaton, states),
            _ => Unfolding::rejecting(states),
        })
        .collect();

    // Copies are numbered by component, then in the order of the unfolding.
    let mut offsets = Vec::with_capacity(unfoldings.len());
    let mut n_copies = 0;
    for unfolding in &unfoldings {
        offsets.push(n_copies);
        n_copies += unfolding.copies.len();
    }
    let entry = |state: usize| {
        let component = graph.of[state];
        let copies = &unfoldings[component].copies;
        let position = copies.iter().position(|copy| copy.state == state);
        offsets[component] + position.expect("an unfolding should have a copy of each state")
    };
    let mut states = Vec::with_capacity(n_copies);
    for (component, unfolding) in unfoldings.iter().enumerate() {
        for copy in &unfolding.copies {
            let marks =
                if unfolding.is_accepting(*copy) { Marks::one(0) } else { Marks::default() };
            let transitions = automaton.states[copy.state].iter().map(|it| {
                let target = if graph.of[it.target] == component {
                    let wanted = unfolding.successor(*copy, it);
                    let position = unfolding.copies.iter().position(|copy| *copy == wanted);
                    offsets[component]
                        + position.expect("an unfolding should be closed under successors")
                } else {
                    entry(it.target)
                };
                Transition { target, marks, label: it.label }
            });
            states.push(transitions.collect());
        }
    }
    Automaton { initial: entry(automaton.initial), states, n_marks: 1 }
}

/// A state that waits for the mark at this level of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copy {
    state: usize,
    level: usize,
}

/// The copies of the states of a component.
struct Unfolding {
    /// The marks in the order in which they are awaited; `None` if nothing is accepting.
    order: Option<Vec<usize>>,
    copies: Vec<Copy>,
}

impl Unfolding {
    fn rejecting(states: &[usize]) -> Self {
        let copies = states.iter().map(|&state| Copy { state, level: 0 }).collect();
        Self { order: None, copies }
    }

    fn is_accepting(&self, copy: Copy) -> bool {
        self.order.as_ref().is_some_and(|order| copy.level == order.len())
    }

    /// Where a transition inside the component leads.
    fn successor(&self, copy: Copy, transition: &Transition) -> Copy {
        let order = self.order.as_deref().unwrap_or(&[]);
        let mut level = if copy.level == order.len() { 0 } else { copy.level };
        while level < order.len() && transition.marks.contains(order[level]) {
            level += 1;
        }
        Copy { state: transition.target, level }
    }
}

/// The smallest unfolding of an accepting component over the orders of its marks.
fn unfold_best(automaton: &Automaton, states: &[usize]) -> Unfolding {
    let inside = |target: usize| states.contains(&target);
    let needed: Vec<usize> = automaton
        .all_marks()
        .iter()
        .filter(|&mark| {
            let mut transitions = states.iter().flat_map(|&state| &automaton.states[state]);
            transitions.any(|it| inside(it.target) && !it.marks.contains(mark))
        })
        .collect();
    let orders = if needed.len() <= MAX_PERMUTED {
        permutations(&needed)
    } else {
        vec![needed.clone(), needed.iter().rev().copied().collect()]
    };
    orders
        .into_iter()
        .map(|order| unfold(automaton, states, order))
        .min_by_key(|it| it.copies.len())
        .expect("there should be an order")
}

fn unfold(automaton: &Automaton, states: &[usize], order: Vec<usize>) -> Unfolding {
    let mut all = Unfolding { order: Some(order), copies: Vec::new() };
    let mut successors: Vec<Vec<usize>> = Vec::new();
    all.copies.push(Copy { state: states[0], level: 0 });
    while successors.len() < all.copies.len() {
        let copy = all.copies[successors.len()];
        let mut targets = Vec::new();
        for it in automaton.states[copy.state].iter().filter(|it| states.contains(&it.target)) {
            let target = all.successor(copy, it);
            let known = all.copies.iter().position(|copy| *copy == target);
            targets.push(known.unwrap_or(all.copies.len()));
            if known.is_none() {
                all.copies.push(target);
            }
        }
        successors.push(targets);
    }
    // All copies of a state accept the same words, so those that are never left will do. They hold
    // a copy of each state, because each transition leads from each copy to some copy.
    let graph = components(&successors);
    let size = |component: usize| graph.of.iter().filter(|&&it| it == component).count();
    let closed = |component: usize| {
        let members = (0..successors.len()).filter(|&copy| graph.of[copy] == component);
        members.flat_map(|copy| &successors[copy]).all(|&target| graph.of[target] == component)
    };
    let best = (0..graph.count).filter(|&it| closed(it)).min_by_key(|&it| size(it)).unwrap_or(0);
    let mut copies: Vec<Copy> =
        (0..successors.len()).filter(|&it| graph.of[it] == best).map(|it| all.copies[it]).collect();
    // Components are entered at the first copy listed: at the lowest level.
    copies.sort_by_key(|copy| copy.level);
    Unfolding { copies, ..all }
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        let rest = [&items[..index], &items[index + 1..]].concat();
        all.extend(permutations(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}
