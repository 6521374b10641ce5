//! What `tribunal check` tells about C programs besides verdicts, which `tests/corpus.rs` looks at.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/c")
}

fn check(path: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(["check", "--json", "--time", "60s"]).args(args).arg(path);
    command.output().expect("the binary should start")
}

#[test]
fn what_was_taken_for_granted_is_told() {
    let output = check(&corpus().join("assumptions/no_body.c"), &[]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("output should be JSON");
    let assumption = &report["assumptions"][0];
    let what = "function `helper` has no body: it returns any value and changes nothing";
    assert_eq!(assumption["what"], what);
    assert_eq!(assumption["place"]["line"], 6);

    let remarks = |name: &str, list: &str| -> Vec<String> {
        let args = ["--checks", "all", "--threads", "1"];
        let output = check(&corpus().join("assumptions").join(name), &args);
        let report: Value = serde_json::from_slice(&output.stdout).expect("output should be JSON");
        let entries = report[list].as_array().expect("there should be a list").iter();
        entries.map(|it| format!("{} {}", it["kind"], it["place"]["line"])).collect()
    };
    assert_eq!(remarks("vacuous.c", "remarks"), ["\"unreached\" 12", "\"never-passed\" 14"]);
    assert_eq!(remarks("vacuous.c", "assumptions"), [""; 0]);
    assert_eq!(remarks("contradiction.c", "assumptions"), ["\"contradiction\" 11"]);
    assert_eq!(remarks("contradiction.c", "remarks"), ["\"unreached\" 12"]);
    assert_eq!(remarks("unsequenced.c", "assumptions"), ["\"order\" 7"]);
    assert_eq!(remarks("order_of_calls.c", "assumptions"), ["\"order\" 15"]);
    let orders = remarks("order_of_elements.c", "assumptions");
    assert_eq!(orders, ["\"order\" 20", "\"order\" 17"]);

    let path = corpus().join("assumptions/no_body.c");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let output = command.arg("check").arg(&path).output().expect("the binary should start");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("TRUE under the assumptions below  "), "{text}");
}

#[test]
fn a_deadlock_is_told_by_who_waits_where() {
    let path = corpus().join("deadlock/lock_order.c");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let output = command.args(["check", "--checks", "deadlock"]).arg(&path).output();
    let output = output.expect("the binary should start");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = "no thread can go on: main(0) waits at lock_order.c:28 in `pthread_join(a, 0)`, \
        one(1) waits at lock_order.c:10 in `pthread_mutex_lock(&second)`, \
        two(2) waits at lock_order.c:18 in `pthread_mutex_lock(&first)`";
    assert!(text.contains(told), "{text}");
    assert!(!text.contains("__tribunal_await"), "{text}");
}

#[test]
fn proofs_are_checked_again() {
    let without_limit: &[&str] = &["--assurance", "checked"];
    for (name, effort, assurance, how) in [
        ("control/recursion.c", &[][..], "checked", Some("execution of its only run")),
        ("arrays/sum.c", &[], "checked", None),
        ("control/endless.c", &[], "checked", None),
        ("control/modes.c", without_limit, "repeated", Some("a second proof")),
    ] {
        let args = [&["--checks", "unreach", "--engine", "symbolic"], effort].concat();
        let output = check(&corpus().join(name), &args);
        let report: Value = serde_json::from_slice(&output.stdout).expect("output should be JSON");
        let property = &report["properties"][0];
        assert_eq!(property["assurance"], assurance, "{name}: {property:#}");
        let rechecked = property["rechecked"].as_str();
        assert_eq!(rechecked.map(|it| it.split(',').next().unwrap_or(it)), how, "{name}");
    }
}

#[test]
fn bad_c_is_wrong_input() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-c");
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    for (name, text) in [
        ("truncated.c", "int main(void) { return"),
        ("type.c", "int main(void) { struct s x; return x; }"),
        ("junk.c", "\u{1}\u{2}\u{7f}$$$"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the temporary folder should be writable");
        assert_eq!(check(&path, &[]).status.code(), Some(2), "{name}");
    }
    let good = corpus().join("arrays/sum.c");
    for args in [&["--checks", "nonsense"][..], &["--explain-matching"]] {
        assert_eq!(check(&good, args).status.code(), Some(2), "{args:?}");
    }
    let mut slice = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let output = slice.arg("slice").arg(&good).output().expect("the binary should start");
    assert_eq!(output.status.code(), Some(2));
}

