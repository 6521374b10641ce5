//! Walks over terms that share subterms: what is below a term, its size, its variables, substitution.
//!
//! No walk is recursive (T4); operands come before operators (T1).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Node, TermId, Terms};

impl Terms {
    /// All terms that occur in the roots, operands first.
    #[must_use]
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        self.few_subterms(roots, usize::MAX).unwrap_or_default()
    }

    /// The same if there are no more than so many.
    #[must_use]
    pub fn few_subterms(&self, roots: &[TermId], most: usize) -> Option<Vec<TermId>> {
        let mut seen: FxHashSet<TermId> = roots.iter().copied().collect();
        let mut open: Vec<TermId> = seen.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(term) = open.pop() {
            if found.len() == most {
                return None;
            }
            found.push(term);
            open.extend(self.node(term).operands().filter(|it| seen.insert(*it)));
        }
        found.sort_unstable();
        Some(found)
    }

    /// The variables that occur in a term, in the order of their declaration.
    #[must_use]
    pub fn variables(&self, term: TermId) -> Vec<TermId> {
        let is_variable = |it: &TermId| matches!(self.node(*it), Node::Variable(_));
        self.subterms(&[term]).into_iter().filter(is_variable).collect()
    }

    /// How many different terms occur in a term, itself among them.
    #[must_use]
    pub fn size(&self, term: TermId) -> usize {
        self.subterms(&[term]).len()
    }

    /// The term with other terms, of the same sorts, in place of some; not applied again to those.
    pub fn substitute(&mut self, term: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
        let mut becomes: FxHashMap<TermId, TermId> = FxHashMap::default();
        for part in self.subterms(&[term]) {
            let new = match by.get(&part) {
                Some(&new) => {
                    assert_eq!(self.sort(part), self.sort(new), "substitution should keep sorts");
                    new
                }
                None => {
                    let node = self.node(part);
                    let operands: Vec<_> = node.operands().map(|it| becomes[&it]).collect();
                    if node.operands().eq(operands.iter().copied()) {
                        part
                    } else {
                        self.rebuild(node, &operands)
                    }
                }
            };
            becomes.insert(part, new);
        }
        becomes[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::{FxHashMap, Terms};
    use crate::term::Sort;

    #[test]
    fn substitution_simplifies() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(8)));
        let sum = terms.add(x, y);
        let less = terms.ult(sum, y);
        assert_eq!((terms.variables(less), terms.size(less)), (vec![x, y], 4));
        let few = [3, 4].map(|it| terms.few_subterms(&[less], it).map(|it| it.len()));
        assert_eq!(few, [None, Some(4)]);
        let zero = terms.number(0, 8);
        let substituted = terms.substitute(less, &FxHashMap::from_iter([(x, zero)]));
        assert_eq!(substituted, terms.truth(false));
        let swapped = terms.substitute(less, &FxHashMap::from_iter([(x, y), (y, x)]));
        assert_eq!(swapped, terms.ult(sum, x));
    }

    #[test]
    fn long_chains_are_walked() {
        let mut terms = Terms::new();
        let mut sum = terms.variable("x", Sort::BitVec(8));
        for index in 0..200_000 {
            let next = terms.variable(&format!("x{index}"), Sort::BitVec(8));
            sum = terms.bit_xor(sum, next);
            sum = terms.bit_and(sum, next);
        }
        assert!(200_000 < terms.size(sum));
        let x = terms.variable("x", Sort::BitVec(8));
        let zero = terms.number(0, 8);
        assert_ne!(terms.substitute(sum, &FxHashMap::from_iter([(x, zero)])), sum);
    }
}
