//! Sends, receives and polls.

use tribunal_base::Diagnostic;

use super::structure::first_run;
use super::{Parse, Parser};
use crate::ast::{
    Expr, ExprKind, MatchArg, MatchKind, Place, Poll, Queueing, Receive, Removal, Send, StmtKind,
    UnaryOp,
};
use crate::lexer::Kind;

impl Parser<'_> {
    /// `q!a, b`, `q!a(b)`, `q!!a`, of which the channel has been read.
    pub(super) fn send(&mut self, channel: Place) -> Parse<StmtKind> {
        let queueing = self.queueing();
        let mut arguments = vec![self.expression()?];
        if self.at(Kind::OpenParen) {
            arguments.extend(self.in_parentheses(Self::expressions)?);
        } else if self.eat(Kind::Comma) {
            arguments.extend(self.expressions()?);
        }
        if let Some(run) = arguments.iter().find_map(first_run) {
            return Err(self.report(
                Diagnostic::error("misplaced-run", run, "`run` cannot be part of a message")
                    .help("assign the result of `run` to a variable first"),
            ));
        }
        Ok(StmtKind::Send(Send { channel, queueing, arguments }))
    }

    /// `q?a, b`, `q?a(b)`, `q?<a>`, `q??a`, of which the channel and the marks have been read.
    pub(super) fn receive(&mut self, channel: Place, queueing: Queueing) -> Parse<StmtKind> {
        let removal = if self.eat(Kind::Less) { Removal::Copy } else { Removal::Take };
        let arguments = self.match_arguments()?;
        if removal == Removal::Copy {
            self.expect(Kind::Greater, "`>` or `,`")?;
        }
        Ok(StmtKind::Receive(Receive { channel, queueing, removal, arguments }))
    }

    /// `q?[a, b]`, of which the channel and the marks have been read.
    pub(super) fn poll(&mut self, channel: Place, queueing: Queueing) -> Parse<Poll> {
        if !self.at(Kind::OpenBracket) {
            return Err(self.unexpected_with(
                "`[`",
                Some("a receive is a statement of its own; in an expression, ask with `q?[..]`"),
            ));
        }
        self.bump();
        let arguments = self.match_arguments()?;
        self.expect(Kind::CloseBracket, "`]` or `,`")?;
        Ok(Poll { channel, queueing, arguments })
    }

    /// One mark or two: `!`, `!!`, `?`, `??`.
    pub(super) fn queueing(&mut self) -> Queueing {
        match self.bump().kind {
            Kind::BangBang | Kind::QuestionQuestion => Queueing::Anywhere,
            _ => Queueing::Fifo,
        }
    }

    /// `a, b`, `a(b, c)`, `(a, b)`.
    fn match_arguments(&mut self) -> Parse<Vec<MatchArg>> {
        let mut out = Vec::new();
        loop {
            if self.at(Kind::OpenParen) {
                out.extend(self.nested(|it| it.in_parentheses(Self::match_arguments))?);
                return Ok(out);
            }
            out.push(self.match_argument()?);
            if !self.at(Kind::OpenParen) && !self.eat(Kind::Comma) {
                return Ok(out);
            }
        }
    }

    fn match_argument(&mut self) -> Parse<MatchArg> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Name => MatchKind::Place(self.place()?),
            Kind::Eval => {
                self.bump();
                MatchKind::Eval(self.in_parentheses(Self::expression)?)
            }
            Kind::Constant => MatchKind::Constant(self.constant()?),
            Kind::Minus => {
                self.bump();
                let number = Box::new(self.constant()?);
                let span = start.to(self.previous);
                MatchKind::Constant(Expr { kind: ExprKind::Unary(UnaryOp::Minus, number), span })
            }
            _ => {
                return Err(self.unexpected_with(
                    "a variable, a constant or `eval(..)`",
                    Some("to compare a field with the value of an expression, write `eval(expression)`"),
                ));
            }
        };
        Ok(MatchArg { kind, span: start.to(self.previous) })
    }
}
