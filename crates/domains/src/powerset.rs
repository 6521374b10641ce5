//! Finite powersets of a domain, with widenings that stop.
//!
//! R. Bagnara, P. M. Hill, E. Zaffanella: *Widening operators for powerset domains*. VMCAI 2004.
//!
//! | paper            | here                             |
//! |------------------|----------------------------------|
//! | Ω                | [`Powerset::new`]                |
//! | ⊕P, ⊢P, ⊢EM      | [`Powerset::join`], [`Powerset::le`], [`Powerset::le_egli_milner`] |
//! | h (Prop. 1)      | [`Powerset::extrapolate`], *not* a widening |
//! | EM∇P (Def. 5)    | [`Powerset::widen_connected`]    |
//! | μ∇P (Def. 8)     | [`Powerset::widen_certified`]    |
//! | ◁ (Prop. 3)      | [`Powerset::is_within`]          |
//! | mergers (Sect. 5)| [`Powerset::is_pairwise_merged`], [`Powerset::is_fully_merged`], [`Powerset::merged_pairwise`] |

use crate::lattice::{Lattice, Thresholds};

/// A domain whose widening has a certificate, and where a part can be taken away from a whole.
pub trait Certified: Lattice {
    /// Something of which there is no endless falling chain.
    type Certificate: Ord;

    /// The certificate: `a.widen(b)` has a smaller one than `a` whenever `b` is above `a` and not equal to it.
    fn certificate(&self) -> Self::Certificate;

    /// An element below `self` that, joined with `other`, which is below `self`, yields `self` again.
    #[must_use]
    fn subtract(&self, other: &Self) -> Self;
}

/// A domain in which it can be told whether the values of an element are among those of several together.
pub trait Coverable: Lattice {
    /// Whether each value is one of a part.
    fn is_covered_by(&self, parts: &[Self]) -> bool;
}

/// Finitely many elements, none of which is below another; no element at all for no value at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Powerset<D> {
    elements: Vec<D>,
}

impl<D: Lattice> Powerset<D> {
    /// The elements that are not below others, in the order given.
    #[must_use]
    pub fn new(elements: impl IntoIterator<Item = D>) -> Self {
        let mut kept: Vec<D> = Vec::new();
        for element in elements {
            if !kept.iter().any(|it| element.le(it)) {
                kept.retain(|it| !it.le(&element));
                kept.push(element);
            }
        }
        Self { elements: kept }
    }

    /// The elements.
    #[must_use]
    pub fn elements(&self) -> &[D] {
        &self.elements
    }

    /// Whether each element is below one of the other's.
    #[must_use]
    pub fn le(&self, other: &Self) -> bool {
        self.elements.iter().all(|it| other.elements.iter().any(|theirs| it.le(theirs)))
    }

    /// Besides, each of the other's is above an element; or there is none here.
    #[must_use]
    pub fn le_egli_milner(&self, other: &Self) -> bool {
        let is_covering = |theirs: &D| self.elements.iter().any(|it| it.le(theirs));
        self.elements.is_empty() || (self.le(other) && other.elements.iter().all(is_covering))
    }

    /// The elements of both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        Self::new(self.elements.iter().chain(&other.elements).cloned())
    }

    /// One element above all.
    #[must_use]
    pub fn hull(&self) -> Option<D> {
        self.elements.iter().cloned().reduce(|a, b| a.join(&b))
    }

    fn singleton(&self) -> Self {
        Self { elements: self.hull().into_iter().collect() }
    }

    /// What a newer set grows to if each element is widened that has grown. A chain of these need not stop.
    #[must_use]
    pub fn extrapolate(&self, newer: &Self) -> Self {
        let thresholds = Thresholds::default();
        let grown =
            |old: &D, new: &D| (old.le(new) && old != new).then(|| old.widen(new, &thresholds));
        let pairs = self.elements.iter().flat_map(|a| newer.elements.iter().map(move |b| (a, b)));
        newer.join(&Self::new(pairs.filter_map(|(a, b)| grown(a, b))))
    }

    /// The first widening: where an element of the newer set, which is above this one, covers none of the older, all are joined first.
    #[must_use]
    pub fn widen_connected(&self, newer: &Self) -> Self {
        if self.le_egli_milner(newer) {
            self.extrapolate(newer)
        } else {
            self.extrapolate(&self.join(newer).singleton())
        }
    }
}

