//! Algorithms on graphs whose nodes are numbers: every analysis that needs one takes it from here.

mod components;
mod dominators;
mod order;

pub use components::{Components, UNSEEN, components, components_from};
pub use dominators::{control_dependence, dominators, natural_loops, reversed};
pub use order::{Element, weak_topological_order};

/// The nodes that can be reached from one, in the order in which a depth-first search finds them.
#[must_use]
pub fn reachable(from: usize, successors: &[Vec<usize>]) -> Vec<usize> {
    let mut is_found = vec![false; successors.len()];
    let mut found = Vec::new();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut is_found[node], true) {
            found.push(node);
            open.extend(successors[node].iter().rev());
        }
    }
    found
}
