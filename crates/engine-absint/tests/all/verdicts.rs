//! What abstract interpretation proves, and what it says where it does not.

use expect_test::{Expect, expect};
use tribunal_engine::{Budget, Context, Engine as _, Task, Verdict};
use tribunal_engine_absint::{AbstractInterpreter, Detail, Settings, analyse};
use tribunal_ir::{Program, PropId, text};

fn parse(source: &str) -> Program {
    let (program, diagnostics) = text::parse(source);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let problems = tribunal_ir::verify(&program);
    assert!(problems.is_empty(), "{problems:#?}");
    program
}

fn context(observer: &mut ()) -> Context<'_> {
    Context::new(Budget { memory: 1 << 30, depth: 1 << 30 }, observer)
}

/// The verdicts on all properties.
fn check(source: &str, expected: Expect) {
    let program = parse(source);
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(&program, &properties);
    let outcome = AbstractInterpreter::default().run(&task, &mut context(&mut ()));
    let line = |(property, verdict): &(PropId, Verdict)| {
        let verdict = match verdict {
            Verdict::True(_) => "true".to_owned(),
            Verdict::Maybe(tribunal_engine::Reason::Alarm { places, values, .. }) => {
                format!("maybe at {places} with {values:?}")
            }
            other => format!("{other:?}"),
        };
        format!("{}: {verdict}\n", program.props[*property].name)
    };
    expected.assert_eq(&outcome.verdicts.iter().map(line).collect::<String>());
}

/// What is known at the last location of a process.
fn known(source: &str, settings: Settings, expected: Expect) {
    let program = parse(source);
    let found = analyse(&program, settings, Detail::Variables, &mut context(&mut ()))
        .expect("it should end");
    let mut text = String::new();
    for (location, values) in &found.known {
        let values: Vec<String> =
            values.iter().map(|it| format!("{}: {}", program.vars[it.var].name, it.text)).collect();
        text += &format!("{location:?} {}\n", values.join("; "));
    }
    expected.assert_eq(&text);
}

