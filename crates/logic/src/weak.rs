//! Minimal weak deterministic automata, for languages that have them: the obligations.
//!
//! C. Dax, J. Eisinger, F. Klaedtke: *Mechanizing the powerset construction for restricted classes of
//! ω-automata*, ATVA 2007: the powerset construction, with the acceptance of each component found by trying one of its
//! cycles. Minimised after C. Löding: *Efficient minimization of deterministic weak ω-automata*, IPL 2001. Whether the
//! language was an obligation at all is then checked with the help of the automaton of the negated formula.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Marks, Transition};
use crate::bdd::{Bdd, Bdds};
use crate::disjoint::are_disjoint;
use crate::guard::Valuation;
use crate::marks::{Transient, canonicalise_states, trim};
use tribunal_base::graph::{Components, components};

/// Sets of states that the powerset construction may make.
const MAX_SUBSETS: usize = 128;

/// The minimal weak deterministic automaton of the language of a state-based automaton; `None` if
/// the language is no obligation or the construction gets too large. `complement` accepts the complement.
pub(crate) fn weak_deterministic(
    automaton: &Automaton,
    complement: &Automaton,
    bdds: &mut Bdds,
) -> Option<Automaton> {
    let powerset = powerset(automaton, bdds)?;
    let successors: Vec<Vec<usize>> =
        powerset.arrows.iter().map(|arrows| arrows.iter().map(|it| it.0).collect()).collect();
    let graph = components(&successors);
    let accepting: Vec<Option<bool>> = (0..graph.count)
        .map(|component| {
            let word = cycle(&powerset, &graph, component, bdds)?;
            Some(is_accepted(automaton, &word, bdds))
        })
        .collect();
    let levels = levels(&successors, &graph, &accepting);
    let class = minimise(&powerset.arrows, &levels, bdds);

    let n_classes = class.iter().max().map_or(0, |it| it + 1);
    let quotient = |is_accepting: fn(usize) -> bool, bdds: &mut Bdds| {
        let mut states: Vec<Vec<Transition>> = vec![Vec::new(); n_classes];
        for (subset, arrows) in powerset.arrows.iter().enumerate() {
            let marks = if is_accepting(levels[subset]) { Marks::one(0) } else { Marks::default() };
            let arrows = arrows.iter();
            states[class[subset]].extend(arrows.map(|&(target, label)| Transition {
                target: class[target],
                marks,
                label,
            }));
        }
        let mut result = Automaton { initial: class[0], states, n_marks: 1 };
        result.unite_parallel(bdds);
        result
    };
    let mut result = quotient(|level| level % 2 == 0, bdds);
    let opposite = quotient(|level| level % 2 == 1, bdds);
    let equivalent = are_disjoint(&result, complement, bdds)
        && are_disjoint(&opposite, automaton, bdds)
        && !bdds.overflowed();
    if !equivalent {
        return None;
    }
    trim(&mut result);
    canonicalise_states(&mut result, Transient::Unmarked);
    Some(result)
}

/// A complete deterministic graph; the first subset is where it starts.
struct Powerset {
    /// The states in each subset.
    subsets: Vec<Vec<usize>>,
    /// The subsets that follow each, with disjoint labels.
    arrows: Vec<Vec<(usize, Bdd)>>,
}

fn powerset(automaton: &Automaton, bdds: &mut Bdds) -> Option<Powerset> {
    let mut names: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
    let initial = vec![automaton.initial];
    names.insert(initial.clone(), 0);
    let mut result = Powerset { subsets: vec![initial], arrows: Vec::new() };
    while result.arrows.len() < result.subsets.len() {
        if MAX_SUBSETS < result.subsets.len() || bdds.overflowed() {
            return None;
        }
        let mut arrows = Vec::new();
        for (targets, label) in pieces(automaton, &result.subsets[result.arrows.len()], bdds) {
            let subsets = &mut result.subsets;
            let name = *names.entry(targets).or_insert_with_key(|targets| {
                subsets.push(targets.clone());
                subsets.len() - 1
            });
            arrows.push((name, label));
        }
        result.arrows.push(arrows);
    }
    Some(result)
}

/// Splits all letters by the set of states they lead to.
fn pieces(automaton: &Automaton, subset: &[usize], bdds: &mut Bdds) -> Vec<(Vec<usize>, Bdd)> {
    let mut pieces: Vec<(Vec<usize>, Bdd)> = vec![(Vec::new(), Bdd::TRUE)];
    for it in subset.iter().flat_map(|&state| &automaton.states[state]) {
        let mut refined: Vec<(Vec<usize>, Bdd)> = Vec::new();
        let mut add = |targets: Vec<usize>, label: Bdd, bdds: &mut Bdds| {
            if label == Bdd::FALSE {
                return;
            }
            match refined.iter_mut().find(|(known, _)| *known == targets) {
                Some((_, known)) => *known = bdds.or(*known, label),
                None => refined.push((targets, label)),
            }
        };
        for (targets, label) in pieces {
            let (with, without) = (bdds.and(label, it.label), bdds.minus(label, it.label));
            let mut extended = targets.clone();
            if let Err(place) = extended.binary_search(&it.target) {
                extended.insert(place, it.target);
            }
            add(extended, with, bdds);
            add(targets, without, bdds);
        }
        pieces = refined;
    }
    pieces
}

