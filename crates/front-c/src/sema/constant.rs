//! Integer constant expressions and address constants (C17 6.6).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    BinaryOp, ConversionKind, Direction, ExprId, ExprKind, FunctionId, LabelId, PlaceId, PlaceKind,
    Size, Storage, Type, UnaryOp, VarId,
};

use super::build::wrap;
use super::{Checked, Sema};

/// What an address constant is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// Nothing: a number.
    Number,
    /// A static object.
    Variable(VarId),
    /// A function.
    Function(FunctionId),
    /// A label.
    Label(LabelId),
}

impl Sema<'_> {
    /// The value of an integer constant expression.
    pub(crate) fn integer_constant(&mut self, expr: ast::ExprId, what: &str) -> Checked<i128> {
        let span = self.ast[expr].span;
        let value = self.value(expr)?;
        if !self.types().is_integer(self.ty(value)) {
            let ty = self.show(self.ty(value));
            return Err(self.error(
                "not-an-integer",
                span,
                format!("{what} must be an integer, not `{ty}`"),
            ));
        }
        match self.evaluate(value) {
            Some(value) => Ok(value),
            None => {
                let error = self.error(
                    "not-constant",
                    span,
                    format!("{what} must be an integer constant expression"),
                );
                Err(error)
            }
        }
    }

    /// The value of an integer constant expression that may overflow, which wraps as gcc does.
    pub(crate) fn evaluate(&mut self, expr: ExprId) -> Option<i128> {
        if let Some(value) = self.constant(expr) {
            return Some(value);
        }
        let value = self.evaluate_wrapping(expr)?;
        let span = self.span(expr);
        self.warn("constant-overflow", span, "a constant expression overflows");
        Some(value)
    }

    fn evaluate_wrapping(&self, expr: ExprId) -> Option<i128> {
        let node = &self.unit.exprs[expr];
        let kind = self.types().integer_kind(node.ty);
        let model = self.types().model();
        let result = match node.kind {
            ExprKind::Integer(value) => return Some(value),
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                self.evaluate_wrapping(operand)?.wrapping_neg()
            }
            ExprKind::Unary(UnaryOp::Complement, operand) => !self.evaluate_wrapping(operand)?,
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.evaluate_wrapping(left)?, self.evaluate_wrapping(right)?);
                match op {
                    BinaryOp::Add => left.wrapping_add(right),
                    BinaryOp::Subtract => left.wrapping_sub(right),
                    BinaryOp::Multiply => left.wrapping_mul(right),
                    BinaryOp::Divide => left.checked_div(right)?,
                    BinaryOp::Remainder => left.checked_rem(right)?,
                    BinaryOp::ShiftLeft => left.checked_shl(u32::try_from(right).ok()?)?,
                    BinaryOp::ShiftRight => left.checked_shr(u32::try_from(right).ok()?)?,
                    BinaryOp::And => left & right,
                    BinaryOp::Or => left | right,
                    BinaryOp::Xor => left ^ right,
                }
            }
            ExprKind::Convert(ConversionKind::Integer, operand) => {
                self.evaluate_wrapping(operand)?
            }
            ExprKind::Convert(ConversionKind::ToBool, operand) => {
                return self.evaluate_wrapping(operand).map(|it| i128::from(it != 0));
            }
            ExprKind::Not(operand) => {
                return self.evaluate_wrapping(operand).map(|it| i128::from(it == 0));
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                return self.evaluate_wrapping(if self.evaluate_wrapping(condition)? != 0 {
                    then
                } else {
                    otherwise
                });
            }
            ExprKind::Logical(op, left, right) => {
                let (left, right) =
                    (self.evaluate_wrapping(left)? != 0, self.evaluate_wrapping(right)? != 0);
                return Some(i128::from(match op {
                    crate::hir::LogicalOp::And => left && right,
                    crate::hir::LogicalOp::Or => left || right,
                }));
            }
            ExprKind::Compare(op, left, right) => {
                use crate::hir::CompareOp;
                let (left, right) = (self.evaluate_wrapping(left)?, self.evaluate_wrapping(right)?);
                return Some(i128::from(match op {
                    CompareOp::Equal => left == right,
                    CompareOp::NotEqual => left != right,
                    CompareOp::Less => left < right,
                    CompareOp::LessEqual => left <= right,
                    CompareOp::Greater => left > right,
                    CompareOp::GreaterEqual => left >= right,
                }));
            }
            _ => return None,
        };
        Some(wrap(result, kind?, model))
    }

    /// The address a pointer constant has if it is a plain number.
    pub(crate) fn numeric_address(&self, pointer: ExprId) -> Option<i128> {
        match self.address(pointer)? {
            (Base::Number, offset) => Some(offset),
            _ => None,
        }
    }

    /// A pointer constant as a base and an offset in bytes.
    pub(crate) fn address(&self, pointer: ExprId) -> Option<(Base, i128)> {
        let mut offset = 0i128;
        let mut current = pointer;
        loop {
            match *self.kind(current) {
                ExprKind::Null => return Some((Base::Number, offset)),
                ExprKind::Function(it) => return Some((Base::Function(it), offset)),
                ExprKind::LabelAddress(it) => return Some((Base::Label(it), offset)),
                ExprKind::Convert(ConversionKind::IntegerToPointer, inner) => {
                    match *self.kind(inner) {
                        ExprKind::Integer(value) => return Some((Base::Number, offset + value)),
                        ExprKind::Convert(ConversionKind::PointerToInteger, pointer) => {
                            current = pointer
                        }
                        _ => return None,
                    }
                }
                ExprKind::Convert(ConversionKind::Pointer, inner) => current = inner,
                ExprKind::PointerAdd { pointer, index, element: Size::Known(size), direction } => {
                    let index = self.constant(index)?;
                    let bytes = index.checked_mul(i128::from(size))?;
                    offset = match direction {
                        Direction::Forward | Direction::Subscript => offset.checked_add(bytes)?,
                        Direction::Backward => offset.checked_sub(bytes)?,
                    };
                    current = pointer;
                }
                ExprKind::AddressOf(place) => match self.place_address(place)? {
                    Rooted::Variable(variable, more) => {
                        return Some((Base::Variable(variable), offset + more));
                    }
                    Rooted::Pointer(pointer, more) => {
                        offset += more;
                        current = pointer;
                    }
                },
                _ => return None,
            }
        }
    }

    /// The variable or the pointer a place starts from, with the offset of its members.
    fn place_address(&self, place: PlaceId) -> Option<Rooted> {
        let mut offset = 0i128;
        let mut current = place;
        loop {
            match self.unit.places[current].kind {
                PlaceKind::Variable(variable) => {
                    let storage = self.unit.variables[variable].storage;
                    return matches!(storage, Storage::Static)
                        .then_some(Rooted::Variable(variable, offset));
                }
                PlaceKind::Deref(pointer) => return Some(Rooted::Pointer(pointer, offset)),
                PlaceKind::Field { base, record, index } => {
                    offset += i128::from(self.types().record(record).fields[index as usize].offset);
                    current = base;
                }
                _ => return None,
            }
        }
    }

    /// A value that an object of static storage may start with, in a form without loads.
    pub(crate) fn static_value(&mut self, value: ExprId, span: Span) -> Checked<ExprId> {
        if let Some(folded) = self.fold_constant_objects(value) {
            return Ok(folded);
        }
        let wrapped =
            if self.types().is_integer(self.ty(value)) { self.evaluate(value) } else { None };
        if let Some(constant) = wrapped {
            let ty = self.ty(value);
            return Ok(self.integer(constant, ty, span));
        }
        if self.is_static_constant(value) {
            return Ok(value);
        }
        if self.is_distance_of_labels(value) {
            let ty = self.ty(value);
            return Ok(self.unsupported("the distance of labels", ty, span));
        }
        Err(self.error(
            "not-constant",
            span,
            "an object of static storage must start with a constant",
        ))
    }

    fn is_distance_of_labels(&self, value: ExprId) -> bool {
        let is_label = |it: ExprId| matches!(self.address(it), Some((Base::Label(_), _)));
        match *self.kind(value) {
            ExprKind::Convert(_, inner) => self.is_distance_of_labels(inner),
            ExprKind::PointerDifference { left, right, .. } => is_label(left) && is_label(right),
            _ => false,
        }
    }

    fn is_static_constant(&self, value: ExprId) -> bool {
        match *self.kind(value) {
            ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Unsupported(_) => true,
            ExprKind::Convert(ConversionKind::PointerToInteger, inner) => {
                let types = self.types();
                types.size_of(self.ty(value)) == Some(types.model().pointer_size())
                    && self.address(inner).is_some()
            }
            ExprKind::Convert(ConversionKind::Integer, inner) => {
                self.types().size_of(self.ty(value)) >= self.types().size_of(self.ty(inner))
                    && self.is_static_constant(inner)
            }
            ExprKind::Convert(ConversionKind::ToBool, inner) => self.address(inner).is_some(),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) => {
                self.is_static_constant(left) && self.constant(right).is_some()
            }
            _ => self.types().is_pointer(self.ty(value)) && self.address(value).is_some(),
        }
    }

    /// GNU: a `const` object with a constant initialiser counts as a constant.
    fn fold_constant_objects(&mut self, value: ExprId) -> Option<ExprId> {
        let span = self.span(value);
        let ty = self.ty(value);
        match *self.kind(value) {
            ExprKind::Load(place) => {
                let PlaceKind::Variable(variable) = self.unit.places[place].kind else {
                    return None;
                };
                let variable = &self.unit.variables[variable];
                if !variable.ty.qualifiers.constant || variable.ty.qualifiers.volatile {
                    return None;
                }
                let initialiser = variable.initialiser.as_ref()?;
                let [
                    crate::hir::Element {
                        value: crate::hir::ElementValue::Scalar { value, .. },
                        ..
                    },
                ] = initialiser.elements.as_slice()
                else {
                    return None;
                };
                let kind = self.kind(*value).clone();
                matches!(kind, ExprKind::Integer(_) | ExprKind::Float(_))
                    .then(|| self.push(kind, ty, span))
            }
            ExprKind::Convert(_, inner) => {
                let inner = self.fold_constant_objects(inner)?;
                Some(self.convert(inner, ty))
            }
            ExprKind::Binary(op, left, right) => {
                let (new_left, new_right) =
                    (self.fold_constant_objects(left), self.fold_constant_objects(right));
                if new_left.is_none() && new_right.is_none() {
                    return None;
                }
                let folded =
                    self.binary(op, new_left.unwrap_or(left), new_right.unwrap_or(right), ty, span);
                matches!(self.kind(folded), ExprKind::Integer(_) | ExprKind::Float(_))
                    .then_some(folded)
            }
            ExprKind::Unary(op, inner) => {
                let inner = self.fold_constant_objects(inner)?;
                Some(self.unary(op, inner, span))
            }
            _ => None,
        }
    }

    /// Folds `&((T *)c)->member` and its kin to a number, so that hand-written `offsetof` is constant.
    pub(crate) fn fold_address(&mut self, pointer: ExprId) -> ExprId {
        if matches!(
            self.kind(pointer),
            ExprKind::Null | ExprKind::Convert(ConversionKind::IntegerToPointer, _)
        ) {
            return pointer;
        }
        let Some(address) = self.numeric_address(pointer) else { return pointer };
        let (ty, span) = (self.ty(pointer), self.span(pointer));
        if !matches!(self.types().get(ty), Type::Pointer(_)) {
            return pointer;
        }
        if address == 0 {
            return self.push(ExprKind::Null, ty, span);
        }
        let size_t = self.common.size;
        let number = self.integer(address, size_t, span);
        self.push(ExprKind::Convert(ConversionKind::IntegerToPointer, number), ty, span)
    }
}

enum Rooted {
    Variable(VarId, i128),
    Pointer(ExprId, i128),
}
