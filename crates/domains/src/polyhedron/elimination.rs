//! Linear constraints, and what follows from them: elimination of variables, one after the other (J. Fourier, 1826; T. Motzkin, 1936).

use super::feasibility::is_feasible;
use super::integer::Integer;
use std::fmt;

/// What a sum is compared with zero by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// It is zero.
    Zero,
    /// It is not below zero.
    AtLeast,
    /// It is above zero: for complements alone, no polyhedron has such a constraint.
    Above,
}

/// A sum of multiples of variables and a number, compared with zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Constraint {
    /// How it is compared.
    pub(super) sign: Sign,
    pub(super) factors: Vec<Integer>,
    pub(super) constant: Integer,
}

impl Constraint {
    fn new(sign: Sign, factors: &[i64], constant: i64) -> Self {
        let factors = factors.iter().map(|it| Integer::from(i128::from(*it))).collect();
        Self { sign, factors, constant: Integer::from(i128::from(constant)) }
    }

    /// `Σ factors·x + constant ≥ 0`
    #[must_use]
    pub fn at_least(factors: &[i64], constant: i64) -> Self {
        Self::new(Sign::AtLeast, factors, constant)
    }

    /// `Σ factors·x + constant = 0`
    #[must_use]
    pub fn equal(factors: &[i64], constant: i64) -> Self {
        Self::new(Sign::Zero, factors, constant)
    }

    /// How the sum is compared, the factors and the number, if they are small.
    #[must_use]
    pub fn parts(&self) -> Option<(Sign, Vec<i64>, i64)> {
        let small = |it: &Integer| i64::try_from(it).ok();
        let factors = self.factors.iter().map(small).collect::<Option<_>>()?;
        Some((self.sign, factors, small(&self.constant)?))
    }

    /// A constraint of the same sign on so many variables, none of which it mentions.
    pub(super) fn blank(&self, variables: usize) -> Self {
        Self { sign: self.sign, factors: vec![Integer::ZERO; variables], constant: Integer::ZERO }
    }

    /// The same with more variables, which it does not mention.
    pub(super) fn extended(&self, more: usize) -> Self {
        let mut factors = self.factors.clone();
        factors.resize(factors.len() + more, Integer::ZERO);
        Self { factors, ..self.clone() }
    }

    /// The same with the first variables alone.
    pub(super) fn shortened(mut self, variables: usize) -> Self {
        self.factors.truncate(variables);
        self
    }

    /// The same with the last variable in the place of another.
    pub(super) fn with_last_at(mut self, variable: usize) -> Self {
        if let Some(last) = self.factors.pop() {
            self.factors[variable] = last;
        }
        self
    }

    fn negative(&self, sign: Sign) -> Self {
        let factors = self.factors.iter().map(|it| -it).collect();
        Self { sign, factors, constant: -&self.constant }
    }

    /// What holds where a half-space does not.
    pub(super) fn negated(&self) -> Self {
        let sign = if self.sign == Sign::AtLeast { Sign::Above } else { Sign::AtLeast };
        self.negative(sign)
    }

    /// The closed half-space on the other side.
    pub(super) fn opposite(&self) -> Self {
        self.negative(Sign::AtLeast)
    }

    /// The same by constraints that are no equations.
    pub(super) fn half_spaces(&self) -> Vec<Self> {
        match self.sign {
            Sign::Zero => {
                let half = Self { sign: Sign::AtLeast, ..self.clone() };
                vec![half.opposite(), half]
            }
            Sign::AtLeast | Sign::Above => vec![self.clone()],
        }
    }

    fn is_trivial(&self) -> bool {
        self.factors.iter().all(|it| *it == Integer::ZERO)
    }

    /// Whether a trivial one holds.
    fn holds(&self) -> bool {
        match self.sign {
            Sign::Zero => self.constant == Integer::ZERO,
            Sign::AtLeast => !self.constant.is_negative(),
            Sign::Above => self.constant > Integer::ZERO,
        }
    }

