//! No file has more than 700 lines: a file has one idea, and who looks for it reads it whole.

use std::path::Path;

use super::exceptions::{Exception, judge};
use crate::workspace;

const LINES: usize = 700;

const EXCEPTIONS: &[Exception] = &[
    Exception {
        what: "crates/driver/tests/all/unit/paths.rs",
        at_most: 740,
        why: "a list of small cases, older than the rule",
    },
    Exception {
        what: "crates/front-promela/src/lower/expr.rs",
        at_most: 715,
        why: "one `match` over all expressions, older than the rule",
    },
];

pub(super) fn problems(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in workspace::files(root, ".rs")? {
        let lines = std::fs::read_to_string(&path)?.lines().count();
        if LINES < lines {
            let name = path.strip_prefix(root).unwrap_or(&path);
            found.push((name.display().to_string(), lines));
        }
    }
    Ok(judge("lines", &found, EXCEPTIONS))
}
