//! Checks properties: plans the searches, runs the engine, has every answer certified.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tribunal_base::{Kleene, Span};
use tribunal_engine::{
    Answer, Assurance, Context, Engine, Fact, Fairness, Notebook, Outcome, Reason, Remark,
    Statistics, Task, Trace, Verdict,
};
use tribunal_engine_absint::Transformer;
use tribunal_engine_explicit::{Cluster, Distributed, Explicit, Storage};
use tribunal_exec::{Script, apply_with, initial};
use tribunal_ir::{EdgeId, ExprId, Program, PropId};
use tribunal_report::findings::{Findings, Search};

use crate::checkpoint::Checkpoint;
use crate::crash::guarded;
use crate::descent::Descent;
use crate::ladder::{Engines, Rung, Step, is_hopeless, usual};
use crate::lift::lift;
use crate::limits::{Limits, Spectator, Watch};
use crate::plan::{UnknownProperty, searches, select};
use crate::recheck::{Rechecked, recheck};
use crate::reduction::{Reduced, Reduction, Technique};
use crate::swarm::Swarm;

/// What to check, and how.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The properties; all that are checked by default if there is none.
    pub properties: Vec<String>,
    /// Which infinite runs count.
    pub fairness: Fairness,
    /// Who searches.
    pub method: Method,
    /// What assignments and conditions do, for abstract interpretation.
    pub transformer: Transformer,
    /// How an explicit search goes.
    pub engine: Explicit,
    /// How states are kept instead, one after the other, where the memory is not enough.
    pub then: Vec<Storage>,
    /// How many approximate searches are made before we give up; one is enough where states are stored
    /// exactly.
    pub swarm: u32,
    /// How the program is simplified first.
    pub reduction: Reduction,
    /// What may be spent.
    pub limits: Limits,
    /// Where the searches for safety are written down now and then, and taken up again.
    pub checkpoint: Option<Checkpoint>,
}

/// Who searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The rungs that suit the program: the explicit search if all states have the same few scalars; else all, from abstract
    /// interpretation to the explicit search.
    #[default]
    Auto,
    /// Abstract interpretation.
    Abstract,
    /// The explicit search.
    Explicit,
    /// The symbolic execution of runs, longer and longer.
    Bounded,
    /// The same in turns with induction over loops.
    Symbolic,
    /// These, one after the other.
    Ladder(Vec<Rung>),
}

impl Method {
    /// The rungs of the ladder for a program.
    fn rungs(&self, program: &Program) -> Vec<Rung> {
        match self {
            Self::Auto => usual(program),
            Self::Abstract => vec![Rung::Absint],
            Self::Explicit => vec![Rung::Explicit],
            Self::Bounded => vec![Rung::Bmc],
            Self::Symbolic => vec![Rung::Kind],
            Self::Ladder(rungs) => rungs.clone(),
        }
    }
}

/// What was found out.
#[derive(Debug)]
pub struct Checked {
    /// The program: all evidence is about this one, however it was simplified for the search.
    pub program: Program,
    /// How it was simplified for the search.
    pub reduction: Reduction,
    /// A verdict for each property, in the program's order.
    pub answers: Vec<Answer>,
    /// Further traces of properties that failed.
    pub more_traces: Vec<(PropId, Trace)>,
    /// Edges that no run takes, if the search for safety was complete.
    pub unreached: Option<Vec<EdgeId>>,
    /// What the proofs say little about.
    pub remarks: Vec<Remark>,
    /// The searches.
    pub searches: Vec<Search>,
    /// Why a checkpoint could not be written.
    pub checkpoint_failure: Option<std::io::Error>,
    /// Seconds from start to end.
    pub seconds: f64,
}

impl Checked {
    /// What there is to report about the model at `model`.
    #[must_use]
    pub fn findings<'a>(
        &'a self,
        model: &'a str,
        diagnostics: &'a [tribunal_base::Diagnostic],
    ) -> Findings<'a> {
        Findings {
            model,
            program: &self.program,
            reduction: self.reduction.to_string(),
            answers: &self.answers,
            more_traces: &self.more_traces,
            unreached: self.unreached.as_deref(),
            remarks: &self.remarks,
            searches: &self.searches,
            seconds: self.seconds,
            diagnostics,
        }
    }

    /// The first property that failed, with its trace.
    #[must_use]
    pub fn first_trace(&self) -> Option<(PropId, &Trace)> {
        self.answers.iter().find_map(|answer| match &answer.verdict {
            Verdict::False(trace) => Some((answer.property, trace)),
            Verdict::True(_) | Verdict::Maybe(_) => None,
        })
    }
}

