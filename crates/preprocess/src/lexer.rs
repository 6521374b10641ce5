//! Translation phase 3 (C11 §5.1.1.2): characters to preprocessing tokens, comments to blanks.

use std::borrow::Cow;

use crate::token::{Before, TokenKind};

/// Cuts a text without splices into tokens.
#[derive(Debug)]
pub(crate) struct Lexer {
    position: usize,
    line_start: bool,
}

/// A token or the end of a line, by its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) kind: LexemeKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) before: Before,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    Token(TokenKind),
    /// A quote without its partner: the rest of the line, as [`TokenKind::Other`].
    OpenQuote,
    /// A comment without end: the rest of the text.
    OpenComment,
    Newline,
    End,
}

impl Lexer {
    pub(crate) fn new() -> Self {
        Self { position: 0, line_start: true }
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn next(&mut self, text: &str) -> Lexeme {
        let mut before = if self.line_start { Before::Newline } else { Before::Nothing };
        loop {
            let start = self.position;
            let rest = &text.as_bytes()[start..];
            let lexeme = |kind, end| Lexeme { kind, start, end, before };
            match rest {
                [] => return lexeme(LexemeKind::End, start),
                [b'\r', b'\n', ..] => self.position += 1,
                // GNU C ends a line at a carriage return alone, too.
                [b'\n' | b'\r', ..] => {
                    self.position += 1;
                    self.line_start = true;
                    return lexeme(LexemeKind::Newline, start + 1);
                }
                [b' ' | b'\t' | b'\x0b' | b'\x0c', ..] => self.position += 1,
                [b'/', b'/', ..] => {
                    self.position +=
                        rest.iter().position(|it| b"\r\n".contains(it)).unwrap_or(rest.len())
                }
                [b'/', b'*', ..] => match text[start + 2..].find("*/") {
                    Some(length) => self.position += length + 4,
                    None => {
                        self.position = text.len();
                        return lexeme(LexemeKind::OpenComment, text.len());
                    }
                },
                _ => {
                    let (kind, length) = token(&text[start..]);
                    self.position += length;
                    self.line_start = false;
                    return lexeme(kind, start + length);
                }
            }
            before = before.max(Before::Blank);
        }
    }

    /// If a header name `<..>` or `".."` is next on this line: its text with the delimiters.
    pub(crate) fn header_name<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let rest = text[self.position..].trim_start_matches([' ', '\t']);
        let close = match rest.as_bytes().first()? {
            b'<' => '>',
            b'"' => '"',
            _ => return None,
        };
        let line = &rest[..rest.find(['\r', '\n']).unwrap_or(rest.len())];
        let length = line[1..].find(close)? + 2;
        self.position = text.len() - rest.len() + length;
        Some(&rest[..length])
    }
}

/// The kind and length of the one token that is all of `text`, if it is one.
pub(crate) fn single_token(text: &str) -> Option<TokenKind> {
    let (kind, length) = if text.is_empty() { return None } else { token(text) };
    match kind {
        LexemeKind::Token(kind)
            if length == text.len() && !text.starts_with("//") && !text.starts_with("/*") =>
        {
            Some(kind)
        }
        _ => None,
    }
}

/// The token at the start of `text`, which is neither empty nor starts with white space.
fn token(text: &str) -> (LexemeKind, usize) {
    let bytes = text.as_bytes();
    let plain = |kind, length| (LexemeKind::Token(kind), length);
    match bytes[0] {
        b'0'..=b'9' => plain(TokenKind::Number, number_length(bytes)),
        b'.' if bytes.get(1).is_some_and(u8::is_ascii_digit) => {
            plain(TokenKind::Number, number_length(bytes))
        }
        b'"' => quoted(bytes, 0, b'"', TokenKind::String),
        b'\'' => quoted(bytes, 0, b'\'', TokenKind::Character),
        _ => {
            let word = word_length(text);
            if 0 < word {
                let prefix = matches!(&text[..word], "L" | "u" | "U" | "u8");
                return match bytes.get(word) {
                    Some(b'"') if prefix => quoted(bytes, word, b'"', TokenKind::String),
                    Some(b'\'') if prefix => quoted(bytes, word, b'\'', TokenKind::Character),
                    _ => plain(TokenKind::Identifier, word),
                };
            }
            match punctuator_length(bytes) {
                Some(length) => plain(TokenKind::Punctuator, length),
                None => plain(TokenKind::Other, text.chars().next().map_or(1, char::len_utf8)),
            }
        }
    }
}

/// The operators of C with more than one character, a longer one before its prefixes.
const PUNCTUATORS: [&str; 29] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:",
];

