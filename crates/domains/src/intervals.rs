//! Interval sets: a few intervals that do not touch each other.
//!
//! The abstract values of integers in the model checker AMC (M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002), which joins the
//! intervals of a set that has too many. We join those that are nearest to each other; only where one number is taken out of a full set, all are joined first, as
//! AMC does. How many there may be, and whether all are joined wherever there are too many, is said for all that a thread does ([`crowded`]).

use crate::interval::{Interval, Pieces};
use crate::lattice::{Lattice, Numeric, Thresholds};
use smallvec::SmallVec;
use std::cell::Cell;
use std::num::NonZeroUsize;
use tribunal_ir::{BinOp, IntShape, UnOp};

/// What is done where a set would have too many intervals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joining {
    /// Those that are nearest to each other are joined, until there are few enough.
    #[default]
    Nearest,
    /// All are joined. Where two sets are met, the one that has fewer is kept as it is.
    All,
}

/// How many intervals a set may have, and what is done where it would have more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowding {
    /// How many; at least one.
    pub most: NonZeroUsize,
    /// What is done.
    pub joining: Joining,
}

impl Default for Crowding {
    fn default() -> Self {
        Self { most: NonZeroUsize::MIN.saturating_add(4), joining: Joining::Nearest }
    }
}

thread_local! {
    static CROWDING: Cell<Crowding> = Cell::new(Crowding::default());
}

/// Does something while sets of intervals have other limits than usual.
pub fn crowded<T>(crowding: Crowding, work: impl FnOnce() -> T) -> T {
    struct Restore(Crowding);
    impl Drop for Restore {
        fn drop(&mut self) {
            CROWDING.set(self.0);
        }
    }
    let _restore = Restore(CROWDING.replace(crowding));
    work()
}

/// Intervals in ascending order with numbers in between; at least one, at most as many as [`Crowding`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervals {
    parts: SmallVec<[Interval; 1]>,
}

impl Intervals {
    /// The numbers of some intervals, of which there is at least one.
    fn of(mut pieces: Pieces) -> Option<Self> {
        pieces.sort_unstable_by_key(|it| it.lo);
        let mut parts: SmallVec<[Interval; 1]> = SmallVec::new();
        for piece in pieces {
            match parts.last_mut() {
                Some(last) if piece.lo <= last.hi.saturating_add(1) => {
                    last.hi = last.hi.max(piece.hi);
                }
                _ => parts.push(piece),
            }
        }
        if parts.len() < 2 {
            return (!parts.is_empty()).then_some(Self { parts });
        }
        let Crowding { most, joining } = CROWDING.get();
        if joining == Joining::All && most.get() < parts.len() {
            let hull = Self { parts }.hull();
            return Some(Self::from_interval(hull));
        }
        while most.get() < parts.len() {
            let gap = |at: usize| parts[at + 1].lo.wrapping_sub(parts[at].hi).cast_unsigned();
            let nearest = (0..parts.len() - 1).min_by_key(|at| gap(*at))?;
            let next = parts.remove(nearest + 1);
            parts[nearest].hi = next.hi;
        }
        Some(Self { parts })
    }

    /// The numbers of one interval.
    #[must_use]
    pub fn from_interval(interval: Interval) -> Self {
        Self { parts: SmallVec::from_elem(interval, 1) }
    }

    /// The intervals, in ascending order.
    #[must_use]
    pub fn parts(&self) -> &[Interval] {
        &self.parts
    }

    /// The smallest interval that has all numbers.
    #[must_use]
    pub fn hull(&self) -> Interval {
        let (first, last) = (self.parts[0], self.parts[self.parts.len() - 1]);
        Interval { lo: first.lo, hi: last.hi }
    }

    /// The only number, if there is one.
    #[must_use]
    pub fn single(&self) -> Option<i128> {
        self.hull().single()
    }

    /// The numbers that are also in an interval.
    #[must_use]
    pub fn within(&self, range: Interval) -> Option<Self> {
        if self.hull().le(&range) {
            return Some(self.clone());
        }
        let parts: SmallVec<_> = self.parts.iter().filter_map(|it| it.meet(&range)).collect();
        (!parts.is_empty()).then_some(Self { parts })
    }

