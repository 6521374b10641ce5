//! One run of the engine: waves of unrolling, questions to the solver, verdicts.

use crate::algebra::refute::Algebra;
use crate::induction::prove::Attempts;
use crate::machine::Violation;
use crate::state::State;
use crate::walk::witness;
use crate::walk::{Arrival, Bound, Explorer};
use std::collections::BTreeMap;
use tribunal_base::Span;
use tribunal_engine::{
    Certificate, Context, Fact, Limit, Progress, Reason, Remark, Statistics, Trace, Verdict,
};
use tribunal_ir::{PropId, PropertyKind};
use tribunal_solver::sat::Checked;
use tribunal_solver::{Answer, Limits, Rules, Solver, TermId};

/// Conflicts that a question about a loop may cost: if it is hard, the loop is unrolled instead.
pub(crate) const CHEAP: u64 = 2_000;

/// How many states are executed between two looks at the clock.
const STRIDE: u64 = 32;

/// How many states are executed before violations are looked at for the first time within a wave.
const FIRST_LOOK: u64 = 20_000;

/// Objects of a counterexample have at most so many bytes if possible.
const LARGEST_OBJECT: u64 = 1 << 20;

/// A run of the engine.
pub(crate) struct Check<'a, 'c, 'x> {
    pub(crate) explorer: Explorer<'a>,
    pub(crate) solver: Solver,
    pub(crate) cx: &'c mut Context<'x>,
    /// What is known of the properties that are asked for.
    pub(crate) settled: BTreeMap<PropId, Option<Verdict>>,
    /// Violations that the solver has not been asked about.
    pending: Vec<Violation>,
    /// The first violation not yet in `pending`, and the first object.
    seen: (usize, usize),
    /// Demands that objects be small, for counterexamples.
    small: Vec<TermId>,
    pub(crate) next_look: u64,
    /// How many states may be executed.
    pub(crate) most: u64,
    /// How many conflicts all questions together may cost.
    pub(crate) conflicts: Option<u64>,
    /// What was tried by induction.
    pub(crate) attempts: Attempts,
    /// What others have found out.
    pub(crate) facts: Vec<Fact>,
    /// What is known of polynomials.
    pub(crate) algebra: Algebra,
    /// What a proof says little about.
    pub(crate) remarks: Vec<Remark>,
}

impl<'a, 'c, 'x> Check<'a, 'c, 'x> {
    pub(crate) fn new(
        explorer: Explorer<'a>,
        properties: &[PropId],
        cx: &'c mut Context<'x>,
    ) -> Self {
        let solver = match explorer.machine.terms.rules() {
            Rules::All => Solver::new(),
            Rules::Few => Solver::with_sat(Box::new(Checked::new())),
        };
        let mut check = Self {
            explorer,
            solver,
            cx,
            settled: BTreeMap::new(),
            pending: Vec::new(),
            seen: (0, 0),
            small: Vec::new(),
            next_look: FIRST_LOOK,
            most: u64::MAX,
            conflicts: None,
            attempts: Attempts::default(),
            facts: Vec::new(),
            algebra: Algebra::default(),
            remarks: Vec::new(),
        };
        let program = check.explorer.machine.program;
        for &property in properties {
            let possible = program
                .edges
                .values()
                .any(|it| it.violates.as_ref().is_some_and(|it| it.property == property));
            let verdict = match program.props[property].kind {
                PropertyKind::Unreachable if possible => None,
                PropertyKind::Unreachable => Some(Verdict::True(Certificate::Absent)),
                PropertyKind::EndStates if check.explorer.deadlocks.contains(&property) => None,
                _ => {
                    let what = "this kind of property".to_owned();
                    let span = program.props[property].span;
                    Some(Verdict::Maybe(Reason::Unsupported { what, span }))
                }
            };
            check.settled.insert(property, verdict);
        }
        check
    }

    /// Settles all properties, or tells why some are not.
    pub(crate) fn run(&mut self) -> BTreeMap<PropId, Verdict> {
        let outcome = self.waves();
        let rest = match outcome {
            Ok(rest) | Err(rest) => rest,
        };
        let settled = std::mem::take(&mut self.settled);
        // A run of several threads ends where one of them goes wrong, though the others could have gone on first: what is
        // known to fail has to be told. What somebody else has settled meanwhile may fail.
        let program = self.explorer.machine.program;
        let is_wrong = settled.iter().any(|(property, it)| {
            matches!(it, Some(Verdict::False(_) | Verdict::Maybe(Reason::Overtaken)))
                && !self.explorer.broken.contains(property)
        });
        let is_cut = is_wrong && crate::walk::threads::spawns(program);
        let verdict = |it: Option<Verdict>| match (it, &rest) {
            (Some(verdict), _) => verdict,
            (None, Rest::True) if is_cut => Verdict::Maybe(Reason::Stopped),
            (None, Rest::True) => {
                let iterations = self.explorer.deepest.into();
                Verdict::True(Certificate::Unrolled { iterations })
            }
            (None, Rest::Maybe(reason)) => Verdict::Maybe(reason.clone()),
        };
        settled.into_iter().map(|(property, it)| (property, verdict(it))).collect()
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let machine = &self.explorer.machine;
        Statistics {
            states: machine.visited,
            transitions: machine.visited,
            depth: self.explorer.deepest.into(),
            memory_bytes: self.progress().memory_bytes,
            threads: 1,
            conflicts: self.solver.statistics().conflicts,
            storage: "formula",
            ..Statistics::default()
        }
    }

