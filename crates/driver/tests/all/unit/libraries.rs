//! Functions as libraries have them: types without tags, memory that runs out, lists that are freed, strings that are longer than usual.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use expect_test::{Expect, expect};
use tribunal_driver::unit::coverage::{CoverageOptions, Criterion, cover_function};
use tribunal_driver::unit::generate::{Framework, Generator, TestOptions};
use tribunal_driver::unit::{Allocation, Options};
use tribunal_driver::{UnitQuestion, find_paths, prepare_unit};

use super::{Folder, NO_LIMITS, question, translation};

fn asking(stubs: &[&str]) -> UnitQuestion {
    UnitQuestion {
        stubs: stubs.iter().map(|it| (*it).to_owned()).collect(),
        allocation: Allocation::MayFail,
        ..question(&["f"])
    }
}

/// Covers the branches of `f`, and tells what is not covered, what the tests are and on what conditions, and what was assumed.
fn check(text: &str, stubs: &[&str], expected: Expect) {
    let folder = Folder::new();
    let file = folder.write("unit.c", text);
    let (translation, question) = (translation(), asking(stubs));
    let unit = prepare_unit(&file, &translation, &question)
        .unwrap_or_else(|it| panic!("{:?}", it.diagnostics));
    let options = CoverageOptions {
        criterion: Criterion::Branch,
        sequences: Vec::new(),
        repeat: 2,
        more_elements: Some(16),
        patience: Duration::from_secs(20),
        limits: NO_LIMITS,
    };
    let never = AtomicBool::new(false);
    let covered = cover_function(&unit, &translation, &question, &options, &never)
        .expect("a supported function");
    let unit = covered.larger.as_deref().unwrap_or(&unit);
    let mut out = String::new();
    let tests = TestOptions { folder: folder.0.join("tests"), framework: Framework::Plain };
    let mut generator = Generator::new(unit, &translation, &tests).expect("a folder for tests");
    for path in &covered.paths {
        let report = generator.write(path, &never).expect("a test");
        let outcome = report.outcome;
        out.push_str(&format!("{outcome:?}{}: {}\n", report.why, path.condition.text()));
    }
    for goal in &covered.report.goals {
        let is_covered = format!("{:?}", goal.state) == "Covered";
        if !is_covered {
            let to = goal.to.map_or(String::new(), |it| format!(" to {it}"));
            out.push_str(&format!("{:?}: {}{to}\n", goal.state, goal.line));
        }
    }
    for it in &covered.report.assumptions {
        out.push_str(&format!("assumed: {it}\n"));
    }
    expected.assert_eq(&out);
}

/// The conditions of all paths of `f`.
fn conditions(text: &str) -> Vec<String> {
    let folder = Folder::new();
    let file = folder.write("unit.c", text);
    let unit = prepare_unit(&file, &translation(), &asking(&[])).expect("a right file");
    let never = AtomicBool::new(false);
    let found = find_paths(&unit, Options::default(), usize::MAX, &NO_LIMITS, &never, &mut ());
    found.expect("a supported function").paths.iter().map(|it| it.condition.text()).collect()
}

