//! Messages about what is not C, several in a run.

use expect_test::{Expect, expect};

use crate::syntax::{run, tell};

fn check(text: &str, expected: Expect) {
    let (sources, _, diagnostics) = run(text);
    expected.assert_eq(&tell(&sources, &diagnostics));
}

#[test]
fn each_declaration_and_statement_on_its_own() {
    check(
        "int a = ;\nint b\nint c;\nvoid f(void) {\n  int d = 1 2;\n  a = (3;\n  if (a { b = 1; }\n  foo bar;\n  a = 1;\n}\n\
         struct s { int a, ; int b; };\nint g(int x { return x; }\nint e;\n}\nint h(void) { return @; }\n",
        expect![[r#"
            main.c:1:9: Error[unexpected-token]: expected an expression, found `;`
              help: write an expression, or remove `;`
            main.c:3:1: Error[unexpected-token]: expected `;` after the declaration, found `int`
              help: write `;` after the declaration, or remove `int`
            main.c:5:13: Error[unexpected-token]: expected `;` after the declaration, found `2`
              help: write `;` after the declaration, or remove `2`
            main.c:6:9: Error[unexpected-token]: expected `)` after the expression, found `;`
              help: write `)` after the expression, or remove `;`
            main.c:7:9: Error[unexpected-token]: expected `)` after the condition, found `{`
              help: write `)` after the condition, or remove `{`
            main.c:8:3: Error[unknown-type]: unknown type `foo`
              help: declare it with `typedef` before, or include the header that does
            main.c:11:19: Error[unexpected-token]: expected a name, found `;`
              help: write a name, or remove `;`
            main.c:12:13: Error[unexpected-token]: expected `)` after the parameters, found `{`
              help: write `)` after the parameters, or remove `{`
            main.c:14:1: Error[unexpected-token]: this `}` closes nothing
              help: remove it, or look for a missing `{`
            main.c:15:22: Error[unexpected-token]: expected an expression, found `@`
              help: this character means nothing in C outside of strings
        "#]],
    );
}

#[test]
fn types() {
    check(
        "foo x;\nint f(foo a, bar *b);\nlong float y;\nstatic extern int z;\nint char w;\nstruct s { int a; }\nint g(void) { }\n\
         _Decimal64 d;\nint h(...);\nsizeof(int) v;\nlong long long l;\nshort double sd;\n",
        expect![[r#"
            main.c:1:1: Error[unknown-type]: unknown type `foo`
              help: declare it with `typedef` before, or include the header that does
            main.c:2:7: Error[unknown-type]: unknown type `foo`
              help: declare it with `typedef` before, or include the header that does
            main.c:2:14: Error[unknown-type]: unknown type `bar`
              help: declare it with `typedef` before, or include the header that does
            main.c:3:1: Error[conflicting-specifiers]: these words do not make a type together
              help: types are written like `unsigned long`, `long double`, `short`
            main.c:4:8: Error[conflicting-specifiers]: a declaration has at most one storage class
              help: keep one of `typedef`, `extern`, `static`, `auto`, `register`
            main.c:5:1: Error[conflicting-specifiers]: these words do not make a type together
              help: types are written like `unsigned long`, `long double`, `short`
            main.c:7:1: Error[conflicting-specifiers]: a declaration has only one type
              help: perhaps a `;` is missing after the `}` of a struct, union or enum before
            main.c:8:1: Error[unsupported-type]: decimal and imaginary types are not supported
              help: use `double`
            main.c:9:6: Error[invalid-parameters]: `...` needs a parameter before it
              help: give the function a first parameter
            main.c:10:1: Error[unexpected-token]: expected a declaration, found `sizeof`
              help: write a declaration, or remove `sizeof`
            main.c:11:1: Error[conflicting-specifiers]: these words do not make a type together
              help: types are written like `unsigned long`, `long double`, `short`
            main.c:12:1: Error[conflicting-specifiers]: these words do not make a type together
              help: types are written like `unsigned long`, `long double`, `short`
        "#]],
    );
}

#[test]
fn ends() {
    check(
        "int f(void) {\n  if (1) {\n",
        expect![[r#"
        main.c:2:10: Error[unclosed-block]: this `{` is never closed
          help: write `}` where the block ends
        main.c:1:13: Error[unclosed-block]: this `{` is never closed
          help: write `}` where the block ends
    "#]],
    );
    check(
        "int x",
        expect![[r#"
        main.c:1:5: Error[unexpected-token]: expected `;` after the declaration, found the end of the file
          help: the file ends too early: look for a missing `}` or `)`
    "#]],
    );
    check(
        "int x = (",
        expect![[r#"
        main.c:1:9: Error[unexpected-token]: expected an expression, found the end of the file
          help: the file ends too early: look for a missing `}` or `)`
    "#]],
    );
    check(
        "/* open",
        expect![[r#"
        main.c:1:1: Error[unterminated-comment]: this comment never ends
          help: write `*/` where it should end
    "#]],
    );
    check(
        "struct s {",
        expect![[r#"
        main.c:1:10: Error[unexpected-token]: expected `}` after the members, found the end of the file
          help: the file ends too early: look for a missing `}` or `)`
    "#]],
    );
}

#[test]
fn old_and_unsupported() {
    check(
        "main() { return 1; }\nstatic x;\nchar *s = \"\\400 \\u12\"; int c = ''; int n = 08 + 0x + 1e;\n",
        expect![[r#"
            main.c:1:1: Warning[implicit-int]: a declaration without a type
              help: it is read as `int`, which C allowed until 1999
            main.c:2:1: Warning[implicit-int]: a declaration without a type
              help: it is read as `int`, which C allowed until 1999
            main.c:3:11: Error[invalid-string]: `\u` needs 4 digits that name a character
              help: write the backslash twice if it is meant
            main.c:3:32: Error[invalid-character]: a character constant without a character
              help: write a character or an escape sequence of C
            main.c:3:44: Error[invalid-number]: `8` is no digit of an octal or binary number
              help: write an integer or floating constant of C
            main.c:3:49: Error[invalid-number]: `0x` has no digits
              help: write an integer or floating constant of C
            main.c:3:54: Error[invalid-number]: the exponent of `1e` has no digits
              help: write an integer or floating constant of C
        "#]],
    );
}

#[test]
fn a_flood_is_dammed() {
    let (_, _, diagnostics) = run(&"int = 3;\n".repeat(1000));
    assert_eq!(diagnostics.len(), 100);
}
