//! Statements: a function of the guest as the inside of one step of a process of the host.
//!
//! A call is replaced by a copy of the function. All points of control on the way are indivisible; the variables of
//! functions become variables of the process that are 0 before and after the step.

use super::{Obstacle, Site, Splice, Spliceable};
use crate::edge::{Action, Edge, Guard, Then, Violation};
use crate::expr::{Expr, Place};
use crate::program::{Control, EdgeId, ExprId, LocId, Location, Marks, PlaceId, ProcId, Program};
use crate::ty::Ty;
use std::collections::{BTreeSet, HashMap};
use tribunal_base::Span;

/// How many edges one statement may become.
const MOST_EDGES: usize = 20_000;

/// How many edges that do nothing are passed over in a row; there may be a cycle of them.
const MOST_EMPTY: usize = 64;

/// A statement that was spliced in.
#[derive(Clone, Debug)]
pub struct Spliced {
    /// Where it ends: an indivisible location without edges.
    pub end: LocId,
    /// What is to be done when it is left.
    pub reset: Vec<Action>,
}

/// A statement on its way.
struct Inlining {
    site: Site,
    process: ProcId,
    /// The functions that are running.
    active: Vec<ProcId>,
    edges: usize,
    /// The variables of functions that were used.
    used: BTreeSet<crate::program::VarId>,
}

/// Where a function ends.
#[derive(Clone, Copy)]
struct Exit {
    to: LocId,
    result: Option<PlaceId>,
}

