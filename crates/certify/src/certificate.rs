//! Checks certificates that come from elsewhere: all that they say must be so.
//!
//! [`crate::judge`] takes from what an engine says as much as can be shown. Here nobody stands behind a certificate but its text, so one wrong statement is
//! enough to reject it, even if the others would do.

use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_engine::{Certificate, Said, Statement};
use tribunal_ir::{LocId, Program, PropId, PropertyKind, text::Printer};

use crate::judge::{Executed, Ground, Judgement, QUESTION, absent, executed, is_safety};
use crate::reprove::{Doubt, Reproved, Unproved, follow};
use crate::trial::Effort;

/// Checks certificates of properties of a program, within so many steps for each of them.
#[must_use]
pub fn check_certificates(
    program: &Program,
    claims: &[(PropId, &Certificate)],
    effort: Effort,
) -> BTreeMap<PropId, Judgement> {
    if let Some(unsupported) = program.unsupported.first() {
        let why = format!("the program was not translated: {}", unsupported.what);
        return claims.iter().map(|it| (it.0, insufficient(&why))).collect();
    }
    let mut found = BTreeMap::new();
    let mut groups: Vec<(&Arc<Said>, Vec<PropId>)> = Vec::new();
    let mut open = Vec::new();
    for &(property, certificate) in claims {
        match certificate {
            Certificate::Absent => _ = found.insert(property, absent(program, property)),
            _ if !is_safety(program, property) => {
                found.insert(property, trusted("a property of infinite runs is not checked again"));
            }
            Certificate::Invariant { said: Some(said), .. } => {
                match groups.iter_mut().find(|it| Arc::ptr_eq(it.0, said)) {
                    Some(group) => group.1.push(property),
                    None => groups.push((said, vec![property])),
                }
            }
            _ => open.push(property),
        }
    }
    for (said, properties) in groups {
        found.extend(check_invariants(program, said, &properties, effort));
    }
    found.extend(execute(program, open, effort));
    respect_boundary(program, &mut found);
    found
}

/// Leaves of invariants what is inductive; and nothing for properties that do not follow from that. So what is kept will be accepted, unless even to find
/// out was too dear.
pub fn keep_inductive(program: &Program, claims: &mut [(PropId, Certificate)], effort: Effort) {
    let mut known: Vec<(Arc<Said>, Option<Reproved>)> = Vec::new();
    let all: Vec<PropId> = claims.iter().map(|it| it.0).collect();
    for (property, certificate) in claims {
        let Certificate::Invariant { said: left, .. } = certificate else { continue };
        let Some(said) = left.clone() else { continue };
        let at = known.iter().position(|it| Arc::ptr_eq(&it.0, &said)).unwrap_or_else(|| {
            let reproved = follow(program, &said, &all, &mut within(effort)).ok();
            known.push((said, reproved));
            known.len() - 1
        });
        if let Some(reproved) = &known[at].1 {
            *left = reproved.safe.contains(property).then(|| reproved.kept.clone());
        }
    }
}

/// Goes on until the steps are used up.
fn within(effort: Effort) -> impl FnMut() -> bool {
    let mut left = effort.steps;
    move || {
        left = left.saturating_sub(QUESTION);
        0 < left
    }
}

fn insufficient(why: &str) -> Judgement {
    Judgement::Insufficient { why: why.to_owned(), runs: None }
}

fn trusted(why: &str) -> Judgement {
    Judgement::Trusted { why: why.to_owned(), runs: None }
}

