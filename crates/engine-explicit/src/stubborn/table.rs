//! What the steps of one living process touch, now and later, ready for use.

use super::access::{Footprint, KNOWN, Object, Way, Ways};
use super::bits::{Set, meet};
use super::fixed::{Key, outliving};
use super::guard::Asked;
use super::reader::Reader;
use super::scalar::{evaluate, sole_scalar};
use super::statics::{Statics, number};
use super::watch::Watched;
use crate::model::{Code, CodeId, First, GuardCode, Model};
use crate::state::State;
use tribunal_ir::Scan;

/// What the steps of one living process touch.
#[derive(Debug)]
pub(super) struct Table {
    process: u32,
    index: usize,
    /// Whether everything that is made ready is ready.
    ready: bool,
    /// What it depends on.
    key: Key,
    locations: Vec<LocationRow>,
    pub(super) edges: Vec<EdgeRow>,
    pub(super) conditions: Vec<Condition>,
    /// Sets, each of `width` words.
    words: Vec<u64>,
    width: usize,
}

/// Names a set of a table.
pub(super) type Row = u32;

/// What a process can do from a location on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LocationRow {
    /// Its edges, from `first` to before `end`.
    pub(super) first: u32,
    pub(super) end: u32,
    /// What is touched now or later.
    pub(super) future: Row,
    /// Processes may be started.
    pub(super) starts: bool,
}

/// A step, by its first edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeRow {
    pub(super) edge: u32,
    /// The ways that conflict with it.
    pub(super) conflicts: Row,
    /// What is touched now or later.
    pub(super) future: Row,
    /// Nothing is known to commute with it.
    pub(super) watches: bool,
    /// The property can tell whether it was taken, or it may never end.
    pub(super) visible: bool,
    /// The process may come here again afterwards.
    pub(super) returns: bool,
    /// The conditions of its process and guard, from `first` to before `end`.
    pub(super) first_condition: u32,
    pub(super) end_condition: u32,
    pub(super) first: FirstRow,
}

/// A condition that must hold for a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub(super) code: CodeId,
    /// What can make it true.
    pub(super) helpers: Row,
    /// Its own process can make it true.
    pub(super) own: bool,
}

/// What may block a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum FirstRow {
    Free,
    Exit,
    Send(ChannelRow),
    Receive(ChannelRow, Scan),
}

/// What may unblock a communication.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChannelRow {
    pub(super) channel: CodeId,
    /// What puts messages into the channel.
    pub(super) senders: Row,
    /// What takes messages out of it.
    pub(super) receivers: Row,
    /// What changes the channel that is meant.
    pub(super) name: Row,
    /// The process itself can change it.
    pub(super) own_name: bool,
    /// What changes that or the values that are sent or matched.
    pub(super) operands: Row,
    /// The process itself can change those.
    pub(super) own: bool,
    /// Anything can.
    pub(super) watches: bool,
}

/// What all tables need.
pub(super) struct Workshop<'a> {
    pub(super) model: &'a Model,
    pub(super) statics: &'a Statics,
    pub(super) state: &'a State,
    /// Whether everything that is made ready is ready.
    pub(super) ready: bool,
    pub(super) ways: &'a mut Ways,
    /// What the instances of a process touch of which nothing is known.
    pub(super) anybody: &'a [Set],
    /// What the properties see.
    pub(super) watched: &'a Watched,
}

impl Table {
    /// Whether it is the table of a process of a state.
    #[inline]
    pub(super) fn fits(&self, model: &Model, state: &State, index: usize, ready: bool) -> bool {
        let instance = state.processes[index];
        self.process == instance.process
            && self.index == index
            && self.ready == ready
            && self.key.scalars.iter().all(|it| {
                let start = if it.local { instance.bit } else { 0 };
                it.cell.read(&state.matched, start + it.bit as usize) == it.value
            })
            && self
                .key
                .channels
                .iter()
                .all(|it| outliving(model, state, index, it.number) == it.declaration)
    }

    #[inline]
    pub(super) fn location(&self, statics: &Statics, location: u32) -> LocationRow {
        self.locations[statics.positions[location as usize] as usize]
    }

    #[inline]
    pub(super) fn set(&self, row: Row) -> &[u64] {
        let start = row as usize * self.width;
        &self.words[start..start + self.width]
    }

