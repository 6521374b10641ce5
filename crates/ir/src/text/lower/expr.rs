//! Expressions, places and formulas.

use super::{Lowering, Top, find_name, key};
use crate::expr::{Expr, Place, UnOp};
use crate::formula::Formula;
use crate::program::{ExprId, FormulaId, PlaceId, ProcId, VarId};
use crate::text::syntax::{self, ExprKind, Function, Name, Number};
use crate::ty::{IntShape, Ty};
use tribunal_base::Id;

/// The type of offsets and sizes in memory.
pub(super) const I64: Ty = Ty::Int(IntShape::I64);

impl Lowering<'_> {
    pub(in crate::text) fn expr(
        &mut self,
        scope: Option<ProcId>,
        expr: &syntax::Expr,
    ) -> Option<ExprId> {
        let lowered = match &expr.kind {
            ExprKind::Number(number) => return Some(self.number(number, None)),
            ExprKind::Truth(value) => return Some(self.program.truth(*value)),
            ExprKind::Member(owner, name) => match self.top.get(&key(owner)).copied() {
                Some(Top::Enum(id)) => {
                    let variants = &self.program.enums[id].variants;
                    let Some(at) = find_name(name, variants.iter().map(|(name, _)| name)) else {
                        return self.unknown("variant", name);
                    };
                    let value = variants[at].1;
                    Expr::Const { value, ty: self.program.ty(Ty::Enum(id)) }
                }
                _ => Expr::Load(self.place(scope, expr)?),
            },
            ExprKind::NumberOf(ty, number) => {
                let ty = self.ty(ty)?;
                let Some(shape) = self.program.shape(ty) else {
                    self.error("ir-syntax", expr.span, "only a scalar type has numbers");
                    return None;
                };
                Expr::Const { value: self.value(number, shape), ty }
            }
            ExprKind::Name(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Memory(..)
            | ExprKind::Remote { .. } => Expr::Load(self.place(scope, expr)?),
            ExprKind::At { process, index, label: name } => {
                let owner = self.process(process);
                let index = self.expr(scope, index);
                let label = match self.labels.get(&(owner?, key(name))) {
                    Some(label) => *label,
                    None => return self.unknown("label", name),
                };
                Expr::At { process: index?, label }
            }
            ExprKind::Unary(op, arg) => Expr::Unary(*op, self.expr(scope, arg)?),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = self.operands(scope, left, right)?;
                Expr::Binary(*op, left, right)
            }
            ExprKind::Ite(condition, yes, no) => {
                let condition = self.expr(scope, condition);
                let (yes, no) = self.operands(scope, yes, no)?;
                Expr::Ite(condition?, yes, no)
            }
            ExprKind::Cast(arg, ty) => {
                let (arg, to) = (self.expr(scope, arg), self.ty(ty));
                Expr::Cast { to: to?, arg: arg? }
            }
            ExprKind::Reinterpret(arg, ty) => {
                let (arg, to) = (self.expr(scope, arg), self.ty(ty));
                Expr::Reinterpret { to: to?, arg: arg? }
            }
            ExprKind::Null => Expr::Const { value: 0, ty: self.program.ty(Ty::Pointer) },
            ExprKind::Object(name) => Expr::Object(self.object(name)?),
            ExprKind::Function(name) => Expr::Function(self.process(name)?),
            ExprKind::Heap(query) => Expr::Heap(*query),
            ExprKind::Advance(pointer, by) => {
                let (pointer, by) = (self.expr(scope, pointer), self.expr_as(scope, by, I64));
                Expr::Advance { pointer: pointer?, by: by? }
            }
            ExprKind::IsInitialised(pointer, size) => {
                let (pointer, size) = (self.expr(scope, pointer), self.expr_as(scope, size, I64));
                Expr::IsInitialised { pointer: pointer?, size: size? }
            }
            ExprKind::SelfPid => Expr::SelfPid,
            ExprKind::ProcessCount => Expr::ProcessCount,
            ExprKind::Timeout => Expr::Timeout,
            ExprKind::NonProgress => Expr::NonProgress,
            ExprKind::InstanceOf(process) => Expr::InstanceOf(self.process(process)?),
            ExprKind::Call(function, arg) => {
                let arg = self.expr(scope, arg)?;
                match function {
                    Function::ProgramCounter => Expr::ProgramCounter(arg),
                    Function::Priority => Expr::Priority(arg),
                    Function::Enabled => Expr::Enabled(arg),
                    Function::Length => Expr::Length(arg),
                    Function::Capacity => Expr::Capacity(arg),
                    Function::Arity => Expr::Arity(arg),
                    Function::Sqrt => Expr::Unary(UnOp::Sqrt, arg),
                    Function::Round(rounding) => Expr::Unary(UnOp::Round(*rounding), arg),
                    Function::Pointer(query) => Expr::Pointer(*query, arg),
                }
            }
            ExprKind::Poll { channel, patterns, scan } => Expr::Poll {
                channel: self.expr(scope, channel)?,
                patterns: self.patterns(scope, patterns)?,
                scan: *scan,
            },
        };
        Some(self.program.expr(lowered))
    }

    /// Two expressions that should have the same type: a number that does not name its type has
    /// the type of the other one.
    fn operands(
        &mut self,
        scope: Option<ProcId>,
        left: &syntax::Expr,
        right: &syntax::Expr,
    ) -> Option<(ExprId, ExprId)> {
        match (untyped(left), untyped(right)) {
            (Some(number), None) => {
                let right = self.expr(scope, right)?;
                Some((self.number(number, self.program.ty_of(right)), right))
            }
            (None, Some(number)) => {
                let left = self.expr(scope, left)?;
                Some((left, self.number(number, self.program.ty_of(left))))
            }
            (Some(_), Some(_)) | (None, None) => {
                let (left, right) = (self.expr(scope, left), self.expr(scope, right));
                Some((left?, right?))
            }
        }
    }

    /// An expression where one of a known type should stand, which a number need not name.
    pub(super) fn expr_as(
        &mut self,
        scope: Option<ProcId>,
        expr: &syntax::Expr,
        ty: Ty,
    ) -> Option<ExprId> {
        match untyped(expr) {
            Some(number) => Some(self.number(number, Some(ty))),
            None => self.expr(scope, expr),
        }
    }

    fn number(&mut self, number: &Number, expected: Option<Ty>) -> ExprId {
        let shape = match (number.shape, expected) {
            (Some(shape), _) | (None, Some(Ty::Int(shape))) => shape,
            (None, _) => IntShape::I32,
        };
        let (value, ty) = (self.value(number, shape), self.program.int_ty(shape));
        self.program.expr(Expr::Const { value, ty })
    }

    pub(super) fn place(&mut self, scope: Option<ProcId>, expr: &syntax::Expr) -> Option<PlaceId> {
        let place = match &expr.kind {
            ExprKind::Name(name) => Place::Var(self.var(scope, name)?),
            ExprKind::Member(owner, name) => {
                let owner = self.process(owner)?;
                Place::Var(self.local(owner, name)?)
            }
            ExprKind::Index(base, index) => {
                let (base, index) = (self.place(scope, base), self.expr(scope, index));
                Place::Index(base?, index?)
            }
            ExprKind::Field(base, name) => {
                let base = self.place(scope, base)?;
                return self.field(base, name);
            }
            ExprKind::Remote { process, index, var } => {
                let owner = self.process(process);
                let process = self.expr(scope, index);
                Place::Remote { process: process?, var: self.local(owner?, var)? }
            }
            ExprKind::Memory(pointer, ty) => {
                let (pointer, ty) = (self.expr(scope, pointer), self.ty(ty));
                Place::Deref { pointer: pointer?, ty: ty? }
            }
            _ => {
                self.error("ir-syntax", expr.span, "expected a variable or a part of one");
                return None;
            }
        };
        Some(self.program.place(place))
    }

    fn var(&mut self, scope: Option<ProcId>, name: &Name) -> Option<VarId> {
        let local = scope.and_then(|it| self.locals[it.index()].get(&key(name)));
        match (local, self.top.get(&key(name))) {
            (Some(var), _) | (None, Some(Top::Var(var))) => Some(*var),
            (None, Some(Top::Proc(_) | Top::Enum(_) | Top::Record(_)) | None) => {
                self.unknown("variable", name)
            }
        }
    }

    fn local(&mut self, owner: ProcId, name: &Name) -> Option<VarId> {
        match self.locals[owner.index()].get(&key(name)) {
            Some(var) => Some(*var),
            None => self.unknown("local variable", name),
        }
    }

    pub(super) fn formula(&mut self, formula: &syntax::Formula) -> Option<FormulaId> {
        let lowered = match formula {
            syntax::Formula::Const(value) => Formula::Const(*value),
            syntax::Formula::Atom(expr) => Formula::Atom(self.expr(None, expr)?),
            syntax::Formula::Not(arg) => Formula::Not(self.formula(arg)?),
            syntax::Formula::Next(arg) => Formula::Next(self.formula(arg)?),
            syntax::Formula::AllRuns(arg) => Formula::AllRuns(self.formula(arg)?),
            syntax::Formula::SomeRun(arg) => Formula::SomeRun(self.formula(arg)?),
            syntax::Formula::And(left, right) => {
                Formula::And(self.formula(left)?, self.formula(right)?)
            }
            syntax::Formula::Or(left, right) => {
                Formula::Or(self.formula(left)?, self.formula(right)?)
            }
            syntax::Formula::Until(left, right) => {
                Formula::Until(self.formula(left)?, self.formula(right)?)
            }
            syntax::Formula::Release(left, right) => {
                Formula::Release(self.formula(left)?, self.formula(right)?)
            }
        };
        Some(self.program.formulas.intern(lowered))
    }
}

/// A number that does not name its type.
fn untyped(expr: &syntax::Expr) -> Option<&Number> {
    match &expr.kind {
        ExprKind::Number(number) if number.shape.is_none() => Some(number),
        _ => None,
    }
}
