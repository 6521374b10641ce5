//! Statements and their structure.

use expect_test::expect;

use super::check_body;

#[test]
fn simple_statements() {
    check_body(
        "x = 1; a[x].b = 2; x++; a[1]--; assert(x); assert x == 1; printf(\"a\\n%d\", x, y + 1); printf(\"b\");\n\
         printm(x); printm(red); set_priority(0, x + 1); goto end; end: skip; xr q, a[1]; xs q",
        expect![[r#"
            x = 1;
            a[x].b = 2;
            x++;
            a[1]--;
            assert(x);
            assert((x == 1));
            printf("a\n%d", x, (y + 1));
            printf("b");
            printm(x);
            printm(red);
            set_priority(0, (x + 1));
            goto end;
            end: skip;
            xr q, a[1];
            xs q;
        "#]],
    );
}

#[test]
fn sends_and_receives() {
    check_body(
        "q!1; q!red(x, y); q!!x + 1, 2; q!(x), y; a[1].q!0;\nq?x; q?red(x, _); q?eval(x + 1), -1, 'a'; q??x, y; q?<x>; q??<red(x)>; q?(x, y); q?x, (y)",
        expect![[r#"
            q!1;
            q!red, x, y;
            q!!(x + 1), 2;
            q!x, y;
            a[1].q!0;
            q?x;
            q?red, x, _;
            q?eval((x + 1)), -1, 'a';
            q??x, y;
            q?<x>;
            q??<red, x>;
            q?x, y;
            q?x, y;
        "#]],
    );
}

#[test]
fn choices_and_loops() {
    check_body(
        "if :: x = 1 :: x == 2 -> y = 2; skip :: else fi;\ndo :: break :: if :: else -> goto l fi od;\n\
         for (x : 1 .. a[0] + 2) { y++; break }\nfor (x in a)\n{ skip }\nin = 3; l: skip",
        expect![[r#"
            if
            ::
              x = 1;
            ::
              (x == 2);
              y = 2;
              skip;
            ::
              else;
            fi;
            do
            ::
              break;
            ::
              if
              ::
                else;
                goto l;
              fi;
            od;
            for (x : 1 .. (a[0] + 2)) {
              y++;
              break;
            }
            for (x in a) {
              skip;
            }
            in = 3;
            l: skip;
        "#]],
    );
}

#[test]
fn blocks_and_escapes() {
    check_body(
        "atomic { x = 1; y = 2 }; d_step { x = 1 } { x = 2 }; { x = 3 } unless { y = 1 }\nx = 1 unless y = 2;\n\
         do :: x = 1 od unless atomic { y == 1 -> x = 2 }\nL: { x = 1 } unless { y }",
        expect![[r#"
            atomic {
              x = 1;
              y = 2;
            }
            d_step {
              x = 1;
            }
            {
              x = 2;
            }
            {
              x = 3;
            } unless
            {
              y = 1;
            }
            x = 1 unless
            y = 2;
            do
            ::
              x = 1;
            od unless
            atomic {
              (y == 1);
              x = 2;
            }
            L: {
              x = 1;
            } unless
            {
              y;
            }
        "#]],
    );
}

#[test]
fn labels() {
    check_body(
        "a1: a2: x = 1; empty1: ; do :: skip; inside: od; last:",
        expect![[r#"
        a1: a2: x = 1;
        empty1: ;
        do
        ::
          skip;
          inside: ;
        od;
        last: ;
    "#]],
    );
}

#[test]
fn select_takes_the_form_spin_gives_it() {
    check_body(
        "byte s_t;\nselect (x : 1 .. 3); select (x : 0..33) select(x : 0..32); select (s_t : 1 .. 3); select (x : y .. 3);\n\
         select (x : 1 ..\n 3); select (x : 0 - 1 .. 3)",
        expect![[r#"
            byte s_t;
            select (x : 1 .. 3);
            select (x : 0 .. 33) /* statements */;
            select (x : 0 .. 32);
            select (s_t : 1 .. 3) /* loop */;
            select (x : y .. 3) /* loop */;
            select (x : 1 .. 3) /* loop */;
            select (x : (0 - 1) .. 3) /* loop */;
        "#]],
    );
}

#[test]
fn declarations_anywhere() {
    check_body(
        "byte i = 1; i = 2; int j[2] = i, k; { bool b; skip }; if :: short s; s = 1 fi",
        expect![[r#"
            byte i = 1;
            i = 2;
            int j[2] = i, k;
            {
              bool b;
              skip;
            }
            if
            ::
              short s;
              s = 1;
            fi;
        "#]],
    );
}
