//! Structs and arrays of C that are variables of the program instead of objects in memory, where C is a part of a model.
//!
//! They are those whose parts are only ever named: `table[i].count`. Nothing points to them, so nothing is lost; and a program without
//! memory is one that every engine takes.

use std::collections::{BTreeSet, HashMap};

use tribunal_ir::{
    Field, Initialiser, Initially, IntShape, Matching, Place, PlaceId, Record, Scope, Ty, TyId, Var,
};

use super::Lowering;
use super::host::{Host, element};
use super::types::Class;
use crate::hir::{self, ElementValue, ExprKind, Length, PlaceKind, RecordKind, Type, TypeId, Unit};

/// The most scalars that such a variable may have.
const MOST_PARTS: u64 = 4096;

/// The variables, with their places once they are used.
pub(super) type Wholes = HashMap<hir::VarId, Option<tribunal_ir::VarId>>;

/// The static variables of a unit that need not be objects.
pub(super) fn wholes(unit: &Unit, host: &Host) -> Wholes {
    let mut found: BTreeSet<hir::VarId> = super::ids(&unit.variables)
        .filter(|it| {
            let variable = &unit.variables[*it];
            variable.storage == hir::Storage::Static
                && variable.state != hir::VariableState::Declared
                && variable.extra_bytes == 0
                && matches!(unit.types.get(variable.ty.id), Type::Array { .. } | Type::Record(_))
                && parts(unit, variable.ty.id).is_some_and(|it| it <= MOST_PARTS)
                && variable.initialiser.as_ref().is_none_or(is_plain)
        })
        .collect();
    // An address serves only to find an element.
    let derefs = unit.places.values().filter_map(|it| match it.kind {
        PlaceKind::Deref(pointer) => Some(pointer),
        _ => None,
    });
    let mut harmless: BTreeSet<hir::ExprId> = BTreeSet::new();
    for pointer in derefs {
        if element(unit, pointer).is_some() {
            harmless.insert(match unit.exprs[pointer].kind {
                ExprKind::PointerAdd { pointer, .. } => pointer,
                _ => pointer,
            });
        }
    }
    let is_aggregate =
        |ty: TypeId| matches!(unit.types.get(ty), Type::Array { .. } | Type::Record(_));
    let mut drop = |place: hir::PlaceId| {
        if let Some(root) = root(unit, host, place) {
            found.remove(&root);
        }
    };
    for (id, expr) in unit.exprs.iter() {
        match &expr.kind {
            ExprKind::AddressOf(place) if !harmless.contains(&id) => drop(*place),
            ExprKind::Load(place) if is_aggregate(expr.ty) => drop(*place),
            ExprKind::Assign { place, .. } if is_aggregate(unit.places[*place].ty.id) => {
                drop(*place);
            }
            ExprKind::Va(access) => match access {
                hir::Access::Start(place)
                | hir::Access::Argument(place)
                | hir::Access::End(place) => drop(*place),
                hir::Access::Copy(to, from) => {
                    drop(*to);
                    drop(*from);
                }
            },
            _ => {}
        }
    }
    found.into_iter().map(|it| (it, None)).collect()
}

