//! Variables that are defined elsewhere. Numbers hold any value at first. What has pointers or no known size is not supported where it is used: to what they
//! point, or where it ends, nobody can say.

use tribunal_ir::{Action, AssumptionKind};

use super::{Home, Lowering, ids};
use crate::hir::{self, Length, PlaceKind, Type, TypeId, VariableState};
use crate::support::{Support, variables};

impl Lowering<'_> {
    /// Whether nothing is known of a variable, not even as an arbitrary number.
    pub(super) fn is_unknown(&self, id: hir::VarId) -> bool {
        self.is_foreign(id) && !self.may_hold_anything(id)
    }

    pub(super) fn is_foreign(&self, id: hir::VarId) -> bool {
        let variable = &self.unit.variables[id];
        variable.state == VariableState::Declared
            && self.unit.conflict(id).is_none()
            && variables::support(&variable.name) != Some(Support::Honoured)
    }

    /// Whether a variable is the program's own, and any numbers are as good as any others.
    fn may_hold_anything(&self, id: hir::VarId) -> bool {
        let hir::Variable { name, ty, .. } = &self.unit.variables[id];
        variables::support(name).is_none() && self.has_numbers_only(ty.id)
    }

    pub(super) fn has_numbers_only(&self, ty: TypeId) -> bool {
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
            if !is_used || !self.is_foreign(id) || !self.may_hold_anything(id) {
                continue;
            }
            let hir::Variable { ref name, ty, span, .. } = self.unit.variables[id];
            let what =
                format!("variable `{name}` is defined elsewhere and holds any value at first");
            self.assume_that(AssumptionKind::NoDefinition, what, span);
            let (name, size) = (name.clone(), self.size(ty.id));
            self.program.undefined_variables.push((name.clone(), size));
            match self.home(id) {
                Home::Register(var) => {
                    let anything = self.input(&name, self.program.vars[var].ty, span);
                    self.havoc(anything);
                    self.settle();
                    let value = self.load_var(anything);
                    self.set(var, value);
                }
                Home::Static(object) => {
                    let size = self.bytes(size);
                    let from = self.room_for_ever(&name, size, span).0;
                    let to = self.object(object);
                    self.act(Action::Copy { to, from, size });
                }
                Home::Slot { .. } => {}
            }
            self.settle();
        }
    }
}
