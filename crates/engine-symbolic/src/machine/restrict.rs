//! What a choice comes down to where a condition holds.
//!
//! The object and the offset of a pointer are choices by different conditions once the simplifier has seen
//! them, though they were made together. Where an object is known, much of the offset is.

use rustc_hash::FxHashSet;
use tribunal_solver::{Node, TermId, Terms};

/// How deep choices and conditions are looked into.
const DEPTH: u32 = 4;

/// A condition, taken apart.
pub(crate) struct Known {
    /// What holds.
    literals: FxHashSet<TermId>,
}

impl Known {
    /// Everything that holds where the condition does.
    pub(crate) fn new(terms: &Terms, condition: TermId) -> Self {
        let mut literals = FxHashSet::default();
        let mut open = vec![condition];
        while let Some(term) = open.pop() {
            if let Node::And(a, b) = terms.node(term) {
                open.extend([a, b]);
            }
            literals.insert(term);
        }
        Self { literals }
    }

    /// Whether a condition holds or fails, if that is known.
    fn decide(&self, terms: &mut Terms, condition: TermId, depth: u32) -> Option<bool> {
        if self.literals.contains(&condition) {
            return Some(true);
        }
        let not = terms.not(condition);
        if self.literals.contains(&not) {
            return Some(false);
        }
        if depth == 0 {
            return None;
        }
        match terms.node(condition) {
            Node::Bool(value) => Some(value),
            Node::Not(inner) => self.decide(terms, inner, depth - 1).map(|it| !it),
            Node::And(a, b) => match self.decide(terms, a, depth - 1) {
                Some(false) => Some(false),
                Some(true) => self.decide(terms, b, depth - 1),
                None if self.decide(terms, b, depth - 1) == Some(false) => Some(false),
                None => None,
            },
            _ => None,
        }
    }

    /// The term, with the choices in it made that are decided.
    pub(crate) fn restrict(&self, terms: &mut Terms, term: TermId) -> TermId {
        self.restrict_to(terms, term, DEPTH)
    }

    fn restrict_to(&self, terms: &mut Terms, mut term: TermId, depth: u32) -> TermId {
        while let Node::Ite(condition, yes, no) = terms.node(term) {
            match self.decide(terms, condition, DEPTH) {
                Some(true) => term = yes,
                Some(false) => term = no,
                None if depth == 0 => return term,
                None => {
                    let yes = self.restrict_to(terms, yes, depth - 1);
                    let no = self.restrict_to(terms, no, depth - 1);
                    return terms.ite(condition, yes, no);
                }
            }
        }
        term
    }
}

#[cfg(test)]
mod tests {
    use super::Known;
    use tribunal_solver::{Sort, Terms};

    #[test]
    fn decided_choices_are_made() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|it| terms.variable(it, Sort::Bool));
        let [x, y, z] = [1, 2, 3].map(|it| terms.number(it, 8));
        let either = terms.or(a, b);
        let inner = terms.ite(c, y, z);
        let choice = terms.ite(either, x, inner);
        let (not_a, not_b) = (terms.not(a), terms.not(b));
        let neither = terms.all([not_a, not_b, c]);
        let known = Known::new(&terms, neither);
        assert_eq!(known.restrict(&mut terms, choice), y);
        let known = Known::new(&terms, a);
        assert_eq!(known.restrict(&mut terms, choice), x);
        let known = Known::new(&terms, c);
        assert_ne!(known.restrict(&mut terms, choice), choice);
    }
}
