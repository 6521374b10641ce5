//! Labellings of Kripke structures, checked state by state.
//!
//! That a formula has a value in a state must follow from the values of its operands there and of the formula itself in the next
//! states (K. S. Namjoshi: *Certifying model checkers*, CAV 2001). What must not be put off for ever, that an until is fulfilled or a weak until is not, needs
//! a rank besides, which falls on the way. No fixpoint is computed here.

use crate::Rejected;
use crate::replay::ensure;
use tribunal_base::{Id as _, Kleene};
use tribunal_logic::ctl::{Ctl, CtlId, Formula, Labelling, Quantifier, Structure};

/// Checks that every value that is certain, in every state that a run may come to, follows.
///
/// # Errors
/// If one does not.
pub fn check_labelling(
    formula: &Formula,
    structure: &Structure,
    labelling: &Labelling,
) -> Result<(), Rejected> {
    let checker = Checker { structure, labelling };
    for state in reached(structure) {
        for (id, node) in formula.nodes() {
            let value = labelling.value(id, state);
            let follows = match value {
                Kleene::Maybe => true,
                Kleene::True | Kleene::False => checker.follows(id, node, state, value),
            };
            ensure(follows, "what was said of a state does not follow from the states after it")?;
        }
    }
    Ok(())
}

/// The states that runs may come to from the first one. Where none goes on, none counts that comes there, and all that is said of all paths holds.
fn reached(structure: &Structure) -> Vec<usize> {
    let mut is_reached = vec![false; structure.states];
    let mut reached = vec![0];
    is_reached[0] = true;
    let mut next = 0;
    while let Some(&state) = reached.get(next) {
        next += 1;
        for &to in structure.may.after(state) {
            if !std::mem::replace(&mut is_reached[to as usize], true) {
                reached.push(to as usize);
            }
        }
    }
    reached
}

struct Checker<'a> {
    structure: &'a Structure,
    labelling: &'a Labelling,
}

impl Checker<'_> {
    fn is(&self, id: CtlId, state: usize, value: Kleene) -> bool {
        self.labelling.value(id, state) == value
    }

    /// Whether a value, true or false, follows.
    fn follows(&self, id: CtlId, node: Ctl, state: usize, value: Kleene) -> bool {
        let holds = value == Kleene::True;
        match node {
            Ctl::Const(constant) => constant == holds,
            Ctl::Atom(atom) => self.structure.atoms[atom.index()][state] == value,
            Ctl::Not(f) => self.is(f, state, !value),
            Ctl::And(f, g) if holds => self.is(f, state, value) && self.is(g, state, value),
            Ctl::Or(f, g) if !holds => self.is(f, state, value) && self.is(g, state, value),
            Ctl::And(f, g) | Ctl::Or(f, g) => self.is(f, state, value) || self.is(g, state, value),
            Ctl::Next(quantifier, f) => {
                self.next(quantifier, state, value, |it| self.is(f, it, value))
            }
            Ctl::Until(quantifier, f, g) if holds => {
                let later = || self.sooner(quantifier, id, state, value);
                self.is(g, state, value) || (self.is(f, state, value) && later())
            }
            Ctl::WeakUntil(quantifier, f, g) if holds => {
                let later = || self.next(quantifier, state, value, |it| self.is(id, it, value));
                self.is(g, state, value) || (self.is(f, state, value) && later())
            }
            Ctl::Until(quantifier, f, g) => {
                let later = || self.next(quantifier, state, value, |it| self.is(id, it, value));
                self.is(g, state, value) && (self.is(f, state, value) || later())
            }
            Ctl::WeakUntil(quantifier, f, g) => {
                let later = || self.sooner(quantifier, id, state, value);
                self.is(g, state, value) && (self.is(f, state, value) || later())
            }
        }
    }

    /// Whether enough successors are as they should be: for what is said of some path to hold, or of all paths to fail, one that is
    /// certain; else all that are possible.
    fn next(
        &self,
        quantifier: Quantifier,
        state: usize,
        value: Kleene,
        is_right: impl Fn(usize) -> bool,
    ) -> bool {
        let mut is_right = |it: &u32| is_right(*it as usize);
        match (quantifier, value) {
            (Quantifier::Some, Kleene::True) | (Quantifier::All, Kleene::False) => {
                self.structure.must().after(state).iter().any(&mut is_right)
            }
            _ => self.structure.may.after(state).iter().all(&mut is_right),
        }
    }

    /// The same, where they have the value, too, and a lower rank.
    fn sooner(&self, quantifier: Quantifier, id: CtlId, state: usize, value: Kleene) -> bool {
        let Some(rank) = self.labelling.rank(id, state) else { return false };
        self.next(quantifier, state, value, |it| {
            let is_lower = self.labelling.rank(id, it).is_some_and(|it| it < rank);
            self.is(id, it, value) && is_lower
        })
    }
}
