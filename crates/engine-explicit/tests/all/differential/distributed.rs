//! The distributed search against the local one, with several workers in one process.

use super::naive;
use super::safety::{properties, violated};
use super::{Case, DEPTH_FIRST, certified, config, programs, run};
use proptest::prelude::*;
use tribunal_engine::{Errors, Fairness, Verdict};
use tribunal_engine_explicit::{Cluster, Code, Distributed};

fn workers(threads: usize, errors: Errors) -> Distributed {
    Distributed { errors, code: Code::Native, threads, cluster: Cluster::alone() }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn any_number_of_workers_counts_and_answers_as_one_search(Case(program) in programs()) {
        if naive::search(&program).is_err() {
            return Ok(());
        }
        let properties = properties(&program);
        let expected = run(DEPTH_FIRST, &program, &properties, Fairness::None);
        let mut shortest: Option<Vec<usize>> = None;
        for threads in 1..=3 {
            let outcome =
                run(workers(threads, Errors::All), &program, &properties, Fairness::None);
            let counts = |it: &tribunal_engine::Statistics| {
                (it.states, it.transitions, it.count("atomic_steps"))
            };
            prop_assert_eq!(counts(&expected.statistics), counts(&outcome.statistics));
            prop_assert_eq!(violated(&expected), violated(&outcome));
            prop_assert_eq!(&expected.unreached, &outcome.unreached);
            prop_assert_eq!(expected.more_traces.is_empty(), outcome.more_traces.is_empty());
            certified(&program, &outcome, Fairness::None);

            let first = run(workers(threads, Errors::First), &program, &properties, Fairness::None);
            prop_assert_eq!(violated(&expected), violated(&first));
            certified(&program, &first, Fairness::None);
            // However many search, the first violations are found in the same round.
            let states = vec![usize::try_from(first.statistics.states).unwrap_or(0)];
            prop_assert_eq!(shortest.get_or_insert(states.clone()), &states);
            for (_, verdict) in &first.verdicts {
                prop_assert!(!matches!(verdict, Verdict::Maybe(_)));
            }
        }
    }
}
