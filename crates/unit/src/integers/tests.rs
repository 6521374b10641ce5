use super::{Conjunct, Integers, Relation, Sum};
use expect_test::{Expect, expect};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_solver::{Sort, TermId, Terms};

/// Three numbers, the last of which is hidden.
fn check(condition: impl Fn(&mut Terms, [TermId; 3]) -> TermId, expected: Expect) {
    let mut terms = Terms::default();
    let numbers = ["x", "y", "h"].map(|it| terms.variable(it, Sort::BitVec(128)));
    let condition = condition(&mut terms, numbers);
    let integers =
        Integers::of(&terms, &[condition]).without(&terms, &BTreeSet::from([numbers[2]])).minimal();
    let mut parts = integers.text(&|it| terms.show(it));
    parts.sort();
    let text = parts.join(" && ");
    let kept = if integers.kept.is_empty() { "" } else { " (h is kept)" };
    expected.assert_eq(&format!("{text}{kept}"));
}

fn number(terms: &mut Terms, value: i128) -> TermId {
    terms.number(value.cast_unsigned(), 128)
}

#[test]
fn equations_are_substituted() {
    check(
        |terms, [x, y, h]| {
            let one = number(terms, 1);
            let next = terms.add(x, one);
            let is_next = terms.eq(h, next);
            let is_less = terms.slt(h, y);
            terms.and(is_next, is_less)
        },
        expect!["x + 1 < y"],
    );
}

#[test]
fn bounds_are_combined() {
    check(
        |terms, [x, y, h]| {
            let low = terms.slt(x, h);
            let high = terms.slt(h, y);
            terms.and(low, high)
        },
        expect!["x + 1 < y"],
    );
    check(|terms, [x, _, h]| terms.slt(x, h), expect![""]);
}

#[test]
fn divisors_and_cases_remain() {
    check(
        |terms, [x, y, h]| {
            let two = number(terms, 2);
            let twice = terms.mul(two, h);
            let (is_twice, is_more) = (terms.eq(twice, x), terms.slt(y, h));
            terms.and(is_twice, is_more)
        },
        expect!["2 * y + 1 < x && x % 2 == 0"],
    );
    check(
        |terms, [x, y, h]| {
            let (two, three) = (number(terms, 2), number(terms, 3));
            let (twice, thrice) = (terms.mul(two, h), terms.mul(three, h));
            let (low, high) = (terms.slt(x, twice), terms.slt(thrice, y));
            terms.and(low, high)
        },
        expect!["x % 2 == 0 && 3 * x + 7 < 2 * y || (x + 1) % 2 == 0 && 3 * x + 4 < 2 * y"],
    );
    check(
        |terms, [x, y, h]| {
            let (low, high) = (terms.slt(h, x), terms.slt(y, h));
            let (either, zero) = (terms.or(low, high), number(terms, 0));
            let is_zero = terms.eq(h, zero);
            terms.and(either, is_zero)
        },
        expect!["x > 0 || y < 0"],
    );
}

#[test]
fn what_is_not_linear_stays() {
    check(
        |terms, [x, y, _]| {
            let zero = number(terms, 0);
            let rest = terms.srem(x, y);
            let divides = terms.eq(rest, zero);
            let positive = terms.slt(zero, y);
            terms.and(positive, divides)
        },
        expect!["x % y == 0 && y > 0"],
    );
    check(
        |terms, [x, y, h]| {
            let product = terms.mul(x, h);
            terms.slt(product, y)
        },
        expect!["x * h < y (h is kept)"],
    );
}

#[test]
fn contradictions_are_found() {
    let mut terms = Terms::default();
    let [x, y] = ["x", "y"].map(|it| terms.variable(it, Sort::BitVec(128)));
    let (less, more) = (terms.slt(x, y), terms.slt(y, x));
    let both = terms.and(less, more);
    assert!(Integers::of(&terms, &[both]).is_false());
    assert!(!Integers::of(&terms, &[less]).is_false());
}

/// A formula over x, y, h and k.
enum Formula {
    /// The sum of these times the numbers, and one more, is below 0.
    Below([i128; 4], i128),
    /// It is 0.
    Zero([i128; 4], i128),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
}

impl Formula {
    fn holds(&self, values: [i128; 4]) -> bool {
        let sum = |factors: &[i128; 4], number: i128| {
            number + factors.iter().zip(values).map(|(a, b)| a * b).sum::<i128>()
        };
        match self {
            Self::Below(factors, number) => sum(factors, *number) < 0,
            Self::Zero(factors, number) => sum(factors, *number) == 0,
            Self::Not(inner) => !inner.holds(values),
            Self::And(a, b) => a.holds(values) && b.holds(values),
        }
    }

