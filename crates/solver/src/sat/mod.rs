//! Propositional satisfiability: what the bit-blaster needs of a SAT solver, and the one we ship.

mod cadical;
mod checked;
mod rup;

use std::ops::Not;

pub use self::cadical::Cadical;
pub use self::checked::Checked;
pub use self::rup::Checker;

/// A propositional variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(i32);

impl Literal {
    /// The variable of this number, counted from 1.
    ///
    /// # Panics
    /// If there are more than 2^31 variables, or the number is 0.
    #[must_use]
    pub fn positive(number: u32) -> Self {
        assert!(0 < number, "variables should be counted from 1");
        Self(i32::try_from(number).expect("there should be fewer than 2^31 variables"))
    }

    /// The number of the variable.
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Whether this is a negated variable.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// As DIMACS spells it.
    #[must_use]
    pub fn dimacs(self) -> i32 {
        self.0
    }
}

impl Not for Literal {
    type Output = Self;
    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// A limit was reached, or the formula is beyond the solver.
    Unknown,
}

/// What a question may spend.
#[derive(Default)]
pub struct Limits<'a> {
    /// How many conflicts the SAT solver may run into.
    pub conflicts: Option<u64>,
    /// How many steps it may take ([`Statistics::steps`]), or a little more.
    pub steps: Option<u64>,
    /// How many bytes the clauses may take, by estimate, before the question is refused.
    pub memory: Option<u64>,
    /// Asked again and again, about fifty times a second, on the caller's thread; true ends the search.
    pub interrupt: Option<&'a mut dyn FnMut() -> bool>,
}

/// How large a formula is and what it has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Propositional variables.
    pub variables: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Literals in those.
    pub literals: u64,
    /// Clauses learned, which is one for each conflict that taught something.
    pub conflicts: u64,
    /// Questions asked.
    pub checks: u64,
    /// How often the search went on after unit propagation: decisions and conflicts, to the nearest ten.
    pub rounds: u64,
    /// Clauses that a checker of refutations has looked at.
    pub examined: u64,
}

/// How many steps a round takes, on average over formulas of programs: almost all is unit propagation.
const STEPS_OF_A_ROUND: u64 = 4;

/// How many rounds there are in some steps.
pub(crate) fn rounds_in(steps: u64) -> u64 {
    steps / STEPS_OF_A_ROUND
}

/// How many clauses a checker looks at in a step.
const EXAMINED_IN_A_STEP: u64 = 20;

impl Statistics {
    /// Bytes that the clauses and variables take in a SAT solver, by rule of thumb.
    #[must_use]
    pub fn memory(&self) -> u64 {
        200 * self.variables + 48 * self.clauses + 4 * self.literals
    }

    /// What all of it has cost, in steps of a few microseconds that are counted, not measured.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.clauses + STEPS_OF_A_ROUND * self.rounds + self.examined / EXAMINED_IN_A_STEP
    }
}

/// An incremental SAT solver.
pub trait Sat: Send {
    /// Adds a clause, for good.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Whether the clauses and the assumptions have a model.
    fn solve(&mut self, assumptions: &[Literal], limits: Limits<'_>) -> Answer;

    /// The value of a literal in the model; after [`Answer::Sat`], before the next clause or question.
    fn value(&self, literal: Literal) -> bool;

    /// Whether an assumption was needed; after [`Answer::Unsat`], before the next clause or question.
    fn is_failed(&self, assumption: Literal) -> bool;

    /// Size and cost.
    fn statistics(&self) -> Statistics;
}
