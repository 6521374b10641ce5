//! The preprocessor as a whole. The expansions are those of `gcc -E`.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use proptest::prelude::*;
use tribunal_base::{Severity, Sources};

use crate::{Before, Extent, File, Files, Include, IncludeStyle, Preprocessed, preprocess};

/// A few files in two directories.
struct Shelf;

impl Files for Shelf {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        let directory = include.from.rsplit_once('/').map_or("", |it| it.0);
        let beside =
            format!("{directory}{}{}", if directory.is_empty() { "" } else { "/" }, include.name);
        let path = if include.style == IncludeStyle::Quoted {
            beside
        } else {
            format!("lib/{}", include.name)
        };
        let text = match path.as_str() {
            "one.h" => "one __FILE__ __LINE__\n#define ONE 1\n",
            "lib/lib.h" => {
                "#ifndef LIB\n#define LIB\n#include \"near.h\"\n#include <lib.h>\nlib\n#endif\n"
            }
            "lib/near.h" => "#pragma once\nnear\n#include \"near.h\"\n",
            "cycle.h" => "#include \"cycle.h\"\n",
            "open.h" => "#if 1\nopen\n#define CALL(x) x\nCALL(\n",
            _ => return None,
        };
        Some(File { path, text: text.into() })
    }
}

fn run(text: &str, defines: &[(&str, &str)]) -> (Sources, Preprocessed) {
    let mut sources = Sources::default();
    let file = sources.add("main.c", text);
    let defines: Vec<_> =
        defines.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let result = preprocess(&mut sources, file, &Shelf, &defines);
    (sources, result)
}

fn print(result: &Preprocessed) -> String {
    let mut out = String::new();
    for token in &result.tokens {
        match token.before {
            Before::Nothing => {}
            Before::Blank => out.push(' '),
            Before::Newline if out.is_empty() => {}
            Before::Newline => out.push('\n'),
        }
        out.push_str(result.text(token));
    }
    out
}

fn tell(sources: &Sources, result: &Preprocessed) -> String {
    let mut out = String::new();
    for it in &result.diagnostics {
        let at = sources.line_column(it.primary.span);
        let severity = if it.severity == Severity::Error { "error" } else { "warning" };
        let path = sources.path(it.primary.span.file);
        let snippet = sources.snippet(it.primary.span).replace('\n', "\\n");
        let _ = writeln!(
            out,
            "{severity}[{}] {path}:{}:{} `{snippet}`: {}",
            it.code, at.line, at.column, it.message
        );
        for related in &it.related {
            let at = sources.line_column(related.span);
            let _ = writeln!(
                out,
                "  {}:{}:{} {}",
                sources.path(related.span.file),
                at.line,
                at.column,
                related.message
            );
        }
    }
    out
}

fn check(text: &str, expected: Expect) {
    let (sources, result) = run(text, &[]);
    assert_eq!(tell(&sources, &result), "");
    expected.assert_eq(&print(&result));
}

fn check_faults(text: &str, expected: Expect) {
    let (sources, result) = run(text, &[]);
    expected.assert_eq(&format!("{}{}", tell(&sources, &result), print(&result)));
}

