//! What a move does to the state, with the choices that `tribunal_exec::step` documents.

use crate::compile::layout::Part;
use crate::eval::View;
use crate::model::{ActionCode, InitialCode, Model, Parameter, PatternCode, PlaceCodeId, Slice};
use crate::moves::{Finder, Move, NOBODY};
use crate::native::call::Air;
use crate::queue::Message;
use crate::state::State;
use smallvec::{SmallVec, smallvec};
use tribunal_base::Id;
use tribunal_engine::Reason;
use tribunal_exec::step::LONGEST_STEP;
use tribunal_ir::{EdgeId, Program, Removal, Then};

/// What happened during a step.
#[derive(Debug)]
pub(crate) struct Record {
    /// The processes that moved and the edges they took, in order.
    pub(crate) edges: Vec<(u16, u32)>,
    /// One of the edges violates a property.
    pub(crate) violated: bool,
    /// The run is over.
    pub(crate) stopped: bool,
    /// Which edges were ever taken.
    pub(crate) reached: Vec<bool>,
    /// The moves of a process inside an indivisible step.
    choices: Vec<Move>,
    /// The message that is handed over at a rendezvous.
    air: Air,
}

/// How a process goes on in the same step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// By this edge, if the run is not over.
    Edge(u32),
    /// Not at all: it is where a step may end.
    Rest,
    /// That is to be found out.
    Unknown,
}

/// Why a step cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// It does not come to an end; this is its first edge.
    Diverges(u32),
    /// There are too many processes.
    Processes,
}

impl Obstacle {
    /// The reason why the search is over.
    pub(crate) fn reason(self, program: &Program) -> Reason {
        match self {
            Self::Diverges(edge) => {
                let edge = EdgeId::from_index(edge as usize);
                Reason::Diverges { span: program.edges[edge].span }
            }
            Self::Processes => {
                let what = format!("more than {NOBODY} processes at once");
                Reason::Unsupported { what, span: None }
            }
        }
    }
}

impl Record {
    /// Nothing has happened yet.
    pub(crate) fn new(model: &Model) -> Self {
        let reached = vec![false; model.edges.len()];
        let (edges, choices) = (Vec::new(), Vec::new());
        Self { edges, violated: false, stopped: false, reached, choices, air: Air::default() }
    }
}

impl Model {
    /// The state in which every run starts.
    pub(crate) fn initial(&self) -> Result<State, Obstacle> {
        let mut state = State::empty(self);
        let mut created = 0;
        for &code in &self.initial_globals {
            let view = View::of_property(self, &state, false);
            let (place, value) = match code {
                InitialCode::Value(place, value) => (place, view.value(value)),
                InitialCode::Channel(place) => {
                    created += 1;
                    (place, created)
                }
            };
            self.store_property(&mut state, place, value);
        }
        for &(process, priority) in &self.active {
            self.spawn(&mut state, process, &[], priority.into())?;
        }
        Ok(state)
    }

    /// Takes a move. `timeout` is what it was when the move was found possible.
    pub(crate) fn take(
        &self,
        state: &mut State,
        step: Move,
        timeout: bool,
        record: &mut Record,
    ) -> Result<(), Obstacle> {
        record.edges.clear();
        record.violated = false;
        record.stopped = false;
        state.owner = None;
        let mut run = Run { model: self, state, timeout, record, in_the_air: Message::new() };
        let mut next = run.choose(step)?;

        // Usually one process moves alone, by one edge or some that native code tells.
        if step.partner().is_none() {
            while let Next::Edge(edge) = next
                && !run.record.stopped
            {
                next = run.pass(step.process, edge)?;
                if LONGEST_STEP < run.record.edges.len() {
                    return Err(Obstacle::Diverges(step.edge));
                }
            }
            if matches!(next, Next::Rest) || !run.must_go_on(step.process) {
                let last = record.edges.last().map_or(step.edge, |&(_, edge)| edge);
                let keeps = self.edges[last as usize].atomic && !record.stopped;
                state.owner = keeps.then_some(step.process);
                return Ok(());
            }
        }
        let mut involved: SmallVec<[u16; 4]> = smallvec![step.process];
        involved.extend(step.partner().map(|(partner, _)| partner));
        while let Some(&process) = involved.iter().find(|&&it| run.must_go_on(it)) {
            let choice = run.first_choice(process).ok_or(Obstacle::Diverges(step.edge))?;
            run.choose(choice)?;
            if let Some((partner, _)) = choice.partner() {
                involved.push(partner);
            }
            if LONGEST_STEP < run.record.edges.len() {
                return Err(Obstacle::Diverges(step.edge));
            }
        }
        let heir = involved.last().copied().filter(|&heir| {
            let last = record.edges.iter().rfind(|(process, _)| *process == heir);
            !record.stopped && last.is_some_and(|&(_, edge)| self.edges[edge as usize].atomic)
        });
        state.owner = heir;
        Ok(())
    }

