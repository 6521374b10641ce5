//! Programs with words lost, doubled, swapped and replaced, and texts cut anywhere: messages, never a panic.

use proptest::prelude::*;

use crate::syntax::run;

const PROGRAMS: [&str; 9] = [
    include_str!("../../accepted/declarators.c"),
    include_str!("../../accepted/typedef_names.c"),
    include_str!("../../accepted/records.c"),
    include_str!("../../accepted/initialisers.c"),
    include_str!("../../accepted/expressions.c"),
    include_str!("../../accepted/statements.c"),
    include_str!("../../accepted/gnu.c"),
    include_str!("../../accepted/literals.c"),
    include_str!("../../accepted/attributes.c"),
];

const WORDS: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "?",
    "*",
    "&",
    "&&",
    "=",
    "...",
    "->",
    ".",
    "int",
    "struct",
    "enum",
    "typedef",
    "static",
    "T",
    "x",
    "if",
    "else",
    "case",
    "for",
    "typeof",
    "__attribute__((",
    "_Generic",
    "_Alignas",
    "asm",
    "sizeof",
    "1",
    "\"s\"",
    "'",
    "\"",
    "#",
    "\\",
];

#[derive(Clone, Debug)]
enum Change {
    Remove,
    Double,
    Replace(usize),
    Insert(usize),
    Swap,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        Just(Change::Remove),
        Just(Change::Double),
        (0..WORDS.len()).prop_map(Change::Replace),
        (0..WORDS.len()).prop_map(Change::Insert),
        Just(Change::Swap),
    ]
}

/// The text in words, as cheaply as will do: at the borders of runs of letters, blanks and single signs.
fn words(text: &str) -> Vec<&str> {
    let class = |it: char| match it {
        _ if it.is_alphanumeric() || it == '_' => 0,
        _ if it.is_whitespace() => 1,
        _ => 2,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, it) in text.char_indices() {
        if last.is_some_and(|last| last != class(it) || last == 2) {
            words.push(&text[start..at]);
            start = at;
        }
        last = Some(class(it));
    }
    words.push(&text[start..]);
    words
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutilated_programs(
        program in 0..PROGRAMS.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), change()), 1..6),
    ) {
        let mut words = words(PROGRAMS[program]);
        for (at, change) in changes {
            let at = at.index(words.len());
            match change {
                Change::Remove => { words.remove(at); }
                Change::Double => words.insert(at, words[at]),
                Change::Replace(word) => words[at] = WORDS[word],
                Change::Insert(word) => words.insert(at, WORDS[word]),
                Change::Swap => { let last = words.len() - 1; words.swap(at, last.min(at + 2)); }
            }
        }
        run(&words.concat());
    }

    #[test]
    fn cut_programs(program in 0..PROGRAMS.len(), at in any::<prop::sample::Index>()) {
        let text = PROGRAMS[program];
        let mut at = at.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        run(&text[..at]);
        run(&text[at..]);
    }

    #[test]
    fn any_words(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..60)) {
        run(&words.join(" "));
        run(&format!("void f(void) {{ {} }}", words.join(" ")));
    }

    #[test]
    fn any_text(text in "\\PC*") {
        run(&text);
    }
}
