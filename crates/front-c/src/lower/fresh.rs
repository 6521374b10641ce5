//! Predicates of contracts that speak of memory: where they are assumed, they make it.

use tribunal_base::{Id, Span};
use tribunal_ir::{Action, BinOp, Expr, ExprId, Place, Storage, VarId};

use super::contract::Stance;
use super::place::Access;
use super::{Home, Lowering};
use crate::hir::{
    self, Builtin, Callee, Contract, ConversionKind, ExprKind, FunctionId, PlaceKind, StmtKind,
    TypeId,
};

impl Lowering<'_> {
    /// Variables for the objects that a precondition can make, one for each place where it does.
    pub(super) fn room_for_made(&mut self, contract: &Contract) -> Vec<VarId> {
        let mut count = 0;
        for condition in &contract.requires {
            count += self.fresh_places(*condition, 0);
        }
        let pointer = self.pointer_ty();
        (0..count)
            .map(|number| self.surrounding(format!("made {number}"), pointer, contract.span))
            .collect()
    }

    pub(super) fn note_made(&mut self, made: &[VarId]) {
        self.build.made = made.iter().rev().copied().collect();
    }

    /// How often a condition speaks of memory of its own, predicates followed.
    fn fresh_places(&self, expr: hir::ExprId, depth: usize) -> usize {
        let mut count = match &self.unit.exprs[expr].kind {
            ExprKind::Builtin { builtin: Builtin::Fresh, .. } => 1,
            ExprKind::Call { callee: Callee::Direct(function), .. } if depth < 16 => {
                self.result_of_predicate(*function).map_or(0, |it| self.fresh_places(it, depth + 1))
            }
            _ => 0,
        };
        self.unit.operands(expr, &mut |it| count += self.fresh_places(it, depth));
        count
    }

    /// The value that a function returns which does nothing else.
    fn result_of_predicate(&self, function: FunctionId) -> Option<hir::ExprId> {
        let body = self.unit.functions[function].body?;
        let StmtKind::Block { statements, .. } = &self.unit.stmts[body].kind else { return None };
        match statements.as_slice() {
            [only] => match self.unit.stmts[*only].kind {
                StmtKind::Return(value) => value,
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a function is a predicate of memory.
    pub(super) fn speaks_of_fresh_memory(&self, function: FunctionId) -> bool {
        self.result_of_predicate(function).is_some_and(|it| 0 < self.fresh_places(it, 0))
    }

    /// A predicate of memory is evaluated in place, with the variables of its caller for parameters where it gets them: it may decide where they point.
    pub(super) fn predicate(
        &mut self,
        function: FunctionId,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let value = self.result_of_predicate(function)?;
        let parameters = self.unit.functions[function].parameters.clone();
        let is_busy = parameters.iter().any(|it| self.homes[it.index()].is_some());
        if is_busy || parameters.len() != arguments.len() {
            self.unsupported("such a predicate of memory", span);
            return None;
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let home = match self.variable_of(*argument) {
                Some(variable) => self.home(variable),
                None => {
                    let value = self.value(*argument);
                    let ty = self.scalar(self.unit.variables[*parameter].ty.id);
                    let var = self.temporary(ty);
                    let value = self.cast(ty, value);
                    self.set(var, value);
                    Home::Register(var)
                }
            };
            self.homes[parameter.index()] = Some(home);
        }
        let value = self.value(value);
        let value = self.keep(value);
        for parameter in parameters {
            self.homes[parameter.index()] = None;
        }
        Some(value)
    }

    /// The variable that an argument is, if it is one.
    fn variable_of(&self, argument: hir::ExprId) -> Option<hir::VarId> {
        match self.unit.exprs[argument].kind {
            ExprKind::Convert(ConversionKind::Pointer, inner) => self.variable_of(inner),
            ExprKind::Load(place) => match self.unit.places[place].kind {
                PlaceKind::Variable(variable) => Some(variable),
                _ => None,
            },
            _ => None,
        }
    }

    /// The place that an argument is read from.
    fn place_of_argument(&self, argument: hir::ExprId) -> Option<hir::PlaceId> {
        match self.unit.exprs[argument].kind {
            ExprKind::Convert(ConversionKind::Pointer, inner) => self.place_of_argument(inner),
            ExprKind::Load(place) => Some(place),
            _ => None,
        }
    }

    /// `__CPROVER_is_fresh`.
    pub(super) fn fresh(
        &mut self,
        pointer: hir::ExprId,
        size: hir::ExprId,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let value = match self.stance {
            Some(Stance::Assume) => {
                let Some(place) = self.place_of_argument(pointer) else {
                    return self.lost("memory for what is no variable", ty, span);
                };
                let size = self.value(size);
                let size = self.as_size(size);
                let size = self.keep(size);
                let (zero, most) = (self.bytes(0), self.bytes(u32::MAX.into()));
                let some = self.binary(BinOp::Le, zero, size);
                let few = self.binary(BinOp::Le, size, most);
                let fits = self.both(some, few);
                self.assume(fits);
                let object = self.site("is_fresh", Storage::Dynamic, span);
                let pointer = self.pointer_ty();
                let address = self.temporary(pointer);
                let target = self.program.place(Place::Var(address));
                self.act(Action::Allocate { object, size, place: target });
                self.settle();
                let address = self.load_var(address);
                if let Some(made) = self.build.made.pop() {
                    self.set(made, address);
                }
                let spot = self.spot(place);
                self.write(spot, self.unit.places[place].ty.id, address, span);
                self.settle();
                self.truth(true)
            }
            Some(Stance::Check) => {
                let pointer = self.value(pointer);
                let pointer = self.keep(pointer);
                let size = self.value(size);
                let size = self.keep(size);
                let mut holds = self.is_accessible(pointer, size, Access::Write);
                for other in self.build.apart.clone() {
                    let same = self.program.expr(Expr::Binary(BinOp::SameObject, pointer, other));
                    let differ = self.negated(same);
                    holds = self.both(holds, differ);
                }
                self.build.apart.push(pointer);
                self.keep(holds)
            }
            None => return self.lost("`__CPROVER_is_fresh` outside of a contract", ty, span),
        };
        let to = self.scalar(ty);
        self.cast(to, value)
    }

    /// `__CPROVER_pointer_equals`.
    pub(super) fn same_pointer(
        &mut self,
        pointer: hir::ExprId,
        other: hir::ExprId,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let value = match (self.stance, self.place_of_argument(pointer)) {
            (Some(Stance::Assume), Some(place)) => {
                let other = self.value(other);
                let other = self.keep(other);
                let spot = self.spot(place);
                self.write(spot, self.unit.places[place].ty.id, other, span);
                self.truth(true)
            }
            _ => {
                let (a, b) = self.operands(pointer, other);
                self.binary(BinOp::Eq, a, b)
            }
        };
        let to = self.scalar(ty);
        self.cast(to, value)
    }
}