/// Checks a program.
///
/// # Errors
/// If a property is asked for that the program does not have.
pub fn check(
    program: Program,
    options: &CheckOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let swarm = Swarm { engine: options.engine, runs: options.swarm };
    let engines = Engines::new(Descent { first: swarm, then: &options.then }, options.transformer);
    let rungs = engines.of(&options.method.rungs(&program));
    check_by(&rungs, program, options, cancelled, spectator)
}

/// Checks the safety properties of a program together with other processes, all of which are given the
/// same program and options.
///
/// # Errors
/// If a property is asked for that the program does not have.
pub fn check_distributed(
    program: Program,
    options: &CheckOptions,
    cluster: Cluster,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let Explicit { errors, code, threads, .. } = options.engine;
    let engine = Distributed { errors, code, threads, cluster };
    check_with(&engine, program, options, cancelled, spectator)
}

/// Checks a program by any engine.
///
/// # Errors
/// If a property is asked for that the program does not have.
pub fn check_with(
    engine: &dyn Engine,
    program: Program,
    options: &CheckOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let alone = [Step { rung: Rung::Explicit, engine }];
    check_by(&alone, program, options, cancelled, spectator)
}

/// Checks a program by engines, one after the other.
fn check_by(
    rungs: &[Step<'_>],
    program: Program,
    options: &CheckOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let mut properties = select(&program, &options.properties)?;
    properties.extend(program.boundary.filter(|it| !properties.contains(it)));
    let mut watch = Watch::start(&options.limits, cancelled, spectator);
    let mut court = Court {
        rungs,
        program: &program,
        reduced: None,
        options,
        answers: Vec::new(),
        doubtful: Vec::new(),
        record: Record::default(),
    };
    match unsupported(&program) {
        Some((what, span)) => {
            let reason = Reason::Unsupported { what, span: Some(span) };
            court.dismiss(&properties, "front-end", &reason);
        }
        None => court.hold(&properties, &mut watch),
    }
    let Court { mut answers, record, .. } = court;
    answers.sort_by_key(|it| it.property);
    respect_boundary(&program, &mut answers);
    let seconds = watch.elapsed().as_secs_f64();
    let Record { more_traces, unreached, mut remarks, searches, checkpoint_failure, facts: _ } =
        record;
    remarks.sort_by_key(|it| match it {
        Remark::Unreached(edge) => (0, *edge),
        Remark::NeverPassed(edge) => (1, *edge),
        Remark::Contradiction(edge) => (2, *edge),
    });
    Ok(Checked {
        program,
        reduction: options.reduction,
        answers,
        more_traces,
        unreached,
        remarks,
        searches,
        checkpoint_failure,
        seconds,
    })
}

/// Where a run can leave what was translated, nothing is true.
fn respect_boundary(program: &Program, answers: &mut Vec<Answer>) {
    let Some(boundary) = program.boundary else { return };
    let Some(position) = answers.iter().position(|it| it.property == boundary) else { return };
    let reason = match answers.remove(position).verdict {
        Verdict::True(_) => return,
        Verdict::Maybe(reason) => reason,
        Verdict::False(trace) => {
            let edge = boundary_edge(program, boundary, &trace).map(|it| &program.edges[it]);
            let what = edge.and_then(|it| it.violates.as_ref()).map(|it| it.message.clone());
            let what = what.unwrap_or_else(|| "a part of the program".to_owned());
            Reason::Unsupported { what, span: edge.map(|it| it.span) }
        }
    };
    for answer in answers {
        if let Verdict::True(_) = answer.verdict {
            answer.verdict = Verdict::Maybe(reason.clone());
            answer.assurance = Assurance::Trusted;
            answer.runs = None;
        }
    }
}

/// Where a run leaves what was translated: somewhere in its last step.
fn boundary_edge(program: &Program, boundary: PropId, trace: &Trace) -> Option<EdgeId> {
    let last = trace.steps.last()?.edge;
    if program.edges[last].violates.is_some() {
        return Some(last);
    }
    let mut script = Script::new(&trace.choices);
    let mut state = initial(program);
    let mut found = None;
    for step in &trace.steps {
        let (next, effects) = apply_with(program, state, step, &mut script)?;
        found = effects.violations().find(|(it, _)| *it == boundary).map(|(_, edge)| edge);
        state = next;
    }
    found
}

/// Whether it is worth while to go on later.
fn was_interrupted(outcome: &Outcome) -> bool {
    let interrupted = |verdict: &Verdict| {
        matches!(
            verdict,
            Verdict::Maybe(Reason::Cancelled | Reason::Budget(_) | Reason::Checkpoint { .. })
        )
    };
    outcome.verdicts.iter().any(|(_, verdict)| interrupted(verdict))
}

/// The first thing in the program that has no translation.
fn unsupported(program: &Program) -> Option<(String, Span)> {
    program.unsupported.first().map(|it| (it.what.clone(), it.span))
}

/// What comes to light besides the answers.
#[derive(Default)]
struct Record {
    more_traces: Vec<(PropId, Trace)>,
    unreached: Option<Vec<EdgeId>>,
    remarks: Vec<Remark>,
    searches: Vec<Search>,
    checkpoint_failure: Option<std::io::Error>,
    /// What the engines that came first tell those that follow, about the program itself.
    facts: Vec<Fact>,
}

impl Record {
    /// Adds remarks. What contradicts itself need not be called never passed, too.
    fn remark(&mut self, remarks: Vec<Remark>) {
        for remark in remarks {
            let is_known = match remark {
                Remark::NeverPassed(edge) => {
                    self.remarks.contains(&Remark::Contradiction(edge))
                        || self.remarks.contains(&remark)
                }
                Remark::Contradiction(edge) => {
                    self.remarks.retain(|it| *it != Remark::NeverPassed(edge));
                    self.remarks.contains(&remark)
                }
                Remark::Unreached(_) => self.remarks.contains(&remark),
            };
            if !is_known {
                self.remarks.push(remark);
            }
        }
    }
}

/// Of what kept rungs from an answer, what tells most: who gave up for another reason than a limit, the later the better; and not those that only
/// had a first look.
fn most_telling(rungs: &[Step<'_>], tried: Vec<(Rung, Reason)>) -> (&'static str, Reason) {
    let value = |(rung, reason): &(Rung, Reason)| match reason {
        Reason::Cancelled => 4,
        Reason::Rejected { .. } | Reason::Crashed { .. } if !rung.is_first_look() => 3,
        _ if rung.is_first_look() => 0,
        Reason::Budget(_) | Reason::Stopped => 1,
        // All states cannot be searched: that is no news.
        Reason::Unsupported { .. } if *rung == Rung::Explicit => 1,
        _ => 2,
    };
    // The last of those that tell most.
    let best = tried.into_iter().max_by_key(value);
    let (rung, reason) = best.unwrap_or((Rung::Explicit, Reason::Stopped));
    let step = rungs.iter().find(|it| it.rung == rung);
    (step.map_or("none", |it| it.engine.name()), reason)
}

/// A check in progress.
struct Court<'a> {
    /// Who is asked, one after the other.
    rungs: &'a [Step<'a>],
    program: &'a Program,
    /// What the engine is given instead of the program.
    reduced: Option<Reduced>,
    options: &'a CheckOptions,
    answers: Vec<Answer>,
    /// Properties that fail on the simplified copy, but the trace did not carry over.
    doubtful: Vec<PropId>,
    record: Record,
}

