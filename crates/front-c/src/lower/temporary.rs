//! Objects of temporary lifetime: a struct that a call yields, an array of which becomes a pointer, lives until the end of the full expression (C17 6.2.4p8).

use tribunal_ir::{Action, ExprId, LocId};

use super::Lowering;
use crate::hir::{self, PlaceId, PlaceKind, Unit};

/// Whether a program has such objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temporaries {
    None,
    Some,
}

impl Temporaries {
    pub(super) fn of(unit: &Unit) -> Self {
        let is_temporary = |it: &hir::Place| matches!(it.kind, PlaceKind::Temporary(_));
        if unit.places.values().any(is_temporary) { Self::Some } else { Self::None }
    }
}

impl Lowering<'_> {
    /// The address of a part of a temporary object, which is made here; none if the place is in no such object.
    pub(super) fn address_in_temporary(&mut self, place: PlaceId) -> Option<ExprId> {
        match self.unit.places[place].kind {
            PlaceKind::Temporary(value) => {
                let hir::Expr { ty, span, .. } = self.unit.exprs[value];
                let from = self.value(value);
                let room = self.room(self.size(ty), span);
                let (to, size) = (self.load_var(room), self.bytes(self.size(ty)));
                self.act(Action::Copy { to, from, size });
                self.build.until_full_expression.push(room);
                Some(to)
            }
            PlaceKind::Field { base, record, index } => {
                let whole = self.address_in_temporary(base)?;
                let offset = self.unit.types.record(record).fields[index as usize].offset;
                Some(self.advance_by(whole, offset))
            }
            _ => None,
        }
    }

    /// Does what a full expression does; then its temporary objects die.
    pub(super) fn full_expression<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let first = self.build.until_full_expression.len();
        let result = evaluate(self);
        self.release_temporaries(first);
        result
    }

    /// Goes to one of two points by a condition that is a full expression.
    pub(super) fn full_condition(&mut self, condition: hir::ExprId, yes: LocId, no: LocId) {
        if self.temporaries == Temporaries::None {
            return self.condition(condition, yes, no);
        }
        let first = self.build.until_full_expression.len();
        let (holds, fails) = (self.point(), self.point());
        self.condition(condition, holds, fails);
        let temporaries = self.build.until_full_expression.clone();
        for (from, to) in [(holds, yes), (fails, no)] {
            if self.build.flow.is_entered(from) {
                self.arrive(from);
                self.build.until_full_expression.clone_from(&temporaries);
                self.release_temporaries(first);
                self.goto(to);
            }
        }
        self.build.until_full_expression.truncate(first);
    }

    fn release_temporaries(&mut self, first: usize) {
        let dying = self.build.until_full_expression.split_off(first);
        if self.is_reached() {
            for address in dying {
                let pointer = self.load_var(address);
                self.act(Action::Release { pointer });
                let null = self.null();
                self.set(address, null);
            }
        }
    }
}
