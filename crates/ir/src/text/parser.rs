//! From tokens to the syntax tree: declarations.
//!
//! The grammar does not depend on line ends; they are used only to go on after an error.

mod action;
mod expr;
mod formula;
mod object;
mod process;

use expr::DEPTH_OF_NESTING;
pub(super) use expr::OPERATORS;

use super::lexer::{Quoting, Token, TokenKind, float_shape, int_shape, tokens};
use super::syntax::{
    Expr, Initialiser, Initially, Item, Name, Number, PropertyKind, Step, Type, Variable,
};
use crate::granularity::Granularity;
use crate::program::{Matching, ProcessKind};
use tribunal_base::{Diagnostic, Span};

/// All items of a source text.
pub(super) fn parse(source: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Item> {
    let tokens = tokens(source, diagnostics);
    let mut parser = Parser { tokens, at: 0, depth: 0, diagnostics };
    let mut items = Vec::new();
    while !parser.at_end() {
        let start = parser.at;
        match parser.item() {
            Ok(item) => items.push(item),
            Err(Reported) => parser.recover(start),
        }
    }
    items
}

/// An expression that is a whole text.
pub(super) fn parse_expr(source: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Expr> {
    whole(source, diagnostics, |it| it.expr())
}

/// A type that is a whole text.
pub(super) fn parse_ty(source: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Type> {
    whole(source, diagnostics, |it| it.ty())
}

fn whole<T>(
    source: &str,
    diagnostics: &mut Vec<Diagnostic>,
    read: impl FnOnce(&mut Parser<'_>) -> Parsed<T>,
) -> Option<T> {
    let tokens = tokens(source, diagnostics);
    let mut parser = Parser { tokens, at: 0, depth: 0, diagnostics };
    let found = read(&mut parser).ok()?;
    if parser.at_end() { Some(found) } else { parser.expected("the end").ok() }
}

/// The problem is among the diagnostics.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    /// How deep the expression being read is nested.
    depth: u32,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Tokens.
impl Parser<'_> {
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_second(&self) -> &TokenKind {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// From the start of `span` to the last token read.
    fn span_since(&self, span: Span) -> Span {
        span.to(self.tokens[self.at.saturating_sub(1)].span)
    }

    fn at_end(&self) -> bool {
        *self.peek() == TokenKind::End
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Goes on at the next line after what started at `start` could not be read.
    fn recover(&mut self, start: usize) {
        self.at = self.at.max(start + 1).min(self.tokens.len() - 1);
        while !self.at_end() && !self.tokens[self.at].starts_line {
            self.advance();
        }
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            TokenKind::Name { text, .. } => format!("`{text}`"),
            TokenKind::Number { value, .. } => format!("`{value}`"),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end".to_owned(),
        };
        self.error(self.span(), format!("expected {what}, found {found}"))
    }

    fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.diagnostics.push(Diagnostic::error("ir-syntax", span, message));
        Err(Reported)
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(it) if *it == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name { text, ordinal: 1, quoting: Quoting::Bare } if text == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn name(&mut self) -> Parsed<Name> {
        let TokenKind::Name { text, ordinal, .. } = self.peek() else {
            return self.expected("a name");
        };
        let name = Name { text: text.clone(), ordinal: *ordinal, span: self.span() };
        self.advance();
        Ok(name)
    }

    fn text(&mut self) -> Parsed<String> {
        let TokenKind::Text(text) = self.peek() else { return self.expected("a text in quotes") };
        let text = text.clone();
        self.advance();
        Ok(text)
    }

    /// Whether a number or a minus with a number stands here.
    fn at_number(&self) -> bool {
        let is_number = |kind: &TokenKind| matches!(kind, TokenKind::Number { .. });
        is_number(self.peek()) || self.at_symbol("-") && is_number(self.peek_second())
    }

    fn number(&mut self) -> Parsed<Number> {
        let start = self.span();
        let negative = self.at_number() && self.eat("-");
        let TokenKind::Number { value, shape } = *self.peek() else {
            return self.expected("a number");
        };
        self.advance();
        Ok(Number { magnitude: value, negative, shape, span: self.span_since(start) })
    }

    /// Zero or more, separated by commas, up to a symbol.
    fn list<T>(
        &mut self,
        close: &str,
        mut element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut elements = Vec::new();
        while !self.eat(close) {
            elements.push(element(self)?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(elements)
    }

    /// One or more, separated by commas.
    fn some<T>(&mut self, mut element: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut elements = vec![element(self)?];
        while self.eat(",") {
            elements.push(element(self)?);
        }
        Ok(elements)
    }
}

/// Declarations.
impl Parser<'_> {
    fn item(&mut self) -> Parsed<Item> {
        let start = self.span();
        if self.eat_word("scheduling") {
            self.expect_word("priority")?;
            Ok(Item::PriorityScheduling)
        } else if self.eat_word("pointer_bytes") {
            Ok(Item::PointerBytes(self.number()?))
        } else if self.eat_word("end_requires") {
            Ok(Item::EndRequires(self.expr()?))
        } else if self.eat_word("enum") {
            self.enumeration()
        } else if self.eat_word("record") {
            let name = self.name()?;
            self.expect("{")?;
            let fields = self.list("}", |it| {
                let name = it.name()?;
                it.expect(":")?;
                Ok((name, it.ty()?))
            })?;
            Ok(Item::Record { name, fields })
        } else if self.eat_word("channel") {
            let name = self.name()?;
            self.expect("[")?;
            let capacity = self.number()?;
            self.expect("]")?;
            let fields = if self.eat_word("of") { self.some(Self::ty)? } else { Vec::new() };
            Ok(Item::Channel { name, capacity, fields })
        } else if self.eat_word("object") {
            Ok(Item::Object(Box::new(self.object()?)))
        } else if self.eat_word("global") {
            Ok(Item::Global(self.variable()?))
        } else if self.eat_word("process") {
            Ok(Item::Process(Box::new(self.process(ProcessKind::Ordinary)?)))
        } else if self.eat_word("function") {
            Ok(Item::Process(Box::new(self.process(ProcessKind::Function)?)))
        } else if self.eat_word("claim") {
            Ok(Item::Process(Box::new(self.process(ProcessKind::Claim)?)))
        } else if self.eat_word("property") {
            let name = self.name()?;
            self.expect(":")?;
            Ok(Item::Property { name, kind: self.property()? })
        } else if self.eat_word("unsupported") {
            let what = self.text()?;
            Ok(Item::Unsupported { what, span: self.span_since(start) })
        } else {
            self.expected("`global`, `object`, `process`, `property` or another declaration")
        }
    }

    fn enumeration(&mut self) -> Parsed<Item> {
        let name = self.name()?;
        self.expect(":")?;
        let span = self.span();
        let Type::Int(shape) = self.ty()? else {
            return self.error(span, "expected an integer type");
        };
        self.expect("{")?;
        let variants = self.list("}", |it| {
            let name = it.name()?;
            it.expect("=")?;
            Ok((name, it.number()?))
        })?;
        Ok(Item::Enumeration { name, shape, variants })
    }

    fn ty(&mut self) -> Parsed<Type> {
        if self.eat("[") {
            let elem = Box::new(self.nested(DEPTH_OF_NESTING, Self::ty)?);
            self.expect(";")?;
            let len = self.number()?;
            self.expect("]")?;
            return Ok(Type::Array { elem, len });
        }
        let TokenKind::Name { text, ordinal: 1, quoting: Quoting::Bare } = self.peek() else {
            return Ok(Type::Named(self.name()?));
        };
        let ty = match text.as_str() {
            "bool" => Type::Bool,
            "chan" => Type::Channel,
            "pointer" => Type::Pointer,
            word => match (int_shape(word), float_shape(word)) {
                (Some(shape), _) => Type::Int(shape),
                (None, Some(shape)) => Type::Float(shape),
                (None, None) => return Ok(Type::Named(self.name()?)),
            },
        };
        self.advance();
        Ok(ty)
    }

    fn variable(&mut self) -> Parsed<Variable> {
        // A variable may itself be called `unmatched`.
        let is_modifier = matches!(self.peek_second(), TokenKind::Name { .. });
        let matching = if is_modifier && self.eat_word("unmatched") {
            Matching::Unmatched
        } else {
            Matching::Matched
        };
        let name = self.name()?;
        self.expect(":")?;
        let ty = self.ty()?;
        let init = if !self.eat("=") {
            Vec::new()
        } else if self.eat("{") {
            self.list("}", |it| {
                let path = it.path()?;
                it.expect("=")?;
                Ok(Initialiser { path, value: it.initially()? })
            })?
        } else {
            vec![Initialiser { path: Vec::new(), value: self.initially()? }]
        };
        Ok(Variable { name, matching, ty, init })
    }

    /// From a variable to one of its scalars. `self` stands for the variable.
    fn path(&mut self) -> Parsed<Vec<Step>> {
        let mut path = Vec::new();
        if self.eat_word("self") {
            return Ok(path);
        }
        loop {
            if self.eat(".") {
                path.push(Step::Field(self.name()?));
            } else if self.eat("[") {
                let first = self.number()?;
                path.push(if self.eat("..") {
                    Step::Range(first, self.number()?)
                } else {
                    Step::Index(first)
                });
                self.expect("]")?;
            } else if path.is_empty() {
                return self.expected("`[`, `.` or `self`");
            } else {
                return Ok(path);
            }
        }
    }

    fn initially(&mut self) -> Parsed<Initially> {
        if self.at_word("new") && matches!(self.peek_second(), TokenKind::Name { .. }) {
            self.advance();
            return Ok(Initially::Channel(self.name()?));
        }
        Ok(Initially::Value(self.expr()?))
    }

    fn property(&mut self) -> Parsed<PropertyKind> {
        for (word, kind) in crate::PropertyKind::PLAIN {
            if self.eat_word(word) {
                return Ok(PropertyKind::Plain(kind));
            }
        }
        if self.eat_word("ltl") {
            Ok(PropertyKind::Ltl(self.formula()?))
        } else if self.eat_word("ctl") {
            let granularity = Granularity::ALL.into_iter().find(|it| self.eat_word(it.name()));
            match granularity {
                Some(granularity) => Ok(PropertyKind::Branching(self.formula()?, granularity)),
                None => self.expected("`statement`, `global` or `marked`: which states are seen"),
            }
        } else if self.eat_word("never") {
            Ok(PropertyKind::Never(self.name()?))
        } else {
            self.expected("a kind of property, such as `unreachable` or `ltl`")
        }
    }
}
