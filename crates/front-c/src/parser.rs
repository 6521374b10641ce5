//! The parser: recursive descent over tokens of C, with the names of types known by scope.
//!
//! What the syntax tree keeps flat is parsed by loops. Real nesting recurses; [`Parser::nest`] counts it, and gives up
//! with a message where the tree would get higher than [`MAX_HEIGHT`].
//!
//! A function that fails has reported why and returns [`Failed`]; blocks, lists of members and the file go on behind
//! the next `;` or `}`.

mod asm;
mod attribute;
mod bracketed;
mod contract;
mod declaration;
mod declarator;
mod expression;
mod initialiser;
mod literal;
mod primary;
mod quantified;
mod record;
mod recovery;
mod scope;
mod specifier;
mod statement;
mod type_words;

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::{Before, Symbol, Symbols};

use crate::ast::{Expr, ExprId, ExprKind, MAX_HEIGHT, Name, Stmt, StmtId, StmtKind, Unit};
use crate::lexer::{Kind, Packs, Token, Tokens};
use crate::predefined::VERIFIER_TYPES;
use scope::{Meaning, Scopes};

/// How many errors are told.
const MAX_ERRORS: usize = 100;

/// Something could not be read; it has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

pub(crate) struct Parser<'a> {
    tokens: &'a [Token],
    packs: &'a Packs,
    position: usize,
    unit: Unit,
    /// For each expression, how high its tree is.
    heights: Vec<u16>,
    /// For each type name, how high the expressions in it are.
    type_heights: Vec<u16>,
    /// The highest tree since the last [`Parser::measure`] began.
    highest: u16,
    scopes: Scopes,
    /// How deep parsing is now, and how deep it has been since the last [`Parser::measure`] began.
    depth: usize,
    deepest: usize,
    diagnostics: Vec<Diagnostic>,
    n_errors: usize,
}

/// Parses a file.
pub(crate) fn parse(tokens: &Tokens, symbols: Symbols, end: Span) -> (Unit, Vec<Diagnostic>) {
    let mut parser = Parser::new(tokens, symbols, end);
    parser.translation_unit();
    parser.unit.pragmas.clone_from(&tokens.pragmas.others);
    (parser.unit, parser.diagnostics)
}

/// Parses an expression, of which the unit has nothing but the parts. Some names are types.
pub(crate) fn parse_expression(
    tokens: &Tokens,
    symbols: Symbols,
    end: Span,
    types: impl Iterator<Item = Symbol>,
) -> (Unit, Parsed<ExprId>, Vec<Diagnostic>) {
    let mut parser = Parser::new(tokens, symbols, end);
    types.for_each(|it| parser.scopes.declare(it, Meaning::Type));
    let mut parsed = parser.expression();
    if parsed.is_ok() && parser.kind() != Kind::End {
        parsed = Err(parser.unexpected("an operator"));
    }
    (parser.unit, parsed, parser.diagnostics)
}

/// Types that have a name unless the program gives it another meaning (C23 §6.4.1).
const NAMED_TYPES: [&str; 2] = ["bool", "nullptr_t"];

impl<'a> Parser<'a> {
    fn new(tokens: &'a Tokens, symbols: Symbols, end: Span) -> Self {
        let mut scopes = Scopes::default();
        let known = VERIFIER_TYPES.iter().chain(&NAMED_TYPES).filter_map(|it| symbols.find(it));
        known.for_each(|it| scopes.declare(it, Meaning::Type));
        Self {
            tokens: &tokens.tokens,
            packs: &tokens.pragmas.packs,
            position: 0,
            unit: Unit::empty(symbols, end),
            heights: Vec::new(),
            type_heights: Vec::new(),
            highest: 0,
            scopes,
            depth: 0,
            deepest: 0,
            diagnostics: Vec::new(),
            n_errors: 0,
        }
    }
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.position]
    }

    fn kind(&self) -> Kind {
        self.tokens[self.position].kind
    }

    /// The kind of the token `ahead` tokens further.
    fn peek(&self, ahead: usize) -> Kind {
        self.tokens.get(self.position + ahead).map_or(Kind::End, |it| it.kind)
    }

    /// Where the next token stands.
    fn here(&self) -> Span {
        self.token().span
    }

    /// Takes the next token. The end stays.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.position += 1;
        }
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// From `start` to the last token taken.
    fn since(&self, start: Span) -> Span {
        match self.position.checked_sub(1) {
            Some(last) => start.to(self.tokens[last].span),
            None => start,
        }
    }

    /// Takes a token of this kind; `what` says after what it belongs.
    fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        Err(self.unexpected(&format!("{} {what}", kind.describe())))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.token();
        if token.kind != Kind::Identifier {
            return Err(self.unexpected(what));
        }
        self.bump();
        Ok(Name { symbol: token.symbol, span: token.span })
    }

    fn text(&self, symbol: Symbol) -> &str {
        self.unit.symbols.text(symbol)
    }

    /// Runs `inner` one level deeper.
    fn nest<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if MAX_HEIGHT <= self.depth {
            return Err(self.too_deep(self.here()));
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Gives up: what comes after a tree that is too deep is of no use.
    fn too_deep(&mut self, span: Span) -> Failed {
        self.report(
            Diagnostic::error(
                "nesting-too-deep",
                span,
                format!("more than {MAX_HEIGHT} levels of nesting"),
            )
            .help("move the inner parts to variables or functions of their own"),
        );
        self.give_up();
        Failed
    }

    fn give_up(&mut self) {
        self.position = self.tokens.len() - 1;
        self.n_errors = usize::MAX / 2;
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == tribunal_base::Severity::Error {
            self.n_errors += 1;
            if MAX_ERRORS < self.n_errors {
                // Told enough already, or given up.
                self.position = self.tokens.len() - 1;
                return;
            }
        }
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: &str) {
        self.report(Diagnostic::error(code, span, message).help(help));
    }

    fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: &str) {
        self.report(Diagnostic::warning(code, span, message).help(help));
    }

    /// Runs `inner` and says how high a tree it makes, whatever it is made of.
    fn measure<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<(T, u16)> {
        let outside = (self.highest, self.deepest);
        (self.highest, self.deepest) = (0, self.depth);
        let result = inner(self)?;
        let levels = u16::try_from(self.deepest - self.depth).unwrap_or(u16::MAX);
        let height = self.highest.saturating_add(levels);
        // The levels are part of the height from here on.
        (self.highest, self.deepest) = (height.max(outside.0), outside.1);
        Ok((result, height))
    }

    fn add_expr(&mut self, kind: ExprKind, span: Span) -> Parsed<ExprId> {
        let below = self.height_of_children(&kind);
        self.add_expr_above(below, kind, span)
    }

    /// Adds an expression whose children are as high as told.
    fn add_expr_above(&mut self, below: u16, kind: ExprKind, span: Span) -> Parsed<ExprId> {
        let height = below.saturating_add(1);
        if MAX_HEIGHT < usize::from(height) {
            return Err(self.too_deep(span));
        }
        self.heights.push(height);
        self.highest = self.highest.max(height);
        Ok(self.unit.exprs.push(Expr { kind, span }))
    }

    fn add_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.unit.stmts.push(Stmt { kind, span })
    }

    /// The spelling of the tokens from `from` up to the next one, as one symbol.
    fn spelling_since(&mut self, from: usize) -> Symbol {
        let mut out = String::new();
        for token in &self.tokens[from..self.position] {
            if !out.is_empty() && token.before != Before::Nothing {
                out.push(' ');
            }
            out.push_str(self.unit.symbols.text(token.symbol));
        }
        self.unit.symbols.intern(&out)
    }
}
