//! The library against that of the machine: what a program asserts must hold on the reference semantics and when gcc has compiled it.

use std::process::{Command, Stdio};

use tribunal_base::{Severity, Sources};
use tribunal_exec::{Zeros, apply_with, initial, steps};
use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::{Options, compile};
use tribunal_ir::Program;
use tribunal_preprocess::NoFiles;

fn program(text: &str) -> Program {
    let mut sources = Sources::default();
    let file = sources.add("test.c", text.to_owned());
    let checks = Checks::parse("default").expect("the word should be known");
    let choices = Choices { checks, ..Choices::default() };
    let compiled = compile(&mut sources, &[file], &NoFiles, &Options::default(), "main", &choices);
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    assert_eq!(errors.map(|it| &it.message).collect::<Vec<_>>(), Vec::<&String>::new());
    compiled.program.expect("there should be a program")
}

/// How a program ends on the reference semantics when all input is 0.
fn outcome(text: &str) -> String {
    let program = program(text);
    let mut state = initial(&program);
    loop {
        let enabled = steps(&program, &state);
        let Some(step) = enabled.first() else { return "fine".to_owned() };
        let (next, effects) = apply_with(&program, state, step, &mut Zeros)
            .expect("an enabled step should be possible");
        if let Some((property, edge)) = effects.violations().next() {
            let message = program.edges[edge].violates.as_ref().map_or("", |it| &it.message);
            return format!("{}: {message}", program.props[property].name);
        }
        state = next;
    }
}

/// Whether a program ends well when gcc has compiled it; true without gcc.
fn ends_well(name: &str, text: &str) -> bool {
    if Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_err() {
        assert!(std::env::var_os("CI").is_none(), "gcc is needed here");
        return true;
    }
    let folder = std::env::temp_dir();
    let stem = format!("tribunal-library-{}-{name}", std::process::id());
    let (source, binary) = (folder.join(format!("{stem}.c")), folder.join(&stem));
    std::fs::write(&source, text).expect("the temporary folder should be writable");
    let compiled = Command::new("gcc")
        .args(["-w", "-o"])
        .args([&binary, &source])
        .arg("-lm")
        .status()
        .expect("gcc should start");
    assert!(compiled.success(), "{text}");
    let status = Command::new(&binary).stderr(Stdio::null()).status();
    for file in [&source, &binary] {
        std::fs::remove_file(file).ok();
    }
    status.is_ok_and(|it| it.success())
}

fn check(name: &str, body: &str, expected: &str) {
    let text = format!(
        "#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int main(void) {{ {body} return 0; }}\n"
    );
    assert_eq!(outcome(&text), expected, "{body}");
    assert!(ends_well(name, &text), "{body}");
}

