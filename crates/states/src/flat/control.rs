//! Where control goes in a program that is to be flat: its functions, its loops, and where a step may end.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use tribunal_base::Id;
use tribunal_ir::{
    Action, Edge, EdgeId, Expr, ExprId, Guard, LocId, Place, PlaceId, ProcId, ProcessKind, Program,
    Scope,
};

/// The ordinary process and all functions it may call, callers first; `None` if one is recursive.
pub(super) fn functions(program: &Program) -> Option<Vec<ProcId>> {
    let (start, _) = program.procs.iter().find(|(_, it)| it.kind == ProcessKind::Ordinary)?;
    let mut calls: Vec<BTreeSet<ProcId>> = vec![BTreeSet::new(); program.procs.len()];
    for edge in program.edges.values() {
        if let Some(Action::Call { process, .. }) = edge.actions.last()
            && !is_tail_call(program, edge)
        {
            calls[program.locs[edge.from].process.index()].insert(*process);
        }
    }
    // Depth first: whoever is left last comes first.
    let mut order = Vec::new();
    let (mut active, mut done) = (BTreeSet::new(), BTreeSet::new());
    let mut stack = vec![(start, false)];
    while let Some((function, is_left)) = stack.pop() {
        if is_left {
            active.remove(&function);
            done.insert(function);
            order.push(function);
            continue;
        }
        if done.contains(&function) {
            continue;
        }
        if !active.insert(function) {
            return None;
        }
        stack.push((function, true));
        for callee in &calls[function.index()] {
            if active.contains(callee) {
                return None;
            }
            if !done.contains(callee) {
                stack.push((*callee, false));
            }
        }
    }
    order.reverse();
    Some(order)
}

/// Whether a function calls itself on an edge only to return what it is given: then it might as well start again.
pub(super) fn is_tail_call(program: &Program, edge: &Edge) -> bool {
    let function = program.locs[edge.from].process;
    let Some(Action::Call { process, result, .. }) = edge.actions.last() else { return false };
    if *process != function || program.procs[function].kind != ProcessKind::Function {
        return false;
    }
    let is_own = |it: PlaceId| match program.places[it] {
        Place::Var(var) => program.vars[var].scope == Scope::Local(function),
        _ => false,
    };
    let mut returned = *result;
    if !returned.is_none_or(is_own) {
        return false;
    }
    let mut at = edge.to;
    // Long enough for what a front end puts between a call and a return.
    for _ in 0..8 {
        let [only] = program.locs[at].out[..] else { return false };
        let next = &program.edges[only];
        let is_certain = match next.guard {
            Guard::Else => true,
            Guard::When(it) => matches!(program.exprs[it], Expr::Const { value: 1, .. }),
        };
        if !is_certain || next.violates.is_some() {
            return false;
        }
        for action in &next.actions {
            let is_it = |it: ExprId| {
                let Some(place) = returned else { return false };
                program.exprs[it] == Expr::Load(place)
            };
            match action {
                Action::Return { value } => return value.is_none_or(is_it),
                Action::Assign { place, value } if is_it(*value) => {
                    let ty = |it: PlaceId| program.ty_of_place(it);
                    if !is_own(*place) || returned.and_then(ty) != ty(*place) {
                        return false;
                    }
                    returned = Some(*place);
                }
                _ => return false,
            }
        }
        at = next.to;
    }
    false
}

/// Where a step of the flat program ends: at heads of loops and where there is not exactly one way on. Choices of values come to it later.
pub(super) fn rests(program: &Program, functions: &[ProcId]) -> Vec<bool> {
    let mut is_rest = vec![false; program.locs.len()];
    for (id, location) in program.locs.iter() {
        let guard = |it: &EdgeId| program.edges[*it].guard;
        let is_certain = |it: Guard| match it {
            Guard::Else => true,
            Guard::When(condition) => {
                matches!(program.exprs[condition], Expr::Const { value: 1, .. })
            }
        };
        is_rest[id.index()] = match location.out.as_slice() {
            [only] => !is_certain(guard(only)),
            [_, other] => guard(other) != Guard::Else,
            _ => true,
        };
    }
    for function in functions {
        let entry = program.procs[*function].entry;
        mark_heads(program, entry, &mut is_rest);
    }
    for edge in program.edges.values() {
        if is_tail_call(program, edge) {
            let function = program.locs[edge.from].process;
            is_rest[program.procs[function].entry.index()] = true;
        }
    }
    if let Some(start) = functions.first() {
        is_rest[program.procs[*start].entry.index()] = true;
    }
    is_rest
}

/// Marks the targets of edges that lead back, in a walk in depth.
fn mark_heads(program: &Program, entry: LocId, is_rest: &mut [bool]) {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Colour {
        Open,
        Done,
    }
    let mut colours = FxHashMap::from_iter([(entry, Colour::Open)]);
    let mut stack = vec![(entry, 0)];
    while let Some((location, next)) = stack.last_mut() {
        let Some(edge) = program.locs[*location].out.get(*next) else {
            colours.insert(*location, Colour::Done);
            stack.pop();
            continue;
        };
        *next += 1;
        let to = program.edges[*edge].to;
        match colours.get(&to) {
            None => {
                colours.insert(to, Colour::Open);
                stack.push((to, 0));
            }
            Some(Colour::Open) => is_rest[to.index()] = true,
            Some(Colour::Done) => {}
        }
    }
}

/// The locations that control may come to, if every guard may hold.
pub(super) fn reachable(program: &Program, functions: &[ProcId]) -> Vec<LocId> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<LocId> = functions.iter().map(|it| program.procs[*it].entry).collect();
    while let Some(location) = waiting.pop() {
        if found.insert(location) {
            waiting.extend(program.locs[location].out.iter().map(|it| program.edges[*it].to));
        }
    }
    found.into_iter().collect()
}
