//! What it takes to keep a condition true, or to make it true, where it asks for room or messages in a
//! channel: a receive never takes room away, and a send to a queue never takes messages away. This is
//! the monotonicity that makes the two ends of a channel independent (P. Godefroid, D. Pirottin:
//! *Refining dependencies improves partial-order verification methods*, CAV 1993).

use super::access::{Footprint, Way};
use super::reader::{ChannelKind, Reader};
use crate::model::{ActionCode, Code, CodeId, First, GuardCode};
use tribunal_ir::Scan;

/// What a condition wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Room,
    Messages,
}

impl Wish {
    /// How a condition that holds touches the channel.
    pub(super) fn kept(self) -> Way {
        match self {
            Self::Room => Way::HAS_ROOM,
            Self::Messages => Way::HAS_MESSAGES,
        }
    }

    /// A way that conflicts with all that may make the condition true.
    pub(super) fn missed(self) -> Way {
        match self {
            Self::Room => Way::HAS_MESSAGES,
            Self::Messages => Way::HAS_ROOM,
        }
    }
}

/// A condition that compares the length of a channel with a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) channel: CodeId,
    pub(super) wish: Wish,
    /// How much there is at least if it holds.
    least: i64,
}

/// The parts of a conjunction.
fn parts(reader: &Reader<'_>, condition: CodeId) -> Vec<CodeId> {
    let (mut parts, mut todo) = (Vec::new(), vec![condition]);
    while let Some(code) = todo.pop() {
        match reader.model.codes[code as usize] {
            Code::Both(left, right) => todo.extend([right, left]),
            _ => parts.push(code),
        }
    }
    parts
}

