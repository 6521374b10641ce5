//! The macros that are defined before the first line: what GNU C on x86 defines and programs ask for.

use crate::options::DataModel;

/// Names and values.
pub(crate) fn predefined(model: DataModel) -> Vec<(String, String)> {
    let mut all: Vec<(&str, &str)> = COMMON.to_vec();
    all.extend_from_slice(match model {
        DataModel::Ilp32 => ILP32,
        DataModel::Lp64 => LP64,
    });
    all.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

const COMMON: &[(&str, &str)] = &[
    ("__STDC__", "1"),
    ("__STDC_VERSION__", "201710L"),
    ("__STDC_HOSTED__", "1"),
    ("__STDC_UTF_16__", "1"),
    ("__STDC_UTF_32__", "1"),
];
const ILP32: &[(&str, &str)] = &[("__ILP32__", "1")];
const LP64: &[(&str, &str)] = &[("__LP64__", "1"), ("_LP64", "1")];
