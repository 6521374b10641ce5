//! From the formulas of a program to automata, and what makes a formula hold vacuously.

use crate::compile::Atoms;
use crate::eval::View;
use crate::model::CodeId;
use tribunal_engine::Reason;
use tribunal_ir::{ExprId, Formula, FormulaId, Program};
use tribunal_logic::{Buchi, Linear, automaton, linear};

/// The automaton of the runs that violate a formula, with the codes of its atoms.
pub(crate) fn violations(
    program: &Program,
    atoms: &Atoms,
    formula: FormulaId,
) -> Result<(Buchi, Vec<CodeId>), Reason> {
    let Some(Linear { mut formulas, formula, atoms: exprs }) = linear(program, formula) else {
        let what = "a formula about more than one run".to_owned();
        return Err(Reason::Unsupported { what, span: None });
    };
    let negated = formulas.not(formula);
    let automaton = automaton(&mut formulas, negated)
        .map_err(|too_large| Reason::Unsupported { what: too_large.to_string(), span: None })?;
    Ok((automaton, exprs.iter().map(|&expr| atoms.code(expr)).collect()))
}

/// The conditions under which a formula `[](p -> …)` says anything: the atoms of which `p` is the
/// conjunction. If one of them is never true, the formula holds vacuously.
#[derive(Clone, Debug, Default)]
pub(crate) struct Antecedents {
    conditions: Vec<Condition>,
}

#[derive(Clone, Copy, Debug)]
struct Condition {
    expr: ExprId,
    code: CodeId,
    seen: bool,
}

impl Antecedents {
    /// Those of a formula; none if it has another shape.
    pub(crate) fn of(program: &Program, atoms: &Atoms, formula: FormulaId) -> Self {
        let formulas = &program.formulas;
        let Formula::Release(never, body) = formulas[formula] else { return Self::default() };
        if formulas[never] != Formula::Const(false) {
            return Self::default();
        }
        let mut conditions = Vec::new();
        let mut disjuncts = vec![body];
        while let Some(disjunct) = disjuncts.pop() {
            match formulas[disjunct] {
                Formula::Or(f, g) => disjuncts.extend([g, f]),
                Formula::Not(antecedent) => {
                    let mut conjuncts = vec![antecedent];
                    while let Some(conjunct) = conjuncts.pop() {
                        match formulas[conjunct] {
                            Formula::And(f, g) => conjuncts.extend([g, f]),
                            Formula::Atom(expr) => {
                                let code = atoms.code(expr);
                                conditions.push(Condition { expr, code, seen: false });
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        Self { conditions }
    }

    /// Looks at a state.
    pub(crate) fn look(&mut self, view: View<'_>) {
        for condition in &mut self.conditions {
            condition.seen |= view.holds(condition.code);
        }
    }

    /// Which conditions were true somewhere.
    pub(crate) fn seen(&self) -> Vec<bool> {
        self.conditions.iter().map(|it| it.seen).collect()
    }

    /// Adds what [`seen`](Self::seen) told.
    pub(crate) fn look_back(&mut self, seen: &[bool]) {
        for (condition, seen) in self.conditions.iter_mut().zip(seen) {
            condition.seen |= seen;
        }
    }

    /// A condition that was true in no state.
    pub(crate) fn never_true(&self) -> Option<ExprId> {
        self.conditions.iter().find(|it| !it.seen).map(|it| it.expr)
    }
}
