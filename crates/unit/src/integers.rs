//! Path conditions over mathematical integers, without the values that stubs leave open.
//!
//! The conjuncts of a condition are read as if numbers had no widths: linear equations and inequations over the inputs, and over what is not linear (`a % b`, `x * y`), which is taken as it is. What a
//! stub leaves arbitrary is quantified, and eliminated: by an equation that has it with coefficient 1, else by Fourier's and Motzkin's method, which is exact over the integers where one of two
//! coefficients is 1 (Pugh, The Omega test: a fast and practical integer programming algorithm for dependence analysis, Supercomputing 1991), and by Cooper's otherwise. Where the value stands in something that
//! is not linear, or there would be too many cases, it is kept and told.

pub(crate) mod bounded;
mod cooper;
mod linear;
mod narrow;

use std::collections::BTreeSet;

use tribunal_solver::{Node, TermId, Terms};

use linear::{Sum, gcd};

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
    /// A number divides a sum.
    Divisible(Sum, i128),
    /// All conjuncts of one of these hold.
    Or(Vec<Vec<Conjunct>>),
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

impl Integers {
    /// Reads the conjuncts of a condition.
    pub(crate) fn of(terms: &Terms, condition: &[TermId]) -> Self {
        let mut conjuncts = Vec::new();
        for it in condition {
            read(terms, *it, &mut conjuncts);
        }
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
            let is_in = |it: TermId| terms.variables(it).contains(&unknown);
            self.conjuncts = self
                .conjuncts
                .into_iter()
                .flat_map(|it| match it {
                    Conjunct::Other(term) if is_in(term) => alternatives(terms, term),
                    other => vec![other],
                })
                .collect();
            let is_hard = self.conjuncts.iter().any(|it| hides(it, unknown, &is_in));
            if !self.conjuncts.iter().any(|it| mentions(it, unknown)) && !is_hard {
                continue;
            }
            let less = if is_hard {
                None
            } else {
                eliminated(&self.conjuncts, unknown).or_else(|| {
                    Some(vec![Conjunct::Or(cooper::for_some(&self.conjuncts, unknown)?)])
                })
            };
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
        self.join();
        self
    }

    /// Two bounds that leave one value are an equation.
    fn join(&mut self) {
        let mut at = 0;
        while at < self.conjuncts.len() {
            let opposite = match &self.conjuncts[at] {
                Conjunct::Linear(sum, Relation::AtMostZero) => Sum::of(0).plus(sum, -1),
                _ => None,
            };
            let opposite = opposite.map(|it| Conjunct::Linear(it, Relation::AtMostZero));
            let other = self.conjuncts.iter().position(|it| Some(it) == opposite.as_ref());
            if let (Some(other), Conjunct::Linear(_, relation)) = (other, &mut self.conjuncts[at])
                && at < other
            {
                *relation = Relation::Zero;
                self.conjuncts.remove(other);
            }
            at += 1;
        }
    }

    /// Divides by common factors, and drops what always holds, and what is there twice.
    fn tidy(&mut self) {
        tidy(&mut self.conjuncts);
    }

    /// The conjuncts in C.
    pub(crate) fn text(&self, show: &dyn Fn(TermId) -> String) -> Vec<String> {
        if self.conjuncts.iter().any(is_contradiction) {
            return vec!["false".to_owned()];
        }
        self.conjuncts.iter().map(|it| text(it, show)).collect()
    }
}

