//! Temporal formulas: linear ones, about one run, and those that speak of all runs from a state or of some.

use crate::program::{ExprId, FormulaId, Program};
use tribunal_base::Id as _;

/// A formula of temporal logic over `Bool` expressions: CTL* (E. A. Emerson, J. Y. Halpern: *"Sometimes" and "not never" revisited: on branching versus
/// linear time temporal logic*, J. ACM 33, 1986), of which linear temporal logic is what has no quantifiers.
///
/// Its states are those where no process is in the middle of an atomic sequence: where the process
/// that took the last step does not keep control. The claim of [`crate::PropertyKind::Never`] sees the
/// same states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// True or false.
    Const(bool),
    /// An expression over the state.
    Atom(ExprId),
    /// Negation.
    Not(FormulaId),
    /// Conjunction.
    And(FormulaId, FormulaId),
    /// Disjunction.
    Or(FormulaId, FormulaId),
    /// In the next state.
    Next(FormulaId),
    /// The first holds until the second does, which it does.
    Until(FormulaId, FormulaId),
    /// The second holds up to and including the state where the first does, which may be never.
    Release(FormulaId, FormulaId),
    /// On every run from the state.
    AllRuns(FormulaId),
    /// On some run from the state.
    SomeRun(FormulaId),
}

impl Formula {
    /// What it is made of, in order.
    pub fn operands(self) -> impl Iterator<Item = FormulaId> {
        let (first, second) = match self {
            Self::Const(_) | Self::Atom(_) => (None, None),
            Self::Not(f) | Self::Next(f) | Self::AllRuns(f) | Self::SomeRun(f) => (Some(f), None),
            Self::And(f, g) | Self::Or(f, g) | Self::Until(f, g) | Self::Release(f, g) => {
                (Some(f), Some(g))
            }
        };
        first.into_iter().chain(second)
    }

    /// Whether it speaks of other states of a run, so that it has no meaning without one.
    #[must_use]
    pub fn is_temporal(self) -> bool {
        matches!(self, Self::Next(_) | Self::Until(..) | Self::Release(..))
    }

    /// Whether it is about more than one run.
    #[must_use]
    pub fn is_quantified(self) -> bool {
        matches!(self, Self::AllRuns(_) | Self::SomeRun(_))
    }
}

impl Program {
    /// A formula and all that it is made of, each once, operands first: they are older than what mentions them.
    #[must_use]
    pub fn subformulas(&self, formula: FormulaId) -> Vec<FormulaId> {
        let mut wanted = vec![false; formula.index() + 1];
        wanted[formula.index()] = true;
        for index in (0..wanted.len()).rev() {
            if wanted[index] {
                let operands = self.formulas[FormulaId::from_index(index)].operands();
                operands.for_each(|it| wanted[it.index()] = true);
            }
        }
        (0..wanted.len()).filter(|it| wanted[*it]).map(FormulaId::from_index).collect()
    }

    /// The expressions that a formula asks for, each once, in the order of the formulas that they are.
    #[must_use]
    pub fn atoms(&self, formula: FormulaId) -> Vec<ExprId> {
        let atom = |it: FormulaId| match self.formulas[it] {
            Formula::Atom(expr) => Some(expr),
            _ => None,
        };
        self.subformulas(formula).into_iter().filter_map(atom).collect()
    }

    /// Whether a formula is about a state: what it says of the future, it says of all runs or of some.
    #[must_use]
    pub fn is_state_formula(&self, formula: FormulaId) -> bool {
        let mut is_state = vec![false; formula.index() + 1];
        for id in self.subformulas(formula) {
            let it = self.formulas[id];
            let of_states = || it.operands().all(|it| is_state[it.index()]);
            let of_state = it.is_quantified() || (!it.is_temporal() && of_states());
            is_state[id.index()] = of_state;
        }
        is_state[formula.index()]
    }

    /// Whether a formula speaks of the next state, so that each step counts.
    #[must_use]
    pub fn has_next(&self, formula: FormulaId) -> bool {
        let is_next = |it: FormulaId| matches!(self.formulas[it], Formula::Next(_));
        self.subformulas(formula).into_iter().any(is_next)
    }

    /// Whether a formula is about one run alone.
    #[must_use]
    pub fn is_linear(&self, formula: FormulaId) -> bool {
        self.subformulas(formula).into_iter().all(|it| !self.formulas[it].is_quantified())
    }
}
