//! What is known of sums of the variables of a pack, in one of three domains: octagons, convex polyhedra, finite sets of these.
//!
//! All speak of the same: that a sum of multiples of variables is not above zero. A domain that cannot say something forgets it.

use smallvec::SmallVec;
use tribunal_domains::octagon::Signed;
use tribunal_domains::polyhedron::{Constraint, Sign};
use tribunal_domains::powerset::Powerset;
use tribunal_domains::{Lattice as _, Octagon, Polyhedron, Thresholds};

/// How variables are related to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// Sums and differences of two variables.
    #[default]
    Octagons,
    /// Sums of any number of multiples of variables.
    Polyhedra,
    /// A few polyhedra, of which one holds.
    Powersets,
}

impl Domain {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Octagons, Self::Polyhedra, Self::Powersets];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Octagons => "octagons",
            Self::Polyhedra => "polyhedra",
            Self::Powersets => "powersets",
        }
    }
}

/// A set of polyhedra has at most so many, but where it is widened.
const POLYHEDRA: usize = 4;

/// Multiples of variables, by their places in a pack, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    /// Variables, in ascending order, each with a factor that is not 0.
    pub(crate) terms: SmallVec<[(usize, i128); 2]>,
    pub(crate) constant: i128,
}

impl Linear {
    pub(crate) fn of(variable: usize) -> Self {
        Self { terms: SmallVec::from_elem((variable, 1), 1), constant: 0 }
    }

    pub(crate) fn constant(constant: i128) -> Self {
        Self { terms: SmallVec::new(), constant }
    }

    /// So many times the sum.
    pub(crate) fn times(&self, factor: i128) -> Option<Self> {
        if factor == 0 {
            return Some(Self::default());
        }
        let term = |(variable, it): &(usize, i128)| Some((*variable, it.checked_mul(factor)?));
        let terms = self.terms.iter().map(term).collect::<Option<_>>()?;
        Some(Self { terms, constant: self.constant.checked_mul(factor)? })
    }

    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (variable, factor) in &other.terms {
            match sum.terms.binary_search_by_key(variable, |it| it.0) {
                Ok(at) => sum.terms[at].1 = sum.terms[at].1.checked_add(*factor)?,
                Err(at) => sum.terms.insert(at, (*variable, *factor)),
            }
        }
        sum.terms.retain(|it| it.1 != 0);
        Some(sum)
    }

    pub(crate) fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(-1)?)
    }

    /// The factors of all variables of a pack and the number, as far as they fit.
    fn row(&self, variables: usize) -> Option<(Vec<i64>, i64)> {
        let mut factors = vec![0; variables];
        for (variable, factor) in &self.terms {
            factors[*variable] = i64::try_from(*factor).ok()?;
        }
        Some((factors, i64::try_from(self.constant).ok()?))
    }

    /// That it is not above zero, for octagons.
    fn bound(&self) -> Option<(Signed, Option<Signed>, i128)> {
        let signed = |(variable, factor): (usize, i128)| match factor {
            1 => Some(Signed::Plus(variable)),
            -1 => Some(Signed::Minus(variable)),
            _ => None,
        };
        let most = self.constant.checked_neg()?;
        match self.terms[..] {
            [(variable, factor)] => {
                let size = factor.checked_abs()?;
                Some((signed((variable, factor.signum()))?, None, most.div_euclid(size)))
            }
            [a, b] => Some((signed(a)?, Some(signed(b)?), most)),
            _ => None,
        }
    }
}

/// What is known.
#[derive(Clone, Debug)]
pub(crate) enum Relation {
    Octagon(Octagon),
    /// One of these holds; there is at least one.
    Polyhedra {
        variables: usize,
        any: Powerset<Polyhedron>,
        most: usize,
    },
}

impl Relation {
    pub(crate) fn top(domain: Domain, variables: usize) -> Self {
        let any = || Powerset::new([Polyhedron::top(variables)]);
        match domain {
            Domain::Octagons => Self::Octagon(Octagon::top(variables)),
            Domain::Polyhedra => Self::Polyhedra { variables, any: any(), most: 1 },
            Domain::Powersets => Self::Polyhedra { variables, any: any(), most: POLYHEDRA },
        }
    }

