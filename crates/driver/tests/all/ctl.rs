//! Formulas of computation tree logic on small models and programs.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::{Expect, expect};
use tribunal_base::Kleene;
use tribunal_driver::{Checked, Translation, load};
use tribunal_engine::{Answer, Certificate, Stands, Verdict};
use tribunal_ir::Granularity;

use crate::formulas::{asking, check_formulas};

/// Writes a file where no other test does.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tribunal-ctl-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file should be written");
    path
}

/// Checks formulas and tells the answers: value, rung, grounds and length of the run.
fn check(
    name: &str,
    text: &str,
    granularity: Option<Granularity>,
    formulas: &[&str],
    expected: &Expect,
) {
    let path = file(name, text);
    let loaded = load(&path.to_string_lossy(), &asking(formulas, granularity));
    let mut told = String::new();
    for it in &loaded.diagnostics {
        let place = loaded.sources.line_column(it.primary.span);
        let text = loaded.sources.snippet(it.primary.span);
        _ = writeln!(told, "{}:{}: {} `{text}`", place.line, place.column, it.message);
    }
    if let Some(program) = loaded.program {
        let checked = check_formulas(program, formulas);
        for it in &checked.answers {
            _ = writeln!(told, "{}", tell(&checked, it));
        }
    }
    expected.assert_eq(&told);
}

/// An answer in one line.
fn tell(checked: &Checked, it: &Answer) -> String {
    let value = match it.verdict.kleene() {
        Kleene::True => "true",
        Kleene::False => "false",
        Kleene::Maybe => "maybe",
    };
    let grounds = match (&it.verdict, it.verdict.certificate()) {
        (Verdict::False(_), _) | (_, Some(Certificate::Run(_))) => "Run".to_owned(),
        (_, Some(Certificate::Labelling { states, stands, .. })) => {
            let stands = match stands {
                Stands::ForAll => "Labelled",
                Stands::ForSome => "Partial",
                Stands::ForSeveral => "Abstracted",
            };
            format!("{stands} {{ states: {states} }}")
        }
        (verdict, _) => format!("{verdict:?}"),
    };
    let steps = it.verdict.run().map_or(0, |it| it.steps.len());
    let name = &checked.program.props[it.property].name;
    format!("{name}: {value} by {}, {grounds}, {steps} steps", it.by)
}

const COUNTER: &str = "byte x = 0; bool done = false;
active proctype P() {
idle: do
  :: x < 3 -> x++
  :: x > 0 -> x--
  :: x == 3 -> break
  od;
  done = true;
fin: skip
}";

