//! Liveness: which variables of a process may still be read, location by location.
//!
//! A backward data-flow analysis over the process's automaton: F. E. Allen, J. Cocke: *A program
//! data flow analysis procedure*, Communications of the ACM 19(3), 1976.
//!
//! The unit is a *slot*: a scalar that is reached from a variable by fields alone, or a whole
//! array.

use super::feasible::feasible;
use crate::edge::{Action, Edge, Guard, Pattern, Then};
use crate::expr::{Expr, Place};
use crate::program::{
    ChanId, ExprId, Initialiser, Initially, LocId, PlaceId, ProcId, Program, VarId,
};
use crate::ty::Ty;
use crate::visit::{Root, Use, Walk};
use std::collections::{HashMap, HashSet};

/// A set of slots, by position.
pub(super) type Slots = Vec<bool>;

/// The slots of a process and where they are live.
pub(super) struct Liveness {
    /// Each slot's place: a scalar or an array.
    pub(super) places: Vec<PlaceId>,
    position: HashMap<PlaceId, usize>,
    /// By location, for those of the process; a slot is live if it may be read from there on.
    live: HashMap<LocId, Slots>,
}

impl Liveness {
    pub(super) fn new(program: &mut Program, process: ProcId, arities: &Arities) -> Self {
        let mut places = Vec::new();
        for var in program.procs[process].locals.clone() {
            let whole = program.place(Place::Var(var));
            slots_of(program, whole, &mut places);
        }
        let position = places.iter().copied().zip(0..).collect();
        let mut liveness = Self { places, position, live: HashMap::new() };
        liveness.solve(program, process, arities);
        liveness
    }

    /// Whether a slot may be read from a location on.
    pub(super) fn is_live(&self, loc: LocId, slot: usize) -> bool {
        self.live.get(&loc).is_some_and(|it| it[slot])
    }

    /// The slot that a place belongs to, if it is one of the process's.
    pub(super) fn slot(&self, program: &Program, place: PlaceId) -> Option<usize> {
        self.position.get(&unit(program, place)?).copied()
    }

    /// The slot that a place is the whole of.
    pub(super) fn whole_slot(&self, place: PlaceId) -> Option<usize> {
        self.position.get(&place).copied()
    }

    /// Iterates to the least fixed point, from the last location to the first.
    fn solve(&mut self, program: &Program, process: ProcId, arities: &Arities) {
        let own = program.locs.iter().filter(|(_, it)| it.process == process);
        let locs: Vec<LocId> = own.map(|(id, _)| id).collect();
        let mut transfers = Vec::new();
        for edge in locs.iter().rev().flat_map(|it| feasible(program, *it)) {
            let edge = &program.edges[edge];
            let with = |value| self.before(program, arities, edge, vec![value; self.places.len()]);
            transfers.push((edge.from, edge.to, with(false), with(true)));
        }
        self.live = locs.iter().map(|it| (*it, vec![false; self.places.len()])).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to, used, passed) in &transfers {
                for slot in 0..self.places.len() {
                    let is_live = used[slot] || passed[slot] && self.is_live(*to, slot);
                    if is_live && !self.is_live(*from, slot) {
                        let live = self.live.get_mut(from);
                        live.expect("every location should be known")[slot] = true;
                        changed = true;
                    }
                }
            }
        }
    }

    /// What is live before an edge, given what is live after it.
    fn before(&self, program: &Program, arities: &Arities, edge: &Edge, after: Slots) -> Slots {
        let mut live = if is_last(edge) { vec![false; after.len()] } else { after };
        for action in edge.actions.iter().rev() {
            for place in arities.certain_writes(program, action) {
                // A write to an element does not end the life of the others.
                if let Some(slot) = self.whole_slot(place) {
                    live[slot] = false;
                }
            }
            self.add_reads(program, &mut live, |it| it.action(action));
        }
        if let Guard::When(condition) = edge.guard {
            self.add_reads(program, &mut live, |it| it.expr(condition));
        }
        live
    }

    /// Adds the slots that a walk reads.
    pub(super) fn add_reads(
        &self,
        program: &Program,
        live: &mut Slots,
        lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>),
    ) {
        let mut each = |it| {
            if let Use::Read(place) = it
                && let Some(slot) = self.slot(program, place)
            {
                live[slot] = true;
            }
        };
        lead(&mut Walk::new(program, &mut each));
    }
}

