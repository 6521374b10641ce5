//! Computation tree logic and its full form, CTL*: formulas, hash-consed, with their atoms.
//!
//! E. M. Clarke, E. A. Emerson, A. P. Sistla: *Automatic verification of finite-state concurrent systems using temporal
//! logic specifications*, TOPLAS 1986. Four operators are enough: next, until and weak until, under a quantifier over paths;
//! `F` is an until, `G` a weak until. What else CTL* (E. A. Emerson, J. Y. Halpern: *"Sometimes" and "not never" revisited*, J. ACM 1986) puts under a quantifier is a formula of
//! linear temporal logic about state formulas.
//!
//! Read this first, then `parse`, `quantify` (path formulas), [`structure`] (where formulas are evaluated), [`mod@label`] (their three-valued meaning), [`product`] (that of
//! path formulas) and [`explain`] (a path that shows an answer). `program` makes formulas of those of a program, and the other way round.

mod display;
pub mod explain;
pub mod label;
mod labelled;
mod parse;
pub mod product;
mod program;
mod quantify;
pub mod structure;
#[cfg(test)]
mod tests;

pub use explain::{Path, explain};
pub use label::{Labelling, View, label};
pub use labelled::Labelled;
pub use parse::{all_paths, parse};
pub use program::{Branching, asked, branching, formula_of};
pub use structure::{Relation, Structure};

use std::collections::BTreeMap;

use tribunal_base::{Id, Interner, Span, ids};

use crate::ltl::{AtomId, Formulas, LtlId};
use product::operand;

ids! {
    /// Names a subformula of a [`Formula`].
    CtlId = "c";
}

/// Which paths from a state count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// All of them.
    All,
    /// One is enough.
    Some,
}

impl Quantifier {
    /// The other one.
    #[must_use]
    pub fn dual(self) -> Self {
        match self {
            Self::All => Self::Some,
            Self::Some => Self::All,
        }
    }
}

/// A formula over the names of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ctl {
    /// True or false.
    Const(bool),
    /// The proposition holds.
    Atom(AtomId),
    /// The operand does not hold.
    Not(CtlId),
    /// Both operands hold.
    And(CtlId, CtlId),
    /// At least one operand holds.
    Or(CtlId, CtlId),
    /// The operand holds in the next state of the paths.
    Next(Quantifier, CtlId),
    /// On the paths, the second operand holds in some state, the first in all before that.
    Until(Quantifier, CtlId, CtlId),
    /// The same, or the first holds for ever.
    WeakUntil(Quantifier, CtlId, CtlId),
    /// The paths satisfy a formula of [`Formula::paths`].
    Path(Quantifier, LtlId),
}

/// What an atom is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// An expression of the program's language.
    Expression,
    /// `at(…)`: whether control is at a place.
    Place,
}

/// An atom as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// What it is about.
    pub kind: AtomKind,
    /// The expression, or what stands between the parentheses of `at`.
    pub text: String,
    /// Where that stands.
    pub span: Span,
}

/// A formula with its subformulas and atoms.
///
/// The operands of a subformula have smaller ids than it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    nodes: Interner<CtlId, Ctl>,
    /// Path formulas: a proposition is the subformula of its number.
    paths: Formulas,
    root: CtlId,
    atoms: Vec<Atom>,
}

impl Formula {
    /// The formula that is false, about these atoms.
    #[must_use]
    pub fn of_atoms(atoms: Vec<Atom>) -> Self {
        let mut nodes = Interner::default();
        let root = nodes.intern(Ctl::Const(false));
        Self { nodes, paths: Formulas::default(), root, atoms }
    }

    /// The formulas about paths; each proposition is the subformula of its number.
    #[must_use]
    pub fn paths(&self) -> &Formulas {
        &self.paths
    }

    /// The formula itself.
    #[must_use]
    pub fn root(&self) -> CtlId {
        self.root
    }

    /// Makes a subformula the formula.
    pub fn set_root(&mut self, root: CtlId) {
        self.root = root;
    }

    /// The atoms; their positions are their ids.
    #[must_use]
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// How many subformulas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A subformula.
    #[must_use]
    pub fn node(&self, id: CtlId) -> Ctl {
        self.nodes[id]
    }

