//! String literals of the same text, or of the same end, may or may not be one array (C17 6.4.5p7). Each has an object of its own; a run that compares
//! the addresses of two of them that might be one is not supported from there on.

use tribunal_base::Span;
use tribunal_ir::{BinOp, Expr, ExprId, IntShape, Place, PointerQuery};

use super::Lowering;
use super::check::Check;
use crate::hir::{self, Origin, Type};

impl Lowering<'_> {
    /// Whether two pointers that are compared may point into literals, as far as their types tell.
    pub(super) fn may_be_literals(&self, left: hir::ExprId, right: hir::ExprId) -> bool {
        let points_to_text = |it: hir::ExprId| match self.unit.types.get(self.unit.exprs[it].ty) {
            Type::Pointer(pointee) => match self.unit.types.get(pointee.id) {
                Type::Void => true,
                _ => matches!(self.unit.types.size_of(pointee.id), Some(1 | 2 | 4)),
            },
            _ => false,
        };
        let is_literal = |it: &hir::Variable| it.origin == Origin::StringLiteral;
        // Null is none.
        !self.is_null(left)
            && !self.is_null(right)
            && points_to_text(left)
            && points_to_text(right)
            && self.unit.variables.values().filter(|it| is_literal(it)).nth(1).is_some()
    }

    /// No run goes on that compares two literals from where on they are as long and start with the same byte.
    pub(super) fn check_literals(&mut self, a: ExprId, b: ExprId, span: Span) {
        let same = self.program.expr(Expr::Binary(BinOp::SameObject, a, b));
        let mut doubtful = self.negated(same);
        for pointer in [a, b] {
            let has_object = self.ask(PointerQuery::HasObject, pointer);
            let is_writable = self.ask(PointerQuery::IsWritable, pointer);
            let is_constant = self.negated(is_writable);
            let is_constant = self.both(has_object, is_constant);
            doubtful = self.both(doubtful, is_constant);
        }
        let [left, right] = [a, b].map(|it| {
            let size = self.ask(PointerQuery::ObjectSize, it);
            let offset = self.ask(PointerQuery::Offset, it);
            self.binary(BinOp::Sub, size, offset)
        });
        let as_long = self.binary(BinOp::Eq, left, right);
        let doubtful = self.both(doubtful, as_long);
        let ty = self.program.int_ty(IntShape::U8);
        let [first, second] = [a, b].map(|pointer| {
            let place = self.program.place(Place::Deref { pointer, ty });
            self.load(place)
        });
        let alike = self.binary(BinOp::Eq, first, second);
        let doubtful = self.both(doubtful, alike);
        let what = "a comparison of the addresses of two string literals that may be one";
        self.check(Check::Unsupported, doubtful, what, span);
    }
}
