//! What formulas are in the states of a structure: true, false or not known.
//!
//! M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002, Figure 4: for each subformula the states where it
//! certainly holds (Yes) and those where it certainly does not (No), as fixpoints. We keep Yes and the complement of
//! No, *possible*; each is the ordinary fixpoint on one of the two relations: what holds for some path needs certain transitions to be
//! certain, and possible ones to be possible; what holds for all paths the other way round. Fixpoints are found by work lists, in time linear in the structure.
//!
//! A least fixpoint says of each of its states when it joined ([`Labelling::rank`]): later than those that it rests on. So a labelling can be checked state by state.
//!
//! A path formula is decided on its product with the structure ([`super::product`]), where its state formulas are propositions.
//!
//! One difference: for `A[f U g]` the paper asks for a certain successor as well as for all possible ones. Here every state of a program has a
//! successor, so the latter is enough.

use tribunal_base::{Id as _, Kleene};

use super::product::{Letters, Product, operand};
use super::{Ctl, CtlId, Formula, Quantifier, Relation, Structure, position};
use crate::automaton;
use crate::buchi::Buchi;
use crate::guard::Literal;

/// What the subformulas of a formula are in each state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    sets: Vec<Sets>,
}

/// The states where a subformula certainly holds, and those where it may.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sets {
    yes: Vec<bool>,
    possible: Option<Vec<bool>>,
    /// When the states joined where an until holds, or a weak until does not.
    ranks: Vec<u32>,
    /// Where there are paths that decide a path formula: certainly, and possibly.
    products: Option<Products>,
}

/// The products of a path formula under a quantifier: of the formula itself where some path is to satisfy it, of its negation where all are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Products {
    certain: Product,
    possible: Option<Product>,
}

/// Which of the two sets is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What certainly holds, along certain transitions.
    Certain,
    /// What may hold, along possible ones.
    Possible,
}

impl Labelling {
    /// Where paths start that satisfy a path formula or, where it stands under a quantifier over all paths, its negation.
    #[must_use]
    pub fn product(&self, formula: CtlId, view: View) -> Option<&Product> {
        let Products { certain, possible } = self.sets[formula.index()].products.as_ref()?;
        Some(match view {
            View::Certain => certain,
            View::Possible => possible.as_ref().unwrap_or(certain),
        })
    }

    /// What the propositions of path formulas are taken for.
    pub fn letters(&self, view: View) -> impl Letters {
        move |state: usize, literal: Literal| {
            let value = self.value(operand(literal.atom()), state);
            let wanted = Kleene::from(matches!(literal, Literal::Positive(_)));
            match view {
                View::Certain => value == wanted,
                View::Possible => value == wanted || value == Kleene::Maybe,
            }
        }
    }

    /// When a state joined those where an until certainly holds, or a weak until certainly does not.
    #[must_use]
    pub fn rank(&self, formula: CtlId, state: usize) -> Option<u32> {
        let rank = self.sets[formula.index()].ranks.get(state);
        rank.copied().filter(|it| *it != NEVER)
    }

    /// What a subformula is in each state.
    #[must_use]
    pub fn values(&self, formula: CtlId) -> Vec<Kleene> {
        let Sets { yes, possible, .. } = &self.sets[formula.index()];
        let of = |(yes, may): (&bool, &bool)| match (yes, may) {
            (true, _) => Kleene::True,
            (false, true) => Kleene::Maybe,
            (false, false) => Kleene::False,
        };
        yes.iter().zip(possible.as_ref().unwrap_or(yes)).map(of).collect()
    }

    /// What a subformula is in a state.
    #[must_use]
    pub fn value(&self, formula: CtlId, state: usize) -> Kleene {
        let Sets { yes, possible, .. } = &self.sets[formula.index()];
        match (yes[state], possible) {
            (true, _) => Kleene::True,
            (false, Some(possible)) if possible[state] => Kleene::Maybe,
            (false, _) => Kleene::False,
        }
    }
}

