use super::{Runs, dead_variables, merge, reduce};
use crate::program::Program;
use crate::text::{parse, print};
use crate::verify::verify;
use expect_test::{Expect, expect};

fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    assert_eq!(verify(&program), Vec::<String>::new());
    program
}

fn check_merge(source: &str, expected: Expect) {
    expected.assert_eq(&merged(source, Runs::All));
}

/// The locations that no step ends at any more, or what forbids merging.
fn merged(source: &str, runs: Runs) -> String {
    let mut it = program(source);
    let before = print(&it);
    let outcome = merge::run(&mut it, runs);
    assert_eq!(verify(&it), Vec::<String>::new());
    let after = print(&it);
    let changed = after.lines().filter(|it| !before.lines().any(|old| old == *it));
    let changed: Vec<&str> = changed.map(str::trim).collect();
    match outcome {
        Ok(count) => {
            assert_eq!(count, changed.len());
            changed.join(", ")
        }
        Err(obstacle) => {
            assert_eq!(before, after);
            obstacle.to_string()
        }
    }
}

fn check_dead(source: &str, expected: Expect) {
    let mut it = program(source);
    let outcome = dead_variables::run(&mut it);
    assert_eq!(verify(&it), Vec::<String>::new());
    expected.assert_eq(&format!("{outcome:?}\n{}", print(&it)));
    // What is clean stays as it is.
    let after = print(&it);
    assert_eq!(dead_variables::run(&mut it), dead_variables::Outcome::default());
    assert_eq!(print(&it), after);
}

#[test]
fn a_chain_of_private_steps_is_merged() {
    check_merge(
        "global g: u8
         process P() active 2 {
            var x: u8 var y: u8
            l0 -> l1 do g = 1
            l1 -> l2 do x = x + 1
            l2 -> l3 do y = x; print \"%d\", self as u8
            l3 -> l4 when x < y
            l3 -> l5 else do x = 0
            l4 -> l5 do g = x
            l5 -> l6 when x != y
            l5 -> l6 when x == y violates p \"equal\" continue
            l6 -> l0 do g = y
         }
         property p: unreachable property e: end_states
         property f: ltl G {g == 0}",
        expect!["loc l1 indivisible, loc l2 indivisible, loc l3 indivisible, loc l5 indivisible"],
    );
}

#[test]
fn what_others_see_is_not_merged() {
    check_merge(
        "channel q [1] of u8 global c: chan = new q global g: u8
         process P(n: u8) active 1 {
            var x: u8 var remote: u8
            label seen at l7
            label not_asked_for at l12
            l0 -> l1
            l1 -> l2 do g = x
            l2 -> l3 do x = g
            l3 -> l4 do c ! x
            l4 -> l5 do x = len(c) as u8
            l5 -> l6 do remote = 1
            l6 -> l7
            l7 -> l8
            l8 -> l9 do x = process_count as u8
            l9 -> l10 do run P(1)
            loc l10 accept
            l10 -> l11
            loc l11 end
            l11 -> l12
            l12 -> l0 do x = remote
         }
         process Q() active 1 {
            l13 -> l14 when P[0]@seen
            l14 -> l13 when P[0]:remote == 1
         }
         property a: no_acceptance_cycle",
        expect!["loc l12 indivisible"],
    );
}

#[test]
fn choices_and_ends_are_not_merged() {
    check_merge(
        "process P() active 1 {
            var x: u8
            l0 -> l1
            l1 -> l2 do x = 1
            l1 -> l2 do x = 2
            l2 -> l3 when x == 1
            l3 -> l4 when x == 1
            l3 -> l4 when x != 2
            l4 -> l5 tier 0 when x == 0
            l4 -> l5 tier 1 else
            l5 -> l6 violates p \"stop\" stop
            l6 -> l7
            l7 -> l7 do exit
         }
         process Q() active 1 provided self == 1 { l8 -> l9 l9 -> l8 }
         property p: unreachable",
        expect!["loc l6 indivisible"],
    );
}

#[test]
fn a_step_comes_to_an_end() {
    check_merge(
        "process P() active 1 {
            var x: u8
            l0 -> l1
            l1 -> l2 do x = 1
            l2 -> l3 do x = x + 1
            l3 -> l1 do x = x + 2
            l3 -> l3 when x == 1
            l4 -> l5 l5 -> l6 l6 -> l4
            l7 -> l7
            loc l8 indivisible
            l8 -> l9 when x == 3 l8 -> l0
            l9 -> l8
         }",
        expect!["loc l1 indivisible, loc l2 indivisible, loc l4 indivisible, loc l5 indivisible"],
    );
}

