//! Bools: negation, conjunction, choice.

use crate::term::{Node, Sort, TermId, Terms};

/// How many conjuncts a new one is compared with.
const CONJUNCTS: usize = 16;

impl Terms {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        assert_eq!(self.sort(a), Sort::Bool, "only a Bool should be negated");
        match self.node(a) {
            Node::Bool(value) => self.truth(!value),
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(
            (self.sort(a), self.sort(b)),
            (Sort::Bool, Sort::Bool),
            "operands should be Bools"
        );
        let (a, b) = self.ordered(a, b);
        match self.as_bool(b) {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        if a == b {
            return a;
        }
        if self.is_negation(a, b) {
            return self.truth(false);
        }
        if self.is_plain() {
            return self.intern(Node::And(a, b), Sort::Bool);
        }
        if let Some(result) = self.and_known(a, b).or_else(|| self.and_known(b, a)) {
            return result;
        }
        if let Some(result) = self.and_two_levels(a, b).or_else(|| self.and_two_levels(b, a)) {
            return result;
        }
        self.intern(Node::And(a, b), Sort::Bool)
    }

    /// Whether the last conjuncts of `b` contain, imply or refute `a`, or `a` implies one of the last two.
    fn and_known(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let interval = self.interval(a);
        let mut rest = b;
        for _ in 0..CONJUNCTS {
            // A path condition grows by one conjunct at a time: on one side of each conjunction there is only one.
            let (part, next) = match self.node(rest) {
                Node::And(x, y) if matches!(self.node(x), Node::And(..)) => (y, Some(x)),
                Node::And(x, y) => (x, Some(y)),
                _ => (rest, None),
            };
            if a == part {
                return Some(b);
            }
            if self.is_negation(a, part) {
                return Some(self.truth(false));
            }
            if let Some(interval) = interval {
                if self.intervals_exclude(interval, part) {
                    return Some(self.truth(false));
                }
                if let Some(other) = self.interval(part)
                    && self.interval_implies(other, a)
                {
                    return Some(b);
                }
                if self.interval_implies(interval, part) {
                    if rest == b {
                        return next
                            .map_or(Some(a), |next| self.deeper(|terms| terms.and(next, a)));
                    }
                    if next.is_none()
                        && let Node::And(x, y) = self.node(b)
                    {
                        let other = if x == part { y } else { x };
                        if x == part || y == part {
                            return self.deeper(|terms| terms.and(other, a));
                        }
                    }
                }
            } else if let Some(other) = self.interval(part)
                && self.interval_implies(other, a)
            {
                return Some(b);
            }
            rest = next?;
        }
        None
    }

    /// Rules of a conjunction that look into `b`.
    fn and_two_levels(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match self.node(b) {
            Node::Not(inner) => {
                let Node::And(x, y) = self.node(inner) else { return None };
                if self.is_negation(a, x) || self.is_negation(a, y) {
                    return Some(a);
                }
                // What is known to hold is of no interest in the disjunction.
                let rest = if a == x {
                    y
                } else if a == y {
                    x
                } else {
                    return None;
                };
                let rest = self.not(rest);
                self.deeper(|terms| terms.and(a, rest))
            }
            Node::Ite(condition, yes, _) if a == condition => Some(self.and(a, yes)),
            Node::Ite(condition, _, no) if self.is_negation(a, condition) => Some(self.and(a, no)),
            _ => None,
        }
    }

    /// Whether one is the negation of the other.
    pub(super) fn is_negation(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.not(b);
        let counterexample = self.and(a, b);
        self.not(counterexample)
    }

    /// Conjunction of all; true if there are none.
    pub fn all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut result = self.truth(true);
        for term in terms {
            result = self.and(result, term);
        }
        result
    }

