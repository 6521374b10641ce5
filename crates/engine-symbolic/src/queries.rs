//! Questions to the solver, and what they may cost.

use tribunal_engine::{Context, Progress, Reason};
use tribunal_solver::sat::Checked;
use tribunal_solver::{Answer, Limits, Rules, Solver, TermId, Terms};

/// Conflicts that a question about a loop may cost: if it is hard, the loop is unrolled instead.
pub(crate) const CHEAP: u64 = 2_000;

/// The solver, and what is left to spend on it.
pub(crate) struct Queries<'c, 'x> {
    pub(crate) solver: Solver,
    pub(crate) cx: &'c mut Context<'x>,
    /// How many conflicts all questions together may cost.
    pub(crate) conflicts: Option<u64>,
}

impl<'c, 'x> Queries<'c, 'x> {
    /// A solver for terms that are simplified by these rules.
    pub(crate) fn new(rules: Rules, conflicts: Option<u64>, cx: &'c mut Context<'x>) -> Self {
        let solver = match rules {
            Rules::All => Solver::new(),
            Rules::Few => Solver::with_sat(Box::new(Checked::new())),
        };
        Self { solver, cx, conflicts }
    }

    /// How many conflicts there were.
    pub(crate) fn spent(&self) -> u64 {
        self.solver.statistics().conflicts
    }

    /// Asks the solver whether all of these Bools can be true, after so many states were executed.
    pub(crate) fn ask(
        &mut self,
        terms: &mut Terms,
        visited: u64,
        question: &[TermId],
        conflicts: Option<u64>,
    ) -> Result<Answer, Reason> {
        if question.iter().any(|it| terms.as_bool(*it) == Some(false)) {
            return Ok(Answer::Unsat);
        }
        let progress = Progress { states: visited, transitions: visited, ..Progress::default() };
        let mut stopped = None;
        let cx = &mut *self.cx;
        let mut interrupt = || match cx.report(&progress) {
            Ok(()) => false,
            Err(reason) => {
                stopped = Some(reason);
                true
            }
        };
        let memory = None;
        let before = self.solver.statistics().conflicts;
        let conflicts = match (conflicts, self.conflicts) {
            (Some(here), Some(left)) => Some(here.min(left)),
            (here, left) => here.or(left),
        };
        let limits = Limits { conflicts, memory, interrupt: Some(&mut interrupt) };
        let answer = self.solver.check_within(terms, question, limits);
        let spent = self.solver.statistics().conflicts - before;
        self.conflicts = self.conflicts.map(|it| it.saturating_sub(spent));
        stopped.map_or(Ok(answer), Err)
    }
}
