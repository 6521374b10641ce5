//! Rows of numbers modulo a power of two, in echelon form: what is a sum of multiples of them?
//!
//! Numbers modulo 2^w have divisors of zero, so a row with a pivot 2^v also stands for its multiple by 2^(w - v), which has none in that
//! column. With those the form is Howell's (J. A. Howell, Spans in the module (Z_m)^s, Linear and Multilinear Algebra 1986), and reducing by it decides what is in
//! the span, as in M. Müller-Olm & H. Seidl, Analysis of modular arithmetic, TOPLAS 2007.

/// The numbers below `2^width`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modulus {
    width: u32,
}

impl Modulus {
    /// Modulo `2^width`.
    ///
    /// # Panics
    /// If the width is 0 or above 128.
    #[must_use]
    pub fn new(width: u32) -> Self {
        assert!((1..=128).contains(&width), "a modulus should have 1 to 128 bits");
        Self { width }
    }

    /// How many bits a number has.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// The remainder of a number.
    #[must_use]
    pub fn wrap(self, number: u128) -> u128 {
        if self.width == 128 { number } else { number & ((1 << self.width) - 1) }
    }

    /// The number by which an odd one gives 1.
    #[must_use]
    pub fn inverse(self, odd: u128) -> u128 {
        // Newton's iteration doubles the bits that are right, of which there are three at first.
        let mut inverse = odd;
        for _ in 0..6 {
            let error = 2_u128.wrapping_sub(odd.wrapping_mul(inverse));
            inverse = inverse.wrapping_mul(error);
        }
        self.wrap(inverse)
    }

    /// Adds a multiple of a row to another.
    pub fn add_multiple(self, row: &mut [u128], factor: u128, other: &[u128]) {
        for (to, from) in row.iter_mut().zip(other) {
            *to = self.wrap(to.wrapping_add(factor.wrapping_mul(*from)));
        }
    }
}

/// The sums of multiples of some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    modulus: Modulus,
    /// For each column the row whose first number is there, a power of two.
    pivots: Vec<Option<Vec<u128>>>,
}

impl Span {
    /// Only the row of zeros.
    #[must_use]
    pub fn empty(modulus: Modulus, columns: usize) -> Self {
        Self { modulus, pivots: vec![None; columns] }
    }

    /// What the numbers are counted modulo.
    #[must_use]
    pub fn modulus(&self) -> Modulus {
        self.modulus
    }

    /// The rows, of which everything in the span is a sum of multiples.
    pub fn rows(&self) -> impl Iterator<Item = &[u128]> {
        self.pivots.iter().flatten().map(Vec::as_slice)
    }

    /// What is left of a row when rows of the span are taken away as far as can be: zeros iff the row is in the span.
    #[must_use]
    pub fn reduce(&self, mut row: Vec<u128>) -> Vec<u128> {
        for (column, pivot) in self.pivots.iter().enumerate() {
            let Some(pivot) = pivot else { continue };
            let quotient = row[column] >> pivot[column].trailing_zeros();
            if quotient != 0 {
                self.modulus.add_multiple(&mut row, quotient.wrapping_neg(), pivot);
            }
        }
        row
    }

    /// Whether a row is a sum of multiples of the rows.
    #[must_use]
    pub fn contains(&self, row: Vec<u128>) -> bool {
        self.reduce(row).iter().all(|it| *it == 0)
    }

    /// Adds a row; tells whether that adds anything.
    pub fn insert(&mut self, row: Vec<u128>) -> bool {
        let modulus = self.modulus;
        let mut open = vec![row];
        let mut grown = false;
        while let Some(mut row) = open.pop() {
            for column in 0..row.len() {
                if row[column] == 0 {
                    continue;
                }
                let valuation = row[column].trailing_zeros();
                if let Some(pivot) = &self.pivots[column]
                    && pivot[column].trailing_zeros() <= valuation
                {
                    let quotient = row[column] >> pivot[column].trailing_zeros();
                    modulus.add_multiple(&mut row, quotient.wrapping_neg(), pivot);
                    continue;
                }
                let inverse = modulus.inverse(row[column] >> valuation);
                row.iter_mut().for_each(|it| *it = modulus.wrap(it.wrapping_mul(inverse)));
                if 0 < valuation {
                    let by = modulus.width - valuation;
                    open.push(row.iter().map(|it| modulus.wrap(it << by)).collect());
                }
                open.extend(self.pivots[column].replace(row));
                grown = true;
                break;
            }
        }
        grown
    }
}

#[cfg(test)]
mod tests {
    use super::{Modulus, Span};
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use std::collections::BTreeSet;

    #[test]
    fn odd_numbers_have_inverses() {
        for width in [1, 2, 7, 32, 64, 128] {
            let modulus = Modulus::new(width);
            for odd in [1, 3, 5, 0xdead_beef, u128::MAX] {
                assert_eq!(modulus.wrap(odd.wrapping_mul(modulus.inverse(odd))), 1);
            }
        }
    }

    #[test]
    fn a_zero_divisor_stands_for_more() {
        // 2x + y = 0 modulo 4 tells that 2y is 0.
        let mut span = Span::empty(Modulus::new(2), 2);
        assert!(span.insert(vec![2, 1]));
        assert!(span.contains(vec![0, 2]) && !span.contains(vec![0, 1]));
        assert!(!span.insert(vec![2, 3]));
    }

    proptest! {
        /// All sums of multiples, counted one by one.
        #[test]
        fn spans_are_exact(width in 1..4_u32, rows in proptest::collection::vec(any::<[u8; 3]>(), 0..4)) {
            let modulus = Modulus::new(width);
            let wrapped = |it: &[u8; 3]| it.map(|it| modulus.wrap(it.into())).to_vec();
            let mut span = Span::empty(modulus, 3);
            let mut all = BTreeSet::from([vec![0; 3]]);
            for row in rows.iter().map(wrapped) {
                let before = all.len();
                let factors = 0..1_u128 << width;
                all = all
                    .iter()
                    .flat_map(|it| factors.clone().map(|by| {
                        let mut sum = it.clone();
                        modulus.add_multiple(&mut sum, by, &row);
                        sum
                    }))
                    .collect();
                prop_assert_eq!(span.insert(row), before < all.len());
            }
            let numbers = 0..1_u128 << width;
            for a in numbers.clone() {
                for b in numbers.clone() {
                    for c in numbers.clone() {
                        let row = vec![a, b, c];
                        prop_assert_eq!(span.contains(row.clone()), all.contains(&row));
                    }
                }
            }
            prop_assert!(span.rows().all(|it| all.contains(it)));
        }
    }
}
