//! Conditions: a function of the guest as an expression of the host.
//!
//! The function is executed symbolically (J. C. King, Symbolic execution and program testing, CACM 1976): its variables are
//! replaced by what they hold, its ways become alternatives. Loops are followed as long as their tests are
//! constant. A function with effects is no condition.

use super::{Obstacle, Site, Splice, Spliceable, fold};
use crate::edge::{Action, Guard};
use crate::expr::{BinOp, Expr, Place, UnOp};
use crate::program::{EdgeId, ExprId, LocId, PlaceId, ProcId, Program, PropId, VarId};
use std::collections::HashMap;
use tribunal_base::Span;

/// How many edges one condition may pass.
const MOST_EDGES: usize = 2_000;

/// A condition that was spliced in.
#[derive(Clone, Debug)]
pub struct Value {
    /// What the function returns.
    pub value: ExprId,
    /// Where it has none, in order of evaluation.
    pub failures: Vec<Failure>,
}

/// A way for a condition to go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// When it does.
    pub when: ExprId,
    /// What it violates.
    pub property: PropId,
    /// What went wrong.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// What the variables of functions hold.
type Known = HashMap<VarId, Option<ExprId>>;

/// A function that waits for another to return.
#[derive(Clone)]
struct Waiting {
    at: LocId,
    result: Option<PlaceId>,
    known: Known,
}

/// A point of an execution.
#[derive(Clone)]
struct Point {
    at: LocId,
    known: Known,
    callers: Vec<Waiting>,
}

struct Evaluation {
    process: Option<ProcId>,
    failures: Vec<Failure>,
    edges: usize,
    /// What stands for the value where there is none.
    nothing: ExprId,
}

