//! One step in the product of flow chart and automaton.

use std::rc::Rc;

use tribunal_engine::{Context, Reason};
use tribunal_engine_symbolic::steps::{Advance, Point, Steps, Stop};
use tribunal_solver::{Answer, TermId};

use crate::chart::{Kind, Node, Subject};
use crate::monitor::{Monitor, Query};

/// Whether regions that the query does not look into are one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merging {
    /// If there are many branches in them.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never: every path is told by itself.
    Never,
}

/// The chart and the query, executed together.
pub(crate) struct Product<'p> {
    pub(crate) subject: Subject<'p>,
    pub(crate) query: Query,
    pub(crate) steps: Steps<'p>,
    merges: bool,
}

/// How a path has come to be where it is.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) point: Point,
    pub(crate) monitor: Monitor,
    pub(crate) trail: Option<Rc<Trail>>,
    pub(crate) length: usize,
}

/// The nodes of a path, the last one first.
pub(crate) struct Trail {
    pub(crate) node: u32,
    call: Rc<[u32]>,
    before: Option<Rc<Trail>>,
}

/// What a step leads to.
pub(crate) struct Successor {
    pub(crate) place: Place,
    pub(crate) fate: Fate,
}

/// What becomes of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It may go on.
    Open,
    /// It is one that is wanted.
    Wanted,
    /// It has ended and is not.
    Unwanted,
}

/// All that a step leads to.
#[derive(Default)]
pub(crate) struct Stepped {
    pub(crate) successors: Vec<Successor>,
    /// When the function is entered, if this is the first step; Bools.
    pub(crate) entered: Vec<TermId>,
    /// Whether the solver has given up somewhere.
    pub(crate) doubtful: bool,
    /// What else can happen on the way.
    pub(crate) rest: Advance,
}

/// From how many branches on regions are merged.
const MANY: usize = 10;

impl<'p> Product<'p> {
    pub(crate) fn new(
        subject: Subject<'p>,
        query: Query,
        merging: Merging,
    ) -> Result<Self, String> {
        if !subject.program.is_sequential() {
            return Err("a function that starts threads cannot be checked by itself".to_owned());
        }
        let steps = Steps::new(subject.program, subject.marks)?;
        let mut product = Self { subject, query, steps, merges: true };
        product.merges = match merging {
            Merging::Always => true,
            Merging::Never => false,
            Merging::Auto => {
                let start = product.query.start();
                let is_ignored = |number: &u32| {
                    let is_branch =
                        |it: &Node| it.kind == Kind::Branch && it.function == subject.function;
                    subject.chart.node(*number).is_some_and(is_branch)
                        && product.passes_over(&start, *number)
                };
                MANY < subject.chart.numbers().filter(is_ignored).count()
            }
        };
        Ok(product)
    }

    /// The start of the program.
    pub(crate) fn start(&mut self) -> Place {
        Place { point: self.steps.start(), monitor: self.query.start(), trail: None, length: 0 }
    }

    /// The nodes of the path to a place.
    pub(crate) fn nodes(place: &Place) -> Vec<u32> {
        let mut nodes: Vec<u32> = trail(place).map(|it| it.node).collect();
        nodes.reverse();
        nodes
    }

    /// How often a path has been at a node in the same call.
    pub(crate) fn repetitions(place: &Place, node: u32, call: &[u32]) -> u32 {
        let same = trail(place).filter(|it| it.node == node && *it.call == *call);
        u32::try_from(same.count()).unwrap_or(u32::MAX)
    }

    /// Whether paths with one more visit of the last node are within a limit.
    pub(crate) fn is_within(&self, place: &Place, repeat: u32) -> bool {
        let Some(last) = &place.trail else { return true };
        let kind = self.subject.chart.node(last.node).map_or(Kind::Statement, |it| it.kind);
        let allowed = repeat.saturating_add(u32::from(kind == Kind::Loop));
        Self::repetitions(place, last.node, &last.call) <= allowed
            && place.point.recursion() <= repeat as usize
    }

