//! A formula with its labels: an answer with all that it rests on.

use tribunal_base::Kleene;

use super::{Formula, Labelling, Path, Structure, explain, label};

/// A formula, a structure, and what the parts of the one are in the states of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The formula.
    pub formula: Formula,
    /// The structure. Its first state is where runs begin.
    pub structure: Structure,
    /// The labels.
    pub labelling: Labelling,
}

impl Labelled {
    /// Labels a structure.
    #[must_use]
    pub fn new(formula: Formula, structure: Structure) -> Self {
        let labelling = label(&formula, &structure);
        Self { formula, structure, labelling }
    }

    /// What the formula is in the first state.
    #[must_use]
    pub fn value(&self) -> Kleene {
        self.labelling.value(self.formula.root(), 0)
    }

    /// The longest path from there that this depends on.
    #[must_use]
    pub fn path(&self) -> Path {
        explain(&self.formula, &self.structure, &self.labelling, 0)
    }
}
