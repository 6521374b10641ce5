//! Random imperative programs: the engine agrees with the exhaustive execution of the reference
//! semantics, and every counterexample survives its check.

use proptest::prelude::{ProptestConfig, proptest};
use tribunal_certify::check;
use tribunal_engine::{Budget, Context, Engine, Fairness, Reason, Task, Verdict};
use tribunal_engine_symbolic::Waves;
use tribunal_ir::{Program, PropId, text::Printer};
use tribunal_testkit::imperative::{explore, program_of_seed, programs};

/// What became of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    Agreed,
    Maybe,
}

/// Compares; panics if the engine is wrong.
fn compare(program: &Program, first_bound: u32) -> Vec<Settled> {
    let Ok(truth) = explore(program, 3000) else { return Vec::new() };
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task { program, properties: &properties, fairness: Fairness::None };
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let outcome = Waves { first_bound }.run(&task, &mut cx);
    let mut settled = Vec::new();
    for (property, verdict) in &outcome.verdicts {
        let violated = truth.violated.contains(property);
        let text = || Printer::new(program).program();
        settled.push(match verdict {
            Verdict::True(_) => {
                assert!(!violated, "{property:?} is violated\n{}", text());
                Settled::Agreed
            }
            Verdict::False(_) => {
                assert!(violated, "{property:?} is not violated\n{}", text());
                let checked = check(program, *property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}\n{}", text());
                Settled::Agreed
            }
            Verdict::Maybe(Reason::Unsupported { .. }) => Settled::Maybe,
            Verdict::Maybe(reason) => panic!("{reason:?}\n{}", text()),
        });
    }
    settled
}

#[test]
fn most_programs_are_decided() {
    let settled: Vec<Settled> =
        (0..400).flat_map(|seed| compare(&program_of_seed(seed), 4)).collect();
    let agreed = settled.iter().filter(|it| **it == Settled::Agreed).count();
    assert!(4 * settled.len() < 5 * agreed, "only {agreed} of {} are decided", settled.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn verdicts_agree(program in programs()) {
        compare(&program, 0);
        compare(&program, 4);
    }
}
