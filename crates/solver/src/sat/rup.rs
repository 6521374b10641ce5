//! A checker of refutations: reverse unit propagation.
//!
//! Goldberg & Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE 2003: a clause follows from others if assuming
//! its negation leads to a conflict by unit propagation alone. Every clause that a solver learns from a conflict is of that kind; a solver
//! whose clauses are checked one after the other is believed in nothing else. Propagation watches two literals of each clause (Moskewicz
//! et al., Chaff, DAC 2001).

use rustc_hash::FxHashSet;

/// Clauses, and what follows from them by unit propagation.
#[derive(Debug)]
pub struct Checker {
    /// All literals of all clauses.
    literals: Vec<i32>,
    /// Where each clause starts and ends; the first two of its literals are watched.
    clauses: Vec<(usize, usize)>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By literal: whether it holds.
    holds: Vec<bool>,
    /// The literals that hold, in the order they came.
    trail: Vec<i32>,
    /// How many of them were propagated.
    propagated: usize,
    /// Whether the clauses have no model.
    is_refuted: bool,
    /// How many clauses may still be looked at.
    effort: u64,
    /// How many were.
    examined: u64,
}

/// How many clauses are looked at, besides what is granted later.
const EFFORT: u64 = 5_000_000;

impl Default for Checker {
    fn default() -> Self {
        Self {
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: Vec::new(),
            holds: Vec::new(),
            trail: Vec::new(),
            propagated: 0,
            is_refuted: false,
            effort: EFFORT,
            examined: 0,
        }
    }
}

