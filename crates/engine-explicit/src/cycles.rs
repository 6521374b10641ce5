//! Settles the properties of infinite runs, each by a search of its own.

use crate::compile::Atoms;
use crate::fair::FairSearch;
use crate::model::Model;
use crate::monitor::Monitor;
use crate::nested::{self, Nested, Nesting};
use crate::product::Product;
use crate::search::{Coverage, Interruption, Search};
use crate::space::Space;
use crate::statistics::Statistics;
use crate::stubborn::Stubborn;
use crate::{Explicit, PartialOrder, Storage, checkpoint};
use tribunal_engine::{Certificate, Context, End, Fairness, Reason, Trace, Verdict};
use tribunal_ir::{ExprId, ProcessKind, Program, PropId, PropertyKind};

/// What a search found out about a property.
pub(crate) struct Settled {
    pub(crate) verdict: Verdict,
    /// An expression that is never true, which alone makes the property hold.
    pub(crate) vacuous: Option<ExprId>,
    pub(crate) statistics: Statistics,
}

impl Settled {
    fn at_once(verdict: Verdict) -> Self {
        Self { verdict, vacuous: None, statistics: Statistics::default() }
    }
}

/// Whose the notebook is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notes {
    /// This search's alone.
    Own,
    /// That of several searches: nobody writes.
    Shared,
}

/// Settles a property of infinite runs.
#[expect(clippy::too_many_arguments, reason = "each is one thing that the search depends on")]
pub(crate) fn settle(
    settings: &Explicit,
    program: &Program,
    model: &Model,
    atoms: &Atoms,
    property: PropId,
    fairness: Fairness,
    notes: Notes,
    cx: &mut Context<'_>,
) -> Settled {
    let monitor = match program.props[property].kind {
        PropertyKind::Ltl(formula) => Monitor::formula(program, atoms, formula),
        PropertyKind::Never(claim) => Monitor::claim(program, claim),
        PropertyKind::NoAcceptanceCycle if !has_accept_marks(program) => {
            return Settled::at_once(Verdict::True(Certificate::Absent));
        }
        PropertyKind::NoAcceptanceCycle => Ok(Monitor::Acceptance),
        PropertyKind::NoNonProgressCycle => Ok(Monitor::NonProgress),
        PropertyKind::Unreachable | PropertyKind::EndStates => {
            unreachable!("a finite run should settle such a property")
        }
        kind => {
            let what = format!("a question of the kind `{}` in a search for cycles", kind.word());
            Err(Reason::Unsupported { what, span: program.props[property].span })
        }
    };
    let monitor = match monitor {
        Ok(monitor) => monitor,
        Err(reason) => return Settled::at_once(Verdict::Maybe(reason)),
    };
    if monitor.is_end(model, monitor.initial()) {
        let trace = Trace::new(Vec::new(), End::ClaimEnd);
        return Settled::at_once(Verdict::False(trace));
    }
    let ended = match fairness {
        Fairness::Weak => fair(program, model, monitor, cx),
        Fairness::None => {
            let stubborn = match settings.partial_order {
                PartialOrder::Reduced => {
                    Stubborn::for_infinite_runs(program, model, property, &monitor)
                }
                PartialOrder::Ignored => None,
            };
            let fingerprint = notes == Notes::Own && cx.notebook().is_some();
            let fingerprint = fingerprint.then(|| {
                let kinds = format!("{:?} {property:?}", settings.partial_order);
                checkpoint::fingerprint(program, &kinds)
            });
            nested(settings, program, model, &monitor, stubborn, fingerprint, cx)
        }
    };
    let ended = match ended {
        Ok(ended) => ended,
        Err(reason) => return Settled::at_once(Verdict::Maybe(reason)),
    };
    let statistics = ended.statistics;
    if let Some(trace) = ended.found {
        return Settled { verdict: Verdict::False(trace), vacuous: None, statistics };
    }
    match Search::ended(ended.result, ended.coverage, Vec::new(), statistics).rest {
        Ok(proof) => Settled { verdict: Verdict::True(proof), vacuous: ended.vacuous, statistics },
        Err(reason) => Settled { verdict: Verdict::Maybe(reason), vacuous: None, statistics },
    }
}

/// Searches all runs.
fn nested(
    settings: &Explicit,
    program: &Program,
    model: &Model,
    monitor: &Monitor,
    stubborn: Option<Stubborn>,
    fingerprint: Option<u64>,
    cx: &mut Context<'_>,
) -> Result<Ended, Reason> {
    let sample = settings.sample(program, model)?;
    let space = Space::new(&sample, monitor, cx.budget().memory);
    let nesting = if monitor.is_weak() { Nesting::Single } else { Nesting::Nested };
    // A few states are not worth a thread. Threads with different paths would not agree on what can
    // be left out.
    let alone = sample.complete || stubborn.is_some();
    let threads = if alone { 1 } else { settings.threads.max(1) };
    let search = Nested::new(program, model, &space, nesting, threads, stubborn);
    let ended = search.run(monitor, fingerprint, cx);
    let vacuous = ended.monitor().and_then(|(it, blocked)| vacuous(&it, blocked));
    let nested::Ended { result, statistics, coverage, found, .. } = ended;
    let statistics = Statistics {
        table_bytes: space.states.memory(),
        threads: threads as u64,
        storage: Storage::Exact.name(),
        ..statistics
    };
    Ok(Ended { result, statistics, coverage, found, vacuous })
}

/// Searches the fair runs.
fn fair(
    program: &Program,
    model: &Model,
    monitor: Monitor,
    cx: &mut Context<'_>,
) -> Result<Ended, Reason> {
    let (mut product, initial) = Product::new(program, model, monitor)?;
    let mut search = FairSearch::new(&mut product);
    let result = search.run(initial, cx);
    let (statistics, coverage, found) = (search.statistics(), search.coverage, search.found);
    let vacuous = vacuous(&product.monitor, product.monitor_blocked);
    Ok(Ended { result, statistics, coverage, found, vacuous })
}

/// How a search ended.
struct Ended {
    result: Result<(), Interruption>,
    statistics: Statistics,
    coverage: Coverage,
    found: Option<Trace>,
    vacuous: Option<ExprId>,
}

/// What makes a formula hold vacuously, once everything was explored.
fn vacuous(monitor: &Monitor, blocked: bool) -> Option<ExprId> {
    match monitor {
        // If the automaton was ever blocked, there may be states that it has not seen.
        Monitor::Formula { antecedents, .. } if !blocked => antecedents.never_true(),
        Monitor::Formula { .. }
        | Monitor::Claim { .. }
        | Monitor::Acceptance
        | Monitor::NonProgress => None,
    }
}

fn has_accept_marks(program: &Program) -> bool {
    let ordinary = |process| program.procs[process].kind == ProcessKind::Ordinary;
    program.locs.values().any(|it| it.marks.accept && ordinary(it.process))
}
