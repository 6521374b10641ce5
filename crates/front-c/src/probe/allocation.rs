//! Memory that runs out: calls of `malloc` and its kin go to functions of ours, which fail where an input says so.
//!
//! The names are replaced by macros, since a test must do the same to the text as it is.

use super::driver::InputKind;
use super::inputs::Writer;
use super::reach::Reach;
use super::{Allocation, Request};
use crate::hir::Unit;

/// The functions that allocate: their names, their parameters, and how these are handed on.
const ALLOCATING: [(&str, &str, &str); 3] = [
    ("malloc", "__typeof__(sizeof 0) size", "size"),
    ("calloc", "__typeof__(sizeof 0) count, __typeof__(sizeof 0) size", "count, size"),
    ("realloc", "void *old, __typeof__(sizeof 0) size", "old, size"),
];

/// What the functions that fail are called, up to the names of those that do not.
pub(crate) const FAILING: &str = "__tribunal_";

/// Functions in C that fail or do what those of the library do, and the names of the latter.
pub(crate) fn failing(
    unit: &Unit,
    source: &str,
    request: &Request,
    reach: &Reach,
    writer: &mut Writer<'_>,
) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    // Further files, and threads, have texts of their own.
    let is_alone = request.further.is_empty() && request.others.is_empty();
    if request.allocation == Allocation::Succeeds || !is_alone {
        return (text, names);
    }
    for (name, parameters, arguments) in ALLOCATING {
        let is_missing = |it: &crate::hir::Function| it.name == name && it.body.is_none();
        let is_stubbed =
            request.stubs.iter().any(|it| it.text.trim_start().starts_with(&format!("{name}(")));
        // Past `#undef` the name is the plain one again.
        let is_undefined = source.lines().any(|it| {
            let directive = it.trim_start().strip_prefix('#').map(str::trim_start);
            directive.and_then(|it| it.strip_prefix("undef")).is_some_and(|it| it.trim() == name)
        });
        if is_undefined
            || is_stubbed
            || !reach.functions.iter().any(|it| is_missing(&unit.functions[*it]))
        {
            continue;
        }
        let succeeds = writer.input(&format!("{name}()"), "_Bool", InputKind::Pointer);
        text.push_str(&format!(
            "void *{FAILING}{name}({parameters}) {{\n  return {succeeds} ? __builtin_{name}({arguments}) : 0;\n}}\n"
        ));
        names.push(name.to_owned());
    }
    (text, names)
}
