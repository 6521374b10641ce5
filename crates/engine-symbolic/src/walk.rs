//! The walk over the program: one symbolic state for each position, the least position first.
//!
//! Since positions are ordered so that every edge leads forward (back edges lead to the next iteration
//! of their loop), all states of a position are there before it is executed. Constants decide most
//! branches and loop exits; loops that they do not decide are unrolled up to a bound, and what would
//! go on is put aside for the next wave.

pub(crate) mod coverage;
pub(crate) mod cuts;
pub(crate) mod deadlock;
pub(crate) mod order;
pub(crate) mod threads;
pub(crate) mod witness;

use crate::execute::action::Next;
use crate::machine::{Machine, Unmodelled, Violation, Visit};
use crate::state::{Loop, Role, State};
use crate::walk::coverage::Coverage;
use crate::walk::cuts::CutPoints;
use crate::walk::order::Order;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tribunal_base::{Id, Span};
use tribunal_ir::{EdgeId, Expr, ExprId, Guard, LocId, Program, PropId, UnOp};
use tribunal_solver::{Rules, Sort, TermId};

/// How many places are few, usually.
const FEW: u64 = 32;

/// How far loops and recursion are unrolled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Iterations that some run does not enter.
    pub(crate) undecided: u32,
    /// Iterations in all.
    pub(crate) decided: u32,
}

/// How a walk goes.
pub(crate) struct Settings {
    /// How far loops and recursion are unrolled.
    pub(crate) bound: Bound,
    /// Which rules simplify terms.
    pub(crate) rules: Rules,
    /// If an unknown offset may mean fewer places, these are looked at one by one.
    pub(crate) few: u64,
    /// Which points are looked at, whether they are reached.
    pub(crate) coverage: Coverage,
    /// Properties that are known to fail.
    pub(crate) broken: BTreeSet<PropId>,
    /// Properties that ask for deadlocks.
    pub(crate) deadlocks: BTreeSet<PropId>,
}

impl Settings {
    /// A walk of which nothing is asked but violations.
    pub(crate) fn plain(bound: Bound, rules: Rules) -> Self {
        Self {
            bound,
            rules,
            few: FEW,
            coverage: Coverage::default(),
            broken: BTreeSet::new(),
            deadlocks: BTreeSet::new(),
        }
    }
}

/// The walk.
pub(crate) struct Explorer<'a, C> {
    pub(crate) machine: Machine<'a>,
    order: Order,
    queue: BTreeMap<Vec<u32>, Vec<State>>,
    /// What was put aside, with where the loop or function is.
    pub(crate) aside: Vec<(State, Span)>,
    pub(crate) bound: Bound,
    /// The most iterations of a loop, or calls of a function by itself.
    pub(crate) deepest: u32,
    /// What is to happen at loops and calls.
    pub(crate) cuts: C,
    /// Where others may move before a thread does, by location.
    pub(crate) visible: Rc<[bool]>,
    /// Which points are reached.
    pub(crate) coverage: Coverage,
    /// Properties that are known to fail.
    pub(crate) broken: BTreeSet<PropId>,
    /// Properties that ask for deadlocks.
    pub(crate) deadlocks: BTreeSet<PropId>,
    /// Where the walk stops, if it goes from stop to stop.
    pub(crate) stops: Stops,
}

/// Edges after which states are put aside instead of executed (see `steps`).
#[derive(Default)]
pub(crate) struct Stops {
    /// The edges.
    pub(crate) at: BTreeSet<EdgeId>,
    /// The states that have come over them.
    pub(crate) reached: Vec<(EdgeId, State)>,
    /// When the program ends; Bools.
    pub(crate) ended: Vec<TermId>,
}

/// A state that is about to be executed.
pub(crate) enum Arrival {
    /// It can be executed.
    Ready(State),
    /// It goes round a loop or into a recursive call that constants do not decide: whether that
    /// is possible at all should be asked.
    Unchecked(State),
}

impl<'a, C: CutPoints> Explorer<'a, C> {
    /// A walk that is at the start of the program.
    pub(crate) fn new(
        program: &'a Program,
        settings: Settings,
        cuts: C,
    ) -> Result<Self, Unmodelled> {
        let Settings { bound, rules, few, coverage, broken, deadlocks } = settings;
        let (mut machine, mut state) = Machine::new(program, rules, few);
        machine.start(&mut state)?;
        let order = Order::new(program);
        let visible = crate::walk::threads::visible(program, &order);
        let mut explorer = Self {
            machine,
            order,
            queue: BTreeMap::new(),
            aside: Vec::new(),
            bound,
            deepest: 0,
            cuts,
            visible,
            coverage,
            broken,
            deadlocks,
            stops: Stops::default(),
        };
        if !state.frames.is_empty() {
            let entry = state.top().loc;
            explorer.arrive(state, entry);
        }
        Ok(explorer)
    }

