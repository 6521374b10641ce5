//! One step in the product of flow chart and automaton.

use std::rc::Rc;

use tribunal_engine::{Context, Reason};
use tribunal_engine_symbolic::steps::{Advance, Point, Steps, Stop};
use tribunal_solver::{Answer, TermId};

use crate::chart::{InputKind, Kind, Node, Numbers, Subject};
use crate::integers::bounded::{self, Patience};
use crate::interleaving::{Positions, Rules};
use crate::monitor::{Monitor, Position, Query};

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
    /// Who may move when, if several functions run concurrently.
    pub(crate) rules: Option<Rules>,
    merges: bool,
}

/// How a path has come to be where it is.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) point: Point,
    pub(crate) monitor: Monitor,
    pub(crate) trail: Option<Rc<Trail>>,
    pub(crate) length: usize,
    /// Where the processes are, if several functions run concurrently.
    pub(crate) positions: Option<Rc<Positions>>,
    /// Whether nobody can move.
    pub(crate) is_stuck: bool,
}

/// The nodes of a path, the last one first.
pub(crate) struct Trail {
    pub(crate) node: u32,
    /// The process that has moved.
    pub(crate) process: u32,
    call: Rc<[u32]>,
    /// Truths that are so because it has, and not another.
    schedule: Vec<(TermId, bool)>,
    /// What was so there, to see whether it is so again.
    there: Option<There>,
    before: Option<Rc<Trail>>,
}

/// All that what comes next depends on.
struct There {
    point: Point,
    monitor: Monitor,
    positions: Option<Rc<Positions>>,
}

impl There {
    fn is_same(&self, place: &Place) -> bool {
        let same_turns = match (&self.positions, &place.positions) {
            (Some(a), Some(b)) => a.is_same(b),
            (None, None) => true,
            _ => false,
        };
        same_turns && self.monitor == place.monitor && self.point.is_same(&place.point)
    }
}

/// Nodes that have been reached together, and what holds there.
pub(crate) struct Arrival {
    pub(crate) point: Point,
    /// The processes with their nodes and calls; one but at the start.
    pub(crate) moved: Vec<(u32, u32, Rc<[u32]>)>,
    /// The expressions, where they are in scope; Bools.
    pub(crate) atoms: Vec<Option<TermId>>,
    pub(crate) schedule: Vec<(TermId, bool)>,
    pub(crate) positions: Option<Positions>,
    /// Whether nothing can follow.
    pub(crate) is_end: bool,
    /// Whether that is because nobody can move.
    pub(crate) is_stuck: bool,
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
        let rules = subject.concurrent.map(|_| Rules::new(subject, &query, &steps));
        let mut product = Self { subject, query, steps, rules, merges: true };
        product.merges = match merging {
            _ if subject.concurrent.is_some() => false,
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
        let (point, monitor) = (self.steps.start(), self.query.start());
        Place { point, monitor, trail: None, length: 0, positions: None, is_stuck: false }
    }

    /// The nodes of the path to a place.
    pub(crate) fn nodes(place: &Place) -> Vec<u32> {
        Self::moves(place).into_iter().map(|it| it.1).collect()
    }

    /// The same with the processes that came to them.
    pub(crate) fn moves(place: &Place) -> Vec<(u32, u32)> {
        let mut moves: Vec<(u32, u32)> = trail(place).map(|it| (it.process, it.node)).collect();
        moves.reverse();
        moves
    }

    /// How often a path has been at its last node in the same call.
    fn repetitions(place: &Place, last: &Trail) -> u32 {
        let is_same = |it: &&Trail| {
            it.node == last.node && it.process == last.process && *it.call == *last.call
        };
        u32::try_from(trail(place).filter(is_same).count()).unwrap_or(u32::MAX)
    }

    /// Whether a path has been at a place before, where nothing has changed since: whatever comes next could have come then.
    pub(crate) fn is_again(place: &Place) -> bool {
        let Some(last) = &place.trail else { return false };
        trail(place)
            .skip(1)
            .filter(|it| it.node == last.node && it.process == last.process)
            .any(|it| it.there.as_ref().is_some_and(|it| it.is_same(place)))
    }

