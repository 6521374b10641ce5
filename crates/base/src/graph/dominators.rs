//! Dominators: nodes that every way from an entry to a node comes by; and what follows from them: natural loops, control dependence.
//!
//! Dominators by iteration in reverse postorder: K. D. Cooper, T. J. Harvey, K. Kennedy: *A simple, fast dominance algorithm*, 2001. Natural loops:
//! F. E. Allen, J. Cocke: *A program data flow analysis procedure*, CACM 1976. Control dependence by post-dominators: J. Ferrante, K. J. Ottenstein, J. D. Warren:
//! *The program dependence graph and its use in optimization*, TOPLAS 1987.

use std::collections::{BTreeMap, BTreeSet};

/// The graph with its edges turned round.
#[must_use]
pub fn reversed(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, ways) in successors.iter().enumerate() {
        ways.iter().for_each(|to| predecessors[*to].push(from));
    }
    predecessors
}

/// The immediate dominator of each node: the nearest other one that every way from the entry comes by. The entry has none, nor has what is not reached.
/// Of a graph that is [`reversed`], with its end as entry, they are the post-dominators.
#[must_use]
pub fn dominators(entry: usize, successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let order = postorder(entry, successors);
    let mut rank = vec![0; successors.len()];
    order.iter().enumerate().for_each(|(at, node)| rank[*node] = at);
    let predecessors = reversed(successors);
    let mut above: Vec<Option<usize>> = vec![None; successors.len()];
    above[entry] = Some(entry);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().skip(1) {
            let known = predecessors[node].iter().copied().filter(|it| above[*it].is_some());
            let best = known.reduce(|a, b| meet(&above, &rank, a, b));
            changed |= above[node] != best;
            above[node] = best;
        }
    }
    above[entry] = None;
    above
}

/// The nearest node that dominates two.
fn meet(above: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while rank[a] < rank[b] {
            a = above[a].unwrap_or(b);
        }
        while rank[b] < rank[a] {
            b = above[b].unwrap_or(a);
        }
    }
    a
}

/// What is reached from a node, in the order in which a depth-first search leaves it.
fn postorder(entry: usize, successors: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; successors.len()];
    seen[entry] = true;
    let mut open = vec![(entry, 0)];
    while let Some((node, next)) = open.last_mut() {
        match successors[*node].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    open.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                open.pop();
            }
        }
    }
    order
}

/// Whether a node is another or dominates it, given immediate dominators.
fn dominates(above: &[Option<usize>], node: usize, other: usize) -> bool {
    std::iter::successors(Some(other), |it| above[*it]).any(|it| it == node)
}

/// The natural loops: by their heads, what can come back to the head without leaving by it. A cycle that can be entered elsewhere than at its head is none.
#[must_use]
pub fn natural_loops(entry: usize, successors: &[Vec<usize>]) -> BTreeMap<usize, BTreeSet<usize>> {
    let above = dominators(entry, successors);
    let predecessors = reversed(successors);
    let is_reached = |it: usize| it == entry || above[it].is_some();
    let mut loops: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (from, ways) in successors.iter().enumerate().filter(|(it, _)| is_reached(*it)) {
        for &head in ways.iter().filter(|it| dominates(&above, **it, from)) {
            let body = loops.entry(head).or_default();
            body.insert(head);
            let mut open = vec![from];
            while let Some(node) = open.pop() {
                if body.insert(node) {
                    open.extend(predecessors[node].iter().filter(|it| is_reached(**it)));
                }
            }
        }
    }
    loops
}

/// For each node the branches that decide whether a run comes to it: those of which some way on leads to it for certain, and another does not.
/// Runs end at `end`.
#[must_use]
pub fn control_dependence(end: usize, successors: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let above = dominators(end, &reversed(successors));
    let mut branches = vec![BTreeSet::new(); successors.len()];
    for (branch, ways) in successors.iter().enumerate().filter(|(_, it)| 1 < it.len()) {
        for &to in ways {
            let mut point = Some(to);
            while let Some(here) = point.filter(|it| Some(*it) != above[branch]) {
                branches[here].insert(branch);
                point = above[here];
            }
        }
    }
    branches
}

#[cfg(test)]
mod tests {
    use super::{control_dependence, dominators, natural_loops, reversed};
    use std::collections::{BTreeMap, BTreeSet};

    type Graph = Vec<Vec<usize>>;

    /// What is reached from a node without one.
    fn reached(from: usize, without: Option<usize>, successors: &Graph) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            if Some(node) != without && found.insert(node) {
                open.extend(&successors[node]);
            }
        }
        found
    }

    /// The definition: a node dominates what is reached only by way of it.
    fn by_removal(entry: usize, successors: &Graph) -> Vec<BTreeSet<usize>> {
        let all = reached(entry, None, successors);
        let without: Vec<BTreeSet<usize>> =
            (0..successors.len()).map(|it| reached(entry, Some(it), successors)).collect();
        let of = |node: usize| {
            let is_one = |it: &usize| {
                all.contains(&node) && all.contains(it) && !without[*it].contains(&node)
            };
            (0..successors.len()).filter(is_one).collect()
        };
        (0..successors.len()).map(of).collect()
    }

    fn random_graphs() -> impl Iterator<Item = Graph> {
        let mut seed: u64 = 7;
        let mut random = move |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        (0..2_000).map(move |_| {
            let count = 2 + random(9);
            (0..count).map(|_| (0..random(4)).map(|_| random(count)).collect()).collect()
        })
    }

    #[test]
    fn dominators_are_those_of_the_definition() {
        for graph in random_graphs() {
            let above = dominators(0, &graph);
            for (node, all) in by_removal(0, &graph).into_iter().enumerate() {
                let chain = std::iter::successors(above[node], |it| above[*it]);
                let mut chain: BTreeSet<usize> = chain.collect();
                if !all.is_empty() {
                    chain.insert(node);
                }
                assert_eq!(chain, all, "{node} in {graph:?}");
            }
        }
    }

    /// The definition: what comes back to a head that dominates it, without passing the head.
    #[test]
    fn loops_are_those_of_the_definition() {
        for graph in random_graphs() {
            let dominators = by_removal(0, &graph);
            let back = reversed(&graph);
            let mut expected: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for (from, ways) in graph.iter().enumerate() {
                for &head in ways.iter().filter(|it| dominators[from].contains(it)) {
                    let body = expected.entry(head).or_default();
                    body.insert(head);
                    let members = reached(from, Some(head), &back);
                    body.extend(members.iter().filter(|it| !dominators[**it].is_empty()));
                }
            }
            assert_eq!(natural_loops(0, &graph), expected, "{graph:?}");
        }
    }

    /// The definition: one way on leads to the node for certain, if to the end at all; the branch itself does not.
    #[test]
    fn control_dependence_is_that_of_the_definition() {
        for mut graph in random_graphs() {
            // Every run can come to an end.
            let end = graph.len() - 1;
            graph[end].clear();
            (0..end).for_each(|it| graph[it].push(end));
            let after = by_removal(end, &reversed(&graph));
            let found = control_dependence(end, &graph);
            for (node, found) in found.iter().enumerate() {
                let decides = |branch: &usize| {
                    let is_certain = |it: &usize| after[*it].contains(&node);
                    let strictly = *branch != node && after[*branch].contains(&node);
                    1 < graph[*branch].len() && graph[*branch].iter().any(is_certain) && !strictly
                };
                let expected: BTreeSet<usize> = (0..graph.len()).filter(decides).collect();
                assert_eq!(*found, expected, "{node} in {graph:?}");
            }
        }
    }
}
