//! The attributes `nonnull` and `returns_nonnull`: gcc makes code that relies on them, so that it is undefined to break them.

use tribunal_base::Span;
use tribunal_ir::{BinOp, ExprId, Ty};

use super::Lowering;
use super::check::Check;
use crate::hir::FunctionId;
use crate::library::plain;

impl Lowering<'_> {
    /// Goes wrong if a function gets a null pointer that must not.
    pub(super) fn check_nonnull(&mut self, function: FunctionId, values: &[ExprId], span: Span) {
        for (index, value) in values.iter().enumerate() {
            if self.unit.functions[function].nonnull.has(index + 1) && self.is_pointer(*value) {
                let name = plain(&self.unit.functions[function].name);
                let what = format!("the null pointer is handed to `{name}`, which is `nonnull`");
                self.check_null(*value, &what, span);
            }
        }
    }

    /// Goes wrong if the function at hand must not return the null pointer and does.
    pub(super) fn check_returned(&mut self, value: ExprId, span: Span) {
        let promises =
            |it: FunctionId| self.unit.functions[it].returns_nonnull && self.is_pointer(value);
        if self.build.function.is_some_and(promises) {
            let what = "the null pointer is returned from a function that is `returns_nonnull`";
            self.check_null(value, what, span);
        }
    }

    fn is_pointer(&self, value: ExprId) -> bool {
        self.program.ty_of(value) == Some(Ty::Pointer)
    }

    fn check_null(&mut self, pointer: ExprId, what: &str, span: Span) {
        let null = self.null();
        let is_null = self.binary(BinOp::Eq, pointer, null);
        self.check(Check::Null, is_null, what, span);
    }
}
