//! What the type checker makes of programs.

use expect_test::{Expect, expect};
use tribunal_base::{Severity, Sources};
use tribunal_front_c::hir::Target;
use tribunal_front_c::{DataModel, Options, analyse, parse};
use tribunal_preprocess::NoFiles;

/// The typed tree, or the problems.
fn typed(texts: &[&str], model: DataModel) -> String {
    let mut sources = Sources::default();
    let options = Options { data_model: model, ..Options::default() };
    let mut units = Vec::new();
    let mut problems = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let file = sources.add(format!("{index}.c"), *text);
        let (unit, diagnostics) = parse(&mut sources, file, &NoFiles, &options);
        units.push(unit);
        problems.extend(diagnostics);
    }
    let (unit, diagnostics) = analyse(&units, &Target::new(model));
    problems.extend(diagnostics);
    let mut text = String::new();
    for problem in &problems {
        let at = sources.line_column(problem.primary.span);
        let severity = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        text += &format!(
            "{}:{}: {severity} {}: {}\n",
            at.line, at.column, problem.code, problem.message
        );
    }
    if !problems.iter().any(|it| it.severity == Severity::Error) {
        text += &unit.to_string();
    }
    text
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&typed(&[text], DataModel::Lp64));
}

#[test]
fn integer_promotions_and_the_usual_conversions() {
    check(
        "int f(char c, unsigned short s, unsigned u, long l, float x, _Bool b) {
            c + s; u + c; u + l; l * x; c << l; -b; ~s; !x; c < u; b ? c : s;
            return l;
        }",
        expect![[r#"
            f(c: char, s: unsigned short, u: unsigned int, l: long, x: float, b: _Bool) -> int
            {
              (void)((int)c + (int)s)
              (void)(u + (unsigned int)c)
              (void)((long)u + l)
              (void)((float)l * x)
              (void)((int)c << l)
              (void)-(int)b
              (void)~(int)s
              (void)(int)!(_Bool)x
              (void)(int)((unsigned int)c < u)
              (void)(b ? (int)c : (int)s)
              return (int)l
            }
        "#]],
    );
}

#[test]
fn updates_say_their_computation() {
    check(
        "void f(char c, int *p, double d, _Bool b, unsigned long n) {
            c += 1; c++; --c; p++; p -= n; d += 1; c <<= n; b--; n %= c;
        }",
        expect![[r#"
            f(c: char, p: int *, d: double, b: _Bool, n: unsigned long) -> void
            {
              (void)(c += 1 in int)
              (void)(old of c += 1 in int)
              (void)(c -= 1 in int)
              (void)(old of p += 1:long by 4)
              (void)(p -= n by 4)
              (void)(d += 0x3ff0000000000000:double in double)
              (void)(c <<= n in int)
              (void)(old of b -= 1 in int)
              (void)(n %= (unsigned long)c in unsigned long)
            }
        "#]],
    );
}

#[test]
fn places_and_addresses() {
    check(
        "struct s { int a; struct { char b; int c[3]; }; struct s *next; } g;
         int f(struct s *p, int i) {
            p->c[i] = g.b; &p->next->a; *&i; (*p).a++; int (*q)[3] = &g.c; (*q)[1];
            return sizeof p->c + sizeof(struct s);
        }",
        expect![[r#"
            record s r0 size 32 align 8
              0: a: int
              4: <anonymous>: struct <anonymous>
              24: next: struct s *
            record  r1 size 16 align 4
              0: b: char
              4: c: int [3]
            g: struct s
            f(p: struct s *, i: int) -> int
            {
              (void)(*(&*p.<anonymous>.c + (long)i by 4) = (int)g.<anonymous>.b)
              (void)&**p.next.a
              (void)i
              (void)(old of *p.a += 1 in int)
              let q: int (*)[3] = {0: &g.<anonymous>.c}
              (void)*(&*q + 1:long by 4)
              return 44
            }
        "#]],
    );
}

#[test]
fn initialisers_are_flat() {
    check(
        r#"struct p { int x, y; };
        struct s { char name[4]; struct p at[2]; int bits : 3; unsigned more : 7; union { float f; int i; }; } a =
            { "ab", 1, 2, { 3 }, -1, 5, .i = 4 };
        int b[] = { [2] = 1, 2, [0 ... 1] = 7 };
        char c[] = "x", *d = "x", e[2][3] = { "ab", { 'c' } };
        struct p f = { .y = 1, .x = 2 };
        struct { int n; int rest[]; } g = { 1, { 2, 3 } };
        int *h = &b[1], k = sizeof b, m = (long)&((struct s *)0)->at[1].y;
        void fun(struct p q, int n) { struct p r = q, t[] = { q, { n }, 1, n }; int z = { 3 }; }"#,
        expect![[r#"
            record p r0 size 8 align 4
              0: x: int
              4: y: int
            record s r1 size 28 align 4
              0: name: char [4]
              4: at: struct p [2]
              20: bits: int bits 0..3
              20: more: unsigned int bits 3..10
              24: <anonymous>: union <anonymous>
            record  r2 size 4 align 4
              0: f: float
              0: i: int
            record  r3 size 4 align 4
              0: n: int
              4: rest: int []
            a: struct s = zero {0: "ab\x00", 4: 1, 8: 2, 12: 3, 20 bits 0..3: -1, 20 bits 3..10: 5:unsigned int, 24: 4}
            b: int [4] = zero {8: 1, 12: 2, 0 2 times by 4: 7}
            c: char [2] = zero {0: "x\x00"}
            d: char * = {0: &"x\x00"}
            e: char [2][3] = zero {0: "ab\x00", 3: 99:char}
            f: struct p = zero {4: 1, 0: 2}
            g: struct <anonymous> = zero {0: 1, 4: 2, 8: 3}
            h: int * = {0: (&b + 1:long by 4)}
            k: int = {0: 16}
            m: int = {0: 16}
            fun(q: struct p, n: int) -> void
            {
              let r: struct p = {0: q}
              let t: struct p [3] = zero {0: q, 8: n, 16: 1, 20: n}
              let z: int = {0: 3}
            }
        "#]],
    );
}

#[test]
fn elements_without_parts_take_nothing() {
    check(
        "struct nothing {} a[] = { 1, 2 }; struct { struct nothing n; int z[0]; int x; } b = { 3 };",
        expect![[r#"
            record nothing r0 size 0 align 1
            record  r1 size 4 align 4
              0: n: struct nothing
              0: z: int [0]
              0: x: int
            a: struct nothing [2] = zero {}
            b: struct <anonymous> = zero {0: 3}
        "#]],
    );
}

#[test]
fn control_flow() {
    check(
        "int f(int n) {
            for (int i = 0; i < n; i++) { if (i == 3) continue; else if (i) break; else goto out; }
            do n--; while (n);
            switch (n) { case 1: case 3 ... 5: n = 2; break; default: n = 3; }
            while (1) { out: return n; }
        }
        int main(void) { f(1); }",
        expect![[r#"
            f(n: int) -> int
            {
              {
                let i: int = {0: 0}
                for (i < n); (void)(old of i += 1 in int)
                  {
                    if (i == 3)
                      continue
                    if (_Bool)i
                      break
                    else
                      goto l0
                  }
              }
              do
                (void)(old of n -= 1 in int)
              while (_Bool)n
              switch n 1..=1 l1 3..=5 l2 default l3
                {
                  l1:
                  l2:
                  (void)(n = 2)
                  break
                  l3:
                  (void)(n = 3)
                }
              while 1:_Bool
                {
                  l0:
                  return n
                }
            }
            main() -> int
            {
              (void)f(1)
              return 0
            }
        "#]],
    );
}

#[test]
fn gnu_extensions() {
    check(
        r#"int g(void);
        int f(int n, ...) {
            int a[n][2 * n];
            typeof(n) m = n ?: g();
            __auto_type z = ({ int t = n; t + 1; });
            __builtin_va_list ap;
            __builtin_va_start(ap, n);
            m += __builtin_va_arg(ap, int);
            __builtin_va_end(ap);
            int *p = (int[]){ 1, n };
            if (__builtin_expect(n, 0)) __builtin_unreachable();
            __builtin_add_overflow(n, 1u, &m);
            asm("nop");
            return sizeof a + __builtin_types_compatible_p(int, long) + _Generic(m, long: 1, int: 2) + a[1][n];
        }"#,
        expect![[r#"
            extern g: int (void)
            f(n: int) -> int
            {
              (void)(v1 = (unsigned long)(2 * n))
              (void)(v2 = (unsigned long)n)
              let a: int [*][*] of (v2 * (v1 * 4:unsigned long)) bytes
              let m: int = {0: (let v5 = n in ((_Bool)v5 ? v5 : g()))}
              let z: int = {0: ({s5; (t + 1)})}
              let ap: va_list
              va_start(ap)
              (void)(m += va_arg(ap, int) in int)
              va_end(ap)
              let p: int * = {0: &(v10 = zero {0: 1, 4: n})}
              if (_Bool)Expect((long)n, 0:long)
                Unreachable()
              (void)Overflow(Add)(n, 1:unsigned int, &m)
              {
              }
              return (int)((((v2 * (v1 * 4:unsigned long)) + 0:unsigned long) + 2:unsigned long) + (unsigned long)*(&*(&a + 1:long by (v1 * 4:unsigned long)) + (long)n by 4))
            }
        "#]],
    );
}

#[test]
fn several_files_are_linked() {
    let text = typed(
        &[
            "extern int x[]; static int y = 1; int f(void); int main(void) { return f() + x[0] + y; }",
            "int x[3]; static int y = 2; int f() { return y; } extern int missing;",
        ],
        DataModel::Lp64,
    );
    expect![[r#"
        x: int [3]
        static y: int = {0: 1}
        static y: int = {0: 2}
        extern missing: int
        f() -> int
        {
          return y
        }
        main() -> int
        {
          return ((f() + *(&x + 0:long by 4)) + y)
          return 0
        }
    "#]]
    .assert_eq(&text);
}

#[test]
fn old_c_is_accepted_with_warnings() {
    check(
        "f(a, b) char a; float b; { return g(a) + b; }
         int h() { return f('x', 1.5); }",
        expect![[r#"
            1:1: warning implicit-int: a declaration without a type
            1:35: warning implicit-function: `g` is not declared: assumed to return `int`
            f(a: char, b: float) -> int
            {
              return (int)((float)g((int)a) + b)
            }
            extern g: int ()
            h() -> int
            {
              return f(120:char, 0x3fc00000:float)
            }
        "#]],
    );
}

#[test]
fn side_effects_without_an_order_are_reported() {
    check(
        "int g(int, int);
         void f(int i, int j, int a[]) {
            i = i++; a[i] = i++; g(i++, i++); i = i + 1; a[i] = j++; i++ && i++; i++, i++; j = i++ + a[j]; i = (i++, 3); i += i; i = g(i++, 1); i = i ? i++ : 2;
         }",
        expect![[r#"
            3:13: warning unsequenced: the order of this write of `i` and another access to it is not defined
            3:29: warning unsequenced: the order of this write of `i` and another access to it is not defined
            3:36: warning unsequenced: the order of this write of `i` and another access to it is not defined
            3:145: warning unsequenced: the order of this write of `i` and another access to it is not defined
            extern g: int (int, int)
            f(i: int, j: int, a: int *) -> void
            {
              (void)(i = (old of i += 1 in int))
              (void)(*(a + (long)i by 4) = (old of i += 1 in int))
              (void)g((old of i += 1 in int), (old of i += 1 in int))
              (void)(i = (i + 1))
              (void)(*(a + (long)i by 4) = (old of j += 1 in int))
              (void)(int)((_Bool)(old of i += 1 in int) && (_Bool)(old of i += 1 in int))
              (void)((void)(old of i += 1 in int), (old of i += 1 in int))
              (void)(j = ((old of i += 1 in int) + *(a + (long)j by 4)))
              (void)(i = ((void)(old of i += 1 in int), 3))
              (void)(i += i in int)
              (void)(i = g((old of i += 1 in int), 1))
              (void)(i = ((_Bool)i ? (old of i += 1 in int) : 2))
            }
        "#]],
    );
}

#[test]
fn what_is_wrong_is_said_once() {
    check(
        "const int c; struct t; struct t v; int a[-1]; enum { A, A };
         int f(int x) { c = 1; x = y; y = 2; z(; }
         int g(void) { int p; *p; p.q; break; goto nowhere; return f(1, 2); 5 = 6; &7; struct s { int a; } s; s + 1; s.b; }
         void h(int n) { switch (n) { case 1: case 1:; } int n; float k; k % 2; f; (void)k + 1; }",
        expect![[r#"
            2:48: error unexpected-token: expected an expression, found `;`
            1:41: error negative-length: the length of an array cannot be -1
            1:57: error redefinition: `A` is declared twice
            2:25: error write-to-const: a `const` object cannot be written
            2:36: error undeclared-name: `y` is not declared
            3:31: error not-a-pointer: `int` is not a pointer
            3:35: error not-a-record: `int` is no struct or union, so it has no members
            3:40: error outside-loop: `break` stands outside of a loop or `switch`
            3:68: error wrong-argument-count: `f` takes 1 arguments, not 2
            3:77: error not-an-lvalue: only an object can be written
            3:84: error not-an-lvalue: the address of a value that is no object
            3:111: error wrong-operands: the operator does not take `struct s` and `int`
            3:120: error unknown-member: `struct s` has no member `b`
            3:47: error unknown-label: there is no label `nowhere`
            4:47: error duplicate-case: the case 1 exists already
            4:62: error redefinition: `n` is declared twice
            4:74: error wrong-operands: the operator does not take `float` and `int`
            4:84: error wrong-operands: the operator does not take `void` and `int`
            1:33: error incomplete-type: `v` has an incomplete type
        "#]],
    );
}

#[test]
fn long_chains_and_deep_trees_are_fine() {
    let chain = format!("int f(int x) {{ return x{}; }}", " + x".repeat(100_000));
    let arms =
        format!("int g(int x) {{ {} return 1; }}", "if (x == 1) return 2; else ".repeat(10_000));
    let questions = format!("int h(int x) {{ return {} 1; }}", "x == 1 ? 2 : ".repeat(100_000));
    let parentheses =
        format!("int k(int x) {{ return {}x{}; }}", "(".repeat(1000), ")".repeat(1000));
    for text in [chain, arms, questions, parentheses] {
        let mut sources = Sources::default();
        let file = sources.add("a.c", text);
        let (unit, diagnostics) = parse(&mut sources, file, &NoFiles, &Options::default());
        assert_eq!(diagnostics, []);
        let (_, diagnostics) = analyse(&[unit], &Target::new(DataModel::Lp64));
        assert_eq!(diagnostics, []);
    }
}
