//! Words, numbers, quoted text and operators: everything that can be told without the parser.

use tribunal_base::{Sources, Span};
use tribunal_preprocess::{Before, ExpansionId, Preprocessed, Symbol, Symbols, Token, TokenKind};

use super::Kind;

/// The smallest piece of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) kind: LexemeKind,
    pub(crate) text: Symbol,
    /// Where it shows: the use of the outermost macro, if it comes from one.
    pub(crate) span: Span,
    /// Where it is spelled.
    pub(crate) spelling: Span,
    pub(crate) expansion: Option<ExpansionId>,
    pub(crate) before: Before,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    Word,
    /// Wrapped to 32 bits, as Spin does.
    Number(i32),
    Char(u8),
    Text,
    Operator(Kind),
    Bad,
}

/// A whole model as lexemes.
#[derive(Clone, Debug)]
pub(crate) struct Scanned {
    pub(crate) lexemes: Vec<Lexeme>,
    pub(crate) symbols: Symbols,
    /// The end of the main file.
    pub(crate) end: Span,
}

/// Cuts the preprocessed tokens anew, as Spin reads the output of the preprocessor.
pub(crate) fn scan(preprocessed: &Preprocessed) -> Scanned {
    let mut symbols = preprocessed.symbols.clone();
    let mut lexemes = Vec::with_capacity(preprocessed.tokens.len());
    let mut rest = preprocessed.tokens.as_slice();
    while let Some((token, tail)) = rest.split_first() {
        let text = preprocessed.text(token);
        let whole = |kind| Lexeme {
            kind,
            text: token.text,
            span: preprocessed.site(token),
            spelling: token.span,
            expansion: token.expansion,
            before: token.before,
        };
        rest = tail;
        match token.kind {
            TokenKind::Identifier
                if text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_') =>
            {
                lexemes.push(whole(LexemeKind::Word));
            }
            TokenKind::String if text.starts_with('"') => lexemes.push(whole(LexemeKind::Text)),
            TokenKind::Character => {
                lexemes.push(whole(character(text).map_or(LexemeKind::Bad, LexemeKind::Char)))
            }
            TokenKind::Number if text.bytes().all(|it| it.is_ascii_digit()) => {
                lexemes.push(whole(LexemeKind::Number(number(text))));
            }
            TokenKind::Number => cut(&[*token], preprocessed, &mut symbols, &mut lexemes),
            TokenKind::Punctuator | TokenKind::Other => {
                let mut length = 1;
                while let Some(next) = rest.first()
                    && matches!(next.kind, TokenKind::Punctuator | TokenKind::Other)
                    && Preprocessed::touch(
                        &preprocessed.tokens[preprocessed.tokens.len() - rest.len() - 1],
                        next,
                    )
                {
                    length += 1;
                    rest = &rest[1..];
                }
                let start = preprocessed.tokens.len() - rest.len() - length;
                cut(
                    &preprocessed.tokens[start..start + length],
                    preprocessed,
                    &mut symbols,
                    &mut lexemes,
                );
            }
            TokenKind::Identifier | TokenKind::String => lexemes.push(whole(LexemeKind::Bad)),
        }
    }
    Scanned { lexemes, symbols, end: preprocessed.end }
}

/// Cuts tokens that touch each other.
fn cut(
    tokens: &[Token],
    preprocessed: &Preprocessed,
    symbols: &mut Symbols,
    out: &mut Vec<Lexeme>,
) {
    let run: String = tokens.iter().map(|it| preprocessed.text(it)).collect();
    let mut start = 0;
    while start < run.len() {
        let text = &run[start..];
        let (kind, length) = piece(text);
        let spelling = place(tokens, preprocessed, start, start + length);
        let token = &tokens[0];
        out.push(Lexeme {
            kind,
            text: symbols.intern(&text[..length]),
            span: if token.expansion.is_some() { preprocessed.site(token) } else { spelling },
            spelling,
            expansion: token.expansion,
            before: if start == 0 { token.before } else { Before::Nothing },
        });
        start += length;
    }
}

fn piece(text: &str) -> (LexemeKind, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if 0 < digits {
        return (LexemeKind::Number(number(&text[..digits])), digits);
    }
    let word = text.bytes().take_while(|&it| it.is_ascii_alphanumeric() || it == b'_').count();
    if 0 < word {
        return (LexemeKind::Word, word);
    }
    match Kind::operator(text) {
        Some((kind, length)) => (LexemeKind::Operator(kind), length),
        None => (LexemeKind::Bad, text.chars().next().map_or(1, char::len_utf8)),
    }
}

/// The place of the bytes from `start` to `end` of the tokens' joint text.
fn place(tokens: &[Token], preprocessed: &Preprocessed, start: usize, end: usize) -> Span {
    let mut offset = 0;
    let mut span: Option<Span> = None;
    for token in tokens {
        let length = preprocessed.text(token).len();
        let (from, to) = (start.max(offset), end.min(offset + length));
        if from < to {
            // A splice inside the token makes its place longer than its text.
            let exact = (token.span.end - token.span.start) as usize == length;
            let part = if exact {
                let at = token.span.start as usize;
                Span::new(token.span.file, at + from - offset, at + to - offset)
            } else {
                token.span
            };
            span = Some(span.map_or(part, |it| it.to(part)));
        }
        offset += length;
    }
    span.unwrap_or(tokens[0].span)
}

/// Decimal digits; too many of them count as the greatest 64-bit number, of which 32 bits remain.
#[expect(clippy::cast_possible_truncation, reason = "Spin keeps the low 32 bits")]
fn number(digits: &str) -> i32 {
    digits.parse::<i64>().unwrap_or(i64::MAX) as i32
}

/// `'a'`, `'\n'`.
fn character(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [b'\'', b'\\', escaped, b'\''] => Some(match escaped {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'f' => b'\x0c',
            &other => other,
        }),
        [b'\'', plain, b'\''] if *plain != b'\\' => Some(*plain),
        _ => None,
    }
}

impl Lexeme {
    /// The value of a number or character.
    pub(crate) fn value(&self) -> Option<i32> {
        match self.kind {
            LexemeKind::Number(value) => Some(value),
            LexemeKind::Char(value) => Some(i32::from(value)),
            _ => None,
        }
    }
}

impl Scanned {
    /// Warns of macros that are not expanded because they touch a number: `1..N`.
    pub(crate) fn hidden_macros(
        &self,
        preprocessed: &Preprocessed,
        sources: &Sources,
    ) -> Vec<tribunal_base::Diagnostic> {
        let glued = |pair: &[Lexeme]| {
            let (dots, word) = (pair[0], pair[1]);
            dots.kind == LexemeKind::Operator(Kind::DotDot)
                && word.kind == LexemeKind::Word
                && word.before == Before::Nothing
                && preprocessed.macros.contains_key(&word.text)
        };
        self.lexemes
            .windows(2)
            .filter(|pair| glued(pair))
            .map(|pair| {
                let name = sources.snippet(pair[1].spelling);
                tribunal_base::Diagnostic::warning(
                    "macro-in-number",
                    pair[1].span,
                    format!("macro `{name}` is not expanded here"),
                )
                .label("part of a number for the preprocessor")
                .help(format!(
                    "write a blank before `{name}`: to the C preprocessor `1..{name}` is one number"
                ))
            })
            .collect()
    }
}
