//! No public function takes a `bool`: at the call, `true` tells nothing; an `enum` with two names does.

use std::path::Path;

use super::exceptions::{Exception, judge};
use crate::workspace;

/// A value that *is* a truth value is no flag.
const IS_THE_VALUE: &str = "the argument is a truth value of the program, not a flag";

const EXCEPTIONS: &[Exception] = &[
    Exception { what: "crates/exec/src/eval.rs of_process", at_most: 1, why: IS_THE_VALUE },
    Exception { what: "crates/exec/src/step.rs take", at_most: 1, why: IS_THE_VALUE },
    Exception { what: "crates/ir/src/program.rs truth", at_most: 1, why: IS_THE_VALUE },
    Exception { what: "crates/logic/src/ctl/mod.rs truth", at_most: 1, why: IS_THE_VALUE },
    Exception { what: "crates/solver/src/term.rs truth", at_most: 1, why: IS_THE_VALUE },
];

pub(super) fn problems(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in workspace::files(&root.join("crates"), ".rs")? {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if name.contains("/src/") {
            let text = std::fs::read_to_string(&path)?;
            let flags = flags(&text).into_iter();
            found.extend(flags.map(|(function, flags)| (format!("{name} {function}"), flags)));
        }
    }
    Ok(judge("`bool` parameters of a public function", &found, EXCEPTIONS))
}

/// The public functions of a file that take `bool`s, and how many.
fn flags(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    for keyword in ["pub fn ", "pub const fn ", "pub unsafe fn "] {
        for (at, _) in text.match_indices(keyword) {
            let rest = &text[at + keyword.len()..];
            let name = rest.split(['(', '<']).next().unwrap_or_default();
            let head = rest.split('{').next().unwrap_or_default();
            let parameters = head.split(") ->").next().unwrap_or_default();
            let flags = parameters
                .split([',', '(', ')'])
                .filter(|it| it.trim_end().ends_with(": bool"))
                .count();
            if 0 < flags {
                found.push((name, flags));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::flags;

    #[test]
    fn flags_are_counted() {
        let text = "pub fn a(x: bool, y: u8) -> bool {}\npub fn b() -> bool {}\n\
            pub fn c(\n    x: bool,\n    y: bool,\n) {}\nfn d(x: bool) {}\npub(crate) fn e(x: bool) {}\n";
        assert_eq!(flags(text), [("a", 1), ("c", 2)]);
    }
}