    /// The same with sums that are not above zero; `None` if that is impossible.
    pub(crate) fn with_all(&self, sums: &[Linear]) -> Option<Self> {
        match self {
            Self::Octagon(octagon) => {
                let is_false = |it: &Linear| it.terms.is_empty() && 0 < it.constant;
                if sums.iter().any(is_false) {
                    return None;
                }
                let bounds: Vec<_> = sums.iter().filter_map(Linear::bound).collect();
                octagon.with_all(&bounds).map(Self::Octagon)
            }
            Self::Polyhedra { variables, any, most } => {
                let constraint = |sum: &Linear| {
                    let (factors, constant) = sum.times(-1)?.row(*variables)?;
                    Some(Constraint::at_least(&factors, constant))
                };
                let new: Vec<Constraint> = sums.iter().filter_map(constraint).collect();
                let any = Powerset::new(any.elements().iter().filter_map(|it| it.with_all(&new)));
                (!any.elements().is_empty()).then_some(())?;
                Some(Self::Polyhedra { variables: *variables, any, most: *most })
            }
        }
    }

    /// The cases in which one of two sums can be not above zero; `None` if there is none.
    pub(crate) fn with_either(&self, (a, b): (Linear, Linear)) -> Option<Self> {
        let can = |it: &Self| {
            let with = |sum: &Linear| it.with_all(std::slice::from_ref(sum)).is_some();
            with(&a) || with(&b)
        };
        match self {
            Self::Octagon(_) => can(self).then(|| self.clone()),
            Self::Polyhedra { variables, any, most } => {
                let alone = |it: &Polyhedron| Self::Polyhedra {
                    variables: *variables,
                    any: Powerset::new([it.clone()]),
                    most: 1,
                };
                let left = any.elements().iter().filter(|it| can(&alone(it))).cloned();
                let any = Powerset::new(left);
                let is_empty = any.elements().is_empty();
                (!is_empty).then_some(Self::Polyhedra { variables: *variables, any, most: *most })
            }
        }
    }

    /// What is known after a variable has become a sum; `None` if that cannot be said.
    pub(crate) fn assign(&self, variable: usize, sum: &Linear) -> Option<Self> {
        match self {
            Self::Octagon(octagon) => {
                let term = match sum.terms[..] {
                    [] => None,
                    [(other, 1)] => Some(Signed::Plus(other)),
                    [(other, -1)] => Some(Signed::Minus(other)),
                    _ => return None,
                };
                Some(Self::Octagon(octagon.assign(variable, term, sum.constant)))
            }
            Self::Polyhedra { variables, .. } => {
                let (factors, constant) = sum.row(*variables)?;
                Some(self.each(|it| it.assign(variable, &factors, constant)))
            }
        }
    }

    pub(crate) fn forget(&self, variable: usize) -> Self {
        match self {
            Self::Octagon(octagon) => Self::Octagon(octagon.forget(variable)),
            Self::Polyhedra { .. } => self.each(|it| it.forget(variable)),
        }
    }

    fn each(&self, change: impl Fn(&Polyhedron) -> Polyhedron) -> Self {
        match self {
            Self::Octagon(_) => self.clone(),
            Self::Polyhedra { variables, any, most } => Self::Polyhedra {
                variables: *variables,
                any: Powerset::new(any.elements().iter().map(change)),
                most: *most,
            },
        }
    }

