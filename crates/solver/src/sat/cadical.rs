//! CaDiCaL in process (Biere, Faller, Fazekas, Fleury, Froleyks & Pollitt, CaDiCaL 2.0, CAV 2024; this is version 1.9.5).
//!
//! The binding wants callbacks that live as long as the solver, while callers hand in closures that borrow. So
//! a question that may be interrupted first gets a few conflicts on the caller's thread, which most questions do not use
//! up; then it goes on in a thread of its own while the caller's thread polls the closure.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Answer, Limits, Literal, Sat, Statistics, rounds_in};

/// Conflicts before a question moves to a thread.
const FIRST_CONFLICTS: u64 = 300;

/// Formulas with more clauses move at once.
const LARGE: u64 = 300_000;

/// CaDiCaL asks whether to stop once in so many rounds (its option `terminateint`).
const ROUNDS_BETWEEN_QUESTIONS: u64 = 10;

/// How long the caller's thread sleeps between two looks at the closure.
const PERIOD: Duration = Duration::from_millis(20);

/// The SAT solver CaDiCaL.
pub struct Cadical {
    solver: cadical::Solver<Watch>,
    stop: Arc<AtomicBool>,
    learned: Arc<AtomicU64>,
    rounds: Arc<Rounds>,
    clauses: Clauses,
    statistics: Statistics,
}

/// How often the search went on, and how often it may.
#[derive(Default)]
struct Rounds {
    count: AtomicU64,
    most: AtomicU64,
}

/// The clauses that were learned, one after the other, each with a 0 behind; if somebody wants them.
type Clauses = Option<Arc<Mutex<Vec<i32>>>>;

/// What CaDiCaL calls while it searches.
struct Watch {
    stop: Arc<AtomicBool>,
    learned: Arc<AtomicU64>,
    rounds: Arc<Rounds>,
    clauses: Clauses,
}

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        let Rounds { count, most } = &*self.rounds;
        let before = count.fetch_add(ROUNDS_BETWEEN_QUESTIONS, Ordering::Relaxed);
        most.load(Ordering::Relaxed) <= before || self.stop.load(Ordering::Relaxed)
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, clause: &[i32]) {
        self.learned.fetch_add(1, Ordering::Relaxed);
        if let Some(Ok(mut clauses)) = self.clauses.as_ref().map(|it| it.lock()) {
            clauses.extend(clause);
            clauses.push(0);
        }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl Cadical {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self::with(cadical::Solver::new(), None)
    }

    /// A solver without clauses that learns by nothing but conflicts, and remembers what it has learned.
    ///
    /// # Panics
    /// If CaDiCaL does not know itself.
    pub(super) fn recording() -> Self {
        let solver = cadical::Solver::with_config("plain");
        let solver = solver.expect("CaDiCaL should know how to do without preprocessing");
        Self::with(solver, Some(Arc::default()))
    }

    fn with(mut solver: cadical::Solver<Watch>, clauses: Clauses) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let learned = Arc::new(AtomicU64::new(0));
        let rounds = Arc::new(Rounds::default());
        solver.set_callbacks(Some(Watch {
            stop: Arc::clone(&stop),
            learned: Arc::clone(&learned),
            rounds: Arc::clone(&rounds),
            clauses: clauses.clone(),
        }));
        Self { solver, stop, learned, rounds, clauses, statistics: Statistics::default() }
    }

    /// What was learned since the last time.
    pub(super) fn take_learned(&mut self) -> Vec<i32> {
        let clauses = self.clauses.as_ref().and_then(|it| it.lock().ok());
        clauses.map(|mut it| std::mem::take(&mut *it)).unwrap_or_default()
    }

    fn run(&mut self, assumptions: &[Literal], conflicts: Option<u64>) -> Answer {
        let limit = conflicts.map_or(-1, |it| i32::try_from(it).unwrap_or(i32::MAX));
        self.solver.set_limit("conflicts", limit).expect("CaDiCaL should know this limit");
        match self.solver.solve_with(assumptions.iter().map(|it| it.dimacs())) {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None => Answer::Unknown,
        }
    }

    fn run_in_thread(
        &mut self,
        assumptions: &[Literal],
        conflicts: Option<u64>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Answer {
        let stop = Arc::clone(&self.stop);
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let answer = self.run(assumptions, conflicts);
                // The receiver is gone only if the caller panics.
                let _ = sender.send(answer);
            });
            loop {
                match receiver.recv_timeout(PERIOD) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Timeout) if interrupt() => {
                        stop.store(true, Ordering::Relaxed)
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Answer::Unknown,
                }
            }
        })
    }
}

