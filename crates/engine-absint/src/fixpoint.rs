//! The fixpoint: abstract states for all locations, of all calls.
//!
//! A function is analysed anew for each chain of calls that leads to it, as if its body stood there, as long as there are not too many; then, and for recursive calls,
//! once for all of its callers. Loops are iterated to their end one by one, inner ones first (F. Bourdoncle, 1993, the recursive strategy): at their heads states are
//! joined a few times, then widened, and made smaller again at the end.

pub(crate) mod graph;
pub(crate) mod pulse;
pub(crate) mod summary;

use crate::fixpoint::graph::Graph;
use crate::fixpoint::pulse::Pulse;
use crate::fixpoint::summary::Summaries;
use crate::settings::{Rounds, Settings, Widening};
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::shared::Shared;
use crate::state::value::Value;
use crate::transfer::init::{enter, initial};
use crate::transfer::step::{Stepper, may_block};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tribunal_base::graph::Element;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::{Lattice as _, Thresholds};
use tribunal_engine::Reason;
use tribunal_ir::{
    Action, Control, EdgeId, Guard, LocId, PlaceId, ProcId, ProcessKind, Scheduling,
};

/// After so many widenings the constants of the program are no stops any more, only the limits of types.
const STOPS: u32 = 8;
/// How often what a function is called with may grow, if it calls itself.
const DESCENTS: u32 = 16;
/// How many calls may be nested.
const CALLS: usize = 2_000;

/// The analysis of a function for one chain of calls, or for all that have no other.
pub(crate) struct Instance {
    pub(crate) process: ProcId,
    /// Whether there is one call alone that leads here.
    is_exclusive: bool,
    entry: Option<State>,
    /// What is known at each location; `None` where no run comes.
    pub(crate) states: Vec<Option<State>>,
    exit: Option<Exit>,
    /// What was known of other functions when it was analysed.
    epoch: Option<u64>,
    is_running: bool,
    /// Whether it has ever been called while the function was running.
    is_recursive: bool,
    /// How often the entry has grown.
    growth: u32,
}

/// What is known when a function returns: its state, without local variables, and its value.
#[derive(Clone)]
struct Exit {
    state: State,
    value: Option<Value>,
}

/// An analysis.
pub(crate) struct Analysis<'a> {
    pub(crate) layout: &'a Layout<'a>,
    settings: Settings,
    pulse: Pulse,
    pub(crate) instances: Vec<Instance>,
    graphs: Vec<Option<Rc<Graph>>>,
    /// The instances of single chains of calls, by the caller and its edge.
    chains: FxHashMap<(usize, EdgeId), usize>,
    /// The instances for all other calls.
    common: Vec<Option<usize>>,
    pub(crate) shared: Option<Shared>,
    /// With what processes may be started.
    starts: Vec<Option<State>>,
    has_new_start: bool,
    /// Counts what was learned about functions and variables that others rely on.
    epoch: u64,
    /// What functions may change, once that matters.
    summaries: Option<Summaries>,
    stack: Vec<ProcId>,
    inlined: usize,
    /// Whether a loop is being made smaller.
    is_narrowing: bool,
    /// What was known at the heads of loops, round by round, if that is kept; the rounds of each loop are counted from 1.
    pub(crate) rounds: Vec<(LocId, u32, State)>,
}

type Result<T> = std::result::Result<T, Reason>;

impl<'a> Analysis<'a> {
    pub(crate) fn new(layout: &'a Layout<'a>, settings: Settings, pulse: Pulse) -> Self {
        let count = layout.program.procs.len();
        Self {
            layout,
            settings,
            pulse,
            instances: Vec::new(),
            graphs: vec![None; count],
            chains: FxHashMap::default(),
            common: vec![None; count],
            shared: None,
            starts: vec![None; count],
            has_new_start: false,
            epoch: 0,
            summaries: None,
            stack: Vec::new(),
            inlined: 0,
            is_narrowing: false,
            rounds: Vec::new(),
        }
    }

    /// How many edges were followed.
    pub(crate) fn steps(&self) -> u64 {
        self.pulse.steps
    }

