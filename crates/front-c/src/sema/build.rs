//! Makes nodes of the typed tree, folding what is constant.
//!
//! An integer constant expression is an [`ExprKind::Integer`] node as soon as it is made, so that nobody evaluates trees later. What would be
//! undefined (overflow, division by zero) is left as it is.

use tribunal_base::Span;

use crate::hir::{
    BinaryOp, CompareOp, Expr, ExprId, ExprKind, FloatKind, IntegerKind, LogicalOp, Place, PlaceId,
    PlaceKind, QualType, Qualifiers, Size, Type, TypeId, Types, UnaryOp,
};
use crate::options::DataModel;

use super::{Sema, float};

/// The types the language itself mentions.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names are C's")]
pub(crate) struct Common {
    pub(crate) void: TypeId,
    pub(crate) bool: TypeId,
    pub(crate) char: TypeId,
    pub(crate) int: TypeId,
    pub(crate) uint: TypeId,
    pub(crate) size: TypeId,
    pub(crate) ptrdiff: TypeId,
    pub(crate) double: TypeId,
    pub(crate) void_pointer: TypeId,
    pub(crate) va_list: TypeId,
    pub(crate) wchar: TypeId,
    pub(crate) char16: TypeId,
    pub(crate) char32: TypeId,
}

impl Common {
    pub(crate) fn new(types: &mut Types) -> Self {
        let mut integer = |kind| types.intern(Type::Integer(kind));
        let char = integer(IntegerKind::Char);
        let int = integer(IntegerKind::Int);
        let uint = integer(IntegerKind::UnsignedInt);
        let char16 = integer(IntegerKind::UnsignedShort);
        let (long, ulong) = (integer(IntegerKind::Long), integer(IntegerKind::UnsignedLong));
        let (size, ptrdiff, wchar) = match types.model() {
            DataModel::Ilp32 => (uint, int, long),
            DataModel::Lp64 | DataModel::Integers => (ulong, long, int),
        };
        let void = types.intern(Type::Void);
        Self {
            void,
            bool: types.intern(Type::Bool),
            char,
            int,
            uint,
            size,
            ptrdiff,
            double: types.intern(Type::Float(FloatKind::Double)),
            void_pointer: types.intern(Type::Pointer(QualType::plain(void))),
            va_list: types.intern(Type::VaList),
            wchar,
            char16,
            char32: uint,
        }
    }
}

/// `value` modulo the width of an integer type.
pub(crate) fn wrap(value: i128, kind: IntegerKind, model: DataModel) -> i128 {
    let bits = kind.bits(model);
    if bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    if kind.is_signed() {
        value << shift >> shift
    } else {
        (value.cast_unsigned() << shift >> shift).cast_signed()
    }
}

