//! A look at some states before the search: which bits of a state vary.
//!
//! First breadth first from the initial state, then some long random walks, which soon see values
//! that only deep states have. The walks are the same every time.

use crate::expand::{Choice, Expander, Visitor};
use crate::model::Model;
use crate::moves::Move;
use crate::search::Interruption;
use crate::shared::scrambled;
use crate::state::State;
use crate::step::Record;
use rustc_hash::FxHashSet;
use std::thread;
use tribunal_engine::Reason;
use tribunal_ir::Program;

/// How many states are looked at breadth first.
const NEAR: usize = 1000;
/// How many walks there are, and how long they are.
const WALKS: u64 = 8;
const LENGTH: u64 = 500;

/// Some reachable states.
pub(crate) struct Sample {
    /// What tells them apart.
    pub(crate) states: Vec<Vec<u8>>,
    /// Whether these are all.
    pub(crate) complete: bool,
}

/// Looks at some states of a program. As soon as it is clear that there are more, `prepare` is called, beside
/// the walks if there is more than one thread.
pub(crate) fn sample(
    program: &Program,
    model: &Model,
    threads: usize,
    prepare: impl Fn() + Sync,
) -> Result<Sample, Reason> {
    let mut expander = Expander::new(program, model)?;
    let initial = expander.state.clone();
    let mut seen: FxHashSet<Vec<u8>> = FxHashSet::default();
    let mut near = Collect { seen: &mut seen, states: vec![initial.clone()] };
    near.seen.insert(initial.matched.clone());
    let mut next = 0;
    while next < near.states.len() && near.states.len() < NEAR {
        expander.enter(&near.states[next].matched, &near.states[next].unmatched);
        follow_all(&mut expander, &mut near);
        next += 1;
    }
    let complete = next == near.states.len();
    let mut states: Vec<Vec<u8>> = near.states.into_iter().map(|it| it.matched).collect();
    if complete {
        return Ok(Sample { states, complete });
    }
    thread::scope(|scope| {
        let helper = (1 < threads).then(|| thread::Builder::new().spawn_scoped(scope, &prepare));
        for walk in 0..WALKS {
            expander.enter(&initial.matched, &initial.unmatched);
            walk_on(&mut expander, walk, &mut states);
        }
        if !matches!(helper, Some(Ok(_))) {
            prepare();
        }
    });
    Ok(Sample { states, complete })
}

/// Takes a random walk from the state entered last.
fn walk_on(expander: &mut Expander<'_>, walk: u64, states: &mut Vec<Vec<u8>>) {
    for step in 0..LENGTH {
        let mut around = Around { chosen: None, random: scrambled(walk << 32 | step), count: 0 };
        follow_all(expander, &mut around);
        let Some(chosen) = around.chosen else { break };
        expander.enter(&chosen.matched, &chosen.unmatched);
        states.push(chosen.matched);
    }
}

/// What goes wrong on the way is for the search to find.
fn follow_all(expander: &mut Expander<'_>, visitor: &mut impl Visitor) {
    for first in 0..u32::try_from(expander.moves.len()).unwrap_or(0) {
        let _: Result<(), Interruption> = expander.follow(first, visitor);
    }
}

/// Collects the states it has not seen.
struct Collect<'s> {
    seen: &'s mut FxHashSet<Vec<u8>>,
    states: Vec<State>,
}

/// Chooses one of the states that follow, each with the same probability (A. Waterman's reservoir, see
/// D. E. Knuth: *The Art of Computer Programming*, volume 2, §3.4.2).
struct Around {
    chosen: Option<State>,
    random: u64,
    count: u64,
}

/// How many steps are taken from one state at most: an atomic sequence may have very many.
const PATIENCE: u64 = 10_000;

impl Visitor for Collect<'_> {
    fn tick(&mut self) -> Result<(), Interruption> {
        if NEAR * 2 < self.states.len() { Err(Interruption::Found) } else { Ok(()) }
    }

    fn atomic_step(&mut self) {}

    fn violation(&mut self, _: &Record, _: &[Move]) -> Result<(), Interruption> {
        Ok(())
    }

    fn arrive(&mut self, state: &State, _: Choice, _: &[Move]) -> Result<(), Interruption> {
        if self.seen.insert(state.matched.clone()) {
            self.states.push(state.clone());
        }
        Ok(())
    }
}

impl Visitor for Around {
    fn tick(&mut self) -> Result<(), Interruption> {
        if PATIENCE < self.count { Err(Interruption::Found) } else { Ok(()) }
    }

    fn atomic_step(&mut self) {
        self.count += 1;
    }

    fn violation(&mut self, _: &Record, _: &[Move]) -> Result<(), Interruption> {
        Ok(())
    }

    fn arrive(&mut self, state: &State, _: Choice, _: &[Move]) -> Result<(), Interruption> {
        self.count += 1;
        self.random = scrambled(self.random);
        if self.random.is_multiple_of(self.count) {
            self.chosen = Some(state.clone());
        }
        Ok(())
    }
}
