//! Global variables that functions change: a function may be called when they hold anything.

use std::collections::BTreeSet;

use tribunal_base::Id;

use super::{Request, names};
use crate::hir::{
    ExprId, ExprKind, Origin, PlaceId, PlaceKind, Storage, TypeId, Unit, VarId, VariableState,
};

/// A global variable.
pub(crate) struct Global {
    pub(crate) name: String,
    pub(crate) ty: TypeId,
}

/// The global variables that some function changes, that are defined elsewhere, or that the user mentions. Others keep their first values.
pub(crate) fn changing(unit: &Unit, request: &Request) -> Vec<Global> {
    let pieces = request.requires.iter().chain(&request.stubs);
    let mentioned: BTreeSet<String> =
        pieces.flat_map(|it| names(&it.text.replace('\'', " "))).collect();
    let mut written = BTreeSet::new();
    for expr in unit.exprs.values() {
        match &expr.kind {
            ExprKind::Assign { place, .. } => roots(unit, *place, &mut written),
            ExprKind::Update(update) => roots(unit, update.place, &mut written),
            ExprKind::Call { arguments, .. } => {
                for &it in arguments {
                    targets(unit, it, &mut written);
                }
            }
            _ => {}
        }
    }
    let is_global = |id: VarId| {
        let it = &unit.variables[id];
        it.storage == Storage::Static
            && it.function.is_none()
            && it.origin == Origin::Declaration
            && !it.ty.qualifiers.constant
            && !it.name.is_empty()
            && (written.contains(&id)
                || it.state == VariableState::Declared
                || mentioned.contains(&it.name))
    };
    let all = (0..unit.variables.len()).map(VarId::from_index).filter(|it| is_global(*it));
    all.map(|it| Global { name: unit.variables[it].name.clone(), ty: unit.variables[it].ty.id })
        .collect()
}

/// The variables that a place is a part of, as far as can be seen.
fn roots(unit: &Unit, place: PlaceId, found: &mut BTreeSet<VarId>) {
    match &unit.places[place].kind {
        PlaceKind::Variable(variable) => {
            found.insert(*variable);
        }
        PlaceKind::Field { base, .. } => roots(unit, *base, found),
        PlaceKind::Deref(pointer) => targets(unit, *pointer, found),
        PlaceKind::CompoundLiteral { .. } | PlaceKind::Temporary(_) | PlaceKind::Unsupported(_) => {
        }
    }
}

/// The variables whose addresses an expression takes.
fn targets(unit: &Unit, expr: ExprId, found: &mut BTreeSet<VarId>) {
    if let ExprKind::AddressOf(place) = unit.exprs[expr].kind {
        roots(unit, place, found);
    }
    unit.operands(expr, &mut |it| targets(unit, it, found));
}
