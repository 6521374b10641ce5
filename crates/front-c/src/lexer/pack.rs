//! `#pragma pack`, which limits the alignment of the members of structs and unions that end after it. What is malformed is ignored, as by gcc.

use tribunal_preprocess::{Preprocessed, Token, TokenKind};

/// Which limit holds where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packs {
    /// Positions in the list of tokens, in order, and the limits from there on; 0 is none.
    changes: Vec<(usize, u32)>,
    /// What `push` has saved, with the name it was given.
    saved: Vec<(u32, Option<String>)>,
}

/// What the parentheses say.
enum Order {
    Set(u32),
    Push { name: Option<String>, limit: Option<u32> },
    Pop { name: Option<String> },
}

impl Packs {
    /// The limit for the token at `position`, in bytes; 0 if there is none.
    pub(crate) fn at(&self, position: usize) -> u32 {
        let before = self.changes.partition_point(|it| it.0 <= position);
        before.checked_sub(1).map_or(0, |last| self.changes[last].1)
    }

    /// Obeys what follows `pack`, before the token at `position`.
    pub(super) fn obey(&mut self, position: usize, preprocessed: &Preprocessed, line: &[Token]) {
        let Some(order) = order(preprocessed, line) else { return };
        let current = self.at(usize::MAX);
        let limit = match order {
            Order::Set(limit) => limit,
            Order::Push { name, limit } => {
                self.saved.push((current, name));
                limit.unwrap_or(current)
            }
            Order::Pop { name } => {
                // All that was pushed since a name is popped with it; a name that nobody pushed says nothing.
                if let Some(at) = self.saved.iter().rposition(|it| name.is_some() && it.1 == name) {
                    self.saved.truncate(at + 1);
                }
                let Some((limit, _)) = self.saved.pop() else { return };
                limit
            }
        };
        self.changes.push((position, limit));
    }
}

fn order(preprocessed: &Preprocessed, line: &[Token]) -> Option<Order> {
    let texts: Vec<&str> = line.iter().map(|it| preprocessed.text(it)).collect();
    let end = texts.iter().position(|it| *it == ")")?;
    let inside = match texts.as_slice() {
        ["(", ..] => &line[1..end],
        _ => return None,
    };
    let name = |it: &Token| {
        (it.kind == TokenKind::Identifier).then(|| Some(preprocessed.text(it).to_owned()))
    };
    let number = |it: &Token| limit(preprocessed.text(it));
    // Every second token is a comma.
    if inside.iter().skip(1).step_by(2).any(|it| preprocessed.text(it) != ",") {
        return None;
    }
    let words: Vec<&Token> = inside.iter().step_by(2).collect();
    match words.as_slice() {
        [] => Some(Order::Set(0)),
        [only] if only.kind == TokenKind::Number => number(only).map(Order::Set),
        [action, rest @ ..] => match (preprocessed.text(action), rest) {
            ("push", []) => Some(Order::Push { name: None, limit: None }),
            ("push", [one]) if one.kind == TokenKind::Number => {
                Some(Order::Push { name: None, limit: Some(number(one)?) })
            }
            ("push", [one]) => Some(Order::Push { name: name(one)?, limit: None }),
            ("push", [one, two]) if one.kind == TokenKind::Number => {
                Some(Order::Push { name: name(two)?, limit: Some(number(one)?) })
            }
            ("push", [one, two]) => {
                Some(Order::Push { name: name(one)?, limit: Some(number(two)?) })
            }
            ("pop", []) => Some(Order::Pop { name: None }),
            ("pop", [one]) => Some(Order::Pop { name: name(one)? }),
            _ => None,
        },
    }
}

/// A limit that gcc takes.
fn limit(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None if digits.starts_with('0') => u32::from_str_radix(digits, 8).ok()?,
        None => digits.parse().ok()?,
    };
    matches!(value, 0 | 1 | 2 | 4 | 8 | 16).then_some(value)
}
