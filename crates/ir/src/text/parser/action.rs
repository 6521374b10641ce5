//! Actions and patterns.

use super::{Parsed, Parser, TokenKind};
use crate::edge::{MessageOrder, Overflow, Removal, Scan, Stream};
use crate::text::syntax::{Action, Expr, ExprKind, Pattern};

/// Words that may stand behind the last action of an edge; the printer never writes them as names.
const AFTER_ACTIONS: [&str; 5] = ["entry", "label", "loc", "var", "violates"];

impl Parser<'_> {
    pub(super) fn action(&mut self) -> Parsed<Action> {
        if self.eat_word("exit") {
            return Ok(Action::Exit);
        }
        if self.at_word("run") {
            return self.spawn(None);
        }
        if self.at_word("call") {
            return self.call_function(None);
        }
        if self.eat_word("return") {
            let value = if self.at_expression() { Some(self.expr()?) } else { None };
            return Ok(Action::Return { value });
        }
        if let Some(action) = self.memory_action()? {
            return Ok(action);
        }
        if self.eat_word("print") {
            let stream = if self.eat_word("error") {
                Stream::Error
            } else if self.eat_word("status") {
                Stream::Status
            } else {
                Stream::Output
            };
            let format = self.text()?;
            let args = if self.eat(",") { self.some(Self::expr)? } else { Vec::new() };
            return Ok(Action::Print { stream, format, args });
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
                return self.assign(first);
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

    /// What stands behind `place =`.
    fn assign(&mut self, place: Expr) -> Parsed<Action> {
        if self.at_word("run") {
            self.spawn(Some(place))
        } else if self.at_word("call") {
            self.call_function(Some(place))
        } else if self.eat_word("allocate") {
            let object = self.name()?;
            self.expect("(")?;
            let size = self.expr()?;
            self.expect(")")?;
            Ok(Action::Allocate { object, size, place })
        } else {
            Ok(Action::Assign { place, value: self.expr()? })
        }
    }

    fn memory_action(&mut self) -> Parsed<Option<Action>> {
        let action = if self.eat_word("havoc") {
            return Ok(Some(Action::Havoc { place: self.operand()? }));
        } else if self.eat_word("release") {
            self.expect("(")?;
            Action::Release { pointer: self.expr()? }
        } else if self.eat_word("copy_bytes") {
            let (to, from, size) = self.triple()?;
            Action::Copy { to, from, size }
        } else if self.eat_word("fill_bytes") {
            let (to, byte, size) = self.triple()?;
            Action::Fill { to, byte, size }
        } else {
            return Ok(None);
        };
        self.expect(")")?;
        Ok(Some(action))
    }

    /// Three operands up to the closing parenthesis.
    fn triple(&mut self) -> Parsed<(Expr, Expr, Expr)> {
        self.expect("(")?;
        let first = self.expr()?;
        self.expect(",")?;
        let second = self.expr()?;
        self.expect(",")?;
        Ok((first, second, self.expr()?))
    }

    fn call_function(&mut self, result: Option<Expr>) -> Parsed<Action> {
        self.expect_word("call")?;
        let process = self.name()?;
        self.expect("(")?;
        let args = self.list(")", Self::expr)?;
        Ok(Action::Call { process, args, result })
    }

    /// Whether an expression starts here, and not the rest of an edge or another line.
    fn at_expression(&self) -> bool {
        match self.peek() {
            TokenKind::Number { .. } => true,
            TokenKind::Symbol(symbol) => ["-", "!", "~", "("].contains(symbol),
            TokenKind::Name { .. } => {
                let is_edge = *self.peek_second() == TokenKind::Symbol("->");
                !is_edge && !AFTER_ACTIONS.iter().any(|it| self.at_word(it))
            }
            TokenKind::Text(_) | TokenKind::End => false,
        }
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
            ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Null | ExprKind::NumberOf(..) => {
                Pattern::Match(operand)
            }
            _ => Pattern::Store(operand),
        })
    }
}
