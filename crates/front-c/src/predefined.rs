//! The macros that are defined before the first line: what GNU C on x86 defines and programs ask for.

use crate::options::DataModel;

const COMMON: &str = include_str!("../headers/predefined/common.h");
const ILP32: &str = include_str!("../headers/predefined/ilp32.h");
const LP64: &str = include_str!("../headers/predefined/lp64.h");

/// The types that CBMC knows before the first line.
pub(crate) const VERIFIER_TYPES: [&str; 3] =
    ["__CPROVER_bool", "__CPROVER_size_t", "__CPROVER_ssize_t"];

/// Names, with parameters if they have some, and values.
pub(crate) fn predefined(model: DataModel) -> Vec<(String, String)> {
    let own = match model {
        DataModel::Ilp32 => ILP32,
        DataModel::Lp64 | DataModel::Integers => LP64,
    };
    let lines = COMMON.lines().chain(own.lines());
    lines
        .filter_map(|line| {
            let definition = line.strip_prefix("#define ")?;
            let (name, value) = definition.split_once(' ').unwrap_or((definition, ""));
            Some((name.to_owned(), value.to_owned()))
        })
        .collect()
}
