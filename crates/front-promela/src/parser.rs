//! The grammar of Spin 6.5.2, by recursive descent.
//!
//! A rule returns `Err` after it has reported what is wrong; sequences and units go on behind the fault
//! (`recovery`). Rules that Spin enforces while it parses, and that need no types, are enforced here too
//! (`structure`): where labels, `break`, `run` and initialised channels may stand.

mod channel;
mod declaration;
mod expression;
mod formula;
mod inline;
mod place;
mod recovery;
mod report;
mod statement;
mod structure;
mod unit;

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::{Preprocessed, Symbols};

use crate::ast::{Ident, Ltl, Model};
use crate::lexer::{Kind, Lexeme, Lexer, Names, Payload, Scanned, Token};

/// How deep statements and expressions may be nested.
const MAX_DEPTH: usize = 150;

/// A fault has been reported.
pub(crate) struct Reported;

pub(crate) type Parse<T> = Result<T, Reported>;

pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    peeked: Option<Token>,
    /// The place of the last token taken.
    previous: Span,
    /// The lexemes taken since the current argument of an inline call began.
    recorded: Option<Vec<Lexeme>>,
    depth: usize,
    /// The braces, `if` and `do` that have not been closed.
    open: Vec<Span>,
    body: Body,
    /// Where the last fault was reported: one token is reported once.
    last_fault: Option<(Span, Kind)>,
    items: Vec<crate::ast::Item>,
}

/// Where in a body the parser stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Body {
    kind: BodyKind,
    /// How many loops are open.
    loops: usize,
    /// Whether only declarations came before.
    prologue: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyKind {
    /// Outside of any body.
    Global,
    Process,
    Trace,
}

impl Body {
    const GLOBAL: Self = Self { kind: BodyKind::Global, loops: 0, prologue: true };
}

/// What has been read, and what is known afterwards.
pub(crate) struct Outcome<T> {
    pub(crate) value: T,
    pub(crate) names: Names,
    pub(crate) symbols: Symbols,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Parses a model.
pub(crate) fn model(preprocessed: &Preprocessed, scanned: Scanned) -> Outcome<Model> {
    let mut parser = Parser::new(preprocessed, scanned, Names::default());
    parser.units();
    let items = std::mem::take(&mut parser.items);
    parser.outcome(Model { items })
}

/// Parses a formula that stands alone.
pub(crate) fn formula(
    preprocessed: &Preprocessed,
    scanned: Scanned,
    names: Names,
) -> Outcome<Option<Ltl>> {
    let mut parser = Parser::new(preprocessed, scanned, names);
    parser.lexer.mode.in_formula = true;
    let formula = parser.formula().and_then(|formula| {
        if parser.at(Kind::End) {
            Ok(formula)
        } else {
            Err(parser.unexpected("an operator or the end of the formula"))
        }
    });
    parser.outcome(formula.ok())
}

impl<'a> Parser<'a> {
    fn new(preprocessed: &'a Preprocessed, scanned: Scanned, names: Names) -> Self {
        let end = scanned.end;
        Self {
            lexer: Lexer::new(preprocessed, scanned, names),
            peeked: None,
            previous: Span { start: 0, end: 0, ..end },
            recorded: None,
            depth: 0,
            open: Vec::new(),
            body: Body::GLOBAL,
            last_fault: None,
            items: Vec::new(),
        }
    }

    fn outcome<T>(self, value: T) -> Outcome<T> {
        let Lexer { names, symbols, diagnostics, .. } = self.lexer;
        Outcome { value, names, symbols, diagnostics }
    }

    /// The next token. Asking for it fixes what it is, so anything that decides that must be settled before.
    fn peek(&mut self) -> &Token {
        self.peeked.get_or_insert_with(|| self.lexer.next())
    }

    fn kind(&mut self) -> Kind {
        self.peek().kind
    }

    fn at(&mut self, kind: Kind) -> bool {
        self.kind() == kind
    }

    fn span(&mut self) -> Span {
        self.peek().lexeme.span
    }

    fn bump(&mut self) -> Token {
        let token = match self.peeked.take() {
            Some(token) => token,
            None => self.lexer.next(),
        };
        self.previous = match &token.payload {
            Payload::C(block) => token.lexeme.span.to(block.end),
            _ => token.lexeme.span,
        };
        match token.kind {
            Kind::OpenParen => self.lexer.mode.parens += 1,
            Kind::CloseParen => self.lexer.mode.parens = self.lexer.mode.parens.saturating_sub(1),
            Kind::OpenBrace | Kind::If | Kind::Do => self.open.push(token.lexeme.span),
            Kind::CloseBrace | Kind::Fi | Kind::Od => {
                self.open.pop();
            }
            _ => {}
        }
        if let Some(recorded) = &mut self.recorded
            && !matches!(token.payload, Payload::Implied)
        {
            recorded.push(token.lexeme);
        }
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.unexpected(what)) }
    }

    fn name(&mut self, what: &str) -> Parse<Ident> {
        let token = self.expect(Kind::Name, what)?;
        Ok(self.ident(&token))
    }

    fn ident(&self, token: &Token) -> Ident {
        Ident { name: self.text(token).to_owned(), span: token.lexeme.span }
    }

    fn text(&self, token: &Token) -> &str {
        self.lexer.symbols.text(token.lexeme.text)
    }

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if MAX_DEPTH <= self.depth {
            let span = self.span();
            return Err(self.report(
                Diagnostic::error("nesting-depth", span, "this is nested too deeply").help(
                    format!(
                        "at most {MAX_DEPTH} levels are read; move parts into inlines or variables"
                    ),
                ),
            ));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }
}
