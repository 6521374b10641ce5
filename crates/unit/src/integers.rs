//! Path conditions over mathematical integers, without the values that stubs leave open.
//!
//! The conjuncts of a condition are read as if numbers had no widths: linear equations and inequations over the inputs, and over what is not linear (`a % b`, `x * y`), which is taken as it is. What a
//! stub leaves arbitrary is quantified, and eliminated: by an equation that has it with coefficient 1, else by Fourier's and Motzkin's method, which is exact over the integers where one of two
//! coefficients is 1 (Pugh, The Omega test: a fast and practical integer programming algorithm for dependence analysis, Supercomputing 1991). Where neither is possible, the value is kept and told.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_solver::{BinOp, Node, Sort, TermId, Terms};

/// A sum of unknowns with factors, and a number. An unknown is a variable or a term that is not linear.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    factors: BTreeMap<TermId, i128>,
    number: i128,
}

/// Something about a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    /// It is 0.
    Zero,
    /// It is at most 0.
    AtMostZero,
    /// It is not 0.
    NotZero,
}

/// A conjunct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Conjunct {
    Linear(Sum, Relation),
    /// A Bool that is not linear.
    Other(TermId),
}

/// A condition over integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Integers {
    conjuncts: Vec<Conjunct>,
    /// Values of stubs that could not be eliminated.
    pub(crate) kept: Vec<TermId>,
}

/// More conjuncts than this are not combined.
const MANY: usize = 200;

impl Sum {
    fn of(number: i128) -> Self {
        Self { factors: BTreeMap::new(), number }
    }

    /// This and some times another; `None` if a number gets too large.
    fn plus(&self, other: &Self, times: i128) -> Option<Self> {
        let mut sum = self.clone();
        sum.number = sum.number.checked_add(other.number.checked_mul(times)?)?;
        for (unknown, factor) in &other.factors {
            let entry = sum.factors.entry(*unknown).or_insert(0);
            *entry = entry.checked_add(factor.checked_mul(times)?)?;
        }
        sum.factors.retain(|_, it| *it != 0);
        Some(sum)
    }

    fn factor(&self, unknown: TermId) -> i128 {
        self.factors.get(&unknown).copied().unwrap_or(0)
    }
}

impl Integers {
    /// Reads a condition.
    pub(crate) fn of(terms: &Terms, condition: TermId) -> Self {
        let mut conjuncts = Vec::new();
        read(terms, condition, &mut conjuncts);
        let mut integers = Self { conjuncts, kept: Vec::new() };
        integers.tidy();
        integers
    }

    /// Whether nothing satisfies it, as far as linear reasoning over rationals tells.
    pub(crate) fn is_false(&self) -> bool {
        let mut all = self.clone();
        loop {
            all.tidy();
            if all.conjuncts.iter().any(is_contradiction) {
                return true;
            }
            let linear = all.conjuncts.iter().filter_map(|it| match it {
                Conjunct::Linear(sum, Relation::Zero | Relation::AtMostZero) => Some(sum),
                _ => None,
            });
            let next = linear.flat_map(|it| it.factors.keys().copied()).next();
            let Some(unknown) = next.filter(|_| all.conjuncts.len() < MANY) else { return false };
            // What is not a bound does not help.
            all.conjuncts.retain(|it| !mentions(it, unknown) || is_bound(it));
            let Some(less) = combined(&all.conjuncts, unknown, Exactness::Rational) else {
                return false;
            };
            all.conjuncts = less;
        }
    }

