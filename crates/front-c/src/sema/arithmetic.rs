//! Arithmetic and comparison (C17 6.3.1, 6.5.5 to 6.5.12).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    BinaryOp, CompareOp, Direction, ExprId, ExprKind, IntegerKind, PlaceId, PlaceKind, QualType,
    Size, Type, TypeId, UnaryOp,
};

use super::constant::Base;
use super::{Checked, Reported, Sema};

impl Sema<'_> {
    /// The type a value has after the integer promotions.
    pub(crate) fn promoted_type(&mut self, value: ExprId) -> TypeId {
        let ty = self.ty(value);
        if let Some(bits) = self.bit_field_of(value) {
            return match (bits.width, bits.signed) {
                (..=31, _) | (32, true) => self.common.int,
                (32, false) => self.common.uint,
                _ => self.wide_bit_field(ty, bits),
            };
        }
        self.promote_type(ty)
    }

    /// The type of a bit-field that is wider than `int`: its own, unless the machine has integers of its width.
    fn wide_bit_field(&mut self, declared: TypeId, bits: crate::hir::BitField) -> TypeId {
        let model = self.types().model();
        let kind = match (bits.width, model) {
            (_, crate::options::DataModel::Integers) => return declared,
            (64, crate::options::DataModel::Lp64) => IntegerKind::Long,
            (width @ (64 | 128), _) => {
                let is_whole = |it: IntegerKind| it.bits(model) == u32::from(width);
                if self.types().integer_kind(declared).is_some_and(is_whole) {
                    return declared;
                }
                IntegerKind::LongLong
            }
            (width, _) => IntegerKind::BitField { width, signed: true },
        };
        let kind = if bits.signed { kind } else { kind.to_unsigned() };
        if self.types().integer_kind(declared).is_some_and(|it| it.bits(model) == kind.bits(model))
        {
            return declared;
        }
        self.unit.types.intern(Type::Integer(kind))
    }

    /// The type of a value by which `_Generic` chooses. That of a bit-field has its width in gcc: there is none unless an integer type has it, too.
    pub(crate) fn own_type(&mut self, value: ExprId) -> Option<TypeId> {
        let declared = self.ty(value);
        let model = self.types().model();
        let Some(bits) = self.bit_field_of(value) else { return Some(declared) };
        let Some(known) = self.types().integer_kind(declared) else { return Some(declared) };
        if model == crate::options::DataModel::Integers
            || known.bits(model) == u32::from(bits.width)
        {
            return Some(declared);
        }
        let kind = match bits.width {
            8 => IntegerKind::SignedChar,
            16 => IntegerKind::Short,
            32 => IntegerKind::Int,
            64 => return Some(self.wide_bit_field(declared, bits)),
            _ => return None,
        };
        let kind = if bits.signed { kind } else { kind.to_unsigned() };
        Some(self.unit.types.intern(Type::Integer(kind)))
    }

    /// The bit-field that a value is that of.
    pub(crate) fn bit_field_of(&self, value: ExprId) -> Option<crate::hir::BitField> {
        let place = match self.kind(value) {
            ExprKind::Load(place) | ExprKind::Assign { place, .. } => *place,
            ExprKind::Update(update) => update.place,
            ExprKind::Comma(_, value) | ExprKind::Statement { value: Some(value), .. } => {
                return self.bit_field_of(*value);
            }
            _ => return None,
        };
        self.bit_field(place)
    }

    pub(crate) fn bit_field(&self, place: PlaceId) -> Option<crate::hir::BitField> {
        match self.unit.places[place].kind {
            PlaceKind::Field { record, index, .. } => {
                self.types().record(record).fields[index as usize].bits
            }
            _ => None,
        }
    }

    pub(crate) fn promote_type(&self, ty: TypeId) -> TypeId {
        match *self.types().get(ty) {
            Type::Bool => self.common.int,
            Type::Integer(kind) if kind < IntegerKind::Int => self.common.int,
            Type::Enum(it) => {
                let kind = self.types().enumeration(it).underlying;
                match kind {
                    _ if kind < IntegerKind::Int => self.common.int,
                    IntegerKind::Int => self.common.int,
                    IntegerKind::UnsignedInt => self.common.uint,
                    _ => ty,
                }
            }
            _ => ty,
        }
    }

    pub(crate) fn promote(&mut self, value: ExprId) -> ExprId {
        let ty = self.promoted_type(value);
        let ty = self.plain_integer(ty);
        self.convert(value, ty)
    }

    /// A wide enumeration as its integer type.
    fn plain_integer(&mut self, ty: TypeId) -> TypeId {
        match *self.types().get(ty) {
            Type::Enum(it) => {
                let kind = self.types().enumeration(it).underlying;
                self.unit.types.intern(Type::Integer(kind))
            }
            _ => ty,
        }
    }

    /// The common type of the usual arithmetic conversions (C17 6.3.1.8).
    pub(crate) fn arithmetic_type(&mut self, left: ExprId, right: ExprId) -> TypeId {
        let (l, r) = (self.ty(left), self.ty(right));
        match (self.types().get(l), self.types().get(r)) {
            (Type::Vector { .. }, _) => return l,
            (_, Type::Vector { .. }) => return r,
            (&Type::Complex(a), &Type::Complex(b) | &Type::Float(b))
            | (&Type::Float(a), &Type::Complex(b)) => {
                return self.unit.types.intern(Type::Complex(a.max(b)));
            }
            (Type::Complex(_), _) => return l,
            (_, Type::Complex(_)) => return r,
            (&Type::Float(a), &Type::Float(b)) => return if a >= b { l } else { r },
            (Type::Float(_), _) => return l,
            (_, Type::Float(_)) => return r,
            _ => {}
        }
        let (l, r) = (self.promoted_type(left), self.promoted_type(right));
        let (l, r) = (self.plain_integer(l), self.plain_integer(r));
        let (Some(a), Some(b)) = (self.types().integer_kind(l), self.types().integer_kind(r))
        else {
            return l;
        };
        let model = self.types().model();
        let is_bit_field = |it: IntegerKind| {
            matches!(it, IntegerKind::BitField { .. } | IntegerKind::BitInt { .. })
        };
        let kind = match (a.is_signed(), b.is_signed()) {
            _ if a == b => a,
            // These have no rank but their width; that of any other integer of the same width is higher.
            _ if is_bit_field(a) || is_bit_field(b) => match a.bits(model).cmp(&b.bits(model)) {
                std::cmp::Ordering::Less => b,
                std::cmp::Ordering::Equal => {
                    let higher = if is_bit_field(a) { b } else { a };
                    if a.is_signed() && b.is_signed() { higher } else { higher.to_unsigned() }
                }
                std::cmp::Ordering::Greater => a,
            },
            (true, true) | (false, false) => a.max(b),
            (signed, _) => {
                let (signed, unsigned) = if signed { (a, b) } else { (b, a) };
                if unsigned > signed {
                    unsigned
                } else if signed.bits(model) > unsigned.bits(model) {
                    signed
                } else {
                    signed.to_unsigned()
                }
            }
        };
        self.unit.types.intern(Type::Integer(kind))
    }

    /// `left op right` on values (not `&&` and `||`).
    pub(crate) fn binary_expr(
        &mut self,
        op: ast::BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        use ast::BinaryOp as Op;
        let (l, r) = (self.ty(left), self.ty(right));
        let types = self.types();
        let (lp, rp) = (types.is_pointer(l), types.is_pointer(r));
        if types.is_exotic(l) || types.is_exotic(r) {
            return self.exotic(op, left, right, span);
        }
        if let Some(compare) = comparison(op) {
            return self.comparison(compare, left, right, span);
        }
        match op {
            Op::Add if lp && types.is_integer(r) => {
                self.pointer_add(left, right, Direction::Forward, span)
            }
            Op::Add if rp && types.is_integer(l) => {
                self.pointer_add(right, left, Direction::Forward, span)
            }
            Op::Subtract if lp && types.is_integer(r) => {
                self.pointer_add(left, right, Direction::Backward, span)
            }
            Op::Subtract if lp && rp => self.pointer_difference(left, right, span),
            Op::ShiftLeft | Op::ShiftRight if types.is_integer(l) && types.is_integer(r) => {
                let (left, right) = (self.promote(left), self.promote(right));
                let ty = self.ty(left);
                let Some(op) = arithmetic(op) else { return Ok(left) };
                Ok(self.binary(op, left, right, ty, span))
            }
            Op::ShiftLeft
            | Op::ShiftRight
            | Op::Remainder
            | Op::BitAnd
            | Op::BitOr
            | Op::BitXor
                if !types.is_integer(l) || !types.is_integer(r) =>
            {
                Err(self.wrong_operands(l, r, span))
            }
            _ if types.is_real(l) && types.is_real(r) => {
                let ty = self.arithmetic_type(left, right);
                let (left, right) = (self.convert(left, ty), self.convert(right, ty));
                let Some(op) = arithmetic(op) else { return Ok(left) };
                if matches!(op, BinaryOp::Divide | BinaryOp::Remainder)
                    && self.constant(right) == Some(0)
                {
                    self.warn("division-by-zero", span, "division by zero");
                }
                Ok(self.binary(op, left, right, ty, span))
            }
            _ => Err(self.wrong_operands(l, r, span)),
        }
    }

    fn exotic(
        &mut self,
        op: ast::BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let (l, r) = (self.ty(left), self.ty(right));
        let fits = |it: TypeId| self.types().is_arithmetic(it) || self.types().is_exotic(it);
        if !fits(l) || !fits(r) {
            return Err(self.wrong_operands(l, r, span));
        }
        let ty = self.arithmetic_type(left, right);
        let scalar =
            comparison(op).is_some() && !matches!(self.types().get(ty), Type::Vector { .. });
        let ty = if scalar { self.common.int } else { ty };
        Ok(self.unsupported("arithmetic of complex numbers or vectors", ty, span))
    }

    pub(crate) fn wrong_operands(&mut self, left: TypeId, right: TypeId, span: Span) -> Reported {
        let (left, right) = (self.show(left), self.show(right));
        self.error(
            "wrong-operands",
            span,
            format!("the operator does not take `{left}` and `{right}`"),
        )
    }

    fn element_size(&mut self, pointee: QualType, span: Span) -> Checked<Size> {
        match self.size(pointee.id, span) {
            Some(size) => Ok(size),
            None => {
                let ty = self.show(pointee.id);
                Err(self.error(
                    "incomplete-type",
                    span,
                    format!("`{ty}` is incomplete: the size of an element is not known"),
                ))
            }
        }
    }

    /// The index of pointer arithmetic, as wide as a pointer.
    fn index(&mut self, index: ExprId) -> ExprId {
        let index = self.promote(index);
        let ty = self.ty(index);
        let unsigned = self.types().integer_kind(ty).is_some_and(|it| !it.is_signed());
        let same = self.types().size_of(ty) == Some(self.types().model().pointer_size());
        let to = if unsigned && same { self.common.size } else { self.common.ptrdiff };
        self.convert(index, to)
    }

    pub(crate) fn pointer_add(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        direction: Direction,
        span: Span,
    ) -> Checked<ExprId> {
        let ty = self.ty(pointer);
        let Some(pointee) = self.pointee(ty) else { return Err(self.wrong_operands(ty, ty, span)) };
        let element = self.element_size(pointee, span)?;
        let index = self.index(index);
        let result =
            self.push(ExprKind::PointerAdd { pointer, index, element, direction }, ty, span);
        Ok(self.fold_address(result))
    }

    fn pointer_difference(&mut self, left: ExprId, right: ExprId, span: Span) -> Checked<ExprId> {
        let (l, r) = (self.ty(left), self.ty(right));
        let (Some(lp), Some(rp)) = (self.pointee(l), self.pointee(r)) else {
            return Err(self.wrong_operands(l, r, span));
        };
        if !self.types().compatible(lp.id, rp.id) {
            return Err(self.wrong_operands(l, r, span));
        }
        let element = self.element_size(lp, span)?;
        let ptrdiff = self.common.ptrdiff;
        if let (Some((base, from)), Some((other, to)), Size::Known(size)) =
            (self.address(left), self.address(right), element)
            && base == other
            && size > 0
            && !matches!(base, Base::Function(_))
        {
            return Ok(self.integer((from - to) / i128::from(size), ptrdiff, span));
        }
        Ok(self.push(ExprKind::PointerDifference { left, right, element }, ptrdiff, span))
    }

    fn comparison(
        &mut self,
        op: CompareOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let (l, r) = (self.ty(left), self.ty(right));
        let types = self.types();
        let (left, right) = match (types.get(l), types.get(r)) {
            _ if types.is_real(l) && types.is_real(r) => {
                let ty = self.arithmetic_type(left, right);
                (self.convert(left, ty), self.convert(right, ty))
            }
            (&Type::Pointer(a), &Type::Pointer(b)) => {
                let void = types.is_void(a.id) || types.is_void(b.id);
                if !void
                    && !types.compatible(a.id, b.id)
                    && !self.is_null_constant(left)
                    && !self.is_null_constant(right)
                {
                    self.warn(
                        "incompatible-pointers",
                        span,
                        format!("comparison of `{}` with `{}`", self.show(l), self.show(r)),
                    );
                }
                if self.is_null_constant(left) || self.types().is_void(b.id) {
                    (self.convert(left, r), right)
                } else {
                    (left, self.convert(right, l))
                }
            }
            (Type::Pointer(_), _) if types.is_integer(r) => {
                if !self.is_null_constant(right) {
                    self.warn("int-to-pointer", span, "comparison of a pointer with an integer");
                }
                (left, self.convert(right, l))
            }
            (_, Type::Pointer(_)) if types.is_integer(l) => {
                if !self.is_null_constant(left) {
                    self.warn("int-to-pointer", span, "comparison of a pointer with an integer");
                }
                (self.convert(left, r), right)
            }
            _ => return Err(self.wrong_operands(l, r, span)),
        };
        let result = self.compare(op, left, right, span);
        Ok(self.bool_to_int(result))
    }

    /// `+x`, `-x`, `~x`.
    pub(crate) fn sign(
        &mut self,
        op: ast::UnaryOp,
        operand: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let value = self.value(operand)?;
        let ty = self.ty(value);
        if self.types().is_exotic(ty) {
            return Ok(self.unsupported("arithmetic of complex numbers or vectors", ty, span));
        }
        let complement = op == ast::UnaryOp::Complement;
        if !self.types().is_real(ty) || (complement && !self.types().is_integer(ty)) {
            let ty = self.show(ty);
            return Err(self.error(
                "wrong-operands",
                span,
                format!("the operator does not take `{ty}`"),
            ));
        }
        let value = self.promote(value);
        Ok(match op {
            ast::UnaryOp::Negate => self.unary(UnaryOp::Negate, value, span),
            ast::UnaryOp::Complement => self.unary(UnaryOp::Complement, value, span),
            _ => value,
        })
    }
}

