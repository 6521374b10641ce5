//! Strongly connected components.
//!
//! R. Tarjan: *Depth-first search and linear graph algorithms*, SIAM J. Computing 1972, with an
//! explicit stack.

/// The components of a graph; numbered so that edges lead to components with the same or a smaller number.
#[derive(Debug)]
pub struct Components {
    /// The component of each node.
    pub of: Vec<usize>,
    /// The number of components.
    pub count: usize,
}

/// The component of a node that was not looked at.
pub const UNSEEN: usize = usize::MAX;

/// The components of the graph with these lists of successors.
pub fn components(successors: &[Vec<usize>]) -> Components {
    let all = 0..successors.len();
    components_from(successors.len(), all, |node| successors[node].clone())
}

/// The components of what can be reached from some nodes of a graph; other nodes are in [`UNSEEN`].
pub fn components_from(
    nodes: usize,
    roots: impl Iterator<Item = usize>,
    successors: impl Fn(usize) -> Vec<usize>,
) -> Components {
    let mut of = vec![UNSEEN; nodes];
    let mut count = 0;
    let mut order = vec![UNSEEN; nodes];
    let mut lowest = vec![UNSEEN; nodes];
    let mut n_seen = 0;
    let mut open: Vec<usize> = Vec::new();
    for root in roots {
        if order[root] != UNSEEN {
            continue;
        }
        // The path of the search: nodes with the successors still to be followed.
        let mut path = vec![(root, successors(root).into_iter())];
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            if order[node] == UNSEEN {
                (order[node], lowest[node]) = (n_seen, n_seen);
                n_seen += 1;
                open.push(node);
            }
            if let Some(next) = rest.next() {
                if order[next] == UNSEEN {
                    path.push((next, successors(next).into_iter()));
                } else if of[next] == UNSEEN {
                    lowest[node] = lowest[node].min(order[next]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                lowest[*parent] = lowest[*parent].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                while let Some(member) = open.pop() {
                    of[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    Components { of, count }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_share_a_component_and_edges_lead_down() {
        let graph = [vec![1], vec![2, 3], vec![0], vec![4], vec![3, 5], vec![], vec![6]];
        let found = components(&graph);
        assert_eq!(found.count, 4);
        assert_eq!((found.of[0], found.of[1]), (found.of[1], found.of[2]));
        assert_eq!(found.of[3], found.of[4]);
        assert!(found.of[5] < found.of[3] && found.of[3] < found.of[0]);
    }
}
