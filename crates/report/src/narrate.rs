//! Tells a run: replays its steps on the reference semantics and says what each of them did.

use tribunal_base::Span;
use tribunal_engine::{Chosen, End, Step, Trace};
use tribunal_exec::describe::{self, channel_name, scalar};
use tribunal_exec::{
    Effects, Event, Instance, Item, Script, State, Transfer, apply_with, initial, items,
};
use tribunal_ir::text::Printer;
use tribunal_ir::{Action, Control, EdgeId, ExprId, ProcId, Program, PropId, Stream};

use crate::data::{
    ChangeReport, MessageKind, MessageReport, PartnerReport, ProcessReport, StandingReport,
    StepReport, TraceReport, ValueReport,
};
use crate::source::{self, Way};
use crate::trace_file::{compact, cycle_start};
use crate::words::{end_code, end_text, one_line};

/// How many statements of an indivisible step are named.
const STATEMENTS: usize = 8;

/// Tells the trace of a property. A trace that is no run of the program is told as far as it goes.
#[must_use]
pub fn narrate(program: &Program, property: Option<PropId>, trace: &Trace) -> TraceReport {
    narrate_with_place(program, property, trace).0
}

/// The same, with the place inside its last step where a property is violated, if that step is made of several.
pub(crate) fn narrate_with_place(
    program: &Program,
    property: Option<PropId>,
    trace: &Trace,
) -> (TraceReport, Option<Span>) {
    if trace.end == End::Violation
        && let Some(told) =
            source::tell(program, property, &trace.choices, Way::Steps(&trace.steps))
    {
        return (told, None);
    }
    let mut narrator = Narrator::of_choices(program, &trace.choices);
    let steps: Vec<StepReport> = trace.steps.iter().map_while(|it| narrator.take(it)).collect();
    let edge = match trace.end {
        End::Violation => narrator.violated(property),
        End::Deadlock | End::Cycle { .. } | End::Stutter | End::ClaimEnd | End::Path => None,
    };
    let violation = edge.and_then(|it| program.edges[it].violates.as_ref());
    let end = || match trace.end {
        End::Deadlock => waiting(program, narrator.state()),
        _ => None,
    };
    let end = || end().unwrap_or_else(|| end_text(trace.end).to_owned());
    let message = violation.map_or_else(end, |it| it.message.clone());
    let inside =
        |it: &EdgeId| program.locs[program.edges[*it].from].control == Control::Indivisible;
    let place = edge.filter(inside).map(|it| program.edges[it].span);
    let mut report = narrator.finish(&trace.steps, steps, end_code(trace.end), message);
    report.cycle_start = cycle_start(trace);
    (report, place)
}

/// Follows a run from its first state on.
pub struct Narrator<'a> {
    program: &'a Program,
    state: State,
    last: Effects,
    script: Script<'a>,
}

impl<'a> Narrator<'a> {
    /// Stands at the first state.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Self::of_choices(program, &[])
    }

    /// The same for a run in which what the program leaves open is chosen like this.
    #[must_use]
    pub fn of_choices(program: &'a Program, choices: &'a [Chosen]) -> Self {
        let script = Script::new(choices);
        Self { program, state: initial(program), last: Effects::default(), script }
    }

    /// The state after the steps told so far.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Takes a step and tells it; `None` if it cannot be taken.
    pub fn take(&mut self, step: &Step) -> Option<StepReport> {
        let state = self.state.clone();
        let (after, effects) = apply_with(self.program, state, step, &mut self.script)?;
        let report = tell(self.program, step, &self.state, &after, &effects);
        (self.state, self.last) = (after, effects);
        Some(report)
    }

    /// The edge of the last step that violates a property.
    fn violated(&self, property: Option<PropId>) -> Option<EdgeId> {
        let mut violations = self.last.violations();
        let found = violations.find(|(it, _)| property.is_none_or(|wanted| wanted == *it));
        found.map(|(_, edge)| edge)
    }

    /// The whole run as told, with the state it ends in.
    #[must_use]
    pub fn finish(
        self,
        taken: &[Step],
        steps: Vec<StepReport>,
        end: &'static str,
        message: String,
    ) -> TraceReport {
        TraceReport {
            end,
            message,
            cycle_start: None,
            steps,
            processes: standings(self.program, &self.state),
            values: values(self.program, &self.state),
            replay: compact(taken),
            inputs: Vec::new(),
            stack: Vec::new(),
            object: None,
        }
    }
}

/// A step that could be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The name of the process.
    pub process: String,
    /// Its index.
    pub pid: u32,
    /// The line of the statement.
    pub line: u32,
    /// The column of the statement.
    pub column: u32,
    /// The text of the statement, and who receives.
    pub text: String,
}

impl Offer {
    /// Describes a step.
    #[must_use]
    pub fn of(program: &Program, state: &State, step: &Step) -> Self {
        let at = program.sources.line_column(program.edges[step.edge].span);
        let mut text = statement_text(program, step.edge);
        if let Some((pid, edge)) = step.partner {
            let receiver = name_of(program, state, pid);
            text = format!("{text} → {receiver}({pid}) {}", statement_text(program, edge));
        }
        let process = name_of(program, state, step.process);
        Self { process, pid: step.process, line: at.line, column: at.column, text }
    }
}

