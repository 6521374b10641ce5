//! Attributes, pragmas and names in the object file: what they change is done, or said not to be supported.

use std::process::{Command, Stdio};

use crate::models::reference::{outcome_of, program};

/// Programs that run to their end, by gcc and by us.
const FINE: &[&str] = &[
    // Attributes.
    "int f(void) { return 3; } int g(void) __attribute__((alias(\"f\"))); int main(void) { assert(g() == 3 && f == g); }",
    "int g(void); int h(void) { return g(); } int g(void) __attribute__((__alias__(\"f\"))); int f(void) { return 3; } int main(void) { assert(h() == 3); }",
    "static int f(void) { return 3; } extern int g(void) __attribute__((alias(\"f\"))); int main(void) { assert(g() == 3); }",
    "int x = 1; extern int y __attribute__((alias(\"x\"))); int main(void) { y = 5; assert(x == 5 && &x == &y); }",
    "static int my_abs(int) __attribute__((weakref(\"abs\"))); int main(void) { assert(my_abs(-3) == 3); }",
    "int f(void) { return 4; } static int g(void) __attribute__((weakref, alias(\"f\"))); int main(void) { assert(g() == 4); }",
    "__attribute__((weak)) int f(void) { return 4; } int main(void) { assert(f() == 4 && f); }",
    "int x __attribute__((weak)) = 4; int main(void) { assert(x == 4 && &x); }",
    "__attribute__((optimize(\"O0\"), target(\"sse2\"), noipa, section(\".text.f\"))) int f(void) { return 4; } int main(void) { assert(f() == 4); }",
    "struct __attribute__((scalar_storage_order(\"little-endian\"))) s { int x; }; int main(void) { struct s s = { 1 }; assert(*(char *)&s == 1); }",
    "enum e { A __attribute__((unused)), B __attribute__((deprecated)) = 5 }; int main(void) { switch (B) { case A: __attribute__((fallthrough)); default: assert(B == 5); } }",
    "typedef union { int *i; long *l; } u __attribute__((transparent_union)); int f(u x) { return !x.i; } int main(void) { int i; assert(f(0) && f((void *)0) && !f(&i)); }",
    "void f(void) __attribute__((aligned(256))); void f(void) {} void g(void) {} int main(void) { assert(__alignof__(f) == 256 && __alignof__(g) == 1); }",
    "typedef int x __attribute__((mode(DI))); int main(void) { assert(sizeof(x) == 8); }",
    // The type of a bit-field has its width.
    "#define T(x) _Generic(x, int: 1, unsigned: 2, long: 3, unsigned long: 4, char: 5, signed char: 6, unsigned char: 7, short: 8, unsigned short: 9, _Bool: 10, unsigned long long: 11, default: 0)\nstruct { unsigned a:3; unsigned b:32; int c:31; int d:32; _Bool e:1; char f:8; char f7:7; unsigned long g:40, h:64; unsigned long l32:32; long i:64; enum {A,B} j:2; enum {A2} j32:32; unsigned short k:16; signed char m:8; short n:5; long l33:33; unsigned char uc:8;unsigned long long ull:64; long l32s:32; long l16:16; int i8:8; int i16:16; } s; int main(void) { assert(T(s.a) == 0); assert(T(s.b) == 2); assert(T(s.c) == 0); assert(T(s.d) == 1); assert(T(s.e) == 10); assert(T(s.f) == 5); assert(T(s.f7) == 0); assert(T(s.g) == 0); assert(T(s.h) == 4); assert(T(s.l32) == 2); assert(T(s.i) == 3); assert(T(s.j) == 0); assert(T(s.j32) == 2); assert(T(s.k) == 9); assert(T(s.m) == 6); assert(T(s.n) == 0); assert(T(s.l33) == 0); assert(T(s.uc) == 7); assert(T(s.ull) == 11); assert(T(s.l32s) == 1); assert(T(s.l16) == 8); assert(T(s.i8) == 6); assert(T(s.i16) == 8); assert(T((0,s.a)) == 0); assert(T((s.a)) == 0); assert(T(+s.a) == 1); assert(T((s.a=1)) == 0); assert(T(s.a++) == 0); assert(T((1?s.a:s.a)) == 1); assert(T((s.g+0)) == 0); assert(T((s.a+=1)) == 0); assert(T((0,s.g)) == 0); assert(T(~s.g) == 0); assert(T(({s.a;})) == 0); }",
    // Names in the object file.
    "int my_abs(int) __asm__(\"abs\"); int main(void) { assert(my_abs(-3) == 3); }",
    "int f(void) asm(\"g\"); int f(void) { return 7; } extern int h(void) asm(\"g\"); int main(void) { assert(h() == 7); }",
    "int x asm(\"object\") = 3; extern int y asm(\"object\"); int main(void) { y = 4; assert(x == 4); }",
    "int f(void); int main(void) { assert(f() == 2); } int f(void) asm(\"other\"); int other2(void) asm(\"other\"); int other2(void) { return 2; }",
    "extern int my_scan(const char *, const char *, ...) __asm__(\"\" \"sscanf\"); int main(void) { int x = 0; my_scan(\"12\", \"%d\", &x); assert(x == 12); }",
    "int main(void) { int x = 0; asm(\"\" :: \"r\"(x++)); assert(x == 1); }",
    "int n; int *f(void) { n++; return &n; } int main(void) { asm(\"\" : \"+r\"(*f())); assert(n == 1); }",
    "int main(void) { int a[2] = { 0 }, *p = a; asm(\"\" :: \"m\"(*p++)); assert(p == a + 1); }",
    "int main(void) { int x = 3; asm(\"\" : \"=m\"(x) : \"m\"(x)); assert(x == 3); asm(\"\" : \"=&o\"(x)); assert(x == 3); }",
    "static int n; static void f(int *x) { n = *x; } int main(void) { { int x __attribute__((cleanup(f))) = 1; } assert(n == 1); }",
    "asm(\"\"); int main(void) { asm volatile(\"\" ::: \"memory\"); return 0; }",
    "#include <stdarg.h>\nint f(int n, ...) { va_list l[2], *p = l; va_start(*l, n); va_copy(l[1], *l); int x = va_arg(*p, int); va_end(*p++); x += va_arg(*p, int); va_end(*p); return x; } int main(void) { assert(f(0, 2) == 4); }",
    // Conditions of the preprocessor.
    "#if 'a' != 97 || '\\377' != -1 || 'ab' != 24930 || L'\\400' != 256 || L'\\xffffffff' != -1 || U'\\xffffffff' < 0 || '\\u00e4' != 50084 || L'\\u00e4' != 0xe4\n#error\n#endif\nint main(void) { assert('a' == 97 && '\\377' == -1 && 'ab' == 24930 && L'\\400' == 256 && L'\\xffffffff' == -1); }",
    "#if __has_attribute(packed)\n#define PACKED __attribute__((packed))\n#else\n#define PACKED\n#endif\nstruct PACKED s { char c; int x; }; int main(void) { assert(sizeof(struct s) == 5); }",
    // Pragmas.
    "#pragma weak f\nint f(void) { return 1; } int main(void) { assert(f() == 1); }",
    "#pragma weak g = f\nint f(void) { return 1; } int g(void); int main(void) { assert(g() == 1 && g == f); }",
    "#pragma redefine_extname my_abs abs\nint my_abs(int); int main(void) { assert(my_abs(-3) == 3); }",
    "#define X 1\n#pragma push_macro(\"X\")\n#undef X\n#define X 2\n_Pragma(\"pop_macro(\\\"X\\\")\") int main(void) { assert(X == 1); }",
    "_Pragma(\"pack(1)\") struct s { char c; int x; }; _Pragma(\"pack()\") struct t { char c; int x; }; int main(void) { assert(sizeof(struct s) == 5 && sizeof(struct t) == 8); }",
    "#define PACK(n) _Pragma(#n)\nPACK(pack(push, 2)) struct s { char c; int x; }; PACK(pack(pop)) struct t { char c; int x; }; int main(void) { assert(sizeof(struct s) == 6 && sizeof(struct t) == 8); }",
    "#define N 2\n#pragma pack(N)\nstruct s { char c; int x; }; int main(void) { assert(sizeof(struct s) == 8); }",
    "#pragma pack(push, one, 1)\n#pragma pack(push, 2)\n#pragma pack(pop, one)\nstruct s { char c; int x; }; int main(void) { assert(sizeof(struct s) == 8); }",
    "#pragma pack(1)\n#pragma pack(3)\n#pragma pack(pop)\nstruct s { char c; int x; }; int main(void) { assert(sizeof(struct s) == 5); }",
    "#pragma pack(1)\n#pragma pack(push)\n#pragma pack(0)\nstruct s { char c; int x; };\n#pragma pack(pop)\nstruct t { char c; int x; }; int main(void) { assert(sizeof(struct s) == 8 && sizeof(struct t) == 5); }",
    "#pragma pack(push, 0x2)\nstruct s { char c;\n#pragma pack(1)\nint x; }; int main(void) { assert(sizeof(struct s) == 5); }",
    "#pragma pack(2)\n#pragma pack(push, name)\n#pragma pack(1)\n#pragma pack(pop, other)\nstruct s { char c; int x; }; int main(void) { assert(sizeof(struct s) == 6); }",
    "#pragma pack(2)\n#pragma pack(push, 1, name)\n#pragma pack(pop, 4)\nstruct s { char c; int x; }; int main(void) { assert(sizeof(struct s) == 5); }",
    "#pragma STDC FENV_ACCESS ON\n#pragma GCC diagnostic ignored \"-Wall\"\n#pragma omp parallel for\n#pragma once\n#pragma message \"hello\"\nint main(void) {\n#pragma GCC unroll 4\nfor (int i = 0; i < 3; i++); return 0; }",
    "#pragma scalar_storage_order little-endian\n#pragma GCC optimize(\"O2\")\nint main(void) { return 0; }",
];

