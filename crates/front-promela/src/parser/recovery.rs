//! Where parsing goes on after a fault.

use super::{Body, Parser};
use crate::lexer::{Kind, Mode};

impl Parser<'_> {
    /// Skips the rest of a faulty statement. Stops before `}`, `fi`, `od`, `::` and separators of the sequence it is in,
    /// and before what can only start a unit.
    pub(super) fn skip_statement(&mut self) {
        self.recorded = None;
        self.lexer.mode = Mode { in_sequence: true, ..Mode::default() };
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Proctype
                | Kind::DProctype
                | Kind::Init
                | Kind::Never
                | Kind::Typedef
                | Kind::Inline => return,
                Kind::Semicolon | Kind::Arrow | Kind::Choice if depth == 0 => return,
                Kind::CloseBrace | Kind::Fi | Kind::Od => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                }
                Kind::OpenBrace | Kind::If | Kind::Do => depth += 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips the rest of a faulty unit. Stops before the next unit.
    pub(super) fn skip_unit(&mut self) {
        self.recorded = None;
        self.depth = 0;
        self.body = Body::GLOBAL;
        self.lexer.mode = Mode::default();
        let mut depth = 0usize;
        // The token at fault goes in any case, unless it starts a unit by itself.
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Proctype
                | Kind::DProctype
                | Kind::Init
                | Kind::Never
                | Kind::Typedef
                | Kind::Inline
                | Kind::Ltl
                | Kind::Active => return,
                Kind::Trace | Kind::Type | Kind::Visibility | Kind::TypeName | Kind::CState
                    if depth == 0 =>
                {
                    return;
                }
                Kind::Semicolon if depth == 0 => {
                    self.bump();
                    return;
                }
                Kind::OpenBrace => depth += 1,
                Kind::CloseBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.bump();
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }
}
