//! C programs run on the reference semantics: all goes well, or exactly one thing goes wrong.

use tribunal_base::{Severity, Sources};
use tribunal_exec::{Zeros, apply_with, initial, steps};
use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::{Options, compile};
use tribunal_ir::{Program, verify};
use tribunal_preprocess::NoFiles;

fn program(text: &str) -> Program {
    let mut sources = Sources::default();
    let file = sources.add("test.c", text.to_owned());
    let checks = Checks::parse("all").expect("all checks should have names");
    let choices = Choices { checks, ..Choices::default() };
    let compiled = compile(&mut sources, &[file], &NoFiles, &Options::default(), "main", &choices);
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let program = compiled.program.expect("there should be a program");
    assert_eq!(verify(&program), Vec::<String>::new());
    program
}

/// What goes wrong when all input is 0.
fn outcome(text: &str) -> String {
    let program = program(text);
    let mut state = initial(&program);
    for _ in 0..200_000 {
        let enabled = steps(&program, &state);
        let [step] = enabled.as_slice() else {
            assert!(enabled.is_empty(), "more than one step is possible");
            return "fine".to_owned();
        };
        let (next, effects) = apply_with(&program, state, step, &mut Zeros)
            .expect("an enabled step should be possible");
        if let Some((property, edge)) = effects.violations().next() {
            let message = program.edges[edge].violates.as_ref().map_or("", |it| &it.message);
            return format!("{}: {message}", program.props[property].name);
        }
        state = next;
    }
    "endless".to_owned()
}

fn check(body: &str, expected: &str) {
    let text = format!(
        "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n#include <stdint.h>\n\
         #include <limits.h>\n#include <ctype.h>\n#include <math.h>\n{body}"
    );
    assert_eq!(outcome(&text), expected, "{body}");
}

#[test]
fn statements_do_what_they_say() {
    check(
        "int main(void) { int i, s = 0; for (i = 0; i < 5; i++) s += i; assert(s == 10); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int i = 3; while (i--) if (i == 1) break; assert(i == 1); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int i = 0; do { i++; if (i == 2) continue; } while (i < 4); assert(i == 4); return 0; }",
        "fine",
    );
    check(
        "int f(int x) { switch (x) { case 1: return 10; case 2 ... 4: x++; default: return x; case 7: break; } return 70; }
         int main(void) { assert(f(1) == 10); assert(f(3) == 4); assert(f(9) == 9); assert(f(7) == 70); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int i = 0; again: i++; if (i < 5) goto again; assert(i == 5); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int x = 0; if (x) x = 1; else if (x == 0) x = 2; else x = 3; assert(x == 2); return 0; }",
        "fine",
    );
    check("int main(void) { for (;;) ; return 0; }", "endless");
}

#[test]
fn expressions_are_evaluated_once_and_in_order() {
    check(
        "int main(void) { int x = 1; int y = x++ + x; assert(y == 3 && x == 2); return 0; }",
        "fine",
    );
    check(
        "int g; int f(void) { return ++g; } int main(void) { int a = f() - f(); assert(a == -1); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int a[3] = {1, 2, 3}; int *p = a; int x = *p++ + *p; assert(x == 3 && p == a + 1); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int x = 0; int y = x && (x = 5); assert(!y && x == 0); y = x || (x = 5); assert(y && x == 5); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int x = 2; int y = x > 1 ? x *= 2, x + 1 : 0; assert(y == 5); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int x = ({ int t = 4; t + 1; }); assert(x == 5); int y = x ?: 7; assert(y == 5); return 0; }",
        "fine",
    );
    check(
        "int main(void) { unsigned char c = 250; c += 10; assert(c == 4); signed char d = (signed char)200; assert(d == -56); return 0; }",
        "conversion: a number does not fit the type it is converted to",
    );
}

