//! Who looks at addresses as numbers relies on where objects lie, and is told so.

use tribunal_ir::AssumptionKind;

use super::reference::program;

fn relies_on_addresses(text: &str) -> bool {
    program(text).assumptions.iter().any(|it| it.kind == AssumptionKind::Addresses)
}

const START: &str = "#include <string.h>\nstruct pair { int n; char *text; };\nunion word { int *p; unsigned long n; unsigned char bytes[8]; };\n\
    union tagged { int *p; int n; double x; };\nint a, b;\n";

#[test]
fn bytes_of_pointers_are_addresses() {
    for body in [
        "int *p = &a, *q = &b; return memcmp(&p, &q, sizeof p) == 0;",
        "struct pair p = {1, 0}, q = {1, 0}; return memcmp(&p, &q, sizeof p);",
        "int *p[2] = {&a, &b}; return memchr(p, 0, sizeof p) != 0;",
        "int *p = &a; unsigned long n; memcpy(&n, &p, sizeof n); return n == 0;",
        "int *p = &a; unsigned char bytes[8]; memmove(bytes, &p, 8); return bytes[0];",
        "int *p = &a; return *(unsigned long *)&p == 0;",
        "union word it = {&a}; return it.n == 0;",
        "union word it = {&a}; return it.bytes[1];",
        "return (unsigned long)&a == 0;",
    ] {
        let text = format!("{START}int main(void) {{ {body} }}\n");
        assert!(relies_on_addresses(&text), "{body}");
    }
}

#[test]
fn other_bytes_are_not() {
    for body in [
        "return memcmp(&a, &b, sizeof a);",
        "struct pair p = {1, 0}, q; memcpy(&q, &p, sizeof q); return q.n;",
        "union tagged it = {.n = 1}; return it.n;",
        "struct pair p = {1, 0}; memset(&p, 0, sizeof p); return *(int *)&p;",
        "char s[8], t[8] = \"a\"; memcpy(s, t, 8); return memcmp(s, t, 8);",
    ] {
        let text = format!("{START}int main(void) {{ {body} }}\n");
        assert!(!relies_on_addresses(&text), "{body}");
    }
}
