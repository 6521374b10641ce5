//! Comparisons of choices between constants, as comparisons of pointers are: `(d ? 5 : 0) == (s ? 6 : 0)` says that neither `d` nor `s` points to anything.

use rustc_hash::FxHashMap;
use tribunal_solver::{Node, TermId, Terms};

/// A term in which such comparisons are said by what is chosen by.
pub(super) fn decided(terms: &mut Terms, term: TermId) -> TermId {
    let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
    for part in terms.subterms(&[term]) {
        if let Node::Eq(left, right) = terms.node(part)
            && let (Some(left), Some(right)) = (choice(terms, left), choice(terms, right))
            && !(left.0.is_none() && right.0.is_none())
        {
            let same = same(terms, left, right);
            known.insert(part, same);
        }
    }
    if known.is_empty() { term } else { terms.substitute(term, &known) }
}

/// What is chosen by, if anything, and the constants that are chosen from.
type Choice = (Option<TermId>, [TermId; 2]);

fn choice(terms: &Terms, term: TermId) -> Option<Choice> {
    let is_constant = |it: TermId| terms.as_bits(it).is_some();
    match terms.node(term) {
        Node::Ite(condition, then, otherwise) if is_constant(then) && is_constant(otherwise) => {
            Some((Some(condition), [then, otherwise]))
        }
        _ if is_constant(term) => Some((None, [term, term])),
        _ => None,
    }
}

/// Whether two choices come to the same.
fn same(terms: &mut Terms, left: Choice, right: Choice) -> TermId {
    let mut any = terms.truth(false);
    for (first, one) in left.1.into_iter().enumerate() {
        for (second, other) in right.1.into_iter().enumerate() {
            if one == other {
                let chosen = [(left.0, first), (right.0, second)].map(|(by, which)| match by {
                    Some(by) if which == 0 => by,
                    Some(by) => terms.not(by),
                    None => terms.truth(true),
                });
                let both = terms.and(chosen[0], chosen[1]);
                any = terms.or(any, both);
            }
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use tribunal_solver::{Sort, Terms};

    use super::decided;

    #[test]
    fn pointers_to_different_objects_are_equal_if_both_are_null() {
        let mut terms = Terms::default();
        let [d, s] = ["d", "s"].map(|it| terms.variable(it, Sort::Bool));
        let [five, six, none] = [5, 6, 0].map(|it| terms.number(it, 64));
        let (left, right) = (terms.ite(d, five, none), terms.ite(s, six, none));
        let equal = terms.eq(left, right);
        let neither = [d, s].map(|it| terms.not(it));
        let neither = terms.and(neither[0], neither[1]);
        assert_eq!(decided(&mut terms, equal), neither);
    }
}
