//! Expressions, by precedence climbing.

use super::{Parsed, Parser, TokenKind};
use crate::edge::Scan;
use crate::expr::{BinOp, UnOp};
use crate::text::lexer::Quoting;
use crate::text::syntax::{Expr, ExprKind, Function, Type};
use tribunal_base::Span;

/// Deeper expressions are refused, so that hostile text cannot exhaust the stack.
const MAX_DEPTH: u32 = 1200;
/// What a pair of parentheses costs, by the stack it takes.
const DEPTH_OF_NESTING: u32 = 4;

/// The levels of binary operators, weakest first, with their spellings; those of one level group
/// to the left.
pub(in crate::text) const OPERATORS: [&[(&str, BinOp)]; 9] = [
    &[("||", BinOp::Or)],
    &[("&&", BinOp::And)],
    &[("==", BinOp::Eq), ("!=", BinOp::Ne), ("<", BinOp::Lt), ("<=", BinOp::Le)],
    &[("|", BinOp::Or)],
    &[("^", BinOp::Xor)],
    &[("&", BinOp::And)],
    &[("<<", BinOp::Shl), (">>", BinOp::Shr)],
    &[("+", BinOp::Add), ("-", BinOp::Sub)],
    &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)],
];

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(DEPTH_OF_NESTING, |it| {
            if !it.at_word("if") {
                return it.binary(0);
            }
            let start = it.span();
            it.advance();
            let condition = Box::new(it.expr()?);
            it.expect_word("then")?;
            let yes = Box::new(it.expr()?);
            it.expect_word("else")?;
            let no = Box::new(it.expr()?);
            Ok(it.node(start, ExprKind::Ite(condition, yes, no)))
        })
    }

    fn nested(&mut self, cost: u32, read: impl FnOnce(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        if MAX_DEPTH < self.depth + cost {
            return self.error(self.span(), "this expression is nested too deeply");
        }
        self.depth += cost;
        let result = read(self);
        self.depth -= cost;
        result
    }

    fn node(&self, start: Span, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span_since(start) }
    }

    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        let depth = self.depth;
        let result = self.chain(level);
        self.depth = depth;
        result
    }

    fn chain(&mut self, level: usize) -> Parsed<Expr> {
        let start = self.span();
        let mut left = self.cast()?;
        while let Some((found, op)) = self.operator(level) {
            self.advance();
            self.depth += 1;
            if MAX_DEPTH < self.depth {
                return self.error(self.span(), "this expression is nested too deeply");
            }
            let right = self.binary(found + 1)?;
            let (left_box, right_box) = (Box::new(left), Box::new(right));
            let kind = match op {
                Operator::Plain(op) => ExprKind::Binary(op, left_box, right_box),
                Operator::Swapped(op) => ExprKind::Binary(op, right_box, left_box),
            };
            left = self.node(start, kind);
        }
        Ok(left)
    }

    /// The operator here, if its level is `level` or a stronger one.
    fn operator(&self, level: usize) -> Option<(usize, Operator)> {
        let TokenKind::Symbol(symbol) = *self.peek() else { return None };
        let (found, op) = match symbol {
            ">" => (2, Operator::Swapped(BinOp::Lt)),
            ">=" => (2, Operator::Swapped(BinOp::Le)),
            _ => OPERATORS.iter().enumerate().find_map(|(found, operators)| {
                let (_, op) = operators.iter().find(|(spelling, _)| *spelling == symbol)?;
                Some((found, Operator::Plain(*op)))
            })?,
        };
        (level <= found).then_some((found, op))
    }

    fn cast(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let depth = self.depth;
        let mut arg = self.operand()?;
        while self.eat_word("as") {
            self.depth += 1;
            if MAX_DEPTH < self.depth {
                return self.error(start, "this expression is nested too deeply");
            }
            let to = self.ty()?;
            arg = self.node(start, ExprKind::Cast(Box::new(arg), to));
        }
        self.depth = depth;
        Ok(arg)
    }

    /// Anything that stands beside an operator without parentheses.
    pub(super) fn operand(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.at_number() {
            let number = self.number()?;
            return Ok(self.node(start, ExprKind::Number(number)));
        }
        let op = match self.peek() {
            TokenKind::Symbol("!") => UnOp::Not,
            TokenKind::Symbol("-") => UnOp::Neg,
            TokenKind::Symbol("~") => UnOp::BitNot,
            _ => return self.postfix(),
        };
        self.advance();
        let arg = self.nested(1, Self::operand)?;
        Ok(self.node(start, ExprKind::Unary(op, Box::new(arg))))
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let mut base = self.primary()?;
        loop {
            if self.eat(".") {
                let field = self.name()?;
                base = self.node(start, ExprKind::Field(Box::new(base), field));
            } else if self.eat("[") {
                let index = Box::new(self.expr()?);
                self.expect("]")?;
                base = match base.kind {
                    ExprKind::Name(process) if self.eat(":") => {
                        let var = self.name()?;
                        self.node(start, ExprKind::Remote { process, index, var })
                    }
                    ExprKind::Name(process) if self.eat("@") => {
                        let label = self.name()?;
                        self.node(start, ExprKind::At { process, index, label })
                    }
                    _ => self.node(start, ExprKind::Index(Box::new(base), index)),
                };
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat("(") {
            let inner = self.expr()?;
            self.expect(")")?;
            return Ok(Expr { span: self.span_since(start), ..inner });
        }
        let TokenKind::Name { text, ordinal: 1, quoting: Quoting::Bare } = self.peek() else {
            return self.variable_or_member();
        };
        let constant = match text.as_str() {
            "true" => Some(ExprKind::Truth(true)),
            "false" => Some(ExprKind::Truth(false)),
            "self" => Some(ExprKind::SelfPid),
            "process_count" => Some(ExprKind::ProcessCount),
            "timeout" => Some(ExprKind::Timeout),
            "non_progress" => Some(ExprKind::NonProgress),
            _ => None,
        };
        if let Some(kind) = constant {
            self.advance();
            return Ok(self.node(start, kind));
        }
        if *self.peek_second() != TokenKind::Symbol("(") {
            return self.variable_or_member();
        }
        let known = Function::ALL.into_iter().find(|(name, _)| name == text);
        let kind = if let Some((_, function)) = known {
            self.advance();
            self.advance();
            ExprKind::Call(function, Box::new(self.expr()?))
        } else if self.eat_word("instance_of") {
            self.advance();
            ExprKind::InstanceOf(self.name()?)
        } else if self.eat_word("poll") {
            self.advance();
            let channel = Box::new(self.operand()?);
            let scan = if self.eat("??") {
                Scan::Any
            } else {
                self.expect("?")?;
                Scan::Front
            };
            ExprKind::Poll { channel, patterns: self.patterns()?, scan }
        } else {
            return self.expected("an expression; there is no such function");
        };
        self.expect(")")?;
        Ok(self.node(start, kind))
    }

    fn variable_or_member(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let is_edge = *self.peek_second() == TokenKind::Symbol("->");
        if !matches!(self.peek(), TokenKind::Name { .. }) || is_edge {
            return self.expected("an expression");
        }
        if *self.peek_second() != TokenKind::Symbol("::") {
            let name = self.name()?;
            return Ok(self.node(start, ExprKind::Name(name)));
        }
        let owner = self.ty()?;
        self.expect("::")?;
        let kind = match (self.at_number(), owner) {
            (true, ty) => ExprKind::NumberOf(ty, self.number()?),
            (false, Type::Named(owner)) => ExprKind::Member(owner, self.name()?),
            (false, _) => return self.expected("a number"),
        };
        Ok(self.node(start, kind))
    }
}

#[derive(Clone, Copy)]
enum Operator {
    Plain(BinOp),
    /// The operands are written in the other order.
    Swapped(BinOp),
}
