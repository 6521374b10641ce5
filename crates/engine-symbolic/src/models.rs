//! Models of earlier questions: whether something can happen often shows in one of them, so that the solver need not be asked.
//!
//! The counterexample cache of Cadar, Dunbar & Engler, KLEE, OSDI 2008, as far as it concerns satisfiable questions. What is evaluated is the condition itself,
//! and nothing is asserted that does not hold in all runs: a condition that holds in a model can hold.

use std::collections::VecDeque;

use tribunal_solver::{Assignment, TermId, Terms};

/// How many models are kept.
const MOST: usize = 12;

/// How many terms there may be: each model remembers the values of many of them.
const TERMS: usize = 2_000_000;

/// Models, those that helped last first.
#[derive(Default)]
pub(crate) struct Models(VecDeque<Assignment>);

impl Models {
    /// Whether a Bool holds in one of them.
    pub(crate) fn show(&mut self, terms: &Terms, term: TermId) -> bool {
        if TERMS < terms.len() {
            self.0.clear();
        }
        let Some(place) = self.0.iter_mut().position(|it| it.eval(terms, term).as_bool()) else {
            return false;
        };
        if let Some(found) = self.0.remove(place) {
            self.0.push_front(found);
        }
        true
    }

    /// Keeps a model.
    pub(crate) fn keep(&mut self, model: Assignment) {
        self.0.truncate(MOST - 1);
        self.0.push_front(model);
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Models};
    use tribunal_solver::{Assignment, Sort, Terms, Value};

    #[test]
    fn what_helped_last_is_kept() {
        let mut terms = Terms::new();
        let (a, b) = (terms.variable("a", Sort::Bool), terms.variable("b", Sort::Bool));
        let mut models = Models::default();
        assert!(!models.show(&terms, a));
        let mut model = Assignment::default();
        model.set(a, Value::Bool(true));
        models.keep(model);
        for _ in 0..2 * MOST {
            assert!(models.show(&terms, a));
            assert!(!models.show(&terms, b));
            models.keep(Assignment::default());
        }
    }
}
