//! Coverage: inputs that make a function execute each statement or take each branch, or a proof that none do.
//!
//! The goals are nodes, or pairs of nodes that follow each other in the control-flow automaton where a condition decides between several. For each goal that no path
//! so far passes, the product of flow chart and goal is searched for a path that passes it and comes to the end; loops may go round more and more often. If the search
//! was complete and there is none, the goal is proved to be unreachable; if it was cut, the engines of `check` are asked whether an error can be reached that
//! stands in the place of the goal.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tribunal_engine::Context;
use tribunal_engine_symbolic::steps::marked_edges;
use tribunal_exec::{Script, Walk};
use tribunal_front_c::probe::{self, Rewritten};
use tribunal_ir::{EdgeId, LocId, Scope, Then};
use tribunal_report::unit_coverage::{CoverageReport, GoalReport, GoalState};
use tribunal_unit::{Kind, Options, Path, Paths, Query};

use super::decision::{Decision, Value};
use super::{Extras, Unit, UnitQuestion, prepare_with, proof};
use crate::limits::{Limits, Watch};
use crate::load::Translation;

pub use tribunal_report::unit_coverage::Criterion;

/// The variables that remember conditions, up to their numbers.
const REMEMBERED: &str = "__tribunal_remembered_";
/// How often nodes are repeated at most where many paths go on.
const MAX_REPEAT: u32 = 32;
/// How often where few do: a table that is filled, say.
const MAX_LONE_REPEAT: u32 = 4096;
/// How many are few.
const FEW: usize = 4;

/// Something to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Goal {
    /// Nodes that follow each other: one for a statement or a condition, two for a branch; for a sequence, with others in between.
    nodes: Vec<u32>,
    /// The places of a sequence, as they are written.
    sequence: Option<String>,
    /// What must hold at the node of a condition.
    decides: Option<Decides>,
}

/// A condition decides.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decides {
    /// The condition.
    text: String,
    /// Its value.
    value: Value,
    /// An expression that says so.
    expression: String,
    /// The number of the expression.
    number: usize,
    /// Whether it says so before the decision or after.
    moment: Moment,
}

/// When it is known that a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// At the node of the decision, by asking twice.
    Before,
    /// At all nodes that come then, by what was remembered: the decision has effects, or calls functions.
    After,
}

/// A path, and what it passes.
struct Trip {
    path: Path,
    /// Its nodes in the function.
    nodes: Vec<u32>,
    /// The expressions that hold at their nodes.
    holding: BTreeSet<usize>,
}

/// What coverage is asked for.
#[derive(Clone, Debug)]
pub struct CoverageOptions {
    /// What is to be covered.
    pub criterion: Criterion,
    /// Sequences of places, as in `at(…)`, that are to be passed in order.
    pub sequences: Vec<Vec<String>>,
    /// How often nodes are repeated at first.
    pub repeat: u32,
    /// How long one goal may take.
    pub patience: Duration,
    /// What all goals may spend.
    pub limits: Limits,
}

/// Paths that cover a function.
#[derive(Debug)]
pub struct Covered {
    /// The paths.
    pub paths: Vec<Path>,
    /// What is covered, and what is not.
    pub report: CoverageReport,
}

/// Covers a function, which was prepared by this question.
///
/// # Errors
/// If something is not supported.
pub fn cover_function(
    unit: &Unit,
    translation: &Translation,
    question: &UnitQuestion,
    options: &CoverageOptions,
    cancelled: &AtomicBool,
) -> Result<Covered, String> {
    if options.criterion != Criterion::Mcdc {
        return cover(unit, translation, options, &goals(unit, options)?, cancelled);
    }
    let (goals, rewritten) = conditions(unit);
    let mut atoms = Vec::new();
    for goal in &goals {
        let node = goal.nodes.first().and_then(|it| (*it as usize).checked_sub(1));
        let span = node.and_then(|it| unit.spans.get(it));
        if let (Some(it), Some(span)) = (&goal.decides, span) {
            let only = (it.moment == Moment::Before).then_some(*span);
            atoms.push((it.expression.clone(), only));
        }
    }
    let extras = Extras { atoms, rewritten };
    let probed = prepare_with(&unit.model, translation, question, &extras)
        .map_err(|_| "the conditions cannot be evaluated by themselves".to_owned())?;
    cover(&probed, translation, options, &goals, cancelled)
}

