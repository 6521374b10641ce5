//! The machine the program is for.

/// The widths of the types C leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers; layout by the System V ABI for i386.
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers; layout by the System V ABI for x86-64.
    Lp64,
}

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
