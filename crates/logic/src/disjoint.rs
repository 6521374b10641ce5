//! Whether two automata have a word in common.

use rustc_hash::FxHashMap;

use crate::automaton::Automaton;
use crate::bdd::{Bdd, Bdds};
use tribunal_base::graph::components;

/// Whether no word is accepted by both state-based automata: their product has no cycle that visits accepting states
/// of each.
pub(crate) fn are_disjoint(first: &Automaton, second: &Automaton, bdds: &mut Bdds) -> bool {
    let initial = (first.initial, second.initial);
    let mut names: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut pairs = vec![initial];
    names.insert(initial, 0);
    let mut successors: Vec<Vec<usize>> = Vec::new();
    while successors.len() < pairs.len() {
        let (q, r) = pairs[successors.len()];
        let mut targets = Vec::new();
        for a in &first.states[q] {
            for b in &second.states[r] {
                if bdds.and(a.label, b.label) == Bdd::FALSE {
                    continue;
                }
                let target = (a.target, b.target);
                targets.push(*names.entry(target).or_insert_with(|| {
                    pairs.push(target);
                    pairs.len() - 1
                }));
            }
        }
        successors.push(targets);
    }
    let graph = components(&successors);
    // A component with a cycle and accepting states of both has a word of both.
    let mut cyclic = vec![false; graph.count];
    let mut accepting = vec![(false, false); graph.count];
    for (node, targets) in successors.iter().enumerate() {
        let component = graph.of[node];
        cyclic[component] |= targets.iter().any(|&target| graph.of[target] == component);
        accepting[component].0 |= first.is_accepting(pairs[node].0);
        accepting[component].1 |= second.is_accepting(pairs[node].1);
    }
    (0..graph.count).all(|it| !cyclic[it] || accepting[it] != (true, true))
}