#[test]
fn a_counter_stops_where_its_condition_says() {
    let source = "
        process main() active 1 {
            var i: i32
            l0 -> l1 do i = 0
            l1 -> l2 when i < 10
            l1 -> l3 else
            l2 -> l4 when add_overflows(i, 1) violates overflow \"\" stop
            l2 -> l1 else do i = i + 1
            l3 -> l4 when i != 10 violates ten \"\" stop
            l3 -> l4 else
            loc l4 end
        }
        property overflow: unreachable
        property ten: unreachable";
    check(
        source,
        expect![[r#"
        overflow: true
        ten: true
    "#]],
    );
    known(
        source,
        Settings::default(),
        expect![[r#"
        l0 i: 0
        l1 i: [0, 10]
        l2 i: [0, 9]
        l3 i: 10
        l4 i: 10
    "#]],
    );
    // Without narrowing, the constants of the program are still stops.
    known(
        source,
        Settings { delay: 0, narrowing: 0, ..Settings::default() },
        expect![[r#"
        l0 i: 0
        l1 i: [0, 10]
        l2 i: [0, 9]
        l3 i: 10
        l4 i: 10
    "#]],
    );
}

#[test]
fn an_alarm_names_the_values() {
    check(
        "process main() active 1 {
            var x: i32
            var y: i32
            l0 -> l1 do havoc x
            l1 -> l2 when x > 3 do y = 2 * x
            l1 -> l2 else
            l2 -> l3 when y == 8 violates eight \"\" stop
            l2 -> l3 when y == 7 violates seven \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        property eight: unreachable
        property seven: unreachable",
        expect![[r#"
            eight: maybe at 1 with [("y", "{[-2147483648, -2], 0, [8, 2147483646]}, 0 mod 2")]
            seven: true
        "#]],
    );
}

#[test]
fn comparisons_between_variables_refine_both() {
    known(
        "process main() active 1 {
            var x: i32
            var y: i32
            l0 -> l1 do havoc x; havoc y
            l1 -> l2 when 0 <= x && x < y && y < 10
            loc l2 end
        }",
        Settings::default(),
        expect![[r#"
            l0 x: 0; y: 0
            l1 
            l2 x: [0, 8]; y: [1, 9]
        "#]],
    );
}

#[test]
fn objects_are_overwritten_where_it_is_certain() {
    check(
        "object a: static size 40 align 4
        object s: automatic align 4 arbitrary
        process main() active 1 {
            var p: pointer
            var i: i32
            l0 -> l1 do p = allocate s(4)
            l1 -> l2 do memory(p, i32) = 7
            l2 -> l3 do i = 0
            l3 -> l4 when i < 10
            l3 -> l5 else
            l4 -> l9 when offset(advance(object(a), i as i64 * 4)) < 0 || object_size(object(a)) - 4 < offset(advance(object(a), i as i64 * 4)) violates bounds \"\" stop
            l4 -> l3 else do memory(advance(object(a), i as i64 * 4), i32) = i; i = i + 1
            l5 -> l9 when memory(p, i32) != 7 violates kept \"\" stop
            l5 -> l6 else
            l6 -> l9 when memory(advance(object(a), 8), i32) < 0 || 9 < memory(advance(object(a), 8), i32) violates array \"\" stop
            l6 -> l7 else do release(p)
            l7 -> l9 when is_alive(p) violates dead \"\" stop
            l7 -> l9 else
            loc l9 end
        }
        property bounds: unreachable
        property kept: unreachable
        property array: unreachable
        property dead: unreachable",
        expect![[r#"
            bounds: true
            kept: true
            array: true
            dead: true
        "#]],
    );
}

#[test]
fn the_youngest_object_of_an_allocation_is_told_from_the_others() {
    check(
        "object node: dynamic align 8 arbitrary
        process main() active 1 {
            var head: pointer
            var new: pointer
            var i: i32
            l0 -> l1 do head = null; i = 0
            l1 -> l2 when i < 5
            l1 -> l4 else
            l2 -> l3 do new = allocate node(16); memory(new, pointer) = head; memory(advance(new, 8), i32) = 7
            l3 -> l9 when memory(advance(new, 8), i32) != 7 violates fresh \"\" stop
            l3 -> l1 else do head = new; i = i + 1
            l4 -> l5 when head != null
            l4 -> l9 else
            l5 -> l9 when memory(advance(head, 8), i32) != 7 violates all \"\" stop
            l5 -> l4 else do head = memory(head, pointer)
            loc l9 end
        }
        property fresh: unreachable
        property all: unreachable",
        expect![[r#"
            fresh: true
            all: true
        "#]],
    );
}

#[test]
fn functions_are_analysed_for_each_call_and_recursion_ends() {
    check(
        "process start() active 1 {
            var x: i32
            var y: i32
            l0 -> l1 do x = call twice(3)
            l1 -> l2 do y = call down(100)
            l2 -> l3 when x != 6 violates six \"\" stop
            l2 -> l3 when y != 0 violates zero \"\" stop
            l2 -> l3 else
            loc l3 end
        }
        function twice(n: i32) {
            l4 -> l5 do return n * 2
            loc l5 end
        }
        function down(n: i32) {
            var r: i32
            l6 -> l7 when n <= 0 do return n
            l6 -> l8 else do r = call down(n - 1)
            l8 -> l7 do return r
            loc l7 end
        }
        property six: unreachable
        property zero: unreachable",
        expect![[r#"
            six: true
            zero: true
        "#]],
    );
}

#[test]
fn processes_interfere() {
    check(
        "global turn: u8
        global count: u8
        process p() active 1 {
            l0 -> l0 do turn = 1
            l0 -> l0 do count = 1
            l0 -> l1 when count == 2 violates two \"\" stop
            l0 -> l1 when turn == 3 violates three \"\" stop
            loc l1 end
        }
        process q() active 1 {
            l2 -> l2 when turn == 1 do turn = 2
            l2 -> l3 when turn == 1 violates one \"\" stop
            loc l3 end
        }
        property one: unreachable
        property two: unreachable
        property three: unreachable",
        expect![[r#"
            one: maybe at 1 with [("turn", "[0, 2]")]
            two: true
            three: true
        "#]],
    );
}

/// Two counters that go together, and one that runs to another: intervals alone do not tell.
#[test]
fn octagons_relate_variables() {
    let source = "
        process main() active 1 {
            var i: i32
            var j: i32
            var n: i32
            l0 -> l1 do havoc n
            l1 -> l7 when 0 <= n && n < 1000 do i = 0
            l7 -> l2 do j = 0
            l1 -> l9 else
            l2 -> l3 when i < n do i = i + 1
            l2 -> l5 else
            l3 -> l2 do j = j + 1
            l5 -> l9 when i != j violates together \"\" stop
            l5 -> l6 else
            l6 -> l9 when j != n violates end \"\" stop
            l6 -> l9 else
            loc l9 end
        }
        property together: unreachable
        property end: unreachable";
    let program = parse(source);
    let properties: Vec<PropId> = program.props.ids().collect();
    let task = Task::new(&program, &properties);
    for (related, expected) in [(0, 0), (4, 2)] {
        let settings = Settings { related, ..Settings::default() };
        let outcome = AbstractInterpreter { settings }.run(&task, &mut context(&mut ()));
        let proved = outcome.verdicts.iter().filter(|it| matches!(it.1, Verdict::True(_)));
        assert_eq!(proved.count(), expected, "{:?}", outcome.verdicts);
    }
}