    /// The next state to execute; `None` if all is done up to the bound.
    pub(crate) fn next(&mut self) -> Option<Arrival> {
        loop {
            let (_, states) = self.queue.pop_first()?;
            let Some(mut state) = self.machine.merge(states) else { continue };
            if state.running.is_none() {
                self.schedule(&state);
                continue;
            }
            let unchecked = std::mem::take(&mut state.unchecked);
            match self.admit(state) {
                Some(Arrival::Ready(state)) if unchecked => {
                    return Some(Arrival::Unchecked(state));
                }
                Some(arrival) => return Some(arrival),
                None => {}
            }
        }
    }

    /// Whether a location is in a loop of its function.
    pub(crate) fn is_in_loop(&self, loc: LocId) -> bool {
        !self.order.of(loc).loops.is_empty()
    }

    /// Takes up again what was put aside.
    pub(crate) fn resume(&mut self, states: Vec<State>) {
        for state in states {
            self.enqueue(state);
        }
    }

    /// Puts a state where it belongs.
    pub(crate) fn enqueue(&mut self, state: State) {
        self.queue.entry(state.position()).or_default().push(state);
    }

    /// Keeps the bounds at the heads of loops and the entries of functions.
    fn admit(&mut self, mut state: State) -> Option<Arrival> {
        let program = self.machine.program;
        let loc = state.top().loc;
        let span = program.locs[loc].span;
        let depth = state.frames.len();
        let frame = state.top();
        let (bound, recursion) = (self.bound, frame.recursion);
        if loc == program.procs[frame.process].entry && frame.is_new(&state.key) {
            if bound.undecided < recursion || bound.decided as usize + 64 < depth {
                self.aside.push((state, program.procs[program.locs[loc].process].span));
                return None;
            }
            if 0 < recursion {
                return Some(Arrival::Unchecked(state));
            }
        }
        let Some(entry) = frame.loops.last().filter(|it| it.head == loc) else {
            return Some(Arrival::Ready(state));
        };
        let iteration = state.key[entry.at];
        if self.cuts.cuts(loc) {
            let mut others = Vec::new();
            let on = self.cuts.enter(&mut self.machine, state, iteration, &mut others);
            self.resume(others);
            return on.map(Arrival::Ready);
        }
        if iteration == 0 {
            return Some(Arrival::Ready(state));
        }
        if let Some(earlier) = &entry.earlier
            && self.machine.guards.is_within(state.guard, earlier.guard)
            && state.is_same(earlier)
        {
            self.coverage.note_end(self.machine.guards.all(state.guard));
            return None; // Nothing has changed since: it goes on as before, for ever.
        }
        let is_undecided = entry.left.get() == Some(iteration - 1);
        let is_new = entry.counted < iteration;
        let undecided = entry.undecided + u32::from(is_undecided && is_new);
        let goes_on = undecided <= bound.undecided && iteration <= bound.decided;
        let is_due = goes_on && iteration.is_power_of_two();
        let snapshot = is_due.then(|| Rc::new(state.without_history()));
        if let Some(entry) = state.top_mut().loops.last_mut() {
            entry.undecided = undecided;
            entry.counted = iteration;
            if snapshot.is_some() {
                entry.earlier = snapshot;
            }
        }
        if !goes_on {
            self.aside.push((state, span));
            return None;
        }
        Some(if is_undecided { Arrival::Unchecked(state) } else { Arrival::Ready(state) })
    }

    /// Executes a state: all its edges.
    pub(crate) fn execute(&mut self, mut state: State) {
        let program = self.machine.program;
        let loc = state.top().loc;
        let frame = state.top();
        let iterations = frame.loops.last().map_or(0, |it| state.key[it.at]);
        self.deepest = self.deepest.max(iterations).max(frame.recursion);
        let visit = self.machine.visited;
        self.machine.visited += 1;
        self.machine.span = program.locs[loc].span;
        self.machine.path = self.machine.guards.all(state.guard);
        self.coverage.note(program, loc, self.machine.path);
        self.machine.modelled.clear();
        match self.branches(&state, loc) {
            Err(gap) => self.give_up(&state, gap),
            Ok(branches) => {
                self.machine.leave_out_gaps(&mut state);
                self.look_for_deadlock_alone(&state, loc, visit, &branches);
                self.follow(state, loc, visit, branches);
            }
        }
    }

    pub(crate) fn give_up(&mut self, state: &State, gap: Unmodelled) {
        let when = self.machine.guards.all(state.guard);
        self.machine.path = when;
        self.machine.gap(when, gap.0);
    }