    /// The table of a process.
    pub(super) fn new(workshop: &mut Workshop<'_>, index: usize) -> Self {
        let process = workshop.state.processes[index].process;
        let mut key = Key::default();
        let mut draft = Draft::new(workshop, process, Some(index), &mut key);
        draft.futures(workshop);
        let width = draft.sets.iter().map(|it| it.words().len()).max().unwrap_or(0).max(1);
        let mut words = vec![0; draft.sets.len() * width];
        for (row, set) in words.chunks_exact_mut(width).zip(&draft.sets) {
            row[..set.words().len()].copy_from_slice(set.words());
        }
        let Draft { locations, edges, conditions, .. } = draft;
        Self {
            process,
            index,
            ready: workshop.ready,
            key,
            locations,
            edges,
            conditions,
            words,
            width,
        }
    }
}

/// What the instances of each process touch, now or later, of which nothing is known.
pub(super) fn anybody(
    model: &Model,
    statics: &Statics,
    state: &State,
    ways: &mut Ways,
) -> Vec<Set> {
    let mut starts = Vec::new();
    let mut sets = Vec::new();
    for process in 0..number(model.processes.len()) {
        let mut key = Key::default();
        let mut reader = Reader {
            model,
            statics,
            state,
            ways,
            process,
            index: None,
            ready: false,
            key: &mut key,
        };
        let (mut set, mut started) = (Set::default(), Vec::new());
        for &location in &statics.locations[process as usize] {
            for &edge in model.out(location) {
                let chain = reader.chain(location, edge);
                set.add(&chain.footprint.touches);
                started.extend(chain.starts);
            }
        }
        starts.push(started);
        sets.push(set);
    }
    loop {
        let mut grown = false;
        for (process, started) in starts.iter().enumerate() {
            for &other in started {
                let more = sets[other as usize].clone();
                grown |= sets[process].add(&more);
            }
        }
        if !grown {
            return sets;
        }
    }
}

/// A table in the making.
struct Draft {
    process: u32,
    locations: Vec<LocationRow>,
    edges: Vec<EdgeRow>,
    conditions: Vec<Condition>,
    sets: Vec<Set>,
}

impl Draft {
    fn new(workshop: &mut Workshop<'_>, process: u32, index: Option<usize>, key: &mut Key) -> Self {
        let Workshop { model, statics, state, ready, ref mut ways, anybody, watched } = *workshop;
        let mut reader = Reader { model, statics, state, ways, process, index, ready, key };
        let (locations, edges, conditions) = (Vec::new(), Vec::new(), Vec::new());
        let mut draft = Self { process, locations, edges, conditions, sets: Vec::new() };
        for &location in &statics.locations[process as usize] {
            let first = number(draft.edges.len());
            for &edge in model.out(location) {
                draft.edge(&mut reader, location, edge, anybody, watched);
            }
            let future = draft.row(Set::default());
            let end = number(draft.edges.len());
            draft.locations.push(LocationRow { first, end, future, starts: false });
        }
        draft
    }

    fn row(&mut self, set: Set) -> Row {
        self.sets.push(set);
        number(self.sets.len() - 1)
    }

    fn edge(
        &mut self,
        reader: &mut Reader<'_>,
        from: u32,
        edge: u32,
        anybody: &[Set],
        watched: &Watched,
    ) {
        let model = reader.model;
        let mut chain = reader.chain(from, edge);
        chain.footprint.conflicts.insert(reader.ways.number(Object::Everything, Way::WATCH));
        let visible = watched.sees(reader, &chain);
        let mut future = chain.footprint.touches;
        for &started in &chain.starts {
            future.add(&anybody[started as usize]);
        }
        let first_condition = number(self.conditions.len());
        if let Some(provided) = model.processes[self.process as usize].provided {
            self.condition(reader, provided);
        }
        if let GuardCode::When(condition) = model.edges[edge as usize].guard {
            self.condition(reader, condition);
        }
        let first = match model.edges[edge as usize].first {
            First::Free => FirstRow::Free,
            First::Exit => FirstRow::Exit,
            First::Send { channel, message, .. } => {
                let mut operands = Footprint::default();
                reader.read_operands(message, &mut operands);
                FirstRow::Send(self.channel(reader, channel, operands))
            }
            First::Receive { channel, patterns, scan } => {
                let mut operands = Footprint::default();
                reader.read_patterns(patterns, &mut operands);
                FirstRow::Receive(self.channel(reader, channel, operands), scan)
            }
        };
        let row = EdgeRow {
            edge,
            conflicts: self.row(chain.footprint.conflicts),
            future: self.row(future),
            watches: chain.footprint.watches,
            visible,
            returns: false,
            first_condition,
            end_condition: number(self.conditions.len()),
            first,
        };
        self.edges.push(row);
    }

