//! Operators, operands and their order.

use expect_test::expect;

use super::{check_body, check_faults};

#[test]
fn operators_bind_as_in_c() {
    check_body(
        "x = 1 + 2 * 3 - 4 / 5 % 6;\nx = 1 << 2 + 3 < 4 == 5 & 6 ^ 7 | 8;\nx && y || x && !y;\n1 - 2 - 3;\n\
         -x + ~y * - -x; !x == y; !(x == y)",
        expect![[r#"
            x = ((1 + (2 * 3)) - ((4 / 5) % 6));
            x = ((((((1 << (2 + 3)) < 4) == 5) & 6) ^ 7) | 8);
            ((x && y) || (x && (! y)));
            ((1 - 2) - 3);
            ((- x) + ((~ y) * (- (- x))));
            ((! x) == y);
            (! (x == y));
        "#]],
    );
}

#[test]
fn operands() {
    check_body(
        "x = 'a' + '\\n' + '\\'' + 0123;\nx = (x > 1 -> y : 2 + (y -> 1 : 0));\nx = len(q) + a[x + 1];\n\
         x = _pid + _nr_pr + _last + _priority;\nq?[x, _] && q??[red(eval(y), -1)];\nenabled(1) && pc_value(2) > get_priority(_pid);\n\
         np_; timeout; skip; true; (false)\nq.a[1].b[x].c = red",
        expect![[r#"
            x = ((('a' + '\n') + '\'') + 123);
            x = ((x > 1) -> y : (2 + (y -> 1 : 0)));
            x = (len(q) + a[(x + 1)]);
            x = (((_pid + _nr_pr) + _last) + _priority);
            (q?[x, _] && q??[red, eval(y), -1]);
            (enabled(1) && (pc_value(2) > get_priority(_pid)));
            np_;
            timeout;
            skip;
            true;
            false;
            q.a[1].b[x].c = red;
        "#]],
    );
}

#[test]
fn questions_about_channels() {
    check_body(
        "full(q); (empty(q) && x) || nfull(q); x = nempty(q); assert(full(q) || x)",
        expect![[r#"
            full(q);
            ((empty(q) && x) || nfull(q));
            x = nempty(q);
            assert((full(q) || x));
        "#]],
    );
}

#[test]
fn remote_references_and_processes() {
    check_body(
        "P@here && P[1]@here; P[x + 1]:y == P:a[2];\nrun P(); x = run Later(1, x) + 1; run P(1) priority 3",
        expect![[r#"
            (P@here && P[1]@here);
            (P[(x + 1)]:y == P:a[2]);
            run P();
            x = (run Later(1, x) + 1);
            run P(1) priority 3;
        "#]],
    );
}

#[test]
fn numbers_have_32_bits() {
    check_faults(
        "byte x = 2147483647, y = 4294967297;",
        expect![[r#"
        warning[number-range] model.pml:1:26 `4294967297`: `4294967297` does not fit into 32 bits and is read as 1
          help: the greatest number is 2147483647
    "#]],
    );
}
