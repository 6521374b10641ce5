//! Closed convex polyhedra over the reals, by their constraints, in exact arithmetic.
//!
//! P. Cousot, N. Halbwachs: *Automatic discovery of linear restraints among variables of a program*. POPL 1978; the standard widening as N. Halbwachs has it
//! (thesis, 1979). Everything is done on constraints: variables are eliminated after Fourier and Motzkin (module [`elimination`]), and what follows from what is
//! decided by the simplex method (module [`feasibility`]). Meant for the few variables of a pack.

mod elimination;
mod feasibility;
mod integer;
mod ratio;

use crate::lattice::{Lattice, Thresholds};
use crate::powerset::{Certified, Coverable};
pub use elimination::{Constraint, Sign};
use elimination::{entails, equations, project, reduced};
use feasibility::is_feasible;
use integer::Integer;

/// A set of vectors of reals, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyhedron {
    dimensions: usize,
    /// None follows from the others; in a normal form.
    constraints: Vec<Constraint>,
}

impl Polyhedron {
    /// All vectors.
    #[must_use]
    pub fn top(dimensions: usize) -> Self {
        Self { dimensions, constraints: Vec::new() }
    }

    /// The vectors that satisfy all of some constraints; `None` if there are none.
    #[must_use]
    pub fn new(dimensions: usize, constraints: &[Constraint]) -> Option<Self> {
        let constraints = reduced(constraints.to_vec(), dimensions)?;
        Some(Self { dimensions, constraints })
    }

    /// One vector.
    #[must_use]
    pub fn point(values: &[i64]) -> Self {
        let equal = |(variable, value): (usize, &i64)| {
            let mut factors = vec![0; values.len()];
            factors[variable] = 1;
            Constraint::equal(&factors, value.saturating_neg())
        };
        let constraints: Vec<Constraint> = values.iter().enumerate().map(equal).collect();
        Self::new(values.len(), &constraints).unwrap_or_else(|| Self::top(values.len()))
    }

    /// The vectors between two, in each dimension.
    #[must_use]
    pub fn cuboid(ranges: &[(i64, i64)]) -> Option<Self> {
        let mut constraints = Vec::new();
        for (variable, (lo, hi)) in ranges.iter().enumerate() {
            let mut factors = vec![0; ranges.len()];
            factors[variable] = 1;
            constraints.push(Constraint::at_least(&factors, lo.saturating_neg()));
            factors[variable] = -1;
            constraints.push(Constraint::at_least(&factors, *hi));
        }
        Self::new(ranges.len(), &constraints)
    }

    /// The constraints, of which none follows from the others.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Whether all vectors satisfy a constraint.
    #[must_use]
    pub fn entails(&self, constraint: &Constraint) -> bool {
        entails(&self.constraints, constraint, self.dimensions)
    }

    /// The vectors that satisfy a constraint too.
    #[must_use]
    pub fn with(&self, constraint: &Constraint) -> Option<Self> {
        self.with_all(std::slice::from_ref(constraint))
    }

    /// The vectors that satisfy some constraints too; `None` if there are none.
    #[must_use]
    pub fn with_all(&self, constraints: &[Constraint]) -> Option<Self> {
        // What follows already is most often easy to see, and always easier than to find the normal form again.
        let is_new = |it: &&Constraint| !self.has(it) && !self.entails(it);
        let new: Vec<Constraint> = constraints.iter().filter(is_new).cloned().collect();
        if new.is_empty() {
            return Some(self.clone());
        }
        Self::new(self.dimensions, &[self.constraints.as_slice(), &new].concat())
    }

    /// Whether a constraint, or a tighter one on the same sum, is among those of the set.
    fn has(&self, constraint: &Constraint) -> bool {
        let is_tighter = |it: &Constraint| {
            it.sign == constraint.sign
                && it.factors == constraint.factors
                && match it.sign {
                    Sign::Zero => it.constant == constraint.constant,
                    Sign::AtLeast | Sign::Above => it.constant <= constraint.constant,
                }
        };
        self.constraints.iter().any(is_tighter)
    }

