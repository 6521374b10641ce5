//! What `ARCHITECTURE.md` and the decision records quote exists: files, and names in crates. A reader who looks for it should find it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::workspace;

/// Where files may be quoted from.
const ROOTS: [&str; 3] = ["", "crates", "docs/book/src"];

pub(super) fn problems(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut texts = vec![root.join("ARCHITECTURE.md"), root.join("CONTRIBUTING.md")];
    texts.extend(workspace::files(&root.join("docs/adr"), ".md")?);
    let mut types = BTreeSet::new();
    for path in workspace::files(&root.join("crates"), ".rs")? {
        types.extend(declared(&std::fs::read_to_string(path)?).map(str::to_owned));
    }
    let mut problems = Vec::new();
    for path in texts {
        let text = std::fs::read_to_string(&path)?;
        let name = path.strip_prefix(root).unwrap_or(&path);
        for quoted in quoted(&text) {
            if !exists(root, &types, quoted)? {
                problems.push(format!("{} speaks of `{quoted}`, which is nowhere", name.display()));
            }
        }
    }
    Ok(problems)
}

/// What stands between back quotes, outside of blocks of code.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let plain = text.split("```").step_by(2);
    plain.flat_map(|it| it.split('`').skip(1).step_by(2))
}

/// The types that a text declares.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    let words = ["struct ", "enum ", "trait ", "type "].into_iter();
    let after = words.flat_map(|word| text.match_indices(word).map(move |it| it.0 + word.len()));
    after.filter_map(|at| names(&text[at..]).next())
}

/// The words of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty())
}

/// Whether there is what a quotation speaks of, if it speaks of a file or of something in a crate.
fn exists(root: &Path, types: &BTreeSet<String>, quoted: &str) -> anyhow::Result<bool> {
    let is_name = |it: char| it.is_alphanumeric() || "_-".contains(it);
    let is_file = |it: char| is_name(it) || "./".contains(it);
    let endings = [".rs", ".toml", ".json", ".bib", ".md"];
    if quoted.contains('/') && quoted.chars().all(is_file) {
        let is_known = endings.iter().any(|it| quoted.ends_with(it));
        return Ok(!is_known || ROOTS.iter().any(|it| root.join(it).join(quoted).exists()));
    }
    let mut path = quoted.split("::");
    let first = path.next().unwrap_or_default();
    let rest: Vec<&str> = path.collect();
    if rest.is_empty() || !quoted.chars().all(|it| is_name(it) || it == ':') {
        return Ok(true);
    }
    if first.starts_with(char::is_uppercase) {
        return Ok(types.contains(first));
    }
    let Some(folder) = folder(root, first) else { return Ok(true) };
    let mut missing: BTreeSet<&str> = rest.into_iter().collect();
    for file in workspace::files(&folder, ".rs")? {
        let text = std::fs::read_to_string(file)?;
        names(&text).for_each(|it| _ = missing.remove(it));
    }
    Ok(missing.is_empty())
}

/// The sources of a crate.
fn folder(root: &Path, name: &str) -> Option<PathBuf> {
    let name = name.replace('_', "-");
    let name = name.strip_prefix("tribunal-").unwrap_or(&name);
    Some(root.join("crates").join(name).join("src")).filter(|it| it.exists())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{declared, exists, quoted};
    use crate::workspace;

    #[test]
    fn what_is_quoted_is_found() {
        let text = "see `a` and\n```\nnot `this`\n```\nbut `b::c`";
        assert_eq!(quoted(text).collect::<Vec<_>>(), ["a", "b::c"]);
        assert_eq!(declared("pub struct One<T>;\nenum Two {}").collect::<Vec<_>>(), ["One", "Two"]);
    }

    #[test]
    fn names_and_files_are_looked_up() {
        let types = BTreeSet::from(["Known".to_owned()]);
        let exists = |quoted: &str| exists(&workspace::root(), &types, quoted).unwrap();
        for known in ["ir::verify", "ir/src/edge.rs", "Known::new", "f(x)", "front-*", "x::y"] {
            assert!(exists(known), "{known}");
        }
        for unknown in ["ir::nonsense", "ir/src/nonsense.rs", "Unknown::new"] {
            assert!(!exists(unknown), "{unknown}");
        }
    }
}
