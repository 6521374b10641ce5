//! Path formulas under a quantifier, as far as possible without an automaton.
//!
//! A quantifier moves inwards where that changes nothing: `A(f && g)` is `A(f) && A(g)`, `A G f` is `AG A(f)`, and a state formula needs none. What is left
//! when it stands before an operator of computation tree logic whose operands are state formulas is one of these; `A G F f` is `AG AF f`. Otherwise the path
//! formula is kept, with its state formulas as propositions ([`Ctl::Path`]).

use std::collections::BTreeMap;

use tribunal_base::Id as _;

use super::product::operand;
use super::{Ctl, CtlId, Formula, Quantifier};
use crate::ltl::{AtomId, Formulas, Ltl, LtlId};
use crate::negation::negation_normal_form;

impl Formula {
    /// The proposition of path formulas that is a state formula.
    pub(crate) fn proposition(&mut self, of: CtlId) -> LtlId {
        self.paths.atom(AtomId::from_index(of.index()))
    }

    /// The state formula that says that all paths, or some, satisfy a path formula.
    pub fn quantify(&mut self, quantifier: Quantifier, path: LtlId) -> CtlId {
        let normal = negation_normal_form(&mut self.paths, path);
        self.push_inwards(quantifier, normal)
    }

    /// The same for a formula in negation normal form.
    fn push_inwards(&mut self, quantifier: Quantifier, path: LtlId) -> CtlId {
        if let Some(state) = self.as_state(path) {
            return state;
        }
        let is_all = quantifier == Quantifier::All;
        let (verum, falsum) = (self.paths.verum(), self.paths.falsum());
        match self.paths[path] {
            Ltl::And(f, g) if is_all => {
                let (f, g) = (self.push_inwards(quantifier, f), self.push_inwards(quantifier, g));
                self.and(f, g)
            }
            Ltl::Or(f, g) if !is_all => {
                let (f, g) = (self.push_inwards(quantifier, f), self.push_inwards(quantifier, g));
                self.or(f, g)
            }
            // One that speaks of the state alone does not care which path it is.
            Ltl::And(f, g) | Ltl::Or(f, g) => {
                let (state, other) = match (self.as_state(f), self.as_state(g)) {
                    (Some(state), _) => (state, g),
                    (None, Some(state)) => (state, f),
                    (None, None) => return self.intern(Ctl::Path(quantifier, path)),
                };
                let other = self.push_inwards(quantifier, other);
                if is_all { self.or(state, other) } else { self.and(state, other) }
            }
            Ltl::Next(f) => {
                let f = self.push_inwards(quantifier, f);
                self.next(quantifier, f)
            }
            Ltl::Release(f, g) if f == falsum && is_all => {
                let g = self.push_inwards(quantifier, g);
                self.always(quantifier, g)
            }
            Ltl::Until(f, g) if f == verum && !is_all => {
                let g = self.push_inwards(quantifier, g);
                self.eventually(quantifier, g)
            }
            Ltl::Until(f, g) => match (self.as_state(f), self.as_state(g)) {
                (Some(f), Some(g)) => self.intern(Ctl::Until(quantifier, f, g)),
                _ => self.intern(Ctl::Path(quantifier, path)),
            },
            Ltl::Release(f, g) => match (self.as_state(f), self.as_state(g)) {
                (Some(f), Some(g)) => {
                    let both = if f == self.truth(false) { f } else { self.and(f, g) };
                    self.intern(Ctl::WeakUntil(quantifier, g, both))
                }
                _ => self.intern(Ctl::Path(quantifier, path)),
            },
            Ltl::True | Ltl::False | Ltl::Atom(_) | Ltl::Not(_) => {
                self.intern(Ctl::Path(quantifier, path))
            }
        }
    }

    /// A path formula in negation normal form that speaks of the first state alone.
    fn as_state(&mut self, path: LtlId) -> Option<CtlId> {
        Some(match self.paths[path] {
            Ltl::True => self.truth(true),
            Ltl::False => self.truth(false),
            Ltl::Atom(atom) => operand(atom),
            Ltl::Not(f) => {
                let f = self.as_state(f)?;
                self.not(f)
            }
            Ltl::And(f, g) => {
                let (f, g) = (self.as_state(f)?, self.as_state(g)?);
                self.and(f, g)
            }
            Ltl::Or(f, g) => {
                let (f, g) = (self.as_state(f)?, self.as_state(g)?);
                self.or(f, g)
            }
            Ltl::Next(_) | Ltl::Until(..) | Ltl::Release(..) => return None,
        })
    }

    /// A path formula of another formula, whose propositions are these state formulas here.
    pub(super) fn adopt_path(
        &mut self,
        from: &Formulas,
        path: LtlId,
        operands: &BTreeMap<AtomId, CtlId>,
    ) -> LtlId {
        let mut known = vec![self.paths.verum(); path.index() + 1];
        for id in from.subformulas(path) {
            let of = |it: LtlId| known[it.index()];
            let paths = &mut self.paths;
            known[id.index()] = match from[id] {
                Ltl::True => paths.verum(),
                Ltl::False => paths.falsum(),
                Ltl::Atom(atom) => self.proposition(operands[&atom]),
                Ltl::Not(f) => paths.not(of(f)),
                Ltl::And(f, g) => paths.and(of(f), of(g)),
                Ltl::Or(f, g) => paths.or(of(f), of(g)),
                Ltl::Next(f) => paths.next(of(f)),
                Ltl::Until(f, g) => paths.until(of(f), of(g)),
                Ltl::Release(f, g) => paths.release(of(f), of(g)),
            };
        }
        known[path.index()]
    }
}
