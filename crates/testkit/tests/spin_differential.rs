//! Random models have the same graph and the same errors here and in Spin, where it is installed.

use std::io::Write as _;

use tribunal_testkit::differential::{Outcome, compare};
use tribunal_testkit::random_promela::{Flavour, numbers, random_promela};
use tribunal_testkit::spin;

/// How many models; more with `cargo xtask differential`.
const CASES: u32 = 24;

#[test]
fn random_models_agree_with_spin() {
    if !spin::available() {
        // The harness hides what tests print, unless they fail.
        let _ = writeln!(std::io::stderr(), "skipped: Spin or a C compiler is not installed");
        return;
    }
    let mut differences = Vec::new();
    let mut compared = 0;
    for case in 0..CASES {
        let text = random_promela(Flavour::of_case(case), &numbers(0, case));
        match compare(&text) {
            Outcome::Same => compared += 1,
            Outcome::Incomparable(_) => {}
            Outcome::Different(how) => differences.push(format!("case {case}: {how}\n{text}")),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(CASES / 2 < compared, "only {compared} of {CASES} models could be compared");
}
