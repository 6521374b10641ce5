//! Candidates for the contracts of recursive functions: whatever instance of some templates holds of all calls that were seen.
//!
//! The templates are those of loops (`templates`), between the result, the global variables that are changed, as they were and as they are,
//! and the arguments. Besides:
//!
//! - what is equal may only be equal modulo the numbers of the result's type, since arithmetic wraps;
//! - sums of two may be even or odd;
//! - what holds may depend on whether an argument is above a number that the program mentions, as cases of a recursive definition do
//!   (implications as in Ernst et al., see `templates`).

use crate::induction::candidate::{Breadth, Point};
use crate::induction::contract::{Contracts, earlier, result, result_shape, result_type};
use crate::induction::relation::{Sample, holds, is_number};
use crate::induction::templates;
use crate::machine::Machine;
use std::collections::BTreeSet;
use tribunal_engine::{Relation, Sum};
use tribunal_ir::{BinOp, Expr, Program, Scope, VarId};

/// How many parameters are looked at for cases, and how many numbers to tell cases apart.
const PARAMETERS: usize = 4;
const CASES: usize = 12;

/// How many candidates there are at most, and how many that depend on a case.
const MOST: usize = 150;
const MOST_CONDITIONAL: usize = 250;

/// What a part of a contract speaks of.
#[derive(Default)]
pub(crate) struct Vocabulary {
    /// What it is about.
    about: Vec<VarId>,
    /// What that is compared with.
    others: Vec<VarId>,
    /// What tells cases apart.
    params: Vec<VarId>,
    /// By which numbers.
    borders: Vec<i128>,
    /// How many bits there are in what it is about, at least.
    bits: u32,
}

/// What a part of a contract speaks of.
pub(crate) fn vocabulary(machine: &Machine<'_>, contracts: &Contracts, point: Point) -> Vocabulary {
    let program = machine.program;
    let numeric = |it: &VarId| is_number(program, *it);
    let globals =
        || program.vars.ids().filter(|it| program.vars[*it].scope == Scope::Global).filter(numeric);
    let is_changed = |it: &VarId| contracts.changes.has(program, &machine.layout, *it);
    let params = |function| -> Vec<VarId> {
        let process: &tribunal_ir::Process = &program.procs[function];
        process.locals[..process.params].iter().copied().filter(numeric).collect()
    };
    let unchanged: Vec<VarId> = globals().filter(|it| !is_changed(it)).collect();
    match point {
        Point::Head(_) => Vocabulary::default(),
        Point::Entry(function) => {
            let about: Vec<VarId> =
                params(function).into_iter().chain(globals().filter(is_changed)).collect();
            // How they were at the call from outside.
            let first = about.iter().map(|it| earlier(program, *it));
            let others = first.chain(unchanged).collect();
            Vocabulary { about, others, ..Vocabulary::default() }
        }
        Point::Exit(function) => {
            let ty = result_type(machine, function).ok().flatten();
            let shape = ty.and_then(|it| result_shape(program, it));
            let changed = globals().filter(is_changed);
            let about: Vec<VarId> =
                shape.map(|_| result(program)).into_iter().chain(changed).collect();
            let before = globals().filter(is_changed).map(|it| earlier(program, it));
            let others = params(function).into_iter().chain(before).chain(unchanged).collect();
            let bits = shape.map_or(32, |it| it.bits.into());
            let (params, borders) = (params(function), borders(program));
            Vocabulary { about, others, params, borders, bits }
        }
    }
}

/// Candidates for a part of a contract.
pub(crate) fn candidates(
    speaks: &Vocabulary,
    samples: &[Sample],
    constants: &[i128],
    breadth: Breadth,
) -> Vec<Relation> {
    let mut found = templates::candidates(&speaks.about, &speaks.others, samples, constants);
    if breadth != Breadth::Compared {
        found.retain(|it| !compares(it));
    }
    found.truncate(MOST);
    found.extend(modular(speaks, &found));
    found.extend(parities(speaks, samples));
    if breadth != Breadth::Always {
        found.extend(conditional(speaks, samples, breadth));
    }
    found
}

