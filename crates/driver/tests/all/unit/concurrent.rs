//! Unit checking of functions that run concurrently: interleavings, conditions that allow paths, tests that pin the schedule.

use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_driver::unit::Options;
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::{UnitQuestion, find_paths, prepare_unit};
use tribunal_report::unit::TestOutcome;

use super::{Folder, NO_LIMITS, question, translation};

/// A question about functions that run concurrently.
struct Case<'a> {
    text: &'a str,
    functions: &'a [&'a str],
    requires: &'a str,
    find: &'a str,
}

impl Case<'_> {
    /// Each path by its moves and its condition, what came of its test, and what is known about others.
    fn run(&self) -> String {
        let folder = Folder::new();
        let file = folder.write("unit.c", self.text);
        let question = UnitQuestion {
            requires: Some(self.requires.to_owned()),
            find: Some(self.find.to_owned()),
            ..question(self.functions)
        };
        let translation = translation();
        let unit = prepare_unit(&file, &translation, &question)
            .unwrap_or_else(|refused| panic!("{:?}", refused.diagnostics));
        let never = AtomicBool::new(false);
        let found = find_paths(&unit, Options::default(), 20, &NO_LIMITS, &never, &mut ())
            .expect("supported functions");
        let report = unit.report(&found);
        let options = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
        let mut generator = Generator::new(&unit, &translation, &options).expect("a folder");
        let mut out = String::new();
        for (path, told) in found.paths.iter().zip(&report.paths) {
            let moves = told
                .steps
                .iter()
                .map(|it| format!("{}:{}", it.process.as_deref().unwrap_or("?"), it.line));
            let moves: Vec<String> = moves.collect();
            let test = generator.write(path, &never).expect("a test");
            let test = match test.outcome {
                TestOutcome::Good | TestOutcome::NotRun => "",
                TestOutcome::Wrong | TestOutcome::None => &format!(" [{}]", test.line()),
            };
            let deadlock = if told.deadlock { " deadlock" } else { "" };
            out.push_str(&format!("{}{deadlock}: {}{test}\n", moves.join(" "), told.condition));
        }
        for doubt in &report.doubts {
            out.push_str(&format!("doubt: {}\n", doubt.what));
        }
        out.push_str(match (report.exhaustive, report.covers_all) {
            (true, false) => "no further path",
            (false, false) => "perhaps more",
            (_, true) => "all cases",
        });
        out
    }

    fn check(&self, expected: Expect) {
        expected.assert_eq(&self.run());
    }
}

const COUNTER: &str = include_str!("../../../../../examples/counter.c");
const ENTRY: &str = include_str!("../../../../../examples/entry.c");

