//! Programs as pictures, in the language of Graphviz: one cluster for each process.
//!
//! A location is drawn as a circle, with two lines if the process may stop there, dashed if no
//! step ends there, and filled if it is marked: red for accept, green for progress, yellow for
//! both. A dotted arrow leads from a call to its function. The objects in memory stand in a box.

use crate::edge::Action;
use crate::program::{Control, LocId, Marks, ProcId, ProcessKind, Program};
use crate::text::Printer;
use std::fmt::Write as _;

/// The picture of a program.
#[must_use]
pub fn render(program: &Program) -> String {
    let printer = Printer::new(program);
    let mut out = String::from("digraph program {\n");
    out.push_str("  rankdir = TB;\n  node [shape = circle];\n");
    if !program.objects.is_empty() {
        let objects: Vec<String> = program.objects.ids().map(|it| printer.object(it)).collect();
        _ = writeln!(out, "  memory [shape = box, label = {}];", quote(&objects));
    }
    for process in program.procs.ids() {
        cluster(&mut out, program, &printer, process);
    }
    out.push_str("}\n");
    out
}

fn cluster(out: &mut String, program: &Program, printer: &Printer<'_>, id: ProcId) {
    let process = &program.procs[id];
    let mut title = printer.process_name(id).to_owned();
    match process.kind {
        ProcessKind::Claim => title.insert_str(0, "claim "),
        ProcessKind::Function => title.insert_str(0, "function "),
        ProcessKind::Ordinary if 0 < process.active => {
            _ = write!(title, " (active {})", process.active);
        }
        ProcessKind::Ordinary => {}
    }
    _ = writeln!(out, "  subgraph cluster_{id:?} {{");
    _ = writeln!(out, "    label = {};", quote(&[title]));
    _ = writeln!(out, "    start_{id:?} [shape = point];");
    _ = writeln!(out, "    start_{id:?} -> {:?};", process.entry);
    let locs = || program.locs.iter().filter(|(_, it)| it.process == id);
    for (loc, _) in locs() {
        node(out, program, printer, loc);
    }
    for edge in locs().flat_map(|(_, it)| &it.out) {
        let (from, to) = (program.edges[*edge].from, program.edges[*edge].to);
        let colour = if program.edges[*edge].violates.is_some() { ", color = red" } else { "" };
        let label = quote(&printer.clauses(*edge));
        _ = writeln!(out, "    {from:?} -> {to:?} [label = {label}{colour}];");
    }
    out.push_str("  }\n");
    for edge in locs().flat_map(|(_, it)| &it.out) {
        for action in &program.edges[*edge].actions {
            if let Action::Call { process, .. } = action {
                let from = program.edges[*edge].from;
                _ = writeln!(out, "  {from:?} -> start_{process:?} [style = dotted];");
            }
        }
    }
}

fn node(out: &mut String, program: &Program, printer: &Printer<'_>, id: LocId) {
    let loc = &program.locs[id];
    let mut lines = vec![format!("{id:?}")];
    let labels = program.labels.iter().filter(|(_, it)| it.locs.contains(&id));
    lines.extend(labels.map(|(label, _)| printer.label_name(label).to_owned()));
    let mut attributes = format!("label = {}", quote(&lines));
    let Marks { end, halt, accept, progress } = loc.marks;
    if end {
        attributes.push_str(", shape = doublecircle");
    } else if halt {
        attributes.push_str(", shape = octagon");
    }
    let fill = match (accept, progress) {
        (true, true) => Some("khaki"),
        (true, false) => Some("lightsalmon"),
        (false, true) => Some("palegreen"),
        (false, false) => None,
    };
    let dashed = (loc.control == Control::Indivisible).then_some("dashed");
    let styles: Vec<&str> = fill.map(|_| "filled").into_iter().chain(dashed).collect();
    if !styles.is_empty() {
        _ = write!(attributes, ", style = \"{}\"", styles.join(","));
    }
    if let Some(colour) = fill {
        _ = write!(attributes, ", fillcolor = {colour}");
    }
    _ = writeln!(out, "    {id:?} [{attributes}];");
}

/// A text of several lines as Graphviz reads it.
fn quote(lines: &[String]) -> String {
    let escape = |line: &String| line.replace('\\', "\\\\").replace('"', "\\\"");
    let lines: Vec<String> = lines.iter().map(escape).collect();
    format!("\"{}\"", lines.join("\\n"))
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::text::parse;
    use expect_test::expect;

    #[test]
    fn a_picture_shows_memory_and_calls() {
        let (program, diagnostics) = parse(
            r#"
            object text: static size 2 readonly = { 0: i8 "a\0" }
            object cell: automatic align 4
            global p: pointer
            function f() { l0 -> l0 do return }
            process P() active 1 { l1 -> l2 do p = allocate cell(4); call f() loc l2 end }
            "#,
        );
        assert_eq!(diagnostics, []);
        expect![[r#"
            digraph program {
              rankdir = TB;
              node [shape = circle];
              memory [shape = box, label = "object text: static size 2 readonly = { 0: i8 \"a\\u{0}\" }\nobject cell: automatic align 4"];
              subgraph cluster_p0 {
                label = "function f";
                start_p0 [shape = point];
                start_p0 -> l0;
                l0 [label = "l0"];
                l0 -> l0 [label = "do return"];
              }
              subgraph cluster_p1 {
                label = "P (active 1)";
                start_p1 [shape = point];
                start_p1 -> l1;
                l1 [label = "l1"];
                l2 [label = "l2", shape = doublecircle];
                l1 -> l2 [label = "do p = allocate cell(4); call f()"];
              }
              l1 -> start_p0 [style = dotted];
            }
        "#]].assert_eq(&render(&program.expect("this should be a program")));
    }

    #[test]
    fn a_picture_shows_marks_labels_and_commands() {
        let (program, diagnostics) = parse(
            r#"
            global x: u8
            process P() active 2 {
                label L at l1
                l0 -> l1 when x == 0 do x = 1; print "a\n\"b\""
                loc l1 indivisible accept progress
                l1 -> l2 violates p "never here" stop
                loc l2 end
            }
            claim N { loc l3 accept l3 -> l3 else loc l4 progress }
            property p: unreachable
            "#,
        );
        assert_eq!(diagnostics, []);
        expect![[r#"
            digraph program {
              rankdir = TB;
              node [shape = circle];
              subgraph cluster_p0 {
                label = "P (active 2)";
                start_p0 [shape = point];
                start_p0 -> l0;
                l0 [label = "l0"];
                l1 [label = "l1\nL", style = "filled,dashed", fillcolor = khaki];
                l2 [label = "l2", shape = doublecircle];
                l0 -> l1 [label = "when x == 0\ndo x = 1; print \"a\\n\\\"b\\\"\""];
                l1 -> l2 [label = "violates p \"never here\" stop", color = red];
              }
              subgraph cluster_p1 {
                label = "claim N";
                start_p1 [shape = point];
                start_p1 -> l3;
                l3 [label = "l3", style = "filled", fillcolor = lightsalmon];
                l4 [label = "l4", style = "filled", fillcolor = palegreen];
                l3 -> l3 [label = "else"];
              }
            }
        "#]]
        .assert_eq(&render(&program.expect("this should be a program")));
    }
}
