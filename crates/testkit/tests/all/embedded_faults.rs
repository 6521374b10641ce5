//! Models with C in them, spoilt: whatever is wrong with them is told, and nothing breaks.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use tribunal_testkit::ours::{Settings, read};

/// What is put into models.
const WORDS: [&str; 24] = [
    "c_code {",
    "c_expr {",
    "c_decl {",
    "c_state \"int n[3]\" \"Local P\"",
    "c_track \"&n\" \"4\"",
    "}",
    "{",
    ";",
    "now.",
    "PP->",
    "now",
    "&now.x",
    "*",
    "[",
    "]",
    "(",
    "\\#include <",
    "\\#define x",
    "\"",
    "return",
    "goto",
    "int",
    "x++",
    "1/0",
];

fn models() -> Vec<String> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/promela/embedded-c");
    let files = std::fs::read_dir(folder).expect("the corpus should be there");
    let mut paths: Vec<PathBuf> =
        files.map(|it| it.expect("a file should have a name").path()).collect();
    paths.sort();
    let text = |it: &PathBuf| std::fs::read_to_string(it).expect("a model should be readable");
    paths.iter().map(text).collect()
}

/// A cut out of a text, from one fraction of it to another, at the borders of characters.
fn cut(text: &str, from: f64, to: f64) -> std::ops::Range<usize> {
    let at = |fraction: f64| {
        let mut at = (fraction * text.len() as f64) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (from, to) = (at(from), at(to));
    from.min(to)..from.max(to)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn spoilt_models_are_told_of(
        which in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        (from, length, place) in (0.0..1.0, 0.0..0.3, 0.0..1.0),
        words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..3),
    ) {
        let models = models();
        let (model, donor) = (which.get(&models), other.get(&models));
        let piece = &donor[cut(donor, from, f64::min(1.0, from + length))];
        let mut text = model.clone();
        let hole = cut(model, place, f64::min(1.0, place + length / 2.0));
        text.replace_range(hole, &format!("{} {piece} ", words.join(" ")));
        let path = std::env::temp_dir().join(format!("tribunal-spoilt-{}.pml", std::process::id()));
        std::fs::write(&path, &text).expect("a model should be writable");
        match read(&path.to_string_lossy(), &Settings::default()) {
            Ok(program) => prop_assert_eq!(tribunal_ir::verify(&program), Vec::<String>::new()),
            Err(refusal) => prop_assert!(
                !refusal.codes.contains(&"internal-error") && !refusal.codes.is_empty(),
                "{} {}", refusal, text
            ),
        }
    }
}