    pub(crate) fn le(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Octagon(a), Self::Octagon(b)) => a.le(b),
            (Self::Polyhedra { any: a, .. }, Self::Polyhedra { any: b, .. }) => a.le(b),
            _ => false,
        }
    }

    /// What is known in both cases; `None` if that is nothing.
    pub(crate) fn join(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Octagon(a), Self::Octagon(b)) => Some(Self::Octagon(a.join(b))),
            (Self::Polyhedra { variables, any, most }, Self::Polyhedra { any: theirs, .. }) => {
                let both = any.join(theirs);
                let any = match both.elements().len() <= *most {
                    true => both,
                    false => Powerset::new(both.hull()),
                };
                Some(Self::Polyhedra { variables: *variables, any, most: *most })
            }
            _ => None,
        }
    }

    /// The same, so that it stops growing; `newer` is known less.
    pub(crate) fn widen(&self, newer: &Self) -> Option<Self> {
        match (self, newer) {
            // Stops are for single variables, whose intervals know them.
            (Self::Octagon(a), Self::Octagon(b)) => {
                Some(Self::Octagon(a.widen(b, &Thresholds::none())))
            }
            (Self::Polyhedra { variables, any, most }, Self::Polyhedra { any: theirs, .. }) => {
                let any = match (theirs.le(any), any.hull(), theirs.hull()) {
                    (true, _, _) => any.clone(),
                    (false, Some(old), Some(new)) if *most == 1 => {
                        Powerset::new([old.widen(&new, &Thresholds::none())])
                    }
                    _ => any.widen_certified(theirs),
                };
                Some(Self::Polyhedra { variables: *variables, any, most: *most })
            }
            _ => None,
        }
    }

    /// Whether something may be known of a variable.
    pub(crate) fn mentions(&self, variable: usize) -> bool {
        match self {
            Self::Octagon(_) => true,
            Self::Polyhedra { any, .. } => any.elements().iter().any(|it| it.mentions(variable)),
        }
    }

    /// The least and the greatest value of each variable.
    pub(crate) fn ranges(&self) -> Vec<(Option<i128>, Option<i128>)> {
        match self {
            Self::Octagon(octagon) => octagon.ranges(),
            Self::Polyhedra { variables, any, .. } => {
                let range = |variable: usize| {
                    let all = any.elements().iter().map(|it| it.range(variable));
                    all.reduce(|(lo, hi), (least, most)| {
                        (lo.zip(least).map(|(a, b)| a.min(b)), hi.zip(most).map(|(a, b)| a.max(b)))
                    })
                };
                (0..*variables).map(|it| range(it).unwrap_or_default()).collect()
            }
        }
    }

    /// What is known for certain of more than one variable, as sums that are not above zero; those that are exactly zero are there twice.
    pub(crate) fn sums(&self) -> Vec<Linear> {
        match self {
            Self::Octagon(octagon) => octagon_sums(octagon),
            Self::Polyhedra { any, .. } => {
                let hull = any.hull();
                let constraints = hull.iter().flat_map(Polyhedron::constraints);
                constraints.filter_map(polyhedron_sums).flatten().collect()
            }
        }
    }

    #[cfg(test)]
    pub(crate) fn contains(&self, values: &[i128]) -> bool {
        match self {
            Self::Octagon(octagon) => octagon.contains(values),
            Self::Polyhedra { any, .. } => any.elements().iter().any(|it| it.contains(values)),
        }
    }
}

fn octagon_sums(octagon: &Octagon) -> Vec<Linear> {
    let ranges = octagon.ranges();
    let mut found = Vec::new();
    let count = octagon.variables();
    let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (b, a)));
    for (a, b) in pairs {
        for (factor, other) in [(1, Signed::Plus(b)), (-1, Signed::Minus(b))] {
            let sum = |sign: i128, constant: i128| Linear {
                terms: SmallVec::from_slice(&[(b, sign * factor), (a, sign)]),
                constant,
            };
            let (lo, hi) = octagon.range(Signed::Plus(a), Some(other));
            // What follows from the variables alone is known.
            let (least, most) = match factor {
                1 => (ranges[b].0, ranges[b].1),
                _ => (ranges[b].1.map(|it| -it), ranges[b].0.map(|it| -it)),
            };
            let plus = |x: Option<i128>, y: Option<i128>| x?.checked_add(y?);
            let is_new_high = |it: &i128| plus(ranges[a].1, most).is_none_or(|most| *it < most);
            let is_new_low = |it: &i128| plus(ranges[a].0, least).is_none_or(|least| least < *it);
            found.extend(hi.filter(is_new_high).map(|hi| sum(1, -hi)));
            found.extend(lo.filter(is_new_low).map(|lo| sum(-1, lo)));
        }
    }
    found
}

/// A constraint on several variables, if its numbers are small.
fn polyhedron_sums(constraint: &Constraint) -> Option<Vec<Linear>> {
    let (sign, factors, constant) = constraint.parts()?;
    let terms: SmallVec<[(usize, i128); 2]> = (factors.iter().enumerate())
        .filter(|it| *it.1 != 0)
        .map(|(variable, factor)| (variable, -i128::from(*factor)))
        .collect();
    if terms.len() < 2 {
        return None;
    }
    let sum = Linear { terms, constant: -i128::from(constant) };
    Some(match sign {
        Sign::Zero => vec![sum.times(-1)?, sum],
        Sign::AtLeast | Sign::Above => vec![sum],
    })
}