/// Bit-fields that are wider than `int`: what is computed with them has their width.
const WIDE: &[&str] = &[
    "s.u = -1; assert(s.u + 1 == 0 && ~s.u == 0 && s.u == -1 && -s.u == 1);",
    "s.u = -1; assert((s.u | 0) + 1 == 0 && s.u << 1 == 0x1fffffffeULL && s.u * s.u == 1);",
    "s.u = 1; assert(s.u << 32 == 0x100000000ULL && (s.u << 32) * 2 == 0 && s.u - 2 == 0x1ffffffffULL);",
    "s.u = -1; unsigned long wide = s.u + 1L; assert(wide == 0x200000000UL && s.u + 1ULL == 0x200000000ULL);",
    "s.l = -1; assert(s.l < 0 && s.l + 1u == 0 && s.l == -1 && (s.l >> 1) == -1 && s.l < 1u);",
    "s.l = 0x7fffffffffLL; assert(s.l / 2 == 0x3fffffffffLL && (s.l & 0xff) == 255);",
    "s.u = 5; s.u -= 6; assert(s.u == 0x1ffffffffULL); s.u++; assert(s.u == 0); assert(s.u-- == 0 && s.u + 1 == 0);",
    "s.w = 3; assert(sizeof(s.w + 0) == 8 && s.w - 4 < 0); s.q = -1; assert(s.q + 1 == 0 && s.q + 1L == 0x10000000000L);",
    "s.u = 7; char text[20]; sprintf(text, \"%llu\", (unsigned long long)s.u + 0); assert(text[0] == '7');",
    "s.u = -1; assert((1 ? s.u : 0) + 1 == 0 && (0, s.u) + 1 == 0 && ({ s.u; }) + 1 == 0 && (unsigned long long)s.u + 1 == 0x200000000ULL);",
    "s.u = -1; switch (s.u + 1) { case 0: break; default: assert(0); }",
    "s.x = -1; assert(s.x + 1 == 0 && s.x + 1u == 0 && s.x > 0);",
    "int a[3] = { 1, 2, 3 }; s.u = 2; assert(a[s.u] == 3 && *(a + s.u - 1) == 2);",
];