impl<'a> Court<'a> {
    /// Settles all properties.
    fn hold(&mut self, properties: &[PropId], watch: &mut Watch<'_>) {
        for search in searches(self.program, properties) {
            let Self { program, options, .. } = *self;
            self.reduced = options.reduction.of(program, &search, options.fairness);
            self.settle(search, watch);
        }
        self.reduced = None;
        for search in searches(self.program, &std::mem::take(&mut self.doubtful)) {
            self.settle(search, watch);
        }
    }

    /// Settles properties, rung by rung; what a rung leaves open is for the next.
    fn settle(&mut self, mut properties: Vec<PropId>, watch: &mut Watch<'_>) {
        let mut open: BTreeMap<PropId, Vec<(Rung, Reason)>> = BTreeMap::new();
        for (position, step) in self.rungs.iter().enumerate() {
            if properties.is_empty() {
                return;
            }
            let is_hopeless = |step: &Step<'_>| {
                let all_hopeless =
                    |it: &PropId| is_hopeless(step.rung, open.get(it).map_or(&[], Vec::as_slice));
                properties.iter().all(all_hopeless)
            };
            if is_hopeless(step) {
                continue;
            }
            let is_last = self.rungs[position + 1..].iter().all(is_hopeless);
            if let Err(reason) = watch.verdict() {
                for property in &properties {
                    open.entry(*property).or_default().push((step.rung, reason.clone()));
                }
                break;
            }
            let time = (!is_last).then(|| step.rung.time(watch.left()));
            watch.allot(time);
            let heard = self.answers.len();
            let left = self.climb(step, properties, watch);
            watch.allot(None);
            for answer in &self.answers[heard..] {
                let name = &self.program.props[answer.property].name;
                watch.answered(name, answer.verdict.kleene());
            }
            properties = left.iter().map(|it| it.0).collect();
            for (property, reason) in left {
                open.entry(property).or_default().push((step.rung, reason));
            }
        }
        for property in properties {
            let tried = open.remove(&property).unwrap_or_default();
            let (by, reason) = most_telling(self.rungs, tried);
            self.dismiss(&[property], by, &reason);
            watch.answered(&self.program.props[property].name, Kleene::Maybe);
        }
    }

    /// Settles properties on one rung, in one search if possible, and returns what is left open. Where a property failed before
    /// the others were settled, those are searched for again without it.
    fn climb(
        &mut self,
        step: &Step<'a>,
        mut properties: Vec<PropId>,
        watch: &mut Watch<'_>,
    ) -> Vec<(PropId, Reason)> {
        let mut left = Vec::new();
        while !properties.is_empty() {
            if let Err(reason) = watch.verdict() {
                left.extend(properties.iter().map(|it| (*it, reason.clone())));
                break;
            }
            let outcome = self.search(step, &properties, watch);
            let stopped = self.hear(step, &properties, outcome, &mut left, watch);
            if stopped.len() == properties.len() || step.rung.is_first_look() {
                left.extend(stopped.iter().map(|it| (*it, Reason::Stopped)));
                break;
            }
            properties = stopped;
        }
        left
    }

    /// Answers properties with a reason.
    fn dismiss(&mut self, properties: &[PropId], by: &'static str, reason: &Reason) {
        for &property in properties {
            let verdict = Verdict::Maybe(reason.clone());
            let assurance = Assurance::Trusted;
            let (runs, vacuous) = (None, None);
            self.answers.push(Answer { property, verdict, by, assurance, runs, vacuous });
        }
    }

    /// Runs the engine of a rung. If it fails, every property is answered by its last words.
    fn search(&mut self, step: &Step<'a>, properties: &[PropId], watch: &mut Watch<'_>) -> Outcome {
        let start = watch.elapsed();
        let searched = self.reduced.as_ref().map_or(self.program, |it| &it.program);
        let facts = if self.reduced.is_none() { self.record.facts.as_slice() } else { &[] };
        let fairness = self.options.fairness;
        let task = Task { fairness, facts, ..Task::new(searched, properties) };
        let number = self.record.searches.len();
        let mut pages = self.options.checkpoint.as_ref().map(|it| it.pages(number));
        let outcome = guarded(|| {
            let notebook = pages.as_mut().map(|it| it as &mut dyn Notebook);
            let budget = self.options.limits.budget();
            let mut cx = Context::new(budget, watch).with_notebook(notebook);
            step.engine.run(&task, &mut cx)
        });
        let interrupted = outcome.as_ref().map_or(true, was_interrupted);
        if let Some(pages) = pages {
            match &pages.failure {
                Some(_) => self.record.checkpoint_failure = pages.failure,
                None if !interrupted => pages.discard(),
                None => {}
            }
        }
        let mut outcome = outcome.unwrap_or_else(|message| crashed(properties, &message, watch));
        let mut facts = 0;
        if self.reduced.is_none() {
            facts = outcome.facts.len();
            self.record.facts.append(&mut outcome.facts);
            self.record.facts.sort();
            self.record.facts.dedup();
        }
        let seconds = (watch.elapsed() - start).as_secs_f64();
        watch.done();
        self.record.searches.push(Search {
            rung: step.rung.name(),
            engine: step.engine.name(),
            properties: properties.to_vec(),
            open: Vec::new(),
            facts,
            statistics: outcome.statistics,
            reductions: self.reductions(&outcome.statistics),
            dropped: self.reduced.as_ref().map_or_else(Vec::new, |it| it.slice.dropped.clone()),
            seconds,
        });
        outcome
    }

    /// The names of the reductions that were in force.
    fn reductions(&self, statistics: &Statistics) -> Vec<String> {
        let used = |it: &Technique| self.reduced.is_some() && self.options.reduction.has(*it);
        let used = Technique::ALL.into_iter().filter(used);
        let mut names: Vec<String> = used.map(|it| it.name().to_owned()).collect();
        if statistics.partial_order {
            names.push("partial-order".to_owned());
        }
        names
    }

    /// Has an outcome certified and records it, adds to what is left open, and returns the properties that were not looked at because
    /// another failed.
    fn hear(
        &mut self,
        step: &Step<'a>,
        properties: &[PropId],
        outcome: Outcome,
        left: &mut Vec<(PropId, Reason)>,
        watch: &mut Watch<'_>,
    ) -> Vec<PropId> {
        let mut stopped = Vec::new();
        let first_left = left.len();
        let rechecked = recheck(
            self.program,
            &outcome.verdicts,
            &outcome.statistics,
            &self.record.facts,
            &self.options.limits,
            watch,
        );
        for &property in properties {
            let found = outcome.verdicts.iter().find(|(it, _)| *it == property);
            match found.map(|(_, verdict)| verdict.clone()) {
                Some(Verdict::Maybe(Reason::Stopped)) => stopped.push(property),
                Some(Verdict::Maybe(reason)) => left.push((property, reason)),
                Some(verdict) => {
                    let vacuous = outcome.vacuous.iter().find(|(it, _)| *it == property);
                    let verdict = rechecked.refutation(property).unwrap_or(verdict);
                    let vacuous = vacuous.map(|it| it.1);
                    left.extend(self.answer(step, property, verdict, vacuous, &rechecked));
                }
                None => {
                    let why = "the engine gave no verdict".to_owned();
                    left.push((property, Reason::Rejected { why }));
                }
            }
        }
        if let Some(search) = self.record.searches.last_mut() {
            search.open.extend(left[first_left..].iter().cloned());
            search.open.extend(stopped.iter().map(|it| (*it, Reason::Stopped)));
        }
        self.record.unreached =
            self.record.unreached.take().or(outcome.unreached.map(|it| self.known(it)));
        self.record.remark(outcome.remarks);
        for (property, trace) in outcome.more_traces {
            if let Some(Ok((Verdict::False(trace), _))) =
                self.review(property, Verdict::False(trace))
            {
                self.record.more_traces.push((property, trace));
            }
        }
        stopped
    }

    /// Answers a property, unless its evidence leaves doubt: then it is left open.
    fn answer(
        &mut self,
        step: &Step<'a>,
        property: PropId,
        verdict: Verdict,
        vacuous: Option<ExprId>,
        rechecked: &Rechecked,
    ) -> Option<(PropId, Reason)> {
        let (verdict, assurance) = match self.review(property, verdict) {
            Some(Ok(certified)) => certified,
            Some(Err(why)) => return Some((property, Reason::Rejected { why })),
            None => {
                self.doubtful.push(property);
                return None;
            }
        };
        let (verdict, assurance, runs) = rechecked.revise(property, verdict, assurance);
        let by = step.engine.name();
        self.answers.push(Answer { property, verdict, by, assurance, runs, vacuous });
        None
    }

    /// The verdict in terms of the program, if its evidence survives its check, else what the check
    /// found; `None` if its trace is one of the simplified program only.
    fn review(
        &self,
        property: PropId,
        verdict: Verdict,
    ) -> Option<Result<(Verdict, Assurance), String>> {
        match (verdict, &self.reduced) {
            (Verdict::False(trace), Some(reduced)) => {
                let lifted = guarded(|| lift(self.program, &reduced.program, property, &trace));
                let lifted = Verdict::False(lifted.ok().flatten()?);
                self.certify(property, lifted).ok().map(Ok)
            }
            (verdict, _) => Some(self.certify(property, verdict)),
        }
    }

    /// Of the edges that were not taken, those that were not dropped before.
    fn known(&self, mut edges: Vec<EdgeId>) -> Vec<EdgeId> {
        if let Some(reduced) = &self.reduced {
            edges.retain(|it| reduced.slice.is_whole(self.program, *it));
        }
        edges
    }

    fn certify(&self, property: PropId, verdict: Verdict) -> Result<(Verdict, Assurance), String> {
        let fairness = self.options.fairness;
        let check = || tribunal_certify::check(self.program, property, fairness, &verdict);
        let assurance = guarded(check)?.map_err(|it| it.to_string())?;
        Ok((verdict, assurance))
    }
}

/// What an engine that failed leaves behind.
fn crashed(properties: &[PropId], message: &str, watch: &Watch<'_>) -> Outcome {
    let last = watch.last();
    let reason = Reason::Crashed { message: message.to_owned() };
    Outcome {
        verdicts: properties.iter().map(|&it| (it, Verdict::Maybe(reason.clone()))).collect(),
        statistics: Statistics {
            states: last.states,
            transitions: last.transitions,
            depth: last.depth,
            memory_bytes: last.memory_bytes,
            ..Statistics::default()
        },
        ..Outcome::default()
    }
}
