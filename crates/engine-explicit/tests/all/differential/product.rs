//! Infinite runs, naively: the whole product as a graph, then its strongly connected components.

use super::naive::Nothing;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Id;
use tribunal_engine::Fairness;
use tribunal_exec::{
    State, can_move, claim_successors, evaluate_atom, initial, is_claim_end, successors,
};
use tribunal_ir::{ExprId, FormulaId, LocId, Program, PropId, PropertyKind};
use tribunal_logic::{AtomId, Buchi, Linear, StateId, Valuation, automaton, linear};

const MAX_NODES: usize = 600;

/// Whether some fair infinite run violates the property.
pub(crate) fn is_violated(
    program: &Program,
    property: PropId,
    fairness: Fairness,
) -> Result<bool, Nothing> {
    let kind = program.props[property].kind;
    let mut graph = Graph { nodes: Vec::new(), numbers: BTreeMap::new(), steps: Vec::new() };
    let formula = match kind {
        PropertyKind::Ltl(formula) => Some(negated(program, formula)),
        _ => None,
    };
    let first = match (kind, &formula) {
        (PropertyKind::Never(claim), _) => program.procs[claim].entry.index(),
        (_, Some((automaton, _))) => automaton.initial.index(),
        _ => 0,
    };
    graph.number((initial(program), first));
    let mut next = 0;
    while next < graph.nodes.len() {
        if MAX_NODES < graph.nodes.len() {
            return Err(Nothing::Large);
        }
        let (state, at) = graph.nodes[next].clone();
        let targets: Vec<usize> = match (kind, &formula) {
            _ if !state.is_seen() => vec![at],
            (PropertyKind::Never(_), _) => {
                let moves = claim_successors(program, &state, LocId::from_index(at))
                    .map_err(|_| Nothing::Diverges)?;
                if moves.iter().any(|(_, to)| is_claim_end(program, *to)) {
                    return Ok(true);
                }
                moves.into_iter().map(|(_, to)| to.index()).collect()
            }
            (_, Some((automaton, atoms))) => {
                let letter = letter(program, &state, atoms);
                let edges = &automaton.states[StateId::from_index(at)].edges;
                let enabled = edges.iter().filter(|it| it.guard.matches(&letter));
                enabled.map(|it| it.target.index()).collect()
            }
            _ => vec![0],
        };
        let after = successors(program, &state).map_err(|_| Nothing::Diverges)?;
        let stutters = matches!(kind, PropertyKind::Ltl(_) | PropertyKind::Never(_));
        for target in targets {
            if after.is_empty() && stutters {
                graph.step(next, (state.clone(), target), BTreeSet::new());
            }
            for (_, state, effects) in after.iter().filter(|(_, state, _)| !state.stopped) {
                let movers = effects.edges().map(|(process, _)| process).collect();
                graph.step(next, (state.clone(), target), movers);
            }
        }
        next += 1;
    }
    // Nothing is seen inside atomic sequences.
    let marks = |node: &(State, usize)| -> Vec<tribunal_ir::Marks> {
        let seen = node.0.processes.iter().filter(|_| node.0.is_seen());
        seen.map(|it| program.locs[it.location].marks).collect()
    };
    // Nodes that a cycle must avoid are cut out first.
    let allowed: Vec<bool> = graph
        .nodes
        .iter()
        .map(|node| {
            kind != PropertyKind::NoNonProgressCycle || !marks(node).iter().any(|it| it.progress)
        })
        .collect();
    let accepting = |node: &(State, usize)| match (kind, &formula) {
        (PropertyKind::NoAcceptanceCycle, _) => marks(node).iter().any(|it| it.accept),
        (PropertyKind::Never(_), _) => {
            node.0.is_seen() && program.locs[LocId::from_index(node.1)].marks.accept
        }
        (_, Some((automaton, _))) => {
            node.0.is_seen() && automaton.states[StateId::from_index(node.1)].accepting
        }
        _ => node.0.is_seen(),
    };
    Ok(graph.components(&allowed).into_iter().any(|component| {
        let inside: Vec<&(usize, BTreeSet<u32>)> = component
            .iter()
            .flat_map(|&it| &graph.steps[it])
            .filter(|(target, _)| component.contains(target))
            .collect();
        let states = || component.iter().map(|&it| &graph.nodes[it].0);
        let alive = states().map(|it| it.processes.len()).min().unwrap_or(0);
        let is_fair = || {
            (0..u32::try_from(alive).unwrap()).all(|process| {
                inside.iter().any(|(_, movers)| movers.contains(&process))
                    || states().any(|it| !can_move(program, it, process))
            })
        };
        !inside.is_empty()
            && component.iter().any(|&it| accepting(&graph.nodes[it]))
            && (fairness == Fairness::None || is_fair())
    }))
}

