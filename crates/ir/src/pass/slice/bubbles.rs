//! Bubbles: parts of a process that are entered, do nothing that matters, and are left at one
//! place.
//!
//! A location is *silent* if its process never waits there and all that it can do there changes
//! only what does not matter. From a silent location the process goes, by silent locations, to
//! its *exit*: the first location that all ways lead to and that is not passed over.
//!
//! - B1. At a silent location some edge is always enabled: one without condition, an `else`, or
//!   two with opposite conditions. The edges only assign to variables that do not matter, and
//!   violate nothing that is asked for. The process has no `provided`.
//! - B2. All edges on the way are atomic, or none is.
//! - B3. A silent location is passed over on the way to an exit only if neither it nor the location
//!   where the way begins has a label or a mark that is asked for, and nobody sees every step
//!   ([`super::super::Obstacle`]). An indivisible step does not end on the way, and a process does not
//!   lose control on the way while it might have had it before.
//! - B4. No way leads around in a circle: whether it would end is not known.
//!
//! Instead of what it does on the way, the process takes one step to the exit, without condition.
//!
//! # Why nothing is lost
//! Take a state of the original with a process on such a way, and the state of the slice with that
//! process still where the way begins. If the edges are not atomic, both look the same to everybody
//! (B1, B3), and the process can move in both and has control in neither (B2, B3). Steps of others
//! change both alike. The step of the process that ends the way is the one step of the slice,
//! the others change nothing. If the edges are atomic, nobody sees the process on the way, nor
//! moves: its first step is the one step of the slice. So the two programs are stuttering
//! bisimilar, with no step left out for ever (B4). Where no location is passed over, each step is
//! one step: then they are bisimilar.

use super::Skeleton;
use super::relevance::Relevance;
use crate::edge::{Action, Edge, Guard, Then};
use crate::pass::feasible::{are_opposite, feasible, is_always_enabled};
use crate::pass::not_flat;
use crate::pass::observed::Observed;
use crate::program::{Control, EdgeId, LocId, ProcessKind, Program, PropId};
use crate::property::PropertyKind;
use std::collections::HashSet;
use tribunal_base::Id;

/// The exit of each location that is silent.
pub(super) type Exits = Vec<Option<LocId>>;

/// What is asked for of locations, which does not change while the slice is computed.
pub(super) struct Asked {
    /// Locations with a label or a mark that is asked for.
    special: HashSet<LocId>,
    /// Whether something sees every step.
    every_step: bool,
    properties: Vec<PropId>,
}

impl Asked {
    pub(super) fn new(program: &Program, observed: &Observed, properties: &[PropId]) -> Self {
        let labels = program.labels.iter().filter(|(id, _)| observed.labels.contains(id));
        let mut special: HashSet<LocId> = labels.flat_map(|(_, it)| it.locs.clone()).collect();
        let accepts =
            properties.iter().any(|it| program.props[*it].kind == PropertyKind::NoAcceptanceCycle);
        let marked = program
            .locs
            .iter()
            .filter(|(_, it)| accepts && it.marks.accept || observed.progress && it.marks.progress);
        special.extend(marked.map(|(id, _)| id));
        Self { special, every_step: observed.every_step, properties: properties.to_vec() }
    }

    /// Whether a location has a label or a mark that is asked for.
    pub(super) fn is_special(&self, loc: LocId) -> bool {
        self.special.contains(&loc)
    }

    /// Whether a property is asked for.
    pub(super) fn has(&self, property: PropId) -> bool {
        self.properties.contains(&property)
    }

    /// Whether taking an edge violates a property that is asked for, or ends the run.
    pub(super) fn matters(&self, edge: &Edge) -> bool {
        let violation = edge.violates.as_ref();
        violation.is_some_and(|it| it.then == Then::Stop || self.has(it.property))
    }
}

/// Finds the exits of what is left of a program.
pub(super) fn exits(
    program: &Program,
    asked: &Asked,
    relevance: &Relevance,
    skeleton: &Skeleton,
) -> Exits {
    let mut taken_into_control = vec![false; program.locs.len()];
    let has_rendezvous = program.channels.values().any(|it| it.capacity == 0);
    for edge in program.edges.values() {
        // A sender may hand control over.
        let may_get_control = has_rendezvous && edge.receives().is_some();
        taken_into_control[edge.to.index()] |= edge.atomic || may_get_control;
    }
    let mut search = Search {
        program,
        asked,
        relevance,
        taken_into_control,
        known: vec![Known::Nothing; program.locs.len()],
    };
    for (id, loc) in program.locs.iter() {
        let process = &program.procs[loc.process];
        let is_ordinary = process.kind == ProcessKind::Ordinary && process.provided.is_none();
        if is_ordinary && skeleton.kept[loc.process.index()] {
            search.exit(id);
        }
    }
    let exit = |it: Known| match it {
        Known::Exit(exit) => Some(exit),
        Known::Nothing | Known::OnTheWay | Known::NotSilent => None,
    };
    search.known.into_iter().map(exit).collect()
}

