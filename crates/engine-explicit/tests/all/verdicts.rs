//! What the engine says about small programs.

use expect_test::{Expect, expect};
use std::fmt::Write;
use tribunal_base::Id;
use tribunal_engine::{
    Budget, Context, Engine, Errors, Fairness, Limit, Observer, Outcome, Progress, Reason, Task,
    Verdict,
};
use tribunal_engine_explicit::{Code, Explicit, Order, PartialOrder, Storage};
use tribunal_ir::{Program, PropId};

const FIRST: Explicit = Explicit {
    order: Order::DepthFirst,
    errors: Errors::First,
    threads: 1,
    storage: Storage::Exact,
    partial_order: PartialOrder::Ignored,
    code: Code::Native,
};
const ALL: Explicit = Explicit { errors: Errors::All, ..FIRST };
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
    let outcome = engine.run(&Task { fairness, ..Task::new(program, &properties) }, &mut cx);
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
            Verdict::Refuted(proof) => writeln!(text, "{name}: false, {proof:?}"),
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
    let statistics = &outcome.statistics;
    write!(
        text,
        "{} states, {} transitions, {} atomic steps, depth {}",
        statistics.states,
        statistics.transitions,
        statistics.count("atomic_steps"),
        statistics.depth
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
      l0 -> l1 when n == 2 violates three \"nearly three\" continue
      l0 -> l1 when n == 7 violates seven \"seven\" continue
      loc l1 end
    }
    property three: unreachable
    property seven: unreachable
    property other: unreachable
    property ends: end_states
";

