//! `tribunal svcomp`: answers, and witnesses that say what they should and can be believed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::yaml::Yaml;

const UNREACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const OVERFLOW: &str = "CHECK( init(main()), LTL(G ! overflow) )\n";
const MEMORY: &str = "CHECK( init(main()), LTL(G valid-free) )\n\
                      CHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n";
const CLEANUP: &str = "CHECK( init(main()), LTL(G valid-memcleanup) )\n";

/// What every task begins with.
const HEAD: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { }
void check(int condition) { if (!condition) { reach_error(); abort(); } }
";

struct Decided {
    answer: String,
    code: Option<i32>,
    task: PathBuf,
    witness: Option<String>,
}

fn decide(name: &str, program: &str, property: &str) -> Decided {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("svcomp").join(name);
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    let (task, prop) = (folder.join("task.c"), folder.join("property.prp"));
    let witness = folder.join("witness.yml");
    std::fs::write(&task, program).expect("the task should be written");
    std::fs::write(&prop, property).expect("the property should be written");
    _ = std::fs::remove_file(&witness);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.arg("svcomp").arg("--prop").arg(&prop).args(["--data-model", "LP64", "--time", "60s"]);
    command.arg("--witness").arg(&witness).arg(&task).env("SOURCE_DATE_EPOCH", "1700000000");
    let output = command.output().expect("the binary should start");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let witness = std::fs::read_to_string(witness).ok();
    Decided { answer, code: output.status.code(), task, witness }
}

/// Decides a task and checks its witness.
fn check(name: &str, body: &str, property: &str, expected: &str) {
    let program = format!("{HEAD}{body}");
    let decided = decide(name, &program, property);
    assert_eq!(decided.answer, format!("{expected}\n"), "{name}");
    let code = match expected {
        "true" => 0,
        "unknown" => 3,
        _ => 1,
    };
    assert_eq!(decided.code, Some(code), "{name}");
    match (expected, decided.witness) {
        ("unknown", witness) => assert_eq!(witness, None, "{name}"),
        (_, None) => panic!("{name}: there should be a witness"),
        ("true", Some(text)) => {
            let entry = entry(&text, "invariant_set", &decided.task, property);
            for item in entry["content"].items() {
                let invariant = &item["invariant"];
                assert_eq!(invariant["type"].text(), "loop_invariant");
                assert_eq!(invariant["format"].text(), "c_expression");
                place(invariant, &program);
            }
        }
        (_, Some(text)) => {
            let entry = entry(&text, "violation_sequence", &decided.task, property);
            let inputs = waypoints(&entry["content"], &program);
            replay(name, body, property, &inputs, expected);
        }
    }
}

/// The only entry of a witness, if its metadata are right.
fn entry(text: &str, kind: &str, task: &Path, property: &str) -> Yaml {
    let witness = Yaml::parse(text);
    assert_eq!(witness.items().len(), 1, "{text}");
    let entry = witness.items()[0].clone();
    assert_eq!(entry["entry_type"].text(), kind);
    let metadata = &entry["metadata"];
    assert_eq!(metadata["format_version"].text(), "2.0");
    let groups: Vec<usize> = metadata["uuid"].text().split('-').map(str::len).collect();
    assert_eq!(groups, [8, 4, 4, 4, 12]);
    assert_eq!(metadata["creation_time"].text(), "2023-11-14T22:13:20Z");
    assert_eq!(metadata["producer"]["name"].text(), "tribunal");
    assert!(!metadata["producer"]["version"].text().is_empty());
    let about = &metadata["task"];
    let path = task.to_string_lossy().into_owned();
    assert_eq!(about["input_files"].items()[0].text(), path);
    let hash = about["input_file_hashes"][path.as_str()].text();
    let output = Command::new("sha256sum").arg(task).output();
    if let Ok(output) = output {
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(hash), "{hash}");
    }
    assert_eq!(about["specification"].text(), property.trim_end());
    assert_eq!(about["data_model"].text(), "LP64");
    assert_eq!(about["language"].text(), "C");
    entry
}

/// The text of the program from a place on.
fn place<'a>(holder: &Yaml, program: &'a str) -> (&'a str, usize) {
    let location = &holder["location"];
    let line: usize = location["line"].text().parse().expect("a line should be a number");
    let column: usize = location["column"].text().parse().expect("a column should be a number");
    assert!(!location["function"].text().is_empty());
    let text = program.lines().nth(line - 1).expect("the line should be in the program");
    assert!(0 < column && column <= text.len(), "{line}:{column}");
    (text, column - 1)
}

/// Checks the waypoints of a violation; the calls and what they return.
fn waypoints(content: &Yaml, program: &str) -> Vec<(String, String)> {
    let mut inputs = Vec::new();
    let segments = content.items();
    for (number, item) in segments.iter().enumerate() {
        let waypoints = item["segment"].items();
        assert_eq!(waypoints.len(), 1);
        let waypoint = &waypoints[0]["waypoint"];
        assert_eq!(waypoint["action"].text(), "follow");
        let (line, column) = place(waypoint, program);
        if number + 1 == segments.len() {
            assert_eq!(waypoint["type"].text(), "target");
            continue;
        }
        assert_eq!(waypoint["type"].text(), "function_return");
        assert_eq!(waypoint["constraint"]["format"].text(), "ext_c_expression");
        let value = waypoint["constraint"]["value"].text().strip_prefix("\\result == ");
        let call = line[..=column].strip_suffix("()").expect("the place should be that of a call");
        let start = call.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |it| it + 1);
        let value = value.expect("the value should be said").to_owned();
        inputs.push((call[start..].to_owned(), value));
    }
    inputs
}

