//! The solver: assertions, questions, models, cores.

use rustc_hash::FxHashMap;

use crate::blast::Blaster;
use crate::eval::{Assignment, Value};
use crate::sat::{Answer, Cadical, Limits, Literal, Sat, Statistics};
use crate::term::{Node, Sort, TermId, Terms};

/// Formulas larger than this are not checked against their models even in debug builds.
const CHECKED: usize = 100_000;

/// An incremental solver for assertions over the terms of one [`Terms`], the same in every call.
pub struct Solver {
    blaster: Blaster,
    frames: Vec<Frame>,
    /// Assertions outside all frames, for checking models.
    asserted: Vec<TermId>,
    last: Last,
}

/// Assertions that hold until [`Solver::pop`], each guarded by the frame's literal.
struct Frame {
    guard: Literal,
    asserted: Vec<TermId>,
}

/// What is known of the last question.
enum Last {
    Nothing,
    /// The model is in the SAT solver.
    Sat,
    Model(Assignment),
    Core(Vec<TermId>),
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that stands on CaDiCaL.
    #[must_use]
    pub fn new() -> Self {
        Self::with_sat(Box::new(Cadical::new()))
    }

    /// A solver that stands on the given SAT solver, which has no clauses yet.
    #[must_use]
    pub fn with_sat(sat: Box<dyn Sat>) -> Self {
        Self {
            blaster: Blaster::new(sat),
            frames: Vec::new(),
            asserted: Vec::new(),
            last: Last::Nothing,
        }
    }

    /// The same solver, which compares the indices of reads that often before it leaves further reads to lemmas on demand.
    #[must_use]
    pub fn with_eager_reads(mut self, comparisons: usize) -> Self {
        self.blaster.eager = comparisons;
        self
    }