#[test]
fn formulas_about_a_model() {
    check(
        "counter.pml",
        COUNTER,
        None,
        &[
            "AG(x <= 3)",
            "AG EF done",
            "AF done",
            "EG(x < 2)",
            "AG(at(fin) -> done)",
            "EX(x == 1)",
            "EX EX(x == 1)",
            "A[x < 3 W done]",
            "E[!done U x == 3 && EX EX AG done]",
        ],
        &expect![[r#"
            AG(x <= 3): true by absint, Abstracted { states: 14 }, 0 steps
            AG EF done: true by absint, Abstracted { states: 14 }, 0 steps
            AF done: false by absint, Run, 11 steps
            EG(x < 2): true by absint, Run, 7 steps
            AG(at(fin) -> done): true by absint, Abstracted { states: 14 }, 0 steps
            EX(x == 1): false by absint, Abstracted { states: 14 }, 0 steps
            EX EX(x == 1): true by absint, Run, 2 steps
            A[x < 3 W done]: false by absint, Run, 6 steps
            E[!done U x == 3 && EX EX AG done]: true by absint, Abstracted { states: 14 }, 8 steps
        "#]],
    );
}

/// Path formulas, and what is left of them where a quantifier can be moved inwards.
#[test]
fn path_formulas_about_a_program() {
    const TOGGLE: &str = "extern int __VERIFIER_nondet_int(void);
        int t, stuck;
        int main(void) {
            while (1) {
                t = !t;
                if (__VERIFIER_nondet_int() == 7) while (1) stuck = 1;
            }
        }";
    check(
        "toggle.c",
        TOGGLE,
        None,
        &[
            "A(G F t)",
            "A(F G stuck)",
            "E(F G stuck && G (stuck -> t))",
            "A(F G stuck || G F t)",
            "A(G F !stuck -> G F t)",
            "E(G F t && G F !t)",
            "A(!stuck W t)",
        ],
        &expect![[r#"
            A(G F t): false by absint, Run, 20 steps
            A(F G stuck): false by absint, Run, 25 steps
            E(F G stuck && G (stuck -> t)): true by absint, Run, 17 steps
            A(F G stuck || G F t): true by absint, Abstracted { states: 5 }, 0 steps
            A(G F !stuck -> G F t): true by absint, Abstracted { states: 5 }, 0 steps
            E(G F t && G F !t): true by absint, Run, 32 steps
            A(!stuck W t): true by absint, Abstracted { states: 5 }, 0 steps
        "#]],
    );
}

/// What can be said though there are more states than can be tried.
#[test]
fn a_part_of_the_states_may_be_enough() {
    const SENSOR: &str = "extern int __VERIFIER_nondet_int(void);
        int temp, alarm, ticks;
        int main(void) {
            while (1) {
                int in = __VERIFIER_nondet_int();
                temp = (in ^ 5) - 273;
                if (temp > 8 && !alarm) alarm = 1;
                ticks = ticks * 3 + 1;
            }
        }";
    check(
        "sensor.c",
        SENSOR,
        None,
        &[
            "AG !alarm",
            "EF(alarm && EG(temp > 8))",
            "A(F G alarm)",
            "EF(ticks == 40)",
            "AF(ticks == 13)",
        ],
        &expect![[r#"
            AG !alarm: false by explicit, Run, 9 steps
            EF(alarm && EG(temp > 8)): true by explicit, Run, 211 steps
            A(F G alarm): false by explicit, Run, 6 steps
            EF(ticks == 40): true by explicit, Run, 36 steps
            AF(ticks == 13): false by explicit, Run, 24 steps
        "#]],
    );
}

const CALLS: &str = "extern int __VERIFIER_nondet_int(void);
        struct node { int v; struct node *next; } a, b, *p;
        int g;
        #define LIMIT 3
        int f(int n) {
            int x = n + 1;
            if (n > 0) x = f(n - 1) + 1;
        again:
            return x;
        }
        int main(void) {
            static int calls;
            int i, buffer[3] = {1, 2, 3};
            p = &a; a.next = &b;
            for (i = 0; i < LIMIT; i++) { g = f(i); calls++; buffer[i] = g; }
            p = 0;
            return 0;
        }";

/// Local variables, memory and places of a C program.
#[test]
fn formulas_about_the_inside_of_functions() {
    check(
        "calls.c",
        CALLS,
        None,
        &[
            "EF(f::x == LIMIT)",
            "AG(f::n <= 2)",
            "AG !(f::n > 2)",
            "EF(main::i == LIMIT && main::calls == 3)",
            "AF(main::calls == 3)",
            "EF \"p->next == &b && p->next->next == 0\"",
            "EF(main::buffer[2] == 3)",
        ],
        &expect![[r#"
            EF(f::x == LIMIT): true by absint, Run, 57 steps
            AG(f::n <= 2): false by absint, Run, 0 steps
            AG !(f::n > 2): true by absint, Abstracted { states: 56 }, 0 steps
            EF(main::i == LIMIT && main::calls == 3): true by absint, Run, 90 steps
            AF(main::calls == 3): true by absint, Abstracted { states: 56 }, 0 steps
            EF "p->next == &b && p->next->next == 0": true by absint, Run, 7 steps
            EF(main::buffer[2] == 3): true by absint, Run, 5 steps
        "#]],
    );
    check(
        "calls.c",
        CALLS,
        None,
        &["AG(f(1) == 2)"],
        &expect![[r#"
            AG(f(1) == 2): true by absint, Abstracted { states: 14 }, 0 steps
        "#]],
    );
    check(
        "calls.c",
        CALLS,
        None,
        &["EF at(f@again)", "EF at(calls.c:16)", "AF(at(again) && f::x == 3)"],
        &expect![[r#"
            EF at(f@again): true by absint, Run, 14 steps
            EF at(calls.c:16): true by absint, Run, 78 steps
            AF(at(again) && f::x == 3): true by absint, Abstracted { states: 82 }, 0 steps
        "#]],
    );
}

#[test]
fn what_is_wrong_with_atoms_is_told_in_the_formula() {
    let wrong = [
        "EF at(agian)",
        "EF at(main@again)",
        "EF(f::y == 1)",
        "AG(g -> EF(mian::i == 1))",
        "EF(main::bufer[1] == 1)",
        "EF(i == 1)",
        "EF(h == 1)",
        "EF(&g == 0)",
        "EF(g ==)",
        "EF(g g)",
        "EF(g = 1)",
        "EF(main::i::n == 2)",
        "EF(a)",
    ];
    check(
        "calls.c",
        CALLS,
        None,
        &wrong,
        &expect![[r#"
        1:7: control never comes to `agian`: there is no such label or line; there is a similar one: `again` `agian`
        1:7: control never comes to `main@again`: there is no such label or line `main@again`
        1:4: `f` has no variable `y` `f::y`
        1:12: there is no function `mian` `mian::i`
        1:4: `main` has no variable `bufer` `main::bufer`
        1:4: `i` is not declared `i`
        1:4: `h` is not declared `h`
        1:4: `g` has no address: the program takes none `&g == 0`
        1:6: expected an expression, found the end of the atom `==`
        1:6: expected an operator, found `g` `g`
        1:4: a condition that changes something cannot be an atom `g = 1`
        1:11: expected an operator, found `:` `:`
        1:4: a number or a pointer is needed where `struct node` is tested `a`
    "#]],
    );
    let twice = "int main(void) { { int x = 1; } { int x = 2; } }";
    check(
        "twice.c",
        twice,
        None,
        &["EF(main::x == 1)"],
        &expect![[r#"
        1:4: `main` has more than one variable `x` `main::x`
    "#]],
    );
    let threads = "#include <pthread.h>
        void *run(void *p) { int x = 1; return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); }";
    check(
        "threads.c",
        threads,
        None,
        &["EF(run::x == 1)"],
        &expect![[r#"
        1:4: a local variable of a program with threads cannot be an atom `run::x == 1`
    "#]],
    );
}

/// What is wrong is told where it stands.
#[test]
fn a_path_formula_that_is_wrong_is_told() {
    check(
        "wrong.c",
        "int x; int main(void) { int l = 0; x = l; }",
        None,
        &["A(F G l == 0)", "AG (l -> x)"],
        &expect![[r#"
            1:7: `l` is not declared `l`
            1:5: `l` is not declared `l`
        "#]],
    );
    check(
        "wrong.c",
        "int x; int main(void) { x = 1; }",
        None,
        &["A([] )"],
        &expect![[r#"
        1:6: expected a formula `)`
    "#]],
    );
}

#[test]
fn what_is_seen_decides_about_next() {
    let formulas = ["EX(x == 1)", "AX AX(x != 0)"];
    check(
        "global.pml",
        COUNTER,
        Some(Granularity::Global),
        &formulas,
        &expect![[r#"
            EX(x == 1): true by absint, Run, 2 steps
            AX AX(x != 0): false by absint, Run, 4 steps
        "#]],
    );
    check(
        "statement.pml",
        COUNTER,
        Some(Granularity::Statement),
        &formulas,
        &expect![[r#"
            EX(x == 1): false by absint, Abstracted { states: 14 }, 0 steps
            AX AX(x != 0): true by absint, Abstracted { states: 14 }, 0 steps
        "#]],
    );
}

#[test]
fn a_run_that_ends_stays_where_it_is() {
    let model = "byte x; active proctype P() { x = 1; if :: x = 2 :: x == 7 fi; x = 3 }";
    check(
        "end.pml",
        model,
        None,
        &["AF AG(x == 3)", "EG(x < 3)", "AG(x == 3 -> EX(x == 3))"],
        &expect![[r#"
            AF AG(x == 3): true by absint, Abstracted { states: 5 }, 0 steps
            EG(x < 3): false by absint, Abstracted { states: 5 }, 0 steps
            AG(x == 3 -> EX(x == 3)): true by absint, Abstracted { states: 5 }, 0 steps
        "#]],
    );
}

#[test]
fn atomic_sequences_are_not_looked_into() {
    let model = "byte x; active proctype P() { atomic { x = 1; x = 2; x = 3 } }";
    check(
        "atomic.pml",
        model,
        None,
        &["AX(x == 3)", "EF(x == 1)"],
        &expect![[r#"
            AX(x == 3): true by absint, Abstracted { states: 3 }, 0 steps
            EF(x == 1): false by absint, Abstracted { states: 3 }, 0 steps
        "#]],
    );
}

#[test]
fn formulas_about_c() {
    let program = "
extern unsigned char __VERIFIER_nondet_uchar(void);
int x, y;
static int z = 3;
int main(void) {
  while (x < 5) {
loop:
    x = __VERIFIER_nondet_uchar() & 7;
    y++;
    if (y > 2) y = 0;
  }
  z = 9;
  return 0;
}";
    check(
        "program.c",
        program,
        None,
        &["AG(y <= 3)", "EG(z == 3)", "EF(at(loop) && x == 4)", "AF(z == 9)", "AF at(12)"],
        &expect![[r#"
            AG(y <= 3): true by absint, Abstracted { states: 49 }, 0 steps
            EG(z == 3): true by explicit, Run, 30 steps
            EF(at(loop) && x == 4): true by explicit, Run, 13 steps
            AF(z == 9): false by explicit, Run, 30 steps
            AF at(12): false by explicit, Run, 30 steps
        "#]],
    );
}

#[test]
fn what_is_wrong_is_told_in_the_formula() {
    check(
        "wrong.pml",
        COUNTER,
        None,
        &["AG(x < 3", "EF(y)"],
        &expect![[r#"
        1:3: this is not closed `(`
    "#]],
    );
    check(
        "wrong2.pml",
        COUNTER,
        None,
        &["true", "AG(x <= 3 && y)"],
        &expect![[r#"
        1:14: unknown variable `y` `y`
    "#]],
    );
    check(
        "wrong.c",
        "int x; int main(void) { return 0; }",
        None,
        &["AG(yy == 2)"],
        &expect![[r#"
        1:4: `yy` is not declared `yy`
    "#]],
    );
    check(
        "wrong2.c",
        "int x; int main(void) { return 0; }",
        None,
        &["AG(x++)"],
        &expect![[r#"
        1:4: a condition that changes something cannot be an atom `x++`
    "#]],
    );
}

/// Labels that mark states need not be mentioned.
#[test]
fn marked_states_of_a_model() {
    let text = "byte x = 0;
active proctype P() {
  do
  :: x = 1; x = 2;
state_even: x = 3; x = 4
  od
}";
    check(
        "marked.pml",
        text,
        Some(Granularity::Marked),
        &["AG(x == 0 || x == 2)", "AX(x == 2)", "EF(x == 3)"],
        &expect![[r#"
            AG(x == 0 || x == 2): true by absint, Abstracted { states: 2 }, 0 steps
            AX(x == 2): true by absint, Abstracted { states: 2 }, 0 steps
            EF(x == 3): false by absint, Abstracted { states: 2 }, 0 steps
        "#]],
    );
    check(
        "every.pml",
        text,
        None,
        &["AG(x == 0 || x == 2)", "EF(x == 3)"],
        &expect![[r#"
        AG(x == 0 || x == 2): false by absint, Run, 1 steps
        EF(x == 3): true by absint, Run, 3 steps
    "#]],
    );
}

/// A run that answers a formula is stored, and shows the same when it is replayed.
#[test]
fn a_stored_run_is_judged_again() {
    use tribunal_driver::Finding;
    use tribunal_driver::replay::store_trace;
    use tribunal_driver::replay::{Origin, recall, replay};
    let path = file("stored.pml", COUNTER);
    let model = path.to_string_lossy();
    for (text, finding) in [("EF(x == 2)", Finding::Nothing), ("AG(x < 3)", Finding::Violation)] {
        let translation: Translation = asking(&[text], None);
        let program = load(&model, &translation).program.expect("it should be read");
        let checked = check_formulas(program, &[text]);
        let fairness = tribunal_engine::Fairness::None;
        let origin = Origin { model: &model, translation: &translation, fairness };
        let (property, trace) = checked.first_trace().expect("there should be a run");
        let mut stored = store_trace(&origin, &checked.program, property, trace);
        let recalled = recall(&stored, None).expect("the model should be there");
        let replayed = replay(&stored, &recalled).expect("it should be a run");
        assert_eq!(replayed.finding, finding);
        // A run that is too short does not show it.
        let steps = stored.steps.0.split_whitespace();
        stored.steps.0 = steps.take(1).collect::<Vec<_>>().join(" ");
        let recalled = recall(&stored, None).expect("the model should be there");
        assert!(replay(&stored, &recalled).is_err());
    }
}
