//! Symbolic execution from stop to stop, for those who pick the paths themselves.
//!
//! A program tells where it is by assigning the number of the place to a variable that nobody reads (a *mark*, see [`Marks`]). [`Steps::advance`]
//! goes from a [`Point`] to all marks that come next. What lies between marks is executed as in the rest of this crate: paths that part and meet again before the next
//! mark are merged, so a mark is reached in one state from one point, whatever the number of ways. Marks that the caller does not care for are
//! passed over, which merges whole regions.
//!
//! Points are values: going back is keeping an old one.

mod backward;
mod strands;

use crate::machine::{Chosen, Machine};
use crate::state::State;
use crate::state::value::{Value, to_bits};
use crate::walk::cuts::Uncut;
use crate::walk::{Arrival, Bound, Explorer, Settings};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_base::Span;
use tribunal_engine as engine;
use tribunal_engine::{Context, Progress, Reason};
use tribunal_ir::cfg::CallGraph;
use tribunal_ir::{Action, EdgeId, Expr, IntShape, Origin, Place, ProcId, Program, PropId, VarId};
use tribunal_solver::{Answer, Assignment, Limits, Rules, Solver, Sort, TermId, Terms};

pub use strands::Strand;

/// How a program tells where it is.
#[derive(Clone, Debug)]
pub struct Marks {
    /// The global variable that constants are assigned to.
    pub node: VarId,
    /// Global variables that are assigned before, and tell something about the state at the mark.
    pub atoms: Vec<VarId>,
    /// What inputs are called, by the functions that they come from.
    pub inputs: Vec<(String, String)>,
}

/// A state that has come to a mark, or the start.
#[derive(Clone)]
pub struct Point {
    state: State,
    /// How many of its frames were called by the step that came to the mark: the mark belongs to the function below.
    called: usize,
}

/// What comes next.
#[derive(Clone)]
pub struct Stop {
    /// The state there.
    pub point: Point,
    /// The number of the place.
    pub node: u32,
    /// The atoms there, as Bools.
    pub atoms: Vec<TermId>,
}

/// All that comes next.
#[derive(Default)]
pub struct Advance {
    /// The marks, in the order of the program.
    pub stops: Vec<Stop>,
    /// When the program ends before another mark; Bools.
    pub ends: Vec<TermId>,
    /// When it goes wrong.
    pub faults: Vec<Fault>,
    /// When it is not known what it does: a Bool, why, and where.
    pub unknown: Vec<(TermId, String, Span)>,
}

/// The program goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// When; a Bool.
    pub when: TermId,
    /// The property that is violated.
    pub property: PropId,
    /// The edge that does it.
    pub edge: EdgeId,
}

/// A value that the program has asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'p> {
    /// When; a Bool.
    pub when: TermId,
    /// The value.
    pub term: TermId,
    /// Its shape.
    pub shape: IntShape,
    /// Where it comes from.
    pub origin: Origin<'p>,
}

/// Executes a program from stop to stop.
pub struct Steps<'p> {
    explorer: Explorer<'p, Uncut>,
    /// The variable that tells the place.
    node: VarId,
    marks: BTreeMap<EdgeId, u32>,
    atoms: Vec<VarId>,
    solver: Solver,
    /// Functions that call themselves, directly or not.
    recursive: BTreeSet<ProcId>,
}

/// What a program does between two marks may take this many rounds of a loop that constants do not decide.
const ROUNDS: u32 = 64;
/// A question may cost this many conflicts.
const CONFLICTS: u64 = 200_000;

impl<'p> Steps<'p> {
    /// Gets ready to execute a program; the error says what is not supported.
    pub fn new(program: &'p Program, marks: &Marks) -> Result<Self, String> {
        let bound = Bound { undecided: u32::MAX / 2, decided: u32::MAX / 2 };
        let mut explorer = Explorer::new(program, Settings::plain(bound, Rules::All), Uncut)
            .map_err(|it| format!("{} is not supported", it.0))?;
        explorer.machine.names.extend(marks.inputs.iter().cloned());
        explorer.machine.names.insert(String::new(), "any".to_owned());
        Ok(Self {
            explorer,
            node: marks.node,
            marks: marked(program, marks.node),
            atoms: marks.atoms.clone(),
            solver: Solver::new(),
            recursive: recursive(program),
        })
    }

    /// The number of the place that an edge marks.
    #[must_use]
    pub fn node_of(&self, edge: EdgeId) -> Option<u32> {
        self.marks.get(&edge).copied()
    }

    /// An edge that marks a place.
    #[must_use]
    pub fn edge_of(&self, node: u32) -> Option<EdgeId> {
        self.marks.iter().find(|it| *it.1 == node).map(|it| *it.0)
    }

