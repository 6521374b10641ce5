//! The search of all states, of whatever program.
//!
//! A flat program is compiled. One that needs no memory after all, and whose arbitrary values are few or told apart by few comparisons, is made flat, and its
//! counterexamples are carried back. The states of all others are searched as they are. Formulas about the tree of runs are answered on the whole state graph.

use tribunal_engine::search::{sift, translated};
use tribunal_engine::{
    Basis, Context, Cost, Coverage, Description, Engine, Errors, Outcome, Reason, Settles, Task,
};
use tribunal_engine_explicit::{Code, Explicit, Fallback, Order, Swarm};
use tribunal_engine_memory::{MemorySearch, REFUSED, Steps};
use tribunal_ir::{Program, PropId, Property, PropertyKind, Transformed};
use tribunal_state_graph::{settle_further, settle_near};
use tribunal_states::carry;
use tribunal_states::flat::{Open, flatten};

/// The search of all states.
#[derive(Clone, Copy, Debug)]
pub struct AllStates<'a> {
    /// The search of flat programs; that of others ends when it would.
    pub compiled: Fallback<'a>,
}

impl AllStates<'_> {
    /// One search alone.
    #[must_use]
    pub fn of(engine: Explicit) -> Self {
        Self { compiled: Fallback { first: Swarm { engine, runs: 1 }, then: &[] } }
    }
}

impl Engine for AllStates<'_> {
    fn describe(&self) -> Description {
        self.compiled.describe()
    }

    fn basis(&self, program: &Program, property: PropId) -> Basis {
        self.compiled.basis(program, property)
    }

    fn supports(&self, program: &Program, _: PropId) -> Result<(), Reason> {
        translated(program)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let (linear, branching) = task.parted();
        if linear.is_empty() {
            return settle_further(task.program, &branching, cx);
        }
        if task.program.is_flat() {
            return self.compiled.run(task, cx);
        }
        let errors = self.compiled.first.engine.errors;
        search(task, MemorySearch { errors, steps: None }, cx)
    }
}

/// A short search of a program with memory, calls or arbitrary values: enough for those that leave little or nothing
/// open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scout {
    /// How many steps it takes at most; a tenth of it if the program has choices.
    pub steps: u64,
}

impl Engine for Scout {
    fn describe(&self) -> Description {
        Description {
            name: "explicit",
            summary: "a short search, state by state",
            papers: &["holzmann04"],
            settles: Settles::Both,
            cost: Cost::Capped,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        let Property { kind, span, .. } = program.props[property];
        if kind.is_branching() && !program.is_sequential() {
            let what = "a first look at the tree of runs of this program".to_owned();
            return Err(Reason::Unsupported { what, span });
        }
        Ok(())
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let (linear, branching) = task.parted();
        if linear.is_empty() {
            return settle_near(task.program, &branching, cx);
        }
        let steps = Some(Steps { most: self.steps, after_choice: self.steps / 10 });
        search(task, MemorySearch { errors: Errors::First, steps }, cx)
    }
}

/// Searches the states of a program that is not flat: those of its flat form, if it has one.
fn search(task: &Task<'_>, by_memory: MemorySearch, cx: &mut Context<'_>) -> Outcome {
    let program = task.program;
    let mut outcome = Outcome::default();
    if let Err(reason) = translated(program) {
        outcome.leave_open(task.properties, &reason);
        return outcome;
    }
    let searched = sift(task, REFUSED, &mut outcome);
    let is_kept = |it: &PropId| program.props[*it].kind == PropertyKind::Unreachable;
    if searched.is_empty() || !searched.iter().all(is_kept) {
        return by_memory.run(task, cx);
    }
    cx.phase("exploration");
    let Some(flat) = flatten(program, Open::Chosen) else { return by_memory.run(task, cx) };
    search_flat(program, &flat, &searched, by_memory, cx, &mut outcome);
    outcome.sort(task.properties);
    outcome
}

/// Searches the flat form of a program. Short runs come first: there may be no end to the others.
fn search_flat(
    program: &Program,
    flat: &Transformed,
    properties: &[PropId],
    settings: MemorySearch,
    cx: &mut Context<'_>,
    outcome: &mut Outcome,
) {
    // Machine code is not worth while for a short search.
    let code = if settings.steps.is_some() { Code::Interpreted } else { Code::Native };
    let (order, errors) = (Order::BreadthFirst, settings.errors);
    let engine = Explicit { order, errors, code, ..Explicit::default() };
    let mut found = engine.run(&Task::new(&flat.program, properties), cx);
    let unreached = found.unreached.take();
    // Whose run is lost has an open verdict: a fault of ours.
    _ = carry::outcome(program, flat, &mut found, cx);
    outcome.verdicts.append(&mut found.verdicts);
    outcome.more_traces.append(&mut found.more_traces);
    if let Some(unreached) = unreached {
        let reached = flat.reached(program, &unreached);
        // Whether it ends or goes on for ever makes no difference.
        let coverage = Coverage { reached: &reached, ends: true };
        outcome.remarks = coverage.remarks(program, &properties.iter().copied().collect());
    }
    outcome.statistics = found.statistics;
}
