//! Checks certificates that come from elsewhere: all that they say must be so.
//!
//! [`crate::judge`] takes from what an engine says as much as can be shown. Here nobody stands behind a certificate but its text, so one wrong statement is
//! enough to reject it, even if the others would do.

use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_engine::{Certificate, Said, Statement};
use tribunal_ir::{LocId, Program, PropId, PropertyKind, text::Printer};

use crate::judge::{Executed, Ground, Judgement, absent, executed, followed, is_safety};
use crate::purse::Purse;
use crate::reprove::{Doubt, Reproved, Unproved, follow};
use crate::runs::{Wrong, follow as follow_runs};
use crate::trial::Effort;
use crate::truth::is_true;
use tribunal_exec::State;

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
    let mut go_on = || true;
    let mut purse = Purse { left: effort.formulas, go_on: &mut go_on };
    for (claim, properties) in followed(program, claims, &open) {
        let judgement = match follow_runs(program, &claim, &properties, Wrong::Rejects, &mut purse)
        {
            Ok(heads) => Judgement::Checked(Ground::Followed(heads)),
            Err(unshown) if unshown.doubt == Doubt::Step => insufficient(&unshown.why),
            // There may be few enough runs to execute them all.
            Err(_) => continue,
        };
        open.retain(|it| !properties.contains(it));
        found.extend(properties.into_iter().map(|it| (it, judgement.clone())));
    }
    found.extend(execute(program, claims, open, effort));
    respect_boundary(program, &mut found);
    found
}

/// Leaves of invariants what is inductive; and nothing for properties that do not follow from that. So what is kept will be accepted, unless even to find
/// out was too dear.
pub fn keep_inductive(program: &Program, claims: &mut [(PropId, Certificate)], effort: Effort) {
    let mut known: Vec<(Arc<Said>, Option<Reproved>)> = Vec::new();
    let all: Vec<PropId> = claims.iter().map(|it| it.0).collect();
    for (property, certificate) in &mut *claims {
        let Certificate::Invariant { said: left, .. } = certificate else { continue };
        let Some(said) = left.clone() else { continue };
        let at = known.iter().position(|it| Arc::ptr_eq(&it.0, &said)).unwrap_or_else(|| {
            let reproved = within(effort, |it| follow(program, &said, &all, it)).ok();
            known.push((said, reproved));
            known.len() - 1
        });
        if let Some(reproved) = &known[at].1 {
            *left = reproved.safe.contains(property).then(|| reproved.kept.clone());
        }
    }
    keep_heads(program, claims, effort);
}

/// The same for what is said of the heads of loops.
fn keep_heads(program: &Program, claims: &mut [(PropId, Certificate)], effort: Effort) {
    let shown: Vec<(PropId, &Certificate)> = claims.iter().map(|it| (it.0, &it.1)).collect();
    let all: Vec<PropId> = claims.iter().map(|it| it.0).collect();
    let mut go_on = || true;
    let mut purse = Purse { left: effort.formulas, go_on: &mut go_on };
    let mut found: BTreeMap<PropId, Arc<Said>> = BTreeMap::new();
    for (claim, properties) in followed(program, &shown, &all) {
        let kept = follow_runs(program, &claim, &properties, Wrong::IsLeftOut, &mut purse);
        if let Ok(kept) = kept {
            found.extend(properties.into_iter().map(|it| (it, Arc::clone(&kept))));
        }
    }
    for (property, certificate) in claims {
        if let (Certificate::Inductive { heads, .. }, Some(kept)) =
            (certificate, found.get(property))
        {
            *heads = Arc::clone(kept);
        }
    }
}

/// Does something with formulas until the steps are used up.
fn within<T>(effort: Effort, act: impl FnOnce(&mut Purse<'_>) -> T) -> T {
    act(&mut Purse { left: effort.formulas, go_on: &mut || true })
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
    let reproved = match within(effort, |it| follow(program, said, properties, it)) {
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

pub(crate) fn place(program: &Program, at: LocId) -> String {
    let location = &program.locs[at];
    let printer = Printer::new(program);
    let (name, process) = (printer.location_name(at), printer.process_name(location.process));
    format!("at {name} of {process}")
}

pub(crate) fn words(program: &Program, at: LocId, statement: &Statement) -> String {
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

/// What rests on a search or on runs is searched or run again. What is said of states that are met must be so.
fn execute(
    program: &Program,
    claims: &[(PropId, &Certificate)],
    mut open: Vec<PropId>,
    effort: Effort,
) -> BTreeMap<PropId, Judgement> {
    let mut found = BTreeMap::new();
    while !open.is_empty() {
        let said: Vec<(PropId, &Said)> = (claims.iter())
            .filter_map(|(property, certificate)| match certificate {
                Certificate::Inductive { heads, .. } => Some((*property, &**heads)),
                _ => None,
            })
            .filter(|it| open.contains(&it.0))
            .collect();
        let mut wrong: BTreeMap<PropId, String> = BTreeMap::new();
        let mut watch = |state: &State| {
            for (property, said) in &said {
                if let Some((at, statement)) = contradicted(program, state, said) {
                    let text = words(program, at, statement);
                    let why = format!("{}: {text} does not hold in a run", place(program, at));
                    wrong.entry(*property).or_insert(why);
                }
            }
        };
        match executed(program, &open, effort, &mut watch, &mut || true) {
            Executed::All(ground) => {
                let judge = |it: PropId| match wrong.get(&it) {
                    Some(why) => insufficient(why),
                    None => Judgement::Checked(ground.clone()),
                };
                found.extend(open.drain(..).map(|it| (it, judge(it))));
            }
            Executed::Refuted(property, trace) => {
                found.insert(property, Judgement::Refuted(trace));
                open.retain(|it| *it != property);
            }
            Executed::Some(runs) => {
                let why = "there are too many states or runs to try all again".to_owned();
                let trusted = Judgement::Trusted { why, runs };
                let judge = |it: PropId| match wrong.get(&it) {
                    Some(why) => insufficient(why),
                    None => trusted.clone(),
                };
                found.extend(open.drain(..).map(|it| (it, judge(it))));
            }
        }
    }
    found
}

/// What is said of the location where a run is, but is not so.
fn contradicted<'s>(
    program: &Program,
    state: &State,
    said: &'s Said,
) -> Option<(LocId, &'s Statement)> {
    let at = state.processes.first().filter(|_| !state.stopped)?.location;
    let wrong = said.get(&at)?.iter().find(|it| !is_true(program, state, it))?;
    Some((at, wrong))
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