    /// Eliminates unknowns, of which some value is to be there.
    pub(crate) fn without(mut self, terms: &Terms, hidden: &BTreeSet<TermId>) -> Self {
        for &unknown in hidden {
            let is_inside = |it: TermId| it != unknown && terms.variables(it).contains(&unknown);
            let is_hard = self.conjuncts.iter().any(|it| match it {
                Conjunct::Other(term) => terms.variables(*term).contains(&unknown),
                Conjunct::Linear(sum, _) => sum.factors.keys().any(|it| is_inside(*it)),
            });
            if !self.conjuncts.iter().any(|it| mentions(it, unknown)) && !is_hard {
                continue;
            }
            let less = if is_hard { None } else { eliminated(&self.conjuncts, unknown) };
            match less {
                Some(less) => self.conjuncts = less,
                None => self.kept.push(unknown),
            }
            self.tidy();
        }
        self
    }

    /// Drops what follows from the rest.
    pub(crate) fn minimal(mut self) -> Self {
        let mut at = 0;
        while at < self.conjuncts.len() && self.conjuncts.len() < MANY {
            let Conjunct::Linear(sum, Relation::AtMostZero) = &self.conjuncts[at] else {
                at += 1;
                continue;
            };
            // It does not hold: the sum is at least 1.
            let negation = Sum::of(1).plus(sum, -1);
            let mut question = self.clone();
            question.conjuncts.remove(at);
            let follows = negation.is_some_and(|it| {
                question.conjuncts.push(Conjunct::Linear(it, Relation::AtMostZero));
                question.is_false()
            });
            if follows {
                self.conjuncts.remove(at);
            } else {
                at += 1;
            }
        }
        self
    }

    /// Divides by common factors, and drops what always holds, and what is there twice.
    fn tidy(&mut self) {
        for conjunct in &mut self.conjuncts {
            let Conjunct::Linear(sum, relation) = conjunct else { continue };
            let common = sum.factors.values().fold(0_i128, |a, b| gcd(a, b.abs()));
            if common <= 1 {
                continue;
            }
            let rest = sum.number.rem_euclid(common);
            if rest == 0 || *relation == Relation::AtMostZero {
                sum.factors.values_mut().for_each(|it| *it /= common);
                // The sum of the unknowns is an integer: rounded up, the number says the same.
                sum.number = sum.number.div_euclid(common) + i128::from(rest != 0);
            }
        }
        let always = |it: &Conjunct| match it {
            Conjunct::Linear(sum, relation) if sum.factors.is_empty() => match relation {
                Relation::Zero => sum.number == 0,
                Relation::AtMostZero => sum.number <= 0,
                Relation::NotZero => sum.number != 0,
            },
            _ => false,
        };
        self.conjuncts.retain(|it| !always(it));
        let mut seen = BTreeSet::new();
        self.conjuncts.retain(|it| seen.insert(it.clone()));
    }

    /// The conjuncts in C.
    pub(crate) fn text(&self, show: &dyn Fn(TermId) -> String) -> Vec<String> {
        if self.conjuncts.iter().any(is_contradiction) {
            return vec!["false".to_owned()];
        }
        self.conjuncts
            .iter()
            .map(|it| match it {
                Conjunct::Linear(sum, relation) => linear_text(sum, *relation, show),
                Conjunct::Other(term) => show(*term),
            })
            .collect()
    }

    /// Whether it holds for some values of unknowns.
    pub(crate) fn holds(&self, value: &mut dyn FnMut(TermId) -> Option<i128>) -> bool {
        self.conjuncts.iter().all(|it| {
            let Conjunct::Linear(sum, relation) = it else { return true };
            let mut total = Some(sum.number);
            for (unknown, factor) in &sum.factors {
                let part = value(*unknown).and_then(|it| it.checked_mul(*factor));
                total = total.zip(part).and_then(|(a, b)| a.checked_add(b));
            }
            total.is_none_or(|it| match relation {
                Relation::Zero => it == 0,
                Relation::AtMostZero => it <= 0,
                Relation::NotZero => it != 0,
            })
        })
    }
}

/// Whether bounds may be combined as if numbers were rational, or exactly only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    Rational,
    Integer,
}

