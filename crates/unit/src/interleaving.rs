//! Several functions that run concurrently: who moves when.
//!
//! A step of a process goes from one of its nodes to its next one, so a statement or condition is indivisible. All processes are at their first nodes at first. Where a process does what nobody
//! else can see and the query does not look at, it moves alone: the order does not matter (Godefroid, Partial-order methods for the verification of concurrent systems, LNCS 1032, 1996; Peled,
//! Combining partial order reductions with on-the-fly model-checking, CAV 1994). Elsewhere all that can move are followed, and which one does is a free truth of the path: the condition of a path, over the inputs alone,
//! allows it rather than forcing it.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tribunal_engine::{Context, Reason};
use tribunal_engine_symbolic::steps::{Advance, Steps, Stop, Strand};
use tribunal_solver::{Answer, Node, Sort, TermId, Terms};

use crate::chart::{Concurrent, Kind, Subject};
use crate::monitor::Query;
use crate::product::{Arrival, Place, Product, Stepped, in_scope, trail};

/// Where the processes are.
#[derive(Clone)]
pub(crate) struct Positions {
    /// By process.
    strands: Vec<Strand>,
    /// By process: the node.
    pub(crate) nodes: Vec<u32>,
    /// By process: whether it has come to its end.
    ended: Vec<bool>,
    /// What the expressions were when a process for which they are in scope has last moved.
    atoms: Vec<Option<TermId>>,
}

impl Positions {
    /// Those that have not come to their ends.
    pub(crate) fn able(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|it| !self.ended[*it]).collect()
    }

    /// Whether the processes are where others are, and their variables hold the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.ended == other.ended
            && self.atoms == other.atoms
            && self.strands.iter().zip(&other.strands).all(|(a, b)| a.is_same(b))
    }
}

/// Who may move when.
pub(crate) struct Rules {
    /// Nodes after which nobody else sees what is done, and where the query does not look.
    quiet: BTreeSet<u32>,
    /// Nodes where the query looks, or has a value of its own.
    mentioned: BTreeSet<u32>,
}

impl Rules {
    pub(crate) fn new(subject: Subject<'_>, query: &Query, steps: &Steps<'_>) -> Self {
        let local = steps.local_atoms();
        let in_scope = |node: u32, atom: usize| {
            subject.chart.node(node).is_some_and(|it| it.atoms.get(atom) == Some(&true))
        };
        let mut mentioned = query.mentioned();
        let all = subject.chart.numbers();
        mentioned.extend(all.filter(|it| local.iter().any(|atom| in_scope(*it, *atom))));
        if !query.is_stutter_invariant() {
            return Self { quiet: BTreeSet::new(), mentioned };
        }
        let sharing = steps.sharing();
        let is_quiet = |it: &u32| !sharing.contains(it) && !mentioned.contains(it);
        Self { quiet: subject.chart.numbers().filter(is_quiet).collect(), mentioned }
    }
}