    /// Whether some constraint is about a variable.
    #[must_use]
    pub fn mentions(&self, variable: usize) -> bool {
        self.constraints.iter().any(|it| it.factors[variable] != Integer::ZERO)
    }

    /// The vectors after `x := Σ factors·x + constant`.
    #[must_use]
    pub fn assign(&self, variable: usize, factors: &[i64], constant: i64) -> Self {
        // The new value is one more dimension at first.
        let mut all: Vec<Constraint> = self.constraints.iter().map(|it| it.extended(1)).collect();
        let mut definition: Vec<i64> = factors.iter().map(|it| it.saturating_neg()).collect();
        definition.push(1);
        all.push(Constraint::equal(&definition, constant.saturating_neg()));
        let all = project(all, self.dimensions + 1, &[variable]);
        let moved: Vec<Constraint> = all.into_iter().map(|it| it.with_last_at(variable)).collect();
        Self::new(self.dimensions, &moved).unwrap_or_else(|| Self::top(self.dimensions))
    }

    /// The vectors that are in the set if one variable is chosen well.
    #[must_use]
    pub fn forget(&self, variable: usize) -> Self {
        let rest = project(self.constraints.clone(), self.dimensions, &[variable]);
        Self::new(self.dimensions, &rest).unwrap_or_else(|| Self::top(self.dimensions))
    }

    /// The least and the greatest whole number that a variable can be, as far as there are such and they are not huge.
    #[must_use]
    pub fn range(&self, variable: usize) -> (Option<i128>, Option<i128>) {
        let others: Vec<usize> = (0..self.dimensions).filter(|it| *it != variable).collect();
        let rest = project(self.constraints.clone(), self.dimensions, &others);
        let mut range = (None, None);
        for half in rest.iter().flat_map(Constraint::half_spaces) {
            // factor · x + constant ≥ 0
            let (factor, constant) = (&half.factors[variable], &half.constant);
            let end = |factor: &Integer, constant: &Integer| {
                i128::try_from(constant).ok().zip(i128::try_from(factor).ok())
            };
            if factor.is_negative() {
                let most = end(&-factor, constant).map(|(c, f)| c.div_euclid(f));
                range.1 = [range.1, most].into_iter().flatten().min();
            } else if *factor != Integer::ZERO {
                let least = end(factor, constant).map(|(c, f)| -c.div_euclid(f));
                range.0 = [range.0, least].into_iter().flatten().max();
            }
        }
        range
    }

    /// Whether a vector is in the set.
    #[must_use]
    pub fn contains(&self, values: &[i128]) -> bool {
        self.constraints.iter().all(|it| {
            let terms = it
                .factors
                .iter()
                .zip(values)
                .map(|(factor, value)| factor * &Integer::from(*value));
            let sum = terms.fold(it.constant.clone(), |sum, term| &sum + &term);
            match it.sign {
                Sign::Zero => sum == Integer::ZERO,
                Sign::AtLeast => !sum.is_negative(),
                Sign::Above => sum > Integer::ZERO,
            }
        })
    }

    /// How many dimensions the set has.
    fn dimension(&self) -> usize {
        self.dimensions - equations(&self.constraints)
    }

    /// The constraints, with two for each equation.
    fn half_spaces(&self) -> Vec<Constraint> {
        self.constraints.iter().flat_map(Constraint::half_spaces).collect()
    }
}

impl Lattice for Polyhedron {
    fn le(&self, other: &Self) -> bool {
        other.constraints.iter().all(|it| self.entails(it))
    }

