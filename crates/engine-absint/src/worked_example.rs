//! The worked example of step-wise verification: what is known at the head of its loop, round by round, if states are
//! widened in the twentieth. There, numbers are those of mathematics, and widening goes to infinity; here, a run ends before a
//! number wraps around, and widening goes to the limits of types, or, which is the usual setting, stops at the constants of the program first.

use crate::report::Round;
use crate::settings::{Rounds, Settings, Widening};
use expect_test::{Expect, expect};
use tribunal_domains::{Crowding, Joining};
use tribunal_engine::{Budget, Context};

const EXAMPLE: &str = "
    global b: i32
    global xy: i32
    process main() active 1 {
      var c: i32
      l0 -> l1 do b = 13; c = 2; xy = -20
      l1 -> l2 when xy <= 2147483643 do xy = xy + 4
      l2 -> l1 when xy == 0 do b = 5
      l2 -> l1 when xy != 0 && b <= 1073741823 do b = b * c
    }
";

/// What is known of `b` and `xy` when the loop is passed, in some rounds.
fn check(widening: Widening, expected: &Expect) {
    let (program, diagnostics) = tribunal_ir::text::parse(EXAMPLE);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    // The first two rounds are the entry and the first join.
    let settings =
        Settings { delay: 18, narrowing: 0, widening, rounds: Rounds::All, ..Settings::default() };
    let found = crate::analyse(&program, settings, crate::Detail::Variables, &mut cx)
        .expect("it should end");
    let mut table = String::new();
    for Round { number, known, .. } in &found.rounds {
        if ![1, 6, 7, 19].contains(number) && *number < 20 {
            continue;
        }
        let hulls = known.iter().filter_map(|it| {
            let (name, hull) = (&program.vars[it.var].name, it.numbers.as_ref()?.hull());
            ["b", "xy"].contains(&&**name).then(|| format!("{name} [{}, {}]", hull.lo, hull.hi))
        });
        table += &format!("{number}: {}\n", hulls.collect::<Vec<_>>().join(", "));
    }
    expected.assert_eq(&table);
}

/// The table of the paper, with the greatest number for infinity; the last round finds nothing new.
#[test]
fn states_at_the_head_of_the_loop() {
    check(
        Widening::Plain,
        &expect![[r#"
            1: b [13, 13], xy [-20, -20]
            6: b [5, 416], xy [-20, 0]
            7: b [5, 832], xy [-20, 4]
            19: b [5, 3407872], xy [-20, 52]
            20: b [5, 2147483647], xy [-20, 2147483647]
        "#]],
    );
}

/// Constants of the program are stops, unless that is told otherwise.
#[test]
fn states_at_the_head_of_the_loop_with_thresholds() {
    check(
        Widening::Thresholds,
        &expect![[r#"
            1: b [13, 13], xy [-20, -20]
            6: b [5, 416], xy [-20, 0]
            7: b [5, 832], xy [-20, 4]
            19: b [5, 3407872], xy [-20, 52]
            20: b [5, 1073741822], xy [-20, 1073741822]
            21: b [5, 2147483644], xy [-20, 1073741824]
            22: b [5, 2147483647], xy [-20, 2147483642]
            23: b [5, 2147483647], xy [-20, 2147483644]
        "#]],
    );
}

/// The lines 15 to 17 of the program, where `a` is between -5 and 8, and its line 12.
const SPLITS: &str = "
    process main() active 1 {
      var a: i32
      var xy: i32
      l0 -> l1 do havoc a; havoc xy
      l1 -> l14 when a >= -5 && a <= 8 && xy >= -20 && xy <= 52
      l14 -> l15 when a != 0 && a >= -3
      l15 -> l16 when a != 2 && a != 4 && a != 7
      l16 -> l17 when a != -2
      l14 -> l12 when xy == 0
      l14 -> l13 when xy != 0
      loc l12
      loc l13
      loc l17
    }
";

fn check_splits(joining: Joining, expected: &Expect) {
    let (program, diagnostics) = tribunal_ir::text::parse(SPLITS);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let crowding = Crowding { joining, ..Crowding::default() };
    let settings = Settings { crowding, ..Settings::default() };
    let known = crate::analyse(&program, settings, crate::Detail::Variables, &mut cx)
        .expect("it should end");
    let mut table = String::new();
    for (number, variable) in [(2, "a"), (3, "a"), (4, "a"), (5, "xy"), (6, "xy")] {
        let edge = program.edges.values().nth(number).expect("there should be an edge");
        let all = &known.known[&edge.to];
        let value = all.iter().find(|it| program.vars[it.var].name == variable);
        table += &format!("{variable} {}\n", value.map_or("any", |it| &it.text));
    }
    expected.assert_eq(&table);
}

/// Conditions split what is known into intervals, of which there are five at most: as the paper prints it, where all of them are joined before a sixth is made.
#[test]
fn conditions_split_intervals() {
    check_splits(
        Joining::All,
        &expect![[r#"
            a {[-3, -1], [1, 8]}
            a {[-3, -1], 1, 3, [5, 6], 8}
            a {-3, [-1, 8]}
            xy 0
            xy {[-20, -1], [1, 52]}
        "#]],
    );
}

/// In the usual setting nothing that was known before is forgotten: both are met, and of the six intervals that are left, the nearest are joined.
#[test]
fn conditions_split_intervals_of_which_the_nearest_are_joined() {
    check_splits(
        Joining::Nearest,
        &expect![[r#"
            a {[-3, -1], [1, 8]}
            a {[-3, -1], 1, 3, [5, 6], 8}
            a {[-3, -1], 1, 3, [5, 6], 8}
            xy 0
            xy {[-20, -1], [1, 52]}
        "#]],
    );
}
