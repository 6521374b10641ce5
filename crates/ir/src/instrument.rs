//! Looks at the states of a program: a condition that one of them may satisfy becomes a violation that a run may come to.

use crate::edge::{Action, Edge, Guard, Then, Violation};
use crate::expr::Expr;
use crate::granularity::{Granularity, MARK, is_global, writes};
use crate::program::{
    Control, EdgeId, ExprId, LocId, Location, Marks, Process, ProcessKind, Program, PropId,
};
use crate::property::{Property, PropertyKind};
use crate::visit::{Use, Walk};
use tribunal_base::Id as _;

/// Lets a program of one process violate a new property in every state that is seen and where a condition holds. What was there keeps its number. `None` if it
/// cannot be told where that is.
#[must_use]
pub fn observe(
    program: &mut Program,
    granularity: Granularity,
    condition: ExprId,
) -> Option<PropId> {
    if asks_for_control(program, condition) {
        return None;
    }
    let (name, kind) = ("the state is reached".to_owned(), PropertyKind::Unreachable);
    let property = program.props.push(Property { name, kind, span: None });
    let mut marked = vec![false; program.locs.len()];
    if granularity == Granularity::Marked {
        let marks = program.labels.values().filter(|it| it.name.starts_with(MARK));
        marks.flat_map(|it| &it.locs).for_each(|it| marked[it.index()] = true);
    }
    let ids: Vec<EdgeId> = program.edges.ids().collect();
    for id in ids {
        let edge = &program.edges[id];
        let (last, is_over) = (edge.actions.last(), edge.violates.is_some());
        let own = edge.actions.iter().any(|it| writes(program, it));
        // What a step stores that nobody asks about changes nothing.
        let stores = granularity != Granularity::Marked && own;
        let is_seen = match last {
            Some(Action::Return { .. }) if stores => return None,
            Some(Action::Return { .. }) => false,
            Some(Action::Call { .. }) if stores => return None,
            Some(Action::Call { result, .. }) => {
                let is_stored = result.is_some_and(|it| is_global(program, it));
                (granularity != Granularity::Marked && is_stored) || marked[edge.to.index()]
            }
            _ => stores || marked[edge.to.index()],
        };
        if is_seen && is_over {
            return None;
        }
        if is_seen {
            let to = edge.to;
            let looks = look(program, to, condition, property);
            program.edges[id].to = looks;
        }
    }
    let is_first = |it: &Process| it.kind == ProcessKind::Ordinary && 0 < it.active;
    let process = program.procs.ids().find(|it| is_first(&program.procs[*it]))?;
    let entry = program.procs[process].entry;
    program.procs[process].entry = look(program, entry, condition, property);
    Some(property)
}

/// A new location where it is looked whether a condition holds, before another.
fn look(program: &mut Program, to: LocId, condition: ExprId, property: PropId) -> LocId {
    let (process, span) = (program.locs[to].process, program.locs[to].span);
    let from = program.locs.push(Location {
        process,
        out: Vec::new(),
        control: Control::Free,
        marks: Marks::default(),
        span,
    });
    let message = "the state is reached".to_owned();
    let violation = Violation { property, message, then: Then::Stop };
    for (guard, violates) in [(Guard::When(condition), Some(violation)), (Guard::Else, None)] {
        let actions = Vec::new();
        program.connect(Edge { from, to, tier: 0, guard, actions, atomic: false, violates, span });
    }
    from
}

/// Whether a condition is about control.
fn asks_for_control(program: &Program, condition: ExprId) -> bool {
    let mut found = false;
    let each = |it| {
        if let Use::Expr(expr) = it {
            found |= matches!(program.exprs[expr], Expr::At { .. } | Expr::ProgramCounter(_));
        }
    };
    Walk::new(program, each).expr(condition);
    found
}