    /// The smallest closed polyhedron around both: of vectors `x = y + z` with `y` in λ times the one and `z` in 1 - λ times the other.
    fn join(&self, other: &Self) -> Self {
        if self.le(other) {
            return other.clone();
        }
        if other.le(self) {
            return self.clone();
        }
        // First x, then y, then λ.
        let n = self.dimensions;
        let share = 2 * n;
        let mut all = Vec::new();
        for constraint in &self.constraints {
            let mut row = constraint.blank(2 * n + 1);
            for variable in 0..n {
                row.factors[n + variable] = constraint.factors[variable].clone();
            }
            row.factors[share] = constraint.constant.clone();
            all.push(row);
        }
        for constraint in &other.constraints {
            let mut row = constraint.blank(2 * n + 1);
            for variable in 0..n {
                row.factors[variable] = constraint.factors[variable].clone();
                row.factors[n + variable] = -&constraint.factors[variable];
            }
            row.factors[share] = -&constraint.constant;
            row.constant = constraint.constant.clone();
            all.push(row);
        }
        let mut factors = vec![0; 2 * n + 1];
        factors[share] = 1;
        all.push(Constraint::at_least(&factors, 0));
        factors[share] = -1;
        all.push(Constraint::at_least(&factors, 1));
        let gone: Vec<usize> = (n..=share).collect();
        let all: Vec<Constraint> =
            project(all, 2 * n + 1, &gone).into_iter().map(|it| it.shortened(n)).collect();
        Self::new(n, &all).unwrap_or_else(|| Self::top(n))
    }

    /// The constraints that still hold, and those of the newer set that can stand for one of the older (L4).
    fn widen(&self, newer: &Self, _: &Thresholds) -> Self {
        let newer = self.join(newer);
        let old = self.half_spaces();
        let can_stand_for_one = |new: &Constraint| {
            (0..old.len()).any(|position| {
                let mut exchanged = old.clone();
                exchanged[position] = new.clone();
                entails(&exchanged, &old[position], self.dimensions)
            })
        };
        let mut kept: Vec<Constraint> =
            old.iter().filter(|it| newer.entails(it)).cloned().collect();
        kept.extend(newer.half_spaces().into_iter().filter(can_stand_for_one));
        Self::new(self.dimensions, &kept).unwrap_or_else(|| Self::top(self.dimensions))
    }

    fn meet(&self, other: &Self) -> Option<Self> {
        let all = [self.constraints.as_slice(), &other.constraints].concat();
        Self::new(self.dimensions, &all)
    }
}

impl Certified for Polyhedron {
    /// How many dimensions are missing, and how many half-spaces it is the intersection of.
    type Certificate = (usize, usize);

    fn certificate(&self) -> (usize, usize) {
        (self.dimensions - self.dimension(), self.half_spaces().len())
    }

    /// The smallest closed polyhedron around what is left.
    fn subtract(&self, other: &Self) -> Self {
        let parts = other.half_spaces().into_iter().filter_map(|it| {
            let beyond = [self.constraints.as_slice(), &[it.negated()]].concat();
            is_feasible(&beyond, self.dimensions).then(|| self.with(&it.opposite()))?
        });
        parts.reduce(|a, b| a.join(&b)).unwrap_or_else(|| self.clone())
    }
}

impl Coverable for Polyhedron {
    fn is_covered_by(&self, parts: &[Self]) -> bool {
        !sticks_out(self.constraints.clone(), parts, self.dimensions)
    }
}

/// Whether a vector that satisfies all constraints is in no part.
fn sticks_out(constraints: Vec<Constraint>, parts: &[Polyhedron], dimensions: usize) -> bool {
    if !is_feasible(&constraints, dimensions) {
        return false;
    }
    let Some((first, rest)) = parts.split_first() else { return true };
    first.half_spaces().into_iter().any(|it| {
        let mut beyond = constraints.clone();
        beyond.push(it.negated());
        sticks_out(beyond, rest, dimensions)
    })
}

impl std::fmt::Display for Polyhedron {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<String> = self.constraints.iter().map(ToString::to_string).collect();
        write!(f, "{{{}}}", all.join(", "))
    }
}

#[cfg(test)]
mod tests;
