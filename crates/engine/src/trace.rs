//! Traces: runs as evidence.

use tribunal_ir::EdgeId;

/// A run that shows what a property is, mostly that it fails: enough to repeat it, nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The steps, from the initial state on.
    pub steps: Vec<Step>,
    /// What was chosen where the program leaves a value open, in the order of execution; what is
    /// missing at the end is 0.
    pub choices: Vec<Chosen>,
    /// How the run ends.
    pub end: End,
}

impl Trace {
    /// A run of a program that leaves no value open.
    #[must_use]
    pub fn new(steps: Vec<Step>, end: End) -> Self {
        Self { steps, choices: Vec::new(), end }
    }
}

/// A value that a program leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Chosen {
    /// What an `Action::Havoc` stores.
    Value(i128),
    /// What a new object of arbitrary content holds: offsets and bytes, the others being 0.
    Bytes(Vec<(u64, u8)>),
}

/// One step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The index of the process that moves.
    pub process: u32,
    /// The edge it takes. An indivisible step is named by its first edge.
    pub edge: EdgeId,
    /// At a rendezvous, the receiving process and its edge.
    pub partner: Option<(u32, EdgeId)>,
}

/// How such a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last step takes an edge that violates the property.
    Violation,
    /// No process can move, and one is not at a valid end.
    Deadlock,
    /// The last state equals the one before step `back_to`; the steps in between go on for ever.
    Cycle {
        /// The first step of the cycle.
        back_to: usize,
    },
    /// No process can move; the last state repeats for ever.
    Stutter,
    /// The claim reaches its end.
    ClaimEnd,
    /// Nothing happens there: the states of the run are what matters.
    Path,
}