    fn spawn(
        &self,
        state: &mut State,
        process: u32,
        args: &[i64],
        priority: i64,
    ) -> Result<usize, Obstacle> {
        if usize::from(NOBODY) <= state.processes.len() {
            return Err(Obstacle::Processes);
        }
        let mut next_channel = state.channels.len();
        let index = state.add_process(self, process, priority);
        let code = &self.processes[process as usize];
        for (parameter, &arg) in code.params.iter().zip(args) {
            if let Some(Parameter { position, wrap }) = *parameter {
                let instance = state.processes[index];
                let (bytes, start) = match position.part {
                    Part::Matched => (&mut state.matched, instance.bit),
                    Part::Unmatched => (&mut state.unmatched, instance.unmatched_bit),
                };
                wrap.cell().write(bytes, start + position.bit as usize, wrap.apply(arg));
            }
        }
        for &initial in &code.initial {
            match initial {
                InitialCode::Value(place, value) => {
                    let value = View::of_process(self, state, index, false).value(value);
                    self.store(state, index, place, value);
                }
                InitialCode::Channel(place) => {
                    next_channel += 1;
                    let number = i64::try_from(next_channel).unwrap_or(0);
                    self.store(state, index, place, number);
                }
            }
        }
        Ok(index)
    }

    /// Sends a message: puts it into a channel that has room for it. At a rendezvous, the message is
    /// what is handed over.
    pub(crate) fn put(
        &self,
        state: &mut State,
        process: usize,
        action: ActionCode,
        timeout: bool,
    ) -> Option<Message> {
        let ActionCode::Send { channel, message, order } = action else { return None };
        let view = View::of_process(self, state, process, timeout);
        let queue = view.channel(channel)?;
        let (message, position) = view.compose(queue, message, order);
        let capacity = queue.layout(self).capacity as usize;
        if capacity == 0 {
            return Some(message);
        }
        if queue.length(self, state) < capacity {
            queue.insert(self, state, position, &message);
        }
        None
    }

    /// Stores a number, wrapped to the type of the place; nothing if the place is not there (E3).
    #[inline]
    fn store(&self, state: &mut State, process: usize, place: PlaceCodeId, value: i64) {
        let bit = View::of_process(self, state, process, false).locate(self.place(place));
        self.write(state, place, bit, value);
    }

    fn store_property(&self, state: &mut State, place: PlaceCodeId, value: i64) {
        let bit = View::of_property(self, state, false).locate(self.place(place));
        self.write(state, place, bit, value);
    }

    #[inline]
    fn place(&self, place: PlaceCodeId) -> &crate::model::PlaceCode {
        &self.places[place as usize]
    }

    #[inline]
    fn write(&self, state: &mut State, place: PlaceCodeId, bit: Option<usize>, value: i64) {
        let place = self.place(place);
        let bytes = if place.matched { &mut state.matched } else { &mut state.unmatched };
        if let Some(bit) = bit {
            place.cell.write(bytes, bit, place.wrap.apply(value));
        }
    }
}

/// A step in the making.
struct Run<'a> {
    model: &'a Model,
    state: &'a mut State,
    timeout: bool,
    record: &'a mut Record,
    /// The message that is handed over at a rendezvous, if it is too long for `Record::air`.
    in_the_air: Message,
}

