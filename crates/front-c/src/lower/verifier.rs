//! What CBMC lets a program ask and do: questions about memory, arbitrary memory, whole arrays.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, IntShape, Place, PointerQuery, Storage, Ty,
};

use super::Lowering;
use super::check::Check;
use super::place::{Access, Address};
use super::types::Class;
use crate::hir::{self, ArrayOp, Builtin, CompareOp, ExprKind, MemoryQuery, TypeId};

impl Lowering<'_> {
    /// The answer to a question about memory.
    pub(super) fn memory_query(
        &mut self,
        query: MemoryQuery,
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let value = match (query, args) {
            (MemoryQuery::Readable, &[pointer, size]) => {
                self.is_accessible(pointer, size, Access::Read)
            }
            (MemoryQuery::Writable, &[pointer, size]) => {
                self.is_accessible(pointer, size, Access::Write)
            }
            (MemoryQuery::SameObject, &[a, b]) => {
                self.program.expr(Expr::Binary(BinOp::SameObject, a, b))
            }
            (MemoryQuery::Object, &[pointer]) => {
                let start = self.start_of(pointer);
                let what = "numbers of objects are their addresses in one run";
                self.assume_that(AssumptionKind::Addresses, what.to_owned(), span);
                let to = self.scalar(ty);
                self.program.expr(Expr::Cast { to, arg: start })
            }
            (MemoryQuery::Offset, &[pointer]) => self.ask(PointerQuery::Offset, pointer),
            (MemoryQuery::Size, &[pointer]) => self.ask(PointerQuery::ObjectSize, pointer),
            (MemoryQuery::IsDynamic, &[pointer]) => self.ask(PointerQuery::IsDynamic, pointer),
            (MemoryQuery::IsAlive, &[pointer]) => self.ask(PointerQuery::IsAlive, pointer),
            (MemoryQuery::IsWritable, &[pointer]) => self.ask(PointerQuery::IsWritable, pointer),
            (MemoryQuery::InRange, &[first, pointer, last]) => {
                self.is_between(first, pointer, last)
            }
            _ => return self.lost("this question about memory", ty, span),
        };
        let to = self.scalar(ty);
        self.cast(to, value)
    }

    /// The pointers whose objects' numbers are compared for equality alone: that does not depend on what the numbers are.
    pub(super) fn numbers_of_objects(
        &self,
        op: CompareOp,
        left: hir::ExprId,
        right: hir::ExprId,
    ) -> Option<(hir::ExprId, hir::ExprId)> {
        let pointer = |it: hir::ExprId| match &self.unit.exprs[it].kind {
            ExprKind::Builtin { builtin: Builtin::Memory(MemoryQuery::Object), arguments } => {
                arguments.first().copied()
            }
            _ => None,
        };
        let is_equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        pointer(left).zip(pointer(right)).filter(|_| is_equality)
    }

    /// Whether two pointers point into one object.
    pub(super) fn same_object(&mut self, left: hir::ExprId, right: hir::ExprId) -> ExprId {
        let (a, b) = self.operands(left, right);
        self.program.expr(Expr::Binary(BinOp::SameObject, a, b))
    }

    /// Whether so many bytes are there, to be read or written.
    pub(super) fn is_accessible(
        &mut self,
        pointer: ExprId,
        size: ExprId,
        access: Access,
    ) -> ExprId {
        let size = self.as_size(size);
        let zero = self.bytes(0);
        let alive = self.ask(PointerQuery::IsAlive, pointer);
        let (offset, whole) =
            (self.ask(PointerQuery::Offset, pointer), self.ask(PointerQuery::ObjectSize, pointer));
        let has_size = self.binary(BinOp::Le, zero, size);
        let starts_inside = self.binary(BinOp::Le, zero, offset);
        let room = self.binary(BinOp::Sub, whole, size);
        let ends_inside = self.binary(BinOp::Le, offset, room);
        let mut all = vec![has_size, starts_inside, ends_inside];
        if access == Access::Write {
            all.push(self.ask(PointerQuery::IsWritable, pointer));
        }
        all.into_iter().fold(alive, |all, it| self.both(all, it))
    }

    fn is_between(&mut self, first: ExprId, pointer: ExprId, last: ExprId) -> ExprId {
        let one = self.program.expr(Expr::Binary(BinOp::SameObject, first, pointer));
        let other = self.program.expr(Expr::Binary(BinOp::SameObject, pointer, last));
        let [low, middle, high] =
            [first, pointer, last].map(|it| self.ask(PointerQuery::Offset, it));
        let above = self.binary(BinOp::Le, low, middle);
        let below = self.binary(BinOp::Le, middle, high);
        [other, above, below].into_iter().fold(one, |all, it| self.both(all, it))
    }

    /// A pointer to the start of the object.
    pub(super) fn start_of(&mut self, pointer: ExprId) -> ExprId {
        let (offset, zero) = (self.ask(PointerQuery::Offset, pointer), self.bytes(0));
        let back = self.binary(BinOp::Sub, zero, offset);
        self.advance(pointer, back)
    }

    /// How many bytes there are from a pointer to the end of its object.
    pub(super) fn rest_of(&mut self, pointer: ExprId) -> ExprId {
        let (offset, whole) =
            (self.ask(PointerQuery::Offset, pointer), self.ask(PointerQuery::ObjectSize, pointer));
        let rest = self.binary(BinOp::Sub, whole, offset);
        self.keep(rest)
    }

    /// So many bytes from a pointer on, or its whole object, become arbitrary: they are copied from a new object.
    pub(super) fn havoc_memory(&mut self, args: &[ExprId], ty: TypeId, span: Span) -> ExprId {
        // What is arbitrary would count as never written.
        if self.properties.contains_key(&Check::Uninitialised) {
            return self.lost("arbitrary memory", ty, span);
        }
        let (to, size) = match *args {
            [pointer, size] => (pointer, self.as_size(size)),
            [pointer] => (self.start_of(pointer), self.ask(PointerQuery::ObjectSize, pointer)),
            _ => return self.lost("this builtin", ty, span),
        };
        let (to, size) = (self.keep(to), self.keep(size));
        let zero = self.bytes(0);
        let large = self.binary(BinOp::Lt, size, zero);
        self.check(Check::Bounds, large, "more bytes than any object has", span);
        self.check_access(Address::unknown(to), size, Access::Write, span);
        let object = self.site("arbitrary bytes", Storage::Automatic, span);
        let pointer = self.pointer_ty();
        let address = self.local("%", pointer, span);
        let place = self.program.place(Place::Var(address));
        self.act(Action::Allocate { object, size, place });
        let from = self.load_var(address);
        self.act(Action::Copy { to, from, size });
        self.act(Action::Release { pointer: from });
        self.settle();
        self.lost_value(ty)
    }

    /// Fills the rest of an object.
    pub(super) fn fill_array(
        &mut self,
        op: ArrayOp,
        arguments: &[hir::ExprId],
        args: &[ExprId],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let (&[to, from], &[target, _]) = (args, arguments) else {
            return self.lost("this builtin", ty, span);
        };
        let to = self.keep(to);
        let room = self.rest_of(to);
        if op == ArrayOp::Set {
            let element = match self.unit.types.get(self.unit.exprs[target].ty) {
                hir::Type::Pointer(it) => it.id,
                _ => ty,
            };
            self.fill_elements(to, room, (element, from), span);
            return self.lost_value(ty);
        }
        let from = self.keep(from);
        let given = self.rest_of(from);
        let size = match op {
            ArrayOp::Replace => {
                let fits = self.binary(BinOp::Lt, given, room);
                self.ite(fits, given, room)
            }
            _ => {
                let differ = self.binary(BinOp::Ne, given, room);
                let what = "a copy of an array to one of another size";
                self.check(Check::Unsupported, differ, what, span);
                room
            }
        };
        self.check_access(Address::unknown(from), size, Access::Read, span);
        self.check_access(Address::unknown(to), size, Access::Write, span);
        self.act(Action::Copy { to, from, size });
        self.settle();
        self.lost_value(ty)
    }

    /// Stores a value to all elements that there is room for.
    fn fill_elements(
        &mut self,
        to: ExprId,
        room: ExprId,
        (element, value): (TypeId, ExprId),
        span: Span,
    ) {
        let size = self.size(element);
        if !matches!(self.class(element), Class::Scalar(_)) || size == 0 {
            return self.unsupported("an array of such elements that is filled", span);
        }
        self.check_access(Address::unknown(to), room, Access::Write, span);
        if size == 1 {
            let byte = self.program.int_ty(IntShape::U8);
            let byte = self.cast(byte, value);
            self.act(Action::Fill { to, byte, size: room });
            return self.settle();
        }
        let value = self.keep(value);
        let number = self.program.ty(Ty::Int(IntShape::I64));
        let done = self.temporary(number);
        let zero = self.bytes(0);
        self.set(done, zero);
        let [again, turn, end] = std::array::from_fn(|_| self.point());
        self.arrive(again);
        let (at, each) = (self.load_var(done), self.bytes(size));
        let left = self.binary(BinOp::Sub, room, at);
        let has_room = self.binary(BinOp::Le, each, left);
        self.branch(has_room, turn, end);
        self.arrive(turn);
        let here = self.advance(to, at);
        self.write_unchecked(Address::inside(here), element, value, span);
        let after = self.binary(BinOp::Add, at, each);
        self.set(done, after);
        self.goto(again);
        self.arrive(end);
    }

    /// Whether a number shifted to the left does not fit its type. A negative distance is no overflow.
    pub(super) fn shift_overflows(&mut self, args: &[ExprId], ty: TypeId, span: Span) -> ExprId {
        let &[value, distance] = args else { return self.lost("this builtin", ty, span) };
        let (Some(Ty::Int(shape)), Some(Ty::Int(by))) =
            (self.program.ty_of(value), self.program.ty_of(distance))
        else {
            return self.lost("this builtin", ty, span);
        };
        if 64 < shape.bits {
            return self.lost("this builtin on numbers of this width", ty, span);
        }
        let narrow = self.program.int_ty(shape);
        let wide = self.program.int_ty(IntShape { bits: 128, signed: true });
        let count = self.program.int_ty(by);
        let (least, most) = (self.number(0, count), self.number(shape.bits.into(), count));
        let is_negative = self.binary(BinOp::Lt, distance, least);
        let is_far = self.binary(BinOp::Le, most, distance);
        let near = self.cast(wide, distance);
        let wide_value = self.cast(wide, value);
        let exact = self.binary(BinOp::Shl, wide_value, near);
        let back = self.program.expr(Expr::Cast { to: narrow, arg: exact });
        let back = self.program.expr(Expr::Cast { to: wide, arg: back });
        let is_lost = self.binary(BinOp::Ne, back, exact);
        let nothing = self.number(0, narrow);
        let is_something = self.binary(BinOp::Ne, value, nothing);
        let overflows = self.ite(is_far, is_something, is_lost);
        let (to, none) = (self.scalar(ty), self.truth(false));
        let overflows = self.ite(is_negative, none, overflows);
        self.cast(to, overflows)
    }
}
