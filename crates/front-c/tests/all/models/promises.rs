//! What functions promise by `nonnull` and `returns_nonnull` is looked at, as gcc's sanitizer for undefined behaviour does.

use super::reference::outcome_of;

fn goes(text: &str, expected: &str) {
    assert_eq!(outcome_of(text), expected, "{text}");
}

#[test]
fn parameters_that_must_not_be_null() {
    let handed = "null: the null pointer is handed to `f`, which is `nonnull`";
    let main = "int main(void) { int a = 1, *volatile p = 0;";
    for (function, call, expected) in [
        ("__attribute__((nonnull)) void f(int *p, int n) {}", "f(p, 0);", handed),
        ("void f(int *p) __attribute__((__nonnull__)); void f(int *p) {}", "f(0);", handed),
        ("void f(int *p, int *q) __attribute__((nonnull(2)));", "f(&a, p);", handed),
        ("void f(int *p, int *q) __attribute__((nonnull(1), nonnull((2)))) ;", "f(&a, p);", handed),
        ("[[gnu::nonnull(1, 2)]] void f(int *p, int *q) {}", "f(&a, p);", handed),
        ("__attribute__((nonnull)) void f(int *p) {}", "void (*g)(int *) = f; g(p);", handed),
        ("__attribute__((nonnull(1))) void f(int *p, ...) {}", "f(&a, p);", "fine"),
        ("__attribute__((nonnull)) void f(int *p, int n) {}", "f(&a, 0);", "fine"),
        ("__attribute__((nonnull(1))) void f(int *p, int *q) {}", "f(&a, p);", "fine"),
        (
            "enum { first = 1 }; void f(int *p) __attribute__((nonnull(first)));",
            "f(&a);",
            "unsupported: the attribute `nonnull(first)`",
        ),
    ] {
        goes(&format!("{function}\n{main} {call} }}\n"), expected);
    }
}

#[test]
fn results_that_must_not_be_null() {
    let returned = "null: the null pointer is returned from a function that is `returns_nonnull`";
    let start = "static int a; static int *volatile no;";
    for (function, expected) in [
        ("__attribute__((returns_nonnull)) int *f(void) { return no; }", returned),
        ("int *f(void) __attribute__((__returns_nonnull__)); int *f(void) { return 0; }", returned),
        ("__attribute__((returns_nonnull)) int *f(void) { return &a; }", "fine"),
        ("int *f(void) { return no; }", "fine"),
    ] {
        goes(&format!("{start} {function} int main(void) {{ f(); }}\n"), expected);
    }
}
