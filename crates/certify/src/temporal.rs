//! Temporal formulas on an infinite run, by the direct semantics.

use crate::Rejected;
use crate::replay::{Lasso, ensure};
use tribunal_base::Id;
use tribunal_exec::{State, evaluate_atom};
use tribunal_ir::{ExprId, FormulaId, Program};
use tribunal_logic::{AtomId, Linear, Valuation, holds, linear};

/// A formula of a program in the terms of `tribunal-logic`.
pub(crate) struct Temporal(Linear);

impl Temporal {
    pub(crate) fn new(program: &Program, formula: FormulaId) -> Result<Self, Rejected> {
        let read = linear(program, formula).map(Self);
        read.ok_or_else(|| Rejected::because("the formula is not about each run by itself"))
    }

    /// The atoms that hold in a state, if properties see it.
    pub(crate) fn letter(&self, program: &Program, state: &State) -> Option<Valuation> {
        let holds = |&(_, atom): &(usize, &ExprId)| evaluate_atom(program, state, *atom);
        let true_atoms = self.0.atoms.iter().enumerate().filter(holds);
        state.is_seen().then(|| true_atoms.map(|(index, _)| AtomId::from_index(index)).collect())
    }

    /// Checks that the run does not satisfy the formula.
    pub(crate) fn fails_on(&self, run: Lasso<Option<Valuation>>) -> Result<(), Rejected> {
        let Lasso { prefix, cycle } = run.seen()?;
        let word = tribunal_logic::Lasso::new(prefix, cycle)
            .ok_or_else(|| Rejected::because("the cycle has no steps"))?;
        let satisfied = holds(&self.0.formulas, self.0.formula, &word);
        ensure(!satisfied, "the run satisfies the formula")
    }
}
