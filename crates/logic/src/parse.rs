//! Formulas from text.
//!
//! The grammar is that of Spin's `ltl` blocks: unary operators bind tightest, then `U`, `V`, `R` and
//! `W`, then `&&`, then `||`, then `->` and `<->`; all binary operators are left-associative. (Spin's
//! `-f` option gives `&&`, `||`, `->` and `<->` one common level; blocks in a model do not, and people
//! do not expect it.) Beyond Spin, `X` and `R` are always understood, and an atom may be any
//! text in double quotes.

mod lexer;

use tribunal_base::{Diagnostic, FileId, Interner, Span};

use crate::ltl::{AtomId, Formulas, LtlId};
use lexer::{Token, lex};

pub(crate) use lexer::is_plain_name;

/// Names of atoms.
pub type AtomNames = Interner<AtomId, String>;

/// Operators may be nested this deep; chains of `&&` or `||` count once.
pub(crate) const MAX_DEPTH: usize = 200;

/// Reads a formula; new names get new atoms in `names`.
pub fn parse(
    formulas: &mut Formulas,
    names: &mut AtomNames,
    file: FileId,
    text: &str,
) -> Result<LtlId, Box<Diagnostic>> {
    let tokens = lex(file, text)?;
    let mut parser = Parser { formulas, names, tokens, position: 0, open: 0 };
    let formula = parser.binary(Level::Implication)?;
    match parser.peek() {
        (Token::End, _) => {}
        (_, span) => return Err(unexpected(span, "an operator or the end of the formula")),
    }
    if MAX_DEPTH < parser.formulas.depth(formula) {
        return Err(too_deep(Span::new(file, 0, text.len())));
    }
    Ok(formula)
}

/// A level of the grammar's binary operators, loosest first.
#[derive(Clone, Copy)]
enum Level {
    Implication,
    Disjunction,
    Conjunction,
    Temporal,
}

impl Level {
    fn tighter(self) -> Option<Self> {
        match self {
            Self::Implication => Some(Self::Disjunction),
            Self::Disjunction => Some(Self::Conjunction),
            Self::Conjunction => Some(Self::Temporal),
            Self::Temporal => None,
        }
    }

    fn constructor(self, token: &Token) -> Option<fn(&mut Formulas, LtlId, LtlId) -> LtlId> {
        match (self, token) {
            (Self::Implication, Token::Implies) => Some(Formulas::implies),
            (Self::Implication, Token::Equivalent) => Some(Formulas::equivalent),
            (Self::Disjunction, Token::Or) => Some(Formulas::or),
            (Self::Conjunction, Token::And) => Some(Formulas::and),
            (Self::Temporal, Token::Until) => Some(Formulas::until),
            (Self::Temporal, Token::WeakUntil) => Some(Formulas::weak_until),
            (Self::Temporal, Token::Release) => Some(Formulas::release),
            _ => None,
        }
    }
}

struct Parser<'a> {
    formulas: &'a mut Formulas,
    names: &'a mut AtomNames,
    tokens: Vec<(Token, Span)>,
    position: usize,
    /// How many parentheses and prefix operators are open.
    open: usize,
}

impl Parser<'_> {
    fn peek(&self) -> (&Token, Span) {
        let (token, span) = &self.tokens[self.position];
        (token, *span)
    }

    /// The next token; the last one, `End`, is never consumed.
    fn take(&mut self) -> (Token, Span) {
        let taken = self.tokens[self.position].clone();
        self.position = (self.position + 1).min(self.tokens.len() - 1);
        taken
    }

    fn binary(&mut self, level: Level) -> Result<LtlId, Box<Diagnostic>> {
        let mut left = self.operand(level)?;
        while let Some(constructor) = level.constructor(self.peek().0) {
            self.take();
            let right = self.operand(level)?;
            left = constructor(self.formulas, left, right);
        }
        Ok(left)
    }

    fn operand(&mut self, level: Level) -> Result<LtlId, Box<Diagnostic>> {
        match level.tighter() {
            Some(tighter) => self.binary(tighter),
            None => self.unary(),
        }
    }

    fn unary(&mut self) -> Result<LtlId, Box<Diagnostic>> {
        let (token, span) = self.take();
        if self.open == MAX_DEPTH {
            return Err(too_deep(span));
        }
        self.open += 1;
        let formula = match token {
            Token::Not => self.prefix(Formulas::not),
            Token::Next => self.prefix(Formulas::next),
            Token::Always => self.prefix(Formulas::always),
            Token::Eventually => self.prefix(Formulas::eventually),
            Token::True => Ok(self.formulas.verum()),
            Token::False => Ok(self.formulas.falsum()),
            Token::Name(name) => {
                let atom = self.names.intern(name);
                Ok(self.formulas.atom(atom))
            }
            Token::Open => self.parenthesised(span),
            _ => Err(unexpected(span, "a formula")),
        };
        self.open -= 1;
        formula
    }

    fn prefix(
        &mut self,
        make: fn(&mut Formulas, LtlId) -> LtlId,
    ) -> Result<LtlId, Box<Diagnostic>> {
        let operand = self.unary()?;
        Ok(make(self.formulas, operand))
    }

    fn parenthesised(&mut self, open: Span) -> Result<LtlId, Box<Diagnostic>> {
        let formula = self.binary(Level::Implication)?;
        match self.take() {
            (Token::Close, _) => Ok(formula),
            (_, span) => {
                let error = *unexpected(span, "an operator or `)`");
                Err(Box::new(error.related(open, "opened here")))
            }
        }
    }
}

fn unexpected(span: Span, wanted: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("ltl-syntax", span, format!("expected {wanted}")))
}

fn too_deep(span: Span) -> Box<Diagnostic> {
    let message = format!("formula is nested deeper than {MAX_DEPTH}");
    Box::new(Diagnostic::error("ltl-too-deep", span, message))
}

#[cfg(test)]
pub(crate) mod tests;
