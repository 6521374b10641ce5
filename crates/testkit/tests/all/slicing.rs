//! Slicing changes no answer: random C programs of which only the checks matter, with and without it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_driver::check::check_with;
use tribunal_driver::{
    CheckOptions, Dialect, Explicit, Limits, Method, Reduction, Rung, Translation, load,
};
use tribunal_engine::{Basis, Context, Description, Engine, Fairness, Outcome, Reason, Task};
use tribunal_engine_symbolic::Symbolic;
use tribunal_ir::pass::sequential::slice;
use tribunal_ir::{Back, Overflow, Program, PropId};
use tribunal_testkit::random_c::{PRELUDE, RandomC, random_c};

/// The engine without slices, to compare with.
struct Unsliced;

impl Engine for Unsliced {
    fn describe(&self) -> Description {
        Symbolic.describe()
    }

    fn basis(&self, program: &Program, property: PropId) -> Basis {
        Symbolic.basis(program, property)
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        Symbolic.supports(program, property)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        Symbolic.run(task, cx)
    }
}

/// How much of a program its slice lacks.
fn dropped(program: &Program) -> usize {
    let properties: Vec<PropId> = program.props.ids().collect();
    match slice(program, &properties).map(|it| it.back) {
        Some(Back::Sliced(sliced)) => sliced.dropped,
        _ => 0,
    }
}

fn translate(text: &str) -> Program {
    let name =
        format!("tribunal-slicing-{}-{:?}.c", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).expect("the file should be writable");
    let translation = Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: tribunal_driver::CTranslation::default(),
    };
    let loaded = load(&path.to_string_lossy(), &translation);
    _ = std::fs::remove_file(&path);
    loaded.program.unwrap_or_else(|| panic!("{:#?}\n{text}", loaded.diagnostics))
}

/// What an engine says of each property, once it is certified.
fn answers(program: &Program, engine: &dyn Engine) -> Vec<(String, tribunal_base::Kleene)> {
    let options = CheckOptions {
        method: Method::only(Rung::KIND),
        properties: Vec::new(),
        fairness: Fairness::None,
        engine: Explicit::default(),
        then: Vec::new(),
        transformer: tribunal_driver::Transformer::Usual,
        swarm: 1,
        reduction: Reduction::NONE,
        limits: Limits { time: Some(Duration::from_secs(5)), memory: 1 << 30, depth: u64::MAX },
        checkpoint: None,
        second_proofs: tribunal_driver::SecondProofs::HalfTheCost,
    };
    let cancelled = AtomicBool::new(false);
    let checked = check_with(engine, program.clone(), &options, &cancelled, &mut ())
        .expect("all properties should be known");
    let answer = |it: &tribunal_engine::Answer| {
        (program.props[it.property].name.clone(), it.verdict.kleene())
    };
    checked.answers.iter().map(answer).collect()
}

#[test]
fn answers_are_the_same() {
    let cases = std::env::var("TRIBUNAL_RANDOM_C").ok().and_then(|it| it.parse().ok());
    let mut dropped = 0;
    for case in 0..cases.unwrap_or(60) {
        let RandomC { text, prefix, .. } = random_c(2, case);
        let text = format!(
            "{PRELUDE}unsigned __VERIFIER_nondet_uint(void);\n{text}\
             int main(void) {{\n  {prefix}run(__VERIFIER_nondet_uint());\n  return 0;\n}}\n"
        );
        let program = translate(&text);
        dropped += self::dropped(&program);
        let (sliced, whole) = (answers(&program, &Symbolic), answers(&program, &Unsliced));
        for (ours, theirs) in sliced.iter().zip(&whole) {
            let is_open =
                |it: &(String, tribunal_base::Kleene)| it.1 == tribunal_base::Kleene::Maybe;
            assert!(
                ours == theirs || is_open(ours) || is_open(theirs),
                "{ours:?} {theirs:?}\n{text}"
            );
        }
    }
    assert!(100 < dropped, "slices should be smaller: {dropped}");
}

#[test]
fn an_endless_loop_that_does_not_matter_makes_no_violation() {
    use tribunal_base::Kleene::{False, True};
    let text = |until: &str| {
        format!(
            "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n
             int main(void) {{ int x = __VERIFIER_nondet_int(); unsigned y = 0;\n
             while (y < {until}) y = y ^ 1u;\n assert(x != 5); return 0; }}"
        )
    };
    let answer = |until: &str| {
        let answers = answers(&translate(&text(until)), &Symbolic);
        answers.iter().find(|it| it.0 == "assertions").map(|it| it.1)
    };
    assert_eq!(answer("1"), Some(False));
    assert_eq!(answer("2"), Some(True));
}

#[test]
fn loops_that_do_not_matter_need_no_bound() {
    use tribunal_base::Kleene::True;
    let text = "#include <assert.h>\nunsigned __VERIFIER_nondet_uint(void);\n
        static unsigned collatz(unsigned n) { unsigned c = 0; while (n != 1u) { n = n % 2u ? 3u * n + 1u : n / 2u; c++; } return c; }
        int main(void) { unsigned seed = __VERIFIER_nondet_uint(), hash = 17, x = __VERIFIER_nondet_uint() % 100u;\n
        for (unsigned i = 0; i < seed; i++) hash = hash * 31u + collatz(i + 1u);\n
        for (unsigned i = 0; i < 3u; i++) x = x / 2u;\n
        if (hash == 3u) seed = 2; assert(x < 13u); return 0; }";
    let all = answers(&translate(text), &Symbolic);
    assert!(all.iter().all(|it| it.1 == True), "{all:?}");
}
