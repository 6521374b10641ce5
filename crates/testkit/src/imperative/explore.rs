//! Every run of a small program, by trying all choices on the reference semantics.

use std::collections::{BTreeSet, HashSet};
use tribunal_engine::Chosen;
use tribunal_exec::{Effects, Event, Oracle, State, apply_with, initial, steps};
use tribunal_ir::{IntShape, Program, PropId};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// How many states there are.
    pub states: usize,
    /// The properties of kind `Unreachable` that a run violates; all others hold.
    pub violated: BTreeSet<PropId>,
    /// For each of them, in order, the choices along one run that violates it.
    pub choices: Vec<Vec<Chosen>>,
}

/// Why there is no exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// There are more states than allowed.
    States,
    /// A value of more than eight bits, or more than one byte, is left open.
    Choices,
    /// A step does not come to an end.
    Diverges,
}

/// Which properties a program violates, if it has at most `limit` states.
///
/// # Errors
/// If this cannot be told exactly.
pub fn explore(program: &Program, limit: usize) -> Result<Exploration, GaveUp> {
    explore_each(program, limit, |_| {})
}

/// The same; `each` is shown every state.
///
/// # Errors
/// If this cannot be told exactly.
pub fn explore_each(
    program: &Program,
    limit: usize,
    mut each: impl FnMut(&State),
) -> Result<Exploration, GaveUp> {
    let mut found = Exploration { states: 1, violated: BTreeSet::new(), choices: Vec::new() };
    let mut witnesses: Vec<(PropId, Vec<Chosen>)> = Vec::new();
    let first = initial(program);
    each(&first);
    let mut known = HashSet::from([first.clone()]);
    let mut stack = vec![(first, Vec::new())];
    while let Some((state, before)) = stack.pop() {
        for step in steps(program, &state) {
            let mut odometer = Odometer::default();
            loop {
                let after = apply_with(program, state.clone(), &step, &mut odometer);
                let Some((next, effects)) = after else { return Err(GaveUp::Diverges) };
                if odometer.is_too_wide {
                    return Err(GaveUp::Choices);
                }
                let mut choices: Vec<Chosen> = before.clone();
                choices.extend(effects.choices().cloned());
                for property in violations(&effects) {
                    if found.violated.insert(property) {
                        witnesses.push((property, choices.clone()));
                    }
                }
                if known.insert(next.clone()) {
                    if limit < known.len() {
                        return Err(GaveUp::States);
                    }
                    each(&next);
                    stack.push((next, choices));
                }
                if !odometer.advance() {
                    break;
                }
            }
        }
    }
    witnesses.sort_by_key(|(property, _)| *property);
    found.states = known.len();
    found.choices = witnesses.into_iter().map(|(_, choices)| choices).collect();
    Ok(found)
}

fn violations(effects: &Effects) -> impl Iterator<Item = PropId> {
    effects.events.iter().filter_map(|event| match event {
        Event::Violation { property, .. } => Some(*property),
        _ => None,
    })
}

/// Chooses all combinations, one after the other.
#[derive(Debug, Default)]
struct Odometer {
    /// What is chosen, and how many possibilities there are.
    digits: Vec<(u32, u32)>,
    /// How many questions were asked in this round.
    asked: usize,
    is_too_wide: bool,
}

impl Odometer {
    fn choose(&mut self, possibilities: u32) -> u32 {
        if self.asked == self.digits.len() {
            self.digits.push((0, possibilities));
        }
        self.asked += 1;
        self.digits[self.asked - 1].0
    }

    /// The next combination; whether there is one.
    fn advance(&mut self) -> bool {
        self.asked = 0;
        while let Some((digit, possibilities)) = self.digits.pop() {
            if digit + 1 < possibilities {
                self.digits.push((digit + 1, possibilities));
                return true;
            }
        }
        false
    }
}

impl Oracle for Odometer {
    fn value(&mut self, shape: IntShape) -> i128 {
        if 8 < shape.bits {
            self.is_too_wide = true;
            return 0;
        }
        shape.wrap(self.choose(1 << shape.bits).into())
    }

    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)> {
        match size {
            0 => Vec::new(),
            1 => vec![(0, self.choose(256).to_le_bytes()[0])],
            _ => {
                self.is_too_wide = true;
                Vec::new()
            }
        }
    }
}
