//! One model, both tools, all measures.

use std::io;
use std::sync::atomic::AtomicBool;

use tribunal_report::Truth;
use tribunal_report::bench::{Figure, Measure, Row};
use tribunal_report::summary::Summary;

use crate::models::{Model, Properties, properties};
use crate::ours::{self, Ours};
use crate::spin::{self, Level, Printed, Question, Room, Verifier};
use crate::{BenchOptions, Counts};
use tribunal_driver::subprocess::{Bounds, Usage};

/// Why a model is not measured any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It cannot be compared.
    Skip(String),
    /// The user interrupted.
    Cancelled,
}

/// What a tool needed, or why there are no figures.
type Outcome<T> = io::Result<Result<T, Stop>>;

/// Who takes note of rows.
pub(crate) type Record<'r> = &'r mut dyn FnMut(Measure, Row);

/// Passes a reason to stop on, through the errors of the system.
macro_rules! go_on {
    ($outcome:expr) => {
        match $outcome? {
            Ok(it) => it,
            Err(stop) => return Ok(Err(stop)),
        }
    };
}

/// One model and how to measure it.
pub(crate) struct Comparison<'a> {
    model: &'a Model,
    options: &'a BenchOptions,
    ours: Ours,
    bounds: Bounds<'a>,
}

/// Spin's verifier of the plain graph, with the size of that graph.
struct Plain {
    verifier: Verifier,
    size: Printed,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(
        model: &'a Model,
        options: &'a BenchOptions,
        ours: Ours,
        cancelled: &'a AtomicBool,
    ) -> Self {
        Self { model, options, ours, bounds: Bounds { time: options.time, cancelled } }
    }

    /// Takes all measures that were asked for.
    pub(crate) fn run(&self, record: Record<'_>) -> Outcome<()> {
        if self.model.expected.rejected {
            return Ok(Err(Stop::Skip("Spin rejects it".to_owned())));
        }
        let properties = match properties(&self.model.path) {
            Ok(properties) => properties,
            Err(why) => return Ok(Err(Stop::Skip(format!("we reject it: {why}")))),
        };
        let mut stop = None;
        let parts = [Self::sizes, Self::reduction, Self::claim];
        for part in parts {
            match part(self, &properties, record)? {
                Ok(()) => {}
                Err(Stop::Cancelled) => return Ok(Err(Stop::Cancelled)),
                Err(skip @ Stop::Skip(_)) => stop = stop.or(Some(skip)),
            }
        }
        Ok(stop.map_or(Ok(()), Err))
    }

    fn wants(&self, measure: Measure) -> bool {
        self.options.measures.contains(&measure)
    }

    /// The measures that depend on the size of the plain graph.
    fn sizes(&self, properties: &Properties, record: Record<'_>) -> Outcome<()> {
        let large = [Measure::Speed, Measure::Cores, Measure::Memory];
        let wants_large = large.iter().any(|it| self.wants(*it));
        let expected = self.model.expected.states;
        let is_small = |states: u64| states < self.options.min_states;
        if !wants_large && !self.wants(Measure::Start) {
            return Ok(Ok(()));
        }
        let plain = match expected {
            Some(states) if is_small(states) => None,
            Some(_) if !wants_large => return Ok(Ok(())),
            Some(_) | None => Some(go_on!(self.plain())),
        };
        match plain {
            Some(plain) if !is_small(plain.size.states) => {
                if wants_large {
                    return self.large(&plain, properties, record);
                }
                Ok(Ok(()))
            }
            Some(_) | None if self.wants(Measure::Start) => self.start(properties, record),
            Some(_) | None => Ok(Ok(())),
        }
    }

    fn make(&self, level: Level, question: Question) -> Outcome<Verifier> {
        let memory = self.options.memory;
        let made = Verifier::make(&self.model.path, level, question, memory, self.bounds)?;
        Ok(made.map_err(from_spin))
    }

    fn spin(&self, verifier: &Verifier, room: Room) -> Outcome<(Printed, Usage)> {
        Ok(verifier.run(room, self.bounds)?.map_err(from_spin))
    }

    fn check(&self, arguments: &[&str]) -> Outcome<(Summary, Usage)> {
        let checked = self.ours.check(&self.model.path, arguments, self.bounds)?;
        Ok(checked.map_err(|it| match it {
            ours::Failure::Incomplete(why) => Stop::Skip(why),
            ours::Failure::Cancelled => Stop::Cancelled,
        }))
    }

    fn plain(&self) -> Outcome<Plain> {
        let verifier = go_on!(self.make(Level::Plain, Question::Graph));
        let (size, _) = go_on!(self.spin(&verifier, Room::Large));
        Ok(Ok(Plain { verifier, size }))
    }