impl Splice<'_> {
    /// Puts a function of the guest, which takes no arguments, into a process of the host, from an indivisible location on that has no
    /// edges yet.
    pub fn statement(&mut self, host: &mut Program, function: ProcId, start: LocId) -> Spliced {
        let process = host.locs[start].process;
        let span = host.locs[start].span;
        let end = indivisible(host, process, span);
        let mut inlining = Inlining {
            site: Site::new(Some(process)),
            process,
            active: Vec::new(),
            edges: 0,
            used: BTreeSet::new(),
        };
        self.body(host, &mut inlining, function, start, Exit { to: end, result: None });
        let mut reset = Vec::new();
        for var in inlining.used {
            let Some(local) = self.scratch.get(&(process, var)).copied() else { continue };
            let ty = host.vars[local].ty;
            if host.shape(ty).is_some() {
                reset.push(zero(host, local, ty));
            }
        }
        Spliced { end, reset }
    }

    fn body(
        &mut self,
        host: &mut Program,
        inlining: &mut Inlining,
        function: ProcId,
        start: LocId,
        exit: Exit,
    ) {
        inlining.active.push(function);
        inlining.used.extend(&self.guest.procs[function].locals);
        let mut copies = HashMap::from([(self.guest.procs[function].entry, start)]);
        let mut waiting = vec![self.guest.procs[function].entry];
        while let Some(location) = waiting.pop() {
            let from = copies[&location];
            let mut certain = false;
            for &id in &self.guest.locs[location].out {
                let edge = &self.guest.edges[id];
                certain |= edge.guard == Guard::Else;
                let target = self.beyond(edge.to);
                let mut point = |host: &mut Program| match copies.get(&target) {
                    Some(known) => *known,
                    None => {
                        let span = self.guest.locs[target].span;
                        let copy = indivisible(host, inlining.process, span);
                        copies.insert(target, copy);
                        waiting.push(target);
                        copy
                    }
                };
                // A dead end is not worth a location.
                let to =
                    if self.guest.locs[edge.to].out.is_empty() { exit.to } else { point(host) };
                match self.edge(host, inlining, id, from, to, exit) {
                    Ok(guard) => certain |= super::fold::truth(host, guard) == Some(true),
                    Err(obstacle) => {
                        self.blocked(host, from, exit.to, Guard::Else, obstacle, edge.span);
                        certain = true;
                        break;
                    }
                }
            }
            if !certain {
                let obstacle = Obstacle::new("a run that must not go on");
                let span = self.guest.locs[location].span;
                self.blocked(host, from, exit.to, Guard::Else, obstacle, span);
            }
        }
        inlining.active.pop();
    }

    /// Where control comes from a location by edges that do nothing.
    fn beyond(&self, mut location: LocId) -> LocId {
        for _ in 0..MOST_EMPTY {
            let [id] = self.guest.locs[location].out[..] else { break };
            let edge = &self.guest.edges[id];
            let is_certain = match edge.guard {
                Guard::When(condition) => super::fold::truth(self.guest, condition) == Some(true),
                Guard::Else => true,
            };
            let is_empty = edge.actions.is_empty() && edge.violates.is_none();
            if !is_certain || !is_empty || self.guest.locs[edge.to].out.is_empty() {
                break;
            }
            location = edge.to;
        }
        location
    }

    /// Copies an edge and tells its guard.
    fn edge(
        &mut self,
        host: &mut Program,
        inlining: &mut Inlining,
        id: EdgeId,
        from: LocId,
        to: LocId,
        exit: Exit,
    ) -> Spliceable<ExprId> {
        let edge = &self.guest.edges[id];
        inlining.edges += 1;
        if MOST_EDGES < inlining.edges {
            return Err(Obstacle::new("so much code in one step").at(edge.span));
        }
        let site = &mut inlining.site;
        let (guard, condition) = match edge.guard {
            Guard::When(condition) => {
                let condition = self.expr(host, site, condition).map_err(|it| it.at(edge.span))?;
                (Guard::When(condition), condition)
            }
            Guard::Else => (Guard::Else, host.truth(true)),
        };
        if let Some(violation) = &edge.violates {
            let property = self.property(host, violation.property);
            let violates = Some(Violation { property, ..violation.clone() });
            connect(host, from, to, guard, Vec::new(), violates, edge.span);
            return Ok(condition);
        }
        let (last, before) = match edge.actions.split_last() {
            Some((last @ (Action::Call { .. } | Action::Return { .. }), before)) => {
                (Some(last), before)
            }
            _ => (None, &edge.actions[..]),
        };
        let mut actions = Vec::new();
        for action in before {
            if self.prints_memory(action) {
                continue;
            }
            match self.action(host, site, action) {
                Ok(action) => actions.push(action),
                Err(obstacle) => {
                    self.blocked(host, from, to, guard, obstacle, edge.span);
                    return Ok(condition);
                }
            }
        }
        let done = match last {
            None if self.guest.locs[edge.to].out.is_empty() => {
                Err(Obstacle::new("an end of the program inside a step"))
            }
            None => {
                connect(host, from, to, guard, actions, None, edge.span);
                Ok(())
            }
            Some(Action::Return { value }) => {
                self.assigned(host, site, exit.result, *value).map(|result| {
                    actions.extend(result);
                    connect(host, from, exit.to, guard, actions, None, edge.span);
                })
            }
            Some(Action::Call { process, args, result }) => self.call(
                host,
                inlining,
                Call { function: *process, args, result: *result, span: edge.span },
                (from, to),
                (guard, actions),
            ),
            Some(_) => Err(Obstacle::new("an action of the host")),
        };
        if let Err(obstacle) = done {
            self.blocked(host, from, to, guard, obstacle, edge.span);
        }
        Ok(condition)
    }

    /// Whether an action only shows what is in memory: no reason to have any.
    fn prints_memory(&self, action: &Action) -> bool {
        let is_pointer = |it: &ExprId| self.guest.ty_of(*it) == Some(Ty::Pointer);
        matches!(action, Action::Print { args, .. } if args.iter().any(is_pointer))
    }

    /// The store of a result, if somebody wants it.
    fn assigned(
        &mut self,
        host: &mut Program,
        site: &mut Site,
        place: Option<PlaceId>,
        value: Option<ExprId>,
    ) -> Spliceable<Option<Action>> {
        let (Some(place), Some(value)) = (place, value) else { return Ok(None) };
        let value = self.expr(host, site, value)?;
        Ok(Some(Action::Assign { place, value }))
    }

    fn call(
        &mut self,
        host: &mut Program,
        inlining: &mut Inlining,
        call: Call<'_>,
        (from, to): (LocId, LocId),
        (guard, mut actions): (Guard, Vec<Action>),
    ) -> Spliceable<()> {
        let Call { function, args, result, span } = call;
        if inlining.active.contains(&function) {
            let name = &self.guest.procs[function].name;
            return Err(Obstacle::new(format!("the recursive function `{name}`")));
        }
        let locals = self.guest.procs[function].locals.clone();
        for (position, &local) in locals.iter().enumerate() {
            let var = self.scratch(host, &inlining.site, local)?;
            let ty = host.vars[var].ty;
            let place = host.place(Place::Var(var));
            match args.get(position) {
                Some(arg) => {
                    let value = self.expr(host, &mut inlining.site, *arg)?;
                    actions.push(Action::Assign { place, value });
                }
                // Pointers to objects of the last call are not those of this one.
                None if host.tys[ty] == Ty::Pointer => actions.push(zero(host, var, ty)),
                None => {}
            }
        }
        let result = result.map(|it| self.place(host, &mut inlining.site, it)).transpose()?;
        let start = indivisible(host, inlining.process, span);
        connect(host, from, start, guard, actions, None, span);
        self.body(host, inlining, function, start, Exit { to, result });
        Ok(())
    }

    /// An edge beyond which nothing is known.
    fn blocked(
        &self,
        host: &mut Program,
        from: LocId,
        to: LocId,
        guard: Guard,
        obstacle: Obstacle,
        span: Span,
    ) {
        let Some(boundary) = self.guest.boundary else { return };
        let property = self.property(host, boundary);
        let Obstacle { what, span: place, .. } = obstacle;
        let violates = Some(Violation { property, message: what, then: Then::Stop });
        connect(host, from, to, guard, Vec::new(), violates, place.unwrap_or(span));
    }
}

/// A call on its way.
struct Call<'a> {
    function: ProcId,
    args: &'a [ExprId],
    result: Option<PlaceId>,
    span: Span,
}

fn indivisible(host: &mut Program, process: ProcId, span: Span) -> LocId {
    let (control, marks) = (Control::Indivisible, Marks::default());
    host.locs.push(Location { process, out: Vec::new(), control, marks, span })
}

fn connect(
    host: &mut Program,
    from: LocId,
    to: LocId,
    guard: Guard,
    actions: Vec<Action>,
    violates: Option<Violation>,
    span: Span,
) {
    let atomic = false;
    host.connect(Edge { from, to, tier: 0, guard, actions, atomic, violates, span });
}

fn zero(host: &mut Program, var: crate::program::VarId, ty: crate::ty::TyId) -> Action {
    let place = host.place(Place::Var(var));
    let value = host.expr(Expr::Const { value: 0, ty });
    Action::Assign { place, value }
}
