//! Merging: no step ends at a location from where the process goes on by itself.
//!
//! A location `l` of a process `P` is *silent* if `P` always leaves it, in just one way, and
//! nobody notices:
//!
//! - M1. One edge that can ever be taken leaves `l`, without a condition; or two do, one with a
//!   condition and one with its opposite. They neither communicate nor start or end a process,
//!   and use only constants and `P`'s own variables, so at all times exactly one of them is
//!   enabled. (`P` has no `provided`.) The step ends after them: they do not lead into an
//!   indivisible step of the source.
//! - M2. They write only variables that are not read remotely.
//! - M3. They violate nothing, or the run goes on afterwards.
//! - M4. `l` has no mark and no label that is asked for; the targets have no such label, and are
//!   not marked as progress if that is asked for. `l` is not where `P` starts.
//! - M5. If one of them is `atomic`, `P` has control whenever it comes to `l`: the edges that
//!   lead to `l` are `atomic` and no rendezvous hands control to a receiver.
//! - M6. A step that goes on from `l` cannot come back to `l` without ending in between.
//! - M7. Nobody is kept from a step because `P` is ready for a rendezvous earlier. Such a step
//!   is one that is possible only while a send is not: an `else` or a higher tier after it, or
//!   any step of others after an `atomic` edge that leads to the send (control is lost if it is
//!   blocked). If the program has such a place, the targets have no receive. If only weakly fair
//!   runs count, the targets neither send nor receive where a rendezvous is possible, and nobody
//!   asks for `timeout`.
//!
//! Making `l` [`Control::Indivisible`] turns a step to `l` and the step from it into one.
//!
//! # Why nothing is lost
//! Let `f` be the step from `l`. *Every run of the merged program is a run of the original*,
//! with `f` right after the step `e` that leads to `l`. *Conversely*, take a run of the original
//! in which other processes do `s` between `e` and `f`: `e s f`. (If `P` stays at `l` for ever,
//! append `f`: it is enabled.) By M1 and M2, `f` does not depend on `s` nor `s` on `f`: they
//! share no variable and no channel, nobody asks where `P` is (M4, [`Obstacle`]), and `P` does
//! not keep others from moving (M7; for priorities see below; by M5, control after `f` is the same as after
//! `e`; the only thing that `P`'s ability to move at `l` changes is `timeout`, which is false
//! there, and guards that hold although `timeout` is false hold as well if it is true). So
//! `e f s` is a run too, to the same state, and it is one of the merged program. This is
//! Lipton's reduction: `f` moves to the left of `s`.
//!
//! # Priorities
//! They make no difference, if there is no rendezvous and not only fair runs count. At `l`, `P` keeps
//! processes of lower priority from moving. *From the original to the merged program*: with `f` done, `P`
//! keeps fewer from moving, so what moved between `e` and `f` still may. *Back*: after `e f`, take `f` out
//! and do it just before the first step `s` that `P` at `l` would keep from being taken, or that is `P`'s
//! own. Nobody who can move there has a higher priority than `P`: it would keep `s` from being taken in the
//! merged program too, where the same processes can move, but for `P`. So `f` may be done there, and then `s`
//! may. If `f` is `atomic`, `P` has control afterwards at most where it takes the next step anyway, or
//! cannot move.
//!
//! - *Unreachable*: both runs take the same edges.
//! - *End states*: nobody stops while `P` is at `l`.
//! - *Temporal formulas*: `f` changes no atom, so the two runs differ by stuttering, which a
//!   formula without next does not see.
//! - *Acceptance*: in the reordered run other processes pass through the same locations, and `P`
//!   leaves the unmarked `l` earlier: a run that accepts for ever still does.
//! - *Progress*: likewise, and by M4 `P` does not come to a mark earlier.
//! - *Weak fairness*: `P` moves as often in both runs. By M7 another process can move with `P`
//!   at the target of `f` iff it can with `P` at `l`, so if it is unable to move again and again
//!   in one run, so it is in the other.
//!
//! One location after the other is merged; the argument holds for each with the others as they
//! are then. States only go away.
//!
//! R. J. Lipton: *Reduction: a method of proving properties of parallel programs*,
//! Communications of the ACM 18(12), 1975.

