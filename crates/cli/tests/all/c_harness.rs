//! Harnesses: compiled by gcc together with their program, they show what is wrong with it. Where gcc or its sanitizers are not installed
//! nothing is compiled, and the test says so.

#![allow(clippy::print_stderr, reason = "what is skipped should be told")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/c")
}

/// A folder for the files of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    folder
}

fn shell(command: &str) -> Output {
    Command::new("sh").args(["-c", command]).output().expect("a shell should start")
}

/// Whether gcc can compile with its sanitizers for a data model.
fn compiles(folder: &Path, option: &str) -> bool {
    let (source, program) = (folder.join("try.c"), folder.join("try"));
    std::fs::write(&source, "int main(void) { return 0; }").expect("the folder should be writable");
    let (source, program) = (source.display(), program.display());
    let command =
        format!("gcc {option} -fsanitize=address,undefined {source} -o {program} && {program}");
    shell(&command).status.success()
}

/// The programs below a folder.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the corpus should be there");
    let mut paths: Vec<PathBuf> =
        entries.map(|it| it.expect("the corpus should be readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|it| it == "c") {
            found.push(path);
        }
    }
}

/// Checks a program and yields the harnesses that were written.
fn harnesses(program: &Path, args: &[&str], folder: &Path) -> Vec<PathBuf> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(["check", "--quiet", "--time", "60s", "--harness"]).arg(folder).args(args);
    let output = command.arg(program).output().expect("the binary should start");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().filter_map(|it| it.strip_prefix("harness: ")).map(PathBuf::from).collect()
}

/// The command in the first lines of a harness.
fn command(text: &str) -> &str {
    let line = text.lines().find_map(|it| it.strip_prefix("// gcc -g"));
    let start = text.find("gcc -g").expect("a harness should say how it is compiled");
    &text[start..start + "gcc -g".len() + line.map_or(0, str::len)]
}

/// Whether a sanitizer, a failed assertion or the harness itself speaks.
fn shows(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    let words = ["Sanitizer", "runtime error:", "Assertion", "harness:"];
    let trapped = output.status.code().is_none_or(|it| 128 < it);
    !output.status.success() && (trapped || words.iter().any(|it| said.contains(it)))
}

#[test]
fn harnesses_of_all_false_programs_show_what_is_wrong() {
    let folder = folder("harnesses");
    if !compiles(&folder, "") {
        eprintln!("skipped: gcc with its sanitizers is not installed");
        return;
    }
    let narrow = compiles(&folder, "-m32");
    let mut paths = Vec::new();
    programs(&corpus(), &mut paths);
    let mut shown = 0;
    let mut failures = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let text = std::fs::read_to_string(path).expect("the program should be readable");
        let header = |key: &str| {
            text.lines().find_map(|it| Some(it.strip_prefix("// ")?.strip_prefix(key)?.trim()))
        };
        if !header("expect:").is_some_and(|it| it.starts_with("false")) {
            continue;
        }
        let args: Vec<&str> = header("args:").unwrap_or_default().split_whitespace().collect();
        if args.contains(&"--ctl") {
            // What is wrong is no error of the program.
            continue;
        }
        let written = harnesses(path, &args, &folder.join(number.to_string()));
        if text.contains("pthread_create") {
            // Nobody can tell the scheduler what to do.
            assert!(written.is_empty(), "{}", path.display());
            continue;
        }
        assert!(!written.is_empty(), "{} has no harness", path.display());
        for harness in written {
            let text = std::fs::read_to_string(&harness).expect("the harness should be readable");
            let is_narrow = command(&text).contains("-m32");
            if text.contains("// gcc does not see this") || is_narrow && !narrow {
                eprintln!("not compiled: {}", path.display());
                continue;
            }
            let output = shell(command(&text));
            if shows(&output) {
                shown += 1;
            } else {
                failures.push(format!("{}: {}\n{output:?}", path.display(), command(&text)));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(10 < shown, "only {shown} harnesses were compiled");
}

#[test]
fn values_of_all_kinds_are_fed() {
    let folder = folder("harness-values");
    if !compiles(&folder, "") {
        eprintln!("skipped: gcc with its sanitizers is not installed");
        return;
    }
    for (name, args, source) in [
        (
            "floats",
            &[][..],
            "double __VERIFIER_nondet_double(void); float outside(int, char *); void reach_error(void) {}\n\
             int main(void) { double d = __VERIFIER_nondet_double(); float f = outside(1, 0);\n\
             if (d * 4 == 3 && f == -0.125f) reach_error(); return 0; }",
        ),
        (
            "order",
            &[],
            "long __VERIFIER_nondet_long(void); unsigned char __VERIFIER_nondet_uchar(void); void note(int);\n\
             int main(void) { long a = __VERIFIER_nondet_long(); unsigned char c = __VERIFIER_nondet_uchar();\n\
             note(3); long b = __VERIFIER_nondet_long();\n\
             if (a == -4611686018427387904L && b == 77 && c == 200) return 1 / (int)(b - 77); return 0; }",
        ),
        (
            "arguments",
            &["--entry", "start"],
            "int start(int a, unsigned b) { return a == 3 && b == 4000000000u ? a / (int)(b - 4000000000u) : 0; }",
        ),
        (
            "memory",
            &["--malloc-may-fail"],
            "#include <stdlib.h>\nint main(void) { int *p = malloc(4); int *q = malloc(8);\n\
             if (!p || q) return 0; return *q; }",
        ),
        (
            "characters",
            &[],
            "#include <stdio.h>\nint main(void) { char t[3] = {0}; for (int i = 0; ; i++) { int c = getchar();\n\
             if (c == EOF) break; if (c != \"abcdef\"[i]) return 0; t[i] = c; } return 0; }",
        ),
        (
            "content",
            &[],
            "#include <stdlib.h>\nint main(void) { int *p = malloc(8); return p[1] == 1234 ? 1 / (p[1] - 1234) : 0; }",
        ),
    ] {
        let path = folder.join(format!("{name}.c"));
        std::fs::write(&path, source).expect("the temporary folder should be writable");
        let written = harnesses(&path, args, &folder);
        let [harness] = &written[..] else { panic!("{name}: {written:?}") };
        let text = std::fs::read_to_string(harness).expect("the harness should be readable");
        let output = shell(command(&text));
        assert!(shows(&output), "{name}: {text}\n{output:?}");
    }
}
