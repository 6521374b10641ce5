//! All runs of a sequential program at once, cut where a certificate says so: one formula for what can go wrong in any of them.
//!
//! States that meet are merged, so that each location is visited once in each iteration of a loop ([`walk`]). Loops go round as long as that is possible. Where a
//! certificate says what holds at the head of a loop, runs are cut there ([`cut`]): k-induction, from the definition (M. Sheeran, S. Singh, G. Stålmarck: *Checking safety
//! properties using induction and a SAT-solver*, FMCAD 2000). Nothing is asked of the engine that has found it; the terms are not rewritten, and refutations of the
//! solver are checked.
//!
//! Law: if none of the conditions that come of it can be met, no run violates one of the properties. Each run up to its first violation is among
//! those that were followed, or has as many iterations of a loop as were supposed to be right, and ends like one that was.
//!
//! What the formulas do not follow is anything (`reprove::scene`), so a proof can fail that is right. Then it is said that it was not followed, not that it is wrong.

mod cut;
mod merge;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::invariant::only_process;
use crate::purse::Purse;
use crate::reprove::memory::Spot;
use crate::reprove::{Doubt, is_foreign};
use cut::Changes;
use tribunal_engine::{Certificate, Said};
use tribunal_ir::{EdgeId, LocId, ObjectId, Program, PropId};
use tribunal_solver::{Answer, TermId};
use walk::{Found, Walk};

/// How often the walk is repeated because a loop changes more than was known, or more of memory matters.
const ROUNDS: u32 = 40;

/// Of memory, no more scalars are followed than this.
const SCALARS: usize = 400;

/// What a certificate says of the runs of a program.
pub(crate) struct Claim {
    /// How many iterations without a violation make the next one right.
    pub(crate) iterations: u64,
    /// The loops where runs are cut, by their heads, and what holds there.
    pub(crate) heads: Arc<Said>,
    /// How often other loops go round at most, and functions call themselves, if that is said. Those that go round more often are cut, too: nothing is said of their heads.
    pub(crate) most: Option<u64>,
}

impl Claim {
    /// What a certificate says, if it is of such a kind.
    pub(crate) fn of(certificate: &Certificate) -> Option<Self> {
        match certificate {
            Certificate::Inductive { iterations, heads, .. } => {
                Some(Self { iterations: *iterations, heads: Arc::clone(heads), most: None })
            }
            // What holds at all locations holds at the heads of loops. If it is not said, perhaps it need not be.
            Certificate::Invariant { said, .. } => {
                let heads = said.clone().unwrap_or_default();
                Some(Self { iterations: 1, heads, most: None })
            }
            Certificate::Unrolled { iterations } => {
                Some(Self { iterations: 1, heads: Arc::default(), most: Some(*iterations) })
            }
            _ => None,
        }
    }
}

/// Why a claim is not shown.
#[derive(Clone, Debug)]
pub(crate) struct Unshown {
    /// Lower case, no full stop.
    pub(crate) why: String,
    pub(crate) doubt: Doubt,
    /// Properties of which a violation is not ruled out, if those are what is missing.
    pub(crate) possible: BTreeSet<PropId>,
}

impl Unshown {
    fn because(why: impl Into<String>, doubt: Doubt) -> Self {
        Self { why: why.into(), doubt, possible: BTreeSet::new() }
    }

    fn effort(why: impl Into<String>) -> Self {
        Self::because(why, Doubt::Effort)
    }
}

impl Purse<'_> {
    fn pay(&mut self, steps: u64) -> Result<(), Unshown> {
        self.left = self.left.saturating_sub(steps);
        if self.left == 0 {
            return Err(Unshown::effort("to follow all runs takes more steps than there may be"));
        }
        match (self.go_on)() {
            true => Ok(()),
            false => Err(Unshown::effort("a limit was reached")),
        }
    }
}

/// What becomes of a statement that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Everything is rejected.
    Rejects,
    /// It is left out: the others may be enough.
    IsLeftOut,
}

