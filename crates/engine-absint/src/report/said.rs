//! What an analysis has found out, as a certificate says it.

use crate::report::{Invariants, Known, KnownCell, KnownObject};
use tribunal_domains::pointer::{Pointers, Target};
use tribunal_domains::{Lattice as _, Number};
use tribunal_engine as engine;
use tribunal_engine::{Age, Content, Said, Statement, Values};
use tribunal_ir::{LocId, Program, Storage};

/// What is said of each location.
#[must_use]
pub fn said(program: &Program, found: &Invariants) -> Said {
    let of = |at: &LocId| (*at, statements(program, found, *at));
    found.known.keys().map(of).collect()
}

fn statements(program: &Program, found: &Invariants, at: LocId) -> Vec<Statement> {
    let mut all = Vec::new();
    for it in found.known.get(&at).into_iter().flatten() {
        all.extend(variable(it));
    }
    let relations = found.relations.get(&at).into_iter().flatten();
    all.extend(relations.cloned().map(Statement::Related));
    for it in found.objects.get(&at).into_iter().flatten() {
        all.extend(object(program, it));
    }
    let absent = found.absent.get(&at).into_iter().flatten();
    all.extend(absent.map(|it| Statement::Memory(*it, Content::Absent)));
    all
}

/// What is said of a variable, if it can be.
#[must_use]
pub fn variable(known: &Known) -> Option<Statement> {
    let numbers = known.numbers.as_ref().map(|it| Statement::Numbers(known.var, values(it)));
    let pointers = || Some(Statement::Pointers(known.var, targets(known.pointers.as_ref()?)?));
    numbers.or_else(pointers)
}

/// What is said of an object.
fn object(program: &Program, known: &KnownObject) -> Vec<Statement> {
    let KnownObject { object, is_alive, size, cells } = known;
    let mut all = Vec::new();
    if program.objects[*object].storage != Storage::Static {
        all.extend(is_alive.then_some(Content::Alive));
        all.push(Content::Size(values(size)));
    }
    all.extend(cells.iter().filter_map(cell));
    all.into_iter().map(|it| Statement::Memory(*object, it)).collect()
}

/// What is said of a scalar in an object, if it can be.
#[must_use]
pub fn cell(known: &KnownCell) -> Option<Content> {
    let KnownCell { offset, ty, numbers, pointers, .. } = known;
    let numbers = numbers.as_ref().map(|it| Content::Numbers(*offset, *ty, values(it)));
    let pointers = || Some(Content::Pointers(*offset, targets(pointers.as_ref()?)?));
    numbers.or_else(pointers)
}

/// The same numbers. What follows from the ranges is left out.
#[must_use]
pub fn values(numbers: &Number) -> Values {
    let ranges: Vec<(i128, i128)> =
        numbers.intervals().parts().iter().map(|it| (it.lo, it.hi)).collect();
    let mut parts = ranges.iter().filter_map(|(lo, hi)| Number::range(*lo, *hi));
    let plain = parts.next().map(|first| parts.fold(first, |all, it| all.join(&it)));
    if plain.as_ref() == Some(numbers) {
        return Values { ranges, modulus: 1, remainder: 0, known: 0, ones: 0 };
    }
    let (congruence, bits) = (numbers.congruence(), numbers.bits());
    Values {
        ranges,
        modulus: congruence.modulus(),
        remainder: congruence.remainder(),
        known: bits.known(),
        ones: bits.ones(),
    }
}

/// The same pointers; `None` if those are all.
fn targets(pointers: &Pointers) -> Option<engine::Pointers> {
    let one = |(target, offsets): &(Target, Number)| {
        let target = match target {
            Target::Nothing => engine::Target::Nothing,
            Target::Function(function) => engine::Target::Function(*function),
            Target::Object(key) if key.is_single() => {
                engine::Target::Object(key.declaration(), Age::Last)
            }
            Target::Object(key) => engine::Target::Object(key.declaration(), Age::Older),
        };
        (target, values(offsets))
    };
    Some(pointers.targets()?.iter().map(one).collect())
}
