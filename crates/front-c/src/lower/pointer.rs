//! Arithmetic of pointers: moved by a number of elements, and the distance of two.

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId, PointerQuery, Ty};

use super::Lowering;
use super::check::Check;
use super::subscript::Reach;
use crate::hir::{self, Direction, ExprKind, Size, TypeId};

impl Lowering<'_> {
    /// The size of an element in bytes.
    fn element_size(&mut self, size: Size) -> ExprId {
        match size {
            Size::Known(bytes) => self.bytes(bytes),
            Size::Computed(value) => {
                let value = self.value(value);
                let ty = self.i64_ty();
                self.cast(ty, value)
            }
        }
    }

    /// A pointer plus or minus a number, for so far a reach.
    pub(super) fn moved_pointer(&mut self, expr: hir::ExprId, reach: Reach) -> ExprId {
        let hir::Expr { kind, span, .. } = self.unit.exprs[expr].clone();
        let ExprKind::PointerAdd { pointer, index, element, direction } = kind else {
            return self.value(expr);
        };
        let (base, index) = self.operands(pointer, index);
        if direction == Direction::Subscript {
            self.check_subscript(pointer, index, reach, span);
        }
        self.pointer_add(base, index, element, direction, span)
    }

    pub(super) fn pointer_add(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        element: Size,
        direction: Direction,
        span: Span,
    ) -> ExprId {
        let i64_ty = self.i64_ty();
        let index_is_narrow = self.is_narrow(index);
        let index = self.cast(i64_ty, index);
        let size = self.element_size(element);
        if !index_is_narrow && self.constant(size) != Some(1) {
            let overflow = self.binary(BinOp::MulOverflows, index, size);
            self.check(Check::Bounds, overflow, "a pointer is moved out of its object", span);
        }
        let mut distance = self.binary(BinOp::Mul, index, size);
        if direction == Direction::Backward {
            let zero = self.bytes(0);
            distance = self.binary(BinOp::Sub, zero, distance);
        }
        self.advance(pointer, distance)
    }

    /// Whether a number was made of one of at most 32 bits.
    fn is_narrow(&self, index: ExprId) -> bool {
        let narrow =
            |it: ExprId| matches!(self.program.ty_of(it), Some(Ty::Int(shape)) if shape.bits <= 32);
        match self.program.exprs[index] {
            Expr::Const { value, .. } => value.unsigned_abs() < 1 << 32,
            Expr::Cast { arg, .. } => narrow(arg),
            _ => narrow(index),
        }
    }

    pub(super) fn pointer_difference(
        &mut self,
        a: ExprId,
        b: ExprId,
        element: Size,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let is_label = |it: ExprId| match self.program.exprs[it] {
            Expr::Function(process) => self.label_addresses.values().any(|it| *it == process),
            _ => false,
        };
        if is_label(a) || is_label(b) {
            self.unsupported("the distance of labels", span);
            return self.lost_value(ty);
        }
        self.refuse_label(a, span);
        let same = self.program.expr(Expr::Binary(BinOp::SameObject, a, b));
        let different = self.negated(same);
        self.check(
            Check::Comparison,
            different,
            "pointers to different objects are subtracted",
            span,
        );
        let size = self.element_size(element);
        let (from, to) = (self.ask(PointerQuery::Offset, a), self.ask(PointerQuery::Offset, b));
        let distance = self.binary(BinOp::Sub, from, to);
        let count = if self.constant(size) == Some(1) {
            distance
        } else {
            let zero = self.bytes(0);
            let by_zero = self.binary(BinOp::Eq, size, zero);
            self.check(Check::Division, by_zero, "division by zero", span);
            self.binary(BinOp::Div, distance, size)
        };
        let target = self.scalar(ty);
        self.cast(target, count)
    }

    /// GNU C knows how far labels are from each other; nobody else does.
    fn refuse_label(&mut self, pointer: ExprId, span: Span) {
        let labels = self.addressed_labels.clone();
        let conditions: Vec<ExprId> = labels
            .into_iter()
            .map(|label| {
                let address = self.label_address(label);
                self.binary(BinOp::Eq, pointer, address)
            })
            .collect();
        let Some(is_label) = conditions.into_iter().reduce(|one, other| self.either(one, other))
        else {
            return;
        };
        let (label, other) = (self.point(), self.point());
        self.branch(is_label, label, other);
        self.arrive(label);
        self.unsupported("the distance of labels", span);
        self.arrive(other);
    }
}
