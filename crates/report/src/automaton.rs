//! Automata as data and as a table.

use tribunal_base::{Diagnostic, Id, Sources};
use tribunal_logic::{AtomId, AtomNames, Buchi};

use crate::data::{
    AutomatonEdgeReport, AutomatonReport, AutomatonStateReport, CONTRACT, TOOL, VERSION,
};
use crate::style::{Role, Style};
use crate::words;

impl AutomatonReport {
    /// The automaton of a formula.
    #[must_use]
    pub fn of(formula: &str, automaton: &Buchi, names: &AtomNames) -> Self {
        let name = |atom: AtomId| names[atom].clone();
        let states = automaton.states.iter().map(|(id, state)| AutomatonStateReport {
            state: id.index(),
            accepting: state.accepting,
            edges: state
                .edges
                .iter()
                .map(|it| AutomatonEdgeReport {
                    guard: it.guard.display(name).to_string(),
                    target: it.target.index(),
                })
                .collect(),
        });
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            formula: formula.to_owned(),
            initial: Some(automaton.initial.index()),
            states: states.collect(),
            diagnostics: Vec::new(),
        }
    }

    /// What is wrong with a formula.
    #[must_use]
    pub fn broken(formula: &str, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            formula: formula.to_owned(),
            initial: None,
            states: Vec::new(),
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }
}

/// Draws an automaton as a table: a paragraph for each state, a line for each edge.
#[must_use]
pub fn draw_automaton(report: &AutomatonReport, style: Style) -> String {
    let edges: u64 = report.states.iter().map(|it| it.edges.len() as u64).sum();
    let states = words::counted(report.states.len() as u64, "state");
    let mut text = format!("{}  {states}, {}\n", report.formula, words::counted(edges, "edge"));
    for state in &report.states {
        let initial = if report.initial == Some(state.state) { "  initial" } else { "" };
        let accepting = if state.accepting { "  accepting" } else { "" };
        let name = style.paint(Role::Heading, &format!("state {}", state.state));
        text.push_str(&format!("{name}{initial}{accepting}\n"));
        let widest = state.edges.iter().map(|it| it.guard.chars().count()).max().unwrap_or(0);
        for edge in &state.edges {
            text.push_str(&format!("  {:<widest$}  → {}\n", edge.guard, edge.target));
        }
        if state.edges.is_empty() {
            text.push_str("  (no edge: nothing is accepted)\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::draw_automaton;
    use crate::data::AutomatonReport;
    use crate::style::Style;
    use expect_test::{Expect, expect};
    use tribunal_base::FileId;
    use tribunal_logic::{AtomNames, Formulas, automaton, parse};

    fn check(formula: &str, expected: Expect) {
        let (mut formulas, mut names) = (Formulas::default(), AtomNames::default());
        let parsed = parse(&mut formulas, &mut names, FileId(0), formula).unwrap();
        let automaton = automaton(&mut formulas, parsed).unwrap();
        let report = AutomatonReport::of(formula, &automaton, &names);
        expected.assert_eq(&draw_automaton(&report, Style::PLAIN));
    }

    #[test]
    fn an_automaton_is_a_table() {
        check(
            "p U q",
            expect![[r#"
            p U q  2 states, 3 edges
            state 0  initial
              p && !q  → 0
              q        → 1
            state 1  accepting
              true  → 1
        "#]],
        );
    }

    #[test]
    fn the_automaton_of_false_accepts_nothing() {
        check(
            "false",
            expect![[r#"
            false  1 state, 0 edges
            state 0  initial
              (no edge: nothing is accepted)
        "#]],
        );
    }
}
