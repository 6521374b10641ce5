//! Questions to the solver, and what they may cost.

use crate::models::Models;
use tribunal_base::release;
use tribunal_engine::{Context, Progress, Reason};
use tribunal_solver::sat::Checked;
use tribunal_solver::{Answer, Limits, Rules, Solver, TermId, Terms};

/// Conflicts that a question about a loop may cost: if it is hard, the loop is unrolled instead.
pub(crate) const CHEAP: u64 = 2_000;

/// How many steps it takes to execute a state, besides the terms that are made: not all states make any.
const STEPS_OF_A_STATE: u64 = 10;

/// What was spent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) queries: u64,
    pub(crate) clauses: u64,
    pub(crate) conflicts: u64,
    /// Terms that were made, states that were executed, and what the solver has done.
    pub(crate) steps: u64,
}

impl Cost {
    /// What was spent since less was.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            queries: self.queries - before.queries,
            clauses: self.clauses - before.clauses,
            conflicts: self.conflicts - before.conflicts,
            steps: self.steps - before.steps,
        }
    }

    /// Both together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            queries: self.queries + other.queries,
            clauses: self.clauses + other.clauses,
            conflicts: self.conflicts + other.conflicts,
            steps: self.steps + other.steps,
        }
    }
}

/// The solver, and what is left to spend on it.
pub(crate) struct Queries<'c, 'x> {
    pub(crate) solver: Solver,
    pub(crate) cx: &'c mut Context<'x>,
    /// How much everything together may cost, in steps.
    pub(crate) limit: u64,
    /// What was spent by others that share the limit: attempts by induction, or whoever makes them.
    pub(crate) elsewhere: Cost,
    /// Models of questions whether something can happen.
    models: Models,
}

impl<'c, 'x> Queries<'c, 'x> {
    /// A solver for terms that are simplified by these rules.
    pub(crate) fn new(rules: Rules, limit: u64, cx: &'c mut Context<'x>) -> Self {
        let solver = match rules {
            Rules::All => Solver::new(),
            Rules::Few => Solver::with_sat(Box::new(Checked::new())),
        };
        let (elsewhere, models) = (Cost::default(), Models::default());
        Self { solver, cx, limit, elsewhere, models }
    }

    /// What was spent, after so many states were executed.
    pub(crate) fn cost(&self, terms: &Terms, visited: u64) -> Cost {
        let solver = self.solver.statistics();
        let own = Cost {
            queries: solver.checks,
            clauses: solver.clauses,
            conflicts: solver.conflicts,
            steps: solver.steps() + terms.len() as u64 + STEPS_OF_A_STATE * visited,
        };
        self.elsewhere.and(own)
    }

    /// Whether a condition holds in the model of an earlier question.
    pub(crate) fn is_shown(&mut self, terms: &Terms, condition: TermId) -> bool {
        self.models.show(terms, condition)
    }

    /// Keeps the model of the last question.
    pub(crate) fn keep_model(&mut self, terms: &Terms) {
        let model = self.solver.model(terms).clone();
        self.models.keep(model);
    }

    /// Tells how far the run is, and whether it goes on, after so many states were executed.
    pub(crate) fn look_at_the_clock(&mut self, visited: u64) -> Result<(), Reason> {
        let progress = Progress { states: visited, transitions: visited, ..Progress::default() };
        self.cx.report(&progress)
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
        let spent = self.cost(terms, visited).steps;
        let mut stopped = None;
        let cx = &mut *self.cx;
        let mut interrupt = || match cx.report(&progress) {
            Ok(()) => false,
            Err(reason) => {
                stopped = Some(reason);
                true
            }
        };
        let steps = (self.limit != u64::MAX).then(|| self.limit.saturating_sub(spent));
        let limits = Limits { conflicts, steps, memory: None, interrupt: Some(&mut interrupt) };
        let answer = self.solver.check_within(terms, question, limits);
        stopped.map_or(Ok(answer), Err)
    }
}

impl Drop for Queries<'_, '_> {
    fn drop(&mut self) {
        let solver = std::mem::take(&mut self.solver);
        release(solver.statistics().clauses as usize, solver);
    }
}
