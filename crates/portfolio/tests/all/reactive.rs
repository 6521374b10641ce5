//! Programs that react to arbitrary values: one value of each kind is enough. The search agrees with the execution of all of them.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use tribunal_certify::check as certify;
use tribunal_engine::{Budget, Context, Engine, Fairness, Outcome, Task, Verdict};
use tribunal_engine_explicit::Explicit;
use tribunal_ir::{Program, PropId};
use tribunal_portfolio::AllStates;
use tribunal_testkit::imperative::explore;
use tribunal_testkit::reactive::{program, source};

fn run(engine: &dyn Engine, program: &Program) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    engine.run(&Task::new(program, &properties), &mut cx)
}

/// Compares; panics if the search is wrong. Whether it was tried on few states.
fn compare(numbers: &[u32]) -> Option<bool> {
    let program = program(&source(numbers));
    let truth = explore(&program, 60_000).ok()?;
    let outcome = run(&AllStates::of(Explicit::default()), &program);
    for (property, verdict) in &outcome.verdicts {
        let violated = truth.violated.contains(property);
        match verdict {
            Verdict::True(_) => assert!(!violated, "{property:?}\n{}", source(numbers)),
            Verdict::False(_) | Verdict::Refuted(_) => {
                assert!(violated, "{property:?}\n{}", source(numbers));
                let checked = certify(&program, *property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}\n{}", source(numbers));
            }
            Verdict::Maybe(reason) => panic!("{reason:?}\n{}", source(numbers)),
        }
    }
    Some(outcome.statistics.states * 4 < truth.states as u64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn verdicts_agree(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare(&numbers);
    }
}

#[test]
fn few_values_are_enough() {
    let numbers =
        |seed: u32| (0..60_u32).map(move |it| (it + 7 * seed).wrapping_mul(2_654_435_761) >> 7);
    let compared: Vec<bool> =
        (0..20).filter_map(|seed| compare(&numbers(seed).collect::<Vec<_>>())).collect();
    let few = compared.iter().filter(|it| **it).count();
    assert!(compared.len() < 2 * few, "{few} of {}", compared.len());
}

#[test]
fn numbers_are_tried_where_they_were_cut_down_to_few() {
    // x is clamped to -3 to 3, then added up.
    let source = "global n: i32 process main() active 1 { var x: i32 l0 -> l1 do havoc x \
        l1 -> l2 when x < -3 do x = -3 l1 -> l2 else \
        l2 -> l3 when !(x <= 3) do x = 3 l2 -> l3 else \
        l3 -> l4 when n + x < 0 || 9 < n + x l3 -> l4 else do n = n + x \
        l4 -> l5 when n == 10 violates p \"p\" stop l4 -> l6 else l5 -> l5 \
        l6 -> l5 when n == 9 violates q \"q\" stop l6 -> l0 else } \
        function f() { l7 -> l8 do return loc l8 end } property p: unreachable property q: unreachable";
    let program = program(source);
    let outcome = run(&AllStates::of(Explicit::default()), &program);
    let verdicts: Vec<&Verdict> = outcome.verdicts.iter().map(|it| &it.1).collect();
    assert!(matches!(verdicts[..], [Verdict::True(_), Verdict::False(_)]), "{verdicts:?}");
}