fn cover(
    unit: &Unit,
    translation: &Translation,
    options: &CoverageOptions,
    goals: &[Goal],
    cancelled: &AtomicBool,
) -> Result<Covered, String> {
    let mut states: Vec<Option<GoalState>> = vec![None; goals.len()];
    let mut trips: Vec<Trip> = Vec::new();
    let start = std::time::Instant::now();
    let is_refuted = |goal: &Goal| {
        let is_own = |it: u32| {
            goal.sequence.is_some()
                || unit.chart.node(it).is_some_and(|it| it.function == unit.function)
        };
        let traps = |it: u32| is_own(it).then(|| trap(goal, it)).flatten();
        proof::never(unit, translation, &traps, proof::PATIENCE, cancelled)
    };
    for (number, goal) in goals.iter().enumerate() {
        if trips.iter().any(|it| is_passed(goal, it)) {
            continue;
        }
        let left = options.limits.time.map(|it| it.saturating_sub(start.elapsed()));
        if cancelled.load(Ordering::Relaxed) || left.is_some_and(|it| it.is_zero()) {
            states[number] = Some(GoalState::Open);
            continue;
        }
        let patience = left.map_or(options.patience, |it| it.min(options.patience));
        let limits = Limits { time: Some(patience), ..options.limits };
        match search(unit, goal, End::Reached, options.repeat, &limits, cancelled)? {
            Searched::Found(path) => trips.push(trip(unit, *path)),
            first => {
                let any = match first {
                    // What cannot be passed on the way to the end may be passed otherwise.
                    Searched::None => {
                        search(unit, goal, End::Any, options.repeat, &limits, cancelled)?
                    }
                    other => other,
                };
                states[number] = Some(match any {
                    Searched::Found(_) => GoalState::NoReturn,
                    Searched::None => GoalState::Unreachable,
                    Searched::Open if is_refuted(goal) => GoalState::Unreachable,
                    Searched::Open => GoalState::Open,
                });
            }
        }
    }
    drop_superfluous(goals, &mut trips);
    let report = report(unit, options.criterion, goals, &states, &trips);
    Ok(Covered { paths: trips.into_iter().map(|it| it.path).collect(), report })
}

/// Where paths end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// At the end of the function.
    Reached,
    /// At the goal.
    Any,
}

/// What a search comes to.
enum Searched {
    Found(Box<Path>),
    /// There is no such path: a proof.
    None,
    Open,
}

fn search(
    unit: &Unit,
    goal: &Goal,
    end: End,
    repeat: u32,
    limits: &Limits,
    cancelled: &AtomicBool,
) -> Result<Searched, String> {
    let mut spectator = ();
    let mut watch = Watch::start(limits, cancelled, &mut spectator);
    let mut cx = Context::new(limits.budget(), &mut watch);
    let elsewhere: Vec<u32> = unit
        .chart
        .numbers()
        .filter(|it| unit.chart.node(*it).is_some_and(|it| it.function != unit.function))
        .collect();
    let last = unit.chart.numbers().find(|it| {
        unit.chart.node(*it).is_some_and(|it| it.function == unit.function && it.kind == Kind::End)
    });
    let last = last.filter(|_| end == End::Reached);
    let query = match (&goal.decides, goal.nodes.as_slice()) {
        (Some(it), [node]) => {
            let node = (it.moment == Moment::Before).then_some(*node);
            Query::holding(node, it.number, last)
        }
        _ if goal.sequence.is_some() => {
            let all: Vec<u32> = unit.chart.numbers().collect();
            Query::through(&goal.nodes, &all, last)
        }
        _ => Query::through(&goal.nodes, &elsewhere, last),
    };
    let mut repeat = repeat.max(1);
    let options = Options { repeat, ..Options::default() };
    let mut paths = Paths::new(unit.subject(), query, options)?;
    loop {
        match paths.next(&mut cx) {
            Ok(Some(path)) => return Ok(Searched::Found(Box::new(path))),
            Ok(None) => {}
            Err(_) => return Ok(Searched::Open),
        }
        let Ok(summary) = paths.summary(&mut cx) else { return Ok(Searched::Open) };
        if summary.exhaustive {
            return Ok(Searched::None);
        }
        let most = if summary.cut <= FEW { MAX_LONE_REPEAT } else { MAX_REPEAT };
        if summary.cut == 0 || most <= repeat {
            return Ok(Searched::Open);
        }
        repeat *= 2;
        paths.raise(repeat);
    }
}

