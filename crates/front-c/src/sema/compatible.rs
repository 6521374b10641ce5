//! Classes of types, compatible and composite types (C17 6.2.5, 6.2.7).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{ExprId, FunctionType, Length, QualType, RecordId, Type, TypeId, Types};

use super::{Checked, Sema};

impl Types {
    pub(crate) fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }

    pub(crate) fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Bool | Type::Integer(_) | Type::Enum(_))
    }

    pub(crate) fn is_real(&self, id: TypeId) -> bool {
        self.is_integer(id) || matches!(self.get(id), Type::Float(_))
    }

    pub(crate) fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_real(id) || matches!(self.get(id), Type::Complex(_))
    }

    pub(crate) fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    pub(crate) fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }

    pub(crate) fn is_function(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Function(_))
    }

    pub(crate) fn is_array(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Array { .. })
    }

    /// Complex numbers and vectors: typed, but never computed with.
    pub(crate) fn is_exotic(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Complex(_) | Type::Vector { .. })
    }

    /// Whether objects of the type can exist.
    pub(crate) fn is_complete(&self, id: TypeId) -> bool {
        match *self.get(id) {
            Type::Array { length: Length::Incomplete, .. } => false,
            Type::Array { element, .. } => self.is_complete(element.id),
            _ => self.size_of(id).is_some(),
        }
    }

    /// Whether its size is known only when running.
    pub(crate) fn is_variably_sized(&self, id: TypeId) -> bool {
        match *self.get(id) {
            Type::Array { length: Length::Variable(_) | Length::Unspecified, .. } => true,
            Type::Array { element, .. } => self.is_variably_sized(element.id),
            _ => false,
        }
    }

    /// Whether two types may describe one object. Records of different files compare by their contents.
    pub(crate) fn compatible(&self, left: TypeId, right: TypeId) -> bool {
        self.compatible_within(left, right, &mut Vec::new())
    }

    fn compatible_within(
        &self,
        left: TypeId,
        right: TypeId,
        assumed: &mut Vec<(RecordId, RecordId)>,
    ) -> bool {
        if left == right {
            return true;
        }
        match (self.get(left), self.get(right)) {
            (&Type::Enum(left), &Type::Enum(right)) => {
                let (left, right) = (self.enumeration(left), self.enumeration(right));
                // Two anonymous or equally named enumerations of two files are one if they agree.
                left.span.file != right.span.file
                    && left.tag == right.tag
                    && left.constants == right.constants
            }
            (&Type::Enum(it), &Type::Integer(kind)) | (&Type::Integer(kind), &Type::Enum(it)) => {
                self.enumeration(it).underlying == kind
            }
            (&Type::Pointer(left), &Type::Pointer(right)) => {
                left.qualifiers == right.qualifiers
                    && self.compatible_within(left.id, right.id, assumed)
            }
            (
                &Type::Array { element: left, length: known },
                &Type::Array { element: right, length: other },
            ) => {
                let lengths = match (known, other) {
                    (Length::Known(left), Length::Known(right)) => left == right,
                    _ => true,
                };
                lengths
                    && left.qualifiers == right.qualifiers
                    && self.compatible_within(left.id, right.id, assumed)
            }
            (Type::Function(left), Type::Function(right)) => {
                self.compatible_functions(left, right, assumed)
            }
            (&Type::Record(left), &Type::Record(right)) => {
                self.compatible_records(left, right, assumed)
            }
            _ => false,
        }
    }

    fn compatible_functions(
        &self,
        left: &FunctionType,
        right: &FunctionType,
        assumed: &mut Vec<(RecordId, RecordId)>,
    ) -> bool {
        if !self.compatible_within(left.result, right.result, assumed) {
            return false;
        }
        match (left.prototyped, right.prototyped) {
            (true, true) => {
                left.variadic == right.variadic
                    && left.parameters.len() == right.parameters.len()
                    && left
                        .parameters
                        .iter()
                        .zip(&right.parameters)
                        .all(|(&left, &right)| self.compatible_within(left, right, assumed))
            }
            (true, false) => self.survives_promotion(left),
            (false, true) => self.survives_promotion(right),
            (false, false) => true,
        }
    }

    /// Whether calls without a prototype would pass what the parameters expect.
    fn survives_promotion(&self, function: &FunctionType) -> bool {
        use crate::hir::{FloatKind, IntegerKind};
        !function.variadic
            && function.parameters.iter().all(|&it| match self.get(it) {
                Type::Bool => false,
                Type::Integer(kind) => *kind >= IntegerKind::Int,
                Type::Float(kind) => *kind != FloatKind::Float,
                _ => true,
            })
    }

    fn compatible_records(
        &self,
        left_id: RecordId,
        right_id: RecordId,
        assumed: &mut Vec<(RecordId, RecordId)>,
    ) -> bool {
        if left_id == right_id || assumed.contains(&(left_id, right_id)) {
            return true;
        }
        let (left, right) = (self.record(left_id), self.record(right_id));
        if left.span.file == right.span.file && left.tag == right.tag && left.span != right.span {
            // Two scopes of one file, or one header read twice: only the latter has equal spans.
            return false;
        }
        if left.kind != right.kind || left.tag != right.tag {
            return false;
        }
        if !left.complete || !right.complete {
            return left.tag.is_some();
        }
        if (left.size, left.fields.len()) != (right.size, right.fields.len()) {
            return false;
        }
        assumed.push((left_id, right_id));
        left.fields.iter().zip(&right.fields).all(|(left, right)| {
            (&left.name, left.offset, left.bits, left.ty.qualifiers)
                == (&right.name, right.offset, right.bits, right.ty.qualifiers)
                && self.compatible_within(left.ty.id, right.ty.id, assumed)
        })
    }
}