/// Whether the process does nothing after an edge: it ends, or the run stops.
pub(super) fn is_last(edge: &Edge) -> bool {
    let stops = edge.violates.as_ref().is_some_and(|it| it.then == Then::Stop);
    edge.actions.first() == Some(&Action::Exit) || stops
}

/// The scalars reached by fields, and the arrays, that a place consists of.
fn slots_of(program: &mut Program, place: PlaceId, slots: &mut Vec<PlaceId>) {
    let Some(ty) = program.ty_of_place(place) else { return };
    match program.tys[ty] {
        Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel | Ty::Array { .. } => slots.push(place),
        Ty::Record(id) => {
            for field in 0..program.records[id].fields.len() {
                let field = u32::try_from(field).unwrap_or(u32::MAX);
                let part = program.place(Place::Field(place, field));
                slots_of(program, part, slots);
            }
        }
    }
}

/// The place of the slot that a place belongs to: what comes before the first index.
fn unit(program: &Program, place: PlaceId) -> Option<PlaceId> {
    match program.places[place] {
        Place::Var(_) => Some(place),
        Place::Remote { .. } => None,
        Place::Index(base, _) => unit(program, base),
        Place::Field(base, _) => {
            let outer = unit(program, base)?;
            Some(if outer == base { place } else { outer })
        }
    }
}

/// How many fields messages have.
pub(super) struct Arities {
    /// Of all channels, the fewest.
    fewest: usize,
    /// For variables that always hold the same channel.
    known: HashMap<VarId, usize>,
}

impl Arities {
    pub(super) fn new(program: &Program) -> Self {
        let mut written = HashSet::new();
        let each = |it| {
            if let Use::Write(place) = it
                && let Root::Own(var) = program.root(place)
            {
                written.insert(var);
            }
        };
        let mut walk = Walk::new(program, each);
        program.edges.values().for_each(|it| walk.edge(it));
        for process in program.procs.values() {
            written.extend(process.locals.iter().take(process.params));
        }
        let arity = |channel: ChanId| program.channels[channel].fields.len();
        let known = program.vars.iter().filter(|(id, _)| !written.contains(id));
        let known = known.filter_map(|(id, var)| match &var.init[..] {
            [Initialiser { value: Initially::Channel(channel), .. }] => Some((id, arity(*channel))),
            _ => None,
        });
        Self {
            fewest: program.channels.ids().map(arity).min().unwrap_or(0),
            known: known.collect(),
        }
    }

    /// How many fields a message of a channel has at least.
    fn at_least(&self, program: &Program, channel: ExprId) -> usize {
        let Expr::Load(place) = program.exprs[channel] else { return self.fewest };
        let Place::Var(var) = program.places[place] else { return self.fewest };
        self.known.get(&var).copied().unwrap_or(self.fewest)
    }

    /// The places that an action writes in any case.
    fn certain_writes(&self, program: &Program, action: &Action) -> Vec<PlaceId> {
        match action {
            Action::Assign { place, .. } => vec![*place],
            Action::Spawn { result, .. } => result.iter().copied().collect(),
            Action::Receive { channel, patterns, .. } => {
                // A pattern beyond the fields of the message stores nothing.
                let stores = patterns.iter().take(self.at_least(program, *channel));
                stores
                    .filter_map(|it| match it {
                        Pattern::Store(place) => Some(*place),
                        Pattern::Match(_) | Pattern::Any => None,
                    })
                    .collect()
            }
            Action::Send { .. }
            | Action::Exit
            | Action::SetPriority { .. }
            | Action::Print { .. } => Vec::new(),
        }
    }
}
