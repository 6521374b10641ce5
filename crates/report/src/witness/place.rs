//! Places in C text as witnesses want them.

use tribunal_base::{Sources, Span};

/// The place of the last byte of a span, if it is this one.
pub(super) fn last_byte(sources: &Sources, span: Span, byte: u8) -> Option<u32> {
    let is_there = sources.snippet(span).as_bytes().last() == Some(&byte);
    is_there.then(|| span.end - 1)
}

/// The start of the statement, declaration or controlling expression around a byte.
///
/// The text is read backwards, over pairs of parentheses, to the end of what comes before. Comments and strings with
/// unbalanced parentheses on the way would mislead; a witness that is misled is still one, with a worse place.
pub(super) fn statement_start(text: &str, at: u32) -> u32 {
    let bytes = text.as_bytes();
    let mut start = (at as usize).min(bytes.len());
    let mut depth = 0;
    while 0 < start {
        match bytes[start - 1] {
            b';' | b'{' | b'}' if depth == 0 => break,
            b')' => depth += 1,
            b'(' if depth == 0 && is_control(before(bytes, start - 1)) => break,
            b'(' if 0 < depth => {
                depth -= 1;
                if depth == 0 && is_control(before(bytes, start - 1)) {
                    // The statement comes behind this condition.
                    start = matching(bytes, start - 1);
                    break;
                }
            }
            _ => {}
        }
        start -= 1;
    }
    loop {
        start = skip_space(bytes, start);
        let word = word_at(bytes, start);
        match word {
            b"else" | b"do" => start += word.len(),
            b"case" | b"default" => match bytes[start..].iter().position(|it| *it == b':') {
                Some(colon) if start + colon < at as usize => start += colon + 1,
                _ => break,
            },
            _ => break,
        }
    }
    start.min(at as usize) as u32
}

fn is_control(word: &[u8]) -> bool {
    matches!(word, b"if" | b"while" | b"for" | b"switch")
}

/// The word that ends before a byte, but for space.
fn before(bytes: &[u8], end: usize) -> &[u8] {
    let text = bytes[..end].trim_ascii_end();
    let is_letter = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_';
    let start = text.iter().rposition(|it| !is_letter(it)).map_or(0, |it| it + 1);
    &text[start..]
}

fn word_at(bytes: &[u8], start: usize) -> &[u8] {
    let rest = &bytes[start..];
    let end = rest.iter().position(|it| !(it.is_ascii_alphanumeric() || *it == b'_'));
    &rest[..end.unwrap_or(rest.len())]
}

/// One past the parenthesis that closes the one at a place.
fn matching(bytes: &[u8], open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    bytes.len()
}

/// The first byte that is neither space nor in a comment or directive.
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let rest = &bytes[at..];
        let space = rest.len() - rest.trim_ascii_start().len();
        at += space;
        let rest = &bytes[at..];
        let end = if rest.starts_with(b"//") || rest.starts_with(b"#") {
            rest.iter().position(|it| *it == b'\n')
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|it| it == b"*/").map(|it| it + 4)
        } else {
            return at;
        };
        match end {
            Some(end) => at += end,
            None => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::statement_start;

    /// The statement around the first `@`.
    fn check(text: &str, expected: &str) {
        let at = text.find('@').expect("there should be a mark") as u32;
        let start = statement_start(text, at);
        assert_eq!(&text[start as usize..], expected);
    }

    #[test]
    fn statements_and_conditions_start_where_they_should() {
        check("int x = 1; int y = g(1) + @;", "int y = g(1) + @;");
        check("if (a / @) b;", "a / @) b;");
        check("if (f(a) > 1) b = c[@];", "b = c[@];");
        check("f(1, g(@));", "f(1, g(@));");
        check("{ for (int i = @; i < 3; i++) {} }", "int i = @; i < 3; i++) {} }");
        check("for (i = 0; i < @; i++) {}", "i < @; i++) {}");
        check("x = 1; /* a */ // b\n @;", "@;");
        check("switch (x) { case 1: @; }", "@; }");
        check("if (x) { } else @;", "@;");
    }
}
