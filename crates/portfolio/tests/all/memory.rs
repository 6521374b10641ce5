//! Programs with memory: the search agrees with the exhaustive execution of the reference semantics, and
//! every counterexample survives its check.

use expect_test::{Expect, expect};
use proptest::prelude::{ProptestConfig, proptest};
use std::fmt::Write as _;
use tribunal_certify::check as certify;
use tribunal_engine::{
    Budget, Context, Engine, Fairness, Observer, Outcome, Progress, Reason, Task, Verdict,
};
use tribunal_engine_explicit::Explicit;
use tribunal_ir::{Program, PropId, text::Printer, text::parse, verify};
use tribunal_portfolio::{AllStates, Scout};
use tribunal_testkit::imperative::{explore, program_of_seed, programs};

/// Interrupts after so many reports.
struct Patience(u32);

impl Observer for Patience {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.0 = self.0.checked_sub(1).ok_or(Reason::Cancelled)?;
        Ok(())
    }
}

fn run(engine: &dyn Engine, program: &Program) -> Outcome {
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(program, &properties);
    let mut patience = Patience(1000);
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut patience);
    engine.run(&task, &mut cx)
}

/// Compares; panics if the engine is wrong. Tells how many properties were settled, and of how many.
fn compare(program: &Program) -> (usize, usize) {
    let Ok(truth) = explore(program, 3000) else { return (0, 0) };
    let outcome = run(&AllStates::of(Explicit::default()), program);
    let mut settled = 0;
    for (property, verdict) in &outcome.verdicts {
        let violated = truth.violated.contains(property);
        let text = || Printer::new(program).program();
        match verdict {
            Verdict::True(_) => assert!(!violated, "{property:?} is violated\n{}", text()),
            Verdict::False(_) | Verdict::Refuted(_) => {
                assert!(violated, "{property:?} is not violated\n{}", text());
                let checked = certify(program, *property, Fairness::None, verdict);
                assert!(checked.is_ok(), "{checked:?}\n{}", text());
            }
            Verdict::Maybe(Reason::Unsupported { .. }) => continue,
            Verdict::Maybe(reason) => panic!("{reason:?}\n{}", text()),
        }
        settled += 1;
    }
    (settled, outcome.verdicts.len())
}

#[test]
fn most_programs_are_decided() {
    let counts = (0..400).map(|seed| compare(&program_of_seed(seed)));
    let (settled, all) = counts.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    assert!(4 * all < 5 * settled, "only {settled} of {all} are decided");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn verdicts_agree(program in programs()) {
        compare(&program);
    }
}

fn verdicts(engine: &dyn Engine, source: &str, expect: &Expect) {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    assert_eq!(verify(&program), Vec::<String>::new());
    let outcome = run(engine, &program);
    let mut text = String::new();
    for (property, verdict) in &outcome.verdicts {
        let name = &program.props[*property].name;
        let checked = certify(&program, *property, Fairness::None, verdict);
        assert!(checked.is_ok(), "{name}: {checked:?}");
        _ = match verdict {
            Verdict::True(proof) => writeln!(text, "{name}: true, {proof:?}"),
            Verdict::Refuted(proof) => writeln!(text, "{name}: false, {proof:?}"),
            Verdict::False(trace) => {
                writeln!(text, "{name}: false in {} steps, {:?}", trace.steps.len(), trace.choices)
            }
            Verdict::Maybe(Reason::Unsupported { what, .. }) => {
                writeln!(text, "{name}: maybe, {what}")
            }
            Verdict::Maybe(reason) => writeln!(text, "{name}: maybe, {reason:?}"),
        };
    }
    expect.assert_eq(&text);
}

fn check(source: &str, expect: Expect) {
    verdicts(&AllStates::of(Explicit::default()), source, &expect);
}

