//! How a program is simplified before it is searched.

use tribunal_ir::Program;

/// How a program is simplified. States are counted on the simplified program; traces are carried
/// over to the program itself.
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

    /// A simplified copy of a program; `None` if it is not to be simplified.
    #[must_use]
    pub fn of(self, program: &Program) -> Option<Program> {
        match self {
            Self::None => None,
            Self::Merge => {
                let mut copy = program.clone();
                tribunal_ir::pass::reduce(&mut copy);
                Some(copy)
            }
        }
    }
}
