//! When the syntax shows that one formula implies another.
//!
//! F. Somenzi, R. Bloem: *Efficient Büchi automata from LTL formulae*, CAV 2000, section 3, extended by the
//! eventual and universal formulas of Etessami and Holzmann. Sound, not complete, except on Boolean formulas.

use rustc_hash::FxHashMap;

use crate::boolean::BooleanFunctions;
use crate::class::Classes;
use crate::ltl::Ltl::{And, False, Next, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// Remembered answers.
#[derive(Debug, Default)]
pub(crate) struct Implications {
    known: FxHashMap<(LtlId, LtlId), bool>,
    functions: BooleanFunctions,
}

impl Implications {
    /// Whether `f` is seen to imply `g`. Both are in negation normal form.
    pub(crate) fn implies(
        &mut self,
        formulas: &Formulas,
        classes: &mut Classes,
        f: LtlId,
        g: LtlId,
    ) -> bool {
        if f == g || formulas[f] == False || formulas[g] == True {
            return true;
        }
        if let Some(&known) = self.known.get(&(f, g)) {
            return known;
        }
        let result = self.derive(formulas, classes, f, g);
        self.known.insert((f, g), result);
        result
    }

    /// Each question asks about operands of `f` or `g` only, so this ends.
    fn derive(&mut self, formulas: &Formulas, classes: &mut Classes, f: LtlId, g: LtlId) -> bool {
        let (f_class, g_class) = (classes.of(formulas, f), classes.of(formulas, g));
        if f_class.boolean && g_class.boolean {
            let (f, g) = (self.functions.of(formulas, f), self.functions.of(formulas, g));
            return self.functions.bdds.implies(f, g) && !self.functions.bdds.overflowed();
        }
        // Chains are taken apart as a whole, or long ones would need a deep stack.
        if let Or(..) = formulas[f] {
            let disjuncts = formulas.disjuncts(f);
            return disjuncts.into_iter().all(|it| self.implies(formulas, classes, it, g));
        }
        if let And(..) = formulas[g] {
            let conjuncts = formulas.conjuncts(g);
            return conjuncts.into_iter().all(|it| self.implies(formulas, classes, f, it));
        }
        if let And(..) = formulas[f] {
            let conjuncts = formulas.conjuncts(f);
            if conjuncts.into_iter().any(|it| self.implies(formulas, classes, it, g)) {
                return true;
            }
        }
        if let Or(..) = formulas[g] {
            let disjuncts = formulas.disjuncts(g);
            if disjuncts.into_iter().any(|it| self.implies(formulas, classes, f, it)) {
                return true;
            }
        }
        let mut implies = |f, g| self.implies(formulas, classes, f, g);
        let by_premise = match formulas[f] {
            // A word that satisfies an eventual formula does so with a letter put in front.
            Next(a) => g_class.eventual && implies(a, g),
            // One of a and b holds now, and b some time.
            Until(a, b) => implies(b, g) && (g_class.eventual || implies(a, g)),
            Release(_, b) => implies(b, g),
            _ => false,
        };
        let by_conclusion = |implies: &mut dyn FnMut(LtlId, LtlId) -> bool| match formulas[g] {
            Next(c) => f_class.universal && implies(f, c),
            Until(_, d) => implies(f, d),
            Release(c, d) => implies(f, d) && (f_class.universal || implies(f, c)),
            _ => false,
        };
        by_premise
            || by_conclusion(&mut implies)
            || match (formulas[f], formulas[g]) {
                (Next(a), Next(c)) => implies(a, c),
                (Until(a, b), Until(c, _)) => implies(a, c) && implies(b, g),
                (Until(a, b), Release(_, d)) => implies(a, d) && implies(b, g),
                (Release(a, b), Release(c, d)) => implies(a, c) && implies(b, d),
                _ => false,
            }
    }
}