#[test]
fn memory_is_made_of_bytes() {
    check(
        "int main(void) { int x = 0x01020304; unsigned char *p = (unsigned char *)&x; assert(p[0] == 4 && p[3] == 1); p[0] = 5; assert(x == 0x01020305); return 0; }",
        "fine",
    );
    check(
        "union u { int i; float f; }; int main(void) { union u v; v.f = 1.0f; assert(v.i == 0x3f800000); return 0; }",
        "fine",
    );
    check(
        "struct s { int a; char b; struct { short c[2]; } d; }; struct s f(struct s x) { x.a++; return x; }
         int main(void) { struct s x = { 1, 2, { { 3, 4 } } }, y; y = f(x); assert(y.a == 2 && x.a == 1 && y.d.c[1] == 4); return f(y).a - 3; }",
        "fine",
    );
    check(
        "struct b { unsigned a : 3; int c : 5; unsigned d : 1; }; int main(void) { struct b x = { 5, -3, 1 }; x.a += 4; assert(x.a == 1 && x.c == -3 && x.d == 1); return 0; }",
        "fine",
    );
    check(
        "static int t[2][3] = { [1] = { 4, 5, 6 } }; int *p = &t[1][1]; int main(void) { assert(*p == 5 && p[-1] == 4 && t[0][2] == 0); return 0; }",
        "fine",
    );
    check(
        "int main(void) { char s[] = \"hallo\"; assert(sizeof s == 6 && s[4] == 'o'); const char *t = \"ab\"; assert(strlen(t) == 2); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int n = 3; int a[n]; for (int i = 0; i < n; i++) a[i] = i; assert(a[2] == 2 && sizeof a == 12); return 0; }",
        "fine",
    );
}

#[test]
fn functions_call_and_return() {
    check(
        "int f(int n) { return n < 2 ? 1 : n * f(n - 1); } int main(void) { assert(f(5) == 120); return 0; }",
        "fine",
    );
    check(
        "int twice(int x) { return 2 * x; } int inc(int x) { return x + 1; } int main(void) { int (*p[2])(int) = { twice, inc }; assert(p[0](5) == 10 && p[1](5) == 6); return 0; }",
        "fine",
    );
    check(
        "int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; } int main(void) { assert(sum(3, 1, 2, 3) == 6); return 0; }",
        "fine",
    );
    check(
        "void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int main(void) { int x = 1, y = 2; swap(&x, &y); assert(x == 2 && y == 1); return 0; }",
        "fine",
    );
    check("int main(void) { int (*p)(void) = 0; return p(); }", "null: call by the null pointer");
    check(
        "int x; void init(void) __attribute__((constructor)); void init(void) { x = 4; } int main(void) { assert(x == 4); return 0; }",
        "fine",
    );
}

#[test]
fn the_library_works() {
    check(
        "int main(void) { int *p = malloc(8); p[0] = 1; p[1] = 2; p = realloc(p, 12); assert(p[1] == 2); free(p); return 0; }",
        "fine",
    );
    check(
        "int main(void) { char a[8]; strcpy(a, \"abc\"); strcat(a, \"de\"); assert(strcmp(a, \"abcde\") == 0 && strchr(a, 'd') == a + 3); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int a[2] = { 1, 2 }, b[2]; memcpy(b, a, sizeof a); assert(memcmp(a, b, sizeof a) == 0); memset(b, 255, sizeof b); assert(b[1] == -1); return 0; }",
        "fine",
    );
    check(
        "int main(void) { assert(toupper('x') == 'X' && isdigit('7') && abs(-4) == 4 && atoi(\" -42x\") == -42); return 0; }",
        "fine",
    );
    check(
        "int main(void) { int *p = calloc(2, 4); assert(p[1] == 0); free(p); exit(3); assert(0); }",
        "fine",
    );
    check(
        "int main(void) { assert(fabs(-2.5) == 2.5 && sqrt(9.0) == 3.0 && floor(-1.5) == -2.0); return 0; }",
        "fine",
    );
}

