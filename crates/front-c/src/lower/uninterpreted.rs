//! Uninterpreted functions (CBMC): any function of its arguments, the same one throughout a run. A list keeps what it has yielded.

use tribunal_base::Span;
use tribunal_ir::{
    Action, AssumptionKind, BinOp, Expr, ExprId, FloatShape, IntShape, Place, Ty, TyId, VarId,
};

use super::Lowering;
use super::types::Class;
use crate::hir::{FunctionId, TypeId};
use crate::support::functions;

/// How many bytes each part of an entry takes: the next entry, the result, the arguments.
const PART: u64 = 16;

impl Lowering<'_> {
    /// The value of an uninterpreted function; none if it is not one, or not one of scalars.
    pub(super) fn uninterpreted(
        &mut self,
        id: FunctionId,
        args: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let function = &self.unit.functions[id];
        if !functions::is_uninterpreted(&function.name) || self.threads.is_some() {
            return None;
        }
        let (name, ty) = (function.name.clone(), self.function_type(function.ty));
        let result = self.whole_bytes(ty.result)?;
        let parameters: Vec<TyId> =
            ty.parameters.iter().map(|it| self.whole_bytes(*it)).collect::<Option<_>>()?;
        if !ty.prototyped || ty.variadic || parameters.len() != args.len() {
            return None;
        }
        let what = format!("`{name}` is some function of its arguments");
        self.assume_that(AssumptionKind::Model, what, span);
        let args: Vec<ExprId> =
            args.iter().zip(&parameters).map(|(it, ty)| self.as_bytes(*it, *ty)).collect();
        let args: Vec<ExprId> = args.into_iter().map(|it| self.keep(it)).collect();
        let (list, pointer) = (self.list_of_calls(&name, span), self.pointer_ty());
        let (at, value) = (self.temporary(pointer), self.temporary(result));
        let [again, look, next, found, missing, end] = std::array::from_fn(|_| self.point());
        let first = self.load_var(list);
        self.set(at, first);
        self.arrive(again);
        let (entry, null) = (self.load_var(at), self.null());
        let is_over = self.binary(BinOp::Eq, entry, null);
        self.branch(is_over, missing, look);

        self.arrive(look);
        let mut agrees = self.truth(true);
        for (position, (arg, ty)) in (2..).zip(args.iter().zip(&parameters)) {
            let known = self.part(entry, position, *ty);
            let known = self.load(known);
            let equal = self.binary(BinOp::Eq, known, *arg);
            agrees = self.both(agrees, equal);
        }
        self.branch(agrees, found, next);
        self.arrive(next);
        let following = self.part(entry, 0, pointer);
        let following = self.load(following);
        self.set(at, following);
        self.goto(again);

        self.arrive(found);
        let known = self.part(entry, 1, result);
        let known = self.load(known);
        self.set(value, known);
        self.goto(end);

        self.arrive(missing);
        let anything = self.input(&name, result, span);
        self.havoc(anything);
        self.settle();
        let anything = self.load_var(anything);
        self.set(value, anything);
        let size = self.bytes(PART * (2 + args.len() as u64));
        let entry = self.room_for_ever(&name, size, span).0;
        let parts = [(first, pointer), (anything, result)];
        let parts = parts.into_iter().chain(args.into_iter().zip(parameters));
        for (position, (value, ty)) in (0..).zip(parts) {
            let place = self.part(entry, position, ty);
            self.act(Action::Assign { place, value });
        }
        self.set(list, entry);
        self.goto(end);

        self.arrive(end);
        let (value, wanted) = (self.load_var(value), self.scalar(ty.result));
        Some(self.of_bytes(value, wanted))
    }

    /// A type of whole bytes for the values of a scalar type: floats by their bits, so that a NaN equals itself.
    fn whole_bytes(&mut self, ty: TypeId) -> Option<TyId> {
        match self.class(ty) {
            Class::Scalar(Ty::Float(FloatShape::Extended)) => None,
            Class::Scalar(Ty::Float(shape)) => Some(self.program.int_ty(shape.shape())),
            Class::Scalar(Ty::Bool) => Some(self.program.int_ty(IntShape::U8)),
            Class::Scalar(Ty::Int(shape)) if shape.bits.is_multiple_of(8) => {
                Some(self.program.int_ty(shape))
            }
            Class::Scalar(Ty::Pointer) => Some(self.pointer_ty()),
            _ => None,
        }
    }

    fn as_bytes(&mut self, value: ExprId, to: TyId) -> ExprId {
        match self.is_float(value) {
            true => self.program.expr(Expr::Reinterpret { to, arg: value }),
            false => self.cast(to, value),
        }
    }

    fn of_bytes(&mut self, value: ExprId, to: TyId) -> ExprId {
        match self.program.tys[to] {
            Ty::Float(_) => self.program.expr(Expr::Reinterpret { to, arg: value }),
            _ => self.cast(to, value),
        }
    }

    /// A part of an entry.
    fn part(&mut self, entry: ExprId, position: u64, ty: TyId) -> tribunal_ir::PlaceId {
        let pointer = self.advance_by(entry, PART * position);
        self.program.place(Place::Deref { pointer, ty })
    }

    /// Points to the last entry for a function.
    fn list_of_calls(&mut self, function: &str, span: Span) -> VarId {
        let name = format!("calls of {function}");
        let known = self.program.vars.ids().find(|it| self.program.vars[*it].name == name);
        let pointer = self.pointer_ty();
        known.unwrap_or_else(|| self.surrounding(name, pointer, span))
    }
}
