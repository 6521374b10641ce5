//! What `sizeof` and `_Alignof` evaluate.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{ExprId, ExprKind, QualType};

use super::expr::Operand;
use super::{Checked, Sema};

impl Sema<'_> {
    /// Only an operand whose size is computed is evaluated (C17 6.5.3.4p2), of which only effects are to be seen: `sizeof *p` looks at nothing that `p` points to.
    pub(crate) fn sizeof_expr(&mut self, operand: ast::ExprId, span: Span) -> Checked<ExprId> {
        let operand = self.expr(operand)?;
        if let Operand::Place(place) = operand
            && self.bit_field(place).is_some()
        {
            return Err(self.error("bit-field", span, "`sizeof` does not take a bit-field"));
        }
        // What was assigned to a bit-field has a type of its width in gcc.
        if let Operand::Value(value) = operand
            && let Some(bits) = self.bit_field_of(value)
        {
            let size = u64::from(bits.width).div_ceil(8).next_power_of_two();
            let ty = self.common.size;
            return Ok(self.integer(i128::from(size), ty, span));
        }
        let ty = self.operand_type(operand);
        let size = self.sizeof(ty.id, span)?;
        if let Operand::Place(place) = operand
            && self.types().is_variably_sized(ty.id)
        {
            let pointer = self.pointer_to(ty);
            let evaluated = self.push(ExprKind::AddressOf(place), pointer, span);
            if self.has_effects(evaluated) {
                let ty = self.ty(size);
                return Ok(self.push(ExprKind::Comma(evaluated, size), ty, span));
            }
        }
        Ok(size)
    }

    /// The type in `_Alignof(type)` and its alignment, if that is not the usual one. No length is computed (C17 6.5.3.4p3).
    pub(crate) fn unevaluated_type_name(
        &mut self,
        name: ast::TypeNameId,
    ) -> Checked<(QualType, Option<u64>)> {
        let mark = self.hoisted.len();
        let found = self.aligned_type_name(name)?;
        self.hoisted.truncate(mark);
        Ok(found)
    }

    fn has_effects(&self, expr: ExprId) -> bool {
        if matches!(
            self.kind(expr),
            ExprKind::Assign { .. }
                | ExprKind::Update(_)
                | ExprKind::Call { .. }
                | ExprKind::Statement { .. }
                | ExprKind::Va(_)
        ) {
            return true;
        }
        let mut parts = Vec::new();
        self.unit.operands(expr, &mut |part| parts.push(part));
        parts.into_iter().any(|it| self.has_effects(it))
    }
}