    fn progress(&self) -> Progress {
        let machine = &self.explorer.machine;
        let own = 150 * machine.terms.len() + 24 * machine.guards.len();
        Progress {
            states: machine.visited,
            transitions: machine.visited,
            depth: self.explorer.deepest.into(),
            memory_bytes: own as u64 + self.solver.statistics().memory(),
        }
    }

    /// Stops asking what can keep runs from being followed if all else fails: nothing is true that could depend on it.
    fn drop_boundary(&mut self) {
        let Some(boundary) = self.explorer.machine.program.boundary else { return };
        let mut others = self.settled.iter().filter(|it| *it.0 != boundary);
        let all_fail = others.all(|it| matches!(it.1, Some(Verdict::False(_))));
        if all_fail
            && 1 < self.settled.len()
            && let Some(verdict @ None) = self.settled.get_mut(&boundary)
        {
            *verdict = Some(Verdict::Maybe(Reason::Stopped));
        }
    }

    /// Whether nothing is left to find out.
    fn is_done(&self) -> bool {
        self.settled.values().all(Option::is_some)
    }

    /// The properties that neither we nor another engine has settled; the others are dropped.
    pub(crate) fn open(&mut self) -> Vec<PropId> {
        for (property, verdict) in &mut self.settled {
            if verdict.is_none() && self.cx.is_settled(*property) {
                *verdict = Some(Verdict::Maybe(Reason::Overtaken));
            }
        }
        self.settled.iter().filter(|it| it.1.is_none()).map(|it| *it.0).collect()
    }

    fn waves(&mut self) -> Result<Rest, Rest> {
        loop {
            self.wave()?;
            if self.most <= self.explorer.machine.visited {
                return Ok(Rest::Maybe(Reason::Budget(Limit::Memory)));
            }
            self.look()?;
            if self.is_done() {
                return Ok(Rest::True);
            }
            let (on, spans) = self.possible()?;
            if on.is_empty() {
                return self.conclude();
            }
            self.prove_by_induction(&on)?;
            if self.is_done() {
                return Ok(Rest::True);
            }
            if self.explorer.bound.undecided == u32::MAX {
                let reason = Reason::Unbounded { loops: spans };
                return Ok(Rest::Maybe(reason));
            }
            let bound = self.explorer.bound;
            self.explorer.bound = Bound {
                undecided: bound.undecided.saturating_mul(2).max(1),
                decided: bound.decided.saturating_mul(4),
            };
            self.explorer.resume(on);
        }
    }

