//! The worked example of step-wise verification: what is known at the head of its loop, round by round, if states are
//! widened in the twentieth. There, numbers are those of mathematics, and widening goes to infinity; here, a run ends before a
//! number wraps around, and widening stops at the constants of the program first.

use crate::fixpoint::{Analysis, Settings};
use crate::layout::Layout;
use crate::pulse::on_deep_stack;
use crate::value::Value;
use expect_test::expect;
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

#[test]
fn states_at_the_head_of_the_loop() {
    let (program, diagnostics) = tribunal_ir::text::parse(EXAMPLE);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    // The first two rounds are the entry and the first join.
    let settings = Settings { delay: 18, narrowing: 0, ..Settings::default() };
    let table = on_deep_stack(&mut cx, u64::MAX, |pulse| {
        let layout = Layout::new(&program);
        let mut analysis = Analysis::new(&layout, settings, pulse);
        analysis.run()?;
        let mut table = String::new();
        for (round, state) in (1..).zip(&analysis.rounds) {
            let Some(state) = state else { continue };
            let mut hulls = program.vars.ids().filter_map(|var| {
                let cell = layout.scalar(var).filter(|it| layout.is_global(*it))?;
                let number = state.globals.get(cell).and_then(|it| match &**it {
                    Value::Number(number) => Some(number.hull()),
                    Value::Pointer(_) => None,
                })?;
                Some(format!("{} [{}, {}]", program.vars[var].name, number.lo, number.hi))
            });
            let (first, second) = (hulls.next(), hulls.next());
            if [1, 6, 7, 19, 20].contains(&round) {
                table += &format!(
                    "{round}: {}, {}\n",
                    first.unwrap_or_default(),
                    second.unwrap_or_default()
                );
            }
        }
        Ok(table)
    });
    expect![[r#"
        1: b [13, 13], xy [-20, -20]
        6: b [5, 416], xy [-20, 0]
        7: b [5, 832], xy [-20, 4]
        19: b [5, 3407872], xy [-20, 52]
        20: b [5, 1073741822], xy [-20, 1073741822]
    "#]]
    .assert_eq(&table.unwrap_or_else(|it| format!("{it:?}")));
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

/// Conditions split what is known into intervals, of which there are five at most. The paper prints {-3, [-1, 8]} for line 17, and so it is where -2 is taken out
/// of a set of five (`tribunal_domains::Intervals::without`): all are joined first. But nothing that was known before is forgotten here: both are met, and
/// of the six intervals that are left, the nearest are joined.
#[test]
fn conditions_split_intervals() {
    let (program, diagnostics) = tribunal_ir::text::parse(SPLITS);
    assert_eq!(diagnostics, []);
    let program = program.expect("a text without errors should be a program");
    let mut observer = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
    let known = crate::analyse(&program, Settings::default(), &mut cx).expect("it should end");
    let mut table = String::new();
    for (number, variable) in [(2, "a"), (3, "a"), (4, "a"), (5, "xy"), (6, "xy")] {
        let edge = program.edges.values().nth(number).expect("there should be an edge");
        let all = &known.known[&edge.to];
        let value = all.iter().find(|it| program.vars[it.var].name == variable);
        table += &format!("{variable} {}\n", value.map_or("any", |it| &it.text));
    }
    expect![[r#"
        a {[-3, -1], [1, 8]}
        a {[-3, -1], 1, 3, [5, 6], 8}
        a {[-3, -1], 1, 3, [5, 6], 8}
        xy 0
        xy {[-20, -1], [1, 52]}
    "#]]
    .assert_eq(&table);
}
