//! Which local variables matter at which location: the others do not tell states apart.
//!
//! The usual backward analysis, on whole variables. What can be read from elsewhere is always alive.

use crate::visit::{Use, Walk};
use crate::{
    Action, Edge, EdgeId, Expr, Formula, Guard, HeapQuery, LocId, Location, Place, PlaceId, ProcId,
    Program, Scope, Ty, TyId, Var, VarId,
};
use std::collections::BTreeSet;
use tribunal_base::Id;

/// The variables that are alive at each location.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// For each location, one bit for each local of its process.
    live: Vec<Bits>,
    /// The position of each local among those of its process.
    position: Vec<usize>,
    always: BTreeSet<VarId>,
}

type Bits = Box<[u64]>;

/// What an action, or the guard of an edge, needs and what it makes needless.
struct Needs {
    reads: Vec<usize>,
    write: Option<usize>,
}

impl Liveness {
    /// The variables that are alive in a program with memory and calls.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut position = vec![0; program.vars.len()];
        for process in program.procs.values() {
            for (number, var) in process.locals.iter().enumerate() {
                position[var.index()] = number;
            }
        }
        let words = |it: &Location| program.procs[it.process].locals.len().div_ceil(64);
        let live = program.locs.values().map(|it| vec![0; words(it)].into()).collect();
        let mut liveness = Self { live, position, always: read_from_elsewhere(program) };
        liveness.solve(program);
        liveness
    }

    /// Adds what is alive before an edge to what is alive where it starts, until nothing changes.
    fn solve(&mut self, program: &Program) {
        let mut into: Vec<Vec<EdgeId>> = vec![Vec::new(); program.locs.len()];
        for (id, edge) in program.edges.iter() {
            into[edge.to.index()].push(id);
        }
        let needs: Vec<Vec<Needs>> =
            program.edges.values().map(|it| self.needs(program, it)).collect();
        let mut waiting: Vec<LocId> = program.locs.ids().collect();
        let mut is_waiting = vec![true; program.locs.len()];
        while let Some(location) = waiting.pop() {
            is_waiting[location.index()] = false;
            for id in &into[location.index()] {
                let mut live = self.live[location.index()].clone();
                for Needs { reads, write } in &needs[id.index()] {
                    write.iter().for_each(|it| live[it / 64] &= !(1 << (it % 64)));
                    reads.iter().for_each(|it| live[it / 64] |= 1 << (it % 64));
                }
                let from = program.edges[*id].from.index();
                let mut grown = false;
                for (old, new) in self.live[from].iter_mut().zip(&live) {
                    grown |= new & !*old != 0;
                    *old |= new;
                }
                if grown && !std::mem::replace(&mut is_waiting[from], true) {
                    waiting.push(program.edges[*id].from);
                }
            }
        }
    }

    /// What the actions of an edge need, from the last to the first, then what its guard does.
    fn needs(&self, program: &Program, edge: &Edge) -> Vec<Needs> {
        // Those of another process that are looked at are always alive.
        let process = program.locs[edge.from].process;
        let is_local = |it: &VarId| program.vars[*it].scope == Scope::Local(process);
        let position = |it: VarId| self.position[it.index()];
        let reads = |lead: &dyn Fn(&mut Reader<'_>)| {
            let mut read = BTreeSet::new();
            add_reads(program, &mut read, |walk| lead(walk));
            read.into_iter().filter(is_local).map(position).collect()
        };
        let mut needs = Vec::new();
        for action in edge.actions.iter().rev() {
            let write = match written(action).map(|it| program.places[it]) {
                Some(Place::Var(var)) => Some(var).filter(is_local).map(position),
                _ => None,
            };
            needs.push(Needs { reads: reads(&|walk| walk.action(action)), write });
        }
        if let Guard::When(condition) = edge.guard {
            needs.push(Needs { reads: reads(&|walk| walk.expr(condition)), write: None });
        }
        needs
    }

    /// Whether what a local variable of a process at this location holds matters.
    #[must_use]
    pub fn is_live(&self, location: LocId, var: VarId) -> bool {
        let position = self.position[var.index()];
        let bit = self.live[location.index()][position / 64] >> (position % 64) & 1;
        bit == 1 || self.always.contains(&var)
    }
}

type Reader<'a> = Walk<'a, &'a mut dyn FnMut(Use)>;

