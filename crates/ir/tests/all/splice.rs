//! Functions of one program put into another.

use expect_test::{Expect, expect};
use tribunal_base::Id;
use tribunal_ir::splice::Splice;
use tribunal_ir::text::{Printer, parse};
use tribunal_ir::{Control, Edge, Guard, Location, Marks, ProcId, Program};

/// Declarations of the host; the guest starts with them.
const HOST: &str = "global x: i32\nglobal a: [u8; 4]\nprocess P active 1 { l0 -> l1 loc l1 end }\n";

fn programs(functions: &str) -> (Program, Program) {
    let read = |text: &str| {
        let (program, diagnostics) = parse(text);
        program.unwrap_or_else(|| panic!("{diagnostics:?}"))
    };
    let mut guest = read(&format!("{HOST}property unsupported: unreachable\n{functions}"));
    guest.boundary = guest.props.iter().find(|(_, it)| it.name == "unsupported").map(|it| it.0);
    (read(HOST), guest)
}

fn function(guest: &Program) -> ProcId {
    ProcId::from_index(guest.procs.len() - 1)
}

/// The last function as a condition of the process.
fn check_condition(functions: &str, expected: Expect) {
    let (mut host, guest) = programs(functions);
    let declarations = host.clone();
    let mut splice = Splice::new(&guest, &declarations);
    let process = ProcId::from_index(0);
    let nothing = host.truth(false);
    let found = splice.condition(&mut host, function(&guest), Some(process), nothing);
    let text = match found {
        Ok(found) => {
            let mut text = Printer::new(&host).expr(Some(process), found.value);
            for failure in found.failures {
                let when = Printer::new(&host).expr(Some(process), failure.when);
                text.push_str(&format!("\n{} when {when}", failure.message));
            }
            text
        }
        Err(obstacle) => format!("{:?}: {}", obstacle.nature, obstacle.what),
    };
    expected.assert_eq(&text);
}

#[test]
fn ways_become_alternatives_and_calls_disappear() {
    check_condition(
        "function larger(p: i32, q: i32) {
            l2 -> l3 when q < p do return p
            l2 -> l3 when p <= q do return q
            l2 -> l3 else do return 0
            loc l3
        }
        function f() {
            var r: i32
            l4 -> l5 do r = call larger(x, 7)
            l5 -> l6 do return r
            loc l6
        }",
        expect!["(if 7 < x then x else (if x <= 7 then 7 else 0))"],
    );
}

#[test]
fn loops_end_where_their_tests_are_constant() {
    check_condition(
        "function f() {
            var i: i32 var s: i32
            l2 -> l3 when i < 3 do s = s + x; i = i + 1
            l2 -> l4 else do return s
            l3 -> l2
            loc l4
        }",
        expect!["0 + x + x + x"],
    );
    check_condition(
        "function f() {
            var i: i32
            l2 -> l3 when i < x do i = i + 1
            l2 -> l4 else do return i
            l3 -> l2
            loc l4
        }",
        expect!["Unsupported: a condition that takes so long"],
    );
}

#[test]
fn effects_are_refused() {
    check_condition(
        "function f() { l2 -> l3 do x = 1; return 2 loc l3 }",
        expect!["Effect: a condition that changes something"],
    );
}

/// The last function as a part of a step.
fn check_statement(functions: &str, expected: Expect) {
    let (mut host, guest) = programs(functions);
    let declarations = host.clone();
    let process = ProcId::from_index(0);
    let span = host.procs[process].span;
    let start = host.locs.push(Location {
        process,
        out: Vec::new(),
        control: Control::Indivisible,
        marks: Marks::default(),
        span,
    });
    let spliced = Splice::new(&guest, &declarations).statement(&mut host, function(&guest), start);
    let truth = host.truth(true);
    let entry = host.procs[process].entry;
    let edge = |from, to, actions| Edge {
        from,
        to,
        tier: 0,
        guard: Guard::When(truth),
        actions,
        atomic: false,
        violates: None,
        span,
    };
    let end = host.edges[host.locs[entry].out[0]].to;
    host.connect(edge(entry, start, Vec::new()));
    host.connect(edge(spliced.end, end, spliced.reset));
    assert_eq!(tribunal_ir::verify(&host), Vec::<String>::new());
    expected.assert_eq(&tribunal_ir::text::print(&host));
}

#[test]
fn calls_are_replaced_by_what_they_call() {
    check_statement(
        "function twice(n: i32) { l2 -> l3 do return n + n loc l3 }
        function f() {
            l4 -> l5 do x = call twice(x)
            l5 -> l6 do return
            loc l6
        }",
        expect![[r#"
            global x: i32
            global a: [u8; 4]

            process P() active 1 {
              var `%n`: i32
              l0 -> l1
              l0 -> l2
              loc l1 end
              loc l2 indivisible
              l2 -> l5 do `%n` = x
              loc l3 indivisible
              l3 -> l1 do `%n` = 0
              loc l4 indivisible
              l4 -> l3
              loc l5 indivisible
              l5 -> l4 do x = `%n` + `%n`
            }
        "#]],
    );
}

#[test]
fn what_calls_itself_is_a_boundary() {
    check_statement(
        "function f() {
            l2 -> l3 do call f()
            l3 -> l4 do return
            loc l4
        }",
        expect![[r#"
            global x: i32
            global a: [u8; 4]

            process P() active 1 {
              l0 -> l1
              l0 -> l2
              loc l1 end
              loc l2 indivisible
              l2 -> l4 violates unsupported "the recursive function `f`" stop
              loc l3 indivisible
              l3 -> l1
              loc l4 indivisible
              l4 -> l3
            }

            property unsupported: unreachable
        "#]],
    );
}
