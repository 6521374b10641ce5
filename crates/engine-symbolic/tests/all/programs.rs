//! Programs with known answers.

use expect_test::{Expect, expect};
use std::fmt::Write as _;
use tribunal_certify::check as certify;
use tribunal_engine::{
    Budget, Context, Engine, Fairness, Observer, Progress, Reason, Task, Verdict,
};
use tribunal_engine_symbolic::{Beside, Symbolic};
use tribunal_ir::{PropId, text::parse, verify};

/// Interrupts after so many reports.
struct Patience(u32);

impl Observer for Patience {
    fn phase(&mut self, _: &str) {}
    fn progress(&mut self, _: &Progress) -> Result<(), Reason> {
        self.0 = self.0.checked_sub(1).ok_or(Reason::Cancelled)?;
        Ok(())
    }
}

/// The verdicts on all properties of a program; every counterexample is checked.
fn check(source: &str, expect: Expect) {
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    assert_eq!(verify(&program), Vec::<String>::new());
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(&program, &properties);
    let mut patience = Patience(20_000);
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut patience);
    let outcome = Symbolic.run(&task, &mut cx);
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

#[test]
fn branches_meet_and_conditions_are_forgotten() {
    check(
        "global x: u8
         global y: u8
         process main() active 1 {
            l0 -> l1 do havoc x
            l1 -> l2 when x < 10 do y = 1
            l1 -> l2 else do y = 2
            l2 -> l3 when y == 1 && x == 10 violates never \"\" stop
            l2 -> l3 when y == 2 && x == 200 violates ever \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property never: unreachable
         property ever: unreachable",
        expect![[r#"
            never: true, Unrolled { iterations: 0 }
            ever: false in 3 steps, [Value(200)]
        "#]],
    );
}

#[test]
fn constants_decide_loops() {
    check(
        "global i: i32
         global sum: i32
         process main() active 1 {
            l0 -> l1 when i < 3000 do sum = sum + i; i = i + 1
            l0 -> l2 else
            l1 -> l0
            l2 -> l3 when sum != 4498500 violates wrong \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property wrong: unreachable",
        expect![[r#"
            wrong: true, Unrolled { iterations: 3000 }
        "#]],
    );
}

#[test]
fn the_solver_decides_the_others() {
    check(
        "global n: u8
         global i: u8
         process main() active 1 {
            l0 -> l1 do havoc n
            l1 -> l2 when n < 20
            l2 -> l2 when i < n do i = i + 1
            l2 -> l3 else
            l3 -> l4 when i != n violates wrong \"\" stop
            l3 -> l4 when i == 19 violates far \"\" stop
            l3 -> l4 else
            loc l4 end
         }
         property wrong: unreachable
         property far: unreachable",
        expect![[r#"
            wrong: true, Inductive { iterations: 1, heads: {l2: []}, functions: [] }
            far: false in 23 steps, [Value(19)]
        "#]],
    );
}

#[test]
fn what_goes_on_for_ever_without_change_is_no_obstacle() {
    check(
        "global x: u8
         process main() active 1 {
            l0 -> l1 do havoc x
            l1 -> l1 when x == 0
            l1 -> l2 else
            l2 -> l3 when x == 0 violates wrong \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property wrong: unreachable",
        expect![[r#"
            wrong: true, Unrolled { iterations: 1 }
        "#]],
    );
}

#[test]
fn recursion_is_inlined_or_proved_by_a_contract() {
    check(
        "global n: u4
         global r: u32
         function factorial(n: u32) {
            var rest: u32
            l0 -> l1 when 1 < n do rest = call factorial(n - 1)
            l0 -> l2 else
            l1 -> l1 do return n * rest
            l2 -> l2 do return 1u32
         }
         process main() active 1 {
            l10 -> l11 do havoc n
            l11 -> l12 do r = call factorial(n as u32)
            l12 -> l13 when r == 5040 violates seven \"\" stop
            l12 -> l13 when r == 5041 violates never \"\" stop
            l12 -> l13 else
            loc l13 end
         }
         property seven: unreachable
         property never: unreachable",
        expect![[r#"
            seven: false in 17 steps, [Value(7)]
            never: true, Inductive { iterations: 1, heads: {}, functions: [p0] }
        "#]],
    );
}

#[test]
fn pointers_know_their_objects() {
    check(
        "object a: static size 16 align 4
         object heap: dynamic arbitrary align 8
         global x: u2
         global p: pointer
         global q: pointer
         process main() active 1 {
            l0 -> l1 do havoc x; p = allocate heap(8)
            l1 -> l2 do memory(p, pointer) = advance(object(a), (x as i64) * 4)
            l2 -> l3 do q = memory(p, pointer)
            l3 -> l4 do memory(q, i32) = 7; memory(p, u64) = 0
            l4 -> l5 when memory(advance(object(a), 8), i32) == 7 && x != 2 violates never \"\" stop
            l4 -> l5 when memory(advance(object(a), 12), i32) == 7 violates last \"\" stop
            l4 -> l5 else do release(p)
            l5 -> l6 when is_alive(p) violates never \"\" stop
            l5 -> l6 else
            loc l6 end
         }
         property never: unreachable
         property last: unreachable",
        expect![[r#"
            never: true, Unrolled { iterations: 0 }
            last: false in 5 steps, [Value(3), Bytes([])]
        "#]],
    );
}

#[test]
fn bytes_that_were_not_written_can_be_anything() {
    check(
        "object heap: dynamic arbitrary align 8
         global p: pointer
         process main() active 1 {
            l0 -> l1 do p = allocate heap(4); memory(p, u8) = 1
            l1 -> l2 when memory(p, u32) == 16909057 violates ever \"\" stop
            l1 -> l2 when memory(p, u32) == 16909058 violates never \"\" stop
            l1 -> l2 else
            loc l2 end
         }
         property ever: unreachable
         property never: unreachable",
        expect![[r#"
            ever: false in 2 steps, [Bytes([(1, 3), (2, 2), (3, 1)])]
            never: true, Unrolled { iterations: 0 }
        "#]],
    );
}

#[test]
fn several_enabled_edges_are_a_choice() {
    check(
        "global x: u8
         process main() active 1 {
            l0 -> l1 do x = x + 1
            l0 -> l1 do x = x + 2
            l0 -> l1 do x = x + 4
            l1 -> l2 do x = x * 10
            l1 -> l2 do x = x + 100
            l2 -> l3 when x == 104 violates ever \"\" stop
            l2 -> l3 when x == 103 violates never \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property ever: unreachable
         property never: unreachable",
        expect![[r#"
            ever: false in 3 steps, []
            never: true, Unrolled { iterations: 0 }
        "#]],
    );
}

#[test]
fn floats_are_ieee() {
    check(
        "global x: f32
         process main() active 1 {
            l0 -> l1 do havoc x
            l1 -> l2 when x != x violates nan \"\" stop
            l1 -> l2 when x + x == 3 as f32 && x == x + (1 as f32) violates never \"\" stop
            l1 -> l2 else
            loc l2 end
         }
         property nan: unreachable
         property never: unreachable",
        expect![[r#"
            nan: false in 2 steps, [Value(2143289344)]
            never: true, Unrolled { iterations: 0 }
        "#]],
    );
}

#[test]
fn what_is_not_modelled_is_said() {
    check(
        "object o: static size 8 align 8
         global n: u64
         global p: pointer
         process main() active 1 {
            l0 -> l1 do havoc n
            l1 -> l2 do p = n as pointer
            l2 -> l3 when is_alive(p) violates wild \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property wild: unreachable",
        expect![[r#"
            wild: maybe, a pointer that can be anything, or is made from a number
        "#]],
    );
    check(
        "process one() active 2 { l0 -> l1 violates p \"\" stop loc l1 end }
         property p: unreachable
         property e: end_states",
        expect![[r#"
            p: maybe, a program of several processes
            e: maybe, a program of several processes
        "#]],
    );
}

#[test]
fn loops_without_a_bound_are_proved_by_induction() {
    check(
        "global x: u32
         global y: u32
         global n: u8
         process main() active 1 {
            l0 -> l1 when x != y violates differ \"\" stop
            l0 -> l1 else
            l1 -> l2 do havoc n
            l2 -> l3 when n < 128 do x = x + 1
            l2 -> l4 else
            l3 -> l0 do y = y + 1
            l4 -> l5 when x != y violates differ \"\" stop
            l4 -> l5 when x == 7 violates seven \"\" stop
            l4 -> l5 else
            loc l5 end
         }
         property differ: unreachable
         property seven: unreachable",
        expect![[r#"
            differ: true, Inductive { iterations: 1, heads: {l0: []}, functions: [] }
            seven: false in 32 steps, [Value(127), Value(127), Value(127), Value(127), Value(127), Value(127), Value(127), Value(255)]
        "#]],
    );
}

#[test]
fn memory_that_a_loop_changes_is_arbitrary() {
    check(
        "object a: static size 16 align 4
         object b: static size 4 align 4 = { 0: 5i32 }
         object local: automatic arbitrary align 4
         global i: u2
         global p: pointer
         process main() active 1 {
            l0 -> l1 do havoc i
            l1 -> l2 do memory(advance(object(a), (i as i64) * 4), i32) = 3; p = allocate local(4)
            l2 -> l3 when memory(object(a), i32) != 0 && memory(object(a), i32) != 3 violates value \"\" stop
            l2 -> l3 when memory(object(b), i32) != 5 violates other \"\" stop
            l2 -> l3 when !is_alive(p) violates dead \"\" stop
            l2 -> l3 else do release(p)
            l3 -> l0 when i != 3
            l3 -> l0 else
         }
         property value: unreachable
         property other: unreachable
         property dead: unreachable",
        expect![[r#"
            value: true, Inductive { iterations: 1, heads: {l0: []}, functions: [] }
            other: true, Inductive { iterations: 1, heads: {l0: []}, functions: [] }
            dead: true, Inductive { iterations: 1, heads: {l0: []}, functions: [] }
        "#]],
    );
}

#[test]
fn induction_proves_nothing_that_is_wrong() {
    check(
        "global x: u32
         global go: u1
         process main() active 1 {
            l0 -> l1 when x == 40 violates forty \"\" stop
            l0 -> l1 else do havoc go
            l1 -> l0 when go == 1 do x = x + 2
            l1 -> l2 else
            l2 -> l3 when x == 41 violates odd \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property forty: unreachable
         property odd: unreachable",
        expect![[r#"
            forty: false in 41 steps, [Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1), Value(1)]
            odd: true, Unrolled { iterations: 20 }
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

#[test]
fn what_another_engine_has_settled_is_dropped() {
    let (program, diagnostics) = parse(
        "global i: u32 global j: u32 global n: u32
         process main() active 1 {
            l0 -> l1 do havoc n
            l1 -> l1 when i < n do i = i + 1; j = j * 3 + 1
            l1 -> l2 else
            l2 -> l3 when j == 7 && i > 9 violates hard \"\" stop
            l2 -> l3 when i == 2 violates easy \"\" stop
            l2 -> l3 else
            loc l3 end
         }
         property hard: unreachable
         property easy: unreachable",
    );
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let properties: Vec<PropId> = program.props.ids().collect();
    let run = |observer: &mut dyn Observer| {
        let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, observer);
        let outcome = Symbolic.run(&Task::new(&program, &properties), &mut cx);
        let [(_, hard), (_, easy)] = &outcome.verdicts[..] else { panic!("{outcome:?}") };
        assert!(matches!(easy, Verdict::False(_)), "{easy:?}");
        hard.clone()
    };
    assert_eq!(run(&mut Patience(500)), Verdict::Maybe(Reason::Cancelled));
    let settled = run(&mut Peer(Patience(500), properties[0]));
    assert_eq!(settled, Verdict::Maybe(Reason::Overtaken));
}

#[test]
fn beside_another_that_unrolls_only_induction_goes_on() {
    let source = "global n: u32
         global i: u32
         process main() active 1 {
            l0 -> l1 do havoc n
            l1 -> l2 when n < 1000000
            l2 -> l2 when i < n do i = i + 1
            l2 -> l3 else
            l3 -> l4 when i != n violates wrong \"\" stop
            l3 -> l4 when i == 999999 violates far \"\" stop
            l3 -> l4 else
            loc l4 end
         }
         property wrong: unreachable
         property far: unreachable";
    let (program, diagnostics) = parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let properties: Vec<PropId> = program.props.ids().collect();
    let mut nobody = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, &mut nobody);
    let outcome = Beside.run(&Task::new(&program, &properties), &mut cx);
    let [(_, wrong), (_, far)] = &outcome.verdicts[..] else { panic!("{outcome:?}") };
    assert!(matches!(wrong, Verdict::True(_)), "{wrong:?}");
    assert!(matches!(far, Verdict::Maybe(Reason::Unbounded { .. })), "{far:?}");
}
