//! Runs of a program on values chosen from its constants, at the ends of ranges, and by chance: what goes wrong often is found at once.

use tribunal_certify::{Effort, Trial, trial};
use tribunal_engine::{Context, Engine, Outcome, Reason, Statistics, Task, Verdict};

/// The engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    pub(crate) effort: Effort,
}

impl Engine for Probe {
    fn name(&self) -> &'static str {
        "probe"
    }

    fn run(&self, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
        cx.phase("trial");
        let (found, rest) = match trial(task.program, task.properties, self.effort) {
            Trial::Refuted(property, trace) => (Some((property, trace)), Reason::Stopped),
            Trial::Complete { runs } | Trial::Sampled { runs } => (None, Reason::Sampled { runs }),
        };
        let verdict = |property| match &found {
            Some((it, trace)) if *it == property => Verdict::False(trace.clone()),
            _ => Verdict::Maybe(rest.clone()),
        };
        let statistics = Statistics { threads: 1, ..Statistics::default() };
        let verdicts = task.properties.iter().map(|it| (*it, verdict(*it))).collect();
        Outcome { verdicts, statistics, ..Outcome::default() }
    }
}