    /// Adds a condition, part by part.
    fn condition(&mut self, reader: &mut Reader<'_>, code: CodeId) {
        if let Code::Both(left, right) = reader.model.codes[code as usize] {
            self.condition(reader, left);
            self.condition(reader, right);
            return;
        }
        let mut read = Footprint::default();
        match reader.asked(code) {
            Some(Asked { channel, wish, .. }) => {
                reader.channel(channel, &[wish.missed()], &mut read);
            }
            None => reader.read(code, &mut read),
        }
        if read.watches {
            // Anything may help: there is always another reason that asks for less.
            return;
        }
        let mut helpers = read.conflicts;
        if let Some(object) = sole_scalar(reader, code) {
            for value in 0..KNOWN {
                if evaluate(reader, code, value) == Some(0) {
                    helpers.remove(reader.ways.number(object, Way::store(Some(value))));
                }
            }
        }
        let helpers = self.row(helpers);
        self.conditions.push(Condition { code, helpers, own: read.own });
    }

    fn channel(
        &mut self,
        reader: &mut Reader<'_>,
        channel: CodeId,
        mut operands: Footprint,
    ) -> ChannelRow {
        let mut name = Footprint::default();
        reader.channel(channel, &[], &mut name);
        operands.add(&name);
        let known = reader.fixed(channel);
        let (mut senders, mut receivers) = (Set::default(), Set::default());
        let inwards = [Way::SEND, Way::MEDDLE, Way::OFFER];
        let outwards = [Way::RECEIVE, Way::MEDDLE, Way::ACCEPT];
        reader.ways.collect(&mut senders, known, &inwards);
        reader.ways.collect(&mut receivers, known, &outwards);
        ChannelRow {
            channel,
            senders: self.row(senders),
            receivers: self.row(receivers),
            name: self.row(name.conflicts),
            own_name: name.own,
            operands: self.row(operands.conflicts),
            own: operands.own,
            watches: operands.watches,
        }
    }

    /// Adds to each location and edge what may happen later.
    fn futures(&mut self, workshop: &mut Workshop<'_>) {
        let Workshop { model, statics, ref mut ways, .. } = *workshop;
        let target = |edge: u32| {
            let to = model.edges[edge as usize].to;
            statics.positions[to as usize] as usize
        };
        loop {
            let mut grown = false;
            for location in (0..self.locations.len()).rev() {
                let LocationRow { first, end, future, .. } = self.locations[location];
                for edge in first..end {
                    let EdgeRow { edge, future: own, .. } = self.edges[edge as usize];
                    let later = self.locations[target(edge)].future;
                    grown |= self.absorb(own, later);
                    grown |= self.absorb(future, own);
                }
            }
            if !grown {
                break;
            }
        }
        let mut spawn = Set::default();
        spawn.insert(ways.number(Object::Processes, Way::SPAWN));
        for location in &mut self.locations {
            location.starts = meet(spawn.words(), self.sets[location.future as usize].words());
        }
        // Which locations can be reached from where an edge leads.
        for location in 0..self.locations.len() {
            let LocationRow { first, end, .. } = self.locations[location];
            for row in first..end {
                let mut seen = vec![false; self.locations.len()];
                let mut todo = vec![target(self.edges[row as usize].edge)];
                while let Some(next) = todo.pop() {
                    if std::mem::replace(&mut seen[next], true) {
                        continue;
                    }
                    let LocationRow { first, end, .. } = self.locations[next];
                    todo.extend((first..end).map(|it| target(self.edges[it as usize].edge)));
                }
                self.edges[row as usize].returns = seen[location];
            }
        }
    }

    fn absorb(&mut self, into: Row, from: Row) -> bool {
        if into == from {
            return false;
        }
        let more = std::mem::take(&mut self.sets[from as usize]);
        let grown = self.sets[into as usize].add(&more);
        self.sets[from as usize] = more;
        grown
    }
}
