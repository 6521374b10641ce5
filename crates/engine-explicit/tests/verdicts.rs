//! What the engine says about small programs.

use expect_test::{Expect, expect};
use std::fmt::Write;
use tribunal_base::Id;
use tribunal_engine::{
    Budget, Context, Engine, Fairness, Limit, Observer, Outcome, Progress, Reason, Task, Verdict,
};
use tribunal_engine_explicit::{Errors, Explicit, Order};
use tribunal_ir::{Program, PropId};

const FIRST: Explicit = Explicit { order: Order::DepthFirst, errors: Errors::First };
const ALL: Explicit = Explicit { order: Order::DepthFirst, errors: Errors::All };
const UNLIMITED: Budget = Budget { memory: u64::MAX, depth: u64::MAX };

fn parse(source: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(source);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    assert_eq!(tribunal_ir::verify(&program), [] as [&str; 0]);
    program
}

/// Checks all properties; all evidence must survive its check.
fn outcome(engine: Explicit, program: &Program, fairness: Fairness, budget: Budget) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = ();
    let mut cx = Context::new(budget, &mut observer);
    let outcome = engine.run(&Task { program, properties: &properties, fairness }, &mut cx);
    for (property, verdict) in &outcome.verdicts {
        let checked = tribunal_certify::check(program, *property, fairness, verdict);
        assert!(checked.is_ok(), "{checked:?}");
    }
    outcome
}

fn show(program: &Program, outcome: &Outcome) -> String {
    let mut text = String::new();
    for (property, verdict) in &outcome.verdicts {
        let name = &program.props[*property].name;
        match verdict {
            Verdict::True(proof) => writeln!(text, "{name}: true, {proof:?}"),
            Verdict::Maybe(Reason::Diverges { .. }) => writeln!(text, "{name}: maybe, diverges"),
            Verdict::Maybe(Reason::Unsupported { what, .. }) => {
                writeln!(text, "{name}: maybe, no {what}")
            }
            Verdict::Maybe(reason) => writeln!(text, "{name}: maybe, {reason:?}"),
            Verdict::False(trace) => {
                let steps: Vec<String> = trace
                    .steps
                    .iter()
                    .map(|step| match step.partner {
                        None => format!("{}:{:?}", step.process, step.edge),
                        Some((partner, edge)) => {
                            format!("{}:{:?}>{partner}:{edge:?}", step.process, step.edge)
                        }
                    })
                    .collect();
                writeln!(text, "{name}: false, {} then {:?}", steps.join(" "), trace.end)
            }
        }
        .expect("writing to a string should work");
    }
    for (property, trace) in &outcome.more_traces {
        let name = &program.props[*property].name;
        writeln!(text, "{name}: also false after {} steps", trace.steps.len())
            .expect("writing to a string should work");
    }
    for (property, expr) in &outcome.vacuous {
        let name = &program.props[*property].name;
        let expr = &program.exprs[*expr];
        writeln!(text, "{name}: vacuous, {expr:?}").expect("writing to a string should work");
    }
    let statistics = outcome.statistics;
    write!(
        text,
        "{} states, {} transitions, {} atomic steps, depth {}",
        statistics.states, statistics.transitions, statistics.atomic_steps, statistics.depth
    )
    .expect("writing to a string should work");
    text
}

fn check(engine: Explicit, source: &str, expected: Expect) {
    let program = parse(source);
    expected.assert_eq(&show(&program, &outcome(engine, &program, Fairness::None, UNLIMITED)));
}

/// Two processes that count up to 3 together, and may fail.
const COUNTERS: &str = "
    global n: u8
    process p() active 2 {
      l0 -> l0 when n < 3 do n = n + 1
      l0 -> l1 when n == 3 violates three \"three\" continue
      l0 -> l1 when n == 7 violates seven \"seven\" continue
      loc l1 end
    }
    property three: unreachable
    property seven: unreachable
    property other: unreachable
    property ends: end_states
";

#[test]
fn the_first_violation_ends_the_search() {
    check(FIRST, COUNTERS, expect![[""]]);
}

#[test]
fn all_violations_are_found() {
    check(ALL, COUNTERS, expect![[""]]);
}

#[test]
fn the_shortest_run_is_found() {
    let source = "
        global n: u8
        process p() active 1 {
          l0 -> l0 when n < 9 do n = n + 1
          l0 -> l1 when 2 < n violates some \"some\" continue
          loc l1 end
        }
        property some: unreachable
    ";
    check(FIRST, source, expect![[""]]);
    let shortest = Explicit { order: Order::BreadthFirst, ..FIRST };
    check(shortest, source, expect![[""]]);
}