    /// All numbers but one.
    #[must_use]
    pub fn without(&self, value: i128) -> Option<Self> {
        let Some(at) = self.parts.iter().position(|it| it.has(value)) else {
            return Some(self.clone());
        };
        let Interval { lo, hi } = self.parts[at];
        if lo < value && value < hi && CROWDING.get().most.get() <= self.parts.len() {
            return Self::from_interval(self.hull()).without(value);
        }
        let mut parts = self.parts.clone();
        parts.remove(at);
        // The upper piece first: both go to the same position.
        let upper = value.checked_add(1).and_then(|lo| Interval::new(lo, hi));
        let lower = value.checked_sub(1).and_then(|hi| Interval::new(lo, hi));
        for piece in [upper, lower].into_iter().flatten() {
            parts.insert(at, piece);
        }
        (!parts.is_empty()).then_some(Self { parts })
    }

    /// What an operation on intervals yields for all of them.
    fn map(&self, op: impl Fn(Interval) -> Pieces, shape: IntShape) -> Self {
        let pieces = self.parts.iter().flat_map(|it| op(*it)).collect();
        Self::of(pieces).unwrap_or_else(|| Self::top(shape))
    }
}

impl Lattice for Intervals {
    fn le(&self, other: &Self) -> bool {
        self.parts.iter().all(|it| other.parts.iter().any(|theirs| it.le(theirs)))
    }

    fn join(&self, other: &Self) -> Self {
        if other.le(self) {
            return self.clone();
        }
        let pieces = self.parts.iter().chain(&other.parts).copied().collect();
        Self::of(pieces).unwrap_or_else(|| self.clone())
    }

    /// The hull is widened; of the gaps, those stay that are gaps in both. So there are ever fewer of them (L4).
    fn widen(&self, newer: &Self, thresholds: &Thresholds) -> Self {
        if newer.le(self) {
            return self.clone();
        }
        let Interval { mut lo, hi } = self.hull().widen(&newer.hull(), thresholds);
        let mut pieces = Pieces::new();
        for pair in self.parts.windows(2) {
            let gap = Interval { lo: pair[0].hi + 1, hi: pair[1].lo - 1 };
            if newer.within(gap).is_none() {
                pieces.extend(Interval::new(lo, gap.lo - 1));
                lo = gap.hi + 1;
            }
        }
        pieces.extend(Interval::new(lo, hi));
        Self::of(pieces).unwrap_or_else(|| self.clone())
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        let (few, many) =
            if self.parts.len() < other.parts.len() { (self, other) } else { (other, self) };
        let parts = few.parts.iter().filter_map(|it| many.within(*it));
        let pieces: Pieces = parts.flat_map(|it| it.parts).collect();
        // Pieces of disjoint intervals do not touch: none of them will be joined otherwise.
        let Crowding { most, joining } = CROWDING.get();
        if joining == Joining::All && most.get() < pieces.len() {
            return Some(few.clone());
        }
        Self::of(pieces)
    }
}

impl Numeric for Intervals {
    fn top(shape: IntShape) -> Self {
        Self::from_interval(Interval::of(shape))
    }

    fn constant(value: i128) -> Self {
        Self::from_interval(Interval { lo: value, hi: value })
    }

    fn contains(&self, value: i128) -> bool {
        self.parts.iter().any(|it| it.has(value))
    }

    fn unary(op: UnOp, shape: IntShape, a: &Self) -> Self {
        a.map(|it| Interval::operate_alone(op, shape, it), shape)
    }

