//! Settles the properties of infinite runs, each by a search of its own.

use crate::compile::Atoms;
use crate::fair::FairSearch;
use crate::model::Model;
use crate::monitor::Monitor;
use crate::ndfs::{NestedDepthFirst, Nesting};
use crate::product::Product;
use crate::search::{Coverage, Interruption, Search};
use tribunal_engine::{Context, End, Fairness, Proof, Statistics, Trace, Verdict};
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

/// Settles a property of infinite runs.
pub(crate) fn settle(
    program: &Program,
    model: &Model,
    atoms: &Atoms,
    property: PropId,
    fairness: Fairness,
    cx: &mut Context<'_>,
) -> Settled {
    let monitor = match program.props[property].kind {
        PropertyKind::Ltl(formula) => Monitor::formula(program, atoms, formula),
        PropertyKind::Never(claim) => Monitor::claim(program, claim),
        PropertyKind::NoAcceptanceCycle if !has_accept_marks(program) => {
            return Settled::at_once(Verdict::True(Proof::Absent));
        }
        PropertyKind::NoAcceptanceCycle => Ok(Monitor::Acceptance),
        PropertyKind::NoNonProgressCycle => Ok(Monitor::NonProgress),
        PropertyKind::Unreachable | PropertyKind::EndStates => {
            unreachable!("a finite run should settle such a property")
        }
    };
    let monitor = match monitor {
        Ok(monitor) => monitor,
        Err(reason) => return Settled::at_once(Verdict::Maybe(reason)),
    };
    let (mut product, initial) = match Product::new(program, model, monitor) {
        Ok(product) => product,
        Err(reason) => return Settled::at_once(Verdict::Maybe(reason)),
    };
    if product.starts_at_end() {
        let trace = Trace { steps: Vec::new(), end: End::ClaimEnd };
        return Settled::at_once(Verdict::False(trace));
    }
    let ended = match fairness {
        Fairness::Weak => {
            let mut search = FairSearch::new(&mut product);
            let result = search.run(initial, cx);
            let statistics = search.statistics();
            Ended { result, statistics, coverage: search.coverage, found: search.found }
        }
        Fairness::None => {
            let nesting =
                if product.monitor.is_weak(model) { Nesting::Single } else { Nesting::Nested };
            let mut search = NestedDepthFirst::new(&mut product, nesting);
            let result = search.run(initial, cx);
            let statistics = search.statistics();
            Ended { result, statistics, coverage: search.coverage, found: search.found }
        }
    };
    let statistics = ended.statistics;
    if let Some(trace) = ended.found {
        return Settled { verdict: Verdict::False(trace), vacuous: None, statistics };
    }
    match Search::ended(ended.result, ended.coverage, Vec::new(), statistics).rest {
        Ok(proof) => {
            Settled { verdict: Verdict::True(proof), vacuous: vacuous(&product), statistics }
        }
        Err(reason) => Settled { verdict: Verdict::Maybe(reason), vacuous: None, statistics },
    }
}

/// How a search ended.
struct Ended {
    result: Result<(), Interruption>,
    statistics: Statistics,
    coverage: Coverage,
    found: Option<Trace>,
}

/// What makes the formula of a product hold vacuously, all of which was explored.
fn vacuous(product: &Product<'_>) -> Option<ExprId> {
    match &product.monitor {
        // If the automaton was ever blocked, there may be states that it has not seen.
        Monitor::Formula { antecedents, .. } if !product.monitor_blocked => {
            antecedents.never_true()
        }
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
