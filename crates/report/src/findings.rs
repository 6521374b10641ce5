//! From what was found to what is said: builds the [`Report`].

use std::collections::BTreeSet;

use tribunal_base::{Diagnostic, Sources, Span};
use tribunal_engine::{Answer, Reason, Remark, Statistics, Trace};
use tribunal_ir::pass::slice::Dropped;
use tribunal_ir::{Action, Control, Edge, EdgeId, LocId, ProcId, ProcessKind, Program, PropId};

use crate::climb;
use crate::data::{
    CONTRACT, DiagnosticReport, DistributionReport, PlaceReport, PropertyReport, Report,
    SearchReport, StatementReport, StatisticsReport, TOOL, TraceReport, Truth, UnreachedReport,
    VERSION,
};
use crate::ledger::{ledger, told};
use crate::narrate::{expression_text, narrate, narrate_with_place, statement_text};
use crate::words;

/// All that was found out about a program.
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    /// The path of the model as the user gave it.
    pub model: &'a str,
    /// The program; all evidence is about this one.
    pub program: &'a Program,
    /// How it was simplified for the search, in one word.
    pub reduction: String,
    /// The verdicts.
    pub answers: &'a [Answer],
    /// Further traces of properties that failed.
    pub more_traces: &'a [(PropId, Trace)],
    /// Edges that no run takes, if a search was complete.
    pub unreached: Option<&'a [EdgeId]>,
    /// What the proofs say little about.
    pub remarks: &'a [Remark],
    /// The searches.
    pub searches: &'a [Search],
    /// Seconds from start to end.
    pub seconds: f64,
    /// Messages about the input.
    pub diagnostics: &'a [Diagnostic],
}

/// One run of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The rung of the ladder.
    pub rung: &'static str,
    /// What that does, for people.
    pub summary: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The properties it was about.
    pub properties: Vec<PropId>,
    /// Those that it left open, and why.
    pub open: Vec<(PropId, Reason)>,
    /// How many facts it handed on.
    pub facts: usize,
    /// What it cost.
    pub statistics: Statistics,
    /// The reductions that were in force, by name.
    pub reductions: Vec<String>,
    /// What was dropped from the program before.
    pub dropped: Vec<Dropped>,
    /// When it began, in seconds since the check did.
    pub start: f64,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// The report about a program that was checked.
    #[must_use]
    pub fn of(findings: &Findings<'_>) -> Self {
        let properties: Vec<PropertyReport> =
            findings.answers.iter().map(|it| property(findings, it)).collect();
        let (assumptions, remarks) = ledger(findings);
        Self {
            verdict: words::overall(properties.iter().map(|it| it.verdict)),
            reduction: findings.reduction.clone(),
            properties,
            assumptions,
            remarks,
            unreached: findings.unreached.map(|edges| unreached(findings.program, edges)),
            statistics: statistics(&named(findings), findings.seconds),
            ..Self::empty(findings.model, &findings.program.sources, findings.diagnostics)
        }
    }

    /// The report about an input that could not be translated: nothing is known about it.
    #[must_use]
    pub fn empty(model: &str, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        let diagnostics: Vec<DiagnosticReport> =
            diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect();
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            verdict: Truth::Maybe,
            reduction: "none".to_owned(),
            properties: Vec::new(),
            assumptions: Vec::new(),
            remarks: Vec::new(),
            unreached: None,
            statistics: StatisticsReport::default(),
            harnesses: Vec::new(),
            diagnostics,
        }
    }
}

impl PropertyReport {
    /// The report about one answer, while the check goes on.
    pub(crate) fn of(program: &Program, answer: &Answer) -> Self {
        let findings = Findings {
            model: "",
            program,
            reduction: String::new(),
            answers: std::slice::from_ref(answer),
            more_traces: &[],
            unreached: None,
            remarks: &[],
            searches: &[],
            seconds: 0.0,
            diagnostics: &[],
        };
        property(&findings, answer)
    }
}

