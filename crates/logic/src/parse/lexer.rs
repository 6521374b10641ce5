//! The tokens of formulas.

use tribunal_base::{Diagnostic, FileId, Span};

/// A token. Spellings that mean the same are the same token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    Not,
    Next,
    Always,
    Eventually,
    Until,
    WeakUntil,
    Release,
    And,
    Or,
    Implies,
    Equivalent,
    True,
    False,
    Name(String),
    End,
}

const SYMBOLS: [(&str, Token); 11] = [
    ("<->", Token::Equivalent),
    ("->", Token::Implies),
    ("<>", Token::Eventually),
    ("[]", Token::Always),
    ("&&", Token::And),
    ("/\\", Token::And),
    ("||", Token::Or),
    ("\\/", Token::Or),
    ("!", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
];

const WORDS: [(&str, Token); 16] = [
    ("true", Token::True),
    ("false", Token::False),
    ("X", Token::Next),
    ("next", Token::Next),
    ("always", Token::Always),
    ("eventually", Token::Eventually),
    ("U", Token::Until),
    ("until", Token::Until),
    ("stronguntil", Token::Until),
    ("W", Token::WeakUntil),
    ("weakuntil", Token::WeakUntil),
    ("V", Token::Release),
    ("R", Token::Release),
    ("release", Token::Release),
    ("implies", Token::Implies),
    ("equivalent", Token::Equivalent),
];

/// All tokens with their places; the last is [`Token::End`].
pub(super) fn lex(file: FileId, text: &str) -> Result<Vec<(Token, Span)>, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    loop {
        start += text[start..].len() - text[start..].trim_start().len();
        let rest = &text[start..];
        if rest.is_empty() {
            tokens.push((Token::End, Span::new(file, start, start)));
            return Ok(tokens);
        }
        let (token, length) = token(file, start, rest)?;
        tokens.push((token, Span::new(file, start, start + length)));
        start += length;
    }
}

/// The token at the start of `rest`, which is not empty, and its length.
fn token(file: FileId, start: usize, rest: &str) -> Result<(Token, usize), Box<Diagnostic>> {
    if let Some((symbol, token)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
        return Ok((token.clone(), symbol.len()));
    }
    if let Some(quoted) = rest.strip_prefix('"') {
        let Some(length) = quoted.find('"') else {
            let span = Span::new(file, start, start + rest.len());
            let error = Diagnostic::error("ltl-syntax", span, "quoted atom is not closed");
            return Err(Box::new(error));
        };
        return Ok((Token::Name(quoted[..length].to_owned()), length + 2));
    }
    let length = name_length(rest);
    if length == 0 {
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let span = Span::new(file, start, start + width);
        let error = Diagnostic::error("ltl-syntax", span, "unknown symbol");
        return Err(Box::new(
            error.help("an atom that is no identifier is written in double quotes, e.g. \"x > 3\""),
        ));
    }
    let word = &rest[..length];
    let known = WORDS.iter().find(|(spelling, _)| *spelling == word);
    Ok((known.map_or_else(|| Token::Name(word.to_owned()), |(_, token)| token.clone()), length))
}

fn name_length(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// Whether `name` can be written without quotes.
pub(crate) fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name_length(name) == name.len()
        && WORDS.iter().all(|(spelling, _)| *spelling != name)
}
