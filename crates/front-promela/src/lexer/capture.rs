//! Text that is taken as it is: embedded C, the bodies of inlines, and `ltl` blocks, which are read last.

use std::rc::Rc;

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::Before;

use crate::ast::CText;

use super::scan::{Lexeme, LexemeKind};
use super::{Kind, Lexer};

/// What follows `c_code`, `c_decl` and `c_expr`.
#[derive(Clone, Debug)]
pub(crate) struct CBlock {
    pub(crate) precondition: Option<CText>,
    pub(crate) text: CText,
    pub(crate) end: Span,
}

impl Lexer<'_> {
    /// `[precondition] { text }`; `None` if it is not there or has no end, which is reported.
    pub(super) fn capture_c(&mut self, word: Lexeme) -> Option<Rc<CBlock>> {
        let mut precondition = None;
        if self.upcoming().is_some_and(|it| it.kind == LexemeKind::Operator(Kind::OpenBracket)) {
            let inner = self.capture(Kind::OpenBracket, Kind::CloseBracket)?;
            precondition = Some(self.spell(&inner[1..inner.len() - 1]));
        }
        match self.upcoming() {
            Some(it) if it.kind == LexemeKind::Operator(Kind::OpenBrace) => {}
            _ => {
                let text = self.symbols.text(word.text).to_owned();
                self.diagnostics.push(
                    Diagnostic::error(
                        "c-block",
                        word.span,
                        format!("`{text}` is not followed by a block"),
                    )
                    .help(format!("write `{text} {{ C text }}`")),
                );
                return None;
            }
        }
        let inner = self.capture(Kind::OpenBrace, Kind::CloseBrace)?;
        let end = inner.last().map_or(word.span, |it| it.span);
        Some(Rc::new(CBlock { precondition, text: self.spell(&inner[1..inner.len() - 1]), end }))
    }

    /// The lexemes from `open`, which comes next, to the `close` that belongs to it.
    pub(super) fn capture(&mut self, open: Kind, close: Kind) -> Option<Vec<Lexeme>> {
        let mut out = Vec::new();
        let mut depth = 0usize;
        while let Some(lexeme) = self.upcoming() {
            self.skip_upcoming();
            out.push(lexeme);
            if lexeme.kind == LexemeKind::Operator(open) {
                depth += 1;
            } else if lexeme.kind == LexemeKind::Operator(close) {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(out);
                }
            }
        }
        let start = out.first().map_or(self.end, |it| it.span);
        self.diagnostics.push(
            Diagnostic::error("unterminated-block", start, "this block never ends")
                .help("write the missing closing brace"),
        );
        None
    }

    /// The body of an inline, from `{` to `}`; `None` if it is not there or has no end, which is reported.
    pub(crate) fn capture_inline_body(&mut self) -> Option<Vec<Lexeme>> {
        match self.upcoming() {
            Some(it) if it.kind == LexemeKind::Operator(Kind::OpenBrace) => {
                self.capture(Kind::OpenBrace, Kind::CloseBrace)
            }
            other => {
                let span = other.map_or(self.end, |it| it.span);
                self.diagnostics.push(
                    Diagnostic::error(
                        "inline-body",
                        span,
                        "the definition of an inline needs a body",
                    )
                    .help("write `inline name(parameters) { statements }`"),
                );
                None
            }
        }
    }

    /// Puts an `ltl` block off until everything else has been read, as Spin does.
    pub(super) fn defer_formula(&mut self, word: Lexeme) {
        self.deferred.push(word);
        let mut depth = 0usize;
        while let Some(lexeme) = self.upcoming() {
            self.skip_upcoming();
            self.deferred.push(lexeme);
            if lexeme.kind == LexemeKind::Operator(Kind::OpenBrace) {
                depth += 1;
            } else if lexeme.kind == LexemeKind::Operator(Kind::CloseBrace) {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return;
                }
            }
        }
    }

    /// The next lexeme of the text being read, as it stands.
    pub(super) fn upcoming(&self) -> Option<Lexeme> {
        let frame = self.frames.last()?;
        frame.lexemes.get(frame.position).copied()
    }

    pub(super) fn skip_upcoming(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.position += 1;
            frame.line_end_seen = false;
        }
    }

    fn spell(&self, lexemes: &[Lexeme]) -> CText {
        let mut out = CText::default();
        let mut before: Option<&Lexeme> = None;
        for lexeme in lexemes {
            // What touches only because a macro was expanded must not grow together.
            let touches = before.is_none_or(|it| it.expansion == lexeme.expansion);
            match lexeme.before {
                _ if before.is_none() => {}
                Before::Newline => out.text.push('\n'),
                Before::Nothing if touches => {}
                Before::Blank | Before::Nothing => out.text.push(' '),
            }
            before = Some(lexeme);
            out.places.push((out.text.len(), lexeme.span));
            out.text.push_str(self.symbols.text(lexeme.text));
        }
        out
    }
}
