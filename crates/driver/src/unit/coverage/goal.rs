//! What is to be covered: nodes, steps between nodes, conditions that decide, sequences of places.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_engine_symbolic::steps::marked;
use tribunal_front_c::probe::Rewritten;
use tribunal_ir::{EdgeId, LocId};
use tribunal_unit::{Kind, Wanted};

use super::{CoverageOptions, Criterion};
use crate::unit::Unit;
use crate::unit::decision::{Decision, Value};
use crate::unit::proof::Trap;

/// The variables that remember conditions, up to their numbers.
const REMEMBERED: &str = "__tribunal_remembered_";

/// Something to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// Nodes that follow each other: one for a statement or a condition, two for a branch; for a sequence, with others in between.
    pub(super) nodes: Vec<u32>,
    /// The places of a sequence, as they are written.
    pub(super) sequence: Option<String>,
    /// What must hold at the node of a condition.
    pub(super) decides: Option<Decides>,
}

/// A condition decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decides {
    /// The condition.
    pub(super) text: String,
    /// Its value.
    pub(super) value: Value,
    /// An expression that says so.
    pub(super) expression: String,
    /// The number of the expression.
    pub(super) number: usize,
    /// Whether it says so before the decision or after.
    pub(super) moment: Moment,
}

/// When it is known that a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// At the node of the decision, by asking twice.
    Before,
    /// At all nodes that come then, by what was remembered: the decision has effects, or calls functions.
    After,
}

/// What is to be covered, in the order of nodes.
pub(super) fn goals(unit: &Unit, options: &CoverageOptions) -> Result<Vec<Goal>, String> {
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
pub(super) fn conditions(unit: &Unit) -> (Vec<Goal>, Vec<Rewritten>) {
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

/// The nodes that can follow each node in its function, by the control-flow automaton.
fn followers(unit: &Unit) -> BTreeMap<u32, BTreeSet<u32>> {
    let program = &unit.program;
    let marked = marked(program, unit.marks.node);
    let mut outgoing: BTreeMap<LocId, Vec<EdgeId>> = BTreeMap::new();
    for (id, edge) in program.edges.iter() {
        if !edge.ends_run() {
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

/// What is trapped at the node of a number, where nobody should come by a path that passes a goal.
pub(super) fn trap(goal: &Goal, number: u32) -> Option<Trap> {
    if goal.sequence.is_some() {
        let count = goal.nodes.len();
        let places: Vec<usize> = (0..count).filter(|it| goal.nodes[*it] == number).collect();
        return (!places.is_empty()).then_some(Trap::Passed { places, count });
    }
    if let Some(it) = &goal.decides {
        let is_here = it.moment == Moment::After || goal.nodes == [number];
        return is_here.then_some(Trap::Wanted(Wanted::Expression(it.number)));
    }
    match *goal.nodes.as_slice() {
        [only] if only == number => Some(Trap::Wanted(Wanted::Truth(true))),
        [before, last] if last == number => Some(Trap::After(before)),
        _ => None,
    }
}
