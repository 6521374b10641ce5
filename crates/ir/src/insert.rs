//! Steps put before locations: a program that looks at itself, without another behaviour.

use tribunal_base::Span;

use crate::edge::{Action, Edge, Guard, Violation};
use crate::program::{Control, EdgeId, ExprId, LocId, Location, Marks, Program};

/// What is done on the way to a location.
#[derive(Clone, Debug)]
pub struct Look {
    /// When.
    pub guard: Guard,
    /// What is stored.
    pub actions: Vec<Action>,
    /// What is violated.
    pub violates: Option<Violation>,
}

/// Looks at the state whenever control comes to a location: does one of these things, or nothing where no guard holds.
pub fn look_before(program: &mut Program, to: LocId, looks: Vec<Look>) -> LocId {
    let Location { process, span, .. } = program.locs[to];
    let marks = Marks::default();
    let from = program.locs.push(Location {
        process,
        out: Vec::new(),
        control: Control::Free,
        marks,
        span,
    });
    program.edges.values_mut().filter(|it| it.to == to).for_each(|it| it.to = from);
    program.procs.values_mut().filter(|it| it.entry == to).for_each(|it| it.entry = from);
    for Look { guard, actions, violates } in looks {
        connect(program, (from, to), span, guard, actions, violates);
    }
    connect(program, (from, to), span, Guard::Else, Vec::new(), None);
    from
}

/// Splits a step behind one of its actions, and looks at the state there: where a condition holds, it goes wrong; else it does these actions and goes on.
pub fn look_within(
    program: &mut Program,
    id: EdgeId,
    action: usize,
    trap: Option<(ExprId, Violation)>,
    actions: Vec<Action>,
) {
    let edge = program.edges[id].clone();
    let Location { process, span, .. } = program.locs[edge.from];
    let (marks, control) = (Marks::default(), Control::Free);
    let within = program.locs.push(Location { process, out: Vec::new(), control, marks, span });
    let split = &mut program.edges[id];
    let rest = split.actions.split_off(action + 1);
    (split.to, split.violates) = (within, None);
    let ends = (within, edge.to);
    if let Some((condition, violation)) = trap {
        connect(program, ends, edge.span, Guard::When(condition), Vec::new(), Some(violation));
    }
    let actions = actions.into_iter().chain(rest).collect();
    connect(program, ends, edge.span, Guard::Else, actions, edge.violates);
}

fn connect(
    program: &mut Program,
    (from, to): (LocId, LocId),
    span: Span,
    guard: Guard,
    actions: Vec<Action>,
    violates: Option<Violation>,
) {
    program.connect(Edge { from, to, tier: 0, guard, actions, atomic: false, violates, span });
}
