//! Witnesses that a property is violated.
//!
//! A counter tells how many waypoints the run has passed. A run that violates the property at the target after all of them is what the witness promises.
//! Branches, calls and what is to be avoided narrow the search for such a run and change nothing about the violation; they are not followed.

use tribunal_engine::{Answer, Verdict};
use tribunal_ir::insert::{Look, look_before};
use tribunal_ir::{
    Action, BinOp, Edge, EdgeId, Expr, ExprId, Guard, IntShape, LocId, Matching, Place, Program,
    PropId, Property, PropertyKind, Scope, Then, Var, VarId, Violation,
};
use tribunal_report::because;
use tribunal_report::certify::{CertifiedProperty, Standing};
use tribunal_report::witness::read::{Segment, Site, Waypoint, WaypointAction, WaypointKind};
use tribunal_report::witness::{place_of_return, place_of_violation};

use super::{Ask, Reading, statement};
use crate::replay::ReplayError;
use crate::svcomp::Specification;

/// Looks for a run that passes the waypoints and violates the property.
pub(super) fn judge(
    reading: &mut Reading,
    specification: &Specification,
    segments: &[Segment],
    ask: &mut Ask<'_>,
) -> Result<Vec<CertifiedProperty>, ReplayError> {
    let refuse = |it: &str| ReplayError::Trace(it.to_owned());
    let followed =
        |it: &Segment| it.waypoints.iter().find(|it| it.action == WaypointAction::Follow).cloned();
    let waypoints: Vec<Waypoint> = segments.iter().filter_map(followed).collect();
    let Some((target, way)) = waypoints.split_last() else {
        return Err(refuse("the witness has no segments"));
    };
    if target.kind != WaypointKind::Target {
        return Err(refuse("the witness does not end at a target"));
    }
    let counter =
        counter(&mut reading.program).ok_or_else(|| refuse("the program has no functions"))?;
    let (mut passed, mut skipped) = (0, 0);
    for waypoint in way {
        match pass(reading, waypoint, counter, passed) {
            Ok(()) => passed += 1,
            Err(_) => skipped += 1,
        }
    }
    let is_goal = |program: &Program, it: PropId| {
        specification.goals.iter().any(|goal| goal.is_violated_by(&program.props[it].name))
    };
    let violating: Vec<EdgeId> = reading
        .program
        .edges
        .iter()
        .filter(|(_, it)| {
            let goal =
                it.violates.as_ref().is_some_and(|it| is_goal(&reading.program, it.property));
            goal && is_at(place_of_violation(&reading.program, it), &target.site)
        })
        .map(|(id, _)| id)
        .collect();
    let property = reached(&mut reading.program, &violating, counter, passed);
    let answers = ask(reading.program.clone())?;
    let answer = answers.iter().find(|it| it.property == property);
    let elsewhere = answers.iter().any(|it| {
        is_goal(&reading.program, it.property) && matches!(it.verdict, Verdict::False(_))
    });
    let told = answer.map(|it| standing(it, elsewhere, (passed, skipped)));
    Ok(statement(&specification.text, told).into_iter().collect())
}

/// What is to be thought of the witness, from the answer to the question whether no run does what it says.
fn standing(answer: &Answer, elsewhere: bool, (passed, skipped): (i32, i32)) -> (Standing, String) {
    let unfollowed = match skipped {
        0 => String::new(),
        1 => "; 1 waypoint was not followed".to_owned(),
        _ => format!("; {skipped} waypoints were not followed"),
    };
    match &answer.verdict {
        Verdict::False(trace) => {
            let steps = trace.steps.len();
            let why = format!(
                "a run of {steps} steps passes {passed} waypoints and violates it{unfollowed}"
            );
            (Standing::Accepted, why)
        }
        Verdict::True(_) if elsewhere => {
            (Standing::Rejected, "runs violate it, but none that passes the waypoints".to_owned())
        }
        Verdict::True(_) => {
            (Standing::Rejected, "no run passes the waypoints and violates it".to_owned())
        }
        Verdict::Refuted(_) => (Standing::Trusted, "it fails, but no run shows it".to_owned()),
        Verdict::Maybe(reason) => (Standing::Trusted, because(reason)),
    }
}

fn is_at((line, column): (u32, u32), site: &Site) -> bool {
    line == site.line && site.column.is_none_or(|it| it == column)
}

/// A new global variable that counts.
fn counter(program: &mut Program) -> Option<VarId> {
    let ty = program.int_ty(IntShape::I32);
    let span = program.procs.values().next()?.span;
    let (name, init) = ("%waypoints".to_owned(), Vec::new());
    let (scope, matching) = (Scope::Global, Matching::Matched);
    Some(program.vars.push(Var { name, ty, scope, init, matching, span }))
}

