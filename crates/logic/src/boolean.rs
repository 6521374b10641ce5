//! The Boolean functions that formulas without temporal operators denote.

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Bdds};
use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// Functions of formulas, remembered.
#[derive(Debug, Default)]
pub(crate) struct BooleanFunctions {
    /// The owner of the functions.
    pub(crate) bdds: Bdds,
    known: FxHashMap<LtlId, Bdd>,
}

impl BooleanFunctions {
    /// The function of a formula that has no temporal operator.
    pub(crate) fn of(&mut self, formulas: &Formulas, formula: LtlId) -> Bdd {
        if let Some(&known) = self.known.get(&formula) {
            return known;
        }
        let function = match formulas[formula] {
            True => Bdd::TRUE,
            False => Bdd::FALSE,
            Atom(atom) => self.bdds.atom(atom),
            Not(f) => {
                let f = self.of(formulas, f);
                self.bdds.not(f)
            }
            And(..) => formulas.conjuncts(formula).into_iter().fold(Bdd::TRUE, |all, it| {
                let it = self.of(formulas, it);
                self.bdds.and(all, it)
            }),
            Or(..) => formulas.disjuncts(formula).into_iter().fold(Bdd::FALSE, |any, it| {
                let it = self.of(formulas, it);
                self.bdds.or(any, it)
            }),
            Next(_) | Until(..) | Release(..) => {
                unreachable!("a temporal formula should not be taken for a Boolean function")
            }
        };
        self.known.insert(formula, function);
        function
    }
}
