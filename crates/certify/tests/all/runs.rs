//! All runs at once: what certificates say of loops is shown, or it is said why not.

use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_certify::{Effort, Ground, Judgement, check_certificates};
use tribunal_engine::{Certificate, Said, Statement};
use tribunal_ir::text::{Printer, Reader};
use tribunal_ir::{Program, PropId};

const EFFORT: Effort = Effort { steps: 100, runs: 1, formulas: 1_000_000 };

fn program(text: &str) -> Program {
    let (program, diagnostics) = tribunal_ir::text::parse(text);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

/// What is thought of a certificate of the first property.
fn judged(program: &Program, certificate: &Certificate) -> String {
    let property = program.props.ids().next().expect("there should be one");
    let claims: Vec<(PropId, &Certificate)> = vec![(property, certificate)];
    match &check_certificates(program, &claims, EFFORT)[&property] {
        Judgement::Checked(Ground::Followed(heads)) => format!("followed, cut at {}", heads.len()),
        Judgement::Checked(other) => format!("{other:?}"),
        Judgement::Trusted { why, .. } => format!("trusted: {why}"),
        Judgement::Insufficient { why, .. } => format!("insufficient: {why}"),
        Judgement::Refuted(_) => "refuted".to_owned(),
    }
}

/// The same for induction over loops, with what is said of their heads.
fn inductive(text: &str, iterations: u64, heads: &[(&str, &[&str])]) -> String {
    let program = program(text);
    let printer = Printer::new(&program);
    let names: BTreeMap<String, _> =
        program.locs.ids().map(|it| (printer.location_name(it), it)).collect();
    let mut reader = Reader::new(program);
    let mut said = Said::new();
    for (head, conditions) in heads {
        let at = names[*head];
        let process = reader.program().locs[at].process;
        let conditions = conditions.iter().map(|it| {
            Statement::Holds(reader.condition(process, it).expect("it should be a condition"))
        });
        said.insert(at, conditions.collect());
    }
    let program = reader.finish();
    let heads = Arc::new(said);
    judged(&program, &Certificate::Inductive { iterations, heads, functions: Vec::new() })
}

const COUNTERS: &str = "global n: u32 global i: u32 global j: u32
    process main() active 1 {
        l0 -> l1 do havoc n
        l1 -> l1 when i < n do i = i + 1; j = j + 2
        l1 -> l2 else
        l2 -> l3 when j != 2 * i violates p \"\" stop
        l2 -> l3 else
        loc l3 end
    }
    property p: unreachable";

#[test]
fn an_invariant_makes_induction_work() {
    let heads: &[(&str, &[&str])] = &[("l1", &["j == 2 * i"])];
    assert_eq!(inductive(COUNTERS, 1, heads), "followed, cut at 1");
    let without = inductive(COUNTERS, 1, &[("l1", &[])]);
    assert_eq!(without, "insufficient: a violation at line 1 is not ruled out");
    let wrong = inductive(COUNTERS, 1, &[("l1", &["j == 2 * i", "j == i"])]);
    assert_eq!(wrong, "insufficient: at l1 of main: `j == i` does not follow");
    let late = inductive(COUNTERS, 1, &[("l1", &["j == 2 * i", "0 < i"])]);
    assert_eq!(late, "insufficient: at l1 of main: `0 < i` does not follow");
    let changed = COUNTERS.replace("j + 2", "j + 3");
    assert!(inductive(&changed, 1, heads).starts_with("insufficient"));
}

/// A counter modulo 4 that must not be 3 after 2, nor 2 after 1 ...: only several iterations tell.
const ROUND: &str = "global a: u8 global b: u8 global c: u8
    process main() active 1 {
        l0 -> l1 do a = 1
        l1 -> l2 when c != 7
        l1 -> l3 else
        l2 -> l1 do c = b; b = a; a = 1
        l3 -> l3 when true violates p \"\" stop
    }
    property p: unreachable";

#[test]
fn some_iterations_make_the_next_right() {
    assert!(inductive(ROUND, 1, &[("l1", &[])]).starts_with("insufficient"));
    assert!(inductive(ROUND, 2, &[("l1", &[])]).starts_with("insufficient"));
    assert_eq!(inductive(ROUND, 3, &[("l1", &[])]), "followed, cut at 1");
    assert_eq!(
        inductive(ROUND, 1, &[("l1", &["b <= 1 && c <= 1 && a <= 1"])]),
        "followed, cut at 1"
    );
}

#[test]
fn a_violation_in_an_early_iteration_is_seen() {
    // Whatever happens later, the second iteration goes wrong.
    let text = "global i: u8
        process main() active 1 {
            l0 -> l1
            l1 -> l1 when i == 1 violates p \"\" stop
            l1 -> l1 when i != 1 do i = i + 1
        }
        property p: unreachable";
    for k in 0..6 {
        assert!(inductive(text, k, &[("l1", &[])]).starts_with("insufficient"), "{k}");
        let supposed = inductive(text, k, &[("l1", &["i != 1"])]);
        assert!(supposed.starts_with("insufficient"), "{k}");
    }
}

#[test]
fn loops_in_loops_are_cut_too() {
    let text = "global n: u16 global i: u16 global j: u16 global s: u16
        process main() active 1 {
            l0 -> l1 do havoc n
            l1 -> l2 when i < n do j = 0
            l1 -> l4 else
            l2 -> l2 when j < n do j = j + 1; s = s + 0
            l2 -> l1 when j >= n do i = i + 1
            l4 -> l5 when s > 1 violates p \"\" stop
            l4 -> l5 else
            loc l5 end
        }
        property p: unreachable";
    assert_eq!(
        inductive(text, 1, &[("l1", &["s <= 1"]), ("l2", &["s <= 1"])]),
        "followed, cut at 2"
    );
    // What a loop of which nothing is said changes is anything after it.
    let one = inductive(text, 1, &[("l1", &["s <= 1"])]);
    assert_eq!(one, "insufficient: at l1 of main: `s <= 1` does not follow");
}

#[test]
fn calls_are_followed() {
    let text = "global n: u32 global calls: u32
        process main() active 1 {
            var x: u32
            l0 -> l1 do havoc n
            l1 -> l2 when calls < n do x = call step(x)
            l1 -> l3 else
            l2 -> l1
            l3 -> l4 when x != calls violates p \"\" stop
            l3 -> l4 else
            loc l4 end
        }
        function step(y: u32) {
            l8 -> l9 do calls = calls + 1
            l9 -> l10 when y < 4294967295 do return y + 1
            l9 -> l10 else do return 0
            loc l10
        }
        property p: unreachable";
    assert_eq!(inductive(text, 1, &[("l1", &["x == calls"])]), "followed, cut at 1");
    let wrong = text.replace("y + 1", "y + 2");
    assert!(inductive(&wrong, 1, &[("l1", &["x == calls"])]).starts_with("insufficient"));
}

#[test]
fn runs_that_end_are_followed_to_their_ends() {
    let text = "global n: u8 global i: u8 global j: u8
        process main() active 1 {
            l0 -> l1 do havoc n
            l1 -> l2 when n < 5
            l1 -> l4 else
            l2 -> l2 when i < n do i = i + 1; j = j + 3
            l2 -> l3 else
            l3 -> l4 when j != 3 * n violates p \"\" stop
            l3 -> l4 else
            loc l4 end
        }
        property p: unreachable";
    let unrolled =
        |text: &str, iterations| judged(&program(text), &Certificate::Unrolled { iterations });
    assert_eq!(unrolled(text, 4), "followed, cut at 0");
    // It goes round more often: what comes then must be shown by induction, which does not work here.
    assert!(unrolled(text, 3).starts_with("insufficient"));
    assert!(unrolled(&text.replace("3 * n", "n + 2"), 4).starts_with("insufficient"));
}

#[test]
fn what_is_not_followed_is_trusted() {
    let text = "global x: u8 global n: u8
        process main() active 1 {
            l0 -> l1 do havoc n; n = n & 3
            l1 -> l2 do x = 1 << n
            l2 -> l3 when x == 0 violates p \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        property p: unreachable";
    // How far numbers are shifted is not known.
    let said = judged(&program(text), &Certificate::Unrolled { iterations: 0 });
    assert_eq!(said, "trusted: there are too many states or runs to try all again");
}

#[test]
fn memory_is_followed_where_it_is_read() {
    let text = "object a: static size 12 align 4 layout [i32 by 4]
        process main() active 1 {
            var n: i32
            var i: i32
            var p: pointer
            l0 -> l1 do havoc n
            l1 -> l2 do p = advance(object(a), 4); memory(p, i32) = 5
            l2 -> l2 when i < n do i = i + 1; memory(object(a), i32) = i
            l2 -> l3 else
            l3 -> l4 when !is_alive(p) || memory(p, i32) != 5 violates p \"\" stop
            l3 -> l4 else
            loc l4 end
        }
        property p: unreachable";
    assert_eq!(inductive(text, 1, &[("l2", &[])]), "followed, cut at 1");
    // The loop writes to where the pointer points.
    let both = text.replace("memory(object(a), i32) = i", "memory(p, i32) = i");
    assert!(inductive(&both, 1, &[("l2", &[])]).starts_with("trusted"));
    let moved = text.replace("memory(object(a), i32) = i", "p = object(a)");
    assert!(inductive(&moved, 1, &[("l2", &[])]).starts_with("trusted"));
}

#[test]
fn objects_that_a_loop_makes_are_followed() {
    let text = "object kept: automatic align 4 layout [i32 by 4]
        object cell: dynamic align 4
        process main() active 1 {
            var n: i32
            var i: i32
            var p: pointer
            var q: pointer
            l0 -> l1 do havoc n
            l1 -> l2 do p = allocate kept(4); memory(p, i32) = 1
            l2 -> l3 when i < n do i = i + 1; q = allocate cell(4)
            l2 -> l5 else
            l3 -> l4 do memory(q, i32) = 3
            l4 -> l2 do release(q)
            l5 -> l6 when !is_alive(p) || memory(p, i32) != 1 violates p \"\" stop
            l5 -> l6 else
            loc l6 end
        }
        property p: unreachable";
    assert_eq!(inductive(text, 1, &[("l2", &[])]), "followed, cut at 1");
    let dead = text.replace("release(q)", "release(p)");
    assert!(inductive(&dead, 1, &[("l2", &[])]).starts_with("trusted"));
}
