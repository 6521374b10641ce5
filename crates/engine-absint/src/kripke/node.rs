//! Abstract states and the steps between them, and which of them are one.

use super::callers::{self, Caller, is_equal_map};
use super::control::Control;
use super::unfold::{Builder, Nodes};
use crate::state::State;
use crate::state::layout::Layout;
use crate::state::value::Value;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher as _;
use std::rc::Rc;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::{Map, Thresholds};
use tribunal_ir::EdgeId;

/// How many states may be kept apart at one point of control.
const APART: usize = 10_000;
/// After so many widenings the constants of the program are no stops any more.
const STOPS: u32 = 4;

/// What is known: of what the oldest process sees, of what its callers see, and of the variables of the other processes.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    pub(super) state: State,
    pub(super) callers: Option<Rc<Caller>>,
    pub(super) others: Rc<[Map<Value>]>,
}

/// Numbers of a point of control and of what is known of global variables, and a hash of what else is known.
pub(super) type Key = (u32, u32, u64);

/// How often each head of a loop was passed on the way, by the number of its point of control.
pub(super) type Rounds = Rc<Vec<(u32, u32)>>;

/// An abstract state: control, and what is known.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) control: u32,
    pub(super) known: Knowledge,
    pub(super) steps: SmallVec<[Step; 1]>,
    /// Whether a run may end here, and whether it certainly does.
    pub(super) ends: Kleene,
    /// Whether a run may be stuck at an assumption here, so that it does not count.
    pub(super) may_stick: bool,
    pub(super) rounds: Rounds,
    /// The number of what is known of global variables.
    pub(super) globals: u32,
}

/// Steps to another abstract state; between the first and the last, nothing else can happen and nothing is seen.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    /// Whether every state of the one has such a successor in the other.
    pub(super) is_certain: bool,
    /// Whether the state after it is seen.
    pub(super) is_seen: bool,
    /// The edges that are taken, of all hops.
    pub(super) hops: Span,
    /// What to choose, if it is certain, of all choices.
    pub(super) choices: Span,
}

/// Elements of a list, from one to before another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Span {
    /// The elements of a list from one on.
    pub(super) fn since<T>(all: &[T], from: usize) -> Self {
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Self { from: number(from), to: number(all.len()) }
    }

    pub(super) fn of<T>(self, all: &[T]) -> &[T] {
        &all[self.from as usize..self.to as usize]
    }

    pub(super) fn len(self) -> usize {
        (self.to - self.from) as usize
    }
}

/// An edge that a process takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub(super) process: u32,
    pub(super) edge: EdgeId,
    /// Whether it goes on with what the one before has begun.
    pub(super) is_continued: bool,
}

/// Where a process has come to.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) control: Control,
    pub(super) known: Knowledge,
    /// The process that has moved.
    pub(super) moved: usize,
}

impl Knowledge {
    /// What a process sees.
    pub(super) fn of(&self, thread: usize) -> State {
        let mut state = self.state.clone();
        if let Some(other) = thread.checked_sub(1) {
            state.locals = self.others[other].clone();
            state.itself = u32::try_from(thread).ok();
        }
        state
    }

    /// The same after a process has changed what it sees.
    pub(super) fn after(
        &self,
        thread: usize,
        mut seen: State,
        callers: Option<Rc<Caller>>,
    ) -> Self {
        // Other processes may write to memory, and have variables of the same numbers.
        seen.forget_memory();
        let Some(other) = thread.checked_sub(1) else {
            return Self { state: seen, callers, others: self.others.clone() };
        };
        seen.itself = self.state.itself;
        let locals = std::mem::replace(&mut seen.locals, self.state.locals.clone());
        let others = self.others.iter().enumerate();
        let others =
            others.map(|(at, it)| if at == other { locals.clone() } else { it.clone() }).collect();
        Self { state: seen, callers: self.callers.clone(), others }
    }

    /// The variables of a process.
    pub(super) fn locals(&mut self, thread: usize) -> &mut Map<Value> {
        match thread.checked_sub(1) {
            None => &mut self.state.locals,
            Some(other) => &mut Rc::make_mut(&mut self.others)[other],
        }
    }

    /// A number that equal ones have in common, global variables apart.
    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hash_map(&self.state.locals, &mut hasher);
        self.others.iter().for_each(|it| hash_map(it, &mut hasher));
        hasher.finish()
    }

    /// Whether two with the same global variables are equal.
    fn is_equal(&self, other: &Self) -> bool {
        let (a, b) = (&self.state, &other.state);
        a.has_others == b.has_others
            && is_equal_map(&a.locals, &b.locals)
            && is_equal_map(&a.allocated, &b.allocated)
            && is_equal_map(&a.objects, &b.objects)
            && callers::is_same(self.callers.as_ref(), other.callers.as_ref())
            && self.others.iter().zip(&*other.others).all(|(a, b)| is_equal_map(a, b))
    }

    /// Whether this is known, too, where the other is.
    fn covers(&self, layout: &Layout<'_>, other: &Self) -> bool {
        let is_below = |(a, b): (&Map<Value>, &Map<Value>)| of_locals(a).le(layout, &of_locals(b));
        other.state.le(layout, &self.state) && other.others.iter().zip(&*self.others).all(is_below)
    }

    /// What is known in both cases, by an operation on states.
    fn both(
        &self,
        layout: &Layout<'_>,
        other: &Self,
        join: impl Fn(&State, &State) -> State,
    ) -> Self {
        let others = self.others.iter().zip(&*other.others);
        let others = others.map(|(a, b)| join(&of_locals(a), &of_locals(b)).locals).collect();
        let callers = callers::join(layout, self.callers.as_ref(), other.callers.as_ref());
        Self { state: join(&self.state, &other.state), callers, others }
    }
}

