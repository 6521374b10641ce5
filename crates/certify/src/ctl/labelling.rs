//! Labellings of Kripke structures, checked state by state.
//!
//! That a formula has a value in a state must follow from the values of its operands there and of the formula itself in the next
//! states (K. S. Namjoshi: *Certifying model checkers*, CAV 2001). What must not be put off for ever, that an until is fulfilled or a weak until is not, needs
//! a rank besides, which falls on the way. No fixpoint is computed here. A path formula is decided by an automaton, which is taken as it is; that it accepts some path or
//! none is checked node by node of its product with the structure, by ranks again.

use crate::Rejected;
use crate::replay::ensure;
use tribunal_base::{Id as _, Kleene};
use tribunal_logic::ctl::product::{Fate, Node, Product};
use tribunal_logic::ctl::{Ctl, CtlId, Formula, Labelling, Quantifier, Structure, View};

/// Checks that every value that is certain, in every state that a run may come to, follows.
///
/// # Errors
/// If one does not.
pub fn check_labelling(
    formula: &Formula,
    structure: &Structure,
    labelling: &Labelling,
) -> Result<(), Rejected> {
    let values = formula.nodes().map(|(id, _)| labelling.values(id)).collect();
    let checker = Checker { structure, labelling, values, reached: reached(structure) };
    let follows = |(id, node)| checker.follows(id, node);
    ensure(
        formula.nodes().all(follows),
        "what was said of a state does not follow from the states after it",
    )
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
    /// What each formula is said to be in each state.
    values: Vec<Vec<Kleene>>,
    reached: Vec<usize>,
}

impl Checker<'_> {
    /// Whether every value of a formula that is certain follows.
    fn follows(&self, id: CtlId, node: Ctl) -> bool {
        let of = |id: CtlId| &self.values[id.index()];
        let own = of(id);
        match node {
            Ctl::Const(constant) => self.all(id, |_, value| value == Kleene::from(constant)),
            Ctl::Atom(atom) => {
                let atom = &self.structure.atoms[atom.index()];
                self.all(id, |state, value| atom[state] == value)
            }
            Ctl::Not(f) => {
                let f = of(f);
                self.all(id, |state, value| f[state] == !value)
            }
            Ctl::And(f, g) | Ctl::Or(f, g) => {
                // Both are needed for the one value, one is enough for the other.
                let strict = Kleene::from(matches!(node, Ctl::And(..)));
                let (f, g) = (of(f), of(g));
                self.all(id, |state, value| match value == strict {
                    true => f[state] == value && g[state] == value,
                    false => f[state] == value || g[state] == value,
                })
            }
            Ctl::Next(quantifier, f) => {
                let f = of(f);
                self.all(id, |state, value| {
                    self.next(quantifier, state, value, |it| f[it] == value)
                })
            }
            Ctl::Until(quantifier, f, g) | Ctl::WeakUntil(quantifier, f, g) => {
                // What must not be put off for ever.
                let urgent = Kleene::from(matches!(node, Ctl::Until(..)));
                let (f, g) = (of(f), of(g));
                self.all(id, |state, value| {
                    let later = || match value == urgent {
                        true => self.sooner(quantifier, id, state, value),
                        false => self.next(quantifier, state, value, |it| own[it] == value),
                    };
                    match value {
                        Kleene::True => g[state] == value || (f[state] == value && later()),
                        _ => g[state] == value && (f[state] == value || later()),
                    }
                })
            }
            Ctl::Path(quantifier, _) => {
                // That there is a path settles the one value, that there is none the other.
                let by_path = Kleene::from(quantifier == Quantifier::Some);
                let views = [View::Certain, View::Possible];
                let [certain, possible] = views.map(|it| self.labelling.product(id, it));
                views.into_iter().zip([certain, possible]).all(|it| self.is_ranked(it.1, it.0))
                    && self.all(id, |state, value| match value == by_path {
                        true => certain.is_some_and(|it| it.has_path(state)),
                        false => possible.is_some_and(|it| {
                            matches!(it.fate(it.start(state)), Fate::Dead { .. })
                        }),
                    })
            }
        }
    }

    /// Whether the ranks of a product show what is said of its nodes. The certain one is asked for runs, the possible one for their absence.
    fn is_ranked(&self, product: Option<&Product>, view: View) -> bool {
        let Some(product) = product else { return true };
        let relation = match view {
            View::Certain => self.structure.must(),
            View::Possible => &self.structure.may,
        };
        let letters = self.labelling.letters(view);
        let is_right = |node: Node| {
            let is_accepting = product.is_accepting(node);
            let mut after = product.after(node, relation, &letters).into_iter();
            match (product.fate(node), view) {
                (Fate::Alive { rank }, View::Certain) => after.any(|it| {
                    let is_nearer = |it| matches!(it, Fate::Alive { rank: it } if it < rank);
                    let is_alive = matches!(product.fate(it), Fate::Alive { .. });
                    is_nearer(product.fate(it)) || (is_accepting && is_alive)
                }),
                (Fate::Dead { rank }, View::Possible) => after.all(|it| match product.fate(it) {
                    Fate::Dead { rank: it } => it < rank || (it == rank && !is_accepting),
                    Fate::Alive { .. } | Fate::Unknown => false,
                }),
                (Fate::Alive { .. } | Fate::Dead { .. } | Fate::Unknown, _) => true,
            }
        };
        self.reached.iter().all(|it| product.nodes_of(*it).all(is_right))
    }

    /// Whether each value of a formula that is certain, in a state that a run may come to, is right.
    fn all(&self, id: CtlId, is_right: impl Fn(usize, Kleene) -> bool) -> bool {
        let values = &self.values[id.index()];
        self.reached.iter().all(|&it| values[it] == Kleene::Maybe || is_right(it, values[it]))
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
            self.values[id.index()][it] == value && is_lower
        })
    }
}
