//! Points of control: where each process is, and which calls are open.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use tribunal_ir::{Control as Stop, EdgeId, LocId, ProcId, Program};

/// A point of control.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Control {
    /// The processes, the oldest first; one that has ended keeps its place.
    pub(super) threads: SmallVec<[Thread; 1]>,
    /// Whether something was to be seen that could not be seen yet.
    pub(super) is_news: bool,
}

/// Where a process is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    /// The edges of the calls that are open, the last one last.
    pub(super) calls: Rc<[EdgeId]>,
    pub(super) stage: Stage,
}

/// How far a process has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It is at a location; another process can move there, if there is one.
    Free(LocId),
    /// It is at a location inside an atomic sequence.
    Atomic(LocId),
    /// The run is over, at this location, at an error.
    Over(LocId),
    /// The process has ended.
    Gone(LocId),
}

impl Thread {
    pub(super) fn location(&self) -> LocId {
        match self.stage {
            Stage::Free(at) | Stage::Atomic(at) | Stage::Over(at) | Stage::Gone(at) => at,
        }
    }

    pub(super) fn is_alive(&self) -> bool {
        !matches!(self.stage, Stage::Gone(_))
    }

    /// Whether no other process can move.
    pub(super) fn is_exclusive(&self, program: &Program) -> bool {
        match self.stage {
            Stage::Atomic(_) => true,
            Stage::Free(at) => program.locs[at].control == Stop::Indivisible,
            Stage::Over(_) | Stage::Gone(_) => false,
        }
    }
}

impl Control {
    /// Whether nothing moves any more.
    pub(super) fn is_over(&self) -> bool {
        self.threads.iter().any(|it| matches!(it.stage, Stage::Over(_)))
            || !self.threads.iter().any(Thread::is_alive)
    }

    /// The process that alone can move, if there is one.
    pub(super) fn exclusive(&self, program: &Program) -> Option<usize> {
        self.threads.iter().position(|it| it.is_exclusive(program))
    }

    /// Whether a process is the youngest that is alive.
    pub(super) fn is_youngest(&self, thread: usize) -> bool {
        self.threads.iter().rposition(Thread::is_alive) == Some(thread)
    }

    /// The oldest process that runs this one, or this function.
    pub(super) fn oldest(&self, program: &Program, process: ProcId) -> Option<usize> {
        let runs = |it: &Thread| it.is_alive() && program.locs[it.location()].process == process;
        self.threads.iter().position(runs)
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
