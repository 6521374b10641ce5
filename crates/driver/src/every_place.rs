//! Every place where a property of a program with memory fails. Engines answer a property by one run; so each other place is asked about as a
//! property of its own.
//!
//! A run ends where it goes wrong, so a place that is reached only past another error is none of these.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_base::{Id, Span};
use tribunal_engine::{Trace, Verdict};
use tribunal_ir::{EdgeId, Program, PropId, Property, PropertyKind};
use tribunal_portfolio::{CheckOptions, Checked, check};

/// A place that is asked about: the property, and where.
type Place = (PropId, Span);

/// Adds a run for every other place where a property that fails is violated, as far as one is found in the time that is left.
pub fn add_every_place(checked: &mut Checked, options: &CheckOptions, cancelled: &AtomicBool) {
    if checked.program.is_flat() {
        // The search has gone on after errors.
        return;
    }
    let failing: BTreeSet<PropId> = checked
        .answers
        .iter()
        .filter(|it| matches!(it.verdict, Verdict::False(_)))
        .map(|it| it.property)
        .filter(|it| checked.program.props[*it].kind == PropertyKind::Unreachable)
        .collect();
    let known: BTreeSet<Place> = runs(checked)
        .filter_map(|(property, trace)| Some((property, place(&checked.program, property, trace)?)))
        .collect();
    let (program, asked) = split(&checked.program, &failing, &known);
    if asked.is_empty() {
        return;
    }
    let spent = Duration::from_secs_f64(checked.seconds.max(0.0));
    let mut limits = options.limits;
    limits.time = limits.time.map(|it| it.saturating_sub(spent));
    let properties = asked.keys().map(|it| program.props[*it].name.clone()).collect();
    let options = CheckOptions { properties, limits, checkpoint: None, ..options.clone() };
    let Ok(found) = check(program, &options, cancelled, &mut ()) else { return };
    for answer in found.answers {
        if let (Verdict::False(trace), Some(property)) =
            (answer.verdict, asked.get(&answer.property))
        {
            checked.more_traces.push((*property, trace));
        }
    }
    checked.seconds += found.seconds;
    let mut told: BTreeSet<Place> = BTreeSet::new();
    let first = checked.answers.iter().filter_map(|it| match &it.verdict {
        Verdict::False(trace) => Some((it.property, trace)),
        _ => None,
    });
    for (property, trace) in first {
        told.extend(place(&checked.program, property, trace).map(|it| (property, it)));
    }
    let program = &checked.program;
    checked.more_traces.retain(|(property, trace)| {
        place(program, *property, trace).is_none_or(|it| told.insert((*property, it)))
    });
    checked.more_traces.sort_by_key(|(property, trace)| {
        (*property, place(program, *property, trace).map(|it| (it.file, it.start)))
    });
}

/// All runs that violate something.
fn runs(checked: &Checked) -> impl Iterator<Item = (PropId, &Trace)> {
    let answers = checked.answers.iter().filter_map(|it| match &it.verdict {
        Verdict::False(trace) => Some((it.property, trace)),
        _ => None,
    });
    answers.chain(checked.more_traces.iter().map(|it| (it.0, &it.1)))
}

/// Where a run violates a property.
fn place(program: &Program, property: PropId, trace: &Trace) -> Option<Span> {
    let violates = |edge: &EdgeId| {
        let violated = program.edges[*edge].violates.as_ref();
        violated.is_some_and(|it| it.property == property)
    };
    let edges = trace.steps.iter().rev().map(|it| it.edge);
    edges.into_iter().find(violates).map(|it| program.edges[it].span)
}

/// The program with a property for each place where one of these is violated, but those that are known; and what they are.
fn split(
    program: &Program,
    failing: &BTreeSet<PropId>,
    known: &BTreeSet<Place>,
) -> (Program, BTreeMap<PropId, PropId>) {
    let mut program = program.clone();
    let mut names: BTreeMap<Place, PropId> = BTreeMap::new();
    let mut asked = BTreeMap::new();
    for edge in program.edges.ids().collect::<Vec<_>>() {
        let span = program.edges[edge].span;
        let Some(property) = program.edges[edge].violates.as_ref().map(|it| it.property) else {
            continue;
        };
        if !failing.contains(&property) || known.contains(&(property, span)) {
            continue;
        }
        let own = *names.entry((property, span)).or_insert_with(|| {
            let name = format!("{}#{}", program.props[property].name, edge.index());
            let kind = PropertyKind::Unreachable;
            let own = program.props.push(Property { name, kind, span: Some(span) });
            asked.insert(own, property);
            own
        });
        if let Some(violation) = &mut program.edges[edge].violates {
            violation.property = own;
        }
    }
    (program, asked)
}
