//! Octagons: bounds on sums and differences of two whole numbers, `±x ± y ≤ c`.
//!
//! A. Miné: *The octagon abstract domain*. Higher-Order and Symbolic Computation, 2006. Tight closure for whole numbers as in R. Bagnara, P. M. Hill,
//! E. Zaffanella: *An improved tight closure algorithm for integer octagonal constraints*. VMCAI 2008.
//!
//! Numbers are exact, not those of a machine: whoever uses it for variables of a machine must know that nothing wraps. A bound that does not fit is given
//! up, which is sound.
//!
//! Variable `k` has two rows, `2k` for `+x` and `2k + 1` for `-x`. The bound at (i, j) is on `v(j) - v(i)`.

use crate::lattice::{Lattice, Thresholds};

/// A set of vectors of whole numbers, never empty.
#[derive(Clone, Debug)]
pub struct Octagon {
    variables: usize,
    /// Bounds, row by row; `None` for none. Not closed after a widening, so that chains stop.
    bounds: Vec<Option<i128>>,
}

/// `x` or `-x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// The variable of a number.
    Plus(usize),
    /// Its negative.
    Minus(usize),
}

impl Signed {
    fn row(self) -> usize {
        match self {
            Self::Plus(variable) => 2 * variable,
            Self::Minus(variable) => 2 * variable + 1,
        }
    }

    /// The other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Plus(variable) => Self::Minus(variable),
            Self::Minus(variable) => Self::Plus(variable),
        }
    }
}

fn sum(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    a?.checked_add(b?)
}

/// Whether the first bound is at least as tight.
fn is_tighter(a: Option<i128>, b: Option<i128>) -> bool {
    b.is_none_or(|b| a.is_some_and(|a| a <= b))
}

fn tighter(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    if is_tighter(a, b) { a } else { b }
}

impl Octagon {
    /// All vectors of so many numbers.
    #[must_use]
    pub fn top(variables: usize) -> Self {
        let size = 2 * variables;
        let mut bounds = vec![None; size * size];
        (0..size).for_each(|it| bounds[it * size + it] = Some(0));
        Self { variables, bounds }
    }

    /// One vector.
    #[must_use]
    pub fn point(values: &[i128]) -> Self {
        let mut all = Self::top(values.len());
        for (variable, &value) in values.iter().enumerate() {
            let x = Signed::Plus(variable);
            all.bound(x, None, value);
            all.bound(x.negated(), None, value.saturating_neg());
        }
        all.closed().unwrap_or(all)
    }

