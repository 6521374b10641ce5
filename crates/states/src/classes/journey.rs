//! Where a value goes in the function where it comes from, and what is seen of it on the way.
//!
//! On each way, the variables that hold the value are known, and so is a range that the conditions on the way leave to it: a number that is first cut down to
//! a few is told apart only among these. Ways that come to a location with the same holders are joined.
//!
//! Law: if two numbers are told apart nowhere, the conditions on the value have the same truth for both all along, so they go the same way; and whatever else is made
//! of the value on that way is made of a number in the range, and all numbers of the range are told apart.

use super::{Classes, Kinds, Range};
use crate::uses::Observed;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Id;
use tribunal_ir::live::Liveness;
use tribunal_ir::{
    Action, BinOp, Edge, EdgeId, Expr, ExprId, Guard, LocId, Place, Scope, Ty, UnOp, VarId,
};

/// In how many ways a value can be held at a location before it is given up.
const MOST_WAYS: usize = 16;

/// The value on one way.
#[derive(Clone)]
struct Traveller {
    /// The variables that hold it.
    held: BTreeSet<VarId>,
    /// What it can be.
    range: Range,
}

impl Classes<'_> {
    /// What is told apart of the value in a range that an edge leaves open for a local variable.
    pub(super) fn follow(&mut self, edge: EdgeId, var: VarId, range: Range) -> Kinds {
        let program = self.uses.program;
        let mut kinds = Kinds::default();
        let start = &program.edges[edge];
        // What the rest of the edge does comes after.
        let is_it = |it: &Action| matches!(it, Action::Havoc { place } if program.places[*place] == Place::Var(var));
        let after = start.actions.iter().rposition(is_it).map_or(0, |it| it + 1);
        // Nobody looks at it from elsewhere.
        let process = program.locs[start.from].process;
        let provided = program.procs[process].provided.map(|it| self.uses.of(it));
        let is_own = |it: &(VarId, Observed)| program.vars[it.0].scope == Scope::Local(process);
        kinds.is_opaque = self.is_overlooked
            || provided.is_some_and(|it| it.iter().any(is_own))
            || 1 < start.actions.iter().filter(|it| is_it(it)).count()
            || program.places.iter().any(|(_, it)| matches!(it, Place::Remote { .. }));
        let mut value = Traveller { held: BTreeSet::from([var]), range };
        self.pass(start, after, &mut value, &mut kinds);
        let mut known: BTreeMap<LocId, Vec<Traveller>> = BTreeMap::new();
        let mut waiting = vec![(start.to, value)];
        while let Some((location, mut value)) = waiting.pop() {
            if kinds.is_opaque {
                break;
            }
            let liveness = self.liveness.get_or_insert_with(|| Liveness::new(program));
            value.held.retain(|it| liveness.is_live(location, *it));
            if value.held.is_empty() || !arrive(known.entry(location).or_default(), &mut value) {
                continue;
            }
            kinds.is_opaque |= known.get(&location).is_some_and(|it| MOST_WAYS < it.len());
            for id in &program.locs[location].out {
                let edge = &program.edges[*id];
                if let Guard::When(condition) = edge.guard {
                    self.look(condition, &value, &mut kinds);
                }
                if let Some(mut value) = self.admit(edge, &value) {
                    self.pass(edge, 0, &mut value, &mut kinds);
                    waiting.push((edge.to, value));
                }
            }
        }
        kinds
    }

    /// The value where an edge is enabled; `None` if it never is.
    fn admit(&self, edge: &Edge, value: &Traveller) -> Option<Traveller> {
        let program = self.uses.program;
        // Elsewhere, an edge may be disabled for other reasons than its condition.
        if !program.is_sequential() {
            return Some(value.clone());
        }
        let mut value = value.clone();
        match edge.guard {
            Guard::When(condition) => value.range = self.narrow(condition, true, &value)?,
            Guard::Else => {
                for before in &program.locs[edge.from].out {
                    let before = &program.edges[*before];
                    match before.guard {
                        // Who disables one disables the other.
                        Guard::When(condition) if before.tier <= edge.tier => {
                            value.range = self.narrow(condition, false, &value)?;
                        }
                        Guard::When(_) => {}
                        Guard::Else => break,
                    }
                }
            }
        }
        Some(value)
    }

    /// What the value can be where a condition is true, or false; `None` if it never is.
    fn narrow(&self, condition: ExprId, truth: bool, value: &Traveller) -> Option<Range> {
        let program = self.uses.program;
        let is_bool = |it: ExprId| program.ty_of(it) == Some(Ty::Bool);
        let held = |it: Option<VarId>| it.filter(|it| value.held.contains(it));
        match program.exprs[condition] {
            Expr::Unary(UnOp::Not, arg) => self.narrow(arg, !truth, value),
            Expr::Binary(op @ (BinOp::And | BinOp::Or), a, b) if is_bool(a) => {
                let first = self.narrow(a, truth, value);
                if (op == BinOp::And) == truth {
                    let value = Traveller { range: first?, ..value.clone() };
                    return self.narrow(b, truth, &value);
                }
                let second = self.narrow(b, truth, value);
                [first, second].into_iter().flatten().reduce(hull)
            }
            Expr::Binary(op, a, b) => {
                let Some((var, starts)) = self.uses.compared(op, a, b) else {
                    return Some(value.range);
                };
                if held(Some(var)).is_none() {
                    return Some(value.range);
                }
                let [first, second] = starts;
                let (low, high) = value.range;
                let pieces = [(low, first - 1), (first, second - 1), (second, high)];
                let pieces = pieces.map(|it| (it.0.max(low), it.1.min(high)));
                let is_so = |it: &Range| self.compare(op, a, b, it.0) == Some(truth);
                pieces.into_iter().filter(|it| it.0 <= it.1 && is_so(it)).reduce(hull)
            }
            Expr::Cast { to, arg } if program.tys[to] == Ty::Bool => {
                match (held(self.uses.copied(arg)), &program.exprs[arg]) {
                    (Some(_), _) => nonzero(truth, value.range),
                    (None, Expr::Cast { arg: inner, .. }) if is_bool(*inner) => {
                        self.narrow(*inner, truth, value)
                    }
                    _ => Some(value.range),
                }
            }
            Expr::Load(_) if held(self.uses.copied(condition)).is_some() => {
                nonzero(truth, value.range)
            }
            _ => Some(value.range),
        }
    }

    /// Whether a comparison of the value with a constant holds of a number.
    fn compare(&self, op: BinOp, a: ExprId, b: ExprId, number: i128) -> Option<bool> {
        let side = |it: ExprId| self.uses.constant(it).unwrap_or(number);
        let (a, b) = (side(a), side(b));
        match op {
            BinOp::Eq => Some(a == b),
            BinOp::Ne => Some(a != b),
            BinOp::Lt => Some(a < b),
            BinOp::Le => Some(a <= b),
            _ => None,
        }
    }

    /// Takes note of what an expression tells of the value.
    fn look(&mut self, expr: ExprId, value: &Traveller, kinds: &mut Kinds) {
        for (var, seen) in self.uses.of(expr).iter() {
            if value.held.contains(var) {
                kinds.add(*seen, value.range);
            }
        }
    }

    /// Who holds the value after the actions of an edge, from one of them on.
    fn pass(&mut self, edge: &Edge, from: usize, value: &mut Traveller, kinds: &mut Kinds) {
        let program = self.uses.program;
        for action in &edge.actions[from..] {
            match action {
                Action::Assign { place, value: given } => match program.places[*place] {
                    Place::Var(target) => self.hand_over(*given, target, value, kinds),
                    _ => self.betray(action, value, kinds),
                },
                Action::Havoc { place } => match program.places[*place] {
                    Place::Var(var) => _ = value.held.remove(&var),
                    _ => self.betray(action, value, kinds),
                },
                Action::Call { process, args, result } => {
                    let params = &program.procs[*process].locals;
                    for (arg, param) in args.iter().zip(params) {
                        self.send(*arg, param.index(), value, kinds);
                    }
                    match result.map(|it| program.places[it]) {
                        None => {}
                        Some(Place::Var(var)) => _ = value.held.remove(&var),
                        Some(_) => self.betray(action, value, kinds),
                    }
                }
                Action::Return { value: given } => {
                    let returned = self.result(program.locs[edge.from].process);
                    given.iter().for_each(|it| self.send(*it, returned, value, kinds));
                    value.held.clear();
                }
                Action::Print { .. } => {}
                _ => self.betray(action, value, kinds),
            }
        }
    }

    /// A variable is assigned.
    fn hand_over(
        &mut self,
        given: ExprId,
        target: VarId,
        value: &mut Traveller,
        kinds: &mut Kinds,
    ) {
        let source = self.source(given, target.index());
        let is_held = source.is_some_and(|it| value.held.contains(&it));
        match self.uses.program.vars[target].scope {
            Scope::Local(_) if is_held => _ = value.held.insert(target),
            Scope::Local(_) => {
                self.look(given, value, kinds);
                value.held.remove(&target);
            }
            Scope::Global => self.send(given, target.index(), value, kinds),
        }
    }

    /// The value comes to where it is not followed.
    fn send(&mut self, given: ExprId, target: usize, value: &Traveller, kinds: &mut Kinds) {
        match self.source(given, target).filter(|it| value.held.contains(it)) {
            Some(_) => {
                let of_it = self.kinds[self.family(target)].clone();
                match of_it.is_opaque {
                    true => kinds.tell(value.range),
                    false => kinds.join(&of_it),
                }
            }
            None => self.look(given, value, kinds),
        }
    }

    /// Whatever an action reads is told in full.
    fn betray(&mut self, action: &Action, value: &Traveller, kinds: &mut Kinds) {
        let read = self.uses.read(|walk| walk.action(action));
        if read.iter().any(|it| value.held.contains(it)) {
            kinds.tell(value.range);
        }
    }
}

/// Joins a value with those that came here before; whether that is news, and what is known of it then.
fn arrive(known: &mut Vec<Traveller>, value: &mut Traveller) -> bool {
    match known.iter_mut().find(|it| it.held == value.held) {
        None => {
            known.push(value.clone());
            true
        }
        Some(before) => {
            value.range = hull(before.range, value.range);
            std::mem::replace(&mut before.range, value.range) != value.range
        }
    }
}

fn hull(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

/// What is left of a range without 0, or of 0 alone.
fn nonzero(truth: bool, (low, high): Range) -> Option<Range> {
    match (truth, low, high) {
        (false, ..) => (low <= 0 && 0 <= high).then_some((0, 0)),
        (true, 0, 0) => None,
        (true, 0, _) => Some((1, high)),
        (true, _, 0) => Some((low, -1)),
        (true, ..) => Some((low, high)),
    }
}
