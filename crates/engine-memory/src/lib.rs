//! Exhaustive search of programs with memory, calls and arbitrary values, on the states of the reference semantics.
//!
//! Such states have no fixed layout, so nothing is compiled. Between choices a run is simply followed; states
//! are stored only where it may go on in several ways, and at some heads of loops after that, so that a
//! deterministic program costs no memory however long it runs. That such a stretch goes round in a circle is found out
//! by comparing states at distances that double (R. P. Brent, An improved Monte Carlo factorization
//! algorithm, BIT 1980).
//!
//! Of several threads, one whose next step nobody else can see moves first (`private`).
//!
//! Read `search` first, then `canonical` (which states are equal) and `choice` (which values are tried) of the crate `states`.

mod private;
mod search;
mod trace;

use search::{Ended, Search};
use tribunal_engine::search::{sift, translated};
use tribunal_engine::{
    Basis, Certificate, Context, Cost, Coverage, Description, Engine, Errors, Outcome, Reason,
    Settles, Task, Verdict,
};
use tribunal_ir::{Program, PropId};
use tribunal_states::canonical::Naming;

/// Of properties that infinite runs can violate nothing is found out.
pub const REFUSED: &str = "properties of infinite runs of a program with memory";

/// The search, and how far it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySearch {
    /// When it is over.
    pub errors: Errors,
    /// How many steps it takes at most, if it is to be short.
    pub steps: Option<Steps>,
}

/// The steps of a search that is to be short. It gives up as soon as it cannot be complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// How many there are at most.
    pub most: u64,
    /// How many once there was a choice.
    pub after_choice: u64,
}

impl Engine for MemorySearch {
    fn describe(&self) -> Description {
        Description {
            name: "memory",
            summary: "the search of all states, memory included",
            papers: &["iosif01"],
            settles: Settles::Both,
            cost: Cost::States,
        }
    }

    fn basis(&self, _: &Program, _: PropId) -> Basis {
        Basis::nothing()
    }

    fn supports(&self, program: &Program, _: PropId) -> Result<(), Reason> {
        translated(program)
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        let searched = sift(task, REFUSED, &mut outcome);
        if !searched.is_empty() {
            cx.phase("exploration");
            self.explore(task.program, &searched, cx, &mut outcome);
        }
        outcome.sort(task.properties);
        outcome
    }
}

impl MemorySearch {
    fn explore(
        self,
        program: &Program,
        properties: &[PropId],
        cx: &mut Context<'_>,
        outcome: &mut Outcome,
    ) {
        let mut search = Search::new(program, properties, self, Naming::Canonical);
        let mut ended = search.run(cx);
        if let Ended::AddressSeen = ended {
            // What was taken for equal may not be.
            search = Search::new(program, properties, self, Naming::Exact);
            ended = search.run(cx);
        }
        outcome.statistics = search.statistics();
        search.close();
        let rest = match ended {
            Ended::Complete => match search.gap.take() {
                None => Ok(Certificate::Exhausted { states: outcome.statistics.states }),
                Some(gap) => Err(gap),
            },
            Ended::Because(reason) => Err(reason),
            Ended::Found | Ended::AddressSeen => Err(Reason::Stopped),
        };
        if rest.is_ok() {
            let coverage = Coverage { reached: &search.reached, ends: search.ends };
            outcome.remarks = coverage.remarks(program, &properties.iter().copied().collect());
        }
        for (property, trace) in search.found {
            let verdict = match (trace, &rest) {
                (Some(trace), _) => Verdict::False(trace),
                (None, Ok(proof)) => Verdict::True(proof.clone()),
                (None, Err(reason)) => Verdict::Maybe(reason.clone()),
            };
            outcome.verdicts.push((property, verdict));
        }
        outcome.more_traces = search.more;
    }
}
