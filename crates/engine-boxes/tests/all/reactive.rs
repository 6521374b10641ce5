//! Programs that react to arbitrary values: what boxes prove holds of all executions.

use proptest::prelude::{ProptestConfig, any, prop, proptest};
use tribunal_engine::{Budget, Context, Engine as _, Outcome, Task, Verdict};
use tribunal_engine_boxes::Boxes;
use tribunal_ir::{Program, PropId};
use tribunal_testkit::imperative::explore;
use tribunal_testkit::reactive::{program, source};

fn run(most: usize, program: &Program) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    Boxes { most }.run(&Task::new(program, &properties), &mut cx)
}

/// Panics if something is proved that is not so. How much is proved, if there are few states.
fn compare(numbers: &[u32]) -> Option<usize> {
    let program = program(&source(numbers));
    let truth = explore(&program, 60_000).ok()?;
    let mut proved = 0;
    for (property, verdict) in &run(10_000, &program).verdicts {
        if let Verdict::True(_) = verdict {
            assert!(!truth.violated.contains(property), "{}", source(numbers));
            proved += 1;
        }
    }
    Some(proved)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn proofs_agree(numbers in prop::collection::vec(any::<u32>(), 0..60)) {
        compare(&numbers);
    }
}

#[test]
fn something_is_proved() {
    let numbers =
        |seed: u32| (0..60_u32).map(move |it| (it + 7 * seed).wrapping_mul(2_654_435_761) >> 7);
    let proved =
        (0..20).filter_map(|seed| compare(&numbers(seed).collect::<Vec<_>>())).sum::<usize>();
    assert!(0 < proved);
}

#[test]
fn boxes_prove_what_has_too_many_states() {
    let source = "global n: i32 process main() active 1 { var x: i32 l0 -> l1 do havoc x \
        l1 -> l2 when n < 1000000 && x == 1 do n = n + 3 l1 -> l2 else \
        l2 -> l3 when 1000002 < n violates p \"p\" stop l2 -> l0 else \
        l3 -> l3 } function f() { l4 -> l5 do return loc l5 end } property p: unreachable";
    let program = program(source);
    let outcome = run(100, &program);
    assert!(matches!(outcome.verdicts[0].1, Verdict::True(_)), "{:?}", outcome.verdicts);
}

#[test]
fn boxes_know_who_is_less_and_functions_that_start_again() {
    // Euclid's algorithm by subtraction: what is positive stays positive.
    let source = "process main() active 1 { var x: i32 var y: i32 var z: i32 \
        l0 -> l1 do havoc x l1 -> l2 do havoc y l2 -> l3 when 0 < x && 0 < y l2 -> l9 else \
        l3 -> l4 do z = call gcd(x, y) l4 -> l9 when z < 1 violates p \"p\" stop l4 -> l9 else loc l9 end } \
        function gcd(a: i32, b: i32) { var r: i32 l20 -> l21 when a <= 0 || b <= 0 l20 -> l22 else \
        l21 -> l29 do return 0 l22 -> l23 when a == b l22 -> l24 else l23 -> l29 do return a \
        l24 -> l25 when b < a do r = call gcd(a - b, b) l24 -> l25 else do r = call gcd(a, b - a) \
        l25 -> l29 do return r loc l29 end } property p: unreachable";
    let program = program(source);
    let outcome = run(100, &program);
    assert!(matches!(outcome.verdicts[0].1, Verdict::True(_)), "{:?}", outcome.verdicts);
}
