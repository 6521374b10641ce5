//! Partial-order reduction: what it leaves out, and what it must not.

use expect_test::{Expect, expect};
use std::fmt::Write;
use tribunal_engine::{Budget, Context, Engine, Errors, Task, Verdict};
use tribunal_engine_explicit::{Explicit, PartialOrder};
use tribunal_ir::PropId;

/// The verdicts and the number of states, with and without reduction.
fn check(source: &str, expected: Expect) {
    let (program, diagnostics) = tribunal_ir::text::parse(source);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    assert_eq!(tribunal_ir::verify(&program), [] as [&str; 0]);
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut text = String::new();
    for partial_order in [PartialOrder::Ignored, PartialOrder::Reduced] {
        let engine = Explicit { errors: Errors::All, partial_order, ..Explicit::default() };
        let mut observer = ();
        let budget = Budget { memory: u64::MAX, depth: u64::MAX };
        let mut cx = Context::new(budget, &mut observer);
        let task = Task::new(&program, &properties);
        let outcome = engine.run(&task, &mut cx);
        let verdicts = outcome.verdicts.iter().map(|(property, verdict)| {
            let name = &program.props[*property].name;
            let answer = match verdict {
                Verdict::True(_) => "true",
                Verdict::False(_) | Verdict::Refuted(_) => "false",
                Verdict::Maybe(_) => "maybe",
            };
            format!("{name} {answer}")
        });
        let verdicts: Vec<String> = verdicts.collect();
        let states = outcome.statistics.states;
        writeln!(text, "{partial_order:?}: {states} states, {}", verdicts.join(", "))
            .expect("writing to a string should work");
    }
    expected.assert_eq(&text);
}

