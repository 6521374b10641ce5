//! What matters: the least set that has the violations in question and what they depend on.

use super::control::{self, Next};
use super::points_to::{Objects, PointsTo};
use crate::cfg::leads_on;
use crate::edge::{Action, Edge, Guard, Then};
use crate::expr::{BinOp, Expr, Place, UnOp};
use crate::memory::{HeapQuery, PointerQuery};
use crate::program::{EdgeId, ExprId, Initially, LocId, PlaceId, Program, PropId, VarId};
use crate::ty::Ty;
use crate::visit::{Root, Use, Walk};
use std::collections::BTreeSet;
use tribunal_base::Id;

/// What matters.
pub(super) struct Relevance<'a> {
    program: &'a Program,
    properties: &'a [PropId],
    points_to: PointsTo,
    /// By variable.
    vars: Vec<bool>,
    /// Objects whose bytes matter.
    contents: Objects,
    /// Objects of which it matters whether they are alive, and how large they are.
    lives: Objects,
    /// Whether the addresses of objects matter.
    addresses: bool,
    /// By function: whether what it does matters, and what it returns.
    functions: Vec<bool>,
    results: Vec<bool>,
    /// By location.
    locations: Vec<bool>,
    /// By location: whether a run comes there by an edge.
    reached: Vec<bool>,
    /// By function: the first of those locations that only return.
    returns: Vec<Option<LocId>>,
    changed: bool,
}

/// Whether an action is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    Dropped,
}

impl<'a> Relevance<'a> {
    /// What matters to some properties, and what comes after each location that does not matter.
    pub(super) fn new(program: &'a Program, properties: &'a [PropId]) -> (Self, Vec<Next>) {
        let mut it = Self {
            program,
            properties,
            points_to: PointsTo::new(program),
            vars: vec![false; program.vars.len()],
            contents: Objects::default(),
            lives: Objects::default(),
            addresses: false,
            functions: vec![false; program.procs.len()],
            results: vec![false; program.procs.len()],
            locations: vec![false; program.locs.len()],
            reached: vec![false; program.locs.len()],
            returns: vec![None; program.procs.len()],
            changed: true,
        };
        for edge in program.edges.values().filter(|it| leads_on(program, it)) {
            it.reached[edge.to.index()] = true;
        }
        let mut next = Vec::new();
        while it.changed {
            it.changed = false;
            next = it.round();
        }
        (it, next)
    }

    /// Whether a location matters.
    pub(super) fn has(&self, at: LocId) -> bool {
        self.locations[at.index()]
    }

    /// Whether a variable matters.
    pub(super) fn has_var(&self, var: VarId) -> bool {
        self.vars[var.index()]
    }

    /// Whether the value of a function matters.
    pub(super) fn has_result(&self, at: LocId) -> bool {
        self.results[self.program.locs[at].process.index()]
    }

    /// Whether a place matters.
    pub(super) fn has_place(&self, place: PlaceId) -> bool {
        match self.program.root(place) {
            Root::Own(var) | Root::Remote(var) => self.vars[var.index()],
            Root::Memory => match self.program.places[place] {
                Place::Deref { pointer, .. } => self.may_hold(pointer),
                _ => true,
            },
        }
    }

    fn may_hold(&self, pointer: ExprId) -> bool {
        self.points_to.of(self.program, pointer).meets(&self.contents)
    }

    /// Whether an action matters, apart from a return.
    pub(super) fn fate(&self, action: &Action) -> Fate {
        let is_kept = match action {
            Action::Assign { place, .. } | Action::Havoc { place } => self.has_place(*place),
            Action::Allocate { object, place, .. } => {
                self.addresses
                    || self.has_place(*place)
                    || Objects::Some([*object].into()).meets(&self.lives)
            }
            Action::Release { pointer } => {
                self.points_to.of(self.program, *pointer).meets(&self.lives)
            }
            Action::Copy { to, .. } | Action::Fill { to, .. } => self.may_hold(*to),
            Action::Call { process, result, .. } => {
                self.functions[process.index()] || result.is_some_and(|it| self.has_place(it))
            }
            Action::Return { .. } => true,
            Action::Print { .. } => false,
            Action::Send { .. }
            | Action::Receive { .. }
            | Action::Spawn { .. }
            | Action::Exit
            | Action::SetPriority { .. } => true,
        };
        if is_kept { Fate::Kept } else { Fate::Dropped }
    }

