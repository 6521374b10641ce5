//! The machine the program is for.

use crate::options::DataModel;

/// What the type checker has to know about the machine and the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The widths.
    pub model: DataModel,
    /// The function where execution starts.
    pub entry: String,
}

impl Target {
    /// Plain `main` on a machine of this model.
    pub fn new(model: DataModel) -> Self {
        Self { model, entry: "main".into() }
    }
}
