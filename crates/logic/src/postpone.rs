//! Limit properties moved to where they are first needed.
//!
//! A conjunct that only the limit decides, next to an eventuality, need not be watched before the
//! eventuality has come: `<>p && []<>q` is `<>(p && []<>q)`, which has a smaller automaton. This is
//! the idea of T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček: *Compositional approach to suspension and other
//! improvements to LTL translation*, SPIN 2013, on formulas instead of automata. Simplification moves limit properties the
//! other way, out of temporal operators, which finds more of them; so this comes after it.

use rustc_hash::FxHashMap;

use crate::class::Classes;
use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// An equivalent formula with limit properties inside the operators next to which they stood. The given one is
/// in negation normal form.
pub(crate) fn postpone(formulas: &mut Formulas, formula: LtlId) -> LtlId {
    let mut postponed: FxHashMap<LtlId, LtlId> = FxHashMap::default();
    let mut classes = Classes::default();
    for it in formulas.subformulas(formula) {
        let of = |operand: LtlId| postponed[&operand];
        let result = match formulas[it] {
            True | False | Atom(_) | Not(_) => it,
            Next(f) => formulas.next(of(f)),
            Until(f, g) => formulas.until(of(f), of(g)),
            Release(f, g) => formulas.release(of(f), of(g)),
            And(f, g) => {
                let (f, g) = (of(f), of(g));
                let both = formulas.and(f, g);
                let conjuncts = formulas.conjuncts(both);
                move_inside(formulas, &mut classes, conjuncts, Formulas::and, |node| match node {
                    Until(hold, goal) => Some((hold, goal, Formulas::until)),
                    _ => None,
                })
            }
            Or(f, g) => {
                let (f, g) = (of(f), of(g));
                let either = formulas.or(f, g);
                let disjuncts = formulas.disjuncts(either);
                move_inside(formulas, &mut classes, disjuncts, Formulas::or, |node| match node {
                    Release(release, hold) => Some((release, hold, Formulas::release)),
                    _ => None,
                })
            }
        };
        postponed.insert(it, result);
    }
    postponed[&formula]
}

type Binary = fn(&mut Formulas, LtlId, LtlId) -> LtlId;

/// Joins the operands after moving those that only the limit decides into the right operand of the first that
/// `temporal` accepts.
fn move_inside(
    formulas: &mut Formulas,
    classes: &mut Classes,
    mut operands: Vec<LtlId>,
    join: Binary,
    temporal: fn(crate::ltl::Ltl) -> Option<(LtlId, LtlId, Binary)>,
) -> LtlId {
    let host = operands.iter().position(|&it| {
        temporal(formulas[it]).is_some() && !classes.of(formulas, it).is_suspendable()
    });
    if let Some(host) = host {
        let host = operands.remove(host);
        let (limits, mut rest): (Vec<LtlId>, Vec<LtlId>) =
            operands.into_iter().partition(|&it| classes.of(formulas, it).is_suspendable());
        if let Some((left, right, make)) = temporal(formulas[host]) {
            let right = limits.into_iter().fold(right, |all, it| join(formulas, all, it));
            rest.push(make(formulas, left, right));
        }
        operands = rest;
    }
    let joined = operands.into_iter().reduce(|all, it| join(formulas, all, it));
    joined.expect("a chain should have operands")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::postpone;
    use crate::ltl::Formulas;
    use crate::parse::tests::{formula, show};
    use crate::simplify::simplify;

    fn check(text: &str, expected: Expect) {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, text);
        let simple = simplify(&mut formulas, parsed);
        let postponed = postpone(&mut formulas, simple);
        expected.assert_eq(&show(&formulas, postponed));
    }

    #[test]
    fn limit_properties_wait() {
        check("<>p && []<>q", expect!["<>(p && []<>q)"]);
        check("[]p || []<>q || r", expect!["r || [](p || []<>q)"]);
        check("(p U q) && <>r && <>[]p", expect!["p U q && <>(r && <>[]p)"]);
        check("<>[]p && []<>q", expect!["<>[]p && []<>q"]);
    }
}
