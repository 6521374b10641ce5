//! Faults and how they are told.

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::Before;

use super::recovery::starts_unit;
use super::{Parser, Reported};
use crate::lexer::{Kind, Payload, Token};

/// How many macro uses and inline calls a fault names.
const MAX_RELATED: usize = 6;

impl Parser<'_> {
    /// Reports that the next token does not fit.
    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        self.unexpected_with(expected, None)
    }

    pub(super) fn unexpected_with(&mut self, expected: &str, help: Option<&str>) -> Reported {
        let token = self.peek().clone();
        // A problem inside an embedded block has been reported by the lexer already.
        let known = token.kind == Kind::Bad && matches!(token.payload, Payload::Implied);
        if known || self.last_fault == Some((token.lexeme.span, token.kind)) {
            return Reported;
        }
        self.last_fault = Some((token.lexeme.span, token.kind));
        let message = format!("expected {expected}, found {}", self.describe(&token));
        let mut diagnostic = Diagnostic::error("syntax", token.lexeme.span, message);
        let help = help.map(str::to_owned).or_else(|| self.hint(&token, expected));
        diagnostic.help =
            help.or_else(|| Some(format!("write {expected} before {}", self.describe(&token))));
        if let Some(&open) = self.open.last().filter(|_| starts_unit(token.kind)) {
            diagnostic = diagnostic.related(open, "not closed");
        }
        self.report_at(&token, diagnostic)
    }

    /// Reports a fault that is not about the next token.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        let calls = self.calls();
        self.push(diagnostic, calls)
    }

    fn report_at(&mut self, token: &Token, diagnostic: Diagnostic) -> Reported {
        let mut related = Vec::new();
        let mut place = token.lexeme.spelling;
        for it in self.lexer.preprocessed.uses(token.lexeme.expansion) {
            related.push((
                place,
                format!("written here, in macro `{}`", self.lexer.symbols.text(it.name)),
            ));
            place = it.call;
        }
        related.extend(self.calls());
        self.push(diagnostic, related)
    }

    fn calls(&self) -> Vec<(Span, String)> {
        let calls = self.lexer.calls().rev();
        calls
            .map(|it| {
                (it.span, format!("in this call of `{}`", self.lexer.symbols.text(it.inline.name)))
            })
            .collect()
    }

    fn push(&mut self, diagnostic: Diagnostic, related: Vec<(Span, String)>) -> Reported {
        let add = |diagnostic: Diagnostic, (span, message)| diagnostic.related(span, message);
        let diagnostic = related.into_iter().take(MAX_RELATED).fold(diagnostic, add);
        self.lexer.diagnostics.push(diagnostic);
        Reported
    }

    fn describe(&self, token: &Token) -> String {
        let text = self.text(token);
        match (token.kind, &token.payload) {
            (Kind::End, _) => "the end of the text".into(),
            (Kind::Semicolon, Payload::Implied) => "the end of the statement".into(),
            (Kind::TypeName, _) => format!("the type `{text}`"),
            (Kind::ProctypeName, _) => format!("the proctype `{text}`"),
            (Kind::InlineName, _) => format!("the inline `{text}`"),
            (Kind::Constant, _)
                if self.lexer.names.mtype_constants.contains(&token.lexeme.text) =>
            {
                format!("the mtype constant `{text}`")
            }
            _ if Kind::keyword(text).is_some_and(|it| it != Kind::Constant) => {
                format!("the keyword `{text}`")
            }
            _ => format!("`{text}`"),
        }
    }

    /// Whether the token is what Spin's lexer leaves of a number like `0x1F` after the 0.
    fn is_hexadecimal(&self, token: &Token) -> bool {
        self.text(token).starts_with('x') && self.previous.end == token.lexeme.span.start
    }

    fn hint(&self, token: &Token, expected: &str) -> Option<String> {
        let text = self.text(token);
        if expected == "a statement"
            && token.lexeme.before == Before::Newline
            && continues(token.kind)
        {
            return Some(format!(
                "the line before is a statement of its own; write `{text}` at its end, or put parentheses around both lines"
            ));
        }
        Some(match token.kind {
            Kind::Probe => format!(
                "`{text}` can only be a whole condition, or joined to others by `&&` and `||`; \
                 its opposite is `{}`, and `len(q)` can be used anywhere",
                match text {
                    "full" => "nfull",
                    "nfull" => "full",
                    "empty" => "nempty",
                    _ => "empty",
                }
            ),
            Kind::CloseBrace | Kind::Choice if expected == "a statement" => {
                "a sequence needs at least one statement: write `skip` to do nothing".into()
            }
            Kind::Name | Kind::Constant if expected.starts_with("`;`") && !self.is_hexadecimal(token) => {
                "statements are separated by `;` or by the end of a line".into()
            }
            Kind::InlineName => "an inline is called as a statement, or as `x = f(..)`".into(),
            Kind::ProctypeName => "a proctype is started with `run`, and looked into with `P[pid]@label`".into(),
            Kind::TypeName | Kind::Constant
                if expected.contains("name") && token.lexeme.value().is_none() && Kind::keyword(text).is_none() =>
            {
                format!("`{text}` has been declared before as something else; choose another name")
            }
            Kind::Choice => "`::` starts an option of `if` or `do`; is a `fi`, `od` or `}` missing before?".into(),
            Kind::Question | Kind::QuestionQuestion => {
                "a receive is a statement of its own; in an expression, ask with `q?[..]`".into()
            }
            Kind::BangBang if expected == "an expression" => "`!!` is the sorted send; write `! !`".into(),
            Kind::Bang | Kind::BangBang => "a send is a statement of its own".into(),
            Kind::Arrow => "inside an expression `->` needs the form `(condition -> a : b)`, with parentheses".into(),
            Kind::Assign if expected.contains("operator") || expected.contains("`;`") => {
                "an assignment is a statement; to compare, write `==`".into()
            }
            Kind::Bad if text.starts_with('\'') => {
                "a character is written `'a'`, with one of the escapes `\\n`, `\\r`, `\\t`, `\\f` or a plain backslash".into()
            }
            Kind::Bad => format!("`{text}` means nothing in Promela"),
            Kind::Name if self.is_hexadecimal(token) => "numbers are decimal".into(),
            kind if starts_unit(kind) && !self.open.is_empty() => "a `}`, `fi` or `od` is missing".into(),
            _ => return None,
        })
    }
}

/// Whether a token can only go on with an expression.
fn continues(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AndAnd
            | Kind::OrOr
            | Kind::And
            | Kind::Or
            | Kind::Xor
            | Kind::Plus
            | Kind::Star
            | Kind::Slash
            | Kind::Percent
            | Kind::Equal
            | Kind::NotEqual
            | Kind::Less
            | Kind::LessEqual
            | Kind::Greater
            | Kind::GreaterEqual
            | Kind::ShiftLeft
            | Kind::ShiftRight
    )
}