    /// The edges of a location that may be enabled, and when each is.
    pub(crate) fn branches(
        &mut self,
        state: &State,
        loc: LocId,
    ) -> Result<Vec<(EdgeId, TermId)>, Unmodelled> {
        let program = self.machine.program;
        let mut branches = Vec::new();
        let mut any = self.machine.terms.truth(false);
        for &id in &program.locs[loc].out {
            let edge = &program.edges[id];
            self.machine.span = edge.span;
            let enabled = match edge.guard {
                Guard::When(condition) => self.machine.condition(state, condition)?,
                Guard::Else => self.machine.terms.not(any),
            };
            any = self.machine.terms.or(any, enabled);
            if self.machine.terms.as_bool(enabled) != Some(false) {
                branches.push((id, enabled));
            }
        }
        Ok(branches)
    }

    fn follow(&mut self, state: State, loc: LocId, visit: u64, branches: Vec<(EdgeId, TermId)>) {
        let program = self.machine.program;
        let path = self.machine.guards.all(state.guard);
        let (last, on): (Vec<_>, Vec<_>) =
            branches.into_iter().partition(|(id, _)| program.edges[*id].ends_run());
        let on = self.exclusive(on);
        let on = self.assume(&state, on);
        for (edge, enabled) in last.iter().chain(&on) {
            if let Some(violation) = &program.edges[*edge].violates
                && self.cuts.counts(&state)
            {
                let when = self.machine.terms.and(path, *enabled);
                if self.machine.terms.as_bool(when) != Some(false) {
                    let property = violation.property;
                    let edge = Some(*edge);
                    self.machine.violations.push(Violation { property, when, visit, edge });
                }
            }
        }
        if is_choice(program, loc) {
            self.machine.visits.push(Visit {
                number: visit,
                when: path,
                edges: on.clone(),
                threads: Vec::new(),
            });
        }
        if 1 < state.threads.len() {
            self.leave_behind(&state, loc, &last, &on);
        }
        let waits = 1 < state.threads.len() && program.locs[loc].out.len() == 1;
        let count = on.len();
        let mut state = Some(state);
        for (number, (edge, enabled)) in on.into_iter().enumerate() {
            let next = if number + 1 < count { state.clone() } else { state.take() };
            let Some(mut next) = next else { continue };
            let Machine { guards, terms, .. } = &mut self.machine;
            next.guard = guards.and(terms, next.guard, enabled);
            next.unchecked = waits && terms.as_bool(enabled).is_none();
            if terms.as_bool(guards.all(next.guard)) != Some(false) {
                self.take(next, edge);
            }
        }
    }

    /// Branches of which at most one is taken: where several may be enabled, a choice decides.
    fn exclusive(&mut self, branches: Vec<(EdgeId, TermId)>) -> Vec<(EdgeId, TermId)> {
        let terms = &mut self.machine.terms;
        // Of many, each is compared with all before it at once: that finds fewer that exclude each other.
        const MANY: usize = 32;
        let mut overlap = false;
        let mut any = terms.truth(false);
        for (at, (_, enabled)) in branches.iter().enumerate() {
            if branches.len() <= MANY {
                for (_, other) in &branches[..at] {
                    let both = terms.and(*other, *enabled);
                    overlap |= terms.as_bool(both) != Some(false);
                }
            } else {
                let both = terms.and(any, *enabled);
                overlap |= terms.as_bool(both) != Some(false);
                any = terms.or(any, *enabled);
            }
        }
        if !overlap {
            return branches;
        }
        // Whether a later branch may be taken instead.
        let mut later = vec![terms.truth(false)];
        for (_, enabled) in branches.iter().skip(1).rev() {
            let last = later.last().copied().unwrap_or(*enabled);
            later.push(terms.or(last, *enabled));
        }
        let mut free = terms.truth(true);
        let mut taken = Vec::with_capacity(branches.len());
        for ((edge, enabled), later) in branches.into_iter().zip(later.into_iter().rev()) {
            let chosen = terms.fresh("branch", Sort::Bool);
            let last = terms.not(later);
            let chosen = terms.or(chosen, last);
            let here = terms.all([free, enabled, chosen]);
            let not = terms.not(here);
            free = terms.and(free, not);
            taken.push((edge, here));
        }
        taken
    }

    /// What is assumed where violations do not count: that there are none.
    fn assume(&self, state: &State, mut on: Vec<(EdgeId, TermId)>) -> Vec<(EdgeId, TermId)> {
        if !self.cuts.counts(state) {
            let program = self.machine.program;
            on.retain(|(edge, _)| {
                let violated = program.edges[*edge].violates.as_ref().map(|it| it.property);
                !violated.is_some_and(|it| self.cuts.supposes(it))
            });
        }
        on
    }