#[test]
fn two_that_count_without_a_lock_lose_one() {
    Case {
        text: COUNTER,
        functions: &["add", "add"],
        requires: "count == 0",
        find: "<>(at(end) && count == 1)",
    }
    .check(expect![[r#"
        add#1:7 add#2:7 add#1:8 add#2:8 add#1:9 add#1:10 add#2:9 add#2:10: count == 0
        add#1:7 add#2:7 add#1:8 add#2:8 add#2:9 add#2:10 add#1:9 add#1:10: count == 0
        add#1:7 add#2:7 add#2:8 add#1:8 add#1:9 add#1:10 add#2:9 add#2:10: count == 0
        add#1:7 add#2:7 add#2:8 add#1:8 add#2:9 add#2:10 add#1:9 add#1:10: count == 0
        no further path"#]]);
}

#[test]
fn the_condition_of_an_interleaving_allows_it() {
    let text = "\
int x;
void f(int a) { x = a; x = x + 1; }
void g(int a) { if (x > 5) { big: x = 0; } }
";
    Case { text, functions: &["f", "g"], requires: "x == 0", find: "<> at(g:big) && <> at(end)" }
        .check(expect![[r#"
            f:2 g:3 f:2 f:2 g:3 g:3: a + 1 > 5 && x == 0
            f:2 g:3 f:2 g:3 f:2 g:3: a > 5 && x == 0
            f:2 g:3 f:2 g:3 g:3 f:2: a > 5 && x == 0
            no further path"#]]);
    // The first assignment is passed over by `g`, or not.
    Case {
        text,
        functions: &["f", "g"],
        requires: "x == 0",
        find: "<>(at(g:big) && x == a + 1 && a == 5)",
    }
    .check(expect![[r#"
        f:2 g:3 f:2 g:3: a == 6 && g_a == 5 && x == 0
        f:2 g:3 f:2 f:2 g:3: a == 5 && g_a == 5 && x == 0
        no further path"#]]);
}

#[test]
fn an_entry_without_its_flag_lets_both_in() {
    let find = "<>(at(left:critical) && at(right:critical))";
    let requires = "!left_wants && !right_wants";
    let functions = &["left", "right"][..];
    Case { text: ENTRY, functions, requires, find }.check(expect![[r#"
        left:8 right:17 left:9 right:18 left:10 left:12 right:20: left_wants == 0 && right_wants == 0
        left:8 right:17 left:9 right:18 left:10 right:20 left:12: left_wants == 0 && right_wants == 0
        left:8 right:17 right:18 left:9 left:10 left:12 right:20: left_wants == 0 && right_wants == 0
        left:8 right:17 right:18 left:9 left:10 right:20 left:12: left_wants == 0 && right_wants == 0
        left:8 right:17 right:18 right:20 left:9 left:10 left:12: left_wants == 0 && right_wants == 0
        left:8 right:17 right:18 left:9 right:18 left:10 left:12 right:20: left_wants == 0 && right_wants == 0
        left:8 right:17 right:18 left:9 right:18 left:10 right:20 left:12: left_wants == 0 && right_wants == 0
        no further path"#]]);
    let right = ENTRY.replace("    turn = 0;", "    right_wants = 1;\n    turn = 0;");
    assert_ne!(right, ENTRY);
    Case { text: &right, functions, requires, find }.check(expect!["no further path"]);
}

#[test]
fn processes_of_one_function_are_told_apart() {
    let text = "\
int lock;
void f(void)
{
    while (lock) { }
    lock = 1;
in:
    lock = 0;
}
";
    Case {
        text,
        functions: &["f", "f"],
        requires: "lock == 0",
        find: "<>(at(f#1:in) && at(f#2:in)) && !at(f#2:5) U at(f#1:5)",
    }
    .check(expect![[r#"
        f#1:4 f#2:4 f#1:5 f#2:5 f#1:7 f#2:7: lock == 0
        f#1:4 f#2:4 f#1:5 f#2:5 f#2:7 f#1:7: lock == 0
        no further path"#]]);
}

#[test]
fn what_nobody_sees_is_not_interleaved() {
    let text = "\
int x;
void f(int a) { int b = a; b++; b++; b++; b++; b++; b++; b++; b++; b++; b++; b++; b++; b++; x = b; }
";
    let told =
        Case { text, functions: &["f", "f", "f"], requires: "1", find: "<>(at(end) && x == 3)" }
            .run();
    // Three ends in any order, after three assignments in any order.
    assert!(told.lines().count() < 200, "{told}");
    assert!(told.ends_with("no further path"), "{told}");
}

/// Locks that are taken in different orders.
const LOCKS: &str = "\
int first, second;
#define take(lock) __VERIFIER_assume(lock == 0), lock = 1
void up(void)
{
    take(first);
    take(second);
    second = first = 0;
}
void down(void)
{
    take(second);
    take(first);
    first = second = 0;
}
";

#[test]
fn processes_that_wait_for_each_other_end_there() {
    let case = |functions: &'static [&'static str], find: &'static str| Case {
        text: LOCKS,
        functions,
        requires: "first == 0 && second == 0",
        find,
    };
    case(&["up", "down"], "<> at(deadlock)").check(expect![[r#"
        up:5 down:11 up:6 down:12 deadlock: first == 0 && second == 0 [none: not all functions return]
        up:5 down:11 down:12 up:6 deadlock: first == 0 && second == 0 [none: not all functions return]
        no further path"#]]);
    case(&["up", "up"], "<> at(deadlock)").check(expect!["no further path"]);
    case(&["up", "down"], "[] (!at(up:7) && !at(down:13))").check(expect![[r#"
        up:5 down:11 up:6 down:12 deadlock: first == 0 && second == 0 [none: not all functions return]
        up:5 down:11 down:12 up:6 deadlock: first == 0 && second == 0 [none: not all functions return]
        no further path"#]]);
}