fn is_contradiction(conjunct: &Conjunct) -> bool {
    match conjunct {
        Conjunct::Linear(sum, relation) if sum.factors.is_empty() => match relation {
            Relation::Zero => sum.number != 0,
            Relation::AtMostZero => 0 < sum.number,
            Relation::NotZero => sum.number == 0,
        },
        Conjunct::Linear(sum, Relation::Zero) => {
            let common = sum.factors.values().fold(0_i128, |a, b| gcd(a, b.abs()));
            common != 0 && sum.number % common != 0
        }
        _ => false,
    }
}

fn is_bound(conjunct: &Conjunct) -> bool {
    matches!(conjunct, Conjunct::Linear(_, Relation::Zero | Relation::AtMostZero))
}

fn mentions(conjunct: &Conjunct, unknown: TermId) -> bool {
    match conjunct {
        Conjunct::Linear(sum, _) => sum.factors.contains_key(&unknown),
        Conjunct::Other(_) => false,
    }
}

/// The conjuncts that hold if they do for some integer; `None` if that is not found.
fn eliminated(conjuncts: &[Conjunct], unknown: TermId) -> Option<Vec<Conjunct>> {
    let equation = conjuncts.iter().find_map(|it| match it {
        Conjunct::Linear(sum, Relation::Zero) if sum.factor(unknown).abs() == 1 => Some(sum),
        _ => None,
    });
    if let Some(equation) = equation {
        let own = equation.factor(unknown);
        let substituted = conjuncts.iter().map(|it| match it {
            Conjunct::Linear(sum, relation) => {
                // `own` is its own inverse.
                let sum = sum.plus(equation, -own * sum.factor(unknown))?;
                Some(Conjunct::Linear(sum, *relation))
            }
            Conjunct::Other(_) => Some(it.clone()),
        });
        return substituted.collect();
    }
    let own = || conjuncts.iter().filter(|it| mentions(it, unknown));
    let factor = |it: &Conjunct| match it {
        Conjunct::Linear(sum, Relation::AtMostZero) => sum.factor(unknown),
        _ => 0,
    };
    let is_open = !own().any(|it| 0 < factor(it)) || !own().any(|it| factor(it) < 0);
    let is_equation = |it: &Conjunct| matches!(it, Conjunct::Linear(_, Relation::Zero));
    if is_open && !own().any(is_equation) {
        // There is an integer beyond all that are excluded.
        return Some(conjuncts.iter().filter(|it| !mentions(it, unknown)).cloned().collect());
    }
    if !own().all(is_bound) || own().any(is_equation) {
        return None;
    }
    combined(conjuncts, unknown, Exactness::Integer)
}

