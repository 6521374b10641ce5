//! What functions may change, whoever calls them: global variables, and memory.

use crate::state::layout::Layout;
use tribunal_base::Id as _;
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Action, ProcId};

/// What each process or function, and all that it calls, may change.
#[derive(Debug)]
pub(crate) struct Summaries {
    /// For each of them, whether a variable may be written.
    variables: Vec<Vec<bool>>,
    /// Whether memory may be.
    memory: Vec<bool>,
}

impl Summaries {
    pub(crate) fn new(layout: &Layout<'_>) -> Self {
        let program = layout.program;
        let count = program.procs.len();
        let mut all = Self {
            variables: vec![vec![false; program.vars.len()]; count],
            memory: vec![false; count],
        };
        let mut calls = Vec::new();
        for edge in program.edges.values() {
            let process = layout.process(edge.from).index();
            for action in &edge.actions {
                match action {
                    Action::Call { process: callee, .. } => calls.push((process, callee.index())),
                    Action::Allocate { .. }
                    | Action::Release { .. }
                    | Action::Copy { .. }
                    | Action::Fill { .. } => all.memory[process] = true,
                    _ => {}
                }
            }
            let mut walk = Walk::new(program, |used| {
                if let Use::Write(place) = used {
                    match program.root(place) {
                        Root::Own(var) => all.variables[process][var.index()] = true,
                        Root::Remote(_) => {}
                        Root::Memory => all.memory[process] = true,
                    }
                }
            });
            walk.edge(edge);
        }
        calls.sort_unstable();
        calls.dedup();
        while calls.iter().filter(|it| all.inherit(**it)).count() > 0 {}
        all
    }

    /// Lets a caller change what its callee does; whether that is new.
    fn inherit(&mut self, (caller, callee): (usize, usize)) -> bool {
        let mut is_new = self.memory[callee] && !self.memory[caller];
        self.memory[caller] |= self.memory[callee];
        for var in 0..self.variables[callee].len() {
            if self.variables[callee][var] && !self.variables[caller][var] {
                self.variables[caller][var] = true;
                is_new = true;
            }
        }
        is_new
    }

    pub(crate) fn changes_memory(&self, function: ProcId) -> bool {
        self.memory[function.index()]
    }

    pub(crate) fn changes(&self, layout: &Layout<'_>, function: ProcId, cell: u32) -> bool {
        self.variables[function.index()][layout.owner(cell).index()]
    }
}
