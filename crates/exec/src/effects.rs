//! What happens during a step besides the change of state.

use crate::state::Message;
use tribunal_engine::Chosen;
use tribunal_ir::{EdgeId, ObjectId, PlaceId, PropId, Stream};

/// What happened during a step, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The events.
    pub events: Vec<Event>,
}

/// Something that happens during a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A process takes an edge.
    Edge {
        /// The index of the process.
        process: u32,
        /// The edge.
        edge: EdgeId,
    },
    /// Taking an edge violates a property.
    Violation {
        /// The property.
        property: PropId,
        /// The edge.
        edge: EdgeId,
    },
    /// A value that the program leaves open is chosen.
    Choice {
        /// The index of the process.
        process: u32,
        /// What asks for it.
        origin: Origin,
        /// The value.
        chosen: Chosen,
    },
    /// A process shows a text.
    Print {
        /// The index of the process.
        process: u32,
        /// Where it is shown.
        stream: Stream,
        /// The bytes of the text.
        text: Vec<u8>,
    },
    /// A process sends or receives.
    Message {
        /// The index of the process.
        process: u32,
        /// What becomes of the message.
        transfer: Transfer,
        /// The number of the channel, from 1.
        channel: u32,
        /// The message as the channel keeps it.
        message: Message,
    },
}

/// What asks for a value that the program leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An `Action::Havoc` of this place.
    Place(PlaceId),
    /// An `Action::Allocate` of this object.
    Object(ObjectId),
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// It is put into a channel, or handed over at a rendezvous.
    Sent,
    /// It is lost, the channel being full.
    Lost,
    /// It is taken from a channel, or accepted at a rendezvous.
    Received,
    /// It is read and stays in the channel.
    Copied,
}

impl Effects {
    /// The edges taken, each with the index of the process that takes it, in order.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = (u32, EdgeId)> {
        self.events.iter().filter_map(|event| match *event {
            Event::Edge { process, edge } => Some((process, edge)),
            Event::Violation { .. }
            | Event::Choice { .. }
            | Event::Print { .. }
            | Event::Message { .. } => None,
        })
    }

    /// The values chosen, in order.
    pub fn choices(&self) -> impl Iterator<Item = &Chosen> {
        self.events.iter().filter_map(|event| match event {
            Event::Choice { chosen, .. } => Some(chosen),
            Event::Edge { .. }
            | Event::Violation { .. }
            | Event::Print { .. }
            | Event::Message { .. } => None,
        })
    }

    /// The properties violated, each with the edge that violates it, in order.
    pub fn violations(&self) -> impl Iterator<Item = (PropId, EdgeId)> {
        self.events.iter().filter_map(|event| match *event {
            Event::Violation { property, edge } => Some((property, edge)),
            Event::Edge { .. }
            | Event::Choice { .. }
            | Event::Print { .. }
            | Event::Message { .. } => None,
        })
    }
}
