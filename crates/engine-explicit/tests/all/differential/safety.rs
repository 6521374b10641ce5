//! Reachability: counts, verdicts, evidence.

use super::naive::{self, Nothing};
use super::{BREADTH_FIRST, Case, DEPTH_FIRST, certified, config, programs, run};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tribunal_engine::{Errors, Fairness, Outcome, Reason, Verdict};
use tribunal_engine_explicit::Explicit;
use tribunal_ir::{EdgeId, ProcessKind, Program, PropId, PropertyKind};

/// The properties that a finite run can violate.
pub(super) fn properties(program: &Program) -> Vec<PropId> {
    let kinds = [PropertyKind::Unreachable, PropertyKind::EndStates];
    program.props.ids().filter(|&it| kinds.contains(&program.props[it].kind)).collect()
}

pub(super) fn violated(outcome: &Outcome) -> BTreeSet<PropId> {
    let failed = outcome.verdicts.iter().filter(|(_, it)| matches!(it, Verdict::False(_)));
    failed.map(|(property, _)| *property).collect()
}

fn diverges(outcome: &Outcome) -> bool {
    outcome.verdicts.iter().any(|(_, it)| matches!(it, Verdict::Maybe(Reason::Diverges { .. })))
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_depth_first_search_counts_and_answers_as_the_reference(Case(program) in programs()) {
        let properties = properties(&program);
        let found = match naive::search(&program) {
            Ok(found) => found,
            Err(Nothing::Large) => return Ok(()),
            Err(Nothing::Diverges) => {
                let outcome = run(DEPTH_FIRST, &program, &properties, Fairness::None);
                prop_assert!(diverges(&outcome) || outcome.verdicts.iter().all(|(_, it)| matches!(it, Verdict::False(_) | Verdict::True(_))));
                return Ok(());
            }
        };
        let outcome = run(DEPTH_FIRST, &program, &properties, Fairness::None);
        let statistics = &outcome.statistics;
        prop_assert_eq!(
            (found.states, found.transitions, found.atomic_steps),
            (statistics.states, statistics.transitions, statistics.count("atomic_steps"))
        );
        prop_assert_eq!(&found.violated, &violated(&outcome));
        let unreached: Vec<EdgeId> = program
            .edges
            .iter()
            .filter(|(id, edge)| {
                let process = program.locs[edge.from].process;
                program.procs[process].kind == ProcessKind::Ordinary && !found.reached.contains(id)
            })
            .map(|(id, _)| id)
            .collect();
        prop_assert_eq!(Some(unreached), outcome.unreached.clone());
        certified(&program, &outcome, Fairness::None);

        let first = Explicit { errors: Errors::First, ..DEPTH_FIRST };
        let outcome = run(first, &program, &properties, Fairness::None);
        prop_assert_eq!(&found.violated, &violated(&outcome));
        certified(&program, &outcome, Fairness::None);
    }

    #[test]
    fn a_breadth_first_search_finds_the_shortest_runs(Case(program) in programs()) {
        let properties = properties(&program);
        let Ok(found) = naive::search(&program) else { return Ok(()) };
        let Ok(distances) = naive::distances(&program) else { return Ok(()) };
        let outcome = run(BREADTH_FIRST, &program, &properties, Fairness::None);
        prop_assert_eq!(found.states, outcome.statistics.states);
        prop_assert_eq!(&found.violated, &violated(&outcome));
        for (property, verdict) in &outcome.verdicts {
            if let Verdict::False(trace) = verdict {
                prop_assert_eq!(distances.get(property), Some(&trace.steps.len()));
            }
        }
        certified(&program, &outcome, Fairness::None);
    }
}
