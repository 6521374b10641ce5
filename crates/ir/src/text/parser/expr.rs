//! Expressions, by precedence climbing.

use super::{Parsed, Parser, Reported, TokenKind};
use crate::edge::Scan;
use crate::expr::{BinOp, UnOp};
use crate::memory::HeapQuery;
use crate::text::lexer::Quoting;
use crate::text::syntax::{Expr, ExprKind, Function, NAMED_OPERATORS, Type};
use tribunal_base::{Diagnostic, Span};

/// Deeper expressions are refused, so that hostile text cannot exhaust the stack.
const MAX_DEPTH: u32 = 1200;
/// What a pair of parentheses costs, by the stack it takes.
pub(super) const DEPTH_OF_NESTING: u32 = 4;

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

    /// Reads something that may contain others of its kind.
    pub(super) fn nested<T>(
        &mut self,
        cost: u32,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        if MAX_DEPTH < self.depth + cost {
            return self.error(self.span(), "this is nested too deeply");
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
                return self.error(self.span(), "this is nested too deeply");
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
                return self.error(start, "this is nested too deeply");
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
            "null" => Some(ExprKind::Null),
            "heap_in_use" => Some(ExprKind::Heap(HeapQuery::InUse)),
            "heap_lost" => Some(ExprKind::Heap(HeapQuery::Lost)),
            _ => None,
        };
        if let Some(kind) = constant {
            self.advance();
            return Ok(self.node(start, kind));
        }
        if *self.peek_second() != TokenKind::Symbol("(") {
            return self.variable_or_member();
        }
        let name = text.clone();
        let (name_at, open_at) = (self.at, self.at + 1);
        self.at = open_at + 1;
        let Some(kind) = self.call(&name)? else {
            self.at = name_at;
            return self.unknown_function(&name);
        };
        self.expect(")")?;
        Ok(self.node(start, kind))
    }

    /// What stands between the parentheses of a function.
    fn call(&mut self, name: &str) -> Parsed<Option<ExprKind>> {
        if let Some((_, function)) = Function::ALL.into_iter().find(|(it, _)| *it == name) {
            return Ok(Some(ExprKind::Call(function, Box::new(self.expr()?))));
        }
        if let Some((_, op)) = NAMED_OPERATORS.into_iter().find(|(it, _)| *it == name) {
            let (left, right) = self.pair()?;
            return Ok(Some(ExprKind::Binary(op, left, right)));
        }
        Ok(Some(match name {
            "instance_of" => ExprKind::InstanceOf(self.name()?),
            "object" => ExprKind::Object(self.name()?),
            "function" => ExprKind::Function(self.name()?),
            "reinterpret" => {
                let (arg, ty) = self.typed()?;
                ExprKind::Reinterpret(arg, ty)
            }
            "memory" => {
                let (pointer, ty) = self.typed()?;
                ExprKind::Memory(pointer, ty)
            }
            "advance" => {
                let (pointer, by) = self.pair()?;
                ExprKind::Advance(pointer, by)
            }
            "is_initialised" => {
                let (pointer, size) = self.pair()?;
                ExprKind::IsInitialised(pointer, size)
            }
            "poll" => self.poll()?,
            _ => return Ok(None),
        }))
    }

    fn pair(&mut self) -> Parsed<(Box<Expr>, Box<Expr>)> {
        let left = Box::new(self.expr()?);
        self.expect(",")?;
        Ok((left, Box::new(self.expr()?)))
    }

    fn typed(&mut self) -> Parsed<(Box<Expr>, Type)> {
        let arg = Box::new(self.expr()?);
        self.expect(",")?;
        Ok((arg, self.ty()?))
    }

    fn poll(&mut self) -> Parsed<ExprKind> {
        let channel = Box::new(self.operand()?);
        let scan = if self.eat("??") {
            Scan::Any
        } else {
            self.expect("?")?;
            Scan::Front
        };
        Ok(ExprKind::Poll { channel, patterns: self.patterns()?, scan })
    }

    fn unknown_function<T>(&mut self, name: &str) -> Parsed<T> {
        let message = format!("there is no function `{name}` in expressions");
        let mut error = Diagnostic::error("ir-syntax", self.span(), message);
        let actions = ["allocate", "copy_bytes", "fill_bytes", "release", "set_priority"];
        if actions.contains(&name) {
            error = error.help(format!("`{name}` is an action and stands after `do`"));
        } else if !["call", "return", "run", "havoc"].contains(&name) {
            error = error.help(format!(
                "to call a function of the program, write the action `x = call {name}(…)`"
            ));
        }
        self.diagnostics.push(error);
        Err(Reported)
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
