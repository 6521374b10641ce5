//! Judges certificates: what an engine says, checked from the definitions.
//!
//! Invariants must hold where runs start, be preserved by every step, and rule violations out. What rests on a search is searched again where states are few.
//! No engine is asked. All is limited in steps, so that the same certificate is judged alike on every machine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tribunal_engine::{Certificate, Said, Statement, Trace};
use tribunal_exec::State;
use tribunal_ir::{LocId, Program, PropId, PropertyKind};

use crate::explore::{Explored, explore};
use crate::invariant::{Claims, violated};
use crate::purse::Purse;
use crate::reprove::follow;
use crate::runs::{Claim, Wrong, follow as follow_runs};
use crate::trial::{Effort, Trial, watched_trial};
use crate::values::number;

/// What is to be thought of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The property holds.
    Checked(Ground),
    /// It may hold: to find out costs too much, or the certificate does not say enough.
    Trusted {
        /// Why: lower case, no full stop.
        why: String,
        /// How many runs were executed and did not violate it.
        runs: Option<u64>,
    },
    /// What is said does not show it.
    Insufficient {
        /// Why: lower case, no full stop.
        why: String,
        /// How many runs were executed and did not violate it.
        runs: Option<u64>,
    },
    /// It does not hold: this run violates it.
    Refuted(Trace),
}

/// Why a property that was checked holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// No edge violates it.
    Absent,
    /// All runs were executed.
    Runs(u64),
    /// All states were visited.
    States(u64),
    /// It follows from these statements, which are inductive. They are all that was said, or enough of it.
    Said(Arc<Said>),
    /// All runs were followed at once, cut at the heads of loops, of which these statements hold: all that was said, or enough of it.
    Followed(Arc<Said>),
}

/// Judges certificates of properties of a program, until `go_on` says no. What is not spent on formulas is left.
pub fn judge(
    program: &Program,
    claims: &[(PropId, &Certificate)],
    effort: &mut Effort,
    go_on: &mut dyn FnMut() -> bool,
) -> BTreeMap<PropId, Judgement> {
    let mut found = BTreeMap::new();
    let mut said: Vec<(&Arc<Said>, Vec<PropId>)> = Vec::new();
    let mut open = Vec::new();
    for &(property, certificate) in claims {
        match certificate {
            Certificate::Absent => _ = found.insert(property, absent(program, property)),
            _ if !is_safety(program, property) => {
                found.insert(
                    property,
                    Judgement::Trusted { why: NOT_SAFETY.to_owned(), runs: None },
                );
            }
            Certificate::Invariant { said: Some(all), .. } => {
                match said.iter_mut().find(|it| Arc::ptr_eq(it.0, all)) {
                    Some(group) => group.1.push(property),
                    None => said.push((all, vec![property])),
                }
                open.push(property);
            }
            Certificate::Exhausted { states } if program.is_flat() && effort.steps < *states => {
                let why = "there are too many states to visit them again".to_owned();
                found.insert(property, Judgement::Trusted { why, runs: None });
            }
            _ => open.push(property),
        }
    }
    if open.is_empty() {
        return found;
    }
    let runs = match executed(program, &open, *effort, &mut |_| {}, go_on) {
        Executed::All(ground) => {
            found.extend(open.iter().map(|it| (*it, Judgement::Checked(ground.clone()))));
            return found;
        }
        Executed::Refuted(property, trace) => {
            found.insert(property, Judgement::Refuted(trace));
            open.retain(|it| *it != property);
            None
        }
        Executed::Some(runs) => runs,
    };
    let mut purse = Purse { left: effort.formulas, go_on };
    for (said, mut properties) in said {
        properties.retain(|it| open.contains(it));
        for (property, judgement) in invariants(program, said, &properties, &mut purse) {
            let judgement = match judgement {
                Judgement::Trusted { why, .. } => Judgement::Trusted { why, runs },
                Judgement::Insufficient { why, .. } => Judgement::Insufficient { why, runs },
                other => {
                    open.retain(|it| *it != property);
                    other
                }
            };
            found.insert(property, judgement);
        }
    }
    // Something is left for those who follow runs.
    purse.left = purse.left.max(effort.formulas / 2);
    for (claim, properties) in followed(program, claims, &open) {
        let mut asked = properties.clone();
        let shown = loop {
            let shown = follow_runs(program, &claim, &asked, Wrong::IsLeftOut, &mut purse);
            // Others may hold without those that are in doubt.
            match &shown {
                Err(it) if !it.possible.is_empty() && it.possible.len() < asked.len() => {
                    asked.retain(|property| !it.possible.contains(property));
                }
                _ => break shown,
            }
        };
        for property in properties {
            let judgement = match &shown {
                Ok(heads) if asked.contains(&property) => {
                    Judgement::Checked(Ground::Followed(heads.clone()))
                }
                _ if found.contains_key(&property) => continue,
                Ok(_) => {
                    Judgement::Trusted { why: "a violation is not ruled out".to_owned(), runs }
                }
                // What is said of parts of the program that were left out may be wrong of it all.
                Err(unshown) => Judgement::Trusted { why: unshown.why.clone(), runs },
            };
            found.insert(property, judgement);
        }
    }
    open.retain(|it| !found.contains_key(it));
    effort.formulas = purse.left;
    for property in open {
        let why = "runs and states are too many to try all".to_owned();
        found.insert(property, Judgement::Trusted { why, runs });
    }
    found
}