    /// The same with the smallest numbers; of an equation, the first is positive.
    fn normal(mut self) -> Self {
        let mut divisor = Integer::ZERO;
        for number in self.factors.iter().chain([&self.constant]) {
            divisor = divisor.gcd(number);
        }
        let first = self.factors.iter().find(|it| **it != Integer::ZERO);
        if self.sign == Sign::Zero && first.is_some_and(Integer::is_negative) {
            divisor = -&divisor;
        }
        if divisor != Integer::ZERO && divisor != Integer::ONE {
            for number in self.factors.iter_mut().chain([&mut self.constant]) {
                *number = &*number / &divisor;
            }
        }
        self
    }

    /// `a` times one and `b` times another.
    fn combined(&self, a: &Integer, other: &Self, b: &Integer, sign: Sign) -> Self {
        let both = |x: &Integer, y: &Integer| &(x * a) + &(y * b);
        let factors = self.factors.iter().zip(&other.factors).map(|(x, y)| both(x, y)).collect();
        Self { sign, factors, constant: both(&self.constant, &other.constant) }.normal()
    }

    /// The same without a variable, by an equation that mentions it.
    fn substituted(&self, variable: usize, equation: &Self) -> Self {
        let (mine, pivot) = (&self.factors[variable], &equation.factors[variable]);
        // The constraint itself must be multiplied by something positive.
        match pivot.is_negative() {
            true => self.combined(&-pivot, equation, mine, self.sign),
            false => self.combined(pivot, equation, &-mine, self.sign),
        }
    }
}

/// Drops what says nothing, and of constraints on the same sum all but the tightest; `None` if one cannot hold.
fn tidied(constraints: Vec<Constraint>) -> Option<Vec<Constraint>> {
    let mut kept: Vec<Constraint> = Vec::new();
    for constraint in constraints {
        if constraint.is_trivial() {
            if !constraint.holds() {
                return None;
            }
            continue;
        }
        let constraint = constraint.normal();
        let is_same_sum = |it: &Constraint| {
            it.sign != Sign::Zero
                && constraint.sign != Sign::Zero
                && it.factors == constraint.factors
        };
        match kept.iter().position(is_same_sum) {
            Some(position) => {
                let known = &mut kept[position];
                let order = constraint.constant.cmp(&known.constant);
                if order.then(known.sign.cmp(&constraint.sign)).is_lt() {
                    *known = constraint;
                }
            }
            None if kept.contains(&constraint) => {}
            None => kept.push(constraint),
        }
    }
    Some(kept)
}

/// What constraints say about the other variables; `None` if they cannot hold.
fn eliminated(constraints: Vec<Constraint>, variable: usize) -> Option<Vec<Constraint>> {
    let mentions = |it: &Constraint| it.factors[variable] != Integer::ZERO;
    let equation = constraints.iter().find(|it| it.sign == Sign::Zero && mentions(it)).cloned();
    if let Some(equation) = equation {
        let rest = constraints.into_iter().filter(|it| *it != equation);
        return tidied(
            rest.map(|it| if mentions(&it) { it.substituted(variable, &equation) } else { it })
                .collect(),
        );
    }
    let (with, mut rest): (Vec<_>, Vec<_>) = constraints.into_iter().partition(mentions);
    let (below, above): (Vec<_>, Vec<_>) =
        with.into_iter().partition(|it| it.factors[variable].is_negative());
    for high in &below {
        for low in &above {
            let (a, b) = (&low.factors[variable], -&high.factors[variable]);
            rest.push(high.combined(a, low, &b, high.sign.max(low.sign)));
        }
    }
    tidied(rest)
}

/// Whether a constraint follows from others.
pub(super) fn entails(all: &[Constraint], constraint: &Constraint, variables: usize) -> bool {
    constraint.half_spaces().iter().all(|it| {
        let beyond = [all, &[it.negated()]].concat();
        !is_feasible(&beyond, variables)
    })
}

/// How many equations there are.
pub(super) fn equations(constraints: &[Constraint]) -> usize {
    constraints.iter().filter(|it| it.sign == Sign::Zero).count()
}

/// The same without what follows from the rest.
fn irredundant(mut constraints: Vec<Constraint>, variables: usize) -> Vec<Constraint> {
    let mut position = constraints.len();
    while 0 < position {
        position -= 1;
        if constraints[position].sign == Sign::Zero {
            continue;
        }
        let constraint = constraints.remove(position);
        if !entails(&constraints, &constraint, variables) {
            constraints.insert(position, constraint);
        }
    }
    constraints
}

