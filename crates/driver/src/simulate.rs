//! Runs a program once: at random, by a stored trace, or by somebody's choices.

use tribunal_engine::Step;
use tribunal_exec::{State, is_valid_end, steps};
use tribunal_ir::{Program, PropertyKind};
use tribunal_report::data::{StepReport, TraceReport};
use tribunal_report::narrate::{Narrator, Offer};

use crate::random::SplitMix;

/// Decides which step is taken.
pub trait Guide {
    /// Chooses one of several steps; there is at least one.
    fn choose(&mut self, moment: &Moment<'_>) -> Choice;
    /// Is told of each step that was taken, with its number.
    fn took(&mut self, number: usize, step: &StepReport);
}

/// The moment of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The program.
    pub program: &'a Program,
    /// The state.
    pub state: &'a State,
    /// How many steps were taken so far.
    pub taken: usize,
    /// The steps that can be taken.
    pub options: &'a [Step],
}

impl Moment<'_> {
    /// The steps that can be taken, for people.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        self.options.iter().map(|it| Offer::of(self.program, self.state, it)).collect()
    }
}

/// What a guide decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To take the option of this index.
    Take(usize),
    /// To stop here.
    Stop,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// Its steps.
    pub steps: Vec<Step>,
    /// The run as a report.
    pub trace: TraceReport,
    /// Whether it shows something wrong.
    pub finding: Finding,
}

/// Whether a run shows something wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It does not.
    Nothing,
    /// A step violates a property, or the run ends in a deadlock.
    Violation,
}

/// Runs a program for at most `limit` steps.
pub fn simulate(program: &Program, guide: &mut dyn Guide, limit: u64) -> Simulated {
    let mut narrator = Narrator::new(program);
    let mut taken: Vec<Step> = Vec::new();
    let mut reports: Vec<StepReport> = Vec::new();
    let ending = loop {
        let options = steps(program, narrator.state());
        if options.is_empty() {
            break blocked(program, narrator.state());
        }
        if limit <= taken.len() as u64 {
            break Ending { code: "stopped", text: format!("stopped after {limit} steps") };
        }
        let moment =
            Moment { program, state: narrator.state(), taken: taken.len(), options: &options };
        let chosen = match guide.choose(&moment) {
            Choice::Take(index) => options.get(index),
            Choice::Stop => None,
        };
        let Some(step) = chosen else {
            break Ending { code: "stopped", text: "stopped".to_owned() };
        };
        let Some(report) = narrator.take(step) else {
            break Ending { code: "diverges", text: "the step does not come to an end".to_owned() };
        };
        taken.push(*step);
        guide.took(taken.len(), &report);
        reports.push(report);
    };
    let violated = reports.iter().any(|it| it.violation.is_some()) || ending.code == "deadlock";
    let finding = if violated { Finding::Violation } else { Finding::Nothing };
    let trace = narrator.finish(&taken, reports, ending.code, ending.text);
    Simulated { steps: taken, trace, finding }
}

struct Ending {
    code: &'static str,
    text: String,
}

/// How a run ends where nobody can move.
fn blocked(program: &Program, state: &State) -> Ending {
    let matters = program.props.values().any(|it| it.kind == PropertyKind::EndStates);
    let (code, text) = if state.stopped {
        ("violation", "the run ends at a violation")
    } else if is_valid_end(program, state) {
        ("finished", "every process is at a valid end")
    } else if matters {
        ("deadlock", "no process can move, and one is not at a valid end")
    } else {
        ("finished", "no process can move")
    };
    Ending { code, text: text.to_owned() }
}

/// Chooses at random.
pub struct Random<Told> {
    random: SplitMix,
    told: Told,
}

impl<Told: FnMut(usize, &StepReport)> Random<Told> {
    /// The choices of a seed; `told` is told of each step.
    pub fn new(seed: u64, told: Told) -> Self {
        Self { random: SplitMix::new(seed), told }
    }
}

impl<Told: FnMut(usize, &StepReport)> Guide for Random<Told> {
    fn choose(&mut self, moment: &Moment<'_>) -> Choice {
        let count = moment.options.len() as u64;
        Choice::Take(usize::try_from(self.random.below(count)).unwrap_or(0))
    }

    fn took(&mut self, number: usize, step: &StepReport) {
        (self.told)(number, step);
    }
}

/// Follows given steps, and stops at their end or where one cannot be taken.
pub struct Script<'a, Told> {
    steps: &'a [Step],
    told: Told,
}

impl<'a, Told: FnMut(usize, &StepReport)> Script<'a, Told> {
    /// Follows `steps`; `told` is told of each.
    pub fn new(steps: &'a [Step], told: Told) -> Self {
        Self { steps, told }
    }
}

impl<Told: FnMut(usize, &StepReport)> Guide for Script<'_, Told> {
    fn choose(&mut self, moment: &Moment<'_>) -> Choice {
        let wanted = self.steps.get(moment.taken);
        let index = wanted.and_then(|it| moment.options.iter().position(|option| option == it));
        index.map_or(Choice::Stop, Choice::Take)
    }

    fn took(&mut self, number: usize, step: &StepReport) {
        (self.told)(number, step);
    }
}
