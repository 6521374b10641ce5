//! Character constants and string literals (C11 §6.4.4.4, §6.4.5).

use tribunal_base::bytes::byte_of;

/// A character constant (C11 §6.4.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterLiteral {
    /// Its prefix.
    pub encoding: Encoding,
    /// Its value as an `int` (without prefix), or as its code unit.
    pub value: i64,
}

/// The prefix of a character or string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// None: `char`.
    Plain,
    /// `u8`: `char`, in UTF-8.
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t`.
    Wide,
}

/// The prefix of a character or string, and its text without prefix and quotes.
#[must_use]
pub fn encoding_of(spelling: &str) -> (Encoding, &str) {
    let (encoding, quoted) = if let Some(rest) = spelling.strip_prefix("u8") {
        (Encoding::Utf8, rest)
    } else if let Some(rest) = spelling.strip_prefix('u') {
        (Encoding::Utf16, rest)
    } else if let Some(rest) = spelling.strip_prefix('U') {
        (Encoding::Utf32, rest)
    } else if let Some(rest) = spelling.strip_prefix('L') {
        (Encoding::Wide, rest)
    } else {
        (Encoding::Plain, spelling)
    };
    (encoding, quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or(""))
}

/// What is wrong with a character or string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It has a value all the same.
    Doubtful(&'static str),
    /// It has none.
    Fatal(String),
}

/// Adds the code units of `body` to `out`. What is wrong is told; the rest goes on.
///
/// # Errors
/// If an escape sequence names no character, or a byte is no UTF-8 where characters are looked for.
pub fn decode(body: &str, encoding: Encoding, out: &mut Vec<u32>) -> Result<(), Flaw> {
    let mut result = Ok(());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        result = result.and(push_text(&rest[..at], encoding, out));
        let (unit, tail) = escape(&rest[at + 1..]);
        rest = tail;
        match unit {
            Ok(Escape::Unit(unit)) => {
                let limit = match encoding {
                    Encoding::Plain | Encoding::Utf8 => 0xff,
                    Encoding::Utf16 => 0xffff,
                    Encoding::Utf32 | Encoding::Wide => u32::MAX,
                };
                if u64::from(limit) < unit {
                    result =
                        result.and(Err(Flaw::Doubtful("this escape sequence is out of range")));
                }
                out.push(u32::try_from(unit & u64::from(limit)).unwrap_or(0));
            }
            Ok(Escape::Character(it)) => {
                result = result.and(push_text(it.encode_utf8(&mut [0; 4]), encoding, out));
            }
            Err(message) => result = Err(Flaw::Fatal(message)),
        }
    }
    result.and(push_text(rest, encoding, out))
}

/// A byte that is no UTF-8 is an element by itself, as it is with gcc; a wide character it is not.
fn push_text(text: &str, encoding: Encoding, out: &mut Vec<u32>) -> Result<(), Flaw> {
    for character in text.chars() {
        match (encoding, byte_of(character)) {
            (Encoding::Plain | Encoding::Utf8, Some(byte)) => out.push(u32::from(byte)),
            (_, Some(byte)) => {
                return Err(Flaw::Fatal(format!("the byte {byte:#x} is not UTF-8")));
            }
            (Encoding::Plain | Encoding::Utf8, None) => {
                out.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
            }
            (Encoding::Utf16, None) => {
                out.extend(character.encode_utf16(&mut [0; 2]).iter().copied().map(u32::from));
            }
            (Encoding::Utf32 | Encoding::Wide, None) => out.push(u32::from(character)),
        }
    }
    Ok(())
}

enum Escape {
    /// A code unit by number.
    Unit(u64),
    /// A character by name.
    Character(char),
}

/// What a backslash and the start of `text` stand for, and the rest.
fn escape(text: &str) -> (Result<Escape, String>, &str) {
    let Some(first) = text.chars().next() else {
        return (Err("a backslash at the end".to_owned()), "");
    };
    let rest = &text[first.len_utf8()..];
    let unit = |it: u8| (Ok(Escape::Unit(u64::from(it))), rest);
    match first {
        'n' => unit(b'\n'),
        't' => unit(b'\t'),
        'r' => unit(b'\r'),
        'a' => unit(7),
        'b' => unit(8),
        'f' => unit(12),
        'v' => unit(11),
        // GNU: escape.
        'e' | 'E' => unit(27),
        '\\' | '\'' | '"' | '?' => unit(first as u8),
        '0'..='7' => {
            let (value, rest) = digits(text, 8, 3);
            (Ok(Escape::Unit(value)), rest)
        }
        'x' => {
            let (value, tail) = digits(rest, 16, usize::MAX);
            if tail.len() == rest.len() {
                return (Err("`\\x` without digits".to_owned()), tail);
            }
            (Ok(Escape::Unit(value)), tail)
        }
        'u' | 'U' => {
            let length = if first == 'u' { 4 } else { 8 };
            let (value, tail) = digits(rest, 16, length);
            let named = u32::try_from(value).ok().and_then(char::from_u32);
            match named.filter(|_| rest.len() - tail.len() == length) {
                Some(it) => (Ok(Escape::Character(it)), tail),
                None => {
                    (Err(format!("`\\{first}` needs {length} digits that name a character")), tail)
                }
            }
        }
        // Unknown ones stand for the character, as in GNU C.
        _ => (Ok(Escape::Character(first)), rest),
    }
}

/// At most `limit` digits at the start of `text`, and the rest.
fn digits(text: &str, radix: u32, limit: usize) -> (u64, &str) {
    let length = text.bytes().take(limit).take_while(|&it| char::from(it).is_digit(radix)).count();
    let value = text.bytes().take(length).fold(0u64, |value, it| {
        let digit = char::from(it).to_digit(radix).unwrap_or(0);
        value.saturating_mul(u64::from(radix)).saturating_add(u64::from(digit))
    });
    (value, &text[length..])
}

/// The value of a character constant. Several characters count as digits of base 256, as in GNU C.
///
/// # Errors
/// If there is no character, or [`decode`] refuses it.
pub fn character(spelling: &str) -> Result<CharacterLiteral, String> {
    let (encoding, body) = encoding_of(spelling);
    let mut units = Vec::new();
    if let Err(Flaw::Fatal(message)) = decode(body, encoding, &mut units) {
        return Err(message);
    }
    if units.is_empty() {
        return Err("a character constant without a character".to_owned());
    }
    let value = match (encoding, &units[..]) {
        (Encoding::Plain, &[one]) => i64::from(u8::try_from(one).unwrap_or(0).cast_signed()),
        (Encoding::Plain, several) => {
            i64::from(several.iter().fold(0u32, |value, it| value << 8 | it & 0xff).cast_signed())
        }
        (Encoding::Wide, several) => i64::from(several[several.len() - 1].cast_signed()),
        (_, several) => i64::from(several[several.len() - 1]),
    };
    Ok(CharacterLiteral { encoding, value })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{character, decode, encoding_of};

    fn check_characters(texts: &[&str], expected: Expect) {
        let line = |text: &&str| match character(text) {
            Ok(it) => format!("{text}: {:?} {}\n", it.encoding, it.value),
            Err(message) => format!("{text}: {message}\n"),
        };
        expected.assert_eq(&texts.iter().map(line).collect::<String>());
    }

    #[test]
    fn characters() {
        check_characters(
            &[
                "'a'",
                "'\\n'",
                "'\\0'",
                "'\\377'",
                "'\\xff'",
                "'ab'",
                "'abcde'",
                "L'\\xffff'",
                "u'ä'",
                "'ä'",
                "''",
                "'\\x'",
                "'\\400'",
                "'\\''",
                "'\"'",
                "'\\e'",
                "U'\\U0001F600'",
                "'\\u00e4'",
                "'\\u12'",
            ],
            expect![[r#"
                'a': Plain 97
                '\n': Plain 10
                '\0': Plain 0
                '\377': Plain -1
                '\xff': Plain -1
                'ab': Plain 24930
                'abcde': Plain 1650680933
                L'\xffff': Wide 65535
                u'ä': Utf16 228
                'ä': Plain 50084
                '': a character constant without a character
                '\x': `\x` without digits
                '\400': Plain 0
                '\'': Plain 39
                '"': Plain 34
                '\e': Plain 27
                U'\U0001F600': Utf32 128512
                '\u00e4': Plain 50084
                '\u12': `\u` needs 4 digits that name a character
            "#]],
        );
    }

    #[test]
    fn bytes_that_are_no_utf_8() {
        let spelling = |bytes: &[u8]| tribunal_base::bytes::text(bytes.to_vec());
        let value = |bytes: &[u8]| character(&spelling(bytes)).map(|it| it.value);
        assert_eq!(value(b"'\xe4'"), Ok(-28));
        assert_eq!(value(b"'\xe4a'"), Ok(0xe461));
        assert!(value(b"L'\xe4'").is_err());
    }

    #[test]
    fn strings() {
        let units = |text: &str| {
            let (encoding, body) = encoding_of(text);
            let mut out = Vec::new();
            let result = decode(body, encoding, &mut out);
            (encoding, out, result.err())
        };
        expect![[r#"
            (Plain, [97, 65, 103, 0], None)
            (Utf16, [228, 55357, 56832], None)
            (Wide, [228, 511], None)
        "#]]
        .assert_eq(&format!(
            "{:?}\n{:?}\n{:?}\n",
            units(r#""a\x41g\0""#),
            units(r#"u"ä😀""#),
            units(r#"L"\u00e4\777""#)
        ));
    }
}
