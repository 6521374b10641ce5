//! Who sees the address of an object as a number relies on where it lies. Most programs convert the pointer; others compare its bytes, or read them by a
//! pointer to integers, or by a union.

use tribunal_base::Span;
use tribunal_ir::AssumptionKind;

use super::Lowering;
use super::nan::{has, pointee};
use crate::hir::{
    Callee, ConversionKind, Expr, ExprKind, Place, PlaceKind, RecordKind, Type, TypeId, Unit,
};
use crate::library::plain;

/// Functions of the library that look at the bytes of what they get.
const LOOKING: [&str; 6] = ["bcmp", "memchr", "memcmp", "memmem", "memrchr", "rawmemchr"];

/// Those that copy bytes from their second argument to their first.
const COPYING: [&str; 2] = ["memcpy", "memmove"];

impl Lowering<'_> {
    /// A result rests on where objects lie.
    pub(super) fn assume_addresses(&mut self, span: Span) {
        let what = "objects lie at the addresses that one run gives them".to_owned();
        self.assume_that(AssumptionKind::Addresses, what, span);
    }

    /// Notes it if the program may look at the bytes of pointers.
    pub(super) fn note_bytes_of_pointers(&mut self) {
        let unit = self.unit;
        let is_own = |span: Span| !unit.library.contains(&span.file);
        let by_expr = unit.exprs.values().find(|it| is_own(it.span) && looks(unit, it));
        let by_union = || unit.places.values().find(|it| is_own(it.span) && is_pun(unit, it));
        let found = by_expr.map(|it| it.span).or_else(|| by_union().map(|it| it.span));
        if let Some(span) = found {
            self.assume_addresses(span);
        }
    }
}

fn looks(unit: &Unit, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Convert(ConversionKind::Pointer, from) => {
            has_pointers(unit, pointee(unit, unit.exprs[*from].ty))
                && pointee(unit, expr.ty).is_some_and(|it| has_room(unit, it))
        }
        ExprKind::Call { callee: Callee::Direct(function), arguments } => {
            let name = plain(&unit.functions[*function].name);
            let name = name.strip_prefix("__builtin_").unwrap_or(name);
            // What is handed over, before it became a `void *`.
            let given = |index: usize| match unit.exprs[*arguments.get(index)?].kind {
                ExprKind::Convert(ConversionKind::Pointer, from) => {
                    pointee(unit, unit.exprs[from].ty)
                }
                _ => None,
            };
            let is_copied = COPYING.contains(&name)
                && given(0).is_some_and(|it| matches!(unit.types.get(it), Type::Integer(_)))
                && has_pointers(unit, given(1));
            is_copied || LOOKING.contains(&name) && has_pointers(unit, given(0))
        }
        _ => false,
    }
}

/// Whether a place is the number in a union of a number and a pointer.
fn is_pun(unit: &Unit, place: &Place) -> bool {
    let PlaceKind::Field { record, .. } = place.kind else { return false };
    let record = unit.types.record(record);
    record.kind == RecordKind::Union
        && has_room(unit, place.ty.id)
        && record.fields.iter().any(|it| has_pointers(unit, Some(it.ty.id)))
}

fn has_pointers(unit: &Unit, ty: Option<TypeId>) -> bool {
    has(unit, ty, |it| matches!(it, Type::Pointer(_)))
}

/// Whether a type is that of integers in which a pointer has room.
fn has_room(unit: &Unit, ty: TypeId) -> bool {
    let is_long = unit.types.size_of(ty) >= Some(unit.types.model.pointer_size());
    match unit.types.get(ty) {
        Type::Integer(_) => is_long,
        Type::Array { element, .. } => {
            is_long && matches!(unit.types.get(element.id), Type::Integer(_))
        }
        _ => false,
    }
}
