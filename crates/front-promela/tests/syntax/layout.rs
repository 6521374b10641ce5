//! Ends of lines, separators, and what Spin's lexer repairs.

use expect_test::expect;

use super::{check, check_body, check_faults};

#[test]
fn the_end_of_a_line_separates_statements() {
    check_body(
        "x = 1\ny = x +\n  2\nif\n:: x == 1 &&\n   y == 2 ->\n   skip\n:: else\nfi\nx++\n{ skip }\nunless { x }\na[1] = 2\ntimeout\n\
         printf(\n\"a\"\n)\nbreak_it: goto break_it\n",
        expect![[r#"
            x = 1;
            y = (x + 2);
            if
            ::
              ((x == 1) && (y == 2));
              skip;
            ::
              else;
            fi;
            x++;
            {
              skip;
            } unless
            {
              x;
            }
            a[1] = 2;
            timeout;
            printf("a");
            break_it: goto break_it;
        "#]],
    );
}

#[test]
fn separators_may_be_doubled_and_left_out_after_blocks() {
    check_body(
        "x = 1;; y = 2 -> ; x = 3;;; atomic { skip; } if :: else x = 1 fi; { x = 2; } y = 1;;;; skip;",
        expect![[r#"
            x = 1;
            y = 2;
            x = 3;
            atomic {
              skip;
            }
            if
            ::
              else;
              x = 1;
            fi;
            {
              x = 2;
            }
            y = 1;
            skip;
        "#]],
    );
}

#[test]
fn a_line_end_in_a_macro_call_or_comment_counts_after_it() {
    check(
        "#define MAX(a, b) (a > b -> a : b)\n#define TWO x = 1; \\\n  x = 2\nbyte x;\ninit { x = MAX(1,\n  2)\n  x = 3 /* a\n b */ x = 4\n TWO\n TWO }",
        expect![[r#"
            byte x;
            init {
              x = ((1 > 2) -> 1 : 2);
              x = 3;
              x = 4;
              x = 1;
              x = 2;
              x = 1;
              x = 2;
            }
        "#]],
    );
}

#[test]
fn a_range_is_one_number_to_the_preprocessor() {
    check_faults(
        "#define N 3\nbyte i; init { for (i : 1..N) { skip } }",
        expect![[r#"
        warning[macro-in-number] model.pml:2:28 `N`: macro `N` is not expanded here
          help: write a blank before `N`: to the C preprocessor `1..N` is one number
    "#]],
    );
}

#[test]
fn an_operator_does_not_go_on_with_the_line_before() {
    check_faults(
        "byte x; init { x == 1\n && x == 2\n }",
        expect![[r#"
        error[syntax] model.pml:2:2 `&&`: expected a statement, found `&&`
          help: the line before is a statement of its own; write `&&` at its end, or put parentheses around both lines
    "#]],
    );
}

#[test]
fn units_need_no_separators() {
    check(
        "byte a byte b; ; init { skip } byte c -> never { skip }",
        expect![[r#"
        byte a;
        byte b;
        init {
          skip;
        }
        byte c;
        never {
          skip;
        }
    "#]],
    );
}
