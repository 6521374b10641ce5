//! The shape of functions: on which branches a point depends, and which points are in which loop.
//!
//! Control dependence by post-dominators: J. Ferrante, K. J. Ottenstein, J. D. Warren: *The program dependence graph and its use in
//! optimization*, TOPLAS 1987. Post-dominators by iteration: K. D. Cooper, T. J. Harvey, K. Kennedy: *A simple, fast dominance
//! algorithm*, 2001. Loops are those of back edges of a depth-first search.

use std::collections::{BTreeSet, HashMap};

use tribunal_ir::{EdgeId, LocId, Program, Then};

/// The shape of all functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// The branches on which each point depends.
    branches: HashMap<LocId, Vec<LocId>>,
    /// The points of the loop that starts at a point.
    loops: HashMap<LocId, BTreeSet<LocId>>,
}

impl Shape {
    pub(super) fn of(program: &Program) -> Self {
        let mut shape = Self::default();
        for process in program.procs.values() {
            let graph = Graph::of(program, process.entry);
            graph.branches(&mut shape.branches);
            graph.loops(&mut shape.loops);
        }
        shape
    }

    /// Whether it depends on the branch at `branch` that a run comes to `point`.
    pub(super) fn depends(&self, point: LocId, branch: LocId) -> bool {
        self.branches.get(&point).is_some_and(|it| it.contains(&branch))
    }

    /// Whether a loop starts at a point.
    pub(super) fn is_head(&self, point: LocId) -> bool {
        self.loops.contains_key(&point)
    }

    /// Whether a point is in the loop that starts at `head`.
    pub(super) fn contains(&self, head: LocId, point: LocId) -> bool {
        self.loops.get(&head).is_some_and(|it| it.contains(&point))
    }
}

/// Whether an edge is a way on, not an end by a violation.
pub(super) fn goes_on(program: &Program, edge: EdgeId) -> bool {
    program.edges[edge].violates.as_ref().is_none_or(|it| it.then == Then::Continue)
}

/// A function. Points are numbered from its entry on, in the order of a depth-first search; one past the last is its end.
struct Graph {
    points: Vec<LocId>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// Numbers by the time when the search leaves them.
    back_edges: Vec<(usize, usize)>,
}

impl Graph {
    fn of(program: &Program, entry: LocId) -> Self {
        let ways = |point: LocId| {
            let out = program.locs[point].out.iter().filter(|it| goes_on(program, **it));
            out.map(|it| program.edges[*it].to).collect::<Vec<_>>()
        };
        let mut number: HashMap<LocId, usize> = HashMap::from([(entry, 0)]);
        let mut points = vec![entry];
        let mut next: Vec<(usize, Vec<LocId>)> = vec![(0, ways(entry))];
        let mut open = vec![true];
        let (mut back_edges, mut edges) = (Vec::new(), Vec::new());
        while let Some((at, rest)) = next.last_mut() {
            let at = *at;
            let Some(to) = (if rest.is_empty() { None } else { Some(rest.remove(0)) }) else {
                open[at] = false;
                next.pop();
                continue;
            };
            match number.get(&to) {
                Some(&to) => {
                    edges.push((at, to));
                    if open[to] {
                        back_edges.push((at, to));
                    }
                }
                None => {
                    let new = points.len();
                    number.insert(to, new);
                    points.push(to);
                    open.push(true);
                    edges.push((at, new));
                    next.push((new, ways(to)));
                }
            }
        }
        let end = points.len();
        let mut successors = vec![Vec::new(); end + 1];
        let mut predecessors = vec![Vec::new(); end + 1];
        for (from, to) in edges {
            successors[from].push(to);
            predecessors[to].push(from);
        }
        for (at, ways) in successors.iter_mut().enumerate().take(end) {
            if ways.is_empty() {
                ways.push(end);
                predecessors[end].push(at);
            }
        }
        Self { points, successors, predecessors, back_edges }
    }

    fn end(&self) -> usize {
        self.points.len()
    }

    /// The nearest point, if any, that every way from a point to the end comes by.
    fn post_dominators(&self) -> Vec<Option<usize>> {
        let end = self.end();
        // A depth-first search from the end against the edges.
        let mut order = Vec::new();
        let mut seen = vec![false; end + 1];
        let mut stack = vec![(end, 0)];
        seen[end] = true;
        while let Some((at, next)) = stack.last_mut() {
            match self.predecessors[*at].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if !seen[to] {
                        seen[to] = true;
                        stack.push((to, 0));
                    }
                }
                None => {
                    order.push(*at);
                    stack.pop();
                }
            }
        }
        let mut rank = vec![0; end + 1];
        order.iter().enumerate().for_each(|(at, point)| rank[*point] = at);
        let mut above: Vec<Option<usize>> = vec![None; end + 1];
        above[end] = Some(end);
        let mut changed = true;
        while changed {
            changed = false;
            for &at in order.iter().rev().skip(1) {
                let mut best: Option<usize> = None;
                for &to in &self.successors[at] {
                    if above[to].is_some() {
                        best = Some(best.map_or(to, |it| meet(&above, &rank, it, to)));
                    }
                }
                changed |= best.is_some() && above[at] != best;
                above[at] = best.or(above[at]);
            }
        }
        above[end] = None;
        above
    }

    fn branches(&self, found: &mut HashMap<LocId, Vec<LocId>>) {
        let above = self.post_dominators();
        for (at, successors) in self.successors.iter().enumerate().filter(|(_, it)| 1 < it.len()) {
            for &to in successors {
                let mut point = Some(to);
                while let Some(here) = point.filter(|it| *it < self.end() && Some(*it) != above[at])
                {
                    let branches = found.entry(self.points[here]).or_default();
                    if !branches.contains(&self.points[at]) {
                        branches.push(self.points[at]);
                    }
                    point = above[here];
                }
            }
        }
    }

    fn loops(&self, found: &mut HashMap<LocId, BTreeSet<LocId>>) {
        for &(from, head) in &self.back_edges {
            let body = found.entry(self.points[head]).or_default();
            body.insert(self.points[head]);
            let mut stack = vec![from];
            while let Some(at) = stack.pop() {
                if body.insert(self.points[at]) {
                    stack.extend(&self.predecessors[at]);
                }
            }
        }
    }
}

/// The nearest common post-dominator of two points.
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
