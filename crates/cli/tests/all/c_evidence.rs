//! The evidence for what is wrong with C programs: stored traces.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    folder
}

fn tribunal(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(args).output().expect("the binary should start")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("output should be JSON")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests should be text")
}

#[test]
fn a_trace_with_other_values_is_refused() {
    let folder = folder("c-other-values");
    let (program, trace) = (folder.join("p.c"), folder.join("p.json"));
    let source = "int __VERIFIER_nondet_int(void);\n\
                  int main(void) { int a[4] = {0}; int i = __VERIFIER_nondet_int();\n\
                  if (i == 77) a[i] = 1; return 0; }\n";
    std::fs::write(&program, source).expect("the temporary folder should be writable");
    let words = ["check", "--quiet", "--trace-out", text(&trace), text(&program)];
    assert_eq!(tribunal(&words).status.code(), Some(1));
    let stored = std::fs::read_to_string(&trace).expect("the trace should be stored");
    assert!(stored.contains("77"), "{stored}");
    std::fs::write(&trace, stored.replace("77", "76")).expect("the trace should be writable");
    let replayed = tribunal(&["replay", text(&trace)]);
    assert_eq!(replayed.status.code(), Some(2), "{replayed:?}");
}

/// Writes a program to a folder of its own.
fn program(name: &str, source: &str) -> PathBuf {
    let path = folder(name).join("p.c");
    std::fs::write(&path, source).expect("the temporary folder should be writable");
    path
}

const LOOKUP: &str = r#"#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int lookup(const int *table, int key) {
    int i = 0;
    while (table[i] != key) {
        i++;
    }
    return i;
}
int main(void) {
    int table[6] = {2, 3, 5, 7, 11, 13};
    int unrelated = 0;
    int key = __VERIFIER_nondet_int();
    printf("looking for %d\n", key);
    unrelated = key * 0;
    int found = lookup(table, key);
    printf("%s at %3d\n", "found", found);
    return unrelated;
}
"#;

#[test]
fn a_run_prints_what_the_program_prints() {
    let path = program("run-lookup", LOOKUP);
    let output = tribunal(&["run", text(&path), "--input", "7"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "looking for 7\nfound at   3\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no check failed in this run"), "{said}");
    assert!(!said.contains("TRUE"), "{said}");
}

