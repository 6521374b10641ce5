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

#[test]
fn a_walk_by_hand_shows_its_condition() {
    let mut command = tribunal(&[&GCD[..], &["--interactive"]].concat());
    let mut walk = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary should start");
    let turns = b"1\n1\n1\n1\n1\n1\nb\np\nq\n";
    walk.stdin.take().expect("an input").write_all(turns).expect("somebody who reads");
    let output = walk.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.contains("path 1, 5 nodes") && text.contains("condition: a > 0 && b > 0\n"),
        "{text}"
    );
}
