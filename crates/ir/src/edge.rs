//! Edges: the guarded commands. What a step of a process is.
//!
//! # When an edge is enabled
//! In a state where its process is at `from`, an edge is enabled if all of these hold:
//! - S1. `Process::provided` holds, if there is such, and so does its guard: the condition of
//!   [`Guard::When`] is true; [`Guard::Else`] holds if no edge listed before it in `Location::out`
//!   is enabled. (Inside an indivisible step, `provided` is not asked again.)
//! - S2. Its first action is not blocked: `Send` needs room (or a partner, below, or
//!   [`Overflow::Lose`]), `Receive` a matching message, `Exit` that the process is the youngest.
//!   Only the first action can block (checked by `verify`).
//! - S3. No edge of a lower [`Edge::tier`] of the same location is enabled.
//! - S4. Under [`crate::Scheduling::Priority`], no process of higher priority has an enabled edge
//!   (S1 to S3).
//!
//! # Rendezvous
//! A `Send` on a channel of capacity 0 is enabled if another process has a `Receive` edge on the
//! same channel that S1 and S3 (among such edges) allow and whose patterns match the message.
//! Under [`crate::Scheduling::Priority`], S4 binds the sender; of the possible receivers, those of
//! the highest priority take part. Both edges are taken together as one step: first the sender's remaining actions, then the
//! receiver's. A `Receive` on such a channel is never taken alone.
//!
//! # What a step does
//! The actions run in order and the process moves to `to`. While it is at a
//! [`crate::Control::Indivisible`] location it goes on at once, by the first enabled edge of the
//! list; all this is one step. Afterwards, if the last edge taken is `atomic` and the process (at
//! a rendezvous: the receiver) has an enabled edge, only that process may take the next step.
//!
//! # Calls
//! A `Call` suspends the process: it goes on at the entry of the function, with variables of the
//! function's own, and its `Return` brings it to the target of the edge that called. Both are the
//! last action of their edge. A `Return` without a call, in the first function of a process, just
//! goes to the target of its edge, which otherwise does not matter.
//!
//! # Timeout
//! `timeout` is false if some process has an enabled edge under that assumption, else true.

use crate::memory::ObjectId;
use crate::program::{ExprId, LocId, PlaceId, ProcId, PropId};
use tribunal_base::Span;

/// A guarded command from one location to another of the same process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where the process must be.
    pub from: LocId,
    /// Where it goes.
    pub to: LocId,
    /// Enabled edges of a lower tier disable those of higher tiers at the same location.
    pub tier: u32,
    /// When it may be taken.
    pub guard: Guard,
    /// What it does, in order.
    pub actions: Vec<Action>,
    /// Whether the process keeps control afterwards.
    pub atomic: bool,
    /// Taking the edge violates a property.
    pub violates: Option<Violation>,
    /// The statement.
    pub span: Span,
}

/// The condition of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// A `Bool` expression is true.
    When(ExprId),
    /// No edge listed before this one at its location is enabled.
    Else,
}

/// The violation of a property by taking an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property; its kind is `Unreachable`.
    pub property: PropId,
    /// What went wrong, for people: lower case, no full stop.
    pub message: String,
    /// Whether the run has a meaning afterwards.
    pub then: Then,
}

/// What follows a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The run goes on at the edge's target, as after a failed assertion.
    Continue,
    /// The run ends: the state after this step has no successors and no end-state check.
    Stop,
}

