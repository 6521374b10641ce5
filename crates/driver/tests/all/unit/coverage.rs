//! Coverage of functions, and tests that are generated for them.

use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use expect_test::{Expect, expect};
use tribunal_driver::unit::coverage::{CoverageOptions, Criterion, cover_function};
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::unit::{Numbers, Options};
use tribunal_driver::{UnitQuestion, find_paths, prepare_unit};

use super::{Folder, NO_LIMITS, question, translation};

/// Covers `f` of a text, and tells what became of the goals, of the tests, and the text of the first test from its function on.
fn check(text: &str, stubs: &[&str], criterion: Criterion, expected: Expect) {
    expected.assert_eq(&cover(text, stubs, criterion, &[]));
}

fn cover(text: &str, stubs: &[&str], criterion: Criterion, sequences: &[&[&str]]) -> String {
    let folder = Folder::new();
    let file = folder.write("unit.c", text);
    let translation = translation();
    let question = UnitQuestion {
        stubs: stubs.iter().map(|it| (*it).to_owned()).collect(),
        elements: 2,
        ..question(&["f"])
    };
    let unit =
        prepare_unit(&file, &translation, &question).expect("a function that can be checked");
    let options = CoverageOptions {
        criterion,
        sequences: sequences
            .iter()
            .map(|it| it.iter().map(|it| (*it).to_owned()).collect())
            .collect(),
        repeat: 1,
        more_elements: None,
        patience: Duration::from_secs(20),
        limits: NO_LIMITS,
    };
    let never = AtomicBool::new(false);
    let covered = cover_function(&unit, &translation, &question, &options, &never)
        .expect("a supported function");
    let mut out = String::new();
    for goal in &covered.report.goals {
        let to = goal.to.map_or(String::new(), |it| format!(" to {it}"));
        let decides = goal.decides.map(|it| format!(" {} {it}", goal.text));
        let to = decides.unwrap_or(to);
        out.push_str(&format!("{}{to}: {:?}\n", goal.line, goal.state));
    }
    let tests = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
    let mut generator = Generator::new(&unit, &translation, &tests).expect("a folder for tests");
    for path in &covered.paths {
        let report = generator.write(path, &never).expect("a test");
        out.push_str(&format!("test: {:?} {}\n", report.outcome, report.why));
    }
    if let Ok(first) = std::fs::read_to_string(folder.0.join("tests/test_f_1.c")) {
        let start = first.find("#include TRIBUNAL_SOURCE").expect("the function is included");
        let end = first.find("int main").expect("a main function");
        out.push_str(first[start..end].trim_end());
        out.push('\n');
    }
    out
}

