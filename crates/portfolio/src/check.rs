//! Checks properties: chooses engines, has every answer certified, and tells what was found out.

use std::sync::atomic::AtomicBool;

use tribunal_base::Span;
use tribunal_engine::{
    Answer, Assurance, Certificate, Engine, Fairness, Premise, Reason, Remark, Trace, Verdict,
};
use tribunal_engine_absint::Transformer;
use tribunal_engine_explicit::{Cluster, Distributed, Explicit, Fallback, Storage, Swarm};
use tribunal_exec::{Script, apply_with, initial};
use tribunal_ir::{Action, EdgeId, Program, PropId, Stream};
use tribunal_report::findings::{Findings, Search};

use crate::all_states::AllStates;
use crate::checkpoint::Checkpoint;
use crate::ladder::{Engines, Step, usual};
use crate::limits::{Limits, Spectator, Watch};
use crate::plan::{UnknownProperty, select};
use crate::reduction::Reduction;
use crate::registry::Rung;
use crate::scheduler::Lanes;
use crate::session::{Record, Session};

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
    /// How an explicit search goes. As many threads as it has are there for rungs of the ladder, too.
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
    /// These, in this order.
    Ladder(Vec<Rung>),
}

impl Method {
    /// One engine alone.
    #[must_use]
    pub fn only(rung: Rung) -> Self {
        Self::Ladder(vec![rung])
    }