#[test]
fn the_examples_of_the_standard() {
    check(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
         #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
         f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n (f)^m(m);\n\
         p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };",
        expect![[r#"
            f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);
            f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))
            ^m(0,1);
            int i[] = { 1, 23, 4, 5, };
            char c[2][6] = { "hello", "" };"#]],
    );
    check(
        "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\\n x ## s, x ## t)\n\
         #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n\
         debug(1, 2);\nfputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') // this goes away\n == 0) str(: @\\n), s);\n\
         xstr(INCFILE(2).h)\nglue(HIGH, LOW);\nxglue(HIGH, LOW)",
        expect![[r#"
            printf("x" "1" "= %d, x" "2" "= %s", x1, x2);
            fputs("strncmp(\"abc\\0d\", \"abc\", '\\4') == 0"
            ": @\n", s);
            "vers2.h"
            "hello";
            "hello" ", world""#]],
    );
    check(
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\n\
         char p[] = join(x, y);\n#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
        expect![[r#"
            char p[] = "x ## y";
            int j[] = { 123, 45, 67, 89, 10, 11, 12, };"#]],
    );
}

#[test]
fn a_macro_is_not_used_inside_itself() {
    check("#define A B B\n#define B C\n#define C A\nA", expect!["A A"]);
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", expect!["2*9*g"]);
    check("#define NIL(x) x\n#define G(a) NIL(H)(a)\n#define H(a) NIL(a)\nG(42)", expect!["42"]);
}

#[test]
fn variadic_macros() {
    check(
        "#define F(x, ...) f(x , ## __VA_ARGS__)\n#define G(...) g(__VA_ARGS__)\n#define H(fmt, rest...) h(fmt, rest)\n#define V 7\n\
         F(1, F(2,3)) F(1,) F(1) F(1,V) G() G(1, (2,3)) H(1) H(1,2,3)",
        expect!["f(1 , F(2,3)) f(1 ,) f(1) f(1 , 7) g() g(1, (2,3)) h(1,) h(1, 2,3)"],
    );
}

#[test]
fn optional_parts_of_variadic_macros() {
    check(
        "#define E\n#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)\nF(1) F(1,2) F(1,) F(1,E)\n\
         #define G(X, ...) X##__VA_OPT__(x ## __VA_ARGS__) #__VA_ARGS__\nG(a) G(a,b)\n\
         #define H(...) __VA_OPT__(a(b)c) d\nH() H(1)",
        expect![[r#"
            f(1) f(1 , 2) f(1) f(1)
            a "" axb "b"
            d a(b)c d"#]],
    );
}

#[test]
fn what_compilers_say_about_themselves() {
    check(
        "#if defined __has_attribute && __has_attribute(packed) || __has_builtin(__builtin_trap)\nyes\n#endif\n\
         #if __has_include_next(<lib.h>)\nnext\n#endif\n__COUNTER__ __COUNTER__\n# 33 \"other.c\" 1 3\n__LINE__ __FILE__",
        expect![[r#"
            next
            0 1
            33 "other.c""#]],
    );
}

#[test]
fn the_operator_is_a_pragma_at_its_place() {
    let text = "#define PACKED(n) _Pragma(#n) struct\n#define N 2\na PACKED(pack(push, 1)) b\n_Pragma(L\"weak \\\"x\\\"\") c\n#pragma message N\n";
    let (_, result) = run(text, &[]);
    let line = |it: &crate::Pragma| {
        let words: Vec<&str> = it.tokens.iter().map(|it| result.text(it)).collect();
        format!("{}: {}\n", it.position, words.join(" "))
    };
    let tokens: Vec<&str> = result.tokens.iter().map(|it| result.text(it)).collect();
    assert_eq!(tokens, ["a", "struct", "b", "c"]);
    let pragmas: String = result.pragmas.iter().map(line).collect();
    assert_eq!(pragmas, "1: pack ( push , 1 )\n3: weak \"x\"\n4: message 2\n");
}

#[test]
fn macros_are_saved_and_restored() {
    let text = "#define X 1
        #pragma push_macro(\"X\")
        #pragma push_macro(\"Y\")
        #define Y 5
        #undef X
        X Y
        #define X 2
        X
        _Pragma(\"pop_macro(\\\"X\\\")\") X
        #pragma pop_macro(\"Y\")
        #pragma pop_macro(\"X\")
        X Y";
    let (_, result) = run(text, &[]);
    let tokens: Vec<&str> = result.tokens.iter().map(|it| result.text(it)).collect();
    assert_eq!(tokens, ["X", "5", "2", "1", "1", "Y"]);
}

#[test]
fn pragmas_are_kept_with_their_place() {
    let (_, result) =
        run("a b\n#pragma pack(push, 1)\nc\n#if 0\n#pragma no\n#endif\n#pragma end\n", &[]);
    let line = |it: &crate::Pragma| {
        let words: Vec<_> = it.tokens.iter().map(|it| result.text(it)).collect();
        format!("{}: {}\n", it.position, words.join(" "))
    };
    expect![[r#"
        2: pack ( push , 1 )
        3: end
    "#]]
    .assert_eq(&result.pragmas.iter().map(line).collect::<String>());
}

#[test]
fn white_space_and_lines() {
    check(
        "#define F(a,b) a+b\n#define E\n#define O 7\n1 F(1,\n 2) c1 c2\n2 F(1,\n 2)c1\n3 a /*\n*/ b\n4 a \\\n b\n5 O /*\n*/ e\nE x E E y\nE\nz\n\
         - -O -O 9 F\n(1, 2) w F x\r\nr\rs",
        expect![[r#"
            1 1+2
            c1 c2
            2 1+2
            c1
            3 a
            b
            4 a
            b
            5 7
            e
            x y
            z
            - -7 -7 9 1+2
            w F x
            r
            s"#]],
    );
}

#[test]
fn conditions() {
    check(
        "#define one 1\n#if 1 ? 0 : (2 / 0)\nbad\n#elif -1 > 0u && defined one && !defined(two) && 'a' == 97 && '\\'' == 39 && '\\\\' == 92 && '\"' == 34 && (0xffu >> 4) == 15 && (1,2) == 2\nok\n#else\nbad\n#endif\n\
         #if 0\n' open \"\n#if 1\n#else\n#endif\n#elif (1 || 1/0) && two == 0 && '\\n' == 10 && '\\x41' == 'A' && 010 == 8 && 0b11 == 3\nfine\n#else\nbad\n#endif\n\
         #ifdef one\n#ifndef one\nbad\n#else\nyes\n#endif\n#endif\n#if __has_include(\"one.h\") && !__has_include(<none.h>)\nfound\n#endif\n\
         #define NEAR \"one.h\"\n#define FAR <none.h>\n#if __has_include(NEAR) && !__has_include(FAR) && __INCLUDE_LEVEL__ == 0\n__BASE_FILE__\n#endif\n\
         #if 1 << 70 == 0 && -8 >> 1 == -4 && 7 % -4 == 3 && ~0 == -1 && !0 == 1 && (2 | 1 ^ 3 & 5) == 2\nshift\n#endif",
        expect![[r#"
            ok
            fine
            yes
            found
            "main.c"
            shift"#]],
    );
}

#[test]
fn files() {
    check(
        "#include \"one.h\"\n#define NAME <lib.h>\n#include NAME\n#include \"one.h\"\nONE __FILE__ __LINE__\n#line 40 \"other.c\"\n__LINE__ __FILE__\n# 7\n__LINE__ __COUNTER__ __COUNTER__",
        expect![[r#"
            one "one.h" 1
            near
            lib
            one "one.h" 1
            1 "main.c" 5
            40 "other.c"
            7 0 1"#]],
    );
}

#[test]
fn definitions_from_outside() {
    let (_, result) = run("A B(1) C", &[("A", "1 2"), ("B(x)", "[x]"), ("C", "")]);
    assert_eq!(print(&result), "1 2 [1]");
}

#[test]
fn tokens_know_their_macros() {
    let (sources, result) = run("#define IN(x) (x+1)\n#define OUT IN(y)\nOUT z", &[]);
    let describe = |index: usize| {
        let token = &result.tokens[index];
        let uses = result
            .uses(token.expansion)
            .map(|it| sources.snippet(it.call))
            .collect::<Vec<_>>()
            .join(" in ");
        format!(
            "{} from {uses} at {}",
            sources.snippet(token.span),
            sources.snippet(result.site(token))
        )
    };
    let all: Vec<_> = (0..result.tokens.len()).map(describe).collect();
    expect![[r#"
        ( from IN(y) in OUT at OUT
        y from OUT at OUT
        + from IN(y) in OUT at OUT
        1 from IN(y) in OUT at OUT
        ) from IN(y) in OUT at OUT
        z from  at z"#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn a_later_text_sees_the_macros() {
    let (mut sources, result) = run("#define P (x > 1)\n#define Q(a) a", &[]);
    let file = sources.add("formula", "[] P -> Q(y)");
    assert_eq!(print(&result.continue_with(&mut sources, file)), "[] (x > 1) -> y");
    assert!(result.is_macro("P") && !result.is_macro("x"));
}

#[test]
fn faults_in_directives() {
    check_faults(
        "#define\n#define 3 4\n#define f(a,a) a\n#define g(a b) a\n#define h(a) #b\n#define i ## x\n#define j x ##\n#define defined 1\n#undef\n#foo bar\n\
         #include\n#include \"none.h\"\n#include <none.h>\n#line x\n#error stop here\n#warning careful\n#ifdef\n#endif\n#ident \"x\"\n#\nrest",
        expect![[r#"
            error[invalid-macro-definition] main.c:1:1 `#define`: #define without a name
            error[invalid-macro-definition] main.c:2:9 `3`: `3` cannot be the name of a macro
            error[invalid-macro-definition] main.c:3:13 `a`: the parameter list of this macro is malformed
            error[invalid-macro-definition] main.c:4:13 `b`: the parameter list of this macro is malformed
            error[invalid-macro-definition] main.c:5:14 `#`: `#` is not followed by a parameter of the macro
            error[invalid-macro-definition] main.c:6:11 `##`: `##` cannot be at the start or end of a replacement
            error[invalid-macro-definition] main.c:7:13 `##`: `##` cannot be at the start or end of a replacement
            error[invalid-macro-definition] main.c:8:9 `defined`: `defined` cannot be the name of a macro
            error[invalid-directive] main.c:9:1 `#undef`: #undef without the name of a macro
            error[invalid-directive] main.c:10:1 `#foo`: unknown directive `#foo`
            error[invalid-directive] main.c:11:1 `#include`: #include without a file name
            error[missing-include] main.c:12:1 `#include "none.h"`: cannot find the file `none.h`
            error[missing-include] main.c:13:1 `#include <none.h>`: cannot find the file `none.h`
            error[invalid-directive] main.c:14:1 `#line`: #line needs a number and perhaps a file name in quotes
            error[error-directive] main.c:15:1 `#error`: #error: stop here
            warning[warning-directive] main.c:16:1 `#warning`: #warning: careful
            error[invalid-directive] main.c:17:1 `#ifdef`: the name of a macro is missing
            rest"#]],
    );
}

#[test]
fn faults_in_conditions() {
    check_faults(
        "#if\n#endif\n#if 1 / 0\n#endif\n#if (1\n#endif\n#if 1.5\n#endif\n#if 1 2\n#endif\n#if \"a\"\n#endif\n#else\n#endif\n#elif 1\n#if 1\n#else\n#else\n#endif\n#if 0\n#ifdef X",
        expect![[r#"
            error[invalid-condition] main.c:1:1 `#if`: #if without a condition
            error[invalid-condition] main.c:3:7 `/`: division by zero in this condition
            error[invalid-condition] main.c:5:1 `#if`: `)` is missing in this condition
            error[invalid-condition] main.c:7:5 `1.5`: `1.5` is not an integer of at most 64 bits
            error[invalid-condition] main.c:9:7 `2`: unexpected `2` in this condition
            error[invalid-condition] main.c:11:5 `"a"`: unexpected `"a"` in this condition
            error[stray-conditional] main.c:13:1 `#else`: #else without #if
            error[stray-conditional] main.c:14:1 `#endif`: #endif without #if
            error[stray-conditional] main.c:15:1 `#elif`: #elif without #if
            error[stray-conditional] main.c:18:1 `#else`: #else after #else
              main.c:16:1 of this conditional
            error[unterminated-conditional] main.c:20:1 `#if`: no #endif for this directive
            error[unterminated-conditional] main.c:21:1 `#ifdef`: no #endif for this directive
        "#]],
    );
}

#[test]
fn faults_in_macros() {
    check_faults(
        "#define f(a, b) a b\n#define g(a) a ## +\n#define v(a, ...) a\n#define f(a) a\nf(1, 2, 3) f(1) g(x) v() f\n#undef f\n#define f(a, b) a b\nf(1, (2)",
        expect![[r#"
            warning[macro-redefined] main.c:4:9 `f`: macro `f` is defined again
              main.c:1:9 first defined here
            error[macro-arguments] main.c:5:1 `f(1, 2, 3)`: macro `f` takes 1 arguments, not 3
              main.c:4:9 defined here
            error[invalid-paste] main.c:5:17 `g(x)`: `x` and `+` do not make one token
              main.c:2:9 pasted by `##` in this macro
            error[unterminated-macro-call] main.c:8:2 `(`: the arguments of macro `f` never end
              main.c:7:9 defined here
            f 1 x + f
            f"#]],
    );
}

#[test]
fn open_ends() {
    check_faults(
        "a 'b\nc \"d\n#if 0\n'\n#endif\ne \\  \nf /* g",
        expect![[r#"
        warning[blank-after-backslash] main.c:6:3 `\`: blanks between the backslash and the end of the line
        error[unterminated-quote] main.c:1:3 `'b`: this quote is not closed before the end of the line
        error[unterminated-quote] main.c:2:3 `"d`: this quote is not closed before the end of the line
        error[unterminated-comment] main.c:7:3 `/* g`: this comment never ends
        a 'b
        c "d
        e
        f"#]],
    );
    check_faults(
        "#include \"open.h\"\nafter)",
        expect![[r#"
        error[unterminated-macro-call] open.h:4:5 `(`: the arguments of macro `CALL` never end
          open.h:3:9 defined here
        error[unterminated-conditional] open.h:1:1 `#if`: no #endif for this directive
        open
        CALL
        after)"#]],
    );
    check_faults(
        "x\n#include \"cycle.h\"\ny",
        expect![[r#"
        error[include-depth] cycle.h:1:1 `#include "cycle.h"`: `cycle.h` includes itself, directly or through others
        x"#]],
    );
}

#[test]
fn bombs_are_defused() {
    let doubling: String = (1..40).map(|it| format!("#define A{it} A{0} A{0}\n", it - 1)).collect();
    let chain: String = (1..2000).map(|it| format!("#define A{it} A{}\n", it - 1)).collect();
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(5000), ")".repeat(5000));
    let condition = format!("#if {}1{}\n#endif", "(".repeat(100_000), ")".repeat(100_000));
    for (text, code) in [
        (format!("{doubling}A39"), "macro-expansion-limit"),
        (format!("{chain}A1999"), "macro-expansion-limit"),
        (nested, "macro-expansion-limit"),
        (condition, "invalid-condition"),
    ] {
        let (_, result) = run(&text, &[]);
        assert_eq!(result.diagnostics.first().map(|it| it.code), Some(code));
    }
}

#[test]
fn long_texts_take_linear_time() {
    let text = "#define N 1\nx = N + /* c */ y \\\n ;\n".repeat(20_000);
    let (_, result) = run(&text, &[]);
    assert_eq!((result.tokens.len(), result.extent), (120_000, Extent::Complete));
}

fn survives(text: &str) {
    let (sources, result) = run(text, &[]);
    for it in result.diagnostics.iter() {
        let span = it.primary.span;
        assert!(
            span.start <= span.end && span.end as usize <= sources.text(span.file).len(),
            "{it:?}"
        );
    }
    for token in &result.tokens {
        assert!(
            token.expansion.is_some() || !sources.snippet(result.site(token)).is_empty(),
            "{token:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text(text in "\\PC*") {
        survives(&text);
    }

    #[test]
    fn random_directives(words in prop::collection::vec(prop::sample::select(vec![
        "#", "define", "undef", "if", "ifdef", "elif", "else", "endif", "include", "line", "error", "F", "(", ")", ",", "x", "__VA_ARGS__",
        "...", "##", "\"", "'", "\\", "\n", "\n#", "\n#define F(x,y) ", "\n#define x F ", "1", "<", "\"one.h\"", "defined", "/*", "*/", "//", " ", "\r",
        "__LINE__", "?", ":", "&&", "/", "0",
    ]), 0..60)) {
        survives(&words.concat());
        survives(&words.join(" "));
    }

    /// Text without macros and directives comes out as it is.
    #[test]
    fn plain_text_stays(words in prop::collection::vec("[a-z]{1,3}|[0-9]{1,3}|[-+*;:<>=!|&]{1,3}", 0..40)) {
        let text = words.join(" ");
        let (_, result) = run(&text, &[]);
        prop_assert_eq!(print(&result), text);
    }
}
