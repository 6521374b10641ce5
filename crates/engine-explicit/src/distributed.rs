//! The search over several processes, on one machine or many.
//!
//! From below to above: `message` (what workers write) → `post` (letters in rounds, a timely dataflow)
//! → `share` (the states of one worker) → `peer` (what it does) → `cluster` (the connections) → here:
//! the workers of this process are started, watched and heard. Only safety properties are searched for.

mod cluster;
mod job;
mod message;
mod peer;
mod post;
mod share;

pub use cluster::Cluster;

use crate::compile::compile;
use crate::compile::layout::Identity;
use crate::findings::Findings;
use crate::model::Model;
use crate::retrace;
use crate::search::{Coverage, Search};
use crate::shared::scrambled;
use crate::statistics::{Distribution, Statistics};
use crate::{Code, Explicit, Storage, unreached};
use cluster::Scissors;
use job::{Job, SharedTally, Signals};
use peer::{Conclusion, Peer};
use post::Post;
use share::Share;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, AllocatorBuilder, Hooks};
use tribunal_engine::search::{sift, translated};
use tribunal_engine::{
    Basis, Context, Cost, Description, Engine, Errors, Outcome, Reason, Settles, Step, Task,
};
use tribunal_ir::{Program, PropId};
use tribunal_store::{Numbering, Packing};

/// How often the process looks at its workers.
const GLANCE: Duration = Duration::from_millis(20);
/// How long the workers may take to end in good order.
const GRACE: Duration = Duration::from_secs(20);

/// The exhaustive search for safety violations over several processes. All of them run it on the same
/// task with the same settings, and all come to the same verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distributed {
    /// When the search is over.
    pub errors: Errors,
    /// How edges are evaluated.
    pub code: Code,
    /// How many workers each process has.
    pub threads: usize,
    /// The processes.
    pub cluster: Cluster,
}

impl Engine for Distributed {
    fn describe(&self) -> Description {
        Description {
            name: "distributed",
            summary: "the search of all states by several processes",
            papers: &["stern97", "murray13"],
            settles: Settles::Both,
            cost: Cost::States,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        translated(program)?;
        let property = &program.props[property];
        match property.kind.is_safety() {
            true => Ok(()),
            false => Err(Reason::Unsupported {
                what: "a property of infinite runs in the distributed search".to_owned(),
                span: property.span,
            }),
        }
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let program = task.program;
        let mut outcome = Outcome::default();
        if let Err(reason) = translated(program) {
            outcome.leave_open(task.properties, &reason);
            return outcome;
        }
        let searched =
            sift(task, "a property of infinite runs in the distributed search", &mut outcome);
        if !searched.is_empty() {
            self.search(program, &searched, &mut outcome, cx);
        }
        outcome.sort(task.properties);
        outcome
    }
}

impl Distributed {
    /// Settles properties, all in one search.
    fn search(
        &self,
        program: &Program,
        properties: &[PropId],
        outcome: &mut Outcome,
        cx: &mut Context<'_>,
    ) {
        cx.phase("reachability");
        let searched = compile(program, Identity::Matched).and_then(|(model, _)| {
            let settings = Explicit { code: self.code, ..Explicit::default() };
            let sample = settings.sample(program, &model)?;
            let packing = Packing::learn(sample.states.iter().map(Vec::as_slice));
            let conclusion = self.conclusion(program, &model, packing, properties, cx)?;
            Ok((model, conclusion))
        });
        match searched {
            Ok((model, it)) => self.conclude(program, &model, properties, it, outcome),
            Err(reason) => outcome.leave_open(properties, &reason),
        }
    }

