//! The search of a sequential program without memory by boxes: an interval for each variable.
//!
//! Boxes are told apart by where they lie among the constants that the program compares its variables with, as a predicate abstraction would, and are joined
//! only where they lie alike (Graf & Saïdi, Construction of abstract state graphs with PVS, CAV 1997, for the states; trace partitioning by Mauborgne & Rival, Trace
//! partitioning in abstract interpretation based static analyzers, ESOP 2005, for the joins). So a machine with a finite control and numbers that it only cuts into ranges is proved, however many numbers there
//! are. There are finitely many places to lie, and a box that grows again and again is widened to all of its place: the search ends.
//!
//! Between places where a step may end, ways are followed one by one; there is no join.

use super::flat::{Flat, Open, flatten};
use super::intervals::{Bounds, Intervals, Region};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tribunal_base::Id;
use tribunal_engine::{
    Context, Engine, Limit, Outcome, Progress, Proof, Reason, Statistics, Task, Verdict,
};
use tribunal_ir::{
    Action, Control, Edge, EdgeId, Guard, LocId, Place, Program, PropId, PropertyKind, Then,
};

/// How many pieces a box is cut into at most.
const MOST_PIECES: usize = 64;

/// How often a box may grow before it is widened.
const PATIENCE: u32 = 3;

/// How many steps may be taken from one box.
const LONGEST: usize = 200_000;

/// The engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boxes {
    /// How many boxes there may be.
    pub most: usize,
}

impl Engine for Boxes {
    fn name(&self) -> &'static str {
        "boxes"
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let program = task.program;
        let is_meant = |it: &PropId| program.props[*it].kind == PropertyKind::Unreachable;
        let refuse = |what: &str| {
            let reason = Reason::Unsupported { what: what.to_owned(), span: None };
            let verdicts = task.properties.iter();
            let verdicts = verdicts.map(|it| (*it, Verdict::Maybe(reason.clone()))).collect();
            Outcome { verdicts, ..Outcome::default() }
        };
        if !task.properties.iter().all(is_meant) {
            return refuse("this kind of property");
        }
        let Some(flat) = flatten(program, Open::Kept) else {
            return refuse("a program with memory, recursion or several processes, by boxes");
        };
        cx.phase("boxes");
        let mut search = Search::new(&flat, self.most);
        let ended = search.run(cx);
        let statistics = Statistics {
            states: search.table.len() as u64,
            transitions: search.steps,
            memory_bytes: search.memory(),
            threads: 1,
            storage: "abstract",
            ..Statistics::default()
        };
        let places: BTreeSet<LocId> = search.table.keys().map(|it| it.0).collect();
        let verdict = |property: &PropId| match (&ended, search.alarms.get(property)) {
            (Err(reason), _) => Verdict::Maybe(reason.clone()),
            (Ok(()), Some(edges)) => {
                let first = edges.iter().find_map(|it| flat.origin(*it));
                let (places, values) = (edges.len() as u64, Vec::new());
                let alarm = |it: EdgeId| {
                    let span = program.edges[it].span;
                    Reason::Alarm { span, places, values }
                };
                Verdict::Maybe(first.map_or(Reason::Stopped, alarm))
            }
            (Ok(()), None) => {
                Verdict::True(Proof::Invariant { domain: "boxes", locations: places.len() as u64 })
            }
        };
        let verdicts = task.properties.iter().map(|it| (*it, verdict(it))).collect();
        Outcome { verdicts, statistics, ..Outcome::default() }
    }
}

/// Where a box lies: for each variable, between which constants its least and its greatest number are.
type Cell = Box<[(u16, u16)]>;

struct Search<'a> {
    program: &'a Program,
    intervals: Intervals<'a>,
    /// Where the cells of each variable start, the least number first.
    starts: Vec<Vec<i128>>,
    table: FxHashMap<(LocId, Cell), (Bounds, u32)>,
    waiting: VecDeque<(LocId, Cell)>,
    /// The edges that violate properties and may be taken.
    alarms: BTreeMap<PropId, BTreeSet<EdgeId>>,
    most: usize,
    steps: u64,
}

impl<'a> Search<'a> {
    fn new(flat: &'a Flat, most: usize) -> Self {
        let intervals = Intervals::new(&flat.program);
        Self {
            program: &flat.program,
            starts: intervals.cells(),
            intervals,
            table: FxHashMap::default(),
            waiting: VecDeque::new(),
            alarms: BTreeMap::new(),
            most,
            steps: 0,
        }
    }

    fn memory(&self) -> u64 {
        (self.table.len() * (64 + 36 * self.starts.len())) as u64
    }

    fn run(&mut self, cx: &mut Context<'_>) -> Result<(), Reason> {
        let entry = self.program.procs.values().next().map(|it| it.entry);
        let first = self.intervals.initial();
        entry.into_iter().for_each(|it| self.arrive(it, first.clone()));
        while let Some(key) = self.waiting.pop_front() {
            let Some((bounds, _)) = self.table.get(&key) else { continue };
            self.expand(key.0, bounds.clone(), cx)?;
            if self.most < self.table.len() {
                return Err(Reason::Budget(Limit::Memory));
            }
        }
        Ok(())
    }