/// What an edge does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stores a value, wrapped to the type of the place.
    Assign {
        /// Where to.
        place: PlaceId,
        /// What.
        value: ExprId,
    },
    /// Stores any value of the type of the place: one successor for each.
    Havoc {
        /// Where to.
        place: PlaceId,
    },
    /// Brings an object to life.
    Allocate {
        /// What it is made from; not static.
        object: ObjectId,
        /// How many bytes (`I64`; negative counts as 0).
        size: ExprId,
        /// Where to store the pointer to its start.
        place: PlaceId,
    },
    /// Ends the life of the object of a pointer; nothing if it has none, is static, or has ended
    /// already.
    Release {
        /// The pointer.
        pointer: ExprId,
    },
    /// Copies bytes, as if by way of another place; nothing unless living objects have them all.
    Copy {
        /// A pointer to the first byte written.
        to: ExprId,
        /// A pointer to the first byte read.
        from: ExprId,
        /// How many (`I64`).
        size: ExprId,
    },
    /// Sets bytes to a number; nothing unless a living object has them all.
    Fill {
        /// A pointer to the first.
        to: ExprId,
        /// The number (`U8`).
        byte: ExprId,
        /// How many (`I64`).
        size: ExprId,
    },
    /// Calls a function: parameters (each wrapped), then the other locals' initialisers.
    Call {
        /// The function.
        process: ProcId,
        /// One for each parameter.
        args: Vec<ExprId>,
        /// Where its value goes, found after it has returned.
        result: Option<PlaceId>,
    },
    /// Returns from a function.
    Return {
        /// Its value.
        value: Option<ExprId>,
    },
    /// Puts a message into a channel. Each field is wrapped to the channel's field type when it is
    /// stored; the order of a sorted channel looks at the fields before that. Missing fields are 0.
    Send {
        /// The channel.
        channel: ExprId,
        /// The fields.
        message: Vec<ExprId>,
        /// Where the message goes.
        order: MessageOrder,
        /// What happens if the channel is full.
        overflow: Overflow,
    },
    /// Takes a message from a channel. All patterns are matched, then the stores are done in order.
    Receive {
        /// The channel.
        channel: ExprId,
        /// One for each field; missing ones match anything.
        patterns: Vec<Pattern>,
        /// Which messages are looked at; the first that matches is taken.
        scan: Scan,
        /// Whether the message leaves the channel.
        removal: Removal,
    },
    /// Starts a process with the next index: parameters (each wrapped), then the other locals'
    /// initialisers, in order.
    Spawn {
        /// What to run.
        process: ProcId,
        /// One for each parameter.
        args: Vec<ExprId>,
        /// Where to store the index of the new process.
        result: Option<PlaceId>,
        /// The priority of the new process.
        priority: ExprId,
    },
    /// Ends this process, if it is the youngest; the channels it created die with it.
    Exit,
    /// Changes a process's priority; nothing if it is not alive.
    SetPriority {
        /// The index of the process.
        process: ExprId,
        /// The priority.
        value: ExprId,
    },
    /// Shows a text, with the directives of C's `printf`; each argument already has the type that its
    /// directive reads. `%e` of an enumeration is a name, `%s` of a pointer the text in memory, `%.*r` so many bytes there as they are. No
    /// effect.
    Print {
        /// Where it is shown.
        stream: Stream,
        /// The text.
        format: String,
        /// What the `%`s stand for.
        args: Vec<ExprId>,
    },
}

/// Where a text is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Among the results of the program.
    #[default]
    Output,
    /// Beside them.
    Error,
    /// To whoever has started the program: a number that says how it ended, when it does; another text where what comes then cannot be relied on.
    Status,
}

impl Action {
    /// Whether it concerns neither memory nor calls nor arbitrary values.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        match self {
            Self::Assign { .. }
            | Self::Send { .. }
            | Self::Receive { .. }
            | Self::Spawn { .. }
            | Self::Exit
            | Self::SetPriority { .. }
            | Self::Print { .. } => true,
            Self::Havoc { .. }
            | Self::Allocate { .. }
            | Self::Release { .. }
            | Self::Copy { .. }
            | Self::Fill { .. }
            | Self::Call { .. }
            | Self::Return { .. } => false,
        }
    }
}

/// One field of a receive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Matches anything and is stored.
    Store(PlaceId),
    /// Matches a field of this value. The value is not wrapped: 256 never matches a byte.
    Match(ExprId),
    /// Matches anything.
    Any,
}

/// Where a sent message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageOrder {
    /// To the end.
    Fifo,
    /// Before the first message that is lexicographically greater.
    Sorted,
}

/// What a send to a full channel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// It waits.
    Block,
    /// The message is lost.
    Lose,
}

/// Which messages a receive looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    /// The first one.
    Front,
    /// All, from the first on.
    Any,
}

/// Whether a received message leaves the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// It leaves.
    Take,
    /// It stays.
    Copy,
}

impl Edge {
    /// Whether a run that takes it is over.
    #[must_use]
    pub fn ends_run(&self) -> bool {
        self.violates.as_ref().is_some_and(|it| it.then == Then::Stop)
    }

    /// The channel expression and direction of the first action, if it communicates.
    #[must_use]
    pub fn receives(&self) -> Option<(ExprId, &[Pattern])> {
        match self.actions.first()? {
            Action::Receive { channel, patterns, .. } => Some((*channel, patterns)),
            Action::Assign { .. }
            | Action::Havoc { .. }
            | Action::Allocate { .. }
            | Action::Release { .. }
            | Action::Copy { .. }
            | Action::Fill { .. }
            | Action::Call { .. }
            | Action::Return { .. }
            | Action::Send { .. }
            | Action::Spawn { .. }
            | Action::Exit
            | Action::SetPriority { .. }
            | Action::Print { .. } => None,
        }
    }
}