    /// How many variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    fn at(&self, from: usize, to: usize) -> Option<i128> {
        self.bounds[from * 2 * self.variables + to]
    }

    fn tighten(&mut self, from: usize, to: usize, bound: Option<i128>) {
        let cell = &mut self.bounds[from * 2 * self.variables + to];
        *cell = tighter(*cell, bound);
    }

    /// Notes `a + b ≤ c`, or `a ≤ c` if there is no b. Nothing is concluded from it yet.
    fn bound(&mut self, a: Signed, b: Option<Signed>, c: i128) {
        match b {
            // a ≤ c is a - (-a) ≤ 2c.
            None => {
                self.tighten(a.negated().row(), a.row(), c.checked_mul(2));
            }
            Some(b) => {
                self.tighten(b.negated().row(), a.row(), Some(c));
                self.tighten(a.negated().row(), b.row(), Some(c));
            }
        }
    }

    /// The vectors for which `a + b ≤ c` holds too, or `a ≤ c` if there is no b; `None` if there are none.
    #[must_use]
    pub fn with(&self, a: Signed, b: Option<Signed>, c: i128) -> Option<Self> {
        self.with_all(&[(a, b, c)])
    }

    /// The vectors for which several such bounds hold too; `None` if there are none.
    #[must_use]
    pub fn with_all(&self, bounds: &[(Signed, Option<Signed>, i128)]) -> Option<Self> {
        let mut both = self.clone();
        for &(a, b, c) in bounds {
            match b {
                Some(b) if b == a.negated() => {
                    if c < 0 {
                        return None;
                    }
                }
                Some(b) if b == a => both.bound(a, None, c.div_euclid(2)),
                b => both.bound(a, b, c),
            }
        }
        both.closed()
    }

    /// Concludes all that follows for whole numbers; `None` if there is no vector.
    #[must_use]
    pub fn closed(&self) -> Option<Self> {
        let mut all = self.clone();
        let size = 2 * all.variables;
        // What whole numbers add can lead to more: once is enough in exact arithmetic, and a second look costs little.
        for _ in 0..2 {
            for middle in 0..size {
                for from in 0..size {
                    let Some(first) = all.at(from, middle) else { continue };
                    for to in 0..size {
                        all.tighten(from, to, sum(Some(first), all.at(middle, to)));
                    }
                }
            }
            for row in 0..size {
                // 2x ≤ c is 2x ≤ 2⌊c/2⌋.
                let even = all.at(row, row ^ 1).map(|it| it - it.rem_euclid(2));
                all.tighten(row, row ^ 1, even);
            }
            for from in 0..size {
                for to in 0..size {
                    let halves = sum(all.at(from, from ^ 1), all.at(to ^ 1, to));
                    all.tighten(from, to, halves.map(|it| it.div_euclid(2)));
                }
            }
        }
        let is_empty = (0..size).any(|it| all.at(it, it).is_some_and(|it| it < 0));
        (!is_empty).then_some(all)
    }

    /// The same vectors with everything concluded.
    fn normal(&self) -> Self {
        // No element is empty.
        self.closed().unwrap_or_else(|| self.clone())
    }

    /// The least and the greatest value of `a + b`, or of `a` if there is no b.
    #[must_use]
    pub fn range(&self, a: Signed, b: Option<Signed>) -> (Option<i128>, Option<i128>) {
        let all = self.normal();
        let most = |a: Signed, b: Option<Signed>| match b {
            None => all.at(a.negated().row(), a.row()).map(|it| it.div_euclid(2)),
            Some(b) if b == a.negated() => Some(0),
            Some(b) => all.at(b.negated().row(), a.row()),
        };
        let least = most(a.negated(), b.map(Signed::negated));
        (least.and_then(i128::checked_neg), most(a, b))
    }

    /// The least and the greatest value of each variable.
    #[must_use]
    pub fn ranges(&self) -> Vec<(Option<i128>, Option<i128>)> {
        let all = self.normal();
        let half = |from: usize, to: usize| all.at(from, to).map(|it| it.div_euclid(2));
        let range = |variable: usize| {
            let (plus, minus) = (2 * variable, 2 * variable + 1);
            (half(plus, minus).and_then(i128::checked_neg), half(minus, plus))
        };
        (0..self.variables).map(range).collect()
    }

    /// Whether a vector may be among those.
    #[must_use]
    pub fn contains(&self, values: &[i128]) -> bool {
        let value = |row: usize| match row % 2 {
            0 => Some(values[row / 2]),
            _ => values[row / 2].checked_neg(),
        };
        let size = 2 * self.variables;
        (0..size).all(|from| {
            (0..size).all(|to| {
                let difference = value(to).zip(value(from)).and_then(|(a, b)| a.checked_sub(b));
                self.at(from, to).is_none_or(|it| difference.is_none_or(|found| found <= it))
            })
        })
    }

    /// The same with nothing known of a variable.
    #[must_use]
    pub fn forget(&self, variable: usize) -> Self {
        let mut all = self.normal();
        let size = 2 * all.variables;
        for row in [2 * variable, 2 * variable + 1] {
            for other in 0..size {
                if other != row {
                    all.bounds[row * size + other] = None;
                    all.bounds[other * size + row] = None;
                }
            }
        }
        all
    }

    /// What is known after `x := a + c`, or `x := c` if there is no a.
    #[must_use]
    pub fn assign(&self, x: usize, a: Option<Signed>, c: i128) -> Self {
        let new = Signed::Plus(x);
        let after = match a {
            Some(a) if a == new => return self.shifted(x, c),
            Some(a) if a == new.negated() => return self.negated(x).shifted(x, c),
            _ => self.forget(x),
        };
        let mut after = after;
        match a {
            None => {
                after.bound(new, None, c);
                if let Some(least) = c.checked_neg() {
                    after.bound(new.negated(), None, least);
                }
            }
            Some(a) => {
                after.bound(new, Some(a.negated()), c);
                if let Some(least) = c.checked_neg() {
                    after.bound(new.negated(), Some(a), least);
                }
            }
        }
        after.normal()
    }

    /// What is known after `x := -x`.
    fn negated(&self, x: usize) -> Self {
        let size = 2 * self.variables;
        let renamed = |row: usize| if row / 2 == x { row ^ 1 } else { row };
        let mut after = self.clone();
        for from in 0..size {
            for to in 0..size {
                after.bounds[from * size + to] = self.at(renamed(from), renamed(to));
            }
        }
        after
    }

    /// What is known after `x := x + c`.
    fn shifted(&self, x: usize, c: i128) -> Self {
        let size = 2 * self.variables;
        let moved = |row: usize| match row {
            it if it == 2 * x => Some(c),
            it if it == 2 * x + 1 => c.checked_neg(),
            _ => Some(0),
        };
        let mut after = self.clone();
        for from in 0..size {
            for to in 0..size {
                if from != to {
                    let by = moved(to).zip(moved(from)).and_then(|(a, b)| a.checked_sub(b));
                    after.bounds[from * size + to] = sum(self.at(from, to), by);
                }
            }
        }
        after
    }

    fn combine(
        &self,
        other: &Self,
        bound: impl Fn(Option<i128>, Option<i128>) -> Option<i128>,
    ) -> Self {
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(a, b)| bound(*a, *b)).collect();
        Self { variables: self.variables, bounds }
    }
}

