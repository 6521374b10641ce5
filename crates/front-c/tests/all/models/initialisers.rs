//! Initialisers of parts that have one already.

use super::reference::outcome_of;

const TYPES: &str = "#include <assert.h>
    struct A { int a, b; }; struct R { struct A q; int r; }; struct One { int a; };
    union U { int i; char c[4]; };\n";

fn outcome(body: &str) -> String {
    outcome_of(&format!("{TYPES}int main(void) {{ struct A v = {{ 1, 2 }}; {body} }}"))
}

#[test]
fn later_initialisers_count() {
    let cases = [
        "struct R x = { .q = { 1, 2 }, .q.a = 5 }; assert(x.q.a == 5 && x.q.b == 2);",
        "struct R x = { .q.a = 5, .q = v }; assert(x.q.a == 1 && x.q.b == 2);",
        "struct R x = { .q = v, .q = { 5 } }; assert(x.q.a == 5 && x.q.b == 0);",
        "struct R x = { .q = v, .r = 3 }; assert(x.q.b == 2 && x.r == 3);",
        "struct A x[3] = { [0 ... 2] = v, [1] = { 5 } }; assert(x[1].a == 5 && x[1].b == 0 && x[2].b == 2);",
        "struct A x[3] = { [0 ... 2] = { 1, 2 }, [1] = { 5 } }; assert(x[1].a == 5 && x[1].b == 0 && x[0].b == 2);",
        "static struct A x[3] = { [0 ... 2] = { 1, 2 }, [1] = { 5 } }; assert(x[1].a == 5 && x[1].b == 0 && x[2].b == 2);",
        "struct A x[3] = { [0 ... 2] = { 1, 2 }, [0 ... 1] = { 5 } }; assert(x[1].a == 5 && x[1].b == 0 && x[2].b == 2);",
        "struct A x[3] = { [1] = { 1, 2 }, [0 ... 1] = { 5 } }; assert(x[1].a == 5 && x[1].b == 0 && x[2].b == 0);",
        "static struct A x[3] = { [1] = { 1, 2 }, [0 ... 1] = { 5 } }; assert(x[1].a == 5 && x[1].b == 0 && x[2].b == 0);",
        "struct { int r; struct A q[2]; } x = { .q = { v, v }, .q = { [1] = { 5 } }, .r = 1 }; assert(x.q[1].b == 0 && x.q[0].b == 0);",
        "int x[2][2] = { [0 ... 1] = { 1, 2 }, [1] = { 5 } }; assert(x[1][0] == 5 && x[1][1] == 0);",
        "struct A x[3] = { [0 ... 2] = { 1, 2 }, [1].a = 7 }; assert(x[1].a == 7 && x[1].b == 2);",
        "struct R x[3] = { [0 ... 2].q = v, [1].r = 5 }; assert(x[1].q.b == 2 && x[1].r == 5);",
        "struct A x[3] = { [0 ... 2] = v, [1] = { 3, 4 }, [2] = v }; assert(x[1].b == 4 && x[2].b == 2);",
        "struct { struct One q; } x = { .q = (struct One){ 1 }, .q.a = 5 }; assert(x.q.a == 5);",
        "static struct R x = { .q = (struct A){ 1, 2 }, .q.a = 5 }; assert(x.q.a == 5 && x.q.b == 2);",
        "struct { char c[4]; } x = { .c = \"abc\", .c[0] = 'x' }; assert(x.c[0] == 'x' && x.c[1] == 'b');",
    ];
    for case in cases {
        assert_eq!(outcome(case), "fine", "{case}");
    }
}

/// gcc drops the earlier value as a whole, other compilers need not.
#[test]
fn a_part_of_what_has_a_value_is_not_supported() {
    let cases = [
        "struct R x = { .q = (struct A){ 1, 2 }, .q.a = 5 };",
        "struct R x = { .q = v, .q.b = 5 };",
        "struct R x = { v, .q.b = 5, 9 };",
        "struct A x[2] = { [0] = v, [0].a = 7 };",
        "struct A x[3] = { [0 ... 2] = v, [1].a = 7 };",
        "struct A x[3] = { [1] = v, [0 ... 1].a = 5 };",
        "struct { struct R w; } x = { .w = { v, 3 }, .w.q.a = 5 };",
        "struct { struct R w; } x = { .w = (struct R){ v, 3 }, .w.q = { 5 } };",
        "struct A x[2] = { [1] = v, [1] = 5 };",
        "struct { union U u; } x = { .u = (union U){ 1 }, .u.c[0] = 9 };",
    ];
    for case in cases {
        let outcome = outcome(case);
        assert!(outcome.starts_with("unsupported: an initialiser of a part"), "{outcome}: {case}");
    }
}
