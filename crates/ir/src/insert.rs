//! Steps put before locations: a program that looks at itself, without another behaviour.

use tribunal_base::Span;

use crate::edge::{Action, Edge, Guard, Violation};
use crate::program::{Control, LocId, Location, Marks, Program};

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
