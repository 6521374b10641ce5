//! Global variables of several processes: what any of them may ever make of each.
//!
//! Thread-modular analysis by interferences that do not depend on where the others are (A. Miné: *Static analysis of run-time errors in
//! embedded real-time parallel C programs*, LMCS 2012). A process knows more of a variable only until it may lose control, unless nobody else writes it.

use crate::state::State;
use crate::state::layout::Layout;
use crate::state::value::Value;
use std::rc::Rc;
use tribunal_base::Id as _;
use tribunal_domains::{Lattice as _, Map, Thresholds};
use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Action, ProcId, Program, Scope};

/// What processes do to global variables.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// What each scalar may be at any time.
    pub(crate) cells: Map<Value>,
    /// The process that alone writes to a global variable and of which there is one instance only.
    owners: Vec<Option<ProcId>>,
    /// Whether something was added since this was last asked.
    changed: bool,
    /// How often something was added.
    changes: u32,
}

/// How often values are joined before they are widened.
const JOINS: u32 = 40;

impl Shared {
    /// What is known at the start; `None` if there is one process alone.
    pub(crate) fn new(layout: &Layout<'_>, initial: &State) -> Option<Self> {
        let program = layout.program;
        let active: u64 = program.procs.values().map(|it| u64::from(it.active)).sum();
        let spawned = spawned(program);
        if active <= 1 && spawned.is_empty() {
            return None;
        }
        let mut owners: Vec<Owner> = program.vars.values().map(|_| Owner::Nobody).collect();
        for edge in program.edges.values() {
            let process = layout.process(edge.from);
            let is_alone = program.procs[process].active == 1 && !spawned.contains(&process);
            let writer = if is_alone { Owner::One(process) } else { Owner::Many };
            let mut walk = Walk::new(program, |used| {
                if let Use::Write(place) = used
                    && let Root::Own(var) = program.root(place)
                {
                    let owner = &mut owners[var.index()];
                    *owner = match *owner {
                        Owner::Nobody => writer,
                        other if other == writer => other,
                        _ => Owner::Many,
                    };
                }
            });
            walk.edge(edge);
        }
        let owner = |(var, owner): (&tribunal_ir::Var, Owner)| match owner {
            Owner::One(process) if var.scope == Scope::Global => Some(process),
            _ => None,
        };
        let owners = program.vars.values().zip(owners).map(owner).collect();
        Some(Self { cells: initial.globals.clone(), owners, changed: false, changes: 0 })
    }

    /// A process may have written a value.
    pub(crate) fn add(&mut self, layout: &Layout<'_>, cell: u32, value: &Value) {
        let new = match self.cells.get(cell) {
            None => return,
            Some(old) if value.le(old) => return,
            Some(old) if self.changes < JOINS => old.join(value),
            Some(old) => old
                .widen(&old.join(value), &Thresholds::none())
                .clamped(layout, layout.cell_ty(cell)),
        };
        self.cells.insert(cell, Rc::new(new));
        self.changed = true;
    }

    /// Whether something was added since this was last asked.
    pub(crate) fn take_changed(&mut self) -> bool {
        self.changes += u32::from(self.changed);
        std::mem::take(&mut self.changed)
    }

    /// Whether only this process writes to a scalar.
    fn is_owned(&self, layout: &Layout<'_>, cell: u32, process: ProcId) -> bool {
        self.owners[layout.owner(cell).index()] == Some(process)
    }

    /// Forgets what others may change, for when a process loses control.
    pub(crate) fn release(&self, layout: &Layout<'_>, state: &mut State, process: ProcId) {
        let mut gone = Vec::new();
        state.globals.for_each(&mut |cell, _| {
            if !self.is_owned(layout, cell, process) {
                gone.push(cell);
            }
        });
        gone.into_iter().for_each(|it| state.globals.remove(it));
    }
}

/// Who writes to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Nobody,
    One(ProcId),
    Many,
}

/// The processes that others start.
fn spawned(program: &Program) -> Vec<ProcId> {
    let actions = program.edges.values().flat_map(|it| &it.actions);
    let started = actions.filter_map(|it| match it {
        Action::Spawn { process, .. } => Some(*process),
        _ => None,
    });
    started.collect()
}
