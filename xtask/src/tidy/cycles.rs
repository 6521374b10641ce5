//! Modules of a crate import each other in one direction: who reads one of a cycle must read them all. Small families may, since a type and
//! what is done with it often stand in two files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::exceptions::{Exception, judge};
use crate::workspace;

/// So many modules may be in one cycle.
const FAMILY: usize = 8;

const EXCEPTIONS: &[Exception] = &[];

pub(super) fn problems(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root.join("crates"))? {
        let folder = folder?.path();
        let imports = imports(&folder.join("src"))?;
        let largest = cycles(&imports).into_iter().map(|it| it.len()).max().unwrap_or(0);
        if FAMILY < largest {
            let name = folder.file_name().unwrap_or_default();
            found.push((name.to_string_lossy().into_owned(), largest));
        }
    }
    found.sort();
    Ok(judge("modules in one import cycle", &found, EXCEPTIONS))
}

/// Whom each module imports by `use crate::`.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn imports(source: &Path) -> anyhow::Result<Imports> {
    let mut texts = BTreeMap::new();
    for path in workspace::files(source, ".rs")? {
        let name = path.strip_prefix(source).unwrap_or(&path).with_extension("");
        let name = name.to_string_lossy().replace('/', "::");
        let name = name.strip_suffix("::mod").unwrap_or(&name).to_owned();
        texts.insert(name, std::fs::read_to_string(&path)?);
    }
    let modules: BTreeSet<String> = texts.keys().cloned().collect();
    let all = texts.iter().map(|(name, text)| {
        // What only tests import does not count.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut imported: BTreeSet<String> =
            text.lines().filter_map(|line| imported(line, &modules)).collect();
        imported.remove(name);
        (name.clone(), imported)
    });
    Ok(all.collect())
}

/// The module that a line imports from: the longest path that is one.
fn imported(line: &str, modules: &BTreeSet<String>) -> Option<String> {
    let path = line.trim_start().strip_prefix("use crate::")?;
    let path = path.split(['{', ';']).next()?;
    let words: Vec<&str> = path.split("::").collect();
    (1..=words.len()).rev().map(|n| words[..n].join("::")).find(|it| modules.contains(it))
}

/// The sets of modules that reach each other.
fn cycles(imports: &Imports) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|it| (it.as_str(), reach(imports, it))).collect();
    let together = |a: &str| -> BTreeSet<&str> {
        reached[a].iter().copied().filter(|b| reached[b].contains(a)).collect()
    };
    let all: BTreeSet<BTreeSet<&str>> = reached.keys().map(|it| together(it)).collect();
    all.into_iter().filter(|it| !it.is_empty()).collect()
}

/// The modules that one imports, directly or not.
fn reach<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = imports[from].iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(imports[next].iter().map(String::as_str));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Imports, cycles, imported};

    #[test]
    fn the_longest_path_is_the_module() {
        let modules = ["a", "a::b"].map(str::to_owned).into();
        assert_eq!(imported("use crate::a::b::C;", &modules).as_deref(), Some("a::b"));
        assert_eq!(imported("    use crate::a::{C, D};", &modules).as_deref(), Some("a"));
        assert_eq!(imported("use crate::C;", &modules), None);
    }

    #[test]
    fn cycles_are_found() {
        let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")];
        let mut imports = Imports::new();
        for (from, to) in edges {
            imports.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
        assert_eq!(cycles(&imports), [BTreeSet::from(["a", "b", "c"])]);
    }
}