    /// Demands a Bool, until the frame it is in is popped.
    ///
    /// # Panics
    /// If the term is not a Bool.
    pub fn assert(&mut self, terms: &mut Terms, term: TermId) {
        assert_eq!(terms.sort(term), Sort::Bool, "only a Bool should be asserted");
        self.last = Last::Nothing;
        let guard = match self.frames.last_mut() {
            Some(frame) => {
                frame.asserted.push(term);
                Some(!frame.guard)
            }
            None => {
                self.asserted.push(term);
                None
            }
        };
        // Conjunctions are asserted one by one; a disjunction is one clause.
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match terms.node(term) {
                Node::And(a, b) => open.extend([b, a]),
                Node::Not(inner) if matches!(terms.node(inner), Node::And(..)) => {
                    let mut clause: Vec<_> = guard.into_iter().collect();
                    let mut conjuncts = vec![inner];
                    while let Some(term) = conjuncts.pop() {
                        match terms.node(term) {
                            Node::And(a, b) => conjuncts.extend([b, a]),
                            _ => clause.push(!self.blaster.literal(terms, term)),
                        }
                    }
                    self.blaster.clause(&clause);
                }
                _ => {
                    let literal = self.blaster.literal(terms, term);
                    let clause: Vec<_> = guard.into_iter().chain([literal]).collect();
                    self.blaster.clause(&clause);
                }
            }
        }
    }

    /// Opens a frame: what is asserted from now on holds until the matching [`Solver::pop`].
    pub fn push(&mut self) {
        self.last = Last::Nothing;
        let guard = self.blaster.fresh();
        self.frames.push(Frame { guard, asserted: Vec::new() });
    }

    /// Closes the innermost frame.
    ///
    /// # Panics
    /// If there is none.
    pub fn pop(&mut self) {
        self.last = Last::Nothing;
        let frame = self.frames.pop().expect("a frame should be open");
        self.blaster.clause(&[!frame.guard]);
    }

    /// Whether the assertions and assumptions have a model.
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Answer {
        self.check_within(terms, assumptions, Limits::default())
    }

    /// The same within limits.
    pub fn check_within(
        &mut self,
        terms: &mut Terms,
        assumptions: &[TermId],
        mut limits: Limits<'_>,
    ) -> Answer {
        self.last = Last::Nothing;
        let mut assumed: Vec<Literal> = self.frames.iter().map(|it| it.guard).collect();
        let mut meant: FxHashMap<Literal, TermId> = FxHashMap::default();
        for &term in assumptions {
            let literal = match &mut limits.interrupt {
                Some(interrupt) => self.blaster.literal_unless(terms, term, *interrupt),
                None => Some(self.blaster.literal(terms, term)),
            };
            let Some(literal) = literal else { return Answer::Unknown };
            match self.blaster.as_constant(literal) {
                Some(true) => {}
                Some(false) => {
                    self.last = Last::Core(vec![term]);
                    return Answer::Unsat;
                }
                None => {
                    if meant.insert(literal, term).is_none() {
                        assumed.push(literal);
                    }
                }
            }
        }
        match self.solve(terms, &assumed, limits) {
            Answer::Sat if self.blaster.is_incomplete => Answer::Unknown,
            Answer::Sat => {
                self.last = Last::Sat;
                if cfg!(debug_assertions) && terms.len() < CHECKED {
                    self.check_model(terms, assumptions);
                }
                Answer::Sat
            }
            Answer::Unsat => {
                let failed = assumed.iter().filter(|it| meant.contains_key(it));
                let failed = failed.filter(|it| self.blaster.sat().is_failed(**it));
                self.last = Last::Core(failed.map(|it| meant[it]).collect());
                Answer::Unsat
            }
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// Asks the SAT solver until its model respects the arrays.
    fn solve(&mut self, terms: &Terms, assumed: &[Literal], mut limits: Limits<'_>) -> Answer {
        let before = self.statistics();
        loop {
            let now = self.statistics();
            let (conflicts, steps) =
                (now.conflicts - before.conflicts, now.steps() - before.steps());
            let round = Limits {
                conflicts: limits.conflicts.map(|it| it.saturating_sub(conflicts)),
                steps: limits.steps.map(|it| it.saturating_sub(steps)),
                memory: limits.memory,
                interrupt: match &mut limits.interrupt {
                    Some(interrupt) => Some(&mut **interrupt),
                    None => None,
                },
            };
            let answer = self.blaster.sat_mut().solve(assumed, round);
            if answer != Answer::Sat || self.blaster.refine(terms) == 0 {
                return answer;
            }
        }
    }

    /// Evaluates everything demanded under the model.
    fn check_model(&mut self, terms: &Terms, assumptions: &[TermId]) {
        let mut model = self.blaster.model(terms);
        let framed = self.frames.iter().flat_map(|it| &it.asserted);
        for &term in self.asserted.iter().chain(framed).chain(assumptions) {
            assert!(model.eval(terms, term).as_bool(), "{term:?} should hold in the model");
        }
        self.last = Last::Model(model);
    }

    /// The model: values of all variables; after [`Answer::Sat`], before the next assertion or question.
    ///
    /// # Panics
    /// If there is no model.
    pub fn model(&mut self, terms: &Terms) -> &mut Assignment {
        if matches!(self.last, Last::Sat) {
            self.last = Last::Model(self.blaster.model(terms));
        }
        match &mut self.last {
            Last::Model(model) => model,
            _ => panic!("only a satisfiable formula should be asked for its model"),
        }
    }

    /// The value of any term in the model.
    ///
    /// # Panics
    /// If there is no model.
    pub fn value(&mut self, terms: &Terms, term: TermId) -> Value {
        self.model(terms).eval(terms, term)
    }

    /// Assumptions of the last question that are unsatisfiable together with the assertions; after [`Answer::Unsat`].
    ///
    /// # Panics
    /// If the last answer was another.
    #[must_use]
    pub fn core(&self) -> &[TermId] {
        match &self.last {
            Last::Core(core) => core,
            _ => panic!("only an unsatisfiable formula should be asked for a core"),
        }
    }

    /// Size and cost of the formula.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.blaster.sat().statistics()
    }
}
