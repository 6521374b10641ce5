//! Whether linear constraints can hold together: the simplex method for variables without a sign, with a choice of variables that comes to an end.
//!
//! B. Dutertre, L. de Moura: *A fast linear-arithmetic solver for DPLL(T)*. CAV 2006; R. Bland: *New finite pivoting rules for the simplex method*. Mathematics
//! of Operations Research, 1977. What is strictly above a bound is above it by an infinitely small number.

use super::elimination::{Constraint, Sign};
use super::integer::Integer;
use super::ratio::Ratio;

/// A number and a multiple of an infinitely small one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Near(Ratio, Ratio);

impl Near {
    fn zero() -> Self {
        Self(Ratio::zero(), Ratio::zero())
    }

    /// The same, with a multiple of another added.
    fn plus(&self, factor: &Ratio, other: &Self) -> Self {
        Self(self.0.plus(&factor.times(&other.0)), self.1.plus(&factor.times(&other.1)))
    }
}

/// The variables, then the sums of the constraints. Some of them, the basic ones, are sums of multiples of the others.
struct Tableau {
    basic: Vec<usize>,
    others: Vec<usize>,
    /// The factors of each basic one, in the order of the others.
    rows: Vec<Vec<Ratio>>,
    values: Vec<Near>,
    least: Vec<Option<Near>>,
    most: Vec<Option<Near>>,
}

impl Tableau {
    fn new(constraints: &[Constraint], variables: usize) -> Self {
        let count = variables + constraints.len();
        let mut least = vec![None; variables];
        let mut most = least.clone();
        for it in constraints {
            let above = if it.sign == Sign::Above { Integer::ONE } else { Integer::ZERO };
            let bound = Near(Ratio::whole(-&it.constant), Ratio::whole(above));
            most.push((it.sign == Sign::Zero).then(|| bound.clone()));
            least.push(Some(bound));
        }
        let row = |it: &Constraint| it.factors.iter().cloned().map(Ratio::whole).collect();
        Self {
            basic: (variables..count).collect(),
            others: (0..variables).collect(),
            rows: constraints.iter().map(row).collect(),
            values: vec![Near::zero(); count],
            least,
            most,
        }
    }

    fn is_below(&self, variable: usize) -> bool {
        self.least[variable].as_ref().is_some_and(|it| self.values[variable] < *it)
    }

    fn is_above(&self, variable: usize) -> bool {
        self.most[variable].as_ref().is_some_and(|it| *it < self.values[variable])
    }

    fn can_grow(&self, variable: usize) -> bool {
        self.most[variable].as_ref().is_none_or(|it| self.values[variable] < *it)
    }

    fn can_shrink(&self, variable: usize) -> bool {
        self.least[variable].as_ref().is_none_or(|it| *it < self.values[variable])
    }

    /// Moves a basic variable that is out of bounds to its bound, by another that can move; `None` if there is none, `Some(false)` if all are in bounds.
    fn repair(&mut self) -> Option<bool> {
        let is_out = |row: &usize| {
            let variable = self.basic[*row];
            self.is_below(variable) || self.is_above(variable)
        };
        let out = (0..self.basic.len()).filter(is_out).min_by_key(|row| self.basic[*row]);
        let Some(row) = out else { return Some(false) };
        let variable = self.basic[row];
        let grows = self.is_below(variable);
        let helps = |column: &usize| {
            let (factor, other) = (&self.rows[row][*column], self.others[*column]);
            if factor.is_zero() {
                return false;
            }
            match factor.is_positive() == grows {
                true => self.can_grow(other),
                false => self.can_shrink(other),
            }
        };
        let column =
            (0..self.others.len()).filter(helps).min_by_key(|column| self.others[*column])?;
        let bound = if grows { &self.least[variable] } else { &self.most[variable] };
        let target = bound.clone()?;
        self.move_to(row, column, target);
        self.exchange(row, column);
        Some(true)
    }

    fn move_to(&mut self, row: usize, column: usize, target: Near) {
        let minus = Ratio::whole(Integer::from(-1));
        let gap = target.plus(&minus, &self.values[self.basic[row]]);
        let step = Near::zero().plus(&self.rows[row][column].inverse(), &gap);
        for (index, factors) in self.rows.iter().enumerate().filter(|(index, _)| *index != row) {
            let variable = self.basic[index];
            self.values[variable] = self.values[variable].plus(&factors[column], &step);
        }
        let other = self.others[column];
        self.values[other] = self.values[other].plus(&Ratio::whole(Integer::ONE), &step);
        self.values[self.basic[row]] = target;
    }

    /// A basic variable and another change places.
    fn exchange(&mut self, row: usize, column: usize) {
        let inverse = self.rows[row][column].inverse();
        let minus = inverse.times(&Ratio::whole(Integer::from(-1)));
        for (index, factor) in self.rows[row].iter_mut().enumerate() {
            *factor = if index == column { inverse.clone() } else { factor.times(&minus) };
        }
        let pivot = self.rows[row].clone();
        for factors in self.rows.iter_mut().enumerate().filter(|it| it.0 != row).map(|it| it.1) {
            let through = std::mem::replace(&mut factors[column], Ratio::zero());
            if through.is_zero() {
                continue;
            }
            for (factor, by) in factors.iter_mut().zip(&pivot) {
                *factor = factor.plus(&through.times(by));
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.others[column]);
    }
}

/// Whether some vector satisfies all constraints.
pub(super) fn is_feasible(constraints: &[Constraint], variables: usize) -> bool {
    let mut tableau = Tableau::new(constraints, variables);
    loop {
        match tableau.repair() {
            Some(true) => {}
            Some(false) => return true,
            None => return false,
        }
    }
}
