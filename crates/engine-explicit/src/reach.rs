//! Search for violations that a finite run shows: edges that violate a property, and states where
//! nothing can move and something should. By one thread or several, see `worker`.
//!
//! All threads search from where they are into a shared set of states: A. Laarman, J. van de Pol, M.
//! Weber: *Boosting multi-core reachability performance with shared hash tables*, FMCAD 2010.

use crate::findings::Findings;
use crate::model::Model;
use crate::pool::Pool;
use crate::sample::sample;
use crate::search::{Coverage, Interruption, Search};
use crate::shared::{Shared, SharedTally};
use crate::stubborn::Stubborn;
use crate::worker::{Remains, Worker};
use crate::{Explicit, Storage};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::thread;
use tribunal_engine::{Context, Omission, Statistics};
use tribunal_ir::Program;
use tribunal_store::{Kind, Packing, Store};

/// Searches the whole program.
pub(crate) fn reach(
    settings: &Explicit,
    program: &Program,
    model: &Model,
    stubborn: Option<Stubborn>,
    findings: Findings,
    cx: &mut Context<'_>,
) -> (Search, Findings) {
    let sample = match sample(program, model) {
        Ok(sample) => sample,
        Err(reason) => return (Search::impossible(reason), findings),
    };
    settings.prepare(model, &sample);
    // A few states are not worth a thread.
    let threads = if sample.complete { 1 } else { settings.threads.max(1) };
    let packing = Packing::learn(sample.states.iter().map(Vec::as_slice));
    let kind = match settings.storage {
        Storage::Exact => Kind::Exact,
        Storage::Small => Kind::Small,
        Storage::Compact => Kind::Compact,
        Storage::Bitstate { bits, hashes, seed } => Kind::Bitstate { bits, hashes, seed },
    };
    let shared = Shared {
        program,
        model,
        store: Store::new(kind, packing, Some(cx.budget().memory)),
        stubborn,
        order: settings.order,
        storage: settings.storage,
        threads,
        depth_limit: cx.budget().depth,
        wants_deadlocks: findings.wants_deadlocks(),
        pool: Pool::new(threads),
        findings: Mutex::new(findings),
        stopped: AtomicBool::new(false),
        tallies: (0..threads).map(|_| SharedTally::default()).collect(),
    };
    let ends = run(&shared, cx);
    let search = conclude(&shared, ends);
    (search, shared.findings.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// How the search of one thread ended.
type Ended = (Result<(), Interruption>, Option<Remains>);

fn run(shared: &Shared<'_>, cx: &mut Context<'_>) -> Vec<Ended> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..shared.threads)
            .map(|number| scope.spawn(move || search(shared, number, None)))
            .collect();
        let mut ends = vec![search(shared, 0, Some(cx))];
        for other in others {
            match other.join() {
                Ok(end) => ends.push(end),
                // The driver turns it into a verdict.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        ends
    })
}

/// What one thread does.
fn search(shared: &Shared<'_>, number: usize, cx: Option<&mut Context<'_>>) -> Ended {
    /// Ends the others too if this one fails.
    struct Bell<'s, 'a>(&'s Shared<'a>);
    impl Drop for Bell<'_, '_> {
        fn drop(&mut self) {
            if thread::panicking() {
                self.0.stop();
            }
        }
    }
    let _bell = Bell(shared);
    let mut worker = match Worker::new(shared, number, cx) {
        Ok(worker) => worker,
        Err(reason) => {
            shared.stop();
            return (Err(reason.into()), None);
        }
    };
    let started = if number == 0 { worker.start() } else { Ok(()) };
    let result = started.and_then(|()| worker.run());
    if result.is_err() {
        shared.stop();
    }
    (result, Some(worker.finish()))
}

/// Puts together what the threads found.
fn conclude(shared: &Shared<'_>, ends: Vec<Ended>) -> Search {
    let mut result = Ok(());
    let mut coverage = Coverage::Full;
    let mut reached = vec![false; shared.model.edges.len()];
    let mut statistics = Statistics {
        states: shared.store.len(),
        memory_bytes: shared.store.memory(),
        table_bytes: shared.store.memory(),
        threads: shared.threads as u64,
        storage: shared.storage.name(),
        partial_order: shared.stubborn.is_some(),
        omission: shared.storage.is_approximate().then(|| Omission(shared.store.omission())),
        ..Statistics::default()
    };
    for (end, remains) in ends {
        result = match (result, end) {
            (Err(Interruption::Because(reason)), _) | (_, Err(Interruption::Because(reason))) => {
                Err(Interruption::Because(reason))
            }
            (Err(Interruption::Found), _) | (_, Err(Interruption::Found)) => {
                Err(Interruption::Found)
            }
            (Ok(()), Ok(())) => Ok(()),
        };
        let Some(remains) = remains else { continue };
        statistics.transitions += remains.tally.transitions;
        statistics.atomic_steps += remains.tally.atomic_steps;
        statistics.depth = statistics.depth.max(remains.tally.depth);
        statistics.memory_bytes += remains.tally.memory;
        if remains.coverage == Coverage::Truncated {
            coverage = Coverage::Truncated;
        }
        for (all, one) in reached.iter_mut().zip(&remains.reached) {
            *all |= one;
        }
    }
    Search::ended(result, coverage, reached, statistics)
}