    /// Analyses all processes, until none of them has news for the others.
    pub(crate) fn run(&mut self) -> Result<()> {
        let program = self.layout.program;
        let initial = initial(self.layout);
        self.shared = Shared::new(self.layout, &initial);
        for (id, process) in program.procs.iter() {
            if process.kind == ProcessKind::Ordinary && process.active > 0 {
                self.start(id, &initial, &[]);
            }
        }
        let mut roots: Vec<Option<usize>> = vec![None; program.procs.len()];
        loop {
            self.epoch += 1;
            self.has_new_start = false;
            for process in program.procs.ids() {
                let Some(entry) = self.starts[process.index()].clone() else { continue };
                let root = match roots[process.index()] {
                    Some(root) => root,
                    None => self.instance(process, true),
                };
                roots[process.index()] = Some(root);
                self.instances[root].entry = Some(entry);
                self.analyse(root)?;
            }
            let is_changed = self.shared.as_mut().is_some_and(Shared::take_changed);
            if !is_changed && !self.has_new_start {
                return Ok(());
            }
        }
    }

    /// A process may be started with these arguments.
    fn start(&mut self, process: ProcId, state: &State, args: &[Value]) {
        let mut entry = State { locals: State::default().locals, relation: None, ..state.clone() };
        let layout = self.layout;
        enter(&mut self.stepper(), &mut entry, process, args);
        if let Some(shared) = &self.shared {
            shared.release(layout, &mut entry, process);
        }
        let known = &mut self.starts[process.index()];
        match known {
            Some(old) if entry.le(layout, old) => return,
            Some(old) => {
                *known = Some(old.widen(layout, &old.join(layout, &entry), &Thresholds::none()))
            }
            None => *known = Some(entry),
        }
        self.has_new_start = true;
    }

    fn stepper(&mut self) -> Stepper<'a, '_> {
        Stepper { layout: self.layout, shared: self.shared.as_mut() }
    }

    pub(crate) fn graph(&mut self, process: ProcId) -> Rc<Graph> {
        let layout = self.layout;
        let graph = &mut self.graphs[process.index()];
        graph.get_or_insert_with(|| Rc::new(Graph::new(layout, process))).clone()
    }

    fn instance(&mut self, process: ProcId, is_exclusive: bool) -> usize {
        let graph = self.graph(process);
        self.pulse.states += graph.locations.len() as u64;
        self.instances.push(Instance {
            process,
            is_exclusive,
            entry: None,
            states: vec![None; graph.locations.len()],
            exit: None,
            epoch: None,
            is_running: false,
            is_recursive: false,
            growth: 0,
        });
        self.instances.len() - 1
    }

