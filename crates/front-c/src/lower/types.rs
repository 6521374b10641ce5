//! Types of C as types of the program representation.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_base::{Id, Span};
use tribunal_ir::{FloatShape, IntShape, Layout, Member, ObjectId, Storage, Ty, TyId};

use super::Lowering;
use crate::hir::{Callee, ConversionKind, ExprKind, FloatKind, FunctionId, Length, Type, TypeId};

/// How values of a type are handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// As one number, float or pointer.
    Scalar(Ty),
    /// As a pointer to bytes.
    Aggregate,
    /// There are none.
    Void,
    /// Not at all.
    Unsupported,
}

impl Lowering<'_> {
    pub(super) fn class(&self, ty: TypeId) -> Class {
        let types = &self.unit.types;
        match types.get(ty) {
            Type::Void | Type::Function(_) => Class::Void,
            Type::Bool => Class::Scalar(Ty::Bool),
            Type::Integer(_) | Type::Enum(_) => match types.integer_kind(ty) {
                Some(kind) => {
                    let bits = u16::try_from(kind.bits(types.model())).unwrap_or(128);
                    let is_any = self.has_integers() && bits == 128;
                    Class::Scalar(Ty::Int(IntShape { bits, signed: kind.is_signed() || is_any }))
                }
                None => Class::Unsupported,
            },
            Type::Float(kind) => match float_shape(*kind) {
                Some(shape) => Class::Scalar(Ty::Float(shape)),
                None => Class::Unsupported,
            },
            Type::Pointer(_) => Class::Scalar(Ty::Pointer),
            Type::Array { .. } | Type::Record(_) | Type::VaList => Class::Aggregate,
            Type::Complex(_) | Type::Vector { .. } => Class::Unsupported,
        }
    }

    /// The type of a scalar value; a byte for what is none.
    pub(super) fn scalar(&mut self, ty: TypeId) -> TyId {
        match self.class(ty) {
            Class::Scalar(scalar) => self.program.ty(scalar),
            Class::Aggregate => self.program.ty(Ty::Pointer),
            Class::Void | Class::Unsupported => self.program.int_ty(IntShape::U8),
        }
    }

    /// The type of a scalar in memory: a `_Bool` is a byte there.
    pub(super) fn stored(&mut self, ty: TypeId) -> TyId {
        match self.class(ty) {
            Class::Scalar(Ty::Bool) => self.program.int_ty(IntShape::U8),
            Class::Scalar(Ty::Int(shape)) => {
                // What is computed with a wide bit-field fills whole bytes.
                let bits = u16::try_from(8 * self.size(ty)).unwrap_or(shape.bits);
                self.program.int_ty(IntShape { bits, ..shape })
            }
            _ => self.scalar(ty),
        }
    }

    /// The size of a complete type.
    pub(super) fn size(&self, ty: TypeId) -> u64 {
        self.unit.types.size_of(ty).unwrap_or(0)
    }

    /// Allocated objects, from a number on, are arrays of what the pointer to them is converted to.
    pub(super) fn name_parts(&mut self, from: usize, pointer: TypeId) {
        for number in from..self.program.objects.len() {
            self.name_parts_of(ObjectId::from_index(number), pointer);
        }
    }

    /// An allocated object is an array of what the pointer to it is converted to.
    fn name_parts_of(&mut self, id: ObjectId, pointer: TypeId) {
        let Type::Pointer(to) = self.unit.types.get(pointer) else { return };
        let to = to.id;
        let is_object = matches!(self.class(to), Class::Scalar(_) | Class::Aggregate);
        let object = &self.program.objects[id];
        let is_unknown = object.storage == Storage::Dynamic && object.layout == Layout::Bytes;
        if is_unknown && is_object && self.size(to) != 0 {
            let (stride, elem) = (self.size(to), Box::new(self.layout(to)));
            self.program.objects[id].layout = Layout::Array { stride, elem };
        }
    }

    /// What functions of the program allocate that are called to allocate, too, if all calls convert it to one type.
    pub(super) fn name_parts_of_wrapped(&mut self) {
        let mut converted: BTreeMap<FunctionId, BTreeSet<TypeId>> = BTreeMap::new();
        for expr in self.unit.exprs.values() {
            if let ExprKind::Convert(ConversionKind::Pointer, arg) = expr.kind
                && let ExprKind::Call { callee: Callee::Direct(function), .. } =
                    self.unit.exprs[arg].kind
            {
                converted.entry(function).or_default().insert(expr.ty);
            }
        }
        let mut starts: Vec<(Span, FunctionId)> = super::ids(&self.unit.functions)
            .filter(|it| self.unit.functions[*it].body.is_some())
            .map(|it| (self.unit.functions[it].span, it))
            .collect();
        starts.sort_by_key(|it| (it.0.file, it.0.start));
        for object in self.program.objects.ids().collect::<Vec<_>>() {
            let span = self.program.objects[object].span;
            let is_before =
                |it: &(Span, FunctionId)| (it.0.file, it.0.start) <= (span.file, span.start);
            let around = starts[..starts.partition_point(is_before)].last();
            let around = around.filter(|it| it.0.file == span.file);
            let types = around.and_then(|it| converted.get(&it.1)).filter(|it| it.len() == 1);
            if let Some(pointer) = types.and_then(|it| it.first()) {
                self.name_parts_of(object, *pointer);
            }
        }
    }

    /// What the parts of an object of a type are called.
    pub(super) fn layout(&mut self, ty: TypeId) -> Layout {
        let types = &self.unit.types;
        match types.get(ty).clone() {
            Type::Array { element, length } => {
                let stride = self.size(element.id);
                if stride == 0 || matches!(length, Length::Unspecified) {
                    return Layout::Bytes;
                }
                Layout::Array { stride, elem: Box::new(self.layout(element.id)) }
            }
            Type::Record(record) => {
                let fields = types.record(record).fields.clone();
                let members = fields.into_iter().filter(|it| it.bits.is_none());
                let member = |it: crate::hir::Field| {
                    let layout = self.layout(it.ty.id);
                    Some(Member { name: it.name?, offset: it.offset, layout })
                };
                Layout::Record(members.filter_map(member).collect())
            }
            Type::Void | Type::Function(_) | Type::VaList => Layout::Bytes,
            _ => match self.class(ty) {
                Class::Scalar(_) => Layout::Scalar(self.stored(ty)),
                _ => Layout::Bytes,
            },
        }
    }
}

fn float_shape(kind: FloatKind) -> Option<FloatShape> {
    match kind {
        FloatKind::Float16 => None,
        FloatKind::Float => Some(FloatShape::Single),
        FloatKind::Double => Some(FloatShape::Double),
        FloatKind::LongDouble => Some(FloatShape::Extended),
        FloatKind::Float128 => Some(FloatShape::Quad),
    }
}