/// Whether an expression is true in some state that properties see.
pub(crate) fn is_ever_true(program: &Program, expr: ExprId) -> bool {
    let mut seen = BTreeSet::from([initial(program)]);
    let mut waiting: Vec<State> = seen.iter().cloned().collect();
    while let Some(state) = waiting.pop() {
        if state.is_seen() && evaluate_atom(program, &state, expr) {
            return true;
        }
        for (_, next, _) in successors(program, &state).unwrap_or_default() {
            if !next.stopped && seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    false
}

struct Graph {
    nodes: Vec<(State, usize)>,
    numbers: BTreeMap<(State, usize), usize>,
    /// The targets of each node, and who moves on the way.
    steps: Vec<Vec<(usize, BTreeSet<u32>)>>,
}

impl Graph {
    fn number(&mut self, node: (State, usize)) -> usize {
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        self.nodes.push(node.clone());
        self.steps.push(Vec::new());
        self.numbers.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn step(&mut self, from: usize, to: (State, usize), movers: BTreeSet<u32>) {
        let to = self.number(to);
        self.steps[from].push((to, movers));
    }

    /// The strongly connected components of the allowed nodes: what can be reached forwards and
    /// backwards.
    fn components(&self, allowed: &[bool]) -> Vec<BTreeSet<usize>> {
        let mut backwards = vec![Vec::new(); self.nodes.len()];
        let mut forwards = vec![Vec::new(); self.nodes.len()];
        for (from, steps) in self.steps.iter().enumerate() {
            for &(to, _) in steps.iter().filter(|(to, _)| allowed[from] && allowed[*to]) {
                backwards[to].push(from);
                forwards[from].push(to);
            }
        }
        let mut left: BTreeSet<usize> = (0..self.nodes.len()).filter(|&it| allowed[it]).collect();
        let mut components = Vec::new();
        while let Some(&node) = left.first() {
            let after = reachable(&forwards, node, &left);
            let component: BTreeSet<usize> =
                reachable(&backwards, node, &left).intersection(&after).copied().collect();
            left.retain(|it| !component.contains(it));
            components.push(component);
        }
        components
    }
}

fn reachable(edges: &[Vec<usize>], from: usize, within: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([from]);
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        for &next in edges[node].iter().filter(|it| within.contains(it)) {
            if reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}

fn letter(program: &Program, state: &State, atoms: &[ExprId]) -> Valuation {
    let holds = |(index, &atom): (usize, &ExprId)| {
        evaluate_atom(program, state, atom).then_some(AtomId::from_index(index))
    };
    atoms.iter().enumerate().filter_map(holds).collect()
}

/// The automaton of the negation of a formula, and its atoms.
fn negated(program: &Program, formula: FormulaId) -> (Buchi, Vec<ExprId>) {
    let read = linear(program, formula).expect("it is about each run by itself");
    let Linear { mut formulas, formula, atoms } = read;
    let negated = formulas.not(formula);
    (automaton(&mut formulas, negated).expect("a small formula has a small automaton"), atoms)
}
