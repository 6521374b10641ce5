//! The control flow of a process or function, prepared for the analysis.

use crate::state::layout::Layout;
use std::collections::BTreeMap;
use tribunal_base::Id as _;
use tribunal_base::graph::{Element, reachable, weak_topological_order};
use tribunal_domains::Thresholds;
use tribunal_ir::cfg::returns;
use tribunal_ir::{EdgeId, LocId, ProcId};

/// The control flow of a process or function; locations are positions.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) entry: usize,
    pub(crate) order: Vec<Element>,
    /// The edges that lead to each location.
    pub(crate) into: Vec<Vec<EdgeId>>,
    /// The edges that return to a caller.
    pub(crate) returns: Vec<EdgeId>,
    /// Where widenings at the heads of loops stop.
    pub(crate) thresholds: BTreeMap<usize, Thresholds>,
    pub(crate) locations: Vec<LocId>,
    /// How many edges there are.
    pub(crate) edges: usize,
}

/// Loops with more constants than this have only the limits of types as thresholds.
const THRESHOLDS: usize = 100;

impl Graph {
    pub(crate) fn new(layout: &Layout<'_>, process: ProcId) -> Self {
        let program = layout.program;
        let locations = layout.locations[process.index()].clone();
        let mut graph = Self {
            entry: layout.position(program.procs[process].entry),
            order: Vec::new(),
            into: vec![Vec::new(); locations.len()],
            returns: Vec::new(),
            thresholds: BTreeMap::new(),
            locations,
            edges: 0,
        };
        let mut successors = vec![Vec::new(); graph.locations.len()];
        for (from, location) in graph.locations.iter().enumerate() {
            for &id in &program.locs[*location].out {
                let edge = &program.edges[id];
                graph.edges += 1;
                if returns(program, edge) {
                    graph.returns.push(id);
                } else if !edge.ends_run() {
                    let to = layout.position(edge.to);
                    graph.into[to].push(id);
                    successors[from].push(to);
                }
            }
        }
        graph.order = weak_topological_order(reachable(graph.entry, &successors), &successors);
        let order = std::mem::take(&mut graph.order);
        graph.note_thresholds(layout, &order);
        graph.order = order;
        graph
    }

    fn note_thresholds(&mut self, layout: &Layout<'_>, elements: &[Element]) {
        for element in elements {
            if let Element::Component { head, body, members } = element {
                let constants = layout.thresholds(members.iter().map(|it| self.locations[*it]));
                if constants.len() <= THRESHOLDS {
                    self.thresholds.insert(*head, Thresholds::of(constants));
                }
                self.note_thresholds(layout, body);
            }
        }
    }
}
