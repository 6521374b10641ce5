//! The abstract states of a program and the steps between them, found one after the other.

use super::control::{Control, Controls, Stage, Thread};
use super::cuts::Cuts;
use super::needed::needless;
use super::node::{Hop, Key, Knowledge, Node, Point, Rounds, Span, Step, Valuations};
use super::pass::Arrival;
use super::ways::Ways;
use crate::fixpoint::graph::Graph;
use crate::settings::Settings;
use crate::state::State;
use crate::state::layout::Layout;
use crate::transfer::init::{enter, initial};
use crate::transfer::step::Stepper;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use tribunal_base::graph::Element;
use tribunal_base::{Id as _, Kleene};
use tribunal_domains::Thresholds;
use tribunal_engine::{Chosen, Context, Limit, Progress, Reason};
use tribunal_ir::live::Liveness;
use tribunal_ir::{
    Action, Control as Stop, ExprId, LocId, ProcId, ProcessKind, Program, Visibility,
};
use tribunal_reached::{Analysis, Order, Reached, saturate};

/// How many states there may be, of one process.
const STATES: usize = 400_000;
/// The same of several: most of what they do is in what order they do it, for which a search is better.
const STATES_OF_SEVERAL: usize = 50_000;

/// All abstract states; the first one is where runs start.
pub(super) struct Unfolding {
    pub(super) nodes: Vec<Node>,
    pub(super) controls: Vec<Control>,
    /// How many different things are known of global variables.
    pub(super) valuations: usize,
    pub(super) hops: Vec<Hop>,
    pub(super) choices: Vec<Chosen>,
}

pub(super) struct Builder<'a, 'p, 'c> {
    pub(super) layout: &'a Layout<'p>,
    pub(super) program: &'p Program,
    pub(super) visibility: &'a Visibility,
    pub(super) settings: Settings,
    pub(super) cuts: Cuts,
    pub(super) thresholds: Thresholds,
    drops_stuck: bool,
    /// The scalars of local variables that do not matter at a location.
    pub(super) dead: Vec<Vec<u32>>,
    pub(super) heads: Vec<bool>,
    pub(super) controls: Controls,
    /// The scalars of global variables that do not matter at a location.
    pub(super) needless: Vec<Vec<u32>>,
    pub(super) valuations: Valuations,
    hops: Vec<Hop>,
    choices: Vec<Chosen>,
    /// How many there are at each point of control.
    pub(super) apart: Vec<usize>,
    /// The state that all further ones at a point of control are joined to, and how often it was.
    pub(super) joint: FxHashMap<u32, (u32, u32)>,
    /// How many steps were found.
    steps: u64,
    /// How many states there may be.
    most: usize,
    cx: &'a mut Context<'c>,
}

/// The abstract states that were found.
pub(super) type Nodes = Reached<Key, Node>;

pub(super) fn unfold(
    layout: &Layout<'_>,
    visibility: &Visibility,
    atoms: &[ExprId],
    settings: Settings,
    cx: &mut Context<'_>,
) -> Result<Unfolding, Reason> {
    let program = layout.program;
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
        heads: heads(layout),
        controls: Controls::default(),
        needless: needless(layout, visibility, atoms),
        valuations: Valuations::default(),
        hops: Vec::new(),
        choices: Vec::new(),
        apart: Vec::new(),
        joint: FxHashMap::default(),
        steps: 0,
        most: STATES,
        cx,
    };
    let mut nodes = Nodes::default();
    if builder.start(&mut nodes)? != 1 {
        builder.most = STATES_OF_SEVERAL;
    }
    saturate(&mut builder, &mut nodes, Order::First)?;
    let Builder { controls, valuations, hops, choices, .. } = builder;
    let (controls, valuations) = (controls.all, valuations.len());
    Ok(Unfolding { nodes: nodes.into_states(), controls, valuations, hops, choices })
}

impl Analysis for Builder<'_, '_, '_> {
    type Key = Key;
    type State = Node;
    type Halt = Reason;

    fn transfer(&mut self, number: u32, nodes: &mut Nodes) -> Result<(), Reason> {
        self.expand(number, nodes)?;
        self.steps += nodes.state(number).steps.len() as u64;
        if self.most < nodes.len() {
            return Err(Reason::Budget(Limit::Memory));
        }
        let (states, transitions) = (nodes.len() as u64, self.steps);
        self.cx.tick(|| Progress { states, transitions, depth: 0, memory_bytes: 1024 * states })
    }
}

