//! Path formulas under quantifiers.

use expect_test::expect;
use proptest::prelude::*;
use tribunal_base::{FileId, Id as _, Kleene};

use super::{check, exact, graph};
use crate::ctl::explain::follows_from;
use crate::ctl::product::operand;
use crate::ctl::{
    Atom, AtomKind, Ctl, CtlId, Formula, Quantifier, Relation, Structure, all_paths, explain,
    label, parse,
};
use crate::ltl::{AtomId, Ltl, LtlId};

#[test]
fn path_formulas_are_read_and_printed() {
    check("A(F G p)", &expect!["A(F (G p))"]);
    check("A(G F p)", &expect!["AG AF p"]);
    check("E([]<>p && q)", &expect!["q && E(G (F p))"]);
    check("A((x < 3 U y) && G (p -> F q))", &expect!["A[(x < 3) U y] && AG (!p || AF q)"]);
    check("A((F p) U (G q))", &expect!["A((F p) U (G q))"]);
    check("AG(EF p || A(F G q))", &expect!["AG (EF p || A(F (G q)))"]);
    check("AG F G p", &expect!["AG A(F (G p))"]);
    check("E[(G p) U q]", &expect!["E((G p) U q)"]);
    check(
        "A(!\"output==23\" W \"input==2\")",
        &expect![
            "A[(!(output==23) || (input==2)) W ((input==2) && (!(output==23) || (input==2)))]"
        ],
    );
    check("A(X X x == 1)", &expect!["AX AX (x == 1)"]);
    check("E(G X[2] == F(3))", &expect!["EG (X[2] == F(3))"]);
    check("A(x) == 1", &expect!["(A(x) == 1)"]);
    check("A(F !(p && F G q))", &expect!["A(F ((!p) || (G (F (!q)))))"]);
}

#[test]
fn what_is_wrong_with_a_path_formula_is_told_where_it_is() {
    check("[] p", &expect!["0..2: this is said of no path in particular"]);
    check("G F p", &expect!["0..1: this is said of no path in particular"]);
    check("AG p && p U q", &expect!["10..11: this is said of no path in particular"]);
    check("AG \"F (p)\"", &expect!["AG (F (p))"]);
    check("A([] )", &expect!["5..6: expected a formula"]);
    check("A(F G)", &expect!["AF G"]);
    check("A(p U q) r", &expect!["9..10: expected an operator"]);
    check(
        "A(1 + (F p) U q)",
        &expect!["2..3: an operator of the formula stands inside an expression"],
    );
}

#[test]
fn a_formula_without_quantifiers_is_about_all_paths() {
    assert_eq!(all_paths("[] (p -> <> q)"), "A([] (p -> <> q))");
    assert_eq!(all_paths("x == F"), "x == F");
    assert_eq!(all_paths("(p"), "A((p)");
}

/// A path formula about atoms 0 and 1 and, deeper, about path formulas under quantifiers.
fn path(formula: &mut Formula, code: &mut std::slice::Iter<'_, u8>, depth: u32) -> LtlId {
    let Some(byte) = code.next().filter(|_| 0 < depth) else {
        let atom = formula.intern(Ctl::Atom(AtomId::from_index((depth & 1) as usize)));
        return formula.proposition(atom);
    };
    if byte % 8 == 7 {
        let inner = path(formula, code, depth - 1);
        let quantifier = if byte & 0x80 == 0 { Quantifier::All } else { Quantifier::Some };
        // As it is, for the definition to be asked.
        let quantified = formula.intern(Ctl::Path(quantifier, inner));
        return formula.proposition(quantified);
    }
    if byte % 8 == 6 {
        let atom = formula.intern(Ctl::Atom(AtomId::from_index(usize::from(byte >> 3 & 1))));
        return formula.proposition(atom);
    }
    let f = path(formula, code, depth - 1);
    let node = match byte % 8 {
        0 => Ltl::Not(f),
        1 => Ltl::Next(f),
        operator => {
            let g = path(formula, code, depth - 1);
            match operator {
                2 => Ltl::And(f, g),
                3 => Ltl::Or(f, g),
                4 => Ltl::Until(f, g),
                _ => Ltl::Release(f, g),
            }
        }
    };
    formula.paths.intern(node)
}

/// A path formula under a quantifier: as it is, and with the quantifier moved inwards.
fn random_formulas(code: &[u8]) -> (Formula, CtlId, CtlId) {
    let atom = |text: &str| Atom {
        kind: AtomKind::Expression,
        text: text.to_owned(),
        span: tribunal_base::Span::new(FileId(0), 0, 0),
    };
    let mut formula = Formula::of_atoms(vec![atom("p"), atom("q")]);
    let path = path(&mut formula, &mut code.iter(), 4);
    let is_all = code.first().is_some_and(|it| it & 0x40 == 0);
    let quantifier = if is_all { Quantifier::All } else { Quantifier::Some };
    let kept = formula.intern(Ctl::Path(quantifier, path));
    let moved = formula.quantify(quantifier, path);
    formula.set_root(kept);
    (formula, kept, moved)
}

