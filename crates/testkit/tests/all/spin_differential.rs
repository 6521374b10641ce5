//! Random models have the same graph and the same errors here and in Spin, where it is installed.

use std::io::Write as _;

use tribunal_testkit::differential::{Outcome, compare};
use tribunal_testkit::random_promela::{Flavour, numbers, random_promela};
use tribunal_testkit::spin;

/// How many models; more with `cargo xtask differential`.
const CASES: u32 = 24;

/// How many are compared at a time: most of the time goes into the C compiler.
const AT_A_TIME: u32 = 4;

#[test]
fn random_models_agree_with_spin() {
    if !spin::available() {
        // The harness hides what tests print, unless they fail.
        let _ = writeln!(std::io::stderr(), "skipped: Spin or a C compiler is not installed");
        return;
    }
    let share = |first: u32| (first..CASES).step_by(AT_A_TIME as usize).map(outcome).collect();
    let outcomes: Vec<(u32, Outcome)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..AT_A_TIME).map(|first| scope.spawn(move || -> Vec<_> { share(first) })).collect();
        threads.into_iter().flat_map(|it| it.join().expect("no comparison should panic")).collect()
    });
    let differences: Vec<String> = outcomes
        .iter()
        .filter_map(|(case, outcome)| match outcome {
            Outcome::Different(how) => Some(format!("case {case}: {how}\n{}", model(*case))),
            Outcome::Same | Outcome::Incomparable(_) => None,
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let same = outcomes.iter().filter(|it| it.1 == Outcome::Same).count();
    assert!(CASES as usize / 2 < same, "only {same} of {CASES} models could be compared");
}

fn model(case: u32) -> String {
    random_promela(Flavour::of_case(case), &numbers(0, case))
}

fn outcome(case: u32) -> (u32, Outcome) {
    (case, compare(&model(case)))
}