impl Product<'_> {
    /// Where a path of several processes can go from a place.
    pub(crate) fn step_interleaved(
        &mut self,
        from: &Place,
        cx: &mut Context<'_>,
    ) -> Result<Stepped, Reason> {
        match (&from.positions, self.subject.concurrent) {
            (None, Some(concurrent)) => self.begin(from, concurrent, cx),
            (Some(positions), Some(_)) => self.take_turns(from, &Rc::clone(positions), cx),
            (_, None) => Ok(Stepped::default()),
        }
    }

    /// Lets all processes come to their first nodes.
    fn begin(
        &mut self,
        from: &Place,
        concurrent: Concurrent<'_>,
        cx: &mut Context<'_>,
    ) -> Result<Stepped, Reason> {
        let mut stepped = Stepped::default();
        let rest = self.steps.advance(&from.point, &|_| false, cx)?;
        let Some(fork) = rest.stops.iter().find(|it| it.node == concurrent.fork) else {
            return Ok(Stepped { rest, ..stepped });
        };
        stepped.entered.push(self.steps.condition(&fork.point));
        let template = fork.point.strand();
        let mut point = fork.point.clone();
        let mut positions = Positions {
            strands: Vec::new(),
            nodes: Vec::new(),
            ended: Vec::new(),
            atoms: vec![None; self.subject.marks.atoms.len()],
        };
        let mut moved = Vec::new();
        for process in 0..concurrent.functions.len() {
            point.enter(&template);
            self.steps.assign(&mut point, concurrent.chooser, process as u32);
            let advance = self.steps.advance(&point, &|_| false, cx)?;
            let Some(stop) = advance.stops.into_iter().next() else { return Ok(stepped) };
            point = stop.point.clone();
            positions.strands.push(point.strand());
            positions.nodes.push(stop.node);
            positions.ended.push(false);
            moved.push((process as u32, stop.node, point.call().into()));
            self.settle(&mut positions, process, stop);
        }
        let is_end = positions.ended.iter().all(|it| *it);
        let atoms = positions.atoms.clone();
        let (schedule, positions, is_stuck) = (Vec::new(), Some(positions), false);
        let arrival = Arrival { point, moved, atoms, schedule, positions, is_end, is_stuck };
        self.split(from, arrival, &mut stepped, cx)?;
        stepped.rest = Advance { stops: Vec::new(), ..rest };
        Ok(stepped)
    }

    /// Notes where a process has come to.
    fn settle(&self, positions: &mut Positions, process: usize, stop: Stop) {
        let Some(info) = self.subject.chart.node(stop.node) else { return };
        let function = self.subject.concurrent.and_then(|it| it.functions.get(process));
        positions.strands[process] = stop.point.strand();
        positions.nodes[process] = stop.node;
        positions.ended[process] = info.kind == Kind::End
            && Some(&info.function) == function
            && stop.point.recursion() == 0;
        for (kept, new) in positions.atoms.iter_mut().zip(in_scope(info, stop.atoms)) {
            *kept = new.or(*kept);
        }
    }

    /// Lets a process move that can move alone, or all.
    fn take_turns(
        &mut self,
        from: &Place,
        positions: &Positions,
        cx: &mut Context<'_>,
    ) -> Result<Stepped, Reason> {
        let able = positions.able();
        let asked = self.steps.asked().count();
        let mut stepped = Stepped::default();
        let mut others: Vec<(TermId, bool)> = Vec::new();
        for &process in able.iter().filter(|_| 1 < able.len()) {
            if self.is_quiet(positions.nodes[process]) {
                // What it asks for counts only if it does.
                let alone = self.steps.free();
                let schedule = vec![(alone, true)];
                let advance = self.advance(from, positions, process, &schedule, cx)?;
                if self.is_alone(from, process, &advance) {
                    self.follow(from, positions, process, schedule, advance, &mut stepped, cx)?;
                    return Ok(stepped);
                }
                others.push((alone, false));
            }
        }
        let mut moves = Vec::new();
        let count = able.len();
        for (position, process) in able.into_iter().enumerate() {
            let mut schedule = others.clone();
            if position + 1 < count {
                let chosen = self.steps.free();
                schedule.push((chosen, true));
                others.push((chosen, false));
            }
            let advance = self.advance(from, positions, process, &schedule, cx)?;
            for when in self.outcomes(&advance) {
                let when = self.decided(when, schedule.clone());
                moves.push(when);
            }
            self.follow(from, positions, process, schedule, advance, &mut stepped, cx)?;
        }
        self.stop(from, positions, moves, asked, &mut stepped, cx)?;
        Ok(stepped)
    }

    /// When a step comes to something.
    fn outcomes(&self, advance: &Advance) -> Vec<TermId> {
        let stops = advance.stops.iter().map(|it| self.steps.condition(&it.point));
        let faults = advance.faults.iter().map(|it| it.when);
        let unknown = advance.unknown.iter().map(|it| it.0);
        stops.chain(faults).chain(unknown).chain(advance.ends.iter().copied()).collect()
    }

    /// A path ends where nobody can move: where all wait for each other, say. `moves` tells when somebody can, for some of the values that were asked for since `asked`.
    fn stop(
        &mut self,
        from: &Place,
        positions: &Positions,
        moves: Vec<TermId>,
        asked: usize,
        stepped: &mut Stepped,
        cx: &mut Context<'_>,
    ) -> Result<(), Reason> {
        let new: Vec<TermId> = self.steps.asked().skip(asked).map(|it| it.term).collect();
        let terms = self.steps.terms();
        let any = terms.any(moves);
        let somebody = new.into_iter().try_fold(any, |any, it| for_some(terms, any, it));
        let mut point = from.point.clone();
        let none = terms.not(somebody.unwrap_or(any));
        self.steps.assume(&mut point, none);
        let when = self.steps.condition(&point);
        if self.steps.terms().as_bool(when) == Some(false)
            || self.is_possible(&[when], cx)? == Answer::Unsat
        {
            return Ok(());
        }
        if somebody.is_none() {
            // Whether somebody can move depends on values that are arbitrary.
            let node = from.trail.as_ref().map(|it| it.node);
            let edge = node.and_then(|it| self.steps.edge_of(it));
            if let Some(edge) = edge {
                let span = self.subject.program.edges[edge].span;
                let what = "paths that end because nobody can move".to_owned();
                stepped.rest.unknown.push((when, what, span));
            }
            return Ok(());
        }
        let arrival = Arrival {
            moved: Vec::new(),
            point,
            atoms: positions.atoms.clone(),
            schedule: Vec::new(),
            positions: Some(positions.clone()),
            is_end: true,
            is_stuck: true,
        };
        self.split(from, arrival, stepped, cx)
    }

    fn is_quiet(&self, node: u32) -> bool {
        self.rules.as_ref().is_some_and(|it| it.quiet.contains(&node))
    }

    /// Whether a step of a process can come first, whatever the others do: nothing of it is seen, and it goes round no loop.
    fn is_alone(&self, from: &Place, process: usize, advance: &Advance) -> bool {
        let is_new =
            |node: u32| !trail(from).any(|it| it.process as usize == process && it.node == node);
        let is_seen = |node: &u32| self.rules.as_ref().is_none_or(|it| it.mentioned.contains(node));
        !advance.stops.is_empty()
            && advance.ends.is_empty()
            && advance.faults.is_empty()
            && advance.unknown.is_empty()
            && advance.stops.iter().all(|it| is_new(it.node) && !is_seen(&it.node))
    }

    fn advance(
        &mut self,
        from: &Place,
        positions: &Positions,
        process: usize,
        schedule: &[(TermId, bool)],
        cx: &mut Context<'_>,
    ) -> Result<Advance, Reason> {
        let mut point = from.point.clone();
        point.enter(&positions.strands[process]);
        for &(truth, holds) in schedule {
            let literal = if holds { truth } else { self.steps.terms().not(truth) };
            self.steps.assume(&mut point, literal);
        }
        self.steps.advance(&point, &|_| false, cx)
    }

    #[expect(clippy::too_many_arguments, reason = "all of a step")]
    fn follow(
        &mut self,
        from: &Place,
        positions: &Positions,
        process: usize,
        schedule: Vec<(TermId, bool)>,
        mut advance: Advance,
        stepped: &mut Stepped,
        cx: &mut Context<'_>,
    ) -> Result<(), Reason> {
        for stop in std::mem::take(&mut advance.stops) {
            let (node, point) = (stop.node, stop.point.clone());
            if self.subject.chart.node(node).is_none() {
                continue;
            }
            let mut positions = positions.clone();
            self.settle(&mut positions, process, stop);
            let arrival = Arrival {
                moved: vec![(process as u32, node, point.call().into())],
                point,
                atoms: positions.atoms.clone(),
                schedule: schedule.clone(),
                is_end: positions.ended.iter().all(|it| *it),
                is_stuck: false,
                positions: Some(positions),
            };
            self.split(from, arrival, stepped, cx)?;
        }
        for end in advance.ends {
            let end = self.decided(end, schedule.clone());
            stepped.rest.ends.push(end);
        }
        stepped.rest.faults.extend(advance.faults);
        stepped.rest.unknown.extend(advance.unknown);
        Ok(())
    }
}

/// Whether a term holds for some value of a variable, if that is only compared with constants.
fn for_some(terms: &mut Terms, term: TermId, variable: TermId) -> Option<TermId> {
    let mut values = Vec::new();
    match terms.sort(variable) {
        Sort::Bool => values.extend([terms.truth(false), terms.truth(true)]),
        Sort::BitVec(width) => {
            for part in terms.subterms(&[term]) {
                let node = terms.node(part);
                if !node.operands().any(|it| it == variable) {
                    continue;
                }
                match node {
                    Node::Eq(a, b) if a == variable && terms.as_bits(b).is_some() => values.push(b),
                    _ => return None,
                }
            }
            // And one that is none of these, if there is one.
            let constants: Vec<u128> =
                values.iter().filter_map(|it| terms.as_bits(*it)?.to_u128()).collect();
            let other = (0..).find(|it| !constants.contains(it)).unwrap_or(0);
            values.push(terms.number(other, width));
        }
        Sort::Array { .. } => return None,
    }
    let cases = values
        .into_iter()
        .map(|value| terms.substitute(term, &FxHashMap::from_iter([(variable, value)])));
    let cases: Vec<TermId> = cases.collect();
    Some(terms.any(cases))
}
