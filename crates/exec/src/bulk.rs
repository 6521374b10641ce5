//! Moves of more bytes than there can be: an object may be larger than any memory, but what is written to it byte by byte may not.

use crate::eval::{View, evaluate};
use tribunal_ir::{Action, EdgeId};

/// How many bytes are moved at once, at most.
const MOST: i128 = 1 << 22;

/// Whether an edge would move more bytes at once than can be kept. Whoever chooses values freely asks before it takes the edge.
#[must_use]
pub fn moves_too_much(view: View<'_>, edge: EdgeId) -> bool {
    view.program.edges[edge].actions.iter().any(|it| match it {
        Action::Copy { size, .. } | Action::Fill { size, .. } => MOST < evaluate(view, *size),
        _ => false,
    })
}