/// The place that an action writes in any case.
fn written(action: &Action) -> Option<PlaceId> {
    match action {
        Action::Assign { place, .. } | Action::Havoc { place } => Some(*place),
        Action::Allocate { place, .. } => Some(*place),
        Action::Call { result, .. } | Action::Spawn { result, .. } => *result,
        Action::Release { .. }
        | Action::Copy { .. }
        | Action::Fill { .. }
        | Action::Return { .. }
        | Action::Send { .. }
        | Action::Receive { .. }
        | Action::Exit
        | Action::SetPriority { .. }
        | Action::Print { .. } => None,
    }
}

fn add_reads(program: &Program, live: &mut BTreeSet<VarId>, lead: impl FnOnce(&mut Reader<'_>)) {
    let mut each = |it| {
        if let Use::Read(place) = it {
            live.extend(variable(program, place));
        }
    };
    lead(&mut Walk::new(program, &mut each));
}

/// The variable that a place is a part of.
fn variable(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.places[place] {
        Place::Var(var) | Place::Remote { var, .. } => Some(var),
        Place::Index(base, _) | Place::Field(base, _) => variable(program, base),
        Place::Deref { .. } => None,
    }
}

/// The variables that are read otherwise than by the edges of their process as it goes on.
fn read_from_elsewhere(program: &Program) -> BTreeSet<VarId> {
    let mut always = BTreeSet::new();
    for place in program.places.iter().map(|(_, it)| it) {
        if let Place::Remote { var, .. } = place {
            always.insert(*var);
        }
    }
    // Where the value of a function goes is found after it has returned.
    for edge in program.edges.values() {
        if let Some(Action::Call { result: Some(place), .. }) = edge.actions.last()
            && !matches!(program.places[*place], Place::Var(_))
        {
            let whole = Action::Havoc { place: *place };
            add_reads(program, &mut always, |walk| walk.action(&whole));
            always.extend(variable(program, *place));
        }
    }
    let conditions = program.procs.values().filter_map(|it| it.provided);
    let atoms = program.formulas.iter().filter_map(|(_, it)| match it {
        Formula::Atom(expr) => Some(*expr),
        _ => None,
    });
    for expr in conditions.chain(atoms).chain(program.end_requires) {
        add_reads(program, &mut always, |walk| walk.expr(expr));
    }
    // A variable keeps what it points to from being lost, used or not.
    let asking = asking(program);
    let is_asked = |it: &Var| matches!(it.scope, Scope::Local(it) if asking.contains(&it));
    let pointers =
        program.vars.iter().filter(|(_, it)| is_asked(it) && has_pointer(program, it.ty));
    always.extend(pointers.map(|(id, _)| id));
    always
}

/// The processes whose variables are there when it is asked what was lost: those that ask and, since functions end, those that call them.
fn asking(program: &Program) -> BTreeSet<ProcId> {
    let asks = |it: &Expr| matches!(it, Expr::Heap(HeapQuery::Lost));
    if !program.exprs.iter().any(|(_, it)| asks(it)) {
        return BTreeSet::new();
    }
    let atoms = program.formulas.iter().any(|(_, it)| matches!(it, Formula::Atom(_)));
    if !program.is_sequential() || atoms || program.end_requires.is_some() {
        return program.procs.ids().collect();
    }
    let mut found: BTreeSet<ProcId> = BTreeSet::new();
    let mut calls: Vec<(ProcId, ProcId)> = Vec::new();
    for edge in program.edges.values() {
        let process = program.locs[edge.from].process;
        let mut is_asked = false;
        let mut walk = Walk::new(program, |used| {
            is_asked |= matches!(used, Use::Expr(it) if asks(&program.exprs[it]));
        });
        walk.edge(edge);
        if is_asked {
            found.insert(process);
        }
        for action in &edge.actions {
            if let Action::Call { process: called, .. } = action {
                calls.push((process, *called));
            }
        }
    }
    loop {
        let before = found.len();
        for (caller, called) in &calls {
            if found.contains(called) {
                found.insert(*caller);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether values of a type hold pointers.
#[must_use]
pub fn has_pointer(program: &Program, ty: TyId) -> bool {
    match program.tys[ty] {
        Ty::Pointer => true,
        Ty::Array { elem, .. } => has_pointer(program, elem),
        Ty::Record(record) => {
            program.records[record].fields.iter().any(|it| has_pointer(program, it.ty))
        }
        Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel | Ty::Float(_) => false,
    }
}
