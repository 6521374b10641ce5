//! However many threads search, and however they keep states, the answers are the same.

use tribunal_base::Kleene;
use tribunal_engine::{Budget, Context, Engine, Errors, Fairness, Outcome, Task};
use tribunal_engine_explicit::{Explicit, Order, PartialOrder, Storage};
use tribunal_ir::{Program, PropId};

/// Dining philosophers who take their forks one by one; some may sit down for ever. The last one
/// counts, so that there are thousands of states.
const PHILOSOPHERS: &str = "
    global forks: [bool; 6]
    global meals: u8
    process p() active 6 {
      l0 -> l1 when !forks[self] do forks[self] = true
      l1 -> l2 when !forks[(self + 1) % 6] do forks[(self + 1) % 6] = true
      l2 -> l3 do meals = (meals + 1) % 7
      l3 -> l4 do forks[self] = false
      l4 -> l0 do forks[(self + 1) % 6] = false
      l2 -> l3 when meals == 9 violates nine \"nine meals\" continue
      l2 -> l3 when meals == 6 violates six \"six meals\" continue
    }
    property nine: unreachable
    property six: unreachable
    property ends: end_states
    property sometimes: ltl F {meals == 3}
    property again: ltl G F {meals == 3}
    property below: ltl G {meals <= 6}
    property zero: ltl F G {meals == 0}
";

fn run(engine: Explicit, program: &Program) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: u64::MAX }, &mut observer);
    let task = Task::new(program, &properties);
    let outcome = engine.run(&task, &mut cx);
    for (property, verdict) in &outcome.verdicts {
        let checked = tribunal_certify::check(program, *property, Fairness::None, verdict);
        assert!(checked.is_ok(), "{checked:?}");
    }
    outcome
}

#[test]
fn the_answers_do_not_depend_on_the_means() {
    let (program, diagnostics) = tribunal_ir::text::parse(PHILOSOPHERS);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let plain = Explicit { errors: Errors::All, ..Explicit::default() };
    let alone = run(plain, &program);
    assert!(1000 < alone.statistics.states, "{}", alone.statistics.states);
    let kinds = |outcome: &Outcome| -> Vec<Kleene> {
        outcome.verdicts.iter().map(|(_, verdict)| verdict.kleene()).collect()
    };
    use Kleene::{False, True};
    assert_eq!(kinds(&alone), [True, False, False, False, False, True, False]);
    for threads in [2, 3] {
        for storage in [Storage::Exact, Storage::Small] {
            for order in [Order::DepthFirst, Order::Random { seed: 5 }] {
                let engine = Explicit { threads, storage, order, ..plain };
                let outcome = run(engine, &program);
                assert_eq!(kinds(&outcome), kinds(&alone), "{engine:?}");
                assert_eq!(outcome.statistics.states, alone.statistics.states);
                assert_eq!(outcome.statistics.transitions, alone.statistics.transitions);
                let reduced = Explicit { partial_order: PartialOrder::Reduced, ..engine };
                assert_eq!(kinds(&run(reduced, &program)), kinds(&alone), "{reduced:?}");
            }
        }
    }
}

/// Counters that run through 41³ states, so many that states are expanded side by side and packed anew. Few of
/// them are errors, in which all counters are high.
const COUNTERS: &str = "
    global n: [u8; 3]
    process count() active 3 {
      l0 -> l0 when n[self] < 40 do n[self] = n[self] + 1
      l0 -> l0 when n[self] == 40 do n[self] = 0
    }
    process watch() active 1 {
      l10 -> l10 when n[0] == 38 && n[1] == 39 && n[2] == 40 violates high \"high\" continue
      l10 -> l10 when n[0] + n[1] + n[2] == 121 violates higher \"higher\" continue
    }
    property high: unreachable
    property higher: unreachable
    property ends: end_states
";

#[test]
fn the_answers_do_not_depend_on_how_many_states_are_expanded_together() {
    let (program, diagnostics) = tribunal_ir::text::parse(COUNTERS);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let sides =
        [(1, Storage::Exact), (1, Storage::Small), (2, Storage::Exact), (3, Storage::Small)];
    for (threads, storage) in sides {
        for order in [Order::DepthFirst, Order::Random { seed: 7 }] {
            let engine = Explicit { threads, storage, order, ..Explicit::default() };
            let outcome = run(engine, &program);
            let kinds: Vec<Kleene> =
                outcome.verdicts.iter().map(|(_, verdict)| verdict.kleene()).collect();
            assert_eq!(kinds, [Kleene::False, Kleene::True, Kleene::True], "{engine:?}");
            assert_eq!(outcome.statistics.states, 41 * 41 * 41, "{engine:?}");
            // Each state has a successor for each counter; one has one for the watch.
            assert_eq!(outcome.statistics.transitions, 3 * 41 * 41 * 41 + 1, "{engine:?}");
        }
    }
}

/// Three counters whose steps depend on each other, and processes with steps of their own.
const SEEN: &str = "
    global n: [u8; 3]
    global m: u8
    process count() active 3 {
      l0 -> l0 when n[self] < MOST do n[self] = n[self] + 1; m = 1 - m
      l0 -> l0 when n[self] == MOST do n[self] = 0; m = 1 - m
    }
    process watch() active 1 {
      l1 -> l2 when n[0] == 28 && n[1] == 28 && n[2] == 29 violates high \"high\" continue
      loc l2 end
    }
    process own() active OWN {
      var x: u8
      l3 -> l3 do x = (x + 1) % 6
    }
    property high: unreachable
    property ends: end_states
";

#[test]
fn a_reduction_that_does_not_pay_is_given_up() {
    for threads in [1, 2] {
        for (most, own, expected) in [("44", "0", true), ("29", "1", false)] {
            let text = SEEN.replace("MOST", most).replace("OWN", own);
            let (program, diagnostics) = tribunal_ir::text::parse(&text);
            assert_eq!(diagnostics, []);
            let program = program.expect("a text without errors should be a program");
            let engine = Explicit { errors: Errors::All, threads, ..Explicit::default() };
            let reduced = Explicit { partial_order: PartialOrder::Reduced, ..engine };
            let outcome = run(reduced, &program);
            let kinds: Vec<Kleene> =
                outcome.verdicts.iter().map(|(_, verdict)| verdict.kleene()).collect();
            assert_eq!(kinds, [Kleene::False, Kleene::True]);
            assert!(150_000 < outcome.statistics.states, "{}", outcome.statistics.states);
            let until = outcome.statistics.count("partial_order_until");
            assert_eq!(0 < until, expected, "{text}");
        }
    }
}

#[test]
fn what_is_not_exact_proves_nothing() {
    let (program, _) = tribunal_ir::text::parse(PHILOSOPHERS);
    let program = program.expect("a text without errors should be a program");
    let small = Storage::Bitstate { bits: 1 << 12, hashes: 3, seed: 1 };
    for storage in [Storage::Compact, small] {
        for threads in [1, 2] {
            let engine = Explicit { threads, storage, errors: Errors::All, ..Explicit::default() };
            let outcome = run(engine, &program);
            let nine = &outcome.verdicts[0].1;
            assert_eq!(nine.kleene(), Kleene::Maybe, "{engine:?}");
        }
    }
}
