//! Automata as graphs for Graphviz.

use std::fmt::{Display, Write};

use tribunal_base::Id;

use crate::buchi::Buchi;
use crate::ltl::AtomId;

/// The text of a directed graph. `title` says what it shows; `name` spells the atoms.
pub fn dot<Text: Display>(automaton: &Buchi, title: &str, name: impl Fn(AtomId) -> Text) -> String {
    let mut text = format!("digraph \"{}\" {{\n", escape(title));
    text.push_str("  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n");
    let _ = writeln!(text, "  start -> {};", automaton.initial.index());
    for (id, state) in automaton.states.iter() {
        if state.accepting {
            let _ = writeln!(text, "  {} [shape=doublecircle];", id.index());
        }
        for edge in &state.edges {
            let guard = escape(&edge.guard.display(&name).to_string());
            let (source, target) = (id.index(), edge.target.index());
            let _ = writeln!(text, "  {source} -> {target} [label=\"{guard}\"];");
        }
    }
    text.push_str("}\n");
    text
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::dot;
    use crate::parse::tests::formula;
    use crate::{Formulas, automaton};

    #[test]
    fn accepting_states_have_two_circles() {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, "p U q");
        let automaton = automaton(&mut formulas, parsed).expect("the formula should be small");
        let name = |atom| if tribunal_base::Id::index(atom) == 0 { "p" } else { "\"q\"" };
        expect![[r#"
            digraph "p U q" {
              rankdir=LR;
              node [shape=circle];
              start [shape=point];
              start -> 0;
              0 -> 0 [label="p && !(\"q\")"];
              0 -> 1 [label="(\"q\")"];
              1 [shape=doublecircle];
              1 -> 1 [label="true"];
            }
        "#]]
        .assert_eq(&dot(&automaton, "p U q", name));
    }
}