impl<D: Certified> Powerset<D> {
    /// The certificates of all elements, the greatest first: as sequences they are ordered as multisets are (N. Dershowitz, Z. Manna, 1979).
    fn certificates(&self) -> Vec<D::Certificate> {
        let mut all: Vec<D::Certificate> = self.elements.iter().map(D::certificate).collect();
        all.sort_by(|a, b| b.cmp(a));
        all
    }

    /// Whether a step to another set brings the end of all chains nearer.
    fn is_progress(&self, other: &Self) -> bool {
        let certificate = |it: &Self| it.hull().map(|it| it.certificate());
        match (certificate(self), certificate(other)) {
            (None, _) => true,
            (_, None) => false,
            (Some(mine), Some(theirs)) => {
                let (few, many) = (other.elements.len() == 1, self.elements.len() > 1);
                theirs < mine
                    || (theirs == mine
                        && many
                        && (few || other.certificates() < self.certificates()))
            }
        }
    }

    /// The second widening: the newer set, which is above this one, as long as certificates fall; then what lies beyond it is added; then all are joined.
    #[must_use]
    pub fn widen_certified(&self, newer: &Self) -> Self {
        let all = self.join(newer);
        if all == *self || self.is_progress(&all) {
            return all;
        }
        let (Some(old), Some(new)) = (self.hull(), all.hull()) else { return all };
        if old != new {
            let beyond = old.widen(&new, &Thresholds::default()).subtract(&new);
            return all.join(&Self::new([beyond]));
        }
        newer.singleton()
    }
}

