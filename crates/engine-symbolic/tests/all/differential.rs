//! Random imperative programs: the engine agrees with the exhaustive execution of the reference
//! semantics, and every counterexample survives its check.

use proptest::prelude::{ProptestConfig, proptest};
use tribunal_certify::check;
use tribunal_engine::{Budget, Context, Engine, Fairness, Reason, Task, Verdict};
use tribunal_engine_symbolic::{CrossCheck, Places, Waves};
use tribunal_ir::{Program, PropId, text::Printer};
use tribunal_testkit::imperative::{explore, program_of_seed, programs};

/// What became of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    Agreed,
    Maybe,
}

/// Compares; panics if the engine is wrong.
fn compare(program: &Program, engine: &dyn Engine) -> Vec<Settled> {
    let Ok(truth) = explore(program, 3000) else { return Vec::new() };
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(program, &properties);
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let outcome = engine.run(&task, &mut cx);
    let mut settled = Vec::new();
    for (property, verdict) in &outcome.verdicts {
        let violated = truth.violated.contains(property);
        let text = || Printer::new(program).program();
        settled.push(match verdict {
            Verdict::True(_) => {
                assert!(!violated, "{property:?} is violated\n{}", text());
                Settled::Agreed
            }
            Verdict::False(_) | Verdict::Refuted(_) => {
                assert!(violated, "{property:?} is not violated\n{}", text());
                let checked = check(program, *property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}\n{}", text());
                Settled::Agreed
            }
            Verdict::Maybe(Reason::Unsupported { .. } | Reason::Budget(_)) => Settled::Maybe,
            Verdict::Maybe(reason) => panic!("{reason:?}\n{}", text()),
        });
    }
    settled
}

fn waves(first_bound: u32) -> Waves {
    Waves { first_bound, ..Waves::USUAL }
}

/// Everything in memory that is not known by functions, however small it is.
const FUNCTIONS: Waves = Waves { places: Places::AsFunctions, ..Waves::USUAL };

const CROSS_CHECK: CrossCheck = CrossCheck { steps: 10_000_000 };

#[test]
fn most_programs_are_decided() {
    for engine in [&waves(4) as &dyn Engine, &FUNCTIONS, &CROSS_CHECK] {
        let settled: Vec<Settled> =
            (0..400).flat_map(|seed| compare(&program_of_seed(seed), engine)).collect();
        let agreed = settled.iter().filter(|it| **it == Settled::Agreed).count();
        let all = settled.len();
        assert!(4 * all < 5 * agreed, "{}: only {agreed} of {all} are decided", engine.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn verdicts_agree(program in programs()) {
        compare(&program, &waves(0));
        compare(&program, &waves(4));
        compare(&program, &FUNCTIONS);
        compare(&program, &CROSS_CHECK);
    }
}