/// Every statement must hold where runs start and be preserved by every step, and all together must rule violations out.
fn check_invariants(
    program: &Program,
    said: &Arc<Said>,
    properties: &[PropId],
    effort: Effort,
) -> Vec<(PropId, Judgement)> {
    let same = |it: &Judgement| properties.iter().map(|id| (*id, it.clone())).collect();
    let reproved = match follow(program, said, properties, &mut within(effort)) {
        Err(rejected) => return same(&trusted(&rejected.why)),
        Ok(reproved) => reproved,
    };
    if let Some(first) = reproved.unproved.first() {
        let hard = reproved.unproved.iter().find(|it| it.doubt == Doubt::Effort);
        return same(&match hard {
            Some(hard) => trusted(&told(program, said, hard)),
            None => insufficient(&told(program, said, first)),
        });
    }
    let judge = |property: &PropId| {
        let judgement = match program.props[*property].kind {
            PropertyKind::Unreachable if reproved.safe.contains(property) => {
                Judgement::Checked(Ground::Said(said.clone()))
            }
            PropertyKind::Unreachable => insufficient("a violation is not ruled out"),
            _ => insufficient("invariants of locations say nothing of where runs may end"),
        };
        (*property, judgement)
    };
    properties.iter().map(judge).collect()
}

/// What is not so, and where.
fn told(program: &Program, said: &Said, unproved: &Unproved) -> String {
    let Unproved { location, statement, why, .. } = unproved;
    let statement = statement.and_then(|it| said.get(location)?.get(it));
    match statement {
        None => format!("{}: {why}", place(program, *location)),
        Some(statement) => {
            let text = words(program, *location, statement);
            format!("{}: {text} {why}", place(program, *location))
        }
    }
}

fn place(program: &Program, at: LocId) -> String {
    let location = &program.locs[at];
    let printer = Printer::new(program);
    let (name, process) = (printer.location_name(at), printer.process_name(location.process));
    format!("at {name} of {process}")
}

fn words(program: &Program, at: LocId, statement: &Statement) -> String {
    let printer = Printer::new(program);
    match statement {
        Statement::Holds(condition) => {
            format!("`{}`", printer.expr(Some(program.locs[at].process), *condition))
        }
        Statement::Numbers(var, _) | Statement::Pointers(var, _) => {
            format!("what is said of `{}`", printer.var_name(*var))
        }
        Statement::Related(_) => "a relation".to_owned(),
        Statement::Memory(object, _) => {
            format!("what is said of object `{}`", program.objects[*object].name)
        }
    }
}

/// What rests on a search or on runs is searched or run again.
fn execute(
    program: &Program,
    mut open: Vec<PropId>,
    effort: Effort,
) -> BTreeMap<PropId, Judgement> {
    let mut found = BTreeMap::new();
    while !open.is_empty() {
        match executed(program, &open, effort, &mut || true) {
            Executed::All(ground) => {
                let checked = open.drain(..).map(|it| (it, Judgement::Checked(ground.clone())));
                found.extend(checked);
            }
            Executed::Refuted(property, trace) => {
                found.insert(property, Judgement::Refuted(trace));
                open.retain(|it| *it != property);
            }
            Executed::Some(runs) => {
                let why = "there are too many states or runs to try all again".to_owned();
                let trusted = Judgement::Trusted { why, runs };
                found.extend(open.drain(..).map(|it| (it, trusted.clone())));
            }
        }
    }
    found
}

/// Where a run can leave what was translated, nothing is shown.
fn respect_boundary(program: &Program, found: &mut BTreeMap<PropId, Judgement>) {
    let Some(boundary) = program.boundary else { return };
    if crate::check_absent(program, boundary).is_ok() {
        return;
    }
    let instead = match found.get(&boundary) {
        Some(Judgement::Checked(_)) => return,
        Some(Judgement::Insufficient { why, .. }) => {
            insufficient(&format!("that no run leaves what was translated is not shown: {why}"))
        }
        Some(Judgement::Refuted(_)) => insufficient("a run leaves what was translated"),
        Some(Judgement::Trusted { why, .. }) => {
            trusted(&format!("that no run leaves what was translated is trusted: {why}"))
        }
        None => trusted("nothing is said about whether runs leave what was translated"),
    };
    for (property, judgement) in found.iter_mut() {
        if *property != boundary && matches!(judgement, Judgement::Checked(_)) {
            *judgement = instead.clone();
        }
    }
}