#[test]
fn types_without_tags_have_the_names_that_they_are_given() {
    check(
        "typedef struct { int owner; } mutex;\ntypedef enum { FREE, TAKEN } state;\nmutex guard;\nstate lock(mutex *m);\nmutex copy(const mutex *m, int n);\n\
         int f(int n) {\n  if (lock(&guard) == TAKEN)\n    return 1;\n  if (copy(&guard, n).owner == 7)\n    return 2;\n  return 0;\n}\n",
        &["lock(m): same(*m) && result <= 1"],
        expect![[r#"
            Good: lock() == TAKEN
            Good: lock() == FREE && copy().owner != 7
            Good: lock() == FREE && copy().owner == 7
        "#]],
    );
}

#[test]
fn arrays_of_arrays_are_parameters() {
    check(
        "int f(const int m[2][2]) {\n  if (m[0][1] == m[1][0])\n    return 1;\n  return 0;\n}\n",
        &[],
        expect![[r#"
            Good: m && m[0][1] == m[1][0]
            Good: m && m[0][1] != m[1][0]
        "#]],
    );
}

#[test]
fn what_is_printed_is_printed() {
    check(
        "#include <stdio.h>\nint elsewhere;\nvoid g(void) { elsewhere++; }\n\
         int f(int code) {\n  if (code < 0) {\n    fprintf(stderr, \"error %d\\n\", code);\n    return -1;\n  }\n  printf(\"ok\\n\");\n  return 0;\n}\n",
        &[],
        expect![[r#"
            Good: code < 0
            Good: code >= 0
        "#]],
    );
}

#[test]
fn memory_runs_out() {
    check(
        "#include <stdlib.h>\nstruct pair { int *first, *second; };\n\
         int f(struct pair *p) {\n  p->first = malloc(sizeof(int));\n  if (!p->first)\n    return -1;\n  p->second = calloc(2, sizeof(int));\n  if (!p->second) {\n    free(p->first);\n    return -2;\n  }\n  return 0;\n}\n",
        &[],
        expect![[r#"
            Good: p && !malloc()
            Good: p && malloc() && calloc()
            Good: p && malloc() && !calloc()
            assumed: pointers to numbers point to 4 elements
        "#]],
    );
}

#[test]
fn objects_that_are_freed_are_allocated() {
    check(
        "#include <stdlib.h>\ntypedef struct node { int value; struct node *next; } node;\n\
         int f(node **head, int v) {\n  for (node **p = head; *p; p = &(*p)->next)\n    if ((*p)->value == v) {\n      node *dead = *p;\n      *p = dead->next;\n      free(dead);\n      return 1;\n    }\n  return 0;\n}\n",
        &[],
        expect![[r#"
            Good: head && head[0] && head[0]->value != v
            Good: head && head[0] && head[0]->value == v
            assumed: pointers to numbers point to 4 elements
            assumed: `head[0]->next` is null: it lies deeper than pointers are followed
            assumed: `head[1]->next` is null: it lies deeper than pointers are followed
            assumed: `head[2]->next` is null: it lies deeper than pointers are followed
            assumed: `head[3]->next` is null: it lies deeper than pointers are followed
        "#]],
    );
}

#[test]
fn strings_are_longer_where_they_must_be() {
    check(
        "int f(const char *s) {\n  int n = 0;\n  while (s[n])\n    if (++n > 6)\n      return -1;\n  return n;\n}\n",
        &[],
        expect![[r#"
            Good: s && s[0] != '\0' && s[1] == '\0'
            Good: s && s[0] != '\0' && s[1] != '\0' && s[2] != '\0' && s[3] != '\0' && s[4] != '\0' && s[5] != '\0' && s[6] != '\0'
            assumed: pointers to numbers point to 16 elements
        "#]],
    );
}

#[test]
fn static_variables_hold_their_first_values() {
    check(
        "int f(int reset) {\n  static int id = 10;\n  if (reset)\n    id = 0;\n  if (id == 12)\n    return -1;\n  return ++id;\n}\n",
        &[],
        expect![[r#"
            Good: reset != 0
            Good: reset == 0
            Unreachable: 5 to 6
            assumed: `id` in `f` holds its first value
        "#]],
    );
}

/// So many ways lead through the second loop that the search does not come to the end of one.
#[test]
fn runs_of_other_engines_are_followed() {
    check(
        "unsigned f(unsigned n) {\n  unsigned r = 0, bit = 1u << 30;\n  while (bit > n)\n    bit >>= 2;\n  while (bit) {\n    if (n >= r + bit) {\n      n -= r + bit;\n      r = (r >> 1) + bit;\n    } else\n      r >>= 1;\n    bit >>= 2;\n  }\n  return r;\n}\n",
        &[],
        expect![[r#"
            Good: n - 4 < 5
        "#]],
    );
}

#[test]
fn conditions_follow_the_order_of_inputs() {
    let text = "int f(const char *s, int n) {\n  if (n == 2 && s[0] == 'a' && s[1] == 'b' && s[2] == 0)\n    return 1;\n  return 0;\n}\n";
    assert_eq!(conditions(text)[1], "s && s[0] == 'a' && s[1] == 'b' && s[2] == '\\0' && n == 2");
}

#[test]
fn pointers_are_compared_by_what_they_point_to() {
    let text = "int f(int *p, int *q) {\n  if (p == q)\n    return 1;\n  return 0;\n}\n";
    assert_eq!(conditions(text), ["p || q", "!p && !q"]);
}

/// The nodes of the inner call come between the decision and what follows it.
#[test]
fn nothing_is_proved_about_decisions_that_call_the_function_itself() {
    check(
        "int f(int n) {\n  if (n <= 0)\n    return 0;\n  if (n > 3)\n    return 1;\n  if (f(n - 1))\n    return 2;\n  return 3;\n}\n",
        &[],
        expect![[r#"
            Good: n > 3
            Good: n == 1
            Open: 6 to 7
            Open: 6 to 8
        "#]],
    );
}
