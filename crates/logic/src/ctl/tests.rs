//! Reading, printing and evaluating formulas.

mod paths;

use expect_test::{Expect, expect};
use proptest::prelude::*;
use tribunal_base::{FileId, Id as _, Kleene};

use super::explain::follows_from;
use super::{Ctl, Formula, Quantifier, Relation, Structure, explain, label, parse};
use crate::ltl::AtomId;

fn check(text: &str, expected: &Expect) {
    let printed = match parse(FileId(0), text) {
        Ok(formula) => formula.to_string(),
        Err(error) => {
            let span = error.primary.span;
            format!("{}..{}: {}", span.start, span.end, error.message)
        }
    };
    expected.assert_eq(&printed);
}

#[test]
fn formulas_are_read_and_printed() {
    check("AG((xy+b) <= 0)", &expect!["AG ((xy+b) <= 0)"]);
    check("AG(at(L1) -> AF(done))", &expect!["AG (!at(L1) || AF done)"]);
    check("E[x < 3 U A[p W q && r]]", &expect!["E[(x < 3) U A[p W (q && r)]]"]);
    check("AG p -> EF q && EX r || !AX s", &expect!["!AG p || ((EF q && EX r) || !AX s)"]);
    check("A[i] == 3", &expect!["(A[i] == 3)"]);
    check("EG !x <-> true", &expect!["(!EG !x || true) && (!true || EG !x)"]);
    check("EF \"p->x == EX\"", &expect!["EF (p->x == EX)"]);
    check("AG EF (x == 1)", &expect!["AG EF (x == 1)"]);
}

#[test]
fn what_is_wrong_is_told_where_it_is() {
    check("AG (x == 1", &expect!["3..4: this is not closed"]);
    check("AG", &expect!["2..2: expected a formula"]);
    check("x + EF y", &expect!["4..6: an operator of the formula stands inside an expression"]);
    check("E[x U y] z", &expect!["9..10: expected an operator"]);
    check("AF(x]", &expect!["4..5: expected an operator or `)`"]);
    check("p -> ", &expect!["5..5: expected a formula"]);
    check("at() -> p", &expect!["3..4: expected a label or the number of a line"]);
}

#[test]
fn negations_move_to_atoms() {
    let formula = parse(FileId(0), "!(AG p -> E[q U EX r])").expect("it should be a formula");
    let normal = formula.negation_normal_form();
    expect!["AG p && A[AX !r W (!q && AX !r)]"].assert_eq(&normal.to_string());
}

/// A formula over atoms 0 and 1, made of numbers.
fn build(formula: &mut Formula, code: &mut std::slice::Iter<'_, u8>, depth: u32) -> super::CtlId {
    let Some(byte) = code.next() else { return formula.intern(Ctl::Const(true)) };
    let quantifier = if byte & 0x80 == 0 { Quantifier::All } else { Quantifier::Some };
    if depth == 0 {
        return formula.intern(Ctl::Atom(AtomId::from_index(usize::from(byte & 1))));
    }
    match byte % 8 {
        0 => {
            let f = build(formula, code, depth - 1);
            formula.not(f)
        }
        1 => {
            let f = build(formula, code, depth - 1);
            formula.next(quantifier, f)
        }
        operator => {
            let f = build(formula, code, depth - 1);
            let g = build(formula, code, depth - 1);
            match operator {
                2 => formula.and(f, g),
                3 => formula.or(f, g),
                4 | 5 => formula.intern(Ctl::Until(quantifier, f, g)),
                _ => formula.intern(Ctl::WeakUntil(quantifier, f, g)),
            }
        }
    }
}

fn random_formula(code: &[u8]) -> Formula {
    let atom = |text: &str| super::Atom {
        kind: super::AtomKind::Expression,
        text: text.to_owned(),
        span: tribunal_base::Span::new(FileId(0), 0, 0),
    };
    let mut formula = Formula::of_atoms(vec![atom("p"), atom("q")]);
    let root = build(&mut formula, &mut code.iter(), 3);
    formula.set_root(root);
    formula
}

/// The meaning of a formula by definition: fixpoints by iteration, one state after the other.
fn meaning(
    formula: &Formula,
    id: super::CtlId,
    after: &[Vec<u32>],
    atoms: &[Vec<bool>],
) -> Vec<bool> {
    let states = after.len();
    let of = |it| meaning(formula, it, after, atoms);
    let next = |quantifier, set: &[bool], state: usize| {
        let mut all = after[state].iter().map(|it| set[*it as usize]);
        match quantifier {
            Quantifier::All => all.all(|it| it),
            Quantifier::Some => all.any(|it| it),
        }
    };
    let fixpoint = |start: bool, quantifier, f: &[bool], g: &[bool]| {
        let mut set = vec![start; states];
        for _ in 0..=states {
            set = (0..states).map(|s| g[s] || (f[s] && next(quantifier, &set, s))).collect();
        }
        set
    };
    match formula.node(id) {
        Ctl::Path(..) => unreachable!("no such formula should be built here"),
        Ctl::Const(value) => vec![value; states],
        Ctl::Atom(atom) => atoms[atom.index()].clone(),
        Ctl::Not(f) => of(f).iter().map(|it| !it).collect(),
        Ctl::And(f, g) => of(f).iter().zip(of(g)).map(|(f, g)| *f && g).collect(),
        Ctl::Or(f, g) => of(f).iter().zip(of(g)).map(|(f, g)| *f || g).collect(),
        Ctl::Next(quantifier, f) => {
            let set = of(f);
            (0..states).map(|state| next(quantifier, &set, state)).collect()
        }
        Ctl::Until(quantifier, f, g) => fixpoint(false, quantifier, &of(f), &of(g)),
        Ctl::WeakUntil(quantifier, f, g) => fixpoint(true, quantifier, &of(f), &of(g)),
    }
}

