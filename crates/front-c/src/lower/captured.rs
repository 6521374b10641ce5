//! Variables that nested functions share with the function around them. There is one pointer to each, a global one, which is that of the only activation of the
//! function: in a second one, which a recursion makes, or in another thread, the inner function would have to know which of them it belongs to.

use tribunal_ir::{Action, BinOp, Matching, Scope, Var, VarId};

use super::Lowering;
use super::check::Check;
use crate::hir;

impl Lowering<'_> {
    /// A new variable that holds the address of an object on the stack.
    pub(super) fn address_of(&mut self, id: hir::VarId, name: &str) -> VarId {
        let (pointer, span) = (self.pointer_ty(), self.unit.variables[id].span);
        if !self.unit.variables[id].captured {
            return self.local(name, pointer, span);
        }
        self.program.vars.push(Var {
            name: name.to_owned(),
            ty: pointer,
            scope: Scope::Global,
            init: Vec::new(),
            matching: Matching::Matched,
            span,
        })
    }

    /// A variable comes to life: of those that nested functions use, one is enough.
    pub(super) fn enter_captured(&mut self, id: hir::VarId, address: VarId) {
        let hir::Variable { captured, span, .. } = self.unit.variables[id];
        if !captured {
            return;
        }
        if self.threads.is_some() {
            self.unsupported("a nested function in a program with threads", span);
        }
        let (pointer, null) = (self.load_var(address), self.null());
        let is_second = self.binary(BinOp::Ne, pointer, null);
        let what = "recursion of a function whose variables a nested function uses";
        self.check(Check::Unsupported, is_second, what, span);
    }

    /// A nested function uses a variable of the function around it, which may have returned.
    pub(super) fn check_captured(&mut self, id: hir::VarId, address: VarId) {
        let hir::Variable { captured, function, .. } = self.unit.variables[id];
        if captured && self.build.function != function {
            let (pointer, null) = (self.load_var(address), self.null());
            let is_gone = self.binary(BinOp::Eq, pointer, null);
            let span = self.build.flow.span;
            let what = "the function around a nested function has returned";
            self.check(Check::Lifetime, is_gone, what, span);
        }
    }

    /// The object at an address dies.
    pub(super) fn release_at(&mut self, address: VarId) {
        let pointer = self.load_var(address);
        self.act(Action::Release { pointer });
        if self.program.vars[address].scope == Scope::Global {
            let null = self.null();
            self.set(address, null);
        }
    }
}
