//! Memory that a program asks for: `malloc`, `realloc`, `free`.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, IntShape, LocId, Place, PointerBytes,
    PointerQuery, Storage, Ty, VarId,
};

use super::check::Check;
use super::{Allocation, Lowering};
use crate::hir::FunctionId;

/// `ENOMEM`.
const OUT_OF_MEMORY: i128 = 12;

/// `EDOM`.
pub(super) const OUTSIDE_THE_DOMAIN: i128 = 33;

impl Lowering<'_> {
    /// A pointer to a new object, or null: if memory may run out, and in any case if it is to be larger than any object can be.
    pub(super) fn allocate(&mut self, site: tribunal_ir::ObjectId, size: ExprId) -> ExprId {
        let size = self.keep(size);
        let mut fails = self.is_too_large(size);
        let span = self.program.objects[site].span;
        match self.choices.allocation {
            Allocation::Succeeds => {
                self.assume_that(AssumptionKind::Memory, "memory never runs out".to_owned(), span);
            }
            Allocation::Granted => {
                let what = "memory never runs out, and nobody asks for too much".to_owned();
                self.assume_that(AssumptionKind::Memory, what, span);
                if self.truth_of(fails) != Some(true) {
                    let succeeds = self.negated(fails);
                    self.assume(succeeds);
                    fails = self.truth(false);
                }
            }
            Allocation::MayFail => {
                let ty = self.program.ty(Ty::Bool);
                let name = &self.program.objects[site].name;
                let runs_out = self.input(&format!("{name} fails"), ty, span);
                self.havoc(runs_out);
                self.settle();
                let runs_out = self.load_var(runs_out);
                fails = self.either(fails, runs_out);
            }
        }
        let pointer = self.pointer_ty();
        let address = self.temporary(pointer);
        let place = self.program.place(Place::Var(address));
        let (no, yes, end) = (self.point(), self.point(), self.point());
        self.branch(fails, no, yes);
        self.arrive(no);
        let null = self.null();
        self.set(address, null);
        self.set_errno(OUT_OF_MEMORY);
        self.goto(end);
        self.arrive(yes);
        self.act(Action::Allocate { object: site, size, place });
        self.goto(end);
        self.arrive(end);
        self.load_var(address)
    }

    /// Whether no object can have so many bytes: the distance of two of them must fit `ptrdiff_t`, and a process on x86-64 has addresses of 47 bits.
    fn is_too_large(&mut self, size: ExprId) -> ExprId {
        let (zero, most) = (
            self.bytes(0),
            match self.program.pointer_bytes {
                PointerBytes::Four => self.bytes(i32::MAX.cast_unsigned().into()),
                PointerBytes::Eight => self.bytes((1 << 47) - 1),
            },
        );
        let negative = self.binary(BinOp::Lt, size, zero);
        let large = self.binary(BinOp::Lt, most, size);
        self.either(negative, large)
    }

    /// What notes the number of an error, if the program ever asks for it.
    fn setter_of_errno(&self) -> Option<FunctionId> {
        super::ids(&self.unit.functions).find(|it| {
            let function = &self.unit.functions[*it];
            function.name == "__tribunal_set_errno" && function.body.is_some()
        })
    }

    /// Notes the number of an error where a condition holds.
    pub(super) fn set_errno_if(&mut self, condition: ExprId, error: i128) {
        if self.setter_of_errno().is_some() {
            let (yes, end) = (self.point(), self.point());
            self.branch(condition, yes, end);
            self.arrive(yes);
            self.set_errno(error);
            self.goto(end);
            self.arrive(end);
        }
    }

    fn set_errno(&mut self, error: i128) {
        if let Some(setter) = self.setter_of_errno() {
            let process = self.process_of(setter);
            let int = self.program.int_ty(IntShape::I32);
            let args = vec![self.number(error, int)];
            self.act(Action::Call { process, args, result: None });
            self.settle();
        }
    }

    /// Goes wrong unless a pointer may be freed.
    fn check_free(&mut self, pointer: ExprId, span: Span) {
        self.check_frame_of_free(pointer, span);
        let dynamic = self.ask(PointerQuery::IsDynamic, pointer);
        let other = self.negated(dynamic);
        self.check(Check::Free, other, "free of something that was not allocated", span);
        let alive = self.ask(PointerQuery::IsAlive, pointer);
        let dead = self.negated(alive);
        self.check(Check::Free, dead, "free of something that was freed already", span);
        let (offset, zero) = (self.ask(PointerQuery::Offset, pointer), self.bytes(0));
        let inside = self.binary(BinOp::Ne, offset, zero);
        self.check(
            Check::Free,
            inside,
            "free of a pointer that is not to the start of its object",
            span,
        );
    }

    pub(super) fn free(&mut self, pointer: ExprId, span: Span) {
        let pointer = self.keep(pointer);
        let null = self.null();
        let (some, end) = (self.point(), self.point());
        let is_null = self.binary(BinOp::Eq, pointer, null);
        self.branch(is_null, end, some);
        self.arrive(some);
        self.check_free(pointer, span);
        self.act(Action::Release { pointer });
        self.goto(end);
        self.arrive(end);
    }

    pub(super) fn reallocate(
        &mut self,
        pointer: ExprId,
        size: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let pointer = self.keep(pointer);
        let size = self.as_size(size);
        let size = self.keep(size);
        let site = self.site("realloc", Storage::Dynamic, span);
        let null = self.null();
        let ty = self.pointer_ty();
        let result = self.temporary(ty);
        let (checked, old, end) = (self.point(), self.point(), self.point());
        let is_null = self.binary(BinOp::Eq, pointer, null);
        self.branch(is_null, checked, old);
        self.arrive(old);
        self.check_free(pointer, span);
        self.shrink_to_nothing(pointer, size, (result, end), span);
        self.goto(checked);
        self.arrive(checked);
        let new = self.allocate(site, size);
        self.set(result, new);
        let failed = self.binary(BinOp::Eq, new, null);
        let nothing = self.either(failed, is_null);
        let copy = self.point();
        self.branch(nothing, end, copy);
        self.arrive(copy);
        let whole = self.ask(PointerQuery::ObjectSize, pointer);
        let shrinks = self.binary(BinOp::Lt, size, whole);
        let count = self.program.expr(Expr::Ite(shrinks, size, whole));
        self.act(Action::Copy { to: new, from: pointer, size: count });
        self.act(Action::Release { pointer });
        self.goto(end);
        self.arrive(end);
        Some(self.load_var(result))
    }

    /// An object that is to have no bytes may be freed, with null for a result, or not: an implementation is free to choose (C17 7.22.3, 7.22.3.5), and glibc frees.
    fn shrink_to_nothing(
        &mut self,
        pointer: ExprId,
        size: ExprId,
        (result, end): (VarId, LocId),
        span: Span,
    ) {
        let zero = self.bytes(0);
        let is_empty = self.binary(BinOp::Eq, size, zero);
        if self.truth_of(is_empty) == Some(false) {
            return;
        }
        let (empty, freed, other) = (self.point(), self.point(), self.point());
        self.branch(is_empty, empty, other);
        self.arrive(empty);
        let ty = self.program.ty(Ty::Bool);
        let frees = self.input("realloc frees", ty, span);
        self.havoc(frees);
        self.settle();
        let frees = self.load_var(frees);
        self.branch(frees, freed, other);
        self.arrive(freed);
        self.act(Action::Release { pointer });
        let null = self.null();
        self.set(result, null);
        self.goto(end);
        self.arrive(other);
    }
}