    /// The rungs of the ladder for a program.
    pub fn rungs(&self, program: &Program) -> Vec<Rung> {
        match self {
            Self::Auto => usual(program),
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
    /// That no run leaves what was translated, if something was not.
    pub within: Option<Answer>,
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

    /// The properties that hold, with why. If something was not translated, that no run comes there is among them.
    #[must_use]
    pub fn certificates(&self) -> Vec<(PropId, &Certificate)> {
        self.within
            .iter()
            .chain(&self.answers)
            .filter_map(|it| match &it.verdict {
                Verdict::True(certificate) => Some((it.property, certificate)),
                Verdict::False(_) | Verdict::Refuted(_) | Verdict::Maybe(_) => None,
            })
            .collect()
    }

    /// The first property about which a run shows something, mostly that it fails, with the run.
    #[must_use]
    pub fn first_trace(&self) -> Option<(PropId, &Trace)> {
        self.answers.iter().find_map(|answer| {
            let is_branching = self.program.props[answer.property].kind.is_branching();
            // The first state is no run to be shown.
            let run = answer.verdict.run().filter(|it| !is_branching || !it.steps.is_empty());
            run.map(|run| (answer.property, run))
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
    let program = without_status(program);
    let engines = engines(&program, options);
    check_by(&engines.steps(), program, options, cancelled, spectator)
}

/// Checks a program with so many engines at the same time, whatever the options say of threads.
///
/// # Errors
/// If a property is asked for that the program does not have.
pub fn check_on(
    lanes: Lanes,
    program: Program,
    options: &CheckOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let program = without_status(program);
    let engines = engines(&program, options);
    check_in(lanes, &engines.steps(), program, options, cancelled, spectator)
}

/// The engines that suit a program.
fn engines<'a>(program: &Program, options: &'a CheckOptions) -> Engines<'a> {
    let swarm = Swarm { engine: options.engine, runs: options.swarm };
    let explicit = AllStates { compiled: Fallback { first: swarm, then: &options.then } };
    Engines::new(&options.method.rungs(program), explicit, options.transformer)
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
    let alone = [Step::new(Rung::EXPLICIT, engine)];
    check_by(&alone, without_status(program), options, cancelled, spectator)
}

/// A program that does not tell how it ended, as it is checked: no property looks at it, and what it is made of need not be kept until then.
#[must_use]
pub fn without_status(mut program: Program) -> Program {
    for edge in program.edges.ids().collect::<Vec<_>>() {
        let is_status = |it: &Action| matches!(it, Action::Print { stream: Stream::Status, .. });
        program.edges[edge].actions.retain(|it| !is_status(it));
    }
    program
}

/// Checks a program by engines, in their order, and side by side where there are threads. The search of a flat program has all of them for itself,
/// and what is written down has an order.
fn check_by(
    rungs: &[Step<'_>],
    program: Program,
    options: &CheckOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let is_alone = program.is_flat() || options.checkpoint.is_some();
    let most = if is_alone { 1 } else { options.engine.threads.min(rungs.len()) };
    let count = u32::try_from(most).unwrap_or(u32::MAX).max(1);
    check_in(Lanes::new(count), rungs, program, options, cancelled, spectator)
}

/// Checks a program by engines, so many at the same time.
pub(crate) fn check_in(
    lanes: Lanes,
    rungs: &[Step<'_>],
    program: Program,
    options: &CheckOptions,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Checked, UnknownProperty> {
    let mut properties = select(&program, &options.properties)?;
    let is_branching = |it: &PropId| program.props[*it].kind.is_branching();
    let is_simplified = properties.is_empty() || !properties.iter().all(is_branching);
    // Who looks at the tree of runs comes to its boundary, or does not.
    let boundary = program.boundary.filter(|_| is_simplified);
    properties.extend(boundary.filter(|it| !properties.contains(it)));
    let mut watch = Watch::start(&options.limits, cancelled, spectator);
    let mut session = Session::new(rungs, &program, options, lanes);
    match unsupported(&program) {
        Some((what, span)) => {
            let reason = Reason::Unsupported { what, span: Some(span) };
            session.dismiss(&properties, "front-end", &reason);
        }
        None => session.hold(&properties, &mut watch),
    }
    let Session { mut answers, record, .. } = session;
    answers.sort_by_key(|it| it.property);
    let within = respect_boundary(&program, &mut answers);
    for remark in &record.remarks {
        if let Remark::Contradiction(edge) = *remark {
            answers.iter_mut().for_each(|it| it.basis.add(Premise::Contradiction(edge)));
        }
    }
    let seconds = watch.elapsed().as_secs_f64();
    let Record { more_traces, unreached, mut remarks, searches, checkpoint_failure, .. } = record;
    remarks.sort_by_key(|it| match it {
        Remark::Unreached(edge) => (0, *edge),
        Remark::NeverPassed(edge) => (1, *edge),
        Remark::Contradiction(edge) => (2, *edge),
    });
    Ok(Checked {
        program,
        reduction: if is_simplified { options.reduction } else { Reduction::NONE },
        answers,
        within,
        more_traces,
        unreached,
        remarks,
        searches,
        checkpoint_failure,
        seconds,
    })
}

/// Where a run can leave what was translated, nothing is true. The answer that none can, if there is one.
fn respect_boundary(program: &Program, answers: &mut Vec<Answer>) -> Option<Answer> {
    let boundary = program.boundary?;
    let position = answers.iter().position(|it| it.property == boundary)?;
    let within = answers.remove(position);
    let reason = match within.verdict {
        Verdict::True(_) => return Some(within),
        Verdict::Maybe(reason) => reason,
        Verdict::Refuted(_) => Reason::Stopped,
        Verdict::False(trace) => {
            let edge = boundary_edge(program, boundary, &trace).map(|it| &program.edges[it]);
            let what = edge.and_then(|it| it.violates.as_ref()).map(|it| it.message.clone());
            let what = what.unwrap_or_else(|| "a part of the program".to_owned());
            Reason::Unsupported { what, span: edge.map(|it| it.span) }
        }
    };
    for answer in answers {
        let is_branching = program.props[answer.property].kind.is_branching();
        if matches!(answer.verdict, Verdict::True(_)) && !is_branching {
            answer.verdict = Verdict::Maybe(reason.clone());
            answer.assurance = Assurance::Trusted;
            answer.runs = None;
        }
    }
    None
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

/// The first thing in the program that has no translation.
fn unsupported(program: &Program) -> Option<(String, Span)> {
    program.unsupported.first().map(|it| (it.what.clone(), it.span))
}
