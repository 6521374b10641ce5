use super::slice;
use crate::program::{LocId, Program};
use crate::text::{self, Printer};
use expect_test::{Expect, expect};
use std::collections::BTreeSet;

fn parse(source: &str) -> Program {
    let (program, diagnostics) = text::parse(source);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

/// What is left of a program for its property `p`: the edges of the locations where runs come.
fn check(source: &str, expected: Expect) {
    let program = parse(source);
    let property = program.props.iter().find(|it| it.1.name == "p").map(|it| it.0);
    let property = property.expect("there should be a property p");
    let slice = slice(&program, &[property]).map_or(program, |it| it.program);
    assert_eq!(crate::verify(&slice), Vec::<String>::new());
    let printer = Printer::new(&slice);
    let mut lines = Vec::new();
    let mut open: Vec<LocId> = slice.procs.values().map(|it| it.entry).rev().collect();
    let mut seen: BTreeSet<LocId> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        for &id in &slice.locs[at].out {
            let edge = &slice.edges[id];
            let command = printer.command(id);
            let line = format!("{:?} {:?} {command}", edge.from, edge.to);
            lines.push(line.trim_end().to_owned());
            if seen.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    expected.assert_eq(&lines.join("\n"));
}

const START: &str = "process start() active 1 { l90 -> l91 do call main() loc l91 end }";
const PROPERTY: &str = "property p: unreachable";

#[test]
fn a_loop_that_does_not_matter_is_passed_over() {
    check(
        &format!(
            "global x: u32 global y: u32 global n: u32
             {START}
             function main() {{
               l0 -> l1 do havoc n
               l1 -> l2 when y < n do y = y * 3 + 1
               l1 -> l3 else
               l2 -> l1 do x = x
               l3 -> l4 when n == 7 violates p \"\" stop
               l3 -> l4 else
               l4 -> l5 do return
               loc l5 end
             }}
             {PROPERTY}"
        ),
        expect![[r#"
            l6 l7 do call main()
            l0 l1 do havoc n
            l1 l3
            l1 l3 when false
            l3 l4 when n == 7 violates p "" stop
            l3 l4 else
            l4 l5 do return"#]],
    );
}

#[test]
fn what_a_violation_depends_on_is_kept() {
    // The counter decides whether the loop is left, and that decides x.
    check(
        &format!(
            "global x: u32 global y: u32 global n: u32
             {START}
             function main() {{
               l0 -> l1 do n = 5; y = n
               l1 -> l2 when y < n do y = y + 1
               l1 -> l3 else
               l2 -> l1 do x = x + 1
               l3 -> l4 when x == 7 violates p \"\" stop
               l3 -> l4 else
               l4 -> l5 do return
               loc l5 end
             }}
             {PROPERTY}"
        ),
        expect![[r#"
            l6 l7 do call main()
            l0 l1 do n = 5; y = n
            l1 l2 when y < n do y = y + 1
            l1 l3 else
            l3 l4 when x == 7 violates p "" stop
            l3 l4 else
            l4 l5 do return
            l2 l1 do x = x + 1"#]],
    );
}

#[test]
fn assumptions_are_kept_and_endless_loops_are_not() {
    check(
        &format!(
            "global x: u32 global y: u32
             {START}
             function main() {{
               l0 -> l1 do havoc x; havoc y
               l1 -> l2 when x < 5
               l2 -> l2 when y != 3
               l2 -> l3 when !(y != 3)
               l3 -> l4 when x == 7 violates p \"\" stop
               l3 -> l4 else
               l4 -> l4 do y = y + 1
             }}
             {PROPERTY}"
        ),
        expect![[r#"
            l5 l6 do call main()
            l0 l1 do havoc x
            l1 l2 when x < 5
            l2 l3
            l2 l3 when false
            l3 l4 when x == 7 violates p "" stop
            l3 l4 else
            l4 l4 when false"#]],
    );
}

#[test]
fn calls_pass_on_only_what_matters() {
    check(
        &format!(
            "global x: u32 global g: u32
             {START}
             function idle(a: u32) {{
               l80 -> l81 when a < 3 do g = g + a
               l80 -> l82 else
               l81 -> l83 do return a
               l82 -> l83 do return 7
               loc l83 end
             }}
             function twice(b: u32, c: u32) {{
               l70 -> l71 do g = c
               l71 -> l72 do return b + b
               loc l72 end
             }}
             function main() {{
               l0 -> l1 do call idle(3)
               l1 -> l2 do g = call idle(4)
               l2 -> l3 do x = call twice(4, g)
               l3 -> l4 when x == 7 violates p \"\" stop
               l3 -> l4 else
               l4 -> l5 do return
               loc l5 end
             }}
             {PROPERTY}"
        ),
        expect![[r#"
            l13 l14 do call main()
            l9 l10
            l9 l11 when false
            l11 l12 do return
            l10 l12 do return
            l6 l7
            l7 l8 do return b + b
            l0 l2
            l2 l3 do x = call twice(4, 0u32)
            l3 l4 when x == 7 violates p "" stop
            l3 l4 else
            l4 l5 do return"#]],
    );
}

#[test]
fn memory_that_nobody_reads_does_not_matter() {
    check(
        &format!(
            "object a: static size 8 align 4 object b: static size 8 align 4
             {START}
             function main() {{
               l0 -> l1 do memory(object(a), u32) = 3
               l1 -> l2 do memory(object(b), u32) = 4
               l2 -> l3 when memory(object(b), u32) == 7 violates p \"\" stop
               l2 -> l3 else
               l3 -> l4 do return
               loc l4 end
             }}
             {PROPERTY}"
        ),
        expect![[r#"
            l5 l6 do call main()
            l0 l1
            l1 l2 do memory(object(b), u32) = 4
            l2 l3 when memory(object(b), u32) == 7 violates p "" stop
            l2 l3 else
            l3 l4 do return"#]],
    );
}

#[test]
fn what_matters_far_below_matters_above() {
    // Each function comes before what it calls, so that it takes several rounds to see that it matters.
    check(
        &format!(
            "global x: u32
             {START}
             function main() {{ l0 -> l1 do havoc x l1 -> l2 do call f() l2 -> l3 do return loc l3 end }}
             function f() {{
               l10 -> l11 when x == 5
               l10 -> l12 else
               l11 -> l12 do call g()
               l12 -> l13 do return
               loc l13 end
             }}
             function g() {{ l20 -> l21 do call h() l21 -> l22 do return loc l22 end }}
             function h() {{ l30 -> l31 violates p \"\" stop loc l31 end }}
             {PROPERTY}"
        ),
        expect![[r#"
            l13 l14 do call main()
            l0 l1 do havoc x
            l1 l2 do call f()
            l2 l3 do return
            l4 l5 when x == 5
            l4 l6 else
            l6 l7 do return
            l5 l6 do call g()
            l8 l9 do call h()
            l9 l10 do return
            l11 l12 violates p "" stop"#]],
    );
}
