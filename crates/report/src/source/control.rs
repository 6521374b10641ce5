//! The shape of functions: on which branches a point depends, and which points are in which loop.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_ir::cfg::Flow;
use tribunal_ir::{EdgeId, LocId, Program};

/// The shape of all functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// The branches on which each point depends.
    branches: BTreeMap<LocId, BTreeSet<LocId>>,
    /// The points of the loop that starts at a point.
    loops: BTreeMap<LocId, BTreeSet<LocId>>,
}

impl Shape {
    pub(super) fn of(program: &Program) -> Self {
        let mut shape = Self::default();
        for process in program.procs.ids() {
            let flow = Flow::of(program, process);
            shape.branches.extend(flow.control_dependence());
            shape.loops.extend(flow.loops());
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
    !program.edges[edge].ends_run()
}
