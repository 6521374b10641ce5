//! Points of control: where the process is, and which calls are open.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use tribunal_ir::{EdgeId, LocId};

/// A point of control.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Control {
    /// The edges of the calls that are open, the last one last.
    pub(super) calls: Rc<[EdgeId]>,
    pub(super) stage: Stage,
    /// Whether something was to be seen that could not be seen yet.
    pub(super) is_news: bool,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It is at a location; another process could move there, if there was one.
    Free(LocId),
    /// It is at a location inside an atomic sequence.
    Atomic(LocId),
    /// It is over, at this location, at an error.
    Over(LocId),
    /// The process has ended.
    Gone(LocId),
}

impl Control {
    pub(super) fn location(&self) -> LocId {
        match self.stage {
            Stage::Free(at) | Stage::Atomic(at) | Stage::Over(at) | Stage::Gone(at) => at,
        }
    }
}

/// Numbers for points of control.
#[derive(Debug, Default)]
pub(super) struct Controls {
    numbers: FxHashMap<Control, u32>,
    pub(super) all: Vec<Control>,
}

impl Controls {
    pub(super) fn number(&mut self, control: &Control) -> u32 {
        if let Some(number) = self.numbers.get(control) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.numbers.insert(control.clone(), number);
        self.all.push(control.clone());
        number
    }
}
