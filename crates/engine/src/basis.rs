//! What an answer rests on, as data.
//!
//! Whoever weakens an answer adds to its basis: the translation, the choice of runs that count, passes, engines. Nobody takes anything away.

use tribunal_base::Span;
use tribunal_ir::{Assumption, EdgeId, Program};

use crate::task::Fairness;

/// What an answer rests on, in the order in which it was added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis(Vec<Premise>);

/// Something that an answer rests on, or that a reader should know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// What the translation took for granted, or what is good to know of it.
    Translation(Assumption),
    /// Of the infinite runs, only those count that are weakly fair.
    WeakFairness,
    /// No run passes this edge, which is an assumption of the program, so that nothing is said of what follows it.
    Contradiction(EdgeId),
    /// Runs may go on in this loop beyond what was looked at.
    Bound(Span),
}

impl Basis {
    /// Nothing but the definitions.
    #[must_use]
    pub fn nothing() -> Self {
        Self::default()
    }

    /// What every answer about a program rests on, where only runs that are fair count.
    #[must_use]
    pub fn of(program: &Program, fairness: Fairness) -> Self {
        let mut basis =
            Self(program.assumptions.iter().cloned().map(Premise::Translation).collect());
        if fairness == Fairness::Weak {
            basis.add(Premise::WeakFairness);
        }
        basis
    }

    /// Adds something, unless it is there.
    pub fn add(&mut self, premise: Premise) {
        if !self.0.contains(&premise) {
            self.0.push(premise);
        }
    }

    /// Adds all that another rests on.
    pub fn join(&mut self, other: Self) {
        other.0.into_iter().for_each(|it| self.add(it));
    }

    /// All of it.
    pub fn iter(&self) -> impl Iterator<Item = &Premise> {
        self.0.iter()
    }

    /// Whether a True holds only where something else does.
    #[must_use]
    pub fn is_conditional(&self) -> bool {
        self.iter().any(Premise::is_needed)
    }
}

impl Premise {
    /// Whether a True holds only where this does.
    #[must_use]
    pub fn is_needed(&self) -> bool {
        match self {
            Self::Translation(it) => it.kind.is_needed(),
            Self::WeakFairness | Self::Contradiction(_) => true,
            // A True has looked at all runs.
            Self::Bound(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Basis, Premise};
    use crate::task::Fairness;
    use tribunal_ir::{Assumption, AssumptionKind, Program};

    fn assumption(kind: AssumptionKind) -> Assumption {
        Assumption { kind, what: "something".to_owned(), span: None }
    }

    #[test]
    fn what_was_added_stays_and_is_told_once() {
        let program =
            Program { assumptions: vec![assumption(AssumptionKind::Memory)], ..Program::default() };
        let mut basis = Basis::of(&program, Fairness::Weak);
        basis.join(Basis::of(&program, Fairness::None));
        let premises: Vec<&Premise> = basis.iter().collect();
        let first = Premise::Translation(assumption(AssumptionKind::Memory));
        assert_eq!(premises, [&first, &Premise::WeakFairness]);
    }

    #[test]
    fn what_is_only_good_to_know_makes_no_condition() {
        let known =
            Program { assumptions: vec![assumption(AssumptionKind::Model)], ..Program::default() };
        assert!(!Basis::of(&known, Fairness::None).is_conditional());
        assert!(Basis::of(&known, Fairness::Weak).is_conditional());
        let assumed =
            Program { assumptions: vec![assumption(AssumptionKind::NoBody)], ..Program::default() };
        assert!(Basis::of(&assumed, Fairness::None).is_conditional());
        assert!(!Basis::nothing().is_conditional());
    }
}
