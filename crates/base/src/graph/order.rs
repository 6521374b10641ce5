//! The order in which an analysis visits the nodes of a flow graph: loops are components, nested in each other.
//!
//! F. Bourdoncle: *Efficient chaotic iteration strategies with widenings*. Formal Methods in Programming and their Applications, 1993: the
//! weak topological order of figure 4. It takes strongly connected components apart again and again, here with a list of what is left to do
//! instead of recursion: functions of real programs have more locations than a stack has room for.

/// A part of a weak topological order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A node outside the loops of this level.
    Vertex(usize),
    /// A loop.
    Component {
        /// Where it is entered first.
        head: usize,
        /// What else is in it, in order.
        body: Vec<Element>,
        /// All of its nodes, in ascending order.
        members: Vec<usize>,
    },
}

/// What is left to do.
enum Work {
    /// Put these in order.
    Decompose(Vec<usize>),
    /// The next element is this node.
    Vertex(usize),
    /// A component with this head begins.
    Open(usize),
    /// The component that began last ends.
    Close,
}

/// The weak topological order of some nodes. A search finds the heads of loops: it starts at the first node, then at the next that it has not met.
#[must_use]
pub fn weak_topological_order(nodes: Vec<usize>, successors: &[Vec<usize>]) -> Vec<Element> {
    let mut search = Search::new(successors);
    let mut order = Vec::new();
    let mut open: Vec<(usize, Vec<Element>)> = Vec::new();
    let mut work = vec![Work::Decompose(nodes)];
    while let Some(next) = work.pop() {
        let element = match next {
            Work::Decompose(nodes) => {
                // The search finds components in reverse order: the last is on top.
                for component in search.components(&nodes) {
                    let head = component[0];
                    if component.len() == 1 && !successors[head].contains(&head) {
                        work.push(Work::Vertex(head));
                    } else {
                        work.push(Work::Close);
                        work.push(Work::Decompose(search.rest(&component)));
                        work.push(Work::Open(head));
                    }
                }
                continue;
            }
            Work::Open(head) => {
                open.push((head, Vec::new()));
                continue;
            }
            Work::Vertex(node) => Element::Vertex(node),
            Work::Close => {
                let Some((head, body)) = open.pop() else { continue };
                component(head, body)
            }
        };
        open.last_mut().map_or(&mut order, |it| &mut it.1).push(element);
    }
    order
}

fn component(head: usize, body: Vec<Element>) -> Element {
    let mut members = vec![head];
    for element in &body {
        match element {
            Element::Vertex(vertex) => members.push(*vertex),
            Element::Component { members: inner, .. } => members.extend(inner),
        }
    }
    members.sort_unstable();
    Element::Component { head, body, members }
}

/// Tarjan's search for strongly connected components, within a set of nodes.
struct Search<'a> {
    successors: &'a [Vec<usize>],
    /// By node: which set it is in now, when it was found, the earliest reached from it.
    set: Vec<usize>,
    found: Vec<usize>,
    low: Vec<usize>,
    sets: usize,
}

impl<'a> Search<'a> {
    fn new(successors: &'a [Vec<usize>]) -> Self {
        let zeros = vec![0; successors.len()];
        Self { successors, set: zeros.clone(), found: zeros.clone(), low: zeros, sets: 0 }
    }

    /// A component without its head: what the head leads to comes first.
    fn rest(&mut self, component: &[usize]) -> Vec<usize> {
        self.sets += 1;
        let (head, others) = (component[0], &component[1..]);
        for &node in others {
            self.set[node] = self.sets;
        }
        let mut rest = Vec::with_capacity(others.len());
        for &node in self.successors[head].iter().chain(others) {
            if self.set[node] == self.sets {
                self.set[node] = 0;
                rest.push(node);
            }
        }
        rest
    }

