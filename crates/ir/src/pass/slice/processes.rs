//! Processes that can be dropped as a whole.
//!
//! A process that is dropped stays where it starts. Its index, its channels and its place among the
//! living remain, so nothing else changes its name.
//!
//! - P1. It changes nothing that matters, does not communicate on a channel that matters, violates
//!   nothing that is asked for, starts no process that is kept, and has no label or mark that is
//!   asked for.
//! - P2. Nobody asks for what every process contributes to: end states, `timeout`, who can move
//!   ([`Obstacle`](super::super::Obstacle)), priorities, how long processes live
//!   ([`super::instances`]).
//! - P3. If infinite runs count, or runs that end: it comes to rest by itself. It has no cycle, starts
//!   no process, and stops no run.
//!
//! # Why nothing is lost
//! A run of the slice is a run of the original in which the dropped processes are not scheduled. In
//! a run of the original, leave out the steps of the dropped processes: by P1 and P2 the others can
//! take the same steps in the same order, with the same violations. For properties of infinite
//! runs: the steps left out are finitely many between two that stay (P3), so an infinite
//! run stays infinite; and a run that ends in the slice ends in the original after some more steps
//! of the dropped processes, which the formula does not see. A formula that only says that something
//! never happens is violated by a finite part of a run, whatever comes after it, as long as some
//! run goes on from there that neither stops at an error nor stays inside an atomic sequence for
//! ever, where the formula does not see it: for it P3 is not needed.

use super::Skeleton;
use super::alias::Aliases;
use super::bubbles::Asked;
use super::instances::{Instances, takes_channels};
use super::relevance::Relevance;
use crate::edge::{Action, Edge};
use crate::formula::Formula;
use crate::pass::Runs;
use crate::pass::feasible::{feasible, is_never_enabled};
use crate::pass::liveness::is_last;
use crate::pass::not_flat;
use crate::pass::observed::Observed;
use crate::program::{FormulaId, LocId, ProcId, ProcessKind, Program, PropId};
use crate::property::PropertyKind;
use crate::visit::{Use, Walk};
use tribunal_base::Id;

/// What the properties ask of processes that are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// None can be.
    All,
    /// They must come to rest.
    Rest,
    /// Nothing: only what can be reached is asked for.
    Nothing,
}

impl Demand {
    pub(super) fn new(
        program: &Program,
        observed: &Observed,
        properties: &[PropId],
        runs: Runs,
    ) -> Self {
        if observed.obstacle.is_some() || observed.priorities || observed.timeout {
            return Self::All;
        }
        let ends_badly = program.edges.values().any(|it| stops(program, it)) || may_hide(program);
        let demands = properties.iter().map(|it| match program.props[*it].kind {
            PropertyKind::Unreachable => Self::Nothing,
            PropertyKind::EndStates | PropertyKind::Never(_) | PropertyKind::Branching { .. } => {
                Self::All
            }
            PropertyKind::Ltl(formula) if !ends_badly && runs == Runs::All => {
                if is_safety(program, formula, Polarity::Positive) {
                    Self::Nothing
                } else {
                    Self::Rest
                }
            }
            PropertyKind::Ltl(_)
            | PropertyKind::NoAcceptanceCycle
            | PropertyKind::NoNonProgressCycle => Self::Rest,
        });
        demands.fold(Self::Nothing, |a, b| match (a, b) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::Rest, _) | (_, Self::Rest) => Self::Rest,
            (Self::Nothing, Self::Nothing) => Self::Nothing,
        })
    }
}