    /// Whether no run of a function comes to a place twice, and the function never calls itself.
    #[must_use]
    pub fn is_acyclic(&self, node: u32) -> bool {
        let program = self.explorer.machine.program;
        self.marks.iter().filter(|it| *it.1 == node).all(|(edge, _)| {
            let from = program.edges[*edge].from;
            !self.explorer.is_in_loop(from) && !self.recursive.contains(&program.locs[from].process)
        })
    }

    /// The start of the program; only once.
    ///
    /// # Panics
    /// If it has been asked for before.
    pub fn start(&mut self) -> Point {
        let first = self.explorer.next();
        match first {
            Some(Arrival::Ready(state) | Arrival::Unchecked(state)) => Point { state, called: 0 },
            None => panic!("the start should be asked for once"),
        }
    }

    /// Goes to all marks that come next, but those that are passed over.
    pub fn advance(
        &mut self,
        from: &Point,
        is_passed_over: &dyn Fn(u32) -> bool,
        cx: &mut Context<'_>,
    ) -> Result<Advance, Reason> {
        let stops = self.marks.iter().filter(|it| !is_passed_over(*it.1));
        self.explorer.stops.at = stops.map(|it| *it.0).collect();
        let gaps = self.explorer.machine.gaps.len();
        let violations = self.explorer.machine.violations.len();
        self.explorer.enqueue(from.state.clone());
        let mut rounds: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut advance = Advance::default();
        let mut last = true;
        while let Some(arrival) = self.explorer.next() {
            cx.tick(Progress::default)?;
            let state = match arrival {
                Arrival::Ready(state) => state,
                Arrival::Unchecked(state) => {
                    let when = self.explorer.machine.guards.all(state.guard);
                    let loops = &state.key[..state.key.len().saturating_sub(2)];
                    let round = rounds.entry(loops.to_vec()).or_default();
                    *round += 1;
                    if ROUNDS < *round {
                        let span = self.explorer.machine.program.locs[state.top().loc].span;
                        advance.unknown.push((
                            when,
                            "a loop that goes on for long".to_owned(),
                            span,
                        ));
                        continue;
                    }
                    if !last && self.is_possible(&[when], cx)? == Answer::Unsat {
                        continue;
                    }
                    state
                }
            };
            last = false;
            self.explorer.execute(state);
        }
        let machine = &mut self.explorer.machine;
        for gap in &machine.gaps[gaps..] {
            advance.unknown.push((gap.when, gap.what.to_owned(), gap.span));
        }
        for violation in &machine.violations[violations..] {
            let (when, property) = (violation.when, violation.property);
            let Some(edge) = violation.edge else { continue };
            if Some(property) == machine.program.boundary {
                let edge = &machine.program.edges[edge];
                let what = edge.violates.as_ref().map_or(String::new(), |it| it.message.clone());
                advance.unknown.push((when, what, edge.span));
            } else {
                advance.faults.push(Fault { when, property, edge });
            }
        }
        advance.ends = std::mem::take(&mut self.explorer.stops.ended);
        let reached = std::mem::take(&mut self.explorer.stops.reached);
        advance.stops = self.gather(reached);
        Ok(advance)
    }

    /// The states of each mark as one.
    fn gather(&mut self, reached: Vec<(EdgeId, State)>) -> Vec<Stop> {
        let mut places: BTreeMap<(Vec<u32>, EdgeId), Vec<State>> = BTreeMap::new();
        for (edge, state) in reached {
            places.entry((state.position(), edge)).or_default().push(state);
        }
        let mut stops = Vec::new();
        for ((_, edge), states) in places {
            let Some(mut state) = self.explorer.machine.merge(states) else { continue };
            // A path that repeats itself is another path.
            for entry in state.frames.iter_mut().flat_map(|it| &mut it.loops) {
                entry.earlier = None;
            }
            let Some(&node) = self.marks.get(&edge) else { continue };
            let atoms = self.atoms.clone().into_iter().map(|it| self.atom(&state, it)).collect();
            let actions = &self.explorer.machine.program.edges[edge].actions;
            let called = actions.iter().filter(|it| matches!(it, Action::Call { .. })).count();
            stops.push(Stop { point: Point { state, called }, node, atoms });
        }
        stops
    }

    /// Whether a global variable is not zero.
    fn atom(&mut self, state: &State, var: VarId) -> TermId {
        let machine = &mut self.explorer.machine;
        match state.globals.get(machine.layout.slot(var)) {
            Some(Value::Term(term)) => {
                let bits = to_bits(&mut machine.terms, *term);
                machine.terms.is_nonzero(bits)
            }
            Some(Value::Pointer(_)) | None => machine.terms.truth(false),
        }
    }

