//! Variables that are defined elsewhere. Numbers hold any value at first. What has pointers or no known size is not supported where it is used: to what they
//! point, or where it ends, nobody can say.

use tribunal_ir::{Action, AssumptionKind};

use super::{Home, Lowering, ids};
use crate::hir::{self, Length, PlaceKind, Type, TypeId, VariableState};

/// Those that the C library defines.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Lowering<'_> {
    /// Whether nothing is known of a variable, not even as an arbitrary number.
    pub(super) fn is_unknown(&self, id: hir::VarId) -> bool {
        self.is_foreign(id) && !self.has_numbers_only(self.unit.variables[id].ty.id)
    }

    fn is_foreign(&self, id: hir::VarId) -> bool {
        let variable = &self.unit.variables[id];
        variable.state == VariableState::Declared && !STREAMS.contains(&variable.name.as_str())
    }

    fn has_numbers_only(&self, ty: TypeId) -> bool {
        match self.unit.types.get(ty) {
            Type::Integer(_) | Type::Float(_) | Type::Enum(_) | Type::Bool => true,
            Type::Array { element, length: Length::Known(_) } => self.has_numbers_only(element.id),
            Type::Record(record) => {
                let record = self.unit.types.record(*record);
                record.complete && record.fields.iter().all(|it| self.has_numbers_only(it.ty.id))
            }
            _ => false,
        }
    }

    /// Gives the variables that are defined elsewhere arbitrary values.
    pub(super) fn make_foreign_arbitrary(&mut self) {
        let mut used = vec![false; self.unit.variables.len()];
        for place in self.unit.places.values() {
            if let PlaceKind::Variable(id) = place.kind {
                use tribunal_base::Id;
                used[id.index()] = true;
            }
        }
        for (id, is_used) in ids(&self.unit.variables).zip(used) {
            let hir::Variable { ref name, ty, span, .. } = self.unit.variables[id];
            if !is_used || !self.is_foreign(id) || !self.has_numbers_only(ty.id) {
                continue;
            }
            let what =
                format!("variable `{name}` is defined elsewhere and holds any value at first");
            self.assume_that(AssumptionKind::NoDefinition, what, span);
            match self.home(id) {
                Home::Register(var) => self.havoc(var),
                Home::Static(object) => {
                    let size = self.bytes(self.size(ty.id));
                    let from = self.room_for_ever(&name.clone(), size, span).0;
                    let to = self.object(object);
                    self.act(Action::Copy { to, from, size });
                }
                Home::Slot { .. } => {}
            }
            self.settle();
        }
    }
}
