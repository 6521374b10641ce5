//! Stubs as users write them: `f(x, y): assertion`.

use tribunal_base::{Diagnostic, Span};

use crate::probe::edits::Piece;
use crate::probe::names;

/// A stub as it is written.
pub(super) struct Stub {
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    /// What does not change: names, or `*` and the name of a parameter.
    pub(super) same: Vec<Piece>,
    /// The assertion, where `same(…)` has been replaced.
    pub(super) parts: Vec<Part>,
    pub(super) span: Span,
}

impl Stub {
    /// Whether something does not change.
    pub(super) fn keeps(&self, place: &str) -> bool {
        self.same.iter().any(|it| it.text == place)
    }
}

/// A part of an assertion.
pub(super) enum Part {
    /// As it is written.
    Text(Piece),
    /// A place before or after, and where it is written.
    Value { place: String, time: Time, span: Span },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    Before,
    After,
}

fn wrong(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("stub-syntax", span, message).help("write `f(x, y): assertion`"))
}

/// Reads a stub.
pub(super) fn read(piece: &Piece) -> Result<Stub, Box<Diagnostic>> {
    let text = piece.text.as_str();
    let at = |start: usize, end: usize| {
        Span::new(
            piece.span.file,
            piece.span.start as usize + start,
            piece.span.start as usize + end,
        )
    };
    let open = text
        .find('(')
        .ok_or_else(|| wrong(piece.span, "expected the parameters of the function"))?;
    let close = text[open..]
        .find(')')
        .map(|it| open + it)
        .ok_or_else(|| wrong(at(open, open + 1), "this `(` is never closed"))?;
    let after = text[close + 1..].trim_start();
    let colon = text.len() - after.len();
    if !after.starts_with(':') {
        return Err(wrong(at(colon, text.len()), "expected `:` and an assertion"));
    }
    let name = text[..open].trim().to_owned();
    let parameters = text[open + 1..close]
        .split(',')
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty() && it != "void");
    let mut stub = Stub {
        name,
        parameters: parameters.collect(),
        same: Vec::new(),
        parts: Vec::new(),
        span: at(0, close + 1),
    };
    assertion(&mut stub, text, colon + 1, &at);
    if stub.parts.iter().all(|it| matches!(it, Part::Text(piece) if piece.text.trim().is_empty())) {
        stub.parts = vec![Part::Text(Piece { text: "1".to_owned(), span: piece.span })];
    }
    Ok(stub)
}

/// Takes an assertion apart.
fn assertion(stub: &mut Stub, text: &str, start: usize, at: &dyn Fn(usize, usize) -> Span) {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut position = start;
    let mut plain = start;
    let flush = |stub: &mut Stub, plain: usize, end: usize| {
        if plain < end {
            stub.parts.push(Part::Text(Piece {
                text: text[plain..end].to_owned(),
                span: at(plain, end),
            }));
        }
    };
    while let Some(first) = text[position..].chars().next() {
        if !(first.is_ascii_alphabetic() || first == '_') {
            position += first.len_utf8();
            continue;
        }
        let length = text[position..].find(|it| !is_word(it)).unwrap_or(text.len() - position);
        let (word, end) = (&text[position..position + length], position + length);
        let before = text[start..position].trim_end();
        let rest = &text[end..];
        if word == "same" && rest.trim_start().starts_with('(') {
            let close = rest.find(')').map_or(text.len(), |it| end + it + 1);
            let open = end + rest.find('(').map_or(0, |it| it + 1);
            let inside = text[open..close].trim_end_matches(')');
            let mut from = open;
            for part in inside.split(',') {
                let start = from + part.len() - part.trim_start().len();
                let place = part.trim();
                let span = at(start, start + place.len());
                if !place.is_empty() {
                    stub.same.push(Piece { text: place.replace(' ', ""), span });
                }
                from += part.len() + 1;
            }
            flush(stub, plain, position);
            stub.parts.push(Part::Text(Piece { text: "1".to_owned(), span: at(position, close) }));
            (position, plain) = (close, close);
            continue;
        }
        let is_primed = rest.starts_with('\'');
        let is_parameter = stub.parameters.iter().any(|it| it == word);
        let is_target = is_parameter
            && before.ends_with('*')
            && !before[..before.len() - 1]
                .trim_end()
                .ends_with(|it| is_word(it) || it == ')' || it == ']');
        let is_member = before.ends_with('.') || before.ends_with("->");
        let is_plain =
            word == "result" || is_member || is_parameter && !is_target || names_nothing(word);
        if is_plain && !is_primed {
            position = end;
            continue;
        }
        let from = if is_target { start + before.len() - 1 } else { position };
        let place = if is_target { format!("*{word}") } else { word.to_owned() };
        let time = if is_primed { Time::After } else { Time::Before };
        let to = end + usize::from(is_primed);
        flush(stub, plain, from);
        stub.parts.push(Part::Value { place, time, span: at(from, to) });
        (position, plain) = (to, to);
    }
    flush(stub, plain, text.len());
}

/// Whether a word is no variable.
fn names_nothing(word: &str) -> bool {
    names(word).is_empty()
        || word.chars().all(|it| it.is_ascii_uppercase() || it == '_' || it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Part, Time, read};
    use crate::probe::Piece;
    use tribunal_base::{FileId, Span};

    fn shown(text: &str) -> String {
        let piece = Piece { text: text.to_owned(), span: Span::new(FileId(0), 0, text.len()) };
        match read(&piece) {
            Ok(stub) => {
                let parts = stub.parts.iter().map(|it| match it {
                    Part::Text(piece) => piece.text.clone(),
                    Part::Value { place, time, .. } => {
                        format!(
                            "<{place} {}>",
                            if *time == Time::Before { "before" } else { "after" }
                        )
                    }
                });
                let same: Vec<&str> = stub.same.iter().map(|it| it.text.as_str()).collect();
                format!(
                    "{} {:?} same {:?}:{}",
                    stub.name,
                    stub.parameters,
                    same,
                    parts.collect::<String>()
                )
            }
            Err(error) => error.message,
        }
    }

    #[test]
    fn primes_are_values_after() {
        assert_eq!(
            shown("f(x, p): g' == g + x && *p' == x * *p && result >= 0"),
            "f [\"x\", \"p\"] same []: <g after> == <g before> + x && <*p after> == x * <*p before> && result >= 0"
        );
        assert_eq!(shown("lock(m): same(buf, head)"), "lock [\"m\"] same [\"buf\", \"head\"]: 1");
        assert_eq!(shown("f: x"), "expected the parameters of the function");
    }
}
