//! Assignments between parts of a union that overlap (C17 6.5.16.1p3).

use tribunal_base::Span;
use tribunal_ir::ExprId;

use super::Lowering;
use crate::hir::{Length, RecordKind, Type, TypeId};

/// Where a type lies in a union is not looked for further when there are so many places: then it may overlap itself.
const MOST_PLACES: usize = 10_000;

impl Lowering<'_> {
    /// Goes wrong if a struct or union is copied to where it overlaps itself without being the same. That can happen only where a union has its type in two places.
    pub(super) fn check_copied_apart(&mut self, to: ExprId, from: ExprId, ty: TypeId, span: Span) {
        if self.may_overlap_itself(ty) {
            let size = self.bytes(self.size(ty));
            self.check_apart(to, from, size, span);
        }
    }

    fn may_overlap_itself(&self, ty: TypeId) -> bool {
        let size = self.size(ty);
        let unions = self.unit.types.records().filter(|(_, it)| it.kind == RecordKind::Union);
        unions.into_iter().any(|(_, it)| {
            let mut places = Vec::new();
            for field in &it.fields {
                self.places_of(ty, field.ty.id, field.offset, &mut places);
            }
            places.sort_unstable();
            places.dedup();
            places.len() >= MOST_PLACES || places.windows(2).any(|it| it[1] - it[0] < size)
        })
    }

    /// Where a type lies in another one that starts there.
    fn places_of(&self, ty: TypeId, within: TypeId, start: u64, places: &mut Vec<u64>) {
        if ty == within {
            places.push(start);
        }
        match self.unit.types.get(within) {
            Type::Record(record) => {
                for field in &self.unit.types.record(*record).fields {
                    self.places_of(ty, field.ty.id, start + field.offset, places);
                }
            }
            Type::Array { element, length: Length::Known(length) } => {
                let before = places.len();
                self.places_of(ty, element.id, start, places);
                let of_the_first = places.split_off(before);
                let size = self.unit.types.size_of(element.id).unwrap_or(0);
                let room = MOST_PLACES.saturating_sub(before);
                let all =
                    (0..*length).flat_map(|it| of_the_first.iter().map(move |at| at + it * size));
                places.extend(all.take(room));
            }
            _ => {}
        }
    }
}
