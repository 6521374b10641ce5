//! A check in progress: engines are asked, what they answer is certified, and all goes on record.

use std::sync::Arc;
use std::time::Duration;

use tribunal_base::Kleene;
use tribunal_certify::ctl;
use tribunal_engine::{
    Answer, Assurance, Basis, Budget, Certificate, Context, Engine, Fact, Fairness, Notebook,
    Observer, Outcome, Premise, Progress, Reason, Remark, Statistics, Task, Trace, Verdict, ask,
};
use tribunal_ir::{EdgeId, ExprId, Program, PropId};
use tribunal_report::findings::Search;

use crate::check::CheckOptions;
use crate::checkpoint::Pages;
use crate::crash::guarded;
use crate::ladder::{Step, suited};
use crate::lift::lift;
use crate::limits::Watch;
use crate::plan::searches;
use crate::recheck::Claims;
use crate::reduction::{Reduced, Technique};
use crate::schedule::{Job, Schedule};
use crate::scheduler::{self, Lanes};

/// What comes to light besides the answers.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) more_traces: Vec<(PropId, Trace)>,
    pub(crate) unreached: Option<Vec<EdgeId>>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) searches: Vec<Search>,
    pub(crate) checkpoint_failure: Option<std::io::Error>,
    /// What the engines that came first tell those that follow, about the program itself.
    pub(crate) facts: Vec<Fact>,
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

/// What an engine is asked, with all that it needs.
pub(crate) struct Request<'a> {
    engine: &'a dyn Engine,
    program: &'a Program,
    /// What it is given instead of the program.
    reduced: Option<Arc<Reduced>>,
    properties: Vec<PropId>,
    facts: Vec<Fact>,
    fairness: Fairness,
    budget: Budget,
    /// Where the search is written down.
    pages: Option<Pages>,
}

impl Request<'_> {
    /// Puts it to the engine; if that fails, its last words.
    pub(crate) fn put(&mut self, observer: &mut dyn Observer) -> Result<Outcome, String> {
        let program = self.reduced.as_ref().map_or(self.program, |it| &it.program);
        let (fairness, facts) = (self.fairness, self.facts.as_slice());
        let task = Task { fairness, facts, ..Task::new(program, &self.properties) };
        let notebook = self.pages.as_mut().map(|it| it as &mut dyn Notebook);
        guarded(|| {
            let mut cx = Context::new(self.budget, observer).with_notebook(notebook);
            ask(self.engine, &task, &mut cx)
        })
    }

    /// Ends it: the pages of a search that need not go on later are thrown away. Why they could not be written, if so.
    pub(crate) fn close(self, outcome: &Result<Outcome, String>) -> Option<std::io::Error> {
        let pages = self.pages?;
        let interrupted = outcome.as_ref().map_or(true, was_interrupted);
        match pages.failure {
            None if !interrupted => {
                pages.discard();
                None
            }
            failure => failure,
        }
    }
}

/// What came of a request.
pub(crate) struct Response {
    /// What the engine answered, or its last words.
    pub(crate) outcome: Result<Outcome, String>,
    /// When it was asked, and when it answered.
    pub(crate) start: Duration,
    pub(crate) end: Duration,
    /// How far it had come when it was last seen.
    pub(crate) last: Progress,
    /// Why the search could not be written down.
    pub(crate) unwritten: Option<std::io::Error>,
}

/// A response on record.
pub(crate) struct Entry {
    outcome: Outcome,
    /// The number of the search.
    number: usize,
    /// What is new about the program.
    pub(crate) facts: Vec<Fact>,
}

/// What was made of a response.
pub(crate) struct Assessment {
    /// The properties that nobody has to look at again.
    pub(crate) settled: Vec<PropId>,
    /// The properties that were not looked at because another failed.
    pub(crate) stopped: Vec<PropId>,
    /// The proofs among the answers: they are told when they were checked again.
    pub(crate) claims: Claims,
}

