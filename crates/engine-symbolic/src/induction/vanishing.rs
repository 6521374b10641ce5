//! Candidates for polynomial equations between the variables of a loop: those that hold of all states in which the loop was seen.
//!
//! The equations that hold of some points, by H. M. Möller & B. Buchberger, The construction of multivariate polynomials with preassigned zeros, EUROCAM 1982: products of
//! variables are looked at in the order of their degree, and one whose values are a sum of multiples of those of earlier ones gives an equation; its own multiples need not be looked at. As candidates
//! for invariants they are those of Sharma, Gupta, Hariharan, Aiken, Liang & Nori, A data driven approach for algebraic loop invariants, ESOP 2013.
//!
//! It is computed modulo a prime, where nothing grows, and taken back to fractions; what comes out is compared with all samples as the machine computes.

use crate::induction::relation::{Sample, holds};
use std::collections::BTreeMap;
use tribunal_engine::Relation;
use tribunal_ir::{Program, VarId};

/// How many variables are looked at, those that the loop changes last.
const VARIABLES: usize = 10;

/// How many products of variables, of how many factors.
const PRODUCTS: usize = 500;
const DEGREE: usize = 7;

/// How many products may have values of their own, and how many more samples there must be than those.
const STANDARD: usize = 90;
const SPARE: usize = 3;

/// Factors in equations are at most this, and there are at most so many.
const LARGEST_FACTOR: i128 = 1 << 20;
const SUMMANDS: usize = 24;

/// A Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

/// A product of values of variables, and its value in each sample.
struct Product {
    /// Indices of variables, in order.
    of: Vec<usize>,
    values: Vec<u64>,
}

/// A combination of products that is 1 in one sample, and 0 in those of all combinations before it.
struct Reduced {
    values: Vec<u64>,
    pivot: usize,
    /// Factors of the standard products.
    factors: Vec<u64>,
}

