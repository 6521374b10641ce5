//! Coverage: inputs that make a function execute each statement or take each branch, or a proof that none do.
//!
//! The goals are nodes, or pairs of nodes that follow each other in the control-flow automaton where a condition decides between several. For each goal that no path
//! so far passes, the product of flow chart and goal is searched for a path that passes it and comes to the end; loops may go round more and more often. If the search
//! was complete and there is none, the goal is proved to be unreachable; if it was cut, the engines of `check` are asked whether an error can be reached that
//! stands in the place of the goal: if not, that is a proof too, and if so, the run to it shows a path.

mod covering;
mod goal;
mod search;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tribunal_front_c::probe;
use tribunal_report::unit_coverage::{CoverageReport, GoalReport, GoalState};
use tribunal_unit::Path;

use super::decision::Value;
use super::proof::Asked;
use super::{Extras, Unit, UnitQuestion, prepare_with, proof};
use crate::translation::Translation;
use tribunal_portfolio::limits::Limits;

use covering::{CoveringPath, covering_path, drop_superfluous, is_passed};
use goal::{Goal, Moment, conditions, goals, trap};
use search::{End, Searched, followed, search};

pub use tribunal_report::unit_coverage::Criterion;

/// How long a goal is searched for before the engines are asked for the first time.
const IMPATIENCE: Duration = Duration::from_secs(2);

/// What coverage is asked for.
#[derive(Clone, Debug)]
pub struct CoverageOptions {
    /// What is to be covered.
    pub criterion: Criterion,
    /// Sequences of places, as in `at(…)`, that are to be passed in order.
    pub sequences: Vec<Vec<String>>,
    /// How often nodes are repeated at first.
    pub repeat: u32,
    /// How many elements there are where pointers point if those of the question are too few to cover everything.
    pub more_elements: Option<u32>,
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
    /// The function with more elements where pointers point, if the paths are those of that one.
    pub larger: Option<Box<Unit>>,
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
    let start = Instant::now();
    let mut first = cover_prepared(unit, translation, question, options, cancelled)?;
    let has_few = unit.probed.notes.iter().any(|it| it.starts_with(probe::FEW_ELEMENTS));
    let covered = |it: &Covered| it.report.count(GoalState::Covered);
    let Some(elements) = options.more_elements.filter(|it| {
        question.elements < *it && has_few && covered(&first) < first.report.goals.len()
    }) else {
        return Ok(first);
    };
    let question = UnitQuestion { elements, ..question.clone() };
    let time = options.limits.time.map(|it| it.saturating_sub(start.elapsed()));
    let options = CoverageOptions { limits: Limits { time, ..options.limits }, ..options.clone() };
    let Ok(larger) = prepare_with(&unit.model, translation, &question, &Extras::default()) else {
        return Ok(first);
    };
    let second = cover_prepared(&larger, translation, &question, &options, cancelled)?;
    if covered(&first) < covered(&second) {
        return Ok(Covered { larger: Some(Box::new(larger)), ..second });
    }
    // What only few elements make unreachable is not.
    for (goal, same) in first.report.goals.iter_mut().zip(&second.report.goals) {
        if goal.state == GoalState::Unreachable && same.state != GoalState::Unreachable {
            goal.state = GoalState::Open;
        }
    }
    Ok(first)
}