    /// Whether paths with one more visit of the last node are within a limit.
    pub(crate) fn is_within(&self, place: &Place, repeat: u32) -> bool {
        let Some(last) = &place.trail else { return true };
        let kind = self.subject.chart.node(last.node).map_or(Kind::Statement, |it| it.kind);
        let allowed = repeat.saturating_add(u32::from(kind == Kind::Loop));
        Self::repetitions(place, last) <= allowed && place.point.recursion() <= repeat as usize
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
        if self.rules.is_some() {
            return self.step_interleaved(from, cx);
        }
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
            let Stop { point, node, atoms } = stop;
            let Some(info) = self.subject.chart.node(node) else { continue };
            let arrival = Arrival {
                moved: vec![(0, node, point.call().into())],
                atoms: in_scope(info, atoms),
                schedule: Vec::new(),
                positions: None,
                is_end: info.kind == Kind::End
                    && info.function == self.subject.function
                    && point.recursion() == 0,
                is_stuck: false,
                point,
            };
            self.split(from, arrival, &mut stepped, cx)?;
        }
        stepped.rest = rest;
        Ok(stepped)
    }

    /// Tells apart what the automaton tells apart.
    pub(crate) fn split(
        &mut self,
        from: &Place,
        arrival: Arrival,
        stepped: &mut Stepped,
        cx: &mut Context<'_>,
    ) -> Result<(), Reason> {
        let Arrival { point, moved, atoms, schedule, positions, is_end, is_stuck } = arrival;
        let positions = positions.map(Rc::new);
        let reached: Vec<u32> = moved.iter().map(|it| it.1).collect();
        let at = positions.as_ref().map_or(&reached, |it| &it.nodes);
        let position = Position { at, reached: &reached, is_stuck };
        let mut open: Vec<(Point, Vec<Option<bool>>)> = vec![(point, vec![None; atoms.len()])];
        while let Some((mut point, known)) = open.pop() {
            let terms = self.steps.terms();
            let mut truth = |number: usize| match atoms.get(number).copied().flatten() {
                Some(atom) => known[number].or_else(|| terms.as_bool(atom)),
                // It is not in scope.
                None => Some(false),
            };
            match self.query.step(&from.monitor, position, &mut truth) {
                Err(number) => {
                    let Some(holds) = atoms[number] else { continue };
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
                    match self.is_possible(&[condition], cx)? {
                        Answer::Unsat => continue,
                        Answer::Unknown => stepped.doubtful = true,
                        Answer::Sat => {}
                    }
                    let fate = if monitor.is_satisfied() || is_end && monitor.accepts() {
                        Fate::Wanted
                    } else if is_end {
                        Fate::Unwanted
                    } else {
                        Fate::Open
                    };
                    let mut trail = from.trail.clone();
                    for (number, (process, node, call)) in (1..).zip(&moved) {
                        let there = (number == moved.len()).then(|| There {
                            point: point.clone(),
                            monitor: monitor.clone(),
                            positions: positions.clone(),
                        });
                        trail = Some(Rc::new(Trail {
                            node: *node,
                            process: *process,
                            call: call.clone(),
                            schedule: schedule.clone(),
                            there,
                            before: trail,
                        }));
                    }
                    let length = from.length + moved.len();
                    let positions = positions.clone();
                    let place = Place { point, monitor, trail, length, positions, is_stuck };
                    stepped.successors.push(Successor { place, fate });
                }
            }
        }
        Ok(())
    }

    /// Whether some values make all of these Bools true.
    pub(crate) fn is_possible(
        &mut self,
        all: &[TermId],
        cx: &mut Context<'_>,
    ) -> Result<Answer, Reason> {
        self.decide(all, Patience::Usual, cx)
    }

    /// The same with less patience.
    pub(crate) fn is_possible_quickly(
        &mut self,
        all: &[TermId],
        cx: &mut Context<'_>,
    ) -> Result<Answer, Reason> {
        self.decide(all, Patience::Little, cx)
    }

    fn decide(
        &mut self,
        all: &[TermId],
        patience: Patience,
        cx: &mut Context<'_>,
    ) -> Result<Answer, Reason> {
        let inputs = self.subject.inputs;
        let is_natural = |name: &str| {
            let name = name.split('!').next().unwrap_or(name);
            inputs.iter().any(|it| it.kind == InputKind::Unsigned && it.name == name)
        };
        match (self.subject.numbers, patience) {
            (Numbers::Integers, _) => {
                bounded::is_possible(&mut self.steps, all, &is_natural, patience, cx)
            }
            (Numbers::Machine, Patience::Usual) => self.steps.is_possible(all, cx),
            (Numbers::Machine, Patience::Little) => self.steps.is_possible_quickly(all, cx),
        }
    }

    /// When a run goes along the path to a place; a Bool over inputs and the schedule.
    pub(crate) fn taken(&self, place: &Place) -> TermId {
        self.steps.condition(&place.point)
    }

    /// The condition of the path to a place, which is that of taking it or, where several functions run concurrently, of a schedule being able to.
    pub(crate) fn condition(&mut self, place: &Place) -> TermId {
        let taken = self.taken(place);
        let schedule = trail(place).flat_map(|it| it.schedule.iter().copied());
        let known: Vec<(TermId, bool)> = schedule.collect();
        self.decided(taken, known)
    }

    /// A term where some truths are known.
    pub(crate) fn decided(&mut self, term: TermId, known: Vec<(TermId, bool)>) -> TermId {
        if known.is_empty() {
            return term;
        }
        let terms = self.steps.terms();
        let known = known.into_iter().map(|(it, holds)| (it, terms.truth(holds))).collect();
        terms.substitute(term, &known)
    }
}

/// The expressions that are in scope at a node.
pub(crate) fn in_scope(node: &Node, atoms: Vec<TermId>) -> Vec<Option<TermId>> {
    let scope = node.atoms.iter().copied().chain(std::iter::repeat(false));
    atoms.into_iter().zip(scope).map(|(atom, is_in)| is_in.then_some(atom)).collect()
}

/// The nodes of a path, the last one first.
pub(crate) fn trail(place: &Place) -> impl Iterator<Item = &Trail> {
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
