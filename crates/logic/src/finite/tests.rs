use proptest::prelude::*;
use tribunal_base::{FileId, Id};

use super::Remainder;
use crate::ltl::{AtomId, Formulas, Ltl, LtlId};

/// The meaning of a formula at a position of a word of two atoms, straight from the definition.
fn holds(formulas: &Formulas, formula: LtlId, word: &[[bool; 2]], at: usize) -> bool {
    let later = |from: usize| from..word.len();
    match formulas[formula] {
        Ltl::True => true,
        Ltl::False => false,
        Ltl::Atom(atom) => word[at][atom.index()],
        Ltl::Not(f) => !holds(formulas, f, word, at),
        Ltl::And(f, g) => holds(formulas, f, word, at) && holds(formulas, g, word, at),
        Ltl::Or(f, g) => holds(formulas, f, word, at) || holds(formulas, g, word, at),
        Ltl::Next(f) => at + 1 < word.len() && holds(formulas, f, word, at + 1),
        Ltl::Until(f, g) => later(at).any(|end| {
            holds(formulas, g, word, end) && (at..end).all(|it| holds(formulas, f, word, it))
        }),
        Ltl::Release(f, g) => later(at).all(|end| {
            holds(formulas, g, word, end) || (at..end).any(|it| holds(formulas, f, word, it))
        }),
    }
}

#[derive(Clone, Debug)]
enum Shape {
    Atom(usize),
    Not(Box<Shape>),
    Next(Box<Shape>),
    Binary(u8, Box<Shape>, Box<Shape>),
}

fn shapes() -> impl Strategy<Value = Shape> {
    let leaf = (0..2usize).prop_map(Shape::Atom);
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| Shape::Not(Box::new(it))),
            inner.clone().prop_map(|it| Shape::Next(Box::new(it))),
            (0..4u8, inner.clone(), inner).prop_map(|(op, a, b)| Shape::Binary(
                op,
                Box::new(a),
                Box::new(b)
            )),
        ]
    })
}

fn build(formulas: &mut Formulas, shape: &Shape) -> LtlId {
    match shape {
        Shape::Atom(atom) => formulas.atom(AtomId::from_index(*atom)),
        Shape::Not(f) => {
            let f = build(formulas, f);
            formulas.not(f)
        }
        Shape::Next(f) => {
            let f = build(formulas, f);
            formulas.next(f)
        }
        Shape::Binary(op, a, b) => {
            let (a, b) = (build(formulas, a), build(formulas, b));
            match op {
                0 => formulas.and(a, b),
                1 => formulas.or(a, b),
                2 => formulas.until(a, b),
                _ => formulas.release(a, b),
            }
        }
    }
}

proptest! {
    #[test]
    fn progression_is_the_definition(
        shape in shapes(),
        word in prop::collection::vec(prop::array::uniform2(any::<bool>()), 1..6),
    ) {
        let mut formulas = Formulas::default();
        let formula = build(&mut formulas, &shape);
        let mut left = Remainder::start(formula);
        for (at, letter) in word.iter().enumerate() {
            prop_assert!(!left.accepts() || at != 0, "the empty word is no word");
            left = left.step(&formulas, &mut |atom| Some(letter[atom.index()])).expect("all atoms are known");
            let expected = holds(&formulas, formula, &word[..=at], 0);
            prop_assert_eq!(left.accepts(), expected);
            prop_assert!(!left.is_satisfied() || expected);
            prop_assert!(!left.is_refuted() || !expected);
        }
    }
}

#[test]
fn an_atom_that_makes_no_difference_is_not_asked_for() {
    let parsed = super::parse(FileId(0), "<> (at(end) && x == 0)").expect("a formula");
    let left = Remainder::start(parsed.root);
    let (end, x) = (AtomId::from_index(0), AtomId::from_index(1));
    let away = left.step(&parsed.formulas, &mut |atom| (atom == end).then_some(false));
    assert!(away.is_ok_and(|it| !it.is_satisfied() && !it.is_refuted()));
    let there = left.step(&parsed.formulas, &mut |atom| (atom == end).then_some(true));
    assert_eq!(there, Err(x));
}
