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

/// A loop that adds twos, and what is wrong with the sum if anything is.
fn summing(wrong: &str) -> String {
    format!(
        "extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {{ }}
int main(void)
{{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || 1000000 < n)
        return 0;
    int i = 0;
    int sum = 0;
    while (i < n) {{
        sum = sum + 2;
        i = i + 1;
    }}
    if (sum != 2 * n{wrong}) {{
        reach_error();
        abort();
    }}
    return 0;
}}
"
    )
}

/// A witness with one entry.
fn witness(kind: &str, content: &str) -> String {
    format!(
        "- entry_type: {kind}
  metadata:
    format_version: '2.0'
    producer: {{name: other}}
    task:
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: LP64
  content:
{content}"
    )
}

fn loop_invariant(condition: &str) -> String {
    let content = format!(
        "  - invariant: {{type: loop_invariant, format: c_expression, value: '{condition}',
      location: {{file_name: a.c, line: 11, column: 5, function: main}}}}
"
    );
    witness("invariant_set", &content)
}

/// A violation where a call in line 6 has returned a number.
fn violation(result: i32, line: u32) -> String {
    let content = format!(
        "  - segment:
    - waypoint: {{type: function_return, action: follow, location: {{line: 6, column: 35}},
        constraint: {{value: '\\result == {result}', format: ext_c_expression}}}}
  - segment:
    - waypoint: {{type: target, action: follow, location: {{line: {line}, column: 9}}}}
"
    );
    witness("violation_sequence", &content)
}

#[test]
fn witnesses_of_other_tools_are_judged() {
    let folder = folder("witnesses");
    write(&folder, "right.c", &summing(""));
    write(&folder, "wrong.c", &summing(" || n == 3"));
    for (program, witness, code, word) in [
        ("right.c", loop_invariant("sum == 2 * i && i <= n"), 0, "accepted  line 11"),
        (
            "right.c",
            loop_invariant("sum <= 10"),
            1,
            "rejected  line 11: sum <= 10: a run violates it",
        ),
        ("right.c", loop_invariant("s == 2 * i"), 3, "trusted   line 11: s == 2 * i"),
        ("wrong.c", loop_invariant("sum == 2 * i"), 1, "rejected  CHECK"),
        ("wrong.c", violation(3, 16), 0, "accepted  CHECK"),
        ("wrong.c", violation(4, 16), 1, "runs violate it, but none that passes the waypoints"),
        ("wrong.c", violation(3, 17), 1, "rejected  CHECK"),
        ("right.c", violation(3, 16), 1, "no run passes the waypoints and violates it"),
        ("right.c", "- entry_type: ghosts".to_owned(), 2, "missing"),
    ] {
        write(&folder, "witness.yml", &witness);
        let arguments = ["certify", program, "witness.yml", "--time", "60s"];
        let output = tribunal(&folder, &arguments);
        let text = shown(&output);
        assert_eq!(output.status.code(), Some(code), "{witness}\n{text}");
        assert!(text.contains(word), "{witness}\n{text}");
    }
}