fn property(findings: &Findings<'_>, answer: &Answer) -> PropertyReport {
    let program = findings.program;
    let property = &program.props[answer.property];
    let explanation = words::explain(property.kind, &answer.verdict);
    let (trace, inside) = run(program, answer);
    // What the run about a formula shows need not be the whole reason.
    let message = trace.as_ref().filter(|_| !property.kind.is_branching());
    let more = findings.more_traces.iter().filter(|(prop, _)| *prop == answer.property);
    let more_traces: Vec<TraceReport> =
        more.map(|(prop, it)| narrate(program, Some(*prop), it)).collect();
    let span = explanation.span.or(property.span);
    let rungs = climb::rungs(findings, answer);
    let violated = trace.as_ref().filter(|it| it.end == "violation");
    let violated = violated.and_then(|it| it.steps.last()).map(|it| PlaceReport {
        file: it.file.clone(),
        line: it.line,
        column: it.column,
    });
    PropertyReport {
        name: property.name.clone(),
        kind: words::kind(property.kind),
        verdict: words::truth(&answer.verdict),
        by: answer.by,
        assurance: words::assurance(answer.assurance),
        basis: answer
            .basis
            .iter()
            .filter(|it| it.is_needed())
            .map(|it| told(program, it))
            .collect(),
        rechecked: words::rechecked(answer),
        reason: message.map_or(explanation.text, |it| it.message.clone()),
        reason_code: explanation.code,
        // All have tried where several did.
        hint: explanation.hint.filter(|_| !(explanation.code == "alarm" && 1 < rungs.len())),
        helps: climb::helps(findings, answer),
        rungs,
        vacuous: answer.vacuous.map(|it| expression_text(program, it)),
        place: inside
            .and_then(|it| words::place(&program.sources, it))
            .or(violated)
            .or_else(|| span.and_then(|it| words::place(&program.sources, it))),
        trace,
        more_traces,
    }
}

/// The run that shows an answer, or a part of it, and where what it violates stands.
fn run(program: &Program, answer: &Answer) -> (Option<TraceReport>, Option<Span>) {
    let Some(trace) = answer.verdict.run() else { return (None, None) };
    if !program.props[answer.property].kind.is_branching() {
        let (trace, place) = narrate_with_place(program, Some(answer.property), trace);
        return (Some(trace), place);
    }
    // The first state is no run to be shown.
    let shown = (!trace.steps.is_empty()).then(|| narrate(program, None, trace));
    (shown, None)
}

/// What a search was about, by name.
struct About {
    properties: Vec<String>,
    /// Those that it settled.
    settled: Vec<String>,
}

/// The searches with what they were about.
fn named(findings: &Findings<'_>) -> Vec<(Search, About)> {
    let name = |it: &PropId| findings.program.props[*it].name.clone();
    // Whether runs leave what was translated is asked besides; if they do, what was settled is not.
    let is_answered = |prop: &&PropId| {
        let mut answers = findings.answers.iter();
        answers.any(|it| it.property == **prop && words::truth(&it.verdict) != Truth::Maybe)
    };
    let about = |it: &Search| {
        let is_open = |prop: &PropId| it.open.iter().any(|open| open.0 == *prop);
        let settled = it.properties.iter().filter(is_answered).filter(|prop| !is_open(prop));
        About {
            properties: it.properties.iter().map(name).collect(),
            settled: settled.map(name).collect(),
        }
    };
    findings.searches.iter().map(|it| (it.clone(), about(it))).collect()
}

/// What searches cost.
fn statistics(searches: &[(Search, About)], seconds: f64) -> StatisticsReport {
    let searches: Vec<SearchReport> =
        searches.iter().map(|(it, about)| search(it, about)).collect();
    let states = searches.iter().map(|it| it.states).sum();
    let searching: f64 = searches.iter().map(|it| it.seconds).sum();
    StatisticsReport {
        states,
        transitions: searches.iter().map(|it| it.transitions).sum(),
        depth: searches.iter().map(|it| it.depth).max().unwrap_or(0),
        seconds,
        memory_bytes: searches.iter().map(|it| it.memory_bytes).max().unwrap_or(0),
        states_per_second: if 0.0 < searching { states as f64 / searching } else { 0.0 },
        searches,
    }
}

