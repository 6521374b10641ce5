//! What gcc says where a program asks what it knows: `__has_attribute`, `__has_c_attribute`, `__has_builtin`.
//!
//! The answers are those of gcc 12, whatever becomes of the names here: a program that is told that there is no `packed` would go another way than it
//! does when it is compiled.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use tribunal_preprocess::Question;

use super::attributes;

/// All names for which gcc says that it has a builtin.
const BUILTINS: &str = include_str!("known_builtins.txt");

/// Attributes that have a row, but mean something for other machines or in other languages alone.
const FOREIGN: &[&str] =
    &["abi_tag", "dllexport", "dllimport", "flag_enum", "init_priority", "selectany", "shared"];

/// The attributes of the standard, and the month of the paper that brought them in.
const STANDARD: &[(&str, i64)] = &[
    ("deprecated", 201_904),
    ("fallthrough", 201_904),
    ("maybe_unused", 201_904),
    ("nodiscard", 202_003),
];

/// The number that stands for a question.
pub(crate) fn answer(question: Question<'_>) -> i64 {
    match question {
        Question::Builtin(name) => {
            static KNOWN: OnceLock<FxHashSet<&str>> = OnceLock::new();
            let known = KNOWN.get_or_init(|| BUILTINS.split_whitespace().collect());
            i64::from(known.contains(name))
        }
        Question::Attribute(name) => attribute(name).unwrap_or_else(|| i64::from(is_gnu(name))),
        Question::BracketAttribute(name) => attribute(name).unwrap_or(0),
    }
}

/// What is said about an attribute of the standard, or about one with a prefix.
fn attribute(name: &str) -> Option<i64> {
    if let Some((prefix, name)) = name.split_once("::") {
        return Some(i64::from(plain(prefix) == "gnu" && is_gnu(name)));
    }
    STANDARD.iter().find(|it| it.0 == plain(name)).map(|it| it.1)
}

fn is_gnu(name: &str) -> bool {
    let name = plain(name);
    attributes::ROWS.iter().any(|row| row.names.contains(&name)) && !FOREIGN.contains(&name)
}

/// The name without `__` around it.
fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(name)
}
