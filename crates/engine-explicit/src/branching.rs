//! The whole state graph of a program, for logics that look at all ways on from a state.
//!
//! Which states count is the question's business ([`Visibility`]); the steps between two that do are one transition. A run that is not seen any more, since it ends
//! or goes round in unseen states, stays in the last state that was seen: such a state has a twin that only
//! leads to itself. A state of a sequential program that is stuck at an assumption does not exist, nor do those from
//! where all runs get stuck.
//!
//! States are those of the reference semantics, kept by their keys (`memory::canonical`). Read `ways` first: what follows a state.

mod trace;
mod ways;

use crate::memory::canonical::{Keys, Naming};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use tribunal_base::Kleene;
use tribunal_engine::{Context, Progress, Reason, Statistics, Trace};
use tribunal_exec::{State, evaluate_atom, initial};
use tribunal_ir::{ExprId, Program, Visibility};
use tribunal_logic::ctl::{Path, Relation, Structure};
use ways::{Explorer, Halt};

/// A program that is watched.
#[derive(Clone, Copy, Debug)]
pub struct Watched<'a> {
    /// The program.
    pub program: &'a Program,
    /// Which states are seen.
    pub visibility: &'a Visibility,
    /// What is asked of them: `Bool` expressions.
    pub atoms: &'a [ExprId],
}

/// The states of a program that are seen. The first one is state 0.
pub struct StateGraph<'a> {
    watched: Watched<'a>,
    naming: Naming,
    keys: Keys<'a>,
    /// The numbers of states, by key.
    numbers: FxHashMap<Box<[u8]>, u32>,
    /// For each state, the one whose twin it is.
    twins: Vec<Option<u32>>,
    /// The states and transitions, with what is asked.
    pub structure: Structure,
    /// What it cost.
    pub statistics: Statistics,
}

/// Explores a program, as far as this many states.
///
/// # Errors
/// If there are more, a limit is reached, or something cannot be explored.
pub fn explore<'a>(
    watched: Watched<'a>,
    most: usize,
    cx: &mut Context<'_>,
) -> Result<StateGraph<'a>, Reason> {
    cx.phase("state graph");
    match build(watched, Naming::Canonical, most, cx) {
        // What was taken for equal may not be.
        Err(Halt::AddressSeen) => build(watched, Naming::Exact, most, cx),
        built => built,
    }
    .map_err(|halt| match halt {
        Halt::Because(reason) => reason,
        Halt::AddressSeen => {
            Reason::Unsupported { what: "a program that looks at addresses".to_owned(), span: None }
        }
    })
}

/// A graph in the making.
struct Builder<'a> {
    watched: Watched<'a>,
    keys: Keys<'a>,
    numbers: FxHashMap<Box<[u8]>, u32>,
    key_bytes: usize,
    twins: Vec<Option<u32>>,
    successors: Vec<Vec<u32>>,
    atoms: Vec<Vec<Kleene>>,
    queue: VecDeque<(u32, State)>,
    transitions: u64,
}

fn build<'a>(
    watched: Watched<'a>,
    naming: Naming,
    most: usize,
    cx: &mut Context<'_>,
) -> Result<StateGraph<'a>, Halt> {
    let mut builder = Builder {
        watched,
        keys: Keys::new(watched.program, naming),
        numbers: FxHashMap::default(),
        key_bytes: 0,
        twins: Vec::new(),
        successors: Vec::new(),
        atoms: vec![Vec::new(); watched.atoms.len()],
        queue: VecDeque::new(),
        transitions: 0,
    };
    builder.number(initial(watched.program));
    let mut explorer = Explorer::new(watched, naming);
    while let Some((number, state)) = builder.queue.pop_front() {
        if most < builder.successors.len() {
            return Err(Reason::Budget(tribunal_engine::Limit::Depth).into());
        }
        let progress = builder.progress(explorer.steps);
        cx.tick(|| progress)?;
        let ways = explorer.ways(state, cx, &progress)?;
        builder.transitions += ways.seen.len() as u64;
        let mut after: Vec<u32> =
            ways.seen.into_iter().map(|it| builder.number(it.state)).collect();
        if ways.rest.is_some() {
            after.push(if after.is_empty() { number } else { builder.twin(number) });
        }
        after.sort_unstable();
        after.dedup();
        builder.successors[number as usize] = after;
    }
    builder.finish(naming, explorer.steps)
}