fn cover_prepared(
    unit: &Unit,
    translation: &Translation,
    question: &UnitQuestion,
    options: &CoverageOptions,
    cancelled: &AtomicBool,
) -> Result<Covered, String> {
    if options.criterion != Criterion::Mcdc {
        return cover(unit, options, &goals(unit, options)?, cancelled);
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
    cover(&probed, options, &goals, cancelled)
}

fn cover(
    unit: &Unit,
    options: &CoverageOptions,
    goals: &[Goal],
    cancelled: &AtomicBool,
) -> Result<Covered, String> {
    let mut states: Vec<Option<GoalState>> = vec![None; goals.len()];
    let mut covering: Vec<CoveringPath> = Vec::new();
    let start = Instant::now();
    for (number, goal) in goals.iter().enumerate() {
        if covering.iter().any(|it| is_passed(goal, it)) {
            continue;
        }
        let left = options.limits.time.map(|it| it.saturating_sub(start.elapsed()));
        if cancelled.load(Ordering::Relaxed) || left.is_some_and(|it| it.is_zero()) {
            states[number] = Some(GoalState::Open);
            continue;
        }
        let patience = left.map_or(options.patience, |it| it.min(options.patience));
        let limits = Limits { time: Some(patience), ..options.limits };
        match settle(unit, goal, (options.repeat, &limits), cancelled)? {
            Settled::Covered(path) => covering.push(*path),
            Settled::Not(state) => states[number] = Some(state),
        }
    }
    drop_superfluous(goals, &mut covering);
    let report = report(unit, options.criterion, goals, &states, &covering);
    Ok(Covered { paths: covering.into_iter().map(|it| it.path).collect(), report, larger: None })
}

/// What becomes of a goal.
enum Settled {
    Covered(Box<CoveringPath>),
    Not(GoalState),
}

/// Looks for a path that passes a goal, or a proof that there is none.
fn settle(
    unit: &Unit,
    goal: &Goal,
    (repeat, limits): (u32, &Limits),
    cancelled: &AtomicBool,
) -> Result<Settled, String> {
    let start = Instant::now();
    let patience = limits.time.map_or(IMPATIENCE, |it| it.min(IMPATIENCE));
    let hasty = Limits { time: Some(patience), ..*limits };
    let is_own = |it: u32| {
        goal.sequence.is_some()
            || unit.chart.node(it).is_some_and(|it| it.function == unit.function)
    };
    let traps = |it: u32| is_own(it).then(|| trap(goal, it)).flatten();
    let ask = || proof::ask(unit, &traps, proof::PATIENCE, cancelled);
    let mut searched = search(unit, goal, End::Reached, repeat, &hasty, cancelled)?;
    let mut asked = None;
    if matches!(searched, Searched::Open) {
        let answer = asked.insert(ask());
        if let Asked::Run(choices) = answer {
            let path = followed(unit, choices, limits, cancelled);
            let path = path.map(|it| covering_path(unit, it)).filter(|it| is_passed(goal, it));
            if let Some(path) = path {
                return Ok(Settled::Covered(Box::new(path)));
            }
        }
        let left = limits.time.map(|it| it.saturating_sub(start.elapsed()));
        if *answer != Asked::Never && left.is_none_or(|it| IMPATIENCE < it) {
            let limits = Limits { time: left, ..*limits };
            searched = search(unit, goal, End::Reached, repeat, &limits, cancelled)?;
        }
    }
    let any = match searched {
        Searched::Found(path) => return Ok(Settled::Covered(Box::new(covering_path(unit, *path)))),
        // What cannot be passed on the way to the end may be passed otherwise.
        Searched::None => search(unit, goal, End::Any, repeat, limits, cancelled)?,
        Searched::Open => Searched::Open,
    };
    let state = match any {
        Searched::Found(_) => GoalState::NoReturn,
        Searched::None => GoalState::Unreachable,
        Searched::Open if asked.unwrap_or_else(ask) == Asked::Never => GoalState::Unreachable,
        Searched::Open => GoalState::Open,
    };
    // Where a decision calls the function itself, nodes of that call come between it and what follows: that is no proof about them.
    let is_simple = goal.decides.is_none() && (goal.nodes.len() == 1 || goal.sequence.is_some());
    let is_hidden = unit.probed.is_recursive && !is_simple && state == GoalState::Unreachable;
    Ok(Settled::Not(if is_hidden { GoalState::Open } else { state }))
}

fn report(
    unit: &Unit,
    criterion: Criterion,
    goals: &[Goal],
    states: &[Option<GoalState>],
    covering: &[CoveringPath],
) -> CoverageReport {
    let mut report = CoverageReport::empty(
        &unit.model,
        &unit.function,
        criterion,
        &unit.program.sources,
        &unit.diagnostics,
    );
    report.tests = covering.iter().map(|it| unit.path_report(&it.path)).collect();
    report.assumptions = unit.probed.notes.clone();
    for (goal, state) in goals.iter().zip(states) {
        let passing: Vec<usize> =
            (1..).zip(covering).filter(|it| is_passed(goal, it.1)).map(|it| it.0).collect();
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