#[test]
fn what_is_undefined_goes_wrong() {
    check("int main(void) { int x = INT_MAX; x++; return 0; }", "overflow: signed overflow");
    check("int main(void) { unsigned x = UINT_MAX; x++; assert(x == 0); return 0; }", "fine");
    check("int z; int main(void) { return 1 / z; }", "division: division by zero");
    check(
        "int n = 40; int main(void) { return 1 << n; }",
        "shift: shift by a negative number or by the width or more",
    );
    check(
        "int main(void) { int a[3] = { 0 }; int i = 3; return a[i]; }",
        "bounds: read of `int` outside the object",
    );
    check("int main(void) { int *p = 0; *p = 1; return 0; }", "null: write by the null pointer");
    check(
        "struct s { int a, b; }; int main(void) { struct s *p = 0; return p->b; }",
        "null: read by the null pointer",
    );
    check(
        "int main(void) { int *p = malloc(4); *p = 0; free(p); return *p; }",
        "lifetime: read of an object that is dead",
    );
    check(
        "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }",
        "free: free of something that was freed already",
    );
    check(
        "int main(void) { int x; free(&x); return 0; }",
        "free: free of something that was not allocated",
    );
    check(
        "int *f(void) { int x = 1; return &x; } int main(void) { return *f(); }",
        "lifetime: read of an object that is dead",
    );
    check(
        "int main(void) { malloc(4); return 0; }",
        "leak: allocated memory is lost: nothing points to it",
    );
    check(
        "int main(void) { int a[2]; return a[1]; }",
        "uninit: read of a value that was never written",
    );
    check(
        "int x; int main(void) { int y; if (x) y = 1; return y; }",
        "uninit: read of a value that was never written",
    );
    check(
        "int main(void) { int x = 1; __asm__(\"neg %0\" : \"+r\"(x)); return x + 1; }",
        "unsupported: assembler code",
    );
    check("int main(void) { __asm__ volatile(\"\" ::: \"memory\"); return 0; }", "fine");
    check(
        "__attribute__((noreturn)) void f(void) { } int main(void) { f(); return 0; }",
        "unreachable: a function that must not return returns",
    );
    check(
        "int main(void) { double x = sqrt(-1.0); return x == 0; }",
        "float: a float operation yields a NaN",
    );
    check(
        "int f(int x) { if (x) return 1; } int main(void) { return f(0); }",
        "return: the value of `f` is used, which returned none",
    );
    check("int f(int x) { if (x) return 1; } int main(void) { f(0); return f(1) - 1; }", "fine");
    check("int f(int x) { for (;;) if (x) return 0; } int main(void) { return f(1); }", "fine");
    check(
        "const int a[1] = { 1 }; int main(void) { *(int *)a = 2; return 0; }",
        "pointer: write to an object that must not be written",
    );
    check(
        "int main(void) { int a, b; return &a < &b; }",
        "comparison: pointers to different objects are compared by order",
    );
    check(
        "int main(void) { char *s = \"abc\"; s[0] = 'x'; return 0; }",
        "pointer: write to an object that must not be written",
    );
    check(
        "int x; int main(void) { if (!x) __builtin_unreachable(); return 0; }",
        "unreachable: what must not be reached is reached",
    );
    check(
        "int x; int main(void) { assert(x == 1); return 0; }",
        "assertions: assertion violated: x == 1",
    );
    check("int main(void) { __asm__(\"hlt\"); return 0; }", "unsupported: assembler code");
}

#[test]
fn a_bit_field_that_is_cast_is_no_bit_field_any_more() {
    check(
        "struct { unsigned a : 11; } s; int main(void) { assert(s.a - 1 < 0); assert((unsigned)s.a - 1 > 0); return 0; }",
        "fine",
    );
    check(
        "struct { unsigned a : 11; unsigned b; } s; int main(void) { assert((1 ? s.a : s.b) - 1 > 0); assert((0 ? s.b : s.a) - 1 > 0); return 0; }",
        "fine",
    );
    check(
        "struct { unsigned a : 11; } s; int main(void) { assert((s.a ?: 0) - 1 < 0); assert((1 ? s.a : 0) - 1 < 0); return 0; }",
        "fine",
    );
}
