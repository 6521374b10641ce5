//! Arguments: lists of them, and what a function computes before its body.

use super::reference::outcome_of;

fn goes(functions: &str, body: &str, expected: &str) {
    let text = format!(
        "#include <assert.h>\n#include <stdarg.h>\n#include <stdlib.h>\n#include <string.h>\n{functions}\nint main(void) {{ {body} return 0; }}\n"
    );
    assert_eq!(outcome_of(&text), expected, "{functions} {body}");
}

#[test]
fn lists_that_are_handed_over_are_shared() {
    // As gcc has it on x86-64, where the list is an array.
    goes(
        "int next(va_list a) { return va_arg(a, int); }
         int second(int n, ...) { va_list a; va_start(a, n); next(a); int x = va_arg(a, int); va_end(a); return x; }",
        "assert(second(0, 1, 2) == 2);",
        "fine",
    );
    goes(
        "int next(va_list a) { va_list b; va_copy(b, a); return va_arg(b, int); }
         int first(int n, ...) { va_list a; va_start(a, n); next(a); int x = va_arg(a, int); va_end(a); return x; }",
        "assert(first(0, 1, 2) == 1);",
        "fine",
    );
}

#[test]
fn nothing_is_passed_as_what_is_promoted() {
    for ty in ["char", "short", "_Bool", "float", "unsigned char"] {
        goes(
            &format!("int f(int n, ...) {{ va_list a; va_start(a, n); return va_arg(a, {ty}); }}"),
            "f(0, 1);",
            &format!("unsupported: `va_arg` of `{ty}`, as which nothing is passed,"),
        );
    }
}

#[test]
fn lengths_of_parameters_are_computed() {
    goes(
        "int n; int f(int a[n++]) { return sizeof a; }",
        "int x[1]; f(x); assert(n == 1);",
        "fine",
    );
    goes(
        "int n = 2; int f(int a[n++][n++]) { return sizeof *a; }",
        "int x[1][3]; f(x); assert(n == 4);",
        "fine",
    );
}

#[test]
fn null_pointers_are_not_for_the_library() {
    let null = "null: the null pointer is handed to the library";
    for call in [
        "memset(p, 0, n)",
        "memcpy(p, b, n)",
        "memcpy(b, p, n)",
        "memmove(b, p, n)",
        "memcmp(b, p, n)",
        "memchr(p, 0, n)",
        "strncpy(b, p, n)",
        "strncat(b, p, n)",
        "strncmp(p, b, n)",
        "qsort(p, n, 1, compare)",
        "qsort(b, n, 1, 0)",
        "bsearch(b, p, n, 1, compare)",
    ] {
        goes(
            "int compare(const void *a, const void *b) { return 0; }",
            &format!("char *p = 0, b[2] = \"a\"; size_t n = 0; {call};"),
            null,
        );
    }
    let member = "null: a member of what the null pointer points to";
    let s = "struct s { int a, b, c[2]; };";
    goes(s, "struct s *p = 0; int *q = &p->b;", member);
    goes(s, "struct s *p = 0; int *q = &p->a;", member);
    goes(s, "struct s *p = 0; int *q = p->c;", member);
    goes(s, "assert((size_t)&((struct s *)0)->b == 4);", "fine");
    goes(
        s,
        "struct s *p = malloc(sizeof *p); int *q = &p->b; assert((char *)q == (char *)p + 4);",
        "fine",
    );
}

#[test]
fn no_object_is_larger_than_the_addresses_of_a_process() {
    goes(
        "",
        "assert(!malloc(1ul << 48) && !calloc(1ul << 24, 1ul << 24) && malloc(1ul << 40));",
        "fine",
    );
}

#[test]
fn truth_values_are_0_or_1() {
    let neither = "unsupported: a `_Bool` that is neither 0 nor 1";
    goes("", "_Bool b; *(unsigned char *)&b = 2; assert(b == 1);", neither);
    goes("struct s { _Bool b; } s;", "memset(&s, 5, 1); assert(s.b);", neither);
    goes("struct s { _Bool b; }; char c[1] = { 3 };", "assert(((struct s *)c)->b);", neither);
    goes("union { _Bool b; char c; } u;", "u.c = 1; assert(u.b); u.c = 0; assert(!u.b);", "fine");
}