    fn round(&mut self) -> Vec<Next> {
        let program = self.program;
        self.returns.fill(None);
        for (at, loc) in program.locs.iter() {
            let process = loc.process.index();
            if self.only_returns(at) {
                self.returns[process] = self.returns[process].or(Some(at));
            } else if self.is_observed(at) {
                let matters = !self.ends(at);
                self.changed |= !self.locations[at.index()] || matters && !self.functions[process];
                self.functions[process] |= matters;
                self.locations[at.index()] = true;
            }
        }
        let mut locations = self.locations.clone();
        let same = |at: LocId| {
            let first = self.returns[program.locs[at].process.index()];
            first.filter(|_| !self.has(at) && self.only_returns(at))
        };
        let next = control::close(program, &mut locations, same);
        self.changed |= self.locations != locations;
        self.locations = locations;
        for edge in program.edges.values() {
            if self.has(edge.from) {
                self.need(edge);
            }
        }
        self.need_first_values();
        next
    }

    /// Marks what the first values of variables that matter depend on.
    fn need_first_values(&mut self) {
        let mut uses = Vec::new();
        let mut walk = Walk::new(self.program, |it| uses.push(it));
        for (var, declared) in self.program.vars.iter() {
            if self.vars[var.index()] {
                for first in &declared.init {
                    if let Initially::Value(value) = first.value {
                        walk.expr(value);
                    }
                }
            }
        }
        for it in uses {
            self.mark(it);
        }
    }

    /// Whether all that happens at a location is that the function returns a value that does not matter.
    pub(super) fn only_returns(&self, at: LocId) -> bool {
        let [only] = self.program.locs[at].out[..] else { return false };
        let edge = &self.program.edges[only];
        let Some((Action::Return { value }, others)) = edge.actions.split_last() else {
            return false;
        };
        self.is_true(edge.guard)
            && edge.violates.is_none()
            && (value.is_none() || !self.has_result(at))
            && others.iter().all(|it| self.fate(it) == Fate::Dropped)
    }

    /// Whether the function returns a value that matters at a location, and that is all.
    fn ends(&self, at: LocId) -> bool {
        let [only] = self.program.locs[at].out[..] else { return false };
        let edge = &self.program.edges[only];
        let returns = |it: &Action| matches!(it, Action::Return { .. });
        let passes = |it: &Action| returns(it) || self.fate(it) == Fate::Dropped;
        self.is_true(edge.guard) && edge.violates.is_none() && edge.actions.iter().all(passes)
    }

    /// Whether something that matters happens at a location itself.
    fn is_observed(&self, at: LocId) -> bool {
        let out = &self.program.locs[at].out;
        let acts = |it: &Action| self.fate(it) == Fate::Kept;
        let ends = |edge: &Edge| {
            edge.violates
                .as_ref()
                .is_some_and(|it| it.then == Then::Stop || self.properties.contains(&it.property))
        };
        let blocks = !self.goes_on(out) && (!out.is_empty() || self.reached[at.index()]);
        blocks
            || out
                .iter()
                .map(|it| &self.program.edges[*it])
                .any(|edge| ends(edge) || edge.actions.iter().any(acts))
    }

    fn is_true(&self, guard: Guard) -> bool {
        let Guard::When(condition) = guard else { return false };
        matches!(self.program.exprs[condition], Expr::Const { value, .. } if value != 0)
    }

    /// Whether one of the edges of a location is always enabled, as far as can be seen.
    fn goes_on(&self, out: &[EdgeId]) -> bool {
        let guards: Vec<Guard> = out.iter().map(|it| self.program.edges[*it].guard).collect();
        let negates = |a: ExprId, b: ExprId| self.program.exprs[a] == Expr::Unary(UnOp::Not, b);
        guards.iter().any(|it| *it == Guard::Else || self.is_true(*it))
            || guards.iter().enumerate().any(|(at, a)| {
                guards[..at].iter().any(|b| match (*a, *b) {
                    (Guard::When(a), Guard::When(b)) => negates(a, b) || negates(b, a),
                    _ => false,
                })
            })
    }