    /// Runs the workers of this process.
    fn conclusion(
        &self,
        program: &Program,
        model: &Model,
        packing: Packing,
        properties: &[PropId],
        cx: &mut Context<'_>,
    ) -> Result<Conclusion, Reason> {
        let threads = self.threads.max(1);
        let bytes = Arc::new(AtomicU64::new(0));
        let job = Job {
            program,
            model,
            properties,
            errors: self.errors,
            packing,
            memory: cx.budget().memory / threads as u64,
            depth_limit: cx.budget().depth,
            bytes: Arc::clone(&bytes),
            tallies: (0..threads).map(|_| SharedTally::default()).collect(),
            signals: Signals::default(),
        };
        let local = || {
            let hooks = Hooks::default();
            ProcessBuilder::new_typed_vector(threads, hooks.refill, hooks.spill)
        };
        if self.cluster.hosts.len() < 2 {
            let builders = local().into_iter().map(AllocatorBuilder::Process).collect();
            return run(&job, builders, cx, None);
        }
        let fingerprint = self.fingerprint(&job);
        let wires = self.cluster.connect(fingerprint, &bytes, || cx.report(&job.progress()))?;
        let scissors = wires.scissors();
        let connected = initialize_networking_from_sockets(
            local(),
            wires.wires,
            self.cluster.process,
            threads,
            Hooks::default(),
        );
        let (builders, guard) =
            connected.map_err(|error| Reason::Disconnected { what: error.to_string() })?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let result = run(&job, builders, cx, Some(&scissors));
        if result.is_err() {
            scissors.cut();
        }
        let end = farewell(guard);
        match (result, scissors.lost()) {
            (Err(Reason::Crashed { .. }), Some(peer)) => {
                Err(self.cluster.absent(peer, "the connection was lost"))
            }
            // The verdict was known to all before they parted.
            (Ok(conclusion), _) => Ok(conclusion),
            (Err(reason), _) => end.and(Err(reason)),
        }
    }

    /// A number that differs if the task or the settings do.
    fn fingerprint(&self, job: &Job<'_>) -> u64 {
        let text = tribunal_ir::text::print(job.program);
        let sources = text.lines().map(|line| line.split("//").next().unwrap_or(line));
        let settings = format!(
            "{:?} {:?} {} {} {}",
            job.properties,
            self.errors,
            self.threads,
            self.cluster.hosts.len(),
            job.depth_limit
        );
        let bytes = sources.flat_map(str::bytes).chain(settings.bytes());
        bytes.fold(0, |hash, byte| scrambled(hash ^ u64::from(byte)))
    }

