//! The search for a path that passes a goal: loops go round more and more often.
//!
//! Where that takes too long, the engines of `check` are asked for a run to the goal, and the path is the one that this run takes: a table of bits that a loop computes has one way, but
//! the ways there are many.

use std::sync::atomic::AtomicBool;

use tribunal_engine::{Chosen, Context};
use tribunal_engine_symbolic::steps::marked;
use tribunal_exec::{Script, Walk as Execution};
use tribunal_unit::{Kind, Options, Path, Paths, Query, Walk};

use super::goal::{Goal, Moment};
use crate::unit::Unit;
use tribunal_portfolio::limits::{Limits, Watch};

/// No run that is followed has more steps.
const MAX_STEPS: usize = 200_000;
/// Nor more nodes.
const MAX_NODES: usize = 400;
/// How often nodes are repeated at most where many paths go on.
const MAX_REPEAT: u32 = 32;
/// How often where few do: a table that is filled, say.
const MAX_LONE_REPEAT: u32 = 4096;
/// How many are few.
const FEW: usize = 4;

/// Where paths end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At the end of the function.
    Reached,
    /// At the goal.
    Any,
}

/// What a search comes to.
pub(super) enum Searched {
    Found(Box<Path>),
    /// There is no such path: a proof.
    None,
    Open,
}

pub(super) fn search(
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
    let last = last(unit).filter(|_| end == End::Reached);
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

/// The path that a run takes which makes these choices, if it comes to the end of the function.
pub(super) fn followed(
    unit: &Unit,
    choices: &[Chosen],
    limits: &Limits,
    cancelled: &AtomicBool,
) -> Option<Path> {
    let marked = marked(&unit.program, unit.marks.node);
    let mut run = Execution::start(&unit.program)?;
    let mut script = Script::new(choices);
    let mut nodes = Vec::new();
    for _ in 0..MAX_STEPS {
        let Some(edge) = run.next() else { break };
        nodes.extend(marked.get(&edge));
        run.take(edge, &mut script);
    }
    if MAX_NODES < nodes.len() {
        return None;
    }
    let mut spectator = ();
    let mut watch = Watch::start(limits, cancelled, &mut spectator);
    let mut cx = Context::new(limits.budget(), &mut watch);
    let last = last(unit)?;
    let mut walk = Walk::new(unit.subject(), Query::reaching(last)).ok()?;
    for node in nodes {
        if !walk.follow(node, &mut cx).ok()? {
            return None;
        }
        if node == last {
            return walk.path(&mut cx).ok()?;
        }
    }
    None
}

/// The end of the function.
fn last(unit: &Unit) -> Option<u32> {
    unit.chart.numbers().find(|it| {
        unit.chart.node(*it).is_some_and(|it| it.function == unit.function && it.kind == Kind::End)
    })
}
