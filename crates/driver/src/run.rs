//! Runs a sequential program once with its checks on: a sanitizer without a compiler.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tribunal_base::Span;
use tribunal_engine::{Chosen, End, Step, Trace};
use tribunal_exec::{Event, Walk};
use tribunal_ir::{Action, EdgeId, Program, PropId, Stream};
use tribunal_report::TraceReport;
use tribunal_report::source::{Way, tell};

use crate::values::Values;

/// How often the clock is looked at, in steps.
const PATIENCE: u64 = 1 << 12;

/// What a run may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Time.
    pub time: Option<Duration>,
    /// Steps.
    pub steps: Option<u64>,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What was chosen where the program leaves a value open.
    pub choices: Vec<Chosen>,
    /// Values that were given but did not fit.
    pub misfits: Vec<String>,
    /// How many steps it took.
    pub steps: u64,
    /// The last edge that was taken.
    pub last: Option<EdgeId>,
    /// How it ended.
    pub end: RunEnd,
    /// The exit status of the program, if it came to that.
    pub status: Option<u8>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The program came to its end.
    Finished,
    /// A check failed.
    Violation {
        /// The property.
        property: PropId,
        /// The edge that violates it.
        edge: EdgeId,
    },
    /// It came to something that is not supported.
    Unsupported {
        /// The edge that says so.
        edge: EdgeId,
    },
    /// It needed a result that is not exact, so that what comes then is not what it would be elsewhere.
    Inexact,
    /// An assumption does not hold: the run does not count.
    Blocked,
    /// It took too many steps.
    Steps,
    /// It took too long.
    Time,
    /// The user interrupted.
    Cancelled,
}

/// Runs a program; what it prints is handed to `printed`. `None` if it is not sequential.
pub fn run(
    program: &Program,
    mut values: Values<'_>,
    limits: RunLimits,
    cancelled: &AtomicBool,
    printed: &mut dyn FnMut(Stream, &[u8]),
) -> Option<Ran> {
    let Some(mut walk) = Walk::start(program) else { return refused(program) };
    let start = Instant::now();
    let (mut steps, mut last, mut status) = (0, None, None);
    let end = loop {
        let Some(edge) = walk.next() else {
            break if is_at_end(program, &walk) { RunEnd::Finished } else { RunEnd::Blocked };
        };
        if limits.steps.is_some_and(|it| it <= steps) {
            break RunEnd::Steps;
        }
        if steps % PATIENCE == 0 {
            if cancelled.load(Ordering::Relaxed) {
                break RunEnd::Cancelled;
            }
            if limits.time.is_some_and(|it| it <= start.elapsed()) {
                break RunEnd::Time;
            }
        }
        steps += 1;
        last = Some(edge);
        let (mut violated, mut is_inexact) = (None, false);
        for event in &walk.take(edge, &mut values).events {
            match event {
                Event::Print { stream: Stream::Status, text, .. } => {
                    status = str::from_utf8(text).ok().and_then(|it| it.parse().ok());
                    is_inexact |= status.is_none();
                }
                Event::Print { stream, text, .. } => printed(*stream, text),
                Event::Violation { property, edge } => violated = Some((*property, *edge)),
                Event::Edge { .. } | Event::Choice { .. } | Event::Message { .. } => {}
            }
        }
        match violated {
            Some((property, edge)) if Some(property) == program.boundary => {
                break RunEnd::Unsupported { edge };
            }
            Some((property, edge)) => break RunEnd::Violation { property, edge },
            None if is_inexact => break RunEnd::Inexact,
            None => {}
        }
    };
    let Values { chosen: choices, misfits, .. } = values;
    // Before it ends, a program may go on for a while.
    let status = status.filter(|_| end == RunEnd::Finished);
    Some(Ran { choices, misfits, steps, last, end, status })
}