/// Which locations are heads of loops.
fn heads(layout: &Layout<'_>) -> Vec<bool> {
    fn note(order: &[Element], locations: &[LocId], heads: &mut [bool]) {
        for element in order {
            if let Element::Component { head, body, .. } = element {
                heads[locations[*head].index()] = true;
                note(body, locations, heads);
            }
        }
    }
    let mut heads = vec![false; layout.program.locs.len()];
    for process in layout.program.procs.ids() {
        let graph = Graph::new(layout, process);
        note(&graph.order, &graph.locations, &mut heads);
    }
    heads
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

impl<'a> Builder<'a, '_, '_> {
    pub(super) fn stepper(&self) -> Stepper<'a, 'static> {
        Stepper { layout: self.layout, shared: None }
    }

    /// Adds the first state; tells how many processes there are.
    fn start(&mut self, nodes: &mut Nodes) -> Result<usize, Reason> {
        let processes: Vec<ProcId> = (self.program.procs.iter())
            .filter(|(_, it)| it.kind == ProcessKind::Ordinary)
            .flat_map(|(id, it)| (0..it.active).map(move |_| id))
            .collect();
        if processes.is_empty() {
            let what = "a program without a process".to_owned();
            return Err(Reason::Unsupported { what, span: None });
        }
        let first = initial(self.layout);
        let mut locals = (0_u32..).zip(&processes).map(|(index, process)| {
            let mut state = State { itself: Some(index), ..first.clone() };
            enter(&mut self.stepper(), &mut state, *process, &[]);
            state.locals
        });
        let own = locals.next().unwrap_or_default();
        let others: Rc<_> = locals.collect();
        let state = State { locals: own, itself: Some(0), ..first };
        let thread = |process: &ProcId| Thread {
            calls: Rc::from([]),
            stage: Stage::Free(self.program.procs[*process].entry),
        };
        let threads = processes.iter().map(thread).collect();
        let point = Point {
            control: Control { threads, is_news: false },
            known: Knowledge { state, callers: None, others },
            moved: 0,
        };
        self.node(point, &Rounds::default(), nodes);
        Ok(processes.len())
    }

    /// Finds the steps of a state.
    fn expand(&mut self, number: u32, nodes: &mut Nodes) -> Result<(), Reason> {
        let node = nodes.state(number);
        let control = self.controls.all[node.control as usize].clone();
        let (known, rounds) = (node.known.clone(), node.rounds.clone());
        if control.is_over() {
            let node = nodes.state_mut(number);
            (node.steps, node.ends) = (SmallVec::new(), Kleene::True);
            return Ok(());
        }
        let Ways { taken, blocks } = self.ways(&control, &known)?;
        let mut steps: SmallVec<[Step; 1]> = SmallVec::new();
        for way in taken {
            let is_certain = way.is_certain;
            let hop = self.hop(&control, way.thread, way.edge);
            for arrival in self.pass(&control, &known, way)? {
                let (first_hop, first_choice) = (self.hops.len(), self.choices.len());
                self.hops.push(hop);
                let (point, is_seen) = self.follow(arrival)?;
                let to = self.node(point, &rounds, nodes);
                let hops = Span::since(&self.hops, first_hop);
                let choices = Span::since(&self.choices, first_choice);
                steps.push(Step { to, is_certain, is_seen, hops, choices });
            }
        }
        let is_end = control.threads.iter().all(|it| self.program.locs[it.location()].marks.end);
        let counts = !self.drops_stuck || is_end;
        if let ([step], true) = (steps.as_mut_slice(), blocks != Kleene::False && !counts) {
            // All that do not get stuck go there.
            step.is_certain = true;
        }
        let node = nodes.state_mut(number);
        node.steps = steps;
        node.ends = if counts { blocks } else { Kleene::False };
        node.may_stick = !counts && blocks != Kleene::False;
        Ok(())
    }

    fn hop(&self, control: &Control, thread: usize, edge: tribunal_ir::EdgeId) -> Hop {
        let from = &self.program.locs[control.threads[thread].location()];
        let process = u32::try_from(thread).unwrap_or(u32::MAX);
        Hop { process, edge, is_continued: from.control == Stop::Indivisible }
    }

    /// Goes on as long as there is one thing to do, and nothing is seen: states in between need not be kept. A loop is left at its head. Notes what is chosen and
    /// which edges are taken; tells where it ends, and whether that is seen.
    fn follow(&mut self, mut arrival: Arrival) -> Result<(Point, bool), Reason> {
        loop {
            self.choices.append(&mut arrival.choices);
            let Arrival { point, is_seen, .. } = &arrival;
            let Point { control, known, moved } = point;
            let is_alone = control.threads.len() == 1 || control.exclusive(self.program).is_some();
            let is_head = self.heads[control.threads[*moved].location().index()];
            if *is_seen || is_head || !is_alone || control.is_over() {
                break;
            }
            let mut ways = self.ways(control, known)?;
            let is_only = ways.taken.len() == 1 && ways.blocks == Kleene::False;
            let Some(way) = ways.taken.pop().filter(|it| is_only && it.is_certain) else { break };
            let actions = &self.program.edges[way.edge].actions;
            if actions.iter().any(|it| matches!(it, Action::Havoc { .. })) {
                break;
            }
            let hop = self.hop(control, way.thread, way.edge);
            let Some(next) = self.pass(control, known, way)?.pop() else { break };
            self.hops.push(hop);
            arrival = next;
        }
        Ok((arrival.point, arrival.is_seen))
    }
}