    fn term(&self, terms: &mut Terms, numbers: [TermId; 4]) -> TermId {
        match self {
            Self::Below(factors, own) | Self::Zero(factors, own) => {
                let mut sum = number(terms, *own);
                for (factor, unknown) in factors.iter().zip(numbers) {
                    let factor = number(terms, *factor);
                    let product = terms.mul(factor, unknown);
                    sum = terms.add(sum, product);
                }
                let zero = number(terms, 0);
                match self {
                    Self::Below(..) => terms.slt(sum, zero),
                    _ => terms.eq(sum, zero),
                }
            }
            Self::Not(inner) => {
                let inner = inner.term(terms, numbers);
                terms.not(inner)
            }
            Self::And(a, b) => {
                let (a, b) = (a.term(terms, numbers), b.term(terms, numbers));
                terms.and(a, b)
            }
        }
    }
}

/// Numbers that look random (Marsaglia, Xorshift RNGs, Journal of Statistical Software, 2003).
struct Random(u64);

impl Random {
    fn up_to(&mut self, most: i128) -> i128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i128::from(self.0 >> 16) % (most + 1)
    }

    fn formula(&mut self, depth: u32, unknowns: usize) -> Formula {
        if 0 < depth {
            let (a, b) = (self.formula(depth - 1, unknowns), self.formula(depth - 1, unknowns));
            let both = Formula::And(Box::new(a), Box::new(b));
            return if self.up_to(3) == 0 { Formula::Not(Box::new(both)) } else { both };
        }
        let mut factors = [0; 4];
        factors.iter_mut().take(unknowns).for_each(|it| *it = self.up_to(6) - 3);
        let number = self.up_to(16) - 8;
        let atom = match self.up_to(3) {
            0 => Formula::Zero(factors, number),
            _ => Formula::Below(factors, number),
        };
        if self.up_to(2) == 0 { Formula::Not(Box::new(atom)) } else { atom }
    }
}

/// Whether all conjuncts hold; `None` if that is not known.
fn hold(conjuncts: &[Conjunct], values: &BTreeMap<TermId, i128>) -> Option<bool> {
    let sum = |it: &Sum| {
        let parts = it.factors.iter().map(|(unknown, factor)| Some(values.get(unknown)? * factor));
        Some(it.number + parts.sum::<Option<i128>>()?)
    };
    for conjunct in conjuncts {
        let holds = match conjunct {
            Conjunct::Linear(it, Relation::Zero) => sum(it)? == 0,
            Conjunct::Linear(it, Relation::AtMostZero) => sum(it)? <= 0,
            Conjunct::Linear(it, Relation::NotZero) => sum(it)? != 0,
            Conjunct::Divisible(it, by) => sum(it)? % by == 0,
            Conjunct::Or(branches) => {
                let all = branches.iter().map(|it| hold(it, values)).collect::<Option<Vec<_>>>()?;
                all.contains(&true)
            }
            Conjunct::Other(_) => return None,
        };
        if !holds {
            return Some(false);
        }
    }
    Some(true)
}

/// What is left of random formulas without h, and without k if both are hidden, holds where some value of these satisfies them. Tells how many were decided.
fn eliminates(samples: u64, depth: u32, unknowns: usize, box_: i128, far: i128) -> usize {
    let mut decided = 0;
    for seed in 1..=samples {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let formula = random.formula(depth, unknowns);
        let mut terms = Terms::default();
        let numbers = ["x", "y", "h", "k"].map(|it| terms.variable(it, Sort::BitVec(128)));
        let condition = formula.term(&mut terms, numbers);
        let hidden: BTreeSet<TermId> = numbers[2..unknowns].iter().copied().collect();
        let left = Integers::of(&terms, &[condition]).without(&terms, &hidden).minimal();
        if !left.kept.is_empty() {
            continue;
        }
        let mut is_known = true;
        for (x, y) in (-box_..=box_).flat_map(|x| (-box_..=box_).map(move |y| (x, y))) {
            let values = BTreeMap::from([(numbers[0], x), (numbers[1], y)]);
            let Some(found) = hold(&left.conjuncts, &values) else {
                is_known = false;
                break;
            };
            let last = if unknowns == 4 { far } else { 0 };
            let mut all = (-far..=far).flat_map(|h| (-last..=last).map(move |k| (h, k)));
            let expected = all.any(|(h, k)| formula.holds([x, y, h, k]));
            let shown = || left.text(&|it| terms.show(it)).join(" && ");
            assert_eq!(found, expected, "seed {seed}: x = {x}, y = {y}: {}", shown());
        }
        decided += usize::from(is_known);
    }
    decided
}

#[test]
fn elimination_agrees_with_trying_all_values() {
    let one = [eliminates(400, 1, 3, 6, 120), eliminates(300, 2, 3, 6, 120)];
    let two = eliminates(60, 1, 4, 2, 200);
    expect!["[395, 200] 60"].assert_eq(&format!("{one:?} {two}"));
}
