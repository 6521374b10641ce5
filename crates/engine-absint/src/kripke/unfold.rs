//! The abstract states of a program and the steps between them, one edge at a time.

use super::control::{Control, Controls, Stage};
use super::cuts::Cuts;
use crate::fixpoint::Settings;
use crate::graph::stops;
use crate::init::{enter, initial};
use crate::layout::Layout;
use crate::pointer::Key;
use crate::state::State;
use crate::step::Stepper;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::VecDeque;
use std::hash::Hasher as _;
use std::rc::Rc;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::{Map, Thresholds};
use tribunal_engine::{Chosen, Context, Limit, Progress, Reason};
use tribunal_ir::live::Liveness;
use tribunal_ir::{
    Action, Content, Control as Stop, EdgeId, Guard, LocId, Place, PlaceId, ProcessKind, Program,
    Visibility,
};

/// How many states may be kept apart at one point of control.
const APART: usize = 10_000;
/// How many states there may be.
const STATES: usize = 400_000;
/// How many calls may be nested.
const CALLS: usize = 100;
/// After so many widenings the constants of the program are no stops any more.
const STOPS: u32 = 4;

/// An abstract state: control, what is known, and what callers know.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) control: u32,
    pub(super) state: State,
    callers: Option<Rc<Caller>>,
    pub(super) steps: Vec<Step>,
    /// Whether a run may end here, and whether it certainly does.
    pub(super) ends: Kleene,
    /// Whether a run may be stuck at an assumption here, so that it does not count.
    pub(super) may_stick: bool,
    /// How often each head of a loop was passed on the way.
    rounds: Rc<Vec<(u32, u32)>>,
}

/// What is known in a function that waits for another.
#[derive(Debug)]
struct Caller {
    locals: Map<Value>,
    allocated: Map<Kleene>,
    next: Option<Rc<Self>>,
}

/// A step to another abstract state.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    /// Whether every state of the one has such a successor in the other.
    pub(super) is_certain: bool,
    /// Whether the state after it is seen.
    pub(super) is_seen: bool,
    pub(super) edge: EdgeId,
    /// Whether it goes on with what the step before has begun.
    pub(super) is_continued: bool,
    /// What to choose, if it is certain.
    pub(super) choices: Vec<Chosen>,
}

/// All abstract states; the first one is where runs start.
pub(super) struct Unfolding {
    pub(super) nodes: Vec<Node>,
    pub(super) controls: Vec<Control>,
}

/// A state that an edge leads to.
struct Arrival {
    control: Control,
    state: State,
    callers: Option<Rc<Caller>>,
    is_certain: bool,
    is_seen: bool,
    choices: Vec<Chosen>,
}

/// Where a call or return leads: the calls that are open, the location, what is known there and what callers know.
type Standing = (Rc<[EdgeId]>, LocId, State, Option<Rc<Caller>>);

struct Builder<'a, 'p> {
    layout: &'a Layout<'p>,
    program: &'p Program,
    visibility: &'a Visibility,
    settings: Settings,
    cuts: Cuts,
    thresholds: Thresholds,
    drops_stuck: bool,
    /// The scalars of local variables that do not matter at a location.
    dead: Vec<Vec<u32>>,
    heads: Vec<bool>,
    nodes: Vec<Node>,
    controls: Controls,
    /// States by control and hash.
    known: FxHashMap<(u32, u64), Vec<u32>>,
    /// How many there are at each point of control.
    apart: Vec<usize>,
    /// The state that all further ones at a point of control are joined to, and how often it was.
    joint: FxHashMap<u32, (u32, u32)>,
    queue: VecDeque<u32>,
    waiting: Vec<bool>,
}

pub(super) fn unfold(
    layout: &Layout<'_>,
    visibility: &Visibility,
    settings: Settings,
    cx: &mut Context<'_>,
) -> Result<Unfolding, Reason> {
    let program = layout.program;
    let mut heads = vec![false; program.locs.len()];
    for edge in program.edges.values() {
        // Numbers cannot grow all around a cycle.
        heads[edge.to.index()] |= edge.to <= edge.from;
    }
    let constants = layout.thresholds(program.locs.ids());
    let mut builder = Builder {
        layout,
        program,
        visibility,
        settings,
        cuts: Cuts::new(program),
        thresholds: if constants.len() <= 100 {
            Thresholds::of(constants)
        } else {
            Thresholds::none()
        },
        drops_stuck: program.is_sequential(),
        dead: dead(layout),
        heads,
        nodes: Vec::new(),
        controls: Controls::default(),
        known: FxHashMap::default(),
        apart: Vec::new(),
        joint: FxHashMap::default(),
        queue: VecDeque::new(),
        waiting: Vec::new(),
    };
    builder.start()?;
    let mut steps = 0;
    while let Some(number) = builder.queue.pop_front() {
        builder.waiting[number as usize] = false;
        builder.expand(number)?;
        steps += builder.nodes[number as usize].steps.len() as u64;
        let states = builder.nodes.len();
        if STATES < states {
            return Err(Reason::Budget(Limit::Memory));
        }
        let memory_bytes = 1024 * states as u64;
        let states = states as u64;
        cx.tick(|| Progress { states, transitions: steps, depth: 0, memory_bytes })?;
    }
    Ok(Unfolding { nodes: builder.nodes, controls: builder.controls.all })
}