#[test]
fn control_is_not_won_earlier() {
    let body = "process P() active 1 {
            var x: u8
            l0 -> l1 l1 -> l2 atomic l2 -> l3 atomic l3 -> l4 l4 -> l0
            l5 -> l6 atomic do c ! x
            l6 -> l7 atomic do x = 1
            l7 -> l5
         }";
    let buffered = format!("channel q [1] of u8 global c: chan = new q {body}");
    check_merge(
        &buffered,
        expect![
            "loc l2 indivisible, loc l3 indivisible, loc l4 indivisible, loc l6 indivisible, loc l7 indivisible"
        ],
    );
    // After a rendezvous the receiver has control.
    let rendezvous = format!("channel q [0] of u8 global c: chan = new q {body}");
    check_merge(
        &rendezvous,
        expect!["loc l2 indivisible, loc l3 indivisible, loc l4 indivisible, loc l7 indivisible"],
    );
}

#[test]
fn a_rendezvous_is_not_offered_earlier_if_somebody_acts_without() {
    let receiver = "channel q [0] of u8 global c: chan = new q
         process P() active 1 { var x: u8 l0 -> l1 do c ? x l1 -> l2 do x = 1 l2 -> l0 }";
    let check = |sender: &str, expected: Expect| {
        check_merge(&format!("{receiver} process Q() active 1 {{ {sender} }}"), expected);
    };
    check("l3 -> l3 do c ! 1", expect!["loc l1 indivisible, loc l2 indivisible"]);
    check("l3 -> l3 do c ! 1 l3 -> l3", expect!["loc l1 indivisible, loc l2 indivisible"]);
    check("l3 -> l3 do c ! 1 l3 -> l3 else", expect!["loc l1 indivisible"]);
    check("l3 -> l3 do c ! 1 l3 -> l3 tier 1", expect!["loc l1 indivisible"]);
    check("l3 -> l4 atomic when self == 1 l4 -> l3 do c ! 1", expect!["loc l1 indivisible"]);
    check("l3 -> l4 loc l4 indivisible l4 -> l3 do c ! 1", expect!["loc l1 indivisible"]);
}

#[test]
fn a_fair_run_stays_fair() {
    let body = "channel q [1] of u8 global c: chan = new q global x: bool
         process P() active 1 { l0 -> l1 do c ! 1 l1 -> l2 l2 -> l0 }
         process Q() active 1 { l3 -> l4 when x l4 -> l5 l5 -> l3 }";
    let all = "loc l1 indivisible, loc l2 indivisible, loc l4 indivisible, loc l5 indivisible";
    let expected = [
        (body.to_owned(), all),
        (body.replace("[1]", "[0]"), "loc l1 indivisible, loc l4 indivisible, loc l5 indivisible"),
        (
            body.replace("when x", "when timeout"),
            "an expression depends on timeout, and only fair runs count",
        ),
    ];
    for (source, outcome) in expected {
        assert_eq!(merged(&source, Runs::WeaklyFair), outcome);
        assert_eq!(merged(&source, Runs::All), all);
    }
}

#[test]
fn an_edge_that_is_never_taken_does_not_matter() {
    check_merge(
        "global g: u8 process P() active 1 {
            var x: u8
            l0 -> l1 l1 -> l2 do x = 1 l1 -> l2 else violates p \"\" stop
            l2 -> l0 do x = 2 l2 -> l0 tier 1 when g == 1
         } property p: unreachable",
        expect!["loc l1 indivisible, loc l2 indivisible"],
    );
}

#[test]
fn a_step_into_an_indivisible_one_is_not_silent() {
    check_merge(
        "global g: u8
         process P() active 1 { l0 -> l1 l1 -> l2 loc l2 indivisible l2 -> l3 do g = 1 l3 -> l0 }",
        expect!["loc l3 indivisible"],
    );
}

#[test]
fn progress_is_not_made_earlier() {
    let body = "process P() active 1 { l0 -> l1 l1 -> l2 loc l2 progress l2 -> l3 l3 -> l0 }";
    check_merge(body, expect!["loc l1 indivisible, loc l3 indivisible"]);
    check_merge(
        &format!("{body} property p: no_non_progress_cycle"),
        expect!["loc l3 indivisible"],
    );
}