    /// Which arguments make us search the whole graph. A property that holds does; failing that, all
    /// errors are looked for.
    fn whole_graph(&self, properties: &Properties) -> Outcome<Vec<String>> {
        let all = arguments("--property", &properties.safety);
        let first = [&all[..], &words(&["--reduce", "none", "--threads", "1", "--all-errors"])];
        let first = first.concat();
        let (summary, _) = go_on!(self.check(&borrowed(&first)));
        let searched = summary.properties.iter().filter(|it| it.reason_code == "exhausted");
        let names: Vec<String> = searched.map(|it| it.name.clone()).collect();
        if names.is_empty() {
            return Ok(Ok([&all[..], &words(&["--all-errors"])].concat()));
        }
        Ok(Ok(arguments("--property", &names)))
    }

    /// Speed on one and on two cores, and memory: the same runs of Spin serve for all.
    fn large(&self, plain: &Plain, properties: &Properties, record: Record<'_>) -> Outcome<()> {
        let room = Room::known(self.options.tables, &plain.size);
        let whole = go_on!(self.whole_graph(properties));
        let plainly = |threads: &str| -> Vec<String> {
            [&whole[..], &words(&["--reduce", "none", "--threads", threads])].concat()
        };
        let (one, two) = (plainly("1"), plainly("2"));
        let (mut theirs, mut ours, mut both) = (Vec::new(), Vec::new(), Vec::new());
        let mut without_two = None;
        for _ in 0..self.options.runs {
            theirs.push(go_on!(self.spin(&plain.verifier, room)));
            ours.push(go_on!(self.check(&borrowed(&one))));
            if self.wants(Measure::Cores) && without_two.is_none() {
                match self.check(&borrowed(&two))? {
                    Ok(run) => both.push(run),
                    Err(Stop::Skip(why)) => without_two = Some(why),
                    Err(Stop::Cancelled) => return Ok(Err(Stop::Cancelled)),
                }
            }
        }
        let theirs = spins(&theirs);
        let one = tribunals(&ours);
        let agreement = agreement(&theirs, &one);
        if self.wants(Measure::Speed) {
            let value = ratio(theirs.cpu_seconds(), one.cpu_seconds());
            record(Measure::Speed, self.row(theirs, one, value, agreement.clone()));
        }
        if self.wants(Measure::Memory) {
            record(Measure::Memory, self.row(theirs, one, Some(one.state_bytes), agreement));
        }
        if let Some(why) = without_two {
            let row = Row { ours: None, ..self.row(theirs, one, None, Some(why)) };
            record(Measure::Cores, row);
        } else if self.wants(Measure::Cores) {
            let two = tribunals(&both);
            let value = ratio(theirs.wall_seconds, two.wall_seconds);
            record(Measure::Cores, self.row(theirs, two, value, self::agreement(&theirs, &two)));
        }
        Ok(Ok(()))
    }

    /// From the command to the verdict.
    fn start(&self, properties: &Properties, record: Record<'_>) -> Outcome<()> {
        let question = if properties.claim.is_some() { Question::Claim } else { Question::Safety };
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..self.options.runs {
            let verifier = go_on!(self.make(Level::Default, question));
            let (printed, usage) = go_on!(self.spin(&verifier, Room::Default));
            theirs.push((printed, verifier.making.and_then(usage)));
            ours.push(go_on!(self.check(&[])));
        }
        let (theirs, ours) = (spins(&theirs), tribunals(&ours));
        let value = ratio(theirs.cpu_seconds(), ours.cpu_seconds());
        record(Measure::Start, self.row(theirs, ours, value, None));
        Ok(Ok(()))
    }

    /// States stored with all reductions.
    fn reduction(&self, properties: &Properties, record: Record<'_>) -> Outcome<()> {
        if !self.wants(Measure::Reduction) {
            return Ok(Ok(()));
        }
        let theirs = match (self.options.counts, self.model.expected.reduced) {
            (Counts::Expected, Some(states)) => Figure { states, ..Figure::default() },
            (Counts::Expected, None) if self.model.expected.states.is_some() => return Ok(Ok(())),
            (Counts::Expected | Counts::Measured, _) => {
                let verifier = go_on!(self.make(Level::Default, Question::Graph));
                spins(&[go_on!(self.spin(&verifier, Room::Large))])
            }
        };
        let all = arguments("--property", &properties.safety);
        // By one thread: what several leave out depends on how they meet.
        let arguments = [&all[..], &words(&["--all-errors", "--threads", "1"])].concat();
        let ours = tribunals(&[go_on!(self.check(&borrowed(&arguments)))]);
        // Where no statement can violate anything we need not search at all.
        let value = ratio(ours.states as f64, theirs.states as f64);
        record(Measure::Reduction, self.row(theirs, ours, value, None));
        Ok(Ok(()))
    }

