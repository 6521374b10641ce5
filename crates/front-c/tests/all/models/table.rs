//! The table of names in `docs/book/src/soundness.md` is made from the rows; `UPDATE_EXPECT=1` writes it anew.

use std::fmt::Write as _;

use tribunal_front_c::support::{
    Row, Support, attributes, builtins, functions, pragmas, variables,
};

const START: &str = "<!-- made from the rows of crates/front-c/src/support -->\n";
const END: &str = "<!-- end of what is made from the rows -->\n";

fn table(title: &str, rows: &[Row]) -> String {
    let mut text = format!("### {title}\n\n| names | what becomes of them |\n|---|---|\n");
    for row in rows {
        let names: Vec<String> = row.names.iter().map(|it| format!("`{it}`")).collect();
        let support = match row.support {
            Support::Honoured => "modelled",
            Support::Irrelevant => "change no run",
            Support::Unsupported => "**not supported**",
        };
        writeln!(text, "| {} | {support}: {} |", names.join(" "), row.note).ok();
    }
    text + "\n"
}

#[test]
fn the_book_has_the_rows() {
    let made = [
        table("Functions", functions::ROWS),
        table("Variables", variables::ROWS),
        table("Builtins, without the `__builtin_` in front", builtins::ROWS),
        table("Attributes", attributes::ROWS),
        table("Pragmas", pragmas::ROWS),
    ]
    .concat();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/soundness.md");
    let text = std::fs::read_to_string(path).expect("the book should be readable");
    let start = text.find(START).expect("the table should have a start") + START.len();
    let end = text.find(END).expect("the table should have an end");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = format!("{}{made}{}", &text[..start], &text[end..]);
        std::fs::write(path, text).expect("the book should be writable");
    } else {
        assert!(text[start..end] == made, "the rows have changed: run with UPDATE_EXPECT=1");
    }
}
