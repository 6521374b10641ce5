//! How a model is to be read.

use tribunal_ir::Overflow;

/// How a model is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Macros defined before the first line: names and their texts.
    pub defines: Vec<(String, String)>,
    /// Temporal formulas beside those in the model: names and texts.
    pub formulas: Vec<(String, String)>,
    /// Whose word counts where Spin is plainly wrong.
    pub dialect: Dialect,
    /// What a send to a full channel does.
    pub overflow: Overflow,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            defines: Vec::new(),
            formulas: Vec::new(),
            dialect: Dialect::Tribunal,
            overflow: Overflow::Block,
        }
    }
}

/// Whose word counts where Spin is plainly wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// What is right.
    Tribunal,
    /// What Spin's verifier does.
    SpinCompatible,
}
