//! Which variables of a function are related to each other.
//!
//! A pack has the integer variables that are compared with or assigned from each other (B. Blanchet et al.: *A static analyzer for large safety-critical software*.
//! PLDI 2003).

use crate::state::layout::Layout;
use std::collections::BTreeMap;
use tribunal_base::Id as _;
use tribunal_ir::{Action, BinOp, Expr, ExprId, Guard, IntShape, Place, PlaceId, Scope, Ty, UnOp};

/// How deep expressions may be nested.
pub(crate) const DEPTH: u32 = 16;

/// The scalars of each function that are worth relating, most used first, and at most so many.
pub(crate) fn packs(layout: &Layout<'_>, most: usize) -> Vec<Vec<u32>> {
    let program = layout.program;
    let mut uses: Vec<BTreeMap<u32, usize>> = vec![BTreeMap::new(); program.procs.len()];
    if most < 2 {
        return vec![Vec::new(); program.procs.len()];
    }
    for edge in program.edges.values() {
        let own = &mut uses[layout.process(edge.from).index()];
        let mut note = |cells: Vec<u32>| {
            if 1 < cells.len() {
                cells.into_iter().for_each(|it| *own.entry(it).or_default() += 1);
            }
        };
        if let Guard::When(condition) = edge.guard {
            comparisons(layout, condition, DEPTH, &mut note);
        }
        for action in &edge.actions {
            if let Action::Assign { place, value } = action
                && let Some(cell) = local(layout, *place)
            {
                let mut cells = vec![cell];
                mentioned(layout, *value, DEPTH, &mut cells);
                cells.dedup();
                note(cells);
            }
        }
    }
    let pack = |uses: BTreeMap<u32, usize>| {
        let mut cells: Vec<(u32, usize)> = uses.into_iter().collect();
        cells.sort_by_key(|(cell, count)| (std::cmp::Reverse(*count), *cell));
        cells.truncate(most);
        cells.into_iter().map(|it| it.0).collect()
    };
    uses.into_iter().map(pack).collect()
}

/// The scalar of a local integer variable.
pub(crate) fn local(layout: &Layout<'_>, place: PlaceId) -> Option<u32> {
    let Place::Var(var) = layout.program.places[place] else { return None };
    let cell = layout.scalar(var)?;
    let is_local = matches!(layout.program.vars[var].scope, Scope::Local(_));
    (is_local && integer(layout.cell_ty(cell)).is_some()).then_some(cell)
}

/// The shape of an integer type whose numbers are kept as they are meant.
pub(crate) fn integer(ty: Ty) -> Option<IntShape> {
    match ty {
        Ty::Int(shape) if shape.bits <= 64 => Some(shape),
        _ => None,
    }
}

/// The variables in a sum.
pub(crate) fn mentioned(layout: &Layout<'_>, expr: ExprId, depth: u32, found: &mut Vec<u32>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match layout.program.exprs[expr] {
        Expr::Load(place) => found.extend(local(layout, place)),
        Expr::Cast { arg, .. } | Expr::Unary(UnOp::Neg, arg) => {
            mentioned(layout, arg, depth, found)
        }
        Expr::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, a, b) => {
            mentioned(layout, a, depth, found);
            mentioned(layout, b, depth, found);
        }
        _ => {}
    }
}

/// The variables in each comparison of a condition.
fn comparisons(layout: &Layout<'_>, expr: ExprId, depth: u32, note: &mut dyn FnMut(Vec<u32>)) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match layout.program.exprs[expr] {
        Expr::Unary(UnOp::Not, arg) | Expr::Cast { arg, .. } => {
            comparisons(layout, arg, depth, note);
        }
        Expr::Binary(BinOp::And | BinOp::Or, a, b) => {
            comparisons(layout, a, depth, note);
            comparisons(layout, b, depth, note);
        }
        Expr::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) => {
            let mut cells = Vec::new();
            mentioned(layout, a, depth, &mut cells);
            mentioned(layout, b, depth, &mut cells);
            note(cells);
        }
        _ => {}
    }
}