/// Divides by common factors, and drops what always holds, what never does, and what is there twice.
fn tidy(conjuncts: &mut Vec<Conjunct>) {
    for conjunct in conjuncts.iter_mut() {
        match conjunct {
            Conjunct::Linear(sum, relation) => {
                let common = sum.common_factor();
                let rest = sum.number.rem_euclid(common.max(1));
                if 1 < common && (rest == 0 || *relation == Relation::AtMostZero) {
                    sum.factors.values_mut().for_each(|it| *it /= common);
                    // The sum of the unknowns is an integer: rounded up, the number says the same.
                    sum.number = sum.number.div_euclid(common) + i128::from(rest != 0);
                }
            }
            Conjunct::Divisible(sum, by) => {
                let common = gcd(gcd(sum.common_factor(), sum.number.abs()), *by);
                sum.factors.values_mut().for_each(|it| *it /= common);
                sum.number /= common;
                *by /= common;
                // Multiples do not matter.
                sum.factors.values_mut().for_each(|it| *it = it.rem_euclid(*by));
                sum.factors.retain(|_, it| *it != 0);
                sum.number = sum.number.rem_euclid(*by);
            }
            Conjunct::Or(branches) => {
                branches.iter_mut().for_each(tidy);
                branches.retain(|it| !it.iter().any(is_contradiction));
                branches.sort();
                branches.dedup();
            }
            Conjunct::Other(_) => {}
        }
    }
    let single = |it: Conjunct| match it {
        Conjunct::Or(mut branches) if branches.len() == 1 => branches.pop().unwrap_or_default(),
        other => vec![other],
    };
    *conjuncts = std::mem::take(conjuncts).into_iter().flat_map(single).collect();
    conjuncts.retain(|it| !always(it));
    let mut seen = BTreeSet::new();
    conjuncts.retain(|it| seen.insert(it.clone()));
}

fn always(conjunct: &Conjunct) -> bool {
    match conjunct {
        Conjunct::Linear(sum, relation) if sum.factors.is_empty() => match relation {
            Relation::Zero => sum.number == 0,
            Relation::AtMostZero => sum.number <= 0,
            Relation::NotZero => sum.number != 0,
        },
        Conjunct::Divisible(sum, by) => sum.factors.is_empty() && sum.number % by == 0,
        Conjunct::Or(branches) => branches.iter().any(Vec::is_empty),
        _ => false,
    }
}

/// A conjunct in C.
fn text(conjunct: &Conjunct, show: &dyn Fn(TermId) -> String) -> String {
    match conjunct {
        Conjunct::Linear(sum, relation) => linear_text(sum, *relation, show),
        Conjunct::Divisible(sum, by) => {
            // No factor is negative, and neither is the number.
            let whole = linear_text(&Sum { number: 0, ..sum.clone() }, Relation::Zero, show);
            let unknowns = whole.strip_suffix(" == 0").unwrap_or(&whole);
            match sum.number {
                0 if !unknowns.contains(' ') => format!("{unknowns} % {by} == 0"),
                0 => format!("({unknowns}) % {by} == 0"),
                number => format!("({unknowns} + {number}) % {by} == 0"),
            }
        }
        Conjunct::Or(branches) => {
            let branch = |it: &Vec<Conjunct>| {
                let parts: Vec<String> = it.iter().map(|it| text(it, show)).collect();
                parts.join(" && ")
            };
            branches.iter().map(branch).collect::<Vec<_>>().join(" || ")
        }
        Conjunct::Other(term) => show(*term),
    }
}

/// Whether an unknown stands in something that is not linear.
fn hides(conjunct: &Conjunct, unknown: TermId, is_in: &dyn Fn(TermId) -> bool) -> bool {
    match conjunct {
        Conjunct::Other(term) => is_in(*term),
        Conjunct::Linear(sum, _) | Conjunct::Divisible(sum, _) => {
            sum.factors.keys().any(|it| *it != unknown && is_in(*it))
        }
        Conjunct::Or(branches) => branches.iter().flatten().any(|it| hides(it, unknown, is_in)),
    }
}

/// A disjunction, read as such.
fn alternatives(terms: &Terms, term: TermId) -> Vec<Conjunct> {
    let mut branches = Vec::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        let mut branch = Vec::new();
        match terms.node(term) {
            Node::Not(inner) => match terms.node(inner) {
                Node::And(a, b) => {
                    for part in [a, b] {
                        match terms.node(part) {
                            Node::Not(inner) => open.push(inner),
                            // Terms are not made here: what is not negated, and no comparison, stays.
                            _ => match negated(terms, part) {
                                Some(conjunct) => branches.push(vec![conjunct]),
                                None => return vec![Conjunct::Other(term)],
                            },
                        }
                    }
                    continue;
                }
                _ => read(terms, term, &mut branch),
            },
            _ => read(terms, term, &mut branch),
        }
        branches.push(branch);
    }
    vec![Conjunct::Or(branches)]
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
            let common = sum.common_factor();
            common != 0 && sum.number % common != 0
        }
        Conjunct::Divisible(sum, by) => {
            let common = gcd(sum.common_factor(), *by);
            common != 0 && sum.number % common != 0
        }
        Conjunct::Or(branches) => branches.is_empty(),
        _ => false,
    }
}

