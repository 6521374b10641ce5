//! Expressions, by precedence climbing. In `ltl` blocks temporal operators are among them.
//!
//! Spin's grammar has two kinds of expressions: those with questions like `full(q)` in them ("probes") allow `&&`,
//! `||` and parentheses only.

use std::num::IntErrorKind;

use tribunal_base::{Diagnostic, Span};

use super::{Parse, Parser, Reported};
use crate::ast::{
    BinaryOp, CCode, CCodeKind, Constant, Expr, ExprKind, Ltl, LtlBinary, LtlUnary, Place, Probe,
    Run, UnaryOp,
};
use crate::lexer::{Kind, Payload, Token};

/// How many operators of one level may stand in a row: they make a tree of that height.
const MAX_CHAIN: usize = 1000;

/// The result of a subexpression.
pub(super) struct Operand {
    pub(super) value: Value,
    /// A question like `full(q)` in it.
    probe: Option<Span>,
}

pub(super) enum Value {
    Expr(Expr),
    /// Something with temporal operators.
    Ltl(Ltl),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    State(BinaryOp),
    Temporal(LtlBinary),
}

impl Operand {
    pub(super) fn plain(kind: ExprKind, span: Span) -> Self {
        Self { value: Value::Expr(Expr { kind, span }), probe: None }
    }

    fn span(&self) -> Span {
        match &self.value {
            Value::Expr(it) => it.span,
            Value::Ltl(it) => it.span,
        }
    }
}

