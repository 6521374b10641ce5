//! Every model of the Promela corpus comes out as its header says.

use std::path::Path;

fn model(path: &Path) -> datatest_stable::Result<()> {
    tribunal_testkit::corpus::examine(path).map_err(Into::into)
}

datatest_stable::harness! {
    { test = model, root = "../../tests/corpus/promela", pattern = r"\.pml$" },
}
