//! Attempts to refute a proof by execution: runs of the program on the reference semantics, on chosen inputs.
//!
//! Where a program leaves little open, all its runs are executed, which proves again, by other means, what an engine has proved.
//! Otherwise runs are sampled; inputs are taken from the constants of the program, their neighbours, the ends of the ranges, and
//! by chance, in the manner of Claessen & Hughes, QuickCheck, ICFP 2000. A sample proves nothing, but shares no code with any engine: a fault
//! that makes an engine blind to what happens in every other run will not live long.

use crate::explore::PATIENCE;
use tribunal_engine::{Chosen, End, Step, Trace};
use tribunal_exec::{
    Oracle, State, View, apply_with, initial, is_valid_end, moves_too_much, steps,
};
use tribunal_ir::{Expr, IntShape, Program, PropId, PropertyKind};

/// What may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Steps, of all runs together.
    pub steps: u64,
    /// Runs.
    pub runs: u64,
    /// Steps of the solver, to follow all runs at once.
    pub formulas: u64,
}

impl Effort {
    /// Runs are executed, and that is all.
    #[must_use]
    pub const fn of_runs(steps: u64, runs: u64) -> Self {
        Self { steps, runs, formulas: 0 }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    /// A run violates a property.
    Refuted(PropId, Trace),
    /// None does, and these are all.
    Complete {
        /// How many there are.
        runs: u64,
    },
    /// None of those that were tried does.
    Sampled {
        /// How many came to an end, or as far as could be afforded.
        runs: u64,
    },
}

/// How a run ended.
enum Ended {
    Violation(PropId, Trace),
    Over,
    /// It was too long, or would have moved too many bytes.
    Cut,
}

/// Looks for a run that violates one of the properties, until `go_on` says no.
pub fn trial(
    program: &Program,
    properties: &[PropId],
    effort: Effort,
    go_on: &mut dyn FnMut() -> bool,
) -> Trial {
    watched_trial(program, properties, effort, &mut |_| {}, go_on)
}

/// The same; each state is shown to somebody.
pub(crate) fn watched_trial(
    program: &Program,
    properties: &[PropId],
    effort: Effort,
    watch: &mut dyn FnMut(&State),
    go_on: &mut dyn FnMut() -> bool,
) -> Trial {
    let mut tester = Tester::new(program);
    let mut left = effort.steps;
    let mut runs = 0;
    let mut is_complete = true;
    while runs < effort.runs && 0 < left && go_on() {
        // The first run may be long; those after it are cut so that there can be several.
        let longest = if runs == 0 { left / 4 * 3 } else { left.min(effort.steps / 8) }.max(1);
        let (ended, spent) = run(program, properties, &mut tester, longest, watch, go_on);
        left = left.saturating_sub(spent.max(1));
        runs += 1;
        match ended {
            Ended::Violation(property, trace) => return Trial::Refuted(property, trace),
            Ended::Over => {}
            Ended::Cut => is_complete = false,
        }
        if !tester.next_run() {
            break;
        }
    }
    if is_complete && tester.is_exhausted() {
        Trial::Complete { runs }
    } else {
        Trial::Sampled { runs }
    }
}

fn run(
    program: &Program,
    properties: &[PropId],
    tester: &mut Tester,
    longest: u64,
    watch: &mut dyn FnMut(&State),
    go_on: &mut dyn FnMut() -> bool,
) -> (Ended, u64) {
    let mut state: State = initial(program);
    let (mut taken, mut choices): (Vec<Step>, Vec<Chosen>) = (Vec::new(), Vec::new());
    for spent in 0..longest {
        if spent.is_multiple_of(PATIENCE) && !go_on() {
            return (Ended::Cut, spent);
        }
        watch(&state);
        let possible = steps(program, &state);
        let step = match possible.as_slice() {
            [] => return (ended(program, properties, &state, taken, choices), spent),
            [only] => *only,
            several => several[tester.choose(several.len() as u64) as usize],
        };
        if moves_too_much(View::of_process(program, &state, step.process, false), step.edge) {
            return (Ended::Cut, spent);
        }
        let Some((next, effects)) = apply_with(program, state, &step, tester) else {
            return (Ended::Over, spent);
        };
        state = next;
        taken.push(step);
        choices.extend(effects.choices().cloned());
        let violated = effects.violations().map(|(it, _)| it).find(|it| properties.contains(it));
        if let Some(property) = violated {
            let trace = Trace { steps: taken, choices, end: End::Violation };
            return (Ended::Violation(property, trace), spent);
        }
    }
    (Ended::Cut, longest)
}

/// How a run ended after which nobody can move: perhaps where that must not be.
fn ended(
    program: &Program,
    properties: &[PropId],
    state: &State,
    steps: Vec<Step>,
    choices: Vec<Chosen>,
) -> Ended {
    let asks = |it: &&PropId| program.props[**it].kind == PropertyKind::EndStates;
    match properties.iter().find(asks) {
        Some(property) if !state.stopped && !is_valid_end(program, state) => {
            Ended::Violation(*property, Trace { steps, choices, end: End::Deadlock })
        }
        Some(_) | None => Ended::Over,
    }
}

/// Values of at most so many bits are tried one after the other.
const SMALL: u16 = 8;

/// So many bytes of an object are chosen, from its start.
const BYTES: u64 = 64;

/// Decides what a program leaves open.
struct Tester {
    /// The choices of the run at hand among a few: which, of how many.
    path: Vec<(u64, u64)>,
    /// How many of them were made.
    made: usize,
    /// Whether a choice was among too many to try all.
    is_open: bool,
    /// Whether all choices have been made in all ways.
    is_done: bool,
    /// The number of the run.
    number: u64,
    /// Values that the program mentions.
    pool: Vec<i128>,
    random: u64,
}

impl Tester {
    fn new(program: &Program) -> Self {
        let mut pool = vec![0, 1, -1, 2, i128::from(i32::MAX), i128::from(i32::MIN)];
        for (_, expr) in program.exprs.iter() {
            if let Expr::Const { value, .. } = expr {
                pool.extend([value - 1, *value, value + 1]);
            }
        }
        pool.sort_unstable();
        pool.dedup();
        Self {
            path: Vec::new(),
            made: 0,
            is_open: false,
            is_done: false,
            number: 0,
            pool,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Xorshift (Marsaglia, Journal of Statistical Software, 2003).
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// One of a few.
    fn choose(&mut self, count: u64) -> u64 {
        if self.is_open {
            return self.random() % count;
        }
        if self.made == self.path.len() {
            self.path.push((0, count));
        }
        self.made += 1;
        self.path[self.made - 1].0
    }

    /// Prepares the next run; false if there is none.
    fn next_run(&mut self) -> bool {
        self.number += 1;
        self.made = 0;
        if self.is_open {
            return true;
        }
        while let Some((which, count)) = self.path.pop() {
            if which + 1 < count {
                self.path.push((which + 1, count));
                return true;
            }
        }
        self.is_done = true;
        false
    }

    fn is_exhausted(&self) -> bool {
        self.is_done && !self.is_open
    }

    /// Any value; the first runs are given the same simple ones throughout.
    fn sample(&mut self) -> i128 {
        self.is_open = true;
        match (self.number, self.random() % 4) {
            (0, _) => 0,
            (1, _) => 1,
            (2, _) => -1,
            (_, 0) => i128::from(self.random()),
            (_, 1) => i128::from(self.random() % 16),
            _ => {
                let at = self.random() % self.pool.len() as u64;
                self.pool[at as usize]
            }
        }
    }
}

impl Oracle for Tester {
    fn value(&mut self, shape: IntShape) -> i128 {
        if shape.bits <= SMALL { self.choose(1 << shape.bits).into() } else { self.sample() }
    }

    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)> {
        if size == 0 {
            return Vec::new();
        }
        let mut bytes = Vec::new();
        for at in 0..size.min(BYTES) {
            bytes.push((at, self.sample() as u8));
        }
        bytes.retain(|(_, byte)| *byte != 0);
        bytes
    }
}
