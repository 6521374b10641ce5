//! Temporal formulas.

use tribunal_base::Span;

use super::expression::Value;
use super::{Parse, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Ltl, LtlBinary, LtlBlock, LtlKind, LtlUnary, UnaryOp};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `ltl name { formula }`.
    pub(super) fn ltl_block(&mut self) -> Parse<LtlBlock> {
        let start = self.bump().lexeme.span;
        let name = if self.at(Kind::Name) { Some(self.name("a name")?) } else { None };
        self.lexer.mode.in_formula = true;
        self.expect(Kind::OpenBrace, "`{` and a formula")?;
        let formula = self.formula()?;
        let _ = self.eat(Kind::Semicolon);
        self.expect(Kind::CloseBrace, "an operator or `}`")?;
        self.lexer.mode.in_formula = false;
        Ok(LtlBlock { name, formula, span: start.to(self.previous) })
    }

    pub(super) fn formula(&mut self) -> Parse<Ltl> {
        let operand = self.operand(0)?;
        // Spin negates the formula, so that its grammar accepts no probe anywhere in it.
        self.without_probe(&operand)?;
        Ok(operand.value.into_ltl())
    }
}

impl Value {
    pub(super) fn into_ltl(self) -> Ltl {
        match self {
            Self::Expr(it) => it.into_ltl(),
            Self::Ltl(it) => it,
        }
    }
}

impl Expr {
    /// The formula that says the same, with its Boolean operators as those of the formula.
    fn into_ltl(self) -> Ltl {
        let span = self.span;
        match self.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => inner.into_ltl().under(LtlUnary::Not, span),
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let operator =
                    if operator == BinaryOp::And { LtlBinary::And } else { LtlBinary::Or };
                Ltl::binary(operator, left.into_ltl(), right.into_ltl(), span)
            }
            kind => Ltl { kind: LtlKind::Atom(Expr { kind, span }), span },
        }
    }
}

impl Ltl {
    pub(super) fn binary(operator: LtlBinary, left: Self, right: Self, span: Span) -> Self {
        Self { kind: LtlKind::Binary(operator, Box::new(left), Box::new(right)), span }
    }

    pub(super) fn under(self, operator: LtlUnary, span: Span) -> Self {
        Self { kind: LtlKind::Unary(operator, Box::new(self)), span }
    }
}