/// The variable that a place is a part of.
fn root(unit: &Unit, host: &Host, place: hir::PlaceId) -> Option<hir::VarId> {
    if let Some((variable, _)) = host.state(unit, place) {
        return Some(variable);
    }
    match unit.places[place].kind {
        PlaceKind::Variable(variable) => Some(variable),
        PlaceKind::Field { base, .. } => root(unit, host, base),
        PlaceKind::Deref(pointer) => match unit.exprs[pointer].kind {
            ExprKind::AddressOf(base) => root(unit, host, base),
            ExprKind::PointerAdd { pointer, .. } => match unit.exprs[pointer].kind {
                ExprKind::AddressOf(base) => root(unit, host, base),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// How many scalars a type has, if it is made of numbers and pointers alone, each in a place of its own.
fn parts(unit: &Unit, ty: TypeId) -> Option<u64> {
    match unit.types.get(ty) {
        Type::Bool | Type::Integer(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
            Some(1)
        }
        Type::Array { element, length: Length::Known(length @ 1..) } => {
            parts(unit, element.id)?.checked_mul(*length)
        }
        Type::Record(record) => {
            let record = unit.types.record(*record);
            let is_named = record.fields.iter().all(|it| it.name.is_some());
            if record.kind != RecordKind::Struct || !is_named || record.fields.is_empty() {
                return None;
            }
            record.fields.iter().try_fold(0_u64, |sum, it| sum.checked_add(parts(unit, it.ty.id)?))
        }
        _ => None,
    }
}

fn is_plain(initialiser: &hir::Initialiser) -> bool {
    let is_plain = |it: &hir::Element| match it.value {
        ElementValue::Scalar { .. } | ElementValue::Bytes(_) => true,
        ElementValue::Record { .. } => false,
    };
    initialiser.elements.iter().all(is_plain)
}

impl Lowering<'_> {
    /// The place of such a variable.
    pub(super) fn whole(&mut self, id: hir::VarId, scope: Scope) -> PlaceId {
        let known = self.host.as_ref().and_then(|it| it.wholes.get(&id).copied().flatten());
        let var = match known {
            Some(var) => var,
            None => self.new_whole(id, scope),
        };
        self.program.place(Place::Var(var))
    }

    fn new_whole(&mut self, id: hir::VarId, scope: Scope) -> tribunal_ir::VarId {
        let variable = &self.unit.variables[id];
        let (name, span, of) = (variable.name.clone(), variable.span, variable.ty.id);
        let ty = self.whole_ty(of);
        let (init, matching) = (Vec::new(), Matching::Matched);
        let var = self.program.vars.push(Var { name, ty, scope, init, matching, span });
        if let Some(host) = &mut self.host {
            host.wholes.insert(id, Some(var));
        }
        let place = self.program.place(Place::Var(var));
        if let Some(initialiser) = self.unit.variables[id].initialiser.clone() {
            self.program.vars[var].init = self.whole_values(place, of, &initialiser);
        }
        var
    }

    fn whole_ty(&mut self, ty: TypeId) -> TyId {
        match self.unit.types.get(ty).clone() {
            Type::Array { element, length: Length::Known(length) } => {
                let elem = self.whole_ty(element.id);
                let len = u32::try_from(length).unwrap_or(u32::MAX);
                self.program.ty(Ty::Array { elem, len })
            }
            Type::Record(record) => {
                let record = self.unit.types.record(record).clone();
                let mut fields = Vec::new();
                for field in &record.fields {
                    let ty = match field.bits {
                        Some(bits) => self
                            .program
                            .int_ty(IntShape { bits: bits.width.into(), signed: bits.signed }),
                        None => self.whole_ty(field.ty.id),
                    };
                    fields.push(Field { name: field.name.clone().unwrap_or_default(), ty });
                }
                let name = record.tag.unwrap_or_else(|| "struct".to_owned());
                let record = Record { name, fields };
                let known = self.program.records.iter().find(|(_, it)| **it == record);
                let id = match known.map(|(id, _)| id) {
                    Some(id) => id,
                    None => self.program.records.push(record),
                };
                self.program.ty(Ty::Record(id))
            }
            _ => match self.class(ty) {
                Class::Scalar(scalar) => self.program.ty(scalar),
                Class::Aggregate | Class::Void | Class::Unsupported => self.scalar(ty),
            },
        }
    }

    /// What the parts hold at first.
    fn whole_values(
        &mut self,
        whole: PlaceId,
        ty: TypeId,
        initialiser: &hir::Initialiser,
    ) -> Vec<Initialiser> {
        let mut values: Vec<Initialiser> = Vec::new();
        let mut set = |place: Option<PlaceId>, value| {
            let Some(place) = place else { return };
            // A later element wins.
            values.retain(|it| it.place != place);
            values.push(Initialiser { place, value: Initially::Value(value) });
        };
        for element in &initialiser.elements {
            for turn in 0..element.count {
                let at = element.offset + turn * element.stride;
                match &element.value {
                    ElementValue::Scalar { value, bits, .. } => {
                        let value = self.value(*value);
                        let shift = bits.map_or(0, |it| it.shift);
                        set(self.part_at(whole, ty, at, shift), value);
                    }
                    ElementValue::Bytes(bytes) => {
                        let u8_ty = self.program.int_ty(IntShape::U8);
                        for (offset, byte) in (0..).zip(bytes) {
                            let value = self.number((*byte).into(), u8_ty);
                            set(self.part_at(whole, ty, at + offset, 0), value);
                        }
                    }
                    ElementValue::Record { .. } => {}
                }
            }
        }
        values
    }

    /// The scalar at a distance from the start of a variable, and at a bit of its first byte.
    fn part_at(&mut self, place: PlaceId, ty: TypeId, at: u64, bit: u8) -> Option<PlaceId> {
        match self.unit.types.get(ty).clone() {
            Type::Array { element, .. } => {
                let size = self.size(element.id).max(1);
                let index = self.bytes(at / size);
                let part = self.program.place(Place::Index(place, index));
                self.part_at(part, element.id, at % size, bit)
            }
            Type::Record(record) => {
                let fields = self.unit.types.record(record).fields.clone();
                let is_there = |it: &hir::Field| match it.bits {
                    Some(bits) => it.offset == at && bits.shift == bit,
                    None => it.offset <= at && at < it.offset + self.size(it.ty.id),
                };
                let (position, field) = (0..).zip(&fields).find(|(_, it)| is_there(it))?;
                let part = self.program.place(Place::Field(place, position));
                match field.bits {
                    Some(_) => Some(part),
                    None => self.part_at(part, field.ty.id, at - field.offset, bit),
                }
            }
            _ => (at == 0).then_some(place),
        }
    }
}
