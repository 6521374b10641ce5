//! Auxiliary invariants for induction: candidates are supposed all together, and those that turn out not to be
//! inductive are dropped until the rest is (Flanagan & Leino, Houdini, an annotation assistant for ESC/Java, FME
//! 2001).
//!
//! A candidate is supposed where a loop may be in any state, and checked where the loop is entered and after one iteration from any state: by
//! the same walk, and by a choice of its own (a switch) that the solver is told to make. So one walk serves all rounds. The
//! greatest inductive subset is found, whatever the order. Law: every run up to its first violation satisfies, whenever it is at the head of
//! the loop, the candidates that are left, by induction on the number of times that it was at one.
//!
//! What other engines have found out (`Fact`) is supposed like any other candidate, and checked like it.

use crate::induction::candidate::{Breadth, Point};
use crate::induction::changes::Changes;
use crate::induction::contract::Contracts;
use crate::induction::equations::Equations;
use crate::induction::relation::{Sample, Valuation, is_number};
use crate::induction::{calls, clauses, modes, sampling, templates, vanishing};
use crate::machine::Machine;
use crate::state::State;
use crate::unrolling::Unrolling;
use crate::walk::cuts::CutPoints;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tribunal_engine::{Fact, Reason, Relation};
use tribunal_ir::{LocId, ProcId, Program, Scope, VarId};
use tribunal_solver::{Answer, Sort, TermId};

/// Conflicts that all questions about candidates together may cost.
const CONFLICTS: u64 = 3_000;

/// The same where there are contracts: they say more than invariants do.
const CONFLICTS_OF_CALLS: u64 = 12_000;

/// How many times candidates are dropped at most.
const ROUNDS: u32 = 80;

/// How many candidates a loop may have.
const MOST: usize = 150;

/// What candidates are made from.
#[derive(Debug)]
pub(crate) struct Clues {
    samples: BTreeMap<Point, Vec<Sample>>,
    constants: Vec<i128>,
    facts: Vec<Fact>,
    pub(crate) breadth: Breadth,
}

impl Clues {
    /// Executes the program to see what loops look like.
    pub(crate) fn new(
        program: &Program,
        heads: &BTreeSet<LocId>,
        functions: &BTreeSet<ProcId>,
        facts: &[Fact],
        breadth: Breadth,
    ) -> Self {
        let constants = templates::constants(program);
        let heads = sampling::samples(program, heads, &constants).into_iter();
        let mut samples: BTreeMap<Point, Vec<Sample>> =
            heads.map(|(head, found)| (Point::Head(head), found)).collect();
        if !functions.is_empty() {
            samples.extend(calls::samples(program, functions, &constants));
        }
        Self { samples, constants, facts: facts.to_vec(), breadth }
    }
}

/// Something that may hold whenever control is at a point.
struct Candidate {
    relation: Relation,
    /// Whether it is supposed; a Bool.
    switch: TermId,
    /// When it does not hold although it should; Bools.
    broken: Vec<TermId>,
}

/// The candidates of one walk.
pub(crate) struct Supposed {
    clues: Rc<Clues>,
    candidates: BTreeMap<Point, Vec<Candidate>>,
    /// Those that algebra takes care of.
    pub(crate) equations: Equations,
}

impl Supposed {
    pub(crate) fn new(clues: &Rc<Clues>) -> Self {
        let (candidates, equations) = (BTreeMap::new(), Equations::default());
        Self { clues: Rc::clone(clues), candidates, equations }
    }

    /// The switches of all candidates.
    pub(crate) fn switches(&self) -> impl Iterator<Item = TermId> {
        self.candidates.values().flatten().map(|it| it.switch)
    }

    /// What they are made from.
    pub(crate) fn clues(&self) -> &Rc<Clues> {
        &self.clues
    }

    /// Supposes the candidates in a state that stands for all in which a loop can be. That they hold where it is entered, under a
    /// condition, is to be checked.
    pub(crate) fn suppose(
        &mut self,
        machine: &mut Machine<'_>,
        entered: &State,
        path: TermId,
        any: &mut State,
        changes: &Changes,
    ) {
        let head = Point::Head(any.top().loc);
        let (program, clues) = (machine.program, Rc::clone(&self.clues));
        let made = vars(machine, any, changes);
        self.equations.suppose(machine, (entered, path), any, || {
            let samples = clues.samples.get(&head).map_or(&[][..], Vec::as_slice);
            vanishing::candidates(program, &made.0, &made.1, samples)
        });
        if !self.candidates.contains_key(&head) {
            let made = self.make(machine, any, changes);
            self.candidates.insert(head, made);
        }
        self.check(machine, head, entered, path);
        let supposed = self.given(machine, head, any);
        any.guard = machine.guards.and(&mut machine.terms, any.guard, supposed);
    }

    /// That the candidates for a point hold is to be checked, under a condition.
    pub(crate) fn check(
        &mut self,
        machine: &mut Machine<'_>,
        point: Point,
        at: &impl Valuation,
        path: TermId,
    ) {
        for candidate in self.candidates.get_mut(&point).into_iter().flatten() {
            check(machine, at, path, candidate);
        }
    }

