//! Harnesses: compiled by gcc together with their program, they show what is wrong with it. Where gcc or its sanitizers are not installed
//! nothing is compiled, and the test says so.

#![allow(clippy::print_stderr, reason = "what is skipped should be told")]

use std::path::{Path, PathBuf};
use std::process::Command;

use tribunal_testkit::harness::{Compiler, Shown};

/// A folder for the files of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder should be writable");
    folder
}

/// Checks a program and yields the harnesses that were written.
fn harnesses(program: &Path, args: &[&str], folder: &Path) -> Vec<PathBuf> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(["check", "--quiet", "--time", "60s", "--harness"]).arg(folder).args(args);
    let output = command.arg(program).output().expect("the binary should start");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().filter_map(|it| it.strip_prefix("harness: ")).map(PathBuf::from).collect()
}

#[test]
fn values_of_all_kinds_are_fed() {
    let folder = folder("harness-values");
    let compiler = Compiler::find(&folder).expect("the temporary folder should be writable");
    let Some(compiler) = compiler else {
        eprintln!("skipped: gcc with its sanitizers is not installed");
        return;
    };
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
        let shown = compiler.run(harness).expect("the harness should say how it is compiled");
        assert_eq!(shown, Shown::Fault, "{name}");
    }
}
