//! Where auxiliary invariants may hold, and how much they say.

use tribunal_ir::{LocId, ProcId};

/// Where a candidate may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Point {
    /// Whenever control is at the head of a loop.
    Head(LocId),
    /// Whenever a function is called.
    Entry(ProcId),
    /// Whenever it returns.
    Exit(ProcId),
}

/// How much candidates say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breadth {
    /// What holds at the head of a loop, or when a function is called or returns.
    Always,
    /// Also what holds there in one mode of the program, or for arguments of one kind.
    EachMode,
    /// Also how the numbers of recursive calls compare.
    Compared,
}

impl Breadth {
    /// What says more.
    pub(crate) fn next(self) -> Option<Self> {
        match self {
            Self::Always => Some(Self::EachMode),
            Self::EachMode => Some(Self::Compared),
            Self::Compared => None,
        }
    }
}