impl Splice<'_> {
    /// The value of a function of the guest, which takes no arguments, to a process of the host or to a property.
    ///
    /// # Errors
    /// If it has effects, or is beyond what can be followed.
    pub fn condition(
        &mut self,
        host: &mut Program,
        function: ProcId,
        process: Option<ProcId>,
        nothing: ExprId,
    ) -> Result<Value, Obstacle> {
        let mut evaluation = Evaluation { process, failures: Vec::new(), edges: 0, nothing };
        let (at, known) = (self.guest.procs[function].entry, Known::new());
        let start = Point { at, known, callers: Vec::new() };
        let always = host.truth(true);
        let value = self.follow(host, &mut evaluation, start, always)?;
        Ok(Value { value, failures: evaluation.failures })
    }

    /// The value from a point on, if control comes there.
    fn follow(
        &mut self,
        host: &mut Program,
        evaluation: &mut Evaluation,
        mut point: Point,
        mut under: ExprId,
    ) -> Spliceable<ExprId> {
        // Straight on as long as there is only one way.
        let mut ways: Vec<(ExprId, ExprId)> = Vec::new();
        loop {
            let forks = self.forks(host, evaluation, &point, under)?;
            for Fork { guard, here, passed } in forks.others {
                let value = match passed {
                    Passed::On(next) => self.follow(host, evaluation, next, here)?,
                    Passed::End(value) => value,
                };
                ways.push((guard, value));
            }
            let last = match forks.last {
                Some(Passed::On(next)) => {
                    (point, under) = (next, forks.under);
                    continue;
                }
                Some(Passed::End(value)) => value,
                None => evaluation.nothing,
            };
            let either = |value, (guard, yes)| fold::folded(host, Expr::Ite(guard, yes, value));
            return Ok(ways.into_iter().rev().fold(last, either));
        }
    }

    /// The ways that lead from a point; where it goes wrong is noted.
    fn forks(
        &mut self,
        host: &mut Program,
        evaluation: &mut Evaluation,
        point: &Point,
        mut under: ExprId,
    ) -> Spliceable<Forks> {
        let (process, known) = (evaluation.process, Some(point.known.clone()));
        let mut others = Vec::new();
        for &id in &self.guest.locs[point.at].out {
            let edge = &self.guest.edges[id];
            evaluation.edges += 1;
            if MOST_EDGES < evaluation.edges {
                return Err(Obstacle::new("a condition that takes so long").at(edge.span));
            }
            let mut site = Site { process, known: known.clone(), memo: HashMap::new() };
            let guard = match edge.guard {
                Guard::When(condition) => {
                    self.expr(host, &mut site, condition).map_err(|it| it.at(edge.span))?
                }
                Guard::Else => host.truth(true),
            };
            let is_certain = match fold::truth(host, guard) {
                Some(false) => continue,
                known => known == Some(true),
            };
            let here = fold::folded(host, Expr::Binary(BinOp::And, under, guard));
            let passed = match &edge.violates {
                Some(violation) => {
                    let property = self.property(host, violation.property);
                    let message = violation.message.clone();
                    let failure = Failure { when: here, property, message, span: edge.span };
                    evaluation.failures.push(failure);
                    None
                }
                None => Some(self.pass(host, &mut site, point, id).map_err(|it| it.at(edge.span))?),
            };
            if is_certain {
                return Ok(Forks { others, last: passed, under });
            }
            others.extend(passed.map(|passed| Fork { guard, here, passed }));
            let other = fold::folded(host, Expr::Unary(UnOp::Not, guard));
            under = fold::folded(host, Expr::Binary(BinOp::And, under, other));
        }
        let span = self.guest.locs[point.at].span;
        Err(Obstacle::new("a condition that may not come to an end").at(span))
    }

    /// What an edge does.
    fn pass(
        &mut self,
        host: &mut Program,
        site: &mut Site,
        point: &Point,
        id: EdgeId,
    ) -> Spliceable<Passed> {
        let edge = &self.guest.edges[id];
        let mut point = point.clone();
        point.at = edge.to;
        for action in &edge.actions {
            // Earlier actions of the edge count.
            site.known = Some(point.known.clone());
            site.memo.clear();
            match action {
                Action::Print { .. } => {}
                Action::Assign { place, value } => {
                    let value = self.expr(host, site, *value)?;
                    self.store(host, &mut point.known, *place, Some(value))?;
                }
                Action::Havoc { place } => self.store(host, &mut point.known, *place, None)?,
                Action::Call { process, args, result } => {
                    let mut values = Vec::new();
                    for arg in args {
                        values.push(self.expr(host, site, *arg)?);
                    }
                    let known = std::mem::take(&mut point.known);
                    point.callers.push(Waiting { at: edge.to, result: *result, known });
                    let function = &self.guest.procs[*process];
                    for (param, value) in function.locals.iter().zip(values) {
                        let ty = self.ty(host, self.guest.vars[*param].ty);
                        let value = fold::folded(host, Expr::Cast { to: ty, arg: value });
                        point.known.insert(*param, Some(value));
                    }
                    point.at = function.entry;
                }
                Action::Return { value } => {
                    let value = value.map(|it| self.expr(host, site, it)).transpose()?;
                    let Some(caller) = point.callers.pop() else {
                        return value
                            .map(Passed::End)
                            .ok_or_else(|| Obstacle::new("a condition without a value"));
                    };
                    (point.at, point.known) = (caller.at, caller.known);
                    if let (Some(place), Some(value)) = (caller.result, value) {
                        self.store(host, &mut point.known, place, Some(value))?;
                    }
                }
                Action::Allocate { .. }
                | Action::Release { .. }
                | Action::Copy { .. }
                | Action::Fill { .. } => {
                    return Err(Obstacle::new("an object that a condition makes or changes"));
                }
                Action::Send { .. }
                | Action::Receive { .. }
                | Action::Spawn { .. }
                | Action::Exit
                | Action::SetPriority { .. } => {
                    return Err(Obstacle::new("an action of the host"));
                }
            }
        }
        Ok(Passed::On(point))
    }

    /// A variable of a function gets a value.
    fn store(
        &mut self,
        host: &mut Program,
        known: &mut Known,
        place: PlaceId,
        value: Option<ExprId>,
    ) -> Spliceable<()> {
        match self.guest.places[place] {
            Place::Var(var) if self.is_passing(var) => {
                let ty = self.ty(host, self.guest.vars[var].ty);
                let value = value.map(|arg| fold::folded(host, Expr::Cast { to: ty, arg }));
                known.insert(var, value);
                Ok(())
            }
            _ => Err(Obstacle::effect()),
        }
    }
}

/// The ways that lead from a point.
struct Forks {
    /// Those that are taken under conditions, in order.
    others: Vec<Fork>,
    /// The one that is taken otherwise, unless that goes wrong.
    last: Option<Passed>,
    /// When it is.
    under: ExprId,
}

/// A way that is taken under a condition.
struct Fork {
    guard: ExprId,
    /// The condition, and that control comes there.
    here: ExprId,
    passed: Passed,
}

/// Where an edge leads.
enum Passed {
    On(Point),
    /// To the end, with this value.
    End(ExprId),
}