fn graph() -> impl Strategy<Value = (Vec<Vec<u32>>, Vec<Vec<bool>>)> {
    (1_usize..7).prop_flat_map(|states| {
        let target = 0..u32::try_from(states).unwrap_or(1);
        let after = proptest::collection::vec(proptest::collection::vec(target, 1..4), states);
        let atoms = proptest::collection::vec(proptest::collection::vec(any::<bool>(), states), 2);
        (after, atoms)
    })
}

fn exact(after: &[Vec<u32>], atoms: &[Vec<bool>]) -> Structure {
    let known = |it: &Vec<bool>| it.iter().map(|it| Kleene::from(*it)).collect();
    Structure {
        may: Relation::new(after),
        must: None,
        atoms: atoms.iter().map(known).collect(),
        states: after.len(),
    }
}

proptest! {
    #[test]
    fn labels_are_what_the_definition_says(
        (after, atoms) in graph(),
        code in proptest::collection::vec(any::<u8>(), 1..20),
    ) {
        let formula = random_formula(&code);
        let labelling = label(&formula, &exact(&after, &atoms));
        let expected = meaning(&formula, formula.root(), &after, &atoms);
        for (state, expected) in expected.into_iter().enumerate() {
            prop_assert_eq!(labelling.value(formula.root(), state), Kleene::from(expected));
        }
    }

    #[test]
    fn normal_forms_mean_the_same_and_are_read_again(
        (after, atoms) in graph(),
        code in proptest::collection::vec(any::<u8>(), 1..20),
    ) {
        let formula = random_formula(&code);
        let normal = formula.negation_normal_form();
        let expected = meaning(&formula, formula.root(), &after, &atoms);
        prop_assert_eq!(meaning(&normal, normal.root(), &after, &atoms), expected.clone());
        // Atoms may have got other numbers.
        let again = parse(FileId(0), &formula.to_string()).expect("it should be read again");
        let renamed: Vec<Vec<bool>> = again
            .atoms()
            .iter()
            .map(|it| match it.text.as_str() {
                "p" => Some(atoms[0].clone()),
                "q" => Some(atoms[1].clone()),
                _ => None,
            })
            .collect::<Option<_>>()
            .unwrap_or_default();
        if renamed.len() == again.atoms().len() {
            prop_assert_eq!(meaning(&again, again.root(), &after, &renamed), expected);
        }
    }

    /// Merging states, and forgetting, keeps every definite answer.
    #[test]
    fn abstraction_is_sound(
        (after, atoms) in graph(),
        code in proptest::collection::vec(any::<u8>(), 1..20),
        classes in proptest::collection::vec(0_u32..3, 7),
    ) {
        let formula = random_formula(&code);
        let structure = paths::merged(&after, &atoms, &classes);
        let labelling = label(&formula, &structure);
        let expected = meaning(&formula, formula.root(), &after, &atoms);
        for (state, expected) in expected.into_iter().enumerate() {
            let found = labelling.value(formula.root(), classes[state] as usize);
            prop_assert!(found == Kleene::Maybe || found == Kleene::from(expected));
        }
    }

    /// A path is one of the graph, and what follows from it alone is true.
    #[test]
    fn explanations_are_paths(
        (after, atoms) in graph(),
        code in proptest::collection::vec(any::<u8>(), 1..20),
    ) {
        let formula = random_formula(&code);
        let structure = exact(&after, &atoms);
        let labelling = label(&formula, &structure);
        let path = explain(&formula, &structure, &labelling, 0);
        let mut steps: Vec<(usize, usize)> =
            path.states.iter().copied().zip(path.states.iter().copied().skip(1)).collect();
        if let (Some(back_to), Some(last)) = (path.back_to, path.states.last()) {
            steps.push((*last, path.states[back_to]));
        }
        for (from, to) in steps {
            prop_assert!(after[from].iter().any(|it| *it as usize == to));
        }
        let seen = |atom: &Vec<bool>| path.states.iter().map(|it| atom[*it]).collect();
        let seen: Vec<Vec<bool>> = atoms.iter().map(seen).collect();
        let shown = follows_from(&formula, path.states.len(), path.back_to, &seen);
        prop_assert!(shown == Kleene::Maybe || shown == labelling.value(formula.root(), 0));
    }
}

#[test]
fn a_path_shows_what_one_path_can_show() {
    // 0 -> 1 -> 2 -> 1
    let after = [vec![1], vec![2], vec![1]];
    let atoms = [vec![true, true, false], vec![false, false, false]];
    for (text, expected) in [("EF !p", true), ("AG p", true), ("EG !q", true), ("AF !p", false)] {
        let formula = parse(FileId(0), &text.replace('q', "(!!q)")).expect("a formula");
        let named = |it: &super::Atom| atoms[usize::from(it.text.contains('q'))].clone();
        let negated = |it: &super::Atom| it.text.starts_with('!') && !it.text.starts_with("!!");
        let values: Vec<Vec<bool>> = formula
            .atoms()
            .iter()
            .map(|it| named(it).iter().map(|value| *value != negated(it)).collect())
            .collect();
        let structure = exact(&after, &values);
        let labelling = label(&formula, &structure);
        let path = explain(&formula, &structure, &labelling, 0);
        let seen = |atom: &Vec<bool>| path.states.iter().map(|it| atom[*it]).collect();
        let seen: Vec<Vec<bool>> = values.iter().map(seen).collect();
        let shown = follows_from(&formula, path.states.len(), path.back_to, &seen);
        assert_eq!(shown != Kleene::Maybe, expected, "{text}: {path:?}");
    }
}