/// The scalars of each location's function that do not matter there.
fn dead(layout: &Layout<'_>) -> Vec<Vec<u32>> {
    let program = layout.program;
    let liveness = Liveness::new(program);
    let of = |(id, location): (LocId, &tribunal_ir::Location)| {
        let locals = program.procs[location.process].locals.iter();
        let dead = locals.filter(|var| !liveness.is_live(id, **var));
        dead.flat_map(|var| layout.cells(*var)).collect()
    };
    program.locs.iter().map(of).collect()
}

impl Builder<'_, '_> {
    fn stepper(&self) -> Stepper<'_, 'static> {
        Stepper { layout: self.layout, shared: None }
    }

    fn start(&mut self) -> Result<(), Reason> {
        let mut procs = self.program.procs.iter();
        let first = procs.find(|(_, it)| it.kind == ProcessKind::Ordinary && 0 < it.active);
        let Some((process, first)) = first else {
            let what = "a program without a process".to_owned();
            return Err(Reason::Unsupported { what, span: None });
        };
        let mut state = initial(self.layout);
        enter(&mut self.stepper(), &mut state, process, &[]);
        let stage = Stage::Free(first.entry);
        let arrival = Arrival {
            control: Control { calls: Rc::from([]), stage, is_news: false },
            state,
            callers: None,
            is_certain: true,
            is_seen: true,
            choices: Vec::new(),
        };
        self.node(arrival, &Rc::default());
        Ok(())
    }

