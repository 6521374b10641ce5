//! One run of the engine: waves of unrolling, questions to the solver, verdicts.

mod vacuity;

use crate::Induction;
use crate::induction::prove::{Attempts, Prover};
use crate::machine::Violation;
use crate::state::State;
use crate::state::value::{constant, long};
use crate::unrolling::{Pause, Unrolling};
use crate::walk::cuts::Uncut;
use crate::walk::{Bound, Explorer, witness};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Span;
use tribunal_engine::{Certificate, Limit, Reason, Remark, Statistics, Trace, Verdict};
use tribunal_ir::{PropId, PropertyKind};
use tribunal_solver::{Answer, TermId};

/// How many states are executed before violations are looked at for the first time within a wave.
const FIRST_LOOK: u64 = 20_000;

/// What unrolling may cost where another engine unrolls as well, in steps: enough to tell short loops from long ones.
const UNROLLED: u64 = 500_000;

/// How many violations are asked about together. What is known of those before makes it easier to answer for those after them.
const TOGETHER: usize = 16;

/// Objects of a counterexample have at most so many bytes if possible.
const LARGEST_OBJECT: u64 = 1 << 20;

/// A run of the engine.
pub(crate) struct Check<'a, 'c, 'x> {
    pub(crate) unrolling: Unrolling<'a, 'c, 'x, Uncut>,
    /// What is known of the properties that are asked for.
    settled: BTreeMap<PropId, Option<Verdict>>,
    /// Violations that the solver has not been asked about.
    pending: Vec<Violation>,
    /// The first violation not yet in `pending`, and the first object.
    seen: (usize, usize),
    /// Demands that objects be small, for counterexamples.
    small: Vec<TermId>,
    next_look: u64,
    /// What was tried by induction.
    attempts: Attempts,
    /// What a proof says little about.
    remarks: Vec<Remark>,
}

