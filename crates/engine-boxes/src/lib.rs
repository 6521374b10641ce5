//! The search of a sequential program without memory by boxes: an interval for each variable.
//!
//! Boxes are told apart by where they lie among the constants that the program compares its variables with, as a predicate abstraction would, and are joined
//! only where they lie alike (Graf & Saïdi, Construction of abstract state graphs with PVS, CAV 1997, for the states; trace partitioning by Mauborgne & Rival, Trace
//! partitioning in abstract interpretation based static analyzers, ESOP 2005, for the joins). So a machine with a finite control and numbers that it only cuts into ranges is proved, however many numbers there
//! are. There are finitely many places to lie, and a box that grows again and again is widened to all of its place: the search ends.
//!
//! Between places where a step may end, ways are followed one by one; there is no join.

mod intervals;
mod tokens;

use intervals::{Bounds, Intervals, Region};
use std::collections::{BTreeMap, BTreeSet};
use tokens::tokens;
use tribunal_engine::{
    Basis, Certificate, Context, Cost, Description, Engine, Limit, Outcome, Progress, Reason,
    Settles, Statistics, Task, Verdict,
};
use tribunal_ir::{
    Action, Control, Edge, EdgeId, Guard, LocId, Place, Program, PropId, PropertyKind, Then,
    Transformed,
};
use tribunal_reached::{Analysis, Operators, Order, Reached, saturate};
use tribunal_states::flat::{Open, flatten};

/// How many pieces a box is cut into at most.
const MOST_PIECES: usize = 64;

/// How fine a search is.
#[derive(Clone, Copy, Debug)]
struct Grain {
    /// How many boxes may lie alike before they are joined.
    alike: usize,
    /// How often a box may grow before it is widened.
    growth: u32,
}

/// The searches, each finer than the one before: what a coarse one cannot rule out, a finer one may.
const GRAINS: [Grain; 4] = [
    Grain { alike: 1, growth: 3 },
    Grain { alike: 1, growth: 40 },
    Grain { alike: 4, growth: 40 },
    Grain { alike: 32, growth: 200 },
];

/// How many steps may be taken from one box.
const LONGEST: usize = 200_000;

/// The engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boxes {
    /// How many boxes there may be.
    pub most: usize,
}

impl Engine for Boxes {
    fn describe(&self) -> Description {
        Description {
            name: "boxes",
            summary: "a search of intervals, cut where the program compares",
            papers: &["cousot77"],
            settles: Settles::True,
            cost: Cost::Capped,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
        match program.props[property].kind {
            PropertyKind::Unreachable => Ok(()),
            _ => Err(Reason::Unsupported { what: "this kind of property".to_owned(), span: None }),
        }
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
        let over_numbers = || flatten(&tokens(program)?, Open::Kept);
        let Some(flat) = flatten(program, Open::Kept).or_else(over_numbers) else {
            return refuse("a program with memory, recursion or several processes, by boxes");
        };
        cx.phase("boxes");
        let mut outcome = Outcome::default();
        for grain in GRAINS {
            let open = task.properties.iter();
            let is_open = |it: &&PropId| {
                let known = outcome.verdicts.iter().find(|known| known.0 == **it);
                !known.is_some_and(|it| matches!(it.1, Verdict::True(_)))
            };
            let open: Vec<PropId> = open.filter(is_open).copied().collect();
            if open.is_empty() {
                break;
            }
            let mut search = Search::new(&flat, self.most, grain, cx);
            let ended = search.run();
            outcome.statistics = search.statistics(&outcome.statistics);
            for property in open {
                let verdict = search.verdict(program, &flat, property, &ended);
                let known = outcome.verdicts.iter_mut().find(|it| it.0 == property);
                match (known, verdict) {
                    (Some(known), verdict @ Verdict::True(_)) => known.1 = verdict,
                    // The first alarm is as good as the others.
                    (Some(_), _) => {}
                    (None, verdict) => outcome.verdicts.push((property, verdict)),
                }
            }
            if ended.is_err() {
                break;
            }
        }
        outcome
    }
}

/// Where a box lies: for each variable, between which constants its least and its greatest number are.
type Cell = Box<[(u16, u16)]>;

/// A box that control comes to a location with.
struct Arrived {
    at: LocId,
    bounds: Bounds,
    /// How often it has grown.
    growth: u32,
}

/// Which boxes that lie alike are one.
struct Partition {
    /// Where the cells of each variable start, the least number first.
    starts: Vec<Vec<i128>>,
    /// The greatest number of each variable.
    greatest: Vec<i128>,
    grain: Grain,
}

impl Partition {
    /// Where a box lies.
    fn cell(&self, bounds: &Bounds) -> Cell {
        let ends = bounds.iter().zip(&self.starts);
        ends.map(|(it, starts)| (cell(starts, it.0), cell(starts, it.1))).collect()
    }

    /// The least and the greatest number that a variable can have where a box lies.
    fn limits(&self, index: usize, (low, high): (i128, i128)) -> (i128, i128) {
        let starts = &self.starts[index];
        let next = starts.get(usize::from(cell(starts, high)) + 1);
        let greatest = next.map_or(self.greatest[index], |it| it - 1);
        (starts[usize::from(cell(starts, low))], greatest)
    }
}

impl Operators<Arrived> for Partition {
    fn stop(&self, new: &Arrived, known: &Arrived) -> bool {
        known.bounds.iter().zip(&new.bounds).all(|(old, new)| old.0 <= new.0 && new.1 <= old.1)
    }

