//! Witnesses that a property holds.

use std::collections::BTreeSet;

use tribunal_base::Id as _;
use tribunal_base::graph::{Element, weak_topological_order};
use tribunal_ir::insert::{Look, look_before};
use tribunal_ir::{Guard, LocId, ProcId, Program, PropId, Property, PropertyKind, Then, Violation};
use tribunal_report::certify::{CertifiedProperty, Standing};
use tribunal_report::witness::read::{Invariant, Subject};

use super::{Ask, Reading, standing, statement};
use crate::replay::ReplayError;
use crate::svcomp::Specification;

/// Asks for the property and for each invariant at the same time.
pub(super) fn judge(
    reading: &mut Reading,
    specification: &Specification,
    invariants: &[Invariant],
    ask: &mut Ask<'_>,
) -> Result<Vec<CertifiedProperty>, ReplayError> {
    let own: Vec<PropId> = reading.program.props.ids().collect();
    let checks: Vec<Result<PropId, String>> =
        invariants.iter().map(|it| assert(reading, it)).collect();
    let answers = ask(reading.program.clone())?;
    let of = |property: PropId| answers.iter().find(|it| it.property == property);
    let property = own.iter().filter_map(|it| of(*it)).map(standing);
    let mut told: Vec<CertifiedProperty> =
        statement(&specification.text, property).into_iter().collect();
    for (invariant, check) in invariants.iter().zip(checks) {
        let answer = check.map(|it| of(it).map(standing));
        let untold = (Standing::Trusted, "it was not looked at".to_owned());
        let (standing, why) = match answer {
            Ok(answer) => answer.unwrap_or(untold),
            Err(why) => (Standing::Trusted, why),
        };
        let property = format!("line {}: {}", invariant.site.line, invariant.condition);
        told.push(CertifiedProperty { property, standing, why });
    }
    Ok(told)
}

/// Lets the program violate a new property where control comes to the place of an invariant that does not hold there. What cannot be told, e.g. of a variable
/// that has no value yet, violates nothing.
fn assert(reading: &mut Reading, invariant: &Invariant) -> Result<PropId, String> {
    let Invariant { of, site, condition } = invariant;
    let fails = reading.condition(site, &format!("!({condition})"))?;
    let mut places = reading.locations(site);
    if *of == Subject::Loop {
        let functions: BTreeSet<ProcId> =
            places.iter().map(|it| reading.program.locs[*it].process).collect();
        let heads: BTreeSet<LocId> =
            functions.into_iter().flat_map(|it| heads(&reading.program, it)).collect();
        places.retain(|it| heads.contains(it));
    }
    if places.is_empty() {
        return Err("there is no such place in the program".to_owned());
    }
    let program = &mut reading.program;
    let name = format!("invariant-{}", program.props.len());
    let property =
        program.props.push(Property { name, kind: PropertyKind::Unreachable, span: None });
    for place in places {
        let message = "an invariant of the witness does not hold".to_owned();
        let violates = Some(Violation { property, message, then: Then::Continue });
        let look = Look { guard: Guard::When(fails), actions: Vec::new(), violates };
        look_before(program, place, vec![look]);
    }
    Ok(property)
}

/// The heads of the loops of a function.
fn heads(program: &Program, function: ProcId) -> Vec<LocId> {
    let next = |it: &tribunal_ir::Location| {
        it.out.iter().map(|edge| program.edges[*edge].to.index()).collect::<Vec<_>>()
    };
    let successors: Vec<Vec<usize>> = program.locs.values().map(next).collect();
    let is_own = |it: &LocId| program.locs[*it].process == function;
    let nodes: Vec<usize> = program.locs.ids().filter(is_own).map(|it| it.index()).collect();
    let mut found = Vec::new();
    let mut open = weak_topological_order(nodes, &successors);
    while let Some(element) = open.pop() {
        if let Element::Component { head, body, .. } = element {
            found.push(LocId::from_index(head));
            open.extend(body);
        }
    }
    found
}