fn search(it: &Search, about: &About) -> SearchReport {
    SearchReport {
        rung: it.rung,
        summary: it.summary,
        engine: it.engine,
        properties: about.properties.clone(),
        settled: about.settled.clone(),
        facts: it.facts as u64,
        states: it.statistics.states,
        transitions: it.statistics.transitions,
        atomic_steps: it.statistics.count("atomic_steps"),
        depth: it.statistics.depth,
        start: it.start,
        seconds: it.seconds,
        memory_bytes: it.statistics.memory_bytes,
        state_bytes: it.statistics.count("state_bytes"),
        table_bytes: it.statistics.table_bytes,
        bytes_per_state: bytes_per_state(&it.statistics),
        threads: it.statistics.threads,
        queries: it.statistics.queries,
        clauses: it.statistics.clauses,
        conflicts: it.statistics.conflicts,
        steps: it.statistics.steps,
        storage: it.statistics.storage,
        coverage: it.statistics.share("coverage"),
        reductions: it.reductions.clone(),
        dropped: crate::slice::counts(&it.dropped),
        distribution: distribution(&it.statistics),
    }
}

/// How a search was shared out, if it was.
fn distribution(it: &Statistics) -> Option<DistributionReport> {
    it.figure("processes")?;
    Some(DistributionReport {
        process: it.count("process"),
        processes: it.count("processes"),
        own_states: it.count("own_states"),
        crossings: it.count("crossings"),
        bytes: it.count("bytes"),
        rounds: it.count("rounds"),
    })
}

/// The memory of the table for each state, to a tenth of a byte.
fn bytes_per_state(it: &Statistics) -> f64 {
    let bytes = it.table_bytes as f64 / it.states.max(1) as f64;
    (bytes * 10.0).round() / 10.0
}

/// Statements all of whose edges were never taken, by process. A statement may have several edges,
/// e.g. one for success and one for a violation. A process that stands at its end has reached it, even if it
/// may never leave because a process that it started stays.
fn unreached(program: &Program, edges: &[EdgeId]) -> Vec<UnreachedReport> {
    let missed: BTreeSet<EdgeId> = edges.iter().copied().collect();
    let taken = program.edges.iter().filter(|(id, _)| !missed.contains(id));
    let arrived: BTreeSet<LocId> = taken.map(|(_, it)| it.to).collect();
    let ordinary = program.procs.iter().filter(|(_, it)| it.kind == ProcessKind::Ordinary);
    let reports = ordinary.map(|(id, process)| {
        let statements = statements(program, id);
        let reached: BTreeSet<&(Span, bool)> = statements
            .iter()
            .filter(|((_, is_end), edge)| {
                !missed.contains(edge) || *is_end && arrived.contains(&program.edges[*edge].from)
            })
            .map(|(it, _)| it)
            .collect();
        let all: BTreeSet<&(Span, bool)> = statements.iter().map(|(it, _)| it).collect();
        let lines: BTreeSet<StatementReport> = statements
            .iter()
            .filter(|(it, _)| !reached.contains(it))
            .filter_map(|&(_, edge)| statement(program, edge))
            .collect();
        let statements = lines.into_iter().collect();
        UnreachedReport { process: process.name.clone(), of: all.len(), statements }
    });
    reports.filter(|it| !it.statements.is_empty()).collect()
}

/// The edges of a process, each with its statement: its span, and whether it is the process's end.
fn statements(program: &Program, process: ProcId) -> Vec<((Span, bool), EdgeId)> {
    let mine = |loc: LocId| program.locs[loc].process == process;
    let edges = program.edges.iter().filter(|(_, it)| mine(it.from));
    // What can go wrong on the way through one step is no statement.
    let is_check =
        |it: &Edge| it.violates.is_some() && program.locs[it.from].control == Control::Indivisible;
    let edges = edges.filter(|(_, it)| !is_check(it));
    edges.map(|(id, it)| ((it.span, it.actions.first() == Some(&Action::Exit)), id)).collect()
}

fn statement(program: &Program, edge: EdgeId) -> Option<StatementReport> {
    let place = words::place(&program.sources, program.edges[edge].span)?;
    let text = statement_text(program, edge);
    Some(StatementReport { file: place.file, line: place.line, column: place.column, text })
}