impl Sema<'_> {
    pub(crate) fn push(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.unit.exprs.push(Expr { kind, ty, span })
    }

    pub(crate) fn place(&mut self, kind: PlaceKind, ty: QualType, span: Span) -> PlaceId {
        self.unit.places.push(Place { kind, ty, span })
    }

    pub(crate) fn integer(&mut self, value: i128, ty: TypeId, span: Span) -> ExprId {
        self.push(ExprKind::Integer(value), ty, span)
    }

    pub(crate) fn unsupported(
        &mut self,
        what: impl Into<String>,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        self.push(ExprKind::Unsupported(what.into()), ty, span)
    }

    pub(crate) fn ty(&self, expr: ExprId) -> TypeId {
        self.unit.exprs[expr].ty
    }

    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.unit.exprs[expr].span
    }

    pub(crate) fn kind(&self, expr: ExprId) -> &ExprKind {
        &self.unit.exprs[expr].kind
    }

    pub(crate) fn constant(&self, expr: ExprId) -> Option<i128> {
        match *self.kind(expr) {
            ExprKind::Integer(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn pointer_to(&mut self, pointee: QualType) -> TypeId {
        self.unit.types.intern(Type::Pointer(pointee))
    }

    pub(crate) fn pointee(&self, ty: TypeId) -> Option<QualType> {
        match *self.types().get(ty) {
            Type::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }

    /// The type with more qualifiers; those of an array go to its elements.
    pub(crate) fn qualify(&mut self, ty: QualType, more: Qualifiers) -> QualType {
        if more == Qualifiers::default() {
            return ty;
        }
        if let Type::Array { element, length } = *self.types().get(ty.id) {
            let element = self.qualify(element, more);
            let id = self.unit.types.intern(Type::Array { element, length });
            return QualType { id, qualifiers: ty.qualifiers };
        }
        QualType { id: ty.id, qualifiers: ty.qualifiers.union(more) }
    }

    pub(crate) fn load(&mut self, place: PlaceId) -> ExprId {
        let Place { ty, span, .. } = self.unit.places[place];
        self.push(ExprKind::Load(place), ty.id, span)
    }

    pub(crate) fn variable_place(&mut self, variable: crate::hir::VarId, span: Span) -> PlaceId {
        let ty = self.unit.variables[variable].ty;
        self.place(PlaceKind::Variable(variable), ty, span)
    }

    /// `-x`, `~x` on an operand of arithmetic type, already promoted.
    pub(crate) fn unary(&mut self, op: UnaryOp, operand: ExprId, span: Span) -> ExprId {
        let ty = self.ty(operand);
        let folded = match (self.kind(operand), self.types().get(ty)) {
            (&ExprKind::Integer(value), _) => self.types().integer_kind(ty).and_then(|kind| {
                let result = match op {
                    UnaryOp::Negate => value.checked_neg()?,
                    UnaryOp::Complement => !value,
                };
                let wrapped = wrap(result, kind, self.types().model());
                (!kind.is_signed() || wrapped == result).then_some(ExprKind::Integer(wrapped))
            }),
            (&ExprKind::Float(bits), &Type::Float(kind)) if op == UnaryOp::Negate => {
                Some(ExprKind::Float(float::negate(bits, kind)))
            }
            _ => None,
        };
        self.push(folded.unwrap_or(ExprKind::Unary(op, operand)), ty, span)
    }

    /// Arithmetic on operands of type `ty` (the right operand of a shift: of any integer type).
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let folded = match (self.kind(left), self.kind(right), self.types().get(ty)) {
            (&ExprKind::Integer(left), &ExprKind::Integer(right), _) => self
                .types()
                .integer_kind(ty)
                .and_then(|kind| integer(op, left, right, kind, self.types().model()))
                .map(ExprKind::Integer),
            (&ExprKind::Float(left), &ExprKind::Float(right), &Type::Float(kind)) => {
                float::binary(op, left, right, kind).map(ExprKind::Float)
            }
            _ => None,
        };
        self.push(folded.unwrap_or(ExprKind::Binary(op, left, right)), ty, span)
    }

    /// A comparison of two operands of one type; a `_Bool`.
    pub(crate) fn compare(
        &mut self,
        op: CompareOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let ty = self.ty(left);
        let order = match (self.kind(left), self.kind(right), self.types().get(ty)) {
            (&ExprKind::Integer(left), &ExprKind::Integer(right), _) => {
                let unsigned = self.types().integer_kind(ty) == Some(IntegerKind::UnsignedInt128);
                Some(if unsigned {
                    Some(left.cast_unsigned().cmp(&right.cast_unsigned()))
                } else {
                    Some(left.cmp(&right))
                })
            }
            (&ExprKind::Float(left), &ExprKind::Float(right), &Type::Float(kind)) => {
                Some(float::compare(left, right, kind))
            }
            (ExprKind::Null, ExprKind::Null, _) => Some(Some(Equal)),
            _ => None,
        };
        let bool = self.common.bool;
        let kind = match order {
            None => ExprKind::Compare(op, left, right),
            Some(order) => ExprKind::Integer(i128::from(match op {
                CompareOp::Equal => order == Some(Equal),
                CompareOp::NotEqual => order != Some(Equal),
                CompareOp::Less => order == Some(Less),
                CompareOp::LessEqual => matches!(order, Some(Less | Equal)),
                CompareOp::Greater => order == Some(Greater),
                CompareOp::GreaterEqual => matches!(order, Some(Greater | Equal)),
            })),
        };
        self.push(kind, bool, span)
    }

    pub(crate) fn not(&mut self, operand: ExprId, span: Span) -> ExprId {
        let bool = self.common.bool;
        match self.constant(operand) {
            Some(value) => self.integer(i128::from(value == 0), bool, span),
            None => self.push(ExprKind::Not(operand), bool, span),
        }
    }

    pub(crate) fn logical(
        &mut self,
        op: LogicalOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let bool = self.common.bool;
        match (op, self.constant(left)) {
            (LogicalOp::And, Some(0)) => self.integer(0, bool, span),
            (LogicalOp::Or, Some(value)) if value != 0 => self.integer(1, bool, span),
            (_, Some(_)) => right,
            (_, None) => self.push(ExprKind::Logical(op, left, right), bool, span),
        }
    }

    /// `condition ? then : otherwise`, both of one type.
    pub(crate) fn conditional(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        span: Span,
    ) -> ExprId {
        match self.constant(condition) {
            Some(0) => otherwise,
            Some(_) => then,
            None => {
                let ty = self.ty(then);
                self.push(ExprKind::Conditional { condition, then, otherwise }, ty, span)
            }
        }
    }

    /// The size of a type that is complete, `void` and functions counting as bytes.
    pub(crate) fn size(&mut self, ty: TypeId, span: Span) -> Option<Size> {
        match *self.types().get(ty) {
            Type::Void | Type::Function(_) => Some(Size::Known(1)),
            Type::Array { element, length: crate::hir::Length::Variable(count) } => {
                let size_t = self.common.size;
                let element = self.size(element.id, span)?;
                let element = self.size_value(element, span);
                let count = self.variable_place(count, span);
                let count = self.load(count);
                let size = self.binary(BinaryOp::Multiply, count, element, size_t, span);
                Some(Size::Computed(size))
            }
            Type::Array { element, length: crate::hir::Length::Known(length) } => {
                match self.size(element.id, span)? {
                    Size::Known(size) => Some(Size::Known(size.checked_mul(length)?)),
                    Size::Computed(element) => {
                        let size_t = self.common.size;
                        let count = self.integer(i128::from(length), size_t, span);
                        let size = self.binary(BinaryOp::Multiply, count, element, size_t, span);
                        Some(Size::Computed(size))
                    }
                }
            }
            _ => self.types().size_of(ty).map(Size::Known),
        }
    }

    pub(crate) fn size_value(&mut self, size: Size, span: Span) -> ExprId {
        let ty = self.common.size;
        match size {
            Size::Known(size) => self.integer(i128::from(size), ty, span),
            Size::Computed(value) => value,
        }
    }
}

/// The result of integer arithmetic; none if undefined.
fn integer(
    op: BinaryOp,
    left: i128,
    right: i128,
    kind: IntegerKind,
    model: DataModel,
) -> Option<i128> {
    let bits = i128::from(kind.bits(model));
    let wide_unsigned = kind == IntegerKind::UnsignedInt128;
    let result = match op {
        BinaryOp::Add if wide_unsigned => left.wrapping_add(right),
        BinaryOp::Subtract if wide_unsigned => left.wrapping_sub(right),
        BinaryOp::Multiply if wide_unsigned => left.wrapping_mul(right),
        BinaryOp::Divide if wide_unsigned => {
            left.cast_unsigned().checked_div(right.cast_unsigned())?.cast_signed()
        }
        BinaryOp::Remainder if wide_unsigned => {
            left.cast_unsigned().checked_rem(right.cast_unsigned())?.cast_signed()
        }
        BinaryOp::ShiftRight if wide_unsigned && (0..bits).contains(&right) => {
            (left.cast_unsigned() >> right).cast_signed()
        }
        BinaryOp::Add => left.checked_add(right)?,
        BinaryOp::Subtract => left.checked_sub(right)?,
        // Only 64-bit factors of an unsigned type can exceed the range here; the low bits are right all the same.
        BinaryOp::Multiply if kind.is_signed() => left.checked_mul(right)?,
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Remainder => {
            // INT_MIN % -1 is undefined as the quotient is.
            let quotient = left.checked_div(right)?;
            if wrap(quotient, kind, model) != quotient {
                return None;
            }
            left.checked_rem(right)?
        }
        BinaryOp::ShiftLeft if (0..bits).contains(&right) => {
            // gcc folds shifts of negative values and into the sign; both are defined there.
            wrap(left.wrapping_shl(u32::try_from(right).ok()?), kind, model)
        }
        BinaryOp::ShiftRight if (0..bits).contains(&right) => left >> right,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return None,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
    };
    if op == BinaryOp::ShiftLeft
        && kind.is_signed()
        && (left < 0 || result < 0 || result >> right != left)
    {
        return None;
    }
    let wrapped = wrap(result, kind, model);
    (!kind.is_signed() || wrapped == result).then_some(wrapped)
}