#[test]
fn sequences_of_places_are_passed_or_proved_impossible() {
    let text = "\
int f(int n) {
  while (n > 0) {
    if (n > 7) {
a:    n = n - 3;
    } else {
b:    n = n - 1;
    }
  }
  return n;
}
";
    let told = cover(text, &[], Criterion::Sequence, &[&["a", "a", "b"], &["b", "a"]]);
    expect![[r#"
        4: Covered
        6: Unreachable
        test: Good 
        #include TRIBUNAL_SOURCE

        static void test_f_1(void) {
            int n = 11;
            int result = f(n);
            assert(result == 0);
        }
    "#]]
    .assert_eq(&told);
}

#[test]
fn missing_functions_return_floats() {
    check(
        "double half(int n);\nfloat third(int n);\nint unused(int n);\nint g(int n) { return unused(n); }\nint f(int n) {\n  if (half(n) > 2.5)\n    return 1;\n  if (third(n) == 0.5f)\n    return 2;\n  return 0;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            6 to 7: Covered
            6 to 8: Covered
            8 to 9: Covered
            8 to 10: Covered
            test: Good 
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            double stub_of_half() {
                static double const values[] = {2.681561585996699e154};
                static unsigned next;
                return next < 1 ? values[next++] : 0;
            }
            extern __typeof__(half) half __attribute__((alias("stub_of_half")));
            float stub_of_third() { return 0; }
            extern __typeof__(third) third __attribute__((alias("stub_of_third")));

            static void test_f_1(void) {
                int n = 0;
                int result = f(n);
                assert(result == 1);
            }
        "#]],
    );
}

#[test]
fn conditions_with_effects_decide_too() {
    check(
        "static int is_small(int n) { return n < 10; }\nint f(int n, int m) {\n  if (n++ > 3 && (is_small(n) || m == 7))\n    return n;\n  return 0;\n}\n",
        &[],
        Criterion::Mcdc,
        expect![[r#"
            3 n++ > 3 true: Covered
            3 n++ > 3 false: Covered
            3 is_small(n) true: Covered
            3 is_small(n) false: Covered
            3 m == 7 true: Covered
            3 m == 7 false: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                int n = 8;
                int m = -8;
                int result = f(n, m);
                assert(result == 9);
            }
        "#]],
    );
}

/// Just enough of the frameworks to compile a test and run it.
const UNITY: &str = "\
#include <stdlib.h>
#define UNITY_BEGIN() setUp()
#define UNITY_END() (tearDown(), 0)
#define RUN_TEST(test) test()
#define TEST_ASSERT_TRUE(it) do { if (!(it)) exit(1); } while (0)
";
const CMOCKA: &str = "\
#include <stdlib.h>
struct CMUnitTest { const char *name; void (*test)(void **state); };
#define cmocka_unit_test(it) { #it, it }
#define assert_true(it) do { if (!(it)) exit(1); } while (0)
static int cmocka_run_group_tests(const struct CMUnitTest *tests, void *before, void *after) {
    (void)before, (void)after;
    tests[0].test(0);
    return 0;
}
";

#[test]
fn tests_of_frameworks_compile_and_pass() {
    let folder = Folder::new();
    let file = folder.write("unit.c", "int f(int n) { if (n > 3) return 1; return n; }\n");
    folder.write("unity.h", UNITY);
    folder.write("cmocka.h", CMOCKA);
    let translation = translation();
    let unit = prepare_unit(&file, &translation, &question(&["f"]))
        .expect("a function that can be checked");
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), 20, &NO_LIMITS, &never, &mut ())
        .expect("a supported function");
    assert_eq!(found.paths.len(), 2);
    for framework in [Framework::Unity, Framework::Cmocka] {
        let tests = folder.0.join(format!("{framework:?}"));
        let options = TestOptions { folder: tests.clone(), framework };
        let mut generator = Generator::new(&unit, &translation, &options).expect("a folder");
        for (number, path) in (1..).zip(&found.paths) {
            generator.write(path, &never).expect("a test");
            let test = tests.join(format!("test_f_{number}"));
            let compiled = Command::new("gcc")
                .args(["-Wall", "-Werror", "-I"])
                .arg(&folder.0)
                .arg(test.with_extension("c"))
                .arg("-o")
                .arg(&test)
                .output();
            // Without a compiler there is nothing to see.
            let Ok(compiled) = compiled else { return };
            let said = String::from_utf8_lossy(&compiled.stderr);
            assert!(compiled.status.success(), "{framework:?}: {said}");
            let ran = Command::new(&test).status().expect("the test should start");
            assert!(ran.success(), "{framework:?}");
        }
    }
}

#[test]
fn branches_are_covered_or_proved_unreachable() {
    check(
        "int f(int x) {\n  if (x > 0)\n    return 1;\n  if (x > 5)\n    return 2;\n  return 0;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            2 to 3: Covered
            2 to 4: Covered
            4 to 5: Unreachable
            4 to 6: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                int x = 1;
                int result = f(x);
                assert(result == 1);
            }
        "#]],
    );
}

#[test]
fn loops_go_round_as_often_as_needed() {
    check(
        "int f(unsigned char n) {\n  int i = 0;\n  while (n > 0) { n /= 4; i++; }\n  if (i == 3)\n    return 1;\n  return 0;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            3 to 3: Covered
            3 to 4: Covered
            4 to 5: Covered
            4 to 6: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                unsigned char n = 1;
                int result = f(n);
                assert(result == 0);
            }
        "#]],
    );
}

