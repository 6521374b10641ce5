//! Linear temporal logic over finite words.
//!
//! The words are not empty. `X f` wants a next position where `f` holds, weak next (`N f`, which is `!X !f`) is content if there is none; `U` and `R` are as always, on the
//! positions that there are (De Giacomo & Vardi, Linear temporal logic and linear dynamic logic on finite traces, IJCAI 2013; weak next is that of Gunter & Peled's unit checking).
//!
//! A formula is its own deterministic automaton: [`Remainder`] is what is left to be satisfied after some positions, as sets of obligations of which one must be
//! met (formula progression; the sets are those of the tableau of Gerth, Peled, Vardi & Wolper, PSTV 1995). States are made as they are needed, and an atom is only asked for if
//! the answer makes a difference.

mod lexer;
mod parse;
pub mod regular;

use std::collections::BTreeSet;

use crate::ltl::{AtomId, Formulas, Ltl, LtlId};

pub use parse::{Atom, AtomKind, Parsed, parse};

/// What is left to be satisfied by the rest of a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remainder {
    /// One of these sets must be met; none contains another.
    ways: BTreeSet<Way>,
}

/// Obligations that must all be met.
type Way = BTreeSet<Obligation>;

/// What must hold from the next position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Obligation {
    formula: LtlId,
    sign: Sign,
    strength: Strength,
}

/// Whether a formula or its negation must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Sign {
    Holds,
    Fails,
}

impl Sign {
    fn other(self) -> Self {
        match self {
            Self::Holds => Self::Fails,
            Self::Fails => Self::Holds,
        }
    }
}

/// Whether there must be a next position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Strength {
    Strong,
    Weak,
}

/// What an atom is at a position, if that is known.
pub type Truth<'a> = dyn FnMut(AtomId) -> Option<bool> + 'a;

impl Remainder {
    /// Nothing has been read of a word that must satisfy a formula.
    #[must_use]
    pub fn start(formula: LtlId) -> Self {
        Self::of([Way::from([Obligation {
            formula,
            sign: Sign::Holds,
            strength: Strength::Strong,
        }])])
    }

    /// What is left after one more position. The error is an atom whose value must be known first.
    pub fn step(&self, formulas: &Formulas, truth: &mut Truth<'_>) -> Result<Self, AtomId> {
        let mut all = Ok(Self::nothing());
        for way in &self.ways {
            let mut met = Ok(Self::anything());
            for obligation in way {
                let one = expand(formulas, obligation.formula, obligation.sign, truth);
                met = both(met, one);
            }
            all = either(all, met);
        }
        all
    }

    /// Whether any rest will do, even none.
    #[must_use]
    pub fn is_satisfied(&self) -> bool {
        self.ways.iter().any(Way::is_empty)
    }

    /// Whether no rest will do.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.ways.is_empty()
    }

    /// Whether the word may end here.
    #[must_use]
    pub fn accepts(&self) -> bool {
        self.ways.iter().any(|way| way.iter().all(|it| it.strength == Strength::Weak))
    }

    fn nothing() -> Self {
        Self { ways: BTreeSet::new() }
    }

    fn anything() -> Self {
        Self::of([Way::new()])
    }

    /// The ways without those that contain others.
    fn of(ways: impl IntoIterator<Item = Way>) -> Self {
        let all: BTreeSet<Way> = ways.into_iter().collect();
        let is_least = |way: &&Way| !all.iter().any(|it| it != *way && it.is_subset(way));
        Self { ways: all.iter().filter(is_least).cloned().collect() }
    }
}

type Expanded = Result<Remainder, AtomId>;

/// Both must be met. If one cannot, the other need not be known.
fn both(a: Expanded, b: Expanded) -> Expanded {
    match (a, b) {
        (Ok(it), _) | (_, Ok(it)) if it.is_refuted() => Ok(it),
        (Ok(a), Ok(b)) => {
            let pairs = a.ways.iter().flat_map(|a| b.ways.iter().map(move |b| a | b));
            Ok(Remainder::of(pairs))
        }
        (Err(atom), _) | (_, Err(atom)) => Err(atom),
    }
}

/// One of them must be met. If one is, the other need not be known.
fn either(a: Expanded, b: Expanded) -> Expanded {
    match (a, b) {
        (Ok(it), _) | (_, Ok(it)) if it.is_satisfied() => Ok(Remainder::anything()),
        (Ok(a), Ok(b)) => Ok(Remainder::of(a.ways.into_iter().chain(b.ways))),
        (Err(atom), _) | (_, Err(atom)) => Err(atom),
    }
}

/// What a formula demands of the next position, given this one.
fn expand(formulas: &Formulas, formula: LtlId, sign: Sign, truth: &mut Truth<'_>) -> Expanded {
    let constant = |value: bool| {
        let holds = value == (sign == Sign::Holds);
        Ok(if holds { Remainder::anything() } else { Remainder::nothing() })
    };
    let next = |formula, strength| {
        Ok(Remainder::of([Way::from([Obligation { formula, sign, strength }])]))
    };
    let demanded = match sign {
        Sign::Holds => Strength::Strong,
        Sign::Fails => Strength::Weak,
    };
    match formulas[formula] {
        Ltl::True => constant(true),
        Ltl::False => constant(false),
        Ltl::Atom(atom) => truth(atom).map_or(Err(atom), constant),
        Ltl::Not(f) => expand(formulas, f, sign.other(), truth),
        Ltl::And(f, g) | Ltl::Or(f, g) => {
            let f = expand(formulas, f, sign, truth);
            let g = expand(formulas, g, sign, truth);
            let is_and = matches!(formulas[formula], Ltl::And(..));
            if is_and == (sign == Sign::Holds) { both(f, g) } else { either(f, g) }
        }
        Ltl::Next(f) => next(f, demanded),
        Ltl::Until(f, g) | Ltl::Release(f, g) => {
            let f = expand(formulas, f, sign, truth);
            let g = expand(formulas, g, sign, truth);
            let is_until = matches!(formulas[formula], Ltl::Until(..));
            // The negation of one is like the other.
            if is_until == (sign == Sign::Holds) {
                either(g, both(f, next(formula, Strength::Strong)))
            } else {
                both(g, either(f, next(formula, Strength::Weak)))
            }
        }
    }
}

#[cfg(test)]
mod tests;
