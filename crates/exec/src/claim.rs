//! How a claim moves: it looks at a state of the program and changes its own location only.

use crate::enabled::select;
use crate::eval::View;
use crate::state::State;
use crate::step::Diverges;
use tribunal_ir::{Control, EdgeId, LocId, Program};

/// The moves of a claim that is at a location while the program is in a state: each with its first
/// edge and the location after it. There are none if the claim is blocked.
///
/// # Errors
/// If an indivisible move does not come to an end.
pub fn claim_successors(
    program: &Program,
    state: &State,
    location: LocId,
) -> Result<Vec<(EdgeId, LocId)>, Diverges> {
    let view = View::of_property(program, state);
    let mut moves = Vec::new();
    for edge in enabled_edges(view, location) {
        if let Some(target) = settle(view, edge)? {
            moves.push((edge, target));
        }
    }
    Ok(moves)
}

/// Whether a claim at this location has reached its end: it may stop there and has nowhere to go.
#[must_use]
pub fn is_claim_end(program: &Program, location: LocId) -> bool {
    let location = &program.locs[location];
    location.marks.end && location.out.is_empty()
}

/// The enabled edges of a location of a claim: nothing that a claim does can block.
fn enabled_edges(view: View<'_>, location: LocId) -> Vec<EdgeId> {
    select(view, location, |_| vec![()]).into_iter().map(|(edge, ())| edge).collect()
}

/// Where a move that begins with an edge ends; `None` if it is blocked on the way.
fn settle(view: View<'_>, first: EdgeId) -> Result<Option<LocId>, Diverges> {
    let program = view.program;
    let mut location = program.edges[first].to;
    let mut seen = Vec::new();
    while program.locs[location].control == Control::Indivisible {
        if seen.contains(&location) {
            // The state does not change meanwhile, so the claim would go round for ever.
            return Err(Diverges { edge: first, span: program.edges[first].span });
        }
        seen.push(location);
        match enabled_edges(view, location).first() {
            Some(&edge) => location = program.edges[edge].to,
            None => return Ok(None),
        }
    }
    Ok(Some(location))
}