    /// That those candidates hold that are supposed to; a Bool.
    pub(crate) fn given(
        &self,
        machine: &mut Machine<'_>,
        point: Point,
        at: &impl Valuation,
    ) -> TermId {
        let mut supposed = Vec::new();
        for candidate in self.candidates.get(&point).into_iter().flatten() {
            if let Some(holds) = machine.relation(at, &candidate.relation) {
                supposed.push(machine.terms.implies(candidate.switch, holds));
            }
        }
        machine.terms.all(supposed)
    }

    /// Makes the candidates for all functions, before anything is checked or supposed of one.
    pub(crate) fn prepare(&mut self, machine: &mut Machine<'_>, contracts: &Contracts) {
        for &function in &contracts.functions {
            for point in [Point::Entry(function), Point::Exit(function)] {
                if self.candidates.contains_key(&point) {
                    continue;
                }
                let Clues { samples, constants, breadth, .. } = &*self.clues;
                let samples = samples.get(&point).map_or(&[][..], Vec::as_slice);
                let speaks = clauses::vocabulary(machine, contracts, point);
                let relations = clauses::candidates(&speaks, samples, constants, *breadth);
                let made = relations.into_iter().map(|it| candidate(machine, it)).collect();
                self.candidates.insert(point, made);
            }
        }
    }

    /// That the candidates hold after an iteration is to be checked.
    pub(crate) fn check_after(&mut self, machine: &mut Machine<'_>, after: &State) {
        self.equations.check_after(machine, after);
        let path = machine.guards.all(after.guard);
        self.check(machine, Point::Head(after.top().loc), after, path);
    }

    fn make(&self, machine: &mut Machine<'_>, state: &State, changes: &Changes) -> Vec<Candidate> {
        let frame = state.top();
        let (changed, others) = vars(machine, state, changes);
        let Clues { samples, constants, facts, breadth } = &*self.clues;
        let samples = samples.get(&Point::Head(frame.loc)).map_or(&[][..], Vec::as_slice);
        let mut relations = templates::candidates(&changed, &others, samples, constants);
        relations.extend(facts.iter().filter_map(|it| match it {
            Fact::Invariant { location, holds } => (*location == frame.loc).then(|| holds.clone()),
        }));
        relations.sort();
        relations.dedup();
        relations.truncate(MOST);
        if *breadth != Breadth::Always {
            relations.extend(modes::candidates(&changed, samples));
        }
        relations.into_iter().map(|it| candidate(machine, it)).collect()
    }
}

/// The variables at the head of a loop that hold numbers: those that the loop changes, and the others.
fn vars(machine: &Machine<'_>, state: &State, changes: &Changes) -> (Vec<VarId>, Vec<VarId>) {
    let program = machine.program;
    let own = program.procs[state.top().process].locals.iter().copied();
    let globals = program.vars.iter().filter(|(_, it)| it.scope == Scope::Global);
    let vars = own.chain(globals.map(|(id, _)| id)).filter(|it| is_number(program, *it));
    vars.partition(|it| changes.has(program, &machine.layout, *it))
}

fn candidate(machine: &mut Machine<'_>, relation: Relation) -> Candidate {
    let switch = machine.terms.fresh("supposed", Sort::Bool);
    Candidate { relation, switch, broken: Vec::new() }
}

fn check(machine: &mut Machine<'_>, at: &impl Valuation, path: TermId, candidate: &mut Candidate) {
    let broken = match machine.relation(at, &candidate.relation) {
        Some(holds) => machine.terms.not(holds),
        None => machine.terms.truth(true),
    };
    candidate.broken.push(machine.terms.and(path, broken));
}

/// The candidates that are left: their switches, and what they say.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) switches: Vec<TermId>,
    pub(crate) relations: BTreeMap<Point, Vec<Relation>>,
}

impl<C: CutPoints> Unrolling<'_, '_, '_, C> {
    /// Drops candidates until the others are inductive; `None` if that takes too long.
    pub(crate) fn filter(&mut self, supposed: &Supposed) -> Result<Option<Kept>, Reason> {
        let spent = |unrolling: &Self| unrolling.queries.spent();
        let is_about_calls = supposed.candidates.keys().any(|it| !matches!(it, Point::Head(_)));
        let most = if is_about_calls { CONFLICTS_OF_CALLS } else { CONFLICTS };
        let last = spent(self) + most;
        let mut alive: Vec<(Point, Relation, TermId, TermId)> = Vec::new();
        for (head, candidates) in &supposed.candidates {
            for Candidate { relation, switch, broken } in candidates {
                let broken = self.explorer.machine.terms.any(broken.iter().copied());
                alive.push((*head, relation.clone(), *switch, broken));
            }
        }
        for _ in 0..ROUNDS {
            let terms = &mut self.explorer.machine.terms;
            let any = terms.any(alive.iter().map(|it| it.3));
            let question: Vec<TermId> =
                [any].into_iter().chain(alive.iter().map(|it| it.2)).collect();
            match self.ask(&question, Some(last.saturating_sub(spent(self))))? {
                Answer::Unsat => {
                    let mut kept = Kept::default();
                    for (head, relation, switch, _) in alive {
                        kept.switches.push(switch);
                        kept.relations.entry(head).or_default().push(relation);
                    }
                    return Ok(Some(kept));
                }
                Answer::Unknown => return Ok(None),
                Answer::Sat => {
                    let terms = &self.explorer.machine.terms;
                    let model = self.queries.solver.model(terms);
                    alive.retain(|it| !model.eval(terms, it.3).as_bool());
                }
            }
        }
        Ok(None)
    }
}
