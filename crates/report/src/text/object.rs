//! What an access went wrong with, in a sentence.

use crate::data::{ObjectReport, PlaceReport};
use crate::words::counted;

/// Which object, how far in, how large, and who made it and ended its life.
pub(super) fn told(it: &ObjectReport) -> String {
    let at = |place: &PlaceReport| format!("{}:{}", place.file, place.line);
    let bytes = it.bytes.map_or_else(String::new, |bytes| format!("{} ", counted(bytes, "byte")));
    let part = it.part.as_ref().map_or_else(String::new, |part| format!(" (`{part}`)"));
    let size = counted(it.size, "byte");
    // What has no name in the source has words instead.
    let name = match it.name.contains(' ') {
        true => format!("a {}", it.name),
        false => format!("`{}`", it.name),
    };
    let made = it.made.as_ref().map(at);
    let object = match (it.kind, made) {
        ("allocated", Some(place)) => format!("the {size} that `{}` allocated at {place}", it.name),
        ("allocated", None) => format!("the {size} that `{}` allocated", it.name),
        (_, Some(place)) => format!("{name} of {size}, declared at {place}"),
        (_, None) => format!("{name} of {size}"),
    };
    let ended = match (it.kind, &it.ended) {
        (_, None) => String::new(),
        ("allocated", Some(place)) => format!(", freed at {}", at(place)),
        (_, Some(place)) => format!(", which lived until {}", at(place)),
    };
    format!("{bytes}at offset {}{part} of {object}{ended}", it.offset)
}

#[cfg(test)]
mod tests {
    use super::told;
    use crate::data::{ObjectReport, PlaceReport};

    fn place(line: u32) -> PlaceReport {
        PlaceReport { file: "a.c".to_owned(), line, column: 3 }
    }

    #[test]
    fn an_object_is_told_with_its_life() {
        let object = ObjectReport {
            name: "malloc".to_owned(),
            kind: "allocated",
            size: 16,
            offset: 8,
            bytes: Some(4),
            part: None,
            made: Some(place(3)),
            ended: Some(place(7)),
        };
        let said =
            "4 bytes at offset 8 of the 16 bytes that `malloc` allocated at a.c:3, freed at a.c:7";
        assert_eq!(told(&object), said);
        let array = ObjectReport {
            name: "table".to_owned(),
            kind: "declared",
            offset: -1,
            bytes: Some(1),
            ended: None,
            ..object
        };
        let said = "1 byte at offset -1 of `table` of 16 bytes, declared at a.c:3";
        assert_eq!(told(&array), said);
    }
}
