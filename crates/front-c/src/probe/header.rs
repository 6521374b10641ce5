//! What stands before a text: some libraries hand out pointers to characters behind a header of their own, and reach it by `s[-1]` or
//! `s - sizeof(struct header)`.

use crate::hir::{Direction, ExprId, ExprKind, FunctionId, PlaceKind, Type, UnaryOp, Unit, VarId};

use super::reach::Reach;

/// No header is larger.
const MOST: u64 = 64;

/// How many bytes before what their parameters point to functions look at, as far as they say so by constants.
pub(crate) fn before(unit: &Unit, reach: &Reach) -> u64 {
    let parameters: Vec<VarId> =
        reach.functions.iter().flat_map(|it| parameters(unit, *it)).collect();
    let distances = unit.exprs.values().filter_map(|it| match it.kind {
        ExprKind::PointerAdd { pointer, index, direction, .. }
            if is_text(unit, pointer) && is_any(unit, pointer, &parameters) =>
        {
            let index = constant(unit, index)?;
            let distance = if direction == Direction::Backward { index } else { -index };
            u64::try_from(distance).ok().filter(|it| *it <= MOST)
        }
        _ => None,
    });
    distances.max().unwrap_or(0)
}

fn parameters(unit: &Unit, function: FunctionId) -> impl Iterator<Item = VarId> {
    let function = &unit.functions[function];
    let has_body = function.body.is_some();
    function.parameters.iter().copied().filter(move |_| has_body)
}

/// Whether a value points to bytes.
fn is_text(unit: &Unit, pointer: ExprId) -> bool {
    match unit.types.get(unit.exprs[pointer].ty) {
        Type::Pointer(to) => unit.types.size_of(to.id) == Some(1),
        _ => false,
    }
}

/// Whether a value is one of some variables.
fn is_any(unit: &Unit, expr: ExprId, variables: &[VarId]) -> bool {
    match unit.exprs[expr].kind {
        ExprKind::Load(place) => match unit.places[place].kind {
            PlaceKind::Variable(variable) => variables.contains(&variable),
            _ => false,
        },
        ExprKind::Convert(_, arg) => is_any(unit, arg, variables),
        _ => false,
    }
}

fn constant(unit: &Unit, expr: ExprId) -> Option<i128> {
    match unit.exprs[expr].kind {
        ExprKind::Integer(number) => Some(number),
        ExprKind::Convert(_, arg) => constant(unit, arg),
        ExprKind::Unary(UnaryOp::Negate, arg) => constant(unit, arg).map(|it| -it),
        _ => None,
    }
}
