//! Progress on long runs: states, rate, depth and memory on one line of the terminal, and the answers as they come.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tribunal_driver::{Answered, Spectator, resident_memory};
use tribunal_engine::Progress;
use tribunal_report::event::{AnswerReport, Event, draw_answer, json_line};
use tribunal_report::{Folding, bytes, grouped};

use crate::terminal::Stream;

/// How long a run may take before it is a long one.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_millis(200);

/// How answers are told before all are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    /// They are told with the others.
    Nothing,
    /// In a line of the terminal, on long runs.
    Lines,
    /// In a line of JSON on the standard output.
    JsonLines,
}

/// A line on the standard error stream, if that is a terminal.
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    phase: String,
    telling: Telling,
    start: Instant,
    drawn: Instant,
}

impl ProgressLine {
    pub(crate) fn new(telling: Telling) -> Self {
        let now = Instant::now();
        Self { bar: None, phase: "search".to_owned(), telling, start: now, drawn: now }
    }
}

impl Spectator for ProgressLine {
    fn phase(&mut self, name: &str) {
        name.clone_into(&mut self.phase);
        self.start = Instant::now();
    }

    fn progress(&mut self, progress: &Progress, elapsed: Duration) {
        if elapsed < PATIENCE || self.drawn.elapsed() < INTERVAL {
            return;
        }
        self.drawn = Instant::now();
        // Nothing is drawn where there is no terminal.
        let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
        bar.set_message(line(&self.phase, progress, self.start.elapsed()));
        bar.tick();
    }

    fn resident(&mut self) -> Option<u64> {
        resident_memory()
    }

    fn done(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn answered(&mut self, answered: &Answered<'_>) {
        let Answered { name, value, evidence, elapsed } = *answered;
        let report = || AnswerReport::new(name, value, evidence, elapsed);
        match self.telling {
            Telling::JsonLines => Stream::Out.write(&json_line(&Event::Answer(&report()))),
            // What is over soon is told as a whole.
            Telling::Lines if PATIENCE <= elapsed && Stream::Error.is_terminal() => {
                let line = draw_answer(&report(), Stream::Error.style(Folding::Middle));
                match &self.bar {
                    Some(bar) => bar.suspend(|| Stream::Error.write(&line)),
                    None => Stream::Error.write(&line),
                }
            }
            Telling::Lines | Telling::Nothing => {}
        }
    }
}

fn line(phase: &str, progress: &Progress, elapsed: Duration) -> String {
    let rate = progress.states as f64 / elapsed.as_secs_f64().max(0.001);
    format!(
        "{phase}: {} states, {} states/s, depth {}, {}, {} s",
        grouped(progress.states),
        grouped(rate as u64),
        grouped(progress.depth),
        bytes(progress.memory_bytes),
        elapsed.as_secs(),
    )
}

#[cfg(test)]
mod tests {
    use super::line;
    use std::time::Duration;
    use tribunal_engine::Progress;

    #[test]
    fn the_line_tells_states_rate_depth_and_memory() {
        let progress = Progress { states: 3000, transitions: 1, depth: 17, memory_bytes: 2048 };
        assert_eq!(
            line("safety", &progress, Duration::from_secs(2)),
            "safety: 3 000 states, 1 500 states/s, depth 17, 2.0 KiB, 2 s"
        );
    }
}