fn hash_map(map: &Map<Value>, hasher: &mut FxHasher) {
    map.for_each(&mut |cell, value| {
        hasher.write_u32(cell);
        if let Value::Number(number) = &**value {
            let hull = number.hull();
            hasher.write_u64(hull.lo as u64);
            hasher.write_u64(hull.hi as u64);
        }
    });
}

/// What is known of global variables, each once.
#[derive(Debug, Default)]
pub(super) struct Valuations {
    all: Vec<Map<Value>>,
    /// Those that have a hash.
    by_hash: FxHashMap<u64, SmallVec<[u32; 1]>>,
    /// Those at an address in memory, which stays theirs.
    by_address: FxHashMap<usize, u32>,
}

impl Valuations {
    /// The number of a valuation; one that is known already is the one that is known, in memory, too.
    fn number(&mut self, map: &mut Map<Value>) -> u32 {
        if let Some(number) = self.by_address.get(&map.address()) {
            return *number;
        }
        let mut hasher = FxHasher::default();
        hash_map(map, &mut hasher);
        let same = self.by_hash.entry(hasher.finish()).or_default();
        if let Some(number) = same.iter().find(|it| is_equal_map(&self.all[**it as usize], map)) {
            *map = self.all[*number as usize].clone();
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        same.push(number);
        self.by_address.insert(map.address(), number);
        self.all.push(map.clone());
        number
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

fn of_locals(locals: &Map<Value>) -> State {
    State { locals: locals.clone(), ..State::default() }
}

impl Builder<'_, '_, '_> {
    /// The number of a state, which is new, known, or joined to others.
    pub(super) fn node(&mut self, point: Point, rounds: &Rounds, nodes: &mut Nodes) -> u32 {
        let Point { control, mut known, moved } = point;
        let location = control.threads[moved].location();
        let locals = known.locals(moved);
        for cell in &self.dead[location.index()] {
            if locals.get(*cell).is_some() {
                locals.remove(*cell);
            }
        }
        for cell in &self.needless[location.index()] {
            if known.state.globals.get(*cell).is_some() {
                known.state.globals.remove(*cell);
            }
        }
        let number = self.controls.number(&control);
        let globals = self.valuations.number(&mut known.state.globals);
        let key = (number, globals, known.hash());
        // What is known of a state that others were joined to is more than its key tells.
        let is_same = |it: &Node| it.globals == globals && it.known.is_equal(&known);
        if let Some(found) = nodes.find(&key, is_same) {
            return found;
        }
        let mut rounds = rounds.clone();
        let is_head = self.heads[location.index()];
        let mut passed = 0;
        if is_head {
            let all = Rc::make_mut(&mut rounds);
            match all.iter_mut().find(|it| it.0 == number) {
                Some(it) => it.1 += 1,
                None => all.push((number, 1)),
            }
            passed = all.iter().find(|it| it.0 == number).map_or(0, |it| it.1);
        }
        self.apart.resize(self.controls.all.len().max(self.apart.len()), 0);
        let is_crowded = APART <= self.apart[number as usize];
        if passed <= self.settings.delay && !is_crowded {
            return self.add(key, known, rounds, nodes);
        }
        match self.joint.get(&number).copied() {
            None => {
                let joint = self.add(key, known, rounds, nodes);
                self.joint.insert(number, (joint, 0));
                joint
            }
            Some((joint, times)) => {
                let times = times + 1;
                let widening = is_head.then_some(times);
                if self.join_to(joint, widening, &known, nodes) {
                    self.joint.insert(number, (joint, times));
                }
                joint
            }
        }
    }

    fn add(&mut self, key: Key, known: Knowledge, rounds: Rounds, nodes: &mut Nodes) -> u32 {
        let (control, globals, _) = key;
        self.apart[control as usize] += 1;
        let (steps, ends, may_stick) = (SmallVec::new(), Kleene::False, false);
        nodes.push(key, Node { control, known, steps, ends, may_stick, rounds, globals })
    }

    /// Lets a state stand for others, too, widened if it was so often; tells whether it did not yet.
    fn join_to(
        &mut self,
        joint: u32,
        widening: Option<u32>,
        known: &Knowledge,
        nodes: &mut Nodes,
    ) -> bool {
        let (layout, thresholds) = (self.layout, &self.thresholds);
        let old = &nodes.state(joint).known;
        let both = callers::join(layout, old.callers.as_ref(), known.callers.as_ref());
        if old.covers(layout, known) && callers::is_same(old.callers.as_ref(), both.as_ref()) {
            return false;
        }
        let mut joined = old.both(layout, known, |a, b| {
            let joined = a.join(layout, b);
            match widening {
                Some(times) if times <= STOPS => a.widen(layout, &joined, thresholds),
                Some(_) => a.widen(layout, &joined, &Thresholds::none()),
                None => joined,
            }
        });
        let globals = self.valuations.number(&mut joined.state.globals);
        let node = nodes.state_mut(joint);
        (node.known, node.globals) = (joined, globals);
        nodes.revisit(joint);
        true
    }
}
