//! Accepting cycles of a graph, and fair ones, by its strongly connected components.
//!
//! R. Tarjan: *Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1(2),
//! 1972.

/// A node of a graph whose nodes are all reachable.
pub(crate) struct Node {
    /// Who moves, and where to.
    pub(crate) steps: Vec<(u64, usize)>,
    /// Who can move.
    pub(crate) able: u64,
    pub(crate) accepting: bool,
}

/// Whether there is a cycle through an accepting node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cycles {
    pub(crate) any: bool,
    /// One in which everybody who can always move does.
    pub(crate) fair: bool,
}

impl Cycles {
    pub(crate) fn of(nodes: &[Node]) -> Self {
        let mut search = Search {
            nodes,
            index: vec![None; nodes.len()],
            low: vec![0; nodes.len()],
            component: vec![None; nodes.len()],
            stack: Vec::new(),
            count: 0,
            found: Self::default(),
        };
        for root in 0..nodes.len() {
            if search.index[root].is_none() {
                search.visit(root);
            }
        }
        search.found
    }
}

struct Search<'a> {
    nodes: &'a [Node],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    /// The root of a node's component, once that is known.
    component: Vec<Option<usize>>,
    stack: Vec<usize>,
    /// How many nodes have an index.
    count: usize,
    found: Cycles,
}

impl Search<'_> {
    /// Depth first, with the calls kept in a list.
    fn visit(&mut self, root: usize) {
        let mut calls = vec![(root, 0)];
        while let Some((node, at)) = calls.pop() {
            if at == 0 {
                self.index[node] = Some(self.count);
                self.low[node] = self.count;
                self.count += 1;
                self.stack.push(node);
            } else {
                let (_, child) = self.nodes[node].steps[at - 1];
                self.meet(node, child);
            }
            if let Some((_, child)) = self.nodes[node].steps.get(at) {
                calls.push((node, at + 1));
                if self.index[*child].is_none() {
                    calls.push((*child, 0));
                }
            } else if Some(self.low[node]) == self.index[node] {
                self.close(node);
            }
        }
    }

    fn meet(&mut self, node: usize, child: usize) {
        if self.component[child].is_none() {
            self.low[node] = self.low[node].min(self.low[child]);
        }
    }

    /// Looks at the component that is complete.
    fn close(&mut self, root: usize) {
        let start = self.stack.iter().rposition(|it| *it == root).expect("it is on the stack");
        let members = self.stack.split_off(start);
        for member in &members {
            self.component[*member] = Some(root);
        }
        let inner = |it: &usize| {
            let steps = self.nodes[*it].steps.iter();
            steps.filter(|(_, to)| self.component[*to] == Some(root)).map(|(who, _)| *who)
        };
        let is_cycle = members.iter().any(|it| inner(it).next().is_some());
        if is_cycle && members.iter().any(|it| self.nodes[*it].accepting) {
            let moved = members.iter().flat_map(inner).fold(0, |all, who| all | who);
            let rested = members.iter().fold(0, |all, it| all | !self.nodes[*it].able);
            self.found.any = true;
            self.found.fair |= moved | rested == u64::MAX;
        }
    }
}