/// The length of the operator at the start of a text, if there is one.
fn punctuator_length(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'[' | b']' | b'(' | b')' | b'{' | b'}' | b';' | b',' | b'~' | b'?', ..] => Some(1),
        // Nearly always alone.
        [b'.' | b'=' | b'*' | b'!', next, ..] if !b".=".contains(next) => Some(1),
        _ => match PUNCTUATORS.iter().find(|it| bytes.starts_with(it.as_bytes())) {
            Some(it) => Some(it.len()),
            None => b".&*+-!/%<>^|:=#".contains(&bytes[0]).then_some(1),
        },
    }
}

/// The length of the word at the start of a text.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 0;
    loop {
        match bytes.get(length) {
            Some(it) if it.is_ascii_alphanumeric() || *it == b'_' || *it == b'$' => length += 1,
            Some(it) if !it.is_ascii() => {
                match text[length..].chars().next().filter(|&it| is_word(it)) {
                    Some(it) => length += it.len_utf8(),
                    None => return length,
                }
            }
            Some(b'\\') => match universal(&text[length..]).filter(|it| is_word(it.0)) {
                Some((_, spelled)) => length += spelled,
                None => return length,
            },
            _ => return length,
        }
    }
}

/// The character that a universal name at the start of a text stands for (C11 §6.4.3), and how long the name is.
fn universal(text: &str) -> Option<(char, usize)> {
    let digits = match text.as_bytes() {
        [b'\\', b'u', ..] => 4,
        [b'\\', b'U', ..] => 8,
        _ => return None,
    };
    let digits =
        text.get(2..2 + digits).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()))?;
    let it = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    (!it.is_ascii()).then_some((it, 2 + digits.len()))
}

/// An identifier with its universal names replaced by what they stand for.
pub(crate) fn plain_identifier(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(next) = rest.chars().next() {
        let (it, length) = universal(rest).unwrap_or((next, next.len_utf8()));
        plain.push(it);
        rest = &rest[length..];
    }
    Cow::Owned(plain)
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_' || it == '$' || (!it.is_ascii() && it.is_alphanumeric())
}

/// C11 §6.4.8.
fn number_length(bytes: &[u8]) -> usize {
    let mut length = 1;
    while let Some(&it) = bytes.get(length) {
        let signed_exponent =
            matches!(it, b'+' | b'-') && matches!(bytes[length - 1], b'e' | b'E' | b'p' | b'P');
        let separator = it == b'\''
            && bytes.get(length + 1).is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
        let plain = it.is_ascii_alphanumeric() || it == b'_' || it == b'.';
        if !(plain || signed_exponent || separator) {
            break;
        }
        length += 1;
    }
    length
}

fn quoted(bytes: &[u8], open: usize, quote: u8, kind: TokenKind) -> (LexemeKind, usize) {
    let mut at = open + 1;
    loop {
        match bytes.get(at) {
            None | Some(b'\n' | b'\r') => return (LexemeKind::OpenQuote, at),
            Some(b'\\') if bytes.get(at + 1).is_some_and(|it| !b"\r\n".contains(it)) => at += 2,
            Some(&it) if it == quote => return (LexemeKind::Token(kind), at + 1),
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{LexemeKind, Lexer};

    fn check(text: &str, expected: Expect) {
        let mut lexer = Lexer::new();
        let mut out = String::new();
        loop {
            let it = lexer.next(text);
            let kind = match it.kind {
                LexemeKind::End => break,
                LexemeKind::Token(kind) => format!("{kind:?}"),
                other => format!("{other:?}"),
            };
            out += &format!("{:?} {kind} {:?}\n", it.before, &text[it.start..it.end]);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn promela_operators_come_in_pieces_of_c() {
        check(
            "q!!a::[]<-> 1..N x/*\n*/y",
            expect![[r#"
                Newline Identifier "q"
                Nothing Punctuator "!"
                Nothing Punctuator "!"
                Nothing Identifier "a"
                Nothing Punctuator ":"
                Nothing Punctuator ":"
                Nothing Punctuator "["
                Nothing Punctuator "]"
                Nothing Punctuator "<"
                Nothing Punctuator "->"
                Blank Number "1..N"
                Blank Identifier "x"
                Blank Identifier "y"
            "#]],
        );
    }

    #[test]
    fn quotes_numbers_and_open_ends() {
        check(
            "L\"a\\\"b\" 'x' 0x1p+3+ .5 ä @\n// c\n'ab\n\"x\\\n/*",
            expect![[r#"
                Newline String "L\"a\\\"b\""
                Blank Character "'x'"
                Blank Number "0x1p+3"
                Nothing Punctuator "+"
                Blank Number ".5"
                Blank Identifier "ä"
                Blank Other "@"
                Nothing Newline "\n"
                Newline Newline "\n"
                Newline OpenQuote "'ab"
                Nothing Newline "\n"
                Newline OpenQuote "\"x\\"
                Nothing Newline "\n"
                Newline OpenComment "/*"
            "#]],
        );
    }
}
