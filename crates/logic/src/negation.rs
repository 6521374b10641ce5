//! Negation normal form: negation on atoms alone.

use rustc_hash::FxHashMap;

use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// The two normal forms of formulas, remembered.
#[derive(Debug, Default)]
pub(crate) struct NormalForms {
    known: FxHashMap<(LtlId, Polarity), LtlId>,
}

/// Whether the formula or its negation is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Polarity {
    Positive,
    Negative,
}

impl Polarity {
    fn flip(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
        }
    }
}

/// The formula with all negations pushed to the atoms.
pub fn negation_normal_form(formulas: &mut Formulas, formula: LtlId) -> LtlId {
    NormalForms::default().of(formulas, formula, Polarity::Positive)
}

impl NormalForms {
    /// The normal form of the formula or of its negation.
    pub(crate) fn of(&mut self, formulas: &mut Formulas, root: LtlId, polarity: Polarity) -> LtlId {
        // An explicit stack: formulas come from users and may be deep.
        let mut pending = vec![(root, polarity)];
        while let Some(&(formula, polarity)) = pending.last() {
            let key = (formula, polarity);
            if self.known.contains_key(&key) {
                pending.pop();
                continue;
            }
            let inner = if let Not(_) = formulas[formula] { polarity.flip() } else { polarity };
            let missing: Vec<_> = formulas
                .operands(formula)
                .map(|operand| (operand, inner))
                .filter(|key| !self.known.contains_key(key))
                .collect();
            if missing.is_empty() {
                pending.pop();
                let normal = self.combine(formulas, formula, polarity);
                self.known.insert(key, normal);
            } else {
                pending.extend(missing);
            }
        }
        self.known[&(root, polarity)]
    }

    fn combine(&self, formulas: &mut Formulas, formula: LtlId, polarity: Polarity) -> LtlId {
        let of = |operand| self.known[&(operand, polarity)];
        let node = match (formulas[formula], polarity) {
            (Not(f), _) => return self.known[&(f, polarity.flip())],
            (True, Polarity::Positive) | (False, Polarity::Negative) => True,
            (False, Polarity::Positive) | (True, Polarity::Negative) => False,
            (Atom(_), Polarity::Positive) => return formula,
            (Atom(_), Polarity::Negative) => Not(formula),
            (And(f, g), Polarity::Positive) | (Or(f, g), Polarity::Negative) => And(of(f), of(g)),
            (Or(f, g), Polarity::Positive) | (And(f, g), Polarity::Negative) => Or(of(f), of(g)),
            (Next(f), _) => Next(of(f)),
            (Until(f, g), Polarity::Positive) | (Release(f, g), Polarity::Negative) => {
                Until(of(f), of(g))
            }
            (Release(f, g), Polarity::Positive) | (Until(f, g), Polarity::Negative) => {
                Release(of(f), of(g))
            }
        };
        formulas.intern(node)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::ltl::Formulas;
    use crate::negation::negation_normal_form;
    use crate::parse::tests::{formula, show};

    fn check(text: &str, expected: Expect) {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, text);
        let normal = negation_normal_form(&mut formulas, parsed);
        expected.assert_eq(&show(&formulas, normal));
    }

    #[test]
    fn negations_move_to_the_atoms() {
        check("![](p -> <>q)", expect!["<>(p && []!q)"]);
        check("!(p U (q V !X r))", expect!["!p V (!q U X r)"]);
        check("!(true && !!p)", expect!["false || !p"]);
    }
}
