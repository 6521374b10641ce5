//! What native code can do; the rest is interpreted.

use super::call::MAX_FIELDS;
use super::chain::Plan;
use super::channel::known;
use super::expr::place_operands;
use super::{Compiler, receives};
use crate::compile::layout::ChannelLayout;
use crate::model::{ActionCode, CodeId, First, GuardCode, PatternCode, Slice};

/// The largest function, in operations. What is larger takes long to compile.
const MAX_SIZE: u32 = 4000;
/// The largest choice of the next edge that is part of the function of an edge.
const MAX_NEXT: u32 = 400;
/// How many kinds of channels native code tells apart at run time.
const MAX_SHAPES: usize = 16;

impl Compiler<'_> {
    /// Whether a process is ever at a location.
    pub(super) fn lives(&self, location: u32) -> bool {
        self.alive[self.model.locations[location as usize].process as usize]
    }

    /// Whether a process at a location may receive.
    pub(super) fn receives(&self, location: u32) -> bool {
        self.lives(location) && receives(self.model, location).next().is_some()
    }

    /// How many edges of a location may be the sending side of a rendezvous.
    pub(super) fn meetings(&self, location: u32) -> usize {
        let process = self.model.locations[location as usize].process;
        let meets = |edge: &&u32| match self.model.edges[**edge as usize].first {
            First::Send { channel, .. } => self.may_meet(process, channel),
            First::Free | First::Exit | First::Receive { .. } => false,
        };
        self.model.out(location).iter().filter(meets).count()
    }

    /// What may be part of a chain: nothing that may be a rendezvous.
    pub(super) fn plan(&self) -> Plan {
        let model = self.model;
        let process = |edge: u32| {
            let to = model.edges[edge as usize].to;
            model.locations[to as usize].process
        };
        let edges = (0..).zip(&model.edges).map(|(id, _)| id);
        let choice = |location: u32| {
            let edges = model.out(location);
            let size = edges.iter().map(|&it| self.size_of_choice(it)).fold(0, u32::saturating_add);
            let supported =
                self.meetings(location) == 0 && self.are_choices_supported(location, true);
            supported.then_some(size).filter(|&it| it <= MAX_NEXT)
        };
        let leads_on = |id: u32| {
            let edge = &model.edges[id as usize];
            edge.violates.is_none()
                && match edge.first {
                    First::Free | First::Exit => true,
                    First::Send { channel, .. } | First::Receive { channel, .. } => {
                        !self.may_meet(process(id), channel)
                    }
                }
        };
        Plan {
            effects: edges.clone().map(|it| self.size_of_effect(process(it), it)).collect(),
            leads_on: edges.map(leads_on).collect(),
            choices: (0..).zip(&model.locations).map(|(id, _)| choice(id)).collect(),
        }
    }

    pub(super) fn are_choices_supported(&self, location: u32, all_offers: bool) -> bool {
        let model = self.model;
        let process = model.locations[location as usize].process;
        let edges = model.out(location);
        let size = edges.iter().map(|&it| self.size_of_choice(it)).fold(0, u32::saturating_add);
        size <= MAX_SIZE
            && edges.iter().all(|&edge| match model.edges[edge as usize].first {
                First::Free | First::Exit => true,
                First::Receive { channel, .. } => self.is_channel_supported(process, channel),
                First::Send { channel, .. } => {
                    self.is_channel_supported(process, channel)
                        && (all_offers || !self.may_meet(process, channel))
                }
            })
    }

    pub(super) fn is_offer_supported(&self, location: u32) -> bool {
        let model = self.model;
        let process = model.locations[location as usize].process;
        let provided = model.processes[process as usize].provided;
        let provided = provided.map_or(0, |it| self.sizes[it as usize]);
        let edges = || receives(model, location);
        let size = edges().map(|it| self.size_of_choice(it)).fold(provided, u32::saturating_add);
        size <= MAX_SIZE
            && edges().all(|edge| match model.edges[edge as usize].first {
                First::Receive { channel, .. } => self.is_channel_supported(process, channel),
                First::Free | First::Exit | First::Send { .. } => true,
            })
    }

    /// The size of the effect of an edge, if there can be native code for it.
    fn size_of_effect(&self, process: u32, edge: u32) -> Option<u32> {
        let model = self.model;
        let actions = &model.actions[model.edges[edge as usize].actions.range()];
        let mut size: u32 = 1;
        for &action in actions {
            size = size.saturating_add(match action {
                ActionCode::Assign { place, value } => {
                    self.sizes[value as usize].saturating_add(self.size_of_place(place))
                }
                ActionCode::Send { channel, message, .. } => {
                    if !self.is_channel_supported(process, channel) {
                        return None;
                    }
                    self.size_of_message(process, channel, message)
                }
                ActionCode::Receive { channel, patterns, .. } => {
                    if !self.is_channel_supported(process, channel) {
                        return None;
                    }
                    self.size_of_patterns(process, channel, patterns)
                }
                ActionCode::Spawn { .. } | ActionCode::Exit | ActionCode::SetPriority { .. } => {
                    return None;
                }
            });
        }
        (size <= MAX_SIZE).then_some(size)
    }

    /// Whether there are few enough kinds of channels, none with long messages at a rendezvous.
    fn is_channel_supported(&self, process: u32, channel: CodeId) -> bool {
        let short = |it: &ChannelLayout| it.capacity != 0 || it.fields.len() <= MAX_FIELDS;
        match known(self.model, Some(process), channel) {
            Some(known) => short(&self.model.channels[known.declaration as usize]),
            None => self.shapes.len() <= MAX_SHAPES && self.shapes.layouts(self.model).all(short),
        }
    }

    /// Whether a channel may be one for rendezvous.
    fn may_meet(&self, process: u32, channel: CodeId) -> bool {
        match known(self.model, Some(process), channel) {
            Some(known) => self.model.channels[known.declaration as usize].capacity == 0,
            None => self.shapes.layouts(self.model).any(|it| it.capacity == 0),
        }
    }

    /// How often the code for a channel is written out.
    fn copies(&self, process: u32, channel: CodeId) -> u32 {
        match known(self.model, Some(process), channel) {
            Some(_) => 1,
            None => u32::try_from(self.shapes.len()).unwrap_or(u32::MAX),
        }
    }

    fn size_of_choice(&self, edge: u32) -> u32 {
        let edge = &self.model.edges[edge as usize];
        let process = self.model.locations[edge.to as usize].process;
        let guard = match edge.guard {
            GuardCode::When(condition) => self.sizes[condition as usize],
            GuardCode::Always | GuardCode::Else => 1,
        };
        guard.saturating_add(match edge.first {
            First::Free | First::Exit => 1,
            First::Receive { channel, patterns, .. } => {
                self.size_of_patterns(process, channel, patterns)
            }
            First::Send { channel, message, .. } => self.size_of_message(process, channel, message),
        })
    }

    fn size_of_place(&self, place: u32) -> u32 {
        let operands = place_operands(self.model, place);
        operands.iter().map(|&it| self.sizes[it as usize]).fold(1, u32::saturating_add)
    }

    fn size_of_message(&self, process: u32, channel: CodeId, message: Slice) -> u32 {
        let operands = self.model.operands[message.range()].iter();
        let once = operands.map(|it| self.sizes[it.code as usize]).fold(4, u32::saturating_add);
        self.sizes[channel as usize]
            .saturating_add(once.saturating_mul(self.copies(process, channel)))
    }

    fn size_of_patterns(&self, process: u32, channel: CodeId, patterns: Slice) -> u32 {
        let size = |pattern: &PatternCode| match *pattern {
            PatternCode::Store(place) => self.size_of_place(place),
            PatternCode::Match(operand) => self.sizes[operand.code as usize],
            PatternCode::Any => 0,
        };
        let once = self.model.patterns[patterns.range()].iter().map(size);
        let once = once.fold(4, u32::saturating_add);
        self.sizes[channel as usize]
            .saturating_add(once.saturating_mul(self.copies(process, channel)))
    }
}
