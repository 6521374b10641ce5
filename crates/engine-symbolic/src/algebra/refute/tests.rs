//! What is refuted is refuted by the solver, too.

use crate::algebra::refute::{Algebra, WASTE, WORK};
use crate::queries::Queries;
use tribunal_engine::{Budget, Context, Limit, Observer, Progress, Reason};
use tribunal_solver::{Answer, Rules, Solver, Sort, TermId, Terms};

/// Whether algebra refutes a conjunction.
fn refute(terms: &mut Terms, question: &[TermId]) -> bool {
    let mut silent = ();
    let budget = Budget { memory: 1 << 30, depth: 1 << 30 };
    let mut context = Context::new(budget, &mut silent);
    let mut queries = Queries::new(Rules::All, u64::MAX, &mut context);
    let refuted = Algebra::default().refute(terms, &mut queries, 0, question);
    refuted.unwrap_or_else(|_| panic!("not interrupted"))
}

/// Somebody who has no more time.
struct Impatient;

impl Observer for Impatient {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        Err(Reason::Budget(Limit::Time))
    }
}

/// A product that is not what it is compared with, of many terms.
fn hard(terms: &mut Terms) -> TermId {
    let x = terms.variable("x", Sort::BitVec(32));
    let mut product = x;
    for index in 0..200 {
        let next = terms.variable(&format!("x{index}"), Sort::BitVec(32));
        let mixed = terms.bit_xor(product, next);
        product = terms.mul(mixed, x);
    }
    let seven = terms.number(7, 32);
    terms.ult(product, seven)
}

#[test]
fn what_helps_nobody_is_given_up_and_stops_in_time() {
    let mut terms = Terms::new();
    let question = [hard(&mut terms)];
    let budget = Budget { memory: 1 << 30, depth: 1 << 30 };
    let mut impatient = Impatient;
    let mut context = Context::new(budget, &mut impatient);
    let mut queries = Queries::new(Rules::All, u64::MAX, &mut context);
    let mut algebra = Algebra::default();
    let stopped = algebra.refute(&mut terms, &mut queries, 0, &question);
    assert_eq!(stopped, Err(Reason::Budget(Limit::Time)));
    let mut silent = ();
    let mut context = Context::new(budget, &mut silent);
    let mut queries = Queries::new(Rules::All, u64::MAX, &mut context);
    let mut algebra = Algebra::default();
    assert_eq!(algebra.refute(&mut terms, &mut queries, 0, &question), Ok(false));
    let once = algebra.wasted;
    assert!(200 < once && once < WORK, "{once}");
    while algebra.wasted < WASTE {
        let before = algebra.wasted;
        assert_eq!(algebra.refute(&mut terms, &mut queries, 0, &question), Ok(false));
        assert!(before < algebra.wasted);
    }
    assert_eq!(algebra.refute(&mut terms, &mut queries, 0, &question), Ok(false));
    assert_eq!(algebra.wasted, WASTE);
}

struct Random(u64);

impl Random {
    /// Marsaglia, Xorshift RNGs, Journal of Statistical Software, 2003.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn pick(&mut self, from: &[TermId]) -> TermId {
        from[self.below(from.len() as u64) as usize]
    }

    /// A number of `width` bits made from others.
    fn number(&mut self, terms: &mut Terms, vars: &[TermId], width: u32, depth: u32) -> TermId {
        if depth == 0 || self.below(6) == 0 {
            return match self.below(4) {
                0 => terms.number(self.below(8).into(), width),
                _ => self.pick(vars),
            };
        }
        let [a, b] = [(); 2].map(|()| self.number(terms, vars, width, depth - 1));
        match self.below(9) {
            0..3 => terms.add(a, b),
            3 => terms.sub(a, b),
            4..6 => terms.mul(a, b),
            6 => {
                let condition = self.condition(terms, vars, width, 0);
                terms.ite(condition, a, b)
            }
            7 => {
                let narrow = terms.extract(a, width - 2, 0);
                let sum = terms.add(narrow, narrow);
                if self.below(2) == 0 {
                    terms.sign_extend(sum, width)
                } else {
                    terms.zero_extend(sum, width)
                }
            }
            _ => terms.udiv(a, b),
        }
    }

    fn condition(&mut self, terms: &mut Terms, vars: &[TermId], width: u32, depth: u32) -> TermId {
        let [a, b] = [(); 2].map(|()| self.number(terms, vars, width, depth));
        match self.below(5) {
            0 => terms.ult(a, b),
            1 => terms.slt(a, b),
            2 => terms.ule(a, b),
            3 => terms.ne(a, b),
            _ => terms.eq(a, b),
        }
    }
}

#[test]
fn what_is_refuted_has_no_model() {
    let mut random = Random(99);
    let (mut refuted, mut unsatisfiable) = (0, 0);
    for _ in 0..400 {
        let width = 3 + random.below(2) as u32;
        let names = ["a", "b", "c"];
        let mut terms = Terms::with_rules(Rules::All);
        let terms = &mut terms;
        let vars = names.map(|it| terms.variable(it, Sort::BitVec(width)));
        let mut question = Vec::new();
        for _ in 0..1 + random.below(3) {
            let side = random.number(terms, &vars, width, 3);
            let other = random.pick(&vars);
            question.push(terms.eq(other, side));
        }
        for _ in 0..random.below(3) {
            question.push(random.condition(terms, &vars, width, 1));
        }
        let goals = [(); 2].map(|()| {
            let [a, b] = [(); 2].map(|()| random.number(terms, &vars, width, 2));
            terms.eq(a, b)
        });
        // Sometimes a consequence: what is equal may be scaled, or one of two holds.
        let goal = match random.below(3) {
            0 => terms.and(goals[0], question[0]),
            1 => question[0],
            _ => goals[0],
        };
        question.push(terms.not(goal));
        let answer = refute(terms, &question);
        let found = Solver::new().check(terms, &question);
        assert!(!answer || found == Answer::Unsat, "{question:?} has a model");
        refuted += u32::from(answer);
        unsatisfiable += u32::from(found == Answer::Unsat);
    }
    assert!(100 < refuted && refuted <= unsatisfiable, "{refuted} of {unsatisfiable}");
}

#[test]
fn consequences_are_found() {
    let mut terms = Terms::with_rules(Rules::All);
    let terms = &mut terms;
    let [i, n, s] = ["i", "n", "s"].map(|it| terms.variable(it, Sort::BitVec(32)));
    let one = terms.number(1, 32);
    let two = terms.number(2, 32);
    let before = terms.sub(i, one);
    let (product, double) = (terms.mul(i, before), terms.mul(two, s));
    let sum = terms.eq(double, product);
    // i is above n, but not above n + 1, and n is not the greatest number.
    let next = terms.add(n, one);
    let (above, not_above) = (terms.slt(n, i), terms.sle(i, next));
    let most = terms.slt(n, next);
    let product = terms.mul(n, next);
    let goal = terms.ne(double, product);
    assert!(refute(terms, &[sum, above, not_above, most, goal]));
    assert!(!refute(terms, &[sum, above, most, goal]));
    assert!(!refute(terms, &[above, not_above, most, goal]));
}
