//! Quantifier elimination over the integers: the conjuncts that hold for some value of an unknown, without it (Cooper, Theorem proving in arithmetic without multiplication, Machine Intelligence 7, 1972).
//!
//! Where there is a value, there is one at most some steps above a lower bound, or any at all if there is none; as many steps as divisors have multiples in common. The
//! result is a disjunction over bounds and steps.

use tribunal_solver::TermId;

use super::linear::{Sum, gcd};
use super::{Conjunct, Relation, mentions};

/// No result has more branches.
const MANY: i128 = 24;

/// A disjunction of conjunctions.
pub(super) type Branches = Vec<Vec<Conjunct>>;

/// The conjuncts, of which those that mention the unknown are linear in it, for some value of it; `None` if there are too many cases.
pub(super) fn for_some(conjuncts: &[Conjunct], unknown: TermId) -> Option<Branches> {
    let mut found: Branches = Vec::new();
    for branch in distributed(conjuncts, unknown)? {
        found.extend(eliminated(&branch, unknown)?);
    }
    (found.len() as i128 <= MANY).then_some(found)
}

/// The same with no disjunction that mentions the unknown, and no inequality.
fn distributed(conjuncts: &[Conjunct], unknown: TermId) -> Option<Branches> {
    let mut all: Branches = vec![Vec::new()];
    for conjunct in conjuncts {
        let choices: Branches = match conjunct {
            Conjunct::Or(branches) if mentions(conjunct, unknown) => {
                let mut choices = Vec::new();
                for it in branches {
                    choices.extend(distributed(it, unknown)?);
                }
                choices
            }
            Conjunct::Linear(sum, Relation::NotZero) if mentions(conjunct, unknown) => {
                let below = sum.plus(&Sum::of(1), 1)?;
                let above = Sum::of(1).plus(sum, -1)?;
                [below, above].map(|it| vec![Conjunct::Linear(it, Relation::AtMostZero)]).to_vec()
            }
            other => vec![vec![other.clone()]],
        };
        let mut next = Vec::new();
        for (start, end) in all.iter().flat_map(|it| choices.iter().map(move |end| (it, end))) {
            next.push(start.iter().chain(end).cloned().collect());
        }
        all = next;
        if MANY < all.len() as i128 {
            return None;
        }
    }
    Some(all)
}

fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}

/// One conjunction.
fn eliminated(conjuncts: &[Conjunct], unknown: TermId) -> Option<Branches> {
    let (own, rest): (Vec<&Conjunct>, Vec<&Conjunct>) =
        conjuncts.iter().partition(|it| mentions(it, unknown));
    // All factors of the unknown become one, and the unknown stands for so many times itself.
    let mut scale = 1;
    for conjunct in &own {
        scale = lcm(scale, sum_of(conjunct)?.factor(unknown).abs())?;
    }
    let mut scaled = vec![Conjunct::Divisible(Sum::unknown(unknown), scale)];
    for conjunct in &own {
        let times = scale / sum_of(conjunct)?.factor(unknown).abs();
        let mut sum = Sum::of(0).plus(sum_of(conjunct)?, times)?;
        sum.factors.insert(unknown, sum.factor(unknown).signum());
        scaled.push(match conjunct {
            Conjunct::Divisible(_, by) => Conjunct::Divisible(sum, by.checked_mul(times)?),
            Conjunct::Linear(_, relation) => Conjunct::Linear(sum, *relation),
            Conjunct::Or(_) | Conjunct::Other(_) => return None,
        });
    }
    let mut step = 1;
    for conjunct in &scaled {
        if let Conjunct::Divisible(_, by) = conjunct {
            step = lcm(step, *by)?;
        }
    }
    let value = |sum: &Sum| {
        // What the unknown is where the sum is 0.
        let own = sum.factor(unknown);
        Sum::unknown(unknown).plus(sum, -own)
    };
    let equation = scaled.iter().find_map(|it| match it {
        Conjunct::Linear(sum, Relation::Zero) => Some(sum),
        _ => None,
    });
    let bounds = |side: i128| {
        let bound = move |it: &Conjunct| match it {
            Conjunct::Linear(sum, Relation::AtMostZero) if sum.factor(unknown) == side => {
                value(sum)
            }
            _ => None,
        };
        scaled.iter().filter_map(bound).collect::<Vec<Sum>>()
    };
    let (lower, upper) = (bounds(-1), bounds(1));
    let (starts, direction, is_bounded) = match equation {
        Some(equation) => (vec![value(equation)?], 0, true),
        None if lower.is_empty() || upper.is_empty() => (vec![Sum::of(0)], 1, false),
        None if lower.len() <= upper.len() => (lower, 1, true),
        None => (upper, -1, true),
    };
    let steps = if direction == 0 { 1 } else { step };
    if MANY < steps.checked_mul(starts.len() as i128)? {
        return None;
    }
    let mut branches = Vec::new();
    for start in &starts {
        for number in 0..steps {
            let value = start.plus(&Sum::of(number), direction)?;
            let mut branch: Vec<Conjunct> = rest.iter().map(|it| (*it).clone()).collect();
            for conjunct in &scaled {
                let with = |sum: &Sum| {
                    let own = sum.factor(unknown);
                    sum.plus(&Sum::unknown(unknown), -own)?.plus(&value, own)
                };
                branch.push(match conjunct {
                    Conjunct::Divisible(sum, by) => Conjunct::Divisible(with(sum)?, *by),
                    // Beyond all bounds, they hold.
                    Conjunct::Linear(..) if !is_bounded => continue,
                    Conjunct::Linear(sum, relation) => Conjunct::Linear(with(sum)?, *relation),
                    Conjunct::Or(_) | Conjunct::Other(_) => continue,
                });
            }
            branches.push(branch);
        }
    }
    Some(branches)
}

fn sum_of(conjunct: &Conjunct) -> Option<&Sum> {
    match conjunct {
        Conjunct::Linear(sum, _) | Conjunct::Divisible(sum, _) => Some(sum),
        Conjunct::Or(_) | Conjunct::Other(_) => None,
    }
}
