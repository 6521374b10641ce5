//! Unit checking of C functions: reading, probing, searching, reporting.
//!
//! [`prepare_unit`] makes a [`Unit`] of a file, which has all that `tribunal_unit` needs ([`Unit::subject`], [`Unit::query`]); [`find_paths`] searches, and [`Unit::report`] tells.
//! Whoever wants other paths of the same function (coverage, say) prepares a unit with the atoms it needs and asks `tribunal_unit` itself.

mod by_hand;
pub mod coverage;
mod decision;
mod execution;
pub mod generate;
mod prepare;
mod promela;
mod proof;
mod threaded_test;
mod trail;

use std::sync::atomic::AtomicBool;

use tribunal_base::{Diagnostic, FileId, Span};
use tribunal_engine::{Context, Reason};
use tribunal_engine_symbolic::steps::Marks;
use tribunal_front_c::probe::Probed;
use tribunal_ir::{Program, VarId};
use tribunal_report::unit::{
    DoubtReport, FaultReport, InputReport, PathReport, PathStep, UnitReport,
};
use tribunal_unit::{Chart, Concurrent, Input, Kind, Query, Subject, Summary, Value};

pub use tribunal_front_c::lower::Allocation;
pub use tribunal_unit::{Merging, Numbers, Options, Order, Path, Paths, Walk};

pub use by_hand::{Offer, Turn, Walker, walk_by_hand};
pub use prepare::prepare_unit;
pub use proof::prove_none;

use execution::{leads_to, root};
use prepare::{Extras, ask, compile, prepare_with};

use tribunal_portfolio::limits::{Limits, Spectator, Watch};

/// How many elements there are where a pointer to scalars points, unless somebody says otherwise.
pub const ELEMENTS: u32 = 4;
/// And where they are too few to cover a function.
pub const MORE_ELEMENTS: u32 = 16;

/// What is asked about a function.
#[derive(Clone, Debug, Default)]
pub struct UnitQuestion {
    /// The function.
    pub function: String,
    /// Functions that run concurrently with it, perhaps itself once more.
    pub others: Vec<String>,
    /// What holds at first.
    pub requires: Option<String>,
    /// A formula that the paths satisfy. If there is no pattern either, all paths to the end of the function are wanted.
    pub find: Option<String>,
    /// A regular expression over places that the paths match.
    pub path: Option<String>,
    /// What functions do that are missing or not to be looked into: `f(x): assertion`.
    pub stubs: Vec<String>,
    /// A file of such stubs: one each line, longer ones go on in lines that start with white space; `//` starts a comment.
    pub stub_file: Option<String>,
    /// How many pointers are followed from parameters on.
    pub depth: u32,
    /// How many elements there are where a pointer to scalars points.
    pub elements: u32,
    /// What numbers are.
    pub numbers: Numbers,
    /// Whether memory can run out.
    pub allocation: Allocation,
}

/// A function ready to be checked.
#[derive(Debug)]
pub struct Unit {
    /// The path of the file.
    pub model: String,
    /// The function.
    pub function: String,
    /// The functions that run concurrently; this one alone, if it does.
    pub functions: Vec<String>,
    /// The variable by which the program, if there are several, does what one of them does.
    pub chooser: Option<VarId>,
    /// The program with its driver, which tells where it is; its sources are all texts.
    pub program: Program,
    /// The files, in C.
    pub files: Vec<FileId>,
    /// The nodes.
    pub chart: Chart,
    /// What stands at the nodes.
    pub spans: Vec<Span>,
    /// What the driver leaves open.
    pub inputs: Vec<Input>,
    /// How the program tells where it is.
    pub marks: Marks,
    /// Which paths are wanted.
    pub query: Query,
    /// What is observed, the harness, and what is known about the inputs in C.
    pub probed: Probed,
    /// Messages about the input; none is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// What its numbers are.
    pub numbers: Numbers,
}

