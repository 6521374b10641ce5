//! Search for violations that a finite run shows: edges that violate a property, and states where
//! nothing can move and something should. By one thread or several, see `worker`.
//!
//! All threads search from where they are into a shared set of states: A. Laarman, J. van de Pol, M.
//! Weber: *Boosting multi-core reachability performance with shared hash tables*, FMCAD 2010.

use crate::bell::Bell;
use crate::checkpoint::{self, Standing};
use crate::expand::{Choice, Expander};
use crate::findings::Findings;
use crate::model::Model;
use crate::pool::{Job, Pool};
use crate::search::{Coverage, Interruption, Search};
use crate::shared::{Shared, SharedTally};
use crate::stack::{Keeping, Stack};
use crate::statistics::Statistics;
use crate::stubborn::Stubborn;
use crate::unfinished::Counters;
use crate::worker::{self, Remains, Tally, Worker};
use crate::{Explicit, Storage};
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tribunal_engine::{Context, Limit, Notebook, Omission, Reason};
use tribunal_ir::Program;
use tribunal_store::{Insertion, Kind, Packing, Store};

/// Searches the whole program.
pub(crate) fn reach(
    settings: &Explicit,
    program: &Program,
    model: &Model,
    stubborn: Option<Stubborn>,
    findings: Findings,
    cx: &mut Context<'_>,
) -> (Search, Findings) {
    let sample = match settings.sample(program, model) {
        Ok(sample) => sample,
        Err(reason) => return (Search::impossible(reason), findings),
    };
    // A few states are not worth a thread.
    let threads = if sample.complete { 1 } else { settings.threads.max(1) };
    let packing = Packing::learn(sample.states.iter().map(Vec::as_slice));
    let kind = match settings.storage {
        Storage::Exact => Kind::Exact,
        Storage::Small => Kind::Small,
        Storage::Compact => Kind::Compact,
        Storage::Bitstate { bits, hashes, seed } => Kind::Bitstate { bits, hashes, seed },
    };
    let memory = cx.budget().memory;
    let mut findings = findings;
    // What was searched for some properties says nothing about others.
    let (storage, partial_order) = (settings.storage, settings.partial_order);
    let kinds = format!("{storage:?} {partial_order:?} {:?}", findings.properties());
    let fingerprint = checkpoint::fingerprint(program, &kinds);
    let keeping = keeping(settings.storage, model);
    let earlier = cx.notebook().and_then(Notebook::earlier);
    let is_new = earlier.is_none();
    let begun = match earlier {
        Some(mut input) => {
            checkpoint::load(fingerprint, keeping, memory, &mut findings, &mut input)
                .map_err(|error| Reason::Checkpoint { why: error.to_string() })
        }
        None => {
            let store = Store::new(kind, packing, Some(memory));
            start(program, model, keeping, &store).map(|standing| (standing, store))
        }
    };
    let (mut standing, store) = match begun {
        Ok(begun) => begun,
        Err(reason) => return (Search::impossible(reason), findings),
    };
    let mut shared = Shared {
        program,
        model,
        store,
        stubborn,
        order: settings.order,
        storage: settings.storage,
        keeping,
        threads,
        knows_stack: threads == 1 && standing.jobs.len() == 1,
        unfinished: None,
        depth_limit: cx.budget().depth,
        repack_at: REPACKING[0],
        wants_deadlocks: findings.wants_deadlocks(),
        pool: Pool::new(threads, Vec::new()),
        findings: Mutex::new(findings),
        stopped: AtomicBool::new(false),
        tallies: (0..threads).map(|_| SharedTally::default()).collect(),
    };
    let mut given_up = None;
    let result = loop {
        if shared.stubborn.is_some() && is_new && threads > 1 {
            shared.unfinished = Some(unfinished(&shared.store, &standing));
        }
        shared.pool = Pool::new(threads, std::mem::take(&mut standing.jobs));
        shared.stopped = AtomicBool::new(false);
        let ends = run(&shared, cx);
        let result = gather(ends, &mut standing);
        let pool = std::mem::replace(&mut shared.pool, Pool::new(threads, Vec::new()));
        standing.jobs.extend(pool.into_jobs());
        if let Err(Interruption::Pause | Interruption::Because(_)) = &result
            && let Some(notebook) = cx.notebook()
        {
            // What goes wrong with a notebook is its owner's to tell.
            let _: io::Result<()> = notebook.replace(&mut |mut output| {
                let findings = shared.findings();
                checkpoint::save(fingerprint, &shared.store, &standing, &findings, &mut output)
            });
        }
        match result {
            // One thread may have found the last violation while another one paused.
            _ if shared.findings().is_settled() => break Err(Interruption::Found),
            Err(Interruption::Pause) => {}
            Err(Interruption::Repack) => {
                repack(&mut shared, &mut standing, memory);
                if !pays(&shared, standing.tally) {
                    // At any time all moves may be taken from then on.
                    (shared.stubborn, shared.unfinished) = (None, None);
                    given_up = Some(shared.store.len());
                }
            }
            result => break result,
        }
    };
    let mut search = conclude(&shared, result, standing);
    search.statistics.partial_order |= given_up.is_some();
    search.statistics.partial_order_until = given_up;
    (search, shared.findings.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// How many states there are when the search first sees whether it can pack them better than the sample
/// made it believe, and when it sees so for the last time; in between whenever there are four times as many.
const REPACKING: [u64; 2] = [1 << 13, 1 << 25];

/// Before there are so many states, nobody asks whether the reduction pays.
const TRIAL: u64 = 100_000;

/// Whether the reduction leaves out so many moves that finding them takes less time than they would.
fn pays(shared: &Shared<'_>, tally: Tally) -> bool {
    shared.stubborn.is_none()
        || shared.store.len() < TRIAL
        || tally.taken * 100 <= tally.offered * MOST_TAKEN
}

/// Of a hundred moves, so many may be taken by a reduction that pays.
const MOST_TAKEN: u64 = 65;

/// Packs the states anew if many of them are not like the sample.
fn repack(shared: &mut Shared<'_>, standing: &mut Standing, memory: u64) {
    let states = shared.store.len();
    shared.repack_at = if states < REPACKING[1] { states * 4 } else { u64::MAX };
    if !shared.store.wants_repacking() {
        return;
    }
    let Some(better) = shared.store.repacked(Some(memory), shared.threads) else { return };
    let (mut old, mut new) = (shared.store.session(), better.session());
    let mut state = Vec::new();
    let mut replace = |key| {
        old.load(key, &mut state);
        let prepared = new.prepare(&state);
        match new.insert(prepared) {
            Insertion::New(key) | Insertion::Known(key) => key,
            Insertion::Full => unreachable!("a state that is there needs no room"),
        }
    };
    standing.jobs.iter_mut().for_each(|it| it.stack.replace_keys(&mut replace));
    standing.abandoned.iter_mut().for_each(|it| *it = replace(*it));
    drop((old, new));
    shared.store = better;
}

/// The states that several threads have not finished.
fn unfinished(store: &Store, standing: &Standing) -> Counters {
    let counters = Counters::new(store.len());
    let mut session = store.session();
    for state in standing.jobs.iter().flat_map(|it| it.stack.own_states()) {
        counters.add(worker::key_of(&mut session, state));
    }
    standing.abandoned.iter().for_each(|it| counters.add(*it));
    counters
}

/// How a waiting state is kept.
fn keeping(storage: Storage, model: &Model) -> Keeping {
    if storage.is_approximate() || model.features.unmatched { Keeping::State } else { Keeping::Key }
}

/// A search that has seen the initial state.
fn start(
    program: &Program,
    model: &Model,
    keeping: Keeping,
    store: &Store,
) -> Result<Standing, Reason> {
    let initial = Expander::new(program, model)?.state;
    let mut session = store.session();
    let prepared = session.prepare(&initial.matched);
    let Insertion::New(key) = session.insert(prepared) else {
        return Err(Reason::Budget(Limit::Memory));
    };
    let mut state = Vec::new();
    worker::join(&initial, &mut state);
    let mut stack = Stack::new(keeping);
    stack.push(key, &state, Choice::default(), 0);
    let jobs = vec![Job { route: Arc::default(), stack }];
    let reached = vec![false; model.edges.len()];
    let (tally, abandoned) = (Tally::default(), Vec::new());
    Ok(Standing { jobs, abandoned, tally, reached, truncated: false })
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
    let _bell = Bell(|| shared.stop());
    let mut worker = match Worker::new(shared, number, cx) {
        Ok(worker) => worker,
        Err(reason) => {
            shared.stop();
            return (Err(reason.into()), None);
        }
    };
    let result = worker.run();
    if result.is_err() {
        shared.stop();
    }
    (result, Some(worker.finish()))
}

/// Puts together what the threads have done and have left.
fn gather(ends: Vec<Ended>, standing: &mut Standing) -> Result<(), Interruption> {
    let mut result = Ok(());
    for (end, remains) in ends {
        result = match (result, end) {
            (Err(Interruption::Because(reason)), _) | (_, Err(Interruption::Because(reason))) => {
                Err(Interruption::Because(reason))
            }
            // A thread that is told to stop says that it found something.
            (Err(Interruption::Pause), _) | (_, Err(Interruption::Pause)) => {
                Err(Interruption::Pause)
            }
            (Err(Interruption::Repack), _) | (_, Err(Interruption::Repack)) => {
                Err(Interruption::Repack)
            }
            (Err(Interruption::Found), _) | (_, Err(Interruption::Found)) => {
                Err(Interruption::Found)
            }
            (Ok(()), Ok(())) => Ok(()),
        };
        let Some(remains) = remains else { continue };
        standing.tally.transitions += remains.tally.transitions;
        standing.tally.atomic_steps += remains.tally.atomic_steps;
        standing.tally.offered += remains.tally.offered;
        standing.tally.taken += remains.tally.taken;
        standing.tally.depth = standing.tally.depth.max(remains.tally.depth);
        standing.tally.memory = standing.tally.memory.max(remains.tally.memory);
        standing.truncated |= remains.coverage == Coverage::Truncated;
        standing.jobs.extend(remains.rest);
        standing.abandoned.extend(remains.abandoned);
        for (all, one) in standing.reached.iter_mut().zip(&remains.reached) {
            *all |= one;
        }
    }
    result
}

/// What is known in the end.
fn conclude(shared: &Shared<'_>, result: Result<(), Interruption>, standing: Standing) -> Search {
    let tally = standing.tally;
    let statistics = Statistics {
        states: shared.store.len(),
        transitions: tally.transitions,
        atomic_steps: tally.atomic_steps,
        depth: tally.depth,
        memory_bytes: shared.memory() + tally.memory,
        table_bytes: shared.store.memory(),
        threads: shared.threads as u64,
        storage: shared.storage.name(),
        partial_order: shared.stubborn.is_some(),
        omission: shared.storage.is_approximate().then(|| Omission(shared.store.omission())),
        ..Statistics::default()
    };
    let coverage = if standing.truncated { Coverage::Truncated } else { Coverage::Full };
    Search::ended(result, coverage, standing.reached, statistics)
}