impl<'a, 'c, 'x> Check<'a, 'c, 'x> {
    pub(crate) fn new(
        unrolling: Unrolling<'a, 'c, 'x, Uncut>,
        properties: &[PropId],
        attempts: Attempts,
    ) -> Self {
        let mut check = Self {
            unrolling,
            settled: BTreeMap::new(),
            pending: Vec::new(),
            seen: (0, 0),
            small: Vec::new(),
            next_look: FIRST_LOOK,
            attempts,
            remarks: Vec::new(),
        };
        let explorer = &check.unrolling.explorer;
        let program = explorer.machine.program;
        for &property in properties {
            let possible = program
                .edges
                .values()
                .any(|it| it.violates.as_ref().is_some_and(|it| it.property == property));
            let verdict = match program.props[property].kind {
                PropertyKind::Unreachable if possible => None,
                PropertyKind::Unreachable => Some(Verdict::True(Certificate::Absent)),
                PropertyKind::EndStates if explorer.deadlocks.contains(&property) => None,
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
        let program = self.unrolling.explorer.machine.program;
        let is_wrong = settled.iter().any(|(property, it)| {
            matches!(it, Some(Verdict::False(_) | Verdict::Maybe(Reason::Overtaken)))
                && !self.unrolling.explorer.broken.contains(property)
        });
        let is_cut = is_wrong && program.spawns();
        let verdict = |it: Option<Verdict>| match (it, &rest) {
            (Some(verdict), _) => verdict,
            (None, Rest::True) if is_cut => Verdict::Maybe(Reason::Stopped),
            (None, Rest::True) => {
                let iterations = self.unrolling.explorer.deepest.into();
                Verdict::True(Certificate::Unrolled { iterations })
            }
            (None, Rest::Maybe(reason)) => Verdict::Maybe(reason.clone()),
        };
        settled.into_iter().map(|(property, it)| (property, verdict(it))).collect()
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let (machine, cost) = (&self.unrolling.explorer.machine, self.unrolling.cost());
        Statistics {
            states: machine.visited,
            transitions: machine.visited,
            depth: self.unrolling.explorer.deepest.into(),
            memory_bytes: self.unrolling.progress().memory_bytes,
            threads: 1,
            queries: cost.queries,
            clauses: cost.clauses,
            conflicts: cost.conflicts,
            steps: cost.steps,
            storage: "formula",
            ..Statistics::default()
        }
    }

    /// What a proof says little about.
    pub(crate) fn remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Stops asking what can keep runs from being followed if all else fails: nothing is true that could depend on it.
    fn drop_boundary(&mut self) {
        let Some(boundary) = self.unrolling.explorer.machine.program.boundary else { return };
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
            if verdict.is_none() && self.unrolling.queries.cx.is_settled(*property) {
                *verdict = Some(Verdict::Maybe(Reason::Overtaken));
            }
        }
        self.settled.iter().filter(|it| it.1.is_none()).map(|it| *it.0).collect()
    }

    fn waves(&mut self) -> Result<Rest, Rest> {
        loop {
            self.wave()?;
            if self.unrolling.is_exhausted() {
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
            self.prove(&on)?;
            if self.is_done() {
                return Ok(Rest::True);
            }
            if self.unrolling.explorer.bound.undecided == u32::MAX {
                let reason = Reason::Unbounded { loops: spans };
                return Ok(Rest::Maybe(reason));
            }
            let bound = self.unrolling.explorer.bound;
            self.unrolling.explorer.bound = Bound {
                undecided: bound.undecided.saturating_mul(2).max(1),
                decided: bound.decided.saturating_mul(4),
            };
            if self.attempts.induction() == Induction::BetweenCheapWaves
                && UNROLLED <= self.unrolling.cost().since(self.unrolling.queries.elsewhere).steps
            {
                return self.induce(&on, spans);
            }
            self.unrolling.explorer.resume(on);
        }
    }

    /// Tries to settle properties by induction over the loops in which runs were put aside.
    fn prove(&mut self, on: &[State]) -> Result<(), Rest> {
        let open: BTreeSet<PropId> = self.open().into_iter().collect();
        let mut prover = Prover { attempts: &mut self.attempts, outer: &mut self.unrolling };
        for (property, proof) in prover.prove(on, open)? {
            self.settled.insert(property, Some(Verdict::True(proof)));
        }
        Ok(())
    }

    /// Tries induction alone, until nothing new can be tried.
    fn induce(&mut self, on: &[State], loops: Vec<Span>) -> Result<Rest, Rest> {
        while self.attempts.go_on() {
            self.prove(on)?;
            if self.is_done() {
                return Ok(Rest::True);
            }
            let bound = &mut self.unrolling.explorer.bound;
            bound.undecided = bound.undecided.saturating_mul(2);
        }
        Ok(Rest::Maybe(Reason::Unbounded { loops }))
    }

    /// Executes everything up to the bound.
    fn wave(&mut self) -> Result<(), Rest> {
        while self.unrolling.walk(self.next_look)? == Pause::Look {
            self.next_look = 2 * self.unrolling.explorer.machine.visited;
            self.look()?;
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    /// Asks about the violations that were met since the last time.
    fn look(&mut self) -> Result<(), Rest> {
        let machine = &mut self.unrolling.explorer.machine;
        let (violations, objects) = self.seen;
        self.pending.extend(&machine.violations[violations..]);
        for object in &machine.objects[objects..] {
            if constant(&machine.terms, object.size).is_none() {
                let most = long(&mut machine.terms, LARGEST_OBJECT);
                self.small.push(machine.terms.ule(object.size, most));
            }
        }
        self.seen = (machine.violations.len(), machine.objects.len());
        let pending = std::mem::take(&mut self.pending);
        for pending in pending.chunks(TOGETHER) {
            self.look_at_some(pending)?;
        }
        self.drop_boundary();
        Ok(())
    }

    /// Asks about some violations.
    fn look_at_some(&mut self, pending: &[Violation]) -> Result<(), Rest> {
        let open = self.open();
        let whens = pending.iter().filter(|it| open.contains(&it.property)).map(|it| it.when);
        let any = self.unrolling.explorer.machine.terms.any(whens.collect::<Vec<_>>());
        // Where nothing is wrong, one question settles all.
        if 1 < open.len()
            && !self.unrolling.is_hard(any)
            && self.unrolling.ask(&[any], None)? == Answer::Unsat
        {
            self.unrolling.exclude(any);
            return Ok(());
        }
        for property in open {
            let of_it = pending.iter().filter(|it| it.property == property);
            let violations: Vec<Violation> = of_it.copied().collect();
            if !violations.is_empty() {
                self.look_at(property, &violations)?;
            }
        }
        Ok(())
    }

    fn look_at(&mut self, property: PropId, violations: &[Violation]) -> Result<(), Rest> {
        let mut possible = Vec::new();
        for it in violations {
            if !self.unrolling.is_hard(it.when) || !self.unrolling.refute(&[it.when])? {
                possible.push(*it);
            }
        }
        let violations = possible.as_slice();
        let terms = &mut self.unrolling.explorer.machine.terms;
        let any = terms.any(violations.iter().map(|it| it.when));
        let mut question = vec![any];
        question.extend(&self.small);
        let mut answer = self.unrolling.ask(&question, None)?;
        if answer == Answer::Unsat && 1 < question.len() {
            answer = self.unrolling.ask(&[any], None)?;
        }
        let verdict = match answer {
            Answer::Sat => match self.trace(violations)? {
                Ok(trace) => Verdict::False(trace),
                Err(why) => Verdict::Maybe(Reason::Rejected { why }),
            },
            Answer::Unknown => Verdict::Maybe(Reason::Budget(Limit::Memory)),
            Answer::Unsat => {
                self.unrolling.exclude(any);
                return Ok(());
            }
        };
        self.settled.insert(property, Some(verdict));
        Ok(())
    }

    /// The run of the first violation that holds in the model.
    fn trace(&mut self, violations: &[Violation]) -> Result<Result<Trace, String>, Rest> {
        let machine = &self.unrolling.explorer.machine;
        let model = self.unrolling.queries.solver.model(&machine.terms);
        let happens = |it: &&Violation| model.eval(&machine.terms, it.when).as_bool();
        let Some(first) = violations.iter().find(happens).copied() else {
            return Ok(Err("no violation holds in the model".to_owned()));
        };
        let model = self.unrolling.queries.solver.model(&machine.terms);
        let Explorer { visible, broken, .. } = &self.unrolling.explorer;
        Ok(witness::run(
            machine,
            model,
            first,
            witness::Schedule { visible, broken },
            self.unrolling.queries.cx,
        )?)
    }

    /// What was put aside and can really be reached, and where.
    fn possible(&mut self) -> Result<(Vec<State>, Vec<Span>), Rest> {
        let aside = std::mem::take(&mut self.unrolling.explorer.aside);
        let guards = &self.unrolling.explorer.machine.guards;
        let guards: Vec<TermId> = aside.iter().map(|it| guards.all(it.0.guard)).collect();
        let impossible = self.unrolling.impossible(&guards)?;
        let mut on = Vec::new();
        let mut spans = Vec::new();
        for ((state, span), is_impossible) in aside.into_iter().zip(impossible) {
            if !is_impossible {
                on.push(state);
                if !spans.contains(&span) {
                    spans.push(span);
                }
            }
        }
        Ok((on, spans))
    }

    /// Everything was executed: what is left is true, unless something was not modelled.
    fn conclude(&mut self) -> Result<Rest, Rest> {
        let gaps = std::mem::take(&mut self.unrolling.explorer.machine.gaps);
        let whens: Vec<TermId> = gaps.iter().map(|it| it.when).collect();
        let any = self.unrolling.explorer.machine.terms.any(whens);
        match self.unrolling.ask(&[any], None)? {
            Answer::Unsat => {
                self.remark()?;
                Ok(Rest::True)
            }
            Answer::Unknown => Ok(Rest::Maybe(Reason::Budget(Limit::Memory))),
            Answer::Sat => {
                let machine = &self.unrolling.explorer.machine;
                let model = self.unrolling.queries.solver.model(&machine.terms);
                let first = gaps.iter().find(|it| model.eval(&machine.terms, it.when).as_bool());
                let what = first.map_or("", |it| it.what).to_owned();
                let span = first.map(|it| it.span);
                Ok(Rest::Maybe(Reason::Unsupported { what, span }))
            }
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
