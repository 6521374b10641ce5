//! Which objects a pointer may point into.
//!
//! Inclusions between variables, without regard to the order of statements (L. O. Andersen: *Program analysis and
//! specialization for the C programming language*, PhD thesis, DIKU, University of Copenhagen, 1994). What is in memory is not
//! followed: a pointer that was read from there points anywhere.

use crate::edge::Action;
use crate::expr::Expr;
use crate::memory::ObjectId;
use crate::program::{ExprId, Initially, PlaceId, ProcId, Program};
use crate::ty::Ty;
use crate::visit::Root;
use std::collections::BTreeSet;
use tribunal_base::Id;

/// Some objects, by their declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Objects {
    /// These.
    Some(BTreeSet<ObjectId>),
    /// Any.
    All,
}

impl Default for Objects {
    fn default() -> Self {
        Self::Some(BTreeSet::new())
    }
}

impl Objects {
    /// Adds others; whether any is new.
    pub(super) fn add(&mut self, others: &Self) -> bool {
        match (self, others) {
            (Self::All, _) => false,
            (here @ Self::Some(_), Self::All) => {
                *here = Self::All;
                true
            }
            (Self::Some(here), Self::Some(others)) => {
                let before = here.len();
                here.extend(others);
                before < here.len()
            }
        }
    }

    /// Whether an object may be among both.
    pub(super) fn meets(&self, others: &Self) -> bool {
        match (self, others) {
            (Self::Some(some), Self::All) | (Self::All, Self::Some(some)) => !some.is_empty(),
            (Self::All, Self::All) => true,
            (Self::Some(a), Self::Some(b)) => !a.is_disjoint(b),
        }
    }
}

/// What variables, and what functions return, may point into.
pub(super) struct PointsTo {
    vars: Vec<Objects>,
    results: Vec<Objects>,
}

impl PointsTo {
    pub(super) fn new(program: &Program) -> Self {
        let mut found = Self {
            vars: vec![Objects::default(); program.vars.len()],
            results: vec![Objects::default(); program.procs.len()],
        };
        while found.flow(program) {}
        found
    }

    /// What the value of an expression may point into.
    pub(super) fn of(&self, program: &Program, expr: ExprId) -> Objects {
        match program.exprs[expr] {
            Expr::Const { .. } | Expr::Function(_) => Objects::default(),
            Expr::Object(object) => Objects::Some([object].into()),
            Expr::Advance { pointer, .. } => self.of(program, pointer),
            Expr::Ite(_, yes, no) => {
                let mut objects = self.of(program, yes);
                objects.add(&self.of(program, no));
                objects
            }
            Expr::Cast { arg, .. } if program.ty_of(arg) == Some(Ty::Pointer) => {
                self.of(program, arg)
            }
            Expr::Load(place) if is_pointer(program, place) => match program.root(place) {
                Root::Own(var) => self.vars[var.index()].clone(),
                Root::Remote(_) | Root::Memory => Objects::All,
            },
            _ => Objects::All,
        }
    }

    fn flow(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for variable in program.vars.values() {
            for first in &variable.init {
                if let Initially::Value(value) = first.value {
                    changed |= self.assign(program, first.place, value);
                }
            }
        }
        for edge in program.edges.values() {
            let process = program.locs[edge.from].process;
            for action in &edge.actions {
                changed |= self.flow_by(program, process, action);
            }
        }
        changed
    }

    fn flow_by(&mut self, program: &Program, process: ProcId, action: &Action) -> bool {
        match action {
            Action::Assign { place, value } => self.assign(program, *place, *value),
            Action::Havoc { place } => self.put(program, *place, &Objects::All),
            Action::Allocate { object, place, .. } => {
                self.put(program, *place, &Objects::Some([*object].into()))
            }
            Action::Call { process, args, result } => {
                let mut changed = false;
                for (param, arg) in program.procs[*process].locals.iter().zip(args) {
                    if program.tys[program.vars[*param].ty] == Ty::Pointer {
                        let objects = self.of(program, *arg);
                        changed |= self.vars[param.index()].add(&objects);
                    }
                }
                if let Some(place) = result {
                    let objects = self.results[process.index()].clone();
                    changed |= self.put(program, *place, &objects);
                }
                changed
            }
            Action::Return { value: Some(value) } if program.ty_of(*value) == Some(Ty::Pointer) => {
                let objects = self.of(program, *value);
                self.results[process.index()].add(&objects)
            }
            _ => false,
        }
    }

    fn assign(&mut self, program: &Program, place: PlaceId, value: ExprId) -> bool {
        is_pointer(program, place) && {
            let objects = self.of(program, value);
            self.put(program, place, &objects)
        }
    }

    fn put(&mut self, program: &Program, place: PlaceId, objects: &Objects) -> bool {
        match program.root(place) {
            Root::Own(var) if is_pointer(program, place) => self.vars[var.index()].add(objects),
            Root::Own(_) | Root::Remote(_) | Root::Memory => false,
        }
    }
}

fn is_pointer(program: &Program, place: PlaceId) -> bool {
    program.ty_of_place(place).is_some_and(|it| program.tys[it] == Ty::Pointer)
}