/// The meaning of a formula by definition: what a path makes of all subformulas of a path formula is guessed, step by step (the tableau of O. Lichtenstein and
/// A. Pnueli, POPL 1985), and a guess is kept if it leads round a circle on which no promise is broken.
fn meaning(formula: &Formula, id: CtlId, after: &[Vec<u32>], atoms: &[Vec<bool>]) -> Vec<bool> {
    let states = after.len();
    match formula.node(id) {
        Ctl::Const(value) => vec![value; states],
        Ctl::Atom(atom) => atoms[atom.index()].clone(),
        Ctl::Path(quantifier, path) => {
            let is_some = quantifier == Quantifier::Some;
            let found = some_path(formula, path, is_some, after, atoms);
            found.into_iter().map(|it| it == is_some).collect()
        }
        other => unreachable!("{other:?} should be no operand here"),
    }
}

/// The states from which some path gives a formula a value.
fn some_path(
    formula: &Formula,
    path: LtlId,
    value: bool,
    after: &[Vec<u32>],
    atoms: &[Vec<bool>],
) -> Vec<bool> {
    let closure = formula.paths.subformulas(path);
    let position = |it: LtlId| closure.iter().position(|of| *of == it).expect("a subformula");
    let propositions: Vec<Option<Vec<bool>>> = closure
        .iter()
        .map(|it| match formula.paths[*it] {
            Ltl::Atom(atom) => Some(meaning(formula, operand(atom), after, atoms)),
            _ => None,
        })
        .collect();
    let guesses = 1_usize << closure.len();
    let is = |guess: usize, it: LtlId| guess >> position(it) & 1 == 1;
    // What a guess is to be here, given the next one.
    let fits = |state: usize, guess: usize, next: usize| {
        closure.iter().enumerate().all(|(at, it)| {
            let here = guess >> at & 1 == 1;
            here == match formula.paths[*it] {
                Ltl::True => true,
                Ltl::False => false,
                Ltl::Atom(_) => propositions[at].as_ref().is_some_and(|it| it[state]),
                Ltl::Not(f) => !is(guess, f),
                Ltl::And(f, g) => is(guess, f) && is(guess, g),
                Ltl::Or(f, g) => is(guess, f) || is(guess, g),
                Ltl::Next(f) => is(next, f),
                Ltl::Until(f, g) => is(guess, g) || (is(guess, f) && is(next, *it)),
                Ltl::Release(f, g) => is(guess, g) && (is(guess, f) || is(next, *it)),
            }
        })
    };
    let nodes = after.len() * guesses;
    let edges: Vec<Vec<usize>> = (0..nodes)
        .map(|node| {
            let (state, guess) = (node / guesses, node % guesses);
            let nexts = after[state].iter().flat_map(|to| {
                (0..guesses)
                    .filter(|next| fits(state, guess, *next))
                    .map(|next| *to as usize * guesses + next)
            });
            nexts.collect()
        })
        .collect();
    // What an until promises, and what one that fails for good may not see.
    let keeps = |node: usize, it: LtlId| match formula.paths[it] {
        Ltl::Until(_, g) => !is(node % guesses, it) || is(node % guesses, g),
        Ltl::Release(_, g) => is(node % guesses, it) || !is(node % guesses, g),
        _ => true,
    };
    let components = tribunal_base::graph::components(&edges);
    let is_fair = |component: usize| {
        let members: Vec<usize> = (0..nodes).filter(|it| components.of[*it] == component).collect();
        let goes_round =
            members.iter().any(|it| edges[*it].iter().any(|to| components.of[*to] == component));
        goes_round && closure.iter().all(|f| members.iter().any(|it| keeps(*it, *f)))
    };
    let mut reaches: Vec<bool> = (0..components.count).map(is_fair).collect();
    // Edges lead to smaller numbers.
    for component in 0..components.count {
        let members = (0..nodes).filter(|it| components.of[*it] == component);
        let mut nexts = members.flat_map(|it| &edges[it]);
        reaches[component] = reaches[component] || nexts.any(|it| reaches[components.of[*it]]);
    }
    let wanted = |state: usize| {
        let mut starts = (0..guesses).filter(|guess| is(*guess, path) == value);
        starts.any(|guess| reaches[components.of[state * guesses + guess]])
    };
    (0..after.len()).map(wanted).collect()
}

/// Whether each quantifier stands before an operator of path formulas, as in all formulas that were read.
fn is_readable(formula: &Formula) -> bool {
    let is_temporal =
        |it: LtlId| matches!(formula.paths[it], Ltl::Next(_) | Ltl::Until(..) | Ltl::Release(..));
    formula.nodes().all(|(_, node)| match node {
        Ctl::Path(_, path) => formula.paths.subformulas(path).into_iter().any(is_temporal),
        _ => true,
    })
}

/// Formulas that are not too large for the definition.
fn code() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 1..8)
}

