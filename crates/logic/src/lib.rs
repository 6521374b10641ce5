//! Linear temporal logic and the ω-automata that decide it; computation tree logic ([`ctl`]) and its labellings.
//!
//! The road from a formula to an automaton: [`ltl`] → `simplify`, `postpone` → `translate` → `reduce`
//! (by `marks` and `simulation`) → `degeneralise` → `reduce` again → `weak` or `merge`, which use the
//! automaton of the negation → [`buchi`]. Next to the road stands [`lasso`], the meaning of formulas on
//! ultimately periodic words without any automaton: what the tests compare with.
//!
//! `program` has the formulas of a program in the terms of this crate.
//!
//! An automaton accepts the words that satisfy its formula; who searches for violations negates first.

mod automaton;
mod bdd;
mod boolean;
pub mod buchi;
mod class;
pub mod ctl;
mod degeneralise;
mod disjoint;
mod display;
mod dot;
pub mod finite;
pub mod generalised;
pub mod guard;
pub mod lasso;
pub mod ltl;
mod marks;
mod merge;
mod negation;
mod never;
mod parse;
mod postpone;
mod program;
mod reduce;
mod simplify;
mod simulation;
mod translate;
mod weak;

pub use automaton::Marks;
pub use buchi::{Buchi, Edge, State, StateId, Strength};
pub use class::Class;
pub use dot::dot;
pub use generalised::{Generalised, MarkedEdge};
pub use guard::{Cube, Guard, Literal, Valuation};
pub use lasso::{Lasso, holds};
pub use ltl::{AtomId, Formulas, Ltl, LtlId};
pub use negation::negation_normal_form;
pub use never::never_claim;
pub use parse::{AtomNames, parse};
pub use program::{Linear, linear};
pub use simplify::simplify;

use automaton::Automaton;
use boolean::BooleanFunctions;

/// The automaton of the formula would be too large to build or to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the automaton of the formula is too large")
    }
}

impl std::error::Error for TooLarge {}

/// Formulas may have this many subformulas.
const MAX_SUBFORMULAS: usize = 1 << 13;

/// Formulas may have this many atoms.
const MAX_ATOMS: usize = 1 << 10;

/// A small Büchi automaton that accepts the words that satisfy the formula.
pub fn automaton(formulas: &mut Formulas, formula: LtlId) -> Result<Buchi, TooLarge> {
    let mut functions = BooleanFunctions::default();
    let automaton = minimised(formulas, &mut functions, formula)?;
    buchi::to_buchi(&automaton, &mut functions.bdds)
}

/// The same with acceptance marks on edges: often fewer states, for a search that can use them.
pub fn generalised(formulas: &mut Formulas, formula: LtlId) -> Result<Generalised, TooLarge> {
    let mut functions = BooleanFunctions::default();
    let automaton = smallest(formulas, formula, |formulas, formula| {
        reduced(formulas, &mut functions, formula)
    })?;
    let automaton = match minimised(formulas, &mut functions, formula) {
        Ok(state_based) if state_based.states.len() <= automaton.states.len() => state_based,
        _ => automaton,
    };
    generalised::to_generalised(&automaton, &mut functions.bdds)
}

/// A state-based automaton on which everything has been tried.
fn minimised(
    formulas: &mut Formulas,
    functions: &mut BooleanFunctions,
    formula: LtlId,
) -> Result<Automaton, TooLarge> {
    let mut automaton = state_based(formulas, functions, formula)?;
    let negation = formulas.not(formula);
    let Ok(complement) = state_based(formulas, functions, negation) else { return Ok(automaton) };
    let bdds = &mut functions.bdds;
    let weak = weak::weak_deterministic(&automaton, &complement, bdds);
    merge::merge(&mut automaton, &complement, bdds);
    Ok(match weak {
        Some(weak) if weak.states.len() <= automaton.states.len() => weak,
        _ => automaton,
    })
}

fn state_based(
    formulas: &mut Formulas,
    functions: &mut BooleanFunctions,
    formula: LtlId,
) -> Result<Automaton, TooLarge> {
    smallest(formulas, formula, |formulas, formula| {
        let mut automaton = reduced(formulas, functions, formula)?;
        marks::focus(&mut automaton);
        let mut automaton = degeneralise::degeneralise(&automaton);
        reduce::reduce_states(&mut automaton, &mut functions.bdds);
        if functions.bdds.overflowed() { Err(TooLarge) } else { Ok(automaton) }
    })
}

fn reduced(
    formulas: &Formulas,
    functions: &mut BooleanFunctions,
    formula: LtlId,
) -> Result<Automaton, TooLarge> {
    let mut automaton = translate::translate(formulas, functions, formula)?;
    reduce::reduce(&mut automaton, &mut functions.bdds);
    if functions.bdds.overflowed() { Err(TooLarge) } else { Ok(automaton) }
}

/// The smallest automaton that `build` makes of the formula in its simplified forms.
fn smallest(
    formulas: &mut Formulas,
    formula: LtlId,
    mut build: impl FnMut(&Formulas, LtlId) -> Result<Automaton, TooLarge>,
) -> Result<Automaton, TooLarge> {
    let too_large = parse::MAX_DEPTH < formulas.depth(formula)
        || MAX_SUBFORMULAS < formulas.subformulas(formula).len()
        || MAX_ATOMS < formulas.atoms(formula).len();
    if too_large {
        return Err(TooLarge);
    }
    let simplified = simplify(formulas, formula);
    let postponed = postpone::postpone(formulas, simplified);
    let mut best = build(formulas, simplified);
    if postponed != simplified {
        let other = build(formulas, postponed);
        let size = |it: &Result<Automaton, TooLarge>| match it {
            Ok(automaton) => (automaton.states.len(), automaton.n_transitions()),
            Err(TooLarge) => (usize::MAX, 0),
        };
        if size(&other) < size(&best) {
            best = other;
        }
    }
    best
}