/// The rank of a state that does not join.
const NEVER: u32 = u32::MAX;

/// Evaluates all subformulas in all states.
#[must_use]
pub fn label(formula: &Formula, structure: &Structure) -> Labelling {
    let automata: Vec<Option<Buchi>> = formula.nodes().map(|it| decides(formula, it.1)).collect();
    let is_path = |it: Ctl| matches!(it, Ctl::Path(..));
    let mut nodes = formula.nodes().zip(&automata);
    // Where all is certain, one of the two is enough.
    let is_exact = structure.must.is_none()
        && structure.atoms.iter().flatten().all(|it| *it != Kleene::Maybe)
        && nodes.all(|((_, node), automaton)| automaton.is_some() || !is_path(node));
    let mut labelling = Labelling { sets: Vec::new() };
    for ((_, node), automaton) in formula.nodes().zip(automata) {
        let found = match node {
            Ctl::Path(quantifier, _) => {
                linear(structure, quantifier, automaton, &labelling, is_exact)
            }
            _ => fixpoint(node, structure, &labelling.sets, is_exact),
        };
        labelling.sets.push(found);
    }
    labelling
}

/// The automaton that a path formula is decided by, unless it is too large: it accepts the paths that satisfy the formula or, where all are to, that do not.
fn decides(formula: &Formula, node: Ctl) -> Option<Buchi> {
    let Ctl::Path(quantifier, path) = node else { return None };
    let mut paths = formula.paths().clone();
    let path = match quantifier {
        Quantifier::Some => path,
        Quantifier::All => paths.not(path),
    };
    automaton(&mut paths, path).ok()
}

/// Evaluates a path formula under a quantifier.
fn linear(
    structure: &Structure,
    quantifier: Quantifier,
    automaton: Option<Buchi>,
    labelling: &Labelling,
    is_exact: bool,
) -> Sets {
    let product = |view: View| {
        let relation = match view {
            View::Certain => structure.must(),
            View::Possible => &structure.may,
        };
        let letters = labelling.letters(view);
        Product::new(automaton.clone()?, relation, structure.states, &letters)
    };
    let has_path = |it: &Product| -> Vec<bool> {
        (0..structure.states).map(|state| it.has_path(state)).collect()
    };
    let certain = product(View::Certain);
    let possible = if is_exact { None } else { product(View::Possible) };
    let products = match (certain, possible) {
        (Some(certain), possible) if is_exact || possible.is_some() => {
            Products { certain, possible }
        }
        _ => {
            // Nothing is known.
            let (yes, possible) =
                (vec![false; structure.states], Some(vec![true; structure.states]));
            return Sets { yes, possible, ranks: Vec::new(), products: None };
        }
    };
    let certain = has_path(&products.certain);
    let possible = products.possible.as_ref().map(has_path);
    let (yes, possible) = match (quantifier, possible) {
        (Quantifier::Some, possible) => (certain, possible),
        (Quantifier::All, None) => (negated(&certain), None),
        (Quantifier::All, Some(possible)) => (negated(&possible), Some(negated(&certain))),
    };
    Sets { yes, possible, ranks: Vec::new(), products: Some(products) }
}

/// Evaluates any other formula.
fn fixpoint(node: Ctl, structure: &Structure, sets: &[Sets], is_exact: bool) -> Sets {
    let mut ranks = Vec::new();
    let yes = evaluate(node, structure, View::Certain, &mut ranks, |it| &sets[it.index()].yes);
    let possible = (!is_exact).then(|| {
        // What may hold tells where it certainly does not.
        let mut unused = Vec::new();
        let is_weak = matches!(node, Ctl::WeakUntil(..));
        let ranks = if is_weak { &mut ranks } else { &mut unused };
        evaluate(node, structure, View::Possible, ranks, |it| {
            let Sets { yes, possible, .. } = &sets[it.index()];
            possible.as_ref().unwrap_or(yes)
        })
    });
    // What is negated changes sides.
    let (yes, possible) = match (node, possible) {
        (Ctl::Not(_), Some(possible)) => (possible, Some(yes)),
        (_, possible) => (yes, possible),
    };
    Sets { yes, possible, ranks, products: None }
}

