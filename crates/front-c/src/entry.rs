//! Which function a program starts at: one that all files see, else a static one. `FILE.c:NAME` is a function of that file.

use tribunal_base::{Diagnostic, FileId, Id, Sources, Span, similar};

use crate::hir::{Function, FunctionId, Unit};

/// Notes the entry of a program where no name that all files see is it.
pub(crate) fn resolve(unit: &mut Unit, sources: &Sources, entry: &str) {
    if unit.entry.is_some() {
        return;
    }
    let found = candidates(unit, sources, entry);
    let first = found.first().copied().filter(|first| {
        // A function of a header that several files include is one.
        found.iter().all(|it| unit.functions[*it].span == unit.functions[*first].span)
    });
    if let Some(first) = first {
        unit.entry = Some(first);
        unit.functions[first].used = true;
    }
}

/// The functions that may be meant.
fn candidates(unit: &Unit, sources: &Sources, entry: &str) -> Vec<FunctionId> {
    let (file, name) = parts(entry);
    let is_meant = |it: &FunctionId| {
        let function = &unit.functions[*it];
        let path = sources.path(function.span.file);
        let is_there = file.is_none_or(|file| {
            path.strip_suffix(file).is_some_and(|it| it.is_empty() || it.ends_with('/'))
        });
        function.body.is_some()
            && function.name == name
            && is_there
            && !path.starts_with("<library>")
    };
    (0..unit.functions.len()).map(FunctionId::from_index).filter(is_meant).collect()
}

/// The file, if one is named, and the function.
fn parts(entry: &str) -> (Option<&str>, &str) {
    match entry.rsplit_once(':') {
        Some((file, name)) => (Some(file), name),
        None => (None, entry),
    }
}

/// Says that there is no function to start at, or several, and which there are.
pub(crate) fn missing(unit: &Unit, sources: &Sources, files: &[FileId], entry: &str) -> Diagnostic {
    /// So many functions are named.
    const NAMED: usize = 6;
    let start = Span::new(files.first().copied().unwrap_or(FileId(0)), 0, 0);
    let names =
        |known: &[String]| known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let several: Vec<String> = candidates(unit, sources, entry)
        .into_iter()
        .map(|it| format!("{}:{}", sources.path(unit.functions[it].span.file), parts(entry).1))
        .collect();
    if !several.is_empty() {
        let message = format!("several functions are called `{entry}`");
        let hint = format!("--entry takes one of {}", names(&several));
        return Diagnostic::error("unknown-entry", start, message).help(hint);
    }
    let is_own = |it: &&Function| it.body.is_some() && files.contains(&it.span.file);
    let known: Vec<String> =
        unit.functions.values().filter(is_own).map(|it| it.name.clone()).collect();
    let message = format!("there is no function `{entry}` to start at");
    let hint = match (similar(parts(entry).1, known.iter().map(String::as_str)), known.len()) {
        (Some(name), _) => format!("is `{name}` meant?"),
        (None, 0) => "the program defines no function".to_owned(),
        (None, count @ ..=NAMED) => {
            format!("--entry starts at another function: {}", names(&known[..count]))
        }
        (None, count) => format!(
            "--entry starts at another function: {} and {} more",
            names(&known[..NAMED]),
            count - NAMED
        ),
    };
    Diagnostic::error("unknown-entry", start, message).help(hint)
}