#[test]
fn every_property_gets_its_verdict() {
    check(
        FIRST,
        COUNTERS,
        expect![[r#"
            three: false, 1:t0 1:t0 1:t2 then Violation
            seven: true, Exhausted { states: 10 }
            other: true, Absent
            ends: true, Exhausted { states: 10 }
            10 states, 16 transitions, 0 atomic steps, depth 5"#]],
    );
    check(
        ALL,
        COUNTERS,
        expect![[r#"
            three: false, 1:t0 1:t0 1:t2 then Violation
            seven: true, Exhausted { states: 10 }
            other: true, Absent
            ends: true, Exhausted { states: 10 }
            three: also false after 4 steps
            10 states, 16 transitions, 0 atomic steps, depth 5"#]],
    );
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
    check(
        FIRST,
        source,
        expect![[r#"
            some: false, 0:t0 0:t0 0:t0 0:t1 then Violation
            4 states, 3 transitions, 0 atomic steps, depth 3"#]],
    );
    let shortest = Explicit { order: Order::BreadthFirst, ..FIRST };
    check(
        shortest,
        source,
        expect![[r#"
        some: false, 0:t0 0:t0 0:t0 0:t1 then Violation
        5 states, 4 transitions, 0 atomic steps, depth 3"#]],
    );
}

#[test]
fn a_run_that_is_too_long_leaves_a_doubt() {
    let program = parse(COUNTERS);
    let show = |order| {
        let engine = Explicit { order, ..ALL };
        let budget = Budget { depth: 3, ..UNLIMITED };
        show(&program, &outcome(engine, &program, Fairness::None, budget))
    };
    expect![[r#"
        three: false, 1:t0 1:t0 1:t2 then Violation
        seven: maybe, Budget(Depth)
        other: true, Absent
        ends: maybe, Budget(Depth)
        three: also false after 4 steps
        6 states, 14 transitions, 0 atomic steps, depth 3"#]]
    .assert_eq(&show(Order::DepthFirst));
    expect![[r#"
        three: false, 1:t0 1:t0 1:t2 then Violation
        seven: maybe, Budget(Depth)
        other: true, Absent
        ends: maybe, Budget(Depth)
        three: also false after 4 steps
        9 states, 14 transitions, 0 atomic steps, depth 3"#]]
    .assert_eq(&show(Order::BreadthFirst));
}

/// A counter with many states.
const LARGE: &str = "
    global n: u16
    process p() active 2 {
      l0 -> l0 do n = n + 1
      l0 -> l0 when n == 65535 violates never \"never\" continue
    }
    property never: unreachable
    property live: ltl F {n == 1}
";

#[test]
fn memory_can_run_out() {
    let program = parse(LARGE);
    for order in [Order::DepthFirst, Order::BreadthFirst] {
        let engine = Explicit { order, ..ALL };
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
    let task = Task::new(&program, &properties[..1]);
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
        property live: ltl true
    ";
    check(
        ALL,
        source,
        expect![[r#"
        ends: maybe, diverges
        live: true, Exhausted { states: 1 }
        1 states, 0 transitions, 0 atomic steps, depth 0"#]],
    );
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
    check(
        ALL,
        source,
        expect![[r#"
            ends: true, Exhausted { states: 3 }
            progress: true, Exhausted { states: 5 }
            3 states, 2 transitions, 3 atomic steps, depth 1"#]],
    );
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
    check(
        ALL,
        source,
        expect![[r#"
        ends: maybe, no integers of more than 64 bits
        0 states, 0 transitions, 0 atomic steps, depth 0"#]],
    );
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
        property eventually: ltl F {x}
    ";
    check(
        ALL,
        source,
        expect![[r#"
            eventually: false, 1:t1 then Cycle { back_to: 0 }
            2 states, 2 transitions, 0 atomic steps, depth 0"#]],
    );
    let program = parse(source);
    let outcome = outcome(ALL, &program, Fairness::Weak, UNLIMITED);
    expect![[r#"
        eventually: true, Exhausted { states: 2 }
        2 states, 2 transitions, 0 atomic steps, depth 1"#]]
    .assert_eq(&show(&program, &outcome));
}

#[test]
fn an_implication_can_hold_vacuously() {
    let source = "
        global x: u8
        process p() active 1 {
          l0 -> l0 do x = 1 - x
        }
        property vacuous: ltl G ({x == 2} -> F {x == 0})
        property not_vacuous: ltl G ({x == 1} -> F {x == 0})
    ";
    check(
        ALL,
        source,
        expect![[r#"
        vacuous: true, Exhausted { states: 2 }
        not_vacuous: true, Exhausted { states: 3 }
        vacuous: vacuous, Binary(Eq, e0, e1)
        3 states, 3 transitions, 0 atomic steps, depth 2"#]],
    );
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
    check(
        ALL,
        source,
        expect![[r#"
        ends: false, 0:t0 then ClaimEnd
        accepts: false, 0:t0 0:t0 then Cycle { back_to: 0 }
        blocks: true, Exhausted { states: 2 }
        2 states, 2 transitions, 0 atomic steps, depth 1"#]],
    );
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
    check(
        ALL,
        source,
        expect![[r#"
        three: false, 0:t0>1:t1 1:t2 then Violation
        ends: true, Exhausted { states: 2 }
        2 states, 1 transitions, 0 atomic steps, depth 1"#]],
    );
}

#[test]
fn a_cycle_may_lead_through_a_state_that_was_left_before() {
    // From `l1` the search goes to `l2` first and back, all inside an atomic sequence, where
    // formulas see nothing. The visible state `l3` is found when it is done with `l2`.
    let source = "
        global x: bool
        process p() active 1 {
          l0 -> l1 atomic
          l1 -> l2 atomic
          l1 -> l3
          l2 -> l1 atomic
          l3 -> l2 atomic
        }
        property eventually: ltl F {x}
    ";
    check(
        ALL,
        source,
        expect![[r#"
            eventually: false, 0:t0 0:t2 0:t4 0:t3 0:t2 then Cycle { back_to: 2 }
            2 states, 2 transitions, 6 atomic steps, depth 1"#]],
    );
}

#[test]
fn every_step_of_a_cycle_counts_for_fairness() {
    // Both processes can always leave the cycle, and each takes one of its two steps.
    let source = "
        global turn: bool
        process p() active 1 {
          loc l0 accept
          l0 -> l0 when !turn do turn = true
          l0 -> l1
          loc l1
        }
        process q() active 1 {
          l2 -> l2 when turn do turn = false
          l2 -> l3
          loc l3
        }
        property live: no_acceptance_cycle
    ";
    let program = parse(source);
    let outcome = outcome(ALL, &program, Fairness::Weak, UNLIMITED);
    expect![[r#"
        live: false, 0:t0 1:t2 then Cycle { back_to: 0 }
        6 states, 6 transitions, 0 atomic steps, depth 3"#]]
    .assert_eq(&show(&program, &outcome));
}

#[test]
fn a_sorted_send_compares_before_it_wraps() {
    let source = "
        channel c [2] of u8
        global c: chan = new c
        global x: u8
        process p() active 1 {
          l0 -> l1 do c !! 100
          l1 -> l2 do c !! 300
          l2 -> l3 do c ? x
          l3 -> l4 when x == 44 violates wrapped \"300 came first\" stop
          l3 -> l4 when x == 100
          loc l4 end
        }
        property wrapped: unreachable
        property ends: end_states
    ";
    check(
        ALL,
        source,
        expect![[r#"
        wrapped: true, Exhausted { states: 5 }
        ends: true, Exhausted { states: 5 }
        5 states, 4 transitions, 0 atomic steps, depth 4"#]],
    );
}