/// The position of a literal in tables.
fn position(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Checker {
    /// Allows as many clauses more to be looked at before the checker gives up.
    pub fn grant(&mut self, effort: u64) {
        self.effort = self.effort.saturating_add(effort);
    }

    /// How many clauses were looked at so far.
    #[must_use]
    pub fn examined(&self) -> u64 {
        self.examined
    }

    fn examine(&mut self, clauses: u64) {
        self.examined += clauses;
        self.effort = self.effort.saturating_sub(clauses);
    }

    /// Adds a clause, whether it follows or not.
    pub fn add(&mut self, clause: &[i32]) {
        let mut clause = clause.to_vec();
        clause.sort_unstable_by_key(|it| (it.unsigned_abs(), *it));
        clause.dedup();
        if clause.windows(2).any(|it| it[0] == -it[1]) {
            return;
        }
        self.make_room(&clause);
        // Literals that are false already come last.
        clause.sort_by_key(|it| self.is_false(*it));
        match clause.as_slice() {
            [] => self.is_refuted = true,
            [first, ..] if self.is_false(*first) => self.is_refuted = true,
            [only] => self.set_for_good(*only),
            [first, second, ..] => {
                let (first, second) = (*first, *second);
                let number = self.clauses.len() as u32;
                let start = self.literals.len();
                self.literals.extend(&clause);
                self.clauses.push((start, self.literals.len()));
                self.watches[position(first)].push(number);
                self.watches[position(second)].push(number);
                if self.is_false(second) {
                    self.set_for_good(first);
                }
            }
        }
    }

    /// Whether a clause follows; if so, it is added.
    pub fn learn(&mut self, clause: &[i32]) -> bool {
        self.make_room(clause);
        let negated: Vec<i32> = clause.iter().map(|it| -it).collect();
        let follows = self.refutes(&negated);
        if follows {
            self.add(clause);
        }
        follows
    }

    /// Whether assuming these literals leads to a conflict by unit propagation, or by that and failed literals.
    pub fn refutes(&mut self, assumed: &[i32]) -> bool {
        if self.is_refuted {
            return true;
        }
        if self.effort == 0 {
            return false;
        }
        self.make_room(assumed);
        let before = self.trail.len();
        let conflict = self.assume(assumed) || self.has_failed_literals();
        self.undo(before);
        conflict
    }

    /// Assumes literals; whether that leads to a conflict.
    fn assume(&mut self, literals: &[i32]) -> bool {
        for literal in literals {
            if self.is_false(*literal) {
                return true;
            }
            self.set(*literal);
        }
        !self.propagate()
    }

    fn undo(&mut self, before: usize) {
        for literal in self.trail.drain(before..) {
            self.holds[position(literal)] = false;
        }
        self.propagated = before;
    }

    /// Tries the literals of clauses with two of them left: one whose negation leads to a conflict holds. Whether that leads to
    /// a conflict in the end.
    ///
    /// CaDiCaL shortens clauses while it analyses conflicts (Han & Somenzi, On-the-fly clause improvement, SAT 2009) and does not tell. What it learns from
    /// a shortened clause follows from the long one in this way.
    fn has_failed_literals(&mut self) -> bool {
        let mut tried = FxHashSet::default();
        loop {
            let mut found = false;
            for number in 0..self.clauses.len() {
                self.examine(1);
                if self.effort == 0 {
                    return false;
                }
                for literal in self.two_left(number) {
                    let is_open = !self.is_false(literal) && !self.holds[position(literal)];
                    if !is_open || !tried.insert(literal) {
                        continue;
                    }
                    let before = self.trail.len();
                    let fails = self.assume(&[-literal]);
                    self.undo(before);
                    if fails {
                        found = true;
                        if self.assume(&[literal]) {
                            return true;
                        }
                    }
                }
            }
            if !found {
                return false;
            }
            tried.clear();
        }
    }

    /// The literals of a clause that are not false, if there are two and none holds.
    fn two_left(&self, number: usize) -> Vec<i32> {
        let (start, end) = self.clauses[number];
        let mut left = Vec::new();
        for literal in &self.literals[start..end] {
            if self.holds[position(*literal)] || left.len() == 3 {
                return Vec::new();
            }
            if !self.is_false(*literal) {
                left.push(*literal);
            }
        }
        if left.len() == 2 { left } else { Vec::new() }
    }

    fn make_room(&mut self, clause: &[i32]) {
        let largest = clause.iter().map(|it| it.unsigned_abs() as usize).max().unwrap_or(0);
        let size = (2 * largest + 2).max(self.holds.len());
        self.holds.resize(size, false);
        self.watches.resize(size, Vec::new());
    }

    fn is_false(&self, literal: i32) -> bool {
        self.holds[position(-literal)]
    }

    fn set(&mut self, literal: i32) {
        if !self.holds[position(literal)] {
            self.holds[position(literal)] = true;
            self.trail.push(literal);
        }
    }

    fn set_for_good(&mut self, literal: i32) {
        self.set(literal);
        self.is_refuted |= !self.propagate();
    }

    /// Draws the conclusions; false if there is a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = -literal;
            let mut watching = std::mem::take(&mut self.watches[position(falsified)]);
            let mut kept = 0;
            let mut conflict = false;
            self.examine(watching.len() as u64);
            for at in 0..watching.len() {
                let number = watching[at];
                if conflict {
                    watching[kept] = number;
                    kept += 1;
                    continue;
                }
                let (start, end) = self.clauses[number as usize];
                if self.literals[start] == falsified {
                    self.literals.swap(start, start + 1);
                }
                let first = self.literals[start];
                let is_satisfied = self.holds[position(first)];
                let other = (start + 2..end).find(|it| !self.is_false(self.literals[*it]));
                match other {
                    Some(other) if !is_satisfied => {
                        self.literals.swap(start + 1, other);
                        let watched = self.literals[start + 1];
                        self.watches[position(watched)].push(number);
                        continue;
                    }
                    _ => {}
                }
                watching[kept] = number;
                kept += 1;
                if is_satisfied {
                    continue;
                }
                if self.is_false(first) {
                    conflict = true;
                } else {
                    self.set(first);
                }
            }
            watching.truncate(kept);
            self.watches[position(falsified)] = watching;
            if conflict {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Checker;

    fn checker(clauses: &[&[i32]]) -> Checker {
        let mut checker = Checker::default();
        for clause in clauses {
            checker.add(clause);
        }
        checker
    }

    #[test]
    fn only_what_follows_is_learned() {
        let mut all = checker(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        assert!(all.learn(&[]) && all.refutes(&[]));
        let mut tired = checker(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        tired.effort = 0;
        assert!(!tired.refutes(&[]) && !tired.learn(&[1]));
        tired.grant(10);
        assert!(tired.learn(&[1]) && tired.refutes(&[]));
        let mut some = checker(&[&[1, 2], &[1, -2], &[-1, 3]]);
        assert!(!some.learn(&[2]) && !some.learn(&[-3]));
        assert!(some.learn(&[1]) && some.refutes(&[-3]) && !some.refutes(&[-2]));
    }

    #[test]
    fn propagation_is_undone() {
        let mut chain = checker(&[&[-1, 2], &[-2, 3], &[-3, 4], &[-4, -1]]);
        for _ in 0..3 {
            assert!(chain.refutes(&[1]));
            assert!(!chain.refutes(&[4]));
            assert!(!chain.refutes(&[-4]));
        }
        assert!(chain.learn(&[-1]));
        assert!(!chain.refutes(&[]));
    }

    #[test]
    fn odd_clauses_do_no_harm() {
        let mut odd = checker(&[&[1, -1], &[2, 2], &[-2, 3, 3]]);
        assert!(odd.refutes(&[-3]) && !odd.refutes(&[-1]) && !odd.refutes(&[1]));
        let empty = checker(&[&[]]);
        assert!(empty.is_refuted);
    }
}
