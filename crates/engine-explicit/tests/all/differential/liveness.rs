//! Infinite runs: verdicts and evidence, with and without fairness.

use super::naive::Nothing;
use super::{Case, DEPTH_FIRST, certified, config, product, programs, run};
use proptest::prelude::*;
use tribunal_engine::{Fairness, Proof, Reason, Verdict};
use tribunal_ir::{Program, PropId, PropertyKind};

/// The properties of infinite runs.
fn properties(program: &Program) -> Vec<PropId> {
    let finite = [PropertyKind::Unreachable, PropertyKind::EndStates];
    program.props.ids().filter(|&it| !finite.contains(&program.props[it].kind)).collect()
}

fn agrees(program: &Program, fairness: Fairness) -> Result<(), TestCaseError> {
    let properties = properties(program);
    let outcome = run(DEPTH_FIRST, program, &properties, fairness);
    for (property, verdict) in &outcome.verdicts {
        let kind = program.props[*property].kind;
        match (product::is_violated(program, *property, fairness), verdict) {
            (Ok(true), Verdict::False(_)) | (Ok(false), Verdict::True(_)) => {}
            (Err(Nothing::Large), _) => {}
            // The engine may have found something before it came to the endless step.
            (Err(Nothing::Diverges), Verdict::False(_)) => {}
            (Err(Nothing::Diverges), Verdict::Maybe(Reason::Diverges { .. })) => {}
            // It need not search where nothing is marked as accepting.
            (Err(Nothing::Diverges), Verdict::True(Proof::Absent)) => {}
            (expected, _) => prop_assert!(false, "{kind:?}: {expected:?}, {verdict:?}"),
        }
    }
    for &(property, expr) in &outcome.vacuous {
        prop_assert!(!product::is_ever_true(program, expr), "{property:?} is not vacuous");
    }
    certified(program, &outcome, fairness);
    Ok(())
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn all_runs_count(Case(program) in programs()) {
        agrees(&program, Fairness::None)?;
    }

    #[test]
    fn fair_runs_count(Case(program) in programs()) {
        agrees(&program, Fairness::Weak)?;
    }
}