/// Rungs are climbed in the order that is asked for, each with what is left; a Maybe tells what was tried.
#[test]
fn the_ladder_is_climbed_as_told() {
    let rungs = |name: &str, args: &[&str]| -> Vec<String> {
        let output = check(&corpus().join(name), args);
        let report: Value = serde_json::from_slice(&output.stdout).expect("output should be JSON");
        let rungs = report["properties"][0]["rungs"].as_array().expect("there should be rungs");
        rungs.iter().map(|it| format!("{} {}", it["rung"], it["verdict"])).collect()
    };
    let with = |ladder: &'static str| ["--checks", "unreach", "--threads", "1", "--ladder", ladder];
    assert_eq!(rungs("arrays/sum.c", &with("bmc,absint")), ["\"bmc\" \"true\""]);
    let both = ["\"absint\" \"maybe\"", "\"bmc\" \"true\""];
    assert_eq!(rungs("arrays/sum.c", &with("absint,bmc")), both);
    let all = rungs("arrays/sum.c", &["--checks", "unreach"]);
    assert_eq!(all.first().map(String::as_str), Some("\"absint\" \"maybe\""));
    assert_eq!(check(&corpus().join("arrays/sum.c"), &with("nonsense")).status.code(), Some(2));

    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(["check", "--explain", "--checks", "unreach"]).arg(corpus().join("arrays/sum.c"));
    let output = command.output().expect("the binary should start");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("  1. absint ("), "{text}");
    assert!(
        text.contains("     leaves assertions open: the abstraction cannot rule it out"),
        "{text}"
    );
}

/// Formulas of linear temporal logic are checked instead of the errors; nobody passes over them in silence.
#[test]
fn linear_formulas_are_checked_or_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linear");
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    let path = folder.join("toggle.c");
    let text = "int t; int main(void) { while (1) { t = 1; t = 0; } }";
    std::fs::write(&path, text).expect("a file should be written");
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tribunal")).args(args).arg(&path).output();
        let output = output.expect("the binary should start");
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&told).into_owned())
    };
    for (formula, code) in [("[]<> t", 0), ("<>[] !t", 1), ("t == 0", 0), ("[] (x > 0)", 2)] {
        let (found, told) = run(&["check", "--ltl", formula]);
        assert_eq!(found, Some(code), "{formula}: {told}");
    }
    for args in [
        &["check", "--ltl", "[]<> t", "--fair"][..],
        &["check", "--ltl", "[]<> t", "--property", "assertions"],
        &["ir", "--ltl", "[]<> t"],
        &["slice", "--ltl", "[]<> t"],
    ] {
        let (found, told) = run(args);
        assert_eq!(found, Some(2), "{args:?}: {told}");
    }
    let (code, told) = run(&["check", "--ltl", "<>[] t", "--ladder", "probe"]);
    assert_eq!(code, Some(3), "{told}");
    assert!(
        told.contains("a formula about the tree of runs, by this engine, is not supported"),
        "{told}"
    );
}

/// Bytes that are no UTF-8: the texts of a program in Latin-1 are those that gcc makes of it.
#[test]
fn no_byte_of_a_program_is_lost() {
    let folder = std::env::temp_dir().join(format!("tribunal-bytes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join("bytes.c");
    let program: &[u8] =
        b"#include <assert.h>\n#include <stdio.h>\n/* gr\xfc\xdfe */\n#define TEXT(x) #x
static const unsigned char bytes[] = \"\\0\xff\";\nstatic const char mixed[] = \"\xe4\xc3\xa4\";
int main(void) {
    assert(sizeof bytes == 3 && bytes[1] == 255 && sizeof TEXT(\"\xe4\") == 4);
    assert(sizeof mixed == 4 && mixed[0] == (char)0xe4 && mixed[1] == (char)0xc3);
    assert('\xe4' == -28 && '\xe4a' == 0xe461);
#if '\xe4' != -28
    assert(0);
#endif
    char text[4];
    assert(snprintf(text, sizeof text, \"\xe4%c\", 98) == 2 && text[0] == (char)0xe4);
    printf(\"\xe4\xc3\xa4\\377%d\\n\", 1);
    return 0;
}
";
    std::fs::write(&path, program).expect("the program should be written");
    let output = check(&path, &["--checks", "all"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let output = command.arg("run").arg(&path).output().expect("the binary should start");
    assert_eq!(output.stdout, b"\xe4\xc3\xa4\xff1\n");
    // A wide text has no elements for them.
    std::fs::write(&path, b"int main(void) { return L\"\xe4\"[0]; }\n")
        .expect("it should be written");
    assert_eq!(check(&path, &[]).status.code(), Some(2));
    _ = std::fs::remove_dir_all(&folder);
}