    fn passes_over(&self, monitor: &Monitor, node: u32) -> bool {
        self.merges
            && self.steps.is_acyclic(node)
            && self
                .subject
                .chart
                .node(node)
                .is_some_and(|it| !(it.kind == Kind::End && it.function == self.subject.function))
            && self.query.is_indifferent(monitor, node)
    }

    /// Where a path can go from a place.
    pub(crate) fn step(&mut self, from: &Place, cx: &mut Context<'_>) -> Result<Stepped, Reason> {
        // The first node tells what holds at first.
        let is_first = from.trail.is_none();
        let all = self.subject.chart.numbers();
        let passed: Vec<u32> =
            all.filter(|it| !is_first && self.passes_over(&from.monitor, *it)).collect();
        let mut rest = self.steps.advance(&from.point, &|it| passed.contains(&it), cx)?;
        let mut stepped = Stepped::default();
        for stop in std::mem::take(&mut rest.stops) {
            if is_first {
                stepped.entered.push(self.steps.condition(&stop.point));
            }
            self.split(from, stop, &mut stepped, cx)?;
        }
        stepped.rest = rest;
        Ok(stepped)
    }

    /// Tells apart what the automaton tells apart.
    fn split(
        &mut self,
        from: &Place,
        stop: Stop,
        stepped: &mut Stepped,
        cx: &mut Context<'_>,
    ) -> Result<(), Reason> {
        let Stop { point, node, atoms } = stop;
        let subject = self.subject;
        let Some(info) = subject.chart.node(node) else { return Ok(()) };
        let mut open: Vec<(Point, Vec<Option<bool>>)> = vec![(point, vec![None; atoms.len()])];
        while let Some((mut point, known)) = open.pop() {
            let terms = self.steps.terms();
            let mut truth = |number: usize| match info.atoms.get(number) {
                Some(true) => known[number].or_else(|| terms.as_bool(atoms[number])),
                // It is not in scope.
                _ => Some(false),
            };
            match self.query.step(&from.monitor, node, &mut truth) {
                Err(number) => {
                    let holds = atoms[number];
                    let fails = self.steps.terms().not(holds);
                    let mut other = point.clone();
                    self.steps.assume(&mut other, fails);
                    self.steps.assume(&mut point, holds);
                    for (point, value) in [(other, false), (point, true)] {
                        let mut known = known.clone();
                        known[number] = Some(value);
                        open.push((point, known));
                    }
                }
                Ok(monitor) if monitor.is_refuted() => {}
                Ok(monitor) => {
                    let condition = self.steps.condition(&point);
                    match self.steps.is_possible(&[condition], cx)? {
                        Answer::Unsat => continue,
                        Answer::Unknown => stepped.doubtful = true,
                        Answer::Sat => {}
                    }
                    let call: Rc<[u32]> = point.call().into();
                    let is_end = info.kind == Kind::End
                        && info.function == subject.function
                        && point.recursion() == 0;
                    let fate = if monitor.is_satisfied() || is_end && monitor.accepts() {
                        Fate::Wanted
                    } else if is_end {
                        Fate::Unwanted
                    } else {
                        Fate::Open
                    };
                    let trail = Some(Rc::new(Trail { node, call, before: from.trail.clone() }));
                    let place = Place { point, monitor, trail, length: from.length + 1 };
                    stepped.successors.push(Successor { place, fate });
                }
            }
        }
        Ok(())
    }

    /// The condition of a path to a place.
    pub(crate) fn condition(&self, place: &Place) -> TermId {
        self.steps.condition(&place.point)
    }
}

/// The nodes of a path, the last one first.
fn trail(place: &Place) -> impl Iterator<Item = &Trail> {
    std::iter::successors(place.trail.as_deref(), |it| it.before.as_deref())
}

/// Long trails are taken apart one by one.
impl Drop for Trail {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(it) = before {
            before = Rc::try_unwrap(it).ok().and_then(|mut it| it.before.take());
        }
    }
}