use super::Runs;
use super::feasible::{are_opposite, feasible, is_true};
use super::observed::{Observed, Obstacle};
use crate::edge::{Action, Edge, Guard, Then};
use crate::expr::Expr;
use crate::pass::not_flat;
use crate::program::{
    Control, EdgeId, LocId, Location, Marks, ProcId, ProcessKind, Program, Scope, VarId,
};
use crate::visit::{Root, Use, Walk};
use std::collections::HashSet;
use tribunal_base::Id;

/// Makes the silent locations of all processes indivisible and counts them.
///
/// # Errors
/// If something sees every step; then nothing is done.
pub fn run(program: &mut Program, runs: Runs) -> Result<usize, Obstacle> {
    let observed = Observed::new(program);
    if let Some(obstacle) = observed.obstacle {
        return Err(obstacle);
    }
    let has_rendezvous = program.channels.values().any(|it| it.capacity == 0);
    if observed.priorities && (has_rendezvous || runs == Runs::WeaklyFair) {
        return Err(Obstacle::Priorities);
    }
    if observed.timeout && runs == Runs::WeaklyFair {
        return Err(Obstacle::FairTimeout);
    }
    let candidates = Merging::new(program, &observed, runs).silent_locations();
    let mut count = 0;
    for loc in candidates {
        if !comes_back(program, loc) {
            program.locs[loc].control = Control::Indivisible;
            count += 1;
        }
    }
    crate::check_made(program, "merge");
    Ok(count)
}

struct Merging<'a> {
    program: &'a Program,
    observed: &'a Observed,
    /// The edges that lead to each location.
    incoming: Vec<Vec<EdgeId>>,
    /// The locations with a label that is asked for.
    labelled: HashSet<LocId>,
    has_rendezvous: bool,
    /// What may not be offered earlier (M7).
    offers: Offers,
}

/// Which offers to take part in a rendezvous make a difference to others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offers {
    None,
    Receives,
    All,
}

impl<'a> Merging<'a> {
    fn new(program: &'a Program, observed: &'a Observed, runs: Runs) -> Self {
        let mut incoming = vec![Vec::new(); program.locs.len()];
        for (id, edge) in program.edges.iter() {
            incoming[edge.to.index()].push(id);
        }
        let has_rendezvous = program.channels.values().any(|it| it.capacity == 0);
        let offers = match runs {
            _ if !has_rendezvous => Offers::None,
            Runs::WeaklyFair => Offers::All,
            Runs::All if program.locs.ids().any(|it| waits_in_vain(program, &incoming, it)) => {
                Offers::Receives
            }
            Runs::All => Offers::None,
        };
        let asked_for = program.labels.iter().filter(|(id, _)| observed.labels.contains(id));
        Self {
            program,
            observed,
            incoming,
            labelled: asked_for.flat_map(|(_, label)| label.locs.iter().copied()).collect(),
            has_rendezvous,
            offers,
        }
    }

    /// Those that satisfy M1 to M5.
    fn silent_locations(&self) -> Vec<LocId> {
        self.program.locs.ids().filter(|it| self.is_silent(*it)).collect()
    }

    fn is_silent(&self, id: LocId) -> bool {
        let loc = &self.program.locs[id];
        let process = &self.program.procs[loc.process];
        let out = feasible(self.program, id);
        loc.control == Control::Free
            && loc.marks == Marks::default()
            && process.kind == ProcessKind::Ordinary
            && process.provided.is_none()
            && process.entry != id
            && !self.labelled.contains(&id)
            && self.is_deterministic(&out)
            && out.iter().all(|it| self.is_private(loc.process, &self.program.edges[*it]))
            && self.keeps_control(id)
    }

    /// M1: exactly one edge is enabled, provided that the guards depend only on own variables.
    fn is_deterministic(&self, out: &[EdgeId]) -> bool {
        let edges: Vec<&Edge> = out.iter().map(|it| &self.program.edges[*it]).collect();
        match edges[..] {
            [edge] => match edge.guard {
                Guard::When(condition) => is_true(self.program, condition),
                Guard::Else => true,
            },
            [first, second] => {
                first.tier == second.tier
                    && match (first.guard, second.guard) {
                        (Guard::When(_), Guard::Else) => true,
                        (Guard::When(a), Guard::When(b)) => are_opposite(self.program, a, b),
                        (Guard::Else, _) => false,
                    }
            }
            _ => false,
        }
    }