/// Every lower bound of an unknown combined with every upper one.
fn combined(
    conjuncts: &[Conjunct],
    unknown: TermId,
    exactness: Exactness,
) -> Option<Vec<Conjunct>> {
    let mut rest = Vec::new();
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for conjunct in conjuncts {
        match conjunct {
            Conjunct::Linear(sum, relation) if sum.factors.contains_key(&unknown) => {
                let mut bounds = vec![sum.clone()];
                if *relation == Relation::Zero {
                    bounds.push(Sum::of(0).plus(sum, -1)?);
                }
                for bound in bounds {
                    let side = if bound.factor(unknown) < 0 { &mut lower } else { &mut upper };
                    side.push(bound);
                }
            }
            other => rest.push(other.clone()),
        }
    }
    for low in &lower {
        for high in &upper {
            let (a, b) = (-low.factor(unknown), high.factor(unknown));
            if exactness == Exactness::Integer && a != 1 && b != 1 {
                return None;
            }
            let scaled = Sum::of(0).plus(low, b)?;
            rest.push(Conjunct::Linear(scaled.plus(high, a)?, Relation::AtMostZero));
        }
    }
    Some(rest)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Reads a Bool.
fn read(terms: &Terms, term: TermId, found: &mut Vec<Conjunct>) {
    match terms.node(term) {
        Node::And(a, b) => {
            read(terms, a, found);
            read(terms, b, found);
        }
        Node::Bool(true) => {}
        Node::Bool(false) => found.push(Conjunct::Linear(Sum::of(1), Relation::AtMostZero)),
        Node::Not(inner) => match compared(terms, inner) {
            Some((sum, Relation::Zero)) => found.push(Conjunct::Linear(sum, Relation::NotZero)),
            Some((sum, Relation::AtMostZero)) => match Sum::of(1).plus(&sum, -1) {
                Some(sum) => found.push(Conjunct::Linear(sum, Relation::AtMostZero)),
                None => found.push(Conjunct::Other(term)),
            },
            _ => found.push(Conjunct::Other(term)),
        },
        _ => found.push(match compared(terms, term) {
            Some((sum, relation)) => Conjunct::Linear(sum, relation),
            None => Conjunct::Other(term),
        }),
    }
}

/// Reads a comparison.
fn compared(terms: &Terms, term: TermId) -> Option<(Sum, Relation)> {
    let (a, b, gap) = match terms.node(term) {
        Node::Eq(a, b) => (a, b, None),
        Node::Slt(a, b) => (a, b, Some(1)),
        // Whether numbers are negative matters to others.
        _ => return None,
    };
    let reading = Reading::Signed;
    let difference = sum(terms, a, reading)?.plus(&sum(terms, b, reading)?, -1)?;
    Some(match gap {
        None => (difference, Relation::Zero),
        Some(gap) => (difference.plus(&Sum::of(gap), 1)?, Relation::AtMostZero),
    })
}

/// How constants are read.
#[derive(Clone, Copy)]
enum Reading {
    Signed,
    Unsigned,
}

/// Reads a number; `None` for what is none.
fn sum(terms: &Terms, term: TermId, reading: Reading) -> Option<Sum> {
    let inner = |it: TermId| sum(terms, it, reading);
    let itself = Sum { factors: BTreeMap::from([(term, 1)]), number: 0 };
    Some(match terms.node(term) {
        Node::Bits(_) => Sum::of(constant(terms, term, reading)?),
        Node::Binary(BinOp::Add, a, b) => inner(a)?.plus(&inner(b)?, 1)?,
        Node::Neg(a) => Sum::of(0).plus(&inner(a)?, -1)?,
        Node::Complement(a) => Sum::of(-1).plus(&inner(a)?, -1)?,
        Node::Binary(BinOp::Mul, a, b) => {
            let factor = |it: TermId| constant(terms, it, Reading::Signed);
            match (factor(a), factor(b)) {
                (Some(factor), _) => Sum::of(0).plus(&inner(b)?, factor)?,
                (_, Some(factor)) => Sum::of(0).plus(&inner(a)?, factor)?,
                _ => itself,
            }
        }
        Node::Binary(BinOp::Shl, a, b) => match constant(terms, b, Reading::Unsigned) {
            Some(by @ 0..=100) => Sum::of(0).plus(&inner(a)?, 1 << by)?,
            _ => itself,
        },
        // A shift, as terms spell it.
        Node::Concat(a, b) => match (terms.node(a), constant(terms, b, Reading::Unsigned)) {
            (Node::Extract { high, low: 0, of }, Some(0)) => {
                let (whole, by) = (width(terms, of)?, width(terms, b)?);
                if high + 1 + by != whole || 100 < by {
                    return Some(itself);
                }
                Sum::of(0).plus(&inner(of)?, 1 << by)?
            }
            _ => itself,
        },
        Node::SignExtend(a, _) => inner(a)?,
        _ => itself,
    })
}

fn width(terms: &Terms, term: TermId) -> Option<u32> {
    match terms.sort(term) {
        Sort::BitVec(width) => Some(width),
        _ => None,
    }
}

fn constant(terms: &Terms, term: TermId, reading: Reading) -> Option<i128> {
    let bits = terms.as_bits(term)?;
    let (value, width) = (bits.to_u128()?, bits.width());
    let unused = 128_u32.checked_sub(width)?;
    Some(match reading {
        Reading::Unsigned => i128::try_from(value).ok()?,
        Reading::Signed => (value.cast_signed() << unused) >> unused,
    })
}

/// A comparison in C, without minus signs as far as possible.
fn linear_text(sum: &Sum, relation: Relation, show: &dyn Fn(TermId) -> String) -> String {
    let part = |unknown: TermId, factor: i128| {
        let text = show(unknown);
        let is_product = text.split([' ', '\t']).skip(1).step_by(2).all(|it| "*/%".contains(it));
        let is_simple = !text.contains(' ');
        match factor {
            1 if is_product => text,
            1 => format!("({text})"),
            _ if is_simple => format!("{factor} * {text}"),
            _ => format!("{factor} * ({text})"),
        }
    };
    let side = |sign: i128| {
        let own = sum.factors.iter().filter(|it| 0 < *it.1 * sign);
        own.map(|(unknown, factor)| part(*unknown, factor.abs())).collect::<Vec<_>>()
    };
    let (left, right) = (side(1), side(-1));
    let with = |parts: &[String], number: i128| {
        let mut parts = parts.to_vec();
        if number != 0 || parts.is_empty() {
            parts.push(number.to_string());
        }
        parts.join(" + ")
    };
    let number = sum.number;
    match relation {
        Relation::Zero | Relation::NotZero => {
            let operator = if relation == Relation::Zero { "==" } else { "!=" };
            if left.is_empty() {
                format!("{} {operator} {}", right.join(" + "), with(&[], number))
            } else if right.is_empty() || number < 0 {
                format!("{} {operator} {}", left.join(" + "), with(&right, -number))
            } else {
                format!("{} {operator} {}", with(&left, number), right.join(" + "))
            }
        }
        Relation::AtMostZero if left.is_empty() => match number {
            1 => format!("{} > 0", right.join(" + ")),
            _ => format!("{} >= {number}", right.join(" + ")),
        },
        Relation::AtMostZero if right.is_empty() => match number {
            1 => format!("{} < 0", left.join(" + ")),
            _ => format!("{} <= {}", left.join(" + "), -number),
        },
        Relation::AtMostZero if number == 1 => {
            format!("{} < {}", left.join(" + "), right.join(" + "))
        }
        Relation::AtMostZero if 0 < number => {
            format!("{} < {}", with(&left, number - 1), right.join(" + "))
        }
        Relation::AtMostZero => format!("{} <= {}", left.join(" + "), with(&right, -number)),
    }
}

#[cfg(test)]
mod tests {
    use super::Integers;
    use expect_test::{Expect, expect};
    use std::collections::BTreeSet;
    use tribunal_solver::{Sort, TermId, Terms};

    /// Three numbers, the last of which is hidden.
    fn check(condition: impl Fn(&mut Terms, [TermId; 3]) -> TermId, expected: Expect) {
        let mut terms = Terms::default();
        let numbers = ["x", "y", "h"].map(|it| terms.variable(it, Sort::BitVec(32)));
        let condition = condition(&mut terms, numbers);
        let integers = Integers::of(&terms, condition)
            .without(&terms, &BTreeSet::from([numbers[2]]))
            .minimal();
        let mut parts = integers.text(&|it| terms.show(it));
        parts.sort();
        let text = parts.join(" && ");
        let kept = if integers.kept.is_empty() { "" } else { " (h is kept)" };
        expected.assert_eq(&format!("{text}{kept}"));
    }

    fn number(terms: &mut Terms, value: i128) -> TermId {
        terms.number(value.cast_unsigned() & 0xffff_ffff, 32)
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
        let [x, y] = ["x", "y"].map(|it| terms.variable(it, Sort::BitVec(32)));
        let (less, more) = (terms.slt(x, y), terms.slt(y, x));
        let both = terms.and(less, more);
        assert!(Integers::of(&terms, both).is_false());
        assert!(!Integers::of(&terms, less).is_false());
    }
}