fn tell(
    program: &Program,
    step: &Step,
    before: &State,
    after: &State,
    effects: &Effects,
) -> StepReport {
    let span = program.edges[step.edge].span;
    let at = program.sources.line_column(span);
    let file = program.sources.files().nth(span.file.0 as usize).map_or("", |(_, path, _)| path);
    let violations = effects.violations().filter_map(|(_, edge)| {
        program.edges[edge].violates.as_ref().map(|it| it.message.as_str())
    });
    let violations: Vec<&str> = violations.collect();
    StepReport {
        process: name_of(program, before, step.process),
        pid: step.process,
        file: file.to_owned(),
        line: at.line,
        column: at.column,
        text: statements(program, effects, step.process),
        changes: changes(program, before, after),
        started: range(program, after, before.processes.len()),
        ended: range(program, before, after.processes.len()),
        messages: messages(program, before, after, effects),
        partner: step.partner.map(|it| partner(program, before, effects, it)),
        output: output(effects),
        violation: (!violations.is_empty()).then(|| violations.join("; ")),
        depth: 0,
        loops: Vec::new(),
    }
}

/// The processes of a state from an index on.
fn range(program: &Program, state: &State, from: usize) -> Vec<ProcessReport> {
    let pids = state.indices().skip(from);
    pids.map(|pid| ProcessReport { process: name_of(program, state, pid), pid }).collect()
}

fn partner(
    program: &Program,
    state: &State,
    effects: &Effects,
    (pid, edge): (u32, EdgeId),
) -> PartnerReport {
    let at = program.sources.line_column(program.edges[edge].span);
    PartnerReport {
        process: name_of(program, state, pid),
        pid,
        line: at.line,
        column: at.column,
        text: statements(program, effects, pid),
    }
}

/// What a process did during a step.
fn statements(program: &Program, effects: &Effects, process: u32) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut edges = effects.edges().filter(|(it, _)| *it == process);
    for (_, edge) in edges.by_ref() {
        let text = statement_text(program, edge);
        if texts.last() != Some(&text) {
            texts.push(text);
        }
        if texts.len() == STATEMENTS {
            break;
        }
    }
    if edges.next().is_some() {
        texts.push("…".to_owned());
    }
    texts.join("; ")
}

/// The text of an edge's statement.
pub(crate) fn statement_text(program: &Program, edge: EdgeId) -> String {
    let id = edge;
    let edge = &program.edges[edge];
    if edge.actions.first() == Some(&Action::Exit) {
        return "-end-".to_owned();
    }
    let text = one_line(program.sources.snippet(edge.span), usize::MAX);
    if text.is_empty() { format!("edge {id:?}") } else { text }
}

/// The text of an expression, without the conversions that the source leaves to the language.
pub(crate) fn expression_text(program: &Program, expr: ExprId) -> String {
    without_casts(&Printer::new(program).expr(None, expr))
}

fn without_casts(text: &str) -> String {
    let mut pieces = text.split(" as ");
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        // What follows `as` is the name of a type.
        kept.push_str(piece.trim_start_matches(|it: char| it.is_alphanumeric() || it == '_'));
    }
    kept
}

fn changes(program: &Program, before: &State, after: &State) -> Vec<ChangeReport> {
    let (old, new) = differences(before, after);
    let all = describe::changes(program, &old, &new).into_iter();
    all.map(|it| {
        let alive =
            |state: &State| it.owner.is_some_and(|pid| (pid as usize) < state.processes.len());
        let state = if alive(after) { after } else { before };
        ChangeReport {
            owner: it.owner.map(|pid| owner(program, state, pid)),
            name: it.name,
            before: it.before,
            after: it.after,
            matters: true,
        }
    })
    .collect()
}

/// Two states without the variables on which they agree: to put a large state into words takes much
/// longer than to compare it.
fn differences(before: &State, after: &State) -> (State, State) {
    let (mut old, mut new) = (before.clone(), after.clone());
    old.globals.retain(|var, value| after.globals.get(var) != Some(value));
    new.globals.retain(|var, value| before.globals.get(var) != Some(value));
    for (mine, theirs) in old.processes.iter_mut().zip(&mut new.processes) {
        let (mine, theirs) = (&mut mine.locals, &mut theirs.locals);
        let agreed: Vec<_> = mine.iter().filter(|(var, it)| theirs.get(var) == Some(it)).collect();
        let agreed: Vec<_> = agreed.into_iter().map(|(var, _)| *var).collect();
        for var in agreed {
            mine.remove(&var);
            theirs.remove(&var);
        }
    }
    (old, new)
}

pub(crate) fn values(program: &Program, state: &State) -> Vec<ValueReport> {
    let value = |it: Item| ValueReport {
        owner: it.owner.map(|pid| owner(program, state, pid)),
        name: it.name,
        value: it.value,
    };
    items(program, state).into_iter().map(value).collect()
}

