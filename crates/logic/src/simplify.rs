//! Formulas rewritten to equivalent ones with smaller automata.
//!
//! The rules are those of F. Somenzi, R. Bloem: *Efficient Büchi automata from LTL formulae*, CAV
//! 2000, and K. Etessami, G. Holzmann: *Optimizing Büchi automata*, CONCUR 2000, with the treatment of limit
//! properties ("suspendable" ones) of T. Babiak, T. Badie, A. Duret-Lutz, M. Křetínský, J. Strejček: *Compositional approach to
//! suspension and other improvements to LTL translation*, SPIN 2013.
//!
//! Works on negation normal forms. Only `&&` and `U` have rules of their own: `||` and `V` are
//! rewritten as their duals, so that no rule is written twice.

mod implication;

use rustc_hash::FxHashMap;

use crate::class::{Class, Classes};
use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};
use crate::negation::{NormalForms, Polarity};
use implication::Implications;

/// Rules enable one another; this many rounds are made at most.
const MAX_ROUNDS: usize = 8;

/// Boolean operands of one conjunction are compared with one another up to this many.
const MAX_COMPARED: usize = 16;

/// An equivalent formula in negation normal form, usually with a smaller automaton.
///
/// A formula nested too deep to have an automaton is only normalised.
pub fn simplify(formulas: &mut Formulas, formula: LtlId) -> LtlId {
    let mut normal_forms = NormalForms::default();
    let mut current = normal_forms.of(formulas, formula, Polarity::Positive);
    if crate::parse::MAX_DEPTH < formulas.depth(current) {
        return current;
    }
    let mut simplifier = Simplifier {
        formulas,
        normal_forms,
        classes: Classes::default(),
        implications: Implications::default(),
        done: FxHashMap::default(),
    };
    for _ in 0..MAX_ROUNDS {
        simplifier.done.clear();
        let next = simplifier.rewrite(current);
        if next == current {
            break;
        }
        current = next;
    }
    current
}

struct Simplifier<'a> {
    formulas: &'a mut Formulas,
    normal_forms: NormalForms,
    classes: Classes,
    implications: Implications,
    /// Results of this round.
    done: FxHashMap<LtlId, LtlId>,
}