    /// M1 to M4 for one edge.
    fn is_private(&self, process: ProcId, edge: &Edge) -> bool {
        let is_quiet = |it: &Action| matches!(it, Action::Assign { .. } | Action::Print { .. });
        let goes_on = edge.violates.as_ref().is_none_or(|it| it.then == Then::Continue);
        let target = &self.program.locs[edge.to];
        let hides_progress = !(self.observed.progress && target.marks.progress);
        let mut is_own = true;
        Walk::new(self.program, |it| is_own &= self.is_own_use(process, it)).edge(edge);
        edge.actions.iter().all(is_quiet)
            && goes_on
            && target.control == Control::Free
            && hides_progress
            && !self.offers_something(target)
            && !self.labelled.contains(&edge.to)
            && is_own
    }

    fn is_own_use(&self, process: ProcId, it: Use) -> bool {
        let is_own = |var: VarId| self.program.vars[var].scope == Scope::Local(process);
        match it {
            Use::Read(place) => matches!(self.program.root(place), Root::Own(var) if is_own(var)),
            Use::Write(place) => match self.program.root(place) {
                Root::Own(var) => is_own(var) && !self.observed.vars.contains(&var),
                Root::Remote(_) => false,
                _ => not_flat(),
            },
            Use::Expr(expr) => match self.program.exprs[expr] {
                Expr::Const { .. }
                | Expr::Load(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Ite(..)
                | Expr::Cast { .. }
                | Expr::SelfPid => true,
                Expr::ProcessCount
                | Expr::InstanceOf(_)
                | Expr::At { .. }
                | Expr::ProgramCounter(_)
                | Expr::Priority(_)
                | Expr::Enabled(_)
                | Expr::Timeout
                | Expr::NonProgress
                | Expr::Length(_)
                | Expr::Capacity(_)
                | Expr::Arity(_)
                | Expr::Poll { .. } => false,
                _ => not_flat(),
            },
        }
    }

    /// M7.
    fn offers_something(&self, target: &Location) -> bool {
        let edges = || target.out.iter().map(|it| &self.program.edges[*it]);
        let receives = || edges().any(|it| it.receives().is_some());
        match self.offers {
            Offers::None => false,
            Offers::Receives => receives(),
            Offers::All => receives() || edges().any(sends),
        }
    }

    /// M5.
    fn keeps_control(&self, id: LocId) -> bool {
        let is_atomic = |it: &EdgeId| self.program.edges[*it].atomic;
        if !self.program.locs[id].out.iter().any(is_atomic) {
            return true;
        }
        self.incoming[id.index()].iter().all(|it| {
            let edge = &self.program.edges[*it];
            // The step may have begun with a send, before the indivisible location.
            let is_long = self.program.locs[edge.from].control == Control::Indivisible;
            edge.atomic && !(self.has_rendezvous && (sends(edge) || is_long))
        })
    }
}

/// Whether somebody may take a step because a send at a location is not possible (M7).
fn waits_in_vain(program: &Program, incoming: &[Vec<EdgeId>], loc: LocId) -> bool {
    let location = &program.locs[loc];
    let edges = || location.out.iter().map(|it| &program.edges[*it]);
    let Some(first) = edges().find(|it| sends(it)) else { return false };
    let is_last_resort = |it: &Edge| it.guard == Guard::Else || first.tier < it.tier;
    let is_atomic = |it: &EdgeId| program.edges[*it].atomic;
    edges().any(is_last_resort)
        || location.control == Control::Indivisible
        || incoming[loc.index()].iter().any(is_atomic)
}

fn sends(edge: &Edge) -> bool {
    matches!(edge.actions.first(), Some(Action::Send { .. }))
}

/// Whether the negation of M6 holds: from `start`, by indivisible locations alone, back to it.
fn comes_back(program: &Program, start: LocId) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![start];
    while let Some(loc) = stack.pop() {
        for edge in &program.locs[loc].out {
            let to = program.edges[*edge].to;
            if to == start {
                return true;
            }
            if program.locs[to].control == Control::Indivisible && seen.insert(to) {
                stack.push(to);
            }
        }
    }
    false
}