#[test]
fn what_sees_every_step_forbids_merging() {
    let body = "global x: bool process P() active 1 { l0 -> l1 l1 -> l0 l1 -> l1 when x }";
    let check = |more: &str, expected: Expect| check_merge(&format!("{body} {more}"), expected);
    check("", expect![[""]]);
    check("scheduling priority", expect![[""]]);
    check("property p: ltl G X {x}", expect!["a formula speaks of the next state"]);
    check(
        "claim N { l2 -> l2 } property p: never N",
        expect!["a claim moves in step with the program"],
    );
    check(
        "process Q() { l2 -> l2 when pc(1) == 1 }",
        expect!["an expression asks where a process is"],
    );
    check(
        "process Q() { l2 -> l2 when x && enabled(1) }",
        expect!["an expression asks whether a process can move"],
    );
    let strange = "an expression depends on timeout in an unusual way";
    for more in [
        "process Q() { l2 -> l2 when !timeout }",
        "process Q() { l2 -> l2 do x = timeout }",
        "process Q() { l2 -> l2 when timeout l2 -> l2 else }",
        "process Q() { l2 -> l2 when timeout l2 -> l2 tier 1 }",
        "process Q() provided timeout { loc l2 }",
        "property p: ltl G {timeout}",
        "end_requires timeout",
    ] {
        let mut it = program(&format!("{body} {more}"));
        assert_eq!(
            merge::run(&mut it, Runs::All).map_err(|it| it.to_string()),
            Err(strange.to_owned())
        );
    }
    // Waiting for timeout is usual.
    check(
        "process Q() { l2 -> l3 when timeout && (x || timeout) l3 -> l2 }",
        expect![["loc l3 indivisible"]],
    );
}