    /// Disjunction of all; false if there are none.
    pub fn any(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut result = self.truth(false);
        for term in terms {
            result = self.or(result, term);
        }
        result
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(
            (self.sort(a), self.sort(b)),
            (Sort::Bool, Sort::Bool),
            "operands should be Bools"
        );
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.as_bool(b) {
            return if value { self.not(a) } else { a };
        }
        if a == b {
            return self.truth(false);
        }
        // Negations move outwards.
        match (self.node(a), self.node(b)) {
            (Node::Not(x), Node::Not(y)) => self.xor(x, y),
            (Node::Not(x), _) => {
                let inner = self.xor(x, b);
                self.not(inner)
            }
            (_, Node::Not(y)) => {
                let inner = self.xor(a, y);
                self.not(inner)
            }
            _ => self.intern(Node::Xor(a, b), Sort::Bool),
        }
    }

    /// `yes` if the condition holds, else `no`; both of one sort.
    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let sort = self.sort(yes);
        assert_eq!((self.sort(condition), sort), (Sort::Bool, self.sort(no)), "sorts should fit");
        if let Some(value) = self.as_bool(condition) {
            return if value { yes } else { no };
        }
        if yes == no {
            return yes;
        }
        if let Node::Not(condition) = self.node(condition) {
            return self.ite(condition, no, yes);
        }
        // A branch that asks the same question again has its answer.
        if let Node::Ite(inner, inner_yes, _) = self.node(yes)
            && inner == condition
        {
            return self.ite(condition, inner_yes, no);
        }
        if let Node::Ite(inner, _, inner_no) = self.node(no)
            && inner == condition
        {
            return self.ite(condition, yes, inner_no);
        }
        if sort == Sort::Bool {
            return self.ite_bool(condition, yes, no);
        }
        // Questions with the same answer merge.
        if let Node::Ite(inner, inner_yes, inner_no) = self.node(no) {
            if inner_yes == yes {
                let either = self.or(condition, inner);
                return self.ite(either, yes, inner_no);
            }
            if inner_no == yes {
                let inner = self.not(inner);
                let either = self.or(condition, inner);
                return self.ite(either, yes, inner_yes);
            }
        }
        if let Node::Ite(inner, inner_yes, inner_no) = self.node(yes) {
            if inner_no == no {
                let both = self.and(condition, inner);
                return self.ite(both, inner_yes, no);
            }
            if inner_yes == no {
                let inner = self.not(inner);
                let both = self.and(condition, inner);
                return self.ite(both, inner_no, no);
            }
        }
        // `x == c ? c : x` is `x`.
        if let Node::Eq(a, b) = self.node(condition)
            && ((yes == a && no == b) || (yes == b && no == a))
        {
            return no;
        }
        self.intern(Node::Ite(condition, yes, no), sort)
    }

    fn ite_bool(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        match (self.as_bool(yes), self.as_bool(no)) {
            (Some(true), _) => return self.or(condition, no),
            (Some(false), _) => {
                let otherwise = self.not(condition);
                return self.and(otherwise, no);
            }
            (_, Some(true)) => return self.implies(condition, yes),
            (_, Some(false)) => return self.and(condition, yes),
            _ => {}
        }
        if yes == condition {
            return self.or(condition, no);
        }
        if no == condition {
            return self.and(condition, yes);
        }
        if self.is_negation(yes, condition) {
            let otherwise = self.not(condition);
            return self.and(otherwise, no);
        }
        if self.is_negation(no, condition) {
            return self.implies(condition, yes);
        }
        if self.is_negation(yes, no) {
            return self.xor(condition, no);
        }
        // A negation in front of both branches moves outwards.
        if let (Node::Not(yes), Node::Not(no)) = (self.node(yes), self.node(no)) {
            let inner = self.ite(condition, yes, no);
            return self.not(inner);
        }
        self.intern(Node::Ite(condition, yes, no), Sort::Bool)
    }

    /// 1 for true, 0 for false.
    pub fn bool_to_bits(&mut self, a: TermId, width: u32) -> TermId {
        let (one, zero) = (self.number(1, width), self.number(0, width));
        self.ite(a, one, zero)
    }

    /// Whether the number is not 0.
    pub fn is_nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.number(0, self.width(a));
        self.ne(a, zero)
    }
}