/// The states of some subset, and a word that leads from it to itself; `None` if the component has no cycle.
fn cycle(
    powerset: &Powerset,
    graph: &Components,
    component: usize,
    bdds: &Bdds,
) -> Option<(Vec<usize>, Vec<Valuation>)> {
    let start = graph.of.iter().position(|&it| it == component)?;
    // A breadth-first search from the start back to it.
    let mut reached: FxHashMap<usize, (usize, Bdd)> = FxHashMap::default();
    let mut pending = VecDeque::from([start]);
    while let Some(subset) = pending.pop_front() {
        for &(target, label) in &powerset.arrows[subset] {
            if graph.of[target] == component && !reached.contains_key(&target) {
                reached.insert(target, (subset, label));
                pending.push_back(target);
            }
        }
    }
    let mut word = Vec::new();
    let mut subset = start;
    loop {
        let &(previous, label) = reached.get(&subset)?;
        word.push(bdds.pick(label)?);
        subset = previous;
        if subset == start {
            break;
        }
    }
    word.reverse();
    Some((powerset.subsets[start].clone(), word))
}

/// Whether the word, repeated forever, is accepted from one of the states.
fn is_accepted(
    automaton: &Automaton,
    (starts, word): &(Vec<usize>, Vec<Valuation>),
    bdds: &Bdds,
) -> bool {
    let n = automaton.states.len();
    let node = |position: usize, state: usize| position % word.len() * n + state;
    let mut successors: Vec<Vec<usize>> = Vec::with_capacity(word.len() * n);
    for (position, letter) in word.iter().enumerate() {
        for transitions in &automaton.states {
            let taken = transitions.iter().filter(|it| bdds.holds(it.label, letter));
            successors.push(taken.map(|it| node(position + 1, it.target)).collect());
        }
    }
    let graph = components(&successors);
    let mut seen = vec![false; successors.len()];
    let mut pending: Vec<usize> = starts.iter().map(|&state| node(0, state)).collect();
    while let Some(at) = pending.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            pending.extend(&successors[at]);
        }
    }
    // Reaching a cycle through an accepting state is enough.
    let mut cyclic = vec![false; graph.count];
    for (at, targets) in successors.iter().enumerate() {
        cyclic[graph.of[at]] |= targets.iter().any(|&target| graph.of[target] == graph.of[at]);
    }
    (0..successors.len())
        .any(|at| seen[at] && cyclic[graph.of[at]] && automaton.is_accepting(at % n))
}

/// Löding's colouring: even levels accept, odd ones reject, and successors have no higher levels. A
/// component without a cycle takes the level that lets it be merged with most.
fn levels(successors: &[Vec<usize>], graph: &Components, accepting: &[Option<bool>]) -> Vec<usize> {
    let mut by_component: Vec<usize> = vec![0; graph.count];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); graph.count];
    for (subset, &component) in graph.of.iter().enumerate() {
        members[component].push(subset);
    }
    // Successors are in components with smaller numbers.
    for (component, members) in members.iter().enumerate() {
        let below =
            members.iter().flat_map(|&it| &successors[it]).map(|&it| by_component[graph.of[it]]);
        let below = below.max().unwrap_or(0);
        by_component[component] = match accepting[component] {
            None => below,
            Some(accepts) => below + usize::from(accepts == (below % 2 == 1)),
        };
    }
    graph.of.iter().map(|&component| by_component[component]).collect()
}

/// Moore's algorithm: the class of each subset, numbered by first appearance.
fn minimise(arrows: &[Vec<(usize, Bdd)>], levels: &[usize], bdds: &mut Bdds) -> Vec<usize> {
    let mut class: Vec<usize> = levels.iter().map(|level| level % 2).collect();
    let mut n_classes = 0;
    loop {
        let mut names: FxHashMap<(usize, Vec<(usize, Bdd)>), usize> = FxHashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        for (subset, arrows) in arrows.iter().enumerate() {
            let mut signature: Vec<(usize, Bdd)> = Vec::new();
            for &(target, label) in arrows {
                match signature.iter_mut().find(|(known, _)| *known == class[target]) {
                    Some((_, known)) => *known = bdds.or(*known, label),
                    None => signature.push((class[target], label)),
                }
            }
            signature.sort_unstable();
            let fresh = names.len();
            refined.push(*names.entry((class[subset], signature)).or_insert(fresh));
        }
        class = refined;
        if names.len() == n_classes {
            return class;
        }
        n_classes = names.len();
    }
}