    /// The search for accepting cycles.
    fn claim(&self, properties: &Properties, record: Record<'_>) -> Outcome<()> {
        let Some(claim) = properties.claim.as_deref().filter(|_| self.wants(Measure::Ltl)) else {
            return Ok(Ok(()));
        };
        let verifier = go_on!(self.make(Level::Plain, Question::Claim));
        let (size, _) = go_on!(self.spin(&verifier, Room::Large));
        let room = Room::known(self.options.tables, &size);
        let arguments = ["--property", claim, "--reduce", "none", "--threads", "1"];
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..self.options.runs {
            theirs.push(go_on!(self.spin(&verifier, room)));
            ours.push(go_on!(self.check(&arguments)));
        }
        let fails = |it: &Summary| it.properties.iter().any(|it| it.verdict == Truth::False);
        let note = match (0 < size.errors, fails(&ours[0].0)) {
            (true, true) => Some("it fails: both stop early"),
            (true, false) => Some("only Spin finds an error"),
            (false, true) => Some("only we find an error"),
            (false, false) if size.states < self.options.min_states => Some("too small"),
            (false, false) => None,
        };
        let (theirs, ours) = (spins(&theirs), tribunals(&ours));
        let value = ratio(theirs.cpu_seconds(), ours.cpu_seconds());
        record(Measure::Ltl, self.row(theirs, ours, value, note.map(str::to_owned)));
        Ok(Ok(()))
    }

    /// A row; a note is a reason not to count it.
    fn row(&self, theirs: Figure, ours: Figure, value: Option<f64>, note: Option<String>) -> Row {
        let counts = note.is_none() && value.is_some();
        let model = self.model.name.clone();
        Row { model, counts, theirs: Some(theirs), ours: Some(ours), value, note }
    }
}

fn from_spin(failure: spin::Failure) -> Stop {
    match failure {
        spin::Failure::Rejected(why) => Stop::Skip(format!("Spin rejects it: {why}")),
        spin::Failure::Incomplete(why) => Stop::Skip(format!("Spin: {why}")),
        spin::Failure::Cancelled => Stop::Cancelled,
    }
}

/// What is wrong if the graphs differ.
fn agreement(theirs: &Figure, ours: &Figure) -> Option<String> {
    let same = (theirs.states, theirs.transitions) == (ours.states, ours.transitions);
    let graph = format!("we count {} states, {} transitions", ours.states, ours.transitions);
    (!same).then_some(graph)
}

/// One by the other, where both can be measured.
fn ratio(above: f64, below: f64) -> Option<f64> {
    // Shorter than the clock can tell.
    (0.0 < above && 0.0 < below).then(|| above / below)
}

fn spins(runs: &[(Printed, Usage)]) -> Figure {
    let usage = |value: fn(&Usage) -> f64| median(runs.iter().map(|it| value(&it.1)));
    let last = runs.last().map(|it| &it.0);
    Figure {
        states: last.map_or(0, |it| it.states),
        transitions: last.map_or(0, |it| it.transitions),
        state_bytes: last.map_or(0.0, |it| it.state_bytes),
        ..cost(usage)
    }
}

fn tribunals(runs: &[(Summary, Usage)]) -> Figure {
    let usage = |value: fn(&Usage) -> f64| median(runs.iter().map(|it| value(&it.1)));
    let last = runs.last().map(|it| &it.0.statistics);
    let bytes = last.map_or(0.0, |it| {
        let tables: u64 = it.searches.iter().map(|it| it.table_bytes).sum();
        tables as f64 / it.states.max(1) as f64
    });
    Figure {
        states: last.map_or(0, |it| it.states),
        transitions: last.map_or(0, |it| it.transitions),
        state_bytes: bytes,
        ..cost(usage)
    }
}

fn cost(usage: impl Fn(fn(&Usage) -> f64) -> f64) -> Figure {
    Figure {
        user_seconds: usage(|it| it.user),
        system_seconds: usage(|it| it.system),
        wall_seconds: usage(|it| it.wall),
        peak_bytes: usage(|it| it.peak as f64) as u64,
        ..Figure::default()
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.get(middle) {
        None => 0.0,
        Some(upper) if values.len().is_multiple_of(2) => f64::midpoint(values[middle - 1], *upper),
        Some(it) => *it,
    }
}

/// An option with each of its values.
fn arguments(option: &str, values: &[String]) -> Vec<String> {
    values.iter().flat_map(|it| [option.to_owned(), it.clone()]).collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&it| it.to_owned()).collect()
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::{agreement, median, ratio};
    use tribunal_report::bench::Figure;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()).to_bits(), 2.0f64.to_bits());
        assert_eq!(median([1.0, 4.0].into_iter()).to_bits(), 2.5f64.to_bits());
        assert_eq!(ratio(1.0, 0.0), None);
    }

    #[test]
    fn graphs_that_differ_are_told() {
        let figure = |states| Figure { states, transitions: 9, ..Figure::default() };
        assert_eq!(agreement(&figure(4), &figure(4)), None);
        let told = agreement(&figure(4), &figure(5));
        assert_eq!(told.as_deref(), Some("we count 5 states, 9 transitions"));
    }
}
