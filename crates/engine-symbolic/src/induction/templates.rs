//! Candidates for invariants of a loop: whatever instance of some templates holds of all states in which the loop was seen.
//!
//! Templates and filtering by states as in Ernst, Cockrell, Griswold & Notkin, Dynamically discovering likely program
//! invariants to support program evolution, ICSE 1999; equalities as the kernel of the matrix of samples, as in Sharma, Gupta, Hariharan, Aiken, Liang
//! & Nori, A data driven approach for algebraic loop invariants, ESOP 2013.

use crate::induction::relation::{Sample, holds};
use std::collections::BTreeSet;
use tribunal_engine::{Relation, Sum};
use tribunal_ir::{Expr, Program, VarId};

/// How many variables are looked at, those that the loop changes first.
const VARIABLES: usize = 10;

/// How many constants are tried as a bound on either side.
const BOUNDS: usize = 5;

/// Factors in equalities are at most this.
const LARGEST_FACTOR: i128 = 1 << 16;

/// The numbers that a program mentions, and their neighbours, in order.
pub(crate) fn constants(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for (_, expr) in program.exprs.iter() {
        if let Expr::Const { value, .. } = *expr
            && value.unsigned_abs() < 1 << 63
        {
            found.extend([value - 1, value, value + 1]);
        }
    }
    found.into_iter().collect()
}

/// Candidates for a loop that changes some variables.
pub(crate) fn candidates(
    changed: &[VarId],
    others: &[VarId],
    samples: &[Sample],
    constants: &[i128],
) -> Vec<Relation> {
    let known = |it: &&VarId| samples.iter().all(|sample| sample.contains_key(it));
    let changed: Vec<VarId> = changed.iter().filter(known).copied().take(VARIABLES).collect();
    let others: Vec<VarId> =
        others.iter().filter(known).copied().take(VARIABLES - changed.len()).collect();
    if samples.is_empty() || changed.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for &x in &changed {
        bounds(x, samples, constants, &mut found);
        parities(x, samples, &mut found);
        for &y in changed.iter().chain(&others).filter(|it| **it != x) {
            let (is_first, is_changed) = (x < y, changed.contains(&y));
            for constant in [1, 0] {
                found.push(Relation::AtMostZero(sum(&[(1, x), (-1, y)], constant)));
                if !is_changed {
                    found.push(Relation::AtMostZero(sum(&[(-1, x), (1, y)], constant)));
                }
            }
            if is_first || !is_changed {
                differences(x, y, samples, &mut found);
            }
        }
    }
    let all: Vec<VarId> = changed.iter().chain(&others).copied().collect();
    // What is said of the others alone holds before the loop or not at all.
    let is_about_loop = |it: &Relation| match it {
        Relation::Zero(sum) => sum.terms.iter().any(|it| changed.contains(&it.1)),
        _ => true,
    };
    found.extend(equalities(&all, samples).into_iter().filter(is_about_loop));
    found.retain(|it| samples.iter().all(|sample| holds(it, sample) == Some(true)));
    found.sort();
    found.dedup();
    found
}

fn sum(terms: &[(i128, VarId)], constant: i128) -> Sum {
    let mut terms = terms.to_vec();
    terms.sort_by_key(|it| it.1);
    Sum { terms, constant }
}

/// x between constants: those that were seen, and those that are mentioned further out.
fn bounds(x: VarId, samples: &[Sample], constants: &[i128], found: &mut Vec<Relation>) {
    let values = || samples.iter().map(|it| it[&x]);
    let (Some(least), Some(most)) = (values().min(), values().max()) else { return };
    let above = constants.iter().copied().filter(|it| most <= *it).take(BOUNDS).chain([most]);
    found.extend(above.map(|it| Relation::AtMostZero(sum(&[(1, x)], it.saturating_neg()))));
    let below = constants.iter().rev().copied().filter(|it| *it <= least).take(BOUNDS);
    found.extend(below.chain([least]).map(|it| Relation::AtMostZero(sum(&[(-1, x)], it))));
}

/// x modulo 2, 4 and 8.
fn parities(x: VarId, samples: &[Sample], found: &mut Vec<Relation>) {
    for of in [2, 4, 8] {
        let rest = samples[0][&x].rem_euclid(of);
        found.push(Relation::Multiple { of, sum: sum(&[(1, x)], -rest) });
    }
}

/// x - y and x + y between what was seen.
fn differences(x: VarId, y: VarId, samples: &[Sample], found: &mut Vec<Relation>) {
    for factor in [1, -1] {
        let values =
            || samples.iter().map(|it| it[&x].saturating_add(it[&y].saturating_mul(factor)));
        let (Some(least), Some(most)) = (values().min(), values().max()) else { continue };
        found.push(Relation::AtMostZero(sum(&[(1, x), (factor, y)], most.saturating_neg())));
        found.push(Relation::AtMostZero(sum(&[(-1, x), (-factor, y)], least)));
    }
}

