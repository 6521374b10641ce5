//! The points of a program that decide what its properties and assumptions are worth: whether a violation can
//! happen at all, whether anything is left of an assumption.

use crate::edge::{Action, Guard};
use crate::expr::Expr;
use crate::program::{EdgeId, LocId, Program, PropId};
use std::collections::{BTreeMap, BTreeSet};

/// For each edge that violates one of these properties, where it is decided whether it is taken: where it starts, or, if
/// it is taken in any case there, where runs last had a choice.
#[must_use]
pub fn decisions(
    program: &Program,
    properties: &BTreeSet<PropId>,
) -> BTreeMap<EdgeId, BTreeSet<LocId>> {
    let mut into: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
    for edge in program.edges.values() {
        into.entry(edge.to).or_default().push(edge.from);
        if let Some(Action::Call { process, .. }) = edge.actions.last() {
            into.entry(program.procs[*process].entry).or_default().push(edge.from);
        }
    }
    let mut decisions = BTreeMap::new();
    for (id, edge) in program.edges.iter() {
        if !edge.violates.as_ref().is_some_and(|it| properties.contains(&it.property)) {
            continue;
        }
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([edge.from]);
        let mut open = vec![edge.from];
        while let Some(loc) = open.pop() {
            match into.get(&loc) {
                Some(before) if program.locs[loc].out.len() == 1 => {
                    open.extend(before.iter().filter(|it| seen.insert(**it)));
                }
                Some(_) | None => _ = found.insert(loc),
            }
        }
        decisions.insert(id, found);
    }
    decisions
}

/// Edges that are the only way on, and not always open.
pub fn assumptions(program: &Program) -> impl Iterator<Item = EdgeId> {
    let is_closed = |it: &EdgeId| {
        let edge = &program.edges[*it];
        match edge.guard {
            Guard::When(condition) => {
                let is_true = |it: &Expr| matches!(it, Expr::Const { value, .. } if *value != 0);
                !is_true(&program.exprs[condition]) && edge.violates.is_none()
            }
            Guard::Else => false,
        }
    };
    let only = program.locs.values().filter(|it| it.out.len() == 1).map(|it| it.out[0]);
    only.filter(is_closed)
}
