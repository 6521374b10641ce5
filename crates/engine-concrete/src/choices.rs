//! What a program leaves open, decided in a manner that the number of the run tells.

use std::rc::Rc;
use tribunal_engine::Step;
use tribunal_exec::Oracle;
use tribunal_ir::{Expr, IntShape, Program};

/// So many bytes of an object are chosen, from its start.
const BYTES: u64 = 64;

/// Decides what a program leaves open.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// Numbers that the program mentions, and their neighbours.
    pool: Rc<[i128]>,
    number: u64,
    random: u64,
    /// Who moved last.
    last: Option<u32>,
    /// Who goes before whom.
    ranks: Vec<u64>,
    /// After how many steps among several whoever moves then has to stand back.
    changes: [u64; 3],
    steps: u64,
    was_asked: bool,
}

impl Choices {
    pub(super) fn new(program: &Program) -> Self {
        let mut pool = vec![0, 1, -1, 2, i128::from(i32::MAX), i128::from(i32::MIN)];
        for (_, expr) in program.exprs.iter() {
            if let Expr::Const { value, .. } = expr {
                pool.extend([value.wrapping_sub(1), *value, value.wrapping_add(1)]);
            }
        }
        pool.sort_unstable();
        pool.dedup();
        Self {
            pool: pool.into(),
            number: 0,
            random: 0,
            last: None,
            ranks: Vec::new(),
            changes: [0; 3],
            steps: 0,
            was_asked: false,
        }
    }

    /// That of a run, which is likely to be as long as this.
    pub(super) fn of_run(&self, number: u64, length: u64) -> Self {
        let random = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * number + 1);
        let mut choices = Self { number, random, ..self.clone() };
        choices.changes = [0; 3].map(|_| choices.random() % length.max(16));
        choices
    }

    /// Whether anything was left open.
    pub(super) fn was_asked(&self) -> bool {
        self.was_asked
    }

    /// Xorshift (Marsaglia, Journal of Statistical Software, 2003).
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 3
    }

    /// Any value; the first runs are given the same simple ones throughout, some others small ones alone.
    fn sample(&mut self) -> i128 {
        self.was_asked = true;
        match (self.number, self.number % 3, self.random() % 4) {
            (0, ..) => 0,
            (1, ..) => 1,
            (2, ..) => -1,
            (_, 0, _) | (_, _, 1) => i128::from(self.random() % 16),
            (_, 1, _) | (_, _, 0) => i128::from(self.random()),
            _ => {
                let at = self.random() % self.pool.len() as u64;
                self.pool[at as usize]
            }
        }
    }

    /// One of the steps that are possible.
    pub(super) fn step(&mut self, possible: &[Step]) -> Option<Step> {
        let (first, last) = (possible.first()?, possible.last()?);
        if possible.len() == 1 {
            return Some(*first);
        }
        self.was_asked = true;
        let again = possible.iter().find(|it| Some(it.process) == self.last);
        let any = possible[(self.random() % possible.len() as u64) as usize];
        let step = match (self.number, self.number % 8) {
            (0, _) => *first,
            (1, _) => *last,
            // For one step, or for a while.
            (_, 0) => any,
            (_, 1) => *again.filter(|_| !self.random.is_multiple_of(16)).unwrap_or(&any),
            _ => self.first_in_rank(possible)?,
        };
        self.last = Some(step.process);
        Some(step)
    }

    /// A step of the process that goes before the others. A few times, it has to stand back from then on (Burckhardt et al., A randomized scheduler with
    /// probabilistic guarantees of finding bugs, ASPLOS 2010).
    fn first_in_rank(&mut self, possible: &[Step]) -> Option<Step> {
        let most = possible.iter().map(|it| it.process as usize + 1).max()?;
        while self.ranks.len() < most {
            let rank = 1000 + self.random();
            self.ranks.push(rank);
        }
        let leader = possible.iter().max_by_key(|it| self.ranks[it.process as usize])?.process;
        self.steps += 1;
        if self.changes.contains(&self.steps) {
            self.ranks[leader as usize] = 1000_u64.saturating_sub(self.steps);
        }
        let own: Vec<Step> = possible.iter().filter(|it| it.process == leader).copied().collect();
        Some(own[(self.random() % own.len() as u64) as usize])
    }
}

impl Oracle for Choices {
    fn value(&mut self, shape: IntShape) -> i128 {
        shape.wrap(self.sample())
    }

    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)> {
        if size == 0 {
            return Vec::new();
        }
        let mut bytes: Vec<(u64, u8)> =
            (0..size.min(BYTES)).map(|at| (at, self.sample() as u8)).collect();
        bytes.retain(|(_, byte)| *byte != 0);
        bytes
    }
}
