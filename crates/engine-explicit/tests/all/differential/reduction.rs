//! Partial-order reduction: fewer states, the same verdicts and the same unreached edges.

use super::naive::{self, Nothing};
use super::{Case, DEPTH_FIRST, certified, config, programs, run};
use proptest::prelude::*;
use tribunal_engine::{Fairness, Outcome, Reason, Verdict};
use tribunal_engine_explicit::{Explicit, PartialOrder};
use tribunal_ir::{Program, PropId, PropertyKind};

const REDUCED: Explicit = Explicit { partial_order: PartialOrder::Reduced, ..DEPTH_FIRST };

/// Whether a finite run settles a property.
fn is_finite(program: &Program, property: PropId) -> bool {
    let finite = [PropertyKind::Unreachable, PropertyKind::EndStates];
    finite.contains(&program.props[property].kind)
}

/// What became of each property; `None` if a step never ends, which hides everything else.
fn verdicts(outcome: &Outcome) -> Option<Vec<bool>> {
    let violated = |verdict: &Verdict| match verdict {
        Verdict::True(_) => Some(false),
        Verdict::False(_) | Verdict::Refuted(_) => Some(true),
        Verdict::Maybe(Reason::Diverges { .. }) => None,
        Verdict::Maybe(reason) => panic!("{reason:?}"),
    };
    outcome.verdicts.iter().map(|(_, verdict)| violated(verdict)).collect()
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn finite_runs_end_alike(Case(program) in programs()) {
        let properties: Vec<PropId> =
            program.props.ids().filter(|&it| is_finite(&program, it)).collect();
        if matches!(naive::search(&program), Err(Nothing::Large)) {
            return Ok(());
        }
        let all = run(DEPTH_FIRST, &program, &properties, Fairness::None);
        for threads in [1, 2] {
            let engine = Explicit { threads, ..REDUCED };
            let reduced = run(engine, &program, &properties, Fairness::None);
            if verdicts(&all).is_some() {
                prop_assert_eq!(verdicts(&all), verdicts(&reduced));
                prop_assert_eq!(&all.unreached, &reduced.unreached);
                prop_assert!(reduced.statistics.states <= all.statistics.states);
            }
            certified(&program, &reduced, Fairness::None);
        }
    }

    #[test]
    fn infinite_runs_look_alike(Case(program) in programs()) {
        if matches!(naive::search(&program), Err(Nothing::Large)) {
            return Ok(());
        }
        for property in program.props.ids().filter(|&it| !is_finite(&program, it)) {
            let all = run(DEPTH_FIRST, &program, &[property], Fairness::None);
            let reduced = run(REDUCED, &program, &[property], Fairness::None);
            if let (Some(all), Some(found)) = (verdicts(&all), verdicts(&reduced)) {
                prop_assert_eq!(all, found, "{:?}", program.props[property].kind);
            }
            certified(&program, &reduced, Fairness::None);
        }
    }
}
