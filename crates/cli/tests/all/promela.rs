//! Promela models from the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use expect_test::{Expect, expect};
use serde_json::Value;

fn model(test: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("promela").join(test);
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    std::fs::write(folder.join("model.pml"), text).expect("it should still be");
    folder
}

fn tribunal(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).current_dir(folder).env_remove("COLUMNS");
    command.output().expect("the binary should start")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output should be UTF-8")
}

/// What is printed up to the figures that depend on the machine.
fn check(test: &str, source: &str, arguments: &[&str], code: i32, expected: Expect) {
    let folder = model(test, source);
    let mut all = vec!["check", "model.pml"];
    all.extend(arguments);
    let output = tribunal(&folder, &all);
    let shown = text(&output.stdout);
    let cost = |it: &&str| it.contains(" transition") && it.ends_with(" s");
    let shown: Vec<&str> = shown.lines().filter(|it| !cost(it)).collect();
    let shown = shown.join("\n");
    let shown = match shown.trim_end() {
        "" => String::new(),
        shown => format!("{shown}\n"),
    };
    expected.assert_eq(&format!("{}{shown}", text(&output.stderr)));
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn a_failed_assertion_is_shown_with_its_messages() {
    check(
        "assertion",
        "mtype = { request, reply };
chan q = [1] of { mtype, byte };
chan r = [0] of { byte };
byte sum;
active proctype Client() {
  byte n;
  q!request(3);
  r?n;
  sum = sum + n;
  assert(sum < 4)
}
active proctype Server() {
  byte n;
  q?request(n) -> r!n+1
}
",
        &["--shortest"],
        1,
        expect![[r#"
            FALSE  model.pml

            false  assertions (model.pml:10:3): assertion violated
              safety by explicit, checked
                  1  Client(0)  7:3    q!request(3)              q: [] -> [(request, 3)]
                  2  Server(1)  14:3   q?request(n)              q: [(request, 3)] -> [], n: 0 -> 3
                  3  Server(1)  14:19  r!n+1  → Client(0) 8:3 r?n  Client(0):n: 0 -> 4
                  4  Client(0)  9:3    sum = sum + n             sum: 0 -> 4
                  5  Client(0)  10:3   assert(sum < 4)
                                       ✗ assertion violated
              messages
                    Client(0)        Server(1)
                1   q!request,3      │
                2   │                q?request,3
                3   ◀───── r!4 ──────┤
              after step 5
                Client(0) at 11:1  } (valid end)
                Server(1) at 15:1  } (valid end)
                sum = 4
                q = []
                r = []
                Client(0):n = 4
                Server(1):n = 3

            true   end-states: every reachable state visited: 10 states
              absence of deadlock by explicit, checked
        "#]],
    );
}

#[test]
fn a_cycle_is_marked() {
    check(
        "cycle",
        "byte x;
active proctype Flip() { do :: x = 1 - x od }
ltl settles { <> [] (x == 1) }
",
        &["--property", "settles"],
        1,
        expect![[r#"
            FALSE  model.pml

            false  settles (model.pml:3:15): a cycle goes on for ever
              temporal formula by explicit, checked
              ┌─ cycle
              │   1  Flip(0)  2:32  x = 1 - x                 x: 0 -> 1
              │   2  Flip(0)  2:32  x = 1 - x                 x: 1 -> 0
              └─ repeats from step 1
              after step 2
                Flip(0) at 2:26  do :: x = 1 - x od
                x = 0
        "#]],
    );
}

#[test]
fn a_formula_that_holds_for_nothing_is_noted() {
    check(
        "vacuous",
        "byte x;
active proctype Flip() { do :: x = 1 - x od }
",
        &["--ltl", "[] (x == 2 -> <> (x == 0))", "--property", "ltl-1"],
        0,
        expect![[r#"
            TRUE  model.pml

            true   ltl-1 (<ltl-1>:1:1): every reachable state visited: 2 states
              temporal formula by explicit, trusted
              note: it holds only because `x == 2` is never true
        "#]],
    );
}

#[test]
fn a_process_that_waits_at_its_end_for_others_has_reached_it() {
    check(
        "ends",
        "proctype P() { do :: skip od }
init { run P() }
",
        &[],
        0,
        expect![[r#"
            TRUE  model.pml

            true   end-states: every reachable state visited: 2 states
              absence of deadlock by explicit, checked

            true   processes: every reachable state visited: 2 states
              safety by explicit, checked
        "#]],
    );
}

#[test]
fn unreached_statements_are_listed() {
    check(
        "unreached",
        "byte x;
active proctype P() {
  if
  :: x == 0 -> x = 1
  :: x == 7 -> x = 2; x = 3
  fi
}
",
        &[],
        0,
        expect![[r#"
            TRUE  model.pml

            true   end-states: every reachable state visited: 4 states
              absence of deadlock by explicit, checked

            never reached
              P: 3 of 6 statements
                model.pml:5:6  x == 7
                model.pml:5:16  x = 2
                model.pml:5:23  x = 3
        "#]],
    );
}

#[test]
fn all_mistakes_are_shown_at_once() {
    check(
        "mistakes",
        "active proctype P() {
  y = 1;
  z = 2
}
",
        &[],
        2,
        expect![[r#"
            error[unknown-variable]: unknown variable `y`
             --> model.pml:2:3
              |
            2 |   y = 1;
              |   ^
              |
              = help: declare it before it is used
            error[unknown-variable]: unknown variable `z`
             --> model.pml:3:3
              |
            3 |   z = 2
              |   ^
              |
              = help: declare it before it is used
        "#]],
    );
}

#[test]
fn embedded_c_is_told_in_terms_of_the_model() {
    check(
        "embedded",
        "c_code { int share(int v) { return v / now.x; } }
int x = 1, y;
active proctype P() {
  c_code { now.y = share(4); now.x--; };
  c_code {
    now.y = share(4);
  }
}
",
        &["--reduce", "none"],
        1,
        expect![[r#"
            FALSE  model.pml

            false  division (model.pml:1:36): division by zero
              safety by explicit, checked
                  1  P(0)  4:3  c_code { now.y = share(4); now.x--; }; now.y = share(4);; return v / now.x;; now.y = share(4);; now.x--;; c_code { now.y = share(4); now.x--; }
                                  x: 1 -> 0, y: 0 -> 4
                  2  P(0)  5:3  c_code { now.y = share(4); }; now.y = share(4);; v / now.x
                                ✗ division by zero
              after step 2
                P(0) at 6:5  now.y = share(4);
                x = 0
                y = 4

            true   end-states: every reachable state visited: 2 states
              absence of deadlock by explicit, checked

            true   overflow: every reachable state visited: 2 states
              safety by explicit, checked

            never reached
              P: 1 of 7 statements
                model.pml:8:1  -end-
        "#]],
    );
}

#[test]
fn macros_shape_the_model() {
    let source = "active proctype P() { assert(N < 3) }\n";
    let folder = model("macros", source);
    for (define, code) in [("N=2", 0), ("N=3", 1)] {
        let output = tribunal(&folder, &["check", "model.pml", "-D", define]);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    }
}

#[test]
fn lossy_channels_do_not_block() {
    let source = "chan q = [1] of { byte };\nactive proctype P() { q!1; q!2 }\n";
    let folder = model("lossy", source);
    assert_eq!(tribunal(&folder, &["check", "model.pml"]).status.code(), Some(1));
    assert_eq!(tribunal(&folder, &["check", "model.pml", "--lossy"]).status.code(), Some(0));
}

#[test]
fn fairness_can_be_asked_for() {
    let source = "byte x;
active proctype A() { do :: skip od }
active proctype B() { x = 1 }
ltl p { <> (x == 1) }
";
    let folder = model("fair", source);
    let arguments = ["check", "model.pml", "--property", "p"];
    assert_eq!(tribunal(&folder, &arguments).status.code(), Some(1));
    let fair = [&arguments[..], &["--fair"]].concat();
    assert_eq!(tribunal(&folder, &fair).status.code(), Some(0));
}

#[test]
fn reduction_changes_counts_but_not_verdicts_or_the_kind_of_steps() {
    let source = "byte x;
active [2] proctype P() { byte a; byte b; a = 1; b = a + 1; x = x + b; assert(x < 4) }
";
    let folder = model("reduction", source);
    let run = |how: &str| -> Value {
        let output =
            tribunal(&folder, &["check", "model.pml", "--json", "--all-errors", "--reduce", how]);
        assert_eq!(output.status.code(), Some(1));
        serde_json::from_slice(&output.stdout).expect("output should be JSON")
    };
    let (none, merge) = (run("none"), run("merge"));
    let states = |report: &Value| report["statistics"]["states"].as_u64().unwrap_or(0);
    assert!(states(&merge) < states(&none), "{} {}", states(&merge), states(&none));
    for report in [none, merge] {
        let traces = report["properties"].as_array().into_iter().flatten();
        let steps = traces.filter_map(|it| it["trace"]["steps"].as_array()).flatten();
        let texts: Vec<&str> = steps.filter_map(|it| it["text"].as_str()).collect();
        assert!(texts.contains(&"b = a + 1"), "{texts:?}");
    }
}

#[test]
fn a_counterexample_of_a_reduced_search_can_be_replayed() {
    let source = "byte x;
active proctype P() { byte a; do :: a = x; x = 1 - a od }
ltl p { <> [] (x == 0) }
";
    let folder = model("replay", source);
    let arguments = ["check", "model.pml", "--property", "p", "--trace-out", "run.json"];
    assert_eq!(tribunal(&folder, &arguments).status.code(), Some(1));
    let replayed = tribunal(&folder, &["replay", "run.json"]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).contains("repeats from step"));
}

#[test]
fn a_comment_in_latin_1_is_no_obstacle() {
    let folder = std::env::temp_dir().join(format!("tribunal-latin-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join("latin.pml");
    std::fs::write(&path, b"/* gr\xfc\xdfe */ active proctype P() { skip }\n")
        .expect("a model should be written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tribunal"))
        .args(["check", "--quiet"])
        .arg(&path)
        .output()
        .expect("tribunal should run");
    assert_eq!(output.status.code(), Some(0));
}