impl Parser<'_> {
    /// An expression without questions like `full(q)`.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let operand = self.operand(0)?;
        self.without_probe(&operand)?;
        self.state_expression(operand)
    }

    /// An expression that may be, or contain, questions like `full(q)`.
    pub(super) fn condition(&mut self) -> Parse<Expr> {
        let operand = self.operand(0)?;
        self.state_expression(operand)
    }

    /// The expression whose first operand has been read.
    pub(super) fn condition_from(&mut self, first: Expr) -> Parse<Expr> {
        let operand = self.climb(Operand { value: Value::Expr(first), probe: None }, 0)?;
        self.state_expression(operand)
    }

    fn state_expression(&mut self, operand: Operand) -> Parse<Expr> {
        match operand.value {
            Value::Expr(expr) => Ok(expr),
            Value::Ltl(formula) => Err(self.temporal_operand(formula.span)),
        }
    }

    pub(super) fn without_probe(&mut self, operand: &Operand) -> Parse<()> {
        match operand.probe {
            None => Ok(()),
            Some(span) => Err(self.report(
                Diagnostic::error("misplaced-probe", span, "a question about a channel cannot be used as a value").help(
                    "`full`, `empty`, `nfull` and `nempty` can only be a whole condition, or joined to others by `&&` \
                     and `||`: use the opposite question instead of `!`, and `len(q)` for a value",
                ),
            )),
        }
    }

    /// Operators of at least this level.
    pub(super) fn operand(&mut self, level: u8) -> Parse<Operand> {
        let first = self.unary()?;
        self.climb(first, level)
    }

    fn climb(&mut self, mut left: Operand, level: u8) -> Parse<Operand> {
        let mut length = 0;
        while let Some((operator, found)) = self.operator().filter(|&(_, found)| level <= found) {
            length += 1;
            if MAX_CHAIN < length {
                let span = self.span();
                return Err(self.report(
                    Diagnostic::error("nesting-depth", span, "too many operators in a row").help(
                        format!("at most {MAX_CHAIN} are read; use parentheses to make groups"),
                    ),
                ));
            }
            self.bump();
            let right = self.nested(|it| it.operand(found + 1))?;
            left = self.combine(operator, left, right)?;
        }
        Ok(left)
    }

    /// The operator that comes next, and its level.
    fn operator(&mut self) -> Option<(Operator, u8)> {
        let token = self.peek().clone();
        let state = |operator, level| Some((Operator::State(operator), level));
        let temporal = |operator, level| Some((Operator::Temporal(operator), level));
        match token.kind {
            Kind::Implies => temporal(LtlBinary::Implies, 0),
            Kind::Equivalent => temporal(LtlBinary::Equivalent, 0),
            Kind::OrOr => state(BinaryOp::Or, 1),
            Kind::AndAnd => state(BinaryOp::And, 2),
            Kind::Until => temporal(LtlBinary::Until, 3),
            Kind::WeakUntil => temporal(LtlBinary::WeakUntil, 3),
            Kind::Release => temporal(LtlBinary::Release, 3),
            // Spin does not know this spelling; a variable of this name stays possible.
            Kind::Name if self.lexer.mode.in_formula && self.text(&token) == "R" => {
                temporal(LtlBinary::Release, 3)
            }
            Kind::Or => state(BinaryOp::BitOr, 4),
            Kind::Xor => state(BinaryOp::BitXor, 5),
            Kind::And => state(BinaryOp::BitAnd, 6),
            Kind::Equal => state(BinaryOp::Eq, 7),
            Kind::NotEqual => state(BinaryOp::Ne, 7),
            Kind::Less => state(BinaryOp::Lt, 8),
            Kind::LessEqual => state(BinaryOp::Le, 8),
            Kind::Greater => state(BinaryOp::Gt, 8),
            Kind::GreaterEqual => state(BinaryOp::Ge, 8),
            Kind::ShiftLeft => state(BinaryOp::Shl, 9),
            Kind::ShiftRight => state(BinaryOp::Shr, 9),
            Kind::Plus => state(BinaryOp::Add, 10),
            Kind::Minus => state(BinaryOp::Sub, 10),
            Kind::Star => state(BinaryOp::Mul, 11),
            Kind::Slash => state(BinaryOp::Div, 11),
            Kind::Percent => state(BinaryOp::Rem, 11),
            _ => None,
        }
    }

    fn combine(&mut self, operator: Operator, left: Operand, right: Operand) -> Parse<Operand> {
        let span = left.span().to(right.span());
        let probe = left.probe.or(right.probe);
        match operator {
            Operator::State(operator @ (BinaryOp::And | BinaryOp::Or)) => {
                let value = match (left.value, right.value) {
                    (Value::Expr(left), Value::Expr(right)) => {
                        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
                        Value::Expr(Expr { kind, span })
                    }
                    (left, right) => {
                        let operator =
                            if operator == BinaryOp::And { LtlBinary::And } else { LtlBinary::Or };
                        Value::Ltl(Ltl::binary(operator, left.into_ltl(), right.into_ltl(), span))
                    }
                };
                Ok(Operand { value, probe })
            }
            Operator::State(operator) => {
                self.without_probe(&left)?;
                self.without_probe(&right)?;
                let left = self.state_expression(left)?;
                let right = self.state_expression(right)?;
                Ok(Operand::plain(
                    ExprKind::Binary(operator, Box::new(left), Box::new(right)),
                    span,
                ))
            }
            Operator::Temporal(operator) => {
                self.without_probe(&left)?;
                self.without_probe(&right)?;
                let value = Value::Ltl(Ltl::binary(
                    operator,
                    left.value.into_ltl(),
                    right.value.into_ltl(),
                    span,
                ));
                Ok(Operand { value, probe: None })
            }
        }
    }

    fn unary(&mut self) -> Parse<Operand> {
        let operator = match self.kind() {
            Kind::Bang => UnaryKind::Not,
            Kind::Minus => UnaryKind::State(UnaryOp::Minus),
            Kind::Tilde => UnaryKind::State(UnaryOp::Complement),
            Kind::Always => UnaryKind::Temporal(LtlUnary::Always),
            Kind::Eventually => UnaryKind::Temporal(LtlUnary::Eventually),
            Kind::Next => UnaryKind::Temporal(LtlUnary::Next),
            _ => return self.primary(),
        };
        let start = self.bump().lexeme.span;
        let operand = self.nested(Self::unary)?;
        self.without_probe(&operand)?;
        let span = start.to(operand.span());
        let value = match (operator, operand.value) {
            (UnaryKind::Not, Value::Expr(it)) => Value::Expr(it.under(UnaryOp::Not, span)),
            (UnaryKind::State(operator), Value::Expr(it)) => Value::Expr(it.under(operator, span)),
            (UnaryKind::State(_), Value::Ltl(it)) => return Err(self.temporal_operand(it.span)),
            (UnaryKind::Not, Value::Ltl(it)) => Value::Ltl(it.under(LtlUnary::Not, span)),
            (UnaryKind::Temporal(operator), value) => {
                Value::Ltl(value.into_ltl().under(operator, span))
            }
        };
        Ok(Operand { value, probe: None })
    }

    fn primary(&mut self) -> Parse<Operand> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::OpenParen => return self.nested(Self::parenthesised),
            Kind::Name => {
                let place = self.place()?;
                return self.after_place(place);
            }
            Kind::Constant => {
                return self.constant().map(|it| Operand { value: Value::Expr(it), probe: None });
            }
            Kind::ProctypeName => return self.nested(Self::remote_reference),
            Kind::Probe => {
                let token = self.bump();
                let probe = match self.text(&token) {
                    "full" => Probe::Full,
                    "nfull" => Probe::NotFull,
                    "empty" => Probe::Empty,
                    _ => Probe::NotEmpty,
                };
                let channel = self.in_parentheses(Self::place)?;
                let span = start.to(self.previous);
                let value = Value::Expr(Expr { kind: ExprKind::Probe(probe, channel), span });
                return Ok(Operand { value, probe: Some(span) });
            }
            Kind::Run => self.nested(Self::run).map(ExprKind::Run)?,
            Kind::Len => {
                self.bump();
                ExprKind::Len(self.in_parentheses(Self::place)?)
            }
            Kind::Enabled => ExprKind::Enabled(self.function()?),
            Kind::GetPriority => ExprKind::GetPriority(self.function()?),
            Kind::PcValue => ExprKind::PcValue(self.function()?),
            Kind::Timeout => {
                self.bump();
                ExprKind::Timeout
            }
            Kind::NonProgress => {
                self.bump();
                ExprKind::NonProgress
            }
            Kind::CExpr => {
                let token = self.bump();
                ExprKind::CExpr(Box::new(self.c_code(&token, CCodeKind::Expression)?))
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Operand::plain(kind, start.to(self.previous)))
    }

    /// `( .. )`, of which the parenthesis has not been read.
    pub(super) fn in_parentheses<T>(
        &mut self,
        rule: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        self.expect(Kind::OpenParen, "`(`")?;
        let inner = rule(self)?;
        self.expect(Kind::CloseParen, "`)`")?;
        Ok(inner)
    }

    /// `name(expression)`, of which nothing has been read.
    fn function(&mut self) -> Parse<Box<Expr>> {
        self.bump();
        self.nested(|it| it.in_parentheses(Self::expression)).map(Box::new)
    }

    /// `(e)` or `(c -> a : b)`.
    fn parenthesised(&mut self) -> Parse<Operand> {
        let start = self.bump().lexeme.span;
        let mut inner = self.operand(0)?;
        if self.at(Kind::Arrow) {
            self.without_probe(&inner)?;
            self.bump();
            let condition = Box::new(self.state_expression(inner)?);
            let then = Box::new(self.expression()?);
            let colon = "`:` of `(condition -> a : b)`, or an operator";
            self.expect(Kind::Colon, colon)?;
            let otherwise = Box::new(self.expression()?);
            inner = Operand::plain(ExprKind::Conditional { condition, then, otherwise }, start);
        }
        self.expect(Kind::CloseParen, "`)` or an operator")?;
        let span = start.to(self.previous);
        match &mut inner.value {
            Value::Expr(it) => it.span = span,
            Value::Ltl(it) => it.span = span,
        }
        Ok(inner)
    }

    /// A variable has been read: it may be a channel to be polled.
    fn after_place(&mut self, place: Place) -> Parse<Operand> {
        let span = place.span;
        match self.kind() {
            Kind::Question | Kind::QuestionQuestion => {
                let queueing = self.queueing();
                let poll = self.poll(place, queueing)?;
                Ok(Operand::plain(ExprKind::Poll(poll), span.to(self.previous)))
            }
            _ => Ok(Operand::plain(ExprKind::Place(place), span)),
        }
    }

    /// A number, a character, `true`, `false`, `skip` or the name of an mtype constant.
    pub(super) fn constant(&mut self) -> Parse<Expr> {
        let token = self.expect(Kind::Constant, "a constant")?;
        if let Some(value) = token.lexeme.value()
            && let Err(reason) = self.text(&token).parse::<i32>()
            && *reason.kind() == IntErrorKind::PosOverflow
        {
            let message =
                format!("`{}` does not fit into 32 bits and is read as {value}", self.text(&token));
            self.report(
                Diagnostic::warning("number-range", token.lexeme.span, message)
                    .help(format!("the greatest number is {}", i32::MAX)),
            );
        }
        let kind = match (token.lexeme.value(), self.text(&token)) {
            (Some(value), text) if text.starts_with('\'') => {
                ExprKind::Char(u8::try_from(value).unwrap_or(0))
            }
            (Some(value), _) => ExprKind::Number(value),
            (None, "true") => ExprKind::True,
            (None, "false") => ExprKind::False,
            (None, "skip") => ExprKind::Skip,
            (None, name) => ExprKind::Mtype(name.to_owned()),
        };
        Ok(Expr { kind, span: token.lexeme.span })
    }

    /// A constant whose value the grammar knows: not the name of an mtype constant.
    pub(super) fn known_constant(&mut self, what: &str) -> Parse<Constant> {
        if !self.at(Kind::Constant) {
            return Err(self.unexpected(what));
        }
        let expr = self.constant()?;
        let value = match expr.kind {
            ExprKind::Number(value) => value,
            ExprKind::Char(value) => i32::from(value),
            ExprKind::True | ExprKind::Skip => 1,
            ExprKind::False => 0,
            _ => {
                return Err(self.report(
                    Diagnostic::error(
                        "constant-expected",
                        expr.span,
                        "an mtype constant cannot be used here",
                    )
                    .help("write a number"),
                ));
            }
        };
        Ok(Constant { value, span: expr.span })
    }

    /// `run P(..) priority n`.
    fn run(&mut self) -> Parse<Run> {
        let start = self.bump().lexeme.span;
        if self.body.kind == super::BodyKind::Global {
            return Err(self.report(
                Diagnostic::error("misplaced-run", start, "`run` outside of a process")
                    .help("start processes in `init` or another process"),
            ));
        }
        let token = if self.at(Kind::ProctypeName) {
            self.bump()
        } else {
            self.expect(Kind::Name, "the name of a proctype")?
        };
        let proctype = self.ident(&token);
        let arguments = self.in_parentheses(|it| {
            if it.at(Kind::CloseParen) { Ok(Vec::new()) } else { it.expressions() }
        })?;
        let priority = self.priority()?;
        Ok(Run { proctype, arguments, priority })
    }

    /// `priority n`, if it is there.
    pub(super) fn priority(&mut self) -> Parse<Option<Constant>> {
        if self.eat(Kind::Priority) {
            self.known_constant("a number after `priority`").map(Some)
        } else {
            Ok(None)
        }
    }

    /// `a, b, c`.
    pub(super) fn expressions(&mut self) -> Parse<Vec<Expr>> {
        let mut out = vec![self.expression()?];
        while self.eat(Kind::Comma) {
            out.push(self.expression()?);
        }
        Ok(out)
    }

    /// `P[pid]@label`, `P@label`, `P[pid]:x`, `P:x`.
    fn remote_reference(&mut self) -> Parse<Operand> {
        let token = self.bump();
        let proctype = self.ident(&token);
        let pid = if self.eat(Kind::OpenBracket) {
            let pid = self.expression()?;
            self.expect(Kind::CloseBracket, "`]` or an operator")?;
            Some(Box::new(pid))
        } else {
            None
        };
        let kind = if self.eat(Kind::At) {
            let label = self.name("the name of a label")?;
            self.lexer.names.remote_labels.insert(label.name.clone());
            ExprKind::RemoteLabel { proctype, pid, label }
        } else if self.eat(Kind::Colon) {
            if !self.at(Kind::Name) {
                let help = format!("`{}` is a proctype; a label needs another name", proctype.name);
                return Err(self.unexpected_with("the name of a variable", Some(&help)));
            }
            let name = self.name("the name of a variable")?;
            ExprKind::RemoteVariable { proctype, pid, variable: self.place_part(name)? }
        } else {
            return Err(self.unexpected_with(
                "`@` and a label, or `:` and a variable",
                Some("a proctype's name in an expression starts a remote reference: `P[pid]@label` or `P[pid]:x`"),
            ));
        };
        Ok(Operand::plain(kind, token.lexeme.span.to(self.previous)))
    }

    /// The block a token of embedded C carries.
    pub(super) fn c_code(&mut self, token: &Token, kind: CCodeKind) -> Parse<CCode> {
        match &token.payload {
            Payload::C(block) => Ok(CCode {
                kind,
                precondition: block.precondition.clone(),
                text: block.text.clone(),
                span: token.lexeme.span.to(block.end),
            }),
            _ => Err(Reported),
        }
    }

    fn temporal_operand(&mut self, span: Span) -> Reported {
        self.report(
            Diagnostic::error("temporal-operand", span, "a temporal formula has no value to compute with").help(
                "operators like `[]` and `<>` bind tighter than all others: write `[] (x == 1)` for \"always x == 1\"",
            ),
        )
    }
}

enum UnaryKind {
    Not,
    State(UnaryOp),
    Temporal(LtlUnary),
}

impl Expr {
    fn under(self, operator: UnaryOp, span: Span) -> Self {
        Self { kind: ExprKind::Unary(operator, Box::new(self)), span }
    }
}
