//! The rules of the house that no compiler checks: which crate may depend on which, that every paper cited is listed, that what the documents of the house speak of
//! exists, that every crate says what it is for, and how large files, cycles of imports and signatures may get. Each rule says why it is there.

mod cycles;
mod exceptions;
mod flags;
mod names;
mod sizes;

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::Value;

use crate::workspace;

/// The rows of `ARCHITECTURE.md`, lowest first. A crate depends on strictly lower rows only. A star stands for any name.
const ROWS: [&[&str]; 11] = [
    &["base"],
    &["ir"],
    &["logic", "store"],
    &["engine"],
    &["domains", "exec", "preprocess", "reached", "solver"],
    &["states"],
    &["front-*", "engine-*", "state-graph", "certify", "report"],
    &["unit", "portfolio"],
    &["driver"],
    &["bench"],
    &["cli"],
];

/// Crates that are never shipped may depend on anything.
const EXEMPT: [&str; 2] = ["testkit", "xtask"];

/// Everything that is out of order.
pub(crate) fn problems() -> anyhow::Result<Vec<String>> {
    let mut problems = Vec::new();
    for package in packages()? {
        problems.extend(wrong_dependencies(&package));
        // Who meets a crate for the first time should not have to read it to know what it is for.
        if package.description.is_empty() {
            problems.push(format!("crate `{}` has no description", package.name));
        }
    }
    let root = workspace::root();
    problems.extend(unknown_citations(&root)?);
    problems.extend(sizes::problems(&root)?);
    problems.extend(flags::problems(&root)?);
    problems.extend(cycles::problems(&root)?);
    problems.extend(names::problems(&root)?);
    Ok(problems)
}

/// A crate and the crates of this workspace that it depends on, without the prefix of their names.
struct Package {
    name: String,
    description: String,
    dependencies: Vec<String>,
}

fn packages() -> anyhow::Result<Vec<Package>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(workspace::root())
        .output()?;
    ensure!(output.status.success(), "cargo metadata fails");
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    packages.iter().map(package).collect()
}

fn package(value: &Value) -> anyhow::Result<Package> {
    let name = value["name"].as_str().context("a package without a name")?;
    let dependencies = value["dependencies"].as_array().context("no dependencies")?;
    // A dependency without a kind is neither for tests nor for build scripts.
    let ours = dependencies
        .iter()
        .filter(|it| it["kind"].is_null() && it["path"].is_string())
        .filter_map(|it| it["name"].as_str());
    Ok(Package {
        name: short(name),
        description: value["description"].as_str().unwrap_or_default().to_owned(),
        dependencies: ours.map(short).collect(),
    })
}

fn short(name: &str) -> String {
    let short = name.strip_prefix("tribunal-").unwrap_or(name);
    if short == "tribunal" { "cli".to_owned() } else { short.to_owned() }
}

fn row(name: &str) -> Option<usize> {
    let is_it = |entry: &&str| match entry.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => *entry == name,
    };
    ROWS.iter().position(|row| row.iter().any(is_it))
}

fn wrong_dependencies(package: &Package) -> Vec<String> {
    let name = &package.name;
    if EXEMPT.contains(&name.as_str()) {
        return Vec::new();
    }
    let Some(own) = row(name) else {
        return vec![format!("crate `{name}` is in no row")];
    };
    let wrong = package.dependencies.iter().filter(|it| row(it).is_none_or(|row| own <= row));
    wrong.map(|it| format!("crate `{name}` must not depend on `{it}`: rows go down")).collect()
}

/// Citations like `[@key]` whose key is not in the list of papers, if there is such a list.
fn unknown_citations(root: &Path) -> anyhow::Result<Vec<String>> {
    let list = root.join("docs/papers.bib");
    if !list.exists() {
        return Ok(Vec::new());
    }
    let list = std::fs::read_to_string(list)?;
    let mut problems = Vec::new();
    for ending in [".rs", ".md"] {
        for path in workspace::files(root, ending)? {
            let text = std::fs::read_to_string(&path)?;
            let name = path.strip_prefix(root).unwrap_or(&path);
            // This file speaks of citations without citing anything.
            if name == Path::new(file!()) {
                continue;
            }
            let unknown = citations(&text).filter(|key| !lists(&list, key));
            problems.extend(unknown.map(|key| format!("{} cites unknown `{key}`", name.display())));
        }
    }
    Ok(problems)
}

/// The keys that a text cites; several may stand in one pair of brackets: `[@one; @two]`.
fn citations(text: &str) -> impl Iterator<Item = &str> {
    let brackets = text.split("[@").skip(1).filter_map(|it| it.split_once(']'));
    brackets.flat_map(|(keys, _)| keys.split("; @")).filter(|key| {
        !key.is_empty() && key.chars().all(|it| it.is_ascii_alphanumeric() || "-_:".contains(it))
    })
}

fn lists(list: &str, key: &str) -> bool {
    list.lines().any(|line| {
        let entry = line.trim_start().strip_prefix('@').and_then(|it| it.split_once('{'));
        entry.is_some_and(|(_, rest)| rest.split(',').next().is_some_and(|it| it.trim() == key))
    })
}

#[cfg(test)]
mod tests {
    use super::{Package, citations, lists, problems, wrong_dependencies};

    #[test]
    fn the_workspace_is_tidy() {
        assert_eq!(problems().unwrap(), [""; 0]);
    }

    #[test]
    fn siblings_and_higher_rows_are_refused() {
        let package = |name: &str, on: &[&str]| Package {
            name: name.to_owned(),
            description: String::new(),
            dependencies: on.iter().map(|&it| it.to_owned()).collect(),
        };
        assert_eq!(wrong_dependencies(&package("exec", &["ir", "base"])), [""; 0]);
        assert_eq!(
            wrong_dependencies(&package("exec", &["solver", "driver", "testkit"])),
            [
                "crate `exec` must not depend on `solver`: rows go down",
                "crate `exec` must not depend on `driver`: rows go down",
                "crate `exec` must not depend on `testkit`: rows go down",
            ]
        );
        assert_eq!(wrong_dependencies(&package("new", &[])), ["crate `new` is in no row"]);
        assert_eq!(wrong_dependencies(&package("testkit", &["driver"])), [""; 0]);
    }

    #[test]
    fn citations_are_found() {
        let cited: Vec<_> = citations("see [@a1] and [@b-2; @c] but not [@ this]").collect();
        assert_eq!(cited, ["a1", "b-2", "c"]);
        assert!(lists("@article{a1,\n  title = {x}\n}", "a1"));
        assert!(lists("@article{a1, title = {x}}", "a1"));
        assert!(!lists("@article{a1,\n}", "a"));
    }
}