impl Reader<'_> {
    /// What a condition asks of a channel, if that is all it does.
    pub(super) fn asked(&mut self, condition: CodeId) -> Option<Asked> {
        let codes = &self.model.codes;
        let length = |it: CodeId| match codes[it as usize] {
            Code::Length(channel) => Some(channel),
            _ => None,
        };
        let filled = |a: CodeId, b: CodeId| match (codes[a as usize], codes[b as usize]) {
            (Code::Length(channel), Code::Capacity(other))
            | (Code::Capacity(other), Code::Length(channel)) => {
                (channel == other).then_some(channel)
            }
            _ => None,
        };
        let (channel, wish, number) = match codes[condition as usize] {
            Code::LessThan(a, number) => (length(a)?, Wish::Room, Some(number)),
            Code::AtLeast(a, number) => (length(a)?, Wish::Messages, Some(number)),
            Code::EqualTo(a, 0) => (length(a)?, Wish::Room, Some(1)),
            Code::UnequalTo(a, 0) | Code::IsNotZero(a) => (length(a)?, Wish::Messages, Some(1)),
            Code::Unequal(a, b) => (filled(a, b)?, Wish::Room, None),
            Code::Equal(a, b) => (filled(a, b)?, Wish::Messages, Some(1)),
            _ => return None,
        };
        let least = match wish {
            Wish::Messages => number.unwrap_or(0),
            Wish::Room => self.capacity(channel).map_or(0, |capacity| match number {
                Some(number) => (capacity + 1).saturating_sub(number).max(0),
                None => 1,
            }),
        };
        Some(Asked { channel, wish, least })
    }

    /// How many messages a channel of known number holds.
    fn capacity(&mut self, channel: CodeId) -> Option<i64> {
        let number = self.fixed(channel);
        let declaration = self.outliving(number)?;
        Some(self.model.channels[declaration as usize].capacity.into())
    }

    /// Adds what may make a condition false that holds.
    pub(super) fn hold(&mut self, condition: CodeId, footprint: &mut Footprint) {
        let parts = parts(self, condition);
        for &part in &parts {
            if self.fixed(part).is_some() {
                continue;
            }
            match self.model.codes[part as usize] {
                Code::Poll { channel, patterns, .. } => {
                    self.channel(channel, &[Way::HAS_MESSAGES], footprint);
                    self.read_patterns(patterns, footprint);
                }
                Code::Not(denied) => {
                    // Of what must not hold together, what must hold anyway does not count.
                    for code in self::parts(self, denied) {
                        if !parts.contains(&code) {
                            self.read(code, footprint);
                        }
                    }
                }
                _ => match self.asked(part) {
                    Some(Asked { channel, wish, .. }) => {
                        self.channel(channel, &[wish.kept()], footprint);
                    }
                    None => self.read(part, footprint),
                },
            }
        }
    }

    /// Which of the edges of a step, the first one included, communicate by a queue that has room or
    /// messages enough for all of them whenever the step is possible.
    pub(super) fn certain(&mut self, edges: &[(u32, u32)]) -> Vec<bool> {
        let nothing = vec![false; edges.len()];
        let [(_, first), ..] = *edges else { return nothing };
        let Some(demands) = self.demands(edges) else { return nothing };
        let supplies = self.supplies(first);
        let suffices = |&(channel, wish): &(i64, Wish)| {
            let mine = supplies.iter().filter(|it| (it.0, it.1) == (channel, wish));
            let asked = demands.iter().flatten().filter(|it| **it == (channel, wish));
            mine.map(|it| it.2).max().unwrap_or(0)
                >= i64::try_from(asked.count()).unwrap_or(i64::MAX)
        };
        let is_once = |edge: u32| !comes_back(self, edges, edge);
        let mut certain = nothing;
        for (index, &(_, edge)) in edges.iter().enumerate() {
            certain[index] = demands[index].is_some_and(|it| {
                let alike = |other: usize| demands[other] == Some(it);
                suffices(&it) && (0..edges.len()).all(|at| !alike(at) || is_once(edges[at].1))
            }) && !matches!(
                self.model.edges[edge as usize].first,
                First::Receive { scan: Scan::Any, .. }
            );
        }
        certain
    }

    /// What there is of room and messages if an edge is possible, by the numbers of the channels.
    fn supplies(&mut self, edge: u32) -> Vec<(i64, Wish, i64)> {
        let model = self.model;
        let code = &model.edges[edge as usize];
        let mut supplies = Vec::new();
        let (channel, wish) = match code.first {
            First::Free | First::Exit => (None, Wish::Room),
            First::Send { channel, .. } => (self.fixed(channel), Wish::Room),
            First::Receive { channel, .. } => (self.fixed(channel), Wish::Messages),
        };
        supplies.extend(channel.map(|it| (it, wish, 1)));
        if let GuardCode::When(condition) = code.guard {
            for part in parts(self, condition) {
                let asked = match model.codes[part as usize] {
                    Code::Poll { channel, .. } => {
                        Some(Asked { channel, wish: Wish::Messages, least: 1 })
                    }
                    _ => self.asked(part),
                };
                if let Some(Asked { channel, wish, least }) = asked
                    && let Some(channel) = self.fixed(channel)
                {
                    supplies.push((channel, wish, least));
                }
            }
        }
        supplies
    }

    /// What each edge takes of room and messages; `None` if that is not known.
    fn demands(&mut self, edges: &[(u32, u32)]) -> Option<Vec<Option<(i64, Wish)>>> {
        let model = self.model;
        let mut demands = Vec::new();
        for &(_, edge) in edges {
            let mut demand = None;
            for action in &model.actions[model.edges[edge as usize].actions.range()] {
                let (channel, wish) = match *action {
                    ActionCode::Send { channel, .. } => (channel, Wish::Room),
                    ActionCode::Receive { channel, .. } => (channel, Wish::Messages),
                    _ => continue,
                };
                if self.kind(channel) != ChannelKind::Buffered || demand.is_some() {
                    return None;
                }
                demand = Some((self.fixed(channel)?, wish));
            }
            demands.push(demand);
        }
        Some(demands)
    }
}

/// Whether an edge of a step can be taken again in the same step.
fn comes_back(reader: &Reader<'_>, edges: &[(u32, u32)], edge: u32) -> bool {
    let target = |it: u32| reader.model.edges[it as usize].to;
    let (mut seen, mut todo) = (Vec::new(), vec![target(edge)]);
    while let Some(location) = todo.pop() {
        if seen.contains(&location) {
            continue;
        }
        seen.push(location);
        // The first edge stands for the way in, not for one inside.
        for &(from, next) in edges.iter().skip(1) {
            if from == location {
                if next == edge {
                    return true;
                }
                todo.push(target(next));
            }
        }
    }
    false
}
