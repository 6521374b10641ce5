//! Dead variables: what nobody will read again is reset to 0.
//!
//! A local variable is *dead* at a location if on every path from there it is written before it
//! is read, or never read. States that differ only in dead variables go on in the same way, but
//! are told apart by a search. This pass sees to it that a dead variable holds 0 wherever a step
//! can end: then of each such class just one state is left.
//!
//! - D1. Variables that are read remotely or by `provided` are never dead; unmatched ones do not
//!   tell states apart. Both are left alone.
//! - D2. A variable that is dead from the start gets no first value; a parameter is passed 0.
//!   Where that cannot be (the first value is a new channel, or is read by another initialiser)
//!   the variable is left alone.
//! - D3. An edge after which a variable may be dead and not 0 sets it to 0, unless the step goes
//!   on from there ([`Control::Indivisible`]) or nothing comes after it.
//!
//! After an edge that ends the process or stops the run, all of its variables are dead.
//!
//! So in each state between steps, each dead variable that is not left alone is 0. Let `z` set
//! the dead variables of a state to 0. A step of the original from `s` to `t` is one of the
//! result from `z(s)` to `z(t)`, by the same edges, and all steps of the result are such. The
//! reachable states of the result are the `z(s)`, so there are not more (states where the run
//! has stopped aside: such a state does not tell who stopped it, so it may stand for several in
//! the result); and nobody sees the difference between `s` and `z(s)`, so all properties hold as
//! before.
//!
//! What [`super::influence`] finds needless is reset in the same way.
//!
//! M. Bozga, J.-C. Fernandez, L. Ghirvu: *State space reduction based on live variables
//! analysis*, SAS 1999.

use super::Reduced;
use super::feasible::feasible;
use super::liveness::{Arities, Cause, Liveness, Needs, Slots, Strength, is_last};
use super::observed::Observed;
use crate::edge::{Action, Edge};
use crate::expr::{Expr, Place};
use crate::pass::not_flat;
use crate::program::{
    Control, EdgeId, ExprId, Initially, LocId, Matching, PlaceId, ProcId, ProcessKind, Program,
};
use crate::transformed::Transformed;
use crate::ty::Ty;
use crate::visit::{Root, Use, Walk};
use std::collections::{HashMap, HashSet};

/// Arrays with more elements than this are left alone: resetting them takes longer than it saves.
const LONGEST_ARRAY: usize = 32;

/// Resets the dead variables of all processes.
#[must_use]
pub fn run(program: &Program) -> Transformed {
    let others = Observed::new(program).vars.into_iter().map(|it| (it, Cause::Others));
    let needs = Needs {
        strength: Strength::Read,
        always: others.collect(),
        at: Vec::new(),
        owned: Vec::new(),
    };
    reset(program, &needs)
}

/// Resets what is not needed, in all processes.
pub(super) fn reset(program: &Program, needs: &Needs) -> Transformed {
    let mut program = program.clone();
    let arities = Arities::new(&program);
    let mut outcome = Reduced::default();
    for process in program.procs.ids() {
        if program.procs[process].kind == ProcessKind::Ordinary {
            let liveness = Liveness::new(&mut program, process, &arities, needs);
            let slots = liveness.places.len();
            let mut resetting = Resetting {
                program: &mut program,
                process,
                liveness,
                left_alone: vec![false; slots],
                scalars: vec![Vec::new(); slots],
                outcome: &mut outcome,
            };
            resetting.leave_alone(needs);
            resetting.find_scalars();
            resetting.drop_first_values();
            resetting.reset();
        }
    }
    outcome.made(program, "dead_variables")
}

struct Resetting<'a> {
    program: &'a mut Program,
    process: ProcId,
    liveness: Liveness,
    left_alone: Slots,
    /// The scalars of each slot that is not left alone.
    scalars: Vec<Vec<PlaceId>>,
    outcome: &'a mut Reduced,
}