impl Run<'_> {
    #[inline]
    fn view(&self, process: usize) -> View<'_> {
        View::of_process(self.model, self.state, process, self.timeout)
    }

    /// Whether a process is where a step may not end.
    #[inline]
    fn must_go_on(&self, process: u16) -> bool {
        let process = usize::from(process);
        !self.record.stopped && process < self.state.processes.len() && {
            let location = self.state.location(self.model, process);
            self.model.locations[location as usize].indivisible
        }
    }

    /// The first move of a process that S1 to S3 allow.
    fn first_choice(&mut self, process: u16) -> Option<Move> {
        self.record.choices.clear();
        let mut air = Air::default();
        Finder::new(self.model, self.state, self.timeout, &mut air)
            .moves_inside(process.into(), &mut self.record.choices);
        self.record.choices.first().copied()
    }

    /// Takes the edges of a move; tells how the last process goes on.
    #[inline]
    fn choose(&mut self, choice: Move) -> Result<Next, Obstacle> {
        let next = self.pass(choice.process, choice.edge)?;
        match choice.partner() {
            None => Ok(next),
            Some((partner, edge)) => self.pass(partner, edge),
        }
    }

    /// Takes one edge; tells how the process goes on.
    #[inline]
    fn pass(&mut self, process: u16, id: u32) -> Result<Next, Obstacle> {
        let model = self.model;
        let edge = &model.edges[id as usize];
        self.record.edges.push((process, id));
        self.record.reached[id as usize] = true;
        if let Some(then) = edge.violates {
            self.record.violated = true;
            self.record.stopped |= then == Then::Stop;
        }
        let (mover, process) = (process, usize::from(process));
        if let Some(native) = model.native()
            && let air = &mut self.record.air
            && let Some(chain) = native.effect(model, self.state, self.timeout, air, id, process)
        {
            for &edge in &chain.edges {
                self.record.edges.push((mover, edge));
                self.record.reached[edge as usize] = true;
            }
            return Ok(chain.next);
        }
        for &action in &model.actions[edge.actions.range()] {
            match action {
                ActionCode::Assign { place, value } => {
                    let view = self.view(process);
                    let value = view.value(value);
                    let bit = view.locate(model.place(place));
                    model.write(self.state, place, bit, value);
                }
                ActionCode::Exit => {
                    self.state.remove_youngest(model);
                    return Ok(Next::Unknown);
                }
                _ => self.perform(process, action)?,
            }
        }
        self.state.set_location(model, process, edge.to);
        Ok(Next::Unknown)
    }

    /// Does one of the rarer actions.
    fn perform(&mut self, process: usize, action: ActionCode) -> Result<(), Obstacle> {
        let model = self.model;
        match action {
            ActionCode::Assign { .. } | ActionCode::Exit => {
                unreachable!("`pass` should do the common actions")
            }
            ActionCode::Send { .. } => {
                if let Some(message) = model.put(self.state, process, action, self.timeout) {
                    for (field, &value) in self.record.air.iter_mut().zip(&message) {
                        *field = value;
                    }
                    self.in_the_air = message;
                }
            }
            ActionCode::Receive { channel, patterns, scan, removal } => {
                let view = self.view(process);
                let Some(queue) = view.channel(channel) else { return Ok(()) };
                let layout = queue.layout(model);
                let message = if layout.capacity == 0 {
                    let fields = self.record.air.get(..layout.fields.len());
                    fields.map_or_else(|| std::mem::take(&mut self.in_the_air), Message::from_slice)
                } else {
                    let found = view.first_match(queue, patterns, scan);
                    let Some(position) = found else { return Ok(()) };
                    let message = queue.message(model, self.state, position);
                    if removal == Removal::Take {
                        queue.remove(model, self.state, position);
                    }
                    message
                };
                self.store_fields(process, patterns, &message);
            }
            ActionCode::Spawn { process: new, args, result, priority } => {
                let view = self.view(process);
                let args: Message =
                    model.operands[args.range()].iter().map(|it| view.value(it.code)).collect();
                let priority = view.value(priority);
                let index = model.spawn(self.state, new, &args, priority)?;
                if let Some(place) = result {
                    let index = i64::try_from(index).expect("an index should be small");
                    let bit = self.view(process).locate(model.place(place));
                    model.write(self.state, place, bit, index);
                }
            }
            ActionCode::SetPriority { process: target, value } => {
                let view = self.view(process);
                let (target, value) = (view.value(target), view.value(value));
                let alive = |it: &usize| *it < self.state.processes.len();
                let target = usize::try_from(target).ok().filter(alive);
                if let (Some(target), Some(bit)) = (target, model.priority) {
                    self.state.set_priority(target, bit, value);
                }
            }
        }
        Ok(())
    }

    fn store_fields(&mut self, process: usize, patterns: Slice, message: &Message) {
        for (pattern, &field) in self.model.patterns[patterns.range()].iter().zip(message) {
            if let PatternCode::Store(place) = *pattern {
                let bit = self.view(process).locate(self.model.place(place));
                self.model.write(self.state, place, bit, field);
            }
        }
    }
}
