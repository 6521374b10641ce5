//! Partial-order reduction keeps the verdicts of small random programs whose processes start others,
//! end, and send and receive in sequences that rely on the room in a queue.

use proptest::prelude::*;
use std::fmt::Write;
use tribunal_base::Kleene;
use tribunal_engine::{Budget, Context, Engine, Errors, Task};
use tribunal_engine_explicit::{Explicit, PartialOrder};
use tribunal_ir::{Program, PropId};

/// Numbers that decide how a program looks; zeros when they are used up.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: u8) -> u8 {
        self.0.next().map_or(0, |it| it % bound)
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        let bound = u8::try_from(texts.len()).expect("there should be few");
        texts[usize::from(self.below(bound))]
    }
}

const PROCESSES: u8 = 4;

/// Each process may start those after it.
fn program(choices: &[u8]) -> String {
    let mut choices = Choices(choices.iter());
    let capacity = 1 + choices.below(2);
    let mut text = format!(
        "channel q [{capacity}] of u8
         global c: chan = new q
         global d: chan = new q
         global x: u8
         global y: u8\n"
    );
    for process in 0..PROCESSES {
        // Each has its own ten locations.
        let active = [1, choices.below(2), choices.below(2), 0][usize::from(process)];
        let mut body = String::from("var n: u8\n");
        let length = 1 + choices.below(3);
        let mut starts = if process == 0 { 2 } else { 1 };
        for from in 0..length {
            for _ in 0..=choices.below(2) {
                let to = if choices.below(6) == 0 { from } else { from + 1 };
                let started = process + 1 + choices.below(PROCESSES);
                let what = match choices.below(12) {
                    0 | 1 if from < to && started < PROCESSES && 0 < starts => {
                        starts -= 1;
                        format!("do run p{started}()")
                    }
                    0..=2 => choices.one_of(&["when x < 3 do x = x + 1", "do y = 2"]).into(),
                    3 => choices.one_of(&["do y = 1", "do n = 1", "do n = n"]).into(),
                    4 => choices.one_of(&["when x == 1", "when y == 2", "when timeout"]).into(),
                    5 => choices.one_of(&["do c ! 1", "do d ! 2", "do c ? n"]).into(),
                    6 => choices.one_of(&["do d ? n", "do c ? n", "do c ! 2"]).into(),
                    7 => {
                        let other = choices.one_of(&["c", "d"]);
                        format!("when len({other}) < {}", 1 + choices.below(2))
                    }
                    8 => format!("when 0 < len({}) && n < 2", choices.one_of(&["c", "d"])),
                    9 => String::from("else"),
                    10 => String::from("when y == 2 violates bad \"bad\" continue"),
                    _ => String::from("when x == 2 violates bad \"bad\" stop"),
                };
                let atomic = if from < to && choices.below(3) == 0 { "atomic" } else { "" };
                writeln!(body, "l{process}{from} -> l{process}{to} {atomic} {what}").unwrap();
            }
        }
        let marks = choices.one_of(&["end", "end", "end", "end accept"]);
        writeln!(body, "loc l{process}{length} {marks}").unwrap();
        if choices.below(5) != 0 {
            writeln!(body, "l{process}{length} -> l{process}{length} do exit").unwrap();
        }
        writeln!(text, "process p{process}() active {active} {{\n{body}}}").unwrap();
    }
    text.push_str(
        "property ends: end_states
         property bad: unreachable
         property again: ltl G F {x == 1}
         property soon: ltl F {y == 2}
         property acceptance: no_acceptance_cycle\n",
    );
    text
}

fn run(
    program: &Program,
    property: PropId,
    partial_order: PartialOrder,
    threads: usize,
) -> (Kleene, u64) {
    let engine = Explicit { errors: Errors::All, partial_order, threads, ..Explicit::default() };
    let mut observer = ();
    let budget = Budget { memory: 1 << 22, depth: u64::MAX };
    let mut cx = Context::new(budget, &mut observer);
    let properties = [property];
    let task = Task::new(program, &properties);
    let outcome = engine.run(&task, &mut cx);
    (outcome.verdicts[0].1.kleene(), outcome.statistics.states)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_verdicts_stay(choices in prop::collection::vec(any::<u8>(), 0..120)) {
        let text = program(&choices);
        let (program, diagnostics) = tribunal_ir::text::parse(&text);
        prop_assert!(diagnostics.is_empty(), "{:?}\n{}", diagnostics, text);
        let program = program.expect("a text without errors should be a program");
        for property in program.props.ids() {
            let (expected, states) = run(&program, property, PartialOrder::Ignored, 1);
            if expected == Kleene::Maybe {
                continue;
            }
            for threads in [1, 2] {
                let (found, fewer) = run(&program, property, PartialOrder::Reduced, threads);
                let name = &program.props[property].name;
                prop_assert_eq!(expected, found, "{} {}\n{}", name, threads, text);
                let is_safety = ["ends", "bad"].contains(&name.as_str());
                prop_assert!(!is_safety || fewer <= states, "{} > {}\n{}", fewer, states, text);
            }
        }
    }
}

/// Three processes that go round, mostly by steps that nobody sees: so many states that threads share the
/// search, and cycles on which steps could be put off for ever.
fn rings(choices: &[u8]) -> String {
    let mut choices = Choices(choices.iter());
    let mut text = String::from("global x: u8\nglobal y: u8\n");
    for process in 0..3 {
        let length = 10 + choices.below(6);
        let mut body = String::from("var n: u8\n");
        for from in 0..length {
            let to = (from + 1) % length;
            let what = match choices.below(16) {
                0 => choices.one_of(&["do x = (x + 1) % 3", "when x < 2 do x = x + 1"]),
                1 => choices.one_of(&["do y = 1", "do y = 2", "when y != 2"]),
                _ => "do n = 1 - n",
            };
            writeln!(body, "l{process}{from:02} -> l{process}{to:02} {what}").unwrap();
        }
        let (seen, value) = (choices.one_of(&["x", "y"]), 1 + choices.below(2));
        let (from, to) = (choices.below(length), choices.below(length));
        writeln!(
            body,
            "l{process}{from:02} -> l{process}{to:02} when {seen} == {value} \
             violates bad{process} \"bad\" continue"
        )
        .unwrap();
        writeln!(text, "process p{process}() active 1 {{\n{body}}}").unwrap();
    }
    text.push_str(
        "property bad0: unreachable
         property bad1: unreachable
         property bad2: unreachable
         property ends: end_states\n",
    );
    text
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_verdicts_stay_where_threads_share_the_search(
        choices in prop::collection::vec(any::<u8>(), 30..90),
    ) {
        let text = rings(&choices);
        let (program, diagnostics) = tribunal_ir::text::parse(&text);
        prop_assert!(diagnostics.is_empty(), "{:?}\n{}", diagnostics, text);
        let program = program.expect("a text without errors should be a program");
        for property in program.props.ids() {
            let (expected, states) = run(&program, property, PartialOrder::Ignored, 1);
            for threads in [1, 2, 3] {
                let (found, fewer) = run(&program, property, PartialOrder::Reduced, threads);
                let name = &program.props[property].name;
                prop_assert_eq!(expected, found, "{} {}\n{}", name, threads, text);
                prop_assert!(fewer <= states, "{} > {}\n{}", fewer, states, text);
            }
        }
    }
}
