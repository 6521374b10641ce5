//! States in which loops are seen when the program is executed on some inputs.

use crate::induction::relation::{Sample, is_number};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_exec::{Oracle, Value, Walk, moves_too_much};
use tribunal_ir::{IntShape, LocId, Program};

/// How many runs there are, and of how many steps.
const RUNS: u64 = 24;
const STEPS: u64 = 1_500;

/// How many states of one loop are kept, and how many of them from one run.
const KEPT: usize = 200;
const KEPT_OF_RUN: usize = 10;

/// Executes a program some times, and keeps some of the states in which control is at the head of a loop.
pub(crate) fn samples(
    program: &Program,
    heads: &BTreeSet<LocId>,
    constants: &[i128],
) -> BTreeMap<LocId, Vec<Sample>> {
    let mut found: BTreeMap<LocId, Vec<Sample>> = BTreeMap::new();
    for number in 0..RUNS {
        let Some(mut walk) = Walk::start(program) else { break };
        let mut chooser = Chooser::new(number, constants);
        let mut kept: BTreeMap<LocId, (u64, usize)> = BTreeMap::new();
        for _ in 0..STEPS {
            let Some(edge) = walk.next() else { break };
            if moves_too_much(walk.view(), edge) {
                break;
            }
            walk.take(edge, &mut chooser);
            let Some(process) = walk.state().processes.first() else { break };
            let at = process.location;
            if !heads.contains(&at) || walk.state().stopped {
                continue;
            }
            let (visits, count) = kept.entry(at).or_default();
            *visits += 1;
            let all = found.entry(at).or_default();
            // The first ones, then fewer and fewer.
            let is_due = *visits < 4 || visits.is_power_of_two();
            if is_due && *count < KEPT_OF_RUN && all.len() < KEPT {
                let values = walk.state().globals.iter().chain(&process.locals);
                let numbers = values.filter_map(|(var, value)| match value {
                    Value::Scalar(number) if is_number(program, *var) => Some((*var, *number)),
                    _ => None,
                });
                let sample: Sample = numbers.collect();
                if !all.contains(&sample) {
                    *count += 1;
                    all.push(sample);
                }
            }
        }
    }
    found
}

/// Chooses small numbers, numbers that the program mentions, and others.
pub(crate) struct Chooser<'a> {
    number: u64,
    random: u64,
    constants: &'a [i128],
}

impl<'a> Chooser<'a> {
    pub(crate) fn new(number: u64, constants: &'a [i128]) -> Self {
        Self { number, random: 2 * number + 1, constants }
    }

    /// Marsaglia, Xorshift RNGs, Journal of Statistical Software, 2003.
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 8
    }
}

impl Oracle for Chooser<'_> {
    fn value(&mut self, _: IntShape) -> i128 {
        if self.number == 0 {
            return 0;
        }
        let draw = self.next();
        match draw % 8 {
            0..4 => (draw / 8 % 7).into(),
            4..6 if !self.constants.is_empty() => {
                self.constants[(draw / 8) as usize % self.constants.len()]
            }
            _ => (draw / 8 % 200).into(),
        }
    }

    fn bytes(&mut self, _: u64) -> Vec<(u64, u8)> {
        Vec::new()
    }
}