/// All linear equalities between variables that hold of the samples: a basis.
fn equalities(vars: &[VarId], samples: &[Sample]) -> Vec<Relation> {
    // One row for each sample; the last column is for the constant. In echelon form, free columns give the kernel.
    let columns = vars.len() + 1;
    let row = |it: &Sample| -> Vec<i128> { vars.iter().map(|var| it[var]).chain([1]).collect() };
    let mut rows: Vec<Vec<i128>> = samples.iter().map(row).collect();
    let mut pivots = Vec::new();
    let mut next = 0;
    // The constant first, so that it is never free.
    for column in std::iter::once(columns - 1).chain(0..columns - 1) {
        let Some(found) = (next..rows.len()).find(|it| rows[*it][column] != 0) else { continue };
        rows.swap(next, found);
        let pivot = rows[next].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != next && row[column] != 0 && eliminate(row, &pivot, column).is_none() {
                return Vec::new();
            }
        }
        pivots.push((column, next));
        next += 1;
    }
    let is_pivot = |it: &usize| pivots.iter().any(|(column, _)| column == it);
    let free = (0..columns).filter(|it| !is_pivot(it));
    free.filter_map(|column| kernel(column, &rows, &pivots, vars)).collect()
}

/// Makes a row 0 in a column by another row.
fn eliminate(row: &mut [i128], pivot: &[i128], column: usize) -> Option<()> {
    let (a, b) = (pivot[column], row[column]);
    let mut divisor = 0;
    for (value, other) in row.iter_mut().zip(pivot) {
        *value = value.checked_mul(a)?.checked_sub(other.checked_mul(b)?)?;
        divisor = gcd(divisor, *value);
    }
    if 1 < divisor {
        row.iter_mut().for_each(|it| *it /= divisor);
    }
    Some(())
}

/// The equality in which a free column has a factor, and no other free one.
fn kernel(
    free: usize,
    rows: &[Vec<i128>],
    pivots: &[(usize, usize)],
    vars: &[VarId],
) -> Option<Relation> {
    let mut multiple = 1_i128;
    for &(column, row) in pivots {
        let (a, b) = (rows[row][column], rows[row][free]);
        let needed = a / gcd(a, b).max(1);
        multiple = multiple.checked_mul(needed / gcd(multiple, needed).max(1))?;
    }
    let mut factors = vec![0; vars.len() + 1];
    factors[free] = multiple;
    for &(column, row) in pivots {
        factors[column] = -(multiple.checked_mul(rows[row][free])? / rows[row][column]);
    }
    if factors[..vars.len()].iter().any(|it| LARGEST_FACTOR < it.abs()) {
        return None;
    }
    let constant = factors.pop()?;
    let terms = factors.into_iter().zip(vars.iter().copied()).filter(|it| it.0 != 0);
    let terms: Vec<(i128, VarId)> = terms.collect();
    Some(Relation::Zero(sum(&terms, constant)))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::{candidates, equalities};
    use crate::induction::relation::Sample;
    use tribunal_base::Id;
    use tribunal_engine::{Relation, Sum};
    use tribunal_ir::VarId;

    fn samples(rows: &[[i128; 3]]) -> ([VarId; 3], Vec<Sample>) {
        let vars = [0, 1, 2].map(VarId::from_index);
        (vars, rows.iter().map(|row| vars.iter().copied().zip(*row).collect()).collect())
    }

    #[test]
    fn equalities_are_found() {
        // y = 2 x + 1, z free.
        let (vars, rows) = samples(&[[0, 1, 9], [1, 3, 4], [2, 5, 4], [3, 7, 0]]);
        let [x, y, _] = vars;
        let sum = |x_factor, y_factor, constant| Sum {
            terms: vec![(x_factor, x), (y_factor, y)],
            constant,
        };
        let found = equalities(&vars, &rows);
        let expected = [Relation::Zero(sum(-2, 1, -1)), Relation::Zero(sum(2, -1, 1))];
        assert!(found.len() == 1 && expected.contains(&found[0]), "{found:?}");
    }

    #[test]
    fn what_was_seen_to_be_false_is_no_candidate() {
        let (vars, rows) = samples(&[[0, 5, 7], [1, 5, 7], [2, 4, 7]]);
        let [x, y, z] = vars;
        let found = candidates(&[x, y], &[z], &rows, &[-1, 0, 1, 9, 10, 11]);
        let bound = |terms: &[(i128, VarId)], constant| {
            found.contains(&Relation::AtMostZero(Sum { terms: terms.to_vec(), constant }))
        };
        assert!(bound(&[(1, x)], -9) && bound(&[(-1, x)], 0) && !bound(&[(1, x)], -1));
        assert!(bound(&[(1, x), (-1, y)], 1) && bound(&[(1, y), (-1, z)], 0));
        assert!(!found.iter().any(|it| matches!(it, Relation::Zero(_))), "{found:?}");
    }
}