impl Sat for Cadical {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.statistics.clauses += 1;
        self.statistics.literals += clause.len() as u64;
        let largest = clause.iter().map(|it| u64::from(it.variable())).max().unwrap_or(0);
        self.statistics.variables = self.statistics.variables.max(largest);
        self.solver.add_clause(clause.iter().map(|it| it.dimacs()));
    }

    fn solve(&mut self, assumptions: &[Literal], limits: Limits<'_>) -> Answer {
        self.statistics.checks += 1;
        self.stop.store(false, Ordering::Relaxed);
        let Limits { conflicts, steps, memory, interrupt } = limits;
        let most = steps.map_or(u64::MAX, |it| self.statistics().rounds + rounds_in(it));
        self.rounds.most.store(most, Ordering::Relaxed);
        if memory.is_some_and(|it| it < self.statistics.memory()) {
            return Answer::Unknown;
        }
        let Some(interrupt) = interrupt else { return self.run(assumptions, conflicts) };
        if interrupt() {
            return Answer::Unknown;
        }
        if LARGE < self.statistics.clauses {
            return self.run_in_thread(assumptions, conflicts, interrupt);
        }
        let first = conflicts.map_or(FIRST_CONFLICTS, |it| it.min(FIRST_CONFLICTS));
        match self.run(assumptions, Some(first)) {
            Answer::Unknown if Some(first) != conflicts => {
                self.run_in_thread(assumptions, conflicts.map(|it| it - first), interrupt)
            }
            answer => answer,
        }
    }

    fn value(&self, literal: Literal) -> bool {
        let variable = Literal::positive(literal.variable());
        // A variable that no clause mentions may have either value.
        self.solver.value(variable.dimacs()).unwrap_or(false) != literal.is_negative()
    }

    fn is_failed(&self, assumption: Literal) -> bool {
        self.solver.failed(assumption.dimacs())
    }

    fn statistics(&self) -> Statistics {
        let conflicts = self.learned.load(Ordering::Relaxed);
        let rounds = self.rounds.count.load(Ordering::Relaxed);
        Statistics { conflicts, rounds, ..self.statistics }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Cadical, Limits, Literal, Sat};

    /// One pigeon more than holes.
    fn pigeons(holes: u32) -> Cadical {
        let mut sat = Cadical::new();
        let is_in = |pigeon: u32, hole: u32| Literal::positive(1 + pigeon * holes + hole);
        for pigeon in 0..=holes {
            let somewhere: Vec<_> = (0..holes).map(|hole| is_in(pigeon, hole)).collect();
            sat.add_clause(&somewhere);
            for other in 0..pigeon {
                for hole in 0..holes {
                    sat.add_clause(&[!is_in(pigeon, hole), !is_in(other, hole)]);
                }
            }
        }
        sat
    }

    #[test]
    fn questions_can_be_interrupted_and_asked_again() {
        let mut sat = pigeons(7);
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            true
        };
        let limits = Limits { interrupt: Some(&mut stop), ..Limits::default() };
        assert_eq!(sat.solve(&[], limits), Answer::Unknown);
        assert_eq!(asked, 1);
        let limits = Limits { interrupt: Some(&mut || false), ..Limits::default() };
        assert_eq!(sat.solve(&[], limits), Answer::Unsat);
        assert!(0 < sat.statistics().conflicts);
    }

    #[test]
    fn a_search_is_interrupted_in_the_middle() {
        let mut sat = pigeons(14);
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            3 < asked
        };
        let limits = Limits { interrupt: Some(&mut stop), ..Limits::default() };
        assert_eq!(sat.solve(&[], limits), Answer::Unknown);
    }

    #[test]
    fn limits_are_obeyed() {
        let mut sat = pigeons(12);
        let limits = Limits { conflicts: Some(50), ..Limits::default() };
        assert_eq!(sat.solve(&[], limits), Answer::Unknown);
        let limits = Limits { memory: Some(1000), ..Limits::default() };
        assert_eq!(sat.solve(&[], limits), Answer::Unknown);
    }

    #[test]
    fn steps_are_counted_alike_each_time() {
        let steps = || {
            let mut sat = pigeons(12);
            let limits = Limits { steps: Some(20_000), ..Limits::default() };
            assert_eq!(sat.solve(&[], limits), Answer::Unknown);
            sat.statistics().steps()
        };
        let first = steps();
        assert!((20_000..24_000).contains(&first), "{first}");
        assert_eq!(steps(), first);
    }
}
