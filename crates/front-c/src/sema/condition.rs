//! Conditions, logical operators and `? :` (C17 6.5.13 to 6.5.15).

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    ConversionKind, ExprId, ExprKind, LogicalOp, Origin, QualType, Qualifiers, Type, TypeId,
};

use super::{Checked, Sema};

impl Sema<'_> {
    /// A value as a `_Bool`: whether it differs from zero.
    pub(crate) fn truth(&mut self, value: ExprId, span: Span) -> Checked<ExprId> {
        let ty = self.ty(value);
        if !self.types().is_scalar(ty) {
            let ty = self.show(ty);
            return Err(self.error(
                "not-a-scalar",
                span,
                format!("a number or a pointer is needed where `{ty}` is tested"),
            ));
        }
        let bool = self.common.bool;
        Ok(self.convert(value, bool))
    }

    /// The condition of a statement or operator.
    pub(crate) fn condition(&mut self, expr: ast::ExprId) -> Checked<ExprId> {
        let value = self.value(expr)?;
        self.truth(value, self.ast[expr].span)
    }

    /// A `_Bool` as the `int` that C says it is.
    pub(crate) fn bool_to_int(&mut self, value: ExprId) -> ExprId {
        let int = self.common.int;
        self.convert(value, int)
    }

    pub(crate) fn logical_link(
        &mut self,
        op: LogicalOp,
        left: ExprId,
        right: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let left = self.truth(left, span)?;
        let right = self.condition(right)?;
        let result = self.logical(op, left, right, span);
        Ok(self.bool_to_int(result))
    }

    pub(crate) fn conditional_expr(
        &mut self,
        arms: ast::List<ast::Arm>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let ast = self.ast;
        let mut checked = Vec::with_capacity(arms.len());
        for arm in &ast[arms] {
            checked.push(match arm.then {
                Some(then) => {
                    let condition = self.condition(arm.condition)?;
                    (condition, self.value(then)?, None)
                }
                None => {
                    // The value is needed twice, so it gets a name.
                    let mut value = self.value(arm.condition)?;
                    if self.bit_field_of(value).is_some() {
                        value = self.promote(value);
                    }
                    let span = ast[arm.condition].span;
                    if self.constant(value).is_some() {
                        (self.truth(value, span)?, value, None)
                    } else {
                        let ty = QualType::plain(self.ty(value));
                        let variable = self.hidden_variable(ty, Origin::Temporary, span);
                        let place = self.variable_place(variable, span);
                        let read = self.load(place);
                        (self.truth(read, span)?, read, Some((variable, value)))
                    }
                }
            });
        }
        let mut result = self.value(otherwise)?;
        for (condition, then, binding) in checked.into_iter().rev() {
            let ty = self.common_type(then, result, span)?;
            let then = self.convert_out(then, ty);
            let otherwise = self.convert_out(result, ty);
            result = self.conditional(condition, then, otherwise, span);
            if let Some((variable, value)) = binding {
                let ty = self.ty(result);
                result = self.push(ExprKind::Let { variable, value, body: result }, ty, span);
            }
        }
        Ok(result)
    }

    /// The type of `c ? left : right` (C17 6.5.15).
    fn common_type(&mut self, left: ExprId, right: ExprId, span: Span) -> Checked<TypeId> {
        let (l, r) = (self.ty(left), self.ty(right));
        if l == r && !self.types().is_real(l) {
            return Ok(l);
        }
        // Equal types too: characters and bit-fields get promoted.
        let types = self.types();
        if types.is_void(l) || types.is_void(r) {
            return Ok(self.common.void);
        }
        if types.is_arithmetic(l) && types.is_arithmetic(r) {
            return Ok(self.arithmetic_type(left, right));
        }
        match (types.get(l).clone(), types.get(r).clone()) {
            (Type::Pointer(_), Type::Pointer(_)) => Ok(self.common_pointer(left, right, span)),
            (Type::Pointer(_), _) if types.is_integer(r) => {
                if !self.is_null_constant(right) {
                    self.warn("int-to-pointer", span, "the branches are a pointer and an integer");
                }
                Ok(l)
            }
            (_, Type::Pointer(_)) if types.is_integer(l) => {
                if !self.is_null_constant(left) {
                    self.warn("int-to-pointer", span, "the branches are a pointer and an integer");
                }
                Ok(r)
            }
            _ if types.compatible(l, r) || (types.is_exotic(l) && types.is_exotic(r)) => Ok(l),
            _ => {
                let (l, r) = (self.show(l), self.show(r));
                Err(self.error(
                    "incompatible-types",
                    span,
                    format!("the branches have types `{l}` and `{r}`"),
                ))
            }
        }
    }

    fn common_pointer(&mut self, left: ExprId, right: ExprId, span: Span) -> TypeId {
        let (l, r) = (self.ty(left), self.ty(right));
        if self.is_null_constant(left) {
            return r;
        }
        if self.is_null_constant(right) {
            return l;
        }
        let (Some(lp), Some(rp)) = (self.pointee(l), self.pointee(r)) else { return l };
        let qualifiers: Qualifiers = lp.qualifiers.union(rp.qualifiers);
        let id = if self.types().is_void(lp.id) || self.types().is_void(rp.id) {
            self.common.void
        } else if self.types().compatible(lp.id, rp.id) {
            self.composite(lp.id, rp.id)
        } else {
            self.warn(
                "incompatible-pointers",
                span,
                format!("the branches have types `{}` and `{}`", self.show(l), self.show(r)),
            );
            self.common.void
        };
        self.pointer_to(QualType { id, qualifiers })
    }

    /// `!x`
    pub(crate) fn not_expr(&mut self, operand: ast::ExprId, span: Span) -> Checked<ExprId> {
        let operand = self.condition(operand)?;
        let result = self.not(operand, span);
        Ok(self.bool_to_int(result))
    }

    /// Marks a value as unused.
    pub(crate) fn discard(&mut self, value: ExprId) -> ExprId {
        let void = self.common.void;
        if self.ty(value) == void {
            return value;
        }
        let span = self.span(value);
        self.push(ExprKind::Convert(ConversionKind::ToVoid, value), void, span)
    }
}
