//! CBMC: quantifiers and implications.

use super::declaration::Level;
use super::{Parsed, Parser};
use crate::ast::{BinaryOp, ExprId, ExprKind, Link, Quantifier, UnaryOp};
use crate::lexer::Kind;

/// `==>` or `<==>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Implication {
    OneWay,
    BothWays,
}

impl Parser<'_> {
    /// `a ==> b` is `!a || b`, and `a <==> b` is `!a == !b`: weaker than `||`, from the right.
    pub(super) fn implication(&mut self) -> Parsed<ExprId> {
        let start = self.here();
        let left = self.binary(0)?;
        let Some(implication) = self.implies() else { return Ok(left) };
        let op_span = self.bump().span;
        self.bump();
        if implication == Implication::BothWays {
            self.bump();
        }
        let right = self.nest(Self::implication)?;
        let (op, operand) = match implication {
            Implication::OneWay => (BinaryOp::Or, right),
            Implication::BothWays => (BinaryOp::Equal, self.not(right)?),
        };
        let first = self.not(left)?;
        let rest = self.unit.lists.links.add([Link { op, op_span, operand }]);
        self.add_expr(ExprKind::Chain { first, rest }, self.since(start))
    }

    /// The implication here, of which no token can follow the other in C.
    pub(super) fn implies(&self) -> Option<Implication> {
        match (self.kind(), self.peek(1), self.peek(2)) {
            (Kind::EqualEqual, Kind::Greater, _) => Some(Implication::OneWay),
            (Kind::LessEqual, Kind::Equal, Kind::Greater) => Some(Implication::BothWays),
            _ => None,
        }
    }

    fn not(&mut self, operand: ExprId) -> Parsed<ExprId> {
        let span = self.unit.exprs[operand].span;
        self.add_expr(ExprKind::Unary { op: UnaryOp::Not, operand }, span)
    }

    /// The quantifier here, which no other name before a brace is.
    pub(super) fn quantifier(&self) -> Option<Quantifier> {
        if self.peek(1) != Kind::OpenBrace {
            return None;
        }
        match self.text(self.token().symbol) {
            "__CPROVER_forall" => Some(Quantifier::Every),
            "__CPROVER_exists" => Some(Quantifier::Some),
            _ => None,
        }
    }

    /// `__CPROVER_forall { int i; condition }`.
    pub(super) fn quantified(&mut self, quantifier: Quantifier) -> Parsed<ExprId> {
        let start = self.here();
        self.bump();
        self.bump();
        self.scopes.open();
        let parts = self.measure(|it| {
            let variable = it.declaration(Level::Block)?;
            Ok((variable, it.nest(Self::expression)?))
        });
        self.scopes.close();
        let ((variable, condition), below) = parts?;
        self.eat(Kind::Semicolon);
        self.expect(Kind::CloseBrace, "after the condition")?;
        let kind = ExprKind::Quantified { quantifier, variable, condition };
        self.add_expr_above(below, kind, self.since(start))
    }
}
