//! What a formula says of an ultimately periodic word, straight from the definition.
//!
//! The oracle for everything else in this crate: no automata, no simplification, only the fixpoint
//! characterisation of `U` and `V` over the finitely many positions of the word.

use tribunal_base::Id;

use crate::guard::Valuation;
use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
use crate::ltl::{Formulas, LtlId};

/// The infinite word that is the prefix followed by the cycle forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// All letters, those of the prefix first.
    letters: Vec<Valuation>,
    /// Where the cycle starts.
    cycle_start: usize,
}

impl Lasso {
    /// The word with this prefix and cycle; `None` if the cycle is empty.
    pub fn new(prefix: Vec<Valuation>, cycle: Vec<Valuation>) -> Option<Self> {
        if cycle.is_empty() {
            return None;
        }
        let cycle_start = prefix.len();
        Some(Self { letters: [prefix, cycle].concat(), cycle_start })
    }

    /// The letters of the prefix and of one turn of the cycle.
    pub fn letters(&self) -> &[Valuation] {
        &self.letters
    }

    /// The position after `position`.
    pub fn successor(&self, position: usize) -> usize {
        if position + 1 == self.letters.len() { self.cycle_start } else { position + 1 }
    }
}

/// Whether the formula holds at the start of the word.
pub fn holds(formulas: &Formulas, formula: LtlId, lasso: &Lasso) -> bool {
    let positions = 0..lasso.letters.len();
    let mut truth: Vec<Vec<bool>> = vec![Vec::new(); formula.index() + 1];
    for it in formulas.subformulas(formula) {
        let at = |f: LtlId, position: usize| truth[f.index()][position];
        truth[it.index()] = match formulas[it] {
            True => vec![true; positions.len()],
            False => vec![false; positions.len()],
            Atom(atom) => lasso.letters.iter().map(|letter| letter.contains(atom)).collect(),
            Not(f) => positions.clone().map(|i| !at(f, i)).collect(),
            And(f, g) => positions.clone().map(|i| at(f, i) && at(g, i)).collect(),
            Or(f, g) => positions.clone().map(|i| at(f, i) || at(g, i)).collect(),
            Next(f) => positions.clone().map(|i| at(f, lasso.successor(i))).collect(),
            // f U g is the least solution of Z = g || (f && X Z),
            Until(f, g) => fixpoint(lasso, false, |i, after| at(g, i) || (at(f, i) && after)),
            // f V g the greatest of Z = g && (f || X Z).
            Release(f, g) => fixpoint(lasso, true, |i, after| at(g, i) && (at(f, i) || after)),
        };
    }
    truth[formula.index()][0]
}

/// Iterates `step(position, value at the successor)` from `start` everywhere until nothing changes.
fn fixpoint(lasso: &Lasso, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![start; lasso.letters.len()];
    loop {
        let next: Vec<bool> =
            (0..values.len()).map(|i| step(i, values[lasso.successor(i)])).collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Lasso, holds};
    use crate::guard::Valuation;
    use crate::ltl::Formulas;
    use crate::parse::tests::formula;
    use tribunal_base::Id;

    /// `"pq,;p"` is the word with prefix `{p,q}, {}` and cycle `{p}`.
    pub(crate) fn lasso(text: &str) -> Lasso {
        let (prefix, cycle) = text.split_once(';').expect("a test word should have a `;`");
        let letters = |part: &str| -> Vec<Valuation> {
            part.split(',').map(|letter| letter.chars().map(atom).collect()).collect()
        };
        let prefix = if prefix.is_empty() { Vec::new() } else { letters(prefix) };
        Lasso::new(prefix, letters(cycle)).expect("the cycle should not be empty")
    }

    fn atom(letter: char) -> crate::ltl::AtomId {
        Id::from_index(letter as usize - 'p' as usize)
    }

    fn check(text: &str, word: &str, expected: bool) {
        let mut formulas = Formulas::default();
        let parsed = formula(&mut formulas, text);
        assert_eq!(holds(&formulas, parsed, &lasso(word)), expected, "{text} on {word}");
    }

    #[test]
    fn until_needs_its_second_operand() {
        check("p U q", "p,p;q", true);
        check("p U q", ";p", false);
        check("p W q", ";p", true);
        check("p U q", "p,;q", false);
        check("p U q", ";p,p,q", true);
    }

    #[test]
    fn release_holds_the_second_operand_through_the_first() {
        check("p V q", "q,pq;", true);
        check("p V q", "q,p;", false);
        check("p V q", ";q", true);
    }

    #[test]
    fn limits_depend_on_the_cycle_alone() {
        check("[]<>p", "p,p;,p", true);
        check("<>[]p", "p,p;,p", false);
        check("<>[]p", ",,;p", true);
        check("X X p", "p;,p", true);
    }
}
