//! Several processes that share the state of one program, for those who pick who moves.
//!
//! A process is a *strand*: the functions that have started, and where they are. A [`Point`] has one strand; whoever keeps the others puts one of them in its place, lets it
//! go on to the next mark, and takes it out again. Globals and memory stay.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_ir::visit::{Root, Use, Walk};
use tribunal_ir::{Action, EdgeId, Guard, LocId, Place, ProcId, Program, Scope, VarId};
use tribunal_solver::{Sort, TermId};

use super::{Point, Steps};
use crate::state::Frame;
use crate::state::value::Value;
use crate::walk::threads::{is_private, private_pointers};

/// What one process has of a point.
#[derive(Clone)]
pub struct Strand {
    frames: Vec<Frame>,
    key: Vec<u32>,
    called: usize,
}

impl Strand {
    /// Whether it is where another is, and its variables hold the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.frames.len() == other.frames.len()
            && self.frames.iter().zip(&other.frames).all(|(a, b)| a.is_same(b))
    }
}

impl Point {
    /// Whether every concrete state here is also one of another point, as far as can be seen without looking into terms; when they are reached is left out.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.state.is_same(&other.state)
    }

    /// The process that is there.
    #[must_use]
    pub fn strand(&self) -> Strand {
        Strand {
            frames: self.state.frames.clone(),
            key: self.state.key.clone(),
            called: self.called,
        }
    }

    /// Puts another process in the place of the one that is there.
    pub fn enter(&mut self, strand: &Strand) {
        let Strand { frames, key, called } = strand.clone();
        (self.state.frames, self.state.key, self.called) = (frames, key, called);
    }
}

impl Steps<'_> {
    /// Gives a global variable, an `int`, a value.
    pub fn assign(&mut self, point: &mut Point, var: VarId, value: u32) {
        let machine = &mut self.explorer.machine;
        let term = machine.terms.number(value.into(), 32);
        if let Some(place) = point.state.globals.get_mut(machine.layout.slot(var)) {
            *place = Value::Term(term);
        }
    }

    /// A truth that somebody outside the program decides.
    pub fn free(&mut self) -> TermId {
        self.explorer.machine.terms.fresh("schedule", Sort::Bool)
    }

    /// The places after which something is done, before the next mark, that other processes can see or that depends on them.
    #[must_use]
    pub fn sharing(&self) -> BTreeSet<u32> {
        let program = self.explorer.machine.program;
        let calls = Calls::of(program);
        let regions: Vec<(u32, BTreeSet<EdgeId>)> =
            self.marks.iter().map(|(edge, node)| (*node, self.region(*edge, &calls))).collect();
        let mut written: BTreeSet<VarId> = BTreeSet::new();
        for edge in regions.iter().flat_map(|it| &it.1) {
            self.uses(*edge, &mut |it| {
                if let Use::Write(place) = it
                    && let Root::Own(var) = program.root(place)
                {
                    written.insert(var);
                }
            });
        }
        let private = private_pointers(program);
        let is_seen = |edge: &EdgeId| {
            let mut seen = false;
            self.uses(*edge, &mut |it| {
                if let Use::Read(place) | Use::Write(place) = it {
                    seen |= match program.root(place) {
                        Root::Own(var) => {
                            program.vars[var].scope == Scope::Global && written.contains(&var)
                        }
                        Root::Remote(_) => true,
                        Root::Memory => !is_private(program, place, &private),
                    };
                }
            });
            let is_bulk = |it: &Action| {
                matches!(it, Action::Copy { .. } | Action::Fill { .. } | Action::Release { .. })
            };
            seen || program.edges[*edge].actions.iter().any(is_bulk)
        };
        regions.into_iter().filter(|it| it.1.iter().any(is_seen)).map(|it| it.0).collect()
    }

    /// The numbers of the atoms that are about more than global variables.
    #[must_use]
    pub fn local_atoms(&self) -> BTreeSet<usize> {
        let program = self.explorer.machine.program;
        let mut local = BTreeSet::new();
        for action in program.edges.values().flat_map(|it| &it.actions) {
            let Action::Assign { place, value } = action else { continue };
            let Place::Var(var) = program.places[*place] else { continue };
            let Some(number) = self.atoms.iter().position(|it| *it == var) else { continue };
            Walk::new(program, |it| {
                let is_global = match it {
                    Use::Read(place) => match program.root(place) {
                        Root::Own(var) => program.vars[var].scope == Scope::Global,
                        Root::Remote(_) | Root::Memory => false,
                    },
                    _ => true,
                };
                if !is_global {
                    local.insert(number);
                }
            })
            .expr(*value);
        }
        local
    }

    /// What an edge uses, but for what it tells us.
    fn uses(&self, edge: EdgeId, each: &mut dyn FnMut(Use)) {
        let program = self.explorer.machine.program;
        let is_told = |it: &Action| match it {
            Action::Assign { place, .. } => match program.places[*place] {
                Place::Var(var) => var == self.node || self.atoms.contains(&var),
                _ => false,
            },
            _ => false,
        };
        let edge = &program.edges[edge];
        let mut walk = Walk::new(program, each);
        if let Guard::When(condition) = edge.guard {
            walk.expr(condition);
        }
        edge.actions.iter().filter(|it| !is_told(it)).for_each(|it| walk.action(it));
    }

    /// The edges that can come from a mark up to the next one.
    fn region(&self, mark: EdgeId, calls: &Calls) -> BTreeSet<EdgeId> {
        let program = self.explorer.machine.program;
        let mut open: Vec<LocId> = calls.after(program, mark);
        let mut seen: BTreeSet<LocId> = BTreeSet::new();
        let mut region = BTreeSet::from([mark]);
        while let Some(loc) = open.pop() {
            if !seen.insert(loc) {
                continue;
            }
            for &edge in &program.locs[loc].out {
                region.insert(edge);
                if !self.marks.contains_key(&edge) {
                    open.extend(calls.after(program, edge));
                }
            }
        }
        region
    }
}

/// Who calls a function, and where that goes on.
struct Calls {
    back: BTreeMap<ProcId, Vec<LocId>>,
}

impl Calls {
    fn of(program: &Program) -> Self {
        let mut back: BTreeMap<ProcId, Vec<LocId>> = BTreeMap::new();
        for edge in program.edges.values() {
            for action in &edge.actions {
                if let Action::Call { process, .. } = action {
                    back.entry(*process).or_default().push(edge.to);
                }
            }
        }
        Self { back }
    }

    /// Where control can be after an edge, whoever has called.
    fn after(&self, program: &Program, edge: EdgeId) -> Vec<LocId> {
        let edge = &program.edges[edge];
        let own = program.locs[edge.from].process;
        match edge.actions.last() {
            Some(Action::Call { process, .. }) => vec![program.procs[*process].entry],
            Some(Action::Return { .. }) => self.back.get(&own).cloned().unwrap_or_default(),
            _ => vec![edge.to],
        }
    }
}