fn is_bound(conjunct: &Conjunct) -> bool {
    matches!(conjunct, Conjunct::Linear(_, Relation::Zero | Relation::AtMostZero))
}

fn mentions(conjunct: &Conjunct, unknown: TermId) -> bool {
    match conjunct {
        Conjunct::Linear(sum, _) | Conjunct::Divisible(sum, _) => {
            sum.factors.contains_key(&unknown)
        }
        Conjunct::Or(branches) => branches.iter().flatten().any(|it| mentions(it, unknown)),
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
        return conjuncts.iter().map(|it| substituted(it, unknown, equation)).collect();
    }
    let own = || conjuncts.iter().filter(|it| mentions(it, unknown));
    let factor = |it: &Conjunct| match it {
        Conjunct::Linear(sum, Relation::AtMostZero) => sum.factor(unknown),
        _ => 0,
    };
    if own().any(|it| !matches!(it, Conjunct::Linear(..))) {
        return None;
    }
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

/// A conjunct where an unknown is what an equation, which has it with factor 1 or -1, says.
fn substituted(conjunct: &Conjunct, unknown: TermId, equation: &Sum) -> Option<Conjunct> {
    // The factor is its own inverse.
    let with = |sum: &Sum| sum.plus(equation, -equation.factor(unknown) * sum.factor(unknown));
    Some(match conjunct {
        Conjunct::Linear(sum, relation) => Conjunct::Linear(with(sum)?, *relation),
        Conjunct::Divisible(sum, by) => Conjunct::Divisible(with(sum)?, *by),
        Conjunct::Or(branches) => {
            let branch = |it: &Vec<Conjunct>| {
                it.iter().map(|it| substituted(it, unknown, equation)).collect::<Option<Vec<_>>>()
            };
            Conjunct::Or(branches.iter().map(branch).collect::<Option<_>>()?)
        }
        Conjunct::Other(_) => conjunct.clone(),
    })
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

/// Reads a Bool.
fn read(terms: &Terms, term: TermId, found: &mut Vec<Conjunct>) {
    match terms.node(term) {
        Node::And(a, b) => {
            read(terms, a, found);
            read(terms, b, found);
        }
        Node::Bool(true) => {}
        Node::Bool(false) => found.push(Conjunct::Linear(Sum::of(1), Relation::AtMostZero)),
        Node::Not(inner) => found.push(negated(terms, inner).unwrap_or(Conjunct::Other(term))),
        _ => found.push(match compared(terms, term) {
            Some((sum, relation)) => Conjunct::Linear(sum, relation),
            None => Conjunct::Other(term),
        }),
    }
}

/// The opposite of a comparison.
fn negated(terms: &Terms, term: TermId) -> Option<Conjunct> {
    Some(match compared(terms, term)? {
        (sum, Relation::Zero) => Conjunct::Linear(sum, Relation::NotZero),
        (sum, Relation::AtMostZero) => {
            Conjunct::Linear(Sum::of(1).plus(&sum, -1)?, Relation::AtMostZero)
        }
        (sum, Relation::NotZero) => Conjunct::Linear(sum, Relation::Zero),
    })
}

/// Reads a comparison.
fn compared(terms: &Terms, term: TermId) -> Option<(Sum, Relation)> {
    let (a, b, gap) = match terms.node(term) {
        Node::Eq(a, b) => (a, b, None),
        Node::Slt(a, b) => (a, b, Some(1)),
        // Whether numbers are negative matters to others.
        _ => return None,
    };
    if !linear::is_integer(terms, a) {
        return None;
    }
    let difference = linear::sum(terms, a)?.plus(&linear::sum(terms, b)?, -1)?;
    Some(match gap {
        None => (difference, Relation::Zero),
        Some(gap) => (difference.plus(&Sum::of(gap), 1)?, Relation::AtMostZero),
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
mod tests;
