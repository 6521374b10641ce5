use super::verify;
use crate::program::{EdgeId, ExprId, Program};
use crate::text::parse;
use expect_test::{Expect, expect};
use tribunal_base::Id;

fn program(source: &str) -> Program {
    let (program, diagnostics) = parse(source);
    assert_eq!(diagnostics, []);
    program.expect("a text without errors should be a program")
}

fn check(source: &str, expected: Expect) {
    check_program(&program(source), expected);
}

fn check_program(program: &Program, expected: Expect) {
    let problems: String = verify(program).into_iter().map(|it| it + "\n").collect();
    expected.assert_eq(&problems);
}

const TWO: &str = "global x: u8
    process P(a: u8) { var v: bool l0 -> l1 when v do x = a loc l1 end l1 -> l0 else }
    process Q() { l2 -> l2 do run P(1) }
    property p: unreachable
    property d: end_states";

#[test]
fn a_sound_program_has_no_problems() {
    check(TWO, expect![""]);
}

#[test]
fn i1_edges_are_listed_where_they_start() {
    let mut it = program(TWO);
    let l0 = it.procs.values().next().expect("a process").entry;
    let twice = it.locs[l0].out[0];
    it.locs[l0].out.push(twice);
    check_program(
        &it,
        expect![[r#"
        I1: l0 -> l1: it is listed 2 times
    "#]],
    );

    let mut it = program(TWO);
    it.locs[l0].out.clear();
    check_program(
        &it,
        expect![[r#"
        I1: l0 -> l1: it is listed 0 times
    "#]],
    );

    let mut it = program(TWO);
    let moved = it.locs[l0].out.pop().expect("an edge");
    let l1 = it.edges[moved].to;
    it.locs[l1].out.push(moved);
    check_program(
        &it,
        expect![[r#"
        I1: l0 -> l1: l1 lists it
    "#]],
    );
}

#[test]
fn i1_processes_do_not_share_locations() {
    check(
        "process P { label L at l1 l0 -> l1 } process Q { entry l0 loc l1 }",
        expect![[r#"
            I1: process Q: it starts at a location of another process
            I1: l0 -> l1: it leads into another process
            I1: label L: it names a location of another process
        "#]],
    );
}

#[test]
fn i2_only_the_first_action_can_block() {
    check(
        "global c: chan global x: u8
         process P {
            l0 -> l0 do c ! x; x = 1; run P()
            l0 -> l0 do x = 1; c ! x; c ? x; exit
         }",
        expect![[r#"
            I2: l0 -> l0: `c ! x` is not the first action
            I2: l0 -> l0: `c ? x` is not the first action
            I2: l0 -> l0: `exit` is not the first action
        "#]],
    );
}

#[test]
fn i3_tiers_do_not_decrease() {
    check(
        "process P { l0 -> l0 tier 1 l0 -> l0 tier 1 l0 -> l0 tier 2 l0 -> l0 }",
        expect![[r#"
            I3: l0 -> l0: its tier is lower than that of the edge before it
        "#]],
    );
}

#[test]
fn i4_expressions_are_well_typed() {
    check(
        "enum e: u8 { one = 1 }
         record R { f: u8 }
         channel q [1] of R
         global x: u8 global y: i32 global b: bool global c: chan global k: e
         global a: [u8; 3] global r: R
         process P(n: u8, s: R) {
            l0 -> l0 when x
            l0 -> l0 when x == y && !x && (b < b)
            l0 -> l0 when b & b || x & x == 1 || k & k == k || (c == c) ^ b
            l0 -> l0 do x = -b as u8; x = ~k as u8; x = b + b; x = k << k; x = c as u8
            l0 -> l0 do x = (if x then 1 else 2); x = (if b then x else y)
            l0 -> l0 do x = r; x = a; a = 1; x = a[b]; x = x[0]; x = x as R as u8
            l0 -> l0 when P[b]@L && enabled(k) do y = pc(c) + priority(b)
            l0 -> l0 when poll(x ? _) do y = len(b) + capacity(x) + arity(y)
            l0 -> l0 do x ! 1
            l0 -> l0 do x ? x
            l0 -> l0 do run P(1); run Q(b) priority b; run Q(); set_priority(b, 1); set_priority(1, c)
            l0 -> l0 do print \"\", r; x = P[b]:n
            label L
         }
         process Q(n: u8) provided x { loc l1 }
         end_requires y
         property p: ltl G {x} && {x == y}",
        expect![[r#"
            I4: channel q0 (q): a field is not scalar
            I4: end_requires: `y` is not a truth value
            I4: process Q: `x` is not a truth value
            I4: l0 -> l0: `x` is not a truth value
            I4: l0 -> l0: `x == y`: the operands differ in type
            I4: l0 -> l0: `!x`: the operand is not a truth value
            I4: l0 -> l0: `k & k`: the operands are neither truth values nor integers
            I4: l0 -> l0: `-b`: the operand is not a number
            I4: l0 -> l0: `~k`: the operand is not an integer
            I4: l0 -> l0: `b + b`: the operands are not numbers
            I4: l0 -> l0: `k << k`: the operands are not integers
            I4: l0 -> l0: `(if x then 1 else 2)`: the condition is not a truth value
            I4: l0 -> l0: `(if b then x else y)`: the branches differ in type
            I4: l0 -> l0: `r`: it is not a scalar
            I4: l0 -> l0: `a`: it is not a scalar
            I4: l0 -> l0: `a`: it is not a scalar
            I4: l0 -> l0: `a[b]`: the index is not an integer
            I4: l0 -> l0: `x[0]`: what is indexed is not an array
            I4: l0 -> l0: `x as R`: a cast to a type with parts
            I4: l0 -> l0: `P[b]@L`: the index of the process is not an integer
            I4: l0 -> l0: `enabled(k)`: the index of the process is not an integer
            I4: l0 -> l0: `pc(c)`: the index of the process is not an integer
            I4: l0 -> l0: `priority(b)`: the index of the process is not an integer
            I4: l0 -> l0: `poll(x ? _)`: the operand is not a channel
            I4: l0 -> l0: `len(b)`: the operand is not a channel
            I4: l0 -> l0: `capacity(x)`: the operand is not a channel
            I4: l0 -> l0: `arity(y)`: the operand is not a channel
            I4: l0 -> l0: `x ! 1`: the operand is not a channel
            I4: l0 -> l0: `x ? x`: the operand is not a channel
            I4: l0 -> l0: `run P(1)`: a parameter is not scalar
            I4: l0 -> l0: `run Q(b) priority b`: the priority is not an integer
            I4: l0 -> l0: `run Q()`: wrong number of arguments
            I4: l0 -> l0: `set_priority(b, 1)`: the index of the process is not an integer
            I4: l0 -> l0: `set_priority(1, c)`: the priority is not an integer
            I4: l0 -> l0: `P[b]:n`: the index is not an integer
            I4: property p: `x` is not a truth value
        "#]],
    );
}

#[test]
fn i4_types_are_possible() {
    let mut it = program(
        "record R { a: [S; 2] } record S { b: u8, r: R } record T { r: R }
         global a: [u8; 0] global b: u8 = { self = new c } channel c [0]",
    );
    it.int_ty(crate::ty::IntShape { bits: 0, signed: true });
    check_program(
        &it,
        expect![[r#"
        I4: ty5: 0 bits are no width
        I4: ty1: an array has no elements
        I4: record R: it contains itself
        I4: record S: it contains itself
        I4: variable b: a channel is stored where none can be
    "#]],
    );
}

#[test]
fn i5_locals_are_private_and_remote_places_are_only_read() {
    check(
        "global g: u8 = P::x
         process P() { var x: u8 = Q::y var z: u8 = g l0 -> l0 do x = Q[1]:y }
         process Q() { var y: u8 l1 -> l1 when P::x == 1 do P::x = y l1 -> l1 do g = P[P::x]:x }
         process R() { var c: chan l2 -> l2 do c ? P[0]:x l2 -> l2 do P[0]:x = 1 l2 -> l2 do P[0]:x = run P() }
         property p: ltl G {P::x == P[0]:x}",
        expect![[r#"
            I5: variable g: `P::x` is a local of another process
            I5: variable x: `Q::y` is a local of another process
            I5: l1 -> l1: `P::x` is a local of another process
            I5: l1 -> l1: `P::x` is a local of another process
            I5: l2 -> l2: `P[0]:x` is remote but written
        "#]],
    );
}

#[test]
fn i6_claims_only_observe() {
    check(
        "global x: u8
         process P { l0 -> l0 do run N() }
         claim N { l1 -> l1 do print \"\" l1 -> l1 do x = 1 }
         property a: never N
         property b: never P",
        expect![[r#"
            I6: l0 -> l0: `run N()` spawns a claim
            I6: l1 -> l1: `x = 1` is an action of a claim
            I6: property b: its process is not a claim
        "#]],
    );
}

#[test]
fn i7_a_violated_property_is_about_reachability() {
    check(
        "process P { l0 -> l0 violates p \"\" stop l0 -> l0 violates d \"\" stop }
         property p: unreachable property d: end_states",
        expect![[r#"
            I7: l0 -> l0: it violates d, which is of another kind
        "#]],
    );
}

#[test]
fn i8_parameters_are_the_first_locals() {
    let mut it = program(TWO);
    let mut processes = it.procs.ids();
    let (p, q) = (processes.next().expect("P"), processes.next().expect("Q"));
    let v = it.procs[p].locals[1];
    it.procs[p].locals = vec![v, v];
    it.procs[q].locals = vec![v];
    it.procs[q].params = 2;
    check_program(
        &it,
        expect![[r#"
        I8: variable a: its process does not list it
        I8: variable v: its process lists it more than once
        I8: process Q: it has fewer locals than parameters
        I8: process Q: it lists v, which is not its own
    "#]],
    );
}

#[test]
fn an_id_that_names_nothing_is_found_first() {
    let mut it = program(TWO);
    let edge = EdgeId::from_index(0);
    it.edges[edge].guard = crate::edge::Guard::When(ExprId::from_index(999));
    check_program(
        &it,
        expect![[r#"
        t0: e999 names nothing
    "#]],
    );
}

#[test]
fn i9_calls_and_returns_are_last_and_not_inside_a_step() {
    check(
        "global x: u8
         function f(a: u8) { l0 -> l1 do return a; x = 1 loc l1 indivisible l1 -> l0 do return }
         process P() active 1 {
            l2 -> l3 do call f(1); x = 2
            loc l3 indivisible
            l3 -> l2 do x = call f(2)
            l2 -> l3 do x = 1; x = call f(x)
         }",
        expect![[r#"
            I9: l0 -> l1: `return a` is not the last action
            I9: l1 -> l0: `return` leaves an indivisible location
            I9: l2 -> l3: `call f(1)` is not the last action
            I9: l3 -> l2: `x = call f(2)` leaves an indivisible location
        "#]],
    );
}

#[test]
fn i9_only_functions_are_called() {
    check(
        "global p: pointer = function(P)
         function f(a: [u8; 2]) active 1 { loc l0 }
         function g(a: u8) { loc l1 }
         process P() { l2 -> l2 do run f(1)  l2 -> l2 do call P()  l2 -> l2 do call g()  l2 -> l2 do call f(1) }
         property n: never g",
        expect![[r#"
            I9: variable p: `function(P)` is not a function
            I9: process f: it is a function but active
            I4: l2 -> l2: `run f(1)`: a parameter is not scalar
            I9: l2 -> l2: `run f(1)` spawns a function
            I9: l2 -> l2: `call P()` calls what is not a function
            I4: l2 -> l2: `call g()`: wrong number of arguments
            I4: l2 -> l2: `call f(1)`: a parameter is not scalar
            I6: property n: its process is not a claim
        "#]],
    );
}

#[test]
fn i10_objects_are_named_or_allocated_by_storage() {
    check(
        "object fixed: static size 4
         object other: dynamic
         global p: pointer
         global x: u8
         process P() {
            l0 -> l0 do p = object(fixed); p = object(other)
            l0 -> l0 do p = allocate fixed(4); p = allocate other(4); x = allocate other(4)
            l0 -> l0 do p = allocate other(4i32); release(x); fill_bytes(p, 3i32, 4); copy_bytes(p, x, 4)
         }",
        expect![[r#"
            I10: l0 -> l0: `object(other)` is not a static object
            I10: l0 -> l0: `p = allocate fixed(4)` allocates a static object
            I4: l0 -> l0: `x = allocate other(4)`: the place is not a pointer
            I4: l0 -> l0: `p = allocate other(4i32)`: a number of bytes is not an i64
            I4: l0 -> l0: `release(x)`: the operand is not a pointer
            I4: l0 -> l0: `fill_bytes(p, 3i32, 4)`: the number is not a u8
            I4: l0 -> l0: `copy_bytes(p, x, 4)`: the operand is not a pointer
        "#]],
    );
}

#[test]
fn i10_first_values_are_constant_and_lie_within() {
    check(
        "enum colour: u8 { red = 1 }
         record R { x: u8 }
         global g: u8
         object good: static size 32 = { 24: function(f), 0: object(good), 16: advance(advance(object(other), 4), -4), 8: 7, 12: f32::0 }
         object other: static size 4 = { 0: 1u8, 1: -1i8, 2: 3u16 }
         object late: static size 4 = { 4: 1u8, 1: 1i32, 18446744073709551615: 1u8 }
         object overlap: static size 16 = { 4: 1, 2: 1u16, 7: 1u8 }
         object loaded: static size 8 align 3 = { 0: g, 1: 1u8 + 2u8 }
         object odd: static size 8 = { 0: true, 1: colour::red, 2: 3u7, 3: advance(object(odd), offset(null)) }
         object local: automatic = { 0: 1u8 }
         object found: static arbitrary layout [R by 1]
         function f() { loc l0 }",
        expect![[r#"
            I10: object late: `1u8` at 4 is outside
            I10: object late: `1` at 1 is outside
            I10: object late: `1u8` at 18446744073709551615 is outside
            I10: object overlap: the first values at 7 overlap
            I10: object loaded: its alignment is not a power of two
            I10: object loaded: `g` is not constant
            I10: object loaded: `1u8 + 2u8` is not constant
            I10: object odd: `true` is of a type that memory does not hold
            I10: object odd: `colour::red` is of a type that memory does not hold
            I10: object odd: `3u7` is of a type that memory does not hold
            I10: object odd: `advance(object(odd), offset(null))` is not constant
            I10: object odd: `advance(object(odd), offset(null))` at 3 is outside
            I10: object local: it has first values but is not static
            I4: object found: a scalar of its layout is not one
            I10: object found: it is static but arbitrary
        "#]],
    );
}