    /// All subformulas, operands first.
    pub fn nodes(&self) -> impl Iterator<Item = (CtlId, Ctl)> + '_ {
        self.nodes.iter().map(|(id, node)| (id, *node))
    }

    /// The name of a subformula.
    pub fn intern(&mut self, node: Ctl) -> CtlId {
        self.nodes.intern(node)
    }

    /// Whether a subformula speaks of one state alone.
    #[must_use]
    pub fn is_local(&self, id: CtlId) -> bool {
        match self.nodes[id] {
            Ctl::Const(_) | Ctl::Atom(_) => true,
            Ctl::Not(f) => self.is_local(f),
            Ctl::And(f, g) | Ctl::Or(f, g) => self.is_local(f) && self.is_local(g),
            Ctl::Next(..) | Ctl::Until(..) | Ctl::WeakUntil(..) | Ctl::Path(..) => false,
        }
    }

    /// Whether `EX`, `AX` or `X` occurs: then it matters what counts as one step.
    #[must_use]
    pub fn has_next(&self) -> bool {
        let mut pending = vec![self.root];
        while let Some(id) = pending.pop() {
            match self.nodes[id] {
                Ctl::Const(_) | Ctl::Atom(_) => {}
                Ctl::Not(f) => pending.push(f),
                Ctl::And(f, g) | Ctl::Or(f, g) => pending.extend([f, g]),
                Ctl::Until(_, f, g) | Ctl::WeakUntil(_, f, g) => pending.extend([f, g]),
                Ctl::Path(_, path) if !self.paths.is_stutter_invariant(path) => return true,
                Ctl::Path(_, path) => {
                    pending.extend(self.paths.atoms(path).into_iter().map(operand));
                }
                Ctl::Next(..) => return true,
            }
        }
        false
    }

    /// True or false.
    pub fn truth(&mut self, value: bool) -> CtlId {
        self.intern(Ctl::Const(value))
    }

    /// Negation.
    pub fn not(&mut self, f: CtlId) -> CtlId {
        self.intern(Ctl::Not(f))
    }

    /// Conjunction.
    pub fn and(&mut self, f: CtlId, g: CtlId) -> CtlId {
        self.intern(Ctl::And(f, g))
    }

    /// Disjunction.
    pub fn or(&mut self, f: CtlId, g: CtlId) -> CtlId {
        self.intern(Ctl::Or(f, g))
    }

    /// Implication.
    pub fn implies(&mut self, f: CtlId, g: CtlId) -> CtlId {
        let not_f = self.not(f);
        self.or(not_f, g)
    }

    /// Equivalence.
    pub fn equivalent(&mut self, f: CtlId, g: CtlId) -> CtlId {
        let there = self.implies(f, g);
        let back = self.implies(g, f);
        self.and(there, back)
    }

    /// `AX` or `EX`.
    pub fn next(&mut self, quantifier: Quantifier, f: CtlId) -> CtlId {
        self.intern(Ctl::Next(quantifier, f))
    }

    /// `AF` or `EF`.
    pub fn eventually(&mut self, quantifier: Quantifier, f: CtlId) -> CtlId {
        let verum = self.truth(true);
        self.intern(Ctl::Until(quantifier, verum, f))
    }

    /// `AG` or `EG`.
    pub fn always(&mut self, quantifier: Quantifier, f: CtlId) -> CtlId {
        let falsum = self.truth(false);
        self.intern(Ctl::WeakUntil(quantifier, f, falsum))
    }

    /// The same formula with negations at atoms only.
    #[must_use]
    pub fn negation_normal_form(&self) -> Self {
        let mut normal = Self::of_atoms(self.atoms.clone());
        normal.root = self.normal(&mut normal, self.root, true);
        normal
    }

    /// Puts a subformula, or its negation, in normal form into another formula.
    fn normal(&self, into: &mut Self, id: CtlId, holds: bool) -> CtlId {
        match (self.nodes[id], holds) {
            (Ctl::Const(value), _) => into.intern(Ctl::Const(value == holds)),
            (Ctl::Atom(atom), _) => {
                let atom = into.intern(Ctl::Atom(atom));
                if holds { atom } else { into.not(atom) }
            }
            (Ctl::Not(f), _) => self.normal(into, f, !holds),
            (Ctl::And(f, g), true) | (Ctl::Or(f, g), false) => {
                let (f, g) = (self.normal(into, f, holds), self.normal(into, g, holds));
                into.and(f, g)
            }
            (Ctl::Or(f, g), true) | (Ctl::And(f, g), false) => {
                let (f, g) = (self.normal(into, f, holds), self.normal(into, g, holds));
                into.or(f, g)
            }
            (Ctl::Next(quantifier, f), true) => {
                let f = self.normal(into, f, true);
                into.next(quantifier, f)
            }
            (Ctl::Next(quantifier, f), false) => {
                let f = self.normal(into, f, false);
                into.next(quantifier.dual(), f)
            }
            (Ctl::Until(quantifier, f, g), true) => {
                let (f, g) = (self.normal(into, f, true), self.normal(into, g, true));
                into.intern(Ctl::Until(quantifier, f, g))
            }
            (Ctl::WeakUntil(quantifier, f, g), true) => {
                let (f, g) = (self.normal(into, f, true), self.normal(into, g, true));
                into.intern(Ctl::WeakUntil(quantifier, f, g))
            }
            // Not (f U g): not g until neither holds, or for ever.
            (Ctl::Until(quantifier, f, g), false) => {
                let (f, g) = (self.normal(into, f, false), self.normal(into, g, false));
                let neither = into.and(f, g);
                into.intern(Ctl::WeakUntil(quantifier.dual(), g, neither))
            }
            (Ctl::WeakUntil(quantifier, f, g), false) => {
                let (f, g) = (self.normal(into, f, false), self.normal(into, g, false));
                let neither = into.and(f, g);
                into.intern(Ctl::Until(quantifier.dual(), g, neither))
            }
            (Ctl::Path(quantifier, path), _) => {
                let atoms = self.paths.atoms(path).into_iter();
                let operands: BTreeMap<AtomId, CtlId> =
                    atoms.map(|it| (it, self.normal(into, operand(it), true))).collect();
                let path = into.adopt_path(&self.paths, path, &operands);
                let negated = if holds { path } else { into.paths.not(path) };
                let quantifier = if holds { quantifier } else { quantifier.dual() };
                into.intern(Ctl::Path(quantifier, negated))
            }
        }
    }
}

/// The position of an atom in lists by atom.
pub(crate) fn position(atom: AtomId) -> usize {
    atom.index()
}