/// A check in progress.
pub(crate) struct Session<'a> {
    /// Who is asked.
    rungs: &'a [Step<'a>],
    /// How many of them at the same time.
    lanes: Lanes,
    pub(crate) program: &'a Program,
    /// What the engine is given instead of the program.
    reduced: Option<Arc<Reduced>>,
    pub(crate) options: &'a CheckOptions,
    /// All properties.
    asked: Vec<PropId>,
    pub(crate) answers: Vec<Answer>,
    /// Properties that fail on the simplified copy, but the trace did not carry over.
    doubtful: Vec<PropId>,
    /// Which answers that were checked again are told when it is known that no run leaves what was translated.
    pub(crate) untold: Vec<PropId>,
    /// Whether what is known of that is all that will be.
    pub(crate) is_boundary_told: bool,
    pub(crate) record: Record,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        rungs: &'a [Step<'a>],
        program: &'a Program,
        options: &'a CheckOptions,
        lanes: Lanes,
    ) -> Self {
        Self {
            rungs,
            lanes,
            program,
            reduced: None,
            options,
            asked: Vec::new(),
            answers: Vec::new(),
            doubtful: Vec::new(),
            untold: Vec::new(),
            is_boundary_told: false,
            record: Record::default(),
        }
    }

    /// Settles all properties.
    pub(crate) fn hold(&mut self, properties: &[PropId], watch: &mut Watch<'_>) {
        properties.clone_into(&mut self.asked);
        for search in searches(self.program, properties) {
            let Self { program, options, .. } = *self;
            let reduced = options.reduction.of(program, &search, options.fairness);
            self.reduced = reduced.map(Arc::new);
            self.settle(search, watch);
        }
        self.reduced = None;
        for search in searches(self.program, &std::mem::take(&mut self.doubtful)) {
            self.settle(search, watch);
        }
    }

    /// Settles properties, rung by rung; what a rung leaves open is for the next.
    fn settle(&mut self, properties: Vec<PropId>, watch: &mut Watch<'_>) {
        let program = self.program;
        let rungs = suited(self.rungs, &self.options.method, program, &properties);
        let mut schedule = Schedule::new(rungs, self.lanes.count, properties);
        let first = self.record.searches.len();
        scheduler::run(self, &mut schedule, self.lanes, watch);
        self.record.searches[first..].sort_by(|one, other| one.start.total_cmp(&other.start));
        let is_question_for = |step: &Step<'a>, property: PropId| {
            let is_branching = program.props[property].kind.is_branching();
            !is_branching || step.engine.supports(program, property).is_ok()
        };
        for (property, by, reason) in schedule.end(is_question_for) {
            self.dismiss(&[property], by, &reason);
            self.tell(property, watch);
        }
    }

    /// Answers properties with a reason.
    pub(crate) fn dismiss(&mut self, properties: &[PropId], by: &'static str, reason: &Reason) {
        for &property in properties {
            let verdict = Verdict::Maybe(reason.clone());
            let assurance = Assurance::Trusted;
            let mut basis = Basis::of(self.program, self.options.fairness);
            if let Reason::Unbounded { loops } = reason {
                loops.iter().for_each(|it| basis.add(Premise::Bound(*it)));
            }
            let (runs, vacuous) = (None, None);
            self.answers.push(Answer { property, verdict, by, assurance, basis, runs, vacuous });
        }
    }

    /// The request to the engine of a rung.
    pub(crate) fn request(&self, job: &Job<'a>) -> Request<'a> {
        Request {
            engine: job.step.engine,
            program: self.program,
            reduced: self.reduced.clone(),
            properties: job.properties.clone(),
            facts: if self.reduced.is_none() { self.record.facts.clone() } else { Vec::new() },
            fairness: self.options.fairness,
            budget: self.options.limits.budget(),
            pages: self.options.checkpoint.as_ref().map(|it| it.pages(self.record.searches.len())),
        }
    }

    /// Puts a response on record. If the engine failed, every property is answered by its last words.
    pub(crate) fn enter(&mut self, job: &Job<'a>, response: Response) -> Entry {
        let Response { outcome, start, end, last, unwritten } = response;
        self.record.checkpoint_failure = unwritten.or(self.record.checkpoint_failure.take());
        let properties = &job.properties;
        let mut outcome = outcome.unwrap_or_else(|message| crashed(properties, &message, &last));
        if self.reduced.is_some() {
            // What is said of a simplified program is not about this one.
            for (_, verdict) in &mut outcome.verdicts {
                if let Verdict::True(Certificate::Invariant { said, .. }) = verdict {
                    *said = None;
                }
            }
        }
        let mut facts = Vec::new();
        if self.reduced.is_none() {
            facts = std::mem::take(&mut outcome.facts);
            self.record.facts.extend(facts.iter().cloned());
            self.record.facts.sort();
            self.record.facts.dedup();
        }
        let number = self.record.searches.len();
        self.record.searches.push(Search {
            rung: job.step.rung.name(),
            summary: job.step.rung.summary(),
            engine: job.step.engine.name(),
            properties: properties.clone(),
            open: Vec::new(),
            facts: facts.len(),
            statistics: outcome.statistics.clone(),
            reductions: self.reductions(&outcome.statistics),
            dropped: self.reduced.as_ref().map_or_else(Vec::new, |it| it.slice.dropped.clone()),
            start: start.as_secs_f64(),
            seconds: (end - start).as_secs_f64(),
        });
        Entry { outcome, number, facts }
    }

    /// The names of the reductions that were in force.
    fn reductions(&self, statistics: &Statistics) -> Vec<String> {
        let used = |it: &Technique| self.reduced.is_some() && self.options.reduction.has(*it);
        let used = Technique::ALL.into_iter().filter(used);
        let mut names: Vec<String> = used.map(|it| it.name().to_owned()).collect();
        if 0 < statistics.count("partial_order") {
            names.push(match statistics.count("partial_order_until") {
                0 => "partial-order".to_owned(),
                states => format!("partial-order (given up after {states} states)"),
            });
        }
        names
    }

    /// Has an outcome certified, and tells the job what it leaves open.
    pub(crate) fn assess(
        &mut self,
        job: &mut Job<'a>,
        entry: Entry,
        watch: &mut Watch<'_>,
    ) -> Assessment {
        let Entry { outcome, number, facts: _ } = entry;
        let heard = self.answers.len();
        let (mut open, mut stopped) = (Vec::new(), Vec::new());
        // What others have settled meanwhile is of interest only if they do not agree.
        let is_news = |it: &&(PropId, Verdict)| !self.is_settled(it.0) || self.is_denied(it);
        let verdicts: Vec<(PropId, Verdict)> =
            outcome.verdicts.iter().filter(is_news).cloned().collect();
        for &property in &job.properties {
            let found = verdicts.iter().find(|(it, _)| *it == property);
            let verdict = found.map(|(_, verdict)| verdict.clone());
            if self.is_settled(property) {
                let denied = verdict.and_then(|it| self.deny(number, property, it));
                open.push((property, denied.unwrap_or(Reason::Overtaken)));
                continue;
            }
            match verdict {
                Some(Verdict::Maybe(Reason::Stopped)) => stopped.push(property),
                Some(Verdict::Maybe(reason)) => open.push((property, reason)),
                Some(verdict) => {
                    let vacuous = outcome.vacuous.iter().find(|(it, _)| *it == property);
                    let vacuous = vacuous.map(|it| it.1);
                    open.extend(self.answer(job.step, property, verdict, vacuous));
                }
                None => {
                    let why = "the engine gave no verdict".to_owned();
                    open.push((property, Reason::Rejected { why }));
                }
            }
        }
        for (property, reason) in &open {
            job.leave(*property, reason.clone());
        }
        let is_overtaken = verdicts.is_empty() && !outcome.verdicts.is_empty();
        self.record.searches[number].open.extend(open);
        self.record.searches[number].open.extend(stopped.iter().map(|it| (*it, Reason::Stopped)));
        if !is_overtaken {
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
        }
        let claims =
            Claims::among(self.program, &self.answers[heard..], number, outcome.statistics);
        let new: Vec<PropId> = self.answers[heard..].iter().map(|it| it.property).collect();
        for property in new.into_iter().filter(|it| !claims.has(*it)) {
            self.tell(property, watch);
        }
        let settled = self.asked.iter().copied().filter(|it| self.is_settled(*it)).collect();
        Assessment { settled, stopped, claims }
    }

    /// Whether nobody has to look at a property any more.
    fn is_settled(&self, property: PropId) -> bool {
        self.answers.iter().any(|it| it.property == property)
            || self.doubtful.contains(&property)
            || (self.program.boundary == Some(property) && self.is_boundary_moot())
    }

    /// Whether it makes no difference if runs can leave what was translated: nothing is true in any case.
    fn is_boundary_moot(&self) -> bool {
        let mut others = self.asked.iter().filter(|it| self.program.boundary != Some(**it));
        others.all(|property| {
            let answer = self.answers.iter().find(|it| it.property == *property);
            answer.is_some_and(|it| it.verdict.kleene() != Kleene::True)
        })
    }

    /// Whether a verdict is the opposite of an answer.
    fn is_denied(&self, (property, verdict): &(PropId, Verdict)) -> bool {
        let answer = self.answers.iter().find(|it| it.property == *property);
        let answers = answer.map(|it| (it.verdict.kleene(), verdict.kleene()));
        matches!(answers, Some((Kleene::True, Kleene::False) | (Kleene::False, Kleene::True)))
    }

    /// Withdraws an answer if the opposite was found as well, by the search of this number, and survives its check. One of the two is wrong: a fault
    /// of ours.
    fn deny(&mut self, number: usize, property: PropId, verdict: Verdict) -> Option<Reason> {
        let (verdict, _) = self.review(property, verdict)?.ok()?;
        if !self.is_denied(&(property, verdict.clone())) {
            return None;
        }
        let answer = self.answers.iter_mut().find(|it| it.property == property)?;
        let says = |by: &str, verdict: &Verdict| match verdict.kleene() {
            Kleene::False => format!("`{by}` refutes it"),
            Kleene::True | Kleene::Maybe => format!("`{by}` proves it"),
        };
        let by = self.record.searches[number].engine;
        let why = format!("{} and {}", says(answer.by, &answer.verdict), says(by, &verdict));
        let reason = Reason::Rejected { why };
        answer.verdict = Verdict::Maybe(reason.clone());
        answer.assurance = Assurance::Trusted;
        (answer.runs, answer.vacuous) = (None, None);
        for (other, search) in self.record.searches.iter_mut().enumerate() {
            let is_open = search.open.iter().any(|it| it.0 == property);
            if other != number && search.properties.contains(&property) && !is_open {
                search.open.push((property, reason.clone()));
            }
        }
        Some(reason)
    }

    /// Answers a property, unless its evidence leaves doubt: then it is left open.
    fn answer(
        &mut self,
        step: Step<'a>,
        property: PropId,
        verdict: Verdict,
        vacuous: Option<ExprId>,
    ) -> Option<(PropId, Reason)> {
        let (verdict, assurance) = match self.review(property, verdict) {
            Some(Ok(certified)) => certified,
            Some(Err(why)) => return Some((property, Reason::Rejected { why })),
            None => {
                self.doubtful.push(property);
                return None;
            }
        };
        let (by, runs) = (step.engine.name(), None);
        let mut basis = Basis::of(self.program, self.options.fairness);
        basis.join(step.engine.basis(self.program, property));
        self.answers.push(Answer { property, verdict, by, assurance, basis, runs, vacuous });
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

    pub(crate) fn certify(
        &self,
        property: PropId,
        verdict: Verdict,
    ) -> Result<(Verdict, Assurance), String> {
        let fairness = self.options.fairness;
        let is_branching = self.program.props[property].kind.is_branching();
        let verdict = match is_branching {
            true => guarded(|| ctl::by_run(self.program, property, verdict))?,
            false => verdict,
        };
        let check = || tribunal_certify::check(self.program, property, fairness, &verdict);
        let assurance = guarded(check)?.map_err(|it| it.to_string())?;
        Ok((verdict, assurance))
    }
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

/// What an engine that failed leaves behind.
fn crashed(properties: &[PropId], message: &str, last: &Progress) -> Outcome {
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
