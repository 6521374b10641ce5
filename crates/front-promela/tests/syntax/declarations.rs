//! What stands outside of bodies.

use expect_test::expect;

use super::check;

#[test]
fn variables_of_all_types() {
    check(
        "bit b; bool c = true, d; hidden byte e = 3+4; show short f[2] = 1; local int g = -1\n\
         unsigned u : 5 = 7; mtype m; mtype:fruit n; pid p; chan q; byte z[N] ; byte w['a'*2]",
        expect![[r#"
            bit b;
            bool c = true, d;
            hidden byte e = (3 + 4);
            show short f[2] = 1;
            local int g = (- 1);
            unsigned u : 5 = 7;
            mtype m;
            mtype:fruit n;
            pid p;
            chan q;
            byte z[N];
            byte w[('a' * 2)];
        "#]],
    );
}

#[test]
fn channels_and_lists() {
    check(
        "chan q = [3] of { byte, mtype, mtype:fruit, chan, pid }; chan r[2] = [0] of { bit };\n\
         byte a[3] = { 1, 'x', true };",
        expect![[r#"
            chan q = [3] of { byte, mtype, mtype:fruit, chan, pid };
            chan r[2] = [0] of { bit };
            byte a[3] = { 1, 'x', true };
        "#]],
    );
}

#[test]
fn constants_and_structures() {
    check(
        "mtype = { red, green blue,, }; mtype:fruit = { apple }; mtype { more }\n\
         typedef P { int x; byte y[2] = 1 }\ntypedef L {\n  P a\n  P b[2]\n  chan c;\n}\nL ln; hidden P p[3];\n\
         byte k = red;",
        expect![[r#"
            mtype = { red, green, blue };
            mtype:fruit = { apple };
            mtype = { more };
            typedef P { int x; byte y[2] = 1 };
            typedef L { P a; P b[2]; chan c };
            L ln;
            hidden P p[3];
            byte k = red;
        "#]],
    );
}

#[test]
fn processes() {
    check(
        "active proctype A() { skip }\nactive [2] D_proctype B(byte a, b; chan c) priority 3 provided (x > 1) { skip }\n\
         proctype C(byte a[2]) { skip };;\ninit priority 2 { skip }\nnever { skip } never other { skip }\n\
         trace { here: ; } notrace { q!1; q?x }",
        expect![[r#"
            active proctype A() {
              skip;
            }
            active [2] D_proctype B(byte a, b; chan c) priority 3 provided ((x > 1)) {
              skip;
            }
            proctype C(byte a[2]) {
              skip;
            }
            init priority 2 {
              skip;
            }
            never {
              skip;
            }
            never other {
              skip;
            }
            trace {
              here: ;
            }
            notrace {
              q!1;
              q?x;
            }
        "#]],
    );
}

#[test]
fn embedded_c_is_kept_as_text() {
    check(
        "c_decl {\n  int zz; struct S { int a; };\n}\nc_code { /* } */ f(\"}\", '}'); }\nc_state \"int w\" \"Global\" \"3\"\n\
         c_track \"&zz\" \"sizeof(int)\"\ninit { c_code [zz > 0] { zz++; }; (c_expr { zz == 1 } && true) -> c_code { x }\n skip }",
        expect![[r#"
            c_decl { int zz; struct S { int a; }; }
            c_code { f("}", '}'); }
            c_state "int w" "Global" "3";
            c_track "&zz" "sizeof(int)";
            init {
              c_code [zz > 0] { zz++; };
              (c_expr { zz == 1 } && true);
              c_code { x };
              skip;
            }
        "#]],
    );
}

#[test]
fn macros_and_includes() {
    check(
        "#include \"part.h\"\n#define TWO 2\n#define SET(v, e) v = e\n#ifdef TWO\ninit { SET(included, TWO + FROM_OUTSIDE) }\n#endif",
        expect![[r#"
            byte included;
            init {
              included = (2 + 42);
            }
        "#]],
    );
}
