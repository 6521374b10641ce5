//! Temporal formulas on an infinite run, by the direct semantics.

use crate::Rejected;
use crate::cycle::Lasso;
use crate::replay::ensure;
use tribunal_base::Id;
use tribunal_exec::{State, evaluate_atom};
use tribunal_ir::{ExprId, Formula, FormulaId, Program};
use tribunal_logic::{AtomId, Formulas, LtlId, Valuation, holds};

/// Checks that the run does not satisfy the formula.
pub(crate) fn violates(
    program: &Program,
    lasso: Lasso<'_>,
    formula: FormulaId,
) -> Result<(), Rejected> {
    let lasso = lasso.seen()?;
    let mut translation = Translation { program, formulas: Formulas::default(), atoms: Vec::new() };
    let formula = translation.formula(formula);
    let Translation { formulas, atoms, .. } = translation;

    let letter = |state: &&State| -> Valuation {
        let true_atoms = (0..).zip(&atoms).filter(|(_, it)| evaluate_atom(program, state, **it));
        true_atoms.map(|(index, _)| AtomId::from_index(index)).collect()
    };
    let prefix = lasso.prefix.iter().map(letter).collect();
    let cycle = lasso.cycle.iter().map(letter).collect();
    let word = tribunal_logic::Lasso::new(prefix, cycle)
        .ok_or_else(|| Rejected::because("the cycle has no steps"))?;
    ensure(!holds(&formulas, formula, &word), "the run satisfies the formula")
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