impl PartialEq for Octagon {
    fn eq(&self, other: &Self) -> bool {
        self.variables == other.variables && self.normal().bounds == other.normal().bounds
    }
}

impl Lattice for Octagon {
    fn le(&self, other: &Self) -> bool {
        let mine = self.normal();
        mine.bounds.iter().zip(&other.bounds).all(|(a, b)| is_tighter(*a, *b))
    }

    fn join(&self, other: &Self) -> Self {
        self.normal().combine(&other.normal(), |a, b| if is_tighter(a, b) { b } else { a })
    }

    /// A bound that has grown goes to the next stop, or is given up (L4); the result is not closed.
    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        self.combine(&newer.normal(), |old, new| match new {
            _ if is_tighter(new, old) => old,
            Some(new) if !thresholds.is_empty() => {
                Some(thresholds.above(new)).filter(|it| *it != i128::MAX)
            }
            _ => None,
        })
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        self.combine(other, tighter).closed()
    }
}

#[cfg(test)]
mod tests {
    use super::Octagon;
    use super::Signed::{Minus, Plus};
    use crate::lattice::{Lattice as _, Thresholds};
    use proptest::prelude::{Strategy, any, prop, prop_assert, prop_assert_eq, proptest};

    #[test]
    fn bounds_follow_from_others() {
        // x ≤ y, y ≤ 3, so x ≤ 3; and with x + y ≥ 5 both are at least 2 and 3.
        let known = Octagon::top(2).with(Plus(0), Some(Minus(1)), 0).expect("x <= y");
        let known = known.with(Plus(1), None, 3).expect("y <= 3");
        assert_eq!(known.range(Plus(0), None), (None, Some(3)));
        let known = known.with(Minus(0), Some(Minus(1)), -5).expect("x + y >= 5");
        assert_eq!(known.range(Plus(0), None), (Some(2), Some(3)));
        assert_eq!(known.range(Plus(1), None), (Some(3), Some(3)));
        assert_eq!(known.with(Plus(0), None, 1), None);
    }

    #[test]
    fn whole_numbers_are_tighter_than_reals() {
        // x + y = 1 and x = y has a real solution alone.
        let half = Octagon::top(2).with(Plus(0), Some(Plus(1)), 1).expect("x + y <= 1");
        let half = half.with(Minus(0), Some(Minus(1)), -1).expect("x + y >= 1");
        let half = half.with(Plus(0), Some(Minus(1)), 0).expect("x <= y");
        assert_eq!(half.with(Minus(0), Some(Plus(1)), 0), None);
    }

