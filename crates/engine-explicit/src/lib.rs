//! The exact explicit-state search of flat programs.
//!
//! A program is compiled (`compile`, `model`) into flat tables; the search works on one packed
//! state (`state`, `cell`) whose moves it finds (`moves`) and takes (`step`), and keeps the states it
//! has seen in an exact set (`store`). The searches stand on that: `reach` and `breadth` for what a
//! finite run shows; `nested` and `fair` for infinite runs, on the product with a `monitor`.
//!
//! Programs with memory, calls or arbitrary values have no such tables, and are not taken.

mod bell;
mod breadth;
mod cell;
mod checkpoint;
mod colours;
mod compile;
mod cycles;
mod distributed;
mod eval;
mod expand;
mod fair;
mod fallback;
mod findings;
mod formula;
mod model;
mod monitor;
mod moves;
mod native;
mod nested;
mod path;
mod pool;
mod product;
mod queue;
mod reach;
mod retrace;
mod sample;
mod search;
mod shared;
mod space;
mod stack;
mod state;
mod statistics;
mod step;
mod store;
mod stubborn;
mod swarm;
mod tag;
mod unfinished;
mod worker;

pub use distributed::{Cluster, Distributed};
pub use fallback::Fallback;
pub use swarm::Swarm;

use compile::layout::Identity;
use compile::{compile, refusal};
use findings::Findings;
use statistics::Statistics;
use stubborn::Stubborn;
use tribunal_engine::search::{translated, without_search};
use tribunal_engine::{
    Basis, Context, Cost, Description, Engine, Errors, Outcome, Reason, Settles, Task,
    about_each_run,
};
use tribunal_ir::{EdgeId, ProcessKind, Program, PropId};

/// The exact explicit-state search, with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explicit {
    /// In which order states are visited.
    pub order: Order,
    /// When the search for finite violations is over.
    pub errors: Errors,
    /// How many threads search.
    pub threads: usize,
    /// How the states that were seen are kept.
    pub storage: Storage,
    /// Whether steps that commute with all others are taken alone.
    pub partial_order: PartialOrder,
    /// How edges are evaluated.
    pub code: Code,
}

impl Default for Explicit {
    /// One thread, depth first, until each property is settled; exact, nothing left out.
    fn default() -> Self {
        Self {
            order: Order::DepthFirst,
            errors: Errors::First,
            threads: 1,
            storage: Storage::Exact,
            partial_order: PartialOrder::Ignored,
            code: Code::Native,
        }
    }
}

/// How the states that were seen are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// All of each, compressed.
    Exact,
    /// All of each, in as little memory as possible.
    Small,
    /// A fingerprint of 64 bits for each: a search that finds nothing proves nothing.
    Compact,
    /// A few bits for each in one array: likewise.
    Bitstate {
        /// The bits of the array.
        bits: u64,
        /// How many of them a state sets.
        hashes: u32,
        /// Chooses the hash functions.
        seed: u64,
    },
}

impl Storage {
    /// A word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Small => "small",
            Self::Compact => "compact",
            Self::Bitstate { .. } => "bitstate",
        }
    }

    /// Whether a state may be taken for another.
    #[must_use]
    pub fn is_approximate(self) -> bool {
        match self {
            Self::Exact | Self::Small => false,
            Self::Compact | Self::Bitstate { .. } => true,
        }
    }
}

/// Whether steps that commute with all others are taken alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialOrder {
    /// They are, where no property can tell.
    Reduced,
    /// All interleavings are searched.
    Ignored,
}

/// How edges are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// As machine code, where the machine is known.
    Native,
    /// By an interpreter.
    Interpreted,
}

/// In which order states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Deep runs first: little memory, long counterexamples.
    DepthFirst,
    /// Short runs first: the counterexamples to safety properties are as short as any. One thread.
    BreadthFirst,
    /// Deep runs first, the successors of each state in an order of their own.
    Random {
        /// What the order depends on.
        seed: u64,
    },
}