proptest! {
    #[test]
    fn labels_are_what_the_definition_says((after, atoms) in graph(), code in code()) {
        let (formula, kept, moved) = random_formulas(&code);
        let labelling = label(&formula, &exact(&after, &atoms));
        let expected = meaning(&formula, kept, &after, &atoms);
        for (state, expected) in expected.into_iter().enumerate() {
            prop_assert_eq!(labelling.value(kept, state), Kleene::from(expected), "{}", formula);
            prop_assert_eq!(labelling.value(moved, state), Kleene::from(expected), "{}", formula);
        }
    }

    #[test]
    fn normal_forms_mean_the_same_and_are_read_again((after, atoms) in graph(), code in code()) {
        let (mut formula, kept, moved) = random_formulas(&code);
        for root in [kept, moved] {
            formula.set_root(root);
            let expected = label(&formula, &exact(&after, &atoms)).values(root);
            let normal = formula.negation_normal_form();
            prop_assert_eq!(label(&normal, &exact(&after, &atoms)).values(normal.root()), &expected[..]);
            if !is_readable(&formula) {
                continue;
            }
            let again = parse(FileId(0), &formula.to_string()).expect("it should be read again");
            // What has no temporal operators in it is one atom then.
            let is_known = |it: &Atom| matches!(it.text.as_str(), "p" | "q");
            if !again.atoms().iter().all(is_known) {
                continue;
            }
            // Atoms may have got other numbers.
            let number = |it: &Atom| usize::from(it.text == "q");
            let renamed: Vec<Vec<bool>> = again.atoms().iter().map(|it| atoms[number(it)].clone()).collect();
            prop_assert_eq!(label(&again, &exact(&after, &renamed)).values(again.root()), expected, "{}", formula);
        }
    }

    /// Merging states, and forgetting, keeps every definite answer.
    #[test]
    fn abstraction_is_sound(
        (after, atoms) in graph(),
        code in code(),
        classes in proptest::collection::vec(0_u32..3, 7),
    ) {
        let (formula, kept, moved) = random_formulas(&code);
        let structure = merged(&after, &atoms, &classes);
        let labelling = label(&formula, &structure);
        let expected = label(&formula, &exact(&after, &atoms)).values(kept);
        for (state, expected) in expected.into_iter().enumerate() {
            for id in [kept, moved] {
                let found = labelling.value(id, classes[state] as usize);
                prop_assert!(found == Kleene::Maybe || found == expected, "{}", formula);
            }
        }
    }

    /// A path is one of the graph, and what follows from it alone is true; where one path is enough, it does.
    #[test]
    fn explanations_are_paths((after, atoms) in graph(), code in code()) {
        let (formula, kept, _) = random_formulas(&code);
        let structure = exact(&after, &atoms);
        let labelling = label(&formula, &structure);
        let path = explain(&formula, &structure, &labelling, 0);
        let pairs = path.states.iter().zip(path.states.iter().skip(1));
        let mut steps: Vec<(usize, usize)> = pairs.map(|(a, b)| (*a, *b)).collect();
        if let (Some(back_to), Some(last)) = (path.back_to, path.states.last()) {
            steps.push((*last, path.states[back_to]));
        }
        for (from, to) in steps {
            prop_assert!(after[from].iter().any(|it| *it as usize == to));
        }
        let seen = |atom: &Vec<bool>| path.states.iter().map(|it| atom[*it]).collect();
        let seen: Vec<Vec<bool>> = atoms.iter().map(seen).collect();
        let shown = follows_from(&formula, path.states.len(), path.back_to, &seen);
        let value = labelling.value(kept, 0);
        prop_assert!(shown == Kleene::Maybe || shown == value);
        let Ctl::Path(quantifier, linear) = formula.node(kept) else { unreachable!() };
        let is_flat = formula.paths.atoms(linear).into_iter().all(|it| formula.is_local(operand(it)));
        if is_flat && value == Kleene::from(quantifier == Quantifier::Some) {
            prop_assert_eq!(shown, value, "{}", formula);
        }
    }
}

/// The structure of three states that those of a graph are merged into.
pub(super) fn merged(after: &[Vec<u32>], atoms: &[Vec<bool>], classes: &[u32]) -> Structure {
    let members = |it: u32| (0..after.len()).filter(move |state| classes[*state] == it);
    let relation = |is_certain: bool| -> Vec<Vec<u32>> {
        let leads = |from: u32, to: u32| {
            let into = |state: usize| after[state].iter().any(|it| classes[*it as usize] == to);
            if is_certain { members(from).all(into) } else { members(from).any(into) }
        };
        (0..3).map(|from| (0..3).filter(|to| leads(from, *to)).collect()).collect()
    };
    let known = |atom: &Vec<bool>| -> Vec<Kleene> {
        let of = |it: u32| {
            let values: Vec<bool> = members(it).map(|state| atom[state]).collect();
            match (values.contains(&true), values.contains(&false)) {
                (true, true) => Kleene::Maybe,
                (is_true, _) => Kleene::from(is_true),
            }
        };
        (0..3).map(of).collect()
    };
    Structure {
        may: Relation::new(&relation(false)),
        must: Some(Relation::new(&relation(true))),
        atoms: atoms.iter().map(known).collect(),
        states: 3,
    }
}