impl Resetting<'_> {
    /// D1.
    fn leave_alone(&mut self, needs: &Needs) {
        if let Some(condition) = self.program.procs[self.process].provided {
            self.liveness.add_reads(self.program, &mut self.left_alone, |it| it.expr(condition));
        }
        for (slot, place) in self.liveness.places.iter().enumerate() {
            let Root::Own(var) = self.program.root(*place) else { continue };
            let is_unmatched = self.program.vars[var].matching == Matching::Unmatched;
            let is_long = LONGEST_ARRAY < size(self.program, *place);
            if needs.always.contains_key(&var) || is_unmatched || is_long {
                self.left_alone[slot] = true;
            }
        }
    }

    fn find_scalars(&mut self) {
        for (slot, place) in self.liveness.places.iter().enumerate() {
            if !self.left_alone[slot] {
                self.scalars[slot] = scalars(self.program, *place);
            }
        }
    }

    /// D2.
    fn drop_first_values(&mut self) {
        let entry = self.program.procs[self.process].entry;
        let params = self.program.procs[self.process].params;
        // The last first: an initialiser reads earlier variables.
        for (slot, place) in self.liveness.places.clone().into_iter().enumerate().rev() {
            if self.left_alone[slot] || self.liveness.is_live(entry, slot) {
                continue;
            }
            let Root::Own(var) = self.program.root(place) else { continue };
            let locals = &self.program.procs[self.process].locals;
            let param = locals.iter().take(params).position(|it| *it == var);
            let init = &self.program.vars[var].init;
            let own = || {
                init.iter().filter(|it| self.liveness.slot(self.program, it.place) == Some(slot))
            };
            let has_channel = own().any(|it| matches!(it.value, Initially::Channel(_)));
            let holds_something = param.is_some() || own().next().is_some();
            if has_channel || holds_something && self.is_read_at_first(slot) {
                self.left_alone[slot] = true;
                continue;
            }
            self.outcome.dropped_values += own().count();
            let keep: Vec<_> = init
                .iter()
                .filter(|it| self.liveness.slot(self.program, it.place) != Some(slot))
                .cloned()
                .collect();
            self.program.vars[var].init = keep;
            if let Some(param) = param {
                self.pass_zero(param);
            }
        }
    }

    /// Whether the first value of another slot depends on this one.
    fn is_read_at_first(&self, slot: usize) -> bool {
        let mut read = vec![false; self.liveness.places.len()];
        for local in &self.program.procs[self.process].locals {
            for initialiser in &self.program.vars[*local].init {
                if let Initially::Value(value) = initialiser.value
                    && self.liveness.slot(self.program, initialiser.place) != Some(slot)
                {
                    self.liveness.add_reads(self.program, &mut read, |it| it.expr(value));
                }
            }
        }
        read[slot]
    }

    /// Passes 0 for a parameter wherever the process is started.
    fn pass_zero(&mut self, param: usize) {
        let var = self.program.procs[self.process].locals[param];
        let zero = self.program.expr(Expr::Const { value: 0, ty: self.program.vars[var].ty });
        for edge in self.program.edges.values_mut() {
            for action in &mut edge.actions {
                if let Action::Spawn { process, args, .. } = action
                    && *process == self.process
                    && let Some(arg) = args.get_mut(param)
                    && *arg != zero
                {
                    *arg = zero;
                    self.outcome.dropped_values += 1;
                }
            }
        }
    }

    /// D3.
    fn reset(&mut self) {
        let own = self.program.locs.iter().filter(|(_, it)| it.process == self.process);
        let edges: Vec<EdgeId> = own.flat_map(|(id, _)| feasible(self.program, id)).collect();
        let dirty = self.dirty(&edges);
        for id in edges {
            let edge = &self.program.edges[id];
            if !self.must_be_clean(edge) {
                continue;
            }
            let after = self.after(edge, &dirty[&edge.from]);
            let to = edge.to;
            for (slot, is_dirty) in after.into_iter().enumerate() {
                if is_dirty && !self.left_alone[slot] && !self.liveness.is_live(to, slot) {
                    self.clear(id, slot);
                }
            }
        }
    }

    /// Whether a step can end after the edge, and the process goes on later.
    fn must_be_clean(&self, edge: &Edge) -> bool {
        self.program.locs[edge.to].control == Control::Free && !is_last(edge)
    }

    /// Which slots may not be 0, location by location: a forward analysis in which D3 is already
    /// done.
    fn dirty(&self, edges: &[EdgeId]) -> HashMap<LocId, Slots> {
        let own = self.program.locs.iter().filter(|(_, it)| it.process == self.process);
        let clean = vec![false; self.liveness.places.len()];
        let mut dirty: HashMap<LocId, Slots> = own.map(|(id, _)| (id, clean.clone())).collect();
        dirty.insert(self.program.procs[self.process].entry, self.dirty_at_first());
        let mut changed = true;
        while changed {
            changed = false;
            for edge in edges {
                let edge = &self.program.edges[*edge];
                if is_last(edge) {
                    continue;
                }
                let after = self.after(edge, &dirty[&edge.from]);
                let target = dirty.get_mut(&edge.to).expect("I1: it is in the same process");
                for (slot, is_dirty) in after.into_iter().enumerate() {
                    let is_reset = !self.left_alone[slot]
                        && self.must_be_clean(edge)
                        && !self.liveness.is_live(edge.to, slot);
                    if is_dirty && !is_reset && !target[slot] {
                        target[slot] = true;
                        changed = true;
                    }
                }
            }
        }
        dirty
    }

    fn dirty_at_first(&self) -> Slots {
        let process = &self.program.procs[self.process];
        let is_zero = |value: &Initially| match value {
            Initially::Value(value) => self.is_zero(*value),
            Initially::Channel(_) => false,
        };
        let is_dirty = |(slot, place): (usize, &PlaceId)| {
            let Root::Own(var) = self.program.root(*place) else { return false };
            let is_param = process.locals.iter().take(process.params).any(|it| *it == var);
            let is_passed = is_param && self.liveness.is_live(process.entry, slot);
            is_passed || self.program.vars[var].init.iter().any(|it| !is_zero(&it.value))
        };
        self.liveness.places.iter().enumerate().map(is_dirty).collect()
    }

    /// Which slots may not be 0 after an edge.
    fn after(&self, edge: &Edge, before: &Slots) -> Slots {
        let mut dirty = before.clone();
        let mut zeroed = HashSet::new();
        for action in &edge.actions {
            match action {
                Action::Assign { place, value } if self.is_zero(*value) => {
                    zeroed.insert(*place);
                    if let Some(slot) = self.liveness.slot(self.program, *place)
                        && !self.scalars[slot].is_empty()
                        && self.scalars[slot].iter().all(|it| zeroed.contains(it))
                    {
                        dirty[slot] = false;
                    }
                }
                _ => {
                    let each = |it| {
                        if let Use::Write(place) = it
                            && let Some(slot) = self.liveness.slot(self.program, place)
                        {
                            dirty[slot] = true;
                            zeroed.retain(|it| self.liveness.slot(self.program, *it) != Some(slot));
                        }
                    };
                    Walk::new(self.program, each).action(action);
                }
            }
        }
        dirty
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        matches!(self.program.exprs[expr], Expr::Const { value: 0, .. })
    }

    /// Sets all scalars of a slot to 0 at the end of an edge.
    fn clear(&mut self, edge: EdgeId, slot: usize) {
        for place in self.scalars[slot].clone() {
            let Some(ty) = self.program.ty_of_place(place) else { continue };
            let value = self.program.expr(Expr::Const { value: 0, ty });
            self.program.edges[edge].actions.push(Action::Assign { place, value });
            self.outcome.resets += 1;
        }
    }
}