    /// Analyses an instance from its entry on.
    fn analyse(&mut self, id: usize) -> Result<()> {
        let process = self.instances[id].process;
        let graph = self.graph(process);
        self.stack.push(process);
        if CALLS < self.stack.len() {
            let what = format!("calls nested more than {CALLS} deep");
            return Err(Reason::Unsupported { what, span: None });
        }
        let was_narrowing = std::mem::replace(&mut self.is_narrowing, false);
        for round in 1.. {
            let instance = &mut self.instances[id];
            instance.is_running = true;
            instance.states.iter_mut().for_each(|it| *it = None);
            let growth = instance.growth;
            self.elements(id, &graph, &graph.order)?;
            let exit = self.exit(id, &graph)?;
            let layout = self.layout;
            let instance = &mut self.instances[id];
            instance.is_running = false;
            if !instance.is_recursive {
                instance.exit = exit;
                break;
            }
            // Calls of itself relied on what was known: again, if that was not all.
            let is_stable = instance.growth == growth
                && match (&exit, &instance.exit) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(new), Some(old)) => new.le(layout, old),
                };
            if is_stable {
                instance.exit = exit;
                break;
            }
            instance.exit = match (instance.exit.take(), exit) {
                (Some(old), Some(new)) => Some(old.widen(layout, &new, &descending(round))),
                (old, new) => new.or(old),
            };
            self.epoch += 1;
        }
        self.instances[id].epoch = Some(self.epoch);
        self.is_narrowing = was_narrowing;
        self.stack.pop();
        Ok(())
    }

    /// What is known when an instance returns.
    fn exit(&mut self, id: usize, graph: &Graph) -> Result<Option<Exit>> {
        let mut all: Option<Exit> = None;
        for &edge in &graph.returns {
            let from = self.layout.position(self.layout.program.edges[edge].from);
            let Some(state) = self.instances[id].states[from].clone() else { continue };
            let Some((mut state, rest)) = self.begin(edge, &state)? else { continue };
            let value = match rest {
                Some(Action::Return { value: Some(value) }) => {
                    Some(self.stepper().view(&state).value(*value))
                }
                _ => None,
            };
            (state.locals, state.relation) = (State::default().locals, None);
            let exit = Exit { state, value };
            all = Some(match all {
                None => exit,
                Some(other) => other.join(self.layout, &exit),
            });
        }
        Ok(all)
    }

    fn elements(&mut self, id: usize, graph: &Graph, elements: &[Element]) -> Result<()> {
        for element in elements {
            match element {
                Element::Vertex(vertex) => {
                    let state = self.arrive(id, graph, *vertex, |_| true)?;
                    self.instances[id].states[*vertex] = state;
                }
                Element::Component { head, body, members } => {
                    self.component(id, graph, *head, body, members)?;
                }
            }
        }
        Ok(())
    }

    /// Iterates a loop until nothing new comes up, then makes what is known at its head smaller.
    fn component(
        &mut self,
        id: usize,
        graph: &Graph,
        head: usize,
        body: &[Element],
        members: &[usize],
    ) -> Result<()> {
        let layout = self.layout;
        let is_inside = |from: usize| members.binary_search(&from).is_ok();
        members.iter().for_each(|it| self.instances[id].states[*it] = None);
        // A loop may be entered elsewhere, too: nothing at its head does not mean that it is not entered.
        let first = self.arrive(id, graph, head, |from| !is_inside(from))?;
        let mut state = first.clone();
        let (thresholds, last) = match self.settings.widening {
            Widening::Thresholds => (graph.thresholds.get(&head), Thresholds::none()),
            Widening::Plain => (None, Thresholds::plain()),
        };
        let mut rounds: u32 = 0;
        let mut reached = loop {
            if let (Rounds::All, Some(state)) = (self.settings.rounds, &state) {
                self.rounds.push((graph.locations[head], rounds + 1, state.clone()));
            }
            let reached = self.iterate(id, graph, (head, body), &state, &first, is_inside)?;
            if is_below(layout, &reached, &state) {
                break reached;
            }
            state = match (&state, &reached) {
                (Some(old), Some(new)) => {
                    let joined = old.join(layout, new);
                    rounds += 1;
                    Some(match (rounds.checked_sub(self.settings.delay), thresholds) {
                        (None | Some(0), _) => joined,
                        (Some(count), Some(stops)) if count <= STOPS => {
                            old.widen(layout, &joined, stops)
                        }
                        _ => old.widen(layout, &joined, &last),
                    })
                }
                (_, new) => new.clone(),
            };
        };
        let was_narrowing = std::mem::replace(&mut self.is_narrowing, true);
        for _ in 0..self.settings.narrowing {
            if is_below(layout, &state, &reached) {
                break;
            }
            state = reached;
            reached = self.iterate(id, graph, (head, body), &state, &first, is_inside)?;
        }
        self.is_narrowing = was_narrowing;
        Ok(())
    }

    /// Goes through a loop once, with a state at its head; what is known there then.
    fn iterate(
        &mut self,
        id: usize,
        graph: &Graph,
        (head, body): (usize, &[Element]),
        state: &Option<State>,
        first: &Option<State>,
        is_inside: impl Fn(usize) -> bool,
    ) -> Result<Option<State>> {
        self.instances[id].states[head] = state.clone();
        self.elements(id, graph, body)?;
        let back = self.come(id, graph, head, is_inside)?;
        Ok(either(self.layout, back, first.clone()))
    }

    /// What is known at a location: what its edges bring there, and what a call does.
    fn arrive(
        &mut self,
        id: usize,
        graph: &Graph,
        vertex: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<State>> {
        let come = self.come(id, graph, vertex, is_wanted)?;
        let entry = self.instances[id].entry.as_ref().filter(|_| vertex == graph.entry);
        Ok(either(self.layout, come, entry.cloned()))
    }

    fn come(
        &mut self,
        id: usize,
        graph: &Graph,
        vertex: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Option<State>> {
        let mut all: Option<State> = None;
        for &edge in &graph.into[vertex] {
            let from = self.layout.position(self.layout.program.edges[edge].from);
            let Some(state) = self.instances[id].states[from].clone().filter(|_| is_wanted(from))
            else {
                continue;
            };
            let Some(state) = self.pass(id, edge, &state)? else { continue };
            all = either(self.layout, all, Some(state));
        }
        Ok(all)
    }

    /// Does all of an edge but a call or return at its end, which is given back.
    fn begin(
        &mut self,
        edge: EdgeId,
        state: &State,
    ) -> Result<Option<(State, Option<&'a Action>)>> {
        self.pulse.beat()?;
        let layout = self.layout;
        let id = edge;
        let edge = &layout.program.edges[id];
        let process = layout.process(edge.from);
        let Some(mut state) = self.stepper().enabled(state, id) else { return Ok(None) };
        if edge.ends_run() {
            return Ok(None);
        }
        let (last, mut actions) = match edge.actions.split_last() {
            Some((last @ (Action::Call { .. } | Action::Return { .. }), rest)) => {
                (Some(last), rest)
            }
            _ => (None, &edge.actions[..]),
        };
        if let (Some(Action::Receive { .. }), Some(shared)) = (actions.first(), &self.shared) {
            // At a rendezvous, the actions of the sender come first.
            shared.release(layout, &mut state, process);
        }
        if let [Action::Send { .. }, rest @ ..] = actions {
            actions = rest;
        }
        for action in actions {
            if let Action::Spawn { process, args, .. } = action {
                let args: Vec<Value> = {
                    let stepper = self.stepper();
                    args.iter().map(|it| stepper.view(&state).value(*it)).collect()
                };
                self.start(*process, &state, &args);
            }
            self.stepper().perform(&mut state, action);
        }
        if let Some(shared) = &self.shared
            && self.may_lose_control(id, &state)
        {
            shared.release(layout, &mut state, process);
        }
        Ok(Some((state, last)))
    }

    /// Whether another process may move after an edge.
    fn may_lose_control(&self, edge: EdgeId, state: &State) -> bool {
        let program = self.layout.program;
        let edge = &program.edges[edge];
        let target = &program.locs[edge.to];
        let jumps =
            matches!(edge.actions.last(), Some(Action::Call { .. } | Action::Return { .. }));
        if jumps || may_block(edge.actions.first()) {
            return true;
        }
        if target.control == Control::Indivisible {
            return false;
        }
        let process = &program.procs[target.process];
        if !edge.atomic || program.scheduling == Scheduling::Priority || process.provided.is_some()
        {
            return true;
        }
        // It goes on if it can.
        let shared = self.shared.as_ref().map(|it| &it.cells);
        let view = crate::transfer::eval::View { layout: self.layout, state, shared, memo: None };
        !target.out.iter().map(|it| &program.edges[*it]).any(|next| {
            !may_block(next.actions.first())
                && match next.guard {
                    Guard::When(condition) => view.kleene(condition) == Kleene::True,
                    Guard::Else => true,
                }
        })
    }

    /// What an edge makes of a state.
    fn pass(&mut self, id: usize, edge: EdgeId, state: &State) -> Result<Option<State>> {
        let Some((state, last)) = self.begin(edge, state)? else { return Ok(None) };
        let Some(Action::Call { process, args, result }) = last else { return Ok(Some(state)) };
        let args: Vec<Value> = {
            let stepper = self.stepper();
            args.iter().map(|it| stepper.view(&state).value(*it)).collect()
        };
        let empty = State::default();
        let mut entry = State {
            locals: empty.locals,
            allocated: empty.allocated,
            relation: None,
            ..state.clone()
        };
        enter(&mut self.stepper(), &mut entry, *process, &args);
        let Some(mut exit) = self.call(id, edge, *process, entry)? else { return Ok(None) };
        self.restore(*process, &state, &mut exit.state);
        let caller = self.instances[id].process;
        Ok(Some(self.resume(caller, state, exit, *result)))
    }

    /// What a function does not change is as it was before, even if nothing was known of it inside. But where it has allocated objects, pointers
    /// that it has not changed may point to older ones now, which it knows.
    fn restore(&mut self, function: ProcId, before: &State, after: &mut State) {
        let layout = self.layout;
        let summaries = self.summaries.get_or_insert_with(|| Summaries::new(layout));
        let has_allocated = !after.allocated.is_empty();
        after.globals = after.globals.merge(&before.globals, &mut |cell, new, old| {
            let may_be_older = has_allocated && old.is_some_and(|it| it.pointers().is_some());
            let is_new = old.is_none() || may_be_older || summaries.changes(layout, function, cell);
            if is_new { new.cloned() } else { old.cloned() }
        });
        if !summaries.changes_memory(function) {
            (after.objects, after.has_others) = (before.objects.clone(), before.has_others);
        }
    }

    /// Where a function goes on when another has returned to it.
    fn resume(
        &mut self,
        process: ProcId,
        before: State,
        exit: Exit,
        result: Option<PlaceId>,
    ) -> State {
        let Exit { state, value } = exit;
        let mut after = State { locals: before.locals, relation: before.relation, ..state };
        after.age_locals(before.allocated);
        if let Some(place) = result {
            let layout = self.layout;
            let ty = layout.program.ty_of_place(place);
            let top = || ty.map(|it| Value::top(layout.program, layout.program.tys[it]));
            if let Some(value) = value.or_else(top) {
                self.stepper().assign(&mut after, place, value);
            }
        }
        if let Some(shared) = &self.shared {
            shared.release(self.layout, &mut after, process);
        }
        after
    }

    /// What is known when a function that is called returns; `None` if it does not.
    fn call(
        &mut self,
        caller: usize,
        edge: EdgeId,
        function: ProcId,
        entry: State,
    ) -> Result<Option<Exit>> {
        let id = self.callee(caller, edge, function);
        let layout = self.layout;
        let (is_narrowing, epoch) = (self.is_narrowing, self.epoch);
        let entries = self.settings.entries;
        let instance = &mut self.instances[id];
        let is_covered = instance.entry.as_ref().is_some_and(|it| entry.le(layout, it));
        if instance.is_running {
            if !is_covered {
                instance.grow(layout, &entry, entries);
            }
            return Ok(instance.exit.clone());
        }
        let is_known = is_covered && instance.epoch == Some(epoch);
        if instance.is_exclusive {
            let is_smaller = || instance.entry.as_ref().is_some_and(|it| !it.le(layout, &entry));
            if is_known && !(is_narrowing && is_smaller()) {
                return Ok(instance.exit.clone());
            }
            instance.entry = Some(entry);
        } else {
            if is_known {
                return Ok(instance.exit.clone());
            }
            instance.grow(layout, &entry, entries);
        }
        self.analyse(id)?;
        Ok(self.instances[id].exit.clone())
    }

    /// The instance that a call leads to.
    fn callee(&mut self, caller: usize, edge: EdgeId, function: ProcId) -> usize {
        let is_recursive = self.stack.contains(&function);
        if !is_recursive {
            if let Some(id) = self.chains.get(&(caller, edge)) {
                return *id;
            }
            let edges = self.graph(function).edges;
            if self.inlined + edges <= self.settings.inlining {
                self.inlined += edges;
                let id = self.instance(function, true);
                self.chains.insert((caller, edge), id);
                return id;
            }
        }
        let id = match self.common[function.index()] {
            Some(id) => id,
            None => self.instance(function, false),
        };
        self.common[function.index()] = Some(id);
        self.instances[id].is_recursive |= is_recursive;
        id
    }
}

/// Where bounds stop when what a function that calls itself is called with, or returns, grows: pointers go on having targets for some rounds.
fn descending(round: u32) -> Thresholds {
    if round <= DESCENTS { Thresholds::new([]) } else { Thresholds::none() }
}

/// What is known where two ways meet.
fn either(layout: &Layout<'_>, a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(layout, &b)),
        (a, b) => a.or(b),
    }
}