impl Unit {
    /// What is checked.
    #[must_use]
    pub fn subject(&self) -> Subject<'_> {
        Subject {
            program: &self.program,
            chart: &self.chart,
            function: &self.function,
            marks: &self.marks,
            inputs: &self.inputs,
            concurrent: self.concurrent(),
            numbers: self.numbers,
        }
    }

    /// The functions that run concurrently, if there are several.
    fn concurrent(&self) -> Option<Concurrent<'_>> {
        let fork = self.probed.fork?;
        Some(Concurrent { functions: &self.functions, fork, chooser: self.chooser? })
    }

    /// What a process is called: by its function, and its number if there are several of that.
    #[must_use]
    pub fn process_name(&self, process: u32) -> String {
        let Some(function) = self.functions.get(process as usize) else { return String::new() };
        let same = |it: &&String| *it == function;
        if self.functions.iter().filter(same).count() == 1 {
            return function.clone();
        }
        let number = self.functions.iter().take(process as usize + 1).filter(same).count();
        format!("{function}#{number}")
    }

    /// A node for people.
    #[must_use]
    pub fn step_report(&self, number: u32, process: Option<u32>) -> Option<PathStep> {
        let node = self.chart.node(number)?;
        let span = self.spans.get((number as usize).checked_sub(1)?)?;
        let text = match node.kind {
            Kind::End => "end".to_owned(),
            _ => first_line(self.program.sources.snippet(*span)),
        };
        let (function, line, labels) = (node.function.clone(), node.line, node.labels.clone());
        let file = (node.file != self.model).then(|| node.file.clone());
        let process = process.map(|it| self.process_name(it));
        Some(PathStep { node: number, process, file, function, line, labels, text })
    }

    /// A path for people.
    #[must_use]
    pub fn path_report(&self, path: &Path) -> PathReport {
        // What belongs together comes together, pointers before what they lead to.
        let mut inputs: Vec<&Value> = path.inputs.iter().collect();
        inputs.sort_by_cached_key(|it| {
            let own = root(&it.name);
            let first = path.inputs.iter().position(|other| root(&other.name) == own);
            (first, path.inputs.iter().filter(|other| leads_to(&other.name, &it.name)).count())
        });
        PathReport {
            steps: (0..)
                .zip(&path.nodes)
                .filter_map(|(at, it)| self.step_report(*it, path.processes.get(at).copied()))
                .collect(),
            condition: path.condition.text(),
            conjuncts: path.condition.conjuncts.clone(),
            notes: path.condition.notes.clone(),
            deadlock: path.is_stuck,
            merged: path.told < path.nodes.len(),
            inputs: inputs
                .into_iter()
                .map(|it| InputReport { name: it.name.clone(), value: it.text.clone() })
                .collect(),
            test: None,
        }
    }

    /// The report about a search.
    #[must_use]
    pub fn report(&self, found: &Found) -> UnitReport {
        let line = |span: Span| self.program.sources.line_column(span).line;
        let mut report = UnitReport::empty(
            &self.model,
            &self.function,
            &self.program.sources,
            &self.diagnostics,
        );
        report.repeat = found.repeat;
        if self.concurrent().is_some() {
            let all = 0..u32::try_from(self.functions.len()).unwrap_or(u32::MAX);
            report.processes = all.map(|it| self.process_name(it)).collect();
        }
        report.paths = found.paths.iter().map(|it| self.path_report(it)).collect();
        report.assumptions = self.probed.notes.clone();
        if let Some(reason) = &found.stopped {
            report.doubts.push(DoubtReport { what: tribunal_report::because(reason), line: None });
        }
        if let Some(summary) = &found.summary {
            report.exhaustive = summary.exhaustive && found.stopped.is_none();
            report.covers_all = summary.covers_all;
            report.cut = summary.cut;
            report.rounds = summary.rounds;
            if !summary.entered {
                report.assumptions.push(
                    "the initial condition never holds: the function is not entered".to_owned(),
                );
            }
            let faults = summary.faults.iter();
            report.faults = faults
                .map(|it| FaultReport { what: it.message.clone(), line: line(it.span) })
                .collect();
            report.faults.sort_by(|a, b| (a.line, &a.what).cmp(&(b.line, &b.what)));
            report.faults.dedup();
            let doubts = summary.doubts.iter();
            report.doubts.extend(
                doubts.map(|(what, span)| DoubtReport { what: what.clone(), line: span.map(line) }),
            );
            let mut seen = Vec::new();
            report.doubts.retain(|it| {
                let is_new = !seen.contains(it);
                seen.push(it.clone());
                is_new
            });
        }
        report
    }
}

/// What a search has found.
#[derive(Debug)]
pub struct Found {
    /// How often nodes may be repeated.
    pub repeat: u32,
    /// The paths, in order.
    pub paths: Vec<Path>,
    /// What is known about others.
    pub summary: Option<Summary>,
    /// Why the search ended early, if it did.
    pub stopped: Option<Reason>,
}

/// Searches for paths, at most so many.
///
/// # Errors
/// If something is not supported.
pub fn find_paths(
    unit: &Unit,
    options: Options,
    most: usize,
    limits: &Limits,
    cancelled: &AtomicBool,
    spectator: &mut dyn Spectator,
) -> Result<Found, String> {
    let mut watch = Watch::start(limits, cancelled, spectator);
    let mut cx = Context::new(limits.budget(), &mut watch);
    let mut paths = Paths::new(unit.subject(), unit.query.clone(), options)?;
    let mut found =
        Found { repeat: options.repeat, paths: Vec::new(), summary: None, stopped: None };
    while found.paths.len() < most {
        match paths.next(&mut cx) {
            Ok(Some(path)) => found.paths.push(path),
            Ok(None) => break,
            Err(reason) => {
                found.stopped = Some(reason);
                break;
            }
        }
    }
    found.summary = paths.summary(&mut cx).ok();
    watch.done();
    Ok(found)
}

fn first_line(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("").trim_end();
    if lines.next().is_some() { format!("{first} …") } else { first.to_owned() }
}
