//! What questions to the solver may cost. It is counted in steps of the solver, so that the same certificate is judged alike on every machine.

use crate::Rejected;
use tribunal_solver::{Answer, Limits, Solver, TermId, Terms};

/// How many conflicts one question may cost.
const CONFLICTS: u64 = 5_000;

/// What is left to spend, and whether anybody still waits.
pub(crate) struct Purse<'g> {
    pub(crate) left: u64,
    pub(crate) go_on: &'g mut dyn FnMut() -> bool,
}

impl Purse<'_> {
    /// Goes on, unless all is spent or nobody waits.
    pub(crate) fn go_on(&mut self) -> Result<(), Rejected> {
        if self.left == 0 || !(self.go_on)() {
            return Err(Rejected::because("a limit was reached"));
        }
        Ok(())
    }

    /// A solver that knows these Bools, which is paid for.
    pub(crate) fn solver(&mut self, terms: &mut Terms, known: &[TermId]) -> Solver {
        let mut solver = Solver::new();
        for &term in known {
            solver.assert(terms, term);
        }
        self.take(terms.len() as u64 + solver.statistics().steps());
        solver
    }

    /// Asks whether these Bools can be true.
    pub(crate) fn ask(
        &mut self,
        solver: &mut Solver,
        terms: &mut Terms,
        question: &[TermId],
    ) -> Answer {
        let before = solver.statistics().steps();
        let mut interrupt = || !(self.go_on)();
        let limits = Limits {
            conflicts: Some(CONFLICTS),
            steps: Some(self.left),
            interrupt: Some(&mut interrupt),
            ..Limits::default()
        };
        let answer = solver.check_within(terms, question, limits);
        self.take(solver.statistics().steps() - before);
        answer
    }

    fn take(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::Purse;
    use tribunal_solver::{Answer, Sort, Terms};

    #[test]
    fn what_is_spent_is_gone() {
        let (mut terms, mut go_on) = (Terms::default(), || true);
        let mut purse = Purse { left: 200, go_on: &mut go_on };
        let (x, y) = (terms.fresh("x", Sort::BitVec(8)), terms.fresh("y", Sort::BitVec(8)));
        let less = terms.ult(x, y);
        let mut solver = purse.solver(&mut terms, &[less]);
        assert!(purse.go_on().is_ok());
        let (one, other) = (terms.mul(x, y), terms.mul(y, y));
        let same = terms.eq(one, other);
        purse.ask(&mut solver, &mut terms, &[same]);
        assert_eq!(purse.go_on().map_err(|it| it.why), Err("a limit was reached".to_owned()));
    }

    #[test]
    fn nobody_goes_on_where_nobody_waits() {
        let (mut terms, mut go_on) = (Terms::default(), || false);
        let mut purse = Purse { left: u64::MAX, go_on: &mut go_on };
        assert!(purse.go_on().is_err());
        let x = terms.fresh("x", Sort::Bool);
        let mut solver = purse.solver(&mut terms, &[]);
        assert_eq!(purse.ask(&mut solver, &mut terms, &[x]), Answer::Unknown);
    }
}