    /// Takes an edge.
    fn take(&mut self, mut state: State, edge: EdgeId) {
        let target = self.machine.program.edges[edge].to;
        let returns = matches!(
            self.machine.program.edges[edge].actions.last(),
            Some(tribunal_ir::Action::Return { .. })
        );
        let frame = state.top();
        let mut loops = frame.loops.iter();
        if returns && frame.back.is_some() && loops.any(|it| self.cuts.is_assumed(it, &state.key)) {
            return; // The loop is not left in these iterations.
        }
        let any = frame.any.clone();
        self.machine.span = self.machine.program.edges[edge].span;
        let guard = state.guard;
        self.machine.path = self.machine.guards.all(guard);
        self.machine.modelled.clear();
        let next = self.machine.perform(&mut state, edge);
        if next.is_ok() {
            self.machine.leave_out_gaps(&mut state);
        }
        match next {
            Ok(Next::Target) => self.come(state, edge, target),
            Ok(Next::Call) if self.cuts.cuts_calls(state.top().process) => {
                let mut bodies = Vec::new();
                let after = self.cuts.call(&mut self.machine, state, edge, &mut bodies);
                for (state, entry) in bodies {
                    self.arrive(state, entry);
                }
                if let Some((state, target)) = after {
                    self.come(state, edge, target);
                }
            }
            Ok(Next::Call) => {
                let entry = state.top().loc;
                self.come(state, edge, entry);
            }
            Ok(Next::Return(target)) => match any {
                Some(any) => self.cuts.returned(&mut self.machine, &state, &any),
                None => self.come(state, edge, target),
            },
            Ok(Next::End) => {
                self.stops.ended.push(self.machine.guards.all(state.guard));
                self.coverage.note_end(self.machine.guards.all(state.guard));
                for entry in state.frames.iter().flat_map(|it| &it.loops) {
                    entry.left.set(Some(state.key[entry.at]));
                }
            }
            Err(gap) => {
                state.guard = guard;
                self.give_up(&state, gap);
            }
        }
    }

    /// Brings a state that has come over an edge to a location of its function and puts it in the queue, or aside.
    pub(crate) fn come(&mut self, state: State, edge: EdgeId, target: LocId) {
        if self.stops.at.contains(&edge) {
            let arrived = self.place(state, target);
            self.stops.reached.extend(arrived.map(|it| (edge, it)));
        } else {
            self.arrive(state, target);
        }
    }

    /// Brings a state to a location of its function and puts it in the queue.
    pub(crate) fn arrive(&mut self, state: State, target: LocId) {
        if let Some(state) = self.place(state, target) {
            self.enqueue(state);
        }
    }

    /// Brings a state to a location of its function; `None` if it does not count there.
    fn place(&mut self, mut state: State, target: LocId) -> Option<State> {
        let standing = self.order.of(target).clone();
        let State { frames, key, .. } = &mut state;
        let frame = frames.last_mut()?;
        let common = std::iter::zip(&frame.loops, standing.loops.iter())
            .take_while(|(ours, theirs)| ours.head == **theirs)
            .count();
        let mut early = false;
        for entry in frame.loops.drain(common..) {
            entry.left.set(Some(key[entry.at]));
            early |= self.cuts.is_assumed(&entry, key);
        }
        if early {
            return None; // The loop is not left in these iterations.
        }
        match frame.loops.last() {
            Some(entry) => key.truncate(entry.at + 1),
            None => key.truncate(frame.start),
        }
        let is_back = common == standing.loops.len() && standing.loops.last() == Some(&target);
        if is_back && let Some(iteration) = key.last_mut() {
            *iteration += 1;
            let iteration = *iteration;
            frame.loc = target;
            if !self.cuts.goes_round(&mut self.machine, &state, iteration) {
                return None;
            }
        }
        let State { frames, key, .. } = &mut state;
        let frame = frames.last_mut()?;
        for &head in &standing.loops[common..] {
            key.push(self.order.of(head).position);
            let at = key.len();
            key.push(0);
            let left = Rc::new(Cell::new(None));
            frame.loops.push(Loop {
                head,
                at,
                role: Role::Plain,
                undecided: 0,
                counted: 0,
                left,
                earlier: None,
            });
        }
        key.push(standing.position);
        frame.loc = target;
        if 1 < state.threads.len() && self.visible[target.index()] {
            state.park(false);
        }
        Some(state)
    }
}

/// Whether several edges of a location might be enabled at once.
pub(crate) fn is_choice(program: &Program, loc: LocId) -> bool {
    let negates = |a: ExprId, b: ExprId| program.exprs[a] == Expr::Unary(UnOp::Not, b);
    match program.locs[loc].out.as_slice() {
        [] | [_] => false,
        [first, second] => match (program.edges[*first].guard, program.edges[*second].guard) {
            (_, Guard::Else) => false,
            (Guard::When(a), Guard::When(b)) => !negates(a, b) && !negates(b, a),
            (Guard::Else, Guard::When(_)) => true,
        },
        _ => true,
    }
}
