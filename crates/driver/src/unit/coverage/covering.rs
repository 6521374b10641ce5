//! Paths, and what they pass.

use std::collections::BTreeSet;

use tribunal_engine_symbolic::steps::marked;
use tribunal_exec::{Script, Walk};
use tribunal_unit::Path;

use super::goal::Goal;
use crate::unit::Unit;

/// A path, and what it passes.
pub(super) struct CoveringPath {
    pub(super) path: Path,
    /// Its nodes in the function.
    pub(super) nodes: Vec<u32>,
    /// The expressions that hold at their nodes.
    pub(super) holding: BTreeSet<usize>,
}

/// What a path passes, by the reference semantics.
pub(super) fn covering_path(unit: &Unit, path: Path) -> CoveringPath {
    let own = |it: &&u32| unit.chart.node(**it).is_some_and(|it| it.function == unit.function);
    let nodes: Vec<u32> = path.nodes.iter().filter(own).copied().collect();
    let program = &unit.program;
    let marked = marked(program, unit.marks.node);
    let variables = &unit.marks.atoms;
    let mut holding = BTreeSet::new();
    if !variables.is_empty()
        && let Some(mut walk) = Walk::start(program)
    {
        let mut script = Script::new(&path.choices);
        for edge in &path.edges {
            walk.take(*edge, &mut script);
            let Some(node) = marked.get(edge).and_then(|it| unit.chart.node(*it)) else { continue };
            for (number, variable) in variables.iter().enumerate() {
                let value = walk.state().globals.get(variable);
                let is_here = node.atoms.get(number).copied().unwrap_or(false);
                if is_here && value.is_some_and(|it| *it != tribunal_exec::Value::Scalar(0)) {
                    holding.insert(number);
                }
            }
        }
    }
    CoveringPath { path, nodes, holding }
}

/// Whether a path passes a goal.
pub(super) fn is_passed(goal: &Goal, path: &CoveringPath) -> bool {
    match &goal.decides {
        Some(it) => path.holding.contains(&it.number),
        None if goal.sequence.is_some() => {
            let mut passed = path.path.nodes.iter();
            goal.nodes.iter().all(|node| passed.any(|it| it == node))
        }
        None => path.nodes.windows(goal.nodes.len()).any(|it| it == goal.nodes),
    }
}

/// Drops paths that pass nothing that others do not pass.
pub(super) fn drop_superfluous(goals: &[Goal], paths: &mut Vec<CoveringPath>) {
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