    fn merge(&self, new: Arrived, known: &mut Arrived, alike: usize) -> Option<Arrived> {
        if alike < self.grain.alike {
            return Some(new);
        }
        let is_patient = known.growth < self.grain.growth;
        for (index, (old, new)) in known.bounds.iter_mut().zip(&new.bounds).enumerate() {
            let (least, greatest) = self.limits(index, *new);
            if new.0 < old.0 {
                old.0 = if is_patient { new.0 } else { least };
            }
            if old.1 < new.1 {
                old.1 = if is_patient { new.1 } else { greatest };
            }
        }
        known.growth += 1;
        None
    }
}

type Boxed = Reached<(LocId, Cell), Arrived>;

struct Search<'a, 'c> {
    program: &'a Program,
    intervals: Intervals<'a>,
    partition: Partition,
    /// The edges that violate properties and may be taken.
    alarms: BTreeMap<PropId, BTreeSet<EdgeId>>,
    most: usize,
    boxes: usize,
    steps: u64,
    cx: &'a mut Context<'c>,
}

impl Analysis for Search<'_, '_> {
    type Key = (LocId, Cell);
    type State = Arrived;
    type Halt = Reason;

    fn transfer(&mut self, from: u32, reached: &mut Boxed) -> Result<(), Reason> {
        let Arrived { at, bounds, .. } = reached.state(from);
        self.expand(*at, bounds.clone(), reached)?;
        match self.most < self.boxes {
            true => Err(Reason::Budget(Limit::Memory)),
            false => Ok(()),
        }
    }
}

impl<'a, 'c> Search<'a, 'c> {
    fn new(flat: &'a Transformed, most: usize, grain: Grain, cx: &'a mut Context<'c>) -> Self {
        let intervals = Intervals::new(&flat.program);
        let greatest = intervals.ranges.iter().map(|it| it.1).collect();
        Self {
            program: &flat.program,
            partition: Partition { starts: intervals.cells(), greatest, grain },
            intervals,
            alarms: BTreeMap::new(),
            most,
            boxes: 0,
            steps: 0,
            cx,
        }
    }

    /// What this search cost, and those before it.
    fn statistics(&self, before: &Statistics) -> Statistics {
        Statistics {
            states: self.boxes as u64,
            transitions: before.transitions + self.steps,
            memory_bytes: before.memory_bytes.max(self.memory()),
            threads: 1,
            storage: "abstract",
            ..Statistics::default()
        }
    }

    fn verdict(
        &self,
        program: &Program,
        flat: &Transformed,
        property: PropId,
        ended: &Result<(), Reason>,
    ) -> Verdict {
        match (ended, self.alarms.get(&property)) {
            (Err(reason), _) => Verdict::Maybe(reason.clone()),
            (Ok(()), Some(edges)) => {
                let first = edges.iter().find_map(|it| flat.back.edge(program, *it));
                let (places, values) = (edges.len() as u64, Vec::new());
                let alarm = |it: EdgeId| {
                    let span = program.edges[it].span;
                    Reason::Alarm { span, places, values }
                };
                Verdict::Maybe(first.map_or(Reason::Stopped, alarm))
            }
            (Ok(()), None) => {
                // They are about the flat program.
                Verdict::True(Certificate::Invariant { domain: "boxes".to_owned(), said: None })
            }
        }
    }

    fn memory(&self) -> u64 {
        (self.boxes * (64 + 36 * self.partition.starts.len())) as u64
    }

    fn run(&mut self) -> Result<(), Reason> {
        let mut reached = Boxed::default();
        let entry = self.program.procs.values().next().map(|it| it.entry);
        let first = self.intervals.initial();
        entry.into_iter().for_each(|it| self.arrive(it, first.clone(), &mut reached));
        saturate(self, &mut reached, Order::First)
    }

    /// Follows all ways from a box to where steps may end.
    fn expand(&mut self, start: LocId, bounds: Bounds, reached: &mut Boxed) -> Result<(), Reason> {
        let mut stack = vec![(start, Region::new(bounds))];
        let mut taken = 0;
        while let Some((at, region)) = stack.pop() {
            taken += 1;
            self.steps += 1;
            if LONGEST < taken {
                return Err(Reason::Budget(Limit::Depth));
            }
            if self.steps.is_multiple_of(256) {
                let progress = Progress {
                    states: self.boxes as u64,
                    transitions: self.steps,
                    memory_bytes: self.memory(),
                    ..Progress::default()
                };
                self.cx.report(&progress)?;
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
                    self.take(id, edge, region, &mut stack, reached);
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
        reached: &mut Boxed,
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
            Control::Free => self.arrive(edge.to, region.bounds, reached),
        }
    }

    /// A box has come to where a step may end.
    fn arrive(&mut self, at: LocId, bounds: Bounds, reached: &mut Boxed) {
        for bounds in self.pieces(bounds) {
            let cell = self.partition.cell(&bounds);
            reached.add(&self.partition, (at, cell), Arrived { at, bounds, growth: 0 });
        }
        self.boxes = reached.len();
    }

    /// A box cut where the program compares; variables with too many pieces stay whole.
    fn pieces(&self, bounds: Bounds) -> Vec<Bounds> {
        let mut pieces = vec![bounds];
        for (index, starts) in self.partition.starts.iter().enumerate() {
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