struct Search<'a> {
    program: &'a Program,
    asked: &'a Asked,
    relevance: &'a Relevance,
    /// Whether a process may have exclusive control at a location.
    taken_into_control: Vec<bool>,
    known: Vec<Known>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    OnTheWay,
    NotSilent,
    Exit(LocId),
}

impl Search<'_> {
    fn exit(&mut self, loc: LocId) -> Option<LocId> {
        match self.known[loc.index()] {
            Known::Exit(exit) => return Some(exit),
            Known::NotSilent | Known::OnTheWay => return None,
            Known::Nothing => self.known[loc.index()] = Known::OnTheWay,
        }
        let exit = self.find(loc);
        self.known[loc.index()] = exit.map_or(Known::NotSilent, Known::Exit);
        exit
    }

    fn find(&mut self, loc: LocId) -> Option<LocId> {
        let out = feasible(self.program, loc);
        if !self.is_silent(&out) {
            return None;
        }
        let targets: HashSet<LocId> = out.iter().map(|it| self.program.edges[*it].to).collect();
        let next = common(targets.iter().copied());
        if !self.may_start(loc, &out) {
            return next;
        }
        let mut finals = HashSet::new();
        for edge in out {
            let to = self.program.edges[edge].to;
            let end = self.exit(to).filter(|_| self.may_pass(loc, to)).unwrap_or(to);
            finals.insert(end);
        }
        common(finals.into_iter()).filter(|it| *it != loc).or(next)
    }

    /// B1 and B2.
    fn is_silent(&self, out: &[EdgeId]) -> bool {
        let edges: Vec<&Edge> = out.iter().map(|it| &self.program.edges[*it]).collect();
        let Some(first) = edges.first() else { return false };
        let goes_on = match edges[..] {
            [a, b] if a.guard != Guard::Else && b.guard != Guard::Else => {
                is_always_enabled(self.program, a)
                    || is_always_enabled(self.program, b)
                    || matches!((a.guard, b.guard), (Guard::When(a), Guard::When(b))
                        if are_opposite(self.program, a, b))
            }
            _ => edges
                .iter()
                .any(|it| it.guard == Guard::Else || is_always_enabled(self.program, it)),
        };
        goes_on && edges.iter().all(|it| it.atomic == first.atomic && self.does_nothing(it))
    }

    fn does_nothing(&self, edge: &Edge) -> bool {
        let is_idle = |it: &Action| match it {
            Action::Assign { place, .. } => !self.relevance.has_place(self.program, *place),
            Action::Print { .. } => true,
            Action::Send { .. }
            | Action::Receive { .. }
            | Action::Spawn { .. }
            | Action::Exit
            | Action::SetPriority { .. } => false,
            _ => not_flat(),
        };
        !self.asked.matters(edge) && edge.actions.iter().all(is_idle)
    }

    /// B3 for where the way begins.
    fn may_start(&self, loc: LocId, out: &[EdgeId]) -> bool {
        let is_atomic = out.first().is_some_and(|it| self.program.edges[*it].atomic);
        !self.asked.every_step
            && !self.asked.is_special(loc)
            && (is_atomic || !self.taken_into_control[loc.index()])
    }

    /// B2 and B3 for a location on the way from `loc`.
    fn may_pass(&self, loc: LocId, on_the_way: LocId) -> bool {
        let control = |it: LocId| self.program.locs[it].control;
        let is_atomic = |it: LocId| {
            let first = self.program.locs[it].out.first();
            first.is_some_and(|it| self.program.edges[*it].atomic)
        };
        !self.asked.is_special(on_the_way)
            && is_atomic(loc) == is_atomic(on_the_way)
            && (control(loc) == Control::Free || control(on_the_way) == Control::Indivisible)
    }
}

fn common(mut it: impl Iterator<Item = LocId>) -> Option<LocId> {
    let first = it.next()?;
    it.all(|other| other == first).then_some(first)
}