/// Runs the task with the values that a witness gives: the same goes wrong.
fn replay(name: &str, body: &str, property: &str, inputs: &[(String, String)], expected: &str) {
    let mut program = format!("{HEAD}{body}");
    for (function, ty) in [
        ("__VERIFIER_nondet_int", "int"),
        ("__VERIFIER_nondet_uchar", "unsigned char"),
        ("__VERIFIER_nondet_double", "double"),
    ] {
        program.push_str(&format!("{ty} {function}(void) {{ static int n; switch (n++) {{"));
        let values = inputs.iter().filter(|(it, _)| it == function);
        for (number, (_, value)) in values.enumerate() {
            program.push_str(&format!(" case {number}: return {value};"));
        }
        program.push_str(" } return 0; }\n");
    }
    let decided = decide(&format!("{name}-replay"), &program, property);
    assert_eq!(decided.answer, format!("{expected}\n"), "{name}: {program}");
}

#[test]
fn calls_of_the_error_function() {
    let body = "int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (x < 0 || x > 100) return 0;
    check(x * 7 + c != 900 || y != -5);
    return 0;
}
";
    check("sum", body, UNREACH, "false(unreach-call)");
    let float = "int main(void) {
    double d = __VERIFIER_nondet_double();
    check(!(d > 0.25 && d < 0.5));
    return 0;
}
";
    check("float", float, UNREACH, "false(unreach-call)");
    let right = "int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    check(x < 8);
    return 0;
}
";
    check("right", right, UNREACH, "true");
    // An assertion that fails is none of its calls.
    let assertion = "#include <assert.h>
int main(void) { assert(__VERIFIER_nondet_int()); return 0; }
";
    check("assertion", assertion, UNREACH, "true");
}

#[test]
fn loops_have_invariants() {
    let body = "int main(void) {
    int n = 7;
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x = x + 2 * (n - 6);
        check(x % 2 == 0);
    }
    return 0;
}
";
    check("loop", body, UNREACH, "true");
    let program = format!("{HEAD}{body}");
    let witness = decide("loop", &program, UNREACH).witness.expect("there should be a witness");
    let entry = Yaml::parse(&witness).items()[0].clone();
    let invariant = &entry["content"].items()[0]["invariant"];
    assert_eq!(invariant["value"].text(), "n == 7");
    let (line, column) = place(invariant, &program);
    assert!(line[column..].starts_with("while ("), "{line}");
}

#[test]
fn overflow() {
    let body = "int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 3 + (x - 1);
    return y > x;
}
";
    check("overflow", body, OVERFLOW, "false(no-overflow)");
    let right = "int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    reach_error();
    return x + 1 > x;
}
";
    check("wraps", right, OVERFLOW, "true");
}

#[test]
fn memory() {
    let body = "int main(void) {
    int a[4], i = __VERIFIER_nondet_int();
    if (i < 0 || 4 < i) return 0;
    a[i] = 1;
    return 0;
}
";
    check("bounds", body, MEMORY, "false(valid-deref)");
    let twice = "int main(void) {
    int *p = malloc(sizeof(int));
    free(p);
    if (__VERIFIER_nondet_int() == 3) free(p);
    return 0;
}
";
    check("twice", twice, MEMORY, "false(valid-free)");
    let lost = "int main(void) {
    int *p = malloc(sizeof(int));
    p = 0;
    return 0;
}
";
    check("lost", lost, MEMORY, "false(valid-memtrack)");
    let kept = "int *p;
int main(void) {
    p = malloc(sizeof(int));
    return 0;
}
";
    check("kept", kept, MEMORY, "true");
    check("kept-cleanup", kept, CLEANUP, "false(valid-memcleanup)");
}

#[test]
fn what_is_not_checked_is_unknown() {
    let body = "int main(void) { return 0; }\n";
    check("ends", body, "CHECK( init(main()), LTL(F end) )\n", "unknown");
    check("races", body, "CHECK( init(main()), LTL(G ! data-race) )\n", "unknown");
    let addresses = "int main(void) {
    int x;
    check(((unsigned long)&x & 3) == 0);
    return 0;
}
";
    check("addresses", addresses, UNREACH, "unknown");
    let division = "int main(void) { return 1 / __VERIFIER_nondet_int(); }\n";
    check("division", division, UNREACH, "unknown");
}

#[test]
fn wrong_usage() {
    let decided =
        decide("nonsense", HEAD, "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
    assert_eq!((decided.code, decided.answer.as_str()), (Some(2), ""));
    let decided = decide("broken", "int main(void) {", UNREACH);
    assert_eq!((decided.code, decided.answer.as_str()), (Some(3), "unknown\n"));
}
