//! Inlines: expansion, scope, results, and what goes wrong.

use expect_test::expect;

use super::{check, check_faults};

#[test]
fn parameters_are_replaced() {
    check(
        "byte x, y; inline set(v, e) { v = e; if :: v > e -> skip :: else fi\n v++ }\ninit { set(x, y + 1); set(y, (2)) }",
        expect![[r#"
            byte x, y;
            inline set(v, e)
            init {
              set(x, (y + 1)) {
                x = (y + 1);
                if
                ::
                  (x > (y + 1));
                  skip;
                ::
                  else;
                fi;
                x++;
              }
              set(y, 2) {
                y = 2;
                if
                ::
                  (y > 2);
                  skip;
                ::
                  else;
                fi;
                y++;
              }
            }
        "#]],
    );
}

#[test]
fn calls_nest_and_may_be_escaped() {
    check(
        "byte x; inline one(v) { v = 1 } inline two(w) { one(w); one(x) }\ninit { two(x) unless { one(x) }\n L: one(x) two(x) }",
        expect![[r#"
            byte x;
            inline one(v)
            inline two(w)
            init {
              two(x) {
                one(x) {
                  x = 1;
                }
                one(x) {
                  x = 1;
                }
              } unless
              {
                one(x) {
                  x = 1;
                }
              }
              L: one(x) {
                x = 1;
              }
              two(x) {
                one(x) {
                  x = 1;
                }
                one(x) {
                  x = 1;
                }
              }
            }
        "#]],
    );
}

#[test]
fn results() {
    check(
        "byte x, a[2]; inline inc(v) { return v + 1 }\ninit { x = inc(x); a[x] = inc(inc_is_a_name) }",
        expect![[r#"
            byte x, a[2];
            inline inc(v)
            init {
              x = inc(x) {
                x = (x + 1);
              }
              a[x] = inc(inc_is_a_name) {
                a[x] = (inc_is_a_name + 1);
              }
            }
        "#]],
    );
}

#[test]
fn faults_of_calls() {
    check_faults(
        "byte x;\ninline f(a) { a = 1 }\ninline f(b) { skip }\ninline g() { g() }\ninline h(a, b) { a = b }\ninline r() { return 1 }\n\
         init { f(); f(x, x); g(); h(b, x); h(s.a, 1); r(); x = f }",
        expect![[r#"
            error[inline-redefined] model.pml:3:8 `f`: inline `f` is defined again
              model.pml:2:8 `f`: first defined here
              help: give one of them another name
            error[inline-arguments] model.pml:7:8 `f()`: inline `f` takes 1 arguments, not 0
              model.pml:3:8 `f`: defined here
              help: give one argument for each parameter
            error[inline-arguments] model.pml:7:13 `f(x, x)`: inline `f` takes 1 arguments, not 2
              model.pml:3:8 `f`: defined here
              help: give one argument for each parameter
            error[recursive-inline] model.pml:4:14 `g()`: inline `g` calls itself, directly or through others
              model.pml:4:8 `g`: defined here
              model.pml:7:22 `g()`: in this call of `g`
              help: an inline is replaced by its text, so it cannot be recursive; use a proctype or a loop
            error[inline-parameter-clash] model.pml:7:27 `h(b, x)`: the argument `b` has the name of another parameter of `h`
              model.pml:5:18 `a`: replaced here
              help: rename the parameter in the definition of `h`: it is replaced as text
            error[inline-parameter-clash] model.pml:7:36 `h(s.a, 1)`: the parameter `a` of `h` is part of the argument `s.a`
              model.pml:5:18 `a`: replaced here
              help: rename the parameter in the definition of `h`: it is replaced as text
            error[misplaced-return] model.pml:6:14 `return`: `return` without a variable to assign to
              model.pml:7:47 `r()`: in this call of `r`
              help: `return` is for inlines that are called as `x = f(..)`
            error[syntax] model.pml:7:58 `}`: expected `(` and the arguments, found `}`
              help: write `(` and the arguments before `}`
        "#]],
    );
}

#[test]
fn a_fault_in_a_body_names_the_call() {
    check_faults(
        "inline f(a) { a = ; skip }\nbyte x;\ninit { f(x); f(x + 1) }",
        expect![[r#"
            error[syntax] model.pml:1:19 `;`: expected an expression, found `;`
              model.pml:3:8 `f(x)`: in this call of `f`
              help: write an expression before `;`
            error[syntax] model.pml:1:17 `=`: expected `;` or an operator, found `=`
              model.pml:3:14 `f(x + 1)`: in this call of `f`
              help: an assignment is a statement; to compare, write `==`
        "#]],
    );
}

#[test]
fn expansion_is_bounded() {
    let mut text = String::from("byte x; inline f0() { x++; x++; x++; x++ }\n");
    for level in 1..30 {
        text += &format!("inline f{level}() {{ f{0}(); f{0}(); f{0}() }}\n", level - 1);
    }
    text += "init { f29() }";
    let (_, parsed) = super::read(&text);
    assert!(parsed.diagnostics.iter().any(|it| it.code == "inline-size"));
}
