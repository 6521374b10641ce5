//! Which decisions matter, given the locations that do.
//!
//! From a location that does not matter, a run comes to one that does, if to any. Where that is the same one whatever is decided,
//! the run may as well go there at once; where it is not, the location that decides it matters, too (Danicic, Barraclough, Harman, Howroyd, Kiss & Laurence: *A
//! unifying theory of control dependence and its application to arbitrary program structures*, Theoretical Computer
//! Science 412, 2011: the weak closure, which does not care whether runs come there at all).

use crate::cfg::{leads_on, successors};
use crate::program::{LocId, Program};
use tribunal_base::Id;

/// Where runs come to next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    /// Nowhere: nothing that matters follows.
    #[default]
    Nowhere,
    /// To this location.
    One(LocId),
    /// That is decided on the way.
    Several,
}

impl Next {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, it) | (it, Self::Nowhere) => it,
            (a, b) if a == b => a,
            _ => Self::Several,
        }
    }
}

/// Adds the locations that decide which location that matters comes next, and tells what comes after each of the others.
///
/// `same` names a location that a run may be at instead of the given one.
pub(super) fn close(
    program: &Program,
    matters: &mut [bool],
    same: impl Fn(LocId) -> Option<LocId>,
) -> Vec<Next> {
    let mut before: Vec<Vec<LocId>> = vec![Vec::new(); program.locs.len()];
    for edge in program.edges.values().filter(|it| leads_on(program, it)) {
        before[edge.to.index()].push(edge.from);
    }
    loop {
        let next = comes_next(program, matters, &same, &before);
        let seen = |at: LocId| seen(matters, &same, &next, at);
        let mut deciding = Vec::new();
        for at in program.locs.ids() {
            let is_open = !matters[at.index()] && next[at.index()] == Next::Several;
            let is_one = |it: LocId| matches!(seen(it), Next::One(_));
            if is_open && successors(program, at).any(is_one) {
                deciding.push(at);
            }
        }
        if deciding.is_empty() {
            return next;
        }
        deciding.into_iter().for_each(|it| matters[it.index()] = true);
    }
}

/// What comes next for a run that arrives at a location.
fn seen(
    matters: &[bool],
    same: &impl Fn(LocId) -> Option<LocId>,
    next: &[Next],
    at: LocId,
) -> Next {
    match same(at) {
        Some(other) => Next::One(other),
        None if matters[at.index()] => Next::One(at),
        None => next[at.index()],
    }
}

fn comes_next(
    program: &Program,
    matters: &[bool],
    same: &impl Fn(LocId) -> Option<LocId>,
    before: &[Vec<LocId>],
) -> Vec<Next> {
    let mut next = vec![Next::Nowhere; program.locs.len()];
    let mut open: Vec<LocId> = program.locs.ids().collect();
    while let Some(at) = open.pop() {
        let found = successors(program, at)
            .map(|it| seen(matters, same, &next, it))
            .fold(Next::Nowhere, Next::or);
        if found != next[at.index()] {
            next[at.index()] = found;
            if !matters[at.index()] && same(at).is_none() {
                open.extend(&before[at.index()]);
            }
        }
    }
    next
}