    #[test]
    fn a_loop_that_counts_two_variables() {
        // i = j = 0; while (..) { i++; j++; }: the difference stays 0.
        let step = |it: &Octagon| it.assign(0, Some(Plus(0)), 1).assign(1, Some(Plus(1)), 1);
        let mut now = Octagon::point(&[0, 0]);
        for _ in 0..10 {
            let newer = now.join(&step(&now));
            if newer.le(&now) {
                break;
            }
            now = now.widen(&newer, &Thresholds::none());
        }
        assert!(step(&now).le(&now));
        assert_eq!(now.range(Plus(0), Some(Minus(1))), (Some(0), Some(0)));
        assert_eq!(now.range(Plus(0), None), (Some(0), None));
    }

    type Vector = [i128; 3];

    fn vectors() -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec([-9..9i128, -9..9i128, -9..9i128], 1..5)
    }

    fn of(vectors: &[Vector]) -> Octagon {
        let points = vectors.iter().map(|it| Octagon::point(it));
        points.reduce(|a, b| a.join(&b)).expect("there should be a vector")
    }

    proptest! {
        #[test]
        fn the_laws_hold(a in vectors(), b in vectors(), c in vectors()) {
            let (x, y, z) = (of(&a), of(&b), of(&c));
            let (join, wide) = (x.join(&y), x.widen(&y, &Thresholds::default()));
            prop_assert!(x.le(&x));
            prop_assert!(!(x.le(&y) && y.le(&z)) || x.le(&z));
            prop_assert!(!(x.le(&y) && y.le(&x)) || x == y);
            prop_assert!(x.le(&join) && y.le(&join) && x.le(&wide) && y.le(&wide));
            for vector in a.iter().chain(&b) {
                prop_assert!(join.contains(vector) && wide.contains(vector));
                if x.contains(vector) && y.contains(vector) {
                    prop_assert!(x.meet(&y).is_some_and(|it| it.contains(vector)));
                }
            }
        }

        #[test]
        fn a_closed_octagon_is_met_at_every_bound(a in vectors(), cut in -9..9i128) {
            let Some(known) = of(&a).with(Plus(0), Some(Plus(1)), cut) else {
                let is_out = |it: &Vector| cut < it[0] + it[1];
                prop_assert!(a.iter().all(is_out));
                return Ok(());
            };
            let all = (-9..9).flat_map(|x| (-9..9).flat_map(move |y| (-9..9).map(move |z| [x, y, z])));
            let inside: Vec<Vector> = all.filter(|it| known.contains(it)).collect();
            prop_assert!(!inside.is_empty());
            let most = inside.iter().map(|it| it[1]).max();
            prop_assert_eq!(known.range(Plus(1), None).1, most);
            let most = inside.iter().map(|it| it[0] - it[2]).max();
            prop_assert_eq!(known.range(Plus(0), Some(Minus(2))).1, most);
        }

        #[test]
        fn assignments_lose_nothing(a in vectors(), target in 0..3usize, source in 0..3usize, negative in any::<bool>(), c in -9..9i128) {
            let source_term = if negative { Minus(source) } else { Plus(source) };
            let after = of(&a).assign(target, Some(source_term), c);
            for vector in &a {
                let mut next = *vector;
                next[target] = if negative { -vector[source] } else { vector[source] } + c;
                prop_assert!(after.contains(&next));
                next[target] = c;
                prop_assert!(of(&a).assign(target, None, c).contains(&next));
                prop_assert!(of(&a).forget(target).contains(&next));
            }
        }

        #[test]
        fn widenings_stop(all in prop::collection::vec([any::<i8>(), any::<i8>(), any::<i8>()], 20..60)) {
            let (mut now, mut steps) = (Octagon::point(&[0, 0, 0]), 0);
            for it in all.iter().flat_map(|it| [1i128, 3, 1000].map(|by| it.map(|it| i128::from(it) * by))) {
                let newer = now.join(&Octagon::point(&it));
                if !newer.le(&now) {
                    now = now.widen(&newer, &Thresholds::none());
                    prop_assert!(newer.le(&now));
                    steps += 1;
                }
            }
            prop_assert!(steps <= 40, "{steps} steps");
        }
    }
}
