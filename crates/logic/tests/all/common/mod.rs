//! Random formulas and words, and formulas from the literature.
pub(crate) mod formulas;

use proptest::prelude::*;
use tribunal_base::{FileId, Id};
use tribunal_logic::{AtomId, AtomNames, Formulas, Lasso, LtlId, Valuation, parse};

/// The formula and the names of its atoms; the text is right.
pub(crate) fn read(formulas: &mut Formulas, text: &str) -> (LtlId, AtomNames) {
    let mut names = AtomNames::default();
    let formula = parse(formulas, &mut names, FileId(0), text);
    (formula.unwrap_or_else(|error| panic!("{text}: {}", error.message)), names)
}

/// A formula as a tree, as random generation needs it.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Constant(bool),
    Atom(usize),
    Unary(Unary, Box<Tree>),
    Binary(Binary, Box<Tree>, Box<Tree>),
}

pub(crate) type Unary = fn(&mut Formulas, LtlId) -> LtlId;
pub(crate) type Binary = fn(&mut Formulas, LtlId, LtlId) -> LtlId;

impl Tree {
    pub(crate) fn build(&self, formulas: &mut Formulas) -> LtlId {
        match self {
            Self::Constant(true) => formulas.verum(),
            Self::Constant(false) => formulas.falsum(),
            Self::Atom(index) => formulas.atom(AtomId::from_index(*index)),
            Self::Unary(make, operand) => {
                let operand = operand.build(formulas);
                make(formulas, operand)
            }
            Self::Binary(make, left, right) => {
                let (left, right) = (left.build(formulas), right.build(formulas));
                make(formulas, left, right)
            }
        }
    }
}

/// Formulas of depth at most five over three atoms.
pub(crate) fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Tree::Constant),
        9 => (0..3_usize).prop_map(Tree::Atom),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let unary = prop::sample::select(vec![
            Formulas::not as Unary,
            Formulas::next,
            Formulas::always,
            Formulas::eventually,
        ]);
        let binary = prop::sample::select(vec![
            Formulas::and as Binary,
            Formulas::or,
            Formulas::until,
            Formulas::release,
            Formulas::implies,
            Formulas::equivalent,
            Formulas::weak_until,
            Formulas::strong_release,
        ]);
        prop_oneof![
            (unary, inner.clone()).prop_map(|(make, it)| Tree::Unary(make, Box::new(it))),
            (binary, inner.clone(), inner).prop_map(|(make, f, g)| Tree::Binary(
                make,
                Box::new(f),
                Box::new(g)
            )),
        ]
    })
}

/// Words over the first `n_atoms` atoms.
pub(crate) fn lassos(n_atoms: usize) -> impl Strategy<Value = Lasso> {
    let letter = prop::collection::vec(any::<bool>(), n_atoms).prop_map(|bits| {
        let held = (0..bits.len()).filter(|&index| bits[index]);
        held.map(AtomId::from_index).collect::<Valuation>()
    });
    let prefix = prop::collection::vec(letter.clone(), 0..4);
    let cycle = prop::collection::vec(letter, 1..5);
    (prefix, cycle)
        .prop_filter_map("the cycle is empty", |(prefix, cycle)| Lasso::new(prefix, cycle))
}