fn is_below(layout: &Layout<'_>, a: &Option<State>, b: &Option<State>) -> bool {
    match (a, b) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => a.le(layout, b),
    }
}

impl Instance {
    /// Adds to what it is analysed for.
    fn grow(&mut self, layout: &Layout<'_>, entry: &State, entries: u32) {
        self.growth += 1;
        let Some(old) = &self.entry else { return self.entry = Some(entry.clone()) };
        let joined = old.join(layout, entry);
        self.entry = Some(if self.growth <= entries {
            joined
        } else {
            let thresholds = match self.is_recursive {
                true => descending(self.growth),
                false => Thresholds::none(),
            };
            let widened = old.widen(layout, &joined, &thresholds);
            match self.is_recursive && self.growth <= DESCENTS {
                true => widened,
                // Whatever there is in memory and global variables.
                false => State { locals: widened.locals, has_others: true, ..State::default() },
            }
        });
    }
}

impl Exit {
    fn le(&self, layout: &Layout<'_>, other: &Self) -> bool {
        self.state.le(layout, &other.state)
            && match (&self.value, &other.value) {
                (Some(a), Some(b)) => a.le(b),
                (_, None) => true,
                (None, Some(_)) => false,
            }
    }

    fn join(&self, layout: &Layout<'_>, other: &Self) -> Self {
        let value = self.value.as_ref().zip(other.value.as_ref()).map(|(a, b)| a.join(b));
        Self { state: self.state.join(layout, &other.state), value }
    }

    fn widen(&self, layout: &Layout<'_>, newer: &Self, thresholds: &Thresholds) -> Self {
        let newer = self.join(layout, newer);
        let value =
            self.value.as_ref().zip(newer.value.as_ref()).map(|(a, b)| a.widen(b, thresholds));
        Self { state: self.state.widen(layout, &newer.state, thresholds), value }
    }
}
