//! A walk over the program, and a solver that is asked about what it meets.

use crate::algebra::refute::Algebra;
use crate::queries::{CHEAP, Cost, Queries};
use crate::walk::cuts::CutPoints;
use crate::walk::{Arrival, Explorer};
use tribunal_engine::{Progress, Reason};
use tribunal_solver::{Answer, TermId};

/// How many states are executed between two looks at the clock, and how many terms are made.
const STRIDE: u64 = 32;
const TERMS: usize = 2_000;

/// A walk with a solver.
pub(crate) struct Unrolling<'a, 'c, 'x, C> {
    pub(crate) explorer: Explorer<'a, C>,
    pub(crate) queries: Queries<'c, 'x>,
    /// What is known of polynomials.
    pub(crate) algebra: Algebra,
    /// How many states may be executed.
    pub(crate) most: u64,
    /// How many terms there were at the last look at the clock.
    looked: usize,
}

/// Why a walk pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// Everything up to the bound was executed, or as much as may be.
    Done,
    /// As many states were executed as was asked for.
    Look,
}

impl<'a, 'c, 'x, C: CutPoints> Unrolling<'a, 'c, 'x, C> {
    /// A walk of which at most so many states are executed.
    pub(crate) fn new(explorer: Explorer<'a, C>, queries: Queries<'c, 'x>, most: u64) -> Self {
        Self { explorer, queries, algebra: Algebra::default(), most, looked: 0 }
    }

    /// Executes everything up to the bound, but pauses where so many states were executed.
    pub(crate) fn walk(&mut self, look: u64) -> Result<Pause, Reason> {
        while let Some(arrival) = self.explorer.next() {
            let state = match arrival {
                Arrival::Ready(state) => state,
                Arrival::Unchecked(state) => {
                    let guard = self.explorer.machine.guards.all(state.guard);
                    match self.can_be(guard, Some(CHEAP))? {
                        Answer::Unsat => continue,
                        Answer::Sat | Answer::Unknown => state,
                    }
                }
            };
            self.explorer.execute(state);
            let visited = self.explorer.machine.visited;
            if self.is_exhausted() {
                return Ok(Pause::Done);
            }
            let terms = self.explorer.machine.terms.len();
            if visited.is_multiple_of(STRIDE) || self.looked + TERMS < terms {
                self.looked = terms;
                let progress = self.progress();
                self.queries.cx.report(&progress)?;
            }
            if look <= visited {
                return Ok(Pause::Look);
            }
        }
        Ok(Pause::Done)
    }

    /// Whether no more may be spent.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.most <= self.explorer.machine.visited || self.queries.limit <= self.cost().steps
    }

    /// What was spent so far.
    pub(crate) fn cost(&self) -> Cost {
        let machine = &self.explorer.machine;
        self.queries.cost(&machine.terms, machine.visited)
    }

    /// How far it is.
    pub(crate) fn progress(&self) -> Progress {
        let machine = &self.explorer.machine;
        let own = 150 * machine.terms.len() + 24 * machine.guards.len();
        Progress {
            states: machine.visited,
            transitions: machine.visited,
            depth: self.explorer.deepest.into(),
            memory_bytes: own as u64 + self.queries.solver.statistics().memory(),
        }
    }

    /// Asks the solver whether all of these Bools can be true.
    pub(crate) fn ask(
        &mut self,
        question: &[TermId],
        conflicts: Option<u64>,
    ) -> Result<Answer, Reason> {
        let machine = &mut self.explorer.machine;
        self.queries.ask(&mut machine.terms, machine.visited, question, conflicts)
    }

    /// Whether a condition can hold.
    pub(crate) fn can_be(
        &mut self,
        condition: TermId,
        conflicts: Option<u64>,
    ) -> Result<Answer, Reason> {
        if self.queries.is_shown(&self.explorer.machine.terms, condition) {
            return Ok(Answer::Sat);
        }
        let answer = self.ask(&[condition], conflicts)?;
        if answer == Answer::Sat {
            self.queries.keep_model(&self.explorer.machine.terms);
        }
        Ok(answer)
    }

    /// Which of some conditions never hold. All are asked about at once, as long as one of them can hold.
    pub(crate) fn impossible(&mut self, conditions: &[TermId]) -> Result<Vec<bool>, Reason> {
        let mut is_impossible = vec![false; conditions.len()];
        let mut open: Vec<usize> = (0..conditions.len()).collect();
        while !open.is_empty() {
            self.drop_shown(&mut open, conditions);
            let any = open.iter().map(|it| conditions[*it]);
            let any = self.explorer.machine.terms.any(any);
            match self.can_be(any, None)? {
                Answer::Sat => {
                    // At least one of them holds in the model that was found.
                    let before = open.len();
                    self.drop_shown(&mut open, conditions);
                    if open.len() == before {
                        return Ok(is_impossible);
                    }
                }
                Answer::Unsat => {
                    self.exclude(any);
                    open.drain(..).for_each(|it| is_impossible[it] = true);
                }
                Answer::Unknown => return Ok(is_impossible),
            }
        }
        Ok(is_impossible)
    }

    /// Leaves out the conditions that hold in a model that is known.
    fn drop_shown(&mut self, open: &mut Vec<usize>, conditions: &[TermId]) {
        let terms = &self.explorer.machine.terms;
        open.retain(|it| !self.queries.is_shown(terms, conditions[*it]));
    }

    /// Remembers that something is impossible.
    pub(crate) fn exclude(&mut self, term: TermId) {
        let terms = &mut self.explorer.machine.terms;
        let not = terms.not(term);
        self.queries.solver.assert(terms, not);
    }

    /// Whether a conjunction is found to be unsatisfiable by algebra.
    pub(crate) fn refute(&mut self, question: &[TermId]) -> Result<bool, Reason> {
        let machine = &mut self.explorer.machine;
        self.algebra.refute(&mut machine.terms, &mut self.queries, machine.visited, question)
    }

    /// Whether algebra refutes each of some conditions by itself, given something else.
    pub(crate) fn refute_each(
        &mut self,
        conditions: &[TermId],
        given: &[TermId],
    ) -> Result<bool, Reason> {
        for condition in conditions {
            if !self.refute(&[&[*condition], given].concat())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether algebra may have something to say about a condition.
    pub(crate) fn is_hard(&mut self, condition: TermId) -> bool {
        self.algebra.is_hard(&self.explorer.machine.terms, condition)
    }
}