impl Simplifier<'_> {
    /// Rewrites bottom-up.
    fn rewrite(&mut self, formula: LtlId) -> LtlId {
        if let Some(&known) = self.done.get(&formula) {
            return known;
        }
        let boolean = self.class(formula).boolean;
        let result = match self.formulas[formula] {
            _ if boolean => self.boolean(formula),
            True | False | Atom(_) | Not(_) => formula,
            And(..) => {
                let operands = self.formulas.conjuncts(formula);
                let operands = operands.into_iter().map(|it| self.rewrite(it)).collect();
                self.and(operands)
            }
            Or(..) => {
                let operands = self.formulas.disjuncts(formula);
                let operands = operands.into_iter().map(|it| self.rewrite(it)).collect();
                self.or(operands)
            }
            Next(f) => {
                let f = self.rewrite(f);
                self.next(f)
            }
            Until(f, g) => {
                let (f, g) = (self.rewrite(f), self.rewrite(g));
                self.until(f, g)
            }
            Release(f, g) => {
                let (f, g) = (self.rewrite(f), self.rewrite(g));
                self.release(f, g)
            }
        };
        self.done.insert(formula, result);
        result
    }

    /// Labels are compared as functions later; here only constants matter.
    fn boolean(&mut self, formula: LtlId) -> LtlId {
        let (verum, falsum) = (self.formulas.verum(), self.formulas.falsum());
        if self.implies(formula, falsum) {
            falsum
        } else if self.implies(verum, formula) {
            verum
        } else {
            formula
        }
    }

    fn and(&mut self, operands: Vec<LtlId>) -> LtlId {
        let mut conjuncts: Vec<LtlId> =
            operands.into_iter().flat_map(|it| self.formulas.conjuncts(it)).collect();
        while self.join_one(&mut conjuncts) {}
        conjuncts.sort_unstable();
        conjuncts.dedup();
        self.unite_boolean(&mut conjuncts);
        self.drop_implied(&mut conjuncts);

        let (verum, falsum) = (self.formulas.verum(), self.formulas.falsum());
        for (index, &f) in conjuncts.iter().enumerate() {
            for &g in &conjuncts[index..] {
                let not_g = self.negate(g);
                if self.implies(f, not_g) {
                    return falsum;
                }
            }
        }
        let formulas = &mut *self.formulas;
        conjuncts.into_iter().reduce(|f, g| formulas.and(f, g)).unwrap_or(verum)
    }

    /// Makes one conjunct of all Boolean ones: there may be many, and they are compared as functions.
    fn unite_boolean(&mut self, conjuncts: &mut Vec<LtlId>) {
        let (mut boolean, temporal) = self.partition(std::mem::take(conjuncts), |it| it.boolean);
        if boolean.len() <= MAX_COMPARED {
            self.drop_implied(&mut boolean);
        }
        let formulas = &mut *self.formulas;
        if let Some(all) = boolean.into_iter().reduce(|f, g| formulas.and(f, g)) {
            conjuncts.push(self.boolean(all));
        }
        conjuncts.extend(temporal);
    }

    /// Replaces two conjuncts by one that means the same, if some rule does so.
    fn join_one(&mut self, conjuncts: &mut Vec<LtlId>) -> bool {
        for second in 1..conjuncts.len() {
            for first in 0..second {
                let (f, g) = (conjuncts[first], conjuncts[second]);
                if let Some(joined) = self.join(f, g).or_else(|| self.join(g, f)) {
                    conjuncts.remove(second);
                    conjuncts.remove(first);
                    conjuncts.extend(self.formulas.conjuncts(joined));
                    return true;
                }
            }
        }
        false
    }

    fn join(&mut self, f: LtlId, g: LtlId) -> Option<LtlId> {
        match (self.formulas[f], self.formulas[g]) {
            // X a && X b = X(a && b)
            (Next(a), Next(b)) => {
                let both = self.and(vec![a, b]);
                Some(self.next(both))
            }
            // a U c && b U c = (a && b) U c
            (Until(a, c), Until(b, d)) if c == d => {
                let both = self.and(vec![a, b]);
                Some(self.until(both, c))
            }
            // <>a && <>b = <>(a && b) if both hold forever once they hold
            (Until(t, a), Until(u, b))
                if self.formulas[t] == True
                    && self.formulas[u] == True
                    && self.class(a).universal
                    && self.class(b).universal =>
            {
                let both = self.and(vec![a, b]);
                Some(self.until(t, both))
            }
            // a V b && a V c = a V (b && c)
            (Release(a, b), Release(d, c)) if a == d => {
                let both = self.and(vec![b, c]);
                Some(self.release(a, both))
            }
            // a V b && <>a = b U (a && b)
            (Release(a, b), Until(t, c)) if self.formulas[t] == True && a == c => {
                let both = self.and(vec![a, b]);
                Some(self.until(b, both))
            }
            _ => None,
        }
    }

    /// Of conjuncts one of which implies the other, keeps the stronger; of equivalent ones the first.
    fn drop_implied(&mut self, conjuncts: &mut Vec<LtlId>) {
        let mut index = 0;
        while index < conjuncts.len() {
            let g = conjuncts[index];
            let implied = (0..conjuncts.len()).any(|other| {
                let f = conjuncts[other];
                other != index && self.implies(f, g) && (other < index || !self.implies(g, f))
            });
            if implied {
                conjuncts.remove(index);
            } else {
                index += 1;
            }
        }
    }

    fn or(&mut self, operands: Vec<LtlId>) -> LtlId {
        let negated = operands.into_iter().map(|it| self.negate(it)).collect();
        let neither = self.and(negated);
        self.negate(neither)
    }

    fn next(&mut self, f: LtlId) -> LtlId {
        if self.class(f).is_suspendable() {
            return f;
        }
        // X(a && s) = X a && s, X(a || s) = X a || s: what the limit decides can be asked now.
        for (parts, rejoin) in [
            (self.formulas.conjuncts(f), Self::and as fn(&mut Self, Vec<LtlId>) -> LtlId),
            (self.formulas.disjuncts(f), Self::or),
        ] {
            let (mut limits, rest) = self.partition(parts, Class::is_suspendable);
            if !limits.is_empty() {
                let rest = rejoin(self, rest);
                limits.push(self.formulas.next(rest));
                return rejoin(self, limits);
            }
        }
        self.formulas.next(f)
    }

    fn until(&mut self, f: LtlId, g: LtlId) -> LtlId {
        let verum = self.formulas.verum();
        // f U g = g if g is eventual (constants are) or f implies g.
        if self.class(g).eventual || self.implies(f, g) {
            return g;
        }
        let not_f = self.negate(f);
        if f != verum && self.implies(not_f, g) {
            return self.until(verum, g);
        }
        if let Some(simpler) = self.simplify_left_of_until(f, g) {
            return self.until(simpler, g);
        }
        match (self.formulas[f], self.formulas[g]) {
            // a U (b U c) is b U c if a implies b, and a U c if b implies a.
            (_, Until(b, _)) if self.implies(f, b) => return g,
            (_, Until(b, c)) if self.implies(b, f) => return self.until(f, c),
            (Next(a), Next(b)) => {
                let inner = self.until(a, b);
                return self.next(inner);
            }
            (True, Next(b)) => {
                let inner = self.until(verum, b);
                return self.next(inner);
            }
            _ => {}
        }
        // f U (b && s) = f U b && s for a limit property s; <>(b && s) likewise.
        let (mut limits, rest) = self.partition(self.formulas.conjuncts(g), Class::is_suspendable);
        if !limits.is_empty() {
            let rest = self.and(rest);
            limits.push(self.until(f, rest));
            return self.and(limits);
        }
        // f U (b || e) = f U b || e for eventual e.
        let (mut eventual, rest) = self.partition(self.formulas.disjuncts(g), |it| it.eventual);
        if !eventual.is_empty() {
            let rest = self.or(rest);
            eventual.push(self.until(f, rest));
            return self.or(eventual);
        }
        match (self.formulas[f], self.formulas[g]) {
            (True, Release(left, body)) if left == self.formulas.falsum() => {
                self.eventually_always(body)
            }
            _ => self.formulas.until(f, g),
        }
    }

    /// `<>[]body`, where `<>[](b || e) = <>[]b || []e` for eventual `e`, and `<>[](b || u) = <>[]b || <>u` for
    /// universal `u`.
    fn eventually_always(&mut self, body: LtlId) -> LtlId {
        let (verum, falsum) = (self.formulas.verum(), self.formulas.falsum());
        let (eventual, rest) = self.partition(self.formulas.disjuncts(body), |it| it.eventual);
        let (universal, rest) = self.partition(rest, |it| it.universal);
        if eventual.is_empty() && universal.is_empty() {
            let always = self.formulas.release(falsum, body);
            return self.formulas.until(verum, always);
        }
        let eventual = self.or(eventual);
        let recurring = self.release(falsum, eventual);
        let universal = self.or(universal);
        let reached = self.until(verum, universal);
        let rest = self.or(rest);
        let always = self.release(falsum, rest);
        let persisting = self.until(verum, always);
        self.or(vec![recurring, reached, persisting])
    }

    /// A simpler `f'` with `f' U g = f U g`: before the first `g` only what `!g` leaves open matters.
    fn simplify_left_of_until(&mut self, f: LtlId, g: LtlId) -> Option<LtlId> {
        if f == self.formulas.verum() {
            return None;
        }
        let disjuncts = self.formulas.disjuncts(f);
        let kept: Vec<LtlId> =
            disjuncts.iter().copied().filter(|&it| !self.implies(it, g)).collect();
        if kept.len() < disjuncts.len() {
            return Some(self.or(kept));
        }
        let not_g = self.negate(g);
        let conjuncts = self.formulas.conjuncts(f);
        let kept: Vec<LtlId> =
            conjuncts.iter().copied().filter(|&it| !self.implies(not_g, it)).collect();
        (kept.len() < conjuncts.len()).then(|| self.and(kept))
    }

    fn release(&mut self, f: LtlId, g: LtlId) -> LtlId {
        let (not_f, not_g) = (self.negate(f), self.negate(g));
        let dual = self.until(not_f, not_g);
        self.negate(dual)
    }

    fn partition(
        &mut self,
        formulas: Vec<LtlId>,
        wanted: impl Fn(Class) -> bool,
    ) -> (Vec<LtlId>, Vec<LtlId>) {
        formulas.into_iter().partition(|&it| wanted(self.class(it)))
    }

    fn class(&mut self, formula: LtlId) -> Class {
        self.classes.of(self.formulas, formula)
    }

    fn negate(&mut self, formula: LtlId) -> LtlId {
        self.normal_forms.of(self.formulas, formula, Polarity::Negative)
    }

    fn implies(&mut self, f: LtlId, g: LtlId) -> bool {
        self.implications.implies(self.formulas, &mut self.classes, f, g)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::simplify;
    use crate::ltl::Formulas;
    use crate::parse::tests::{formula, show};

    fn check(text: &str, expected: Expect) {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, text);
        let simple = simplify(&mut formulas, parsed);
        expected.assert_eq(&show(&formulas, simple));
    }

    #[test]
    fn constants_vanish() {
        check("(p || true) U (q && !false)", expect!["<>q"]);
        check("[](p && !p) || X false", expect!["false"]);
        check("[](p || !p) -> <>q", expect!["<>q"]);
    }

    #[test]
    fn operators_join() {
        check("[]p && []q", expect!["[](p && q)"]);
        check("<>p || <>q", expect!["<>(p || q)"]);
        check("X p && X q", expect!["X (p && q)"]);
        check("p U r && q U r", expect!["(p && q) U r"]);
        check("<>[]p && <>[]q", expect!["<>[](p && q)"]);
        check("[]<>p || []<>q", expect!["[]<>(p || q)"]);
        check("p W q && <>q", expect!["p U q"]);
        check("p U q || []p", expect!["p W q"]);
    }

    #[test]
    fn implied_operands_go() {
        check("p U (p U q)", expect!["p U q"]);
        check("<>(p U q)", expect!["<>q"]);
        check("p && (p U q) && <>q", expect!["p && p U q"]);
        check("(p || q) U q", expect!["p U q"]);
        check("!q U q", expect!["<>q"]);
        check("[]p && !X p", expect!["false"]);
    }

    #[test]
    fn limit_properties_come_out() {
        check("<>(p && []<>q)", expect!["[]<>q && <>p"]);
        check("[](p || <>[]q)", expect!["<>[]q || []p"]);
        check("X(p && []<>q)", expect!["[]<>q && X p"]);
        check("[]<>(p && <>q)", expect!["[](<>q && <>p)"]);
        check("<>[](p || <>q)", expect!["[]<>q || <>[]p"]);
    }
}