/// What is to be covered, in the order of nodes.
fn goals(unit: &Unit, options: &CoverageOptions) -> Result<Vec<Goal>, String> {
    let own = |number: &u32| {
        unit.chart.node(*number).filter(|it| it.function == unit.function).map(|it| it.kind)
    };
    let numbers = unit.chart.numbers();
    Ok(match options.criterion {
        Criterion::Statement => numbers
            .filter(|it| own(it).is_some_and(|it| it != Kind::End))
            .map(|it| Goal { nodes: vec![it], sequence: None, decides: None })
            .collect(),
        Criterion::Branch => {
            let follow = followers(unit);
            let mut found = Vec::new();
            for from in numbers.filter(|it| own(it).is_some()) {
                let after = follow.get(&from).cloned().unwrap_or_default();
                let is_decided = 1 < after.len();
                let pairs = after.into_iter().filter(|_| is_decided);
                let goal = |to: u32| Goal { nodes: vec![from, to], sequence: None, decides: None };
                found.extend(pairs.map(goal));
            }
            found
        }
        Criterion::Mcdc => conditions(unit).0,
        Criterion::Sequence => {
            let all = options.sequences.iter().map(|it| sequence(unit, it));
            all.collect::<Result<Vec<Goal>, String>>()?
        }
    })
}

/// The goal of passing places in order.
fn sequence(unit: &Unit, places: &[String]) -> Result<Goal, String> {
    let node = |name: &String| {
        let (function, place) =
            name.split_once(':').unwrap_or((unit.function.as_str(), name.as_str()));
        let first = unit.chart.place(function, place).into_iter().next();
        first.ok_or_else(|| format!("there is no label or line `{place}` in `{function}`"))
    };
    let nodes = places.iter().map(node).collect::<Result<Vec<u32>, String>>()?;
    Ok(Goal { nodes, sequence: Some(places.join(", ")), decides: None })
}

/// The conditions of all decisions, twice each, and the decisions that must be written otherwise.
fn conditions(unit: &Unit) -> (Vec<Goal>, Vec<Rewritten>) {
    let (mut found, mut rewritten) = (Vec::new(), Vec::new());
    let (mut expressions, mut remembered) = (0, 0);
    for number in unit.chart.numbers() {
        let Some(node) = unit.chart.node(number).filter(|it| it.function == unit.function) else {
            continue;
        };
        let Some(span) = unit.spans.get((number as usize).saturating_sub(1)) else { continue };
        let text = unit.program.sources.snippet(*span);
        let file = unit.program.sources.text(span.file);
        let before = file.get(..span.start as usize).unwrap_or("").trim_end();
        let before = before.strip_suffix('(').unwrap_or(before).trim_end();
        let is_decision = matches!(node.kind, Kind::Branch | Kind::Loop)
            && !before.ends_with("switch")
            && !text.starts_with("for");
        if !is_decision {
            continue;
        }
        let decision = Decision::parse(text);
        let leaves: Vec<String> = decision.leaves().into_iter().map(str::to_owned).collect();
        let (moment, asked) = if decision.is_pure() {
            (Moment::Before, decision)
        } else {
            let numbers = remembered..remembered + leaves.len();
            remembered = numbers.end;
            let variables: Vec<String> = numbers.map(|it| format!("{REMEMBERED}{it}")).collect();
            let (text, asked) = (decision.remembering(&variables), decision.remembered(&variables));
            rewritten.push(Rewritten { span: *span, text, variables });
            (Moment::After, asked)
        };
        for (leaf, text) in leaves.into_iter().enumerate() {
            for value in [Value::True, Value::False] {
                let expression = asked.decides(leaf, value);
                let text = text.clone();
                let decides = Decides { text, value, expression, number: expressions, moment };
                expressions += 1;
                let (nodes, sequence) = (vec![number], None);
                found.push(Goal { nodes, sequence, decides: Some(decides) });
            }
        }
    }
    (found, rewritten)
}

/// What a path passes, by the reference semantics.
fn trip(unit: &Unit, path: Path) -> Trip {
    let own = |it: &&u32| unit.chart.node(**it).is_some_and(|it| it.function == unit.function);
    let nodes: Vec<u32> = path.nodes.iter().filter(own).copied().collect();
    let program = &unit.program;
    let marked = marked_edges(program, &unit.marks.node);
    let variables: Vec<_> = unit
        .marks
        .atoms
        .iter()
        .map(|name| {
            let mut all = program.vars.ids();
            all.find(|it| {
                program.vars[*it].scope == Scope::Global && program.vars[*it].name == *name
            })
        })
        .collect();
    let mut holding = BTreeSet::new();
    if !variables.is_empty()
        && let Some(mut walk) = Walk::start(program)
    {
        let mut script = Script::new(&path.choices);
        for edge in &path.edges {
            walk.take(*edge, &mut script);
            let Some(node) = marked.get(edge).and_then(|it| unit.chart.node(*it)) else { continue };
            for (number, variable) in variables.iter().enumerate() {
                let value = variable.and_then(|it| walk.state().globals.get(&it));
                let is_here = node.atoms.get(number).copied().unwrap_or(false);
                if is_here && value.is_some_and(|it| *it != tribunal_exec::Value::Scalar(0)) {
                    holding.insert(number);
                }
            }
        }
    }
    Trip { path, nodes, holding }
}

