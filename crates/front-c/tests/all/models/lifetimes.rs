//! How long compound literals live: statements that select or repeat are blocks, and so is each of their parts (C17 6.8.4, 6.8.5).

use super::reference::outcome_of;

#[test]
fn a_literal_dies_with_the_statement_around_it() {
    let cases = [
        "int *p; if (1) p = (int[]){ 0, 2 }; return *p;",
        "int *p, x = 0; if (x) ; else p = &(int){ 0 }; return *p;",
        "int *p, x = 0; if (x) ; else if (!x) p = &(int){ 0 }; return *p;",
        "int *p, i = 0; while (i++ < 1) p = &(int){ 0 }; return *p;",
        "int *p; do p = &(int){ 0 }; while (0); return *p;",
        "int *p; do p = &(int){ 0 }; while (*p); return 0;",
        "int *p; for (int i = 0; i < 1; i++) p = &(int){ 0 }; return *p;",
        "int *p = 0; for (int i = 0; i < 2; i++) p = p ? p + *p : &(int){ 0 }; return 0;",
        "int *p; switch (1) case 1: p = &(int){ 0 }; return *p;",
        "int *p; if (*(p = &(int){ 1 })) ; return *p;",
        "int *p; if (0) ; else if (*(p = &(int){ 1 })) ; return *p;",
        "int *p; while (*(p = &(int){ 0 })) ; return *p;",
        "int *p; do ; while (*(p = &(int){ 0 })); return *p;",
        "int *p; switch (*(p = &(int){ 0 })) { } return *p;",
        "int *p; if (1) goto in; while (1) in: { p = &(int){ 0 }; break; } return *p;",
    ];
    for case in cases {
        let outcome = outcome_of(&format!("int main(void) {{ {case} }}"));
        assert!(outcome.starts_with("lifetime"), "{outcome}: {case}");
    }
}

#[test]
fn a_literal_lives_until_then() {
    let cases = [
        "int *p = (int[]){ 0, 2 }; if (1) p++; assert(*p == 2);",
        "int *p; if (*(p = &(int){ 1 })) assert(*p == 1); else assert(*p == 0);",
        "int *p; if (*(p = &(int){ 0 })) ; else if (*p == 0) assert(*p == 0);",
        "int *p; while (*(p = &(int){ 1 })) { assert(*p == 1); break; }",
        "int *p = 0, i = 0; do if (p) assert(*p == 7); while (*(p = &(int){ 7 }) && i++ < 2);",
        "int *p; switch (*(p = &(int){ 3 })) case 3: assert(*p == 3);",
        "int *p; goto in; while (*(p = &(int){ 1 })) { assert(*p == 1); return 0; in: ; }",
        "int *p, n = 0; switch (n) while (*(p = &(int){ n < 2 })) { assert(*p == 1); case 0: n++; } assert(n == 2);",
        "int n = 3; if (sizeof(int[n]) == 12) n = sizeof(int[n + 1]); assert(n == 16);",
        "int *q = 0, n = 0; switch (1) { int y; again: case 1: if (q) { assert(q == &y && *q == 5); break; } y = 5; q = &y; if (n++ < 1) goto again; }",
        "if (sizeof(enum { A, B = 7 }) && B == 7) ; enum { A = 3 }; assert(A == 3);",
        "enum { A = 3 }; if (sizeof(enum { A })) assert(A == 0); assert(A == 3);",
        "int *q = 0, n = 0; goto in; { int y; in: if (q) { assert(q == &y && *q == 5); return 0; } y = 5; q = &y; if (n++ < 1) goto in; }",
    ];
    for case in cases {
        let text = format!("#include <assert.h>\nint main(void) {{ {case} }}");
        assert_eq!(outcome_of(&text), "fine", "{case}");
    }
}
