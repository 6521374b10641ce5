//! No file has more than 700 lines: a file has one idea, and who looks for it reads it whole.

use std::path::Path;

use super::exceptions::{Exception, judge};
use crate::workspace;

const LINES: usize = 700;

const EXCEPTIONS: &[Exception] = &[];

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