pub(crate) fn standings(program: &Program, state: &State) -> Vec<StandingReport> {
    let standing = |(pid, instance): (u32, &Instance)| {
        let (function, span) = place_of(program, instance);
        let at = program.sources.line_column(span);
        StandingReport {
            process: program.procs[function].name.clone(),
            pid,
            line: at.line,
            column: at.column,
            text: one_line(program.sources.snippet(span), usize::MAX),
            valid_end: program.locs[instance.location].marks.end,
        }
    };
    state.indices().zip(&state.processes).map(standing).collect()
}

/// Where a process is: who is in the library is where it was called from.
fn place_of(program: &Program, instance: &Instance) -> (ProcId, Span) {
    let own = (instance.process, program.locs[instance.location].span);
    let mut place = own;
    for caller in instance.callers.iter().rev() {
        if !is_library(program, place.1) {
            break;
        }
        let calls = |it: &&tribunal_ir::Edge| {
            let is_it =
                |it: &Action| matches!(it, Action::Call { process, .. } if *process == place.0);
            it.to == caller.location && it.actions.last().is_some_and(is_it)
        };
        let span = program.locs[caller.location].span;
        place = (caller.process, program.edges.values().find(calls).map_or(span, |it| it.span));
    }
    if is_library(program, place.1) { own } else { place }
}

/// Whether something stands in one of our own models of library functions.
pub(crate) fn is_library(program: &Program, span: Span) -> bool {
    program.sources.path(span.file).starts_with('<')
}

/// Who waits where, in a state where no thread of a program with functions can go on.
fn waiting(program: &Program, state: &State) -> Option<String> {
    let is_waiting = |(_, it): &(u32, &Instance)| !program.locs[it.location].marks.end;
    let waits = |(pid, instance): (u32, &Instance)| {
        let (function, span) = place_of(program, instance);
        let (name, path) = (&program.procs[function].name, program.sources.path(span.file));
        let file = path.rsplit('/').next().unwrap_or(path);
        let line = program.sources.line_column(span).line;
        let text = one_line(program.sources.snippet(span), usize::MAX);
        format!("{name}({pid}) waits at {file}:{line} in `{}`", text.trim_end_matches(';'))
    };
    let all = state.indices().zip(&state.processes);
    let has_functions = state.processes.iter().any(|it| !it.callers.is_empty());
    let list: Vec<String> = all.filter(is_waiting).map(waits).collect();
    has_functions.then(|| format!("no thread can go on: {}", list.join(", ")))
}

fn messages(
    program: &Program,
    before: &State,
    after: &State,
    effects: &Effects,
) -> Vec<MessageReport> {
    let mut reports: Vec<MessageReport> = Vec::new();
    for event in &effects.events {
        let Event::Message { process, transfer, channel, message } = event else { continue };
        let number = i128::from(*channel);
        let state = if after.channel(number).is_some() { after } else { before };
        let Some(queue) = state.channel(number) else { continue };
        let declaration = &program.channels[queue.declaration];
        let received = matches!(transfer, Transfer::Received | Transfer::Copied);
        if declaration.capacity == 0 && received {
            // The second half of a handshake: the first has just been told.
            if let Some(handshake) = reports.last_mut() {
                handshake.kind = MessageKind::Handshake;
                handshake.to = Some(*process);
            }
            continue;
        }
        let kind = match transfer {
            Transfer::Sent => MessageKind::Send,
            Transfer::Lost => MessageKind::Lost,
            Transfer::Received | Transfer::Copied => MessageKind::Receive,
        };
        let fields = message.iter().zip(&declaration.fields);
        let fields = fields.map(|(&field, &ty)| scalar(program, state, ty, field)).collect();
        let channel = channel_name(program, state, number);
        reports.push(MessageReport { kind, channel, fields, pid: *process, to: None });
    }
    reports
}

fn output(effects: &Effects) -> String {
    let texts = effects.events.iter().filter_map(|event| match event {
        Event::Print { stream: Stream::Status, .. } => None,
        Event::Print { text, .. } => Some(String::from_utf8_lossy(text)),
        Event::Edge { .. }
        | Event::Violation { .. }
        | Event::Choice { .. }
        | Event::Message { .. } => None,
    });
    texts.collect()
}

fn owner(program: &Program, state: &State, pid: u32) -> ProcessReport {
    ProcessReport { process: name_of(program, state, pid), pid }
}

fn name_of(program: &Program, state: &State, pid: u32) -> String {
    let instance = state.process(pid.into());
    instance.map_or_else(String::new, |it| program.procs[it.process].name.clone())
}

#[cfg(test)]
mod tests {
    use super::without_casts;

    #[test]
    fn conversions_are_left_out() {
        assert_eq!(without_casts("x as i32 == 9 && y as u8 < (z as i32)"), "x == 9 && y < (z)");
        assert_eq!(without_casts("x"), "x");
    }
}
