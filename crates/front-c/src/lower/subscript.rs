//! Indices of arrays. An access past an array that is a part of an object, a member of a struct or a row of another array, may stay inside the
//! object, but is undefined all the same (C17 6.5.6p8, J.2), and so is a pointer further away than one past the end.
//!
//! What is looked at is what gcc's `-fsanitize=bounds` looks at: `a[i]` and `&a[i]`, not `a + i`. An array at the end of a struct that is reached by a pointer is left alone: people
//! allocate more than the struct and use the rest as elements.

use tribunal_base::Span;
use tribunal_ir::{BinOp, ExprId};

use super::check::Check;
use super::{Bounds, Home, Lowering};
use crate::hir::{self, ExprKind, Length, PlaceId, PlaceKind, RecordKind, Type};

/// How far an index may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the last element: it is accessed.
    Elements,
    /// Past the last element: only a pointer is made.
    OnePast,
}

impl Lowering<'_> {
    /// Goes wrong if an index leaves the array that `pointer` is the first element of.
    pub(super) fn check_subscript(
        &mut self,
        pointer: hir::ExprId,
        index: ExprId,
        reach: Reach,
        span: Span,
    ) {
        let ty = self.i64_ty();
        let length = match self.length_that_counts(pointer, reach) {
            Some(Length::Known(length)) if 0 < length => self.bytes(length),
            Some(Length::Variable(variable)) => match self.home(variable) {
                Home::Register(var) => {
                    let length = self.load_var(var);
                    self.cast(ty, length)
                }
                Home::Static(_) | Home::Slot { .. } => return,
            },
            // An array without a length, or of none, has as many as there is room for.
            _ => return,
        };
        let index = self.cast(ty, index);
        let zero = self.bytes(0);
        let before = self.binary(BinOp::Lt, index, zero);
        let behind = match reach {
            Reach::Elements => self.binary(BinOp::Le, length, index),
            Reach::OnePast => self.binary(BinOp::Lt, length, index),
        };
        let outside = self.either(before, behind);
        self.check(Check::Bounds, outside, "index outside the array", span);
    }

    /// How many elements the array has whose first element a pointer points to, unless that does not matter or its end is not its last element.
    fn length_that_counts(&self, pointer: hir::ExprId, reach: Reach) -> Option<Length> {
        let ExprKind::AddressOf(place) = self.unit.exprs[pointer].kind else { return None };
        if self.choices.bounds == Bounds::Object {
            return None;
        }
        let Type::Array { element, length } = *self.unit.types.get(self.unit.places[place].ty.id)
        else {
            return None;
        };
        let Type::Pointer(pointee) = *self.unit.types.get(self.unit.exprs[pointer].ty) else {
            return None;
        };
        let is_first_element = pointee.id == element.id;
        let is_part =
            matches!(self.unit.places[place].kind, PlaceKind::Field { .. } | PlaceKind::Deref(_));
        // An access tells by itself whether it is outside the whole object.
        let counts = is_part || reach == Reach::OnePast;
        (is_first_element && counts && !self.may_be_longer(place)).then_some(length)
    }

    /// Whether an array stands at the end of a struct, or of structs in it, that a pointer points to.
    fn may_be_longer(&self, array: PlaceId) -> bool {
        let mut place = array;
        while let PlaceKind::Field { base, record, index } = self.unit.places[place].kind {
            let record = self.unit.types.record(record);
            if record.kind == RecordKind::Struct && index as usize + 1 < record.fields.len() {
                return false;
            }
            place = base;
        }
        let is_reached_by_pointer = match self.unit.places[place].kind {
            PlaceKind::Deref(pointer) => !self.points_to_variable(pointer),
            _ => false,
        };
        place != array && is_reached_by_pointer
    }
}
