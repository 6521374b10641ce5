//! Formulas that make translators explode: answered, or refused, in reasonable time.

use crate::common::read;
use tribunal_logic::{Formulas, Strength, TooLarge, automaton, generalised};

/// The number of states, or the refusal.
fn states(text: &str) -> Result<usize, TooLarge> {
    let mut formulas = Formulas::default();
    let (formula, _) = read(&mut formulas, text);
    automaton(&mut formulas, formula).map(|it| it.states.len())
}

/// `before p0 between before p1 ...`
fn chain(count: usize, before: &str, between: &str) -> String {
    (0..count).map(|index| format!("{before}p{index}")).collect::<Vec<_>>().join(between)
}

#[test]
fn eventualities_need_a_state_for_each_subset() {
    assert_eq!(states(&chain(8, "<>", " && ")), Ok(256));
    assert_eq!(states(&chain(30, "<>", " && ")), Err(TooLarge));
}

#[test]
fn fairness_needs_a_state_for_each_constraint() {
    let fairness = chain(8, "[]<>", " && ");
    assert_eq!(states(&fairness), Ok(9));
    assert_eq!(states(&format!("!({fairness} -> []<>q)")), Ok(10));
    assert_eq!(states(&format!("{fairness} -> []<>q")), Ok(10));
    assert_eq!(states(&format!("{fairness} -> [](q -> <>r)")), Ok(10));
    assert_eq!(states(&chain(40, "[]<>", " && ")), Err(TooLarge));
}

#[test]
fn generalised_acceptance_needs_one_state_for_fairness() {
    let mut formulas = Formulas::default();
    let (formula, _) = read(&mut formulas, &chain(8, "[]<>", " && "));
    let found = generalised(&mut formulas, formula).expect("eight marks should not be too many");
    assert_eq!((found.states.len(), found.n_marks), (1, 8));
}

#[test]
fn long_conjunctions_of_atoms_are_easy() {
    assert_eq!(states(&format!("[]({})", chain(300, "", " && "))), Ok(1));
    assert_eq!(states(&format!("<>({})", chain(300, "", " && "))), Ok(2));
    assert_eq!(states(&format!("<>({})", chain(300, "", " || "))), Ok(2));
    assert_eq!(states(&chain(2000, "", " && ")), Err(TooLarge));
}

#[test]
fn parity_has_no_small_guard() {
    assert_eq!(states(&format!("[]({})", chain(20, "", " <-> "))), Err(TooLarge));
}

#[test]
fn nested_operators() {
    let deep = |depth: usize| format!("{}q{}", "<>(p && X ".repeat(depth), ")".repeat(depth));
    assert_eq!(states(&deep(12)), Ok(14));
    assert_eq!(states(&chain(30, "", " U ")), Err(TooLarge));
}

#[test]
fn deep_formulas_need_no_deep_stack() {
    assert_eq!(states(&format!("{}p", "X ".repeat(195))), Ok(197));
    assert_eq!(states(&format!("{}p", "!X ".repeat(90))), Ok(92));
    assert_eq!(states(&format!("{}p", "[]<>".repeat(95))), Ok(2));
    for open in ["p U (q && X ", "p U (q V ", "[](p -> <>", "(p <-> X "] {
        let text = format!("{}r{}", open.repeat(40), ")".repeat(40));
        assert!(states(&text).is_ok(), "{text}");
    }
}

#[test]
fn violations_of_invariants_need_reachability_only() {
    let mut formulas = Formulas::default();
    let (formula, _) = read(&mut formulas, "!([]p)");
    let found = automaton(&mut formulas, formula).expect("the formula should be small");
    assert_eq!(found.strength(), Strength::Terminal);
}
