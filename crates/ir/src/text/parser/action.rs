//! Actions and patterns.

use super::{Parsed, Parser, TokenKind};
use crate::edge::{MessageOrder, Overflow, Removal, Scan};
use crate::text::syntax::{Action, Expr, ExprKind, Pattern};

impl Parser<'_> {
    pub(super) fn action(&mut self) -> Parsed<Action> {
        if self.eat_word("exit") {
            return Ok(Action::Exit);
        }
        if self.at_word("run") {
            return self.spawn(None);
        }
        if self.eat_word("print") {
            let format = self.text()?;
            let args = if self.eat(",") { self.some(Self::expr)? } else { Vec::new() };
            return Ok(Action::Print { format, args });
        }
        if self.at_word("set_priority") && *self.peek_second() == TokenKind::Symbol("(") {
            self.advance();
            self.expect("(")?;
            let process = self.expr()?;
            self.expect(",")?;
            let value = self.expr()?;
            self.expect(")")?;
            return Ok(Action::SetPriority { process, value });
        }
        let overflow = if self.eat_word("lossy") { Overflow::Lose } else { Overflow::Block };
        let first = self.operand()?;
        if overflow == Overflow::Block {
            if self.eat("=") {
                return if self.at_word("run") {
                    self.spawn(Some(first))
                } else {
                    Ok(Action::Assign { place: first, value: self.expr()? })
                };
            }
            if self.eat("?") {
                return self.receive(first, Scan::Front);
            }
            if self.eat("??") {
                return self.receive(first, Scan::Any);
            }
        }
        let order = if self.eat("!!") {
            MessageOrder::Sorted
        } else if self.eat("!") {
            MessageOrder::Fifo
        } else {
            return self.expected("`=`, `!` or `?`");
        };
        let message = if self.eat_unit() { Vec::new() } else { self.some(Self::expr)? };
        Ok(Action::Send { channel: first, message, order, overflow })
    }

    /// `()`: no fields.
    fn eat_unit(&mut self) -> bool {
        let found = self.at_symbol("(") && *self.peek_second() == TokenKind::Symbol(")");
        if found {
            self.advance();
            self.advance();
        }
        found
    }

    fn spawn(&mut self, result: Option<Expr>) -> Parsed<Action> {
        self.expect_word("run")?;
        let process = self.name()?;
        self.expect("(")?;
        let args = self.list(")", Self::expr)?;
        let priority = if self.eat_word("priority") { Some(self.expr()?) } else { None };
        Ok(Action::Spawn { process, args, result, priority })
    }

    fn receive(&mut self, channel: Expr, scan: Scan) -> Parsed<Action> {
        if self.eat("<") {
            let patterns = self.list(">", Self::pattern)?;
            return Ok(Action::Receive { channel, patterns, scan, removal: Removal::Copy });
        }
        let patterns = self.patterns()?;
        Ok(Action::Receive { channel, patterns, scan, removal: Removal::Take })
    }

    pub(super) fn patterns(&mut self) -> Parsed<Vec<Pattern>> {
        if self.eat_unit() { Ok(Vec::new()) } else { self.some(Self::pattern) }
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        if self.eat_word("_") {
            return Ok(Pattern::Any);
        }
        if self.at_word("eval") && *self.peek_second() == TokenKind::Symbol("(") {
            self.advance();
            self.expect("(")?;
            let value = self.expr()?;
            self.expect(")")?;
            return Ok(Pattern::Match(value));
        }
        let operand = self.operand()?;
        // Whether `a::b` is a constant or a place is seen when the names are looked up.
        Ok(match operand.kind {
            ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::NumberOf(..) => {
                Pattern::Match(operand)
            }
            _ => Pattern::Store(operand),
        })
    }
}
