//! `tribunal unit` from outside.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tribunal(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    command.arg("unit").args(arguments).env_remove("COLUMNS").current_dir(examples);
    command
}

fn run(arguments: &[&str]) -> Output {
    tribunal(arguments).output().expect("the binary should start")
}

const GCD: [&str; 5] = ["gcd.c", "--function", "gcd", "--where", "a > 0 && b > 0"];

#[test]
fn json_tells_paths_conditions_and_proofs() {
    let output = run(&[&GCD[..], &["--find", "<>(at(end) && x == 0)", "--json"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&report["exhaustive"], &report["covers_all"]),
        (&Value::Bool(true), &Value::Bool(true))
    );
    assert_eq!(report["paths"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["paths"][0]["condition"], "a > 0 && b > 0 && a % b == 0");
    assert_eq!(report["paths"][0]["inputs"][0]["name"], "a");
    assert_eq!(report["paths"][0]["steps"][2]["text"], "z = x % y;");
}

#[test]
fn exit_codes_tell_proofs_from_limits() {
    let proved = run(&[&GCD[..], &["--find", "<>(at(end) && x < 0)"]].concat());
    assert_eq!(proved.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&proved.stdout).contains("proved: there is no such path"));
    let limited = run(&[&GCD[..], &["--find", "<>(at(5) && X at(5))", "--repeat", "1"]].concat());
    assert_eq!(limited.status.code(), Some(3));
    let wrong = run(&[&GCD[..], &["--find", "<> at(nowhere)"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("there is no label `nowhere`"));
}

/// What somebody sees who answers so.
fn walked(arguments: &[&str], turns: &str) -> String {
    let mut command = tribunal(&[arguments, &["--interactive"]].concat());
    let mut walk = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary should start");
    let input = walk.stdin.take();
    input.expect("an input").write_all(turns.as_bytes()).expect("somebody who reads");
    let output = walk.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    text
}

#[test]
fn a_walk_by_hand_shows_its_condition() {
    let text = walked(&GCD, "1\n1\n1\n1\n1\n1\nb\np\nq\n");
    assert!(
        text.contains("path 1, 5 nodes") && text.contains("condition: a > 0 && b > 0\n"),
        "{text}"
    );
}

#[test]
fn a_walk_back_and_forth_asks_for_values_once() {
    let folder = std::env::temp_dir().join(format!("tribunal-walk-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("walk.c");
    let text = "int next(void);\nint f(void)\n{\n    int a = next();\n    int b = next();\n    \
        if (a == 1)\n        b += next();\n    if (b == 2)\n        return 1;\n    return 0;\n}\n";
    std::fs::write(&file, text).expect("a file");
    // There, back by all, there again; then the other branch, back from it, once more into the first, and back.
    let turns = "1\n1\n1\n1\n1\nb\nb\nb\nb\nb\n1\n1\n1\n2\n1\nb\nb\n1\nb\n2\n2\np\nq\n";
    let name = file.to_string_lossy().into_owned();
    let seen = walked(&[&name, "--function", "f"], turns);
    std::fs::remove_dir_all(&folder).ok();
    let (_, path) = seen.split_once("  condition: ").unwrap_or_else(|| panic!("{seen}"));
    let mut lines = path.lines();
    assert_eq!(lines.next(), Some("next() != 1 && next()#2 == 2"), "{seen}");
    let inputs = lines.next().unwrap_or("");
    assert!(inputs.ends_with(", next()#2 = 2") && inputs.matches('=').count() == 2, "{seen}");
}