/// Shows that no run violates one of some properties; tells what was needed of what is said about heads.
pub(crate) fn follow(
    program: &Program,
    claim: &Claim,
    properties: &BTreeSet<PropId>,
    wrong: Wrong,
    purse: &mut Purse<'_>,
) -> Result<Arc<Said>, Unshown> {
    let start = only_process(program).map_err(|it| Unshown::effort(it.why))?;
    if program.edges.values().any(|it| it.actions.iter().any(is_foreign)) {
        return Err(Unshown::effort("there are several processes"));
    }
    let mut task = Task {
        program,
        claim,
        properties,
        heads: (*claim.heads).clone(),
        changes: BTreeMap::new(),
        followed: BTreeSet::new(),
    };
    let cut_points = walk::heads(program);
    if let Some(other) = task.heads.keys().find(|it| !cut_points.contains(it))
        && wrong == Wrong::Rejects
    {
        let place = crate::certificate::place(program, *other);
        let why = format!("{place}: something is said, but it is not the head of a loop");
        return Err(Unshown::because(why, Doubt::Step));
    }
    task.heads.retain(|it, _| cut_points.contains(it));
    for _ in 0..ROUNDS {
        let mut walk = Walk::new(&task, purse);
        walk.run(start)?;
        let grown = walk.grown;
        let (changes, missed) = (std::mem::take(&mut walk.changes), walk.missed());
        let long = std::mem::take(&mut walk.long);
        if grown || !missed.is_empty() || !long.is_empty() {
            task.changes = changes;
            task.followed.extend(missed);
            task.heads.extend(long.into_iter().map(|it| (it, Vec::new())));
            continue;
        }
        match settle(&mut walk, &task, wrong)? {
            Settled::Shown => return Ok(Arc::new(task.heads)),
            Settled::Without(left_out) => {
                for (head, all) in &mut task.heads {
                    let mut number = 0;
                    all.retain(|_| {
                        number += 1;
                        !left_out.contains(&(*head, number - 1))
                    });
                }
                task.changes = changes;
            }
        }
    }
    Err(Unshown::effort("what loops change was not found"))
}

/// What is to be shown, and what has been learned about it.
pub(crate) struct Task<'a> {
    program: &'a Program,
    claim: &'a Claim,
    properties: &'a BTreeSet<PropId>,
    /// What is said of heads, without what was left out.
    heads: Said,
    /// What loops change.
    changes: BTreeMap<LocId, Changes>,
    /// The scalars of memory that are followed.
    followed: BTreeSet<(ObjectId, Spot)>,
}

enum Settled {
    Shown,
    /// Statements by their heads and numbers do not hold.
    Without(BTreeSet<(LocId, usize)>),
}

/// Asks whether what was found can happen.
fn settle(walk: &mut Walk<'_, '_>, task: &Task<'_>, wrong: Wrong) -> Result<Settled, Unshown> {
    let Found { violations, broken, gaps } = std::mem::take(&mut walk.found);
    let mut open = broken;
    let mut left_out = BTreeSet::new();
    loop {
        let any: Vec<TermId> = open.iter().map(|it| it.2).collect();
        let any = walk.scene.terms.any(any);
        match walk.ask(any)? {
            Answer::Unsat => break,
            Answer::Unknown => return Err(too_hard()),
            Answer::Sat => {
                let holds = |it: &(LocId, usize, TermId)| !walk.is_so(it.2);
                let (left, lost): (Vec<_>, Vec<_>) = open.into_iter().partition(holds);
                open = left;
                left_out.extend(lost.into_iter().map(|it| (it.0, it.1)));
            }
        }
    }
    if let Some((head, number)) = left_out.first() {
        if wrong == Wrong::Rejects {
            return Err(walk.doubt(untrue(task, *head, *number)));
        }
        return Ok(Settled::Without(left_out));
    }
    for (when, why) in gaps {
        match walk.ask(when)? {
            Answer::Unsat => {}
            Answer::Unknown => return Err(too_hard()),
            Answer::Sat => return Err(walk.doubt(why)),
        }
    }
    let any: Vec<TermId> = violations.iter().map(|it| it.1).collect();
    let any = walk.scene.terms.any(any);
    match walk.ask(any)? {
        Answer::Unsat => Ok(Settled::Shown),
        Answer::Unknown => Err(too_hard()),
        Answer::Sat => {
            let mut taken = violations.iter().filter(|it| walk.is_so(it.1)).map(|it| it.0);
            let edge = taken.next();
            let property = |it: EdgeId| Some(task.program.edges[it].violates.as_ref()?.property);
            let possible = edge.into_iter().chain(taken).filter_map(property).collect();
            let line = edge.map(|it| line(task.program, task.program.edges[it].span));
            let place = line.map_or_else(String::new, |it| format!(" at line {it}"));
            let why = format!("a violation{place} is not ruled out");
            Err(Unshown { possible, ..walk.doubt(why) })
        }
    }
}

fn too_hard() -> Unshown {
    Unshown::effort("what is left to show is too hard for the solver")
}

fn line(program: &Program, span: tribunal_base::Span) -> u32 {
    program.sources.line_column(span).line
}

/// Which statement does not hold.
fn untrue(task: &Task<'_>, head: LocId, number: usize) -> String {
    let place = crate::certificate::place(task.program, head);
    let statement = task.heads.get(&head).and_then(|it| it.get(number));
    let text = statement.map_or_else(
        || "what is said".to_owned(),
        |it| crate::certificate::words(task.program, head, it),
    );
    format!("{place}: {text} does not follow")
}
