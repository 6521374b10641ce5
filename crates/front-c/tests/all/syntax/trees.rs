//! What the traps of the grammar come out as.

use expect_test::{Expect, expect};

use crate::syntax::dump::dump;
use crate::syntax::{n_errors, run, tell};

fn check(text: &str, expected: Expect) {
    let (sources, unit, diagnostics) = run(text);
    assert_eq!(n_errors(&diagnostics), 0, "{}", tell(&sources, &diagnostics));
    expected.assert_eq(&dump(&unit));
}

#[test]
fn declarators_read_from_the_name_outwards() {
    check(
        "int *a[3], (*b)[3], *(*(*c[2])(void))[4]; char *const *volatile d; void (*signal(int, void (*h)(int)))(int);
         int f(int a[static const 3], int b[*], int (*)[], int (int), ...);
         unsigned long int long e; double long g; short h; signed char i; char j; _Complex float k;",
        expect![[r#"
            a: array[3] of pointer to Int(Signed)
            b: pointer to array[3] of Int(Signed)
            c: array[2] of pointer to function() to pointer to array[4] of pointer to Int(Signed)
            d: volatile pointer to const pointer to Char(None)
            signal: function(Int(Signed), h: pointer to function(Int(Signed)) to Void) to pointer to function(Int(Signed)) to Void
            f: function(a: array[static const 3] of Int(Signed), b: array[*] of Int(Signed), pointer to array[] of Int(Signed), function(Int(Signed)) to Int(Signed), ...) to Int(Signed)
            e: LongLong(Unsigned)
            g: Float(LongDouble)
            h: Short(Signed)
            i: Char(Some(Signed))
            j: Char(None)
            k: Complex(Float)
        "#]],
    );
}

#[test]
fn operators_bind_as_they_should() {
    check(
        "int f(int a, int b, int c) {
            a = b += c ? a : b, c;
            a - b - c + a * b / c % a;
            a || b && c | a ^ b & c == a < b << c + 1;
            a ? b : c ? a : b;
            a ?: b ?: c;
            -a++ + !*&b - ~-+c;
            sizeof a + 1, sizeof(a)[&b], sizeof(int) * a, sizeof -a;
            (int)a + (char)-b * (a)-b;
            a.x->y[1](2)(3)++;
            *a++, (*a)++, *(a++);
            a < b > c == a;
        }",
        expect![[r#"
            f: function(a: Int(Signed), b: Int(Signed), c: Int(Signed)) to Int(Signed)
              {
                ((a = (b += (c ? a : b))), c)
                (a - b - c + (a * b / c % a))
                (a || (b && (c | (a ^ (b & (c == (a < (b << (c + 1)))))))))
                (a ? b : c ? a : b)
                (a ?: b ?: c)
                ((-(a++)) + (!(*(&b))) - (~(-(+c))))
                ((sizeof(a) + 1), sizeof(a[(&b)]), (sizeof<Int(Signed)> * a), sizeof((-a)))
                ((<Int(Signed)>a) + ((<Char(None)>(-b)) * a) - b)
                (a.x->y[1](2)(3)++)
                ((*(a++)), ((*a)++), (*(a++)))
                ((a < b > c) == a)
              }
        "#]],
    );
}

#[test]
fn a_name_is_a_type_by_scope() {
    check(
        "typedef int T;
         void f(T T) { T * T; (T)(T); }
         void g(void) {
            T * x; (T)-1; sizeof(T);
            { int T = 1; T * x; (T)-1; sizeof(T); }
            T y; { typedef char T; T z; } for (int T = 0; T;) T--; T w;
            T: goto T;
            struct { T T; } s = { .T = 1 }; s.T;
            enum { T } e;
            T + 1;
         }
         int h(T), i(int (T)), j(int T), k(T T, int a[T]);
         T T2(a) T a; { return a; }
         struct s { unsigned T : 3; T : 2; };",
        expect![[r#"
            T: typedef Int(Signed)
            f: function(T: type T) to Void
              {
                (T * T)
                T(T)
              }
            g: function() to Void
              {
                x: pointer to type T
                (<type T>(-1))
                sizeof<type T>
                {
                  T: Int(Signed) = 1
                  (T * x)
                  (T - 1)
                  sizeof(T)
                }
                y: type T
                {
                  T: typedef Char(None)
                  z: type T
                }
                for declaration; T; -
                  T: Int(Signed) = 0
                  (T--)
                w: type T
                T:
                  goto T
                s: struct { T: type T; } = {.T = 1}
                s.T
                e: enum { T }
                (T + 1)
              }
            h: function(type T) to Int(Signed)
            i: function(function(type T) to Int(Signed)) to Int(Signed)
            j: function(T: Int(Signed)) to Int(Signed)
            k: function(T: type T, a: array[T] of Int(Signed)) to Int(Signed)
            T2: function(names a) to type T
              a: type T
              {
                return a
              }
            struct s { T: Int(Unsigned) : 3; type T : 2; };
        "#]],
    );
}

#[test]
fn else_belongs_to_the_last_if() {
    check(
        "void f(int a) {
            if (a) if (a) a = 1; else a = 2;
            if (a) { if (a) a = 1; } else a = 2;
            if (a) ; else if (a) ; else if (a) ; else a = 3;
            if (a) while (a) if (a) a = 1; else a = 2; else a = 3;
         }",
        expect![[r#"
            f: function(a: Int(Signed)) to Void
              {
                if a
                  if a
                    (a = 1)
                  else
                    (a = 2)
                if a
                  {
                    if a
                      (a = 1)
                  }
                else
                  (a = 2)
                if a
                  ;
                else if a
                  ;
                else if a
                  ;
                else
                  (a = 3)
                if a
                  while a
                    if a
                      (a = 1)
                    else
                      (a = 2)
                else
                  (a = 3)
              }
        "#]],
    );
}

#[test]
fn labels_and_cases_are_flat() {
    check(
        "void f(int a) {
            switch (a) { case 1: case 2 ... 3: default: a: a = 1; break; case 4: ; int b; last: int c; end: }
            for (;;) for (int i = 0, *p; i; i++, p++) continue;
            do a--; while (a);
            goto *&&a;
         }",
        expect![[r#"
            f: function(a: Int(Signed)) to Void
              {
                switch a
                  {
                    case 1:
                    case 2 ... 3:
                    default:
                    a:
                      (a = 1)
                    break
                    case 4:
                      ;
                    b: Int(Signed)
                    last:
                      ;
                    c: Int(Signed)
                    end:
                      ;
                  }
                for -; -; -
                  for declaration; i; ((i++), (p++))
                    i: Int(Signed) = 0
                    p: pointer to Int(Signed)
                    continue
                do while a
                  (a--)
                goto *&&a
              }
        "#]],
    );
}

#[test]
fn initialisers() {
    check(
        "struct p { int x, y; };
         struct p a = { 1, .y = 2 }, b = { x: 1 }, c[] = { [1 ... 2].x = 3, [0] = { 4, }, [3] { 5 } }, d = { };
         char s[] = \"a\" \"b\\x41\" \"\\0\", *t = { L\"x\" \"y\" };
         int *p = (int[]){ 1, 2 }, n = sizeof (struct p){ 1 }.x, m = (int){ 3 } + 1;",
        expect![[r#"
            struct p { x: Int(Signed); y: Int(Signed); };
            a: struct p = {1, .y = 2}
            b: struct p = {.x = 1}
            c: array[] of struct p = {[1 ... 2].x = 3, [0] = {4}, [3] = {5}}
            d: struct p = {}
            s: array[] of Char(None) = "abA\0"
            t: pointer to Char(None) = {"xy"}
            p: pointer to Int(Signed) = (<array[] of Int(Signed)>{1, 2})
            n: Int(Signed) = sizeof((<struct p>{1}).x)
            m: Int(Signed) = ((<Int(Signed)>{3}) + 1)
        "#]],
    );
}

#[test]
fn records_and_enumerations() {
    check(
        "struct s; struct s { int a : 3, : 0, *b; struct { int c; union { int d; }; }; char e[]; _Static_assert(1, \"m\"); } x;
         enum e { A, B = A + 2, } y; enum e z;
         struct __attribute__((packed)) p { int a __attribute__((aligned(8))); } __attribute__((aligned(sizeof(int)))) q;
         #pragma pack(2)
         struct r { int a; };
         #pragma pack()
         struct t { int a; };",
        expect![[r#"
            struct s;
            x: struct s { a: Int(Signed) : 3; Int(Signed) : 0; b: pointer to Int(Signed); struct { c: Int(Signed); union { d: Int(Signed); }; }; e: array[] of Char(None); static_assert; }
            y: enum e { A, B = (A + 2) }
            z: enum e
            q: struct p { a: @aligned(8) Int(Signed); } @packed @aligned(sizeof<Int(Signed)>)
            struct r { a: Int(Signed); } @pragma pack[2];
            struct t { a: Int(Signed); };
        "#]],
    );
}

#[test]
fn extensions() {
    check(
        "__extension__ typedef __typeof__(int *) P; typeof(1 + 1) a; __auto_type b = 1; _Atomic(int) c; _Atomic int *d;
         int e asm(\"other\") __attribute__((section(\"a\" \"b\"), __unused__, mode ( __DI__ ))); asm(\"nop\" : \"x\"(1));
         static _Thread_local _Alignas(8) _Alignas(int) int f; static inline _Noreturn void g(void);
         int h(void) {
            __label__ l, m; l: m: ;
            int a = ({ int b = 1; b; }) + __extension__ ({ 2; });
            asm volatile (\"x\" : \"=r\"(a));
            return __builtin_offsetof(struct s, a[1].b) + __builtin_types_compatible_p(int, char *)
                + __builtin_choose_expr(1, 2, 3) + _Generic(a, int: 1, default: 2) + __builtin_va_arg(a, int)
                + __alignof__(int) + _Alignof a + (__real__ a) + sizeof(__func__);
         }",
        expect![[r#"
            P: typedef typeof(pointer to Int(Signed))
            a: typeof((1 + 1))
            b: auto = 1
            c: atomic(Int(Signed))
            d: pointer to atomic Int(Signed)
            e: asm @section["a" "b"] @unused @mode[__DI__] Int(Signed)
            asm "nop" : "x"(1)
            f: static thread_local alignas(8) alignas(Int(Signed)) Int(Signed)
            g: function() to static inline noreturn Void
            h: function() to Int(Signed)
              {
                __label__ l, m
                l:
                m:
                  ;
                a: Int(Signed) = (({ b: Int(Signed) = 1 b }) + ({ 2 }))
                asm "x" : "=r"(a)
                return (offsetof(struct s, .a[1].b) + compatible(Int(Signed), pointer to Char(None)) + choose(1, 2, 3) + generic(a, Int(Signed): 1, default: 2) + va_arg(a, Int(Signed)) + alignof<Int(Signed)> + alignof(a) + (real a) + sizeof(Func))
              }
        "#]],
    );
}

#[test]
fn what_c_was_before() {
    check(
        "main() { return 0; }
         static x = 1; const y;
         f(a, b, c) int *a; char c; { return b; }
         int (*g())() { return 0; }",
        expect![[r#"
            main: function(?) to implicit
              {
                return 0
              }
            x: static implicit = 1
            y: const implicit
            f: function(names a, b, c) to implicit
              a: pointer to Int(Signed)
              c: Char(None)
              {
                return b
              }
            g: function(?) to pointer to function(?) to Int(Signed)
              {
                return 0
              }
        "#]],
    );
}

#[test]
fn macros_leave_no_trace_but_places() {
    let (sources, unit, _) =
        run("#define ADD(a, b) ((a) + (b))\n#define TWICE(x) ADD(x, x)\nint y = TWICE(z) * 2;\n");
    let mut out = String::new();
    for (id, it) in unit.exprs.iter() {
        out += &format!("{id:?} {}\n", sources.snippet(it.span));
    }
    expect![[r#"
        e0 TWICE(z)
        e1 TWICE(z)
        e2 TWICE(z)
        e3 2
        e4 TWICE(z) * 2
    "#]]
    .assert_eq(&out);
}

#[test]
fn assertions_keep_their_text() {
    check(
        "#include <assert.h>\nvoid f(int x) { assert(x > 1 && \"one\"); }",
        expect![[r#"
        __assert_fail: function(expression: pointer to const Char(None), file: pointer to const Char(None), line: Int(Unsigned), function: pointer to const Char(None)) to @noreturn extern Void
        f: function(x: Int(Signed)) to Void
          {
            (((x > 1) && "one") ? (<Void>0) : __assert_fail("x > 1 && \"one\"", "main.c", 2, Func))
          }
    "#]],
    );
}
