//! Splits the textual form into tokens.

use crate::ty::{FloatShape, IntShape};
use tribunal_base::{Diagnostic, FileId, Span};

/// A piece of text with its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// Whether nothing but space stands before it on its line.
    pub(super) starts_line: bool,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word, or a name in backquotes.
    Name { text: String, ordinal: u32, quoting: Quoting },
    /// A natural number, perhaps with its type.
    Number { value: u128, shape: Option<IntShape> },
    /// A text in double quotes.
    Text(String),
    /// Punctuation.
    Symbol(&'static str),
    /// After the last token.
    End,
}

/// Whether a name stands in backquotes, and so is never a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    Bare,
    Backquotes,
}

/// Longest first.
const SYMBOLS: [&str; 39] = [
    "::", "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "!!", "??", "..", "{", "}", "(",
    ")", "[", "]", ",", ";", ":", ".", "=", "!", "?", "<", ">", "+", "-", "*", "/", "%", "&", "|",
    "^", "~", "@", "#",
];

/// All tokens of `source`, the last one being `End`.
pub(super) fn tokens(source: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer { source, at: 0, starts_line: true, diagnostics, tokens: Vec::new() };
    while lexer.at < source.len() {
        lexer.token();
    }
    lexer.push(source.len(), TokenKind::End);
    lexer.tokens
}

/// The shape that a word like `u8` or `i32` names.
pub(super) fn int_shape(word: &str) -> Option<IntShape> {
    let signed = match word.as_bytes().first()? {
        b'i' => true,
        b'u' => false,
        _ => return None,
    };
    let digits = &word[1..];
    if digits.starts_with('0') || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let bits: u16 = digits.parse().ok()?;
    (1..=128).contains(&bits).then_some(IntShape { bits, signed })
}

/// The format that a word like `f64` names.
pub(super) fn float_shape(word: &str) -> Option<FloatShape> {
    match word {
        "f32" => Some(FloatShape::Single),
        "f64" => Some(FloatShape::Double),
        "f80" => Some(FloatShape::Extended),
        "f128" => Some(FloatShape::Quad),
        _ => None,
    }
}

/// Whether a character may stand in a bare word.
fn is_word(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    starts_line: bool,
    diagnostics: &'a mut Vec<Diagnostic>,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(FileId(0), start, self.at)
    }

    fn push(&mut self, start: usize, kind: TokenKind) {
        let span = self.span_from(start);
        self.tokens.push(Token { kind, span, starts_line: self.starts_line });
        self.starts_line = false;
    }

    /// Skips what `keep` allows and returns it.
    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &str {
        let start = self.at;
        let rest = &self.source[start..];
        self.at += rest.find(|c| !keep(c)).unwrap_or(rest.len());
        &self.source[start..self.at]
    }

    fn token(&mut self) {
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return };
        if first == '\n' {
            self.at += 1;
            self.starts_line = true;
        } else if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if self.rest().starts_with("//") {
            self.take_while(|c| c != '\n');
        } else if first.is_ascii_digit() {
            self.number(start);
        } else if is_word(first) {
            let text = self.take_while(is_word).to_owned();
            self.name(start, text, Quoting::Bare);
        } else if first == '`' {
            let text = self.quoted('`');
            self.name(start, text, Quoting::Backquotes);
        } else if first == '"' {
            let text = self.quoted('"');
            self.push(start, TokenKind::Text(text));
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|it| self.rest().starts_with(it)) {
            self.at += symbol.len();
            self.push(start, TokenKind::Symbol(symbol));
        } else {
            self.at += first.len_utf8();
            self.error(start, format!("unexpected character `{}`", first.escape_default()));
        }
    }

    fn error(&mut self, start: usize, message: impl Into<String>) {
        let span = self.span_from(start);
        self.diagnostics.push(Diagnostic::error("ir-syntax", span, message));
    }

    fn number(&mut self, start: usize) {
        let digits = self.take_while(|c| c.is_ascii_digit()).to_owned();
        let suffix = self.take_while(is_word).to_owned();
        let shape = int_shape(&suffix);
        if shape.is_none() && !suffix.is_empty() {
            self.error(start, format!("`{suffix}` is not an integer type"));
        }
        let value = digits.parse().unwrap_or_else(|_| {
            self.error(start, "this number has more than 128 bits");
            0
        });
        self.push(start, TokenKind::Number { value, shape });
    }

    /// Adds the ordinal, if one follows at once.
    fn name(&mut self, start: usize, text: String, quoting: Quoting) {
        let mut ordinal = 1;
        if self.rest().starts_with('#') {
            self.at += 1;
            let digits = self.take_while(|c| c.is_ascii_digit()).to_owned();
            match digits.parse() {
                Ok(number) if 1 < number => ordinal = number,
                _ => self.error(start, "a number above 1 should follow the `#` of a name"),
            }
        }
        self.push(start, TokenKind::Name { text, ordinal, quoting });
    }

    /// The text between two quotes; escapes are those of `str::escape_debug`.
    fn quoted(&mut self, quote: char) -> String {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.rest().chars().next().filter(|&c| c != '\n') else {
                self.error(start, format!("the closing `{quote}` is missing"));
                return text;
            };
            self.at += c.len_utf8();
            if c == quote {
                return text;
            }
            text.push(if c == '\\' { self.escape() } else { c });
        }
    }

    fn escape(&mut self) -> char {
        let start = self.at - 1;
        let c = self.rest().chars().next().unwrap_or('\\');
        self.at += if self.at < self.source.len() { c.len_utf8() } else { 0 };
        match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            'u' => {
                let digits = self.take_while(|c| c != '}' && c != '\n').to_owned();
                self.at += usize::from(self.rest().starts_with('}'));
                let code = digits.strip_prefix('{').and_then(|it| u32::from_str_radix(it, 16).ok());
                code.and_then(char::from_u32).unwrap_or_else(|| {
                    self.error(start, "this is not a character");
                    '?'
                })
            }
            '\n' => {
                self.at -= 1;
                '\\'
            }
            other => other,
        }
    }
}