#[test]
fn local_steps_are_taken_one_after_the_other() {
    check(
        "process p() active 4 { var x: u8 l0 -> l1 do x = 1 l1 -> l2 do x = 2 loc l2 end }
         property ends: end_states",
        expect![[r#"
            Ignored: 81 states, ends true
            Reduced: 9 states, ends true
        "#]],
    );
}

#[test]
fn a_channel_with_one_reader_and_one_writer_needs_no_declaration_of_that() {
    check(
        "channel q [2] of u8
         global c: chan = new q
         global d: chan = new q
         process sender(out: chan) active 0 { l0 -> l1 do out ! 1 l1 -> l2 do out ! 2 loc l2 end }
         process receiver(in: chan) active 0 {
           var x: u8
           l3 -> l4 do in ? x
           l4 -> l5 do in ? x
           loc l5 end
         }
         process init() active 1 {
           l6 -> l7 do run sender(c); run receiver(c); run sender(d); run receiver(d)
           loc l7 end
         }
         property ends: end_states",
        expect![[r#"
            Ignored: 37 states, ends true
            Reduced: 10 states, ends true
        "#]],
    );
}

#[test]
fn the_order_of_starts_is_seen_through_indices() {
    // Spin, whose reduction takes `run` for a local step, does not find this (its issue 78).
    check(
        "global first: u8
         process child(by: u8) active 0 {
           l0 -> l1 when self == 2 && by == 1 violates late \"the second starter was first\" continue
           l0 -> l1 when !(self == 2 && by == 1)
           loc l1 end
         }
         process one() active 1 { l2 -> l3 do run child(0) loc l3 end }
         process two() active 1 { l4 -> l5 do run child(1) loc l5 end }
         property late: unreachable
         property ends: end_states",
        expect![[r#"
            Ignored: 13 states, late false, ends true
            Reduced: 9 states, late false, ends true
        "#]],
    );
}

#[test]
fn the_end_of_a_process_is_seen_through_their_number() {
    check(
        "process p() active 1 {
           l0 -> l1 when process_count == 1 violates alone \"it is alone\" continue
           l0 -> l2 when process_count == 2
           loc l1 end
           loc l2 end
         }
         process q() active 1 { l3 -> l4 loc l4 end l4 -> l4 do exit }
         property alone: unreachable
         property ends: end_states",
        expect![[r#"
            Ignored: 7 states, alone false, ends true
            Reduced: 6 states, alone false, ends true
        "#]],
    );
}

#[test]
fn ends_that_somebody_counts_are_taken_alone() {
    // The first process waits for all others, which take turns at a global and end.
    let waiting = |guard: &str| {
        format!(
            "global x: u8
             process init() active 1 {{
               var n: u8
               l0 -> l1 atomic do n = process_count as u8
               l1 -> l2 atomic do run p(); run p(); run p()
               l2 -> l3 when {guard}
               loc l3 end
             }}
             process p() active 0 {{ l4 -> l5 do x = x * 3 + self as u8 l5 -> l5 do exit loc l5 end }}
             property ends: end_states"
        )
    };
    check(
        &waiting("n as i32 == process_count"),
        expect![[r#"
        Ignored: 48 states, ends true
        Reduced: 40 states, ends true
    "#]],
    );
    check(
        &waiting("process_count < 2"),
        expect![[r#"
        Ignored: 48 states, ends true
        Reduced: 40 states, ends true
    "#]],
    );
    // Nothing is known of when this holds.
    check(
        &waiting("process_count & 2 == 0"),
        expect![[r#"
        Ignored: 42 states, ends true
        Reduced: 34 states, ends true
    "#]],
    );
}

#[test]
fn a_step_that_is_put_off_is_not_forgotten() {
    // One process goes round for ever by steps that commute with everything.
    check(
        "global x: u8
         process p() active 1 { var y: bool l0 -> l0 do y = !y }
         process q() active 1 { l1 -> l2 do x = 1 violates seen \"it was taken\" continue loc l2 end }
         property seen: unreachable
         property ends: end_states",
        expect![[r#"
            Ignored: 4 states, seen false, ends true
            Reduced: 3 states, seen false, ends true
        "#]],
    );
}

#[test]
fn processes_of_one_priority_are_reduced() {
    check(
        "scheduling priority
         process init() active 1 priority 9 { l0 -> l1 do run p(); run p(); run p() l1 -> l1 do exit loc l1 end }
         process p() active 0 { var x: u8 l2 -> l3 do x = 1 l3 -> l4 do x = 2 loc l4 end }
         property ends: end_states",
        expect![[r#"
            Ignored: 28 states, ends true
            Reduced: 8 states, ends true
        "#]],
    );
}

#[test]
fn what_a_formula_sees_is_not_left_out() {
    check(
        "global a: bool
         global b: bool
         process p() active 1 { var x: u8 l0 -> l1 do x = 1 l1 -> l2 do a = true loc l2 end }
         process q() active 1 { var x: u8 l3 -> l4 do x = 1 l4 -> l5 do b = true loc l5 end }
         property order: ltl G !{a && !b}
         property end: ltl F {a && b}",
        expect![[r#"
            Ignored: 9 states, order false, end true
            Reduced: 6 states, order false, end true
        "#]],
    );
}

#[test]
fn an_end_that_nobody_notices_commutes_with_starts() {
    let starting = |watch: &str| {
        format!(
            "global x: u8
             process p() active 0 {{ l0 -> l1 do x = x + 1 loc l1 end l1 -> l1 do exit }}
             process q() active 0 {{ l2 -> l3 {watch} loc l3 end l3 -> l3 do exit }}
             process init() active 1 {{
               l4 -> l5 do run p()
               l5 -> l6 do run q()
               loc l6 end
               l6 -> l6 do exit
             }}
             property ends: end_states"
        )
    };
    check(
        &starting(""),
        expect![[r#"
            Ignored: 14 states, ends true
            Reduced: 8 states, ends true
        "#]],
    );
    check(
        &starting("when self == 1"),
        expect![[r#"
            Ignored: 10 states, ends false
            Reduced: 9 states, ends false
        "#]],
    );
}

#[test]
fn a_sequence_that_is_sure_of_room_commutes_with_receives() {
    let sending = |guard: &str| {
        format!(
            "channel q [2] of u8
             global c: chan = new q
             process sender() active 1 {{
               var n: u8
               l0 -> l1 atomic when n < 4 && {guard} do n = n + 1
               l1 -> l0 do c ! n
             }}
             process receiver() active 1 {{ var x: u8 l2 -> l3 do c ? x l3 -> l2 do x = 0 }}
             property ends: end_states"
        )
    };
    check(
        &sending("len(c) < 2"),
        expect![[r#"
            Ignored: 21 states, ends false
            Reduced: 13 states, ends false
        "#]],
    );
    // Here the sequence may have to stop in the middle.
    check(
        &sending("len(c) < 3"),
        expect![[r#"
            Ignored: 32 states, ends false
            Reduced: 25 states, ends false
        "#]],
    );
}

#[test]
fn a_partner_that_is_ready_is_not_what_a_sender_waits_for() {
    // The message is handed over only if the receiver waits until somebody has sent to `d`.
    check(
        "channel q [0] of u8
         channel r [1] of u8
         global c: chan = new q
         global d: chan = new r
         process opener() active 1 { l0 -> l1 do d ! 1 loc l1 end }
         process sender() active 1 { loc l2 end l2 -> l3 when poll(d ? ()) do c ! 1 loc l3 end }
         process receiver() active 1 {
             loc l4 end
             l4 -> l5 do c ? ()
             l4 -> l6
             l5 -> l6 violates handed \"handed over\" continue
             loc l6 end
         }
         property handed: unreachable",
        expect![[r#"
            Ignored: 6 states, handed false
            Reduced: 5 states, handed false
        "#]],
    );
}