#[test]
fn a_run_that_is_too_long_leaves_a_doubt() {
    let program = parse(COUNTERS);
    for order in [Order::DepthFirst, Order::BreadthFirst] {
        let engine = Explicit { order, errors: Errors::All };
        let budget = Budget { depth: 3, ..UNLIMITED };
        let outcome = outcome(engine, &program, Fairness::None, budget);
        expect![[""]].assert_eq(&show(&program, &outcome));
    }
}

/// A counter with many states.
const LARGE: &str = "
    global n: u16
    process p() active 2 {
      l0 -> l0 do n = n + 1
      l0 -> l0 when n == 65535 violates never \"never\" continue
    }
    property never: unreachable
    property live: ltl {<> {n == 1}}
";

#[test]
fn memory_can_run_out() {
    let program = parse(LARGE);
    for order in [Order::DepthFirst, Order::BreadthFirst] {
        let engine = Explicit { order, errors: Errors::All };
        let budget = Budget { memory: 100_000, ..UNLIMITED };
        let outcome = outcome(engine, &program, Fairness::None, budget);
        let memory = Verdict::Maybe(Reason::Budget(Limit::Memory));
        assert_eq!(outcome.verdicts[0].1, memory);
        assert!(0 < outcome.statistics.states && outcome.statistics.states < 65536);
    }
}

#[test]
fn a_search_can_be_cancelled() {
    struct Impatient;
    impl Observer for Impatient {
        fn phase(&mut self, _: &str) {}
        fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
            Err(Reason::Cancelled)
        }
    }
    let program = parse(LARGE);
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = Impatient;
    let mut cx = Context::new(UNLIMITED, &mut observer);
    let task = Task { program: &program, properties: &properties[..1], fairness: Fairness::None };
    let outcome = FIRST.run(&task, &mut cx);
    assert_eq!(outcome.verdicts, [(PropId::from_index(0), Verdict::Maybe(Reason::Cancelled))]);
}

#[test]
fn an_endless_indivisible_step_is_no_state() {
    let source = "
        process p() active 1 {
          l0 -> l1
          loc l1 indivisible
          l1 -> l1
        }
        property ends: end_states
        property live: ltl {true}
    ";
    check(ALL, source, expect![[""]]);
}

#[test]
fn an_endless_atomic_sequence_is_followed_once() {
    let source = "
        global x: bool
        process p() active 1 {
          l0 -> l1 atomic
          l1 -> l1 atomic do x = !x
          l1 -> l2
          loc l2 end
        }
        property ends: end_states
        property progress: no_non_progress_cycle
    ";
    check(ALL, source, expect![[""]]);
}

#[test]
fn wide_numbers_are_refused() {
    let source = "
        global x: i65
        process p() active 1 {
          l0 -> l0 do x = x + 1
        }
        property ends: end_states
    ";
    check(ALL, source, expect![[""]]);
}

#[test]
fn fairness_excludes_a_process_that_is_passed_over() {
    let source = "
        global x: bool
        process p() active 1 {
          l0 -> l1 do x = true
          loc l1 end
        }
        process q() active 1 {
          l2 -> l2
        }
        property eventually: ltl {<> {x}}
    ";
    check(ALL, source, expect![[""]]);
    let program = parse(source);
    let outcome = outcome(ALL, &program, Fairness::Weak, UNLIMITED);
    expect![[""]].assert_eq(&show(&program, &outcome));
}

#[test]
fn an_implication_can_hold_vacuously() {
    let source = "
        global x: u8
        process p() active 1 {
          l0 -> l0 do x = 1 - x
        }
        property vacuous: ltl {[] ({x == 2} -> <> {x == 0})}
        property not_vacuous: ltl {[] ({x == 1} -> <> {x == 0})}
    ";
    check(ALL, source, expect![[""]]);
}

#[test]
fn a_claim_can_end_and_accept() {
    let source = "
        global x: u8
        process p() active 1 {
          l0 -> l0 do x = 1 - x
        }
        claim ends() {
          l1 -> l1
          l1 -> l2 when x == 1
          loc l2 end
        }
        claim accepts() {
          loc l3 accept
          l3 -> l4 when x == 0
          l4 -> l3 when x == 1
        }
        claim blocks() {
          loc l5 accept
          l5 -> l5 when x == 0
        }
        property ends: never ends
        property accepts: never accepts
        property blocks: never blocks
    ";
    check(ALL, source, expect![[""]]);
}

#[test]
fn a_rendezvous_is_one_step() {
    let source = "
        channel c [0] of u8
        global c: chan = new c
        global x: u8
        process sender() active 1 {
          l0 -> l1 do c ! 3
          loc l1 end
        }
        process receiver() active 1 {
          l2 -> l3 do c ? x
          l3 -> l4 when x == 3 violates three \"three\" stop
          loc l4 end
        }
        property three: unreachable
        property ends: end_states
    ";
    check(ALL, source, expect![[""]]);
}