/// Equations for a loop that changes some variables.
pub(crate) fn candidates(
    program: &Program,
    changed: &[VarId],
    others: &[VarId],
    samples: &[Sample],
) -> Vec<Relation> {
    // Variables of the translation, whose names the language does not have, are copies.
    let known = |it: &&VarId| {
        !program.vars[**it].name.starts_with('%') && samples.iter().all(|of| of.contains_key(it))
    };
    let changed: Vec<VarId> = changed.iter().filter(known).copied().take(VARIABLES).collect();
    let others = others.iter().filter(known).copied().take(VARIABLES - changed.len());
    let vars: Vec<VarId> = others.chain(changed.iter().copied()).collect();
    let widths: Option<Vec<u32>> =
        vars.iter().map(|it| Some(program.shape(program.vars[*it].ty)?.bits.into())).collect();
    let Some(widths) = widths.filter(|_| !changed.is_empty() && !samples.is_empty()) else {
        return Vec::new();
    };
    let mut points: Vec<Vec<u64>> = Vec::new();
    for sample in samples {
        let point: Vec<u64> = vars
            .iter()
            .zip(&widths)
            .map(|(var, width)| residue(nearest(sample[var], *width)))
            .collect();
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let mut found = Vec::new();
    for equation in equations(&points, vars.len()) {
        let is_about_loop =
            |it: &(i128, Vec<usize>)| it.1.iter().any(|var| changed.contains(&vars[*var]));
        let bits = equation.iter().flat_map(|it| &it.1).map(|it| widths[*it]).max();
        let Some(bits) = bits.filter(|it| *it <= 64 && equation.iter().any(is_about_loop)) else {
            continue;
        };
        let product = |(factor, of): (i128, Vec<usize>)| {
            let mut of: Vec<VarId> = of.into_iter().map(|it| vars[it]).collect();
            of.sort_unstable();
            (factor, of)
        };
        let products = equation.into_iter().map(product).collect();
        found.push(Relation::Vanishes { bits, products });
    }
    found.retain(|it| samples.iter().all(|sample| holds(it, sample) == Some(true)));
    found
}

/// The number next to 0 that has the same lowest bits: a counter that wraps counts on.
fn nearest(number: i128, width: u32) -> i128 {
    let above = 128 - width.clamp(1, 128);
    number << above >> above
}

/// The equations that hold of some points, as factors and products of coordinates.
fn equations(points: &[Vec<u64>], coordinates: usize) -> Vec<Vec<(i128, Vec<usize>)>> {
    let mut found = Vec::new();
    let mut leading: Vec<Vec<usize>> = Vec::new();
    let mut standard: Vec<Product> = Vec::new();
    let mut reduced: Vec<Reduced> = Vec::new();
    let mut level = vec![Product { of: Vec::new(), values: vec![1; points.len()] }];
    let mut count = 0;
    for _ in 0..=DEGREE {
        let mut next: BTreeMap<Vec<usize>, Vec<u64>> = BTreeMap::new();
        for product in level {
            count += 1;
            if PRODUCTS < count || STANDARD.min(points.len()) < standard.len() + SPARE {
                return found;
            }
            match depends(&product.values, &mut reduced, standard.len()) {
                Some(factors) => {
                    let parts = factors.iter().zip(&standard).map(|(by, it)| (*by, &it.of));
                    let parts = parts.chain([(PRIME - 1, &product.of)]);
                    found.extend(whole(parts));
                    leading.push(product.of);
                }
                None => {
                    for more in product.of.last().copied().unwrap_or(0)..coordinates {
                        let of = [product.of.as_slice(), &[more]].concat();
                        let pairs = product.values.iter().zip(points);
                        let values = pairs.map(|(it, point)| times(*it, point[more])).collect();
                        next.insert(of, values);
                    }
                    standard.push(product);
                }
            }
        }
        let is_new = |it: &Vec<usize>| !leading.iter().any(|of| divides(of, it));
        level = next
            .into_iter()
            .filter(|it| is_new(&it.0))
            .map(|(of, values)| Product { of, values })
            .collect();
    }
    found
}

/// The factors with which standard products add up to some values; if there are none, the values become those of a standard product.
fn depends(values: &[u64], reduced: &mut Vec<Reduced>, count: usize) -> Option<Vec<u64>> {
    let mut values = values.to_vec();
    let mut factors = vec![0; count];
    for row in &*reduced {
        let by = values[row.pivot];
        if by != 0 {
            add_multiple(&mut values, PRIME - by, &row.values);
            add_multiple(&mut factors, by, &row.factors);
        }
    }
    let Some(pivot) = values.iter().position(|it| *it != 0) else { return Some(factors) };
    let inverse = power(values[pivot], PRIME - 2);
    let scale = |it: &mut u64| *it = times(*it, inverse);
    values.iter_mut().for_each(scale);
    // What was taken away, with the other sign; and the product itself.
    let mut factors: Vec<u64> =
        factors.into_iter().map(|it| times((PRIME - it) % PRIME, inverse)).collect();
    factors.push(inverse);
    reduced.push(Reduced { values, pivot, factors });
    None
}

/// The same factors as whole numbers without a common divisor, if they are small.
fn whole<'a>(
    parts: impl Iterator<Item = (u64, &'a Vec<usize>)> + Clone,
) -> Option<Vec<(i128, Vec<usize>)>> {
    let mut multiple = 1_i128;
    for (factor, _) in parts.clone() {
        let (_, below) = fraction(factor)?;
        multiple = multiple.checked_mul(below / gcd(multiple, below))?;
    }
    let mut equation = Vec::new();
    for (factor, of) in parts {
        let (above, below) = fraction(factor)?;
        let factor = above.checked_mul(multiple / below)?;
        if LARGEST_FACTOR < factor.abs() {
            return None;
        }
        if factor != 0 {
            equation.push((factor, of.clone()));
        }
    }
    (equation.len() <= SUMMANDS).then_some(equation)
}

/// The fraction of small numbers that a residue stands for (P. S. Wang, A p-adic algorithm for univariate partial fractions, SYMSAC 1981).
fn fraction(residue: u64) -> Option<(i128, i128)> {
    const BOUND: i128 = 1 << 29;
    let (mut a, mut b) = (i128::from(PRIME), i128::from(residue));
    let (mut s, mut t) = (0_i128, 1_i128);
    while BOUND < b {
        let quotient = a / b;
        (a, b) = (b, a - quotient * b);
        (s, t) = (t, s - quotient * t);
    }
    if t < 0 {
        (b, t) = (-b, -t);
    }
    (0 < t && t <= BOUND && gcd(b, t) == 1).then_some((b, t))
}

fn divides(of: &[usize], product: &[usize]) -> bool {
    let count = |in_it: &[usize], what: usize| in_it.iter().filter(|it| **it == what).count();
    of.iter().all(|it| count(of, *it) <= count(product, *it))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn residue(number: i128) -> u64 {
    number.rem_euclid(PRIME.into()) as u64
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let folded = (product & u128::from(PRIME)) as u64 + (product >> 61) as u64;
    if PRIME <= folded { folded - PRIME } else { folded }
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut base, mut result) = (base, 1);
    while 0 < exponent {
        if exponent % 2 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    result
}

fn add_multiple(row: &mut [u64], by: u64, other: &[u64]) {
    for (to, from) in row.iter_mut().zip(other) {
        let sum = *to + times(by, *from);
        *to = if PRIME <= sum { sum - PRIME } else { sum };
    }
}

#[cfg(test)]
mod tests {
    use super::{equations, fraction, nearest, residue, times};

    #[test]
    fn residues_are_fractions() {
        for (a, b) in [(1, 2), (-3, 7), (0, 1), (5, 1), (-100_000, 99_999)] {
            let inverse = super::power(residue(b), super::PRIME - 2);
            assert_eq!(fraction(times(residue(a), inverse)), Some((a, b)));
        }
    }

    #[test]
    fn counters_that_wrap_count_on() {
        assert_eq!((nearest(0xffff_ffff, 32), nearest(7, 32), nearest(-7, 32)), (-1, 7, -7));
        assert_eq!((nearest(-1, 128), nearest(1, 1)), (-1, -1));
    }

    #[test]
    fn sums_of_powers_are_polynomials() {
        let point = |n: i128| [n, (0..=n).sum(), (0..=n).map(|it| it * it).sum()].map(residue);
        let points: Vec<Vec<u64>> = (0..20).map(|n| point(n).to_vec()).collect();
        let found = equations(&points, 3);
        // 2 s = n n + n; 6 q = 2 n n n + 3 n n + n, in terms of n and s.
        assert!(found.contains(&vec![(-1, vec![0]), (2, vec![1]), (-1, vec![0, 0])]), "{found:?}");
        assert!(found.iter().any(|it| it.iter().any(|it| it.1 == [2])), "{found:?}");
        for equation in &found {
            for point in &points {
                let product =
                    |of: &Vec<usize>| of.iter().fold(1, |so_far, it| times(so_far, point[*it]));
                let total =
                    equation.iter().map(|(by, of)| i128::from(times(residue(*by), product(of))));
                assert_eq!(residue(total.sum()), 0, "{equation:?} at {point:?}");
            }
        }
    }
}
