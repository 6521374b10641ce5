//! Temporal formulas, in models and alone.

use expect_test::{Expect, expect};
use tribunal_base::Severity;

use super::{check, check_faults, read, render};

#[test]
fn blocks_are_read_last() {
    check(
        "ltl first { [] (x == 1) }\nbyte x; init { skip } ltl { <> P@here ; }\nproctype P() { here: skip }",
        expect![[r#"
            byte x;
            init {
              skip;
            }
            proctype P() {
              here: skip;
            }
            ltl first { [] (x == 1) }
            ltl { <> (P@here) }
        "#]],
    );
}

fn check_formula(text: &str, expected: Expect) {
    let (mut sources, mut parsed) =
        read("#define p (x > 1)\nmtype = { red }\nbyte x, y, R; proctype P() { skip }");
    let (formula, diagnostics) = parsed.formula(&mut sources, "<formula>", text);
    let faults: Vec<_> =
        diagnostics.iter().map(|it| format!("{:?}: {}", it.severity, it.message)).collect();
    let rendered = formula.map_or(faults.join("\n"), |it| render::ltl(&it));
    assert!(diagnostics.iter().all(|it| it.severity == Severity::Error));
    expected.assert_eq(&rendered);
}

#[test]
fn operators_bind_as_spin_has_it() {
    check_formula("[] x -> y", expect!["([] (x) -> (y))"]);
    check_formula("x U y U p", expect!["(((x) U (y)) U (x > 1))"]);
    check_formula("x -> y -> p <-> x", expect!["((((x) -> (y)) -> (x > 1)) <-> (x))"]);
    check_formula("x U y && p || x W y", expect!["((((x) U (y)) && (x > 1)) || ((x) W (y)))"]);
    check_formula("x || y && p", expect!["((x) || ((y) && (x > 1)))"]);
    check_formula("!<>[]!x U X y", expect!["(! <> [] ! (x) U X (y))"]);
    check_formula("[] (x + 1 > y && x == 1 | y)", expect!["[] (((x + 1) > y) && ((x == 1) | y))"]);
}

#[test]
fn operators_have_names() {
    check_formula(
        "always x implies eventually y until p weakuntil x equivalent next x release y stronguntil x",
        expect!["(([] (x) -> ((<> (y) U (x > 1)) W (x))) <-> ((X (x) V (y)) U (x)))"],
    );
    check_formula("x V y R p", expect!["(((x) V (y)) V (x > 1))"]);
    check_formula(
        "[] R == 1 R R",
        expect!["Error: a temporal formula has no value to compute with"],
    );
    check_formula("x /\\ y \\/ p", expect!["(((x) && (y)) || (x > 1))"]);
}

#[test]
fn atoms_are_expressions_of_the_model() {
    check_formula("[] (P[1]@l -> <> (P:v == red))", expect!["[] ((P[1]@l) -> <> (P:v == red))"]);
    check_formula(
        "<> c_expr { now.x == 1 } && (x -> y)",
        expect!["(<> (c_expr { now.x == 1 }) && ((x) -> (y)))"],
    );
}

#[test]
fn what_is_no_formula() {
    check_formula("[] x == 1", expect!["Error: a temporal formula has no value to compute with"]);
    check_formula(
        "[] full(q)",
        expect!["Error: a question about a channel cannot be used as a value"],
    );
    check_formula("x U", expect!["Error: expected an expression, found the end of the text"]);
    check_formula(
        "x y",
        expect!["Error: expected an operator or the end of the formula, found `y`"],
    );
    check_formula("", expect!["Error: expected an expression, found the end of the text"]);
    check_formula("<> run P()", expect!["Error: `run` outside of a process"]);
}

#[test]
fn faults_in_blocks() {
    check_faults(
        "byte x; ltl a { [] x x }\nltl b { <> }\nltl c x\nltl d { [] x",
        expect![[r#"
            error[syntax] model.pml:1:22 `x`: expected an operator or `}`, found `x`
              help: write an operator or `}` before `x`
            error[syntax] model.pml:2:12 `}`: expected an expression, found `}`
              help: write an expression before `}`
            error[syntax] model.pml:3:7 `x`: expected `{` and a formula, found `x`
              help: write `{` and a formula before `x`
            error[syntax] model.pml:4:13 ``: expected an operator or `}`, found the end of the text
              model.pml:4:7 `{`: not closed
              help: a `}`, `fi` or `od` is missing
        "#]],
    );
}