    /// Executes everything up to the bound.
    pub(crate) fn wave(&mut self) -> Result<(), Rest> {
        while let Some(arrival) = self.explorer.next() {
            let state = match arrival {
                Arrival::Ready(state) => state,
                Arrival::Doubtful(state) => {
                    let guard = self.explorer.machine.guards.all(state.guard);
                    match self.ask(&[guard], Some(CHEAP))? {
                        Answer::Unsat => continue,
                        Answer::Sat | Answer::Unknown => state,
                    }
                }
            };
            self.explorer.execute(state);
            let visited = self.explorer.machine.visited;
            if self.most <= visited {
                return Ok(());
            }
            if visited.is_multiple_of(STRIDE) {
                let progress = self.progress();
                self.cx.report(&progress)?;
            }
            if self.next_look <= visited {
                self.next_look = 2 * visited;
                self.look()?;
                if self.is_done() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Asks about the violations that were met since the last time.
    fn look(&mut self) -> Result<(), Rest> {
        let machine = &mut self.explorer.machine;
        let (violations, objects) = self.seen;
        self.pending.extend(&machine.violations[violations..]);
        for object in &machine.objects[objects..] {
            if crate::state::value::constant(&machine.terms, object.size).is_none() {
                let most = crate::state::value::long(&mut machine.terms, LARGEST_OBJECT);
                self.small.push(machine.terms.ule(object.size, most));
            }
        }
        self.seen = (machine.violations.len(), machine.objects.len());
        let pending = std::mem::take(&mut self.pending);
        for property in self.open() {
            let of_it = pending.iter().filter(|it| it.property == property);
            let violations: Vec<Violation> = of_it.copied().collect();
            if !violations.is_empty() {
                self.look_at(property, &violations)?;
            }
        }
        self.drop_boundary();
        Ok(())
    }

    fn look_at(&mut self, property: PropId, violations: &[Violation]) -> Result<(), Rest> {
        let mut possible = Vec::new();
        for it in violations {
            if !self.is_hard(it.when) || !self.refute(&[it.when])? {
                possible.push(*it);
            }
        }
        let violations = possible.as_slice();
        let terms = &mut self.explorer.machine.terms;
        let any = terms.any(violations.iter().map(|it| it.when));
        let mut question = vec![any];
        question.extend(&self.small);
        let mut answer = self.ask(&question, None)?;
        if answer == Answer::Unsat && 1 < question.len() {
            answer = self.ask(&[any], None)?;
        }
        let verdict = match answer {
            Answer::Sat => match self.trace(violations)? {
                Ok(trace) => Verdict::False(trace),
                Err(why) => Verdict::Maybe(Reason::Rejected { why }),
            },
            Answer::Unknown => Verdict::Maybe(Reason::Budget(Limit::Memory)),
            Answer::Unsat => {
                self.exclude(any);
                return Ok(());
            }
        };
        self.settled.insert(property, Some(verdict));
        Ok(())
    }

    /// Remembers that something is impossible.
    fn exclude(&mut self, term: TermId) {
        let terms = &mut self.explorer.machine.terms;
        let not = terms.not(term);
        self.solver.assert(terms, not);
    }

    /// The run of the first violation that holds in the model.
    fn trace(&mut self, violations: &[Violation]) -> Result<Result<Trace, String>, Rest> {
        let machine = &self.explorer.machine;
        let model = self.solver.model(&machine.terms);
        let happens = |it: &&Violation| model.eval(&machine.terms, it.when).as_bool();
        let Some(first) = violations.iter().find(happens).copied() else {
            return Ok(Err("no violation holds in the model".to_owned()));
        };
        let model = self.solver.model(&machine.terms);
        let Explorer { visible, broken, .. } = &self.explorer;
        Ok(witness::run(machine, model, first, witness::Schedule { visible, broken }, self.cx)?)
    }

    /// What was put aside and can really be reached, and where.
    fn possible(&mut self) -> Result<(Vec<State>, Vec<Span>), Rest> {
        let aside = std::mem::take(&mut self.explorer.aside);
        let mut on = Vec::new();
        let mut spans = Vec::new();
        for (state, span) in aside {
            let guard = self.explorer.machine.guards.all(state.guard);
            match self.ask(&[guard], None)? {
                Answer::Unsat => self.exclude(guard),
                Answer::Sat | Answer::Unknown => {
                    on.push(state);
                    if !spans.contains(&span) {
                        spans.push(span);
                    }
                }
            }
        }
        Ok((on, spans))
    }

    /// Everything was executed: what is left is true, unless something was not modelled.
    fn conclude(&mut self) -> Result<Rest, Rest> {
        let gaps = std::mem::take(&mut self.explorer.machine.gaps);
        let whens: Vec<TermId> = gaps.iter().map(|it| it.when).collect();
        let any = self.explorer.machine.terms.any(whens);
        match self.ask(&[any], None)? {
            Answer::Unsat => {
                self.remark()?;
                Ok(Rest::True)
            }
            Answer::Unknown => Ok(Rest::Maybe(Reason::Budget(Limit::Memory))),
            Answer::Sat => {
                let machine = &self.explorer.machine;
                let model = self.solver.model(&machine.terms);
                let first = gaps.iter().find(|it| model.eval(&machine.terms, it.when).as_bool());
                let what = first.map_or("", |it| it.what).to_owned();
                let span = first.map(|it| it.span);
                Ok(Rest::Maybe(Reason::Unsupported { what, span }))
            }
        }
    }

    /// Asks the solver.
    pub(crate) fn ask(
        &mut self,
        question: &[TermId],
        conflicts: Option<u64>,
    ) -> Result<Answer, Rest> {
        let terms = &mut self.explorer.machine.terms;
        if question.iter().any(|it| terms.as_bool(*it) == Some(false)) {
            return Ok(Answer::Unsat);
        }
        let progress = Progress {
            states: self.explorer.machine.visited,
            transitions: self.explorer.machine.visited,
            ..Progress::default()
        };
        let mut stopped = None;
        let cx = &mut *self.cx;
        let mut interrupt = || match cx.report(&progress) {
            Ok(()) => false,
            Err(reason) => {
                stopped = Some(reason);
                true
            }
        };
        let memory = None;
        let before = self.solver.statistics().conflicts;
        let conflicts = match (conflicts, self.conflicts) {
            (Some(here), Some(left)) => Some(here.min(left)),
            (here, left) => here.or(left),
        };
        let limits = Limits { conflicts, memory, interrupt: Some(&mut interrupt) };
        let answer = self.solver.check_within(&mut self.explorer.machine.terms, question, limits);
        let spent = self.solver.statistics().conflicts - before;
        self.conflicts = self.conflicts.map(|it| it.saturating_sub(spent));
        match stopped {
            Some(reason) => Err(Rest::Maybe(reason)),
            None => Ok(answer),
        }
    }
}

/// The verdict on what is not settled.
pub(crate) enum Rest {
    True,
    Maybe(Reason),
}

impl From<Reason> for Rest {
    fn from(reason: Reason) -> Self {
        Self::Maybe(reason)
    }
}