#[test]
fn text_is_scanned_as_by_the_library() {
    check(
        "numbers",
        "int a, b; unsigned c; long d; short e; char f;
         assert(sscanf(\" 12 -7x\", \"%d%d\", &a, &b) == 2 && a == 12 && b == -7);
         assert(sscanf(\"ff 0x10 017\", \"%x %i %i\", &c, &a, &b) == 3 && c == 255 && a == 16 && b == 15);
         assert(sscanf(\"12345\", \"%2d%*1d%ld\", &a, &d) == 2 && a == 12 && d == 45);
         assert(sscanf(\"7,8\", \"%hd,%hhd\", &e, &f) == 2 && e == 7 && f == 8);
         assert(sscanf(\"\", \"%d\", &a) == EOF && sscanf(\"x\", \"%d\", &a) == 0 && sscanf(\"-\", \"%d\", &a) == 0);
         assert(sscanf(\"3 %\", \"%d %% %n\", &a, &b) == 1 && b == 3);",
        "fine",
    );
    check(
        "words",
        "char s[8], t[8], c; int n;
         assert(sscanf(\"  ab cd\", \"%s%c%1s\", s, &c, t) == 3 && !strcmp(s, \"ab\") && c == ' ' && !strcmp(t, \"c\"));
         assert(sscanf(\"key=val;\", \"%[a-z]=%[^;]%n\", s, t, &n) == 2 && !strcmp(s, \"key\") && !strcmp(t, \"val\") && n == 7);
         assert(sscanf(\"1:2\", \"%d-%d\", &n, &n) == 1 && sscanf(\"]x\", \"%[]]\", s) == 1 && s[0] == ']' && s[1] == 0);",
        "fine",
    );
    check(
        "range",
        "int a; signed char c; assert(sscanf(\"99999999999 300\", \"%d%hhd\", &a, &c) == 2 && a == 1215752191 && c == 44);",
        "fine",
    );
}

#[test]
fn floats_are_printed_as_by_the_library() {
    let cases = [
        ("%f", "1.5"),
        ("%f", "-0.0"),
        ("%.0f", "0.5"),
        ("%.0f", "1.5"),
        ("%.0f", "2.5"),
        ("%.1f", "0.25"),
        ("%.1f", "0.35"),
        ("%.3f", "9.9996"),
        ("%f", "0.0000005"),
        ("%f", "1e-300"),
        ("%.19f", "0.1"),
        ("%8.2f|", "3.14159"),
        ("%-8.2f|", "3.14159"),
        ("%08.2f|", "-3.14159"),
        ("%+.1f", "99.95"),
        ("%#.0f", "3.0"),
        ("%f", "18446744073709549568.0"),
        ("%5f|", "1.0 / 0.0"),
        ("%F", "-1.0 / 0.0"),
    ];
    for (number, (format, value)) in cases.into_iter().enumerate() {
        // What the library of the machine prints is what ours must print.
        let print = format!(
            "#include <stdio.h>\nint main(void) {{ printf(\"{format}\", {value}); return 0; }}"
        );
        let Some(expected) = printed(&format!("print-{number}"), &print) else { return };
        let text = format!(
            "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n\
             int main(void) {{ char s[64]; int n = snprintf(s, 64, \"{format}\", {value});
             assert(strcmp(s, \"{expected}\") == 0 && n == {}); return 0; }}",
            expected.len()
        );
        assert_eq!(outcome(&text), "fine", "{format} {value} {expected}");
    }
}

/// What a program prints; nothing without gcc.
fn printed(name: &str, text: &str) -> Option<String> {
    let folder = std::env::temp_dir();
    let stem = format!("tribunal-library-{}-{name}", std::process::id());
    let (source, binary) = (folder.join(format!("{stem}.c")), folder.join(&stem));
    std::fs::write(&source, text).ok()?;
    let compiled = Command::new("gcc").args(["-w", "-o"]).args([&binary, &source]).status();
    let output = compiled.ok().and_then(|_| Command::new(&binary).output().ok());
    for file in [&source, &binary] {
        std::fs::remove_file(file).ok();
    }
    output.and_then(|it| String::from_utf8(it.stdout).ok())
}

#[test]
fn exact_results_are_exact_and_others_are_not_relied_on() {
    check(
        "exact",
        "assert(pow(2, 10) == 1024 && pow(-3.0, 3.0) == -27 && exp(0) == 1 && log(1) == 0);
         double x = 0; assert(sin(x) == 0 && cos(x) == 1 && pow(x + 5, x) == 1 && log(x + 1) == 0 && isnan(pow(x - 8, 0.5)));",
        "fine",
    );
    check(
        "near",
        "double y = exp(0.3); assert(1.34985 < y && y < 1.34986 && cos(1.0) < 1 && log(10.0) > 2.3);",
        "fine",
    );
    let wrong = "#include <assert.h>\n#include <math.h>\nint main(void) { assert(exp(0.3) == 2); }";
    let rounds = "unsupported: what depends on how a function such as `sin` rounds";
    assert_eq!(outcome(wrong), rounds);
    let late = "#include <math.h>\nint main(void) { int a[2], i = 5; double y = exp(0.3); return a[y < 0 ? 0 : i]; }";
    assert_eq!(outcome(late), rounds);
    let early =
        "#include <math.h>\nint main(void) { int a[2], i = 5; a[i] = 0; return exp(0.3) < 0; }";
    assert!(outcome(early).starts_with("bounds: "), "{}", outcome(early));
}

/// How many edges of a program violate something with such a message.
fn told(text: &str, message: &str) -> usize {
    let program = program(text);
    let violations = program.edges.values().filter_map(|it| it.violates.as_ref());
    violations.filter(|it| it.message.contains(message)).count()
}

#[test]
fn what_cannot_be_is_not_checked() {
    let compares = |other: &str| {
        format!(
            "char *p, *q; int main(void) {{ p = \"a\"; q = \"b\"; if (p == {other}) return 1; return 0; }}"
        )
    };
    let literals = "two string literals that may be one";
    assert_eq!(told(&compares("q"), literals), 1);
    assert_eq!(told(&compares("0"), literals), 0);
    // One edge for all checks of a place.
    let rounds = "#include <math.h>\nint a[2], *p; int main(void) { p = a; double y = exp(0.3); *p = 0; return y < 0; }";
    let (inexact, all) = (told(rounds, "depends on how a function"), told(rounds, ""));
    assert!(0 < inexact && inexact < all / 2, "{inexact} of {all}");
}

#[test]
fn more_than_all_memory_is_not_allocated() {
    check(
        "memory",
        "assert(!malloc((size_t)-1) && !calloc((size_t)-1, 2) && !calloc((size_t)1 << 40, (size_t)1 << 40));",
        "fine",
    );
}
