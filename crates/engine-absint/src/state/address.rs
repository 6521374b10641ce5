//! What says where a place in memory is: as long as it stays the same, so does the place.

use crate::state::layout::Layout;
use tribunal_ir::visit::{Use, Walk};
use tribunal_ir::{Expr, ExprId, Place, PlaceId, Program};

/// What says where a place in memory is.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    /// Scalars in variables.
    pub(crate) cells: Box<[u32]>,
    /// Whether there is something in memory that does, too.
    pub(crate) is_indirect: bool,
}

impl Address {
    /// That of a place in memory, if variables and memory alone say where it is.
    pub(crate) fn of(layout: &Layout<'_>, place: PlaceId) -> Option<Self> {
        let program = layout.program;
        let Place::Deref { pointer, .. } = program.places[place] else { return None };
        let (mut cells, mut is_indirect, mut is_known) = (Vec::new(), false, true);
        let mut walk = Walk::new(program, |used| match used {
            Use::Expr(expr) => is_known &= is_plain(program, expr),
            Use::Read(place) => match program.places[place] {
                Place::Var(_) => cells.extend(layout.only_cell(place)),
                Place::Deref { .. } => is_indirect = true,
                Place::Index(..) | Place::Field(..) | Place::Remote { .. } => is_known = false,
            },
            Use::Write(_) => is_known = false,
        });
        walk.expr(pointer);
        is_known.then(|| Self { cells: cells.into(), is_indirect })
    }
}

/// Whether the value depends on variables and memory alone.
fn is_plain(program: &Program, expr: ExprId) -> bool {
    matches!(
        program.exprs[expr],
        Expr::Const { .. }
            | Expr::Object(_)
            | Expr::Load(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast { .. }
            | Expr::Advance { .. }
    )
}
