//! Texts whose bytes need not be UTF-8, such as programs in Latin-1: no byte is lost.

/// Bytes that are no UTF-8 become characters from here on, by their value. Nobody else uses the end of the last private plane: such characters,
/// too, become one character for each of their bytes.
const FIRST: u32 = 0x10_ff00;

/// The text of `bytes`: UTF-8, where each other byte is a character by itself ([`byte_of`]).
#[must_use]
pub fn text(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) if text.chars().all(|it| u32::from(it) < FIRST) => text,
        Ok(text) => escaped(text.as_bytes()),
        Err(error) => escaped(error.as_bytes()),
    }
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let single = |it: &u8| char::from_u32(FIRST + u32::from(*it));
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if u32::from(character) < FIRST {
                text.push(character);
            } else {
                text.extend(
                    character.encode_utf8(&mut [0; 4]).as_bytes().iter().filter_map(single),
                );
            }
        }
        text.extend(chunk.invalid().iter().filter_map(single));
    }
    text
}

/// The byte that a character of such a text stands for, if it is none of UTF-8.
#[must_use]
pub fn byte_of(character: char) -> Option<u8> {
    u32::from(character).checked_sub(FIRST).and_then(|it| u8::try_from(it).ok())
}

#[cfg(test)]
mod tests {
    use super::{byte_of, text};

    fn bytes_of(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for it in text.chars() {
            match byte_of(it) {
                Some(byte) => bytes.push(byte),
                None => bytes.extend(it.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        bytes
    }

    #[test]
    fn no_byte_is_lost() {
        let texts: [&[u8]; 6] = [
            b"plain",
            b"\xff",
            b"a\xe4b\xc3\xa4c",
            b"\xc3",
            "\u{10ffe4}".as_bytes(),
            b"\xf0\x9f\x98x",
        ];
        for bytes in texts {
            assert_eq!(bytes_of(&text(bytes.to_vec())), bytes);
        }
        assert_eq!(text("gr\u{fc}n".as_bytes().to_vec()), "gr\u{fc}n");
    }

    proptest::proptest! {
        #[test]
        fn no_byte_of_any_text_is_lost(bytes: Vec<u8>) {
            assert_eq!(bytes_of(&text(bytes.clone())), bytes);
        }
    }
}
