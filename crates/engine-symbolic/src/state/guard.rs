//! Path conditions: under which inputs a state is reached.
//!
//! A condition is a list of conjuncts that shares its beginning with others, so the conditions of one
//! run of the engine form a tree. Where paths join, only what follows their last common point is
//! merged; paths that part and meet again have the condition from before, whatever the formula
//! in between. (CBMC's guards serve the same purpose: Clarke, Kroening & Lerda, A tool for checking
//! ANSI-C programs, TACAS 2004.)

use tribunal_solver::{TermId, Terms};

tribunal_base::ids! {
    /// A path condition of some [`Guards`].
    Guard = "g";
}

/// The owner of all path conditions.
pub(crate) struct Guards {
    nodes: tribunal_base::Arena<Guard, Node>,
}

#[derive(Clone, Copy)]
struct Node {
    parent: Guard,
    depth: u32,
    /// What is added to the parent.
    conjunct: TermId,
    /// Everything.
    all: TermId,
}

impl Guards {
    /// The condition that always holds, and the owner of all others.
    pub(crate) fn new(terms: &Terms) -> (Self, Guard) {
        let mut nodes = tribunal_base::Arena::default();
        let truth = terms.truth(true);
        let root = tribunal_base::Id::from_index(0);
        nodes.push(Node { parent: root, depth: 0, conjunct: truth, all: truth });
        (Self { nodes }, root)
    }

    /// The condition as one term.
    pub(crate) fn all(&self, guard: Guard) -> TermId {
        self.nodes[guard].all
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The condition with one more conjunct.
    pub(crate) fn and(&mut self, terms: &mut Terms, guard: Guard, conjunct: TermId) -> Guard {
        if terms.as_bool(conjunct) == Some(true) {
            return guard;
        }
        let parent = self.nodes[guard];
        let all = terms.and(parent.all, conjunct);
        if all == parent.all {
            return guard;
        }
        self.nodes.push(Node { parent: guard, depth: parent.depth + 1, conjunct, all })
    }

    /// How long the common beginning of two conditions is.
    pub(crate) fn common(&self, a: Guard, b: Guard) -> u32 {
        self.nodes[self.meet(a, b)].depth
    }

    /// Whether the first was made from the second by adding conjuncts.
    pub(crate) fn is_within(&self, inner: Guard, outer: Guard) -> bool {
        self.meet(inner, outer) == outer
    }

    /// Either of two conditions that exclude each other, and what tells the first from the second
    /// where either holds.
    pub(crate) fn or(&mut self, terms: &mut Terms, a: Guard, b: Guard) -> (Guard, TermId) {
        let meet = self.meet(a, b);
        let (first, second) = (self.since(terms, meet, a), self.since(terms, meet, b));
        let either = terms.or(first, second);
        // Of two descriptions of the same difference, the shorter one makes smaller formulas.
        let short = |it: Guard| self.nodes[it].parent == meet;
        let condition = if !short(a) && short(b) { terms.not(second) } else { first };
        (self.and(terms, meet, either), condition)
    }

    fn meet(&self, mut a: Guard, mut b: Guard) -> Guard {
        while a != b {
            if self.nodes[a].depth < self.nodes[b].depth {
                b = self.nodes[b].parent;
            } else {
                a = self.nodes[a].parent;
            }
        }
        a
    }

    /// What was added to `start` on the way to `end`.
    fn since(&self, terms: &mut Terms, start: Guard, end: Guard) -> TermId {
        let mut conjuncts = Vec::new();
        let mut at = end;
        while at != start {
            conjuncts.push(self.nodes[at].conjunct);
            at = self.nodes[at].parent;
        }
        terms.all(conjuncts.into_iter().rev())
    }
}

#[cfg(test)]
mod tests {
    use super::Guards;
    use tribunal_solver::{Sort, Terms};

    #[test]
    fn paths_that_meet_again_have_the_condition_from_before() {
        let mut terms = Terms::new();
        let (mut guards, root) = Guards::new(&terms);
        let [a, b, c] = ["a", "b", "c"].map(|it| terms.variable(it, Sort::Bool));
        let not_b = terms.not(b);
        let before = guards.and(&mut terms, root, a);
        let yes = guards.and(&mut terms, before, b);
        let no = guards.and(&mut terms, before, not_b);
        assert_eq!(guards.or(&mut terms, yes, no), (before, b));
        let yes = guards.and(&mut terms, yes, c);
        let (either, condition) = guards.or(&mut terms, yes, no);
        assert_eq!((guards.common(either, before), condition), (1, b));
    }
}