/// Those of some properties whose certificates say something of all runs, grouped by what that is: they are shown together or not at all.
pub(crate) fn followed(
    program: &Program,
    claims: &[(PropId, &Certificate)],
    open: &[PropId],
) -> Vec<(Claim, BTreeSet<PropId>)> {
    let mut groups: Vec<(&Certificate, BTreeSet<PropId>)> = Vec::new();
    for (property, certificate) in claims.iter().filter(|it| open.contains(&it.0)) {
        if program.props[*property].kind != PropertyKind::Unreachable {
            continue;
        }
        match groups.iter_mut().find(|it| it.0 == *certificate) {
            Some(group) => _ = group.1.insert(*property),
            None => groups.push((certificate, BTreeSet::from([*property]))),
        }
    }
    groups.into_iter().filter_map(|(it, properties)| Some((Claim::of(it)?, properties))).collect()
}

/// Why nothing else is checked again.
pub(crate) const NOT_SAFETY: &str = "a property of infinite runs is not checked again";

pub(crate) fn is_safety(program: &Program, property: PropId) -> bool {
    program.props[property].kind.is_safety()
}

pub(crate) fn absent(program: &Program, property: PropId) -> Judgement {
    match crate::check_absent(program, property) {
        Ok(_) => Judgement::Checked(Ground::Absent),
        Err(rejected) => Judgement::Insufficient { why: rejected.why, runs: None },
    }
}

/// What came of executing a program.
pub(crate) enum Executed {
    All(Ground),
    Refuted(PropId, Trace),
    Some(Option<u64>),
}

pub(crate) fn executed(
    program: &Program,
    properties: &[PropId],
    effort: Effort,
    watch: &mut dyn FnMut(&State),
    go_on: &mut dyn FnMut() -> bool,
) -> Executed {
    if program.is_flat() {
        return match explore(program, properties, effort.steps, watch, go_on) {
            Explored::All { states } => Executed::All(Ground::States(states)),
            Explored::Refuted(property, trace) => Executed::Refuted(property, trace),
            Explored::Some => Executed::Some(None),
        };
    }
    match watched_trial(program, properties, effort, watch, go_on) {
        Trial::Complete { runs } => Executed::All(Ground::Runs(runs)),
        Trial::Refuted(property, trace) => Executed::Refuted(property, trace),
        Trial::Sampled { runs } => Executed::Some(Some(runs)),
    }
}

/// What follows from statements: over numbers if those are enough, else by the solver.
fn invariants(
    program: &Program,
    said: &Arc<Said>,
    properties: &[PropId],
    purse: &mut Purse<'_>,
) -> Vec<(PropId, Judgement)> {
    let is_asked = |it: &PropId| program.props[*it].kind == PropertyKind::Unreachable;
    let (asked, others): (Vec<_>, Vec<_>) = properties.iter().copied().partition(is_asked);
    let why = "invariants of locations say nothing of where runs may end".to_owned();
    let mut found: Vec<(PropId, Judgement)> = (others.into_iter())
        .map(|it| (it, Judgement::Insufficient { why: why.clone(), runs: None }))
        .collect();
    let (claims, plain) = numbers(said);
    let possible = violated(program, &claims);
    let is_safe = |it: &PropId| possible.as_ref().is_ok_and(|possible| !possible.contains(it));
    let (safe, rest): (Vec<_>, Vec<_>) = asked.into_iter().partition(is_safe);
    let plain = Arc::new(plain);
    let checked =
        |it: PropId, said: &Arc<Said>| (it, Judgement::Checked(Ground::Said(said.clone())));
    found.extend(safe.into_iter().map(|it| checked(it, &plain)));
    if rest.is_empty() {
        return found;
    }
    match follow(program, said, &rest, purse) {
        Err(rejected) => {
            let trusted = || Judgement::Trusted { why: rejected.why.clone(), runs: None };
            found.extend(rest.into_iter().map(|it| (it, trusted())));
        }
        Ok(reproved) => {
            let kept = reproved.kept;
            let first = reproved.unproved.first().map(|it| it.why.clone());
            let why = first.map_or("a violation is not ruled out".to_owned(), |it| {
                format!("something that is said {it}")
            });
            for property in rest {
                found.push(match reproved.safe.contains(&property) {
                    true => checked(property, &kept),
                    false => (property, Judgement::Insufficient { why: why.clone(), runs: None }),
                });
            }
        }
    }
    found
}

/// What is said of numbers in variables alone: for the domains, and as it was said.
fn numbers(said: &Said) -> (Claims, Said) {
    let (mut claims, mut plain) = (Claims::new(), Said::new());
    for (at, all) in said {
        let at: LocId = *at;
        let (known, own) = (claims.entry(at).or_default(), plain.entry(at).or_default());
        for statement in all {
            if let Statement::Numbers(var, values) = statement
                && let Some(number) = number(values)
            {
                known.push((*var, number));
                own.push(statement.clone());
            }
        }
    }
    (claims, plain)
}
