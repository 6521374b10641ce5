//! Ends of processes that nobody notices.
//!
//! A process that is about to end and can do nothing else takes no part in anything. If nobody asks
//! which index a process has, how many there are or where they are, and if no channel dies with a
//! process, two states are alike as soon as they are after all such processes have been struck off
//! the list: every other step is possible in both or in neither, and leads to states that are alike
//! again. (This needs all ends of the program to be such: an atomic sequence may end with the end of
//! its process, or stop before it because a younger process is still there.) The relation is a
//! stuttering bisimulation; since a run between two starts has finitely many ends, it keeps infinite
//! runs infinite. (`timeout` is false where an end is possible; it is true after it iff it is true
//! where the process was struck off.)
//!
//! Such an end therefore commutes with everything, starts of other processes included, although these
//! make it impossible for a while.

use crate::model::{ActionCode, Base, Code, First, GuardCode, LocationCode, Model};

/// For each edge, whether it is an end that nobody notices.
pub(super) fn unnoticed(model: &Model) -> Vec<bool> {
    let mut unnoticed = vec![false; model.edges.len()];
    if has_observers(model) {
        return unnoticed;
    }
    for location in &model.locations {
        let out = &model.out[location.out.range()];
        for &edge in out.iter().filter(|it| ends(model, **it)) {
            if out.len() != 1 || !is_quiet(location) || !is_plain(model, edge) {
                // Whether a process stops here may depend on whether a younger one has ended.
                return vec![false; model.edges.len()];
            }
            unnoticed[edge as usize] = true;
        }
    }
    unnoticed
}

/// Whether somebody may tell processes apart, or is kept from moving by one that can end.
fn has_observers(model: &Model) -> bool {
    let dies = model.regions.iter().any(|it| !it.channels.is_empty());
    let asks = |code: &Code| match code {
        Code::SelfPid => model.features.spawn,
        Code::ProcessCount
        | Code::InstanceOf(_)
        | Code::At { .. }
        | Code::ProgramCounter(_)
        | Code::Priority(_)
        | Code::Enabled(_) => true,
        _ => false,
    };
    let is_told = |it: &ActionCode| {
        matches!(it, ActionCode::Spawn { result: Some(_), .. } | ActionCode::SetPriority { .. })
    };
    dies || model.features.priority_scheduling
        || model.features.provided
        || model.codes.iter().any(asks)
        || model.places.iter().any(|it| matches!(it.base, Base::Remote { .. }))
        || model.actions.iter().any(is_told)
}

/// Whether it makes no difference to any property that a process is at a location.
fn is_quiet(location: &LocationCode) -> bool {
    location.end && !location.accept && !location.progress
}

fn ends(model: &Model, edge: u32) -> bool {
    let actions = &model.actions[model.edges[edge as usize].actions.range()];
    actions.iter().any(|it| matches!(it, ActionCode::Exit))
}

/// Whether an edge does nothing but end its process.
fn is_plain(model: &Model, edge: u32) -> bool {
    let code = &model.edges[edge as usize];
    matches!(code.guard, GuardCode::Always)
        && matches!(code.first, First::Exit)
        && matches!(model.actions[code.actions.range()], [ActionCode::Exit])
        && code.violates.is_none()
}