impl IntegerKind {
    /// The unsigned type of the same width.
    pub(crate) fn to_unsigned(self) -> Self {
        match self {
            Self::Char | Self::SignedChar | Self::UnsignedChar => Self::UnsignedChar,
            Self::Short | Self::UnsignedShort => Self::UnsignedShort,
            Self::Int | Self::UnsignedInt => Self::UnsignedInt,
            Self::Long | Self::UnsignedLong => Self::UnsignedLong,
            Self::LongLong | Self::UnsignedLongLong => Self::UnsignedLongLong,
            Self::Int128 | Self::UnsignedInt128 => Self::UnsignedInt128,
            Self::BitField { width, .. } => Self::BitField { width, signed: false },
            Self::BitInt { width, .. } => Self::BitInt { width, signed: false },
        }
    }
}

fn comparison(op: ast::BinaryOp) -> Option<CompareOp> {
    Some(match op {
        ast::BinaryOp::Equal => CompareOp::Equal,
        ast::BinaryOp::NotEqual => CompareOp::NotEqual,
        ast::BinaryOp::Less => CompareOp::Less,
        ast::BinaryOp::LessEqual => CompareOp::LessEqual,
        ast::BinaryOp::Greater => CompareOp::Greater,
        ast::BinaryOp::GreaterEqual => CompareOp::GreaterEqual,
        _ => return None,
    })
}

/// The arithmetic operator that is written so.
pub(crate) fn arithmetic(op: ast::BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        ast::BinaryOp::Multiply => BinaryOp::Multiply,
        ast::BinaryOp::Divide => BinaryOp::Divide,
        ast::BinaryOp::Remainder => BinaryOp::Remainder,
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Subtract => BinaryOp::Subtract,
        ast::BinaryOp::ShiftLeft => BinaryOp::ShiftLeft,
        ast::BinaryOp::ShiftRight => BinaryOp::ShiftRight,
        ast::BinaryOp::BitAnd => BinaryOp::And,
        ast::BinaryOp::BitXor => BinaryOp::Xor,
        ast::BinaryOp::BitOr => BinaryOp::Or,
        _ => return None,
    })
}