impl Engine for Explicit {
    fn describe(&self) -> Description {
        Description {
            name: "explicit",
            summary: "the search of all states",
            papers: &["courcoubetis92", "couvreur99", "holzmann04"],
            settles: Settles::Both,
            cost: Cost::States,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        about_each_run(program, property)?;
        obstacle(program)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let (outcome, statistics) = self.search(task, cx);
        Outcome { statistics: statistics.into(), ..outcome }
    }
}

/// What keeps a program from being compiled.
fn obstacle(program: &Program) -> Result<(), Reason> {
    translated(program)?;
    match program.is_flat() {
        true => Ok(()),
        false => Err(refusal()),
    }
}

impl Explicit {
    /// Settles the properties of a task; tells what it cost, besides.
    fn search(&self, task: &Task<'_>, cx: &mut Context<'_>) -> (Outcome, Statistics) {
        let program = task.program;
        let mut outcome = Outcome::default();
        if let Err(reason) = obstacle(program) {
            outcome.leave_open(task.properties, &reason);
            return (outcome, Statistics::default());
        }
        let (safety, liveness): (Vec<PropId>, Vec<PropId>) =
            task.properties.iter().partition(|it| program.props[**it].kind.is_safety());
        let of_cycles = self.cycles(task, &liveness, &mut outcome, cx);
        let of_safety = self.reach(program, &safety, &mut outcome, cx);
        outcome.sort(task.properties);
        (outcome, of_safety.or(of_cycles).unwrap_or_default())
    }

    /// Settles the properties that a finite run can violate, all in one search.
    fn reach(
        &self,
        program: &Program,
        properties: &[PropId],
        outcome: &mut Outcome,
        cx: &mut Context<'_>,
    ) -> Option<Statistics> {
        let mut searched = Vec::new();
        for &property in properties {
            match without_search(program, property) {
                Some(verdict) => outcome.verdicts.push((property, verdict)),
                None => searched.push(property),
            }
        }
        if searched.is_empty() {
            return None;
        }
        cx.phase("reachability");
        let model = match compile(program, Identity::Matched) {
            Ok((model, _)) => model,
            Err(reason) => {
                outcome.leave_open(&searched, &reason);
                return None;
            }
        };
        let mut findings = Findings::new(program, &searched, self.errors);
        let (search, findings) = match self.order {
            Order::DepthFirst | Order::Random { .. } => {
                let stubborn = match self.partial_order {
                    PartialOrder::Reduced => Some(Stubborn::for_finite_runs(&model)),
                    PartialOrder::Ignored => None,
                };
                reach::reach(self, program, &model, stubborn, findings, cx)
            }
            Order::BreadthFirst => {
                // What is wrong with the program is for the search to find.
                let _ = self.sample(program, &model);
                (breadth::breadth_first(program, &model, &mut findings, cx), findings)
            }
        };
        findings.report(&search.rest, outcome);
        outcome.unreached = search.reached.map(|reached| unreached(program, &reached));
        Some(search.statistics)
    }

    /// A sample of the states; if there are more, the model is compiled further, if that is wanted.
    fn sample(&self, program: &Program, model: &model::Model) -> Result<sample::Sample, Reason> {
        sample::sample(program, model, self.threads, || {
            if self.code == Code::Native {
                model.compile_natively();
            }
        })
    }

    /// Settles properties of infinite runs, each in a search of its own.
    fn cycles(
        &self,
        task: &Task<'_>,
        properties: &[PropId],
        outcome: &mut Outcome,
        cx: &mut Context<'_>,
    ) -> Option<Statistics> {
        if properties.is_empty() {
            return None;
        }
        let program = task.program;
        let (model, atoms) = match compile(program, Identity::All) {
            Ok(compiled) => compiled,
            Err(reason) => {
                outcome.leave_open(properties, &reason);
                return None;
            }
        };
        let mut statistics = None;
        for &property in properties {
            cx.phase(&program.props[property].name);
            let notes = match task.properties {
                [_] => cycles::Notes::Own,
                _ => cycles::Notes::Shared,
            };
            let settled =
                cycles::settle(self, program, &model, &atoms, property, task.fairness, notes, cx);
            outcome.verdicts.push((property, settled.verdict));
            outcome.vacuous.extend(settled.vacuous.map(|expr| (property, expr)));
            statistics = Some(settled.statistics);
        }
        statistics
    }
}

/// The edges of ordinary processes that were not taken.
fn unreached(program: &Program, reached: &[bool]) -> Vec<EdgeId> {
    let ordinary = |edge: EdgeId| {
        let process = program.locs[program.edges[edge].from].process;
        program.procs[process].kind == ProcessKind::Ordinary
    };
    let edges = program.edges.ids().zip(reached).filter(|(_, reached)| !**reached);
    edges.map(|(edge, _)| edge).filter(|&edge| ordinary(edge)).collect()
}