/// Programs that gcc runs and we do not, with what is said about them.
const REFUSED: &[(&str, &str)] = &[
    (
        "struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int x; }; int main(void) { return 0; }",
        "the attribute `scalar_storage_order",
    ),
    (
        "struct s { int x; } __attribute__((ms_struct)); int main(void) { return 0; }",
        "the attribute `ms_struct`",
    ),
    (
        "static int f(void) { return 1; } static void *pick(void) { return f; } int g(void) __attribute__((ifunc(\"pick\"))); int main(void) { return g() - 1; }",
        "the attribute `ifunc`",
    ),
    (
        "int f(void) __attribute__((never_heard_of)); int f(void) { return 0; } int main(void) { return f(); }",
        "the attribute `never_heard_of`",
    ),
    (
        "int f(void) __attribute__((never_heard_of)); int f(void) { return 0; } int (*p)(void) = f; int main(void) { return p(); }",
        "the attribute `never_heard_of`",
    ),
    (
        "int x __attribute__((never_heard_of)); int main(void) { return x; }",
        "the attribute `never_heard_of`",
    ),
    (
        "int main(void) { goto end; end: __attribute__((never_heard_of)); return 0; }",
        "the attribute `never_heard_of`",
    ),
    (
        "__attribute__((optimize(\"wrapv\"))) int f(int x) { return x + 1; } int main(void) { return f(-1); }",
        "the attribute `optimize(\"wrapv\")`",
    ),
    (
        "int main(void) { void *t[] = { &&a, &&b }; int i = 1; long d = t[i] - t[0]; a: b: return d == 0; }",
        "the distance of labels",
    ),
    (
        "typedef int x __attribute__((mode(V4SI))); int main(void) { return 0; }",
        "the attribute `mode(V4SI)`",
    ),
    (
        "int f(int x __attribute__((never_heard_of))) { return x; } int main(void) { return f(0); }",
        "the attribute `never_heard_of`",
    ),
    (
        "int f(x) int x __attribute__((never_heard_of)); { return x; } int main(void) { return f(0); }",
        "the attribute `never_heard_of`",
    ),
    (
        "extern int f(void) __attribute__((weak)); int main(void) { if (f) f(); return 0; }",
        "`f`, which is weak",
    ),
    (
        "#pragma weak f\nextern int f(void); int main(void) { return f && f(); }",
        "`f`, which is weak",
    ),
    (
        "extern int x __attribute__((weak)); int main(void) { return &x != 0; }",
        "`x`, which is weak",
    ),
    (
        "static int g(void) __attribute__((weakref(\"nowhere\"))); int main(void) { return g ? g() : 0; }",
        "`nowhere`, which is weak",
    ),
    (
        "asm(\".globl there\\nthere: ret\"); void there(void); int main(void) { there(); return 0; }",
        "assembler code outside",
    ),
    (
        "enum e { A } __attribute__((mode(QI))); int main(void) { return sizeof(enum e) - 1; }",
        "an enumeration with a size",
    ),
    (
        "enum e { A } __attribute__((aligned(8))); int main(void) { return 0; }",
        "an enumeration with a size",
    ),
    (
        "typedef int *p __attribute__((mode(DI))); int main(void) { return 0; }",
        "the attribute `mode(DI)`",
    ),
    ("int main(void) { int x = 0; asm(\"inc %0\" : \"+r\"(x)); return x - 1; }", "assembler code"),
    (
        "register long there asm(\"r15\"); int main(void) { return there == 0 ? 0 : 0; }",
        "a variable in a register",
    ),
    (
        "int main(void) { register long there asm(\"r15\") = 0; return there; }",
        "a variable in a register",
    ),
    (
        "#pragma scalar_storage_order big-endian\nint main(void) { return 0; }",
        "`#pragma scalar_storage_order`",
    ),
    ("#pragma GCC optimize(\"wrapv\")\nint main(void) { return 0; }", "`#pragma GCC optimize`"),
    (
        "#pragma STDC FLOAT_CONST_DECIMAL64 ON\nint main(void) { return 0; }",
        "`#pragma STDC FLOAT_CONST_DECIMAL64`",
    ),
];

fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "gcc is needed here");
    found
}

/// Whether gcc takes a program, and it ends well.
fn is_fine_by_gcc(text: &str, name: &str) -> bool {
    let stem = std::env::temp_dir().join(format!("tribunal-{name}-{}", std::process::id()));
    let (source, binary) = (stem.with_extension("c"), stem.with_extension("bin"));
    std::fs::write(&source, text).expect("the temporary folder should be writable");
    let mut gcc = Command::new("gcc");
    let compiled = gcc.arg("-w").arg("-o").args([&binary, &source]).stderr(Stdio::null()).status();
    let ends_well = compiled.is_ok_and(|it| it.success())
        && Command::new(&binary).stderr(Stdio::null()).status().is_ok_and(|it| it.success());
    for file in [&source, &binary] {
        std::fs::remove_file(file).ok();
    }
    ends_well
}

#[test]
fn what_is_honoured_means_what_it_means_to_gcc() {
    let has_gcc = has_gcc();
    for text in FINE {
        let text = format!("#include <assert.h>\n{text}\n");
        assert_eq!(outcome_of(&text), "fine", "{text}");
        assert!(!has_gcc || is_fine_by_gcc(&text, "edges"), "{text}");
    }
}

#[test]
fn wide_bit_fields_keep_their_width() {
    let has_gcc = has_gcc();
    for body in WIDE {
        let text = format!(
            "#include <assert.h>\n#include <stdio.h>\nstruct {{ unsigned long long u : 33; long long l : 40; long w : 60; unsigned long q : 40; unsigned long x : 32; }} s;\nint main(void) {{ {body} }}\n"
        );
        assert!(!has_gcc || is_fine_by_gcc(&text, "wide"), "{text}");
        assert_eq!(outcome_of(&text), "fine", "{text}");
    }
    let sizes = "struct { unsigned long a : 3, b : 12, c : 20, d : 33; } s;
        _Static_assert(sizeof(s.a = 1) == 1 && sizeof(s.a++) == 1 && sizeof(+s.a) == 4 && sizeof(0, s.b) == 2 && sizeof(s.c += 1) == 4 && sizeof(s.d = 1) == 8, \"\");
        int main(void) { return 0; }";
    assert!(!has_gcc || is_fine_by_gcc(sizes, "sizes"), "{sizes}");
    assert_eq!(outcome_of(sizes), "fine");
    let text = "struct { long long l : 40; } s; int main(void) { s.l = 0x7fffffffffLL; return s.l + 1 > 0; }";
    assert_eq!(outcome_of(text), "unsupported: overflow of a wide bit-field");
}

#[test]
fn what_is_not_honoured_is_not_supported() {
    for (text, expected) in REFUSED {
        let outcome = outcome_of(text);
        assert!(outcome.starts_with(&format!("unsupported: {expected}")), "{text}\n{outcome}");
    }
}

#[test]
fn what_nobody_uses_is_in_nobodys_way() {
    let text = "int f(void) __attribute__((never_heard_of, weak)); extern int x __attribute__((weak)); int main(void) { return 0; }";
    assert_eq!(outcome_of(text), "fine");
}

/// `tribunal run` knows by this that there is nothing to run.
#[test]
fn a_program_that_is_refused_as_a_whole_is_one_edge() {
    let program = program("int x __attribute__((never_heard_of)); int main(void) { return x; }");
    let violated = program.edges.values().map(|it| it.violates.as_ref().map(|it| it.property));
    assert_eq!(violated.collect::<Vec<_>>(), [program.boundary]);
    assert!(program.boundary.is_some());
}