    /// Marks what an edge of a location that matters depends on.
    fn need(&mut self, edge: &Edge) {
        let mut uses = Vec::new();
        let mut walk = Walk::new(self.program, |it| uses.push(it));
        if let Guard::When(condition) = edge.guard {
            walk.expr(condition);
        }
        let mut results = BTreeSet::new();
        for action in &edge.actions {
            if self.fate(action) == Fate::Dropped {
                continue;
            }
            match action {
                Action::Call { process, args, result } => {
                    for (param, arg) in self.program.procs[*process].locals.iter().zip(args) {
                        if self.vars[param.index()] {
                            walk.expr(*arg);
                        }
                    }
                    if let Some(place) = result.filter(|it| self.has_place(*it)) {
                        results.insert(process.index());
                        walk.action(&Action::Havoc { place });
                    }
                }
                Action::Return { value: Some(value) } => {
                    if self.has_result(edge.from) {
                        walk.expr(*value);
                    }
                }
                other => walk.action(other),
            }
        }
        for process in results {
            let is_new = !self.results[process] || !self.functions[process];
            self.changed |= is_new;
            self.results[process] = true;
            self.functions[process] = true;
        }
        for it in uses {
            self.mark(it);
        }
    }

    fn mark(&mut self, used: Use) {
        let program = self.program;
        match used {
            Use::Read(place) | Use::Write(place) => match program.places[place] {
                Place::Deref { pointer, .. } => {
                    let objects = self.points_to.of(program, pointer);
                    self.changed |= self.lives.add(&objects);
                    if matches!(used, Use::Read(_)) {
                        self.changed |= self.contents.add(&objects);
                    }
                }
                _ => {
                    if let (Use::Read(_), Root::Own(var) | Root::Remote(var)) =
                        (used, program.root(place))
                    {
                        self.changed |= !std::mem::replace(&mut self.vars[var.index()], true);
                    }
                }
            },
            Use::Expr(expr) => self.mark_expr(expr),
        }
    }

    fn mark_expr(&mut self, expr: ExprId) {
        let program = self.program;
        let is_pointer = |it: ExprId| program.ty_of(it) == Some(Ty::Pointer);
        match program.exprs[expr] {
            Expr::Pointer(query, pointer) if query != PointerQuery::Offset => {
                let objects = self.points_to.of(program, pointer);
                self.changed |= self.lives.add(&objects);
            }
            Expr::IsInitialised { pointer, .. } => {
                let objects = self.points_to.of(program, pointer);
                self.changed |= self.contents.add(&objects) | self.lives.add(&objects);
            }
            Expr::Heap(query) => {
                self.changed |= self.lives.add(&Objects::All);
                if query == HeapQuery::Lost {
                    self.changed |= self.contents.add(&Objects::All);
                    for (var, declared) in program.vars.iter() {
                        if !matches!(program.tys[declared.ty], Ty::Bool | Ty::Int(_) | Ty::Float(_))
                        {
                            self.changed |= !std::mem::replace(&mut self.vars[var.index()], true);
                        }
                    }
                }
            }
            Expr::Cast { to, arg } => {
                let to_pointer = program.tys[to] == Ty::Pointer;
                let is_address = program.tys[to] != Ty::Bool && is_pointer(arg) != to_pointer;
                self.need_addresses(is_address);
            }
            Expr::Binary(BinOp::Lt | BinOp::Le, left, _) => self.need_addresses(is_pointer(left)),
            // Bytes of a pointer that are read as a number are those of its address (M4).
            Expr::Load(place) if !self.addresses => {
                let is_number =
                    !program.ty_of_place(place).is_some_and(|it| program.tys[it] == Ty::Pointer);
                let in_memory = program.root(place) == Root::Memory;
                self.need_addresses(in_memory && is_number && self.stores_pointers());
            }
            _ => {}
        }
    }

    fn need_addresses(&mut self, needed: bool) {
        self.changed |= needed && !self.addresses;
        self.addresses |= needed;
    }

    /// Whether there are pointers in memory at all.
    fn stores_pointers(&self) -> bool {
        let is_pointer = |it: &PlaceId| {
            self.program.root(*it) == Root::Memory
                && self
                    .program
                    .ty_of_place(*it)
                    .is_some_and(|it| self.program.tys[it] == Ty::Pointer)
        };
        self.program.places.iter().any(|(id, _)| is_pointer(&id))
    }
}
