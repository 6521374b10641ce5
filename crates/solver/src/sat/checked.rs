//! CaDiCaL, without belief: a refutation counts only after it was checked.

use super::rup::Checker;
use super::{Answer, Cadical, Limits, Literal, Sat, Statistics};

/// A SAT solver whose refutations are checked clause by clause. It is slower than [`Cadical`] alone, since clauses that are not learned from
/// conflicts have no place in such a proof, so that there is no preprocessing.
pub struct Checked {
    cadical: Cadical,
    checker: Checker,
    /// Clauses that were learned and not yet checked, each with a 0 behind.
    pending: Vec<i32>,
}

/// How many clauses are checked between two questions whether to stop.
const PERIOD: usize = 128;

/// How many clauses may be looked at for each that was learned.
const GRANT: u64 = 5_000;

impl Default for Checked {
    fn default() -> Self {
        Self::new()
    }
}

impl Checked {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        let (cadical, checker) = (Cadical::recording(), Checker::default());
        Self { cadical, checker, pending: Vec::new() }
    }

    /// Whether the assumptions contradict the clauses, with what was learned as far as it follows, within so many steps in all.
    fn is_refuted(
        &mut self,
        assumptions: &[Literal],
        most: u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> bool {
        let pending = std::mem::take(&mut self.pending);
        for (number, clause) in pending.split_inclusive(|it| *it == 0).enumerate() {
            if number.is_multiple_of(PERIOD) && (most <= self.statistics().steps() || is_over()) {
                return false;
            }
            self.checker.grant(GRANT);
            // What does not follow is not needed, or else missed in the end.
            self.checker.learn(&clause[..clause.len() - 1]);
        }
        let assumed: Vec<i32> = assumptions.iter().map(|it| it.dimacs()).collect();
        self.checker.refutes(&assumed)
    }
}

impl Sat for Checked {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.cadical.add_clause(clause);
        let clause: Vec<i32> = clause.iter().map(|it| it.dimacs()).collect();
        self.checker.add(&clause);
    }

    fn solve(&mut self, assumptions: &[Literal], limits: Limits<'_>) -> Answer {
        let Limits { conflicts, steps, memory, mut interrupt } = limits;
        let most = steps.map_or(u64::MAX, |it| self.statistics().steps().saturating_add(it));
        let limits = Limits {
            conflicts,
            steps,
            memory,
            interrupt: match &mut interrupt {
                Some(interrupt) => Some(&mut **interrupt),
                None => None,
            },
        };
        let answer = self.cadical.solve(assumptions, limits);
        self.pending.extend(self.cadical.take_learned());
        match answer {
            Answer::Unsat => {
                let mut never = || false;
                let is_over = interrupt.unwrap_or(&mut never);
                let is_refuted = self.is_refuted(assumptions, most, is_over);
                if is_refuted { Answer::Unsat } else { Answer::Unknown }
            }
            answer => answer,
        }
    }

    fn value(&self, literal: Literal) -> bool {
        self.cadical.value(literal)
    }

    fn is_failed(&self, assumption: Literal) -> bool {
        self.cadical.is_failed(assumption)
    }

    fn statistics(&self) -> Statistics {
        Statistics { examined: self.checker.examined(), ..self.cadical.statistics() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Checked, Limits, Literal, Sat};

    #[test]
    fn what_cadical_refutes_is_refuted() {
        let mut seed = 7u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        let (mut sat, mut unsat) = (0, 0);
        for _ in 0..60 {
            let mut solver = Checked::new();
            let mut literal = || {
                let variable = Literal::positive(1 + random(25));
                if random(2) == 0 { variable } else { !variable }
            };
            for round in 0..3 {
                for _ in 0..40 {
                    solver.add_clause(&[literal(), literal(), literal()]);
                }
                let assumptions = [literal(), literal()];
                match solver.solve(&assumptions, Limits::default()) {
                    Answer::Sat => sat += 1,
                    Answer::Unsat => unsat += 1,
                    Answer::Unknown => panic!("round {round}: a refutation was not believed"),
                }
            }
        }
        assert!(30 < sat && 30 < unsat, "{sat} {unsat}");
    }

    #[test]
    fn a_refutation_that_does_not_follow_is_not_believed() {
        let mut solver = Checked::new();
        let x = Literal::positive(1);
        solver.add_clause(&[x, !x]);
        solver.pending = vec![1, 0, -1, 0];
        assert!(!solver.is_refuted(&[], u64::MAX, &mut || false));
    }
}
