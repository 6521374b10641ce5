//! What the syntax of a formula tells about its language.
//!
//! Pure eventualities and universalities: K. Etessami, G. Holzmann: *Optimizing Büchi automata*,
//! CONCUR 2000, there "left-append closed" and "suffix closed". The safety-progress hierarchy: E. Chang, Z. Manna,
//! A. Pnueli: *Characterization of temporal property classes*, ICALP 1992. All is sufficient, not necessary: a
//! formula may be a safety property without looking like one.

use tribunal_base::Id;

use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// Syntactic properties of one formula. The formula is in each class whose field is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// No temporal operator: the first state decides.
    pub boolean: bool,
    /// If it holds of a word, it holds whatever is put in front.
    pub eventual: bool,
    /// If it holds of a word, it holds of all suffixes.
    pub universal: bool,
    /// A violation shows after finitely many states.
    pub safety: bool,
    /// A satisfaction shows after finitely many states.
    pub guarantee: bool,
    /// A Boolean combination of safety and guarantee: a weak deterministic automaton accepts it.
    pub obligation: bool,
    /// A deterministic Büchi automaton accepts it.
    pub recurrence: bool,
    /// The negation is a recurrence.
    pub persistence: bool,
}

impl Class {
    fn negated(self) -> Self {
        Self {
            eventual: self.universal,
            universal: self.eventual,
            safety: self.guarantee,
            guarantee: self.safety,
            recurrence: self.persistence,
            persistence: self.recurrence,
            ..self
        }
    }

    /// In each class that both are in.
    fn meet(self, other: Self) -> Self {
        Self {
            boolean: self.boolean && other.boolean,
            eventual: self.eventual && other.eventual,
            universal: self.universal && other.universal,
            safety: self.safety && other.safety,
            guarantee: self.guarantee && other.guarantee,
            obligation: self.obligation && other.obligation,
            recurrence: self.recurrence && other.recurrence,
            persistence: self.persistence && other.persistence,
        }
    }

    /// Whether only the limit behaviour matters: true of a word exactly if true of its suffixes.
    pub fn is_suspendable(self) -> bool {
        self.eventual && self.universal
    }
}

/// The classes of all formulas seen so far.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    known: Vec<Class>,
}

impl Formulas {
    /// What the syntax tells about the formula.
    pub fn class(&self, formula: LtlId) -> Class {
        Classes::default().of(self, formula)
    }
}

impl Classes {
    pub(crate) fn of(&mut self, formulas: &Formulas, formula: LtlId) -> Class {
        // Operands come first in id order.
        for index in self.known.len()..=formula.index() {
            let class = self.derive(formulas, LtlId::from_index(index));
            self.known.push(class);
        }
        self.known[formula.index()]
    }

    fn derive(&self, formulas: &Formulas, formula: LtlId) -> Class {
        let of = |f: LtlId| self.known[f.index()];
        let all = Class {
            boolean: true,
            eventual: true,
            universal: true,
            safety: true,
            guarantee: true,
            obligation: true,
            recurrence: true,
            persistence: true,
        };
        match formulas[formula] {
            True | False => all,
            Atom(_) => Class { eventual: false, universal: false, ..all },
            Not(f) => of(f).negated(),
            And(f, g) | Or(f, g) => of(f).meet(of(g)),
            Next(f) => Class { boolean: false, ..of(f) },
            Until(f, g) => until(of(f), of(g), formulas[f] == True),
            // f V g is !(!f U !g).
            Release(f, g) => {
                until(of(f).negated(), of(g).negated(), formulas[f] == False).negated()
            }
        }
    }
}

fn until(f: Class, g: Class, f_is_true: bool) -> Class {
    let both = f.meet(g);
    Class {
        boolean: false,
        // f U g is g if g is eventual.
        eventual: f_is_true || g.eventual,
        universal: both.universal,
        safety: false,
        guarantee: both.guarantee,
        obligation: f.obligation && g.guarantee,
        recurrence: f.recurrence && g.guarantee,
        persistence: both.persistence,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::ltl::Formulas;
    use crate::parse::tests::formula;

    fn check(text: &str, expected: Expect) {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, text);
        let class = formulas.class(parsed);
        let names = [
            ("boolean", class.boolean),
            ("eventual", class.eventual),
            ("universal", class.universal),
            ("safety", class.safety),
            ("guarantee", class.guarantee),
            ("obligation", class.obligation),
            ("recurrence", class.recurrence),
            ("persistence", class.persistence),
        ];
        let held: Vec<&str> =
            names.iter().filter(|(_, held)| *held).map(|(name, _)| *name).collect();
        expected.assert_eq(&held.join(" "));
    }

    #[test]
    fn hierarchy() {
        check("p && !q", expect!["boolean safety guarantee obligation recurrence persistence"]);
        check("[]p", expect!["universal safety obligation recurrence persistence"]);
        check("<>p", expect!["eventual guarantee obligation recurrence persistence"]);
        check("[]p || <>q", expect!["obligation recurrence persistence"]);
        check("[](p -> <>q)", expect!["universal recurrence"]);
        check("[]<>p", expect!["eventual universal recurrence"]);
        check("<>[]p", expect!["eventual universal persistence"]);
        check("[]<>p -> []<>q", expect!["eventual universal"]);
        check("!(p U X q)", expect!["safety obligation recurrence persistence"]);
    }
}
