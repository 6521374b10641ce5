//! Edges that can be taken at all, as far as the edges beside them tell.

use crate::edge::{Action, Edge, Guard};
use crate::expr::{BinOp, Expr, UnOp};
use crate::program::{EdgeId, ExprId, LocId, Program};
use crate::ty::Ty;

/// The edges of a location without those whose condition is the constant false, and those that
/// another edge always disables: an `else`, or an edge of a higher tier, after an edge that is always
/// enabled.
pub(super) fn feasible(program: &Program, loc: LocId) -> Vec<EdgeId> {
    let out = &program.locs[loc].out;
    let always = out.iter().position(|it| is_always_enabled(program, &program.edges[*it]));
    let possible = |it: &EdgeId| !is_never_enabled(program, &program.edges[*it]);
    let Some(always) = always else { return out.iter().copied().filter(possible).collect() };
    let tier = program.edges[out[always]].tier;
    let is_feasible = |(position, id): &(usize, EdgeId)| {
        let edge = &program.edges[*id];
        // At a rendezvous, `else` and tiers count among receives alone.
        possible(id)
            && (*position <= always
                || edge.receives().is_some()
                || edge.guard != Guard::Else && edge.tier == tier)
    };
    out.iter().copied().enumerate().filter(is_feasible).map(|(_, id)| id).collect()
}

/// Whether nothing but an earlier edge can disable an edge.
pub(super) fn is_always_enabled(program: &Program, edge: &Edge) -> bool {
    let can_block = matches!(
        edge.actions.first(),
        Some(Action::Send { .. } | Action::Receive { .. } | Action::Exit)
    );
    match edge.guard {
        Guard::When(condition) => is_true(program, condition) && !can_block,
        Guard::Else => false,
    }
}

/// Whether the condition of an edge is the constant false.
pub(super) fn is_never_enabled(program: &Program, edge: &Edge) -> bool {
    match edge.guard {
        Guard::When(condition) => matches!(program.exprs[condition], Expr::Const { value: 0, .. }),
        Guard::Else => false,
    }
}

/// Whether a condition is the constant true.
pub(super) fn is_true(program: &Program, condition: ExprId) -> bool {
    match program.exprs[condition] {
        Expr::Const { value: 1, ty } => program.tys[ty] == Ty::Bool,
        _ => false,
    }
}

/// Whether always exactly one of two conditions holds, as far as their form tells.
pub(super) fn are_opposite(program: &Program, a: ExprId, b: ExprId) -> bool {
    match (&program.exprs[a], &program.exprs[b]) {
        (Expr::Unary(UnOp::Not, inner), _) if *inner == b => true,
        (_, Expr::Unary(UnOp::Not, inner)) if *inner == a => true,
        (Expr::Binary(BinOp::Eq, x, y), Expr::Binary(BinOp::Ne, u, v))
        | (Expr::Binary(BinOp::Ne, x, y), Expr::Binary(BinOp::Eq, u, v)) => {
            (x, y) == (u, v) || (x, y) == (v, u)
        }
        (Expr::Binary(BinOp::Lt, x, y), Expr::Binary(BinOp::Le, u, v))
        | (Expr::Binary(BinOp::Le, x, y), Expr::Binary(BinOp::Lt, u, v)) => (x, y) == (v, u),
        _ => false,
    }
}
