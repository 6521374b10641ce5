//! Words: operators on bit-vectors as gates. The lowest bit comes first.

use super::gates::Gates;
use crate::sat::Literal;

/// The bits of a bit-vector, the lowest first.
pub(crate) type Word = Vec<Literal>;

impl Gates {
    pub(crate) fn not_word(&self, a: &[Literal]) -> Word {
        a.iter().map(|it| !*it).collect()
    }

    pub(crate) fn zip_words(
        &mut self,
        a: &[Literal],
        b: &[Literal],
        gate: impl Fn(&mut Self, Literal, Literal) -> Literal,
    ) -> Word {
        a.iter().zip(b).map(|(a, b)| gate(self, *a, *b)).collect()
    }

    pub(crate) fn ite_word(&mut self, condition: Literal, yes: &[Literal], no: &[Literal]) -> Word {
        self.zip_words(yes, no, |gates, yes, no| gates.ite(condition, yes, no))
    }

    /// Sum and carry: a ripple of full adders.
    pub(crate) fn add_words(
        &mut self,
        a: &[Literal],
        b: &[Literal],
        carry: Literal,
    ) -> (Word, Literal) {
        let mut carry = carry;
        let sum = self.zip_sums(a, b, &mut carry);
        (sum, carry)
    }

    fn zip_sums(&mut self, a: &[Literal], b: &[Literal], carry: &mut Literal) -> Word {
        let mut sum = Word::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            sum.push(self.xor3(*a, *b, *carry));
            *carry = self.majority(*a, *b, *carry);
        }
        sum
    }

    pub(crate) fn neg_word(&mut self, a: &[Literal]) -> Word {
        let zeros = vec![self.constant(false); a.len()];
        self.add_words(&self.not_word(a), &zeros, self.constant(true)).0
    }

    pub(crate) fn sub_words(&mut self, a: &[Literal], b: &[Literal]) -> Word {
        self.add_words(a, &self.not_word(b), self.constant(true)).0
    }

    /// The carry into and out of the highest bit.
    pub(crate) fn carries(
        &mut self,
        a: &[Literal],
        b: &[Literal],
        carry: Literal,
    ) -> (Literal, Literal) {
        let (mut into, mut out) = (carry, carry);
        for (a, b) in a.iter().zip(b) {
            into = out;
            out = self.majority(*a, *b, out);
        }
        (into, out)
    }

    pub(crate) fn eq_words(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let same = self.zip_words(a, b, Self::iff);
        self.and_many(same)
    }

    /// Unsigned `a < b`: `a - b` borrows.
    pub(crate) fn ult_words(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        self.carries(&self.not_word(a), b, self.constant(false)).1
    }

    pub(crate) fn slt_words(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        // The sign bits weigh negatively: exchanged, they weigh as the others do.
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        let sign = a.len() - 1;
        (x[sign], y[sign]) = (b[sign], a[sign]);
        self.ult_words(&x, &y)
    }

    /// The lower bits of the product.
    ///
    /// Rows are added for the bits of one factor; a constant one is first recoded with digits -1, 0, 1 so that few
    /// are not 0 (Reitwiesner, Binary arithmetic, Advances in Computers, 1960).
    pub(crate) fn mul_words(&mut self, a: &[Literal], b: &[Literal]) -> Word {
        let constants =
            |word: &[Literal]| word.iter().filter(|it| self.as_constant(**it).is_some()).count();
        let (a, b) = if constants(b) < constants(a) { (b, a) } else { (a, b) };
        let width = a.len();
        if constants(b) == width {
            return self.mul_constant(a, b);
        }
        self.mul_rows(a, b, |_, _| {})
    }

    /// The product row by row; `row` sees the carry out of each sum.
    fn mul_rows(
        &mut self,
        a: &[Literal],
        b: &[Literal],
        mut row: impl FnMut(&mut Self, Literal),
    ) -> Word {
        let width = a.len();
        let mut product = self.zip_words(a, &vec![b[0]; width], Self::and);
        for by in 1..width {
            if self.as_constant(b[by]) == Some(false) {
                continue;
            }
            let addend = self.zip_words(&a[..width - by], &vec![b[by]; width - by], Self::and);
            let (sum, carry) = self.add_words(&product[by..], &addend, self.constant(false));
            product.truncate(by);
            product.extend(sum);
            row(self, carry);
        }
        product
    }

    fn mul_constant(&mut self, a: &[Literal], b: &[Literal]) -> Word {
        let width = a.len();
        let zero = self.constant(false);
        let mut product = vec![zero; width];
        let mut carry = false;
        for by in 0..width {
            let is_set = |at: usize| at < width && self.as_constant(b[at]) == Some(true);
            let (low, next) = (is_set(by), is_set(by + 1));
            // The digit of this weight is `low + carry`, or that minus two if the next bit makes a run.
            if low == carry {
                continue;
            }
            let part = &a[..width - by];
            let sum = if next {
                let inverted = self.not_word(part);
                self.add_words(&product[by..], &inverted, !zero).0
            } else {
                self.add_words(&product[by..], part, zero).0
            };
            carry = next;
            product.truncate(by);
            product.extend(sum);
        }
        product
    }

    /// Quotient and remainder as fresh words `q` and `r` with `q * b + r == a`, `r < b`, nothing overflowing; 0 and 0 if `b` is 0.
    pub(crate) fn divide_words(&mut self, a: &[Literal], b: &[Literal]) -> (Word, Word) {
        let width = a.len();
        let is_nonzero = self.or_many(b.iter().copied());
        // The quotient is no longer than the dividend less what the divisor has more than one bit.
        let constant_top = |gates: &Self, word: &[Literal]| {
            word.iter().rposition(|it| gates.as_constant(*it) != Some(false)).map_or(0, |it| it + 1)
        };
        let (a_bits, b_bits) = (constant_top(self, a), constant_top(self, b));
        let surely = b.iter().rposition(|it| self.as_constant(*it) == Some(true)).unwrap_or(0);
        let zero = self.constant(false);
        let mut word = |bits: usize| -> Word {
            (0..width).map(|at| if at < bits { self.fresh() } else { zero }).collect()
        };
        let quotient = word(a_bits.saturating_sub(surely));
        let rest = word(a_bits.min(b_bits));
        for bit in quotient.iter().chain(&rest) {
            self.clause(&[is_nonzero, !*bit]);
        }
        // No row of the product loses a bit of the divisor, and no sum carries.
        let mut lost = zero;
        for by in 1..width {
            lost = self.or(lost, b[width - by]);
            self.clause(&[!quotient[by], !lost]);
        }
        let product = self.mul_rows(b, &quotient, |gates, carry| gates.clause(&[!carry]));
        let (sum, carry) = self.add_words(&product, &rest, zero);
        self.clause(&[!carry]);
        for (sum, a) in sum.iter().zip(a) {
            self.clause(&[!is_nonzero, !*sum, *a]);
            self.clause(&[!is_nonzero, *sum, !*a]);
        }
        let is_below = self.ult_words(&rest, b);
        self.clause(&[!is_nonzero, is_below]);
        (quotient, rest)
    }

    /// A shift in stages of powers of two (a barrel shifter); `fill` comes in from above.
    pub(crate) fn shift_right(&mut self, a: &[Literal], by: &[Literal], fill: Literal) -> Word {
        let width = a.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut word = a.to_vec();
        for (stage, &bit) in by.iter().enumerate().take(stages) {
            let shifted: Word =
                (0..width).map(|at| word.get(at + (1 << stage)).copied().unwrap_or(fill)).collect();
            word = self.ite_word(bit, &shifted, &word);
        }
        let is_far = self.or_many(by.iter().copied().skip(stages));
        self.ite_word(is_far, &vec![fill; width], &word)
    }

    /// A shift to the left is one to the right of the reversed word.
    pub(crate) fn shift_left(&mut self, a: &[Literal], by: &[Literal]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut word = self.shift_right(&reversed, by, self.constant(false));
        word.reverse();
        word
    }

    /// Whether the unsigned product does not fit (Schulte, Balzola, Akkas & Brocato, Integer multiplication with overflow
    /// detection or saturation, IEEE Transactions on Computers 2000).
    pub(crate) fn unsigned_product_overflows(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let width = a.len();
        let zero = self.constant(false);
        if width == 1 {
            return zero;
        }
        // A pair of bits whose product weighs too much.
        let (mut pairs, mut above) = (Vec::new(), zero);
        for at in 1..width {
            above = self.or(above, b[width - at]);
            pairs.push(self.and(a[at], above));
        }
        // Otherwise the product has at most one bit too many.
        let extend = |word: &[Literal]| [word, &[zero]].concat();
        let product = self.mul_words(&extend(a), &extend(b));
        pairs.push(product[width]);
        self.or_many(pairs)
    }

    /// The same for signed numbers, by their magnitudes up to one.
    pub(crate) fn signed_product_overflows(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let width = a.len();
        let (a_sign, b_sign) = (a[width - 1], b[width - 1]);
        if width == 1 {
            return self.and(a_sign, b_sign);
        }
        let a_bits = self.zip_words(a, &vec![a_sign; width], Self::xor);
        let b_bits = self.zip_words(b, &vec![b_sign; width], Self::xor);
        let (mut pairs, mut above) = (Vec::new(), self.constant(false));
        for at in 1..width - 1 {
            above = self.or(above, b_bits[width - 1 - at]);
            pairs.push(self.and(a_bits[at], above));
        }
        let extend = |word: &[Literal], sign: Literal| [word, &[sign]].concat();
        let product = self.mul_words(&extend(a, a_sign), &extend(b, b_sign));
        pairs.push(self.xor(product[width], product[width - 1]));
        self.or_many(pairs)
    }
}
