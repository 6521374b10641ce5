//! Formulas of a program about each run by itself, in the terms of this crate.

use tribunal_base::Id as _;
use tribunal_ir::{ExprId, Formula, FormulaId, Program};

use crate::ltl::{AtomId, Formulas, LtlId};

/// A formula of linear temporal logic and what it asks for.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The formula and its parts.
    pub formulas: Formulas,
    /// The formula.
    pub formula: LtlId,
    /// What its atoms say, in the order of their numbers.
    pub atoms: Vec<ExprId>,
}

/// A formula of a program; `None` if it speaks of more than one run.
#[must_use]
pub fn linear(program: &Program, formula: FormulaId) -> Option<Linear> {
    let (mut formulas, mut atoms) = (Formulas::default(), Vec::new());
    let mut known = vec![formulas.falsum(); formula.index() + 1];
    for id in program.subformulas(formula) {
        let of = |it: FormulaId| known[it.index()];
        known[id.index()] = match program.formulas[id] {
            Formula::Const(true) => formulas.verum(),
            Formula::Const(false) => formulas.falsum(),
            // Equal expressions are equal formulas: each comes once.
            Formula::Atom(expr) => {
                atoms.push(expr);
                formulas.atom(AtomId::from_index(atoms.len() - 1))
            }
            Formula::Not(f) => formulas.not(of(f)),
            Formula::And(f, g) => formulas.and(of(f), of(g)),
            Formula::Or(f, g) => formulas.or(of(f), of(g)),
            Formula::Next(f) => formulas.next(of(f)),
            Formula::Until(f, g) => formulas.until(of(f), of(g)),
            Formula::Release(f, g) => formulas.release(of(f), of(g)),
            Formula::AllRuns(_) | Formula::SomeRun(_) => return None,
        };
    }
    let formula = known[formula.index()];
    Some(Linear { formulas, formula, atoms })
}