    /// Follows all ways from a box to where steps may end.
    fn expand(&mut self, start: LocId, bounds: Bounds, cx: &mut Context<'_>) -> Result<(), Reason> {
        let mut stack = vec![(start, Region::new(bounds))];
        let mut taken = 0;
        while let Some((at, region)) = stack.pop() {
            taken += 1;
            self.steps += 1;
            if LONGEST < taken {
                return Err(Reason::Budget(Limit::Depth));
            }
            if self.steps.is_multiple_of(256) {
                cx.report(&Progress {
                    states: self.table.len() as u64,
                    transitions: self.steps,
                    memory_bytes: self.memory(),
                    ..Progress::default()
                })?;
            }
            // Those in which no edge so far is enabled.
            let mut rest = vec![region.clone()];
            for &id in &self.program.locs[at].out {
                let edge = &self.program.edges[id];
                let enabled = match edge.guard {
                    Guard::Else => std::mem::take(&mut rest),
                    Guard::When(condition) => {
                        let without = rest.iter();
                        let without =
                            without.flat_map(|it| self.intervals.assume(condition, false, it));
                        rest = without.collect();
                        self.intervals.assume(condition, true, &region)
                    }
                };
                for region in enabled {
                    self.take(id, edge, region, &mut stack);
                }
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        mut region: Region,
        stack: &mut Vec<(LocId, Region)>,
    ) {
        if let Some(violation) = &edge.violates {
            self.alarms.entry(violation.property).or_default().insert(id);
            if violation.then == Then::Stop {
                return;
            }
        }
        for action in &edge.actions {
            let (place, range) = match action {
                Action::Assign { place, value } => {
                    (*place, Some(self.intervals.value(*value, &region)))
                }
                Action::Havoc { place } => (*place, None),
                _ => continue,
            };
            if let Place::Var(var) = self.program.places[place] {
                region.set(var, self.intervals.stored(var, range));
            }
        }
        match self.program.locs[edge.to].control {
            Control::Indivisible => stack.push((edge.to, region)),
            Control::Free => self.arrive(edge.to, region.bounds),
        }
    }

    /// A box has come to where a step may end.
    fn arrive(&mut self, at: LocId, bounds: Bounds) {
        for piece in self.pieces(bounds) {
            let cell: Cell = piece
                .iter()
                .zip(&self.starts)
                .map(|(it, starts)| (cell(starts, it.0), cell(starts, it.1)))
                .collect();
            let limits = |index: usize, (low, high): (u16, u16)| {
                let starts = &self.starts[index];
                let next = starts.get(usize::from(high) + 1);
                (starts[usize::from(low)], next.map_or(self.intervals.ranges[index].1, |it| it - 1))
            };
            let key = (at, cell);
            let Some((known, growth)) = self.table.get_mut(&key) else {
                self.table.insert(key.clone(), (piece, 0));
                self.waiting.push_back(key);
                continue;
            };
            let mut has_grown = false;
            for (index, (old, new)) in known.iter_mut().zip(piece.iter()).enumerate() {
                let (least, greatest) = limits(index, key.1[index]);
                if new.0 < old.0 {
                    old.0 = if *growth < PATIENCE { new.0 } else { least };
                    has_grown = true;
                }
                if old.1 < new.1 {
                    old.1 = if *growth < PATIENCE { new.1 } else { greatest };
                    has_grown = true;
                }
            }
            if has_grown {
                *growth += 1;
                if !self.waiting.contains(&key) {
                    self.waiting.push_back(key);
                }
            }
        }
    }

    /// A box cut where the program compares; variables with too many pieces stay whole.
    fn pieces(&self, bounds: Bounds) -> Vec<Bounds> {
        let mut pieces = vec![bounds];
        for (index, starts) in self.starts.iter().enumerate() {
            let (low, high) = pieces[0][index];
            let inner: Vec<i128> =
                starts.iter().copied().filter(|it| low < *it && *it <= high).collect();
            if inner.is_empty() || MOST_PIECES < pieces.len() * (inner.len() + 1) {
                continue;
            }
            let lows = std::iter::once(low).chain(inner.iter().copied());
            let highs = inner.iter().map(|it| it - 1).chain([high]);
            let ranges: Vec<(i128, i128)> = lows.zip(highs).collect();
            let cut = |it: &Bounds| {
                let with = |range: &(i128, i128)| {
                    let mut piece = it.clone();
                    piece[index] = *range;
                    piece
                };
                ranges.iter().map(with).collect::<Vec<_>>()
            };
            pieces = pieces.iter().flat_map(cut).collect();
        }
        pieces
    }
}

/// The number of the cell that a number is in.
fn cell(starts: &[i128], number: i128) -> u16 {
    (starts.partition_point(|it| *it <= number) - 1) as u16
}
