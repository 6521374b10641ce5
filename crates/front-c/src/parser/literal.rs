//! Constants and strings as expressions.

use tribunal_base::Span;
use tribunal_preprocess::{Flaw, character, decode, encoding_of};

use super::Parser;
use crate::ast::{Encoding, ExprKind, FloatLiteral, StringId, StringLiteral};
use crate::lexer::{Kind, Number, number};

impl Parser<'_> {
    pub(super) fn number_literal(&mut self) -> ExprKind {
        let token = self.bump();
        // Digits may be parted by quotes (C23 §6.4.4.1).
        let text = self.unit.symbols.text(token.symbol).replace('\'', "");
        let found = match number(&text) {
            Ok(Number::Integer(literal)) => Ok(ExprKind::Integer(literal)),
            Ok(Number::Float { text, suffix, imaginary }) => {
                Ok((text.to_owned(), suffix, imaginary)).map(|(text, suffix, imaginary)| {
                    let text = self.unit.symbols.intern(&text);
                    ExprKind::Float(FloatLiteral { text, suffix, imaginary })
                })
            }
            Err(message) => Err(message),
        };
        found.unwrap_or_else(|message| {
            self.error(
                "invalid-number",
                token.span,
                message,
                "write an integer or floating constant of C",
            );
            ExprKind::Error
        })
    }

    pub(super) fn character_literal(&mut self) -> ExprKind {
        let token = self.bump();
        match character(self.unit.symbols.text(token.symbol)) {
            Ok(literal) => ExprKind::Character(literal),
            Err(message) => {
                self.error(
                    "invalid-character",
                    token.span,
                    message,
                    "write a character or an escape sequence of C",
                );
                ExprKind::Error
            }
        }
    }

    /// One string literal or several in a row; the first one is next.
    pub(super) fn string_literal(&mut self) -> (StringId, Span) {
        let start = self.here();
        let first = self.position;
        let mut encoding = Encoding::Plain;
        while self.kind() == Kind::String {
            let (own, _) = encoding_of(self.unit.symbols.text(self.token().symbol));
            let span = self.bump().span;
            match (encoding, own) {
                (_, Encoding::Plain) => {}
                (Encoding::Plain, _) => encoding = own,
                (known, own) if known == own => {}
                _ => self.error(
                    "invalid-string",
                    span,
                    "strings with different prefixes cannot be joined",
                    "give all of them the same prefix, or only the first one",
                ),
            }
        }
        let mut units = Vec::new();
        for index in first..self.position {
            let token = self.tokens[index];
            let (_, body) = encoding_of(self.unit.symbols.text(token.symbol));
            let help = "write the backslash twice if it is meant";
            match decode(body, encoding, &mut units) {
                Ok(()) => {}
                Err(Flaw::Doubtful(message)) => {
                    self.warn("invalid-string", token.span, message, help)
                }
                Err(Flaw::Fatal(message)) => {
                    self.error("invalid-string", token.span, message, help)
                }
            }
        }
        let literal = StringLiteral { encoding, units: units.into() };
        (self.unit.strings.push(literal), self.since(start))
    }
}