    /// The number of a state, which is new, known, or joined to others.
    fn node(&mut self, arrival: Arrival, rounds: &Rc<Vec<(u32, u32)>>) -> u32 {
        let Arrival { control, mut state, callers, .. } = arrival;
        for cell in &self.dead[control.location().index()] {
            if state.locals.get(*cell).is_some() {
                state.locals.remove(*cell);
            }
        }
        let number = self.controls.number(&control);
        let hash = hash(&state);
        let same = self.known.get(&(number, hash)).into_iter().flatten().find(|it| {
            let node = &self.nodes[**it as usize];
            is_equal(&node.state, &state) && is_same(node.callers.as_ref(), callers.as_ref())
        });
        if let Some(same) = same {
            return *same;
        }
        let mut rounds = rounds.clone();
        let is_head = self.heads[control.location().index()];
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
            return self.add(number, hash, state, callers, rounds);
        }
        match self.joint.get(&number).copied() {
            None => {
                let joint = self.add(number, hash, state, callers, rounds);
                self.joint.insert(number, (joint, 0));
                joint
            }
            Some((joint, times)) => {
                self.join_to(joint, times, number, is_head, state, callers);
                joint
            }
        }
    }

    fn add(
        &mut self,
        control: u32,
        hash: u64,
        state: State,
        callers: Option<Rc<Caller>>,
        rounds: Rc<Vec<(u32, u32)>>,
    ) -> u32 {
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.known.entry((control, hash)).or_default().push(number);
        self.apart[control as usize] += 1;
        let (steps, ends, may_stick) = (Vec::new(), Kleene::False, false);
        self.nodes.push(Node { control, state, callers, steps, ends, may_stick, rounds });
        self.waiting.push(true);
        self.queue.push_back(number);
        number
    }

    /// Lets a state stand for another one, too.
    fn join_to(
        &mut self,
        joint: u32,
        times: u32,
        control: u32,
        is_head: bool,
        state: State,
        callers: Option<Rc<Caller>>,
    ) {
        let old = &self.nodes[joint as usize];
        let both = join_callers(self.layout, old.callers.as_ref(), callers.as_ref());
        let is_covered =
            state.le(self.layout, &old.state) && is_same(old.callers.as_ref(), both.as_ref());
        if is_covered {
            return;
        }
        let joined = old.state.join(self.layout, &state);
        let joined = match is_head {
            true if times < STOPS => old.state.widen(self.layout, &joined, &self.thresholds),
            true => old.state.widen(self.layout, &joined, &Thresholds::none()),
            false => joined,
        };
        let node = &mut self.nodes[joint as usize];
        (node.state, node.callers) = (joined, both);
        self.joint.insert(control, (joint, times + 1));
        if !std::mem::replace(&mut self.waiting[joint as usize], true) {
            self.queue.push_back(joint);
        }
    }

    /// Finds the steps of a state.
    fn expand(&mut self, number: u32) -> Result<(), Reason> {
        let node = &self.nodes[number as usize];
        let control = self.controls.all[node.control as usize].clone();
        let (state, callers, rounds) =
            (node.state.clone(), node.callers.clone(), node.rounds.clone());
        let at = control.location();
        if let Stage::Over(_) | Stage::Gone(_) = control.stage {
            let node = &mut self.nodes[number as usize];
            (node.steps, node.ends) = (Vec::new(), Kleene::True);
            return Ok(());
        }
        let location = &self.program.locs[at];
        let ways = self.ways(&state, at)?;
        let is_continued = location.control == Stop::Indivisible;
        let mut steps: Vec<Step> = Vec::new();
        for (edge, refined, certainly) in ways.taken {
            for arrival in self.pass(&control, edge, refined, callers.as_ref())? {
                let is_certain = certainly && arrival.is_certain;
                let (is_seen, choices) = (arrival.is_seen, arrival.choices.clone());
                let to = self.node(arrival, &rounds);
                steps.push(Step { to, is_certain, is_seen, edge, is_continued, choices });
            }
        }
        let is_end = location.marks.end;
        let counts = !self.drops_stuck || is_end;
        if let ([step], true) = (steps.as_mut_slice(), ways.blocks != Kleene::False && !counts) {
            // All that do not get stuck go there.
            step.is_certain = true;
        }
        let node = &mut self.nodes[number as usize];
        node.steps = steps;
        node.ends = if counts { ways.blocks } else { Kleene::False };
        node.may_stick = !counts && ways.blocks != Kleene::False;
        Ok(())
    }

    /// The edges that may be taken at a location, each with the states in which it is and whether it is in all.
    fn ways(&self, state: &State, at: LocId) -> Result<Ways, Reason> {
        let stepper = self.stepper();
        let location = &self.program.locs[at];
        let mut ways = Ways { taken: Vec::new(), blocks: Kleene::True };
        let is_first_only = location.control == Stop::Indivisible;
        for &edge in &location.out {
            let holds = match self.program.edges[edge].guard {
                Guard::When(condition) => stepper.view(state).kleene(condition),
                Guard::Else => ways.blocks,
            };
            let possible = match (holds, is_first_only, ways.blocks) {
                (Kleene::False, _, _) | (_, true, Kleene::False) => None,
                // An earlier one may be taken instead: what is known is not made use of.
                _ => stepper.enabled(state, edge),
            };
            let Some(refined) = possible else { continue };
            let is_certain = holds == Kleene::True && (!is_first_only || ways.taken.is_empty());
            ways.taken.push((edge, refined, is_certain));
            ways.blocks = ways.blocks & !holds;
        }
        if ways.blocks == Kleene::Maybe && self.cannot_block(state, at) {
            ways.blocks = Kleene::False;
        }
        if is_first_only && ways.blocks != Kleene::False {
            let span = location.span;
            return Err(Reason::Diverges { span });
        }
        Ok(ways)
    }

    /// Whether the guards of a location leave nothing out.
    fn cannot_block(&self, state: &State, at: LocId) -> bool {
        let memo = crate::memo::Memo::default();
        let refiner = crate::refine::Refiner { layout: self.layout, shared: None, memo: &memo };
        let mut rest = state.clone();
        for edge in &self.program.locs[at].out {
            let Guard::When(condition) = self.program.edges[*edge].guard else { return true };
            match refiner.assume(&rest, condition, false) {
                Some(smaller) => rest = smaller,
                None => return true,
            }
        }
        false
    }

    /// Takes an edge in a state in which it can be taken.
    fn pass(
        &self,
        control: &Control,
        id: EdgeId,
        state: State,
        callers: Option<&Rc<Caller>>,
    ) -> Result<Vec<Arrival>, Reason> {
        let edge = &self.program.edges[id];
        if let Some(violation) = &edge.violates
            && Some(violation.property) == self.program.boundary
        {
            let (what, span) = (violation.message.clone(), Some(edge.span));
            return Err(Reason::Unsupported { what, span });
        }
        let mut open: Vec<(State, Vec<Chosen>)> = vec![(state, Vec::new())];
        let (last, actions) = match edge.actions.split_last() {
            Some((last @ (Action::Call { .. } | Action::Return { .. }), rest)) => {
                (Some(last), rest)
            }
            _ => (None, &edge.actions[..]),
        };
        for action in actions {
            let mut done = Vec::new();
            for (state, choices) in open {
                self.perform(state, choices, action, &mut done);
            }
            open = done;
        }
        let is_gone = edge.actions.first() == Some(&Action::Exit);
        let is_over = stops(edge) || is_gone;
        let mut arrivals = Vec::new();
        for (state, choices) in open {
            let (calls, to, state, callers) = match last {
                Some(Action::Call { process, args, .. }) => {
                    self.call(control, id, *process, args, state, callers)?
                }
                Some(Action::Return { value }) => {
                    let value = value.map(|it| self.stepper().view(&state).value(it));
                    match self.resume(control, state, value, callers) {
                        Some(resumed) => resumed,
                        None => continue,
                    }
                }
                _ => (control.calls.clone(), edge.to, state, callers.cloned()),
            };
            let stage = match (is_gone, is_over) {
                (true, _) => Stage::Gone(to),
                (false, true) => Stage::Over(to),
                (false, false) => self.stage(&state, edge.atomic, to)?,
            };
            let is_passing = !is_over && self.program.locs[to].control == Stop::Indivisible;
            let is_inside = matches!(stage, Stage::Atomic(_)) || is_passing;
            let is_news = control.is_news
                || match is_passing {
                    true => self.visibility.stores(id),
                    false => self.visibility.is_seen(id, to),
                };
            let is_seen = is_news && !is_inside;
            let control = Control { calls, stage, is_news: is_news && is_inside };
            let is_certain = true;
            arrivals.push(Arrival { control, state, callers, is_certain, is_seen, choices });
        }
        Ok(arrivals)
    }

    /// Where a run is after an edge.
    fn stage(&self, state: &State, is_atomic: bool, to: LocId) -> Result<Stage, Reason> {
        if !is_atomic || self.program.locs[to].control == Stop::Indivisible {
            return Ok(Stage::Free(to));
        }
        // It keeps control if it can go on.
        match self.ways(state, to)?.blocks {
            Kleene::False => Ok(Stage::Atomic(to)),
            Kleene::True => Ok(Stage::Free(to)),
            Kleene::Maybe => {
                let what = "an atomic sequence that may have to wait".to_owned();
                let span = Some(self.program.locs[to].span);
                Err(Reason::Unsupported { what, span })
            }
        }
    }

    /// Does an action that is neither a call nor a return, in each way that values may be chosen.
    fn perform(
        &self,
        mut state: State,
        mut choices: Vec<Chosen>,
        action: &Action,
        done: &mut Vec<(State, Vec<Chosen>)>,
    ) {
        if let Action::Havoc { place } = action {
            let place = *place;
            for part in self.parts(place) {
                let mut state = state.clone();
                let mut choices = choices.clone();
                let value = part.number().and_then(|it| it.single().or(Some(it.hull().lo)));
                choices.push(Chosen::Value(value.unwrap_or(0)));
                self.stepper().assign(&mut state, place, part);
                done.push((state, choices));
            }
            return;
        }
        if let Action::Allocate { object, .. } = action
            && self.program.objects[*object].content == Content::Arbitrary
        {
            choices.push(Chosen::Bytes(Vec::new()));
        }
        self.stepper().perform(&mut state, action);
        done.push((state, choices));
    }

    /// The values of a place, in parts.
    fn parts(&self, place: PlaceId) -> Vec<Value> {
        let ty = self.program.ty_of_place(place).map(|it| self.program.tys[it]);
        let Some(ty) = ty else { return Vec::new() };
        match (self.program.places[place], self.program.shape_of_ty(ty)) {
            (Place::Var(var), Some(shape)) if ty != tribunal_ir::Ty::Pointer => {
                self.cuts.parts(var, shape).into_iter().map(Value::Number).collect()
            }
            _ => vec![Value::top(self.program, ty)],
        }
    }

    fn call(
        &self,
        control: &Control,
        edge: EdgeId,
        function: tribunal_ir::ProcId,
        args: &[tribunal_ir::ExprId],
        state: State,
        callers: Option<&Rc<Caller>>,
    ) -> Result<Standing, Reason> {
        if CALLS <= control.calls.len() {
            let what = format!("calls nested more than {CALLS} deep");
            return Err(Reason::Unsupported { what, span: None });
        }
        let args: Vec<Value> =
            args.iter().map(|it| self.stepper().view(&state).value(*it)).collect();
        let mut locals = state.locals.clone();
        for cell in &self.dead[self.program.edges[edge].to.index()] {
            if locals.get(*cell).is_some() {
                locals.remove(*cell);
            }
        }
        let empty = State::default();
        let mut inside =
            State { locals: empty.locals, allocated: empty.allocated, ..state.clone() };
        enter(&mut self.stepper(), &mut inside, function, &args);
        let caller = Caller { locals, allocated: state.allocated, next: callers.cloned() };
        let calls: Rc<[EdgeId]> = control.calls.iter().copied().chain([edge]).collect();
        let entry = self.program.procs[function].entry;
        Ok((calls, entry, inside, Some(Rc::new(caller))))
    }

    /// Goes on where the function was called.
    fn resume(
        &self,
        control: &Control,
        state: State,
        value: Option<Value>,
        callers: Option<&Rc<Caller>>,
    ) -> Option<Standing> {
        let (call, rest) = control.calls.split_last()?;
        let caller = callers?;
        let edge = &self.program.edges[*call];
        let Some(Action::Call { result, .. }) = edge.actions.last() else { return None };
        let mut after = State { locals: caller.locals.clone(), ..state };
        let allocated = std::mem::replace(&mut after.allocated, caller.allocated.clone());
        if !allocated.is_empty() {
            // The variables of the caller were out of sight while objects were allocated.
            let (globals, objects) = (after.globals.clone(), after.objects.clone());
            (after.globals, after.objects) = (State::default().globals, State::default().objects);
            allocated.for_each(&mut |key, certainly| {
                after.rename(Key(key), **certainly == Kleene::True);
                let known = after.allocated.get(key).map_or(Kleene::False, |it| **it);
                after.allocated.insert(key, Rc::new(known | **certainly));
            });
            (after.globals, after.objects) = (globals, objects);
        }
        if let Some(place) = *result {
            let ty = self.program.ty_of_place(place).map(|it| self.program.tys[it]);
            let top = || ty.map(|it| Value::top(self.program, it));
            if let Some(value) = value.or_else(top) {
                self.stepper().assign(&mut after, place, value);
            }
        }
        Some((Rc::from(rest), edge.to, after, caller.next.clone()))
    }
}