impl Sema<'_> {
    /// `__builtin_types_compatible_p`.
    pub(crate) fn types_compatible(
        &mut self,
        first: ast::TypeNameId,
        second: ast::TypeNameId,
        span: Span,
    ) -> Checked<ExprId> {
        let (first, second) = (self.type_name(first)?, self.type_name(second)?);
        let same = self.types().compatible(first.id, second.id);
        let int = self.common.int;
        Ok(self.integer(i128::from(same), int, span))
    }

    /// What is known when both of two compatible types are (C17 6.2.7).
    pub(crate) fn composite(&mut self, left: TypeId, right: TypeId) -> TypeId {
        if left == right {
            return left;
        }
        match (self.types().get(left).clone(), self.types().get(right).clone()) {
            (
                Type::Array { element, length },
                Type::Array { element: other, length: other_length },
            ) => {
                let id = self.composite(element.id, other.id);
                let element = QualType { id, qualifiers: element.qualifiers };
                let length = match (length, other_length) {
                    (Length::Known(it), _) | (_, Length::Known(it)) => Length::Known(it),
                    (it @ Length::Variable(_), _) | (_, it @ Length::Variable(_)) => it,
                    (it, _) => it,
                };
                self.unit.types.intern(Type::Array { element, length })
            }
            (Type::Pointer(pointee), Type::Pointer(other)) => {
                let id = self.composite(pointee.id, other.id);
                self.pointer_to(QualType { id, qualifiers: pointee.qualifiers })
            }
            (Type::Function(first), Type::Function(second)) => {
                let result = self.composite(first.result, second.result);
                let merged = match (first.prototyped, second.prototyped) {
                    (true, true) => {
                        let pairs = first.parameters.iter().zip(&second.parameters);
                        let parameters = pairs.map(|(&l, &r)| self.composite(l, r)).collect();
                        FunctionType { result, parameters, ..first }
                    }
                    (false, true) => FunctionType { result, ..second },
                    (_, false) => FunctionType { result, ..first },
                };
                self.unit.types.intern(Type::Function(merged))
            }
            (Type::Record(first), Type::Record(_)) if !self.types().record(first).complete => right,
            (Type::Integer(_), Type::Enum(_)) => right,
            _ => left,
        }
    }
}
