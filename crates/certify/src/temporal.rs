//! Temporal formulas on an infinite run, by the direct semantics.

use crate::Rejected;
use crate::replay::{Lasso, ensure};
use tribunal_base::Id;
use tribunal_exec::{State, evaluate_atom};
use tribunal_ir::{ExprId, Formula, FormulaId, Program};
use tribunal_logic::{AtomId, Formulas, LtlId, Valuation, holds};

/// A formula of a program in the terms of `tribunal-logic`.
pub(crate) struct Temporal {
    formulas: Formulas,
    formula: LtlId,
    /// What each atom says.
    atoms: Vec<ExprId>,
}

impl Temporal {
    pub(crate) fn new(program: &Program, formula: FormulaId) -> Self {
        let mut translation =
            Translation { program, formulas: Formulas::default(), atoms: Vec::new() };
        let formula = translation.formula(formula);
        Self { formulas: translation.formulas, formula, atoms: translation.atoms }
    }

    /// The atoms that hold in a state, if properties see it.
    pub(crate) fn letter(&self, program: &Program, state: &State) -> Option<Valuation> {
        let holds = |&(_, atom): &(usize, &ExprId)| evaluate_atom(program, state, *atom);
        let true_atoms = self.atoms.iter().enumerate().filter(holds);
        state.is_seen().then(|| true_atoms.map(|(index, _)| AtomId::from_index(index)).collect())
    }

    /// Checks that the run does not satisfy the formula.
    pub(crate) fn fails_on(&self, run: Lasso<Option<Valuation>>) -> Result<(), Rejected> {
        let Lasso { prefix, cycle } = run.seen()?;
        let word = tribunal_logic::Lasso::new(prefix, cycle)
            .ok_or_else(|| Rejected::because("the cycle has no steps"))?;
        let satisfied = holds(&self.formulas, self.formula, &word);
        ensure(!satisfied, "the run satisfies the formula")
    }
}

/// Rewrites the formulas of a program in the terms of `tribunal-logic`.
struct Translation<'a> {
    program: &'a Program,
    formulas: Formulas,
    /// What each atom says.
    atoms: Vec<ExprId>,
}

impl Translation<'_> {
    fn formula(&mut self, formula: FormulaId) -> LtlId {
        match self.program.formulas[formula] {
            Formula::Const(true) => self.formulas.verum(),
            Formula::Const(false) => self.formulas.falsum(),
            Formula::Atom(expr) => {
                let known = self.atoms.iter().position(|&it| it == expr);
                let index = known.unwrap_or_else(|| {
                    self.atoms.push(expr);
                    self.atoms.len() - 1
                });
                self.formulas.atom(AtomId::from_index(index))
            }
            Formula::Not(f) => {
                let f = self.formula(f);
                self.formulas.not(f)
            }
            Formula::Next(f) => {
                let f = self.formula(f);
                self.formulas.next(f)
            }
            Formula::And(f, g) => {
                let (f, g) = (self.formula(f), self.formula(g));
                self.formulas.and(f, g)
            }
            Formula::Or(f, g) => {
                let (f, g) = (self.formula(f), self.formula(g));
                self.formulas.or(f, g)
            }
            Formula::Until(f, g) => {
                let (f, g) = (self.formula(f), self.formula(g));
                self.formulas.until(f, g)
            }
            Formula::Release(f, g) => {
                let (f, g) = (self.formula(f), self.formula(g));
                self.formulas.release(f, g)
            }
        }
    }
}
