//! Variables that several files declare.

use super::reference::{outcome_of, outcome_of_files};

/// Declarations and statements of the first file, and the second file: what uses the variable is not supported.
const CONFLICTS: &[(&str, &str, &str)] = &[
    ("extern int x[10];", "x[7] = 1;", "int x[5];"),
    ("extern int x[5];", "x[4] = 1;", "int x[10];"),
    ("extern int x;", "return x;", "float x = 1;"),
    ("extern char x;", "return x;", "int x = 256;"),
    ("extern int x;", "x = 1;", "const int x = 2;"),
    ("extern int x[2];", "x[0] = 1;", "const int x[2] = { 2 };"),
    ("extern int x[];", "x[0] = 1;", "long x[2] = { 2 };"),
    ("struct S { int a, b; }; extern struct S x;", "return x.b;", "struct S { char a; int b; } x;"),
    ("struct S { int a, b; }; extern struct S x;", "return x.b;", "struct S { int b, a; } x;"),
    (
        "struct S { int a; }; extern struct S x;",
        "return x.a;",
        "extern struct S x; struct S { float a; }; struct S x;",
    ),
    ("struct S { int a, b; }; extern struct S x;", "return x.b;", "struct S { int c; } x;"),
    ("extern struct { int a, b; } x;", "x.a = 1;", "struct S { int c; } x;"),
    ("extern int *x;", "return *x;", "int x[2];"),
    ("extern int x;", "int *p = &x; return *p;", "float x;"),
    ("extern int x; int *p = &x;", "return *p;", "float x;"),
    ("extern int x[4]; int *p[2] = { 0, &x[3] };", "return *p[1];", "int x[2];"),
    ("float x;", "extern int f(void); return f();", "extern int x; int f(void) { return x; }"),
];

#[test]
fn a_variable_with_two_types_is_not_supported() {
    for (declaration, body, other) in CONFLICTS {
        let first = format!("{declaration} int main(void) {{ {body} }}");
        for files in [[first.as_str(), *other], [*other, first.as_str()]] {
            let outcome = outcome_of_files(&files);
            let is_told = outcome.starts_with("unsupported: the variable `x`, wh");
            assert!(is_told, "{outcome}: {files:?}");
        }
    }
}

#[test]
fn who_does_not_use_it_does_not_mind() {
    for (declaration, _, other) in CONFLICTS {
        if declaration.contains("*p") {
            continue;
        }
        let first = format!("{declaration} int main(void) {{ return sizeof(int) - 4; }}");
        assert_eq!(outcome_of_files(&[&first, other]), "fine", "{first} {other}");
    }
}

#[test]
fn declarations_that_agree_are_one_variable() {
    let cases = [
        ("extern int x[];", "x[4] = 1; return x[4] - 1;", "int x[5];"),
        ("extern int x[5];", "x[4] = 1; return x[4] - 1;", "extern int x[]; int x[5];"),
        ("struct S { int a, b; }; extern struct S x;", "return x.b;", "struct S { int a, b; } x;"),
        (
            "struct S; extern struct S x; void f(struct S *);",
            "f(&x);",
            "struct S { int a, b; } x; void f(struct S *s) { s->b = 1; }",
        ),
        ("extern enum { A, B } x;", "return x;", "enum { A, B } x;"),
        ("extern const int x;", "return x - 2;", "const int x = 2;"),
        ("static float x;", "x = 1;", "int x = 2;"),
        ("extern int (*x)(int);", "x(1);", "static int f(int y) { return y; } int (*x)(int) = f;"),
    ];
    for (declaration, body, other) in cases {
        let first = format!("{declaration} int main(void) {{ {body} return 0; }}");
        for files in [[first.as_str(), other], [other, first.as_str()]] {
            assert_eq!(outcome_of_files(&files), "fine", "{files:?}");
        }
    }
}

#[test]
fn a_program_need_not_know_the_types_of_the_library() {
    let text =
        "struct _IO_FILE { int odd; }; extern struct _IO_FILE *stdout; int puts(const char *);
        int fputs(const char *, struct _IO_FILE *);
        int main(void) { puts(\"a\"); if (!stdout) *(int *)0 = 1; fputs(\"b\", stdout); }";
    assert_eq!(outcome_of(text), "fine");
}

#[test]
fn a_float_that_is_handed_over_as_a_double_is_not_supported() {
    let call = "int f(); int main(void) { return f(1.5f) - 1; }";
    let outcome = outcome_of_files(&[call, "int f(float x) { return x; }"]);
    assert_eq!(outcome, "unsupported: a call of `f` with arguments of other types");
    // Who is defined without a prototype expects a `double`.
    assert_eq!(outcome_of_files(&[call, "int f(x) float x; { return x; }"]), "fine");
}
