//! Quantified conditions: by one value of the variable where that decides, else by a loop over its range.
//!
//! `assert(forall x. p)` fails for some values of `x` or none, and `assume(exists x. p)` goes on for some or none: there a value is chosen. So it is below `&&`,
//! `||`, and an even number of negations.

use tribunal_base::Span;
use tribunal_ir::{BinOp, ExprId, Ty};

use super::types::Class;
use super::{Home, Lowering};
use crate::ast::Quantifier;
use crate::hir::{self, Builtin, ConversionKind, ExprKind, Quantified};

impl Lowering<'_> {
    /// Notes for which quantifiers in a condition a value may be chosen, given which ones ask for that.
    pub(super) fn note_choices(&mut self, condition: hir::ExprId, by_choice: Quantifier) {
        match self.unit.exprs[condition].kind.clone() {
            ExprKind::Convert(ConversionKind::ToBool | ConversionKind::Integer, arg) => {
                let from = self.class(self.unit.exprs[arg].ty);
                let keeps_truth = from == Class::Scalar(Ty::Bool)
                    || self.class(self.unit.exprs[condition].ty) == Class::Scalar(Ty::Bool);
                if keeps_truth {
                    self.note_choices(arg, by_choice);
                }
            }
            ExprKind::Not(arg) => {
                let other = match by_choice {
                    Quantifier::Every => Quantifier::Some,
                    Quantifier::Some => Quantifier::Every,
                };
                self.note_choices(arg, other);
            }
            ExprKind::Logical(_, left, right) => {
                self.note_choices(left, by_choice);
                self.note_choices(right, by_choice);
            }
            ExprKind::Builtin { builtin: Builtin::Quantified(it), arguments } => {
                if let Some(condition) = arguments.last().copied()
                    && it.quantifier == by_choice
                {
                    self.chosen.insert(condition);
                    self.note_choices(condition, by_choice);
                }
            }
            _ => {}
        }
    }

    /// A quantified condition.
    pub(super) fn quantified(
        &mut self,
        Quantified { variable, quantifier }: Quantified,
        arguments: &[hir::ExprId],
        ty: hir::TypeId,
        span: Span,
    ) -> ExprId {
        let Home::Register(var) = self.home(variable) else {
            return self.lost("a quantifier over such a variable", ty, span);
        };
        match *arguments {
            [.., condition] if self.chosen.contains(&condition) => {
                self.havoc(var);
                self.settle();
                self.value(condition)
            }
            [first, last, condition] => {
                self.over_range(var, quantifier, [first, last, condition], span)
            }
            _ => self.lost("a quantifier without a range here", ty, span),
        }
    }

    /// Looks at the values from the first one on while a condition holds, until one decides.
    fn over_range(
        &mut self,
        var: tribunal_ir::VarId,
        quantifier: Quantifier,
        [first, last, condition]: [hir::ExprId; 3],
        span: Span,
    ) -> ExprId {
        let ty = self.program.vars[var].ty;
        let Ty::Int(shape) = self.program.tys[ty] else {
            let ty = self.unit.exprs[condition].ty;
            return self.lost("a quantifier over values that are no numbers", ty, span);
        };
        let first = self.value(first);
        let first = self.cast(ty, first);
        self.set(var, first);
        let truth = self.program.ty(Ty::Bool);
        let result = self.temporary(truth);
        let undecided = self.truth(quantifier == Quantifier::Every);
        self.set(result, undecided);
        let [again, turn, decided, next, more, end] = std::array::from_fn(|_| self.point());
        self.arrive(again);
        self.condition(last, turn, end);
        self.arrive(turn);
        match quantifier {
            Quantifier::Every => self.condition(condition, next, decided),
            Quantifier::Some => self.condition(condition, decided, next),
        }
        self.arrive(decided);
        let found = self.truth(quantifier == Quantifier::Some);
        self.set(result, found);
        self.goto(end);
        self.arrive(next);
        let greatest = if shape.signed { shape.bits - 1 } else { shape.bits };
        let greatest = self.number(i128::MAX >> (127 - greatest), ty);
        let value = self.load_var(var);
        let is_last = self.binary(BinOp::Eq, value, greatest);
        self.branch(is_last, end, more);
        self.arrive(more);
        let one = self.number(1, ty);
        let following = self.binary(BinOp::Add, value, one);
        self.set(var, following);
        self.goto(again);
        self.arrive(end);
        self.load_var(result)
    }
}