    fn binary(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Self {
        if let ([x], [y]) = (&a.parts[..], &b.parts[..])
            && let [one] = Interval::operate(op, shape, *x, *y)[..]
        {
            return Self::from_interval(one);
        }
        a.map(
            |x| b.map(|y| Interval::operate(op, shape, x, y), shape).parts.into_iter().collect(),
            shape,
        )
    }

    fn wrap(&self, shape: IntShape) -> Self {
        self.map(|it| it.wrapped(shape), shape)
    }

    fn refine(op: BinOp, shape: IntShape, a: &Self, b: &Self) -> Option<(Self, Self)> {
        match op {
            BinOp::Eq => a.meet(b).map(|both| (both.clone(), both)),
            BinOp::Ne => {
                let without = |it: &Self, value: Option<i128>| {
                    value.map_or_else(|| Some(it.clone()), |value| it.without(value))
                };
                Some((without(a, b.single())?, without(b, a.single())?))
            }
            _ => {
                let (x, y) = Interval::refine(op, shape, &a.hull(), &b.hull())?;
                Some((a.within(x)?, b.within(y)?))
            }
        }
    }
}

impl std::fmt::Display for Intervals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |it: &Interval| match it.single() {
            Some(value) => format!("{value}"),
            None => format!("[{}, {}]", it.lo, it.hi),
        };
        let all: Vec<String> = self.parts.iter().map(one).collect();
        match self.parts.len() {
            1 => f.write_str(&all[0]),
            _ => write!(f, "{{{}}}", all.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Crowding, Intervals, Joining, crowded};
    use crate::interval::Interval;
    use crate::lattice::{Lattice, Numeric};
    use std::num::NonZeroUsize;
    use tribunal_ir::{BinOp, IntShape};

    /// The splits of the variable `a` in the program of figure 3 of the paper on AMC, from [-5, 8] on.
    #[test]
    fn a_full_set_is_joined_before_a_number_is_taken_out() {
        let a = Intervals::from_interval(Interval { lo: -5, hi: 8 });
        let not = |it: &Intervals, value: i128| it.without(value).unwrap();
        let least = Intervals::constant(-3);
        let after_15 = Intervals::refine(BinOp::Le, IntShape::I32, &least, &not(&a, 0)).unwrap().1;
        assert_eq!(after_15.to_string(), "{[-3, -1], [1, 8]}");
        let after_16 = not(&not(&not(&after_15, 2), 4), 7);
        assert_eq!(after_16.to_string(), "{[-3, -1], 1, 3, [5, 6], 8}");
        let after_17 = not(&after_16, -2);
        assert_eq!(after_17.to_string(), "{-3, [-1, 8]}");
    }

    #[test]
    fn a_comparison_splits() {
        let xy = Intervals::from_interval(Interval { lo: -20, hi: 52 });
        let zero = Intervals::constant(0);
        let (equal, _) = Intervals::refine(BinOp::Eq, IntShape::I32, &xy, &zero).unwrap();
        let (other, _) = Intervals::refine(BinOp::Ne, IntShape::I32, &xy, &zero).unwrap();
        assert_eq!(
            (equal.to_string(), other.to_string()),
            ("0".into(), "{[-20, -1], [1, 52]}".into())
        );
    }

    #[test]
    fn the_nearest_are_joined_where_there_are_too_many() {
        let numbers = [0, 10, 12, 20, 30, 40];
        let all = numbers.map(Intervals::constant).into_iter().reduce(|a, b| a.join(&b)).unwrap();
        assert_eq!(all.to_string(), "{0, [10, 12], 20, 30, 40}");
    }

    #[test]
    fn all_are_joined_if_so_it_is_said() {
        let all = crowded(Crowding { most: NonZeroUsize::MIN, joining: Joining::All }, || {
            Intervals::constant(0).join(&Intervals::constant(10))
        });
        assert_eq!(all.to_string(), "[0, 10]");
        assert_eq!(Intervals::constant(0).join(&Intervals::constant(10)).to_string(), "{0, 10}");
    }

    #[test]
    fn sums_wrap() {
        let byte = Intervals::from_interval(Interval { lo: 250, hi: 255 });
        let sum = Intervals::binary(BinOp::Add, IntShape::U8, &byte, &Intervals::constant(3));
        assert_eq!(sum.to_string(), "{[0, 2], [253, 255]}");
    }
}
