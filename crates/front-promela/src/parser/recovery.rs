//! Where parsing goes on after a fault.

use super::{Body, Parser};
use crate::lexer::{Kind, Mode};

impl Parser<'_> {
    /// Skips the rest of a faulty statement that began when `level` braces, `if` and `do` were open. Stops before `}`,
    /// `fi`, `od`, `::` and separators of the sequence it is in, and before what can only start a unit.
    pub(super) fn skip_statement(&mut self, level: usize) {
        self.recorded = None;
        // Line ends count again, even if a parenthesis is missing; arrows inside of parentheses do not.
        let mut parens = self.lexer.mode.parens;
        self.lexer.mode = Mode { in_sequence: true, ..Mode::default() };
        loop {
            let same_level = self.open.len() <= level;
            match self.kind() {
                kind if starts_unit(kind) => return,
                Kind::Semicolon | Kind::Choice | Kind::CloseBrace | Kind::Fi | Kind::Od
                    if same_level =>
                {
                    return;
                }
                Kind::Arrow if same_level && parens == 0 => return,
                Kind::OpenParen => parens += 1,
                Kind::CloseParen => parens = parens.saturating_sub(1),
                _ => {}
            }
            self.bump();
            self.lexer.mode.parens = 0;
        }
    }

    /// Skips the rest of a faulty unit. Stops before the next unit.
    pub(super) fn skip_unit(&mut self) {
        self.recorded = None;
        self.depth = 0;
        self.body = Body::GLOBAL;
        self.lexer.mode = Mode::default();
        let culprit = (self.span(), self.kind());
        if self.last_fault == Some(culprit) && !starts_unit(culprit.1) {
            self.bump();
        }
        loop {
            let global = self.open.is_empty();
            match self.kind() {
                kind if starts_unit(kind) => break,
                Kind::Active | Kind::Ltl => break,
                Kind::Trace | Kind::Type | Kind::Visibility | Kind::TypeName | Kind::CState
                    if global =>
                {
                    break;
                }
                Kind::Semicolon if global => break,
                Kind::CloseBrace if self.open.len() <= 1 => {
                    self.bump();
                    break;
                }
                _ => {
                    self.bump();
                }
            }
        }
        self.open.clear();
    }
}

/// Whether a token can only stand at the start of a unit, or after all of them.
pub(super) fn starts_unit(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Proctype
            | Kind::DProctype
            | Kind::Init
            | Kind::Never
            | Kind::Typedef
            | Kind::Inline
            | Kind::End
    )
}
