//! Global variables that functions change: a function may be called when they hold anything.

use std::collections::BTreeSet;

use tribunal_base::Id;

use super::{Piece, Request, names};
use crate::hir::{
    ExprId, ExprKind, Origin, PlaceId, PlaceKind, QualType, Storage, Type, TypeId, Unit, VarId,
    Variable, VariableState,
};

/// A global variable.
pub(crate) struct Global {
    pub(crate) name: String,
    pub(crate) ty: TypeId,
}

/// The global variables that the functions may come to, if some function changes them or they are defined elsewhere, and those that the user says something about. Others keep
/// their first values.
pub(crate) fn changing(unit: &Unit, request: &Request) -> Vec<Global> {
    let named = |pieces: &mut dyn Iterator<Item = &Piece>| -> BTreeSet<String> {
        pieces.flat_map(|it| names(&it.text.replace('\'', " "))).collect()
    };
    let mentioned = named(&mut request.requires.iter().chain(&request.stubs));
    let asked = named(&mut request.atoms.iter());
    let reach = request.reach(unit);
    // What other files do is not known here.
    let is_near = |id: VarId| {
        !request.further.is_empty()
            || reach.variables.contains(&id)
            || asked.contains(&unit.variables[id].name)
    };
    let mut written = BTreeSet::new();
    assigned(unit, &mut written);
    let is_global = |id: VarId| {
        let it = &unit.variables[id];
        it.storage == Storage::Static
            && it.function.is_none()
            && it.origin == Origin::Declaration
            && !is_constant(unit, it.ty)
            && !it.name.is_empty()
            && !is_opaque(unit, it)
            && (is_near(id) && (written.contains(&id) || it.state == VariableState::Declared)
                || mentioned.contains(&it.name))
    };
    let all = (0..unit.variables.len()).map(VarId::from_index).filter(|it| is_global(*it));
    all.map(|it| Global { name: unit.variables[it].name.clone(), ty: unit.variables[it].ty.id })
        .collect()
}

/// Whether nothing of a type can be changed: it is constant, or an array of what is.
fn is_constant(unit: &Unit, ty: QualType) -> bool {
    ty.qualifiers.constant
        || matches!(unit.types.get(ty.id), Type::Array { element, .. } if is_constant(unit, *element))
}

/// Whether only others can make what a variable points to, as they do for `stderr`.
fn is_opaque(unit: &Unit, it: &Variable) -> bool {
    let is_pointer = matches!(unit.types.get(it.ty.id), Type::Pointer(pointee)
        if matches!(unit.types.get(pointee.id), Type::Record(record) if !unit.types.record(*record).complete));
    it.state == VariableState::Declared && is_pointer
}

/// What the static variables of the functions hold at first, though another call may have left something else there.
pub(crate) fn remembering(unit: &Unit, request: &Request) -> Vec<String> {
    let mut found = Vec::new();
    let mut written = BTreeSet::new();
    assigned(unit, &mut written);
    for id in request.reach(unit).variables {
        let it = &unit.variables[id];
        let is_local = it.storage == Storage::Static && it.origin == Origin::Declaration;
        if let Some(function) = it.function.filter(|_| is_local && written.contains(&id)) {
            let function = &unit.functions[function].name;
            found.push(format!("`{}` in `{function}` holds its first value", it.name));
        }
    }
    found
}

/// The variables that some function changes.
fn assigned(unit: &Unit, written: &mut BTreeSet<VarId>) {
    for expr in unit.exprs.values() {
        match &expr.kind {
            ExprKind::Assign { place, .. } => roots(unit, *place, written),
            ExprKind::Update(update) => roots(unit, update.place, written),
            ExprKind::Call { arguments, .. } => {
                for &it in arguments {
                    targets(unit, it, written);
                }
            }
            _ => {}
        }
    }
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