/// The normal form of constraints: equations solved for their first variables, which nothing else mentions; nothing that follows from the rest.
/// `None` if they cannot hold.
pub(super) fn reduced(constraints: Vec<Constraint>, variables: usize) -> Option<Vec<Constraint>> {
    let mut all = tidied(constraints)?;
    if !is_feasible(&all, variables) {
        return None;
    }
    // Where all can hold strictly together, none is an equation.
    let strict = |it: &Constraint| match it.sign {
        Sign::AtLeast => Constraint { sign: Sign::Above, ..it.clone() },
        Sign::Zero | Sign::Above => it.clone(),
    };
    let is_thick = is_feasible(&all.iter().map(strict).collect::<Vec<_>>(), variables);
    for position in 0..all.len() {
        if !is_thick
            && all[position].sign == Sign::AtLeast
            && !is_feasible(&[all.as_slice(), &[strict(&all[position])]].concat(), variables)
        {
            all[position].sign = Sign::Zero;
        }
    }
    let mut solved: Vec<Constraint> = Vec::new();
    for variable in 0..variables {
        let found = all
            .iter()
            .position(|it| it.sign == Sign::Zero && it.factors[variable] != Integer::ZERO);
        let Some(position) = found else { continue };
        let equation = all.remove(position).normal();
        let substitute = |it: &Constraint| match it.factors[variable] == Integer::ZERO {
            true => it.clone(),
            false => it.substituted(variable, &equation),
        };
        all = tidied(all.iter().map(substitute).collect())?;
        solved = solved.iter().map(substitute).collect();
        solved.push(equation.clone());
    }
    solved.extend(all);
    let mut kept = irredundant(solved, variables);
    kept.sort();
    Some(kept)
}

/// How many constraints are kept on the way of a projection.
const MOST: usize = 80;

/// Up to so many are kept as they are: to see which of them follow from the others takes longer than to go on with all.
const FEW: usize = 20;

/// What constraints that can hold say if some variables are left out; their places stay, unused. Where that takes too many constraints, the longest are
/// dropped, which makes the set larger.
pub(super) fn project(
    constraints: Vec<Constraint>,
    variables: usize,
    gone: &[usize],
) -> Vec<Constraint> {
    let mut now = constraints;
    let mut left = gone.to_vec();
    // The variable that makes the fewest new constraints goes first.
    while let Some(best) = (0..left.len()).min_by_key(|it| pairs(&now, left[*it])) {
        let variable = left.swap_remove(best);
        now = eliminated(now, variable).unwrap_or_default();
        let length = |it: &Constraint| it.factors.iter().map(Integer::bits).sum::<u64>();
        now.sort_by_key(|it| (it.sign, length(it) + it.constant.bits()));
        now.truncate(MOST);
        if FEW < now.len() {
            now = irredundant(now, variables);
        }
    }
    now
}

/// How many constraints the elimination of a variable makes.
fn pairs(constraints: &[Constraint], variable: usize) -> usize {
    let of = |it: &&Constraint| it.factors[variable] != Integer::ZERO;
    let (mut below, mut above) = (0, 0);
    for constraint in constraints.iter().filter(of) {
        match (constraint.sign, constraint.factors[variable].is_negative()) {
            (Sign::Zero, _) => return 0,
            (_, true) => below += 1,
            (_, false) => above += 1,
        }
    }
    below * above
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for (variable, factor) in self.factors.iter().enumerate() {
            if *factor == Integer::ZERO {
                continue;
            }
            match (is_first, factor.is_negative()) {
                (true, true) => f.write_str("-")?,
                (true, false) => {}
                (false, true) => f.write_str(" - ")?,
                (false, false) => f.write_str(" + ")?,
            }
            is_first = false;
            let size = if factor.is_negative() { -factor } else { factor.clone() };
            if size != Integer::ONE {
                write!(f, "{size}")?;
            }
            write!(f, "x{variable}")?;
        }
        let sign = match self.sign {
            Sign::Zero => "=",
            Sign::AtLeast => "≥",
            Sign::Above => ">",
        };
        write!(f, " {sign} {}", -&self.constant)
    }
}
