//! Where the end of a line stands for a semicolon, and what `select` becomes: rules of Spin's lexer on layout.

use tribunal_base::Diagnostic;
use tribunal_preprocess::Before;

use super::scan::{Lexeme, LexemeKind};
use super::{Kind, Lexer};
use crate::ast::SelectForm;

/// Up to this difference a `select` is a list of options.
const MAX_ALTERNATIVES: i64 = 32;

impl Lexer<'_> {
    /// Whether the end of the line before `next` is a semicolon.
    pub(super) fn line_end_separates(&self, next: &Lexeme) -> bool {
        let complete = matches!(
            self.last_lexed,
            Kind::CloseBrace
                | Kind::CloseParen
                | Kind::CloseBracket
                | Kind::Od
                | Kind::Fi
                | Kind::Else
                | Kind::Break
                | Kind::CCode
                | Kind::CExpr
                | Kind::Name
                | Kind::Constant
                | Kind::Increment
                | Kind::Decrement
        );
        // After a block `unless` may follow; Spin looks at one letter.
        let unless =
            self.last_lexed == Kind::CloseBrace && self.symbols.text(next.text).starts_with('u');
        self.mode.in_sequence && self.mode.parens == 0 && complete && !unless
    }

    /// How Spin treats the `select` just read. It rewrites the text if that has a certain shape.
    pub(super) fn select_form(&mut self) -> SelectForm {
        let Some(frame) = self.frames.last() else { return SelectForm::Loop };
        let [open, name, colon, from, dots, to, close, ..] = frame.lexemes[frame.position..] else {
            return SelectForm::Loop;
        };
        let operator = |it: Lexeme, kind| it.kind == LexemeKind::Operator(kind);
        let shape = operator(open, Kind::OpenParen)
            && name.kind == LexemeKind::Word
            && !self.symbols.text(name.text).contains('_')
            && operator(colon, Kind::Colon)
            && operator(dots, Kind::DotDot)
            && operator(close, Kind::CloseParen)
            && [name, colon, from, dots, to, close].iter().all(|it| it.before != Before::Newline);
        let (true, LexemeKind::Number(low), LexemeKind::Number(high)) = (shape, from.kind, to.kind)
        else {
            return SelectForm::Loop;
        };
        if high < low {
            self.diagnostics.push(
                Diagnostic::error(
                    "empty-range",
                    from.span.to(to.span),
                    format!("there is no number in {low}..{high}"),
                )
                .help("write the smaller bound first"),
            );
        }
        if i64::from(high) - i64::from(low) <= MAX_ALTERNATIVES {
            SelectForm::Alternatives
        } else {
            SelectForm::Statements
        }
    }
}
