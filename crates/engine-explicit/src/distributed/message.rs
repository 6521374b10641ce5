//! What the workers write to each other.

use crate::expand::Choice;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use tribunal_base::{FileId, Id, Span};
use tribunal_engine::{Limit, Reason, Step};
use tribunal_ir::EdgeId;

/// A letter with its address.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Parcel {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) letter: Letter,
}

/// What one worker tells another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Letter {
    /// States that the receiver owns, see `Bundle`.
    States(Bytes),
    /// The search is going to end: what is left of this round need not be done.
    Hurry,
    /// What happened in this round. Every worker tells every worker.
    Pulse(Pulse),
    /// A trace on its way back to the initial state.
    Token(Token),
    /// A trace that arrived there: the choices from the initial state on.
    Path { sighting: u32, choices: Vec<(u32, u32)> },
    /// What a worker did in the whole search.
    Account(Box<Account>),
}

/// What happened at one worker in one round.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pulse {
    pub(crate) expanded: u64,
    /// Why it cannot go on.
    pub(crate) halt: Option<Halt>,
    pub(crate) sightings: Vec<Sighting>,
}

/// A violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sighting {
    /// Who owns the last visible state before it.
    pub(crate) worker: u32,
    /// The number of that state there.
    pub(crate) state: u32,
    /// The edges that violate a property; none if the state itself is a deadlock.
    pub(crate) edges: Vec<u32>,
    /// The steps from that state on.
    pub(crate) last: Vec<PlainStep>,
}

/// A trace on its way back to the initial state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Token {
    pub(crate) sighting: u32,
    /// The state it has come to; the receiver owns it.
    pub(crate) state: u32,
    /// The choices from there on, the last one first.
    pub(crate) choices: Vec<(u32, u32)>,
}

/// What a worker did in the whole search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Account {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    pub(crate) crossings: u64,
    pub(crate) atomic_steps: u64,
    pub(crate) memory: u64,
    pub(crate) table: u64,
    /// What its process has sent to others so far; told by the first worker of the process.
    pub(crate) bytes: u64,
    pub(crate) truncated: bool,
    /// Which edges were taken.
    pub(crate) reached: Vec<bool>,
}

/// A [`Step`] that can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlainStep {
    process: u32,
    edge: u32,
    partner: Option<(u32, u32)>,
}

impl From<Step> for PlainStep {
    fn from(step: Step) -> Self {
        let edge = |it: EdgeId| u32::try_from(it.index()).expect("edges should be countable");
        Self {
            process: step.process,
            edge: edge(step.edge),
            partner: step.partner.map(|(process, it)| (process, edge(it))),
        }
    }
}

impl From<PlainStep> for Step {
    fn from(plain: PlainStep) -> Self {
        let edge = |it: u32| EdgeId::from_index(it as usize);
        Self {
            process: plain.process,
            edge: edge(plain.edge),
            partner: plain.partner.map(|(process, it)| (process, edge(it))),
        }
    }
}

/// A [`Reason`] that can be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Halt {
    Time,
    Memory,
    Depth,
    Cancelled,
    Unsupported {
        what: String,
        span: Option<PlainSpan>,
    },
    Diverges {
        span: PlainSpan,
    },
    /// Another worker said so.
    Elsewhere,
    Other(String),
}

/// A file and a range of bytes in it.
type PlainSpan = (u32, u32, u32);

impl From<Reason> for Halt {
    fn from(reason: Reason) -> Self {
        let plain = |it: Span| (it.file.0, it.start, it.end);
        match reason {
            Reason::Budget(Limit::Time) => Self::Time,
            Reason::Budget(Limit::Memory) => Self::Memory,
            Reason::Budget(Limit::Depth) => Self::Depth,
            Reason::Cancelled => Self::Cancelled,
            Reason::Unsupported { what, span } => Self::Unsupported { what, span: span.map(plain) },
            Reason::Diverges { span } => Self::Diverges { span: plain(span) },
            other => Self::Other(format!("{other:?}")),
        }
    }
}