    /// Turns what all workers know into verdicts.
    fn conclude(
        &self,
        program: &Program,
        model: &Model,
        properties: &[PropId],
        conclusion: Conclusion,
        outcome: &mut Outcome,
    ) {
        let Conclusion { result, sightings, accounts, depth, rounds } = conclusion;
        let processes = self.cluster.hosts.len();
        let own = accounts.chunks(self.threads.max(1)).nth(self.cluster.process);
        let mut statistics = Statistics {
            depth,
            threads: accounts.len() as u64,
            storage: Storage::Exact.name(),
            distribution: Some(Distribution {
                process: self.cluster.process as u64,
                processes: processes as u64,
                own_states: own.unwrap_or(&[]).iter().map(|it| it.states).sum(),
                crossings: accounts.iter().map(|it| it.crossings).sum(),
                bytes: accounts.iter().map(|it| it.bytes).sum(),
                rounds,
            }),
            ..Statistics::default()
        };
        let mut coverage = Coverage::Full;
        let mut reached = vec![false; model.edges.len()];
        for account in &accounts {
            statistics.states += account.states;
            statistics.transitions += account.transitions;
            statistics.atomic_steps += account.atomic_steps;
            statistics.memory_bytes += account.memory;
            statistics.table_bytes += account.table;
            if account.truncated {
                coverage = Coverage::Truncated;
            }
            for (all, one) in reached.iter_mut().zip(&account.reached) {
                *all |= one;
            }
        }
        let mut findings = Findings::new(program, properties, self.errors);
        for (sighting, choices) in &sightings {
            let steps = || {
                let mut steps = retrace::steps(program, model, choices.iter().copied(), &[]);
                steps.extend(sighting.last.iter().map(|&it| Step::from(it)));
                steps
            };
            // All of them are wanted, and the search is over already.
            let _ = if sighting.edges.is_empty() {
                findings.deadlock(steps)
            } else {
                findings.edges(&sighting.edges, steps)
            };
        }
        let search = Search::ended(result, coverage, reached, statistics);
        findings.report(&search.rest, outcome);
        outcome.unreached = search.reached.map(|reached| unreached(program, &reached));
        outcome.statistics = search.statistics.into();
    }
}

/// Starts the workers, watches over them, and returns what they found.
fn run(
    job: &Job<'_>,
    builders: Vec<AllocatorBuilder>,
    cx: &mut Context<'_>,
    scissors: Option<&Scissors>,
) -> Result<Conclusion, Reason> {
    let (done, ended) = channel();
    thread::scope(|scope| {
        for (local, builder) in builders.into_iter().enumerate() {
            let done = done.clone();
            let name = format!("timely:search-{local}");
            let spawned = thread::Builder::new()
                .name(name)
                .spawn_scoped(scope, move || work(job, local, builder, &done));
            if spawned.is_err() {
                job.signals.abandon();
            }
        }
        drop(done);
        let mut first = None;
        let mut halted: Option<Instant> = None;
        loop {
            match ended.recv_timeout(GLANCE) {
                Ok(Ok(conclusion)) => {
                    first.get_or_insert(Ok(conclusion));
                }
                Ok(Err(reason)) => {
                    // The others cannot do without it.
                    job.signals.abandon();
                    if let Some(scissors) = scissors {
                        scissors.cut();
                    }
                    if !matches!(first, Some(Err(_))) {
                        first = Some(Err(reason));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => match halted {
                    None => {
                        if let Err(reason) = cx.report(&job.progress()) {
                            job.signals.halt(reason);
                            halted = Some(Instant::now());
                        }
                    }
                    Some(since) if GRACE < since.elapsed() => {
                        job.signals.abandon();
                        if let Some(scissors) = scissors {
                            scissors.cut();
                        }
                    }
                    Some(_) => {}
                },
            }
        }
        match (first, job.signals.halted()) {
            (Some(Ok(conclusion)), _) => Ok(conclusion),
            // They were told to end and could not do it in good order.
            (_, Some(halt)) => Err(halt.into()),
            (Some(Err(reason)), None) => Err(reason),
            (None, None) => Err(Reason::Crashed { message: "no worker could start".to_owned() }),
        }
    })
}

/// What one worker does. It has something to say in any case.
fn work(
    job: &Job<'_>,
    local: usize,
    builder: AllocatorBuilder,
    done: &Sender<Result<Conclusion, Reason>>,
) {
    let worked = catch_unwind(AssertUnwindSafe(|| {
        let allocator = match builder {
            AllocatorBuilder::Thread(_) => Allocator::Thread(Default::default()),
            AllocatorBuilder::Process(it) => Allocator::Process(it.build()),
            AllocatorBuilder::Tcp(it) => Allocator::Tcp(it.build()),
        };
        let numbering = Numbering::new(job.packing.clone(), Some(job.memory));
        let post = Post::new(allocator);
        let share = Share::new(job, &numbering, post.index(), post.peers());
        Peer::new(job, local, post, share).map(Peer::run)
    }));
    let result = worked.unwrap_or_else(|payload| Err(Reason::Crashed { message: text(&*payload) }));
    // The process waits for it.
    let _ = done.send(result);
}

/// Waits until everything was sent, in a thread that may fail if somebody is gone.
fn farewell(guard: CommsGuard) -> Result<(), Reason> {
    let crashed = |message: String| Reason::Crashed { message };
    let waiting = thread::Builder::new().name("timely:farewell".into()).spawn(|| drop(guard));
    let ended = waiting.map_err(|error| crashed(error.to_string()))?.join();
    ended.map_err(|payload| crashed(text(&*payload)))
}

fn text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it gave no message".to_owned())
}
