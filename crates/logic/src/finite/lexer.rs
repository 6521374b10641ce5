//! The tokens of formulas over C expressions.

use tribunal_base::{Diagnostic, FileId, Span};

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) span: Span,
    /// Whether there is room before it.
    pub(super) spaced: bool,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    Literal,
    Sign,
    End,
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "<<=", ">>=", "<->", "...", "[]", "<>", "->", "=>", "&&", "||", "==", "!=", "<=", ">=", "<<",
    ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// The tokens of a text; the last one is the end.
pub(super) fn lex(file: FileId, text: &str) -> Result<Vec<Token>, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut spaced = true;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            spaced = true;
            continue;
        }
        let rest = &text[at..];
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
        let run = |keep: &dyn Fn(char) -> bool| rest.find(|it| !keep(it)).unwrap_or(rest.len());
        let (kind, length) = match first {
            '0'..='9' => (Kind::Number, run(&|it| is_word(it) || it == '.')),
            _ if is_word(first) => (Kind::Name, run(&is_word)),
            '"' | '\'' => match closing(rest, first) {
                Some(length) => (Kind::Literal, length),
                None => {
                    let span = Span::new(file, at, text.len());
                    return Err(Box::new(Diagnostic::error(
                        "formula-syntax",
                        span,
                        "a quote that is not closed",
                    )));
                }
            },
            _ => {
                let sign = SIGNS.iter().find(|it| rest.starts_with(**it));
                (Kind::Sign, sign.map_or(first.len_utf8(), |it| it.len()))
            }
        };
        let span = Span::new(file, at, at + length);
        tokens.push(Token { kind, text: rest[..length].to_owned(), span, spaced });
        at += length;
        spaced = false;
    }
    let span = Span::new(file, text.len(), text.len());
    tokens.push(Token { kind: Kind::End, text: String::new(), span, spaced });
    Ok(tokens)
}

/// How long a literal in quotes is.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if it == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}
