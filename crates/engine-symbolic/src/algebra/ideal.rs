//! What follows from polynomial equations modulo powers of two.
//!
//! Equations in which an atom stands alone, with an odd factor, are used to replace it. Of those that are left, multiples by products of atoms are taken, up to the
//! degree of what is to be shown, and it is asked whether that is a sum of multiples of them (a bounded form of ideal membership: B. Buchberger, 1965;
//! modulo 2^w by linear algebra, as in M. Müller-Olm & H. Seidl, Analysis of modular arithmetic, TOPLAS 2007).
//!
//! Law: whatever makes all equations 0, each modulo its own power of two, makes what follows 0. Each step replaces equals by equals, or adds multiples of what is 0.

use std::collections::BTreeSet;
use tribunal_domains::modular::{Modulus, Span};
use tribunal_solver::{Monomial, Polynomial, TermId};

/// How many multiples of equations, of how many different summands, are looked at.
const ROWS: usize = 500;
const COLUMNS: usize = 300;

/// How many factors more than what is to be shown a multiple may have.
const SLACK: usize = 1;

/// Equations that hold together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ideal {
    /// What is 0.
    zeros: Vec<Polynomial>,
    /// Atoms and what they are, in so many bits, in the order in which they are to be replaced.
    replaced: Vec<(TermId, Polynomial)>,
    /// Whether the equations contradict each other.
    is_absurd: bool,
}

impl Ideal {
    /// Equations between polynomials and 0.
    pub(crate) fn new(equations: impl IntoIterator<Item = Polynomial>) -> Self {
        let mut ideal = Self::default();
        equations.into_iter().for_each(|it| ideal.insert(it));
        ideal
    }

    /// Whether nothing makes all equations 0.
    pub(crate) fn is_absurd(&self) -> bool {
        self.is_absurd
    }

    /// Adds an equation.
    pub(crate) fn insert(&mut self, equation: Polynomial) {
        let mut open = vec![equation];
        while let Some(equation) = open.pop() {
            let equation = self.replace(equation);
            if equation.is_zero() || self.zeros.contains(&equation) {
                continue;
            }
            self.is_absurd |= is_contradiction(&equation);
            let Some((atom, value)) = solved(&equation) else {
                self.zeros.push(equation);
                continue;
            };
            // What is known is said without the atom from now on. What would grow too large, or has more bits than the equation, keeps it.
            let known = std::mem::take(&mut self.zeros);
            for it in known {
                let mentions = it.terms().any(|(monomial, _)| monomial.contains(&atom));
                if mentions { open.push(it) } else { self.zeros.push(it) }
            }
            self.replaced.push((atom, value));
        }
    }

    /// A polynomial without the atoms that can be replaced.
    fn replace(&self, polynomial: Polynomial) -> Polynomial {
        let mut result = polynomial;
        for (atom, value) in &self.replaced {
            if result.width() <= value.width()
                && let Some(next) = result.replaced(*atom, value)
            {
                result = next;
            }
        }
        result
    }

    /// Whether a polynomial is 0 wherever all equations hold. (If it is not said to be, it may be all the same.)
    pub(crate) fn makes_zero(&self, polynomial: &Polynomial) -> bool {
        if self.is_absurd {
            return true;
        }
        let goal = self.replace(polynomial.clone());
        goal.is_zero() || self.spans(&goal)
    }

    /// Whether a polynomial is a sum of multiples of the equations.
    fn spans(&self, goal: &Polynomial) -> bool {
        let width = goal.width();
        let fit = |it: &Polynomial| match width.checked_sub(it.width()) {
            Some(more) if 0 < more => it.shifted(more),
            _ => it.narrowed(width),
        };
        let equations: Vec<Polynomial> = self.zeros.iter().map(fit).collect();
        if equations.is_empty() {
            return false;
        }
        let all = || equations.iter().chain([goal]);
        let atoms: BTreeSet<TermId> =
            all().flat_map(Polynomial::terms).flat_map(|it| it.0.iter().copied()).collect();
        let mut rows: Vec<Polynomial> = Vec::new();
        let mut factors: Vec<Monomial> = vec![Vec::new()];
        let highest = goal.degree() + SLACK;
        for degree in 0.. {
            let mut is_useful = false;
            for equation in &equations {
                if degree != 0 && highest < equation.degree() + degree {
                    continue;
                }
                is_useful = true;
                for factor in &factors {
                    rows.push(multiple(equation, factor));
                }
            }
            if !is_useful || ROWS < rows.len() + factors.len() * atoms.len() {
                break;
            }
            factors = longer(&factors, &atoms);
        }
        let columns: BTreeSet<&Monomial> =
            rows.iter().chain([goal]).flat_map(Polynomial::terms).map(|it| it.0).collect();
        if ROWS < rows.len() || COLUMNS < columns.len() {
            return false;
        }
        // The longest first, so that they are got rid of first.
        let mut columns: Vec<&Monomial> = columns.into_iter().collect();
        columns.sort_by_key(|it| std::cmp::Reverse(it.len()));
        let row = |it: &Polynomial| columns.iter().map(|column| it.factor(column)).collect();
        let mut span = Span::empty(Modulus::new(width), columns.len());
        for it in &rows {
            span.insert(row(it));
        }
        span.contains(row(goal))
    }
}

/// An atom that an equation tells the value of, and the value. Its width is how many bits of it are told.
fn solved(equation: &Polynomial) -> Option<(TermId, Polynomial)> {
    let width = equation.width();
    let alone = equation.terms().rev().find_map(|(monomial, factor)| {
        let [atom] = monomial[..] else { return None };
        let is_alone = equation.terms().filter(|it| it.0.contains(&atom)).count() == 1;
        (factor % 2 == 1 && is_alone).then_some((atom, factor))
    });
    let (atom, factor) = alone?;
    let by = Modulus::new(width).inverse(factor).wrapping_neg();
    let mut value = Polynomial::zero(width).plus(by, equation);
    value.add_monomial(vec![atom], 1);
    Some((atom, value))
}

/// Whether an equation has no solution because what it adds has a lower bit than all else can have.
fn is_contradiction(equation: &Polynomial) -> bool {
    let constant = equation.factor(&[]);
    let others = equation.terms().filter(|it| !it.0.is_empty()).map(|it| it.1.trailing_zeros());
    constant != 0 && others.min().is_none_or(|it| constant.trailing_zeros() < it)
}

fn multiple(equation: &Polynomial, factor: &Monomial) -> Polynomial {
    let mut result = Polynomial::zero(equation.width());
    for (monomial, value) in equation.terms() {
        let mut product = [monomial.as_slice(), factor].concat();
        product.sort_unstable();
        result.add_monomial(product, value);
    }
    result
}

/// All products with one factor more, each once.
fn longer(products: &[Monomial], atoms: &BTreeSet<TermId>) -> Vec<Monomial> {
    let mut found = Vec::new();
    for product in products {
        for atom in atoms.iter().filter(|it| product.last().is_none_or(|last| last <= it)) {
            found.push([product.as_slice(), &[*atom]].concat());
        }
    }
    found
}
