//! `tribunal certify` from outside: all exit codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const STEPS: &str = include_str!("../../../../examples/steps.c");

/// A folder of its own, with the program of the book.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certify").join(name);
    std::fs::create_dir_all(folder.join("examples")).expect("the folder should be writable");
    write(&folder, "examples/steps.c", STEPS);
    write(&folder, "slower.c", &STEPS.replace("< 100", "< 200"));
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder should be writable");
}

fn tribunal(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(arguments).env_remove("COLUMNS").current_dir(folder);
    command.output().expect("the binary should start")
}

/// What a command prints, to both streams, without empty lines.
fn shown(output: &Output) -> String {
    let text = [&output.stderr[..], &output.stdout[..]].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let lines = text.lines().filter(|it| !it.trim().is_empty());
    lines.map(|it| format!("{it}\n")).collect()
}

/// The exit code of `certify`, and what it says.
fn certify(folder: &Path, program: &str, certificate: &str) -> (Option<i32>, String) {
    let output = tribunal(folder, &["certify", program, certificate]);
    (output.status.code(), shown(&output))
}

#[test]
fn exit_codes_tell_what_became_of_it() {
    let folder = folder("codes");
    let made = tribunal(&folder, &["check", "examples/steps.c", "--certificate", "proof.json"]);
    assert_eq!(made.status.code(), Some(0), "{}", shown(&made));
    assert_eq!(certify(&folder, "examples/steps.c", "proof.json").0, Some(0));
    assert_eq!(certify(&folder, "slower.c", "proof.json").0, Some(1));
    assert_eq!(certify(&folder, "missing.c", "proof.json").0, Some(2));
    assert_eq!(certify(&folder, "examples/steps.c", "slower.c").0, Some(2));
    let few = tribunal(&folder, &["certify", "examples/steps.c", "proof.json", "--steps", "1"]);
    assert_eq!(few.status.code(), Some(3), "{}", shown(&few));
    let json = tribunal(&folder, &["certify", "slower.c", "proof.json", "--json"]);
    let report: Value = serde_json::from_slice(&json.stdout).expect("it should be JSON");
    assert_eq!((&report["standing"], &report["changed"]), (&"rejected".into(), &true.into()));
}

#[test]
fn a_certificate_that_was_tampered_with_is_rejected() {
    let folder = folder("tampered");
    tribunal(&folder, &["check", "examples/steps.c", "--certificate", "proof.json"]);
    let proof = std::fs::read_to_string(folder.join("proof.json")).expect("it should be there");
    let tampered = |name: &str, old: &str, new: &str| {
        assert!(proof.contains(old), "{proof}");
        write(&folder, name, &proof.replace(old, new));
        certify(&folder, "examples/steps.c", name)
    };
    let (code, text) = tampered("bound.json", "i <= 101", "i <= 99");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("does not follow by the step at line"), "{text}");
    let (code, text) = tampered("kind.json", "\"kind\": \"invariant\"", "\"kind\": \"absent\"");
    assert_eq!(code, Some(1), "{text}");
    for (name, old, new) in [
        ("version.json", "\"version\": 1", "\"version\": 2"),
        ("location.json", "\"l10\"", "\"l1000\""),
        ("property.json", "\"property\": \"assertions\"", "\"property\": \"assertion\""),
        ("condition.json", "i <= 101", "j <= 101"),
        ("type.json", "i <= 101", "i + 101"),
    ] {
        let (code, text) = tampered(name, old, new);
        assert_eq!(code, Some(2), "{name}: {text}");
    }
}

#[test]
fn a_search_of_few_states_is_repeated() {
    let folder = folder("search");
    let model = "byte x;\nactive proctype P() { do :: x < 9 -> x++ :: x == 9 -> break od; assert(x == 9) }\n";
    write(&folder, "model.pml", model);
    let made = tribunal(&folder, &["check", "model.pml", "--certificate", "proof.json"]);
    assert_eq!(made.status.code(), Some(0), "{}", shown(&made));
    let (code, text) = certify(&folder, "model.pml", "proof.json");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("accepted  assertions: all states were visited: "), "{text}");
    write(&folder, "model.pml", &model.replace("x < 9", "x < 8"));
    let (code, text) = certify(&folder, "model.pml", "proof.json");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("rejected"), "{text}");
}
