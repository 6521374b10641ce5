//! Verdicts and their evidence: plain data that `certify` can check and `report` can show.

use crate::basis::Basis;
use crate::certificate::{Certificate, Stands};
use crate::trace::Trace;
use std::sync::Arc;
use tribunal_base::{Kleene, Span};
use tribunal_logic::ctl::{Labelled, Path};

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// The property holds, because of what the certificate says.
    True(Certificate),
    /// The property fails, and the trace shows how.
    False(Trace),
    /// The property fails, since its opposite holds, because of what the certificate says: no run shows all of it. Only formulas about the
    /// tree of runs fail like this.
    Refuted(Certificate),
    /// Not known, and why. Never an error.
    Maybe(Reason),
}

impl Verdict {
    /// The bare answer.
    #[must_use]
    pub fn kleene(&self) -> Kleene {
        match self {
            Self::True(_) => Kleene::True,
            Self::False(_) | Self::Refuted(_) => Kleene::False,
            Self::Maybe(_) => Kleene::Maybe,
        }
    }

    /// Why it is so, if it is told what holds.
    #[must_use]
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Self::True(certificate) | Self::Refuted(certificate) => Some(certificate),
            Self::False(_) | Self::Maybe(_) => None,
        }
    }

    /// The run that shows it, or a part of it.
    #[must_use]
    pub fn run(&self) -> Option<&Trace> {
        match self {
            Self::False(trace) => Some(trace),
            _ => self.certificate().and_then(Certificate::run),
        }
    }

    /// The answer to a formula by the labels of a structure; `run` finds the run along a path.
    pub fn labelled(
        labelled: Labelled,
        stands: Stands,
        run: impl FnOnce(&Path) -> Option<Trace>,
    ) -> Self {
        let states = labelled.structure.states as u64;
        let (value, run) = (labelled.value(), run(&labelled.path()));
        let run = run.filter(|it| !it.steps.is_empty());
        let labelled = Arc::new(labelled);
        let certificate = Certificate::Labelling { states, stands, labelled, run };
        match value {
            Kleene::True => Self::True(certificate),
            Kleene::False => Self::Refuted(certificate),
            Kleene::Maybe => Self::Maybe(Reason::Undecided { states }),
        }
    }
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
    /// It does not follow from states that stand for several states of the program each.
    Undecided {
        /// How many there are.
        states: u64,
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
