//! Liveness: which variables of a process may still be needed, location by location.
//!
//! A backward data-flow analysis over the process's automaton: F. E. Allen, J. Cocke: *A program
//! data flow analysis procedure*, Communications of the ACM 19(3), 1976. How much a variable must
//! do to be needed is up to [`Needs`].
//!
//! The unit is a *slot*: a scalar that is reached from a variable by fields alone, or a whole
//! array.

use super::feasible::feasible;
use crate::edge::{Action, Edge, Guard, Pattern};
use crate::expr::{Expr, Place};
use crate::pass::not_flat;
use crate::program::{
    ChanId, EdgeId, ExprId, Initialiser, Initially, LocId, PlaceId, ProcId, Program, PropId, VarId,
};
use crate::ty::Ty;
use crate::visit::{Root, Use, Walk};
use std::collections::{HashMap, HashSet};
use tribunal_base::Id;

/// A set of slots, by position.
pub(super) type Slots = Vec<bool>;

/// Why a slot is needed, by position; `None` if it is not.
pub(super) type Causes = Vec<Option<Cause>>;

/// Why a variable is needed at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A statement that may come reads it.
    Statement(EdgeId),
    /// A property reads it here.
    Property(PropId),
    /// Somebody else may read it at any time.
    Others,
}

/// What needs variables.
pub(super) struct Needs {
    pub(super) strength: Strength,
    /// Variables that are needed everywhere, and why.
    pub(super) always: HashMap<VarId, Cause>,
    /// Variables that a property needs at a location.
    pub(super) at: Vec<(LocId, VarId, PropId)>,
    /// For each process, by position, the globals that it alone uses.
    pub(super) owned: Vec<Vec<VarId>>,
}

/// When a variable that is read is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    /// Always.
    Read,
    /// If what is made of it is needed.
    Influence,
}

/// The slots of a process and where they are live.
pub(super) struct Liveness {
    /// Each slot's place: a scalar or an array.
    pub(super) places: Vec<PlaceId>,
    position: HashMap<PlaceId, usize>,
    strength: Strength,
    /// By location, for those of the process; a slot is live if it may be needed from there on.
    live: HashMap<LocId, Causes>,
}

impl Liveness {
    pub(super) fn new(
        program: &mut Program,
        process: ProcId,
        arities: &Arities,
        needs: &Needs,
    ) -> Self {
        let mut places = Vec::new();
        let owned = needs.owned.get(process.index()).into_iter().flatten();
        for var in program.procs[process].locals.clone().iter().chain(owned) {
            let whole = program.place(Place::Var(*var));
            slots_of(program, whole, &mut places);
        }
        let position = places.iter().copied().zip(0..).collect();
        let strength = needs.strength;
        let mut liveness = Self { places, position, strength, live: HashMap::new() };
        liveness.solve(program, process, arities, needs);
        liveness
    }

    /// Whether a slot may be needed from a location on.
    pub(super) fn is_live(&self, loc: LocId, slot: usize) -> bool {
        self.cause(loc, slot).is_some()
    }

    /// Why a slot may be needed from a location on.
    pub(super) fn cause(&self, loc: LocId, slot: usize) -> Option<Cause> {
        self.live.get(&loc)?[slot]
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
    fn solve(&mut self, program: &Program, process: ProcId, arities: &Arities, needs: &Needs) {
        let own = program.locs.iter().filter(|(_, it)| it.process == process);
        let locs: Vec<LocId> = own.map(|(id, _)| id).collect();
        let edges: Vec<EdgeId> = locs.iter().rev().flat_map(|it| feasible(program, *it)).collect();
        let var = |place: PlaceId| match program.root(place) {
            Root::Own(var) | Root::Remote(var) => var,
            _ => not_flat(),
        };
        let always: Causes =
            self.places.iter().map(|it| needs.always.get(&var(*it)).copied()).collect();
        self.live = locs.iter().map(|it| (*it, always.clone())).collect();
        for (loc, needed, property) in &needs.at {
            for (slot, place) in self.places.iter().enumerate() {
                if let Some(live) = self.live.get_mut(loc)
                    && var(*place) == *needed
                {
                    live[slot] = live[slot].or(Some(Cause::Property(*property)));
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for id in &edges {
                let edge = &program.edges[*id];
                let after = self.live[&edge.to].clone();
                let before = self.before(program, arities, *id, &always, after);
                let live = self.live.get_mut(&edge.from).expect("every location should be known");
                for (old, new) in live.iter_mut().zip(before) {
                    if old.is_none() && new.is_some() {
                        *old = new;
                        changed = true;
                    }
                }
            }
        }
    }

    /// What is live before an edge, given what is live after it.
    fn before(
        &self,
        program: &Program,
        arities: &Arities,
        id: EdgeId,
        always: &Causes,
        after: Causes,
    ) -> Causes {
        let edge = &program.edges[id];
        let mut live = if is_last(edge) { always.clone() } else { after };
        for action in edge.actions.iter().rev() {
            if !self.has_influence(program, action, &live) {
                continue;
            }
            for place in arities.certain_writes(program, action) {
                // A write to an element does not end the life of the others.
                if let Some(slot) = self.whole_slot(place) {
                    live[slot] = always[slot];
                }
            }
            self.add_causes(program, &mut live, Cause::Statement(id), |it| it.action(action));
        }
        if let Guard::When(condition) = edge.guard {
            self.add_causes(program, &mut live, Cause::Statement(id), |it| it.expr(condition));
        }
        live
    }

    /// Whether what an action reads can influence what is needed after it.
    fn has_influence(&self, program: &Program, action: &Action, after: &Causes) -> bool {
        match (self.strength, action) {
            (_, Action::Print { .. }) => self.strength == Strength::Read,
            (Strength::Influence, Action::Assign { place, .. }) => {
                self.slot(program, *place).is_none_or(|it| after[it].is_some())
            }
            _ => true,
        }
    }

    fn add_causes(
        &self,
        program: &Program,
        live: &mut Causes,
        cause: Cause,
        lead: impl FnOnce(&mut Walk<'_, &mut dyn FnMut(Use)>),
    ) {
        let mut read = vec![false; live.len()];
        self.add_reads(program, &mut read, lead);
        for (old, _) in live.iter_mut().zip(read).filter(|(_, is_read)| *is_read) {
            *old = old.or(Some(cause));
        }
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
    edge.actions.first() == Some(&Action::Exit) || edge.ends_run()
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
        _ => not_flat(),
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
        _ => not_flat(),
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
            _ => not_flat(),
        }
    }
}
