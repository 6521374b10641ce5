//! The way up the ladder: which rung is climbed next, by whom, and what each left open.

use std::collections::BTreeMap;
use std::time::Duration;

use tribunal_engine::Reason;
use tribunal_ir::PropId;

use crate::ladder::{Step, is_hopeless, time};
use crate::limits::Clock;
use crate::registry::Rung;

/// How properties go up the ladder.
pub(crate) struct Schedule<'a> {
    /// All rungs, from the first.
    rungs: Vec<Step<'a>>,
    /// How many of them are climbed at the same time, at most: so much longer are their shares of the time.
    lanes: u32,
    /// How many of them were begun or passed by.
    begun: usize,
    /// The rungs that were begun and not left, by their places.
    under_way: Vec<usize>,
    /// The properties that nobody has settled.
    open: Vec<PropId>,
    /// What kept which rung from an answer.
    tried: BTreeMap<PropId, Vec<(usize, Reason)>>,
}

/// A rung being climbed.
pub(crate) struct Job<'a> {
    /// The place of the rung.
    pub(crate) place: usize,
    pub(crate) step: Step<'a>,
    /// The properties that it is about to settle.
    pub(crate) properties: Vec<PropId>,
    /// Those that it left open.
    left: Vec<(PropId, Reason)>,
    /// When it began.
    pub(crate) start: Duration,
    /// When it has to give way if others wait.
    pub(crate) turn: Duration,
}

impl<'a> Schedule<'a> {
    pub(crate) fn new(rungs: Vec<Step<'a>>, lanes: u32, open: Vec<PropId>) -> Self {
        Self { rungs, lanes, begun: 0, under_way: Vec::new(), open, tried: BTreeMap::new() }
    }

    /// Begins with the next rung that is not hopeless; none if nothing is open, if time is up, or if it is too early.
    pub(crate) fn begin(&mut self, clock: &Clock<'_>) -> Option<Job<'a>> {
        if self.open.is_empty() {
            return None;
        }
        let place = self.next()?;
        let step = self.rungs[place];
        if step.forerunner.is_some_and(|it| self.is_under_way(it)) {
            return None;
        }
        if let Err(reason) = clock.verdict() {
            self.begun = self.rungs.len();
            for property in &self.open {
                self.tried.entry(*property).or_default().push((place, reason.clone()));
            }
            return None;
        }
        self.begun = place + 1;
        self.under_way.push(place);
        let start = clock.elapsed();
        let turn = start + time(step.rung, clock.left()) * self.lanes;
        let properties = self.open.clone();
        Some(Job { place, step, properties, left: Vec::new(), start, turn })
    }

    /// The next rung.
    fn next(&self) -> Option<usize> {
        (self.begun..self.rungs.len()).find(|it| !self.is_hopeless(&self.rungs[*it]))
    }

    /// Whether nothing will come of a rung, as far as is known.
    fn is_hopeless(&self, step: &Step<'a>) -> bool {
        self.open.iter().all(|it| {
            let tried = self.tried.get(it).map_or(&[][..], Vec::as_slice);
            let forerunner = step.forerunner;
            is_hopeless(
                forerunner,
                tried.iter().map(|(place, reason)| (self.rungs[*place].rung, reason)),
            )
        })
    }

    fn is_under_way(&self, rung: Rung) -> bool {
        self.under_way.iter().any(|it| self.rungs[*it].rung == rung)
    }

    /// Whether a rung waits for others to give way.
    pub(crate) fn is_awaited(&self) -> bool {
        !self.open.is_empty() && self.next().is_some()
    }

    /// A property is settled.
    pub(crate) fn settle(&mut self, property: PropId) {
        self.open.retain(|it| *it != property);
    }

    /// A rung was climbed.
    pub(crate) fn leave(&mut self, job: Job<'a>) {
        self.under_way.retain(|it| *it != job.place);
        for (property, reason) in job.left {
            self.tried.entry(property).or_default().push((job.place, reason));
        }
    }

    /// What nobody settled, and why: who tells most about it, and what. Nothing tells less than that a question is none for an engine.
    pub(crate) fn end(
        mut self,
        is_question_for: impl Fn(&Step<'a>, PropId) -> bool,
    ) -> Vec<(PropId, &'static str, Reason)> {
        let mut end = Vec::new();
        for property in self.open {
            let mut tried = self.tried.remove(&property).unwrap_or_default();
            tried.sort_by_key(|it| it.0);
            let meant =
                |(place, _): &(usize, Reason)| is_question_for(&self.rungs[*place], property);
            if tried.iter().any(meant) {
                tried.retain(meant);
            }
            let (by, reason) = most_telling(&self.rungs, tried);
            end.push((property, by, reason));
        }
        end
    }
}

impl Job<'_> {
    /// A property is left open.
    pub(crate) fn leave(&mut self, property: PropId, reason: Reason) {
        self.left.push((property, reason));
    }

    /// All are left open.
    pub(crate) fn give_up(&mut self, reason: &Reason) {
        self.left.extend(self.properties.drain(..).map(|it| (it, reason.clone())));
    }

    /// Goes on with properties that were not looked at because another failed first, unless that makes no difference. Whether there is
    /// something to do.
    pub(crate) fn go_on(&mut self, stopped: Vec<PropId>) -> bool {
        let is_new = stopped.len() < self.properties.len();
        self.properties = stopped;
        if !is_new || self.step.rung.is_first_look() {
            self.give_up(&Reason::Stopped);
        }
        !self.properties.is_empty()
    }
}

/// Of what kept rungs from an answer, what tells most: who gave up for another reason than a limit, the later the better; and not those that only
/// had a first look.
fn most_telling(rungs: &[Step<'_>], tried: Vec<(usize, Reason)>) -> (&'static str, Reason) {
    let value = |(place, reason): &(usize, Reason)| {
        let rung = rungs[*place].rung;
        match reason {
            Reason::Cancelled => 4,
            Reason::Rejected { .. } | Reason::Crashed { .. } if !rung.is_first_look() => 3,
            _ if rung.is_first_look() => 0,
            Reason::Budget(_) | Reason::Stopped => 1,
            // All states cannot be searched: that is no news.
            Reason::Unsupported { .. } if rung == Rung::EXPLICIT => 1,
            _ => 2,
        }
    };
    // The last of those that tell most.
    let best = tried.into_iter().max_by_key(value);
    best.map_or(("none", Reason::Stopped), |(place, reason)| (rungs[place].engine.name(), reason))
}