/// The scalars of a place.
fn scalars(program: &mut Program, place: PlaceId) -> Vec<PlaceId> {
    let Some(ty) = program.ty_of_place(place) else { return Vec::new() };
    let parts: Vec<Place> = match program.tys[ty] {
        Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => return vec![place],
        Ty::Array { len, .. } => {
            let indices = (0..).take(len as usize);
            indices.map(|index| Place::Index(place, program.int(index))).collect()
        }
        Ty::Record(id) => {
            let fields = (0..).take(program.records[id].fields.len());
            fields.map(|field| Place::Field(place, field)).collect()
        }
        _ => not_flat(),
    };
    let mut found = Vec::new();
    for part in parts {
        let part = program.place(part);
        found.extend(scalars(program, part));
    }
    found
}

/// The number of scalars of a place.
fn size(program: &Program, place: PlaceId) -> usize {
    fn of(program: &Program, ty: Ty) -> usize {
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => 1,
            Ty::Array { elem, len } => of(program, program.tys[elem]).saturating_mul(len as usize),
            Ty::Record(id) => {
                program.records[id].fields.iter().map(|it| of(program, program.tys[it.ty])).sum()
            }
            _ => not_flat(),
        }
    }
    program.ty_of_place(place).map_or(0, |it| of(program, program.tys[it]))
}
