//! How large automata are, as a whole: a change for the worse should be seen.

use crate::common::formulas::{DWYER, ETESSAMI_HOLZMANN, LIMITS, SOMENZI_BLOEM};
use crate::common::read;
use expect_test::{Expect, expect};
use tribunal_logic::{Buchi, Formulas, Strength, automaton, generalised};

/// Sums over the formulas and their negations.
fn check(texts: &[&str], expected: Expect) {
    let mut found: Vec<Buchi> = Vec::new();
    let mut n_generalised = 0;
    for text in texts {
        let mut formulas = Formulas::default();
        let (formula, _) = read(&mut formulas, text);
        let negation = formulas.not(formula);
        for formula in [formula, negation] {
            let small = "the formula should be small";
            found.push(automaton(&mut formulas, formula).expect(small));
            n_generalised += generalised(&mut formulas, formula).expect(small).states.len();
        }
    }
    let edges = |it: &Buchi| it.states.values().map(|state| state.edges.len()).sum::<usize>();
    let count = |wanted: &dyn Fn(&Buchi) -> bool| found.iter().filter(|it| wanted(it)).count();
    expected.assert_eq(&format!(
        "{} automata\n{} states, {} edges\n{} deterministic, {} terminal, {} weak\ngeneralised: {} states\n",
        found.len(),
        found.iter().map(|it| it.states.len()).sum::<usize>(),
        found.iter().map(edges).sum::<usize>(),
        count(&Buchi::is_deterministic),
        count(&|it| it.strength() == Strength::Terminal),
        count(&|it| it.strength() == Strength::Weak),
        n_generalised,
    ));
}

#[test]
fn etessami_holzmann() {
    check(
        &ETESSAMI_HOLZMANN,
        expect![[r#"
        24 automata
        93 states, 222 edges
        13 deterministic, 7 terminal, 10 weak
        generalised: 84 states
    "#]],
    );
}

#[test]
fn somenzi_bloem() {
    check(
        &SOMENZI_BLOEM,
        expect![[r#"
        54 automata
        157 states, 300 edges
        34 deterministic, 18 terminal, 21 weak
        generalised: 146 states
    "#]],
    );
}

#[test]
fn dwyer() {
    check(
        &DWYER,
        expect![[r#"
        110 automata
        423 states, 1073 edges
        87 deterministic, 38 terminal, 55 weak
        generalised: 419 states
    "#]],
    );
}

#[test]
fn limits() {
    check(
        &LIMITS,
        expect![[r#"
        28 automata
        106 states, 271 edges
        10 deterministic, 2 terminal, 10 weak
        generalised: 90 states
    "#]],
    );
}
