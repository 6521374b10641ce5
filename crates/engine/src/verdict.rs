//! Verdicts and their evidence: plain data that `certify` can check and `report` can show.

use crate::basis::Basis;
use crate::certificate::Certificate;
use tribunal_base::{Kleene, Span};
use tribunal_ir::EdgeId;

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// The property holds, because of what the certificate says.
    True(Certificate),
    /// The property fails, and the trace shows how.
    False(Trace),
    /// Not known, and why. Never an error.
    Maybe(Reason),
}

impl Verdict {
    /// The bare answer.
    #[must_use]
    pub fn kleene(&self) -> Kleene {
        match self {
            Self::True(_) => Kleene::True,
            Self::False(_) => Kleene::False,
            Self::Maybe(_) => Kleene::Maybe,
        }
    }
}

/// A run that violates a property: enough to repeat it, nothing else.
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

/// How a run that violates a property ends.
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

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A limit was reached.
    Budget(Limit),
    /// The user interrupted.
    Cancelled,
    /// The program or property uses something that is not supported.
    Unsupported {
        /// What it is.
        what: String,
        /// Where it is.
        span: Option<Span>,
    },
    /// The search was over before this property was settled: another one failed first.
    Stopped,
    /// Another engine that worked on it at the same time settled it first.
    Overtaken,
    /// Loops were unrolled as far as could be done, and runs may go on in them.
    Unbounded {
        /// Where the loops are.
        loops: Vec<Span>,
    },
    /// An abstraction cannot rule a violation out.
    Alarm {
        /// Where the first one may be.
        span: Span,
        /// How many places there are.
        places: u64,
        /// What is known there of the variables that decide about it.
        values: Vec<(String, String)>,
    },
    /// An indivisible step does not come to an end.
    Diverges {
        /// Where it starts.
        span: Span,
    },
    /// Nothing was found by a search that may take a state for another that it has seen.
    Approximate {
        /// How much it is expected to have missed.
        omission: Omission,
    },
    /// Some runs were executed, and nothing was found in them.
    Sampled {
        /// How many.
        runs: u64,
    },
    /// Another process of a distributed search could not be reached, or went away.
    Disconnected {
        /// Which one, and what happened.
        what: String,
    },
    /// What an earlier run has written down cannot be used.
    Checkpoint {
        /// What is wrong with it.
        why: String,
    },
    /// The evidence did not survive its check: a fault of ours.
    Rejected {
        /// What the check found.
        why: String,
    },
    /// The engine failed: a fault of ours.
    Crashed {
        /// What it said.
        message: String,
    },
}

/// The share of the states that an approximate search is expected to have missed, from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Omission(pub f64);

impl PartialEq for Omission {
    fn eq(&self, other: &Self) -> bool {
        self.0.total_cmp(&other.0).is_eq()
    }
}

impl Eq for Omission {}

/// Something that can run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Time.
    Time,
    /// Memory.
    Memory,
    /// Length of a run.
    Depth,
}

/// How far to believe a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assurance {
    /// Its evidence was checked by code that no engine shares.
    Checked,
    /// It was found a second time, with what could be wrong left out as far as possible.
    Repeated,
    /// Believed on the word of the engine.
    Trusted,
}

/// A verdict on the record: whose, about what, and how far to believe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The property.
    pub property: tribunal_ir::PropId,
    /// What was found.
    pub verdict: Verdict,
    /// Who found it.
    pub by: &'static str,
    /// How far to believe it.
    pub assurance: Assurance,
    /// What it rests on.
    pub basis: Basis,
    /// How many runs were executed in an attempt to refute it, if it is True.
    pub runs: Option<u64>,
    /// The verdict is True only because this never happens, e.g. the left side of an implication.
    pub vacuous: Option<tribunal_ir::ExprId>,
}