fn evaluate<'s>(
    node: Ctl,
    structure: &Structure,
    view: View,
    ranks: &mut Vec<u32>,
    set: impl Fn(CtlId) -> &'s Vec<bool>,
) -> Vec<bool> {
    let relation = |quantifier| match (quantifier, view) {
        (Quantifier::Some, View::Certain) | (Quantifier::All, View::Possible) => structure.must(),
        (Quantifier::Some, View::Possible) | (Quantifier::All, View::Certain) => &structure.may,
    };
    let zip = |f: CtlId, g: CtlId, both: fn(bool, bool) -> bool| -> Vec<bool> {
        set(f).iter().zip(set(g)).map(|(f, g)| both(*f, *g)).collect()
    };
    match node {
        Ctl::Const(value) => vec![value; structure.states],
        Ctl::Atom(atom) => {
            let holds = |it: &Kleene| match view {
                View::Certain => *it == Kleene::True,
                View::Possible => *it != Kleene::False,
            };
            structure.atoms[position(atom)].iter().map(holds).collect()
        }
        Ctl::Not(f) => negated(set(f)),
        Ctl::And(f, g) => zip(f, g, |f, g| f && g),
        Ctl::Or(f, g) => zip(f, g, |f, g| f || g),
        Ctl::Next(quantifier, f) => {
            let (relation, set) = (relation(quantifier), set(f));
            let successors = |state| relation.after(state).iter().map(|it| set[*it as usize]);
            let next = |state| match quantifier {
                Quantifier::Some => successors(state).any(|it| it),
                Quantifier::All => successors(state).all(|it| it),
            };
            (0..structure.states).map(next).collect()
        }
        Ctl::Until(quantifier, f, g) => {
            until(relation(quantifier), quantifier, set(f), set(g), ranks)
        }
        Ctl::WeakUntil(quantifier, f, g) => {
            let neither = zip(f, g, |f, g| !f && !g);
            let first = negated(set(g));
            negated(&until(relation(quantifier), quantifier.dual(), &first, &neither, ranks))
        }
        Ctl::Path(..) => unreachable!("a path formula should be evaluated on a product"),
    }
}

fn negated(set: &[bool]) -> Vec<bool> {
    set.iter().map(|it| !it).collect()
}

/// The states from which some path, or each path, comes to a state of `second` through states of `first`; `ranks` tells when each was found.
fn until(
    relation: &Relation,
    quantifier: Quantifier,
    first: &[bool],
    second: &[bool],
    ranks: &mut Vec<u32>,
) -> Vec<bool> {
    *ranks = second.iter().map(|it| if *it { 0 } else { NEVER }).collect();
    let mut last = 0;
    let mut reached = second.to_vec();
    let mut waiting: Vec<usize> = (0..second.len()).filter(|it| second[*it]).collect();
    let successors = |state: usize| relation.after(state).len();
    // How many successors are missing: for some path, all but one may be.
    let mut missing: Vec<usize> = match quantifier {
        Quantifier::Some => vec![1; second.len()],
        Quantifier::All => (0..second.len()).map(successors).collect(),
    };
    if quantifier == Quantifier::All {
        // A state without transitions of this kind: nothing speaks against it.
        for state in (0..second.len()).filter(|it| missing[*it] == 0) {
            if first[state] && !std::mem::replace(&mut reached[state], true) {
                last += 1;
                ranks[state] = last;
                waiting.push(state);
            }
        }
    }
    while let Some(state) = waiting.pop() {
        for &before in relation.before(state) {
            let before = before as usize;
            missing[before] = missing[before].saturating_sub(1);
            if missing[before] == 0 && first[before] && !reached[before] {
                reached[before] = true;
                last += 1;
                ranks[before] = last;
                waiting.push(before);
            }
        }
    }
    reached
}
