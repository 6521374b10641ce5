//! The engine against searches written naively on the reference semantics, on random programs.

mod distributed;
mod liveness;
mod naive;
mod product;
mod reduction;
mod safety;

use proptest::prelude::*;
use tribunal_engine::{Budget, Context, Engine, Errors, Fairness, Outcome, Task, Verdict};
use tribunal_engine_explicit::{Code, Explicit, Order, PartialOrder, Storage};
use tribunal_ir::{Program, PropId};
use tribunal_testkit::random_program::random_program;

/// A program that shows itself as text.
struct Case(Program);

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&tribunal_ir::text::print(&self.0))
    }
}

/// How many cases to try.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Programs that keep the invariants.
fn programs() -> impl Strategy<Value = Case> {
    prop::collection::vec(any::<u32>(), 0..1500).prop_map(|choices| {
        let program = random_program(&choices);
        assert_eq!(tribunal_ir::verify(&program), [] as [&str; 0]);
        Case(program)
    })
}

/// Runs the engine without limits.
fn run(
    engine: impl Engine,
    program: &Program,
    properties: &[PropId],
    fairness: Fairness,
) -> Outcome {
    let budget = Budget { memory: u64::MAX, depth: u64::MAX };
    let mut observer = ();
    let mut cx = Context::new(budget, &mut observer);
    let outcome = engine.run(&Task { fairness, ..Task::new(program, properties) }, &mut cx);
    let answered: Vec<PropId> = outcome.verdicts.iter().map(|(property, _)| *property).collect();
    assert_eq!(answered, properties);
    outcome
}

/// Checks all evidence.
fn certified(program: &Program, outcome: &Outcome, fairness: Fairness) {
    let more = outcome
        .more_traces
        .iter()
        .map(|(property, trace)| (*property, Verdict::False(trace.clone())));
    for (property, verdict) in outcome.verdicts.iter().cloned().chain(more) {
        let checked = tribunal_certify::check(program, property, fairness, &verdict);
        assert!(checked.is_ok(), "{checked:?} {verdict:?}");
    }
}

const DEPTH_FIRST: Explicit = Explicit {
    order: Order::DepthFirst,
    errors: Errors::All,
    threads: 1,
    storage: Storage::Exact,
    partial_order: PartialOrder::Ignored,
    code: Code::Native,
};
const BREADTH_FIRST: Explicit = Explicit { order: Order::BreadthFirst, ..DEPTH_FIRST };