#[test]
fn dead_variables_are_reset_where_they_die() {
    check_dead(
        "channel q [1] of u8, u8 global c: chan = new q global g: u8
         process P() active 1 {
            var x: u8 var y: u8 var z: u8
            l0 -> l1 do c ? x, y
            l1 -> l2 when x == 1 do g = y
            l1 -> l2 else do z = y; x = 0
            l2 -> l0 do g = x
            l2 -> l0 when z == 1
         }",
        expect![[r#"
            Outcome { resets: 4, dropped_values: 0 }
            channel q [1] of u8, u8
            global c: chan = new q
            global g: u8

            process P() active 1 {
              var x: u8
              var y: u8
              var z: u8
              l0 -> l1 do c ? x, y
              l1 -> l2 when x == 1 do g = y; y = 0u8
              l1 -> l2 else do z = y; x = 0; y = 0u8
              l2 -> l0 do g = x; x = 0u8
              l2 -> l0 when z == 1 do x = 0u8
            }
        "#]],
    );
}

#[test]
fn where_the_run_stops_everything_is_dead() {
    check_dead(
        "global g: u8 global a: [u8; 2]
         process P() active 1 {
            var i: u8 var x: u8
            l0 -> l1 do i = g; x = g
            l1 -> l2 when 2 <= i violates p \"out of range\" stop
            l1 -> l2 when i < 2 do x = a[i]
            l2 -> l0 do g = x
            l2 -> l0 else do g = i
         }
         property p: unreachable",
        expect![[r#"
            Outcome { resets: 3, dropped_values: 0 }
            global g: u8
            global a: [u8; 2]

            process P() active 1 {
              var i: u8
              var x: u8
              l0 -> l1 do i = g; x = g; x = 0u8
              l1 -> l2 when 2 <= i violates p "out of range" stop
              l1 -> l2 when i < 2 do x = a[i]; i = 0u8
              l2 -> l0 do g = x; x = 0u8
              l2 -> l0 else do g = i
            }

            property p: unreachable
        "#]],
    );
}

#[test]
fn what_is_dead_from_the_start_gets_no_value() {
    check_dead(
        "channel q [1] of u8 global c: chan = new q global g: u8
         process P(used: u8, unused: u8) active 1 {
            var never: u8 = 7
            var later: u8 = used
            var mine: chan = new q
            var copy: chan = mine
            l0 -> l1 do run P(g, g); never = 3
            l1 -> l2 do later = used
            l2 -> l0 do g = later
         }",
        expect![[r#"
            Outcome { resets: 2, dropped_values: 4 }
            channel q [1] of u8
            global c: chan = new q
            global g: u8

            process P(used: u8, unused: u8) active 1 {
              var never: u8
              var later: u8
              var mine: chan = new q
              var copy: chan
              l0 -> l1 do run P(g, 0u8); never = 3; never = 0u8
              l1 -> l2 do later = used
              l2 -> l0 do g = later; later = 0u8
            }
        "#]],
    );
}

#[test]
fn arrays_and_records_are_reset_as_far_as_they_are_dead() {
    check_dead(
        "record R { left: u8, right: [u8; 2] } global g: u8
         process P() active 1 {
            var r: R = { .left = 1, .right[0] = 2 }
            var a: [R; 2]
            var long: [u8; 99]
            l0 -> l1 do g = r.left
            l1 -> l2 do g = r.right[g]; a[0].left = g; long[0] = 1
            l2 -> l3 do g = a[0].left; r.left = 3; r.right[1] = 0
            l3 -> l3 do g = long[1]; r.right[0] = 1
            l3 -> l4 loc l4 end
         }",
        expect![[r#"
            Outcome { resets: 12, dropped_values: 0 }
            record R { left: u8, right: [u8; 2] }
            global g: u8

            process P() active 1 {
              var r: R = { .left = 1, .right[0] = 2 }
              var a: [R; 2]
              var long: [u8; 99]
              l0 -> l1 do g = r.left; r.left = 0u8
              l1 -> l2 do g = r.right[g]; a[0].left = g; long[0] = 1; r.right[0] = 0u8; r.right[1] = 0u8
              l2 -> l3 do g = a[0].left; r.left = 3; r.right[1] = 0; r.left = 0u8; a[0].left = 0u8; a[0].right[0] = 0u8; a[0].right[1] = 0u8; a[1].left = 0u8; a[1].right[0] = 0u8; a[1].right[1] = 0u8
              l3 -> l3 do g = long[1]; r.right[0] = 1; r.right[0] = 0u8; r.right[1] = 0u8
              l3 -> l4
              loc l4 end
            }
        "#]],
    );
}

#[test]
fn what_others_read_is_not_reset() {
    check_dead(
        "global g: u8
         process P() active 1 provided provided_ == 1 {
            var remote: u8 var provided_: u8 var in_property: u8 var unmatched hidden: u8
            l0 -> l0 do remote = g; provided_ = g; in_property = g; hidden = g
         }
         process Q() active 1 { l1 -> l1 do g = P[0]:remote }
         property p: ltl G {P[0]:in_property == 0}",
        expect![[r#"
            Outcome { resets: 0, dropped_values: 0 }
            global g: u8

            process P() active 1 provided provided_ == 1 {
              var remote: u8
              var provided_: u8
              var in_property: u8
              var unmatched hidden: u8
              l0 -> l0 do remote = g; provided_ = g; in_property = g; hidden = g
            }

            process Q() active 1 {
              l1 -> l1 do g = P[0]:remote
            }

            property p: ltl G {P[0]:in_property == 0}
        "#]],
    );
}

#[test]
fn a_receive_that_may_store_nothing_keeps_the_variable_alive() {
    check_dead(
        "channel one [1] of u8 channel two [1] of u8, u8
         global c: chan = new one global d: chan = new two global g: u8
         process P() active 1 {
            var e: chan var x: u8 var y: u8
            l0 -> l1 do e = c; x = g; y = g
            l1 -> l2 do e ? x, y
            l2 -> l0 do g = x; g = y
            l3 -> l4 do x = g; y = g
            l4 -> l5 do d ? x, y
            l5 -> l3 do g = x; g = y
         }",
        expect![[r#"
            Outcome { resets: 8, dropped_values: 0 }
            channel one [1] of u8
            channel two [1] of u8, u8
            global c: chan = new one
            global d: chan = new two
            global g: u8

            process P() active 1 {
              var e: chan
              var x: u8
              var y: u8
              l0 -> l1 do e = c; x = g; y = g; x = 0u8
              l1 -> l2 do e ? x, y; e = chan::0
              l2 -> l0 do g = x; g = y; x = 0u8; y = 0u8
              l3 -> l4 do x = g; y = g; x = 0u8; y = 0u8
              l4 -> l5 do d ? x, y
              l5 -> l3 do g = x; g = y; x = 0u8; y = 0u8
            }
        "#]],
    );
}

#[test]
fn inside_an_indivisible_step_nothing_is_reset() {
    let mut it = program(
        "global g: u8
         process P() active 1 {
            var x: u8 var y: u8
            l0 -> l1 do x = g
            l1 -> l2 do y = x
            l2 -> l0 do g = y
         }",
    );
    expect![[r#"
        Reduction { merged_locations: 1, obstacle: None, resets: 2, dropped_values: 0 }
    "#]]
    .assert_eq(&format!("{:?}\n", reduce(&mut it)));
    expect![[r#"
        global g: u8

        process P() active 1 {
          var x: u8
          var y: u8
          l0 -> l1 do x = g
          loc l1 indivisible
          l1 -> l2 do y = x; x = 0u8
          l2 -> l0 do g = y; y = 0u8
        }
    "#]]
    .assert_eq(&print(&it));
}