/// What can be done at a location.
struct Ways {
    /// Edges, the states in which they can be taken, and whether these are all.
    taken: Vec<(EdgeId, State, bool)>,
    /// Whether there is nothing that can be done.
    blocks: Kleene,
}

/// A number that equal states have in common.
fn hash(state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    for map in [&state.locals, &state.globals] {
        map.for_each(&mut |cell, value| {
            hasher.write_u32(cell);
            if let Value::Number(number) = &**value {
                let hull = number.hull();
                hasher.write_u64(hull.lo as u64);
                hasher.write_u64(hull.hi as u64);
            }
        });
    }
    hasher.finish()
}

fn is_equal_map<V: PartialEq>(a: &Map<V>, b: &Map<V>) -> bool {
    a.all_differences(b, &mut |_, a, b| a.map(|it| &**it) == b.map(|it| &**it))
}

fn is_equal(a: &State, b: &State) -> bool {
    a.has_others == b.has_others
        && is_equal_map(&a.locals, &b.locals)
        && is_equal_map(&a.globals, &b.globals)
        && is_equal_map(&a.allocated, &b.allocated)
        && is_equal_map(&a.objects, &b.objects)
}

fn is_same(a: Option<&Rc<Caller>>, b: Option<&Rc<Caller>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            Rc::ptr_eq(a, b)
                || (is_equal_map(&a.locals, &b.locals)
                    && is_equal_map(&a.allocated, &b.allocated)
                    && is_same(a.next.as_ref(), b.next.as_ref()))
        }
        _ => false,
    }
}

/// What callers know in both of two cases.
fn join_callers(
    layout: &Layout<'_>,
    a: Option<&Rc<Caller>>,
    b: Option<&Rc<Caller>>,
) -> Option<Rc<Caller>> {
    let (a, b) = (a?, b?);
    if is_same(Some(a), Some(b)) {
        return Some(a.clone());
    }
    let part = |it: &Caller| State {
        locals: it.locals.clone(),
        allocated: it.allocated.clone(),
        ..State::default()
    };
    // Widened at once: callers change seldom.
    let (old, new) = (part(a), part(b));
    let joined = old.widen(layout, &old.join(layout, &new), &Thresholds::none());
    let next = join_callers(layout, a.next.as_ref(), b.next.as_ref());
    Some(Rc::new(Caller { locals: joined.locals, allocated: joined.allocated, next }))
}
