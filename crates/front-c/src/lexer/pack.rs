//! `#pragma pack`, which limits the alignment of the members of structs and unions that follow.

use tribunal_preprocess::{Preprocessed, Token, TokenKind};

/// Which limit holds where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packs {
    /// Positions in the list of tokens, in order, and the limits from there on; 0 is none.
    changes: Vec<(usize, u32)>,
    /// What `push` has saved.
    saved: Vec<u32>,
}

impl Packs {
    /// The limit for the token at `position`, in bytes; 0 if there is none.
    pub(crate) fn at(&self, position: usize) -> u32 {
        let before = self.changes.partition_point(|it| it.0 <= position);
        before.checked_sub(1).map_or(0, |last| self.changes[last].1)
    }

    /// A `#pragma` before the token at `position`. All but `pack` say nothing that matters here.
    pub(super) fn obey(&mut self, position: usize, preprocessed: &Preprocessed, line: &[Token]) {
        let [name, open, rest @ ..] = line else { return };
        if preprocessed.text(name) != "pack" || preprocessed.text(open) != "(" {
            return;
        }
        let current = self.at(usize::MAX);
        let word = |text: &str| rest.iter().any(|it| preprocessed.text(it) == text);
        let number = rest
            .iter()
            .filter(|it| it.kind == TokenKind::Number)
            .find_map(|it| preprocessed.text(it).parse::<u32>().ok());
        let limit = if word("push") {
            self.saved.push(current);
            number.unwrap_or(current)
        } else if word("pop") {
            let saved = self.saved.pop().unwrap_or(0);
            number.unwrap_or(saved)
        } else {
            number.unwrap_or(0)
        };
        self.changes.push((position, limit));
    }
}