/// The key of a state.
fn key(keys: &mut Keys<'_>, state: &State) -> Box<[u8]> {
    let mut key = keys.key(state).into_vec();
    key.push(u8::from(state.stopped));
    key.into()
}

impl<'a> Builder<'a> {
    /// The number of a state, which is new or known.
    fn number(&mut self, state: State) -> u32 {
        let key = key(&mut self.keys, &state);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = self.add(None);
        self.key_bytes += key.len();
        self.numbers.insert(key, number);
        for (values, atom) in self.atoms.iter_mut().zip(self.watched.atoms) {
            values.push(evaluate_atom(self.watched.program, &state, *atom).into());
        }
        self.queue.push_back((number, state));
        number
    }

    /// The state in which a run stays that is not seen any more after another.
    fn twin(&mut self, of: u32) -> u32 {
        let twin = self.add(Some(of));
        for values in &mut self.atoms {
            let value = values[of as usize];
            values.push(value);
        }
        self.successors[twin as usize] = vec![twin];
        twin
    }

    fn add(&mut self, twin: Option<u32>) -> u32 {
        let number = u32::try_from(self.successors.len()).unwrap_or(u32::MAX);
        self.successors.push(Vec::new());
        self.twins.push(twin);
        number
    }

    fn progress(&self, steps: u64) -> Progress {
        let states = self.successors.len();
        // A waiting state is several maps.
        let bytes = self.key_bytes
            + self.keys.memory()
            + states * (96 + self.atoms.len())
            + self.queue.len() * 1024;
        Progress { states: states as u64, transitions: steps, depth: 0, memory_bytes: bytes as u64 }
    }

    fn finish(mut self, naming: Naming, steps: u64) -> Result<StateGraph<'a>, Halt> {
        self.drop_stuck()?;
        let progress = self.progress(steps);
        let statistics = Statistics {
            states: progress.states,
            transitions: self.transitions,
            memory_bytes: progress.memory_bytes,
            table_bytes: progress.memory_bytes,
            threads: 1,
            storage: "exact",
            ..Statistics::default()
        };
        let structure = Structure {
            may: Relation::new(&self.successors),
            must: None,
            atoms: self.atoms,
            states: self.successors.len(),
        };
        let Self { watched, keys, numbers, twins, .. } = self;
        Ok(StateGraph { watched, naming, keys, numbers, twins, structure, statistics })
    }

    /// Drops the transitions to states from where all runs get stuck.
    fn drop_stuck(&mut self) -> Result<(), Halt> {
        let mut stuck: Vec<usize> = Vec::new();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.successors.len()];
        for (number, after) in (0_u32..).zip(&self.successors) {
            if after.is_empty() {
                stuck.push(number as usize);
            }
            after.iter().for_each(|it| before[*it as usize].push(number));
        }
        while let Some(state) = stuck.pop() {
            for &from in &before[state] {
                let after = &mut self.successors[from as usize];
                let had = after.len();
                after.retain(|it| *it as usize != state);
                if after.is_empty() && 0 < had {
                    stuck.push(from as usize);
                }
            }
        }
        if self.successors[0].is_empty() {
            let what = "a program none of whose runs fulfils its assumptions".to_owned();
            return Err(Reason::Unsupported { what, span: None }.into());
        }
        Ok(())
    }
}

impl StateGraph<'_> {
    /// The run along a path from the first state; `None` if it cannot be found again.
    #[must_use]
    pub fn trace(&mut self, path: &Path, cx: &mut Context<'_>) -> Option<Trace> {
        trace::trace(self, path, cx)
    }
}
