//! Values that are tried where there are too many to try all: those next to the program's constants.

use std::collections::BTreeSet;
use tribunal_ir::{Expr, IntShape, Program};

/// How many are tried at most.
const MOST: usize = 24;

/// The constants of a program, and what is next to them.
pub(crate) struct Samples {
    /// The nearest to 0 first.
    values: Vec<i128>,
}

impl Samples {
    pub(crate) fn new(program: &Program) -> Self {
        let constants = program.exprs.iter().filter_map(|(_, it)| match it {
            Expr::Const { value, .. } => Some(*value),
            _ => None,
        });
        let near: BTreeSet<i128> = constants
            .chain([0])
            .flat_map(|it| [it, it.saturating_neg()])
            .flat_map(|it| [it.saturating_sub(1), it, it.saturating_add(1)])
            .collect();
        let mut values: Vec<i128> = near.into_iter().collect();
        values.sort_by_key(|it| (it.unsigned_abs(), *it));
        Self { values }
    }

    /// Values of a shape: its ends, and some of those.
    pub(crate) fn of(&self, shape: IntShape) -> Vec<i128> {
        let bits = u32::from(shape.bits).min(127);
        let (low, high) = match shape.signed {
            true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            false => (0, (1_i128 << bits) - 1),
        };
        let fits = self.values.iter().copied().filter(|it| low < *it && *it < high);
        fits.take(MOST).chain([low, high]).collect()
    }
}