impl<D: Coverable> Powerset<D> {
    /// Whether every value here is one there: the contents, whatever the elements.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.elements.iter().all(|it| it.is_covered_by(&other.elements))
    }

    /// Whether some elements together are as good as one.
    fn can_merge(elements: &[D]) -> bool {
        let hull = elements.iter().cloned().reduce(|a, b| a.join(&b));
        hull.is_some_and(|it| it.is_covered_by(elements))
    }

    /// Whether no two elements are together as good as one.
    #[must_use]
    pub fn is_pairwise_merged(&self) -> bool {
        let pairs = (0..self.elements.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
        !pairs
            .into_iter()
            .any(|(a, b)| Self::can_merge(&[self.elements[a].clone(), self.elements[b].clone()]))
    }

    /// Whether no several elements are together as good as one. All choices are tried: for small sets.
    #[must_use]
    pub fn is_fully_merged(&self) -> bool {
        !(1..1u64 << self.elements.len()).any(|choice| {
            let chosen = self.elements.iter().enumerate().filter(|it| choice >> it.0 & 1 == 1);
            let chosen: Vec<D> = chosen.map(|it| it.1.clone()).collect();
            1 < chosen.len() && Self::can_merge(&chosen)
        })
    }

    /// The same values, with pairs that are as good as one joined until there are none.
    #[must_use]
    pub fn merged_pairwise(&self) -> Self {
        let mut all = self.elements.clone();
        loop {
            let pairs = (0..all.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
            let found = pairs
                .into_iter()
                .find(|(a, b)| Self::can_merge(&[all[*a].clone(), all[*b].clone()]));
            let Some((a, b)) = found else { return Self::new(all) };
            let second = all.remove(b);
            all[a] = all[a].join(&second);
        }
    }
}

impl<D: std::fmt::Display> std::fmt::Display for Powerset<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<String> = self.elements.iter().map(ToString::to_string).collect();
        write!(f, "{{{}}}", all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Certified as _, Powerset};
    use crate::extended::Extended;
    use crate::lattice::{Lattice as _, Thresholds};
    use proptest::prelude::{any, prop, prop_assert, proptest};

    fn set(parts: &[(i64, i64)]) -> Powerset<Extended> {
        Powerset::new(parts.iter().map(|&(lo, hi)| Extended::new(lo, hi)))
    }

    /// The sets of example 2: the points 0 to j.
    fn points(j: i64) -> Powerset<Extended> {
        Powerset::new((0..=j).map(|it| Extended::new(it, it)))
    }

    #[test]
    fn example_1_redundant_elements_go() {
        assert_eq!(set(&[(0, 2), (1, 2), (3, 4), (4, 5)]).to_string(), "{[0, 2], [3, 4], [4, 5]}");
    }

    #[test]
    fn example_2_the_lifted_operator_diverges() {
        for j in 0..100 {
            assert_eq!(points(j).extrapolate(&points(j + 1)), points(j + 1));
        }
    }

    #[test]
    fn example_3_the_connected_widening_stops() {
        let first = points(0).widen_connected(&points(1));
        assert_eq!(first.to_string(), "{[0, ∞)}");
        assert!(points(2).le(&first));
    }

    type Widening = fn(&Powerset<Extended>, &Powerset<Extended>) -> Powerset<Extended>;

    /// The steps until a chain of points is stable.
    fn chain(widen: Widening) -> Vec<String> {
        let (mut now, mut steps) = (points(0), Vec::new());
        for j in 1..50 {
            let newer = now.join(&points(j));
            if newer.le(&now) {
                return steps;
            }
            now = widen(&now, &newer);
            steps.push(now.to_string());
        }
        panic!("the chain should stop: {steps:?}");
    }

    #[test]
    fn example_2_stops_with_certificates_and_is_more_precise() {
        assert_eq!(chain(Powerset::widen_certified), ["{0, 1}", "{0, 1, [2, ∞)}"]);
        assert_eq!(chain(Powerset::widen_connected), ["{[0, ∞)}"]);
    }

    #[test]
    fn example_4_certificates() {
        let certificate = |lo, hi| Extended { lo, hi }.certificate();
        assert_eq!(certificate(Some(1), Some(1)), (1, 2));
        assert_eq!(certificate(Some(0), Some(1)), (0, 2));
        assert_eq!(certificate(Some(0), None), (0, 1));
        assert_eq!(certificate(None, None), (0, 0));
    }

    #[test]
    fn example_6_and_its_neighbours() {
        let widen =
            |a: &[(i64, i64)], b: &[(i64, i64)]| set(a).widen_certified(&set(b)).to_string();
        assert_eq!(widen(&[(0, 1)], &[(0, 1), (2, 3)]), "{[0, 1], [2, 3], [3, ∞)}");
        assert_eq!(widen(&[(0, 1), (3, 4)], &[(0, 1), (3, 4), (2, 2)]), "{[0, 4]}");
        assert_eq!(widen(&[(0, 0), (1, 1), (3, 4)], &[(0, 1), (3, 4)]), "{[3, 4], [0, 1]}");
        assert_eq!(
            widen(&[(0, 1), (3, 4)], &[(0, 1), (3, 4), (6, 7)]),
            "{[0, 1], [3, 4], [6, 7], [7, ∞)}"
        );
    }

    proptest! {
        #[test]
        fn both_widenings_stop_and_are_above(parts in prop::collection::vec((any::<i8>(), 0..20i64), 2..40)) {
            let widenings: [Widening; 2] = [Powerset::widen_connected, Powerset::widen_certified];
            for widen in widenings {
                let (mut now, mut steps) = (Powerset::new([]), 0);
                for _ in 0..6 {
                    for &(lo, size) in &parts {
                        let newer = now.join(&set(&[(lo.into(), i64::from(lo) + size)]));
                        if !newer.le(&now) {
                            let next = widen(&now, &newer);
                            prop_assert!(newer.le(&next));
                            (now, steps) = (next, steps + 1);
                        }
                    }
                }
                prop_assert!(steps < 20, "{steps} steps: {now}");
            }
        }

        #[test]
        fn example_5_a_difference_is_a_subtraction(lo in -9..9i64, hi in 0..9i64, a in 0..9i64, b in 0..9i64) {
            let whole = Extended::new(lo, lo + hi + a + b);
            let part = Extended::new(lo + a, lo + a + hi);
            prop_assert!(whole.subtract(&part).le(&whole));
            prop_assert!(whole.subtract(&part).join(&part) == whole);
        }

        #[test]
        fn certificates_fall(lo in -9..9i64, hi in 0..9i64, a in 0..9i64, b in 0..9i64) {
            let new = Extended::new(lo, lo + hi + a + b);
            let old = Extended::new(lo + a, lo + a + hi);
            if old != new {
                prop_assert!(old.widen(&new, &Thresholds::default()).certificate() < old.certificate());
            }
        }
    }
}