/// That so many waypoints have been passed.
fn has_passed(program: &mut Program, counter: VarId, passed: i32) -> ExprId {
    let place = program.place(Place::Var(counter));
    let (count, expected) = (program.expr(Expr::Load(place)), program.int(passed));
    program.expr(Expr::Binary(BinOp::Eq, count, expected))
}

/// Lets the program count a waypoint when it comes to it and has passed so many before.
fn pass(
    reading: &mut Reading,
    waypoint: &Waypoint,
    counter: VarId,
    passed: i32,
) -> Result<(), String> {
    let constraint = waypoint.constraint.as_deref().ok_or("it asks for nothing")?;
    let (condition, places) = match waypoint.kind {
        WaypointKind::Assumption => {
            let condition = reading.condition(&waypoint.site, constraint)?;
            (condition, reading.locations(&waypoint.site))
        }
        WaypointKind::FunctionReturn => returned(reading, &waypoint.site, constraint)?,
        WaypointKind::Branching | WaypointKind::FunctionEnter | WaypointKind::Target => {
            return Err("it is not followed".to_owned());
        }
    };
    if places.is_empty() {
        return Err("there is no such place".to_owned());
    }
    let program = &mut reading.program;
    let is_next = has_passed(program, counter, passed);
    let guard = Guard::When(program.expr(Expr::Binary(BinOp::And, is_next, condition)));
    let (place, value) = (program.place(Place::Var(counter)), program.int(passed + 1));
    let actions = vec![Action::Assign { place, value }];
    for place in places {
        let look = Look { guard, actions: actions.clone(), violates: None };
        look_before(program, place, vec![look]);
    }
    Ok(())
}

/// What a call yields, and where control is when it has: the result is a variable of its own.
fn returned(
    reading: &mut Reading,
    site: &Site,
    constraint: &str,
) -> Result<(ExprId, Vec<LocId>), String> {
    let program = &reading.program;
    let is_it = |it: &VarId| place_of_return(program, *it).is_some_and(|at| is_at(at, site));
    let var = program.vars.ids().find(is_it).ok_or("there is no such call")?;
    let value = constraint.strip_prefix("\\result ==").map(str::trim).and_then(number);
    let value =
        value.ok_or("the condition on the result is not of the form `\\result == number`")?;
    let is_result = |it: &Action| match it {
        Action::Havoc { place } | Action::Assign { place, .. } => {
            program.places[*place] == Place::Var(var)
        }
        Action::Call { result: Some(place), .. } => program.places[*place] == Place::Var(var),
        _ => false,
    };
    let ends = program.edges.values().filter(|it| it.actions.iter().any(is_result));
    let places: Vec<LocId> = ends.map(|it| it.to).collect();
    let ty = program.vars[var].ty;
    let value = program.shape(ty).ok_or("the result is no number")?.wrap(value);
    let program = &mut reading.program;
    let place = program.place(Place::Var(var));
    let (result, value) =
        (program.expr(Expr::Load(place)), program.expr(Expr::Const { value, ty }));
    Ok((program.expr(Expr::Binary(BinOp::Eq, result, value)), places))
}

/// A number as C writes it: with a sign, in parentheses, with a suffix.
fn number(text: &str) -> Option<i128> {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// A new property that is violated where one of these edges is taken and all waypoints have been passed.
fn reached(program: &mut Program, violating: &[EdgeId], counter: VarId, passed: i32) -> PropId {
    let (name, kind) = ("witness".to_owned(), PropertyKind::Unreachable);
    let property = program.props.push(Property { name, kind, span: None });
    let is_over = has_passed(program, counter, passed);
    for edge in violating {
        let Edge { guard, violates, .. } = program.edges[*edge].clone();
        let Some(violation) = violates else { continue };
        let guard = match guard {
            Guard::When(condition) => {
                Guard::When(program.expr(Expr::Binary(BinOp::And, condition, is_over)))
            }
            _ => continue,
        };
        let violates = Some(Violation { property, then: Then::Stop, ..violation });
        let copy = Edge { guard, violates, ..program.edges[*edge].clone() };
        program.connect(copy);
    }
    property
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_as_c_writes_them() {
        assert_eq!(
            (number(" 12U"), number("(-3)"), number("0x10L")),
            (Some(12), Some(-3), Some(16))
        );
        assert_eq!((number("x"), number("")), (None, None));
    }
}
