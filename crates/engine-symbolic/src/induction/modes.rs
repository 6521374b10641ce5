//! Candidates for invariants of programs that work in modes, like state machines: what holds of all states in which a loop was seen while
//! a variable had one of its few values.
//!
//! Implications between what was observed, with the values of variables as their left sides, as in Dodoo, Lin & Ernst, Selecting, refining, and evaluating predicates for program
//! analysis, MIT-LCS-TR-914, 2003.

use crate::induction::relation::Sample;
use std::collections::BTreeSet;
use tribunal_engine::{Relation, Sum};
use tribunal_ir::VarId;

/// How many values a variable may have to tell modes apart.
const VALUES: usize = 8;

/// How many candidates there are at most.
const MOST: usize = 120;

/// Candidates for a loop that changes some variables.
pub(crate) fn candidates(changed: &[VarId], samples: &[Sample]) -> Vec<Relation> {
    let known = |it: &&VarId| samples.iter().all(|sample| sample.contains_key(it));
    let changed: Vec<VarId> = changed.iter().filter(known).copied().collect();
    let mut found = Vec::new();
    for &mode in &changed {
        let values: BTreeSet<i128> = samples.iter().map(|it| it[&mode]).collect();
        // Numbers that do not come again tell no modes apart.
        let recur = 2 * values.len() <= samples.len();
        if values.len() < 2 || VALUES < values.len() || !recur {
            continue;
        }
        let has_value = |it: &i128| Some(Relation::Zero(sum(1, mode, it.checked_neg()?)));
        found.extend(values.iter().map(has_value).collect::<Option<_>>().map(Relation::Any));
        for value in values {
            let there: Vec<&Sample> = samples.iter().filter(|it| it[&mode] == value).collect();
            for &var in changed.iter().filter(|it| **it != mode) {
                let bounds = narrower(var, &there, samples);
                found.extend(bounds.filter_map(|it| given(mode, value, it)));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Where a variable has a value, something holds.
fn given(var: VarId, value: i128, holds: Relation) -> Option<Relation> {
    let below = Relation::AtMostZero(sum(1, var, 1_i128.checked_sub(value)?));
    let above = Relation::AtMostZero(sum(-1, var, value.checked_add(1)?));
    Some(Relation::Any(vec![below, above, holds]))
}

fn sum(factor: i128, var: VarId, constant: i128) -> Sum {
    Sum { terms: vec![(factor, var)], constant }
}

/// Bounds of a variable in some samples that it does not have in all.
fn narrower(var: VarId, some: &[&Sample], all: &[Sample]) -> impl Iterator<Item = Relation> {
    let values = || some.iter().map(|it| it[&var]);
    let ends = values().min().zip(values().max());
    let is_lowest = |value: i128| all.iter().all(|it| value <= it[&var]);
    let is_highest = |value: i128| all.iter().all(|it| it[&var] <= value);
    let (least, most) = (
        ends.map(|it| it.0).filter(|it| !is_lowest(*it)),
        ends.map(|it| it.1).filter(|it| !is_highest(*it)),
    );
    let above = least.map(|it| Relation::AtMostZero(sum(-1, var, it)));
    let below = most.and_then(|it| Some(Relation::AtMostZero(sum(1, var, it.checked_neg()?))));
    above.into_iter().chain(below)
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use crate::induction::relation::{Sample, holds};
    use tribunal_base::Id;
    use tribunal_ir::VarId;

    #[test]
    fn each_mode_has_its_own_bounds() {
        let [mode, errors, time] = [0, 1, 2].map(VarId::from_index);
        let rows = [[0, 0, 5], [1, 0, 8], [2, 1, 6], [2, 1, 9], [0, 0, 30], [1, 0, 31], [2, 1, 3]];
        let sample =
            |it: &[i128; 3]| -> Sample { [mode, errors, time].into_iter().zip(*it).collect() };
        let samples: Vec<Sample> = rows.iter().map(sample).collect();
        let found = candidates(&[mode, errors, time], &samples);
        assert!(found.iter().all(|it| samples.iter().all(|of| holds(it, of) == Some(true))));
        let refutes =
            |row: [i128; 3]| found.iter().any(|it| holds(it, &sample(&row)) == Some(false));
        assert!(refutes([0, 1, 7]) && refutes([2, 0, 7]), "errors belong to one mode: {found:?}");
        assert!(!refutes([0, 0, 7]) && !refutes([2, 1, 8]));
        assert!(refutes([3, 1, 7]), "there is no such mode");
        assert_eq!(candidates(&[mode, errors, time], &samples[..1]), [], "one value, no modes");
    }
}
