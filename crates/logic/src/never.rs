//! Automata as Promela never claims, for Spin and for people who know its claims.

use std::fmt::{Display, Write};

use crate::buchi::{Buchi, StateId};
use crate::ltl::AtomId;

/// The text of a never claim that accepts what the automaton accepts. `title` says what that is;
/// `name` spells the atoms as Promela expressions.
pub fn never_claim<Text: Display>(
    automaton: &Buchi,
    title: &str,
    name: impl Fn(AtomId) -> Text,
) -> String {
    let mut text = format!("never {{ /* {} */\n", title.replace("*/", "* /"));
    // A claim that runs to its end has been matched: the sink comes last and ends the text.
    let (sinks, others): (Vec<StateId>, Vec<StateId>) =
        automaton.states.ids().partition(|&it| is_sink(automaton, it));
    for state in others {
        write_state(&mut text, automaton, state, &name);
    }
    for sink in sinks {
        let _ = writeln!(text, "{}:\n\tskip", label(automaton, sink));
    }
    text.push_str("}\n");
    text
}

fn write_state<Text: Display>(
    text: &mut String,
    automaton: &Buchi,
    state: StateId,
    name: &impl Fn(AtomId) -> Text,
) {
    let edges = &automaton.states[state].edges;
    let _ = writeln!(text, "{}:", label(automaton, state));
    if edges.is_empty() {
        text.push_str("\tfalse;\n");
        return;
    }
    text.push_str("\tdo\n");
    for edge in edges {
        let guard = edge.guard.display(name);
        let _ = writeln!(text, "\t:: ({guard}) -> goto {}", label(automaton, edge.target));
    }
    text.push_str("\tod;\n");
}

/// Whether the state accepts everything by looping, and is not where the claim starts.
fn is_sink(automaton: &Buchi, state: StateId) -> bool {
    let it = &automaton.states[state];
    let loops = |edges: &[crate::buchi::Edge]| match edges {
        [edge] => edge.target == state && edge.guard.is_true(),
        _ => false,
    };
    state != automaton.initial && it.accepting && loops(&it.edges)
}

/// Spin knows accepting states by the start of their labels.
fn label(automaton: &Buchi, state: StateId) -> String {
    let prefix = if automaton.states[state].accepting { "accept" } else { "T0" };
    if state == automaton.initial {
        format!("{prefix}_init")
    } else if is_sink(automaton, state) {
        "accept_all".to_owned()
    } else {
        format!("{prefix}_S{}", tribunal_base::Id::index(state))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tribunal_base::FileId;

    use super::never_claim;
    use crate::{AtomNames, Formulas, automaton, parse};

    fn check(formula: &str, expected: Expect) {
        let (mut formulas, mut names) = (Formulas::default(), AtomNames::default());
        let parsed = parse(&mut formulas, &mut names, FileId(0), formula)
            .expect("test formulas should parse");
        let automaton = automaton(&mut formulas, parsed).expect("test formulas should be small");
        expected.assert_eq(&never_claim(&automaton, formula, |atom| &names[atom]));
    }

    #[test]
    fn response() {
        check(
            "[](p -> <>q)",
            expect![[r#"
            never { /* [](p -> <>q) */
            accept_init:
            	do
            	:: (!p || q) -> goto accept_init
            	:: (p && !q) -> goto T0_S1
            	od;
            T0_S1:
            	do
            	:: (q) -> goto accept_init
            	:: (!q) -> goto T0_S1
            	od;
            }
        "#]],
        );
        check(
            "!([](p -> <>q))",
            expect![[r#"
            never { /* !([](p -> <>q)) */
            T0_init:
            	do
            	:: (true) -> goto T0_init
            	:: (p && !q) -> goto accept_S1
            	od;
            accept_S1:
            	do
            	:: (!q) -> goto accept_S1
            	od;
            }
        "#]],
        );
    }

    #[test]
    fn sinks_end_the_claim() {
        check(
            "![]\"x > 3\"",
            expect![[r#"
            never { /* ![]"x > 3" */
            T0_init:
            	do
            	:: ((x > 3)) -> goto T0_init
            	:: (!(x > 3)) -> goto accept_all
            	od;
            accept_all:
            	skip
            }
        "#]],
        );
    }

    #[test]
    fn constants() {
        check(
            "true",
            expect![[r#"
            never { /* true */
            accept_init:
            	do
            	:: (true) -> goto accept_init
            	od;
            }
        "#]],
        );
        check(
            "false",
            expect![[r#"
            never { /* false */
            T0_init:
            	false;
            }
        "#]],
        );
    }
}
