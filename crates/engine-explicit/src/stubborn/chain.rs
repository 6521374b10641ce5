//! What one step of the search touches: an edge with all that may follow on it inside atomic and
//! indivisible sequences. A sequence may also stop half-way, so that all it looks at counts.

use super::access::{Footprint, Object, Way};
use super::reader::{ChannelKind, Reader};
use super::statics::Receive;
use crate::model::{ActionCode, CodeId, First, GuardCode, LocationCode};
use tribunal_ir::{MessageOrder, Overflow, Removal};

/// Where an edge stands in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    First,
    Inside,
    /// Inside, where a queue has what it takes.
    Certain,
}

/// What is known of a step by its first edge.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub(super) footprint: Footprint,
    /// The processes it may start.
    pub(super) starts: Vec<u32>,
    /// Its sequence may go round in circles.
    pub(super) circular: bool,
    /// The edges by which others receive inside.
    received: Vec<u32>,
}

impl Reader<'_> {
    /// The step that begins with an edge from a location.
    pub(super) fn chain(&mut self, from: u32, edge: u32) -> Chain {
        let mut chain = Chain::default();
        let mut edges = vec![(from, edge)];
        self.follow(edge, &mut Vec::new(), &mut edges, &mut chain);
        let certain = self.certain(&edges);
        for (index, &(from, edge)) in edges.iter().enumerate() {
            let stand = match index {
                0 => Stand::First,
                _ if certain[index] => Stand::Certain,
                _ => Stand::Inside,
            };
            self.edge(from, edge, stand, &mut chain);
        }
        chain
    }

    /// Lists what may follow on an edge before the step is over.
    fn follow(
        &self,
        edge: u32,
        path: &mut Vec<u32>,
        edges: &mut Vec<(u32, u32)>,
        chain: &mut Chain,
    ) {
        let model = self.model;
        let code = &model.edges[edge as usize];
        let ends = model.actions[code.actions.range()].iter();
        if ends.into_iter().any(|it| matches!(it, ActionCode::Exit)) {
            return;
        }
        if !code.atomic && !model.locations[code.to as usize].indivisible {
            return;
        }
        if path.contains(&code.to) {
            chain.circular = true;
            return;
        }
        if edges.iter().skip(1).any(|&(from, _)| from == code.to) {
            return;
        }
        path.push(code.to);
        edges.extend(model.out(code.to).iter().map(|&next| (code.to, next)));
        for &next in model.out(code.to) {
            self.follow(next, path, edges, chain);
        }
        path.pop();
    }

    /// Adds one edge.
    fn edge(&mut self, from: u32, edge: u32, stand: Stand, chain: &mut Chain) {
        let model = self.model;
        let code = &model.edges[edge as usize];
        let location = &model.locations[from as usize];
        let mut handed_over = None;
        let footprint = &mut chain.footprint;
        match (stand, code.guard) {
            (Stand::First, GuardCode::When(condition)) => {
                self.provided(footprint);
                self.hold(condition, footprint);
            }
            _ => self.enabling(edge, footprint),
        }
        // It is up to the edges before this one whether it can be taken.
        for &other in model.out(from).iter().take_while(|&&it| it != edge) {
            let other_code = &model.edges[other as usize];
            if matches!(code.guard, GuardCode::Else) || other_code.tier < code.tier {
                self.enabling(other, footprint);
                self.look_at_first(other, footprint);
            }
        }
        if stand == Stand::Inside {
            self.look_at_first(edge, footprint);
        }
        let mut ends = false;
        for &action in &model.actions[code.actions.range()] {
            self.act(action, footprint);
            match action {
                ActionCode::Spawn { process, .. } => chain.starts.push(process),
                ActionCode::Exit => {
                    ends = true;
                    let way = match stand {
                        Stand::First => Way::EXIT,
                        Stand::Inside | Stand::Certain => Way::EXIT_INSIDE,
                    };
                    if !self.statics.unnoticed[edge as usize] {
                        self.ways.touch(footprint, Object::Processes, way);
                    }
                }
                _ => {
                    let channel = self.communicate(action, code.first, stand, footprint);
                    handed_over = handed_over.or(channel);
                }
            }
        }
        let to = &model.locations[code.to as usize];
        self.leave(location, (!ends).then_some(to), footprint);
        self.come_and_go(from, code.to, footprint);
        if let Some(channel) = handed_over {
            self.hand_over(channel, chain);
        }
    }

    /// Adds what the guard of an edge and the condition of its process depend on.
    pub(super) fn enabling(&mut self, edge: u32, footprint: &mut Footprint) {
        self.provided(footprint);
        if let GuardCode::When(condition) = self.model.edges[edge as usize].guard {
            self.read(condition, footprint);
        }
    }

    /// Adds what the condition of the process depends on.
    fn provided(&mut self, footprint: &mut Footprint) {
        if let Some(provided) = self.model.processes[self.process as usize].provided {
            self.read(provided, footprint);
        }
    }

    /// Adds what it depends on whether the first action of an edge is possible, if somebody asks.
    fn look_at_first(&mut self, edge: u32, footprint: &mut Footprint) {
        let model = self.model;
        match model.edges[edge as usize].first {
            First::Free => {}
            First::Exit if self.statics.unnoticed[edge as usize] => {}
            First::Exit => self.ways.touch(footprint, Object::Processes, Way::READ),
            First::Receive { channel, patterns, .. } => {
                self.channel(channel, &[Way::LOOK], footprint);
                self.read_patterns(patterns, footprint);
            }
            First::Send { channel, message, .. } => {
                let kind = self.kind(channel);
                if kind == ChannelKind::Buffered {
                    return self.channel(channel, &[Way::LOOK], footprint);
                }
                self.channel(channel, &[Way::LOOK, Way::EXPECT], footprint);
                self.read_operands(message, footprint);
                self.ways.touch(footprint, Object::Processes, Way::READ);
                self.expect(footprint);
            }
        }
    }

    /// Adds what it depends on which processes are ready to receive, besides where they are.
    fn expect(&mut self, footprint: &mut Footprint) {
        for &Receive { process, edge, .. } in &self.statics.receives {
            if let First::Receive { patterns, .. } = self.model.edges[edge as usize].first {
                let mut other = self.of(process);
                other.enabling(edge, footprint);
                other.read_patterns(patterns, footprint);
            }
        }
    }

    /// A reader of the code of any other process.
    fn of(&mut self, process: u32) -> Reader<'_> {
        // It reads nothing with its value, and `key` stays as it is.
        let Self { model, statics, state, ref mut ways, ready, ref mut key, .. } = *self;
        Reader { model, statics, state, ways, process, index: None, ready, key }
    }

    /// Adds what sending or receiving does to a channel. Tells the channel if others may take part in
    /// the middle of a step.
    fn communicate(
        &mut self,
        action: ActionCode,
        first: First,
        stand: Stand,
        footprint: &mut Footprint,
    ) -> Option<CodeId> {
        let (channel, buffered, rendezvous) = match action {
            ActionCode::Send { channel, order, .. } => {
                let lossy = matches!(first, First::Send { overflow: Overflow::Lose, .. });
                let way = match order {
                    MessageOrder::Fifo if !lossy => Way::SEND,
                    MessageOrder::Fifo | MessageOrder::Sorted => Way::MEDDLE,
                };
                (channel, way, Way::OFFER)
            }
            ActionCode::Receive { channel, removal, .. } => {
                let way = match removal {
                    Removal::Take => Way::RECEIVE,
                    Removal::Copy => Way::COPY,
                };
                (channel, way, Way::ACCEPT)
            }
            _ => return None,
        };
        match (stand, self.kind(channel)) {
            (Stand::First | Stand::Certain, ChannelKind::Buffered) => {
                self.channel(channel, &[buffered], footprint);
            }
            (Stand::First, ChannelKind::Rendezvous) => {
                self.channel(channel, &[rendezvous], footprint);
            }
            (Stand::First, ChannelKind::Unknown) => {
                self.channel(channel, &[buffered, rendezvous], footprint);
            }
            (Stand::Inside | Stand::Certain, kind) => {
                self.channel(channel, &[Way::MEDDLE], footprint);
                let sends = matches!(action, ActionCode::Send { .. });
                return (sends && kind != ChannelKind::Buffered).then_some(channel);
            }
        }
        None
    }

    /// Adds what the receivers of a message do that is sent in the middle of a step. That they leave
    /// where they are, or stay there, gets in the way of whatever else they may do.
    fn hand_over(&mut self, channel: CodeId, chain: &mut Chain) {
        let sent = self.fixed(channel);
        for &Receive { process, from, edge } in &self.statics.receives {
            let First::Receive { channel, .. } = self.model.edges[edge as usize].first else {
                continue;
            };
            let mut other = self.of(process);
            let received = other.fixed(channel);
            if sent.is_some() && received.is_some() && sent != received {
                continue;
            }
            if chain.received.contains(&edge) {
                chain.circular = true;
                continue;
            }
            chain.received.push(edge);
            let mut edges = vec![(from, edge)];
            other.follow(edge, &mut Vec::new(), &mut edges, chain);
            for (from, edge) in edges {
                other.edge(from, edge, Stand::Inside, chain);
            }
        }
    }

    /// Adds what others see of a process that goes from one location to another or ends.
    fn leave(&mut self, from: &LocationCode, to: Option<&LocationCode>, footprint: &mut Footprint) {
        if from.progress != to.is_some_and(|it| it.progress) {
            self.ways.touch(footprint, Object::Progress, Way::WRITE);
        }
        if from.accept != to.is_some_and(|it| it.accept) {
            self.ways.touch(footprint, Object::Acceptance, Way::WRITE);
        }
        if self.statics.counters {
            self.ways.touch(footprint, Object::Counters, Way::WRITE);
        }
    }

    /// The same for labels and for places where one is ready to receive.
    fn come_and_go(&mut self, from: u32, to: u32, footprint: &mut Footprint) {
        let (model, statics) = (self.model, self.statics);
        let (left, reached) = (&statics.labels[from as usize], &statics.labels[to as usize]);
        for &label in left.iter().filter(|it| !reached.contains(it)) {
            self.ways.touch(footprint, Object::Label(label), Way::WRITE);
        }
        for &label in reached.iter().filter(|it| !left.contains(it)) {
            self.ways.touch(footprint, Object::Label(label), Way::WRITE);
        }
        if !statics.rendezvous {
            return;
        }
        for location in [from, to] {
            for &edge in model.out(location) {
                if let First::Receive { channel, .. } = model.edges[edge as usize].first
                    && self.kind(channel) != ChannelKind::Buffered
                {
                    self.channel(channel, &[Way::COME_AND_GO], footprint);
                }
            }
        }
    }
}