#[test]
fn a_run_that_fails_tells_lines_values_and_calls() {
    let path = program("run-lookup-fails", LOOKUP);
    let trace = folder("run-lookup-fails").join("run.json");
    let args = ["run", text(&path), "--input", "8", "--trace-out", text(&trace)];
    let output = tribunal(&args);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).replace(text(&path), "p.c");
    expect_test::expect![[r#"
        error[violation]: read of `int` outside the object, which violates `bounds`
         --> p.c:5:12
          |
        5 |     while (table[i] != key) {
          |            ^^^^^^^^
          inputs
            p.c:13  __VERIFIER_nondet_int = 8
          run
            10  int main(void) {
            11  int table[6] = {2, 3, 5, 7, 11, 13};
                    table[0] = 2, table[1] = 3, table[2] = 5, table[3] = 7, table[4] = 11, table[5] = 13
            12  int unrelated = 0;
            13  int key = __VERIFIER_nondet_int();    key = 8
            14  printf("looking for %d\n", key);
                  prints: looking for 8
            15  unrelated = key * 0;
            16  int found = lookup(table, key);
             3    static int lookup(const int *table, int key) {  table = &table[0], key = 8
             4    int i = 0;                          i = 0
             5    while (table[i] != key) {
             6    i++;                                i = 1
                  … 4 more rounds of the loop at line 5
             5    while (table[i] != key) {
             6    i++;                                i = 6
             5    while (table[i] != key) {
                  ✗ read of `int` outside the object
          at the end
            lookup (p.c:5)  table = &table[0], key = 8, i = 6
            main (p.c:16)   key = 8
    "#]].assert_eq(&said);
    let replayed = tribunal(&["replay", text(&trace)]);
    assert_eq!(replayed.status.code(), Some(1), "{replayed:?}");
    let report = json(&tribunal(&["run", text(&path), "--input", "8", "--json"]));
    assert_eq!(report["verdict"], "false");
    assert_eq!(report["property"], "bounds");
    assert_eq!(report["output"], "looking for 8\n");
    assert_eq!(report["trace"]["inputs"][0]["value"], "8");
    assert_eq!(report["trace"]["stack"][0]["function"], "lookup");
}

#[test]
fn a_run_depends_on_its_seed_alone() {
    let path = program("run-seed", LOOKUP);
    let of = |seed: &str| tribunal(&["run", text(&path), "--seed", seed]).stdout;
    assert_eq!(of("3"), of("3"));
    assert!((4..9).any(|it| of(&it.to_string()) != of("3")));
}

#[test]
fn limits_assumptions_and_what_is_not_supported_leave_a_run_open() {
    let endless = program("run-endless", "int main(void) { for (;;) {} }");
    let assumes = "void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); return 0; }";
    let assumes = program("run-assumes", assumes);
    let forks = "#include <unistd.h>\nint main(void) { return fork(); }";
    let forks = program("run-forks", forks);
    let powers = "#include <math.h>\nint main(int n, char **v) { return pow(n + 1, 0.3) > 2; }";
    let powers = program("run-powers", powers);
    let unsupported = [(&forks, "unsupported"), (&powers, "unsupported")];
    for (path, end) in [(&endless, "stopped"), (&assumes, "blocked")].into_iter().chain(unsupported)
    {
        let output = tribunal(&["run", text(path), "--steps", "1000", "--json"]);
        assert_eq!(output.status.code(), Some(3), "{end}: {output:?}");
        assert_eq!(json(&output)["trace"]["end"], end);
    }
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let model = std::fs::read_dir(model).expect("there should be examples");
    let is_promela = |it: &PathBuf| it.extension().is_some_and(|it| it == "pml");
    let model = model.filter_map(|it| Some(it.ok()?.path())).find(is_promela);
    let model = model.expect("there should be a model");
    assert_eq!(tribunal(&["run", text(&model)]).status.code(), Some(2));
}

#[test]
fn a_run_gets_arguments_and_tells_how_it_ended() {
    let path = program(
        "run-arguments",
        "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n\
         for (int i = 1; i <= argc; i++) printf(\"%s;\", argv[i] ? argv[i] : \"end\");\n\
         fputs(\"beside\", stderr);\n if (argc == 3) exit(259);\n return argc;\n}\n",
    );
    let output = tribunal(&["run", text(&path), "--json"]);
    let told = json(&output);
    assert_eq!((&told["output"], &told["exit_status"]), (&"end;".into(), &1.into()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("beside"), "{output:?}");
    let output = tribunal(&["run", text(&path), "--", "a", "b c"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a;b c;end;");
    assert!(String::from_utf8_lossy(&output.stderr).contains("exit status 3"), "{output:?}");
    let many = tribunal(&["run", text(&path), "--", "1", "2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(many.status.code(), Some(2));
}

#[test]
fn values_that_do_not_fit_are_refused() {
    let path = program("run-misfit", LOOKUP);
    assert_eq!(tribunal(&["run", text(&path), "--input", "seven"]).status.code(), Some(2));
    let inputs = folder("run-misfit").join("inputs.txt");
    std::fs::write(&inputs, "0x7\n").expect("the temporary folder should be writable");
    let output = tribunal(&["run", text(&path), "--input-file", text(&inputs)]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_trace_tells_lines_inputs_and_what_matters() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/ring.c");
    let output = tribunal(&["check", text(&path), "--checks", "bounds"]);
    let said = String::from_utf8_lossy(&output.stdout).replace(text(&path), "ring.c");
    let (start, end) = (said.find("  inputs"), said.find("\nassumptions"));
    let told = start.zip(end).map_or(said.as_str(), |(start, end)| &said[start..end]);
    // The line in front keeps the indentation of the others visible.
    let told = format!("trace\n{told}");
    expect_test::expect![[r#"
        trace
          inputs
            ring.c:15  input = 0
          run
            18  int main(void) {
            19  struct ring *ring = calloc(1, sizeof *ring);  ring = &calloc[0]
            20  for (int i = 0; i < 3; i++)           i = 0
            21  put(ring, i);
            13    static void put(struct ring *ring, int item) {  ring = &calloc[0]
            14    ring->items[ring->position % SIZE] = item;
            15    ring->position = input() ? ring->position + 1 : ring->position - 1;  ring->position = -1
            20  for (int i = 0; i < 3; i++)           i = 1
            21  put(ring, i);
            13    static void put(struct ring *ring, int item) {  ring = &calloc[0]
            14    ring->items[ring->position % SIZE] = item;
                  ✗ index outside the array
          at the end
            put (ring.c:14)   ring = &calloc[0]
            main (ring.c:21)  ring = &calloc[0], i = 1
    "#]]
    .assert_eq(&told);
}