/// The run of a program of which something is not supported as a whole: there is nothing in it but an edge that says so.
fn refused(program: &Program) -> Option<Ran> {
    let all: Vec<EdgeId> = program.locs.values().flat_map(|it| it.out.iter().copied()).collect();
    let &[edge] = all.as_slice() else { return None };
    let property = program.edges[edge].violates.as_ref().map(|it| it.property);
    let (choices, misfits, end) = (Vec::new(), Vec::new(), RunEnd::Unsupported { edge });
    let ran = Ran { choices, misfits, steps: 1, last: Some(edge), end, status: None };
    (property.is_some() && property == program.boundary).then_some(ran)
}

fn is_at_end(program: &Program, walk: &Walk<'_>) -> bool {
    walk.state().processes.iter().all(|it| program.locs[it.location].marks.end)
}

impl Ran {
    /// How the run ended: in one word, and for people.
    #[must_use]
    pub fn ending(&self, program: &Program) -> (&'static str, String) {
        let message = |edge: EdgeId| {
            let violation = program.edges[edge].violates.as_ref();
            violation.map_or_else(String::new, |it| it.message.clone())
        };
        match self.end {
            RunEnd::Finished => {
                let steps = tribunal_report::grouped(self.steps);
                let status =
                    self.status.map_or_else(String::new, |it| format!(" with exit status {it}"));
                (
                    "finished",
                    format!("no check failed in this run, which ended after {steps} steps{status}"),
                )
            }
            RunEnd::Violation { property, edge } => {
                let name = &program.props[property].name;
                ("violation", format!("{}, which violates `{name}`", message(edge)))
            }
            RunEnd::Unsupported { edge } => {
                ("unsupported", format!("{} is not supported", message(edge)))
            }
            RunEnd::Inexact => (
                "unsupported",
                "a result that differs between libraries is not supported".to_owned(),
            ),
            RunEnd::Blocked => {
                ("blocked", "an assumption does not hold: this run does not count".to_owned())
            }
            RunEnd::Steps => ("stopped", format!("stopped after {} steps", self.steps)),
            RunEnd::Time => ("stopped", "stopped: the time is up".to_owned()),
            RunEnd::Cancelled => ("stopped", "stopped: interrupted".to_owned()),
        }
    }

    /// Where the run ended: inside our models of the library, where the program called them.
    #[must_use]
    pub fn place(&self, program: &Program) -> Option<Span> {
        let span = |edge: EdgeId| program.edges[edge].span;
        let is_own = |it: &Span| !program.sources.path(it.file).starts_with('<');
        let last = span(self.last?);
        if is_own(&last) {
            return Some(last);
        }
        let mut script = tribunal_exec::Script::new(&self.choices);
        let mut walk = Walk::start(program)?;
        let mut calls: Vec<Span> = Vec::new();
        for _ in 0..self.steps {
            let Some(edge) = walk.next() else { break };
            match program.edges[edge].actions.last() {
                Some(Action::Call { .. }) => calls.push(span(edge)),
                Some(Action::Return { .. }) => drop(calls.pop()),
                _ => {}
            }
            walk.take(edge, &mut script);
        }
        calls.into_iter().rev().find(is_own)
    }

    /// The run as a report; its last part, if it is long.
    #[must_use]
    pub fn tell(&self, program: &Program) -> Option<TraceReport> {
        let property = match self.end {
            RunEnd::Violation { property, .. } => Some(property),
            _ => None,
        };
        let told = tell(program, property, &self.choices, Way::Only(self.steps))?;
        let (end, message) = self.ending(program);
        Some(TraceReport { end, message, ..told })
    }
}

/// The steps of a run again: it takes the only way there is with these values.
#[must_use]
pub fn retrace(program: &Program, ran: &Ran) -> Trace {
    let mut script = tribunal_exec::Script::new(&ran.choices);
    let mut steps = Vec::new();
    if let Some(mut walk) = Walk::start(program) {
        while (steps.len() as u64) < ran.steps
            && let Some(edge) = walk.next()
        {
            steps.push(Step { process: 0, edge, partner: None });
            walk.take(edge, &mut script);
        }
    }
    Trace { steps, choices: ran.choices.clone(), end: End::Violation }
}