    /// The components of a set, each with the node found first in front; a component comes before those that lead to it.
    fn components(&mut self, nodes: &[usize]) -> Vec<Vec<usize>> {
        const DONE: usize = usize::MAX;
        self.sets += 1;
        for &node in nodes {
            self.set[node] = self.sets;
            self.found[node] = 0;
        }
        let mut components = Vec::new();
        let mut time = 0;
        let mut open: Vec<usize> = Vec::new();
        let mut path: Vec<(usize, usize)> = Vec::new();
        for &start in nodes {
            if self.found[start] != 0 {
                continue;
            }
            path.push((start, 0));
            while let Some((node, next)) = path.pop() {
                if next == 0 {
                    time += 1;
                    self.found[node] = time;
                    self.low[node] = time;
                    open.push(node);
                } else {
                    let before = self.successors[node][next - 1];
                    if self.set[before] == self.sets && self.found[before] != DONE {
                        self.low[node] = self.low[node].min(self.low[before]);
                    }
                }
                if let Some(&to) = self.successors[node].get(next) {
                    path.push((node, next + 1));
                    if self.set[to] == self.sets && self.found[to] == 0 {
                        path.push((to, 0));
                    }
                    continue;
                }
                if self.low[node] == self.found[node] {
                    let at = open.iter().rposition(|it| *it == node).unwrap_or(0);
                    let component = open.split_off(at);
                    for &member in &component {
                        self.found[member] = DONE;
                    }
                    components.push(component);
                }
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::super::reachable;
    use super::{Element, weak_topological_order};

    fn show(order: &[Element]) -> String {
        let one = |it: &Element| match it {
            Element::Vertex(vertex) => vertex.to_string(),
            Element::Component { head, body, .. } => format!("({head} {})", show(body)),
        };
        order.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn from(entry: usize, successors: &[Vec<usize>]) -> Vec<Element> {
        weak_topological_order(reachable(entry, successors), successors)
    }

    /// The graph of the paper, its vertices numbered from 1 on.
    #[test]
    fn the_example_of_the_paper() {
        let successors = [
            vec![],
            vec![2],
            vec![3, 8],
            vec![4],
            vec![5, 7],
            vec![6],
            vec![5, 7],
            vec![3, 8],
            vec![],
        ];
        assert_eq!(show(&from(1, &successors)), "1 2 (3 4 (5 6) 7) 8");
    }

    #[test]
    fn what_is_not_reached_is_left_out() {
        let successors = [vec![1], vec![1], vec![0]];
        assert_eq!(show(&from(0, &successors)), "0 (1 )");
    }

    #[test]
    fn all_nodes_are_ordered_where_all_are_asked_for() {
        let successors = [vec![1], vec![1], vec![0]];
        assert_eq!(show(&weak_topological_order(vec![0, 1, 2], &successors)), "2 0 (1 )");
    }

    /// The definition: an edge leads forward, or to the head of a component that contains its source.
    #[test]
    fn edges_lead_forward_or_to_heads() {
        let mut seed: u64 = 1;
        let mut random = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for _ in 0..2_000 {
            let count = 1 + random(9);
            let successors: Vec<Vec<usize>> =
                (0..count).map(|_| (0..random(4)).map(|_| random(count)).collect()).collect();
            let order = from(0, &successors);
            let mut places = vec![None; count];
            let mut heads = vec![Vec::new(); count];
            note(&order, &mut Vec::new(), &mut 0, &mut places, &mut heads);
            for node in reachable(0, &successors) {
                for &to in &successors[node] {
                    let forward = places[node] < places[to];
                    assert!(
                        forward || heads[node].contains(&to),
                        "{node} -> {to} in {}",
                        show(&order)
                    );
                }
            }
        }
    }

    /// Where each node stands, and the heads of the components that contain it.
    fn note(
        order: &[Element],
        around: &mut Vec<usize>,
        next: &mut usize,
        places: &mut [Option<usize>],
        heads: &mut [Vec<usize>],
    ) {
        for element in order {
            let (Element::Vertex(node) | Element::Component { head: node, .. }) = element;
            assert_eq!(places[*node].replace(*next), None, "{node} stands twice");
            *next += 1;
            match element {
                Element::Vertex(_) => heads[*node].clone_from(around),
                Element::Component { head, body, members } => {
                    around.push(*head);
                    heads[*head].clone_from(around);
                    note(body, around, next, places, heads);
                    around.pop();
                    assert!(members.iter().all(|it| places[*it].is_some()));
                }
            }
        }
    }

    #[test]
    fn long_paths_need_no_stack() {
        let count = 300_000;
        let successors: Vec<Vec<usize>> = (0..count).map(|it| vec![(it + 1) % count]).collect();
        let order = from(0, &successors);
        assert!(
            matches!(order.as_slice(), [Element::Component { head: 0, members, .. }] if members.len() == count)
        );
    }
}
