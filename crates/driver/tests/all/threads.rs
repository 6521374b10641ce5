//! Random C programs with threads: symbolic verdicts are those of a search of all interleavings by the reference semantics.

use std::collections::HashSet;

use tribunal_base::Sources;
use tribunal_certify::check as certify;
use tribunal_engine::{
    Budget, Context, Engine, Fairness, Observer, Progress, Reason, Task, Verdict,
};
use tribunal_engine_symbolic::Symbolic;
use tribunal_exec::{initial, successors};
use tribunal_front_c::lower::{Checks, Choices};
use tribunal_front_c::{Options, compile};
use tribunal_ir::{Program, PropId};

/// Numbers that look random, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len() as u64) as usize]
    }
}

const STATEMENTS: [&str; 14] = [
    "x++;",
    "y = x + 1;",
    "x = y;",
    "if (x > y) y = 2;",
    "local = x; x = local + 2;",
    "a[x & 1] = y;",
    "*p = 3;",
    "__VERIFIER_assume(x < 3);",
    "{ int hidden[2] = {x, y}; local += hidden[1]; }",
    "__VERIFIER_atomic_begin(); x++; y--; __VERIFIER_atomic_end();",
    "if (y == 2) abort();",
    "local++; y = local;",
    "flag = 1;",
    "if (flag) x = 5;",
];

/// A program with two threads besides the first one.
fn program(numbers: &mut Numbers) -> String {
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n\
         void __VERIFIER_assume(int); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n\
         int x, y, flag, a[2], *p = &a[1];\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n",
    );
    for name in ["f", "g"] {
        text += &format!("void *{name}(void *unused) {{\n    int local = 0;\n");
        let locked = numbers.below(2) == 0;
        if locked {
            text += "    pthread_mutex_lock(&m);\n";
        }
        for _ in 0..=numbers.below(2) {
            text += &format!("    {}\n", numbers.pick(&STATEMENTS));
        }
        if locked {
            text += "    pthread_mutex_unlock(&m);\n";
        }
        text += "    return 0;\n}\n";
    }
    text += "int main(void) {\n    pthread_t t, u;\n    pthread_create(&t, 0, f, 0);\n    pthread_create(&u, 0, g, 0);\n";
    if numbers.below(2) == 0 {
        text += "    pthread_join(t, 0);\n    pthread_join(u, 0);\n";
    }
    let wanted = numbers.below(4);
    let what = numbers.pick(&["x", "y", "a[0]", "a[1]", "x + y", "flag"]);
    text + &format!("    assert({what} != {wanted});\n}}\n")
}

fn translated(text: &str, checks: &str) -> Program {
    let mut sources = Sources::default();
    let file = sources.add("threads.c", text);
    let checks = Checks::parse(checks).expect("the check should be known");
    let choices = Choices { checks, ..Choices::default() };
    let disk = tribunal_driver::files::Disk;
    let compiled = compile(&mut sources, &[file], &disk, &Options::default(), "main", &choices);
    compiled.program.unwrap_or_else(|| panic!("{:#?}\n{text}", compiled.diagnostics))
}

/// Whether some interleaving violates the property; `None` if there are too many.
fn searched(program: &Program, property: PropId) -> Option<bool> {
    let start = initial(program);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        for (_, next, effects) in successors(program, &state).expect("steps should end") {
            if effects.violations().any(|(it, _)| it == property) {
                return Some(true);
            }
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if 6_000 < seen.len() {
            return None;
        }
    }
    Some(false)
}

/// Never interrupts.
struct Patient;

impl Observer for Patient {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        Ok(())
    }
}

#[test]
fn merged_interleavings_are_all_interleavings() {
    let mut numbers = Numbers(5);
    let (mut wrong, mut right, mut skipped) = (0, 0, 0);
    for _ in 0..60 {
        let text = program(&mut numbers);
        let program = translated(&text, "unreach");
        assert_eq!(tribunal_ir::verify::verify(&program), Vec::<String>::new(), "{text}");
        let property = program.props.ids().find(|it| program.props[*it].name == "assertions");
        let property = property.expect("there should be assertions");
        let properties = [property];
        let task = Task::new(&program, &properties);
        let mut observer = Patient;
        let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
        let outcome = Symbolic.run(&task, &mut cx);
        let (_, verdict) = &outcome.verdicts[0];
        assert!(certify(&program, property, Fairness::None, verdict).is_ok(), "{text}");
        let expected = searched(&program, property);
        match (verdict, expected) {
            (_, None) => skipped += 1,
            (Verdict::True(_), Some(false)) => right += 1,
            (Verdict::False(_), Some(true)) => wrong += 1,
            _ => panic!("{verdict:?}, but the search says {expected:?}\n{text}"),
        }
    }
    assert!(5 < wrong && 5 < right, "{wrong} {right} {skipped}");
}

#[test]
fn one_failure_hides_no_other() {
    // Both threads may go wrong in ways of their own, some where nobody sees it.
    const FAULTS: [&str; 6] = [
        "local = 6 / (x - 1);",
        "local = 6 / (local - 1);",
        "local = 2; assert(local == y);",
        "local = y; local = 6 / (local - 2); x = 3;",
        "assert(x != 1);",
        "x = 1;",
    ];
    let mut numbers = Numbers(7);
    let mut counts = [0; 4];
    for _ in 0..40 {
        let mut text = String::from("#include <assert.h>\n#include <pthread.h>\nint x, y = 2;\n");
        for name in ["f", "g"] {
            text += &format!("void *{name}(void *unused) {{\n    int local = 0;\n");
            for _ in 0..=numbers.below(2) {
                text += &format!("    {}\n", numbers.pick(&FAULTS));
            }
            text += "    return 0;\n}\n";
        }
        text += "int main(void) {\n    pthread_t t, u;\n    pthread_create(&t, 0, f, 0);\n    pthread_create(&u, 0, g, 0);\n}\n";
        let program = translated(&text, "unreach,div");
        let properties: Vec<PropId> = program.props.ids().collect();
        let mut observer = Patient;
        let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut observer);
        let outcome = Symbolic.run(&Task::new(&program, &properties), &mut cx);
        let mut failed = 0;
        for (property, verdict) in &outcome.verdicts {
            assert!(certify(&program, *property, Fairness::None, verdict).is_ok(), "{text}");
            let Some(expected) = searched(&program, *property) else { continue };
            failed += usize::from(expected);
            let is_right = match verdict {
                Verdict::True(_) => !expected,
                Verdict::False(_) | Verdict::Refuted(_) => expected,
                Verdict::Maybe(_) => false,
            };
            let name = &program.props[*property].name;
            assert!(is_right, "{name}: {verdict:?}, but the search says {expected}\n{text}");
        }
        counts[failed.min(3)] += 1;
    }
    assert!(5 < counts[1] && 0 < counts[2], "{counts:?}");
}