/// Whether a formula is violated, if at all, by a finite part of a run: it has no until once
/// negations are moved inwards.
fn is_safety(program: &Program, formula: FormulaId, polarity: Polarity) -> bool {
    let of = |it| is_safety(program, it, polarity);
    match (program.formulas[formula], polarity) {
        (Formula::Const(_) | Formula::Atom(_), _) => true,
        (Formula::Not(arg), _) => is_safety(program, arg, polarity.opposite()),
        (Formula::Next(arg) | Formula::AllRuns(arg) | Formula::SomeRun(arg), _) => of(arg),
        (Formula::And(left, right) | Formula::Or(left, right), _)
        | (Formula::Release(left, right), Polarity::Positive)
        | (Formula::Until(left, right), Polarity::Negative) => of(left) && of(right),
        (Formula::Until(..), Polarity::Positive) | (Formula::Release(..), Polarity::Negative) => {
            false
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Polarity {
    Positive,
    Negative,
}

impl Polarity {
    fn opposite(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
        }
    }
}

/// What decides about a process.
pub(super) struct Jury<'a> {
    pub(super) program: &'a Program,
    pub(super) aliases: &'a Aliases,
    pub(super) asked: &'a Asked,
    pub(super) instances: &'a Instances,
    pub(super) demand: Demand,
}

impl Jury<'_> {
    /// Keeps the processes that cannot be dropped, given what matters; whether there are more now.
    pub(super) fn keep(&self, relevance: &Relevance, skeleton: &mut Skeleton) -> bool {
        let before = skeleton.kept.clone();
        let are_watched = self.demand == Demand::All
            || takes_channels(self.program)
            || self.instances.are_watched(self.program, &relevance.exprs)
            || self.stores_index(relevance, skeleton);
        for (id, process) in self.program.procs.iter() {
            if process.kind == ProcessKind::Ordinary
                && !skeleton.kept[id.index()]
                && (are_watched || self.is_needed(id, relevance, skeleton))
            {
                skeleton.kept[id.index()] = true;
            }
        }
        before != skeleton.kept
    }

    /// Whether the index of a new process matters.
    fn stores_index(&self, relevance: &Relevance, skeleton: &Skeleton) -> bool {
        let edges = self.program.edges.iter();
        let mut left = edges.filter(|(id, _)| skeleton.is_left(self.program, *id));
        left.any(|(_, edge)| {
            edge.actions.iter().any(|it| match it {
                Action::Spawn { result: Some(place), .. } => {
                    relevance.has_place(self.program, *place)
                }
                _ => false,
            })
        })
    }

    fn is_needed(&self, process: ProcId, relevance: &Relevance, skeleton: &Skeleton) -> bool {
        let locs: Vec<LocId> = self.locs(process);
        let edges = locs.iter().flat_map(|it| &self.program.locs[*it].out);
        let mut edges = edges.map(|it| &self.program.edges[*it]);
        locs.iter().any(|it| self.asked.is_special(*it))
            || edges.any(|it| self.does_something(it, relevance, skeleton))
            || self.demand == Demand::Rest && !self.rests(process, &locs)
    }

    fn locs(&self, process: ProcId) -> Vec<LocId> {
        let locs = self.program.locs.iter();
        locs.filter(|(_, it)| it.process == process).map(|(id, _)| id).collect()
    }

    /// The negation of P1.
    fn does_something(&self, edge: &Edge, relevance: &Relevance, skeleton: &Skeleton) -> bool {
        let is_asked_for = edge.violates.as_ref().is_some_and(|it| self.asked.has(it.property));
        let mut writes = false;
        let each = |it| {
            if let Use::Write(place) = it {
                writes |= relevance.has_place(self.program, place);
            }
        };
        Walk::new(self.program, each).edge(edge);
        let acts = |it: &Action| match it {
            Action::Send { channel, .. } | Action::Receive { channel, .. } => {
                !self.aliases.of(self.program, *channel).is_disjoint(&relevance.channels)
            }
            Action::Spawn { process, .. } => skeleton.kept[process.index()],
            Action::SetPriority { .. } => true,
            Action::Assign { .. } | Action::Exit | Action::Print { .. } => false,
            _ => not_flat(),
        };
        is_asked_for || writes || edge.actions.iter().any(acts)
    }

    /// P3.
    fn rests(&self, process: ProcId, locs: &[LocId]) -> bool {
        let spawns = |it: &Action| matches!(it, Action::Spawn { .. });
        let edges = || locs.iter().flat_map(|it| &self.program.locs[*it].out);
        let mut edges = edges().map(|it| &self.program.edges[*it]);
        let acts = edges.any(|it| stops(self.program, it) || it.actions.iter().any(spawns));
        !acts && !has_cycle(self.program, self.program.procs[process].entry, |_| true)
    }
}

/// Whether a process may keep control for ever.
fn may_hide(program: &Program) -> bool {
    let has_rendezvous = program.channels.values().any(|it| it.capacity == 0);
    // A sender may hand control over to a receiver.
    let keeps = |it: &Edge| it.atomic || has_rendezvous && it.receives().is_some();
    let mut atomic = program.edges.values().filter(|it| it.atomic).map(|it| it.from);
    atomic.any(|it| has_cycle(program, it, keeps))
}

/// Whether a cycle of certain edges can be reached from a location by such edges.
fn has_cycle(program: &Program, entry: LocId, counts: impl Fn(&Edge) -> bool) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let targets = |loc: LocId| -> Vec<LocId> {
        let edges = feasible(program, loc).into_iter().map(|it| &program.edges[it]);
        edges.filter(|it| !is_last(it) && counts(it)).map(|it| it.to).collect()
    };
    let mut visits = vec![Visit::New; program.locs.len()];
    let mut stack = vec![(entry, targets(entry))];
    visits[entry.index()] = Visit::Open;
    while let Some((loc, left)) = stack.last_mut() {
        let Some(next) = left.pop() else {
            visits[loc.index()] = Visit::Done;
            stack.pop();
            continue;
        };
        match visits[next.index()] {
            Visit::Open => return true,
            Visit::Done => {}
            Visit::New => {
                visits[next.index()] = Visit::Open;
                stack.push((next, targets(next)));
            }
        }
    }
    false
}

fn stops(program: &Program, edge: &Edge) -> bool {
    !is_never_enabled(program, edge) && edge.ends_run()
}