#[test]
fn objects_are_built_and_looked_at() {
    check(
        "struct s { int n; char c[2]; };\nint g;\nvoid f(struct s *p) {\n  if (!p)\n    return;\n  p->c[1] = 'x';\n  g = p->n + 1;\n}\n",
        &[],
        Criterion::Statement,
        expect![[r#"
            4: Covered
            5: Covered
            6: Covered
            7: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                struct s *p = 0;
                g = 0;
                f(p);
                assert(g == 0);
            }
        "#]],
    );
}

#[test]
fn what_a_moved_pointer_has_left_behind_is_not_looked_at() {
    check(
        "int f(const char **p) {
    int count = 0;
    while ('0' <= **p && **p <= '9') {
        (*p)++;
        count++;
    }
    return count;
}
",
        &[],
        Criterion::Branch,
        expect![[r#"
            3 to 4: Covered
            3 to 7: Covered
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                const char object_1[2] = { '7', '\0' };
                const char *object_0[2] = { object_1, 0 };
                const char **p = object_0;
                int result = f(p);
                assert(result == 1);
                assert(p[0] != 0);
                assert(p[0][0] == '\0');
                assert(p[1] == 0);
            }
        "#]],
    );
}

#[test]
fn stubs_and_missing_functions_are_defined() {
    check(
        "int ask(int);\nint tell(int x) { return x; }\nint f(void) {\n  if (ask(1) > 3 && tell(2) == 7)\n    return 1;\n  return 0;\n}\n",
        &["tell(x): result > x"],
        Criterion::Branch,
        expect![[r#"
            4 to 5: Covered
            4 to 6: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            void abort(void);
            static void assume(_Bool holds) { if (!holds) abort(); }
            static int tell_0(void) {
                static int const values[] = {7};
                static unsigned next;
                return next < 1 ? values[next++] : 0;
            }
            int tell(int x) {
                int result = tell_0();
                assume(result > x);
                return result;
            }
            long long stub_of_ask() {
                static long long const values[] = {16};
                static unsigned next;
                return next < 1 ? values[next++] : 0;
            }
            extern __typeof__(ask) ask __attribute__((alias("stub_of_ask")));

            static void test_f_1(void) {
                int result = f();
                assert(result == 1);
            }
        "#]],
    );
}

#[test]
fn calls_in_conditions_are_passed() {
    check(
        "static int odd(int x) { return x & 1; }\nint f(int x) {\n  switch (x) {\n  case 4:\n    return 5;\n  default:\n    if (odd(x))\n      return 1;\n    return 0;\n  }\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            3 to 5: Covered
            3 to 7: Covered
            7 to 8: Covered
            7 to 9: Covered
            test: Good 
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                int x = 4;
                int result = f(x);
                assert(result == 5);
            }
        "#]],
    );
}

#[test]
fn each_condition_decides() {
    check(
        "struct s { int n; };\nint f(struct s *p, int k) {\n  if (p && (p->n > 2 || k == p->n) && k < 9)\n    return 1;\n  return 0;\n}\n",
        &[],
        Criterion::Mcdc,
        expect![[r#"
            3 p true: Covered
            3 p false: Covered
            3 p->n > 2 true: Covered
            3 p->n > 2 false: Covered
            3 k == p->n true: Covered
            3 k == p->n false: Covered
            3 k < 9 true: Covered
            3 k < 9 false: Covered
            test: Good 
            test: Good 
            test: Good 
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                struct s object_0[1] = { { .n = -1 } };
                struct s *p = object_0;
                int k = -1;
                int result = f(p, k);
                assert(result == 1);
                assert(p->n == -1);
            }
        "#]],
    );
}

/// The tests of the paths that are asked for, in one line each.
fn written(text: &str, question: &UnitQuestion) -> String {
    let folder = Folder::new();
    let file = folder.write("unit.c", text);
    let translation = translation();
    let unit = prepare_unit(&file, &translation, question).expect("a right file");
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), 20, &NO_LIMITS, &never, &mut ())
        .expect("a supported function");
    let options = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
    let mut generator = Generator::new(&unit, &translation, &options).expect("a folder");
    let lines = found.paths.iter().map(|it| generator.write(it, &never).expect("a test").line());
    let start = format!("{}/", folder.0.to_string_lossy());
    lines.map(|it| it.replace(&start, "") + "\n").collect()
}

#[test]
fn why_there_is_no_test_is_told() {
    let over_integers = UnitQuestion { numbers: Numbers::Integers, ..question(&["f"]) };
    let text = "int f(int a) { if (a > 3000000000) return 1; return 0; }\n";
    expect![[r#"
        tests/test_f_1.c, good: it passes, and takes this path
        none: `a` is 8589934592, which is no `int`
    "#]]
    .assert_eq(&written(text, &over_integers));
    let text = "int f(int a) { int b = a * 2; if (b > 3000000000) return 1; return 0; }\n";
    expect![[r#"
        tests/test_f_1.c, good: it passes, and takes this path
        none: numbers of C wrap around on this path
    "#]]
    .assert_eq(&written(text, &over_integers));
    let spinning = UnitQuestion { find: Some("<> at(spin)".to_owned()), ..question(&["f"]) };
    let text = "void f(int a) { if (a > 3) { spin: goto spin; } }\n";
    expect![[r#"
        none: the function does not return
    "#]]
    .assert_eq(&written(text, &spinning));
}

#[test]
fn headers_with_functions_that_nobody_calls_do_no_harm() {
    check(
        "#include <stdlib.h>\nint f(int *p) {\n  if (p && abs(*p) == 3)\n    return 1;\n  return 0;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            3 to 4: Covered
            3 to 5: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                int object_0[2] = { -3, 0 };
                int *p = object_0;
                int result = f(p);
                assert(result == 1);
                assert(p[0] == -3);
                assert(p[1] == 0);
            }
        "#]],
    );
    // The type of what it returns has no name.
    check(
        "#include <stdlib.h>\ntypedef struct { int a, b; } pair;\npair two(int n);\nint f(int n) {\n  pair p = two(n);\n  if (p.a > p.b)\n    return 1;\n  return 0;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            6 to 7: Covered
            6 to 8: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static int two_a_0(void) {
                static int const values[] = {2};
                static unsigned next;
                return next < 1 ? values[next++] : 0;
            }
            static int two_b_1(void) {
                static int const values[] = {-1};
                static unsigned next;
                return next < 1 ? values[next++] : 0;
            }
            pair two(int parameter_1) {
                pair result = { .a = two_a_0(), .b = two_b_1() };
                return result;
            }

            static void test_f_1(void) {
                int n = 0;
                int result = f(n);
                assert(result == 1);
            }
        "#]],
    );
}

#[test]
fn characters_and_names_are_written_as_people_do() {
    check(
        "enum kind { NONE, SIGN = 5, LETTER };\nstruct text { const char *at; enum kind last; int unused; };\nenum kind f(struct text *t) {\n  if (*t->at == '+' && t->last == SIGN)\n    return t->last = LETTER;\n  return NONE;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            4 to 5: Covered
            4 to 6: Covered
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                char object_1[2] = { '+', '\0' };
                struct text object_0[1] = { { .at = object_1, .last = SIGN, .unused = 0 } };
                struct text *t = object_0;
                enum kind result = f(t);
                assert(result == LETTER);
                assert(t->at != 0);
                assert(t->at[0] == '+');
                assert(t->at[1] == '\0');
                assert(t->last == LETTER);
                assert(t->unused == 0);
            }
        "#]],
    );
}

#[test]
fn loops_that_nothing_decides_go_round_to_their_end() {
    check(
        "static unsigned table[100];\nvoid f(void) {\n  for (unsigned i = 0; i < 100; i++)\n    table[i] = i * i;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            3 to 4: Covered
            3 to 5: Covered
            test: Good 
            #include TRIBUNAL_SOURCE

            static void test_f_1(void) {
                f();
            }
        "#]],
    );
}

#[test]
fn pointers_to_functions_point_to_stubs() {
    check(
        "struct source { int (*next)(void *user); void *user; };\nint f(struct source *s) {\n  int n = s->next(s->user);\n  if (n < 0)\n    return -1;\n  if (s->next(s->user) == n)\n    return 1;\n  return 0;\n}\n",
        &[],
        Criterion::Branch,
        expect![[r#"
            4 to 5: Covered
            4 to 6: Covered
            6 to 7: Covered
            6 to 8: Covered
            test: Good 
            test: Good 
            test: Good 
            #include TRIBUNAL_SOURCE

            static int s_next_1(void) {
                static int const values[] = {-1};
                static unsigned next;
                return next < 1 ? values[next++] : 0;
            }
            static int function_0(void *parameter_1) {
                (void)parameter_1;
                int result = s_next_1();
                return result;
            }

            static void test_f_1(void) {
                struct source object_0[1] = { { .next = function_0, .user = 0 } };
                struct source *s = object_0;
                int result = f(s);
                assert(result == -1);
                assert(s->next != 0);
                assert(s->user == 0);
            }
        "#]],
    );
}
