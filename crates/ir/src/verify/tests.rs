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
