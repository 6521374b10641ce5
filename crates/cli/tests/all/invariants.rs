//! `tribunal invariants` from outside.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

const PROGRAM: &str = "int main(void) {
  int i = 0;
  while (i < 10)
    i = i + 2;
  if (i > 10)
    i = 0;
  return i;
}
";

/// The program, written once.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("invariants");
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    std::fs::write(folder.join("even.c"), PROGRAM).expect("the folder should be writable");
    std::fs::write(folder.join("broken.c"), "int main(void) {").expect("likewise");
    folder
});

fn tribunal(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).env_remove("COLUMNS").current_dir(&*FOLDER);
    command.output().expect("the binary should start")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_source_is_printed_with_what_holds() {
    let output = tribunal(&["invariants", "even.c"]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("    3    while (i < 10)\n         | i: "), "{text}");
    assert!(text.contains("    6      i = 0;\n           | no run comes here\n"), "{text}");
    assert!(text.contains("    7    return i;\n         | i: 10\n"), "{text}");
}

#[test]
fn json_has_the_same() {
    let output = tribunal(&["invariants", "even.c", "--json"]);
    let report: Value = serde_json::from_str(&text(&output)).expect("output should be JSON");
    assert_eq!(report["complete"], true);
    let lines = report["lines"].as_array().expect("there should be lines");
    let last = lines.iter().find(|it| it["line"] == 7).expect("line 7 should be known");
    assert_eq!(last["function"], "main");
    assert_eq!(last["known"][0]["name"], "i");
    assert_eq!(last["known"][0]["value"], "10");
}

#[test]
fn wrong_input_is_refused() {
    assert_eq!(tribunal(&["invariants", "broken.c"]).status.code(), Some(2));
}

#[test]
fn abstract_interpretation_alone_proves_and_never_refutes() {
    let output = tribunal(&["check", "even.c", "--engine", "absint", "--json"]);
    let report: Value = serde_json::from_str(&text(&output)).expect("output should be JSON");
    assert_eq!(output.status.code(), Some(0));
    let overflow = report["properties"].as_array().expect("there should be properties").iter();
    let mut overflow = overflow.filter(|it| it["name"] == "overflow");
    assert_eq!(overflow.next().expect("overflow should be checked")["by"], "absint");
}

/// Values, a relation, and what is in memory.
const COPIES: &str = "int table[4];
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  if (n < 0 || n > 1000) return 0;
  int *p = &table[1];
  *p = 3;
  while (x < n) {
    x++;
    y = y + 2;
    table[2] = *p;
  }
  return y;
}
";

#[test]
fn what_is_known_is_proved_again() {
    std::fs::write(FOLDER.join("copies.c"), COPIES).expect("the folder should be writable");
    let arguments = ["invariants", "copies.c", "--domain", "polyhedra", "--prove"];
    let drawn = text(&tribunal(&arguments));
    assert!(drawn.contains("; 2*x == y\n"), "{drawn}");
    assert!(drawn.contains("\nproved again: variables "), "{drawn}");
    let output = tribunal(&[&arguments[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&text(&output)).expect("output should be JSON");
    let proof = &report["proof"];
    for kind in ["variable", "relation"] {
        let of_kind = |it: &&Value| it["kind"] == kind;
        let counts = proof["statements"].as_array().expect("there should be counts");
        let count = counts.iter().find(of_kind).expect("there should be such statements");
        assert_eq!(count["said"], count["proved"], "{proof}");
        assert!(0 < count["said"].as_u64().unwrap_or(0), "{proof}");
    }
    // Where the table is known at a line of the program, it is proved.
    let unproved = proof["unproved"].as_array().expect("there should be a list");
    let is_inside = |it: &&Value| 2 < it["line"].as_u64().unwrap_or(0);
    assert_eq!(unproved.iter().find(is_inside), None);
}
