//! Quantified conditions (CBMC), and which values of the variable they need be looked at for.
//!
//! The condition of `forall` is true, and that of `exists` false, as soon as one part of its range fails: in `a <= i && i < b ==> p` it is enough to look at
//! the values from `a` to the last one before `b`. A range is found where a bound does not depend on the variable, and where no conversion changes the order
//! of its values.

use tribunal_base::Span;

use crate::ast::{self, Quantifier};
use crate::hir::{
    Builtin, CompareOp, ConversionKind, ExprId, ExprKind, IntegerKind, LogicalOp, Origin,
    PlaceKind, Quantified, StmtKind, Type, VarId,
};

use super::{Checked, Sema};

/// Types of so few values are looked at as a whole.
const FEW: u32 = 8;

/// A comparison of the variable with something else: `variable op bound`.
struct Comparison {
    op: CompareOp,
    bound: ExprId,
    /// The type in which they are compared.
    kind: IntegerKind,
}

impl Sema<'_> {
    pub(crate) fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: ast::DeclId,
        condition: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        if self.function.is_none() {
            return Err(self.error(
                "outside-function",
                span,
                "a quantified condition belongs into a function",
            ));
        }
        self.scopes.enter();
        let mut statements = Vec::new();
        self.declaration(variable, &mut statements);
        let condition_span = self.ast[condition].span;
        let condition = self.value(condition).and_then(|value| self.truth(value, condition_span));
        self.scopes.leave();
        let condition = condition?;
        let declared: Vec<VarId> = statements
            .iter()
            .filter_map(|it| match self.unit.stmts[*it].kind {
                StmtKind::Declare { variable, initialiser: None, size: None } => Some(variable),
                _ => None,
            })
            .collect();
        let &[variable] = declared.as_slice() else {
            let bool = self.common.bool;
            return Ok(self.unsupported("a quantifier over several variables", bool, span));
        };
        self.unit.variables[variable].origin = Origin::Temporary;
        let mut arguments = self.range(quantifier, variable, condition, span);
        arguments.push(condition);
        let builtin = Builtin::Quantified(Quantified { variable, quantifier });
        let bool = self.common.bool;
        Ok(self.make(builtin, arguments, bool, span))
    }

    /// The first value, and a condition that holds from there on for all values that need be looked at; nothing if it is not known.
    fn range(
        &mut self,
        quantifier: Quantifier,
        variable: VarId,
        condition: ExprId,
        span: Span,
    ) -> Vec<ExprId> {
        let ty = self.unit.variables[variable].ty.id;
        let Some(kind) = self.types().integer_kind(ty) else { return Vec::new() };
        let model = self.types().model();
        let mut literals = Vec::new();
        self.literals(condition, quantifier == Quantifier::Every, &mut literals);
        let compared: Vec<(Comparison, ExprId, bool)> = literals
            .into_iter()
            .filter_map(|(expr, negated)| {
                Some((self.compared(expr, negated, variable)?, expr, negated))
            })
            .collect();
        let keeps = |to: IntegerKind| match (kind.is_signed(), to.is_signed()) {
            (true, false) => false,
            (false, true) => kind.bits(model) < to.bits(model),
            _ => kind.bits(model) <= to.bits(model),
        };
        let least: i128 =
            if kind.is_signed() { -(1 << (kind.bits(model).min(127) - 1)) } else { 0 };
        let mut first = (!kind.is_signed() || kind.bits(model) <= FEW).then_some((None, least));
        for (it, ..) in &compared {
            let is_below = matches!(it.op, CompareOp::Greater | CompareOp::GreaterEqual);
            match self.constant(it.bound) {
                Some(value) if is_below && keeps(it.kind) && least <= value => {
                    first = Some((None, value));
                }
                None if is_below && it.kind == kind => {
                    first = first.or(Some((Some(it.bound), least)))
                }
                _ => {}
            }
        }
        let Some((bound, value)) = first else { return Vec::new() };
        if super::build::wrap(value, kind, model) != value {
            return Vec::new();
        }
        let is_positive = bound.is_none() && 0 <= value;
        let last = compared.iter().find(|(it, ..)| {
            let is_above = matches!(it.op, CompareOp::Less | CompareOp::LessEqual);
            let is_wide = is_positive && kind.bits(model) <= it.kind.bits(model);
            is_above && (keeps(it.kind) || is_wide)
        });
        let last = match last {
            Some(&(_, expr, negated)) => {
                if negated {
                    self.not(expr, span)
                } else {
                    expr
                }
            }
            None if kind.bits(model) <= FEW => {
                let bool = self.common.bool;
                self.integer(1, bool, span)
            }
            None => return Vec::new(),
        };
        let first = bound.unwrap_or_else(|| self.integer(value, ty, span));
        vec![first, last]
    }

    /// The comparisons, negated or not, all of which must hold for a condition (or its negation) to hold.
    fn literals(&self, expr: ExprId, negated: bool, found: &mut Vec<(ExprId, bool)>) {
        match *self.kind(expr) {
            ExprKind::Convert(ConversionKind::ToBool | ConversionKind::Integer, inner)
                if self.is_truth_value(inner) =>
            {
                self.literals(inner, negated, found);
            }
            ExprKind::Not(inner) => self.literals(inner, !negated, found),
            ExprKind::Logical(LogicalOp::And, left, right) if !negated => {
                self.literals(left, negated, found);
                self.literals(right, negated, found);
            }
            ExprKind::Logical(LogicalOp::Or, left, right) if negated => {
                self.literals(left, negated, found);
                self.literals(right, negated, found);
            }
            ExprKind::Compare(..) => found.push((expr, negated)),
            _ => {}
        }
    }

    /// Whether a value is a truth value, perhaps as a number.
    fn is_truth_value(&self, expr: ExprId) -> bool {
        let is_bool = |it: ExprId| matches!(self.types().get(self.ty(it)), Type::Bool);
        match *self.kind(expr) {
            ExprKind::Convert(ConversionKind::Integer, inner) => is_bool(inner),
            _ => is_bool(expr),
        }
    }

    /// A comparison of the variable with something that does not depend on it.
    fn compared(&self, expr: ExprId, negated: bool, variable: VarId) -> Option<Comparison> {
        let ExprKind::Compare(op, left, right) = *self.kind(expr) else { return None };
        let kind = self.types().integer_kind(self.ty(left))?;
        let (op, bound) =
            match (self.is_variable(left, variable), self.is_variable(right, variable)) {
                (true, false) => (op, right),
                (false, true) => (mirrored(op), left),
                _ => return None,
            };
        let op = if negated { opposite(op) } else { op };
        self.is_steady(bound, variable).then_some(Comparison { op, bound, kind })
    }

    /// Whether a value is that of the variable, perhaps converted to another integer type.
    fn is_variable(&self, expr: ExprId, variable: VarId) -> bool {
        match *self.kind(expr) {
            ExprKind::Load(place) => self.unit.places[place].kind == PlaceKind::Variable(variable),
            // A conversion in between could change what a later one cannot bring back.
            ExprKind::Convert(ConversionKind::Integer, inner) => {
                matches!(*self.kind(inner), ExprKind::Load(_)) && self.is_variable(inner, variable)
            }
            _ => false,
        }
    }

    /// Whether a value is the same for all values of the variable.
    fn is_steady(&self, expr: ExprId, variable: VarId) -> bool {
        let is_plain = match *self.kind(expr) {
            ExprKind::Load(place) => self.unit.places[place].kind != PlaceKind::Variable(variable),
            ExprKind::Integer(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(..)
            | ExprKind::AddressOf(_)
            | ExprKind::PointerAdd { .. } => true,
            _ => false,
        };
        let mut steady = is_plain;
        self.unit.operands(expr, &mut |it| steady &= self.is_steady(it, variable));
        steady
    }
}

/// The operator with its operands exchanged.
fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessEqual => CompareOp::GreaterEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterEqual => CompareOp::LessEqual,
        CompareOp::Equal | CompareOp::NotEqual => op,
    }
}

/// What holds where the operator does not.
fn opposite(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::GreaterEqual,
        CompareOp::LessEqual => CompareOp::Greater,
        CompareOp::Greater => CompareOp::LessEqual,
        CompareOp::GreaterEqual => CompareOp::Less,
        CompareOp::Equal => CompareOp::NotEqual,
        CompareOp::NotEqual => CompareOp::Equal,
    }
}