/// Whether it is a bound on more than one variable.
fn compares(relation: &Relation) -> bool {
    matches!(relation, Relation::AtMostZero(sum) if 1 < sum.terms.len())
}

/// Equalities, modulo the numbers of the result's type.
fn modular(speaks: &Vocabulary, found: &[Relation]) -> Vec<Relation> {
    if !(2..64).contains(&speaks.bits) {
        return Vec::new();
    }
    let equal = found.iter().filter_map(|it| match it {
        Relation::Zero(sum) => Some(Relation::Multiple { of: 1 << speaks.bits, sum: sum.clone() }),
        _ => None,
    });
    equal.collect()
}

/// Whether sums of two are even.
fn parities(speaks: &Vocabulary, samples: &[Sample]) -> Vec<Relation> {
    let mut found = Vec::new();
    for x in &speaks.about {
        for y in speaks.others.iter().take(PARAMETERS) {
            for constant in [0, 1] {
                let mut terms = vec![(1, *x), (1, *y)];
                terms.sort_by_key(|it| it.1);
                found.push(Relation::Multiple { of: 2, sum: Sum { terms, constant } });
            }
        }
    }
    found.retain(|it| !samples.is_empty() && samples.iter().all(|of| holds(it, of) == Some(true)));
    found
}

/// Candidates for arguments of one kind: above a number, or not.
fn conditional(speaks: &Vocabulary, samples: &[Sample], breadth: Breadth) -> Vec<Relation> {
    let mut found = Vec::new();
    for &param in speaks.params.iter().take(PARAMETERS) {
        let values: BTreeSet<i128> =
            samples.iter().filter_map(|it| it.get(&param)).copied().collect();
        let (Some(least), Some(most)) = (values.first(), values.last()) else { continue };
        let mut borders: Vec<i128> =
            speaks.borders.iter().copied().filter(|it| least <= it && it < most).collect();
        borders.truncate(CASES);
        for border in borders {
            let is_low = |it: &&Sample| it.get(&param).is_some_and(|it| *it <= border);
            let (low, high): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(is_low);
            // That the argument is on the other side.
            let above = at_most_zero(-1, param, border + 1);
            let below = at_most_zero(1, param, -border);
            for (side, other) in [(low, above), (high, below)] {
                let side: Vec<Sample> = side.into_iter().cloned().collect();
                let mut there =
                    templates::candidates(&speaks.about, &speaks.others, &side, &[-1, 0, 1]);
                if breadth != Breadth::Compared {
                    there.retain(|it| !compares(it));
                }
                there.extend(modular(speaks, &there));
                there.retain(|it| samples.iter().any(|of| holds(it, of) != Some(true)));
                found.extend(there.into_iter().map(|it| Relation::Any(vec![other.clone(), it])));
            }
        }
    }
    // What says most first.
    found.sort_by_key(|it| match it {
        Relation::Any(of) => {
            u32::from(!matches!(of[1], Relation::Zero(_) | Relation::Multiple { .. }))
        }
        _ => 2,
    });
    found.truncate(MOST_CONDITIONAL);
    found
}

fn at_most_zero(factor: i128, var: VarId, constant: i128) -> Relation {
    Relation::AtMostZero(Sum { terms: vec![(factor, var)], constant })
}

/// The numbers that the program compares others with, and those before them, the smallest first.
fn borders(program: &Program) -> Vec<i128> {
    let constant = |it| match program.exprs[it] {
        Expr::Const { value, .. } => Some(value),
        _ => None,
    };
    let mut found = BTreeSet::new();
    for (_, expr) in program.exprs.iter() {
        if let Expr::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) = *expr
            && let Some(value) = constant(a).or(constant(b))
        {
            found.extend([value, value.saturating_sub(1)]);
        }
    }
    let mut found: Vec<i128> = found.into_iter().collect();
    found.sort_by_key(|it| it.unsigned_abs());
    found
}