    pub(crate) fn machine(&mut self) -> &mut Machine<'p> {
        &mut self.explorer.machine
    }

    /// The terms.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.explorer.machine.terms
    }

    /// When a point is reached; a Bool.
    #[must_use]
    pub fn condition(&self, point: &Point) -> TermId {
        self.explorer.machine.guards.all(point.state.guard)
    }

    /// The point, where something more holds; a Bool.
    pub fn assume(&mut self, point: &mut Point, holds: TermId) {
        let machine = &mut self.explorer.machine;
        point.state.guard = machine.guards.and(&mut machine.terms, point.state.guard, holds);
    }

    /// Whether some values make all of these Bools true.
    pub fn is_possible(&mut self, all: &[TermId], cx: &mut Context<'_>) -> Result<Answer, Reason> {
        self.ask(all, Some(CONFLICTS), cx)
    }

    /// The same with less patience.
    pub fn is_possible_quickly(
        &mut self,
        all: &[TermId],
        cx: &mut Context<'_>,
    ) -> Result<Answer, Reason> {
        self.ask(all, Some(CONFLICTS / 20), cx)
    }

    fn ask(
        &mut self,
        all: &[TermId],
        conflicts: Option<u64>,
        cx: &mut Context<'_>,
    ) -> Result<Answer, Reason> {
        let terms = &mut self.explorer.machine.terms;
        if all.iter().any(|it| terms.as_bool(*it) == Some(false)) {
            return Ok(Answer::Unsat);
        }
        let mut stopped = None;
        let mut interrupt = || match cx.report(&Progress::default()) {
            Ok(()) => false,
            Err(reason) => {
                stopped = Some(reason);
                true
            }
        };
        let limits = Limits { conflicts, interrupt: Some(&mut interrupt), ..Limits::default() };
        let answer = self.solver.check_within(terms, all, limits);
        stopped.map_or(Ok(answer), Err)
    }

    /// A Bool where comparisons of floats are variables whose names are what they are in C.
    pub fn with_float_names(&mut self, term: TermId) -> TermId {
        let machine = &mut self.explorer.machine;
        let inside: BTreeSet<TermId> = machine.terms.subterms(&[term]).into_iter().collect();
        let mut names = rustc_hash::FxHashMap::default();
        for (comparison, text) in &machine.float_texts {
            let is_comparison = machine.terms.sort(*comparison) == Sort::Bool;
            if is_comparison && inside.contains(comparison) {
                names.insert(*comparison, machine.terms.variable(text, Sort::Bool));
            }
        }
        if names.is_empty() { term } else { machine.terms.substitute(term, &names) }
    }

    /// Values that make the last question true; after [`Answer::Sat`].
    pub fn model(&mut self) -> Assignment {
        self.solver.model(&self.explorer.machine.terms).clone()
    }

    /// What the program has asked for so far on any path, in order.
    pub fn asked(&self) -> impl Iterator<Item = Asked<'p>> + '_ {
        let program = self.explorer.machine.program;
        self.explorer.machine.choices.iter().filter_map(move |it| match (it.what, it.place) {
            (Chosen::Value(term, shape), Some(place)) => {
                Some(Asked { when: it.when, term, shape, origin: program.origin(place) })
            }
            _ => None,
        })
    }

    /// What must be chosen for a run of these values, in order.
    pub fn choices(&self, model: &mut Assignment) -> Vec<engine::Chosen> {
        crate::walk::witness::choices(&self.explorer.machine, model)
    }
}

impl Point {
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Which call of a function it is in: different for different calls.
    #[must_use]
    pub fn call(&self) -> &[u32] {
        let frame = self.state.frames.iter().rev().nth(self.called);
        &self.state.key[..frame.map_or(0, |it| it.start)]
    }

    /// How many other calls of its function are active.
    #[must_use]
    pub fn recursion(&self) -> usize {
        let mut frames = self.state.frames.iter().rev().skip(self.called);
        let own = frames.next().map(|it| it.process);
        frames.filter(|it| Some(it.process) == own).count()
    }
}

/// The functions that call themselves, directly or not.
fn recursive(program: &Program) -> BTreeSet<ProcId> {
    let calls = CallGraph::of(program);
    program.procs.ids().filter(|it| calls.is_recursive(*it)).collect()
}

/// The edges of a program that mark places by a variable: they assign it a constant.
#[must_use]
pub fn marked(program: &Program, var: VarId) -> BTreeMap<EdgeId, u32> {
    let node = |action: &Action| match action {
        Action::Assign { place, value } if program.places[*place] == Place::Var(var) => {
            match program.exprs[*value] {
                Expr::Const { value, .. } => u32::try_from(value).ok(),
                _ => None,
            }
        }
        _ => None,
    };
    let edges = program.edges.iter();
    edges.filter_map(|(id, edge)| Some((id, edge.actions.iter().find_map(node)?))).collect()
}
