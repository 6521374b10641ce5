//! Messages about what was not expected, and where to go on.

use tribunal_base::Diagnostic;

use super::{Failed, Parser};
use crate::lexer::Kind;

impl Parser<'_> {
    /// Reports that something else should stand here.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failed {
        let token = self.token();
        let found = match token.kind {
            Kind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", self.text(token.symbol)),
        };
        let help = match token.kind {
            Kind::End => "the file ends too early: look for a missing `}` or `)`".to_owned(),
            Kind::Identifier if self.looks_like_unknown_type() => {
                let name = self.text(self.tokens[self.position - 1].symbol);
                format!("if `{name}` should be a type, declare it before or include its header")
            }
            Kind::Other => "this character means nothing in C outside of strings".to_owned(),
            _ => format!("write {expected}, or remove {found}"),
        };
        // The end has no text to point at: the last token has.
        let span = match (token.kind, self.position.checked_sub(1)) {
            (Kind::End, Some(last)) => self.tokens[last].span,
            _ => token.span,
        };
        self.report(
            Diagnostic::error(
                "unexpected-token",
                span,
                format!("expected {expected}, found {found}"),
            )
            .help(help),
        );
        Failed
    }

    /// `name name`: the first one may be a type that is not declared.
    fn looks_like_unknown_type(&self) -> bool {
        0 < self.position
            && self.tokens[self.position - 1].kind == Kind::Identifier
            && !self.scopes.is_type(self.tokens[self.position - 1].symbol)
    }

    /// Skips to behind the `;` or before the `}` that ends the statement or member begun at `start`.
    pub(super) fn skip_statement(&mut self, start: usize) {
        let mut braces = 0usize;
        // What is open at the point of failure counts, too.
        for token in &self.tokens[start..self.position.max(start)] {
            match token.kind {
                Kind::OpenBrace => braces += 1,
                Kind::CloseBrace => braces = braces.saturating_sub(1),
                _ => {}
            }
        }
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Semicolon if braces == 0 => {
                    self.bump();
                    return;
                }
                Kind::OpenBrace => braces += 1,
                Kind::CloseBrace if braces == 0 => return,
                Kind::CloseBrace => {
                    braces -= 1;
                    if braces == 0 {
                        self.bump();
                        self.eat(Kind::Semicolon);
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to behind the end of the external declaration begun at `start`.
    pub(super) fn skip_external(&mut self, start: usize) {
        self.skip_statement(start);
        // A brace too many closes nothing.
        while self.kind() == Kind::CloseBrace {
            self.bump();
        }
    }

    /// Skips what stands in brackets; the opening one is next. Leaves the position behind the closing one.
    pub(super) fn skip_balanced(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.bump().kind {
                Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace => depth += 1,
                Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                Kind::End => return,
                _ => {}
            }
        }
    }
}
