//! Random models with C in them have the same graph and the same errors here and in Spin, where it is installed.

use std::io::Write as _;

use tribunal_testkit::differential::{Outcome, compare};
use tribunal_testkit::random_embedded::random_embedded;
use tribunal_testkit::random_promela::numbers;
use tribunal_testkit::spin;

/// How many models.
const CASES: u32 = 12;

/// How many are compared at a time: most of the time goes into the C compiler.
const AT_A_TIME: u32 = 4;

#[test]
fn random_models_with_c_agree_with_spin() {
    if !spin::available() {
        // The harness hides what tests print, unless they fail.
        let _ = writeln!(std::io::stderr(), "skipped: Spin or a C compiler is not installed");
        return;
    }
    let model = |case: u32| random_embedded(&numbers(7, case));
    let share = |first: u32| -> Vec<(String, Outcome)> {
        let cases = (first..CASES).step_by(AT_A_TIME as usize);
        cases.map(|it| (model(it), compare(&model(it)))).collect()
    };
    let outcomes: Vec<(String, Outcome)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..AT_A_TIME).map(|first| scope.spawn(move || share(first))).collect();
        threads.into_iter().flat_map(|it| it.join().expect("no comparison should panic")).collect()
    });
    for (model, outcome) in &outcomes {
        assert!(!matches!(outcome, Outcome::Different(_)), "{outcome:?}\n{model}");
    }
    let same = outcomes.iter().filter(|it| it.1 == Outcome::Same).count();
    assert!(CASES as usize * 3 / 4 <= same, "only {same} of {CASES} models could be compared");
}