/// The nodes that can follow each node in its function, by the control-flow automaton.
fn followers(unit: &Unit) -> BTreeMap<u32, BTreeSet<u32>> {
    let program = &unit.program;
    let marked = marked_edges(program, &unit.marks.node);
    let mut outgoing: BTreeMap<LocId, Vec<EdgeId>> = BTreeMap::new();
    for (id, edge) in program.edges.iter() {
        let stops = edge.violates.as_ref().is_some_and(|it| it.then == Then::Stop);
        if !stops {
            outgoing.entry(edge.from).or_default().push(id);
        }
    }
    let mut all: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for (edge, node) in &marked {
        let mut seen = BTreeSet::new();
        let mut open = vec![program.edges[*edge].to];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            for next in outgoing.get(&at).into_iter().flatten() {
                match marked.get(next) {
                    Some(after) => {
                        all.entry(*node).or_default().insert(*after);
                    }
                    None => open.push(program.edges[*next].to),
                }
            }
        }
    }
    all
}

/// Whether a path passes a goal.
fn is_passed(goal: &Goal, trip: &Trip) -> bool {
    match &goal.decides {
        Some(it) => trip.holding.contains(&it.number),
        None if goal.sequence.is_some() => {
            let mut passed = trip.path.nodes.iter();
            goal.nodes.iter().all(|node| passed.any(|it| it == node))
        }
        None => trip.nodes.windows(goal.nodes.len()).any(|it| it == goal.nodes),
    }
}

/// Drops paths that pass nothing that others do not pass.
fn drop_superfluous(goals: &[Goal], paths: &mut Vec<Trip>) {
    let mut number = 0;
    while number < paths.len() {
        let rest = || paths.iter().enumerate().filter(|it| it.0 != number).map(|it| it.1);
        let is_needed = goals
            .iter()
            .any(|goal| is_passed(goal, &paths[number]) && !rest().any(|it| is_passed(goal, it)));
        if is_needed {
            number += 1;
        } else {
            paths.remove(number);
        }
    }
}

/// What stands at the node of a number where a goal is replaced by an error: a condition, in C.
fn trap(goal: &Goal, number: u32) -> Option<String> {
    if goal.sequence.is_some() {
        // Later places first: a node takes the sequence on by one.
        let stage = proof::STAGE;
        let at = |it: usize| format!("({stage} == {it} ? ({stage} = {}) : 0)", it + 1);
        let places = (0..goal.nodes.len()).rev().filter(|it| goal.nodes[*it] == number);
        let steps: Vec<String> = places.map(at).collect();
        let done = format!("{stage} == {}", goal.nodes.len());
        return (!steps.is_empty()).then(|| format!("{}, {done}", steps.join(", ")));
    }
    if let Some(it) = &goal.decides {
        let is_here = it.moment == Moment::After || goal.nodes == [number];
        return is_here.then(|| format!("{}{}", probe::ATOM, it.number));
    }
    match *goal.nodes.as_slice() {
        [only] if only == number => Some("1".to_owned()),
        [before, last] if last == number => Some(format!("{} == {before}", proof::LAST)),
        _ => None,
    }
}

fn report(
    unit: &Unit,
    criterion: Criterion,
    goals: &[Goal],
    states: &[Option<GoalState>],
    trips: &[Trip],
) -> CoverageReport {
    let mut report = CoverageReport::empty(
        &unit.model,
        &unit.function,
        criterion,
        &unit.program.sources,
        &unit.diagnostics,
    );
    report.tests = trips.iter().map(|it| unit.path_report(&it.path)).collect();
    report.assumptions = unit.probed.notes.clone();
    for (goal, state) in goals.iter().zip(states) {
        let passing: Vec<usize> =
            (1..).zip(trips).filter(|it| is_passed(goal, it.1)).map(|it| it.0).collect();
        let steps: Vec<_> =
            goal.nodes.iter().filter_map(|it| unit.step_report(*it, None)).collect();
        let to = steps.get(1).filter(|_| goal.sequence.is_none());
        let state = match state {
            _ if !passing.is_empty() => GoalState::Covered,
            Some(state) => *state,
            None => GoalState::Open,
        };
        report.goals.push(GoalReport {
            line: steps.first().map_or(0, |it| it.line),
            text: match &goal.decides {
                Some(it) => it.text.clone(),
                None if goal.sequence.is_some() => goal.sequence.clone().unwrap_or_default(),
                None => steps.first().map_or(String::new(), |it| it.text.clone()),
            },
            decides: goal.decides.as_ref().map(|it| it.value == Value::True),
            to: to.map(|it| it.line),
            to_text: to.map(|it| it.text.clone()),
            state,
            tests: passing,
        });
    }
    report
}