#[test]
fn deterministic_programs_store_nothing() {
    check(
        "object a: static size 16 align 4
         global i: i32
         process main() active 1 {
            l0 -> l1 when i < 20000 do memory(advance(object(a), ((i % 4) as i64) * 4), i32) = i; i = i + 1
            l0 -> l2 else
            l1 -> l0
            l2 -> l3 when memory(object(a), i32) != 19996 violates wrong \"\" stop
            l2 -> l3 else
            l3 -> l4 when memory(object(a), i32) == 19996 violates right \"\" stop
            l3 -> l4 else
            loc l4 end
         }
         property wrong: unreachable
         property right: unreachable",
        expect![[r#"
            wrong: true, Exhausted { states: 1 }
            right: false in 40003 steps, []
        "#]],
    );
}

#[test]
fn runs_that_go_round_for_ever_are_cut() {
    check(
        "object heap: dynamic arbitrary align 8
         global p: pointer
         global x: u8
         process main() active 1 {
            l0 -> l1 do p = allocate heap(8)
            l1 -> l2 do memory(p, u8) = x; x = (x + 1) % 5
            l2 -> l0 when memory(p, u8) < 5 do release(p)
            l2 -> l3 else violates wrong \"\" stop
            loc l3 end
         }
         property wrong: unreachable",
        expect![[r#"
            wrong: true, Exhausted { states: 1 }
        "#]],
    );
}

#[test]
fn the_order_of_allocation_does_not_matter() {
    check(
        "object heap: dynamic align 8
         global p: pointer
         global q: pointer
         global x: bool
         process main() active 1 {
            l0 -> l1 do havoc x
            l1 -> l2 when x do p = allocate heap(8); q = allocate heap(8)
            l1 -> l2 else do q = allocate heap(8); p = allocate heap(8)
            l2 -> l3 do havoc x
            l3 -> l4 do havoc x
            l4 -> l0 do release(p); release(q)
            l4 -> l5 when p == q violates wrong \"\" stop
            loc l5 end
         }
         property wrong: unreachable",
        expect![[r#"
            wrong: true, Exhausted { states: 7 }
        "#]],
    );
}

#[test]
fn addresses_that_are_looked_at_count() {
    check(
        "object heap: dynamic align 8
         global p: pointer
         global q: pointer
         global x: bool
         process main() active 1 {
            l0 -> l1 do havoc x
            l1 -> l2 when x do p = allocate heap(8); q = allocate heap(8)
            l1 -> l2 else do q = allocate heap(8); p = allocate heap(8)
            l2 -> l3 do havoc x
            l3 -> l4 when (p as u64) < (q as u64) violates less \"\" stop
            l3 -> l4 when (q as u64) < (p as u64) violates more \"\" stop
            loc l4 end
         }
         property less: unreachable
         property more: unreachable",
        expect![[r#"
            less: false in 4 steps, [Value(1)]
            more: false in 4 steps, []
        "#]],
    );
}

#[test]
fn assumptions_make_values_few() {
    check(
        "global x: i32
         global y: i32
         global n: i32 = 12
         process main() active 1 {
            l0 -> l1 do havoc x
            l1 -> l2 do y = x
            l2 -> l3 when (3 <= y && y < n) as i32 as bool
            l3 -> l4 when x == 11 violates last \"\" stop
            l3 -> l4 when x == 12 violates never \"\" stop
            l3 -> l4 else
            l4 -> l5 do havoc x
            l5 -> l6 when x == 77 violates far \"\" stop
            l5 -> l6 else
            loc l6 end
         }
         property last: unreachable
         property never: unreachable
         property far: unreachable",
        expect![[r#"
            last: false in 4 steps, [Value(11)]
            never: maybe, trying all arbitrary values of 32 bits one by one
            far: maybe, trying all arbitrary values of 32 bits one by one
        "#]],
    );
}

#[test]
fn memory_that_was_never_written_is_not_taken_for_zero() {
    check(
        "object heap: dynamic arbitrary align 8
         global p: pointer
         process main() active 1 {
            l0 -> l1 do p = allocate heap(8)
            l1 -> l2 when memory(p, u8) == 3 violates three \"\" stop
            l1 -> l2 when memory(p, u8) == 0 violates zero \"\" stop
            l1 -> l2 else
            loc l2 end
         }
         property three: unreachable
         property zero: unreachable",
        expect![[r#"
            three: maybe, trying all values of memory that is read before it is written
            zero: false in 2 steps, []
        "#]],
    );
}

#[test]
fn a_scout_does_not_go_far() {
    let source = "global x: u64
         process main() active 1 {
            l0 -> l1 when x < 100000 do x = x + 1
            l0 -> l2 else
            l1 -> l0
            l2 -> l3 when add_overflows(x, 0u64) violates wrong \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property wrong: unreachable";
    verdicts(
        &Scout { steps: 300_000 },
        source,
        &expect![[r#"
        wrong: true, Exhausted { states: 1 }
    "#]],
    );
    verdicts(
        &Scout { steps: 1000 },
        source,
        &expect![[r#"
        wrong: maybe, Budget(Depth)
    "#]],
    );
}

/// Another engine has settled a property.
struct Peer(Patience, PropId);

impl Observer for Peer {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, progress: &Progress) -> Result<(), Reason> {
        self.0.progress(progress)
    }
    fn is_settled(&self, property: PropId) -> bool {
        property == self.1
    }
}

/// The verdict on the other property of a program whose property `easy` is found to fail at once.
fn verdict_on_hard(more: &str, observer: impl FnOnce(PropId) -> Box<dyn Observer>) -> Verdict {
    let (program, diagnostics) = parse(&format!(
        "global i: u64 global x: bool
         process start() active 1 {{ l90 -> l91 do call main() loc l91 end }}
         function main() {{
            l0 -> l1 do havoc x
            l1 -> l2 when i == 4 violates easy \"\" continue
            l1 -> l0 when i != 4 && x do i = i + 1
            l1 -> l0 when i != 4 && !x do i = i + 2
            l2 -> l0 when i * i == 8 violates hard \"\" continue
            l2 -> l0 else do i = i + 1
            {more}
         }}
         property hard: unreachable
         property easy: unreachable"
    ));
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut observer = observer(properties[0]);
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut *observer);
    let outcome =
        AllStates::of(Explicit::default()).run(&Task::new(&program, &properties), &mut cx);
    let [(_, hard), (_, easy)] = &outcome.verdicts[..] else { panic!("{outcome:?}") };
    assert!(matches!(easy, Verdict::False(_)), "{easy:?}");
    hard.clone()
}

#[test]
fn a_search_is_over_when_another_engine_has_settled_the_rest() {
    // The second is recursive, so that it cannot be compiled.
    for more in ["", "l0 -> l3 when i == 123456789 do call main() l3 -> l0"] {
        let alone = verdict_on_hard(more, |_| Box::new(Patience(10)));
        assert_eq!(alone, Verdict::Maybe(Reason::Cancelled), "{more}");
        let beside = verdict_on_hard(more, |hard| Box::new(Peer(Patience(10), hard)));
        assert_eq!(beside, Verdict::Maybe(Reason::Stopped), "{more}");
    }
}
