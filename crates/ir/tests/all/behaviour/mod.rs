//! What holds of a small program, found by building its whole state graph with the reference
//! semantics. Slow and simple.

mod cycles;

use cycles::{Cycles, Node};
use std::collections::{BTreeSet, HashMap};
use tribunal_base::Id;
use tribunal_exec::{Event, State, can_move, evaluate_atom, initial, is_valid_end, successors};
use tribunal_ir::{ExprId, FormulaId, Marks, Program, PropId, PropertyKind};
use tribunal_logic::{AtomId, Linear, StateId, Valuation, automaton, linear};

/// All reachable states.
pub(crate) struct Graph<'a> {
    program: &'a Program,
    states: Vec<State>,
    /// The steps from each state: who moves, and where to.
    steps: Vec<Vec<(Processes, usize)>>,
    /// Who can move in each state.
    able: Vec<Processes>,
    violated: BTreeSet<PropId>,
}

/// A set of processes, by index.
type Processes = u64;

/// The answers to all questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answers {
    violated: BTreeSet<PropId>,
    /// Whether the property of each kind that has one is violated.
    others: Vec<(PropId, Cycles)>,
}

impl Answers {
    /// The answers about some properties.
    pub(crate) fn about(mut self, properties: &[PropId]) -> Self {
        self.violated.retain(|it| properties.contains(it));
        self.others.retain(|(it, _)| properties.contains(it));
        self
    }

    /// Without the answers that count fair runs only.
    pub(crate) fn of_all_runs(mut self) -> Self {
        for (_, cycles) in &mut self.others {
            cycles.fair = cycles.any;
        }
        self
    }
}

impl<'a> Graph<'a> {
    /// The graph, if it has no more than `limit` states and every step comes to an end.
    pub(crate) fn new(program: &'a Program, limit: usize) -> Option<Self> {
        let mut graph = Self {
            program,
            states: vec![initial(program)],
            steps: Vec::new(),
            able: Vec::new(),
            violated: BTreeSet::new(),
        };
        let mut known = HashMap::from([(graph.states[0].clone(), 0)]);
        while graph.steps.len() < graph.states.len() {
            let state = graph.states[graph.steps.len()].clone();
            let mut steps = Vec::new();
            for (step, next, effects) in successors(program, &state).ok()? {
                for event in &effects.events {
                    if let Event::Violation { property, .. } = event {
                        graph.violated.insert(*property);
                    }
                }
                let partner = step.partner.map_or(0, |(partner, _)| 1 << partner);
                let position = *known.entry(next).or_insert_with_key(|next| {
                    graph.states.push(next.clone());
                    graph.states.len() - 1
                });
                steps.push((1 << step.process | partner, position));
            }
            let able = state.indices().filter(|it| can_move(program, &state, *it));
            graph.able.push(able.map(|it| 1 << it).sum());
            graph.steps.push(steps);
            if limit < graph.states.len() {
                return None;
            }
        }
        Some(graph)
    }

    /// How many states there are where the run has not stopped at an error.
    pub(crate) fn len(&self) -> usize {
        self.states.iter().filter(|it| !it.stopped).count()
    }

    pub(crate) fn answers(&self) -> Answers {
        let kinds = self.program.props.iter().map(|(id, property)| (id, property.kind));
        let others = kinds.filter_map(|(id, kind)| {
            let violated = match kind {
                PropertyKind::EndStates => {
                    let violated = (0..self.states.len()).any(|it| self.is_invalid_end(it));
                    Cycles { any: violated, fair: violated }
                }
                PropertyKind::NoAcceptanceCycle => {
                    self.cycles(|_| true, |state| self.is_at(state, |it| it.accept))
                }
                PropertyKind::NoNonProgressCycle => {
                    self.cycles(|state| !self.is_at(state, |it| it.progress), |_| true)
                }
                PropertyKind::Ltl(formula) => self.counterexamples(formula),
                // Edges that violate are in `violated`; other kinds are not compared.
                _ => return None,
            };
            Some((id, violated))
        });
        Answers { violated: self.violated.clone(), others: others.collect() }
    }

    fn is_invalid_end(&self, state: usize) -> bool {
        let state_ = &self.states[state];
        self.steps[state].is_empty() && !state_.stopped && !is_valid_end(self.program, state_)
    }

    fn is_at(&self, state: &State, mark: impl Fn(Marks) -> bool) -> bool {
        state.processes.iter().any(|it| mark(self.program.locs[it.location].marks))
    }

    /// The cycles within the `allowed` states that pass through an `accepting` one.
    fn cycles(
        &self,
        allowed: impl Fn(&State) -> bool,
        accepting: impl Fn(&State) -> bool,
    ) -> Cycles {
        let nodes = self.states.iter().zip(&self.steps).zip(&self.able);
        let nodes = nodes.map(|((state, steps), able)| Node {
            steps: steps.iter().copied().filter(|(_, to)| allowed(&self.states[*to])).collect(),
            able: *able,
            accepting: allowed(state) && accepting(state),
        });
        Cycles::of(&nodes.collect::<Vec<_>>())
    }

    /// The runs that violate a formula: the accepting cycles of the product with the automaton of
    /// its negation, which moves on states where nobody has exclusive control.
    fn counterexamples(&self, formula: FormulaId) -> Cycles {
        let read = linear(self.program, formula).expect("it is about each run by itself");
        let Linear { mut formulas, formula, atoms } = read;
        let negated = formulas.not(formula);
        let automaton = automaton(&mut formulas, negated).expect("the formula is small");
        let mut known = HashMap::from([((0, automaton.initial), 0)]);
        let mut pairs: Vec<(usize, StateId)> = vec![(0, automaton.initial)];
        let mut nodes = Vec::new();
        while nodes.len() < pairs.len() {
            let (position, place) = pairs[nodes.len()];
            let state = &self.states[position];
            let is_seen = state.exclusive.is_none();
            let targets: Vec<StateId> = if is_seen {
                let holds = |it: &(usize, &ExprId)| evaluate_atom(self.program, state, *it.1);
                let valuation: Valuation = atoms
                    .iter()
                    .enumerate()
                    .filter(holds)
                    .map(|it| AtomId::from_index(it.0))
                    .collect();
                let edges = automaton.states[place].edges.iter();
                edges.filter(|it| it.guard.matches(&valuation)).map(|it| it.target).collect()
            } else {
                vec![place]
            };
            // A run that ends stays where it is; one that stops at an error does not count.
            let mut next = self.steps[position].clone();
            if next.is_empty() && !state.stopped {
                next.push((0, position));
            }
            let mut steps = Vec::new();
            for target in targets {
                for (who, to) in &next {
                    let position = *known.entry((*to, target)).or_insert_with(|| {
                        pairs.push((*to, target));
                        pairs.len() - 1
                    });
                    steps.push((*who, position));
                }
            }
            let accepting = is_seen && automaton.states[place].accepting;
            nodes.push(Node { steps, able: self.able[position], accepting });
        }
        Cycles::of(&nodes)
    }
}