impl From<Halt> for Reason {
    fn from(halt: Halt) -> Self {
        let full = |(file, start, end)| Span { file: FileId(file), start, end };
        match halt {
            Halt::Time => Self::Budget(Limit::Time),
            Halt::Memory => Self::Budget(Limit::Memory),
            Halt::Depth => Self::Budget(Limit::Depth),
            Halt::Cancelled => Self::Cancelled,
            Halt::Unsupported { what, span } => Self::Unsupported { what, span: span.map(full) },
            Halt::Diverges { span } => Self::Diverges { span: full(span) },
            Halt::Elsewhere => Self::Crashed { message: "a worker gave no reason".to_owned() },
            Halt::Other(message) => Self::Crashed { message },
        }
    }
}

/// Bytes that are sent as they are, not one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Bytes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
            fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Whole)
    }
}

/// A state that was reached, as it is told to its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival<'b> {
    /// The number of the state before it, at the sender.
    pub(crate) parent: u32,
    pub(crate) choice: Choice,
    pub(crate) matched: &'b [u8],
    pub(crate) unmatched: &'b [u8],
}

/// Puts a state at the end of a bundle.
pub(crate) fn pack(arrival: Arrival<'_>, bundle: &mut Vec<u8>) {
    let Arrival { parent, choice, matched, unmatched } = arrival;
    put(u64::from(parent), bundle);
    put(u64::from(choice.first), bundle);
    put(u64::from(choice.branch), bundle);
    put(matched.len() as u64, bundle);
    put(unmatched.len() as u64, bundle);
    bundle.extend_from_slice(matched);
    bundle.extend_from_slice(unmatched);
}

/// Takes a state from the front of a bundle, if there is one.
pub(crate) fn unpack<'b>(bundle: &mut &'b [u8]) -> Option<Arrival<'b>> {
    let small = |it: u64| u32::try_from(it).ok();
    let parent = small(get(bundle)?)?;
    let choice = Choice { first: small(get(bundle)?)?, branch: small(get(bundle)?)? };
    let lengths = [get(bundle)?, get(bundle)?].map(|it| usize::try_from(it).ok());
    let matched = bundle.split_off(..lengths[0]?)?;
    let unmatched = bundle.split_off(..lengths[1]?)?;
    Some(Arrival { parent, choice, matched, unmatched })
}

/// Writes a number, seven bits to a byte, the low ones first.
fn put(mut number: u64, bundle: &mut Vec<u8>) {
    while 0x80 <= number {
        bundle.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bundle.push(number.to_le_bytes()[0]);
}

/// Reads a number.
fn get(bundle: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = *bundle.split_off_first()?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Halt, pack, unpack};
    use crate::expand::Choice;
    use proptest::prelude::*;
    use tribunal_base::{FileId, Span};
    use tribunal_engine::{Limit, Reason};

    proptest! {
        #[test]
        fn states_arrive_as_they_were_sent(
            states: Vec<(u32, u32, u32, Vec<u8>, Vec<u8>)>,
        ) {
            let arrivals: Vec<Arrival<'_>> = states
                .iter()
                .map(|(parent, first, branch, matched, unmatched)| Arrival {
                    parent: *parent,
                    choice: Choice { first: *first, branch: *branch },
                    matched,
                    unmatched,
                })
                .collect();
            let mut bundle = Vec::new();
            for &arrival in &arrivals {
                pack(arrival, &mut bundle);
            }
            let mut rest = &bundle[..];
            for arrival in arrivals {
                prop_assert_eq!(unpack(&mut rest), Some(arrival));
            }
            prop_assert_eq!(unpack(&mut rest), None);
        }
    }

    #[test]
    fn reasons_arrive_as_they_were_sent() {
        let span = Span { file: FileId(1), start: 2, end: 3 };
        for reason in [
            Reason::Budget(Limit::Time),
            Reason::Budget(Limit::Memory),
            Reason::Budget(Limit::Depth),
            Reason::Cancelled,
            Reason::Unsupported { what: "this".into(), span: Some(span) },
            Reason::Diverges { span },
        ] {
            assert_eq!(Reason::from(Halt::from(reason.clone())), reason);
        }
    }
}
