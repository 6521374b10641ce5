//! Control flow: where runs of a process go on, the shape of functions, and who calls whom. Every analysis of programs takes it from here.

use crate::edge::{Action, Edge};
use crate::program::{LocId, ProcId, ProcessKind, Program};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Id;
use tribunal_base::graph::{control_dependence, natural_loops, reachable};

/// Whether an edge returns from the function that it is in.
#[must_use]
pub fn returns(program: &Program, edge: &Edge) -> bool {
    let kind = program.procs[program.locs[edge.from].process].kind;
    kind == ProcessKind::Function && matches!(edge.actions.last(), Some(Action::Return { .. }))
}

/// Whether a run that takes an edge comes to its target.
#[must_use]
pub fn leads_on(program: &Program, edge: &Edge) -> bool {
    !edge.ends_run() && !returns(program, edge)
}

/// The locations that edges of a location lead to.
pub fn successors(program: &Program, at: LocId) -> impl Iterator<Item = LocId> {
    let edges = program.locs[at].out.iter().map(|it| &program.edges[*it]);
    edges.filter(|it| leads_on(program, it)).map(|it| it.to)
}

/// The control flow of a process or function, from its entry on.
#[derive(Clone, Debug)]
pub struct Flow {
    /// By number: the locations that are reached, the entry first.
    points: Vec<LocId>,
    /// By number. One past the last location is the end.
    successors: Vec<Vec<usize>>,
}

impl Flow {
    /// That of a process or function.
    #[must_use]
    pub fn of(program: &Program, process: ProcId) -> Self {
        let entry = program.procs[process].entry;
        let mut points = vec![entry];
        let mut number = BTreeMap::from([(entry, 0)]);
        let mut ways = Vec::new();
        while let Some(&at) = points.get(ways.len()) {
            let mut own = Vec::new();
            for to in successors(program, at) {
                own.push(*number.entry(to).or_insert_with(|| {
                    points.push(to);
                    points.len() - 1
                }));
            }
            ways.push(own);
        }
        let end = points.len();
        ways.iter_mut().filter(|it| it.is_empty()).for_each(|it| it.push(end));
        ways.push(Vec::new());
        Self { points, successors: ways }
    }

    /// The natural loops: by their heads, the locations in them.
    #[must_use]
    pub fn loops(&self) -> BTreeMap<LocId, BTreeSet<LocId>> {
        let loops = natural_loops(0, &self.successors).into_iter();
        let point = |it: usize| self.points[it];
        loops.map(|(head, body)| (point(head), body.into_iter().map(point).collect())).collect()
    }

    /// By location, those at which it is decided whether a run comes there.
    #[must_use]
    pub fn control_dependence(&self) -> BTreeMap<LocId, BTreeSet<LocId>> {
        let branches = control_dependence(self.points.len(), &self.successors);
        let points = self.points.iter().copied().zip(branches);
        points.map(|(at, it)| (at, it.into_iter().map(|it| self.points[it]).collect())).collect()
    }
}

/// Which functions call which.
#[derive(Clone, Debug)]
pub struct CallGraph {
    /// By process, in ascending order.
    callees: Vec<Vec<usize>>,
}

impl CallGraph {
    /// That of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut callees = vec![Vec::new(); program.procs.len()];
        for edge in program.edges.values() {
            for action in &edge.actions {
                if let Action::Call { process, .. } = action {
                    callees[program.locs[edge.from].process.index()].push(process.index());
                }
            }
        }
        for them in &mut callees {
            them.sort_unstable();
            them.dedup();
        }
        Self { callees }
    }

    /// The functions that one can come to call: itself only if it is recursive.
    #[must_use]
    pub fn reached(&self, from: ProcId) -> BTreeSet<ProcId> {
        let them = self.callees[from.index()].iter();
        them.flat_map(|it| reachable(*it, &self.callees)).map(ProcId::from_index).collect()
    }

    /// Whether a function calls itself, directly or not.
    #[must_use]
    pub fn is_recursive(&self, function: ProcId) -> bool {
        self.reached(function).contains(&function)
    }
}

#[cfg(test)]
mod tests {
    use super::{CallGraph, Flow, successors};
    use crate::program::{LocId, Program};
    use tribunal_base::Id;

    fn program(text: &str) -> Program {
        let (program, diagnostics) = crate::text::parse(text);
        program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
    }

    fn numbers<'a>(them: impl IntoIterator<Item = &'a LocId>) -> Vec<usize> {
        them.into_iter().map(|it| it.index()).collect()
    }

    #[test]
    fn a_loop_with_a_branch() {
        let program = program(
            "global x: u8
             process P() active 1 {
               l0 -> l1 when x < 3
               l0 -> l4 else
               l1 -> l2 when x == 1
               l1 -> l3 else
               l2 -> l3 do x = 2
               l3 -> l0 do x = x + 1
               l4 -> l4 when false violates p \"never\" stop
             }
             property p: unreachable",
        );
        let process = program.procs.ids().next().expect("there is one");
        let flow = Flow::of(&program, process);
        let loops = flow.loops();
        assert_eq!(loops.len(), 1);
        let (head, body) = loops.first_key_value().expect("there is one");
        assert_eq!((head.index(), numbers(body)), (0, vec![0, 1, 2, 3]));
        let branches = flow.control_dependence();
        let of = |at: usize| numbers(&branches[&LocId::from_index(at)]);
        assert_eq!((of(0), of(1), of(2)), (vec![0], vec![0], vec![1]));
        assert_eq!((of(3), of(4)), (vec![0], vec![]));
        assert_eq!(successors(&program, LocId::from_index(4)).count(), 0);
    }

    #[test]
    fn functions_that_call_themselves() {
        let program = program(
            "function f() { l0 -> l1 do call g() l1 -> l2 do return loc l2 }
             function g() { l3 -> l4 do call f() l4 -> l5 do return loc l5 }
             function h() { l6 -> l7 do call g() l7 -> l8 do return loc l8 }
             process P() active 1 { l9 -> l10 do call h() loc l10 end }",
        );
        let calls = CallGraph::of(&program);
        let named = |name: &str| {
            program.procs.iter().find(|it| it.1.name == name).expect("it has this name").0
        };
        let recursive: Vec<bool> =
            ["f", "g", "h", "P"].map(|it| calls.is_recursive(named(it))).into();
        assert_eq!(recursive, [true, true, false, false]);
        assert_eq!(calls.reached(named("P")), ["f", "g", "h"].map(named).into());
        assert_eq!(calls.reached(named("h")), ["f", "g"].map(named).into());
    }
}
